//! A document as plain text: paragraphs kept apart by an empty line, items of lists on lines of
//! their own, rows of tables on lines with tabs between cells, code as it is written. Flows in:
//! pieces. Flows out: text.

use super::layout::Layout;
use super::{Block, Document, Piece};

/// `document` as plain text.
pub(super) fn write(document: &Document) -> String {
    let mut layout = Layout::default();
    let mut words = String::new();
    let mut table: Option<Vec<Vec<String>>> = None;
    for (at, piece) in document.pieces.iter().enumerate() {
        match piece {
            Piece::Run(text, _) => words.push_str(text),
            Piece::Break => words.push('\n'),
            Piece::NoteMark(number) => words.push_str(&format!("[{number}]")),
            Piece::Image { .. } | Piece::Media(..) => {}
            Piece::Rule => layout.block("* * *"),
            Piece::Code(code, _) => match &mut table {
                Some(_) => words.push_str(code),
                None => layout.block(code),
            },
            Piece::Open(block) => match block {
                Block::List(first) if table.is_none() => layout.list(document, at, *first),
                Block::Item if table.is_none() => layout.item(),
                Block::Note(number) => layout.container(&format!("[{number}] "), "    "),
                Block::Post(author, date) => {
                    let named = [author.as_str(), date.as_str()];
                    let named: Vec<&str> = named.into_iter().filter(|t| !t.is_empty()).collect();
                    if !named.is_empty() {
                        layout.block(&named.join(", "));
                    }
                }
                Block::Table => table = Some(Vec::new()),
                Block::Row => {
                    if let Some(rows) = &mut table {
                        rows.push(Vec::new());
                    }
                }
                _ => {}
            },
            Piece::Close(block) => match block {
                Block::List(_) if table.is_none() => layout.end_list(),
                Block::Item if table.is_none() => layout.end(),
                Block::Note(_) => layout.end(),
                Block::Cell(..) => {
                    let cell = std::mem::take(&mut words).replace('\n', " ");
                    if let Some(row) = table.as_mut().and_then(|rows| rows.last_mut()) {
                        row.push(cell.trim().to_owned());
                    }
                }
                Block::Table => {
                    let rows = table.take().unwrap_or_default();
                    let lines: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
                    layout.block(&lines.join("\n"));
                }
                block if block.holds_words() => {
                    if table.is_some() && *block != Block::Caption {
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
