//! Output of commands: results to standard output, everything else to standard error, in the user's
//! language.

use std::io::{IsTerminal, Write};

use unicode_width::UnicodeWidthStr;

use bowerbird_engine::EngineError;
use bowerbird_engine::single_page::Loaded;
use bowerbird_engine::types::{Catalogue, Language, Message, printable, printable_json};
use clap::ValueEnum;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// One changing line on a terminal, nothing elsewhere
    Auto,
    /// One line per change
    Plain,
    /// One JSON object a line
    Json,
    /// Nothing
    None,
}

/// The console of one invocation.
pub struct Console {
    /// The texts.
    pub catalogue: Catalogue,
    /// Whether listings are JSON.
    pub json: bool,
    progress: ProgressMode,
    line_open: std::cell::Cell<bool>,
}

impl Console {
    /// A console in the given language, or in that of the locale.
    pub fn new(language: Option<&str>, json: bool, progress: ProgressMode) -> Self {
        let locale = language.map(str::to_owned).or_else(|| {
            ["LC_ALL", "LC_MESSAGES", "LANG"]
                .iter()
                .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()))
        });
        Self {
            catalogue: Catalogue::new(Language::from_locale(locale.as_deref().unwrap_or("en"))),
            json,
            progress,
            line_open: std::cell::Cell::new(false),
        }
    }

    /// The language of all messages.
    pub fn language(&self) -> Language {
        self.catalogue.language()
    }

    /// The text of a message.
    pub fn text(&self, message: &Message) -> String {
        self.catalogue.text(message)
    }

    /// A line of result.
    pub fn line(&self, text: &str) {
        self.end_progress();
        // A closed pipe (`| head`) is the reader's choice, not an error.
        let _ = writeln!(std::io::stdout().lock(), "{}", printable(text));
    }

    /// A message as a line of result.
    pub fn print_message(&self, message: &Message) {
        self.line(&self.text(message));
    }

    /// Prints a note about the result to standard error.
    pub fn note(&self, message: &Message) {
        self.end_progress();
        let _ = writeln!(
            std::io::stderr().lock(),
            "{}",
            printable(&self.text(message))
        );
    }

    /// Notes that an address answered with an error status instead of a page.
    pub fn note_status(&self, page: &Loaded) {
        if page.status >= 400 {
            self.note(
                &Message::new("engine-status-told")
                    .with("source", page.source.as_str())
                    .with("status", u64::from(page.status)),
            );
        }
    }

    /// Prints an error to standard error.
    pub fn error(&self, error: &EngineError) {
        let text = self.text(&error.0);
        self.note(&Message::new("cli-error").with("text", text));
    }

    /// Prints a value as JSON.
    pub fn print_json<T: serde::Serialize>(&self, value: &T) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.line(&printable_json(&text)),
            Err(error) => tracing::error!(%error, "cannot write JSON"),
        }
    }

    /// Reports progress: one changing line on a terminal, elsewhere lines or JSON when asked for.
    pub fn progress<T: serde::Serialize>(&self, message: &Message, value: &T) {
        let mut err = std::io::stderr().lock();
        match self.progress {
            ProgressMode::None => {}
            ProgressMode::Json => {
                if let Ok(text) = serde_json::to_string(value) {
                    let _ = writeln!(err, "{}", printable_json(&text));
                }
            }
            ProgressMode::Plain => {
                let _ = writeln!(err, "{}", printable(&self.text(message)));
            }
            ProgressMode::Auto if err.is_terminal() => {
                let _ = write!(err, "\r\x1b[2K{}", printable(&self.text(message)));
                let _ = err.flush();
                self.line_open.set(true);
            }
            ProgressMode::Auto => {}
        }
    }

    fn end_progress(&self) {
        if self.line_open.replace(false) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[2K");
        }
    }

    /// Prints a table with headings from the catalogue. Columns are as wide as their widest cell.
    /// An empty table prints `empty` instead.
    pub fn table(&self, headings: &[&str], rows: &[Vec<String>], empty: &str) {
        if rows.is_empty() {
            self.line(&self.catalogue.get(empty));
            return;
        }
        let headings: Vec<String> = headings.iter().map(|h| self.catalogue.get(h)).collect();
        // Text from pages and files must not look like further rows.
        let in_line = |cell: &String| cell.replace(['\n', '\r', '\t'], " ");
        let in_lines = rows.iter().map(|row| row.iter().map(in_line).collect());
        let rows: Vec<Vec<String>> = in_lines.collect();
        let widths: Vec<usize> = (0..headings.len())
            .map(|column| {
                rows.iter()
                    .chain(std::iter::once(&headings))
                    .filter_map(|row| row.get(column))
                    .map(|cell| cell.width())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        for row in std::iter::once(&headings).chain(&rows) {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
            }
            self.line(line.trim_end());
        }
    }
}

/// A time as listings show it, in UTC.
pub fn time_text(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M:%SZ").to_string()
}

/// `text` cut to `width` columns of a terminal, with an ellipsis.
pub fn shorten(text: &str, width: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.width() <= width {
        return text;
    }
    let mut cut = String::new();
    for character in text.chars() {
        let mut next = cut.clone();
        next.push(character);
        if next.width() + 1 > width {
            break;
        }
        cut = next;
    }
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn shortens_by_columns_not_characters() {
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcdef", 4), "abc…");
        assert_eq!(shorten("海港公报", 5), "海港…");
    }
}
