//! Serialises a document as HTML. Input: pieces. Output: a fragment of a page. It contains
//! only the elements named here, with quoted attributes, and absolute addresses that were checked
//! when the document was built: nothing in it is executed.

use super::{BlockKind, Document, OutputEvent, Style};

/// `document` as a fragment of HTML.
pub(super) fn write(document: &Document) -> String {
    let mut writer = Writer {
        document,
        out: String::new(),
        style: Style::default(),
        noted: Vec::new(),
    };
    for (at, piece) in document.pieces.iter().enumerate() {
        writer.piece(at, piece);
    }
    writer.out.trim_end().to_owned()
}

struct Writer<'d> {
    document: &'d Document,
    out: String,
    style: Style,
    /// Notes whose mark is already written.
    noted: Vec<usize>,
}

impl Writer<'_> {
    fn piece(&mut self, at: usize, piece: &OutputEvent) {
        match piece {
            OutputEvent::Open(block) => self.open(at, block),
            OutputEvent::Close(block) => {
                self.restyle(Style::default());
                self.close(at, block);
            }
            OutputEvent::Run(text, style) => {
                self.restyle(*style);
                escape(&mut self.out, text);
            }
            OutputEvent::Break => self.out.push_str("<br>\n"),
            OutputEvent::Image { address, alt, link } => {
                self.restyle(Style {
                    link: *link,
                    ..Style::default()
                });
                self.out.push_str("<img");
                attribute(&mut self.out, "src", address);
                attribute(&mut self.out, "alt", alt);
                self.out.push('>');
            }
            OutputEvent::Media(is_film, address) => {
                let name = if *is_film { "video" } else { "audio" };
                self.out.push('<');
                self.out.push_str(name);
                self.out.push_str(" controls");
                attribute(&mut self.out, "src", address);
                self.out.push_str("></");
                self.out.push_str(name);
                self.out.push_str(">\n");
            }
            OutputEvent::Code(code, language) => {
                self.out.push_str("<pre><code");
                if !language.is_empty() {
                    attribute(&mut self.out, "class", &format!("language-{language}"));
                }
                self.out.push('>');
                escape(&mut self.out, code);
                self.out.push_str("</code></pre>\n");
            }
            OutputEvent::Rule => self.out.push_str("<hr>\n"),
            OutputEvent::NoteMark(number) => {
                self.restyle(Style::default());
                // The note links back to the first mark.
                let id = if self.noted.contains(number) {
                    String::new()
                } else {
                    self.noted.push(*number);
                    format!(" id=\"mark-{number}\"")
                };
                let mark = format!("<sup><a href=\"#note-{number}\"{id}>{number}</a></sup>");
                self.out.push_str(&mark);
            }
        }
    }

    fn open(&mut self, at: usize, block: &BlockKind) {
        if let BlockKind::Note(number) = block {
            if *number == 1 {
                self.out.push_str("<section class=\"footnotes\">\n<ol>\n");
            }
            self.out.push_str(&format!("<li id=\"note-{number}\">"));
            return;
        }
        match block {
            BlockKind::Paragraph if self.is_alone(at) => {}
            BlockKind::List(Some(first)) if *first != 1 => {
                self.out.push_str(&format!("<ol start=\"{first}\">\n"));
            }
            BlockKind::Cell(head, columns) => {
                self.out.push_str(if *head { "<th" } else { "<td" });
                if *columns > 1 {
                    attribute(&mut self.out, "colspan", &columns.to_string());
                }
                self.out.push('>');
            }
            BlockKind::Post(author, date) => {
                self.out.push_str("<section>\n");
                self.byline(author, date);
            }
            block => {
                if let Some(name) = name(block, self.document, at) {
                    self.out.push('<');
                    self.out.push_str(name);
                    self.out.push('>');
                }
                if matches!(
                    block,
                    BlockKind::List(_)
                        | BlockKind::Quote
                        | BlockKind::Table
                        | BlockKind::Row
                        | BlockKind::Figure
                        | BlockKind::Definitions
                ) {
                    self.out.push('\n');
                }
            }
        }
    }

    fn byline(&mut self, author: &str, date: &str) {
        if author.is_empty() && date.is_empty() {
            return;
        }
        self.out.push_str("<p>");
        if !author.is_empty() {
            self.out.push_str("<strong>");
            escape(&mut self.out, author);
            self.out.push_str("</strong>");
        }
        if !date.is_empty() {
            if !author.is_empty() {
                self.out.push_str(", ");
            }
            self.out.push_str("<time>");
            escape(&mut self.out, date);
            self.out.push_str("</time>");
        }
        self.out.push_str("</p>\n");
    }

    fn close(&mut self, at: usize, block: &BlockKind) {
        match block {
            BlockKind::Note(number) => {
                self.out
                    .push_str(&format!(" <a href=\"#mark-{number}\">↩</a></li>\n"));
                let next = self.document.pieces.get(at + 1);
                if !matches!(next, Some(OutputEvent::Open(BlockKind::Note(_)))) {
                    self.out.push_str("</ol>\n</section>\n");
                }
            }
            BlockKind::Paragraph if self.was_alone(at) => {}
            BlockKind::Cell(head, _) => self.out.push_str(if *head { "</th>" } else { "</td>" }),
            BlockKind::Post(..) => self.out.push_str("</section>\n"),
            block => {
                if let Some(name) = name(block, self.document, at) {
                    self.out.push_str("</");
                    self.out.push_str(name);
                    self.out.push_str(">\n");
                }
            }
        }
    }

    /// Whether the paragraph that starts at `at` is the only content of its item, cell, note or
    /// meaning except for lists: it then needs no element of its own.
    fn is_alone(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|n| self.document.pieces.get(n));
        let is_first = matches!(
            before,
            Some(OutputEvent::Open(
                BlockKind::Item | BlockKind::Cell(..) | BlockKind::Note(_) | BlockKind::Meaning
            ))
        );
        is_first
            && self
                .end_of(at)
                .is_some_and(|end| ends_container(self.document, end))
    }

    fn was_alone(&self, at: usize) -> bool {
        ends_container(self.document, at)
            && (0..at)
                .rev()
                .find(|n| {
                    matches!(
                        self.document.pieces.get(*n),
                        Some(OutputEvent::Open(BlockKind::Paragraph))
                    )
                })
                .is_some_and(|start| self.is_alone(start))
    }

    /// The end of the paragraph that starts at `at`: paragraphs contain no blocks.
    fn end_of(&self, at: usize) -> Option<usize> {
        let rest = self.document.pieces.iter().enumerate().skip(at);
        rest.into_iter()
            .find(|(_, piece)| **piece == OutputEvent::Close(BlockKind::Paragraph))
            .map(|(end, _)| end)
    }

    /// Closes and opens inline elements; the link is the outermost.
    fn restyle(&mut self, wanted: Style) {
        let now = levels(self.style);
        let next = levels(wanted);
        let same = now
            .iter()
            .zip(&next)
            .take_while(|(one, other)| one == other)
            .count();
        for level in now.iter().skip(same).rev() {
            if let Some(name) = element(*level) {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
        }
        for level in next.iter().skip(same) {
            match level {
                Level::Link(number) => {
                    let address = self.document.link(Some(*number)).unwrap_or_default();
                    self.out.push_str("<a");
                    attribute(&mut self.out, "href", address);
                    self.out.push('>');
                }
                level => {
                    if let Some(name) = element(*level) {
                        self.out.push('<');
                        self.out.push_str(name);
                        self.out.push('>');
                    }
                }
            }
        }
        self.style = wanted;
    }
}

/// Whether the container ends after the paragraph that ends at `end`, or only lists follow.
fn ends_container(document: &Document, end: usize) -> bool {
    matches!(
        document.pieces.get(end + 1),
        Some(
            OutputEvent::Close(
                BlockKind::Item | BlockKind::Cell(..) | BlockKind::Note(_) | BlockKind::Meaning
            ) | OutputEvent::Open(BlockKind::List(_))
        )
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Off,
    Link(usize),
    Strong,
    Emphasis,
    Struck,
    Raised,
    Lowered,
    Code,
}

fn levels(style: Style) -> [Level; 7] {
    let on = |is: bool, level: Level| if is { level } else { Level::Off };
    [
        style.link.map_or(Level::Off, Level::Link),
        on(style.strong, Level::Strong),
        on(style.emphasis, Level::Emphasis),
        on(style.struck, Level::Struck),
        on(style.raised, Level::Raised),
        on(style.lowered, Level::Lowered),
        on(style.code, Level::Code),
    ]
}

fn element(level: Level) -> Option<&'static str> {
    Some(match level {
        Level::Off => return None,
        Level::Link(_) => "a",
        Level::Strong => "strong",
        Level::Emphasis => "em",
        Level::Struck => "del",
        Level::Raised => "sup",
        Level::Lowered => "sub",
        Level::Code => "code",
    })
}

fn name(block: &BlockKind, document: &Document, at: usize) -> Option<&'static str> {
    Some(match block {
        BlockKind::Paragraph => "p",
        BlockKind::Heading(1) => "h1",
        BlockKind::Heading(2) => "h2",
        BlockKind::Heading(3) => "h3",
        BlockKind::Heading(4) => "h4",
        BlockKind::Heading(5) => "h5",
        BlockKind::Heading(_) => "h6",
        BlockKind::List(None) => "ul",
        BlockKind::List(Some(_)) => "ol",
        BlockKind::Item => "li",
        BlockKind::Quote => "blockquote",
        BlockKind::Table => "table",
        BlockKind::Row => "tr",
        BlockKind::Figure => "figure",
        BlockKind::Caption if in_table(document, at) => "caption",
        BlockKind::Caption => "figcaption",
        BlockKind::Definitions => "dl",
        BlockKind::Term => "dt",
        BlockKind::Meaning => "dd",
        BlockKind::Cell(..) | BlockKind::Post(..) | BlockKind::Note(_) => return None,
    })
}

/// Whether the innermost table or figure around a piece is a table.
fn in_table(document: &Document, at: usize) -> bool {
    let mut closed = 0_usize;
    for piece in document.pieces.iter().take(at).rev() {
        match piece {
            OutputEvent::Close(BlockKind::Table | BlockKind::Figure) => closed += 1,
            OutputEvent::Open(BlockKind::Table | BlockKind::Figure) if closed > 0 => closed -= 1,
            OutputEvent::Open(BlockKind::Table) => return true,
            OutputEvent::Open(BlockKind::Figure) => return false,
            _ => {}
        }
    }
    false
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    for c in value.chars() {
        match c {
            '"' => out.push_str("&quot;"),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends `text` with everything escaped that is not text.
pub(super) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}
