//! What the faces may ask of exports and of the project's storage, and what the engine reports.

use bowerbird_io::export::{ExportOptions, Format};
use serde::Deserialize;
use serde::Serialize;

use std::path::PathBuf;
use std::time::Duration;

use bowerbird_io::backups::{BackupSettings, FinishedBackup};
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{Period, Retention};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{SiteId, StorageReport};
use jiff::Timestamp;

/// A command about exports.
#[derive(Clone, Debug, PartialEq)]
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
    /// Looks the project over with its archives, and mends what can be mended where that is asked for
    /// → `Progress`, `Checked`.
    Check {
        /// Whether to mend.
        repair: bool,
    },
    /// Backs the project up → `Progress`, `BackedUp`.
    BackUp,
    /// Settles how the project is backed up → `StorageChanged`.
    KeepBackups(BackupSettings),
    /// Stops what is being written or moved; what was moved stays moved.
    Cancel(ErrandKind),
}

impl ExportOrder {
    /// Whether it is about backups.
    pub(crate) fn is_of_backups(&self) -> bool {
        matches!(self, Self::BackUp | Self::KeepBackups(_))
    }
}

/// Whose work it is; one of each goes on at a time, the kinds beside one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum ErrandKind {
    /// An export that a person asked for.
    Export,
    /// Stored pages are written, or old records moved.
    Storage,
    /// The kept exports that follow a run.
    AfterRun,
    /// The project is backed up; its progress counts bytes.
    Backup,
}

/// How far an export or a move into archives has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ErrandProgress {
    /// Records or pages that are done.
    pub rows: u64,
    /// Of how many, where that is known beforehand.
    pub of: Option<u64>,
    /// Time left at the rate so far, in seconds; as far as it can be told.
    pub seconds_left: Option<u64>,
}

impl ErrandProgress {
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

    /// The share that is done, from 0 to 1, where it is known.
    pub fn share(&self) -> Option<f32> {
        let of = self.of?;
        Some((self.rows as f32 / of.max(1) as f32).min(1.0))
    }
}

/// What is reported of exports and storage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ExportNews {
    /// So many records, or pages, were written or moved so far.
    Progress(ErrandKind, ErrandProgress),
    /// Something was written.
    Written {
        /// By which work.
        by: ErrandKind,
        /// Where.
        path: PathBuf,
        /// How many records or pages.
        rows: u64,
        /// What a person should know.
        notes: Vec<Message>,
    },
    /// It was not done, or not to its end.
    Failed {
        /// Which work.
        by: ErrandKind,
        /// Why, and what to do.
        message: Message,
    },
    /// The kept exports changed.
    SavedChanged,
    /// Records were moved.
    Archived {
        /// How many.
        moved: u64,
    },
    /// The project was looked over; `None` when that was stopped.
    Checked(Option<StorageReport>),
    /// How long pages are kept was settled, or how the project is backed up.
    StorageChanged,
    /// The project was backed up; `None` when that was stopped.
    BackedUp(Option<Box<FinishedBackup>>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_the_rate_so_far() {
        let spent = Duration::from_secs(10);
        let half = ErrandProgress::new(500, Some(1_000), spent);
        assert_eq!((half.share(), half.seconds_left), (Some(0.5), Some(10)));
        let more = ErrandProgress::new(1_200, Some(1_000), spent);
        assert_eq!((more.share(), more.seconds_left), (Some(1.0), Some(0)));
        let unknown = ErrandProgress::new(500, None, spent);
        assert_eq!((unknown.share(), unknown.seconds_left), (None, None));
        let begun = ErrandProgress::new(0, Some(10), Duration::ZERO);
        assert_eq!((begun.share(), begun.seconds_left), (Some(0.0), None));
    }
}

/// An export that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportJob {
    /// Format.
    pub format: Format,
    /// File, folder or address; `{date}` and `{time}` stand for now.
    pub target: String,
    /// What is written, and how.
    pub options: ExportOptions,
    /// Whether only what is new since the last export to the target is written.
    pub since_last: bool,
}

/// A job that is kept with the project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedExport {
    /// Its name.
    pub name: String,
    /// The job.
    pub job: ExportJob,
    /// Whether it is written after each run of its site, or of any.
    pub after_run: bool,
}
