//! The open elements inside a link or the first heading. Input: tags. Output: where both end,
//! or nothing as soon as a tag reaches outside or the parser would repair something: it then closes
//! and repeats elements in ways that only the tree shows (WHATWG HTML, 13.2.6.4.7).

use super::names::{ElementRole, Key, key};

/// Open elements, from the outer one of the link and the heading on.
#[derive(Default)]
pub(super) struct OpenElements {
    open: Vec<(Key, ElementRole)>,
    /// The position of the link among them.
    anchor: Option<usize>,
    /// The position of the heading.
    heading: Option<usize>,
}

impl OpenElements {
    /// Whether a link or the heading is open.
    pub(super) fn any(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether the heading is open.
    pub(super) fn heading(&self) -> bool {
        self.heading.is_some()
    }

    /// Opens a link, with nothing else open.
    pub(super) fn begin_anchor(&mut self) {
        self.anchor = Some(self.open.len());
        self.open.push((key(b"a"), ElementRole::Anchor));
    }

    /// Opens the heading, with nothing else open.
    pub(super) fn begin_heading(&mut self, key: Key) {
        self.open.push((key, ElementRole::TopHeading));
        self.heading_is_open();
    }

    /// The most recently opened element is the heading.
    pub(super) fn heading_is_open(&mut self) {
        self.heading = self.open.len().checked_sub(1);
    }

    /// Opens an element; `paragraph`: whether an outside `p` may be open that blocks close.
    pub(super) fn start(
        &mut self,
        key: Key,
        kind: ElementRole,
        is_link: bool,
        paragraph: bool,
    ) -> Option<()> {
        match kind {
            ElementRole::Void
            | ElementRole::Area
            | ElementRole::Base
            | ElementRole::Title
            | ElementRole::Script
            | ElementRole::TextArea
            | ElementRole::Foreign => {}
            ElementRole::Raw if key != super::names::key(b"xmp") => {}
            ElementRole::Anchor => {
                if let Some(at) = self.anchor {
                    self.close(at)?;
                }
                if is_link {
                    self.anchor = Some(self.open.len());
                } else if self.any() {
                    // A link without an address is open and may be repeated, which only changes the
                    // meaning of its end tag.
                    return None;
                }
                if is_link {
                    self.open.push((key, kind));
                }
            }
            ElementRole::Ordinary | ElementRole::Special | ElementRole::Scope => {
                self.open.push((key, kind))
            }
            ElementRole::Paragraph | ElementRole::Block | ElementRole::Rule => {
                self.no_paragraph(paragraph)?;
                if kind != ElementRole::Rule {
                    self.open.push((key, kind));
                }
            }
            ElementRole::TopHeading | ElementRole::Heading => {
                self.no_paragraph(paragraph)?;
                if matches!(
                    self.open.last(),
                    Some((_, ElementRole::TopHeading | ElementRole::Heading))
                ) {
                    return None;
                }
                self.open.push((key, kind));
            }
            ElementRole::Item => {
                // Without a list of its own inside, it may close an outside item.
                let list = self
                    .open
                    .iter()
                    .rposition(|(_, kind)| *kind == ElementRole::Block)?;
                let closes = self.open.get(list..)?;
                if closes.iter().any(|(_, kind)| *kind == ElementRole::Item)
                    || !is_list(*closes.first()?)
                {
                    return None;
                }
                self.no_paragraph(paragraph)?;
                self.open.push((key, kind));
            }
            ElementRole::Raw
            | ElementRole::Form
            | ElementRole::Template
            | ElementRole::Table
            | ElementRole::TablePart
            | ElementRole::Select
            | ElementRole::Choice
            | ElementRole::Structure
            | ElementRole::Odd => return None,
        }
        Some(())
    }

    /// Closes an element.
    pub(super) fn end(&mut self, key: Key, kind: ElementRole, paragraph: bool) -> Option<()> {
        if matches!(
            kind,
            ElementRole::Raw
                | ElementRole::Script
                | ElementRole::TextArea
                | ElementRole::Title
                | ElementRole::Structure
        ) {
            // Raw text elements were open; the others close nothing that is open.
            return Some(());
        }
        let is_it = |(open, open_kind): &(Key, ElementRole)| {
            *open == key || (is_heading(kind) && is_heading(*open_kind))
        };
        if let Some(at) = self.open.iter().rposition(is_it) {
            return self.close(at);
        }
        if self.anchor.is_some() || kind == ElementRole::Anchor {
            return (kind == ElementRole::Paragraph && !paragraph).then_some(());
        }
        // Only inside the heading: it shields outside elements of this kind from end tags.
        match kind {
            ElementRole::Ordinary => Some(()),
            ElementRole::Paragraph if !paragraph => Some(()),
            _ => None,
        }
    }

    /// Closes the element at `at`, if everything inside closes without repair.
    fn close(&mut self, at: usize) -> Option<()> {
        let within = self.open.get(at + 1..)?;
        if within.iter().any(|(_, kind)| kind.is_special()) || self.anchor > Some(at) {
            return None;
        }
        self.open.truncate(at);
        self.anchor = self.anchor.filter(|anchor| *anchor < at);
        self.heading = self.heading.filter(|heading| *heading < at);
        Some(())
    }

    /// `None` if a `p` may be open that the next element would close.
    fn no_paragraph(&self, outside: bool) -> Option<()> {
        let inside = self
            .open
            .iter()
            .any(|(_, kind)| *kind == ElementRole::Paragraph);
        (!outside && !inside).then_some(())
    }
}

fn is_heading(kind: ElementRole) -> bool {
    matches!(kind, ElementRole::TopHeading | ElementRole::Heading)
}

fn is_list((name, _): (Key, ElementRole)) -> bool {
    [
        key(b"ul"),
        key(b"ol"),
        key(b"dl"),
        key(b"menu"),
        key(b"dir"),
    ]
    .contains(&name)
}
