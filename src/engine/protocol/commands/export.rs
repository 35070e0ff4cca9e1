//! Export and storage commands of the front ends, and the engine's reports.

use bowerbird_io::export::{ChangesExport, ExportOptions, Format};
use serde::Deserialize;
use serde::Serialize;

use std::path::PathBuf;
use std::time::Duration;

use bowerbird_io::backups::{BackupSettings, FinishedBackup};
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{Period, Retention};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ErasureReport, ErasureRequest, RecordCondition, RecordId, SiteId, StorageReport,
};
use jiff::Timestamp;

/// A command about exports.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportCommand {
    /// Runs a job → `Progress`, `Written`.
    Write {
        /// The job.
        job: ExportJob,
        /// The key of a webhook.
        secret: Option<Secret>,
    },
    /// Runs a saved job → as `Write`.
    WriteSaved {
        /// Its name.
        name: String,
    },
    /// Writes changes of records to a file → `Progress`, `Written`.
    WriteChanges {
        /// What is written.
        what: Box<ChangesExport>,
        /// The file.
        path: PathBuf,
    },
    /// Saves a job → `SavedChanged`.
    Save {
        /// The job.
        export: SavedExport,
        /// The key of a webhook.
        secret: Option<Secret>,
    },
    /// Removes a saved job → `SavedChanged`.
    Remove {
        /// Its name.
        name: String,
    },
    /// Sets how long pages are kept → `StorageChanged`.
    Keep(Retention),
    /// Moves old records into archives → `Progress`, `Archived`, `RecordsChanged`.
    Archive {
        /// Those fetched before this time.
        before: Timestamp,
        /// The period of an archive.
        period: Period,
    },
    /// Writes the stored pages as WARC → `Progress`, `Written`.
    Warc {
        /// The site; all if `None`.
        site: Option<SiteId>,
        /// The target path.
        path: PathBuf,
    },
    /// Checks the project with its archives, and repairs what can be repaired on request →
    /// `Progress`, `Checked`.
    Check {
        /// Whether to repair.
        repair: bool,
    },
    /// Finds everything that mentions words, in the project and around it → `Progress`, `TracesFound`.
    FindTraces(ErasureRequest),
    /// Erases it for good → `Progress`, `Erased`, `RecordsChanged`.
    Erase(ErasureRequest),
    /// Writes the stored pages of records as evidence (WACZ) → `Progress`, `Written`.
    WriteEvidence {
        /// Which.
        records: Vec<RecordId>,
        /// The file.
        path: PathBuf,
        /// Whether a file that is there is replaced.
        replaces: bool,
    },
    /// Applies a filter to the stored records → `Progress`, `FilterApplied`, `RecordsChanged`.
    ApplyFilter(Box<RecordCondition>),
    /// Backs the project up → `Progress`, `BackedUp`.
    BackUp,
    /// Sets the backup settings of the project → `StorageChanged`.
    KeepBackups(BackupSettings),
    /// Stops a job; what it did to records stays.
    Cancel(BackgroundJobKind),
}

impl ExportCommand {
    /// Whether it is about backups.
    pub(crate) fn is_of_backups(&self) -> bool {
        matches!(self, Self::BackUp | Self::KeepBackups(_))
    }
}

/// The kind of a job; one of each runs at a time, the kinds in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum BackgroundJobKind {
    /// A manual export.
    Export,
    /// Changes are written.
    Changes,
    /// Stored pages are written, or old records moved.
    Storage,
    /// The saved exports after a run.
    AfterRun,
    /// A backup of the project; its progress counts bytes.
    Backup,
    /// Something is looked for everywhere, or erased for good; its progress counts rows.
    Erasure,
    /// A filter is applied to the stored records.
    Filter,
    /// Pages of records are written as evidence.
    Evidence,
}

/// The progress of an export or a move into archives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BackgroundJobProgress {
    /// Records or pages done.
    pub rows: u64,
    /// The total, if known in advance.
    pub of: Option<u64>,
    /// Estimated time left at the rate so far, in seconds.
    pub seconds_left: Option<u64>,
}

impl BackgroundJobProgress {
    /// `rows` of `of` were done in `spent`.
    pub fn new(rows: u64, of: Option<u64>, spent: Duration) -> Self {
        let left = of.map(|of| of.saturating_sub(rows));
        let rate = rows as f64 / spent.as_secs_f64().max(1e-3);
        let seconds_left = left
            .filter(|_| rows > 0)
            .map(|left| (left as f64 / rate).ceil() as u64);
        Self {
            rows,
            of,
            seconds_left,
        }
    }

    /// The share done, from 0 to 1, if known.
    pub fn share(&self) -> Option<f32> {
        let of = self.of?;
        Some((self.rows as f32 / of.max(1) as f32).min(1.0))
    }
}

/// What a filter did to stored records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AppliedFilter {
    /// Records that it matched.
    pub matched: u64,
    /// Those that it deleted.
    pub deleted: Vec<RecordId>,
    /// Whether all stored records were looked at.
    pub is_whole: bool,
}

impl AppliedFilter {
    /// What is told of it.
    pub fn outcome(&self) -> Message {
        let id = match (self.is_whole, self.deleted.is_empty()) {
            (false, _) => "filter-applied-in-part",
            (true, false) => "texts-deleted",
            (true, true) => "filter-applied",
        };
        Message::new(id).with("count", self.matched)
    }
}

/// Reports about exports and storage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ExportEvent {
    /// The progress of a job.
    Progress(BackgroundJobKind, BackgroundJobProgress),
    /// Something was written.
    Written {
        /// The kind of job.
        by: BackgroundJobKind,
        /// The path.
        path: PathBuf,
        /// The number of records or pages.
        rows: u64,
        /// Messages for the user.
        notes: Vec<Message>,
    },
    /// It failed, or was not completed.
    Failed {
        /// The kind of job.
        by: BackgroundJobKind,
        /// Why, and the remedy.
        message: Message,
    },
    /// The saved exports changed.
    SavedChanged,
    /// Records were moved.
    Archived {
        /// The number of records.
        moved: u64,
    },
    /// The project was checked; `None` if that was stopped.
    Checked(Option<StorageReport>),
    /// The retention of pages or the backup settings changed.
    StorageChanged,
    /// What mentions words; `None` if the search was stopped.
    TracesFound(Option<Box<ErasureReport>>),
    /// It was erased for good; `None` if that was stopped before anything was changed.
    Erased(Option<Box<ErasureReport>>),
    /// A filter was applied to the stored records.
    FilterApplied(Box<AppliedFilter>),
    /// The project was backed up; `None` if that was stopped.
    BackedUp(Option<Box<FinishedBackup>>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_the_rate_so_far() {
        let spent = Duration::from_secs(10);
        let half = BackgroundJobProgress::new(500, Some(1_000), spent);
        assert_eq!((half.share(), half.seconds_left), (Some(0.5), Some(10)));
        let more = BackgroundJobProgress::new(1_200, Some(1_000), spent);
        assert_eq!((more.share(), more.seconds_left), (Some(1.0), Some(0)));
        let unknown = BackgroundJobProgress::new(500, None, spent);
        assert_eq!((unknown.share(), unknown.seconds_left), (None, None));
        let begun = BackgroundJobProgress::new(0, Some(10), Duration::ZERO);
        assert_eq!((begun.share(), begun.seconds_left), (Some(0.0), None));
    }
}

/// An export job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportJob {
    /// Format.
    pub format: Format,
    /// File, folder or address; `{date}` and `{time}` are replaced by the current ones.
    pub target: String,
    /// The content and format.
    pub options: ExportOptions,
    /// Whether only records new since the last export to the target are written.
    pub since_last: bool,
}

/// A job saved with the project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedExport {
    /// Its name.
    pub name: String,
    /// The job.
    pub job: ExportJob,
    /// Whether it runs after each run of its site, or of any.
    pub after_run: bool,
}
