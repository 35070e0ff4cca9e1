//! What the window remembers, and what the program remembers of a project outside of it. Input: mentions.
//! Output: the files without them.

use std::path::Path;

use super::{Around, Search, name_of, text_of};
use crate::protocol::{EngineError, file_error};
use bowerbird_io::files::private_files;
use bowerbird_logic::model::{TraceExample, TraceFate, TraceKind};
use bowerbird_logic::text::Mentions;

/// Files of the window in the folder of settings: notifications, which go as a whole, and settings, of
/// which entries go.
const NOTIFICATIONS: &str = "notifications.json";
pub(super) const WINDOW: &str = "window.toml";
/// Names of its settings with paths of projects.
const PROJECTS: [&str; 2] = ["last_project", "scheduled"];
const RECENT: &str = "recent";
const RECENT_PROJECTS: &str = "projects";
const CHANGES: &str = "changes";

impl Search<'_> {
    pub(super) fn find_in_settings(&self, around: &mut Around) -> Result<(), EngineError> {
        let id = self.store.project_id()?;
        let notifications = self.places.config.join(NOTIFICATIONS);
        let window = self.places.config.join(WINDOW);
        let mut found = Vec::new();
        if let Some(text) = self.mention_in_file(&notifications)? {
            found.push((notifications, TraceFate::FileRemoved, text));
        }
        if let Some(text) = self.mention_in_file(&window)? {
            let (is_changed, left) = self.pruned(&window);
            if is_changed {
                found.push((window.clone(), TraceFate::Erased, text));
            }
            if let Some(text) = self.mentions.find(&left) {
                found.push((window, TraceFate::NeedsPerson, text));
            }
        }
        for (path, fate, text) in found {
            let name = name_of(&path);
            let what = (TraceKind::Window, fate);
            let example = TraceExample { name, text };
            around.report.add(what, &text_of(&path), example);
        }
        let entries = std::fs::read_dir(&self.places.permissions);
        for entry in entries.into_iter().flatten().flatten() {
            let is_own = entry.file_name().to_string_lossy().starts_with(&id);
            if let Some(text) = self.mention_in_file(&entry.path())?.filter(|_| is_own) {
                let name = name_of(&entry.path());
                let what = (TraceKind::Setting, TraceFate::NeedsPerson);
                let example = TraceExample { name, text };
                around.report.add(what, &text_of(&entry.path()), example);
            }
        }
        Ok(())
    }

    fn mention_in_file(&self, path: &Path) -> Result<Option<String>, EngineError> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(self.mentions.find_in_bytes(&bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(file_error("erasure-file", path, &error)),
        }
    }

    pub(super) fn erase_in_settings(&self) -> Result<(), EngineError> {
        let path = self.places.config.join(NOTIFICATIONS);
        let fault = |path: &Path, error: &std::io::Error| file_error("erasure-file", path, error);
        if self.mention_in_file(&path)?.is_some() {
            std::fs::remove_file(&path).map_err(|error| fault(&path, &error))?;
        }
        let path = self.places.config.join(WINDOW);
        if self.mention_in_file(&path)?.is_none() {
            return Ok(());
        }
        let (is_changed, left) = self.pruned(&path);
        if !is_changed {
            return Ok(());
        }
        private_files::replace(&path, left.as_bytes()).map_err(|error| fault(&path, &error))
    }

    /// The settings of the window without what mentions something, and whether anything goes.
    fn pruned(&self, path: &Path) -> (bool, String) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // The window reads a damaged file as an empty one.
        let Ok(mut settings) = text.parse::<toml::Table>() else {
            return (true, String::new());
        };
        let before = settings.clone();
        prune(&mut settings, &self.mentions);
        (before != settings, settings.to_string())
    }
}

/// Removes what mentions something, but for the paths of projects: without them the window opens and
/// runs none, and they stay as long as the files are called so.
fn prune(settings: &mut toml::Table, mentions: &Mentions) {
    let mut projects = toml::Table::new();
    for name in PROJECTS {
        projects.extend(settings.remove_entry(name));
    }
    let mut recent = settings.remove(RECENT);
    if let Some(toml::Value::Table(recent)) = &mut recent {
        let kept = recent.remove_entry(RECENT_PROJECTS);
        prune_entries(recent, mentions);
        recent.extend(kept);
    }
    let mut changes = settings.remove(CHANGES);
    if let Some(toml::Value::Table(changes)) = &mut changes {
        for (_, filter) in changes.iter_mut() {
            if let toml::Value::Table(filter) = filter {
                prune_entries(filter, mentions);
            }
        }
    }
    prune_entries(settings, mentions);
    settings.extend(projects);
    settings.extend(recent.map(|recent| (RECENT.to_owned(), recent)));
    settings.extend(changes.map(|changes| (CHANGES.to_owned(), changes)));
}

/// Removes what mentions something: texts by name, and entries of lists as a whole.
fn prune_entries(table: &mut toml::Table, mentions: &Mentions) {
    let mentioned = |value: &toml::Value| mentions.find(&value.to_string()).is_some();
    table.retain(|name, value| match value {
        toml::Value::Table(inner) => {
            prune_entries(inner, mentions);
            mentions.find(name).is_none()
        }
        toml::Value::Array(values) => {
            values.retain(|value| !mentioned(value));
            true
        }
        value => !mentioned(value),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_windows_settings_only_what_mentions_somebody_goes() {
        let mentions = Mentions::new(&["Anna"], false).expect("words");
        let text = "theme = \"dark\"\nlast_export = \"/anna.csv\"\n\
                    [[recent.pages]]\nurl = \"https://a.example/anna\"\ntitle = \"\"\n\
                    [[recent.pages]]\nurl = \"https://a.example/bob\"\ntitle = \"Bob\"\n\
                    [changes.\"/p.bower\"]\nsearch = \"Anna\"\nunread = true\n";
        let mut settings: toml::Table = text.parse().expect("settings");
        prune(&mut settings, &mentions);
        let left = settings.to_string();
        assert!(mentions.find(&left).is_none(), "{left}");
        for kept in ["dark", "/bob", "unread"] {
            assert!(left.contains(kept), "{left}");
        }
    }

    #[test]
    fn paths_of_projects_stay_whoever_they_are_named_after() {
        let mentions = Mentions::new(&["Anna"], false).expect("words");
        let text = "last_project = \"/anna.bower\"\nscheduled = [\"/anna.bower\"]\n\
                    last_export = \"/anna.csv\"\n[recent]\nprojects = [\"/anna.bower\"]\n\
                    [[recent.pages]]\nurl = \"https://a.example/anna\"\ntitle = \"\"\n\
                    [changes.\"/anna.bower\"]\nsearch = \"Anna\"\nunread = true\n";
        let mut settings: toml::Table = text.parse().expect("settings");
        prune(&mut settings, &mentions);
        let expected = "last_project = \"/anna.bower\"\nscheduled = [\"/anna.bower\"]\n\
                        [recent]\nprojects = [\"/anna.bower\"]\npages = []\n\
                        [changes.\"/anna.bower\"]\nunread = true\n";
        let expected: toml::Table = expected.parse().expect("settings");
        assert_eq!(settings, expected);
    }
}
