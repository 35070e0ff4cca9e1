//! What mentions a person or a word in a project and the files around it, and what becomes of each
//! mention when it is erased.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::SiteId;

/// Examples kept of one kind of trace in one place. Of files that go as a whole all are kept.
pub const MAX_TRACE_EXAMPLES: usize = 5;

/// What is to be erased.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureRequest {
    /// Names, words, addresses: several spellings of one in one go.
    pub words: Vec<String>,
    /// Whether parts of longer words count.
    pub parts: bool,
    /// Only what is of this site.
    pub site: Option<SiteId>,
    /// Whether files outside of the project's own folders are removed too.
    pub exports: bool,
    /// Further files and folders outside that are looked into.
    pub also: Vec<PathBuf>,
}

/// Where something is mentioned. Tokens are in kebab case; the texts are the messages `trace-TOKEN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceKind {
    /// A record, in its values, versions, changes, notes or tags.
    Record,
    /// A record that a person deleted.
    Deleted,
    /// A stored page.
    Page,
    /// The picture of a page.
    Picture,
    /// A stored answer that is evidence of a block or fault.
    Evidence,
    /// A sample page of a rule.
    Sample,
    /// A style sheet or picture of stored pages.
    Resource,
    /// An address of the queue, or of a page that was read.
    Request,
    /// What the program noted about a run or a site.
    Note,
    /// A match of a condition.
    Match,
    /// A record that a filter skipped.
    Skipped,
    /// An alert.
    Alert,
    /// A saved search.
    Search,
    /// What would undo the last rewriting of records.
    Undo,
    /// An earlier version of a rule.
    RuleVersion,
    /// The copy of the project made before an update, a repair or a restoration.
    Copy,
    /// A backup.
    Backup,
    /// Lines of the log.
    Log,
    /// What the window remembers.
    Window,
    /// A file outside of the project's own folders.
    Export,
    /// The rule of a site, or its name.
    Rule,
    /// An account.
    Account,
    /// A proxy.
    Proxy,
    /// A task.
    Task,
    /// A condition over records.
    Condition,
    /// A saved export.
    SavedExport,
    /// Any other setting.
    Setting,
}

impl TraceKind {
    /// The token.
    pub fn token(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Deleted => "deleted",
            Self::Page => "page",
            Self::Picture => "picture",
            Self::Evidence => "evidence",
            Self::Sample => "sample",
            Self::Resource => "resource",
            Self::Request => "request",
            Self::Note => "note",
            Self::Match => "match",
            Self::Skipped => "skipped",
            Self::Alert => "alert",
            Self::Search => "search",
            Self::Undo => "undo",
            Self::RuleVersion => "rule-version",
            Self::Copy => "copy",
            Self::Backup => "backup",
            Self::Log => "log",
            Self::Window => "window",
            Self::Export => "export",
            Self::Rule => "rule",
            Self::Account => "account",
            Self::Proxy => "proxy",
            Self::Task => "task",
            Self::Condition => "condition",
            Self::SavedExport => "saved-export",
            Self::Setting => "setting",
        }
    }

    /// What it is called.
    pub fn name(self) -> Message {
        Message::new(format!("trace-{}", self.token()))
    }
}

/// What becomes of a trace. The texts are the messages `trace-fate-TOKEN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceFate {
    /// It is erased.
    Erased,
    /// The whole file is removed.
    FileRemoved,
    /// It is outside of the project's own folders: removed only when that is asked for.
    OnlyIfAsked,
    /// A person has to change it.
    NeedsPerson,
}

impl TraceFate {
    /// What it is called.
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::Erased => "trace-fate-erased",
            Self::FileRemoved => "trace-fate-file-removed",
            Self::OnlyIfAsked => "trace-fate-only-if-asked",
            Self::NeedsPerson => "trace-fate-needs-person",
        })
    }
}

/// One mention.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceExample {
    /// Of what: a title, an address, a file.
    pub name: String,
    /// The text around it.
    pub text: String,
}

/// All mentions of one kind in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureTrace {
    /// The kind.
    pub kind: TraceKind,
    /// What becomes of it.
    pub fate: TraceFate,
    /// The file: a name beside the project, or a path; empty for the project itself.
    pub file: String,
    /// How many: records, pages, lines, files.
    pub count: u64,
    /// The first few; of files that go as a whole, all.
    pub examples: Vec<TraceExample>,
}

/// What cannot be looked into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsearched {
    /// The file or address.
    pub file: String,
    /// Why.
    pub reason: Message,
}

/// Everything that was found, or erased.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureReport {
    /// What mentions the words, what is erased first.
    pub traces: Vec<ErasureTrace>,
    /// What was not looked into.
    pub unsearched: Vec<Unsearched>,
    /// Free bytes that rewriting the files takes for a time.
    pub bytes_needed: u64,
    /// Whether a new backup was made in place of those that were removed.
    pub backed_up: bool,
}

impl ErasureReport {
    /// Adds a mention to those of its kind and place.
    pub fn add(&mut self, (kind, fate): (TraceKind, TraceFate), file: &str, one: TraceExample) {
        let known = |trace: &&mut ErasureTrace| {
            (trace.kind, trace.fate) == (kind, fate) && trace.file == file
        };
        match self.traces.iter_mut().find(known) {
            Some(trace) => {
                trace.count += 1;
                let is_file = matches!(fate, TraceFate::FileRemoved | TraceFate::OnlyIfAsked);
                if is_file || trace.examples.len() < MAX_TRACE_EXAMPLES {
                    trace.examples.push(one);
                }
            }
            None => self.traces.push(ErasureTrace {
                kind,
                fate,
                file: file.to_owned(),
                count: 1,
                examples: vec![one],
            }),
        }
    }

    /// Adds what another search found.
    pub fn append(&mut self, mut other: Self) {
        self.traces.append(&mut other.traces);
        self.unsearched.append(&mut other.unsearched);
        self.bytes_needed = self.bytes_needed.saturating_add(other.bytes_needed);
    }

    /// Puts what is erased first, then by kind and file.
    pub fn sort(&mut self) {
        let key = |trace: &ErasureTrace| (trace.fate, trace.kind, trace.file.clone());
        self.traces.sort_by_key(key);
    }

    /// The number of mentions with one of these fates.
    pub fn count(&self, fates: &[TraceFate]) -> u64 {
        let of = self
            .traces
            .iter()
            .filter(|trace| fates.contains(&trace.fate));
        of.map(|trace| trace.count).sum()
    }
}
