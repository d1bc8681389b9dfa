//! A fuzz target: one property of `isoform-properties`, by its name.

pub use isoform_properties::named;
pub use libfuzzer_sys::fuzz_target;

/// The fuzz target of a property: what is wrong is a panic, which libFuzzer keeps the input of.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        $crate::fuzz_target!(|bytes: &[u8]| {
            let property = $crate::named($name).expect("a property of that name");
            if let Err(fault) = (property.check)(bytes) {
                panic!("{fault}");
            }
        });
    };
}
