//! Floor 4: the window, one folder per view. Input: the user's input, the engine's events and
//! answers. Output: the engine's commands. Views are functions over plain state that push
//! [`action::Action`]s; only the shell talks to the engine, and the window's thread never blocks.

pub mod action;
pub mod background;
pub mod dialogs;
pub mod notices;
mod shell;
pub mod shortcuts;
pub mod state;
pub mod style;
pub mod views;
pub mod widgets;
pub mod windowless;

use std::path::PathBuf;

pub use shell::Bowerbird;
pub use shell::closing::close_dialog;
use shell::window::ParkedApp;
use state::settings::Settings;
use windowless::Next;

/// How the window starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppOptions {
    /// The project to open; when absent the last one, or the first-start view.
    pub project: Option<PathBuf>,
    /// BCP 47 tag of the language, for this start alone; the settings' language when absent.
    pub language: Option<String>,
}

/// Opens the window and returns when the program ends: after closing, it may continue without a
/// window for a while, and show it again.
///
/// # Errors
/// When there is no display, or it cannot show the window.
pub fn run(options: &AppOptions) -> anyhow::Result<()> {
    // The project is remembered, with what it may do: by one path, whatever folder it is opened from.
    let project = options.project.as_deref();
    let options = &AppOptions {
        project: project.map(bowerbird_engine::real_path),
        ..options.clone()
    };
    if is_shown_already(options) {
        return Ok(());
    }
    let shelf = ParkedApp::default();
    loop {
        shell::window::open(options.clone(), &shelf)?;
        let Some(mut shell) = shelf.take() else {
            return Ok(());
        };
        match windowless::rest(&mut shell) {
            Next::Window => shelf.put(shell),
            Next::End => {
                shell.end();
                return Ok(());
            }
        }
    }
}

/// Whether the project that would open is in another process, whose window comes to the front now;
/// it may have been running without a window.
fn is_shown_already(options: &AppOptions) -> bool {
    let last = || Settings::load(&state::settings::config_folder()).last_project;
    let Some(path) = options.project.clone().or_else(last) else {
        return false;
    };
    bowerbird_engine::show_elsewhere(&path)
}
