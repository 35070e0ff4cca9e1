//! Merges several rules into one: starts and alternatives combined, fields by name, the stricter
//! politeness. A setting that only one rule can provide is taken from the first that has it, and
//! reported.

use super::normal_form::same;
use super::redundant_alternatives::{redundant_as_written, without};
use crate::messages::{Explain, Message};
use crate::model::SourceKind;
use crate::rules::{
    Alternative, FieldRule, ListRule, NextRule, RuleErrors, RuleFile, parse, parse_duration,
    rewrite,
};

/// A merged rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// Its file, with the comments of the first.
    pub text: String,
    /// What could not be merged from the others.
    pub notes: Vec<Message>,
}

/// Why rules cannot be merged.
#[derive(Debug)]
pub enum MergeError {
    /// There are no rules.
    Nothing,
    /// One is a list and another is not.
    Kinds {
        /// Kind of the first.
        first: SourceKind,
        /// Kind of the other.
        other: SourceKind,
    },
    /// The merged rule does not pass the checks.
    Faulty(RuleErrors),
}

impl Explain for MergeError {
    fn explain(&self) -> Message {
        match self {
            Self::Nothing => Message::new("duplicates-nothing-to-merge"),
            Self::Kinds { first, other } => Message::new("duplicates-kinds")
                .with("first", first.token())
                .with("other", other.token()),
            Self::Faulty(errors) => {
                Message::new("duplicates-faulty").with("errors", errors.explain())
            }
        }
    }
}

/// Merges `files` into the first, whose text is `text`.
///
/// # Errors
/// [`MergeError`].
pub fn merge(text: &str, files: &[&RuleFile]) -> Result<Merged, MergeError> {
    let (first, others) = files.split_first().ok_or(MergeError::Nothing)?;
    let mut merging = Merging {
        file: (*first).clone(),
        notes: Vec::new(),
    };
    for other in others {
        if other.site.kind != first.site.kind {
            return Err(MergeError::Kinds {
                first: first.site.kind,
                other: other.site.kind,
            });
        }
        merging.take(other);
    }
    let file = without(&merging.file, &redundant_as_written(&merging.file));
    let text = rewrite(text, &file).map_err(MergeError::Faulty)?;
    parse(&text).map_err(MergeError::Faulty)?;
    Ok(Merged {
        text,
        notes: merging.notes,
    })
}

struct Merging {
    file: RuleFile,
    notes: Vec<Message>,
}

impl Merging {
    fn take(&mut self, other: &RuleFile) {
        union(&mut self.file.site.start, &other.site.start);
        self.politeness(other);
        self.list(other);
        self.record(other);
        let mut fields = std::mem::take(&mut self.file.fields);
        self.fields("field", &mut fields, &other.fields);
        self.file.fields = fields;
        add_alternatives(&mut self.file.content.select, &other.content.select);
        add_alternatives(&mut self.file.content.strip, &other.content.strip);
        union(&mut self.file.page.replace, &other.page.replace);
        let content = &mut self.file.content;
        let generic = content.generic.clone();
        keep_first(&mut content.generic, &other.content.generic);
        let differs = other.content.generic.is_some() && generic != other.content.generic;
        keep_first(&mut content.next, &other.content.next);
        keep_first(&mut content.single_page, &other.content.single_page);
        if differs && generic.is_some() {
            self.note("content.generic");
        }
        keep_first(&mut self.file.login, &other.login);
        if other.login.is_some() && self.file.login != other.login {
            self.note("login");
        }
        keep_first(&mut self.file.schedule, &other.schedule);
        if self.file.revisit.is_empty() {
            self.file.revisit.clone_from(&other.revisit);
        }
        if self.file.identity.is_empty() {
            self.file.identity.clone_from(&other.identity);
        }
        keep_first(&mut self.file.site.language, &other.site.language);
        keep_first(&mut self.file.site.timezone, &other.site.timezone);
        if self.file.network != other.network {
            self.note("network");
        }
    }

    /// Notes that the first rule's value is kept.
    fn note(&mut self, part: &str) {
        let note = Message::new("duplicates-kept-first").with("part", part);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The merged rule sends no more requests to a host than either did.
    fn politeness(&mut self, other: &RuleFile) {
        let (own, other) = (&mut self.file.politeness, &other.politeness);
        if parse_duration(&other.delay) > parse_duration(&own.delay) {
            own.delay.clone_from(&other.delay);
        }
        own.concurrency = own.concurrency.min(other.concurrency);
        own.robots |= other.robots;
        own.retries = own.retries.min(other.retries);
        own.adaptive |= other.adaptive;
        keep_first(&mut own.quiet, &other.quiet);
    }

    fn list(&mut self, other: &RuleFile) {
        let (Some(mut own), Some(other)) = (self.file.list.take(), other.list.as_ref()) else {
            keep_first(&mut self.file.list, &other.list);
            return;
        };
        let joined = match (&mut own.item, &other.item) {
            (Some(item), Some(other)) => join(item, other, "text"),
            (own, other) => own.is_none() && other.is_none(),
        };
        if !joined {
            self.note("list.item");
        }
        if !join(&mut own.link, &other.link, "href") {
            self.note("list.link");
        }
        self.next(&mut own, other);
        // Without patterns every link is allowed, and so in a union with it.
        let (filter, others) = (&mut own.filter, &other.filter);
        if filter.allow.is_empty() || others.allow.is_empty() {
            if filter.allow != others.allow {
                self.notes.push(Message::new("duplicates-allow"));
            }
            filter.allow.clear();
        } else {
            union(&mut filter.allow, &others.allow);
        }
        union(&mut filter.deny, &others.deny);
        self.fields("list.field", &mut own.fields, &other.fields);
        self.file.list = Some(own);
    }

    fn next(&mut self, own: &mut ListRule, other: &ListRule) {
        keep_first(&mut own.next, &other.next);
        let (Some(next), Some(other)) = (&mut own.next, &other.next) else {
            return;
        };
        next.max_pages = next.max_pages.max(other.max_pages);
        let way = |next: &NextRule| NextRule {
            max_pages: None,
            ..next.clone()
        };
        if way(next) != way(other) {
            self.note("list.next");
        }
    }

    fn record(&mut self, other: &RuleFile) {
        let (Some(own), Some(record)) = (&mut self.file.record, &other.record) else {
            if self.file.record.is_some() || other.record.is_some() {
                self.note("record");
            }
            return;
        };
        let joined = join(&mut own.item, &record.item, "text");
        keep_first(&mut own.next, &record.next);
        if !joined {
            self.note("record.item");
        }
    }

    /// Merges fields by name: the alternatives of all in order. A field is required if every rule
    /// requires it.
    fn fields(&mut self, part: &str, own: &mut Vec<FieldRule>, others: &[FieldRule]) {
        for field in own.iter_mut() {
            field.required &= others.iter().any(|o| o.name == field.name && o.required);
        }
        for other in others {
            let Some(field) = own.iter_mut().find(|field| field.name == other.name) else {
                own.push(FieldRule {
                    required: false,
                    ..other.clone()
                });
                continue;
            };
            add_alternatives(&mut field.select, &other.select);
            let settings = |field: &FieldRule| FieldRule {
                select: Vec::new(),
                required: false,
                ..field.clone()
            };
            if settings(field) != settings(other) {
                let part = format!("{part} {}", field.name);
                self.note(&part);
            }
        }
    }
}

fn union<T: Clone + PartialEq>(own: &mut Vec<T>, other: &[T]) {
    for value in other {
        if !own.contains(value) {
            own.push(value.clone());
        }
    }
}

fn keep_first<T: Clone>(own: &mut Option<T>, other: &Option<T>) {
    if own.is_none() {
        own.clone_from(other);
    }
}

fn add_alternatives(own: &mut Vec<Alternative>, other: &[Alternative]) {
    for alternative in other {
        if !own.iter().any(|known| same(known, alternative, "text")) {
            own.push(alternative.clone());
        }
    }
}

/// Combines two CSS selectors into one if both take the same value; returns whether `own` now finds
/// what both find.
fn join(own: &mut Alternative, other: &Alternative, default: &str) -> bool {
    if same(own, other, default) {
        return true;
    }
    let take = |alternative: &Alternative| {
        let take = alternative.take.as_deref();
        take.unwrap_or(default).to_owned()
    };
    match (&own.css, &other.css) {
        (Some(a), Some(b)) if take(own) == take(other) => {
            own.css = Some(format!("{a}, {b}"));
            true
        }
        _ => false,
    }
}
