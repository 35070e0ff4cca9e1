//! Input and output types of the store, in addition to the model's types.

use std::collections::BTreeMap;

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use bowerbird_logic::model::{
    ListPosition, NetworkFigures, PageOutcomeKind, PagePicture, PageState, Record, RecordId,
    RequestId, RunId, SiteId, Value, Verdict, WatchTerms,
};

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A list page: fetched in every run.
    List,
    /// A content page: fetched once.
    Content,
    /// A page of a whole-site crawl: yields links and a record.
    Page,
}

/// A request that may be new.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewRequest {
    /// Address, absolute, without fragment.
    pub url: String,
    /// Its purpose.
    pub kind: RequestKind,
    /// The position of its link (for list pages: its number).
    pub position: ListPosition,
    /// Links from a start address to here.
    pub depth: u32,
    /// Fields extracted from the list.
    pub fields: Vec<(String, Value)>,
    /// The index of the alternative that yielded each of them, from 0.
    pub sources: BTreeMap<String, u32>,
}

/// A leased request.
#[derive(Clone, Debug, PartialEq)]
pub struct Queued {
    /// Row id.
    pub id: RequestId,
    /// The run that found it (records keep that run, so that exports keep list order after a
    /// resume).
    pub found_in: RunId,
    /// What was asked for.
    pub request: NewRequest,
    /// Tries so far.
    pub attempts: u32,
    /// Whether it was done before and is fetched again to check for changes.
    pub again: bool,
}

/// The new state of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum QueuedState {
    /// Fetched and stored.
    Done,
    /// To be retried at a time.
    Again {
        /// Not before.
        due_at: Timestamp,
    },
    /// Given up: it is gone, or may not be requested.
    Failed,
    /// Promised but missing: later runs request it again, a limited number of times.
    Missing,
}

/// The outcome of one answer.
#[derive(Clone, Debug)]
pub struct PageOutcome {
    /// The request.
    pub request: RequestId,
    /// The run that found it.
    pub found_in: RunId,
    /// Its position in list order.
    pub position: ListPosition,
    /// Its new state.
    pub state: QueuedState,
    /// The answer.
    pub answer: JudgedAnswer,
    /// Its yield; empty unless the request is done.
    pub yields: PageYield,
}

impl PageOutcome {
    /// Its kind in the table of runs.
    pub(super) fn kind(&self) -> PageOutcomeKind {
        match self.state {
            QueuedState::Again { .. } => PageOutcomeKind::Again,
            QueuedState::Failed => PageOutcomeKind::Failed,
            QueuedState::Missing => PageOutcomeKind::Missing,
            QueuedState::Done if self.answer.verdict.state == PageState::Empty => {
                PageOutcomeKind::Empty
            }
            QueuedState::Done if self.answer.confirmed.is_some() => PageOutcomeKind::Unchanged,
            QueuedState::Done => PageOutcomeKind::Read,
        }
    }
}

/// The screenshot of a page, as its rule wants one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Screenshot {
    /// The rule wants none.
    #[default]
    NotRequested,
    /// It was taken.
    Taken(PagePicture),
    /// The rule wants one, and there is none.
    Missing(NoScreenshot),
}

/// Why a screenshot is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoScreenshot {
    /// No browser showed the page.
    NoBrowser,
    /// The browser took none: of what is no page, or of one that is too large or takes too long.
    NotTaken,
}

/// An answer in its stored form.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedAnswer {
    /// Its verdict.
    pub verdict: Verdict,
    /// Its transport data.
    pub heard: NetworkFigures,
    /// When it came.
    pub fetched_at: Timestamp,
    /// The answer itself, if it is to be stored; the further pages of an article follow the first.
    pub snapshots: Vec<Snapshot>,
    /// The stored answer used in place of this one, because it still holds.
    pub confirmed: Option<super::Confirmed>,
    /// The picture of the page.
    pub picture: Screenshot,
}

impl JudgedAnswer {
    /// A verdict on an answer that is not stored.
    pub fn new(verdict: Verdict, fetched_at: Timestamp) -> Self {
        Self {
            verdict,
            heard: NetworkFigures::default(),
            fetched_at,
            snapshots: Vec::new(),
            confirmed: None,
            picture: Screenshot::NotRequested,
        }
    }
}

/// The yield of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageYield {
    /// Records to store. A record with a known (site, url) counts as known and is left unchanged,
    /// except for pages fetched again.
    pub records: Vec<Record>,
    /// Requests found on it.
    pub requests: Vec<NewRequest>,
    /// Its information about changes.
    pub revisited: Revisited,
}

/// A page's information about changes: of its list, of the articles on it, of its records. What a
/// run adds to it after the page was read is not serialised.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Revisited {
    /// The list visit that it belongs to, if its findings show how often the list changes.
    #[serde(skip)]
    pub visit: Option<super::Visit>,
    /// Addresses with the time of their last change, as written in the list. A known address with
    /// another time is fetched again.
    pub stamps: Vec<(String, String)>,
    /// Whether its records become new versions of stored ones, like those of a page fetched again.
    #[serde(skip)]
    pub renews: bool,
    /// Maximum number of versions of a record; that of `record_versions` when absent.
    #[serde(skip)]
    pub versions: Option<u32>,
    /// The terms by which the records of the site are watched.
    #[serde(skip)]
    pub watch: Option<Arc<WatchTerms>>,
    /// The addresses of all pages that the list names, where what it does not name is gone.
    #[serde(skip)]
    pub listed: Vec<String>,
    /// The pages on the list that this run reads again, if an earlier one read them, with what the
    /// list says of them now.
    #[serde(skip)]
    pub reread: Vec<NewRequest>,
    /// Whether further pages of the same table are read again, also those that were read before.
    #[serde(skip)]
    pub rereads: bool,
}

impl Revisited {
    /// That of a page without any yield, at a site that is watched by these terms.
    pub fn watched(terms: &Arc<WatchTerms>) -> Self {
        Self {
            watch: Some(Arc::clone(terms)),
            ..Self::default()
        }
    }

    /// A yield with the list's information about its articles.
    pub fn stamped(stamps: Vec<(String, String)>) -> Self {
        Self {
            stamps,
            ..Self::default()
        }
    }
}

/// Head of a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SnapshotMeta {
    /// Addresses from the requested one to the last.
    pub url_chain: Vec<String>,
    /// Status.
    pub status: u16,
    /// Response headers, credentials removed.
    pub headers: Vec<(String, String)>,
    /// When it came.
    pub fetched_at: Timestamp,
    /// Whether it is stored as evidence of a block or fault, not as a page.
    pub evidence: bool,
    /// The name of the browser that a person sent it from; `None` if it was fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_from: Option<String>,
}

/// A stored answer. The store compresses the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Its head.
    pub meta: SnapshotMeta,
    /// The body, as received after content decoding.
    pub body: Vec<u8>,
    /// Its validators for revalidation; only a good answer has any.
    pub validators: Option<Validators>,
}

/// A request with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestVerdict {
    /// Address.
    pub url: String,
    /// State of the last answer.
    pub state: PageState,
    /// The verdict.
    pub verdict: Verdict,
    /// When.
    pub at: Timestamp,
}

/// The validators of an answer (RFC 9110 §8.8), and until when it is fresh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// `ETag`.
    pub etag: Option<String>,
    /// `Last-Modified`.
    pub last_modified: Option<String>,
    /// The visitor that the answer was sent to, as a hash: another visitor may be shown another
    /// page.
    pub visitor: i64,
    /// Until when the answer is fresh (RFC 9111 §4.2).
    pub fresh_until: Option<Timestamp>,
}

/// Counts of a site for the status view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteCounts {
    /// The site.
    pub site: SiteId,
    /// Records stored.
    pub records: u64,
    /// Requests queued or leased.
    pub queued: u64,
    /// Requests given up.
    pub failed: u64,
}

/// Order of records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordSort {
    /// By site, run and position on the lists.
    #[default]
    ListOrder,
    /// By a default column (`url title date author text site fetched_at`) or a rule's field.
    Column {
        /// Its name.
        name: String,
        /// Largest first.
        descending: bool,
    },
}

/// Selects and orders records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFilter {
    /// Only of this site.
    pub site: Option<SiteId>,
    /// Only those fetched since this time.
    pub since: Option<Timestamp>,
    /// Only full-text matches of this search (as the user typed it).
    pub search: Option<String>,
    /// Only this part of the records.
    #[serde(default)]
    pub part: super::RecordPart,
    /// The order. For a search in list order: best match first.
    pub sort: RecordSort,
    /// By data stored beside the records.
    #[serde(default)]
    pub only: Only,
    /// Whether records in archives are left out.
    #[serde(default)]
    pub skip_archives: bool,
}

impl RecordFilter {
    /// Whether it excludes some records of a site or of all sites.
    pub fn narrows(&self) -> bool {
        let searched = self.search.as_ref().is_some_and(|s| !s.trim().is_empty());
        searched || self.since.is_some() || self.only != Only::default() || !self.part.is_all()
    }
}

/// Conditions on data stored beside the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Only {
    /// Not marked as read.
    pub unread: bool,
    /// With content that has changed since a person read it.
    pub changed: bool,
    /// Those that their site no longer has.
    pub gone: bool,
    /// Those that their site still has, as far as is known.
    pub present: bool,
    /// Those that a person deleted, in place of all others.
    pub deleted: bool,
    /// With a note.
    pub noted: bool,
    /// With doubts.
    pub doubtful: bool,
    /// With this tag.
    pub tag: Option<String>,
    /// Only reposts.
    pub reposts: bool,
    /// Without reposts, except those of [`Self::unfolded`].
    pub folded: bool,
    /// Records whose reposts are listed behind them anyway.
    pub unfolded: Vec<RecordId>,
}

/// Identifies a stored record as the given one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRecord {
    /// Its title.
    pub title: String,
    /// The first characters of its text.
    pub beginning: String,
    /// The fetched address, if the record has another one.
    pub fetched_url: Option<String>,
}

impl KnownRecord {
    /// Maximum characters of [`Self::beginning`].
    pub const BEGINNING_CHARS: usize = 300;
}
