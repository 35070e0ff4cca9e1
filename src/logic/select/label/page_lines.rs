//! A page as lines of characters, for finding labels. Input: a page and a scope. Output: its
//! visible text in lines, with the range of every element and text node. White space is folded to
//! one character, which distinguishes a space from a wide gap; nothing recurses over the tree.

use std::ops::Range;

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use crate::page::{ElementIndex, Page, is_block};

/// A space between words.
pub const SPACE: char = ' ';
/// A gap that people use as a separator: a full-width space, or several that do not collapse.
pub const WIDE: char = '\u{3000}';
/// The end of a line.
pub const LINE: char = '\n';

/// A stretch of text: positions of characters in a [`Reading`].
pub type Span = Range<usize>;

/// The lines of a scope.
pub struct Reading<'a> {
    pub page: &'a Page,
    pub chars: Vec<char>,
    /// Lines in order, without line ends; never empty.
    pub lines: Vec<Span>,
    /// Text nodes in order.
    pieces: Vec<Piece<'a>>,
    /// The range of each element, by its number less `first`.
    spans: Vec<Span>,
    first: ElementIndex,
}

/// A text node and its range, including gaps before it.
struct Piece<'a> {
    span: Span,
    node: NodeRef<'a, Node>,
}

impl<'a> Reading<'a> {
    /// Reads `scope` of `page`; empty when there is no such element.
    pub fn new(page: &'a Page, scope: ElementIndex) -> Self {
        let mut reading = Self {
            page,
            chars: Vec::new(),
            lines: Vec::new(),
            pieces: Vec::new(),
            spans: Vec::new(),
            first: scope,
        };
        if let Some(top) = page.element(scope) {
            Reader::default().read(top, &mut reading);
        }
        reading.lines = lines(&reading.chars);
        reading
    }

    pub fn at(&self, position: usize) -> Option<char> {
        self.chars.get(position).copied()
    }

    pub fn before(&self, position: usize) -> Option<char> {
        self.at(position.checked_sub(1)?)
    }

    pub fn slice(&self, span: &Span) -> &[char] {
        self.chars.get(span.clone()).unwrap_or_default()
    }

    /// The text of `span`, each line on one line.
    pub fn text(&self, span: &Span) -> String {
        let plain = |c: &char| if *c == WIDE { SPACE } else { *c };
        self.slice(&self.trimmed(span)).iter().map(plain).collect()
    }

    /// `span` without the gaps at its ends.
    pub fn trimmed(&self, span: &Span) -> Span {
        let (mut from, mut to) = (span.start, span.end);
        while from < to && self.at(from).is_some_and(is_gap) {
            from += 1;
        }
        while from < to && self.before(to).is_some_and(is_gap) {
            to -= 1;
        }
        from..to
    }

    /// The range of `element`, trimmed; empty outside the scope.
    pub fn span(&self, element: ElementIndex) -> Span {
        let at = element.checked_sub(self.first).map(|at| at as usize);
        let span = at.and_then(|at| self.spans.get(at));
        span.map_or(0..0, |span| self.trimmed(span))
    }

    /// Whether `element` is below the scope.
    pub fn is_inside(&self, element: ElementIndex) -> bool {
        self.inside().contains(&element)
    }

    /// The elements below the scope.
    pub fn inside(&self) -> Range<ElementIndex> {
        let count = ElementIndex::try_from(self.spans.len()).unwrap_or(ElementIndex::MAX);
        self.first.saturating_add(1)..self.first.saturating_add(count)
    }

    /// The text node that holds the character at `position`.
    pub fn node_at(&self, position: usize) -> Option<NodeRef<'a, Node>> {
        self.piece_at(position).map(|piece| piece.node)
    }

    /// Whether a text node begins at `position`, ignoring gaps.
    pub fn begins_piece(&self, position: usize) -> bool {
        self.piece_at(position)
            .is_some_and(|piece| self.trimmed(&piece.span).start == position)
    }

    /// The direct parent element of the character at `position`.
    pub fn parent_at(&self, position: usize) -> Option<ElementIndex> {
        let parent = self.node_at(position)?.parent()?;
        self.page.index_of(ElementRef::wrap(parent)?)
    }

    pub fn parent(&self, element: ElementIndex) -> Option<ElementIndex> {
        let parent = self.page.index().parent(element)?;
        (parent >= self.first).then_some(parent)
    }

    /// The lowest element that covers `span`.
    pub fn holder(&self, span: &Span) -> Option<ElementIndex> {
        let span = self.trimmed(span);
        let mut element = self.parent_at(span.start)?;
        loop {
            let covered = self.span(element);
            if covered.start <= span.start && covered.end >= span.end {
                return Some(element);
            }
            element = self.parent(element)?;
        }
    }

    /// The elements that lie in `span`, at most `limit`, in document order.
    pub fn elements_in(
        &self,
        span: &Span,
        holder: ElementIndex,
        limit: usize,
    ) -> Vec<ElementIndex> {
        let from = holder.saturating_sub(self.first) as usize;
        let spans = self.spans.iter().enumerate().skip(from + 1);
        spans
            .take_while(|(_, other)| other.start < span.end)
            .filter(|(_, other)| {
                let inner = self.trimmed(other);
                other.start >= span.start.saturating_sub(1) && inner.end <= span.end
            })
            .take(limit)
            .filter_map(|(at, _)| Some(self.first + u32::try_from(at).ok()?))
            .collect()
    }

    /// The line that holds `position`.
    pub fn line_at(&self, position: usize) -> Option<&Span> {
        let at = self.lines.partition_point(|line| line.end <= position);
        self.lines
            .get(at)
            .filter(|line| line.start <= position && position < line.end)
    }

    fn piece_at(&self, position: usize) -> Option<&Piece<'a>> {
        let at = self
            .pieces
            .partition_point(|piece| piece.span.end <= position);
        self.pieces
            .get(at)
            .filter(|piece| piece.span.contains(&position))
    }
}

/// Whether `c` is white space in a reading.
pub fn is_gap(c: char) -> bool {
    matches!(c, SPACE | WIDE | LINE)
}

fn lines(chars: &[char]) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut from = 0;
    for (at, _) in chars.iter().enumerate().filter(|(_, c)| **c == LINE) {
        lines.push(from..at);
        from = at + 1;
    }
    lines.push(from..chars.len());
    lines.retain(|line| !line.is_empty());
    lines
}

#[derive(Default)]
struct Reader {
    /// White space since the last visible character.
    gap: Option<char>,
    /// The number of its spaces that do not collapse.
    fixed: usize,
    kept: usize,
}

impl Reader {
    fn read<'a>(mut self, top: ElementRef<'a>, reading: &mut Reading<'a>) {
        let mut skipping = None;
        let mut open = Vec::new();
        for edge in top.traverse() {
            match edge {
                Edge::Open(node) => {
                    if let Some(element) = ElementRef::wrap(node)
                        && reading.page.index_of(element).is_some()
                    {
                        let here = reading.chars.len();
                        open.push(reading.spans.len());
                        reading.spans.push(here..here);
                    }
                    if skipping.is_none() && is_skipped(node) {
                        skipping = Some(node.id());
                    } else if skipping.is_none() {
                        self.open(node, reading);
                    }
                }
                Edge::Close(node) => {
                    if let Some(element) = ElementRef::wrap(node)
                        && reading.page.index_of(element).is_some()
                        && let Some(span) = open.pop().and_then(|at| reading.spans.get_mut(at))
                    {
                        span.end = reading.chars.len();
                    }
                    if skipping == Some(node.id()) {
                        skipping = None;
                    } else if skipping.is_none() {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn open<'a>(&mut self, node: NodeRef<'a, Node>, reading: &mut Reading<'a>) {
        match node.value() {
            Node::Text(text) => {
                let from = reading.chars.len();
                for c in text.chars() {
                    self.character(c, &mut reading.chars);
                }
                let span = from..reading.chars.len();
                if !span.is_empty() {
                    reading.pieces.push(Piece { span, node });
                }
            }
            Node::Element(element) => {
                self.around(element.name());
                self.kept += usize::from(keeps_space(element.name()));
            }
            _ => {}
        }
    }

    fn close(&mut self, node: NodeRef<'_, Node>) {
        if let Node::Element(element) = node.value() {
            self.around(element.name());
            let keeps = usize::from(keeps_space(element.name()));
            self.kept = self.kept.saturating_sub(keeps);
        }
    }

    fn around(&mut self, name: &str) {
        if is_block(name) || matches!(name, "td" | "th") {
            self.gap = Some(LINE);
        }
    }

    fn character(&mut self, c: char, chars: &mut Vec<char>) {
        let gap = match c {
            '\u{200B}' | '\u{FEFF}' | '\u{200E}' | '\u{200F}' => return,
            '\n' if self.kept > 0 => LINE,
            '\u{3000}' | '\u{2003}' | '\u{2002}' => WIDE,
            '\t' if self.kept > 0 => WIDE,
            '\u{A0}' => {
                self.fixed += 1;
                if self.fixed > 1 { WIDE } else { SPACE }
            }
            ' ' if self.kept > 0 => {
                self.fixed += 1;
                if self.fixed > 1 { WIDE } else { SPACE }
            }
            c if c.is_whitespace() => SPACE,
            c => {
                if let Some(gap) = self.gap.take()
                    && !chars.is_empty()
                {
                    chars.push(gap);
                }
                self.fixed = 0;
                chars.push(c);
                return;
            }
        };
        if self.gap.is_none_or(|open| width(open) < width(gap)) {
            self.gap = Some(gap);
        }
    }
}

fn width(gap: char) -> u8 {
    match gap {
        SPACE => 1,
        WIDE => 2,
        _ => 3,
    }
}

fn keeps_space(name: &str) -> bool {
    matches!(name, "pre" | "listing" | "plaintext" | "xmp")
}

/// Nodes that hold no labels: code, data, and form options.
fn is_skipped(node: NodeRef<'_, Node>) -> bool {
    node.value().as_element().is_some_and(|e| {
        matches!(
            e.name(),
            "head" | "script" | "style" | "template" | "noframes" | "select" | "textarea"
        )
    })
}
