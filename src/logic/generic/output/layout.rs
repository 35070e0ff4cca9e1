//! Lays blocks of lines out below each other, as Markdown and plain text both have them: quotes and
//! items indent what they hold, an empty line stands between blocks, and none inside a list whose
//! items are single paragraphs. Flows in: containers and blocks of lines. Flows out: text.

use super::{BlockKind, Document, OutputEvent};

/// Containers that indent what they hold; those further in stand at the same depth. Without a bound a
/// page of quotes in quotes would write the square of its own length.
const MAX_DEPTH: usize = 24;

/// Lines in the making.
#[derive(Default)]
pub(super) struct Layout {
    out: String,
    open: Vec<Container>,
    lists: Vec<List>,
}

struct Container {
    /// What stands before its first line, until that is written.
    first: Option<String>,
    /// What stands before the others.
    rest: String,
}

struct List {
    /// Number of the next item; dots when there is none.
    next: Option<u32>,
    /// The sign of its items.
    sign: char,
    /// Whether its items are single paragraphs.
    tight: bool,
    /// Whether a line of it was written.
    begun: bool,
}

impl Layout {
    /// A list begins at piece `at`.
    pub fn list(&mut self, document: &Document, at: usize, first: Option<u32>) {
        // Two lists in a row would become one.
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

    /// The list ends.
    pub fn end_list(&mut self) {
        self.lists.pop();
    }

    /// An item of the list begins.
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

    /// What follows stands behind `first` and, on further lines, behind `rest`.
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

    /// The container ends.
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

    /// All lines.
    pub fn finish(self) -> String {
        self.out.trim_end().to_owned()
    }

    /// Whether no empty line stands before what comes next: inside a list of single paragraphs,
    /// but for its first line, which goes by the list around it.
    fn is_close(&self) -> bool {
        self.lists
            .iter()
            .rev()
            .find(|list| list.begun)
            .is_some_and(|list| list.tight)
    }

    /// What stands before a line. A container whose first line is not written yet has no place on
    /// an empty line.
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

/// Whether each item of the list that begins at `at` is one paragraph, with lists below it at most.
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
