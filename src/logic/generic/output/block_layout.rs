//! Lays out blocks of lines below each other, for Markdown and plain text: quotes and items indent
//! their content, an empty line separates blocks, except inside a list whose items are single
//! paragraphs. Input: containers and blocks of lines. Output: text.

use super::{BlockKind, Document, OutputEvent};

/// Containers that indent their content; deeper ones have the same indentation. Otherwise the
/// output of nested quotes would be quadratic.
const MAX_DEPTH: usize = 24;

/// Lines under construction.
#[derive(Default)]
pub(super) struct Layout {
    out: String,
    open: Vec<Container>,
    lists: Vec<List>,
}

struct Container {
    /// The prefix of its first line, until that is written.
    first: Option<String>,
    /// The prefix of the others.
    rest: String,
}

struct List {
    /// Number of the next item; `None` for bullets.
    next: Option<u32>,
    /// The marker of its items.
    sign: char,
    /// Whether its items are single paragraphs.
    tight: bool,
    /// Whether any of its lines is written.
    begun: bool,
}

impl Layout {
    /// Opens a list at piece `at`.
    pub fn list(&mut self, document: &Document, at: usize, first: Option<u32>) {
        // Two adjacent lists would become one.
        let follows = at
            .checked_sub(1)
            .and_then(|before| document.pieces.get(before))
            .is_some_and(|piece| matches!(piece, OutputEvent::Close(BlockKind::List(_))));
        let sign = match (first.is_some(), follows) {
            (true, false) => '.',
            (true, true) => ')',
            (false, false) => '-',
            (false, true) => '*',
        };
        self.lists.push(List {
            next: first,
            sign,
            tight: is_tight(document, at),
            begun: false,
        });
    }

    /// Closes the list.
    pub fn end_list(&mut self) {
        self.lists.pop();
    }

    /// Opens an item of the list.
    pub fn item(&mut self) {
        let marker = match self.lists.last_mut() {
            Some(List {
                next: Some(number),
                sign,
                ..
            }) => {
                let marker = format!("{number}{sign} ");
                *number = number.saturating_add(1);
                marker
            }
            Some(list) => format!("{} ", list.sign),
            None => String::from("- "),
        };
        let rest = " ".repeat(marker.len());
        self.container(&marker, &rest);
    }

    /// Opens a container whose lines have the prefix `first`, and `rest` on further lines.
    pub fn container(&mut self, first: &str, rest: &str) {
        let (first, rest) = if self.open.len() < MAX_DEPTH {
            (first, rest)
        } else {
            ("", "")
        };
        self.open.push(Container {
            first: Some(first.to_owned()),
            rest: rest.to_owned(),
        });
    }

    /// Closes the container.
    pub fn end(&mut self) {
        self.open.pop();
    }

    /// Writes a block of lines.
    pub fn block(&mut self, lines: &str) {
        if !self.out.is_empty() && !self.is_close() {
            let before = self.prefix(false);
            self.out.push_str(before.trim_end());
            self.out.push('\n');
        }
        for list in &mut self.lists {
            list.begun = true;
        }
        for line in lines.lines() {
            let before = self.prefix(true);
            let whole = format!("{before}{line}");
            self.out.push_str(whole.trim_end());
            self.out.push('\n');
        }
    }

    /// Returns all lines.
    pub fn finish(self) -> String {
        self.out.trim_end().to_owned()
    }

    /// Whether the next line is not preceded by an empty one: inside a list of single paragraphs,
    /// except for its first line, which depends on the enclosing list.
    fn is_close(&self) -> bool {
        self.lists
            .iter()
            .rev()
            .find(|list| list.begun)
            .is_some_and(|list| list.tight)
    }

    /// The prefix of a line. A container whose first line is pending has none on an empty line.
    fn prefix(&mut self, is_line: bool) -> String {
        let mut prefix = String::new();
        for container in &mut self.open {
            if is_line {
                match container.first.take() {
                    Some(first) => prefix.push_str(&first),
                    None => prefix.push_str(&container.rest),
                }
            } else if container.first.is_none() {
                prefix.push_str(&container.rest);
            }
        }
        prefix
    }
}

/// Whether each item of the list at `at` is one paragraph, optionally with nested lists.
fn is_tight(document: &Document, at: usize) -> bool {
    let mut depth = 0_usize;
    let mut blocks = Vec::new();
    for piece in document.pieces.iter().skip(at) {
        match piece {
            OutputEvent::Open(BlockKind::List(_)) => depth += 1,
            OutputEvent::Close(BlockKind::List(_)) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return true;
                }
            }
            OutputEvent::Open(BlockKind::Item) => blocks.push(0),
            OutputEvent::Close(BlockKind::Item) => {
                blocks.pop();
            }
            OutputEvent::Open(BlockKind::Paragraph) => {
                let count = blocks.last_mut();
                if let Some(count) = count {
                    *count += 1;
                    if *count > 1 {
                        return false;
                    }
                }
            }
            OutputEvent::Open(_)
            | OutputEvent::Code(..)
            | OutputEvent::Rule
            | OutputEvent::Media(..) => return false,
            _ => {}
        }
    }
    true
}
