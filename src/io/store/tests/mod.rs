//! Tests of the store on real files.

pub(super) mod archives;
mod by_hand;
mod changes;
mod finding;
mod million_records;
mod opening;
mod queue;
mod reading;
mod resources;
mod revisits;
mod sites_pools_tasks;
mod texts;
mod time_series;
mod watched_year;

use jiff::Timestamp;

use super::*;
use bowerbird_logic::model::{
    ListPosition, Record, RecordId, RequestId, RunId, SiteDraft, SiteId, SourceKind, StoredRecord,
    Value, Verdict,
};

/// A time `seconds` after the start of the tests.
pub(super) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + seconds).expect("a time")
}

pub(super) fn draft(name: &str) -> SiteDraft {
    SiteDraft {
        name: name.to_owned(),
        kind: SourceKind::List,
        start: "http://127.0.0.1/".to_owned(),
        rule_toml: String::new(),
    }
}

/// A project with one site.
pub(super) fn project() -> (Store, SiteId) {
    let store = Store::temporary().expect("a project");
    let site = store.add_site(&draft("News")).expect("a site");
    (store, site)
}

pub(super) fn list(number: u32) -> NewRequest {
    request(
        &format!("http://127.0.0.1/list/{number}"),
        RequestKind::List,
        (number, 0),
    )
}

pub(super) fn content(name: &str, position: (u32, u32)) -> NewRequest {
    request(
        &format!("http://127.0.0.1/{name}"),
        RequestKind::Content,
        position,
    )
}

fn request(url: &str, kind: RequestKind, (page, item): (u32, u32)) -> NewRequest {
    NewRequest {
        url: url.to_owned(),
        kind,
        position: ListPosition { page, item },
        depth: 0,
        fields: Vec::new(),
        sources: Default::default(),
    }
}

pub(super) fn record(name: &str) -> Record {
    Record {
        url: format!("http://127.0.0.1/{name}"),
        title: name.to_owned(),
        ..Record::default()
    }
}

/// The outcome of a fetched request.
pub(super) fn outcome(
    queued: &Queued,
    records: Vec<Record>,
    found: Vec<NewRequest>,
) -> PageOutcome {
    PageOutcome {
        request: queued.id,
        found_in: queued.found_in,
        position: queued.request.position,
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), at(0)),
        yields: PageYield {
            records,
            requests: found,
            ..PageYield::default()
        },
    }
}

/// New records and queued requests of each page.
pub(super) fn brought(pages: Vec<CommitCounts>) -> Vec<(u64, u64)> {
    let counts = pages.into_iter().map(|page| (page.records, page.queued));
    counts.collect()
}

/// Adds records to a site, as if each was alone on a page, in list order.
pub(super) fn fill(store: &Store, site: SiteId, records: Vec<Record>) -> RunId {
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let batch = records
        .into_iter()
        .enumerate()
        .map(|(item, record)| PageOutcome {
            request: RequestId(0),
            found_in: run,
            position: ListPosition {
                page: 0,
                item: u32::try_from(item).expect("few"),
            },
            state: QueuedState::Done,
            answer: JudgedAnswer::new(Verdict::ok(), at(i64::try_from(item).expect("few"))),
            yields: PageYield {
                records: vec![record],
                ..PageYield::default()
            },
        })
        .collect();
    store.commit(site, run, batch).expect("a commit");
    run
}

pub(super) fn titles(store: &Store, filter: &RecordFilter) -> Vec<String> {
    let records = store.records(filter, 0, 1_000).expect("records");
    records.into_iter().map(title).collect()
}

fn title(stored: StoredRecord) -> String {
    stored.record.title
}

pub(super) fn one(text: &str) -> Value {
    Value::One(text.to_owned())
}
