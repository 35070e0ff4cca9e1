//! Walks the part of a page that contains kept texts, and emits its content. Input: node
//! features and the kept text nodes. Output: blocks, words, pictures and code for a [`Builder`].
//! Non-text content between kept texts (pictures, tables, code, lists) is included.

use std::collections::HashMap;

use super::super::features::{BodyTree, Item};
use super::builder::Builder;
use super::data_tables::Table;
use super::footnotes::Notes;
use super::{BlockKind, OutputEvent, Style};
use super::{code, pictures};
use crate::page::{Page, is_block};

/// Nodes above the first kept text in which a picture belongs to it.
const LEAD_NODES: usize = 60;

/// A part of a page, and which of its texts are kept.
pub(super) struct ContentWalker<'a> {
    page: &'a Page,
    tree: &'a BodyTree<'a>,
    marks: &'a [bool],
    /// The number of kept text nodes before each node, so that any range takes two look-ups.
    before: Vec<usize>,
    /// The part.
    root: usize,
    /// First kept node and one past the last one.
    first: usize,
    last: usize,
    /// Whether all of the part is kept.
    whole: bool,
    notes: Notes,
}

impl<'a> ContentWalker<'a> {
    /// The part of `tree` that contains all of the `kept` text nodes.
    pub fn of(page: &'a Page, tree: &'a BodyTree<'a>, marks: &'a [bool], kept: &[bool]) -> Self {
        let first = kept.iter().position(|kept| *kept).unwrap_or(0);
        let last = kept.iter().rposition(|kept| *kept).unwrap_or(first) + 1;
        let mut root = first;
        while let Some(item) = tree.get(root) {
            // Rows and items need their table or list.
            let part = matches!(
                item.name(),
                "" | "tr" | "td" | "th" | "li" | "dt" | "dd" | "tbody"
            ) || !is_block(item.name());
            if root == 0 || item.end >= last && !part {
                break;
            }
            root = item.parent;
        }
        Self::with(page, tree, marks, kept, root, (first, last))
    }

    /// Everything in `root`.
    pub fn whole(page: &'a Page, tree: &'a BodyTree<'a>, marks: &'a [bool], root: usize) -> Self {
        let end = tree.get(root).map_or(root, |item| item.end);
        let kept: Vec<bool> = tree
            .items
            .iter()
            .enumerate()
            .map(|(at, item)| (root..end).contains(&at) && item.element.is_none() && item.chars > 0)
            .collect();
        let mut walk = Self::with(page, tree, marks, &kept, root, (root, end));
        walk.whole = true;
        walk
    }

    fn with(
        page: &'a Page,
        tree: &'a BodyTree<'a>,
        marks: &'a [bool],
        kept: &[bool],
        root: usize,
        (first, last): (usize, usize),
    ) -> Self {
        let mut before = Vec::with_capacity(kept.len() + 1);
        let mut count = 0;
        before.push(0);
        for kept in kept {
            count += usize::from(*kept);
            before.push(count);
        }
        let end = tree.get(root).map_or(root, |item| item.end);
        let holds = |from: usize, to: usize| before.get(to) > before.get(from);
        let notes = Notes::of(page, tree, root..end, holds);
        Self {
            page,
            tree,
            marks,
            before,
            root,
            first,
            last,
            whole: false,
            notes,
        }
    }

    /// Writes the part and its notes.
    pub fn write(&self, builder: &mut Builder) {
        let end = self.tree.get(self.root).map_or(self.root, |item| item.end);
        builder.boundary();
        let depth = builder.depth();
        self.range(builder, self.root, end, false);
        builder.close_to(depth);
        for (number, note) in self.notes.targets() {
            let end = self.tree.get(note).map_or(note, |item| item.end);
            let depth = builder.depth();
            builder.open(BlockKind::Note(number));
            self.range(builder, note + 1, end, true);
            builder.close_to(depth);
        }
    }

    /// Whether a range of nodes contains kept text.
    fn holds(&self, from: usize, to: usize) -> bool {
        self.before.get(to) > self.before.get(from)
    }

    /// Writes the nodes of a range; for a note all of them, without back links to its mark.
    fn range(&self, builder: &mut Builder, from: usize, to: usize, is_note: bool) {
        let mut state = State {
            style: Style::default(),
            open: Vec::new(),
            all_until: if is_note { to } else { 0 },
            muted_until: 0,
            tables: HashMap::new(),
        };
        let mut at = from;
        while at < to {
            state.close(builder, at);
            let Some(item) = self.tree.get(at) else { break };
            let is_back = is_note && self.notes.is_backlink(at);
            let is_elsewhere = !is_note && self.notes.is_target(at);
            if is_back || is_elsewhere {
                at = item.end;
                continue;
            }
            at = if item.element.is_none() {
                self.text(builder, &mut state, at, item);
                at + 1
            } else {
                self.element(builder, &mut state, at, item)
            };
        }
        state.close(builder, to);
    }

    fn text(&self, builder: &mut Builder, state: &mut State, at: usize, item: &Item<'_>) {
        if item.chars == 0 {
            builder.gap();
        } else if at < state.muted_until {
            // A mark replaces the text here.
        } else if at < state.all_until || self.holds(at, at + 1) {
            builder.text(item.text, state.style);
        } else {
            builder.gap();
        }
    }

    /// Writes or opens an element; returns the next node.
    fn element(
        &self,
        builder: &mut Builder,
        state: &mut State,
        at: usize,
        item: &Item<'_>,
    ) -> usize {
        let all = at < state.all_until;
        let kept = all || self.holds(at, item.end);
        let adopted = !kept && self.is_adopted(at, item);
        if adopted {
            state.all_until = item.end;
        }
        // A figure is kept even if its caption was not.
        let pictured = item.name() == "figure" && self.is_picture_place(at);
        let shown = kept || adopted || pictured;
        match item.name() {
            "br" if self.is_between(at) || all => builder.line_break(),
            "hr" if self.is_between(at) => builder.between(OutputEvent::Rule),
            "img" | "picture" | "video" | "audio" => {
                if all || adopted || self.is_picture_place(at) {
                    self.media(builder, state.style, at, item);
                }
                return item.end;
            }
            "pre" | "xmp" | "listing" if shown => {
                let (code, language) = code::code(self.tree, at);
                if !code.is_empty() {
                    builder.between(OutputEvent::Code(code, language));
                }
                return item.end;
            }
            // Controls that are not readable text.
            "button" | "input" | "textarea" | "label" | "map" if !kept || !is_wordy(item) => {
                return item.end;
            }
            _ if !shown && !self.may_hold_pictures(at, item) => {
                if is_block(item.name()) {
                    builder.boundary();
                } else {
                    builder.gap();
                }
                return item.end;
            }
            _ => self.enter(builder, state, at, item, shown),
        }
        at + 1
    }

    /// Opens the block for an element.
    fn enter(
        &self,
        builder: &mut Builder,
        state: &mut State,
        at: usize,
        item: &Item<'_>,
        shown: bool,
    ) {
        let style = state.style;
        let name = item.name();
        let boundary = is_block(name) || matches!(name, "td" | "th" | "caption");
        let block = shown
            .then(|| self.block(builder, state, at, item))
            .flatten();
        if boundary || block.is_some() {
            builder.boundary();
        } else if shown {
            self.restyle(builder, state, at, item);
        }
        let depth = builder.depth();
        if let Some(block) = block {
            builder.open(block);
        }
        let opened = builder.depth() > depth;
        state.open.push(Open {
            end: item.end,
            style,
            depth: opened.then_some(depth),
            boundary,
        });
    }

    fn block(
        &self,
        builder: &Builder,
        state: &mut State,
        at: usize,
        item: &Item<'_>,
    ) -> Option<BlockKind> {
        let in_table = |state: &State| state.tables.values().any(|end| at < *end);
        Some(match item.name() {
            name @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
                let level = name.trim_start_matches('h').parse().unwrap_or(2);
                if builder.is_inside(|b| matches!(b, BlockKind::Cell(..))) {
                    return None;
                }
                BlockKind::Heading(level)
            }
            "ul" | "menu" => BlockKind::List(None),
            "ol" => BlockKind::List(Some(
                item.attr("start")
                    .and_then(|s| s.trim().parse().ok())
                    .unwrap_or(1),
            )),
            "li" if builder.is_in(|b| matches!(b, BlockKind::List(_))) => BlockKind::Item,
            "blockquote" => BlockKind::Quote,
            "figure" => BlockKind::Figure,
            "figcaption" if builder.is_in(|b| *b == BlockKind::Figure) => BlockKind::Caption,
            "dl" => BlockKind::Definitions,
            "dt" if builder.is_in(|b| *b == BlockKind::Definitions) => BlockKind::Term,
            "dd" if builder.is_in(|b| *b == BlockKind::Definitions) => BlockKind::Meaning,
            "table" if Table::of(self.tree, at).is_data && !in_table(state) => {
                state.tables.insert(at, item.end);
                if item.end > state.all_until {
                    // Rows without their table are incomplete.
                    state.all_until = item.end;
                }
                BlockKind::Table
            }
            "caption" if builder.is_in(|b| *b == BlockKind::Table) => BlockKind::Caption,
            "tr" if builder.is_in(|b| *b == BlockKind::Table) => BlockKind::Row,
            name @ ("td" | "th") if builder.is_in(|b| *b == BlockKind::Row) => {
                let columns = item.attr("colspan").and_then(|c| c.trim().parse().ok());
                BlockKind::Cell(name == "th", columns.unwrap_or(1).clamp(1, 50))
            }
            _ => return None,
        })
    }

    /// Applies the style of an inline element to its words.
    fn restyle(&self, builder: &mut Builder, state: &mut State, at: usize, item: &Item<'_>) {
        let style = &mut state.style;
        match item.name() {
            "b" | "strong" => {
                style.strong = !builder.is_inside(|b| matches!(b, BlockKind::Heading(_)))
            }
            "i" | "em" | "cite" | "dfn" | "var" => style.emphasis = true,
            "code" | "kbd" | "samp" | "tt" => style.code = true,
            "del" | "s" | "strike" => style.struck = true,
            "sup" => style.raised = true,
            "sub" => style.lowered = true,
            "a" => {
                if let Some(number) = self.notes.mark_at(at) {
                    builder.inline(OutputEvent::NoteMark(number), Style::default());
                    // The mark replaces its words.
                    state.muted_until = item.end;
                } else if let Some(address) = item.attr("href").and_then(|h| link(self.page, h)) {
                    style.link = Some(builder.link(address));
                }
            }
            _ => {}
        }
    }

    fn media(&self, builder: &mut Builder, style: Style, at: usize, item: &Item<'_>) {
        match item.name() {
            name @ ("video" | "audio") => {
                if let Some(address) = pictures::source(self.page, self.tree, at) {
                    builder.between(OutputEvent::Media(name == "video", address));
                }
            }
            _ => {
                let Some(picture) = pictures::picture(self.page, self.tree, at) else {
                    return;
                };
                // A small picture in a text is a character, described by its alternative text.
                if picture.is_sign {
                    builder.text(&picture.alt, style);
                } else if !picture.is_ornament() {
                    builder.inline(
                        OutputEvent::Image {
                            address: picture.address,
                            alt: picture.alt,
                            link: style.link,
                        },
                        style,
                    );
                }
            }
        }
    }

    fn is_between(&self, at: usize) -> bool {
        (self.first..self.last).contains(&at)
    }

    /// Whether a picture here belongs to the text: between kept texts, or shortly above.
    fn is_picture_place(&self, at: usize) -> bool {
        at < self.last && at + LEAD_NODES >= self.first && !self.is_noise(at)
    }

    /// Whether an element without kept text may contain relevant pictures.
    fn may_hold_pictures(&self, at: usize, item: &Item<'_>) -> bool {
        let figure = matches!(item.name(), "figure" | "figcaption");
        item.end > at + 1
            && (item.chars < 40
                || figure
                || item.chars > 0 && self.is_picture_place(at) && item.end < at + 30)
            && self.is_picture_place(item.end.saturating_sub(1).max(at))
            && !self.is_noise(at)
    }

    /// Whether a table, code, a list, a quote or a caption without kept text is between kept texts
    /// of the same part, so that it belongs to it.
    fn is_adopted(&self, at: usize, item: &Item<'_>) -> bool {
        let named = match item.name() {
            "pre" => true,
            "table" => Table::of(self.tree, at).is_data,
            "ul" | "ol" | "dl" | "blockquote" => true,
            "figcaption" => return self.is_picture_place(at),
            _ => false,
        };
        if !named || item.chars == 0 || item.link_chars * 2 > item.chars || self.is_noise(at) {
            return false;
        }
        let mut above = item.parent;
        for _ in 0..2 {
            let Some(parent) = self.tree.get(above) else {
                return false;
            };
            if self.holds(above, at) && self.holds(item.end, parent.end) {
                return true;
            }
            above = parent.parent;
        }
        false
    }

    /// Whether a node is noise or inside noise.
    fn is_noise(&self, at: usize) -> bool {
        if self.whole {
            return false;
        }
        let mut at = at;
        while at > self.root {
            let Some(item) = self.tree.get(at) else {
                return false;
            };
            let noise = self.marks.get(at).copied().unwrap_or(false);
            // Captions are not article text, but are kept with their picture.
            if noise && item.name() != "figcaption" && !self.holds(at, item.end) {
                return true;
            }
            at = item.parent;
        }
        false
    }
}

/// An absolute link that may be followed; `None` if it would execute something.
fn link(page: &Page, href: &str) -> Option<String> {
    let href = href.trim();
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let url = page.join(href)?;
    let safe = matches!(url.scheme(), "http" | "https" | "mailto" | "tel" | "ftp");
    safe.then(|| url.into())
}

/// Whether a control contains a text rather than a word or two.
fn is_wordy(item: &Item<'_>) -> bool {
    item.chars > 60
}

/// The open elements during the walk.
struct State {
    style: Style,
    open: Vec<Open>,
    /// All text before this node is kept.
    all_until: usize,
    /// No text before this node is written.
    muted_until: usize,
    /// Data tables with their ends.
    tables: HashMap<usize, usize>,
}

impl State {
    /// Closes everything that ends before node `at`.
    fn close(&mut self, builder: &mut Builder, at: usize) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            if let Some(depth) = open.depth {
                builder.close_to(depth);
            } else if open.boundary {
                builder.boundary();
            }
            self.style = open.style;
        }
    }
}

struct Open {
    end: usize,
    /// The style before it.
    style: Style,
    /// The number of blocks open before it, if it opened some.
    depth: Option<usize>,
    boundary: bool,
}
