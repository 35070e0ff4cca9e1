//! Text of a part of the tree, line by line. Flows in: a subtree and what to leave out. Flows out:
//! lines with their counts, so that methods can choose among them.

use super::features::{Item, Tree, ratio};
use crate::logic::page::is_block;

/// One line: a paragraph, heading, list item or whatever stands between two line breaks.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The text, white space collapsed.
    pub text: String,
    /// Characters without spaces.
    pub chars: usize,
    /// Those of them in links.
    pub link_chars: usize,
    /// Valid characters.
    pub valid: usize,
    /// Whether it is a heading.
    pub heading: bool,
    /// Whether it stands in a list.
    pub listed: bool,
}

impl Line {
    /// Share of the characters that stand in links.
    pub fn link_share(&self) -> f64 {
        ratio(self.link_chars, self.chars)
    }
}

/// The lines inside `root`, without the subtrees that `left_out` names.
pub(super) fn lines(tree: &Tree<'_>, root: usize, left_out: impl Fn(usize) -> bool) -> Vec<Line> {
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
            // What is cut out leaves a gap: the words around it do not belong together.
            if is_block(item.name()) {
                writer.end_line();
            }
            at = item.end;
            continue;
        }
        if item.element.is_some() {
            let kind = Kind::of(item.name());
            writer.open(kind);
            if item.end > at + 1 {
                open.push((item.end, kind));
            } else {
                writer.close(kind);
            }
        } else {
            writer.text(item);
        }
        at += 1;
    }
    writer.end_line();
    writer.lines
}

/// `lines` as text, one a line.
pub(super) fn join<'a>(lines: impl IntoIterator<Item = &'a Line>) -> String {
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
    lines: Vec<Line>,
    line: Line,
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

    fn text(&mut self, item: &Item<'_>) {
        let text = item.text;
        let mut start = None;
        for (at, c) in text.char_indices() {
            let empty = matches!(c, '\u{200B}' | '\u{FEFF}');
            if !empty && !c.is_whitespace() {
                start = start.or(Some(at));
                continue;
            }
            if let Some(start) = start.take() {
                self.word(text.get(start..at).unwrap_or_default());
            }
            if c == '\n' && self.kept > 0 {
                self.end_line();
            } else {
                self.space |= !empty;
            }
        }
        if let Some(start) = start {
            self.word(text.get(start..).unwrap_or_default());
        }
        self.line.chars += item.chars;
        self.line.link_chars += item.link_chars;
        self.line.valid += item.valid;
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
    use crate::logic::page::Page;

    #[test]
    fn lines_with_their_counts() {
        let url = Url::parse("http://example.com/").unwrap();
        let page = Page::parse(
            "<body><h2>Dyes</h2><p>Madder is <a href=/r>red</a>.<br>Woad<ul><li>weld <b>too</b></ul>\
             <nav>menu</nav><table><tr><td>1<td>2</table><pre>a\n b</pre>",
            &url,
        );
        let tree = Tree::of(&page);
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
    }
}
