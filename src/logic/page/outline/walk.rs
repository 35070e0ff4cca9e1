//! One pass over the tags of a page. Flows in: source. Flows out: its outline, or nothing as soon
//! as the tree could differ from the tags. Two things matter to the tree's opinion: what is open
//! inside a link or heading (`inside`), and whether a `p` is open outside, which blocks would close.

use super::inside::Inside;
use super::names::{Key, Kind, key, kind};
use super::said::Said;
use super::tags::{Piece, Pieces, Tag};
use super::{Link, Outline, foreign, references};
use crate::page::parse::serialised::is_xml_serialised;

/// Open elements up to which depth cannot have reached the tree's limit, whatever was left open.
const SHALLOW: usize = 100;

/// Goes through `source`.
pub(super) fn walk(source: &str) -> Option<Outline<'_>> {
    // What becomes of it depends on where it stands.
    if memchr::memchr(0, source.as_bytes()).is_some() {
        return None;
    }
    let mut walk = Walk {
        source,
        pieces: Pieces::new(source),
        outline: Outline::default(),
        has_title: false,
        h1: None,
        inside: Inside::default(),
        paragraph: false,
        scopes: Vec::new(),
        in_select: false,
        in_template: false,
        depth: 0,
        empties: None,
        said: Said::nothing(),
    };
    while let Some(piece) = walk.pieces.next() {
        match piece {
            Piece::Text(text) => walk.text(text),
            Piece::Start(tag) => walk.start(tag)?,
            Piece::End(key) => walk.end(key, kind(key))?,
            Piece::Cdata => {}
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
    inside: Inside,
    /// Whether a `p` may be open that a block would close.
    paragraph: bool,
    /// Open elements that hide a `p` outside, and whether there may be one.
    scopes: Vec<(Key, bool)>,
    in_select: bool,
    in_template: bool,
    /// Elements begun and not ended, those aside that close each other.
    depth: usize,
    /// Whether `/>` ends any element; asked when it first matters.
    empties: Option<bool>,
    said: Said,
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

    fn start(&mut self, tag: Tag<'a>) -> Option<()> {
        let kind = kind(tag.key);
        if self.in_select && !matches!(kind, Kind::Choice | Kind::Rule | Kind::Script) {
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

    fn link(&mut self, tag: Tag<'a>, kind: Kind) {
        let is_anchor = kind == Kind::Anchor;
        if (is_anchor || kind == Kind::Area)
            && let Some(href) = tag.href
        {
            self.outline.links.push(Link {
                href: references::address(href),
                is_anchor,
            });
        }
    }

    /// Whether `/>` ends an element of this kind, which in HTML it does not.
    fn closes_itself(&mut self, kind: Kind) -> bool {
        let never = matches!(
            kind,
            Kind::Area | Kind::Base | Kind::Void | Kind::Rule | Kind::Structure | Kind::Foreign
        );
        let source = self.source;
        !never
            && *self
                .empties
                .get_or_insert_with(|| is_xml_serialised(source))
    }

    fn start_outside(&mut self, tag: Tag<'a>, kind: Kind) -> Option<()> {
        match kind {
            Kind::Ordinary | Kind::Special => self.depth += 1,
            Kind::Anchor => {
                self.depth += 1;
                if tag.href.is_some() {
                    self.inside.begin_anchor();
                }
            }
            Kind::TopHeading if self.h1.is_none() => {
                self.paragraph = false;
                if self.depth > SHALLOW {
                    return None;
                }
                self.h1 = Some(String::new());
                self.inside.begin_heading(tag.key);
            }
            Kind::Paragraph => self.paragraph = true,
            Kind::Block | Kind::TopHeading | Kind::Heading | Kind::Form => {
                self.paragraph = false;
                self.depth += 1;
            }
            Kind::Item | Kind::Rule => self.paragraph = false,
            Kind::Scope | Kind::Template | Kind::Table => {
                self.in_template |= kind == Kind::Template;
                self.depth += 1;
                let outside = self.scopes.last().is_some_and(|(_, open)| *open);
                self.scopes.push((tag.key, self.paragraph || outside));
                self.paragraph = false;
            }
            Kind::Select => self.in_select = true,
            Kind::Odd => return None,
            Kind::Raw => self.paragraph &= tag.key != key(b"xmp"),
            Kind::Area
            | Kind::Base
            | Kind::Title
            | Kind::TablePart
            | Kind::Choice
            | Kind::Void
            | Kind::Script
            | Kind::TextArea
            | Kind::Foreign
            | Kind::Structure => {}
        }
        Some(())
    }

    fn start_inside(&mut self, tag: Tag<'a>, kind: Kind) -> Option<()> {
        let is_button = tag.key == key(b"button");
        if is_button && self.scopes.iter().any(|(open, _)| *open == tag.key) {
            return None;
        }
        let begins_heading = kind == Kind::TopHeading && self.h1.is_none();
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

    /// Takes what the element says itself, and passes over content that is not markup.
    fn content(&mut self, tag: Tag<'a>, kind: Kind) -> Option<()> {
        match kind {
            Kind::Base => {
                if self.in_template || self.inside.any() {
                    return None;
                }
                if self.outline.base.is_none() {
                    self.outline.base = tag.href.map(references::address);
                }
            }
            Kind::Title => {
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
            Kind::Raw => {
                let text = self.pieces.raw(tag.key);
                self.raw_text(text)?;
            }
            Kind::Script => {
                let text = self.pieces.script();
                self.raw_text(text)?;
            }
            Kind::TextArea => {
                self.pieces.raw(tag.key);
                return (!self.inside.heading()).then_some(());
            }
            Kind::Foreign if !tag.self_closing => {
                let heading = self.inside.heading();
                let text = self.h1.as_mut().filter(|_| heading);
                foreign::pass(&mut self.pieces, tag.key, text)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Scripts and styles are text of the heading they stand in, for the tree.
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

    fn end(&mut self, key: Key, kind: Kind) -> Option<()> {
        if self.in_select {
            return match kind {
                Kind::Choice | Kind::Script => Some(()),
                Kind::Select => {
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
            Kind::Paragraph => self.paragraph = false,
            Kind::Scope | Kind::Template | Kind::Table => {
                self.depth = self.depth.saturating_sub(1);
                if let Some(at) = self.scopes.iter().rposition(|(open, _)| *open == key) {
                    let hidden = self.scopes.drain(at..).any(|(_, open)| open);
                    self.paragraph |= hidden;
                }
            }
            Kind::Anchor
            | Kind::Ordinary
            | Kind::Special
            | Kind::Block
            | Kind::Form
            | Kind::TopHeading
            | Kind::Heading => self.depth = self.depth.saturating_sub(1),
            Kind::Odd => return None,
            _ => {}
        }
        Some(())
    }
}
