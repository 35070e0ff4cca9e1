//! Words of one block as Markdown: links, emphasis, code, pictures, and escapes where a character
//! would be markup. Input: the pieces of the block. Output: its lines.

use super::{Document, OutputEvent, Style};

/// The context of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InlineContext {
    Paragraph,
    Heading,
    Cell,
}

/// The words of `pieces` as Markdown.
pub(super) fn write(document: &Document, pieces: &[&OutputEvent], place: InlineContext) -> String {
    let mut writer = Writer {
        document,
        pieces,
        place,
        out: String::new(),
        open: Vec::new(),
    };
    for at in 0..pieces.len() {
        writer.piece(at);
    }
    writer.close_to(0);
    let lines: Vec<String> = writer.out.lines().map(|line| start(line.trim())).collect();
    match place {
        InlineContext::Paragraph => lines.join("\n"),
        InlineContext::Heading => closed_heading(&writer.out),
        InlineContext::Cell => writer.out.replace('\n', " ").trim().to_owned(),
    }
}

/// A text with all Markdown markup escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape(&mut out, text, false);
    start(&out)
}

/// `code` between backticks of a length that it does not contain.
pub(super) fn code(code: &str) -> String {
    let signs = "`".repeat(longest_run(code, '`') + 1);
    let edge = code.starts_with('`') || code.ends_with('`') || code.trim().is_empty();
    let space = if edge { " " } else { "" };
    format!("{signs}{space}{code}{space}{signs}")
}

/// The longest run of `sign` in `text`.
pub(super) fn longest_run(text: &str, sign: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == sign { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

struct Writer<'d> {
    document: &'d Document,
    pieces: &'d [&'d OutputEvent],
    place: InlineContext,
    out: String,
    open: Vec<Mark>,
}

/// A style of words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InlineStyle {
    Link(usize),
    Strong,
    Emphasis,
    Struck,
    Raised,
    Lowered,
}

struct Mark {
    look: InlineStyle,
    /// Whether it is written as an HTML element, because delimiters would not be parsed there.
    as_element: bool,
    /// The last piece with this style.
    last: usize,
}

impl Writer<'_> {
    fn piece(&mut self, at: usize) {
        let Some(piece) = self.pieces.get(at) else {
            return;
        };
        let mut wanted = inline_styles(piece);
        let same = self
            .open
            .iter()
            .take_while(|open| wanted.contains(&open.look))
            .count();
        self.close_to(same);
        wanted.retain(|look| self.open.iter().all(|open| open.look != *look));
        // The style that lasts longest is the outermost, to minimise closing and reopening.
        wanted.sort_by_key(|look| std::cmp::Reverse(self.last_of(at, *look)));
        for look in wanted {
            self.begin(at, look);
        }
        match piece {
            OutputEvent::Run(text, style) if style.code => {
                let code = code(text);
                if self.place == InlineContext::Cell {
                    self.out.push_str(&code.replace('|', "\\|"));
                } else {
                    self.out.push_str(&code);
                }
            }
            OutputEvent::Run(text, _) => {
                escape(&mut self.out, text, self.place == InlineContext::Cell)
            }
            OutputEvent::Break => self.out.push_str(match self.place {
                InlineContext::Paragraph => "\\\n",
                InlineContext::Heading => " ",
                InlineContext::Cell => "<br>",
            }),
            OutputEvent::Image { address, alt, .. } => {
                self.out.push_str("![");
                escape(&mut self.out, alt, self.place == InlineContext::Cell);
                self.out.push_str("](");
                self.out.push_str(&destination(address));
                self.out.push(')');
            }
            OutputEvent::NoteMark(number) => self.out.push_str(&format!("[^{number}]")),
            _ => {}
        }
    }

    /// The last piece of a contiguous run with this style from `at` on.
    fn last_of(&self, at: usize, look: InlineStyle) -> usize {
        (at..self.pieces.len())
            .take_while(|n| {
                self.pieces
                    .get(*n)
                    .is_some_and(|p| inline_styles(p).contains(&look))
            })
            .last()
            .unwrap_or(at)
    }

    fn begin(&mut self, at: usize, look: InlineStyle) {
        let last = self.last_of(at, look);
        let as_element = match look {
            InlineStyle::Strong | InlineStyle::Emphasis | InlineStyle::Struck => {
                !self.is_read(at, last)
            }
            InlineStyle::Raised | InlineStyle::Lowered => true,
            InlineStyle::Link(_) => false,
        };
        let opening = match (look, as_element) {
            (InlineStyle::Link(_), _) => "[",
            (InlineStyle::Strong, false) => "**",
            (InlineStyle::Strong, true) => "<strong>",
            (InlineStyle::Emphasis, false) => "*",
            (InlineStyle::Emphasis, true) => "<em>",
            (InlineStyle::Struck, false) => "~~",
            (InlineStyle::Struck, true) => "<del>",
            (InlineStyle::Raised, _) => "<sup>",
            (InlineStyle::Lowered, _) => "<sub>",
        };
        self.out.push_str(opening);
        self.open.push(Mark {
            look,
            as_element,
            last,
        });
    }

    /// Whether delimiters around the pieces from `at` to `last` would be parsed as such
    /// (CommonMark, section 6.2, left- and right-flanking): one between a letter and a full stop is
    /// not, which is common in Chinese, without spaces.
    fn is_read(&self, at: usize, last: usize) -> bool {
        let text = |n: usize| match self.pieces.get(n) {
            Some(OutputEvent::Run(text, style)) if !style.code => Some(text.as_str()),
            _ => None,
        };
        let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let (Some(first), Some(end)) = (text(at), text(last)) else {
            return false;
        };
        let before = at
            .checked_sub(1)
            .and_then(text)
            .and_then(|t| t.chars().last());
        let after = text(last + 1).and_then(|t| t.chars().next());
        let inner_first = first.chars().next().is_some_and(char::is_alphanumeric);
        let inner_last = end.chars().last().is_some_and(char::is_alphanumeric);
        // Adjacent delimiters are parsed by rules of their own.
        let beside = self.out.ends_with(['*', '~', '`', '\\'])
            || self.open.iter().any(|mark| {
                mark.last == last && !mark.as_element && !matches!(mark.look, InlineStyle::Link(_))
            });
        (inner_first || edge(before)) && (inner_last || edge(after)) && !beside
    }

    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(mark) = self.open.pop() else { return };
            match (mark.look, mark.as_element) {
                (InlineStyle::Link(number), _) => {
                    let address = self.document.link(Some(number)).unwrap_or_default();
                    let target = format!("]({})", destination(address));
                    self.out.push_str(&target);
                }
                (InlineStyle::Strong, false) => self.out.push_str("**"),
                (InlineStyle::Strong, true) => self.out.push_str("</strong>"),
                (InlineStyle::Emphasis, false) => self.out.push('*'),
                (InlineStyle::Emphasis, true) => self.out.push_str("</em>"),
                (InlineStyle::Struck, false) => self.out.push_str("~~"),
                (InlineStyle::Struck, true) => self.out.push_str("</del>"),
                (InlineStyle::Raised, _) => self.out.push_str("</sup>"),
                (InlineStyle::Lowered, _) => self.out.push_str("</sub>"),
            }
        }
    }
}

fn inline_styles(piece: &OutputEvent) -> Vec<InlineStyle> {
    let style = match piece {
        OutputEvent::Run(_, style) => *style,
        OutputEvent::Image { link, .. } => Style {
            link: *link,
            ..Style::default()
        },
        _ => Style::default(),
    };
    let marks = [
        (style.strong, InlineStyle::Strong),
        (style.emphasis, InlineStyle::Emphasis),
        (style.struck, InlineStyle::Struck),
        (style.raised, InlineStyle::Raised),
        (style.lowered, InlineStyle::Lowered),
    ];
    let link = style.link.map(InlineStyle::Link).into_iter();
    link.chain(
        marks
            .into_iter()
            .filter(|(on, _)| *on)
            .map(|(_, look)| look),
    )
    .collect()
}

/// An address as a link target, with characters encoded that would end it.
fn destination(address: &str) -> String {
    let mut out = String::new();
    for c in address.chars() {
        match c {
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '|' => out.push_str("%7C"),
            c if c.is_whitespace() => out.push_str("%20"),
            c => out.push(c),
        }
    }
    out
}

/// Appends `text` with escapes before characters that are markup anywhere in a line.
fn escape(out: &mut String, text: &str, is_cell: bool) {
    let mut chars = text.chars().peekable();
    let mut before = out.chars().last();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let means = match c {
            '\\' | '`' | '*' | '[' | ']' => true,
            '_' => !(letter(before) && letter(next)),
            '~' => next == Some('~') || before == Some('~'),
            '<' => next.is_some_and(|n| n.is_ascii_alphabetic() || matches!(n, '/' | '!' | '?')),
            '&' => next.is_some_and(|n| n.is_ascii_alphanumeric() || n == '#'),
            '|' => is_cell,
            '!' => next == Some('[') || next.is_none(),
            _ => false,
        };
        if means {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

/// Escapes a line whose start would begin a heading, a list, a quote or a rule.
fn start(line: &str) -> String {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let after = line.get(digits..).unwrap_or_default();
    if (1..=9).contains(&digits) && after.starts_with(['.', ')']) {
        let ends = after.get(1..).unwrap_or_default();
        if ends.is_empty() || ends.starts_with(' ') {
            let number = line.get(..digits).unwrap_or_default();
            return format!("{number}\\{after}");
        }
    }
    let first = line.chars().next();
    let rest = line.get(1..).unwrap_or_default();
    let means = match first {
        Some('#') => {
            rest.trim_start_matches('#').starts_with(' ') || rest.trim_start_matches('#').is_empty()
        }
        Some('>') => true,
        Some('+') => rest.is_empty() || rest.starts_with(' '),
        Some('-') => rest.is_empty() || rest.starts_with(' ') || rest.starts_with('-'),
        Some('=') => true,
        Some('~') => rest.starts_with("~~"),
        Some('|') => true,
        Some(':') => rest.starts_with(' ') || rest.starts_with('-'),
        _ => false,
    };
    if means {
        format!("\\{line}")
    } else {
        line.to_owned()
    }
}

/// Escapes a trailing `#`, which would otherwise close the heading.
fn closed_heading(text: &str) -> String {
    let text = text.replace('\n', " ");
    let text = text.trim();
    match text.strip_suffix('#') {
        Some(before) => format!("{before}\\#"),
        None => text.to_owned(),
    }
}
