//! What the window remembers between two starts: language, theme, the last project. One small
//! TOML file in the platform's configuration folder (`BOWERBIRD_CONFIG_DIR` overrides it). A
//! damaged or missing file gives the defaults; a failure to write is told, never fatal.

use std::path::{Path, PathBuf};

use directories::{ProjectDirs, UserDirs};
use serde::{Deserialize, Serialize};

use crate::engine::types::Language;

/// Which theme to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// What the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// BCP 47 tag of the interface's language; the system's when absent.
    pub language: Option<String>,
    /// Theme.
    pub theme: ThemeChoice,
    /// The project open at the end.
    pub last_project: Option<PathBuf>,
    /// Where the last export went.
    pub last_export: Option<PathBuf>,
}

impl Settings {
    /// The settings in `folder`, or the defaults.
    pub fn load(folder: &Path) -> Self {
        std::fs::read_to_string(folder.join(FILE_NAME))
            .ok()
            .and_then(|text| toml::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Writes the settings into `folder`, aside first, so that a crash leaves the old ones.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let text = toml::to_string(self).map_err(std::io::Error::other)?;
        let aside = folder.join(format!("{FILE_NAME}.new"));
        std::fs::write(&aside, text)?;
        std::fs::rename(aside, folder.join(FILE_NAME))
    }

    /// The language to show.
    pub fn language(&self) -> Language {
        let tag = self.language.clone().or_else(system_locale);
        tag.map_or(Language::English, |tag| Language::from_locale(&tag))
    }
}

const FILE_NAME: &str = "window.toml";

/// Where the settings lie.
pub fn config_folder() -> PathBuf {
    std::env::var_os("BOWERBIRD_CONFIG_DIR").map_or_else(
        || program_folders().map_or_else(PathBuf::new, |dirs| dirs.config_dir().to_owned()),
        PathBuf::from,
    )
}

/// Where projects lie unless the person says otherwise.
pub fn projects_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("BOWERBIRD_CONFIG_DIR") {
        return PathBuf::from(folder).join("projects");
    }
    program_folders().map_or_else(PathBuf::new, |dirs| dirs.data_dir().to_owned())
}

/// The sample project's file.
pub fn sample_project() -> PathBuf {
    projects_folder().join("sample.bower")
}

/// Where exports go unless the person says otherwise.
pub fn documents_folder() -> PathBuf {
    let Some(user) = UserDirs::new() else {
        return PathBuf::new();
    };
    user.document_dir()
        .unwrap_or_else(|| user.home_dir())
        .to_owned()
}

fn program_folders() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "bowerbird")
}

/// The first locale that the environment names, as POSIX orders them.
fn system_locale() -> Option<String> {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_restart_and_damage() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
        let settings = Settings {
            language: Some("zh-CN".to_owned()),
            theme: ThemeChoice::Dark,
            last_project: Some(PathBuf::from("a.bower")),
            last_export: None,
        };
        settings.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), settings);
        assert_eq!(settings.language(), Language::Chinese);
        std::fs::write(folder.path().join(FILE_NAME), "theme = 7").unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
    }
}
