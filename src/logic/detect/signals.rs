//! The signal files: what block pages, challenges and proxies are known to look like. Flows in:
//! TOML text. Flows out: compiled patterns by place, each with its state, strength and origin.
//! Never judges; knows nothing about a page.

use std::sync::OnceLock;

use regex::{Regex, RegexSet, RegexSetBuilder};
use serde::Deserialize;

use crate::logic::model::{PageState, Strength};

/// The compiled signals.
#[derive(Debug)]
pub struct Signals {
    signals: Vec<Signal>,
    title: Group,
    text: Group,
    source: Group,
    url: Group,
    portal: Group,
    proxy_body: Group,
    header: Vec<usize>,
    proxy_header: Vec<usize>,
}

/// One thing to look for.
#[derive(Debug)]
pub struct Signal {
    /// Name, unique over all files; it is what evidence carries.
    pub id: String,
    /// What it means.
    pub state: PageState,
    /// How far it may be trusted.
    pub strength: Strength,
    /// Whose mark it is, when it is one vendor's.
    pub vendor: Option<String>,
    /// Where the knowledge comes from.
    pub source: String,
    /// When it was last checked, `YYYY-MM-DD`.
    pub date: String,
    pub(super) header: String,
    pub(super) only_errors: bool,
    pub(super) statuses: Vec<u16>,
    pattern: String,
    /// Compiled when first needed: most signals are only ever looked for in their group.
    regex: OnceLock<Option<Regex>>,
}

/// Where a signal is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Target {
    /// A response header of the site.
    Header,
    /// A response header that proves a proxy wrote the answer.
    ProxyHeader,
    /// The source of an answer that a proxy wrote.
    ProxyBody,
    /// The readable text of a page that may be a network's sign-in portal.
    Portal,
    /// The address where the redirects ended.
    Url,
    /// The title.
    Title,
    /// The readable text, titles and headings included.
    Text,
    /// The source.
    Source,
}

/// A signal file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("signal file {file}: {reason}")]
pub struct SignalError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub reason: String,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../assets/signals/", $name)))),*]
    };
}

/// The files that ship with the program: name and text.
const SHIPPED: [(&str, &str); 8] = shipped![
    "headers.toml",
    "proxy.toml",
    "urls.toml",
    "titles.toml",
    "markers.toml",
    "phrases-en.toml",
    "phrases-zh.toml",
    "phrases-other.toml",
];

impl Signals {
    /// The signals that ship with the program.
    ///
    /// # Errors
    /// Never with the shipped files (a test loads them).
    pub fn shipped() -> Result<Self, SignalError> {
        Self::load(&SHIPPED)
    }

    /// Reads signal `files`, given as name and TOML text.
    ///
    /// # Errors
    /// For the first file that is no TOML, names an unknown key, place or state, repeats an id, or
    /// holds a pattern that cannot be compiled.
    pub fn load(files: &[(&str, &str)]) -> Result<Self, SignalError> {
        let mut targets = Vec::new();
        let mut signals: Vec<Signal> = Vec::new();
        for (file, text) in files {
            let fail = |reason: String| SignalError {
                file: (*file).to_owned(),
                reason,
            };
            let read: File = toml::from_str(text).map_err(|e| fail(e.to_string()))?;
            for entry in read.signal {
                if signals.iter().any(|s| s.id == entry.id) {
                    return Err(fail(format!("signal {} stands twice", entry.id)));
                }
                let (target, signal) = entry.compile().map_err(fail)?;
                targets.push(target);
                signals.push(signal);
            }
        }
        let all = |wanted: Target| -> Vec<usize> {
            (0..targets.len())
                .filter(|i| targets.get(*i) == Some(&wanted))
                .collect()
        };
        let group = |wanted| Group::new(&signals, all(wanted));
        Ok(Self {
            title: group(Target::Title)?,
            text: group(Target::Text)?,
            source: group(Target::Source)?,
            url: group(Target::Url)?,
            portal: group(Target::Portal)?,
            proxy_body: group(Target::ProxyBody)?,
            header: all(Target::Header),
            proxy_header: all(Target::ProxyHeader),
            signals,
        })
    }

    /// The signal called `id`.
    pub fn get(&self, id: &str) -> Option<&Signal> {
        self.signals.iter().find(|s| s.id == id)
    }

    /// All signals, in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Signal> {
        self.signals.iter()
    }

    /// The signals of `target` found in `text`, in the order of the files. Not for headers.
    pub(super) fn find<'s>(&'s self, target: Target, text: &str) -> Vec<&'s Signal> {
        let group = match target {
            Target::Title => &self.title,
            Target::Text => &self.text,
            Target::Source => &self.source,
            Target::Url => &self.url,
            Target::Portal => &self.portal,
            Target::ProxyBody => &self.proxy_body,
            Target::Header | Target::ProxyHeader => return Vec::new(),
        };
        group
            .set
            .matches(text)
            .into_iter()
            .filter_map(|hit| self.signals.get(*group.members.get(hit)?))
            .collect()
    }

    /// The signals found in `headers` (names lower case), each with the value that matched.
    pub(super) fn find_headers<'s, 'a>(
        &'s self,
        target: Target,
        headers: &'a [(String, String)],
    ) -> Vec<(&'s Signal, &'a str)> {
        let members = match target {
            Target::ProxyHeader => &self.proxy_header,
            _ => &self.header,
        };
        members
            .iter()
            .filter_map(|i| self.signals.get(*i))
            .filter_map(|signal| {
                headers
                    .iter()
                    .find(|(name, value)| {
                        name.eq_ignore_ascii_case(&signal.header) && signal.is_match(value)
                    })
                    .map(|(_, value)| (signal, value.as_str()))
            })
            .collect()
    }
}

impl Signal {
    /// What the pattern finds first in `text`; empty when nothing.
    pub(super) fn first_match<'t>(&self, text: &'t str) -> &'t str {
        self.regex()
            .and_then(|regex| regex.find(text))
            .map_or("", |found| found.as_str())
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex
            .get_or_init(|| Regex::new(&self.pattern).ok())
            .as_ref()
    }

    /// Whether the signal may be used with `status` (0: unknown).
    pub(super) fn fits_status(&self, status: u16) -> bool {
        (!self.only_errors || status >= 400)
            && (self.statuses.is_empty() || self.statuses.contains(&status))
    }
}

/// Room for the states of one group: with the default 2 MB the phrases fall back to an engine that
/// is fifty times slower (measured on collected pages).
const DFA_BYTES: usize = 32 << 20;

/// Signals that are looked for in one pass.
#[derive(Debug)]
struct Group {
    members: Vec<usize>,
    set: RegexSet,
}

impl Group {
    fn new(signals: &[Signal], members: Vec<usize>) -> Result<Self, SignalError> {
        let patterns = members
            .iter()
            .filter_map(|i| signals.get(*i))
            .map(|s| s.pattern.as_str());
        let set = RegexSetBuilder::new(patterns)
            .dfa_size_limit(DFA_BYTES)
            .build()
            .map_err(|e| SignalError {
                file: String::from("all files"),
                reason: e.to_string(),
            })?;
        Ok(Self { members, set })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    signal: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    place: Target,
    #[serde(default)]
    header: String,
    pattern: String,
    #[serde(default)]
    only_errors: bool,
    #[serde(default)]
    statuses: Vec<u16>,
    state: String,
    strength: Strength,
    vendor: Option<String>,
    /// For people who keep the lists; phrases are looked for whatever a page's language.
    #[serde(default, rename = "language")]
    _language: String,
    source: String,
    date: String,
}

impl Entry {
    fn compile(self) -> Result<(Target, Signal), String> {
        let in_header = matches!(self.place, Target::Header | Target::ProxyHeader);
        if in_header == self.header.is_empty() {
            return Err(format!(
                "signal {}: `header` belongs to header signals, and only to them",
                self.id
            ));
        }
        let state = PageState::from_token(&self.state)
            .ok_or_else(|| format!("signal {}: unknown state {}", self.id, self.state))?;
        let pattern = plain_classes(&self.pattern);
        regex_syntax::parse(&pattern).map_err(|e| format!("signal {}: {e}", self.id))?;
        Ok((
            self.place,
            Signal {
                id: self.id,
                state,
                strength: self.strength,
                vendor: self.vendor,
                source: self.source,
                date: self.date,
                header: self.header,
                only_errors: self.only_errors,
                statuses: self.statuses,
                pattern,
                regex: OnceLock::new(),
            },
        ))
    }
}

/// The ASCII forms of the usual classes. With the Unicode forms, a word boundary beside a
/// character such as 验 would end the fast search, and every set would be many times larger.
fn plain_classes(pattern: &str) -> String {
    pattern
        .replace(r"\b", r"(?-u:\b)")
        .replace(r"\d", "[0-9]")
        .replace(r"\w", "[0-9A-Za-z_]")
        .replace(r"\s", r"[ \t\r\n]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_loads_and_names_its_origin() {
        let signals = Signals::shipped().expect("shipped files");
        assert!(signals.iter().count() > 80);
        for signal in signals.iter() {
            assert!(!signal.source.is_empty(), "{}", signal.id);
            let date: jiff::civil::Date = signal.date.parse().expect(&signal.id);
            assert!(date.year() >= 2026, "{}", signal.id);
        }
    }

    #[test]
    fn bad_files_say_what_is_wrong() {
        #[track_caller]
        fn check(text: &str, word: &str) {
            let error = Signals::load(&[("mine.toml", text)]).expect_err(text);
            let shown = error.to_string();
            assert!(
                shown.contains("mine.toml") && shown.contains(word),
                "{shown}"
            );
        }
        let entry = |place: &str, pattern: &str, state: &str, more: &str| {
            format!(
                "[[signal]]\nid = 'a'\nplace = '{place}'\npattern = '{pattern}'\nstate = '{state}'\n\
                 strength = 'weak'\nsource = 'me'\ndate = '2026-01-01'\n{more}\n"
            )
        };
        check("[[signal]", "TOML");
        check(&entry("text", "(", "blocked", ""), "regex");
        check(&entry("text", "x", "furious", ""), "furious");
        check(&entry("moon", "x", "blocked", ""), "moon");
        check(&entry("header", "x", "blocked", ""), "header");
        check(&entry("text", "x", "blocked", "colour = 'red'"), "colour");
        let twice = entry("text", "x", "blocked", "").repeat(2);
        check(&twice, "twice");
    }
}
