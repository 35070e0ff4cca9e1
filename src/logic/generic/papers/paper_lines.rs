//! The lines of a page as needed for papers. Input: node features. Output: rows of text with
//! the end of their first piece (a label in bold, in a span or a cell of its own), their raised
//! marks, and the list or table entry they are in.

use super::super::features::{BodyTree, Item};
use super::paper_values;
use super::words::{self, MAX_LABEL, PaperLabel};
use crate::page::is_block;

/// The maximum number of rows: a page with more is not about one paper.
const MAX_ROWS: usize = 20_000;

/// A longer row does not start with a date label.
const MAX_DATED: usize = 120;

/// The maximum number of words in such a label.
const LABEL_WORDS: usize = 3;

/// One line of a page.
#[derive(Debug, Default)]
pub(super) struct PaperLine {
    /// The text with collapsed white space.
    pub text: String,
    /// Bytes of the text's first piece: the first text node.
    pub first: usize,
    /// The text with a comma in place of each raised mark: notes and affiliations of authors.
    pub bare: String,
    /// The texts of its links, without raised marks.
    pub links: Vec<String>,
    /// Whether it is a heading.
    pub heading: bool,
    /// Characters without spaces.
    pub chars: usize,
    /// Those of them in links.
    pub link_chars: usize,
    /// The innermost list item or table row that contains it; 0 if none.
    pub entry: usize,
}

impl PaperLine {
    /// The label of the row and the rest after it.
    ///
    /// A label is the whole row, its first piece, or the text before a colon, a closing bracket
    /// ("【摘要】…") or a dash ("Abstract—…").
    pub fn labelled(&self) -> Option<(PaperLabel, &str)> {
        let text = self.text.as_str();
        if let Some(label) = words::label(text) {
            return Some((label, ""));
        }
        let (first, rest) = text.split_at_checked(self.first)?;
        if !rest.is_empty()
            && let Some(label) = words::label(first)
        {
            return Some((label, trimmed(rest)));
        }
        let close = |c: char| matches!(c, ':' | '：' | '】' | ']' | '〕' | '—' | '›' | '﹕');
        for (at, mark) in text.match_indices(close) {
            let (before, after) = text.split_at_checked(at)?;
            if before.chars().count() > MAX_LABEL {
                break;
            }
            if let Some(label) = words::label(before) {
                return Some((label, trimmed(after.strip_prefix(mark).unwrap_or(after))));
            }
        }
        self.by_space().or_else(|| self.by_date())
    }

    /// "[Submitted on 2 Mar 2022]", "Published March 5, 2019": a date label right before a date.
    fn by_date(&self) -> Option<(PaperLabel, &str)> {
        if self.chars > MAX_DATED {
            return None;
        }
        let spaces = self
            .text
            .match_indices(' ')
            .map(|(at, _)| at)
            .take(LABEL_WORDS);
        spaces
            .filter_map(|at| self.text.split_at_checked(at))
            .find_map(|(before, after)| {
                let label = words::label(before).filter(|label| {
                    matches!(
                        label,
                        PaperLabel::Published | PaperLabel::Online | PaperLabel::Other
                    )
                })?;
                let after = trimmed(after);
                let begins = paper_values::date(after).is_some()
                    && after
                        .split_whitespace()
                        .take(2)
                        .any(|word| word.bytes().any(|b| b.is_ascii_digit()));
                begins.then_some((label, after))
            })
    }

    /// "Abstract. We show", "摘要 为了": a label without a colon, which is never a word of a sentence
    /// in that position.
    fn by_space(&self) -> Option<(PaperLabel, &str)> {
        let (before, after) = self.text.split_once([' ', '.'])?;
        let label = words::label(before)?;
        let after = trimmed(after);
        let begins = after.chars().next()?;
        let told = matches!(
            label,
            PaperLabel::Abstract | PaperLabel::Keywords | PaperLabel::Doi
        );
        let apart = begins.is_uppercase() || !begins.is_ascii() || begins.is_ascii_digit();
        let is_title = before.chars().next().is_some_and(char::is_uppercase) || !before.is_ascii();
        (told && apart && is_title && (label != PaperLabel::Doi || after.starts_with("10.")))
            .then_some((label, after))
    }

    /// Whether most of it is links.
    pub fn is_linked(&self) -> bool {
        self.link_chars * 5 > self.chars * 4
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ':' | '：' | '.' | '】' | ']' | '〕' | '—' | '–' | '-' | '›' | '﹕'
            )
    })
}

/// The rows of the page.
pub(super) fn rows(tree: &BodyTree<'_>) -> Vec<PaperLine> {
    let mut writer = Writer::default();
    // The ends of open blocks, headings, entries and raised marks.
    let mut open: Vec<(usize, Kind)> = Vec::new();
    for (at, item) in tree.items.iter().enumerate() {
        while open.last().is_some_and(|(end, _)| *end <= at) {
            if let Some((_, kind)) = open.pop() {
                writer.close(kind);
            }
        }
        if writer.rows.len() >= MAX_ROWS {
            break;
        }
        if item.element.is_none() {
            writer.text(item);
            continue;
        }
        let kind = Kind::of(item.name());
        writer.open(kind, at);
        if item.end > at + 1 {
            open.push((item.end, kind));
        } else {
            writer.close(kind);
        }
    }
    writer.end_row();
    writer.rows
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Inline,
    Cell,
    Raised,
    Link,
    Block,
    Heading,
    Entry,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "td" | "th" => Self::Cell,
            "sup" => Self::Raised,
            "a" => Self::Link,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "li" | "tr" => Self::Entry,
            _ if is_block(name) => Self::Block,
            _ => Self::Inline,
        }
    }
}

#[derive(Default)]
struct Writer {
    rows: Vec<PaperLine>,
    row: PaperLine,
    space: bool,
    headings: usize,
    raised: usize,
    linked: usize,
    /// Whether a link has just ended.
    after_link: bool,
    /// Open entries by item.
    entries: Vec<usize>,
}

impl Writer {
    fn open(&mut self, kind: Kind, at: usize) {
        match kind {
            Kind::Inline => {}
            Kind::Cell => self.space = true,
            Kind::Raised => {
                self.raised += 1;
                self.row.bare.push(',');
            }
            Kind::Link => {
                // Adjacent links are separate words, whatever is between them.
                self.space |= self.after_link;
                self.row.links.push(String::new());
                self.linked += 1;
            }
            Kind::Block => self.end_row(),
            Kind::Heading => {
                self.end_row();
                self.headings += 1;
            }
            Kind::Entry => {
                self.end_row();
                self.entries.push(at);
            }
        }
    }

    fn close(&mut self, kind: Kind) {
        match kind {
            Kind::Inline => {}
            Kind::Cell => self.space = true,
            Kind::Raised => self.raised = self.raised.saturating_sub(1),
            Kind::Link => {
                self.linked = self.linked.saturating_sub(1);
                self.after_link = true;
            }
            Kind::Block => self.end_row(),
            Kind::Heading => {
                self.end_row();
                self.headings = self.headings.saturating_sub(1);
            }
            Kind::Entry => {
                self.end_row();
                self.entries.pop();
            }
        }
    }

    fn text(&mut self, item: &Item<'_>) {
        let raised = self.raised > 0;
        if item.chars > 0 && self.row.first == 0 {
            self.row.first = self.row.text.len();
        }
        for c in item.text.chars() {
            if matches!(c, '\u{200B}' | '\u{FEFF}') {
                continue;
            }
            if c.is_whitespace() {
                self.space = true;
                continue;
            }
            if std::mem::take(&mut self.space) && !self.row.text.is_empty() {
                self.row.text.push(' ');
                self.row.bare.push(' ');
            }
            self.row.text.push(c);
            if !raised {
                self.row.bare.push(c);
            }
            self.after_link = false;
        }
        if self.linked > 0
            && !raised
            && let Some(link) = self.row.links.last_mut()
        {
            link.push_str(item.text);
        }
        self.row.chars += item.chars;
        self.row.link_chars += item.link_chars;
        self.row.heading |= self.headings > 0;
        self.row.entry = self.entries.last().copied().unwrap_or(0);
    }

    fn end_row(&mut self) {
        self.space = false;
        let mut row = std::mem::take(&mut self.row);
        if row.text.is_empty() {
            return;
        }
        if row.first == 0 {
            row.first = row.text.len();
        }
        self.rows.push(row);
    }
}
