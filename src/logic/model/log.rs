//! Log lines and their filter.

use std::borrow::Cow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::RunId;
use crate::messages::{Language, Message, text_in};

/// The severity of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// For diagnosing a fault.
    Debug,
    /// Normal events.
    #[default]
    Info,
    /// Something unexpected happened.
    Warn,
    /// Something failed.
    Error,
}

impl LogLevel {
    /// All levels, the lowest first.
    pub const ALL: [Self; 4] = [Self::Debug, Self::Info, Self::Warn, Self::Error];

    /// The token in files, on the command line and in ids of messages.
    pub fn token(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// A line of the log. It contains no secrets: addresses are cleaned before it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// The time.
    pub at: Timestamp,
    /// The severity.
    pub level: LogLevel,
    /// The part of the program, such as `engine::crawl`.
    pub part: String,
    /// Name of its site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Its run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// The file of the project that the process had open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// What happened, with its details, in English.
    pub text: String,
    /// The same for people, where the catalogues have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

impl LogLine {
    /// What happened, in `language` as far as the catalogues have it.
    pub fn told(&self, language: Language) -> Cow<'_, str> {
        match &self.message {
            Some(message) => Cow::Owned(text_in(language, message)),
            None => Cow::Borrowed(&self.text),
        }
    }
}

/// Which lines to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogFilter {
    /// Only lines of the project in this file, and those of no project.
    pub project: Option<String>,
    /// Only lines about the site of this name.
    pub site: Option<String>,
    /// Only lines about this run.
    pub run: Option<RunId>,
    /// Only this level and above.
    pub least: LogLevel,
    /// Only lines containing this text, case-insensitively.
    pub text: String,
    /// Only from this time on.
    pub since: Option<Timestamp>,
    /// The language in which lines are shown and searched, besides English.
    #[serde(skip)]
    pub language: Language,
}

impl LogFilter {
    /// Whether `line` passes the filter.
    pub fn holds(&self, line: &LogLine) -> bool {
        let is_of_site = self.site.as_ref().is_none_or(|site| {
            let of = line.site.as_deref().unwrap_or_default();
            of.eq_ignore_ascii_case(site)
        });
        let wanted = self.text.trim().to_lowercase();
        let is_elsewhere = match (&self.project, &line.project) {
            (Some(wanted), Some(of)) => wanted != of,
            _ => false,
        };
        is_of_site
            && !is_elsewhere
            && line.level >= self.least
            && self.run.is_none_or(|run| line.run == Some(run))
            && self.since.is_none_or(|since| line.at >= since)
            && (wanted.is_empty()
                || line.text.to_lowercase().contains(&wanted)
                || line.told(self.language).to_lowercase().contains(&wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_holds_what_it_names() {
        let line = LogLine {
            at: Timestamp::UNIX_EPOCH,
            level: LogLevel::Warn,
            part: "engine::crawl".to_owned(),
            site: Some("Gazette".to_owned()),
            run: Some(RunId(7)),
            project: Some("/news.bower".to_owned()),
            text: "The page was refused".to_owned(),
            message: Some(Message::new("log-run-started")),
        };
        let all = LogFilter::default();
        assert!(all.holds(&line));
        let some = |change: &dyn Fn(&mut LogFilter)| {
            let mut filter = LogFilter::default();
            change(&mut filter);
            filter.holds(&line)
        };
        assert!(some(&|f| f.site = Some("gazette".to_owned())));
        assert!(!some(&|f| f.site = Some("Herald".to_owned())));
        assert!(some(&|f| f.run = Some(RunId(7))) && !some(&|f| f.run = Some(RunId(8))));
        assert!(some(&|f| f.least = LogLevel::Warn) && !some(&|f| f.least = LogLevel::Error));
        assert!(some(&|f| f.text = "REFUSED".to_owned()) && !some(&|f| f.text = "ok".to_owned()));
        assert!(!some(&|f| f.text = "开始".to_owned()));
        assert!(some(&|f| {
            f.text = "开始".to_owned();
            f.language = Language::Chinese;
        }));
        assert!(!some(&|f| f.since = Some(Timestamp::MAX)));
        assert!(some(&|f| f.project = Some("/news.bower".to_owned())));
        let other = LogFilter {
            project: Some("/other.bower".to_owned()),
            ..LogFilter::default()
        };
        assert!(!other.holds(&line));
        let of_none = LogLine {
            project: None,
            ..line.clone()
        };
        assert!(other.holds(&of_none));
    }
}
