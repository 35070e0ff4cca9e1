//! Serialises a document as plain text: an empty line between paragraphs, list items on separate
//! lines, table rows on lines with tabs between cells, code as written. Input: pieces.
//! Output: text.

use super::block_layout::Layout;
use super::{BlockKind, Document, OutputEvent};

/// `document` as plain text.
pub(super) fn write(document: &Document) -> String {
    let mut layout = Layout::default();
    let mut words = String::new();
    let mut table: Option<Vec<Vec<String>>> = None;
    for (at, piece) in document.pieces.iter().enumerate() {
        match piece {
            OutputEvent::Run(text, _) => words.push_str(text),
            OutputEvent::Break => words.push('\n'),
            OutputEvent::NoteMark(number) => words.push_str(&format!("[{number}]")),
            OutputEvent::Image { .. } | OutputEvent::Media(..) => {}
            OutputEvent::Rule => layout.block("* * *"),
            OutputEvent::Code(code, _) => match &mut table {
                Some(_) => words.push_str(code),
                None => layout.block(code),
            },
            OutputEvent::Open(block) => match block {
                BlockKind::List(first) if table.is_none() => layout.list(document, at, *first),
                BlockKind::Item if table.is_none() => layout.item(),
                BlockKind::Note(number) => layout.container(&format!("[{number}] "), "    "),
                BlockKind::Post(author, date) => {
                    let named = [author.as_str(), date.as_str()];
                    let named: Vec<&str> = named.into_iter().filter(|t| !t.is_empty()).collect();
                    if !named.is_empty() {
                        layout.block(&named.join(", "));
                    }
                }
                BlockKind::Table => table = Some(Vec::new()),
                BlockKind::Row => {
                    if let Some(rows) = &mut table {
                        rows.push(Vec::new());
                    }
                }
                _ => {}
            },
            OutputEvent::Close(block) => match block {
                BlockKind::List(_) if table.is_none() => layout.end_list(),
                BlockKind::Item if table.is_none() => layout.end(),
                BlockKind::Note(_) => layout.end(),
                BlockKind::Cell(..) => {
                    let cell = std::mem::take(&mut words).replace('\n', " ");
                    if let Some(row) = table.as_mut().and_then(|rows| rows.last_mut()) {
                        row.push(cell.trim().to_owned());
                    }
                }
                BlockKind::Table => {
                    let rows = table.take().unwrap_or_default();
                    let lines: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
                    layout.block(&lines.join("\n"));
                }
                block if block.holds_words() => {
                    if table.is_some() && *block != BlockKind::Caption {
                        words.push(' ');
                    } else {
                        let lines = std::mem::take(&mut words);
                        if !lines.trim().is_empty() {
                            layout.block(&lines);
                        }
                    }
                }
                _ => {}
            },
        }
    }
    layout.finish()
}
