//! The tags of a page in order, without a tree (WHATWG HTML, 13.2.5). Input: decoded source.
//! Output: its pieces in order, as slices. Does not know the meaning of elements: the caller
//! says when the content of one is raw text.

use memchr::{memchr, memmem};

use super::names::{Key, key};

/// A piece of the source.
#[derive(Debug)]
pub(super) enum SourceToken<'a> {
    /// Text with unresolved references.
    Text(&'a str),
    /// A start tag.
    Start(StartTag<'a>),
    /// An end tag.
    End(Key),
    /// `<![CDATA[`, which is a comment in HTML and text in pictures and formulas.
    Cdata,
}

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartTag<'a> {
    pub(super) key: Key,
    /// Value of its first `href` attribute, with unresolved references.
    pub(super) href: Option<&'a str>,
    /// Whether it ends in `/>`.
    pub(super) self_closing: bool,
}

/// Iterates over a page.
pub(super) struct Pieces<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    /// The next piece; `None` at the end. A piece truncated by the end of the page is dropped.
    pub(super) fn next(&mut self) -> Option<SourceToken<'a>> {
        loop {
            let markup = self.markup_start();
            if markup > self.at {
                let text = self.source.get(self.at..markup)?;
                self.at = markup;
                return Some(SourceToken::Text(text));
            }
            match self.byte(self.at + 1)? {
                b'/' => match self.byte(self.at + 2) {
                    Some(b'>') => self.at += 3,
                    Some(c) if c.is_ascii_alphabetic() => {
                        return self.tag(2).map(|tag| SourceToken::End(tag.key));
                    }
                    _ => self.skip_past(b">"),
                },
                b'!' => {
                    let rest = self.rest(self.at + 2);
                    if rest.starts_with(b"--") {
                        self.skip_comment();
                    } else {
                        let is_cdata = rest.starts_with(b"[CDATA[");
                        self.skip_past(b">");
                        if is_cdata {
                            return Some(SourceToken::Cdata);
                        }
                    }
                }
                b'?' => self.skip_past(b">"),
                _ => return self.tag(1).map(SourceToken::Start),
            }
        }
    }

    /// The content of the element just opened, up to its end tag `</name`, which is read next.
    pub(super) fn raw(&mut self, name: Key) -> &'a str {
        let from = self.at;
        let mut at = from;
        loop {
            let Some(found) = memmem::find(self.rest(at), b"</") else {
                at = self.source.len();
                break;
            };
            at += found;
            if self.is_tag(at + 2, name) {
                break;
            }
            at += 2;
        }
        self.at = at;
        self.source.get(from..at).unwrap_or_default()
    }

    /// As [`Self::raw`] for a script, in which comments hide end tags (13.2.5.15 and on).
    pub(super) fn script(&mut self) -> &'a str {
        const SCRIPT: Key = key(b"script");
        let from = self.at;
        let mut at = from;
        let (mut escaped, mut doubly) = (false, false);
        loop {
            let step = memchr::memchr2(b'<', b'-', self.rest(at));
            let Some(found) = step else {
                at = self.source.len();
                break;
            };
            at += found;
            let rest = self.rest(at);
            if rest.starts_with(b"-->") {
                (escaped, doubly) = (false, false);
                at += 3;
            } else if rest.starts_with(b"<!--") && !escaped {
                escaped = true;
                // The dashes may also end it, as in `<!-->`.
                at += 2;
            } else if rest.starts_with(b"</") && self.is_tag(at + 2, SCRIPT) {
                if !doubly {
                    break;
                }
                doubly = false;
                at += 2;
            } else if escaped && rest.starts_with(b"<") && self.is_tag(at + 1, SCRIPT) {
                doubly = true;
                at += 1;
            } else {
                at += 1;
            }
        }
        self.at = at;
        self.source.get(from..at).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied()
    }

    fn rest(&self, from: usize) -> &'a [u8] {
        self.source.as_bytes().get(from..).unwrap_or_default()
    }

    /// The position of the next tag or comment; the length of the source without one.
    fn markup_start(&self) -> usize {
        let mut at = self.at;
        while let Some(found) = memchr(b'<', self.rest(at)) {
            at += found;
            match (self.byte(at + 1), self.byte(at + 2)) {
                (Some(b'/'), Some(_)) | (Some(b'!' | b'?'), _) => return at,
                (Some(c), _) if c.is_ascii_alphabetic() => return at,
                _ => at += 1,
            }
        }
        self.source.len()
    }

    fn skip_past(&mut self, end: &[u8]) {
        let rest = self.rest(self.at);
        let found = memmem::find(rest, end);
        self.at += found.map_or(rest.len(), |found| found + end.len());
    }

    fn skip_comment(&mut self) {
        self.at += "<!--".len();
        let rest = self.rest(self.at);
        if rest.starts_with(b">") {
            self.at += 1;
        } else if rest.starts_with(b"->") {
            self.at += 2;
        } else {
            loop {
                self.skip_past(b"--");
                let rest = self.rest(self.at);
                if rest.starts_with(b">") {
                    self.at += 1;
                } else if rest.starts_with(b"!>") {
                    self.at += 2;
                } else if !rest.is_empty() {
                    // A third dash may be the second one of the end.
                    self.at -= usize::from(rest.starts_with(b"-"));
                    continue;
                }
                return;
            }
        }
    }

    /// Whether a tag named `name` is at `at`.
    fn is_tag(&self, at: usize, name: Key) -> bool {
        let rest = self.rest(at);
        let end = rest.iter().take(17).position(|b| ends_name(*b));
        end.and_then(|end| rest.get(..end))
            .is_some_and(|written| key(written) == name)
    }

    /// Reads the tag whose name starts after `skip` bytes.
    fn tag(&mut self, skip: usize) -> Option<StartTag<'a>> {
        let begin = self.at + skip;
        let length = self.rest(begin).iter().position(|b| ends_name(*b));
        let Some(length) = length else {
            self.at = self.source.len();
            return None;
        };
        let key = key(self.source.as_bytes().get(begin..begin + length)?);
        let mut attributes = Attributes {
            source: self.source,
            at: begin + length,
        };
        let mut href = None;
        loop {
            match attributes.step() {
                Some(Step::Attribute(name, value)) => {
                    if href.is_none() && name.eq_ignore_ascii_case("href") {
                        href = Some(value);
                    }
                }
                Some(Step::End { self_closing }) => {
                    self.at = attributes.at;
                    return Some(StartTag {
                        key,
                        href,
                        self_closing,
                    });
                }
                None => {
                    self.at = self.source.len();
                    return None;
                }
            }
        }
    }
}

enum Step<'a> {
    Attribute(&'a str, &'a str),
    End { self_closing: bool },
}

/// Iterates over the attributes of one tag; stops after its `>`.
struct Attributes<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Attributes<'a> {
    /// The next attribute, or the end; `None` if the page ends first.
    fn step(&mut self) -> Option<Step<'a>> {
        let bytes = self.source.as_bytes();
        loop {
            match bytes.get(self.at)? {
                b'>' => {
                    self.at += 1;
                    return Some(Step::End {
                        self_closing: false,
                    });
                }
                b'/' if *bytes.get(self.at + 1)? == b'>' => {
                    self.at += 2;
                    return Some(Step::End { self_closing: true });
                }
                b'/' => self.at += 1,
                c if is_space(*c) => self.at += 1,
                _ => break,
            }
        }
        let begin = self.at;
        // An equals sign at the very start belongs to the name.
        let after_first = bytes.get(begin + 1..)?;
        self.at += 1 + after_first
            .iter()
            .position(|b| ends_name(*b) || *b == b'=')?;
        let name = self.source.get(begin..self.at)?;
        self.skip_spaces()?;
        if *bytes.get(self.at)? != b'=' {
            return Some(Step::Attribute(name, ""));
        }
        self.at += 1;
        self.skip_spaces()?;
        let value = match bytes.get(self.at)? {
            quote @ (b'"' | b'\'') => {
                let begin = self.at + 1;
                let length = memchr(*quote, bytes.get(begin..)?)?;
                self.at = begin + length + 1;
                self.source.get(begin..begin + length)?
            }
            _ => {
                let begin = self.at;
                let mut rest = bytes.get(begin..)?.iter();
                self.at += rest.position(|b| is_space(*b) || *b == b'>')?;
                self.source.get(begin..self.at)?
            }
        };
        Some(Step::Attribute(name, value))
    }

    fn skip_spaces(&mut self) -> Option<()> {
        let rest = self.source.as_bytes().get(self.at..)?;
        self.at += rest.iter().position(|b| !is_space(*b))?;
        Some(())
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}
