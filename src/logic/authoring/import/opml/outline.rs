//! The outlines of an OPML file that name a feed. Input: XML. Output: their attributes with
//! line numbers. A document that declares entities is rejected, because such declarations can
//! expand without limit; nothing recurses.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::authoring::import::ImportError;

/// The maximum nesting of outlines (one level per folder).
const DEEPEST: usize = 256;

/// The maximum number of feeds in one file.
const MOST: usize = 20_000;

/// One outline with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpmlOutline {
    /// Line of its tag, from 1.
    pub line: usize,
    /// Attributes by local name (prefixes such as `frss:` left out), in order.
    pub attributes: Vec<(String, String)>,
}

impl OpmlOutline {
    /// The value of an attribute; blank ones count as absent. Names are case-insensitive.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, value)| key.eq_ignore_ascii_case(name) && !value.trim().is_empty())
            .map(|(_, value)| value.as_str())
    }
}

/// All outlines that have an address.
///
/// # Errors
/// If the XML is broken, nests too deep, declares entities, or is not OPML.
pub(super) fn outlines(text: &str) -> Result<Vec<OpmlOutline>, ImportError> {
    let mut reader = Reader::from_str(text);
    let mut lines = Lines::new(text);
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut root: Option<bool> = None;
    loop {
        let at = position(reader.buffer_position());
        let event = reader.read_event().map_err(|_| {
            let at = position(reader.error_position());
            lines.fault(at)
        })?;
        match event {
            Event::Start(tag) => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(ImportError::TooDeep {
                        line: lines.line(at),
                    });
                }
                root.get_or_insert_with(|| is_named(&tag, "opml"));
                keep(&tag, at, &mut lines, &mut found)?;
            }
            Event::Empty(tag) => {
                root.get_or_insert_with(|| is_named(&tag, "opml"));
                keep(&tag, at, &mut lines, &mut found)?;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::DocType(doctype) if declares_entities(&doctype) => {
                let (line, column) = lines.line_and_column(at);
                return Err(ImportError::Entities { line, column });
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if depth > 0 {
        return Err(lines.fault(text.len()));
    }
    if root != Some(true) {
        return Err(ImportError::NotThisFormat {
            format: "opml",
            lacks: "<opml>",
        });
    }
    Ok(found)
}

fn declares_entities(doctype: &[u8]) -> bool {
    doctype
        .windows(8)
        .any(|word| word.eq_ignore_ascii_case(b"<!ENTITY"))
}

fn is_named(tag: &BytesStart<'_>, name: &str) -> bool {
    tag.local_name()
        .as_ref()
        .eq_ignore_ascii_case(name.as_bytes())
}

fn keep(
    tag: &BytesStart<'_>,
    at: usize,
    lines: &mut Lines<'_>,
    found: &mut Vec<OpmlOutline>,
) -> Result<(), ImportError> {
    if !is_named(tag, "outline") || found.len() >= MOST {
        return Ok(());
    }
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|_| lines.fault(at))?;
        let name = attribute.key.local_name();
        let name = String::from_utf8_lossy(name.as_ref()).into_owned();
        // Many programs write a bare `&` in addresses: what does not unescape stays unchanged.
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map(|value| value.into_owned())
            .unwrap_or_else(|_| String::from_utf8_lossy(&attribute.value).replace("&amp;", "&"));
        attributes.push((name, value));
    }
    let outline = OpmlOutline {
        line: lines.line(at),
        attributes,
    };
    if outline.get("xmlUrl").is_some() {
        found.push(outline);
    }
    Ok(())
}

fn position(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// Line numbers by byte offset, counted from the last one requested.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
        }
    }

    fn line(&mut self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        if offset < self.offset {
            self.offset = 0;
            self.line = 1;
        }
        let between = self.text.as_bytes().get(self.offset..offset).unwrap_or(&[]);
        self.line += between.iter().filter(|byte| **byte == b'\n').count();
        self.offset = offset;
        self.line
    }

    fn line_and_column(&mut self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let before = self
            .text
            .as_bytes()
            .get(..offset.min(self.text.len()))
            .unwrap_or(&[]);
        let last = before.rsplit(|byte| *byte == b'\n').next().unwrap_or(&[]);
        (line, String::from_utf8_lossy(last).chars().count() + 1)
    }

    fn fault(&mut self, offset: usize) -> ImportError {
        let (line, column) = self.line_and_column(offset);
        ImportError::Xml { line, column }
    }
}
