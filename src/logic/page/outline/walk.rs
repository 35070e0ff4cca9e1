//! One pass over the tags of a page. Input: source. Output: its outline, or nothing as soon
//! as the tree could differ from the tags. Two things affect the tree: the open elements inside a
//! link or heading (`inside`), and an open outside `p`, which blocks would close.

use super::content_hash::ContentHash;
use super::names::{ElementRole, Key, key, kind};
use super::open_elements::OpenElements;
use super::tags::{Pieces, SourceToken, StartTag};
use super::{Link, Outline, references, svg_and_math};
use crate::page::parse::xml_serialisation::is_xml_serialised;

/// Up to this depth of open elements the tree's limit cannot be reached, whatever was left open.
const SHALLOW: usize = 100;

/// Reads `source`.
pub(super) fn walk(source: &str) -> Option<Outline<'_>> {
    // The effect of a NUL depends on its position.
    if memchr::memchr(0, source.as_bytes()).is_some() {
        return None;
    }
    let mut walk = Walk {
        source,
        pieces: Pieces::new(source),
        outline: Outline::default(),
        has_title: false,
        h1: None,
        inside: OpenElements::default(),
        paragraph: false,
        scopes: Vec::new(),
        in_select: false,
        in_template: false,
        depth: 0,
        empties: None,
        said: ContentHash::nothing(),
    };
    while let Some(piece) = walk.pieces.next() {
        match piece {
            SourceToken::Text(text) => walk.text(text),
            SourceToken::Start(tag) => walk.start(tag)?,
            SourceToken::End(key) => walk.end(key, kind(key))?,
            SourceToken::Cdata => {}
        }
    }
    walk.outline.h1 = walk.h1.as_deref().unwrap_or_default().trim().to_owned();
    walk.outline.said = walk.said.number();
    Some(walk.outline)
}

struct Walk<'a> {
    source: &'a str,
    pieces: Pieces<'a>,
    outline: Outline<'a>,
    has_title: bool,
    h1: Option<String>,
    inside: OpenElements,
    /// Whether a `p` may be open that a block would close.
    paragraph: bool,
    /// Open elements that shield an outside `p`, and whether there may be one.
    scopes: Vec<(Key, bool)>,
    in_select: bool,
    in_template: bool,
    /// Open elements, except those that close each other.
    depth: usize,
    /// Whether `/>` ends any element; computed on first use.
    empties: Option<bool>,
    said: ContentHash,
}

impl<'a> Walk<'a> {
    fn text(&mut self, raw: &str) {
        self.said.take(raw);
        if self.inside.heading()
            && let Some(h1) = &mut self.h1
        {
            h1.push_str(&references::text(raw));
        }
    }

    fn start(&mut self, tag: StartTag<'a>) -> Option<()> {
        let kind = kind(tag.key);
        if self.in_select
            && !matches!(
                kind,
                ElementRole::Choice | ElementRole::Rule | ElementRole::Script
            )
        {
            return None;
        }
        let is_empty = tag.self_closing && self.closes_itself(kind);
        if self.inside.any() {
            self.start_inside(tag, kind)?;
        } else {
            self.start_outside(tag, kind)?;
        }
        self.link(tag, kind);
        if is_empty {
            return self.end(tag.key, kind);
        }
        self.content(tag, kind)
    }

    fn link(&mut self, tag: StartTag<'a>, kind: ElementRole) {
        let is_anchor = kind == ElementRole::Anchor;
        if (is_anchor || kind == ElementRole::Area)
            && let Some(href) = tag.href
        {
            self.outline.links.push(Link {
                href: references::address(href),
                is_anchor,
            });
        }
    }

    /// Whether `/>` ends an element of this kind; in HTML it does not.
    fn closes_itself(&mut self, kind: ElementRole) -> bool {
        let never = matches!(
            kind,
            ElementRole::Area
                | ElementRole::Base
                | ElementRole::Void
                | ElementRole::Rule
                | ElementRole::Structure
                | ElementRole::Foreign
        );
        let source = self.source;
        !never
            && *self
                .empties
                .get_or_insert_with(|| is_xml_serialised(source))
    }

    fn start_outside(&mut self, tag: StartTag<'a>, kind: ElementRole) -> Option<()> {
        match kind {
            ElementRole::Ordinary | ElementRole::Special => self.depth += 1,
            ElementRole::Anchor => {
                self.depth += 1;
                if tag.href.is_some() {
                    self.inside.begin_anchor();
                }
            }
            ElementRole::TopHeading if self.h1.is_none() => {
                self.paragraph = false;
                if self.depth > SHALLOW {
                    return None;
                }
                self.h1 = Some(String::new());
                self.inside.begin_heading(tag.key);
            }
            ElementRole::Paragraph => self.paragraph = true,
            ElementRole::Block
            | ElementRole::TopHeading
            | ElementRole::Heading
            | ElementRole::Form => {
                self.paragraph = false;
                self.depth += 1;
            }
            ElementRole::Item | ElementRole::Rule => self.paragraph = false,
            ElementRole::Scope | ElementRole::Template | ElementRole::Table => {
                self.in_template |= kind == ElementRole::Template;
                self.depth += 1;
                let outside = self.scopes.last().is_some_and(|(_, open)| *open);
                self.scopes.push((tag.key, self.paragraph || outside));
                self.paragraph = false;
            }
            ElementRole::Select => self.in_select = true,
            ElementRole::Odd => return None,
            ElementRole::Raw => self.paragraph &= tag.key != key(b"xmp"),
            ElementRole::Area
            | ElementRole::Base
            | ElementRole::Title
            | ElementRole::TablePart
            | ElementRole::Choice
            | ElementRole::Void
            | ElementRole::Script
            | ElementRole::TextArea
            | ElementRole::Foreign
            | ElementRole::Structure => {}
        }
        Some(())
    }

    fn start_inside(&mut self, tag: StartTag<'a>, kind: ElementRole) -> Option<()> {
        let is_button = tag.key == key(b"button");
        if is_button && self.scopes.iter().any(|(open, _)| *open == tag.key) {
            return None;
        }
        let begins_heading = kind == ElementRole::TopHeading && self.h1.is_none();
        if begins_heading && self.depth > SHALLOW {
            return None;
        }
        self.inside
            .start(tag.key, kind, tag.href.is_some(), self.paragraph)?;
        if begins_heading {
            self.h1 = Some(String::new());
            self.inside.heading_is_open();
        }
        Some(())
    }

    /// Reads the element's own data, and skips content that is not markup.
    fn content(&mut self, tag: StartTag<'a>, kind: ElementRole) -> Option<()> {
        match kind {
            ElementRole::Base => {
                if self.in_template || self.inside.any() {
                    return None;
                }
                if self.outline.base.is_none() {
                    self.outline.base = tag.href.map(references::address);
                }
            }
            ElementRole::Title => {
                let text = self.pieces.raw(tag.key);
                if self.inside.heading() {
                    return None;
                }
                if !self.has_title {
                    self.has_title = true;
                    self.said.take(text);
                    self.outline.title = references::text(text).trim().to_owned();
                }
            }
            ElementRole::Raw => {
                let text = self.pieces.raw(tag.key);
                self.raw_text(text)?;
            }
            ElementRole::Script => {
                let text = self.pieces.script();
                self.raw_text(text)?;
            }
            ElementRole::TextArea => {
                self.pieces.raw(tag.key);
                return (!self.inside.heading()).then_some(());
            }
            ElementRole::Foreign if !tag.self_closing => {
                let heading = self.inside.heading();
                let text = self.h1.as_mut().filter(|_| heading);
                svg_and_math::pass(&mut self.pieces, tag.key, text)?;
            }
            _ => {}
        }
        Some(())
    }

    /// To the tree, scripts and styles are text of the heading that contains them.
    fn raw_text(&mut self, text: &str) -> Option<()> {
        if self.inside.heading()
            && let Some(h1) = &mut self.h1
        {
            if text.contains('\r') {
                return None;
            }
            h1.push_str(text);
        }
        Some(())
    }

    fn end(&mut self, key: Key, kind: ElementRole) -> Option<()> {
        if self.in_select {
            return match kind {
                ElementRole::Choice | ElementRole::Script => Some(()),
                ElementRole::Select => {
                    self.in_select = false;
                    Some(())
                }
                _ => None,
            };
        }
        if self.inside.any() {
            return self.inside.end(key, kind, self.paragraph);
        }
        match kind {
            ElementRole::Paragraph => self.paragraph = false,
            ElementRole::Scope | ElementRole::Template | ElementRole::Table => {
                self.depth = self.depth.saturating_sub(1);
                if let Some(at) = self.scopes.iter().rposition(|(open, _)| *open == key) {
                    let hidden = self.scopes.drain(at..).any(|(_, open)| open);
                    self.paragraph |= hidden;
                }
            }
            ElementRole::Anchor
            | ElementRole::Ordinary
            | ElementRole::Special
            | ElementRole::Block
            | ElementRole::Form
            | ElementRole::TopHeading
            | ElementRole::Heading => self.depth = self.depth.saturating_sub(1),
            ElementRole::Odd => return None,
            _ => {}
        }
        Some(())
    }
}
