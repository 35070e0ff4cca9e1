//! What once broke a parser: its name, the parser, the input.

pub fn cases() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    vec![(
        "a line end inside of an address",
        "outline",
        b"<a href='view\rtopic'>x</a>".to_vec(),
    )]
}
