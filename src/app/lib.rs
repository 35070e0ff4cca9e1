//! Floor 4: the window, one folder a view. Flows in: the person's input, the engine's events and
//! answers. Flows out: the engine's commands. Views are functions over plain state that push
//! [`action::Action`]s; only the shell talks to the engine, and the window's thread never waits.

pub mod action;
mod alert_events;
pub mod alerts;
pub mod app_state;
pub mod background;
mod chrome;
pub mod close_dialog;
pub mod command;
mod dialogs;
mod dispatch;
mod drop;
mod events;
mod export_events;
pub mod export_facts;
mod files;
pub mod import;
pub mod layout;
mod links;
mod menu;
mod notices;
mod notices_ui;
mod page_files;
pub mod palette;
mod paths;
pub mod permission_review;
mod permitting;
mod project;
pub mod recent;
pub mod removals;
pub mod restore_dialog;
mod rule_export;
mod rule_question;
pub mod settings;
mod sheet;
mod shell;
mod site_notifications;
mod texts;
pub mod theme;
pub mod tour;
pub mod ui_context;
mod undo;
pub mod views;
mod waker;
pub mod widgets;
mod window;
pub mod windowless;

use std::path::PathBuf;

use settings::Settings;
pub use shell::Bowerbird;
use window::ParkedApp;
use windowless::Next;

/// How the window starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppOptions {
    /// The project to open; the last one, or the first-start view, when absent.
    pub project: Option<PathBuf>,
    /// BCP 47 tag of the language, for this start alone; the settings' language when absent.
    pub language: Option<String>,
}

/// Opens the window and returns when the program is over: closed, it may go on without a window
/// for a while, and come back.
///
/// # Errors
/// When there is no display, or it cannot show the window.
pub fn run(options: &AppOptions) -> anyhow::Result<()> {
    if is_shown_already(options) {
        return Ok(());
    }
    let shelf = ParkedApp::default();
    loop {
        window::open(options.clone(), &shelf)?;
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

/// Whether the project that would open is in another window, which comes to the front now; it may
/// have gone on without being seen.
fn is_shown_already(options: &AppOptions) -> bool {
    let last = || Settings::load(&settings::config_folder()).last_project;
    let Some(path) = options.project.clone().or_else(last) else {
        return false;
    };
    bowerbird_engine::show_elsewhere(&path)
}
