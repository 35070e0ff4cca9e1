//! What the faces may ask of the texts of records, and what the engine reports.

use serde::Serialize;
use std::sync::Arc;

use bowerbird_io::store::{RecordFilter, TextsLeft};
use bowerbird_logic::model::RecordId;
use bowerbird_logic::text::{RepostSettings, SummaryLength};

/// What is wanted about texts.
#[derive(Clone, Debug, PartialEq)]
pub enum TextOrder {
    /// Marks records as read or unread.
    Read {
        /// Which.
        records: Vec<RecordId>,
        /// Read or not.
        read: bool,
    },
    /// Gives records a tag or takes it away.
    Tag {
        /// Which.
        records: Vec<RecordId>,
        /// The tag.
        tag: String,
        /// Give or take.
        on: bool,
    },
    /// Keeps a note about a record; removes it when blank.
    Note {
        /// Which.
        record: RecordId,
        /// The note.
        note: String,
    },
    /// Says that records are no reposts, for good.
    KeepApart(Vec<RecordId>),
    /// Looks for reposts all over the project.
    FoldLater,
    /// Takes back what that found.
    UndoFold,
    /// How reposts are found from now on.
    Reposts(RepostSettings),
    /// Keeps a search under a name; removes it without a filter.
    SaveSearch {
        /// The name.
        name: String,
        /// The search.
        filter: Option<Box<RecordFilter>>,
    },
    /// Brings the pictures of a record → `Pictures`.
    Pictures(RecordId),
    /// The address of the service that sums up from now on; blank for none but this program.
    SummaryService(String),
    /// Sums records up.
    Summarise {
        /// Which.
        filter: Box<RecordFilter>,
        /// How long.
        length: SummaryLength,
    },
}

/// What happened to texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TextEvent {
    /// Marks, reposts, doubts or searches by name changed by an order: ask again.
    Changed,
    /// The work in the background came to its end, and changed some of them: ask again.
    Settled,
    /// What is left of the work in the background.
    Left(TextsLeft),
    /// So many records were folded, or unfolded, by a later pass.
    Folded(u64),
    /// So many summaries were made.
    Summarised(u64),
}

/// A picture of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordPicture {
    /// Its address.
    pub url: String,
    /// What it shows, as the page says; empty when it does not.
    pub alt: String,
    /// Width and height in pixels; `None` when it could not be had.
    pub size: Option<[u32; 2]>,
    /// RGBA, not premultiplied, row by row.
    pub rgba: Arc<Vec<u8>>,
}
