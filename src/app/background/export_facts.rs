//! What the window asks about exports and storage, and what it is told. Read-only.

use bowerbird_engine::EngineError;
use bowerbird_engine::project::backups::{self, BackupFacts};
use bowerbird_engine::records::exports;
use bowerbird_engine::types::{
    Archive, Retention, SavedExport, SiteId, SnapshotCounts, StoreReader,
};

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportAsk {
    /// The columns of a site's records (of all sites'), and the kept exports.
    Facts(Option<SiteId>),
    /// How long pages are kept, what they take, and which archives there are.
    Storage,
    /// How the project is backed up, and its backups.
    Backups,
}

/// An answer.
#[derive(Clone, Debug)]
pub enum ExportAnswer {
    /// Columns and kept exports.
    Facts {
        /// Of which site.
        site: Option<SiteId>,
        /// Names of columns in order.
        columns: Vec<String>,
        /// The kept exports.
        saved: Vec<SavedExport>,
    },
    /// Backups.
    Backups(Box<BackupFacts>),
    /// Storage.
    Storage {
        /// How long pages are kept.
        retention: Retention,
        /// What they take.
        pages: SnapshotCounts,
        /// The archives, the oldest first.
        archives: Vec<Archive>,
    },
}

/// Answers a question.
///
/// # Errors
/// From the store.
pub fn answer(reader: &StoreReader, ask: ExportAsk) -> Result<ExportAnswer, EngineError> {
    match ask {
        ExportAsk::Facts(site) => Ok(ExportAnswer::Facts {
            site,
            columns: exports::columns(reader, site)?,
            saved: exports::saved(reader)?,
        }),
        ExportAsk::Backups => {
            let facts = backups::facts(reader, &backups::places())?;
            Ok(ExportAnswer::Backups(Box::new(facts)))
        }
        ExportAsk::Storage => Ok(ExportAnswer::Storage {
            retention: reader.retention()?,
            pages: reader.snapshot_counts()?,
            archives: reader.archives()?,
        }),
    }
}
