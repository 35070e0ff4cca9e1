//! What goes into and comes out of the store beside the model's types.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use bowerbird_logic::model::{
    Heard, ListPosition, PageState, Record, RecordId, RequestId, RunId, SiteId, Value, Verdict,
};

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A list page: fetched in every run.
    List,
    /// A content page: fetched once.
    Content,
    /// A page of a whole-site crawl: links and record at once.
    Page,
}

/// A request that may be new.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRequest {
    /// Address, absolute, without fragment.
    pub url: String,
    /// What for.
    pub kind: RequestKind,
    /// Where its link stood (for list pages: its number).
    pub position: ListPosition,
    /// Links from a start address to here.
    pub depth: u32,
    /// Fields read off the list.
    pub fields: Vec<(String, Value)>,
    /// Which alternative yielded each of them, counted from 0.
    pub sources: BTreeMap<String, u32>,
}

/// A leased request.
#[derive(Clone, Debug, PartialEq)]
pub struct Queued {
    /// Row id.
    pub id: RequestId,
    /// Run that found it (records keep that run, so that exports keep list order after a resume).
    pub found_in: RunId,
    /// What was asked for.
    pub request: NewRequest,
    /// Tries so far.
    pub attempts: u32,
    /// Whether it was done before and is asked for again, to see whether it changed.
    pub again: bool,
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum QueuedState {
    /// Fetched and stored.
    Done,
    /// To be tried again at a time.
    Again {
        /// Not before.
        due_at: Timestamp,
    },
    /// Given up: it is gone, or may not be asked for.
    Failed,
    /// Promised, and not come: the next run asks for it again, for some runs.
    Missing,
}

/// Everything one answer led to.
#[derive(Clone, Debug)]
pub struct PageOutcome {
    /// The request.
    pub request: RequestId,
    /// Run that found it.
    pub found_in: RunId,
    /// Its place in list order.
    pub position: ListPosition,
    /// What becomes of it.
    pub state: QueuedState,
    /// The answer.
    pub answer: JudgedAnswer,
    /// What it yields; nothing unless the request is done.
    pub yields: PageYield,
}

/// An answer as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedAnswer {
    /// The judgement on it.
    pub verdict: Verdict,
    /// What it was like on the line.
    pub heard: Heard,
    /// When it came.
    pub fetched_at: Timestamp,
    /// The answer itself, when it is to be kept; the further pages of an article follow the first.
    pub snapshots: Vec<Snapshot>,
    /// The kept answer that stood for this one, because it still holds.
    pub confirmed: Option<super::Confirmed>,
}

impl JudgedAnswer {
    /// A judgement on an answer of which nothing is kept.
    pub fn new(verdict: Verdict, fetched_at: Timestamp) -> Self {
        Self {
            verdict,
            heard: Heard::default(),
            fetched_at,
            snapshots: Vec::new(),
            confirmed: None,
        }
    }
}

/// What a page yields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageYield {
    /// Records to store. A record whose (site, url) is known counts as known and is left as it is,
    /// but for pages asked for again.
    pub records: Vec<Record>,
    /// Requests found on it.
    pub requests: Vec<NewRequest>,
    /// What it says of changes.
    pub revisited: Revisited,
}

/// What a page says of changes: of its list, of the articles on it, of its records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revisited {
    /// The visit of a list that it belongs to, when what it found tells how often that changes.
    pub visit: Option<super::Visit>,
    /// Addresses with when they changed last, as the list writes it. One that is known with
    /// another time is asked for again.
    pub stamps: Vec<(String, String)>,
    /// Whether its records become new versions of stored ones, as those of a page that is asked
    /// for again do.
    pub renews: bool,
    /// Versions of a record that are kept at most; [`DEFAULT_VERSIONS`] when absent.
    pub versions: Option<u32>,
}

/// Versions of a record that are kept where the rule says nothing: enough for a page that changes
/// every week for a year.
pub const DEFAULT_VERSIONS: u32 = 50;

impl Revisited {
    /// With what a list says of its articles.
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
    /// Addresses from the one asked for to the last.
    pub url_chain: Vec<String>,
    /// Status.
    pub status: u16,
    /// Response headers, credentials removed.
    pub headers: Vec<(String, String)>,
    /// When it came.
    pub fetched_at: Timestamp,
    /// Whether it is kept as evidence of a block or fault, not as a page.
    pub evidence: bool,
}

/// A stored answer. The store compresses the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Its head.
    pub meta: SnapshotMeta,
    /// The body, as received after content decoding.
    pub body: Vec<u8>,
    /// By what it is asked for again; only a good answer has any.
    pub validators: Option<Validators>,
}

/// A judged request.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdicted {
    /// Address.
    pub url: String,
    /// State of the last answer.
    pub state: PageState,
    /// The judgement.
    pub verdict: Verdict,
    /// When.
    pub at: Timestamp,
}

/// What an answer is asked for again with (RFC 9110 §8.8), and how long that is not needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// `ETag`.
    pub etag: Option<String>,
    /// `Last-Modified`.
    pub last_modified: Option<String>,
    /// Whom the answer was sent to, as a hash: another visitor may be shown another page.
    pub visitor: i64,
    /// Until when the answer is fresh (RFC 9111 §4.2).
    pub fresh_until: Option<Timestamp>,
}

/// Figures of a site for the status view.
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
    /// By site, run and place on the lists.
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

/// Which records, in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFilter {
    /// Only of this site.
    pub site: Option<SiteId>,
    /// Only fetched since.
    pub since: Option<Timestamp>,
    /// Only those that the full-text index finds (as a person typed it).
    pub search: Option<String>,
    /// Only this part.
    #[serde(default)]
    pub part: super::RecordPart,
    /// Order. With a search and list order: best match first.
    pub sort: RecordSort,
    /// By what is kept beside the records.
    #[serde(default)]
    pub only: Only,
    /// Whether records in archives are left out.
    #[serde(default)]
    pub skip_archives: bool,
}

impl RecordFilter {
    /// Whether more is asked for than all records, of one site or of all.
    pub fn narrows(&self) -> bool {
        let searched = self.search.as_ref().is_some_and(|s| !s.trim().is_empty());
        searched || self.since.is_some() || self.only != Only::default() || !self.part.is_all()
    }
}

/// Conditions on what is kept beside the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Only {
    /// Not marked as read.
    pub unread: bool,
    /// With a note.
    pub noted: bool,
    /// With a doubt.
    pub doubtful: bool,
    /// With this tag.
    pub tag: Option<String>,
    /// Reposts alone.
    pub reposts: bool,
    /// Without reposts, but for those of [`Self::unfolded`].
    pub folded: bool,
    /// Records whose reposts follow them all the same.
    pub unfolded: Vec<RecordId>,
}

/// What identifies a stored record as the given one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRecord {
    /// Its title.
    pub title: String,
    /// The first characters of its text.
    pub beginning: String,
    /// The address as it was fetched, where the record has another one.
    pub fetched_url: Option<String>,
}

impl KnownRecord {
    /// Characters of [`Self::beginning`] at most.
    pub const BEGINNING_CHARS: usize = 300;
}
