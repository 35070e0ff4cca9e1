//! The window's queries about exports and storage, and their answers. Read-only.

use bowerbird_engine::EngineError;
use bowerbird_engine::project::backups::{self, BackupFacts};
use bowerbird_engine::records::exports;
use bowerbird_engine::types::{
    Archive, ExportJob, Retention, SavedExport, SiteId, SnapshotCounts, StoreReader,
};

/// A query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportAsk {
    /// The columns of a site's records (or of all sites'), and the saved exports.
    Facts(Option<SiteId>),
    /// The number of records that an export would write.
    Count(Box<ExportJob>),
    /// The number of the ticked records that the table's filter shows, as an export of them.
    CountTicked(Box<ExportJob>),
    /// Retention of pages, their size, and the archives.
    Storage,
    /// The backup settings of the project, and its backups.
    Backups,
}

/// An answer.
#[derive(Clone, Debug)]
pub enum ExportAnswer {
    /// Columns and saved exports.
    Facts {
        /// The site.
        site: Option<SiteId>,
        /// Names of columns in order.
        columns: Vec<String>,
        /// The saved exports.
        saved: Vec<SavedExport>,
    },
    /// The number of records that an export would write.
    Count {
        /// The export.
        job: Box<ExportJob>,
        /// The number.
        records: u64,
    },
    /// Backups.
    Backups(Box<BackupFacts>),
    /// Storage.
    Storage {
        /// Retention of pages.
        retention: Retention,
        /// Their number and size.
        pages: SnapshotCounts,
        /// The archives, the oldest first.
        archives: Vec<Archive>,
    },
}

/// Answers a query.
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
        ExportAsk::Count(job) | ExportAsk::CountTicked(job) => {
            let records = exports::count(reader, &job)?;
            Ok(ExportAnswer::Count { job, records })
        }
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
