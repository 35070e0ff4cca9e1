//! Saved exports: write only new records since the last time, to a path that contains the date,
//! after every run. Input: a job. Output: the written records. The export position is stored
//! only after a complete write, so that no record is ever skipped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, TryLockError, Weak};
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::super::project_permission::secret_places;
use super::export_target::place;
pub use crate::project::saved_exports::saved;
use crate::project::saved_exports::secret_name;
use crate::protocol::EngineError;
pub use crate::protocol::{ExportJob, SavedExport};
use bowerbird_io::export::{
    DatabaseTarget, ExportError, Exported, Format, column_names, export, take_password, warc,
};
use bowerbird_io::secrets::{BoundSecret, Secrets};
use bowerbird_io::store::{SavedExportRow, Store, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SiteId;
use bowerbird_logic::policy::pools::secret_scope::SecretPlace;

/// How often a job waiting for another export to the same target checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Runs a job. `progress` receives the count and cancels by returning false.
///
/// # Errors
/// Those of writing and reading; then the next export repeats everything.
pub fn deliver(
    store: &Store,
    job: &ExportJob,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<(Exported, PathBuf), EngineError> {
    let job = &without_password(job);
    let turn = turn_at(&job.target);
    let _mine = loop {
        match turn.try_lock() {
            Ok(mine) => break mine,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if progress(0) => std::thread::sleep(POLL_INTERVAL),
            Err(TryLockError::WouldBlock) => return Err(ExportError::Cancelled.into()),
        }
    };
    let path = place(&job.target, job.format);
    if !follows_mark(job) {
        let done = export(store, job.format, &job.options, &path, progress)?;
        return Ok((done, path));
    }
    let key = mark_key(job);
    // Rows of a database say which records are gone or deleted, also when nothing is new.
    let has_states = job.format == Format::Database;
    let Some(mark) = store.record_mark()? else {
        if has_states {
            let done = export(store, job.format, &job.options, &path, progress)?;
            return Ok((done, path));
        }
        return Ok((nothing_new(), path));
    };
    let mut options = job.options.clone();
    options.filter.part.beyond = store.export_mark(&key)?;
    options.filter.part.within = mark.change;
    let mut any = false;
    store.each_record_anywhere(&options.filter, &mut |_| {
        any = true;
        false
    })?;
    if !any && !has_states {
        // The last file stays: it is up to date.
        return Ok((nothing_new(), path));
    }
    let done = export(store, job.format, &options, &path, progress)?;
    if !store.leaves_out_beyond(&options.filter)? {
        // Otherwise records in a missing archive would never be written: duplicates are preferred.
        store.keep_export_mark(&key, mark, Timestamp::now())?;
    }
    Ok((done, path))
}

/// The number of records that a job would write now.
///
/// # Errors
/// From the store.
pub fn count(store: &StoreReader, job: &ExportJob) -> Result<u64, EngineError> {
    let mut filter = job.options.filter.clone();
    // The reposts that a table lists behind an unfolded record are not written.
    filter.only.unfolded.clear();
    if follows_mark(job) {
        filter.part.beyond = store.export_mark(&mark_key(job))?;
    }
    let found = store.count_found_anywhere(&filter)?.all.records;
    let limit = job.options.limit_in(job.format);
    Ok(limit.map_or(found, |limit| found.min(limit)))
}

/// Whether a job writes what is new, and moves the mark of its target. Records picked one by one
/// are written whether they are new or not; a mark moved by them would leave out the others.
fn follows_mark(job: &ExportJob) -> bool {
    job.since_last && job.options.filter.part.picked.is_empty()
}

/// Held while a target is written. Runs that end at the same time export in sequence, so that the
/// final file matches the stored position.
fn turn_at(target: &str) -> Arc<Mutex<()>> {
    static TURNS: LazyLock<Mutex<HashMap<String, Weak<Mutex<()>>>>> = LazyLock::new(Mutex::default);
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    turns.retain(|_, turn| turn.strong_count() > 0);
    if let Some(turn) = turns.get(target).and_then(Weak::upgrade) {
        return turn;
    }
    let turn = Arc::new(Mutex::new(()));
    turns.insert(target.to_owned(), Arc::downgrade(&turn));
    turn
}

fn nothing_new() -> Exported {
    Exported {
        rows: 0,
        notes: vec![Message::new("export-nothing-new")],
    }
}

/// The identity of an export: its target, format and site; in a database also its table.
fn mark_key(job: &ExportJob) -> String {
    let site = job.options.filter.site.map_or(0, |site| site.0);
    let key = format!("{}:{site}:{}", job.format.name(), job.target);
    match job.format {
        // Several exports may write into one table, each with records of its own.
        Format::Database => {
            let filter = serde_json::to_string(&job.options.filter).unwrap_or_default();
            format!("{key}#{}#{filter}", job.options.title.trim())
        }
        _ => key,
    }
}

/// The job with the password of its address among its secrets, so that the address can be stored and
/// shown.
fn without_password(job: &ExportJob) -> ExportJob {
    let mut job = job.clone();
    if job.format == Format::Database {
        let (target, password) = take_password(&job.target);
        job.target = target;
        job.options.secret = password.or(job.options.secret);
    }
    job
}

/// The names of all columns of the records of `site`, or of all sites.
///
/// # Errors
/// From the store.
pub fn columns(store: &StoreReader, site: Option<SiteId>) -> Result<Vec<String>, EngineError> {
    Ok(column_names(store, site)?)
}

/// Writes the stored pages of `site`, or of all, as WARC.
///
/// # Errors
/// Those of writing and reading.
pub fn write_warc(
    store: &StoreReader,
    site: Option<SiteId>,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, EngineError> {
    Ok(warc(store, site, path, progress)?)
}

/// Saves an export; its key is stored in the secrets, scoped to the export's current address.
///
/// # Errors
/// From the store and the secrets.
pub fn save(store: &Store, secrets: &Secrets, export: &SavedExport) -> Result<(), EngineError> {
    let export = &SavedExport {
        job: without_password(&export.job),
        ..export.clone()
    };
    if let Some(secret) = &export.job.options.secret {
        let scope = secret_places::of_address(&export.job.target);
        let secret = BoundSecret::new(secret.clone(), scope);
        secrets.set(&secret_name(&export.name), &secret)?;
    }
    let options = serde_json::to_string(&export.job.options).unwrap_or_default();
    let mut target = export.job.target.clone();
    if export.job.format == Format::Database {
        // Only an address that is one is stored.
        if let DatabaseTarget::Sqlite(path) = DatabaseTarget::parse(&target)?
            && let Ok(full) = std::path::absolute(path)
        {
            target = format!("sqlite:{}", full.display());
        }
    } else if export.job.format != Format::Webhook
        && let Ok(full) = std::path::absolute(&target)
        && let Some(full) = full.to_str()
    {
        // The target must not depend on the working folder of a later process.
        full.clone_into(&mut target);
    }
    store.save_export(SavedExportRow {
        name: export.name.clone(),
        format: export.job.format.name().to_owned(),
        target,
        options,
        since_last: export.job.since_last,
        after_run: export.after_run,
    })?;
    Ok(())
}

/// Removes a saved export with its key.
///
/// # Errors
/// From the store; a key that cannot be removed is only logged.
pub fn forget(store: &Store, secrets: &Secrets, name: &str) -> Result<(), EngineError> {
    store.remove_saved_export(name)?;
    if let Err(error) = secrets.remove(&secret_name(name)) {
        tracing::warn!(%error, "the key of an export stays");
    }
    Ok(())
}

/// Runs a saved job, with its key.
///
/// # Errors
/// As [`deliver`], and from the secrets.
pub fn deliver_saved(
    store: &Store,
    secrets: &Secrets,
    saved: &SavedExport,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<(Exported, PathBuf), EngineError> {
    let mut job = saved.job.clone();
    if has_secret(job.format) {
        let kept = secrets.get(&secret_name(&saved.name))?;
        let target = Url::parse(&job.target).ok();
        let target = target.as_ref().and_then(SecretPlace::exact);
        let key = kept
            .as_ref()
            .map(|kept| kept.for_place(target))
            .transpose()?;
        job.options.secret = key.cloned();
    }
    deliver(store, &job, progress)
}

/// Whether a format may need a secret: a key, or a password.
pub fn has_secret(format: Format) -> bool {
    matches!(format, Format::Webhook | Format::Database)
}

/// The secrets of a project that is not open in an engine.
///
/// # Errors
/// When the passphrase cannot be read.
pub fn secrets_of(store: &StoreReader) -> Result<Secrets, EngineError> {
    let passphrase = Secrets::passphrase_from_environment()?;
    secret_places::open(store, passphrase)
}
