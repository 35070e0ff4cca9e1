//! Inputs made to take long: each has a size at which work that grows with its square takes minutes.

mod documents;
mod lines;
mod pages;
mod selectors;

/// One of them.
pub struct Hostile {
    pub name: &'static str,
    /// The parser that it is for.
    pub parser: &'static str,
    /// Bytes, more or less.
    pub size: usize,
    pub make: fn(usize) -> Vec<u8>,
}

const fn hostile(
    parser: &'static str,
    name: &'static str,
    size: usize,
    make: fn(usize) -> Vec<u8>,
) -> Hostile {
    Hostile {
        name,
        parser,
        size,
        make,
    }
}

const K: usize = 1_000;

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Hostile> {
    [pages::ALL, selectors::ALL, documents::ALL, lines::ALL]
        .into_iter()
        .flatten()
}

/// `before`, then `part` again and again up to `size` bytes, then `after`.
fn over(before: &str, part: &str, after: &str, size: usize) -> Vec<u8> {
    [before, &part.repeat(size / part.len()), after]
        .concat()
        .into_bytes()
}

/// The same with parts that are made from their number.
fn numbered(before: &str, part: impl Fn(usize) -> String, after: &str, size: usize) -> Vec<u8> {
    let mut text = before.to_owned();
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&part(number));
    }
    text.push_str(after);
    text.into_bytes()
}

/// `inner` in so many pairs of `open` and `close`, then `after`.
fn nested(open: &str, inner: &str, close: &str, times: usize, after: &str) -> Vec<u8> {
    [&open.repeat(times), inner, &close.repeat(times), after]
        .concat()
        .into_bytes()
}

/// Ten entities that each stand for ten of the one before.
fn laughs(_size: usize) -> Vec<u8> {
    let mut text = "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY l0 'ha'>".to_owned();
    for level in 1..10 {
        let before = format!("&l{};", level - 1).repeat(10);
        text.push_str(&format!("<!ENTITY l{level} '{before}'>"));
    }
    text.push_str("]>");
    text.into_bytes()
}

/// So many spaces, packed by gzip.
fn packed(size: usize) -> Vec<u8> {
    use std::io::Write;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let piece = vec![b' '; 100_000];
    for _ in 0..size / piece.len() {
        gzip.write_all(&piece).expect("packed");
    }
    gzip.finish().expect("packed")
}
