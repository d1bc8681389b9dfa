//! The text of a reference.

use isoform_json::pointer::push_token;

/// A reference to a definition at the root: a JSON Pointer in the fragment of a URI.
pub(super) fn to_definition(name: &str) -> String {
    let mut pointer = "/$defs".to_owned();
    push_token(&mut pointer, name);
    let mut reference = "#".to_owned();
    for byte in pointer.bytes() {
        if may_stand_in_fragment(byte) {
            reference.push(char::from(byte));
        } else {
            reference.push('%');
            for half in [byte >> 4, byte & 0xf] {
                reference.extend(char::from_digit(u32::from(half), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
    reference
}

/// The characters that RFC 3986 lets into a fragment as they are.
fn may_stand_in_fragment(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte)
}
