//! The window's persistent settings: language, theme, size, layout, the last project and recent
//! items. One small TOML file in the platform's configuration folder (`BOWERBIRD_CONFIG_DIR`
//! overrides it). A damaged or missing file gives the defaults; a failure to write is reported,
//! never fatal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use directories::{ProjectDirs, UserDirs};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::layout::{Layout, ProjectLayout};
use super::recent::Recent;
use bowerbird_engine::private_files;
use bowerbird_engine::project::FIRST_PROJECT;
use bowerbird_engine::types::{ChangeFilter, Language, NotifyPreferences, PERSON_WAIT, QuietHours};

/// The theme choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// The system's theme.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Light with high contrast.
    ContrastLight,
    /// Dark with high contrast.
    ContrastDark,
}

impl ThemeChoice {
    /// Every choice with the id of its text.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::System, "app-theme-system"),
        (Self::Light, "app-theme-light"),
        (Self::Dark, "app-theme-dark"),
        (Self::ContrastLight, "app-theme-contrast-light"),
        (Self::ContrastDark, "app-theme-contrast-dark"),
    ];
}

/// The user's notification settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotifySettings {
    /// Whether notifications are on.
    pub on: bool,
    /// Whether they are also shown on the desktop.
    pub desktop: bool,
    /// Whether recoveries of sites are also reported.
    pub recoveries: bool,
    /// Whether runs wait for the user where only a person can answer a site.
    pub person_wait: bool,
    /// Quiet hours in the machine's zone, such as `22:00-07:00`; none when empty.
    pub quiet: String,
}

impl Default for NotifySettings {
    fn default() -> Self {
        Self {
            on: true,
            desktop: true,
            recoveries: true,
            person_wait: true,
            quiet: String::new(),
        }
    }
}

impl NotifySettings {
    /// The quiet hours; none when empty or invalid.
    pub fn hours(&self) -> QuietHours {
        QuietHours::parse(&self.quiet).unwrap_or_default()
    }

    /// How long runs wait for the user; zero: not at all.
    pub fn run_wait(&self) -> Duration {
        match self.person_wait {
            true => PERSON_WAIT,
            false => Duration::ZERO,
        }
    }

    /// The settings in the form of the notification policy.
    pub fn preferences(&self) -> NotifyPreferences {
        NotifyPreferences {
            on: self.on,
            recoveries: self.recoveries,
            quiet: self.hours(),
            zone: TimeZone::system(),
        }
    }
}

/// The available sizes, in per cent of the default.
pub const SIZES: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

/// The persistent settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// BCP 47 tag of the interface's language; the system's when absent.
    pub language: Option<String>,
    /// Theme.
    pub theme: ThemeChoice,
    /// The project that was open last.
    pub last_project: Option<PathBuf>,
    /// Projects whose scheduler was on when last open: it resumes with them.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub scheduled: BTreeSet<PathBuf>,
    /// Where the last export went.
    pub last_export: Option<PathBuf>,
    /// Scale of the interface, in per cent of the default; the default when absent.
    pub size: Option<u16>,
    /// The browser for pages that scripts make; the first in the usual places when absent.
    pub browser: Option<PathBuf>,
    /// Notification settings.
    pub notify: NotifySettings,
    /// Whether the window fills the screen.
    pub maximised: bool,
    /// Whether the tour was taken or declined.
    pub toured: bool,
    /// The step at which the tour was left; 0 if it was not begun or was taken to its end.
    pub tour_step: usize,
    /// Recently opened items.
    pub recent: Recent,
    /// Panels and columns.
    pub layout: Layout,
    /// Open tabs and sorting in each project, where they are not the usual ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub project_layouts: BTreeMap<PathBuf, ProjectLayout>,
    /// The filter of *Changes* in each project, unless it shows all.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub changes: BTreeMap<PathBuf, ChangeFilter>,
}

impl Settings {
    /// The settings in `folder`, or the defaults.
    pub fn load(folder: &Path) -> Self {
        std::fs::read_to_string(folder.join(FILE_NAME))
            .ok()
            .and_then(|text| toml::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Writes the settings into `folder`, through a temporary file, so that a crash leaves the old
    /// ones.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        private_files::own_folder(folder)?;
        let text = toml::to_string(self).map_err(std::io::Error::other)?;
        private_files::replace(&folder.join(FILE_NAME), text.as_bytes())
    }

    /// The filter of *Changes* in `project`.
    pub fn changes_filter(&self, project: &Path) -> ChangeFilter {
        self.changes.get(project).cloned().unwrap_or_default()
    }

    /// Stores the filter of *Changes* in `project`; returns true when that changed.
    pub fn keep_changes_filter(&mut self, project: &Path, filter: &ChangeFilter) -> bool {
        let stored = self.changes.get(project);
        if stored.unwrap_or(&ChangeFilter::default()) == filter {
            return false;
        }
        match *filter == ChangeFilter::default() {
            true => self.changes.remove(project),
            false => self.changes.insert(project.to_owned(), filter.clone()),
        };
        true
    }

    /// Stores the layout, and what of it belongs to `project`.
    pub fn keep_layout(&mut self, project: Option<&Path>, layout: Layout) {
        if let Some(project) = project {
            let own = ProjectLayout::of(&layout);
            match own == ProjectLayout::default() {
                true => self.project_layouts.remove(project),
                false => self.project_layouts.insert(project.to_owned(), own),
            };
        }
        self.layout = layout;
    }

    /// What of the layout belongs to `project`, which is about to be opened. An earlier version kept one
    /// for all projects: that is of the last one.
    pub fn layout_of(&self, project: &Path) -> ProjectLayout {
        let is_last = self.last_project.as_deref() == Some(project);
        match self.project_layouts.get(project) {
            Some(own) => own.clone(),
            None if is_last && self.project_layouts.is_empty() => ProjectLayout::of(&self.layout),
            None => ProjectLayout::default(),
        }
    }

    /// Stores whether the scheduler of `project` is on; returns true when that changed.
    pub fn schedules(&mut self, project: &Path, on: bool) -> bool {
        match on {
            true => self.scheduled.insert(project.to_owned()),
            false => self.scheduled.remove(project),
        }
    }

    /// Scale of the interface in per cent of the default, 80 to 200.
    pub fn size_percent(&self) -> u16 {
        let (least, most) = (SIZES.first(), SIZES.last());
        let usual = 100;
        self.size
            .unwrap_or(usual)
            .clamp(*least.unwrap_or(&usual), *most.unwrap_or(&usual))
    }

    /// The language to show.
    pub fn language(&self) -> Language {
        let tag = self.language.clone().or_else(system_locale);
        tag.map_or(Language::English, |tag| Language::from_locale(&tag))
    }
}

const FILE_NAME: &str = "window.toml";

/// The folder of the settings.
pub fn config_folder() -> PathBuf {
    std::env::var_os("BOWERBIRD_CONFIG_DIR").map_or_else(
        || program_folders().map_or_else(PathBuf::new, |dirs| dirs.config_dir().to_owned()),
        PathBuf::from,
    )
}

/// The default folder of projects.
pub fn projects_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("BOWERBIRD_CONFIG_DIR") {
        return PathBuf::from(folder).join("projects");
    }
    program_folders().map_or_else(PathBuf::new, |dirs| dirs.data_dir().to_owned())
}

/// An unused file name for a new project.
pub fn proposed_project() -> PathBuf {
    let folder = projects_folder();
    let names = std::iter::once(FIRST_PROJECT.to_owned())
        .chain((2..1000).map(|number| format!("project-{number}.bower")));
    names
        .map(|name| folder.join(name))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(FIRST_PROJECT))
}

/// The sample project's file.
pub fn sample_project() -> PathBuf {
    projects_folder().join("sample.bower")
}

/// The default folder of exports.
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

/// The first locale in the environment, in POSIX order.
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
            scheduled: BTreeSet::from([PathBuf::from("a.bower")]),
            size: Some(900),
            ..Settings::default()
        };
        settings.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), settings);
        assert_eq!(settings.language(), Language::Chinese);
        assert_eq!(settings.size_percent(), 200, "kept within the range");
        std::fs::write(folder.path().join(FILE_NAME), "theme = \"contrast-dark\"").unwrap();
        assert_eq!(
            Settings::load(folder.path()).theme,
            ThemeChoice::ContrastDark,
            "a file of an older version lacks what is new"
        );
        std::fs::write(folder.path().join(FILE_NAME), "theme = 7").unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
    }
}
