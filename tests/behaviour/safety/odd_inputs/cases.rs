//! What once broke a parser: its name, the parser, the input.

pub fn cases() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    Vec::new()
}
