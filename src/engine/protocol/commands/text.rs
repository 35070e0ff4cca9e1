//! Text commands of the front ends, and the engine's reports.

use serde::Serialize;
use std::sync::Arc;

use jiff::Timestamp;

use crate::protocol::FindReplace;
use bowerbird_io::store::{RecordFilter, TextsLeft};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{ArrangementUndo, ChangeFilter, RecordId, SiteId, Value, ValueEdit};
use bowerbird_logic::text::{RepostSettings, SummaryLength};

/// A text command.
#[derive(Clone, Debug, PartialEq)]
pub enum TextCommand {
    /// Marks records as read or unread.
    Read {
        /// Which.
        records: Vec<RecordId>,
        /// Read or not.
        read: bool,
    },
    /// Marks changes as seen, or as not seen.
    ChangesRead {
        /// Which.
        facts: Vec<i64>,
        /// Seen or not.
        read: bool,
    },
    /// Marks all changes that match a filter as seen.
    AllChangesRead {
        /// Which.
        filter: Box<ChangeFilter>,
        /// Those found until then.
        until: Timestamp,
    },
    /// Hides the changes of a field of a site; its rule leaves it out from then on.
    LeaveOut {
        /// The site.
        site: SiteId,
        /// The field.
        field: String,
    },
    /// Adds or removes a tag of records.
    Tag {
        /// Which.
        records: Vec<RecordId>,
        /// The tag.
        tag: String,
        /// Add or remove.
        on: bool,
    },
    /// Stores a note on a record; removes it when blank.
    Note {
        /// Which.
        record: RecordId,
        /// The note.
        note: String,
    },
    /// Deletes records: no run collects them again → `Deleted`, `RecordsChanged`.
    Delete(Vec<RecordId>),
    /// Removes a record that was just added by hand; its address is as free as before →
    /// `RecordsChanged`.
    RemoveAdded(RecordId),
    /// Restores deleted records → `Restored`, `RecordsChanged`.
    Restore(Vec<RecordId>),
    /// Writes values into records by hand → `ValuesEdited`, `RecordsChanged`.
    Edit(Vec<ValueEdit>),
    /// Adds a record by hand → `RecordAdded`, `RecordsChanged`.
    Add {
        /// Its site.
        site: SiteId,
        /// The address of its page.
        url: String,
        /// Its values, by column or field.
        values: Vec<(String, Value)>,
    },
    /// Finds and replaces in the values of records → `ValuesEdited`, `RecordsChanged`.
    Replace {
        /// The records.
        filter: Box<RecordFilter>,
        /// What is found, and what takes its place.
        what: FindReplace,
    },
    /// Merges records into one, which gets the values → `Rearranged`, `RecordsChanged`.
    Merge {
        /// The record that stays.
        kept: RecordId,
        /// The records that are deleted.
        others: Vec<RecordId>,
        /// The values that it gets.
        edits: Vec<ValueEdit>,
    },
    /// Moves records to another site → `Rearranged`, `RecordsChanged`.
    Move {
        /// Which.
        records: Vec<RecordId>,
        /// The site.
        to: SiteId,
    },
    /// Undoes a merge or a move → `RecordsChanged`.
    UndoArrangement(ArrangementUndo),
    /// Undoes an `Edit` → as `Edit`, without a way back.
    UndoEdit(Vec<ValueEdit>),
    /// Keeps a value by hand, although the page says something new now.
    KeepValue {
        /// The record.
        record: RecordId,
        /// The column or field.
        field: String,
    },
    /// Marks records permanently as not reposts.
    KeepApart(Vec<RecordId>),
    /// Searches for reposts in the whole project.
    FoldLater,
    /// Undoes the result of that search.
    UndoFold,
    /// Sets how reposts are found.
    Reposts(RepostSettings),
    /// Saves a search under a name; removes it without a filter.
    SaveSearch {
        /// The name.
        name: String,
        /// The search.
        filter: Option<Box<RecordFilter>>,
    },
    /// Loads the pictures of a record → `Pictures`.
    Pictures(RecordId),
    /// Loads the picture of a record's page → `Screenshot`.
    Screenshot(RecordId),
    /// Draws the stored pages of two versions of a record → `VersionPages`.
    VersionPages(PagesOfVersions),
    /// Sets the address of the summary service; blank to summarise in this program.
    SummaryService(String),
    /// Summarises records.
    Summarise {
        /// The records.
        filter: Box<RecordFilter>,
        /// The length.
        length: SummaryLength,
    },
}

impl TextCommand {
    /// The records that it changes.
    pub(crate) fn changed_records(&self) -> Vec<RecordId> {
        let of_edits = |edits: &[ValueEdit]| edits.iter().map(|edit| edit.record).collect();
        match self {
            Self::Read { records, .. } | Self::Tag { records, .. } | Self::Move { records, .. } => {
                records.clone()
            }
            Self::Delete(records) | Self::KeepApart(records) => records.clone(),
            Self::Note { record, .. } | Self::KeepValue { record, .. } => vec![*record],
            Self::Edit(edits) | Self::UndoEdit(edits) => of_edits(edits),
            Self::Merge { kept, others, .. } => {
                let mut all = others.clone();
                all.push(*kept);
                all
            }
            _ => Vec::new(),
        }
    }
}

/// A text event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TextEvent {
    /// A command changed marks, reposts, doubts or saved searches: query again.
    Changed,
    /// The background work ended, and changed some of them: query again.
    Settled,
    /// The remaining background work.
    Left(TextsLeft),
    /// The number of records folded by a later pass.
    Folded(u64),
    /// The number of records unfolded, when a later pass was undone.
    Unfolded(u64),
    /// The number of summaries created.
    Summarised(u64),
    /// So many records came back from archives, because they are changed.
    BroughtBack(u64),
    /// The number of records deleted.
    Deleted(u64),
    /// The number of deleted records restored.
    Restored(u64),
}

/// A picture of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordPicture {
    /// Its address.
    pub url: String,
    /// The page's description of it; empty if there is none.
    pub alt: String,
    /// Width and height in pixels; `None` if it could not be loaded.
    pub size: Option<[u32; 2]>,
    /// RGBA, not premultiplied, row by row.
    pub rgba: Arc<Vec<u8>>,
}

/// The picture of a record's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordScreenshot {
    /// The record.
    pub record: RecordId,
    /// Its parts from top to bottom, all of one width; none if it cannot be shown.
    pub parts: Vec<ScreenshotPart>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScreenshotPart {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// RGBA, row by row.
    #[serde(skip)]
    pub rgba: Arc<[u8]>,
}

/// Which pages are drawn, and what is marked on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PagesOfVersions {
    /// The record.
    pub record: RecordId,
    /// The earlier version, by its number; `None` for the record itself.
    pub before: Option<u32>,
    /// The later version.
    pub after: Option<u32>,
    /// The field whose place is marked.
    pub field: Option<String>,
}

/// The page of a version of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VersionPage {
    /// When it was fetched; `None` if it was not kept.
    pub fetched_at: Option<Timestamp>,
    /// Width and height of the picture in pixels.
    pub size: [u32; 2],
    /// RGBA, not premultiplied, row by row.
    pub rgba: Arc<Vec<u8>>,
    /// Where the field stands: left, top, width and height in pixels of the picture.
    pub boxes: Vec<[f32; 4]>,
    /// Whether the page is longer than the picture.
    pub is_part: bool,
    /// Why it could not be drawn.
    pub fault: Option<Message>,
}
