//! A page as the lines of its source, for methods based on lines instead of a tree (CETR, qRead,
//! DGWC). Input: node features. Output: rows with their text, tags, links and images. The
//! line breaks are those in the source's text; a source without any is split at box boundaries.

use super::{BodyTree, Item};
use crate::page::is_block;

/// One line of the source.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SourceLine {
    /// The text outside tags with collapsed white space.
    pub text: String,
    /// Its characters without spaces.
    pub chars: usize,
    /// Those of them in links.
    pub link_chars: usize,
    /// Tags that open or close here.
    pub tags: usize,
    /// Links that open here.
    pub links: usize,
    /// Images here.
    pub images: usize,
    /// Bytes of the line's markup including text, as far as the tree preserves them.
    pub bytes: usize,
    /// Whether a box or paragraph starts between the previous row and this one's text.
    pub apart: bool,
    /// Boxes that start or end between the previous row and this one's text, in a source that is
    /// split at its boxes; else 0.
    pub breaks: usize,
}

/// A source with fewer line breaks than one per so many characters is split at its boxes.
const MANY_CHARS_A_LINE: usize = 500;

/// The rows of the body, including those without text, without the subtrees selected by `left_out`.
pub(crate) fn rows(tree: &BodyTree<'_>, left_out: impl Fn(&Item<'_>) -> bool) -> Vec<SourceLine> {
    let texts = tree.items.iter().map(|item| item.text);
    let newlines: usize = texts.map(|t| t.matches('\n').count()).sum();
    let chars = tree.get(0).map_or(0, |body| body.chars);
    let mut reader = Reader {
        by_boxes: newlines * MANY_CHARS_A_LINE < chars,
        ..Reader::default()
    };
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(item) = tree.get(at) {
        while let Some(last) = open.last().copied()
            && tree.get(last).is_none_or(|last| last.end <= at)
        {
            open.pop();
            reader.close(tree.get(last));
        }
        if left_out(item) {
            reader.edge(item.name());
            at = item.end;
            continue;
        }
        if item.element.is_some() {
            reader.open(item);
            open.push(at);
        } else {
            reader.text(item);
        }
        at += 1;
    }
    while let Some(last) = open.pop() {
        reader.close(tree.get(last));
    }
    reader.end_row();
    reader.rows
}

/// The rows as text, with the rows of one paragraph on one line.
pub(crate) fn join<'r>(rows: impl IntoIterator<Item = &'r SourceLine>) -> String {
    let mut text = String::new();
    for row in rows.into_iter().filter(|row| !row.text.is_empty()) {
        if !text.is_empty() {
            text.push(if row.apart { '\n' } else { ' ' });
        }
        text.push_str(&row.text);
    }
    text
}

#[derive(Default)]
struct Reader {
    rows: Vec<SourceLine>,
    row: SourceLine,
    by_boxes: bool,
    space: bool,
}

impl Reader {
    fn open(&mut self, item: &Item<'_>) {
        self.edge(item.name());
        self.row.tags += 1;
        self.row.bytes += item.name().len() + 2;
        if let Some(element) = item.element {
            let markup: usize = element.attrs().map(|(n, v)| n.len() + v.len() + 4).sum();
            self.row.bytes += markup;
        }
        match item.name() {
            "a" => self.row.links += 1,
            "img" => self.row.images += 1,
            _ => {}
        }
    }

    fn close(&mut self, item: Option<&Item<'_>>) {
        let name = item.map_or("", Item::name);
        if !matches!(name, "br" | "img" | "hr" | "input" | "wbr") {
            self.row.tags += 1;
            self.row.bytes += name.len() + 3;
        }
        self.edge(name);
    }

    fn edge(&mut self, name: &str) {
        if !is_block(name) {
            return;
        }
        self.space = true;
        if self.row.text.is_empty() {
            self.row.apart = true;
            self.row.breaks += usize::from(self.by_boxes);
        } else if self.by_boxes {
            self.end_row();
            self.row.apart = true;
            self.row.breaks = 1;
        } else {
            // A paragraph that starts within a line of the source gets a line of its own.
            self.row.text.push('\n');
        }
    }

    fn text(&mut self, item: &Item<'_>) {
        let mut parts = item.text.split('\n');
        if let Some(first) = parts.next() {
            self.part(first, item.in_link);
        }
        for part in parts {
            if !self.by_boxes {
                self.end_row();
            }
            self.space = true;
            self.part(part, item.in_link);
        }
    }

    fn part(&mut self, text: &str, in_link: bool) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.space = true;
                continue;
            }
            let fresh = self.row.text.is_empty() || self.row.text.ends_with('\n');
            if std::mem::take(&mut self.space) && !fresh {
                self.row.text.push(' ');
            }
            self.row.text.push(c);
            self.row.chars += 1;
            self.row.link_chars += usize::from(in_link);
            self.row.bytes += c.len_utf8();
        }
    }

    fn end_row(&mut self) {
        self.space = false;
        let mut row = std::mem::take(&mut self.row);
        while row.text.ends_with('\n') {
            row.text.pop();
            self.row.apart = true;
        }
        if row.text.is_empty() {
            self.row.apart |= row.apart;
        }
        self.rows.push(row);
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn read(html: &str) -> Vec<SourceLine> {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        rows(&BodyTree::of(&page), |_| false)
    }

    #[test]
    fn rows_are_the_lines_of_the_source() {
        let found = read("<body><p>one <a href=/>two</a>\nthree</p>\n\n<p>four<img src=x></p>");
        let texts: Vec<&str> = found.iter().map(|r| r.text.as_str()).collect();
        assert_eq!(texts, ["one two", "three", "", "four"]);
        assert_eq!((found[0].chars, found[0].link_chars), (6, 3));
        assert_eq!((found[0].links, found[3].images), (1, 1));
        assert_eq!(join(&found), "one two three\nfour");
    }

    #[test]
    fn a_source_on_one_line_is_broken_by_its_boxes() {
        let long = "woad ".repeat(300);
        let found = read(&format!("<body><p>{long}</p><p>{long}</p>"));
        assert_eq!(found.iter().filter(|r| !r.text.is_empty()).count(), 2);
        assert_eq!(join(&found).lines().count(), 2);
    }
}
