//! Displays a text for reading: separated paragraphs, and for Markdown its headings, lists, quotes
//! and code. Input: the text of a record. Only draws.

use eframe::egui::{Frame, Label, Margin, RichText, Ui};

use crate::style::ui_context::UiContext;

/// Space between paragraphs.
const PARAGRAPH_PX: f32 = 8.0;
/// Space between related lines.
const LINE_PX: f32 = 2.0;
/// Maximum characters of a heading line; wide ones count twice.
const MAX_HEADING: usize = 80;
/// Minimum characters of a paragraph line.
const MIN_PARAGRAPH: usize = 100;

/// Draws `text`: lines are paragraphs, unless they are separated by empty lines, as in Markdown.
pub fn text_ui(ui: &mut Ui, look: &UiContext, text: &str) {
    for (at, part) in parts(text).iter().enumerate() {
        if at > 0 {
            ui.add_space(if part.close { LINE_PX } else { PARAGRAPH_PX });
        }
        match part.kind {
            Kind::Words => {
                ui.add(Label::new(part.text.as_str()).wrap());
            }
            Kind::Heading => {
                let text = RichText::new(part.text.as_str())
                    .strong()
                    .color(look.tokens.text);
                ui.add(Label::new(text).wrap());
            }
            Kind::Item(depth) => {
                ui.horizontal_top(|ui| {
                    ui.add_space(depth * 14.0 + 4.0);
                    ui.add(Label::new(part.text.as_str()).wrap());
                });
            }
            Kind::Quote => {
                Frame::new()
                    .inner_margin(Margin::symmetric(10, 0))
                    .show(ui, |ui| {
                        let text = RichText::new(part.text.as_str()).italics();
                        ui.add(Label::new(text.color(look.tokens.dim)).wrap());
                    });
            }
            Kind::Code => {
                Frame::new()
                    .fill(look.tokens.control)
                    .inner_margin(Margin::same(6))
                    .show(ui, |ui| {
                        ui.add(Label::new(RichText::new(part.text.as_str()).monospace()).wrap());
                    });
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Words,
    Heading,
    /// An item of a list, and its depth.
    Item(f32),
    Quote,
    Code,
}

#[derive(Debug)]
struct Part {
    kind: Kind,
    text: String,
    /// Whether it belongs to the previous part.
    close: bool,
}

fn parts(text: &str) -> Vec<Part> {
    if text.starts_with('<') && text.contains("</") {
        return formed(&words_of_html(text));
    }
    if text.contains("\n\n") {
        return formed(text);
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut parts: Vec<Part> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|n| lines.get(n));
        let after = lines.get(at + 1);
        let heads = is_heading(line)
            && after.is_some_and(|next| width(next) >= MIN_PARAGRAPH)
            && before.is_none_or(|before| width(before) >= MIN_PARAGRAPH);
        let short = |line: &str| width(line) < MIN_PARAGRAPH;
        parts.push(Part {
            kind: if heads { Kind::Heading } else { Kind::Words },
            text: (*line).to_owned(),
            close: !heads && short(line) && before.is_some_and(|before| short(before)),
        });
    }
    parts
}

/// The text of clean HTML, with empty lines between its blocks and Markdown markers before headings
/// and items.
fn words_of_html(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some((words, after)) = rest.split_once('<') {
        out.push_str(words);
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        out.push_str(match tag {
            "li" => "\n- ",
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "\n\n## ",
            "/h1" | "/h2" | "/h3" | "/h4" | "/h5" | "/h6" => "\n\n",
            "p" | "/p" | "/ul" | "/ol" | "/pre" | "/tr" | "/table" | "blockquote" => "\n\n",
            "/td" | "/th" => "  ",
            _ => "",
        });
        rest = after;
    }
    out.push_str(rest);
    [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(out, |text, (entity, sign)| text.replace(entity, sign))
}

/// Whether a line looks like a heading: short, and without sentence punctuation at its end.
fn is_heading(line: &str) -> bool {
    let ends = [
        '.', ',', ';', ':', '!', '?', '…', '。', '，', '；', '：', '！', '？', '”', '"',
    ];
    width(line) <= MAX_HEADING && !line.trim_end().ends_with(ends)
}

/// Characters, wide ones twice.
fn width(line: &str) -> usize {
    line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// The parts of Markdown.
fn formed(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut code: Option<(String, String)> = None;
    let mut broken = true;
    for line in text.lines() {
        let bare = line.trim_start();
        if let Some((fence, lines)) = &mut code {
            if bare.trim_end() == fence.as_str() {
                let text = std::mem::take(lines).trim_end().to_owned();
                parts.push(part(Kind::Code, text, false));
                code = None;
                broken = true;
            } else {
                lines.push_str(line);
                lines.push('\n');
            }
            continue;
        }
        if bare.starts_with("```") {
            let fence: String = bare.chars().take_while(|c| *c == '`').collect();
            code = Some((fence, String::new()));
            continue;
        }
        if bare.trim_matches(['>', ' ']).is_empty() {
            broken = true;
            continue;
        }
        let spaces = u8::try_from(line.len() - bare.len())
            .unwrap_or(u8::MAX)
            .min(24);
        let depth = f32::from(spaces) / 2.0;
        let (kind, words) = kind_of(bare, depth);
        let joins = !broken && matches!(kind, Kind::Words | Kind::Quote);
        match parts
            .last_mut()
            .filter(|last| joins && last.kind != Kind::Code)
        {
            // A line of the same paragraph.
            Some(last) => {
                last.text.push('\n');
                last.text.push_str(&words);
            }
            None => {
                let in_list = !broken && matches!(kind, Kind::Item(_));
                parts.push(part(kind, words, in_list));
            }
        }
        broken = kind == Kind::Heading;
    }
    if let Some((_, lines)) = code {
        parts.push(part(Kind::Code, lines, false));
    }
    parts
}

fn part(kind: Kind, text: String, close: bool) -> Part {
    Part { kind, text, close }
}

fn kind_of(line: &str, depth: f32) -> (Kind, String) {
    if let Some(rest) = line.strip_prefix('#') {
        let rest = rest.trim_start_matches('#');
        if rest.starts_with(' ') {
            return (Kind::Heading, plain(rest));
        }
    }
    if let Some(rest) = line.strip_prefix('>') {
        return (Kind::Quote, plain(rest));
    }
    let bullet = ["- ", "* ", "+ "].iter().find_map(|b| line.strip_prefix(b));
    if let Some(rest) = bullet {
        return (Kind::Item(depth), format!("•  {}", plain(rest)));
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let after = line.get(digits..).unwrap_or_default();
    if (1..=4).contains(&digits) && (after.starts_with(". ") || after.starts_with(") ")) {
        return (Kind::Item(depth), plain(line));
    }
    (Kind::Words, plain(line))
}

/// Text without inline markup: `**blue**` as `blue`, `[a](b)` as `a`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.trim().chars().peekable();
    let mut links = 0_usize;
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek().is_some_and(char::is_ascii_punctuation) => {
                out.extend(chars.next())
            }
            // A break at the end of a line.
            '\\' if chars.peek().is_none() => {}
            '*' | '`' => {}
            '!' if chars.peek() == Some(&'[') => {}
            '[' => links += 1,
            ']' if links > 0 => {
                links -= 1;
                if chars.peek() == Some(&'(') {
                    // The link target is skipped.
                    for skipped in chars.by_ref() {
                        if skipped == ')' {
                            break;
                        }
                    }
                }
            }
            '<' if chars
                .peek()
                .is_some_and(|n| n.is_ascii_alphabetic() || *n == '/') =>
            {
                let mut tag = String::new();
                for skipped in chars.by_ref() {
                    if skipped == '>' {
                        break;
                    }
                    tag.push(skipped);
                }
                // An address in angle brackets is text; only few elements are recognised.
                if tag.contains("://") {
                    out.push_str(&tag);
                } else if tag == "br" {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, String, bool)> {
        let parts = parts(text).into_iter();
        parts.map(|p| (p.kind, p.text, p.close)).collect()
    }

    #[test]
    fn lines_of_a_text_are_paragraphs_and_headings() {
        let long = "The vat is kept warm for a week, and nobody may open it before the blue has come out of it at last, as they say.";
        let found = kinds(&format!(
            "{long}\nThe wool\n{long}\n1 kilo of wool\n2 of woad"
        ));
        let all: Vec<(Kind, bool)> = found.iter().map(|(k, _, c)| (*k, *c)).collect();
        assert_eq!(
            all,
            [
                (Kind::Words, false),
                (Kind::Heading, false),
                (Kind::Words, false),
                (Kind::Words, false),
                (Kind::Words, true)
            ]
        );
    }

    #[test]
    fn clean_html_is_read_as_words() {
        let found = kinds(
            "<h2>Dyes &amp; wool</h2>\n<p>Woad<br>\nis <em>blue</em>.</p>\n<ul>\n<li>one</li>\n</ul>",
        );
        let expected = [
            (Kind::Heading, "Dyes & wool", false),
            (Kind::Words, "Woad\nis blue.", false),
            (Kind::Item(0.0), "•  one", false),
        ];
        let found: Vec<(Kind, &str, bool)> =
            found.iter().map(|(k, t, c)| (*k, t.as_str(), *c)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn markdown_is_read_as_such() {
        let found = kinds(
            "## The *wool*\n\nIt is [very **red**](https://a.example/).\\\nYes\n\n- one\n  - two\n\n> said\n>\n> twice\n\n```rust\nfn a()\n\n  b\n```\n\n\\# end",
        );
        let expected = [
            (Kind::Heading, "The wool", false),
            (Kind::Words, "It is very red.\nYes", false),
            (Kind::Item(0.0), "•  one", false),
            (Kind::Item(1.0), "•  two", true),
            (Kind::Quote, "said", false),
            (Kind::Quote, "twice", false),
            (Kind::Code, "fn a()\n\n  b", false),
            (Kind::Words, "# end", false),
        ];
        let found: Vec<(Kind, &str, bool)> =
            found.iter().map(|(k, t, c)| (*k, t.as_str(), *c)).collect();
        assert_eq!(found, expected);
    }
}
