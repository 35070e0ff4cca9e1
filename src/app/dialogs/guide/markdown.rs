//! Reads the Markdown of the guide: headings, paragraphs, lists, tables, code, with bold, italic and
//! code in their lines. Pictures are left out, and links are only their texts: both lead to files
//! that the program does not have with it. Input: a text. Output: its blocks.

/// A part of a line in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSpan {
    /// The text.
    pub text: String,
    /// Its style.
    pub style: SpanStyle,
}

/// The style of a part of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpanStyle {
    /// As the rest.
    #[default]
    Plain,
    /// Names of buttons and views.
    Bold,
    /// Names of things.
    Italic,
    /// What is typed.
    Code,
}

/// A block of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading: its level, from 1, and its text.
    Heading(usize, String),
    /// A paragraph.
    Paragraph(Vec<TextSpan>),
    /// An entry of a list: how far it is indented, its mark, its text.
    Item(usize, String, Vec<TextSpan>),
    /// Lines of code.
    Code(String),
    /// The rows of a table, the header first.
    Table(Vec<Vec<Vec<TextSpan>>>),
}

/// The blocks of `text`.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for line in text.lines() {
        reader.line(line);
    }
    reader.end();
    reader.blocks
}

/// What the lines read so far belong to.
#[derive(Default)]
enum Open {
    #[default]
    Nothing,
    Paragraph(String),
    Item(usize, String, String),
    Code(Vec<String>),
    Table(Vec<Vec<Vec<TextSpan>>>),
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    open: Open,
}

impl Reader {
    fn line(&mut self, line: &str) {
        let bare = line.trim();
        if let Open::Code(lines) = &mut self.open {
            if bare.starts_with("```") {
                self.end();
            } else {
                lines.push(line.to_owned());
            }
            return;
        }
        if bare.starts_with("```") {
            self.end();
            self.open = Open::Code(Vec::new());
        } else if bare.is_empty() || bare.starts_with("![") {
            self.end();
        } else if let Some((level, title)) = heading(line) {
            self.end();
            self.blocks.push(Block::Heading(level, title.to_owned()));
        } else if bare.starts_with('|') {
            self.row(bare);
        } else if let Some((indent, mark, text)) = item(line) {
            self.end();
            self.open = Open::Item(indent, mark, text.to_owned());
        } else {
            match &mut self.open {
                Open::Paragraph(text) | Open::Item(_, _, text) => join(text, bare),
                _ => {
                    self.end();
                    self.open = Open::Paragraph(bare.to_owned());
                }
            }
        }
    }

    fn row(&mut self, line: &str) {
        if !matches!(self.open, Open::Table(_)) {
            self.end();
            self.open = Open::Table(Vec::new());
        }
        let is_rule = line
            .chars()
            .all(|sign| matches!(sign, '|' | '-' | ':' | ' '));
        if let Open::Table(rows) = &mut self.open
            && !is_rule
        {
            rows.push(cells(line).iter().map(|cell| spans(cell)).collect());
        }
    }

    /// Ends what is open.
    fn end(&mut self) {
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::Paragraph(text) => self.blocks.push(Block::Paragraph(spans(&text))),
            Open::Item(indent, mark, text) => {
                self.blocks.push(Block::Item(indent, mark, spans(&text)));
            }
            Open::Code(lines) => self.blocks.push(Block::Code(lines.join("\n"))),
            Open::Table(rows) => self.blocks.push(Block::Table(rows)),
        }
    }
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    let title = title.strip_prefix(' ')?;
    (level > 0).then_some((level, title.trim()))
}

/// An entry of a list: its indentation in steps, its mark and its text.
fn item(line: &str) -> Option<(usize, String, &str)> {
    let text = line.trim_start();
    let indent = (line.len() - text.len()) / 2;
    if let Some(text) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
        return Some((indent, "•".to_owned(), text));
    }
    let (number, text) = text.split_once(". ")?;
    let is_number = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
    is_number.then(|| (indent, format!("{number}."), text))
}

/// The cells of a row of a table; `\|` is no border.
fn cells(line: &str) -> Vec<String> {
    let inside = line.trim().trim_start_matches('|');
    let mut cells = vec![String::new()];
    let mut signs = inside.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if signs.peek() == Some(&'|') => {
                signs.next();
                push(&mut cells, '|');
            }
            '|' => cells.push(String::new()),
            sign => push(&mut cells, sign),
        }
    }
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn push(cells: &mut [String], sign: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(sign);
    }
}

/// Adds a further line to a text; between Chinese characters there is no space.
fn join(text: &mut String, line: &str) {
    let is_wide = |sign: Option<char>| sign.is_some_and(|sign| sign >= '\u{2e80}');
    if !(is_wide(text.chars().last()) && is_wide(line.chars().next())) {
        text.push(' ');
    }
    text.push_str(line);
}

/// The parts of a line.
fn spans(text: &str) -> Vec<TextSpan> {
    let mut found: Vec<TextSpan> = Vec::new();
    let mut style = SpanStyle::Plain;
    let mut run = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let (taken, next) = match (sign, style) {
            ('`', SpanStyle::Code) => (1, Some(SpanStyle::Plain)),
            (_, SpanStyle::Code) => (0, None),
            ('`', _) => (1, Some(SpanStyle::Code)),
            ('*', SpanStyle::Bold) if rest.starts_with("**") => (2, Some(SpanStyle::Plain)),
            ('*', _) if rest.starts_with("**") => (2, Some(SpanStyle::Bold)),
            ('*', SpanStyle::Italic) => (1, Some(SpanStyle::Plain)),
            ('*', SpanStyle::Plain) => (1, Some(SpanStyle::Italic)),
            _ => (0, None),
        };
        if let Some(next) = next {
            end_run(&mut found, &mut run, style);
            style = next;
            rest = rest.get(taken..).unwrap_or_default();
        } else if let Some((words, after)) = link(rest).filter(|_| style != SpanStyle::Code) {
            run.extend(words.chars().filter(|sign| *sign != '`'));
            rest = after;
        } else {
            let escaped = rest.strip_prefix('\\').filter(|_| style != SpanStyle::Code);
            let from = escaped.unwrap_or(rest);
            let mut signs = from.chars();
            run.extend(signs.next());
            rest = signs.as_str();
        }
    }
    end_run(&mut found, &mut run, style);
    found
}

fn end_run(found: &mut Vec<TextSpan>, run: &mut String, style: SpanStyle) {
    if !run.is_empty() {
        let text = std::mem::take(run);
        found.push(TextSpan { text, style });
    }
}

/// The words of a link at the beginning of `text`, and what follows it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = rest.split_once(')')?;
    // In code there may be brackets.
    let is_plain = !words.contains('[') || words.starts_with('`');
    is_plain.then_some((words, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> TextSpan {
        styled(text, SpanStyle::Plain)
    }

    fn styled(text: &str, style: SpanStyle) -> TextSpan {
        TextSpan {
            text: text.to_owned(),
            style,
        }
    }

    #[test]
    fn blocks_and_their_parts_are_read() {
        let text = "# Guide\n\nPress **Run**, *then*\nread `a*b` in [this](x.md).\n\n\
            1. One\n   goes on\n- Two\n\n| a | b |\n|---|---|\n| `x \\| y` | z |\n\n\
            ```toml\n# no heading\n```\n";
        let expected = [
            Block::Heading(1, "Guide".to_owned()),
            Block::Paragraph(vec![
                plain("Press "),
                styled("Run", SpanStyle::Bold),
                plain(", "),
                styled("then", SpanStyle::Italic),
                plain(" read "),
                styled("a*b", SpanStyle::Code),
                plain(" in this."),
            ]),
            Block::Item(0, "1.".to_owned(), vec![plain("One goes on")]),
            Block::Item(0, "•".to_owned(), vec![plain("Two")]),
            Block::Table(vec![
                vec![vec![plain("a")], vec![plain("b")]],
                vec![vec![styled("x | y", SpanStyle::Code)], vec![plain("z")]],
            ]),
            Block::Code("# no heading".to_owned()),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn lines_of_chinese_are_joined_without_a_space() {
        let read = blocks("一行\n二行\nABC\n");
        assert_eq!(read, [Block::Paragraph(vec![plain("一行二行 ABC")])]);
    }
}
