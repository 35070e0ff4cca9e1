//! The loader: one thread that runs the read-only queries, so that the window's thread never
//! waits. Flows in: [`Ask`]s, of which only the newest of each kind is kept. Flows out: [`Told`]s
//! and a wake-up of the window. Never writes into the project.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::export_facts::{self, ExportAsk, ExportTold};
use super::views::results::{Beside, Read};
use super::views::sites::{ListedVersion, listed};
use crate::engine::EngineError;
use crate::engine::inspect::{
    EvidencePage, ExportedRules, FileKind, ReadRules, evidence_page, export_rule, export_rules,
    file_kind, read_rules,
};
use crate::engine::project::change_passphrase;
use crate::engine::types::{
    Account, Counted, Dashboard, Evidence, Explain, ImportFormat, Message, PageFilter, Proxy,
    RecordFilter, RecordId, RecordVersion, RuleHealth, Run, RunId, RunPage, Secret, Site,
    SiteAction, SiteEvent, SiteId, SiteSession, Store, StoreError, StoredRecord, Supervision,
    TallySpan, Task, TaskTurn, TurnFilter, size_text,
};

/// Records on one page of the results.
pub const PAGE_ROWS: u64 = 200;
/// Runs in the table of runs at most.
pub const MOST_RUNS: usize = 500;
/// Pages of a run that are listed at most; those that went wrong come first.
pub const MOST_RUN_PAGES: usize = 5_000;
/// Asks waiting at most; older pages of records are forgotten first (the view asks again).
const WAITING: usize = 32;
/// A rule file is a page or two of text; anything far larger is something else.
const RULE_FILE_BYTES: u64 = 1_000_000;
/// A file with cookies is longer only when it is another one.
const LONGEST_COOKIES: u64 = 4_000_000;
/// Moves, and actions, of a site that are shown at most.
pub const MOST_MOVES: u64 = 500;
/// Turns of tasks that are shown at most.
const MOST_TURNS: usize = 5_000;
/// Answers waiting at most; the loader sleeps when the window does not take them.
const ANSWERS: usize = 64;

/// A question to the project.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// All sites.
    Sites,
    /// All tasks.
    Tasks,
    /// What became of the turns of tasks in the last week, and the tags of sites.
    Turns,
    /// All proxies and accounts.
    Pools,
    /// About exports and storage.
    Exports(ExportAsk),
    /// How many records there are in all.
    Total,
    /// What the dashboard shows.
    Dashboard {
        /// How far back.
        span: TallySpan,
        /// When the person's day began.
        midnight: Timestamp,
    },
    /// How many records pass a filter.
    Count {
        /// Carried back with the answer.
        generation: u64,
        /// The filter.
        filter: RecordFilter,
    },
    /// One page of records.
    Records {
        /// Carried back with the answer.
        generation: u64,
        /// The filter.
        filter: RecordFilter,
        /// Which page, from 0.
        page: u64,
    },
    /// What is kept beside the records: tags, searches by name, and what is left to be done.
    Beside,
    /// What stands beside the text of a record.
    Reader(RecordId),
    /// The latest runs, of one site or all.
    Runs(Option<SiteId>),
    /// Pages of a run.
    RunPages(RunId, PageFilter),
    /// How a site's rule fares.
    Health(SiteId),
    /// How all sites are supervised.
    Supervisions,
    /// The timeline of a site, and what was tried.
    Timeline(SiteId),
    /// A file with cookies of a browser.
    CookieFile(PathBuf),
    /// Another passphrase for the secrets.
    ChangePassphrase {
        /// Of this project.
        project: PathBuf,
        /// The present one.
        old: Secret,
        /// The new one.
        new: Secret,
    },
    /// What was kept of an address of a site, with the places of the evidence.
    Evidence(SiteId, String, Vec<Evidence>),
    /// The versions of a site's rule.
    Versions(SiteId),
    /// The earlier versions of a record.
    RecordVersions(RecordId),
    /// The text of a rule file on disk.
    RuleFile(PathBuf),
    /// The rules of a file of another program.
    Import {
        /// The file.
        path: PathBuf,
        /// Its format; recognised when absent.
        format: Option<ImportFormat>,
    },
    /// What files are.
    LookAt(Vec<PathBuf>),
    /// Writes a site's rule to a file that the person chose, and its samples beside it.
    ExportRule {
        /// The site.
        site: SiteId,
        /// The file.
        path: PathBuf,
    },
    /// Writes the rules of sites into a folder that the person chose, with their samples.
    ExportRules {
        /// The sites.
        sites: Vec<SiteId>,
        /// The folder.
        folder: PathBuf,
    },
}

/// A file and what it is.
pub type LookedAt = (PathBuf, Result<FileKind, Message>);

/// An answer.
#[derive(Debug)]
pub enum Told {
    /// All sites.
    Sites(Vec<Site>),
    /// All tasks.
    Tasks(Vec<Task>),
    /// Turns of tasks, and tags.
    Turns(Vec<TaskTurn>, Vec<(String, SiteId, bool)>),
    /// All proxies and accounts.
    Pools(Vec<Proxy>, Vec<Account>),
    /// Of exports and storage.
    Exports(ExportTold),
    /// How many records there are in all.
    Total(u64),
    /// What the dashboard shows.
    Dashboard(Box<Dashboard>),
    /// How many records pass the filter.
    Count {
        /// Of the question.
        generation: u64,
        /// How many.
        counted: Counted,
    },
    /// One page of records.
    Records {
        /// Of the question.
        generation: u64,
        /// Which page.
        page: u64,
        /// The records.
        records: Vec<StoredRecord>,
    },
    /// What is kept beside the records.
    Beside(Box<Beside>),
    /// What stands beside the text of a record.
    Reader(RecordId, Box<Read>),
    /// The latest runs, of one site or all, newest first.
    Runs(Option<SiteId>, Vec<Run>),
    /// Pages of a run, and how many it has by outcome.
    RunPages(RunId, PageFilter, Vec<RunPage>, [u64; 5]),
    /// How a site's rule fares.
    Health(SiteId, RuleHealth),
    /// How all sites are supervised.
    Supervisions(Vec<Supervision>),
    /// The timeline of a site, what was tried, and its sessions, newest first.
    Timeline(SiteId, Vec<SiteEvent>, Vec<SiteAction>, Vec<SiteSession>),
    /// The text of a file with cookies.
    CookieFile(Secret),
    /// The secrets have another passphrase.
    PassphraseChanged(Secret),
    /// What was kept of an address of a site; `None` when nothing is.
    Evidence(SiteId, String, Option<Box<EvidencePage>>),
    /// The versions of a site's rule, newest first.
    Versions(SiteId, Vec<ListedVersion>),
    /// The earlier versions of a record, newest first.
    RecordVersions(RecordId, Vec<RecordVersion>),
    /// The text of a rule file.
    RuleFile(PathBuf, String),
    /// What files are.
    LookedAt(Vec<LookedAt>),
    /// The rules of a file of another program.
    Imported(PathBuf, Box<ReadRules>),
    /// Rules were written to a file or folder.
    RulesWritten(PathBuf, ExportedRules),
    /// A query failed.
    Failed(Message),
}

/// The loader of one project; its thread ends when it is dropped.
pub struct Loader {
    inbox: Arc<Inbox>,
    answers: Receiver<Told>,
}

impl Loader {
    /// Starts a loader on `reader`; `wake` is called after every answer.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(reader: Store, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let inbox = Arc::new(Inbox::default());
        let (sender, answers) = sync_channel(ANSWERS);
        let thread_inbox = Arc::clone(&inbox);
        std::thread::Builder::new()
            .name("window-loader".to_owned())
            .spawn(move || serve(&thread_inbox, &reader, &sender, &wake))?;
        Ok(Self { inbox, answers })
    }

    /// Asks; never blocks. The same question still waiting is replaced.
    pub fn ask(&self, ask: Ask) {
        self.inbox.put(ask);
    }

    /// The next answer, when there is one; never blocks.
    pub fn told(&self) -> Option<Told> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.inbox.close();
    }
}

fn serve(inbox: &Inbox, reader: &Store, answers: &SyncSender<Told>, wake: &dyn Fn()) {
    while let Some(ask) = inbox.take() {
        if answers.send(answer(reader, ask)).is_err() {
            return;
        }
        wake();
    }
}

fn answer(reader: &Store, ask: Ask) -> Told {
    let told = match ask {
        Ask::RuleFile(path) => return rule_file(&path),
        Ask::CookieFile(path) => return cookie_file(&path),
        Ask::ChangePassphrase { project, old, new } => {
            return match change_passphrase(&project, &old, &new) {
                Ok(()) => Told::PassphraseChanged(new),
                Err(error) => Told::Failed(error.0),
            };
        }
        Ask::Import { path, format } => {
            return match read_rules(format, &path) {
                Ok(read) => Told::Imported(path, Box::new(read)),
                Err(error) => Told::Failed(error.0),
            };
        }
        Ask::LookAt(paths) => {
            let look = |path: PathBuf| {
                let kind = file_kind(&path).map_err(|error| error.0);
                (path, kind)
            };
            return Told::LookedAt(paths.into_iter().map(look).collect());
        }
        Ask::ExportRule { site, path } => return written(export_rule(reader, site, &path), path),
        Ask::ExportRules { sites, folder } => {
            return written(export_rules(reader, &sites, &folder), folder);
        }
        Ask::Evidence(site, url, evidence) => {
            return match evidence_page(reader, site, &url, &evidence) {
                Ok(page) => Told::Evidence(site, url, page.map(Box::new)),
                Err(error) => Told::Failed(error.0),
            };
        }
        Ask::Exports(ask) => {
            return match export_facts::answer(reader, ask) {
                Ok(told) => Told::Exports(told),
                Err(error) => Told::Failed(error.0),
            };
        }
        Ask::Supervisions => reader.supervisions().map(Told::Supervisions),
        Ask::Timeline(site) => reader.site_events(site, MOST_MOVES).and_then(|events| {
            let tried = reader.site_actions(site, MOST_MOVES)?;
            let sessions = reader.site_sessions(site)?;
            Ok(Told::Timeline(site, events, tried, sessions))
        }),
        Ask::Sites => reader.sites().map(Told::Sites),
        Ask::Tasks => reader.tasks().map(Told::Tasks),
        Ask::Turns => return turns_of_the_week(reader),
        Ask::Pools => reader
            .proxies()
            .and_then(|proxies| Ok(Told::Pools(proxies, reader.accounts()?))),
        Ask::Runs(site) => reader
            .runs(site, MOST_RUNS)
            .map(|runs| Told::Runs(site, runs)),
        Ask::RunPages(run, filter) => {
            reader
                .run_pages(run, filter, MOST_RUN_PAGES)
                .and_then(|pages| {
                    let counts = reader.run_page_counts(run)?;
                    Ok(Told::RunPages(run, filter, pages, counts))
                })
        }
        Ask::Health(site) => reader
            .rule_health(site)
            .map(|health| Told::Health(site, health)),
        Ask::Versions(site) => reader
            .rule_versions(site)
            .map(|versions| Told::Versions(site, listed(versions))),
        Ask::RecordVersions(record) => reader
            .record_versions(record)
            .map(|versions| Told::RecordVersions(record, versions)),
        Ask::Total => reader
            .count_records(&RecordFilter::default())
            .map(Told::Total),
        Ask::Dashboard { span, midnight } => reader
            .dashboard(span, midnight, Timestamp::now())
            .map(|dashboard| Told::Dashboard(Box::new(dashboard))),
        Ask::Count { generation, filter } => {
            reader.count_found(&filter).map(|counted| Told::Count {
                generation,
                counted,
            })
        }
        Ask::Beside => beside(reader).map(|beside| Told::Beside(Box::new(beside))),
        Ask::Reader(record) => {
            read(reader, record).map(|read| Told::Reader(record, Box::new(read)))
        }
        Ask::Records {
            generation,
            filter,
            page,
        } => reader
            .records(&filter, page.saturating_mul(PAGE_ROWS), PAGE_ROWS)
            .map(|records| Told::Records {
                generation,
                page,
                records,
            }),
    };
    told.unwrap_or_else(|error| Told::Failed(error.explain()))
}

/// What is kept beside the records.
fn beside(reader: &Store) -> Result<Beside, StoreError> {
    Ok(Beside {
        tags: reader.tags()?,
        searches: reader.saved_searches()?,
        left: reader.texts_left()?,
    })
}

fn read(reader: &Store, record: RecordId) -> Result<Read, StoreError> {
    let Some(stored) = reader.record(record)? else {
        return Ok(Read::default());
    };
    let versions = reader.rule_versions(stored.site)?;
    let then = versions.iter().filter(|v| v.saved_at <= stored.fetched_at);
    let original = match stored.marks.repost_of {
        Some(of) => reader.record(of)?,
        None => None,
    };
    Ok(Read {
        summary: reader.summary(record)?.map(|(_, summary)| summary),
        rule_version: then.map(|v| v.number).max(),
        repeats: original.map(|stored| (stored.record.title, stored.record.url)),
    })
}

fn written(exported: Result<ExportedRules, EngineError>, path: PathBuf) -> Told {
    match exported {
        Ok(exported) => Told::RulesWritten(path, exported),
        Err(error) => Told::Failed(error.0),
    }
}

/// Cookies are few: a file that is longer is another one.
fn cookie_file(path: &Path) -> Told {
    let failed = |reason: String| {
        Told::Failed(
            Message::new("account-cookie-file")
                .with("path", path.display().to_string())
                .with("reason", reason),
        )
    };
    match std::fs::metadata(path) {
        Ok(known) if known.len() > LONGEST_COOKIES => return failed(size_text(known.len())),
        Err(error) => return failed(error.to_string()),
        Ok(_) => {}
    }
    match std::fs::read_to_string(path) {
        Ok(text) => Told::CookieFile(Secret::new(text)),
        Err(error) => failed(error.to_string()),
    }
}

fn rule_file(path: &Path) -> Told {
    let failed = |reason: String| {
        Told::Failed(
            Message::new("app-error-rule-file")
                .with("path", path.display().to_string())
                .with("reason", reason),
        )
    };
    match std::fs::metadata(path) {
        Ok(about) if about.len() > RULE_FILE_BYTES => {
            failed(format!("{} bytes > {RULE_FILE_BYTES}", about.len()))
        }
        Ok(_) => match std::fs::read_to_string(path) {
            Ok(text) => Told::RuleFile(path.to_owned(), text),
            Err(error) => failed(error.to_string()),
        },
        Err(error) => failed(error.to_string()),
    }
}

/// Waiting questions; the newest of a kind replaces the older one.
#[derive(Default)]
struct Inbox {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Default)]
struct Waiting {
    asks: VecDeque<Ask>,
    closed: bool,
}

impl Inbox {
    fn put(&self, ask: Ask) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.asks.retain(|old| !replaces(&ask, old));
        if waiting.asks.len() >= WAITING
            && let Some(oldest) = waiting
                .asks
                .iter()
                .position(|a| matches!(a, Ask::Records { .. }))
        {
            waiting.asks.remove(oldest);
        }
        waiting.asks.push_back(ask);
        self.arrived.notify_one();
    }

    fn take(&self) -> Option<Ask> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(ask) = waiting.asks.pop_front() {
                return Some(ask);
            }
            waiting = self
                .arrived
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        self.waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .closed = true;
        self.arrived.notify_all();
    }
}

/// Whether `new` makes `old` superfluous.
fn replaces(new: &Ask, old: &Ask) -> bool {
    match (new, old) {
        (Ask::Count { .. }, Ask::Count { .. })
        | (Ask::Dashboard { .. }, Ask::Dashboard { .. })
        | (Ask::Runs(_), Ask::Runs(_))
        | (Ask::Timeline(_), Ask::Timeline(_))
        | (Ask::Evidence(..), Ask::Evidence(..))
        | (Ask::RunPages(..), Ask::RunPages(..)) => true,
        (
            Ask::Records {
                generation, page, ..
            },
            Ask::Records {
                generation: old_generation,
                page: old_page,
                ..
            },
        ) => generation > old_generation || (generation == old_generation && page == old_page),
        _ => new == old,
    }
}

/// The turns of the last seven days, and the tags of sites.
fn turns_of_the_week(reader: &Store) -> Told {
    let week = SignedDuration::from_hours(7 * 24);
    let filter = TurnFilter {
        task: None,
        since: Timestamp::now().checked_sub(week).ok(),
        most: MOST_TURNS,
    };
    let told = reader
        .turns(filter)
        .and_then(|turns| Ok(Told::Turns(turns, reader.site_tags()?)));
    told.unwrap_or_else(|error| Told::Failed(error.explain()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(generation: u64, page: u64) -> Ask {
        Ask::Records {
            generation,
            filter: RecordFilter::default(),
            page,
        }
    }

    #[test]
    fn only_the_newest_of_a_kind_waits() {
        let inbox = Inbox::default();
        for ask in [
            Ask::Sites,
            Ask::Sites,
            page(1, 0),
            page(1, 1),
            page(1, 0),
            page(2, 0),
        ] {
            inbox.put(ask);
        }
        assert_eq!(inbox.take(), Some(Ask::Sites));
        assert_eq!(inbox.take(), Some(page(2, 0)));
        inbox.close();
        assert_eq!(inbox.take(), None);
    }

    #[test]
    fn scrolling_far_never_fills_the_inbox() {
        let inbox = Inbox::default();
        inbox.put(Ask::Sites);
        for number in 0..1_000 {
            inbox.put(page(1, number));
        }
        let waiting = inbox.waiting.lock().unwrap();
        assert_eq!(waiting.asks.len(), WAITING);
        assert_eq!(waiting.asks.back(), Some(&page(1, 999)));
        assert_eq!(waiting.asks.front(), Some(&Ask::Sites));
    }
}
