//! Text of a part of the tree, line by line. Input: a subtree and what to exclude. Output:
//! lines with their counts, from which methods choose.

use super::{BodyTree, Item, ratio};
use crate::page::is_block;

/// One line: a paragraph, heading, list item or any text between two line breaks.
#[derive(Debug, Default)]
pub(crate) struct TextLine {
    /// The text with collapsed white space.
    pub text: String,
    /// Characters without spaces.
    pub chars: usize,
    /// Those of them in links.
    pub link_chars: usize,
    /// Valid characters.
    pub valid: usize,
    /// Whether it is a heading.
    pub heading: bool,
    /// Whether it is in a list.
    pub listed: bool,
    /// The number of its first text in the tree.
    pub from: usize,
    /// One past the number of its last text.
    pub to: usize,
}

impl TextLine {
    /// The share of characters in links.
    pub fn link_share(&self) -> f64 {
        ratio(self.link_chars, self.chars)
    }
}

/// The lines inside `root`, without the subtrees selected by `left_out`.
pub(crate) fn lines(
    tree: &BodyTree<'_>,
    root: usize,
    left_out: impl Fn(usize) -> bool,
) -> Vec<TextLine> {
    parted_lines(tree, root, left_out, |_| false)
}

/// The same, with the elements selected by `parts` as lines of their own, whatever their tag.
pub(crate) fn parted_lines(
    tree: &BodyTree<'_>,
    root: usize,
    left_out: impl Fn(usize) -> bool,
    parts: impl Fn(usize) -> bool,
) -> Vec<TextLine> {
    let mut writer = Writer::default();
    let mut open: Vec<(usize, Kind)> = Vec::new();
    let end = tree.get(root).map_or(0, |item| item.end);
    let mut at = root;
    while at < end {
        while open.last().is_some_and(|(last, _)| *last <= at) {
            if let Some((_, kind)) = open.pop() {
                writer.close(kind);
            }
        }
        let Some(item) = tree.get(at) else { break };
        if left_out(at) {
            // A removed subtree leaves a gap: the words around it do not belong together.
            if is_block(item.name()) {
                writer.end_line();
            }
            at = item.end;
            continue;
        }
        if item.element.is_some() {
            let kind = match Kind::of(item.name()) {
                Kind::Inline if parts(at) => Kind::Block,
                kind => kind,
            };
            writer.open(kind);
            if item.end > at + 1 {
                open.push((item.end, kind));
            } else {
                writer.close(kind);
            }
        } else {
            writer.text(at, item);
        }
        at += 1;
    }
    writer.end_line();
    writer.lines
}

/// `lines` as text, one a line.
pub(crate) fn join<'a>(lines: impl IntoIterator<Item = &'a TextLine>) -> String {
    let mut text = String::new();
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&line.text);
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Inline,
    Cell,
    Block,
    Heading,
    List,
    Preformatted,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "td" | "th" => Self::Cell,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "ul" | "ol" | "dl" | "menu" => Self::List,
            "pre" | "textarea" | "xmp" | "listing" => Self::Preformatted,
            _ if is_block(name) => Self::Block,
            _ => Self::Inline,
        }
    }
}

#[derive(Default)]
struct Writer {
    lines: Vec<TextLine>,
    line: TextLine,
    space: bool,
    headings: usize,
    lists: usize,
    kept: usize,
}

impl Writer {
    fn open(&mut self, kind: Kind) {
        self.edge(kind);
        match kind {
            Kind::Heading => self.headings += 1,
            Kind::List => self.lists += 1,
            Kind::Preformatted => self.kept += 1,
            Kind::Inline | Kind::Cell | Kind::Block => {}
        }
    }

    fn close(&mut self, kind: Kind) {
        self.edge(kind);
        match kind {
            Kind::Heading => self.headings = self.headings.saturating_sub(1),
            Kind::List => self.lists = self.lists.saturating_sub(1),
            Kind::Preformatted => self.kept = self.kept.saturating_sub(1),
            Kind::Inline | Kind::Cell | Kind::Block => {}
        }
    }

    fn edge(&mut self, kind: Kind) {
        match kind {
            Kind::Inline => {}
            Kind::Cell => self.space = true,
            Kind::Block | Kind::Heading | Kind::List | Kind::Preformatted => self.end_line(),
        }
    }

    fn text(&mut self, at: usize, item: &Item<'_>) {
        let text = item.text;
        let mut count = 0;
        let mut start = None;
        for (byte, c) in text.char_indices() {
            let empty = matches!(c, '\u{200B}' | '\u{FEFF}');
            count += usize::from(!c.is_whitespace());
            if !empty && !c.is_whitespace() {
                start = start.or(Some(byte));
                continue;
            }
            if let Some(start) = start.take() {
                self.word(text.get(start..byte).unwrap_or_default());
            }
            if c == '\n' && self.kept > 0 {
                self.count(at, item, std::mem::take(&mut count));
                self.end_line();
            } else {
                self.space |= !empty;
            }
        }
        if let Some(start) = start {
            self.word(text.get(start..).unwrap_or_default());
        }
        self.count(at, item, count);
    }

    /// Adds a text's counts to the line: all of it, or the part on one line.
    fn count(&mut self, at: usize, item: &Item<'_>, chars: usize) {
        if chars == 0 {
            return;
        }
        if self.line.chars == 0 {
            self.line.from = at;
        }
        self.line.to = at + 1;
        self.line.chars += chars;
        if item.in_link {
            self.line.link_chars += chars;
        }
        if item.valid > 0 {
            self.line.valid += chars;
        }
        self.line.heading |= self.headings > 0;
        self.line.listed |= self.lists > 0;
    }

    fn word(&mut self, word: &str) {
        if std::mem::take(&mut self.space) && !self.line.text.is_empty() {
            self.line.text.push(' ');
        }
        self.line.text.push_str(word);
    }

    fn end_line(&mut self) {
        self.space = false;
        let line = std::mem::take(&mut self.line);
        if !line.text.is_empty() {
            self.lines.push(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    #[test]
    fn lines_with_their_counts() {
        let url = Url::parse("http://example.com/").unwrap();
        let page = Page::parse(
            "<body><h2>Dyes</h2><p>Madder is <a href=/r>red</a>.<br>Woad<ul><li>weld <b>too</b></ul>\
             <nav>menu</nav><table><tr><td>1<td>2</table><pre>a\n b</pre>",
            &url,
        );
        let tree = BodyTree::of(&page);
        let found = lines(&tree, 0, |at| {
            tree.get(at).is_some_and(|i| i.name() == "nav")
        });
        let texts: Vec<&str> = found.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "Dyes",
                "Madder is red.",
                "Woad",
                "weld too",
                "1 2",
                "a",
                "b"
            ]
        );
        assert!(found[0].heading && found[3].listed && !found[1].heading);
        assert_eq!(
            (found[1].chars, found[1].link_chars, found[1].valid),
            (12, 3, 8)
        );
        assert_eq!((found[5].chars, found[6].chars), (1, 1));
        let first = tree.get(found[1].from).map(|item| item.text);
        assert_eq!(first, Some("Madder is "));
    }
}
