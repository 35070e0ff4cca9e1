//! Where projects, backups and permissions are on this machine.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The file name of a first project, of the window and of the command line.
pub const FIRST_PROJECT: &str = "project.bower";

/// The default project: the first one in the platform's data folder, or in the current one if the
/// platform has none. A `default.bower` of earlier versions of the command line stays the default.
pub fn default_path() -> PathBuf {
    first_of(&data_folder())
}

pub(super) fn first_of(folder: &Path) -> PathBuf {
    let earlier = folder.join("default.bower");
    match earlier.exists() {
        true => earlier,
        false => folder.join(FIRST_PROJECT),
    }
}

/// The project that the window creates for the sample site.
pub fn sample_path() -> PathBuf {
    data_folder().join("sample.bower")
}

/// The folder with the permissions of projects.
pub(crate) fn permissions_folder() -> PathBuf {
    data_folder().join("permissions")
}

/// The folder with the settings of workers and the key of this installation.
pub(crate) fn workers_folder() -> PathBuf {
    data_folder().join("workers")
}

/// The folder of backups and backup settings.
pub fn backups_folder() -> PathBuf {
    data_folder().join("backups")
}

/// The folder with the browsers that may send pages.
pub fn paired_browsers_folder() -> PathBuf {
    data_folder().join("browsers")
}

/// The folder with the extension for browsers, if it is installed with this program: below `share`
/// beside the folder of the program, or in the repository that it was built in.
pub fn extension_folder() -> Option<PathBuf> {
    // The window asks at every frame.
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(find_extension).clone()
}

fn find_extension() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let beside = program.parent()?;
    let places = [
        "../share/bowerbird/browser-extension",
        "../../packaging/browser-extension",
    ];
    let mut places = places.iter().map(|place| beside.join(place));
    let found = places.find(|place| place.join("manifest.json").is_file())?;
    found.canonicalize().ok()
}

pub(super) fn data_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "bowerbird")
        .map_or_else(|| PathBuf::from("."), |dirs| dirs.data_dir().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_project_of_the_window_is_the_default_of_the_command_line() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(first_of(folder.path()), folder.path().join(FIRST_PROJECT));
        let earlier = folder.path().join("default.bower");
        std::fs::write(&earlier, "").expect("written");
        assert_eq!(first_of(folder.path()), earlier);
    }
}
