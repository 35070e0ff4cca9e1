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

impl Search<'_> {
    pub(super) fn find_in_settings(&self, around: &mut Around) -> Result<(), EngineError> {
        let id = self.store.project_id()?;
        for (path, fate) in [
            (
                self.places.config.join(NOTIFICATIONS),
                TraceFate::FileRemoved,
            ),
            (self.places.config.join(WINDOW), TraceFate::Erased),
        ] {
            if let Some(text) = self.mention_in_file(&path)? {
                let example = TraceExample {
                    name: name_of(&path),
                    text,
                };
                let what = (TraceKind::Window, fate);
                around.report.add(what, &text_of(&path), example);
            }
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
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let left = match text.parse::<toml::Table>() {
            Ok(mut settings) => {
                prune(&mut settings, &self.mentions);
                settings.to_string()
            }
            // The window reads a damaged file as an empty one.
            Err(_) => String::new(),
        };
        private_files::replace(&path, left.as_bytes()).map_err(|error| fault(&path, &error))
    }
}

/// Removes what mentions something: texts by name, and entries of lists as a whole.
fn prune(table: &mut toml::Table, mentions: &Mentions) {
    let mentioned = |value: &toml::Value| mentions.find(&value.to_string()).is_some();
    table.retain(|name, value| match value {
        toml::Value::Table(inner) => {
            prune(inner, mentions);
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
}
