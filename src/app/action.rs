//! What views ask of the shell. Views never touch the engine, the disk or each other: they push
//! actions, and the shell carries them out after the frame is drawn.

use std::path::PathBuf;

use super::background::Ask;
use super::command::{UiCommand, View};
use super::layout::PanelDo;
use super::settings::ThemeChoice;
use crate::engine::Command;
use crate::engine::types::{ImportFormat, Language, Message, Secret, SiteId};

/// What a view wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Hands a command to the engine.
    Send(Command),
    /// Asks for data.
    Ask(Ask),
    /// Shows a view.
    Show(View),
    /// Does a command of the window.
    Ui(UiCommand),
    /// Opens an address in the workbench.
    OpenInWorkbench {
        /// The address.
        url: String,
        /// The site whose session and rule to use.
        site: Option<SiteId>,
    },
    /// Shows the records of a site.
    ShowRecords {
        /// The site; all when `None`.
        site: Option<SiteId>,
        /// Words to search for.
        search: String,
    },
    /// Asks for a path in a file dialog.
    PickPath(PathPurpose),
    /// Shows a site in its table.
    ShowSite(SiteId),
    /// Opens a page of a site in the workbench and asks how its rule would work again.
    RepairSite(SiteId),
    /// Shows the versions of a site's rule.
    ShowVersions(SiteId),
    /// Opens a file by what it is: a rule of this or another program, a page, a project.
    OpenFile {
        /// The file.
        path: PathBuf,
        /// The format it is said to be in; recognised when absent.
        format: Option<ImportFormat>,
    },
    /// Takes the last removal back.
    UndoRemoval,
    /// Reads a rule file from disk and adds it as a site.
    AddRuleFile(PathBuf),
    /// Opens a project, making it when there is none.
    OpenProject(PathBuf),
    /// Opens the sample project, making it when there is none.
    OpenSampleProject,
    /// Closes the project.
    CloseProject,
    /// Switches the language.
    SetLanguage(Language),
    /// Switches the theme.
    SetTheme(ThemeChoice),
    /// Switches the size of everything, in per cent of the usual one.
    SetSize(u16),
    /// Moves, hides or shows a panel.
    Panel {
        /// Of which view.
        view: View,
        /// Which panel.
        key: String,
        /// What.
        what: PanelDo,
    },
    /// The passphrase of the secrets file.
    SetPassphrase(Secret),
    /// Copies a text to the clipboard.
    Copy(String),
    /// Tells the person something.
    Notify(Notice),
    /// Takes a notice away.
    Dismiss(usize),
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// A rule file to add.
    RuleFile,
    /// A project to open.
    OpenProject,
    /// A project to make.
    NewProject,
    /// The file an export goes to.
    Export,
    /// A rule file of this or another program; recognised when no format is named.
    Import(Option<ImportFormat>),
    /// The file that a site's rule goes to.
    ExportRule(SiteId),
}

/// How grave a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// Something went well.
    Good,
    /// Something is worth knowing.
    Info,
    /// Something failed.
    Bad,
}

/// Something the person should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How grave.
    pub gravity: Gravity,
    /// What.
    pub message: Message,
    /// Whether it offers to take a removal back.
    pub undo: bool,
}

impl Notice {
    /// Something was removed and can be taken back.
    pub fn removed(message: Message) -> Self {
        Self {
            undo: true,
            ..Self::info(message)
        }
    }

    /// Something went well.
    pub fn good(message: Message) -> Self {
        Self {
            gravity: Gravity::Good,
            message,
            undo: false,
        }
    }

    /// Something is worth knowing.
    pub fn info(message: Message) -> Self {
        Self {
            gravity: Gravity::Info,
            message,
            undo: false,
        }
    }

    /// Something failed.
    pub fn bad(message: Message) -> Self {
        Self {
            gravity: Gravity::Bad,
            message,
            undo: false,
        }
    }
}
