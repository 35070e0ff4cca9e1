//! The start pages of a rule, in its order: its own, those of its file, and the key from which an
//! API is queried. Input: a rule. Output: requests.

use std::path::Path;

use url::Url;

use super::run_context::RunContext;
use crate::project_permission::PartKind;
use crate::protocol::EngineError;
use crate::runtime::threads::blocking;
use bowerbird_io::files::local_file::{self, LocalFileError};
use bowerbird_io::store::{NewRequest, RequestKind, Store, StoreError, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{ListPosition, SiteId, Value};
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::{PagesRule, Rule, StartPoint, later_key};
use bowerbird_logic::sources::{AddressFault, addresses};

/// The maximum number of list pages per start address, so that records keep the order of the
/// starts, then of the pages.
const PAGES_PER_START: u32 = 100_000;

/// The maximum number of start addresses whose hosts are compared.
const MAX_COMPARED: usize = 1_000;

/// The maximum size of an address file, in bytes.
const MAX_BYTES: u64 = 200 * 1024 * 1024;

/// The start pages of a rule, created lazily: its ranges may expand to very many. Those of its file
/// come last.
pub(in crate::crawl) fn start_requests<'a>(
    rule: &'a Rule,
    store: &'a Store,
    site: SiteId,
    listed: Vec<StartPoint>,
) -> Box<dyn Iterator<Item = NewRequest> + 'a> {
    let between = between(rule);
    let kind = match (rule.has_list(), rule.is_crawl()) {
        (true, _) => RequestKind::List,
        (_, true) => RequestKind::Page,
        _ => RequestKind::Content,
    };
    let starts = rule.starts().map(move |start| match rule.asks_newer() {
        true => StartPoint {
            url: newer(rule, store, site, &start.url),
            ..start
        },
        false => start,
    });
    let listed = listed
        .into_iter()
        .flat_map(|start| rule.for_each_value(start));
    let all = starts.chain(listed).zip(0_u32..);
    Box::new(all.map(move |(start, number)| NewRequest {
        // The fragment of a POST search is its form.
        url: match rule.posts(&start.fields) {
            true => start.url.into(),
            false if kind == RequestKind::List => rule.list_address(&start.url).into(),
            false => rule.address(&start.url).into(),
        },
        kind,
        position: match kind {
            RequestKind::List => ListPosition {
                page: number.saturating_mul(between),
                item: 0,
            },
            _ => ListPosition {
                page: 0,
                item: number,
            },
        },
        depth: 0,
        fields: start.fields,
        sources: Default::default(),
    }))
}

/// Whether the start addresses are on several hosts, judged by the first of them.
pub(in crate::crawl) fn several_hosts(rule: &Rule) -> bool {
    let mut hosts = rule
        .start()
        .take(MAX_COMPARED)
        .map(|url| (url.host_str().map(str::to_owned), url.port()));
    let first = hosts.next();
    hosts.any(|host| Some(host) != first)
}

fn between(rule: &Rule) -> u32 {
    let starts = u32::try_from(rule.start_count()).unwrap_or(u32::MAX);
    PAGES_PER_START.min(u32::MAX / starts.max(1))
}

/// The number of the start address that a list page belongs to.
pub(in crate::crawl) fn start_number(rule: &Rule, page: u32) -> u32 {
    page / between(rule).max(1)
}

/// The start pages of `[pages] file`, read without blocking; none when the run is stopped
/// meanwhile.
///
/// # Errors
/// When the file must not or cannot be read, or has no addresses.
pub(in crate::crawl) async fn listed_starts(
    run_context: &RunContext,
) -> Result<Vec<StartPoint>, EngineError> {
    let Some(pages) = run_context.rule.file().pages.clone() else {
        return Ok(Vec::new());
    };
    let gate = &run_context.engine.gate;
    let home = run_context.engine.store.home();
    // A file that the user refused is not read at any path.
    if gate.is_refused(PartKind::LocalFile, &run_context.site_name) {
        return Err(not_allowed(&home, &pages.file));
    }
    let anywhere = gate.may(PartKind::LocalFile, &run_context.site_name);
    let reading = blocking(move || from_file(&home, &pages, anywhere));
    tokio::select! {
        read = reading => match read {
            Some(read) => read,
            None => Err(EngineError(Message::new("engine-run-broke"))),
        },
        () = run_context.stop.stopped() => Ok(Vec::new()),
    }
}

/// The fault for a file of this machine that the user has not allowed yet.
fn not_allowed(home: &Path, file: &str) -> EngineError {
    EngineError(
        Message::new("engine-addresses-not-allowed")
            .with("path", file)
            .with("project", home.display().to_string()),
    )
}

/// The addresses of the file that `pages` names. A relative path starts at the folder of the
/// project `home`; a file outside that folder is read only if files may be `anywhere`.
fn from_file(
    home: &Path,
    pages: &PagesRule,
    anywhere: bool,
) -> Result<Vec<StartPoint>, EngineError> {
    let folder = home.parent().unwrap_or(Path::new(""));
    let path = folder.join(&pages.file);
    let about = |id: &'static str| Message::new(id).with("path", path.display().to_string());
    let found = local_file::find(folder, Path::new(&pages.file), anywhere);
    let bytes = found.and_then(|found| local_file::read(&found, MAX_BYTES));
    let bytes = bytes.map_err(|error| match error {
        LocalFileError::Io(error) => {
            EngineError(about("engine-addresses-unreadable").with("reason", error.to_string()))
        }
        LocalFileError::NotRegular => EngineError(about("engine-addresses-no-file")),
        LocalFileError::TooLarge => {
            let most = MAX_BYTES / (1024 * 1024);
            EngineError(about("engine-addresses-large").with("most", most))
        }
        LocalFileError::Outside => not_allowed(home, &pages.file),
    })?;
    let text = decode(&bytes, None).text;
    let found = addresses(&text, pages.column.as_deref(), &pages.keep);
    let found = found.map_err(|fault| {
        EngineError(match fault {
            AddressFault::None => about("engine-addresses-none"),
            AddressFault::NoColumn { columns } => about("engine-addresses-column")
                .with("column", pages.column.clone().unwrap_or_default())
                .with("count", columns.len())
                .with("columns", columns),
        })
    })?;
    let value = |(name, text): (String, String)| (name, Value::One(text));
    let starts = found.into_iter().map(|address| StartPoint {
        url: address.url,
        fields: address.fields.into_iter().map(value).collect(),
    });
    Ok(starts.collect())
}

/// The start address that requests only items newer than the known ones.
fn newer(rule: &Rule, store: &StoreReader, site: SiteId, start: &Url) -> Url {
    match store.setting(&newest_key(site, start)) {
        Ok(Some(newest)) => rule.newer_than(start, &newest),
        _ => start.clone(),
    }
}

/// Stores the newest key that an API has returned so far.
pub(in crate::crawl) fn note_newest(
    store: &Store,
    site: SiteId,
    start: &Url,
    key: &str,
) -> Result<(), StoreError> {
    let name = newest_key(site, start);
    let known = store.setting(&name)?.unwrap_or_default();
    store.set_setting(&name, later_key(&known, key))
}

fn newest_key(site: SiteId, start: &Url) -> String {
    format!("newest:{site}:{start}")
}
