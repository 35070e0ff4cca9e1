//! Serialises a document as Markdown: CommonMark with GitHub's tables, strikethrough and footnotes.
//! Input: pieces. Output: text that parses back to the same document: characters that would
//! be markup are escaped.

use super::block_layout::Layout;
use super::markdown_inline::{self, InlineContext};
use super::{BlockKind, Document, OutputEvent};

/// `document` as Markdown.
pub(super) fn write(document: &Document) -> String {
    let mut writer = Writer {
        document,
        layout: Layout::default(),
        words: Vec::new(),
        table: None,
    };
    for (at, piece) in document.pieces.iter().enumerate() {
        writer.piece(at, piece);
    }
    writer.layout.finish()
}

struct Writer<'d> {
    document: &'d Document,
    layout: Layout,
    /// The pieces of the open block for words.
    words: Vec<&'d OutputEvent>,
    table: Option<Table>,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    /// Whether all cells of the first row are header cells.
    headed: bool,
    /// Lines of the open cell.
    cell: Vec<String>,
}

impl<'d> Writer<'d> {
    fn piece(&mut self, at: usize, piece: &'d OutputEvent) {
        match piece {
            OutputEvent::Open(block) => self.open(at, block),
            OutputEvent::Close(block) => self.close(block),
            OutputEvent::Run(..)
            | OutputEvent::Break
            | OutputEvent::Image { .. }
            | OutputEvent::NoteMark(_) => {
                self.words.push(piece);
            }
            OutputEvent::Media(_, address) => self.block(&format!("<{address}>")),
            OutputEvent::Rule => self.block("---"),
            OutputEvent::Code(code, language) => match &mut self.table {
                Some(table) => {
                    let lines = code.lines().map(markdown_inline::code);
                    table.cell.extend(lines);
                }
                None => {
                    let fence = "`".repeat(markdown_inline::longest_run(code, '`').max(2) + 1);
                    self.layout
                        .block(&format!("{fence}{language}\n{code}\n{fence}"));
                }
            },
        }
    }

    fn open(&mut self, at: usize, block: &BlockKind) {
        match block {
            BlockKind::Table => {
                self.table = Some(Table {
                    headed: true,
                    ..Table::default()
                });
            }
            BlockKind::Row => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            BlockKind::Post(author, date) => self.post(author, date),
            BlockKind::Note(number) => self.layout.container(&format!("[^{number}]: "), "    "),
            // A cell contains only words.
            _ if self.table.is_some() => {}
            BlockKind::List(first) => self.layout.list(self.document, at, *first),
            BlockKind::Item => self.layout.item(),
            BlockKind::Quote => self.layout.container("> ", "> "),
            _ => {}
        }
    }

    fn close(&mut self, block: &BlockKind) {
        match block {
            BlockKind::Table => {
                let table = self.table.take().unwrap_or_default();
                self.layout.block(&table.written());
            }
            BlockKind::Cell(head, columns) => {
                if let Some(table) = &mut self.table {
                    table.headed &= *head || table.rows.len() > 1;
                    let cell = std::mem::take(&mut table.cell).join("<br>");
                    if let Some(row) = table.rows.last_mut() {
                        row.push(cell);
                        // A wide cell leaves the others empty.
                        row.extend((1..*columns).map(|_| String::new()));
                    }
                }
            }
            block if block.holds_words() => self.words(block),
            BlockKind::Note(_) => self.layout.end(),
            _ if self.table.is_some() => {}
            BlockKind::List(_) => self.layout.end_list(),
            BlockKind::Item | BlockKind::Quote => self.layout.end(),
            _ => {}
        }
    }

    fn words(&mut self, block: &BlockKind) {
        let pieces = std::mem::take(&mut self.words);
        let place = match (&self.table, block) {
            (Some(_), BlockKind::Caption) => InlineContext::Paragraph,
            (Some(_), _) => InlineContext::Cell,
            (None, BlockKind::Heading(_)) => InlineContext::Heading,
            (None, _) => InlineContext::Paragraph,
        };
        let text = markdown_inline::write(self.document, &pieces, place);
        if text.is_empty() {
            return;
        }
        match (&mut self.table, block) {
            (Some(table), block) if *block != BlockKind::Caption => table.cell.push(text),
            (_, BlockKind::Heading(level)) => {
                let signs = "#".repeat(usize::from(*level).clamp(1, 6));
                self.layout.block(&format!("{signs} {text}"));
            }
            (_, BlockKind::Term) => self.layout.block(&format!("<strong>{text}</strong>")),
            _ => self.layout.block(&text),
        }
    }

    fn block(&mut self, lines: &str) {
        match &mut self.table {
            Some(table) => table.cell.push(lines.to_owned()),
            None => self.layout.block(lines),
        }
    }

    fn post(&mut self, author: &str, date: &str) {
        let mut line = String::new();
        if !author.is_empty() {
            line = format!("**{}**", markdown_inline::escaped(author));
        }
        if !date.is_empty() {
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(&markdown_inline::escaped(date));
        }
        if !line.is_empty() {
            self.layout.block(&line);
        }
    }
}

/// Whether all of a cell is strong: some pages write column headers that way.
fn is_strong(cell: &str) -> bool {
    cell.len() > 4 && cell.starts_with("**") && cell.ends_with("**")
}

impl Table {
    /// The lines of the table. Markdown requires a header row.
    fn written(self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let line = |cells: &[String]| {
            let mut line = String::from("|");
            for column in 0..columns {
                let cell = cells.get(column).map_or("", String::as_str);
                line.push(' ');
                line.push_str(cell);
                line.push_str(" |");
            }
            line
        };
        let (head, rows) = match self.rows.split_first() {
            Some((first, rest)) if self.headed || first.iter().all(|c| is_strong(c)) => {
                (first.clone(), rest)
            }
            _ => (Vec::new(), self.rows.as_slice()),
        };
        let mut lines = vec![line(&head), format!("|{}", " --- |".repeat(columns))];
        lines.extend(rows.iter().map(|row| line(row)));
        lines.join("\n")
    }
}
