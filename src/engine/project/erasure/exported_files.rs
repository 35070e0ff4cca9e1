//! Files outside of the project's own folders: those of saved exports, and others that a person names.
//! Input: mentions. Output: the files that have one. They are removed only when that is asked for.

use std::path::{Path, PathBuf};

use super::super::saved_exports::saved;
use super::window_settings::WINDOW;
use super::{Around, Search, name_of, text_of};
use crate::protocol::{EngineError, file_error};
use bowerbird_io::export::{DatabaseTarget, Format, LookedInto, look_into};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{TraceFate, TraceKind, Unsearched};

impl Search<'_> {
    pub(super) fn find_in_exports(&self, around: &mut Around) -> Result<(), EngineError> {
        let mut paths: Vec<(PathBuf, bool)> = Vec::new();
        for export in saved(self.store)? {
            let target = export.job.target.as_str();
            match (export.job.format, DatabaseTarget::parse(target)) {
                (Format::Database, Ok(DatabaseTarget::Sqlite(path))) => paths.push((path, false)),
                (Format::Database | Format::Webhook, _) => {
                    around.report.unsearched.push(Unsearched {
                        file: target.to_owned(),
                        reason: Message::new("erasure-elsewhere"),
                    });
                }
                _ => paths.extend(written_to(target).into_iter().map(|path| (path, true))),
            }
        }
        for target in self.store.export_targets()? {
            paths.extend(written_to(&target).into_iter().map(|path| (path, true)));
        }
        paths.extend(self.last_export().map(|path| (path, true)));
        let also = self.request.also.iter();
        paths.extend(also.map(|path| (path.clone(), true)));
        paths.sort();
        paths.dedup_by(|one, other| one.0 == other.0);
        let mut seen = Vec::new();
        for (path, may_go) in paths {
            for looked in look_into(&path, &self.mentions) {
                self.add_export(looked, may_go, &mut seen, around);
            }
        }
        Ok(())
    }

    /// The file that the window exported to last.
    fn last_export(&self) -> Option<PathBuf> {
        let text = std::fs::read_to_string(self.places.config.join(WINDOW)).ok()?;
        let settings = text.parse::<toml::Table>().ok()?;
        settings.get("last_export")?.as_str().map(PathBuf::from)
    }

    fn add_export(
        &self,
        looked: LookedInto,
        may_go: bool,
        seen: &mut Vec<PathBuf>,
        around: &mut Around,
    ) {
        let (path, found) = match looked {
            LookedInto::Found(path, example) => (path, Ok(example)),
            LookedInto::Unsearched(path, None) => (path, Err(Message::new("erasure-packed"))),
            LookedInto::Unsearched(path, Some(error)) => {
                let error = file_error("erasure-file", &path, &error);
                (path, Err(error.0))
            }
        };
        let full = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if seen.contains(&full) || self.is_own(&full) {
            return;
        }
        seen.push(full.clone());
        match found {
            Ok(example) => {
                let fate = match (may_go, self.request.exports) {
                    (false, _) => TraceFate::NeedsPerson,
                    (true, true) => TraceFate::FileRemoved,
                    (true, false) => TraceFate::OnlyIfAsked,
                };
                if may_go {
                    around.exports.push(full);
                }
                let what = (TraceKind::Export, fate);
                around.report.add(what, &text_of(&path), example);
            }
            Err(reason) => around.report.unsearched.push(Unsearched {
                file: text_of(&path),
                reason,
            }),
        }
    }

    /// Whether a file is the program's own: it is erased from by other means, or another project.
    fn is_own(&self, path: &Path) -> bool {
        let name = name_of(path);
        let project = name_of(self.store.path());
        let is_beside = path.parent() == self.store.path().parent() && name.starts_with(&project);
        let places = [
            &self.places.backups,
            &self.places.state,
            &self.places.config,
            &self.places.permissions,
        ];
        let is_in = |folder: &&PathBuf| {
            std::fs::canonicalize(folder).is_ok_and(|folder| path.starts_with(folder))
        };
        is_beside || places.iter().any(is_in) || bowerbird_io::store::is_project(path)
    }
}

/// The files that an export was written to: in the name of its target stand the date and the time.
fn written_to(target: &str) -> Vec<PathBuf> {
    let path = Path::new(target);
    if !target.contains("{date}") && !target.contains("{time}") {
        return vec![path.to_owned()];
    }
    let name = name_of(path);
    let (head, tail) = match (name.find('{'), name.rfind('}')) {
        (Some(from), Some(to)) => (
            name.get(..from).unwrap_or_default(),
            name.get(to + 1..).unwrap_or_default(),
        ),
        _ => return Vec::new(),
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| {
        let name = name_of(path);
        name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail)
    });
    files.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_the_date_in_their_names_are_those_of_an_export() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["news-2026-01-01.csv", "news-2026-01-02.csv", "other.csv"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        let target = folder.path().join("news-{date}.csv");
        assert_eq!(written_to(&target.to_string_lossy()).len(), 2);
    }
}
