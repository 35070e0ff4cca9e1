//! Counts the attributes of an unterminated tag. The tokenizer compares each with all before it, so
//! a tag with a million would take hours.

/// The maximum number of attributes of a tag.
pub(super) const MAX_ATTRIBUTES: usize = 4_096;
/// Candidate positions for the start of the tag.
const STARTS: usize = 8;

/// A tag that spans pieces of a source. Its start is not known for certain: each `<` followed by a
/// letter and no end is tracked, the last ones first.
#[derive(Debug)]
pub(super) struct OpenTag {
    scans: Vec<Scan>,
}

impl OpenTag {
    /// The unterminated tag at the end of `source`.
    pub(super) fn at_end_of(source: &str) -> Self {
        let bytes = source.as_bytes();
        let starts = memchr::memrchr_iter(b'<', bytes);
        let tags = starts.filter(|at| bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic));
        let scans = tags.take(STARTS).filter_map(|at| {
            let scan = Scan {
                at: Place::Name,
                attributes: 0,
            };
            scan.over(bytes.get(at + 1..)?)
        });
        Self {
            scans: scans.collect(),
        }
    }

    /// The tag that ends neither in `last` nor in the following `piece`.
    pub(super) fn across(last: &str, piece: &str) -> Self {
        let mut tag = Self::at_end_of(last);
        tag.read(piece);
        tag.scans.extend(Self::at_end_of(piece).scans);
        tag
    }

    /// Reads the next piece.
    pub(super) fn read(&mut self, piece: &str) {
        let scans = std::mem::take(&mut self.scans).into_iter();
        self.scans = scans
            .filter_map(|scan| scan.over(piece.as_bytes()))
            .collect();
    }

    /// The number of its attributes; 0 without a tag.
    pub(super) fn attributes(&self) -> usize {
        let counts = self.scans.iter().map(|scan| scan.attributes);
        counts.max().unwrap_or(0)
    }
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Name,
    BeforeValue,
    Unquoted,
    Quoted(u8),
    Between,
}

#[derive(Clone, Copy, Debug)]
struct Scan {
    at: Place,
    attributes: usize,
}

impl Scan {
    /// The state after `bytes`; `None` if the tag ends there.
    fn over(self, bytes: &[u8]) -> Option<Self> {
        let Self {
            mut at,
            mut attributes,
        } = self;
        for byte in bytes {
            let blank = byte.is_ascii_whitespace();
            at = match at {
                Place::Quoted(quote) if *byte == quote => Place::Between,
                Place::Quoted(quote) => Place::Quoted(quote),
                _ if *byte == b'>' => return None,
                Place::BeforeValue if blank => Place::BeforeValue,
                Place::BeforeValue if matches!(byte, b'"' | b'\'') => Place::Quoted(*byte),
                Place::BeforeValue => Place::Unquoted,
                Place::Unquoted if blank => Place::Between,
                Place::Unquoted => Place::Unquoted,
                Place::Name | Place::Between if *byte == b'=' => Place::BeforeValue,
                Place::Name | Place::Between if blank || *byte == b'/' => Place::Between,
                Place::Name => Place::Name,
                Place::Between => {
                    attributes += 1;
                    Place::Name
                }
            };
        }
        Some(Self { at, attributes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_a_tag_that_does_not_end_are_counted() {
        for (source, expected) in [
            ("<p>text", 0),
            ("a < b", 0),
            ("<p a b=c d='x > y' e=\"", 4),
            ("x<p>y<div a='<b c' d", 2),
            ("<!-- a b c", 0),
            ("", 0),
        ] {
            let whole = OpenTag::at_end_of(source).attributes();
            assert_eq!(whole, expected, "{source}");
        }
        for (last, piece, expected) in [
            ("", "<p a b=c d", 3),
            ("<p>x", "<p a b", 2),
            ("<p a", " b c", 3),
        ] {
            let whole = OpenTag::across(last, piece).attributes();
            assert_eq!(whole, expected, "{last}|{piece}");
        }
        let mut tag = OpenTag::at_end_of("<p a b='");
        tag.read("x y z' c");
        assert_eq!(tag.attributes(), 3);
        tag.read("d>");
        assert_eq!(tag.attributes(), 0);
    }
}
