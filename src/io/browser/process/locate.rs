//! Finds the browser: named by the user, by the environment, or in the usual places of the system.
//! Any browser that is made of Chromium serves.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::browser::BrowserError;
use crate::fetch::BrowserProblem;

/// The environment variable that names the browser.
pub const VARIABLE: &str = "BOWERBIRD_BROWSER";
/// The program that the settings name, for this process.
static OF_SETTINGS: Mutex<Option<PathBuf>> = Mutex::new(None);
/// How often it was named.
static NAMED: AtomicU32 = AtomicU32::new(0);

/// Uses this program from now on, unless the environment names another; `None` for the usual places.
/// Where none was found before, it is looked for again.
pub fn use_browser(program: Option<PathBuf>) {
    *OF_SETTINGS.lock().unwrap_or_else(PoisonError::into_inner) = program;
    NAMED.fetch_add(1, Ordering::Relaxed);
}

/// A number that changes when another program is to be used.
pub fn browser_choice() -> u32 {
    NAMED.load(Ordering::Relaxed)
}

/// The oldest version that is known to work: from here on there is only the new headless mode, and
/// contexts have proxies of their own.
const MIN_MAJOR_VERSION: u32 = 112;

/// What browsers made of Chromium call themselves.
const MAKERS: [&str; 5] = ["Chrom", "Edge", "Brave", "Vivaldi", "Opera"];

/// Names of the program on the search path, the cheapest first: a headless shell draws no window,
/// so it starts faster and takes less memory.
const NAMES: [&str; 12] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser-stable",
    "brave-browser",
    "brave",
];

/// Places on systems without a search path for such programs.
#[cfg(not(windows))]
const PLACES: [&str; 8] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/opt/brave.com/brave/brave",
    "/snap/bin/chromium",
];
#[cfg(windows)]
const PLACES: [&str; 0] = [];

/// Places below the program folders of Windows.
const WINDOWS_PLACES: [&str; 4] = [
    r"Chromium\Application\chrome.exe",
    r"Google\Chrome\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
    r"BraveSoftware\Brave-Browser\Application\brave.exe",
];

/// A browser on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserProgram {
    /// Its path.
    pub path: PathBuf,
    /// What it calls itself, such as `Chromium 140.0.7339.80`.
    pub version: String,
}

/// The browser: `named`, or the one that the environment names, or the settings do, or the first in
/// the usual places. One that was named is the only one considered.
///
/// # Errors
/// [`BrowserError`] if there is none, or if it is too old.
pub fn locate(named: Option<&Path>) -> Result<BrowserProgram, BrowserError> {
    let by_variable = env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let named = named.map(Path::to_owned).or(by_variable.map(PathBuf::from));
    let of_settings = || {
        let named = OF_SETTINGS.lock().unwrap_or_else(PoisonError::into_inner);
        named.clone()
    };
    let named = named.or_else(of_settings);
    if let Some(named) = named {
        let path = on_search_path(&named).unwrap_or(named);
        return checked(path);
    }
    let mut fault = None;
    for path in usual_places() {
        match checked(path) {
            Ok(program) => return Ok(program),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    Err(fault.unwrap_or_else(|| BrowserError::new(BrowserProblem::Missing, "")))
}

/// A browser that can open a window: the one of [`locate`], or, where that is a headless shell, the
/// first other one in the usual places.
///
/// # Errors
/// [`BrowserError`] if there is none, or no screen to show it on.
pub fn locate_with_window(named: Option<&Path>) -> Result<BrowserProgram, BrowserError> {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    if cfg!(target_os = "linux") && !has_screen {
        return Err(BrowserError::new(BrowserProblem::NoScreen, ""));
    }
    let found = locate(named)?;
    if !is_headless_shell(&found.path) {
        return Ok(found);
    }
    usual_browser_with_window().ok_or_else(|| {
        BrowserError::new(BrowserProblem::NoWindow, found.path.display().to_string())
    })
}

/// The first browser in the usual places that draws windows.
pub fn usual_browser_with_window() -> Option<BrowserProgram> {
    let mut places = usual_places().into_iter();
    places.find_map(|path| match is_headless_shell(&path) {
        true => None,
        false => checked(path).ok(),
    })
}

fn is_headless_shell(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.contains("headless"))
}

fn usual_places() -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = NAMES
        .iter()
        .filter_map(|name| on_search_path(Path::new(name)))
        .collect();
    places.extend(PLACES.iter().map(PathBuf::from));
    for folder in ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"] {
        if let Some(folder) = env::var_os(folder) {
            places.extend(
                WINDOWS_PLACES
                    .iter()
                    .map(|place| Path::new(&folder).join(place)),
            );
        }
    }
    places.retain(|place| place.is_file());
    places
}

/// The path of a program that is given by its name alone.
fn on_search_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() != 1 {
        return None;
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

fn checked(path: PathBuf) -> Result<BrowserProgram, BrowserError> {
    let shown = path.display().to_string();
    if !path.is_file() {
        return Err(BrowserError::new(BrowserProblem::NotThere, shown));
    }
    // Programs of Windows open a window when they are asked for their version.
    if cfg!(windows) {
        return Ok(BrowserProgram {
            path,
            version: String::new(),
        });
    }
    let output = Command::new(&path)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| BrowserError::new(BrowserProblem::Start, format!("{shown}: {error}")))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let is_browser = MAKERS.iter().any(|maker| version.contains(maker));
    match major_version(&version).filter(|_| is_browser) {
        Some(major) if major >= MIN_MAJOR_VERSION => Ok(BrowserProgram { path, version }),
        Some(_) => Err(BrowserError::new(BrowserProblem::TooOld, version)),
        None => Err(BrowserError::new(BrowserProblem::NoBrowser, shown)),
    }
}

/// The first number of the first word that is a version.
fn major_version(text: &str) -> Option<u32> {
    let word = text
        .split_whitespace()
        .find(|word| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit()))?;
    word.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_browsers_write_them() {
        for (text, major) in [
            (
                "Chromium 140.0.7339.80 built on Debian GNU/Linux 12",
                Some(140),
            ),
            ("Google Chrome 139.0.7258.66 ", Some(139)),
            ("Brave Browser 139.1.81.131", Some(139)),
            ("Microsoft Edge 99.0.1", Some(99)),
            ("bash, version five", None),
        ] {
            assert_eq!(major_version(text), major, "{text}");
        }
    }

    #[test]
    fn what_was_named_is_the_only_one_considered() {
        let fault = locate(Some(Path::new("/no/such/browser"))).unwrap_err();
        assert_eq!(fault.problem, BrowserProblem::NotThere);
        assert!(fault.to_string().contains("/no/such/browser"));
    }
}
