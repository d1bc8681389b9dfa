//! Numbers: at their bounds, one beside them, and in every spelling.

use super::rng::Rng;
use crate::json::Json;

/// What is asked of a number.
#[derive(Default)]
pub(super) struct Wanted {
    pub(super) integer: bool,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    pub(super) above: Option<f64>,
    pub(super) below: Option<f64>,
    pub(super) multiple: Option<f64>,
}

impl Wanted {
    fn fits(&self, number: f64) -> bool {
        self.low.is_none_or(|low| number >= low)
            && self.high.is_none_or(|high| number <= high)
            && self.above.is_none_or(|above| number > above)
            && self.below.is_none_or(|below| number < below)
            && (!self.integer || number.fract() == 0.0)
            && self.multiple.is_none_or(|step| (number / step).fract().abs() < 1e-9)
    }
}

const ODD: &[f64] =
    &[0.0, 1.0, -1.0, 0.5, 2.0, 7.0, 100.0, -0.25, 1e10, 9_007_199_254_740_993.0, 4_294_967_296.0, 1e22];

/// A number that is probably what is wanted.
pub(super) fn number(wanted: &Wanted, rng: &mut Rng) -> Json {
    let step = wanted.multiple.filter(|step| *step > 0.0).unwrap_or(1.0);
    let mut candidates: Vec<f64> = Vec::new();
    for bound in [wanted.low, wanted.high, wanted.above, wanted.below].into_iter().flatten() {
        let near = [bound, bound + 1.0, bound - 1.0, bound + 0.5, bound - 0.5];
        candidates.extend(near);
        candidates.extend([(bound / step).ceil() * step, (bound / step).floor() * step]);
        candidates.extend([(bound / step).ceil() * step + step, (bound / step).floor() * step - step]);
    }
    if let (Some(low), Some(high)) = (wanted.low.or(wanted.above), wanted.high.or(wanted.below)) {
        candidates.push((low + high) / 2.0);
        candidates.push(((low + high) / 2.0).floor());
    }
    candidates.extend(ODD.iter().map(|number| number * step));
    candidates.retain(|number| wanted.fits(*number));
    let number = rng.pick(&candidates).copied().unwrap_or(0.0);
    spell(number, rng)
}

/// A number in one of its spellings.
pub(super) fn spell(number: f64, rng: &mut Rng) -> Json {
    let plain = plain(number);
    let whole = number.fract() == 0.0;
    Json::Number(match rng.below(20) {
        0 if whole => format!("{plain}.0"),
        1 if whole => format!("{plain}e0"),
        2 if number == 0.0 => "-0".to_owned(),
        3 if number == 0.0 => "0.00".to_owned(),
        _ => plain,
    })
}

/// The shortest spelling without an exponent.
pub(super) fn plain(number: f64) -> String {
    if number == 0.0 { "0".to_owned() } else { format!("{number}") }
}
