//! What the faces may ask of exports and of the project's storage, and what they are told.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::engine::exports::{ExportJob, SavedExport};
use crate::io::secrets::Secret;
use crate::io::store::{Period, Retention};
use crate::logic::messages::Message;
use crate::logic::model::SiteId;

/// A command about exports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExportOrder {
    /// Does a job → `Progress`, `Written`.
    Write {
        /// What.
        job: ExportJob,
        /// The key of a webhook.
        secret: Option<Secret>,
    },
    /// Does a kept job → as `Write`.
    WriteSaved {
        /// Its name.
        name: String,
    },
    /// Keeps a job → `SavedChanged`.
    Save {
        /// What.
        export: SavedExport,
        /// The key of a webhook.
        secret: Option<Secret>,
    },
    /// Forgets a kept job → `SavedChanged`.
    Remove {
        /// Its name.
        name: String,
    },
    /// Settles how long pages are kept → `StorageChanged`.
    Keep(Retention),
    /// Moves old records into archives → `Progress`, `Archived`, `RecordsChanged`.
    Archive {
        /// Those fetched before.
        before: Timestamp,
        /// What an archive holds.
        period: Period,
    },
    /// Writes the stored pages as WARC → `Progress`, `Written`.
    Warc {
        /// Of which site; of all where none is named.
        site: Option<SiteId>,
        /// Where to.
        path: PathBuf,
    },
    /// Stops what is being written or moved; what was moved stays moved.
    Cancel,
}

/// What is told of exports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExportNews {
    /// So many records were written or moved so far.
    Progress {
        /// How many.
        rows: u64,
    },
    /// Something was written.
    Written {
        /// Where.
        path: PathBuf,
        /// How many records or pages.
        rows: u64,
        /// What a person should know.
        notes: Vec<Message>,
    },
    /// The kept exports changed.
    SavedChanged,
    /// Records were moved.
    Archived {
        /// How many.
        moved: u64,
    },
    /// How long pages are kept was settled.
    StorageChanged,
}
