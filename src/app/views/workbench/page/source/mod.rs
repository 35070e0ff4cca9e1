//! The page's source split into rows, with the positions of its elements: the element of a byte,
//! and the row of an element. Long lines are split, so that a row has a constant cost on any page.
//! Pure.
//!
//! Below: drawing its rows.

pub(super) mod view;

use std::sync::Arc;

use super::tree::Tree;
use bowerbird_engine::types::{ElementIndex, PageSource};

/// Maximum bytes of a row; the rest of its line continues in the next one.
const MAX_BYTES: usize = 240;
/// Maximum distance to search back for an end tag.
const LOOK_BACK: usize = 65_536;

/// The source.
#[derive(Clone, Debug, Default)]
pub struct Source {
    text: Arc<str>,
    spans: Arc<Vec<(ElementIndex, u32)>>,
    /// Offsets of rows, with the number of their line; 0 for a continuation.
    rows: Vec<(u32, u32)>,
    /// Indexes in `spans` by element.
    by_element: Vec<(ElementIndex, u32)>,
}

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceRow<'s> {
    /// Its first byte in the source.
    pub from: usize,
    /// Number of its line from 1; 0 for a continuation.
    pub line: u32,
    /// Its text.
    pub text: &'s str,
}

impl Source {
    /// The rows of `source`.
    pub fn of(source: &PageSource) -> Self {
        let text = Arc::clone(&source.text);
        let mut rows = Vec::new();
        let mut from = 0_usize;
        for (number, line) in (1_u32..).zip(text.split_inclusive('\n')) {
            cut(line, from, number, &mut rows);
            from += line.len();
        }
        let mut by_element = source.spans.as_ref().clone();
        by_element.sort_unstable();
        Self {
            spans: Arc::clone(&source.spans),
            text,
            rows,
            by_element,
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Row number `row`.
    pub fn row(&self, row: usize) -> Option<SourceRow<'_>> {
        let (from, line) = *self.rows.get(row)?;
        let end = self
            .rows
            .get(row + 1)
            .map_or(self.text.len(), |(next, _)| *next as usize);
        let text = self.text.get(from as usize..end)?;
        Some(SourceRow {
            from: from as usize,
            line,
            text: text.trim_end_matches(['\n', '\r']),
        })
    }

    /// Digits of the last line's number.
    pub fn digits(&self) -> usize {
        let last = self.rows.iter().rev().map(|(_, line)| *line);
        let last = last.into_iter().find(|line| *line > 0).unwrap_or(1);
        last.to_string().len()
    }

    /// The byte range of the start tag of `element`.
    pub fn tag(&self, element: ElementIndex) -> Option<std::ops::Range<usize>> {
        let place = self
            .by_element
            .binary_search_by_key(&element, |(element, _)| *element)
            .ok()?;
        let from = self.by_element.get(place)?.1 as usize;
        Some(from..from + tag_length(self.text.get(from..)?))
    }

    /// The row in which the start tag of `element` begins.
    pub fn row_of(&self, element: ElementIndex) -> Option<usize> {
        let from = self.tag(element)?.start;
        let after = self
            .rows
            .partition_point(|(start, _)| *start as usize <= from);
        after.checked_sub(1)
    }

    /// Start tags that begin within the byte range `range`.
    pub fn tags_in(
        &self,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (ElementIndex, std::ops::Range<usize>)> + '_ {
        // A tag that began in an earlier row may extend into this one.
        let from = range.start.saturating_sub(2_000);
        let first = self.spans.partition_point(|(_, at)| (*at as usize) < from);
        let tags = self.spans.iter().skip(first);
        tags.take_while(move |(_, at)| (*at as usize) < range.end)
            .filter_map(move |(element, at)| {
                let at = *at as usize;
                let tag = at..at + tag_length(self.text.get(at..)?);
                (tag.end > range.start).then_some((*element, tag))
            })
    }

    /// The element around `byte`: that of the last start tag before it, or its parent if it was
    /// closed again.
    pub fn around(&self, byte: usize, tree: &Tree) -> Option<ElementIndex> {
        let after = self.spans.partition_point(|(_, at)| *at as usize <= byte);
        let (mut element, at) = *self.spans.get(after.checked_sub(1)?)?;
        let from = (at as usize).max(byte.saturating_sub(LOOK_BACK));
        let Some(between) = self.text.get(from..byte) else {
            return Some(element);
        };
        for name in end_tags(between) {
            let mut closed = Some(element);
            while let Some(inside) = closed {
                if tree
                    .line(inside)
                    .is_some_and(|line| line.tag.eq_ignore_ascii_case(name))
                {
                    element = tree.parent(inside).unwrap_or(element);
                    break;
                }
                closed = tree.parent(inside);
            }
        }
        Some(element)
    }

    /// The element of the next or previous start tag in the source.
    pub fn beside(&self, element: ElementIndex, forward: bool) -> Option<ElementIndex> {
        let from = self.tag(element)?.start;
        let place = self.spans.partition_point(|(_, at)| (*at as usize) < from);
        let other = if forward {
            place + 1
        } else {
            place.checked_sub(1)?
        };
        self.spans.get(other).map(|(element, _)| *element)
    }

    /// The element of the first start tag.
    pub fn first(&self) -> Option<ElementIndex> {
        self.spans.first().map(|(element, _)| *element)
    }
}

/// Splits a line into rows, at spaces if possible.
fn cut(line: &str, from: usize, number: u32, rows: &mut Vec<(u32, u32)>) {
    let mut rest = line;
    let mut at = from;
    let mut number = number;
    loop {
        let Ok(start) = u32::try_from(at) else {
            return;
        };
        rows.push((start, number));
        if rest.len() <= MAX_BYTES {
            return;
        }
        let mut most = MAX_BYTES;
        while !rest.is_char_boundary(most) {
            most -= 1;
        }
        let head = rest.get(..most).unwrap_or_default();
        let space = head.rfind(' ').map(|space| space + 1);
        let length = space.filter(|s| *s > MAX_BYTES / 2).unwrap_or(most);
        rest = rest.get(length..).unwrap_or_default();
        at += length;
        number = 0;
    }
}

/// Length of the tag at the beginning of `text`; quoted values may contain brackets.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '>' => return at + 1,
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
        if at > LOOK_BACK {
            return at;
        }
    }
    text.len()
}

/// The names of the end tags in `text`, in order.
fn end_tags(text: &str) -> impl Iterator<Item = &str> {
    text.split("</").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| c == '>' || c.is_ascii_whitespace())?;
        rest.get(..end)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use bowerbird_engine::types::TreeLine;

    fn source(text: &str, spans: &[(u32, u32)]) -> Source {
        Source::of(&PageSource {
            text: text.into(),
            spans: Arc::new(spans.to_vec()),
        })
    }

    fn tree(of: &[(u16, &str)]) -> Tree {
        let line = |(element, (depth, tag)): (u32, &(u16, &str))| TreeLine {
            element,
            depth: *depth,
            tag: (*tag).to_owned(),
            id: String::new(),
            classes: String::new(),
            text: String::new(),
            children: 0,
            link: None,
        };
        Tree::of(Arc::new((0..).zip(of).map(line).collect()))
    }

    #[test]
    fn a_byte_belongs_to_the_element_that_is_open_there() {
        let text = "<div>a<p title='>'>b</p>c</div>";
        let source = source(text, &[(1, 0), (2, 6)]);
        let tree = tree(&[(0, "html"), (1, "div"), (2, "p")]);
        let around = |of: &str| source.around(text.find(of).unwrap(), &tree);
        assert_eq!(around("a<"), Some(1));
        assert_eq!(around("b<"), Some(2));
        assert_eq!(around("c<"), Some(1));
        assert_eq!(source.tag(2), Some(6..19));
        assert_eq!(source.beside(1, true), Some(2));
        assert_eq!(source.beside(1, false), None);
        assert_eq!(source.tags_in(10..12).count(), 1, "it reaches in");
        assert_eq!(source.tag(0), None, "the parser added it");
    }

    #[test]
    fn long_lines_are_cut_and_keep_their_numbers() {
        let text = format!("one\n{}\nthree\n", "长".repeat(500));
        let source = source(&text, &[]);
        let rows: Vec<SourceRow<'_>> = (0..source.len())
            .filter_map(|row| source.row(row))
            .collect();
        assert_eq!(rows[0].text, "one");
        assert_eq!(
            rows.last().map(|row| (row.line, row.text)),
            Some((3, "three"))
        );
        assert!(rows.iter().all(|row| row.text.len() <= MAX_BYTES));
        assert_eq!(rows.iter().filter(|row| row.line > 0).count(), 3);
    }

    proptest! {
        #[test]
        fn rows_hold_the_whole_text(text in "(\n|\r\n|[a-z <>/\"é长]{0,300}){0,6}") {
            let source = source(&text, &[]);
            let mut whole = String::new();
            for row in 0..source.len() {
                let row = source.row(row).unwrap();
                prop_assert!(row.from >= whole.len() || row.text.is_empty() || whole.len() - row.from <= 2);
                whole.truncate(row.from);
                while whole.len() < row.from {
                    whole.push('\n');
                }
                whole.push_str(row.text);
            }
            let lines = |text: &str| text.replace('\r', "\n");
            prop_assert!(lines(&text).starts_with(&lines(&whole)));
        }
    }
}
