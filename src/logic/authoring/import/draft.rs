//! Builds a rule from what an importer adds to it, with notes. Input: parts of a source with
//! their places. Output: a rule that passed the checker, with its text and its notes. A selector
//! that does not compile is never added.

use serde::Serialize;

use super::address::{Header, clean, header};
use super::names::{field_name, file_name, site_name};
use super::{ImportError, SourcePlace};
use crate::messages::{Explain, Message, english};
use crate::model::SourceKind;
use crate::rules::{
    Alternative, FieldRule, NextRule, PageStep, RuleFile, SiteSection, parse, write,
};
use crate::select::{Selector, SelectorKind};

/// The maximum length of a selector in a note, in characters.
const SHOWN: usize = 120;

/// The maximum number of steps of one rule.
const MAX_STEPS: usize = 50;

/// Pseudo-classes that a browser knows; others of a selector are extensions.
const OF_BROWSERS: [&str; 17] = [
    "nth-child",
    "nth-of-type",
    "nth-last-child",
    "nth-last-of-type",
    "first-child",
    "last-child",
    "first-of-type",
    "last-of-type",
    "only-child",
    "only-of-type",
    "not",
    "is",
    "where",
    "has",
    "empty",
    "enabled",
    "disabled",
];

/// The maximum number of start addresses of one rule.
const MAX_STARTS: usize = 1_000;

/// The result of importing a part of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportResult {
    /// It is in the rule.
    Taken,
    /// It is in the rule with a slightly different meaning.
    Changed,
    /// It is not in the rule.
    Dropped,
}

/// The result for one part of the source, with its place and reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it was.
    pub place: SourcePlace,
    /// The result.
    pub fate: ImportResult,
    /// What and why.
    pub message: Message,
}

/// One rule imported from a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// File name, without folders, ending in `.toml`.
    pub file_name: String,
    /// The rule as data.
    pub rule: RuleFile,
    /// The rule as text, with its origin in a comment above it.
    pub text: String,
    /// Whether this version can run it; otherwise it is a valid file for a later one.
    pub runs: bool,
    /// In the order of the source.
    pub notes: Vec<Note>,
}

/// A rule under construction.
pub(super) struct Draft {
    /// The rule so far.
    pub file: RuleFile,
    comments: Vec<String>,
    notes: Vec<Note>,
    file_stem: String,
}

impl Draft {
    /// An empty rule of a kind; `name` is the source's name for the site.
    pub fn new(name: &str, kind: SourceKind) -> Self {
        Self {
            file: RuleFile {
                site: SiteSection {
                    name: site_name(name),
                    kind,
                    ..SiteSection::default()
                },
                ..RuleFile::default()
            },
            comments: Vec::new(),
            notes: Vec::new(),
            file_stem: name.to_owned(),
        }
    }

    /// A line of the comment above the rule.
    pub fn comment(&mut self, line: &str) {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        self.comments.push(line.trim_end().to_owned());
    }

    /// Notes that a part of the source became `target`, a key of the rule.
    pub fn note_imported(&mut self, place: &SourcePlace, what: &str, target: &str) {
        let message = Message::new("import-taken")
            .with("what", what)
            .with("target", target);
        self.note(place, ImportResult::Taken, message);
    }

    /// Notes that a part of the source was changed.
    pub fn changed(&mut self, place: &SourcePlace, message: Message) {
        self.note(place, ImportResult::Changed, message);
    }

    /// Notes that a part of the source is dropped.
    pub fn dropped(&mut self, place: &SourcePlace, message: Message) {
        self.note(place, ImportResult::Dropped, message);
    }

    /// Notes that something done on a page is dropped; a comment above the rule says it too.
    pub fn left_out(&mut self, place: &SourcePlace, message: Message) {
        self.comment(&format!("Left out: {}", english(&message)));
        self.dropped(place, message);
    }

    /// Adds what is done on a page before it is read; false if a browser cannot do it.
    pub fn step(&mut self, place: &SourcePlace, what: &str, step: PageStep) -> bool {
        let is_found = step.css.as_deref().is_none_or(is_css_of_browsers);
        if !is_found || self.file.steps.len() >= MAX_STEPS {
            let message = Message::new("import-step-element").with("what", shown(what));
            self.left_out(place, message);
            return false;
        }
        self.note_imported(place, what, "[[step]]");
        if !self.file.steps.contains(&step) {
            self.file.steps.push(step);
        }
        true
    }

    /// Notes that a key has no counterpart here. The value is not shown: it may be anything.
    pub fn dropped_key(&mut self, place: &SourcePlace, key: &str) {
        let message = if super::address::is_secret_name(key) {
            Message::new("import-secret")
        } else {
            Message::new("import-no-counterpart")
        };
        self.dropped(place, message.with("what", shown(key)));
    }

    /// Notes that program code is dropped.
    pub fn dropped_code(&mut self, place: &SourcePlace, key: &str) {
        self.dropped(place, Message::new("import-code").with("what", shown(key)));
    }

    fn note(&mut self, place: &SourcePlace, fate: ImportResult, message: Message) {
        self.notes.push(Note {
            place: place.clone(),
            fate,
            message,
        });
    }

    /// Adds a start address without its secrets; notes one that is not an address.
    pub fn start(&mut self, place: &SourcePlace, what: &str, text: &str) -> bool {
        let Some(found) = clean(text) else {
            self.dropped(place, Message::new("import-bad-address").with("what", what));
            return false;
        };
        if found.had_secret {
            self.changed(
                place,
                Message::new("import-secret-in-address").with("what", what),
            );
        }
        if self.file.site.start.contains(&found.url) {
            return true;
        }
        if self.file.site.start.len() >= MAX_STARTS {
            self.dropped(
                place,
                Message::new("import-too-many-starts").with("most", MAX_STARTS),
            );
            return false;
        }
        if !starts_well(&found.url) {
            self.dropped(place, Message::new("import-bad-range").with("what", what));
            return false;
        }
        self.file.site.start.push(found.url);
        self.note_imported(place, what, "[site] start");
        true
    }

    /// Adds a request header if allowed.
    pub fn header(&mut self, place: &SourcePlace, name: &str, value: &str) {
        match header(name, value) {
            Header::UserAgent(agent) => {
                self.file.network.user_agent = Some(agent);
                self.note_imported(place, name, "[network] user_agent");
            }
            Header::Plain(usual, value) => {
                self.file.network.headers.insert(usual.to_owned(), value);
                self.note_imported(place, name, "[network] headers");
            }
            Header::Secret => {
                self.dropped(
                    place,
                    Message::new("import-secret").with("what", shown(name)),
                );
            }
            Header::Unfit => {
                self.dropped(
                    place,
                    Message::new("import-header").with("name", shown(name)),
                );
            }
        }
    }

    /// An alternative if its selector compiles; otherwise a note is added.
    pub fn checked_alternative(
        &mut self,
        place: &SourcePlace,
        what: &str,
        kind: SelectorKind,
        source: &str,
        take: Option<&str>,
    ) -> Option<Alternative> {
        let source = source.trim();
        if let Err(error) = Selector::compile(kind, source) {
            let message = Message::new("import-bad-selector")
                .with("what", shown(what))
                .with("selector", shown(source))
                .with("reason", error.explain());
            self.dropped(place, message);
            return None;
        }
        Some(alternative(kind, source, take))
    }

    /// Adds a field of the records under an unused name.
    pub fn field(&mut self, place: &SourcePlace, mut field: FieldRule) {
        let in_records = self.file.record.is_some();
        let target = format!("[[field]] {}", field.name);
        let taken: Vec<&str> = self.file.fields.iter().map(|f| f.name.as_str()).collect();
        let was = std::mem::take(&mut field.name);
        field.name = field_name(&was, in_records, &taken);
        self.note_name(place, &was, &field.name.clone(), &target);
        self.file.fields.push(field);
    }

    /// Adds a field of the list's items under an unused name; needs `[list]`.
    pub fn list_field(&mut self, place: &SourcePlace, mut field: FieldRule) {
        let Some(list) = &mut self.file.list else {
            return;
        };
        let target = format!("[[list.field]] {}", field.name);
        let taken: Vec<&str> = list.fields.iter().map(|f| f.name.as_str()).collect();
        let was = std::mem::take(&mut field.name);
        field.name = field_name(&was, false, &taken);
        let name = field.name.clone();
        list.fields.push(field);
        self.note_name(place, &was, &name, &target);
    }

    fn note_name(&mut self, place: &SourcePlace, was: &str, name: &str, target: &str) {
        if was == name {
            self.note_imported(place, was, target);
        } else {
            let message = Message::new("import-renamed")
                .with("what", shown(was))
                .with("name", name);
            self.changed(place, message);
        }
    }

    /// Whether it contains anything besides its address.
    pub fn has_content(&self) -> bool {
        let file = &self.file;
        !file.fields.is_empty()
            || file.list.is_some()
            || file.record.is_some()
            || !file.content.select.is_empty()
    }

    /// The finished rule, checked.
    ///
    /// # Errors
    /// If it has no address, or the checker finds a fault.
    pub fn finish(self) -> Result<Imported, ImportError> {
        if self.file.site.start.is_empty() {
            return Err(ImportError::NoAddress);
        }
        let text = self.text();
        parse(&text).map_err(ImportError::Unfit)?;
        Ok(Imported {
            file_name: file_name(&self.file_stem),
            rule: self.file,
            text,
            runs: true,
            notes: self.notes,
        })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.comments {
            text.push('#');
            if !line.is_empty() {
                text.push(' ');
                text.push_str(line);
            }
            text.push('\n');
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&write(&self.file));
        text
    }
}

/// Whether a browser understands a selector.
fn is_css_of_browsers(css: &str) -> bool {
    // A colon in quotes, or an escaped one, is none of a pseudo-class.
    let (mut plain, mut quote) = (String::new(), None);
    for sign in css.replace("\\:", "").chars() {
        match quote {
            Some(open) if open == sign => quote = None,
            Some(_) => {}
            None if matches!(sign, '"' | '\'') => quote = Some(sign),
            None => plain.push(sign),
        }
    }
    let is_known = |part: &str| {
        let name: String = part
            .chars()
            .take_while(|sign| sign.is_ascii_lowercase() || *sign == '-')
            .collect();
        OF_BROWSERS.contains(&name.as_str())
    };
    plain.split(':').skip(1).all(is_known) && Selector::compile(SelectorKind::Css, css).is_ok()
}

/// A way to find something.
pub(super) fn alternative(kind: SelectorKind, source: &str, take: Option<&str>) -> Alternative {
    let mut found = Alternative {
        take: take.map(str::to_owned),
        ..Alternative::default()
    };
    let source = Some(source.to_owned());
    match kind {
        SelectorKind::Css => found.css = source,
        SelectorKind::XPath => found.xpath = source,
        SelectorKind::Regex => found.regex = source,
        _ => found.jsonpath = source,
    }
    found
}

/// A link to a further page.
pub(super) fn next_by(way: Alternative, max_pages: Option<u32>) -> NextRule {
    NextRule::found_by(way, max_pages)
}

/// `text` for a note: one line, truncated.
pub(super) fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(SHOWN).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// Whether the checker accepts an address, ranges included.
fn starts_well(url: &str) -> bool {
    parse(&write(&bare(url))).is_ok()
}

/// The minimal valid rule.
fn bare(url: &str) -> RuleFile {
    RuleFile {
        site: SiteSection {
            name: "x".to_owned(),
            kind: SourceKind::Pages,
            start: vec![url.to_owned()],
            ..SiteSection::default()
        },
        ..RuleFile::default()
    }
}
