//! Erases on request what a project and the files around it say of somebody: the project with its archives
//! and old copies, backups, the log, what the window remembers, and on demand exported files. Input:
//! words. Output: what was found, or erased. It is noted in the project before the first change, so that
//! the next process continues one that was killed.
//!
//! Below: files of exports (`exported_files`), what the window remembers (`window_settings`).

mod exported_files;
mod window_settings;

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::super::{EngineError, project};
use super::backups::{self, BackupInfo, BackupPlaces};
use crate::protocol::file_error;
use bowerbird_io::backups::{find_in_backups, remove_backups};
use bowerbird_io::log::{self, LoggedMentions};
use bowerbird_io::store::{Store, StoreReader};
use bowerbird_io::system::disk_and_memory::free_bytes;
use bowerbird_logic::messages::{Explain as _, Message};
use bowerbird_logic::model::{
    ErasureReport, ErasureRequest, LogLine, TraceExample, TraceFate, TraceKind, Unsearched,
};
use bowerbird_logic::text::Mentions;

/// Called with the number of rows read; cancels by returning false, as long as nothing was erased.
pub type ErasureProgress<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Where the program keeps things outside of projects.
#[derive(Clone, Debug)]
pub struct ErasurePlaces {
    /// The folder of backups.
    pub backups: PathBuf,
    /// The folder with the log.
    pub state: PathBuf,
    /// The folder with the settings of the window.
    pub config: PathBuf,
    /// The folder with the permissions of projects.
    pub permissions: PathBuf,
}

impl ErasurePlaces {
    /// The usual ones of this machine.
    pub fn usual() -> Self {
        let folders = directories::ProjectDirs::from("", "", "bowerbird");
        let usual = || folders.map(|folders| folders.config_dir().to_owned());
        let config = std::env::var_os("BOWERBIRD_CONFIG_DIR").map(PathBuf::from);
        Self {
            backups: project::backups_folder(),
            state: log::state_folder(),
            config: config.or_else(usual).unwrap_or_default(),
            permissions: project::permissions_folder(),
        }
    }
}

/// Everything that mentions the words of a request; changes nothing. `None` when `progress` stopped it.
///
/// # Errors
/// When a word is too short, or there is none; from the store and the file system.
pub fn find(
    store: &StoreReader,
    request: &ErasureRequest,
    places: &ErasurePlaces,
    progress: ErasureProgress<'_>,
) -> Result<Option<ErasureReport>, EngineError> {
    let search = Search::new(store, request, places)?;
    let Some(mut report) = store.find_traces((&search.mentions, request.site), progress)? else {
        return Ok(None);
    };
    let Some(around) = search.find_around(progress)? else {
        return Ok(None);
    };
    report.append(around.report);
    report.sort();
    Ok(Some(report))
}

/// Erases what [`find`] finds; returns what was erased and what stays. `None` when `progress` stopped it
/// before anything was changed; later it goes on whatever `progress` says.
///
/// # Errors
/// As [`find`]; when there is not enough free space to rewrite the files. What fails after the beginning
/// is continued when the project is opened the next time.
pub fn erase(
    store: &Store,
    request: &ErasureRequest,
    places: &ErasurePlaces,
    progress: ErasureProgress<'_>,
) -> Result<Option<ErasureReport>, EngineError> {
    if store.is_read_only() {
        return Err(EngineError(Message::new("erasure-read-only")));
    }
    // Its note must not take the place of one that is not completed.
    resume(store, places)?;
    let Some(found) = find(store, request, places, progress)? else {
        return Ok(None);
    };
    let folder = store.path().parent().unwrap_or(Path::new("."));
    if let Some(free) = free_bytes(folder).filter(|free| *free < found.bytes_needed) {
        return Err(EngineError(
            Message::new("erasure-no-space")
                .with("needed", megabytes(found.bytes_needed))
                .with("free", megabytes(free)),
        ));
    }
    let note = serde_json::to_string(request).unwrap_or_default();
    store.begin_erasure(&note)?;
    carry_out(store, request, places, progress).map(Some)
}

/// Continues an erasure that was begun and not ended; `None` if there is none.
///
/// # Errors
/// As [`erase`].
pub fn resume(store: &Store, places: &ErasurePlaces) -> Result<Option<ErasureReport>, EngineError> {
    if store.is_read_only() {
        return Ok(None);
    }
    let Some(note) = store.pending_erasure()? else {
        let is_to_be_cleaned = store.is_to_be_cleaned()?;
        let mut report = ErasureReport::default();
        finish(store, places, &mut report, &mut |_| true)?;
        return Ok((is_to_be_cleaned || report.backed_up).then_some(report));
    };
    let request: ErasureRequest = serde_json::from_str(&note).unwrap_or_default();
    if request.words.is_empty() {
        let mut report = ErasureReport::default();
        finish(store, places, &mut report, &mut |_| true)?;
        return Ok(Some(report));
    }
    carry_out(store, &request, places, &mut |_| true).map(Some)
}

/// Every step may be repeated.
fn carry_out(
    store: &Store,
    request: &ErasureRequest,
    places: &ErasurePlaces,
    progress: ErasureProgress<'_>,
) -> Result<ErasureReport, EngineError> {
    let search = Search::new(store, request, places)?;
    let mut report = store.erase_traces((&search.mentions, request.site), progress)?;
    let Some(mut around) = search.find_around(&mut |rows| {
        progress(rows);
        true
    })?
    else {
        return Ok(report);
    };
    if !around.backups.is_empty() {
        // Whoever continues this finds none to remove any more.
        store.set_backup_due(true)?;
    }
    search.erase_around(&mut around)?;
    report.append(around.report);
    finish(store, places, &mut report, progress)?;
    report.sort();
    tracing::info!("erased on request");
    Ok(report)
}

/// Rewrites the file and makes the backup that is due; also if the file cannot be rewritten, because
/// the backups before are gone. Then one more is made when that is done.
fn finish(
    store: &Store,
    places: &ErasurePlaces,
    report: &mut ErasureReport,
    progress: ErasureProgress<'_>,
) -> Result<(), EngineError> {
    let ended = match store.pending_erasure()?.is_some() || store.is_to_be_cleaned()? {
        true => store.end_erasure(),
        false => Ok(()),
    };
    if store.is_backup_due()? {
        let own = BackupPlaces::at(places.backups.clone());
        let made = backups::back_up(store, &own, None, Timestamp::now(), &mut |done, _| {
            progress(done);
            true
        });
        match made {
            Ok(_) => {
                report.backed_up = true;
                if ended.is_ok() {
                    store.set_backup_due(false)?;
                }
            }
            Err(error) => report.unsearched.push(Unsearched {
                file: text_of(&places.backups),
                reason: Message::new("erasure-no-backup").with("reason", error.0),
            }),
        }
    }
    ended.map_err(EngineError::from)
}

/// What was found around the project, with what is needed to erase it.
struct Around {
    report: ErasureReport,
    backups: Vec<BackupInfo>,
    log: Vec<LoggedMentions>,
    exports: Vec<PathBuf>,
}

struct Search<'a> {
    store: &'a StoreReader,
    request: &'a ErasureRequest,
    places: &'a ErasurePlaces,
    mentions: Mentions,
}

impl<'a> Search<'a> {
    fn new(
        store: &'a StoreReader,
        request: &'a ErasureRequest,
        places: &'a ErasurePlaces,
    ) -> Result<Self, EngineError> {
        let mentions = Mentions::new(&request.words, request.parts)
            .ok_or_else(|| EngineError(Message::new("erasure-words-short")))?;
        Ok(Self {
            store,
            request,
            places,
            mentions,
        })
    }

    fn find_around(&self, progress: ErasureProgress<'_>) -> Result<Option<Around>, EngineError> {
        let mut around = Around {
            report: ErasureReport::default(),
            backups: Vec::new(),
            log: Vec::new(),
            exports: Vec::new(),
        };
        if !self.find_in_backups(&mut around, progress)? {
            return Ok(None);
        }
        self.find_in_log(&mut around)?;
        if self.request.site.is_none() {
            self.find_in_settings(&mut around)?;
        }
        self.find_in_exports(&mut around)?;
        Ok(Some(around))
    }

    fn erase_around(&self, around: &mut Around) -> Result<(), EngineError> {
        for (list, error) in remove_backups(&around.backups)? {
            around.report.unsearched.push(Unsearched {
                file: text_of(&list),
                reason: Message::new("erasure-data-stays").with("reason", error.explain()),
            });
        }
        let fault = |path: &Path, error: &std::io::Error| file_error("erasure-file", path, error);
        log::erase_in_log(&around.log).map_err(|error| fault(&self.places.state, &error))?;
        if self.request.site.is_none() {
            self.erase_in_settings()?;
        }
        if self.request.exports {
            for path in &around.exports {
                match std::fs::remove_file(path) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                        return Err(fault(path, &error));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Adds backups; returns false when stopped.
    fn find_in_backups(
        &self,
        around: &mut Around,
        progress: ErasureProgress<'_>,
    ) -> Result<bool, EngineError> {
        let places = BackupPlaces::at(self.places.backups.clone());
        let id = self.store.project_id()?;
        let all = places.backups_of(&id, &self.store.home());
        let sought = (&self.mentions, self.request.site);
        let Some(traces) = find_in_backups(&all, sought, progress)? else {
            return Ok(false);
        };
        for (backup, example) in traces.found {
            let folder = backup.manifest.parent().unwrap_or(Path::new("."));
            let what = (TraceKind::Backup, TraceFate::FileRemoved);
            around.report.add(what, &text_of(folder), example);
            around.backups.push(backup);
        }
        for (list, error) in places.unreadable_lists(&id, &self.store.home()) {
            around.report.unsearched.push(Unsearched {
                file: text_of(&list),
                reason: error.explain(),
            });
        }
        for (backup, error) in traces.unread {
            around.report.unsearched.push(Unsearched {
                file: text_of(&backup.manifest),
                reason: error.explain(),
            });
        }
        Ok(true)
    }

    fn find_in_log(&self, around: &mut Around) -> Result<(), EngineError> {
        let state = &self.places.state;
        let project = log::name_of(&self.store.home());
        let site = match self.request.site {
            Some(site) => self.store.site(site)?.map(|site| site.name),
            None => None,
        };
        let mut mention = |text: &str, line: Option<&LogLine>| {
            let named = line.and_then(|line| line.project.as_ref());
            let is_of_project = named.is_none_or(|named| *named == project);
            let of_site = line.and_then(|line| line.site.as_ref());
            let is_of_site =
                self.request.site.is_none() || (site.is_some() && of_site == site.as_ref());
            (is_of_project && is_of_site)
                .then(|| self.mentions.find(text))
                .flatten()
        };
        around.log = log::find_in_log(state, &mut mention)
            .map_err(|error| file_error("erasure-file", state, &error))?;
        for file in &around.log {
            for (_, _, text) in &file.lines {
                let example = TraceExample {
                    name: name_of(&file.file),
                    text: text.clone(),
                };
                let what = (TraceKind::Log, TraceFate::Erased);
                around.report.add(what, &text_of(state), example);
            }
        }
        Ok(())
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn text_of(path: &Path) -> String {
    path.display().to_string()
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1024 * 1024)
}
