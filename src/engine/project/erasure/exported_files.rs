//! Files outside of the project's own folders: those of saved exports, and others that a person names.
//! Input: mentions. Output: the files that have one. They are removed only when that is asked for.

use std::path::{Path, PathBuf};

use super::super::saved_exports::saved;
use super::window_settings::WINDOW;
use super::{Around, Search, name_of, text_of};
use crate::protocol::{EngineError, file_error};
use bowerbird_io::export::{DatabaseTarget, Format, LookedInto, is_exported_article, look_into};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{SiteId, TraceFate, TraceKind, Unsearched};

/// What stands for the day and the time of day in a target (`engine::records::export_target`).
const DATE: &str = "{date}";
const TIME: &str = "{time}";

impl Search<'_> {
    pub(super) fn find_in_exports(&self, around: &mut Around) -> Result<(), EngineError> {
        let mut paths: Vec<(PathBuf, bool)> = Vec::new();
        for export in saved(self.store)? {
            let target = export.job.target.as_str();
            match (export.job.format, DatabaseTarget::parse(target)) {
                (Format::Webhook, _) | (Format::Database, Err(_)) => {
                    self.add_elsewhere(export.job.options.filter.site, target, around);
                }
                (Format::Database, Ok(DatabaseTarget::Sqlite(path))) => {
                    if self.is_searched(export.job.options.filter.site, &path, around) {
                        paths.push((path, false));
                    }
                }
                (Format::Database, _) => {
                    self.add_elsewhere(export.job.options.filter.site, target, around);
                }
                _ => self.add_written(export.job.options.filter.site, target, &mut paths, around),
            }
        }
        for (site, target) in self.store.export_targets()? {
            self.add_written(site, &target, &mut paths, around);
        }
        if let Some(last) = self.last_export() {
            let files = export_files_at(&last).into_iter();
            let searched = files.filter(|path| self.is_searched(None, path, around));
            paths.extend(searched.map(|path| (path, true)));
        }
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

    /// Adds the files of an export of `site`, of all sites for `None`.
    fn add_written(
        &self,
        site: Option<SiteId>,
        target: &str,
        paths: &mut Vec<(PathBuf, bool)>,
        around: &mut Around,
    ) {
        for path in written_to(target) {
            for path in export_files_at(&path) {
                if self.is_searched(site, &path, around) {
                    paths.push((path, true));
                }
            }
        }
    }

    /// Tells of an export that is not in files of this machine.
    fn add_elsewhere(&self, site: Option<SiteId>, target: &str, around: &mut Around) {
        if self.request.site.is_some() && site.is_some() && site != self.request.site {
            return;
        }
        around.report.unsearched.push(Unsearched {
            file: target.to_owned(),
            reason: Message::new("erasure-elsewhere"),
        });
    }

    /// Whether a file of an export of `site` is looked into. One of all sites goes or stays as a whole,
    /// so it is only named when one site is asked for.
    fn is_searched(&self, site: Option<SiteId>, path: &Path, around: &mut Around) -> bool {
        if self.request.site.is_none() || self.request.site == site {
            return true;
        }
        if site.is_none() && path.is_file() {
            let file = text_of(path);
            let reason = Message::new("erasure-other-sites");
            let one = Unsearched { file, reason };
            if !around.report.unsearched.contains(&one) {
                around.report.unsearched.push(one);
            }
        }
        false
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

/// The files or folders that an export was written to: in its target stand the date and the time.
fn written_to(target: &str) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in Path::new(target).components() {
        let name = part.as_os_str().to_string_lossy();
        if !name.contains(DATE) && !name.contains(TIME) {
            for path in &mut found {
                path.push(part);
            }
            continue;
        }
        let inside = |folder: &PathBuf| {
            let folder = match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            };
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let paths = entries.map(|entry| entry.path());
            paths.filter(|path| is_written_as(&name, &name_of(path)))
        };
        found = found.iter().flat_map(inside).collect();
    }
    found
}

/// Whether an export to a file called `pattern` gives it this name at some time.
fn is_written_as(mut pattern: &str, mut name: &str) -> bool {
    while !pattern.is_empty() {
        let placed = match (pattern.strip_prefix(DATE), pattern.strip_prefix(TIME)) {
            (Some(rest), _) => Some((rest, "0000-00-00")),
            (_, Some(rest)) => Some((rest, "000000")),
            _ => None,
        };
        let step = match placed {
            Some((rest, digits)) => name.split_at_checked(digits.len()).and_then(|(own, left)| {
                let same = |(own, digit): (u8, u8)| match digit {
                    b'0' => own.is_ascii_digit(),
                    mark => own == mark,
                };
                let matches = own.bytes().zip(digits.bytes()).all(same);
                matches.then_some((rest, left))
            }),
            None => {
                let length = pattern.chars().next().map_or(0, char::len_utf8);
                pattern.split_at_checked(length).and_then(|(one, rest)| {
                    let left = name.strip_prefix(one)?;
                    Some((rest, left))
                })
            }
        };
        let Some(left) = step else {
            return false;
        };
        (pattern, name) = left;
    }
    name.is_empty()
}

/// The files of an export: itself, or those that it made in its folder.
fn export_files_at(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| is_exported_article(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf]) -> Vec<String> {
        let mut names: Vec<String> = paths.iter().map(|path| name_of(path)).collect();
        names.sort();
        names
    }

    #[test]
    fn files_with_the_date_in_their_names_are_those_of_an_export() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [
            "news-2026-01-01.csv",
            "news-2026-01-02.csv",
            "other.csv",
            "news-of-friends.csv",
            "news-2026-01-01 (mine).csv",
            "news-20260101.csv",
            "2026-01-01-101500.csv",
            "2026-01-01-letters.csv",
        ] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        let at = |name: &str| written_to(&folder.path().join(name).to_string_lossy());
        let dated = ["news-2026-01-01.csv", "news-2026-01-02.csv"];
        assert_eq!(names(&at("news-{date}.csv")), dated);
        assert_eq!(names(&at("{date}-{time}.csv")), ["2026-01-01-101500.csv"]);
        assert_eq!(names(&at("{date}{name}.csv")), [""; 0], "no placeholder");
    }

    #[test]
    fn of_a_folder_only_what_an_export_made_in_it_is_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("inner")).expect("made");
        for (name, text) in [
            ("2026-01-01-of-anna-12.md", "---\ntitle: Anna\n"),
            ("of-anna-13.md", "---\ntitle: Anna\n"),
            ("13.md", "---\n"),
            ("My diary.md", "Anna"),
            ("diary-2024.md", "Anna"),
            ("anna.md", "---\n"),
            ("anna-1.txt", "---\n"),
            ("inner/of-anna-14.md", "---\n"),
        ] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let own = ["13.md", "2026-01-01-of-anna-12.md", "of-anna-13.md"];
        assert_eq!(names(&export_files_at(folder.path())), own);
    }
}
