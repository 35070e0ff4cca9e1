//! What views ask of the shell. Views never touch the engine, the disk or each other: they push
//! actions, and the shell carries them out after the frame is drawn.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;

use super::background::DataQuery;
use super::command::{UiCommand, View};
use super::state::layout::PanelDo;
use super::state::settings::{NotifySettings, ThemeChoice};
use super::state::site_chip::Chip;
use bowerbird_engine::Command;
use bowerbird_engine::types::{
    Evidence, ImportFormat, Language, Message, RunPage, Secret, SiteId, page_cause,
};

/// What a view wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Hands a command to the engine.
    Send(Command),
    /// Asks for data.
    Query(DataQuery),
    /// Shows a view.
    Show(View),
    /// Shows the table of sites; a rule that is being edited there is left open only when it was
    /// changed.
    ShowSites,
    /// Does a command of the window.
    Ui(UiCommand),
    /// Opens an address in the workbench.
    OpenInWorkbench {
        /// The address.
        url: String,
        /// The site whose session and rule to use.
        site: Option<SiteId>,
    },
    /// Shows the page that is kept of an address of a site, without a request.
    OpenKept {
        /// The site.
        site: SiteId,
        /// The address.
        url: String,
    },
    /// Shows a failed or odd page of a run as it was received, with its headers and the evidence.
    ShowReceived(PageOfRun),
    /// Opens the failed or odd answer that is kept of an address in the workbench, without a request.
    OpenReceived {
        /// The site.
        site: SiteId,
        /// The address.
        url: String,
    },
    /// Shows the records of a site.
    ShowRecords {
        /// The site; all when `None`.
        site: Option<SiteId>,
        /// Words to search for.
        search: String,
    },
    /// Shows the runs of a site; of all when `None`.
    ShowRuns(Option<SiteId>),
    /// Shows the newest run of a site, with the pages that went wrong in it.
    ShowMissing(SiteId),
    /// Asks for a path in a file dialog.
    PickPath(PathPurpose),
    /// Shows a site in its table.
    ShowSite(SiteId),
    /// Shows a site in its table, with the evidence of its state.
    ShowEvidence(SiteId),
    /// Shows the accounts, ready to take cookies for a site.
    BringCookies(SiteId),
    /// Does something about notifications.
    Alerts(AlertDo),
    /// Opens a page of a site in the workbench and asks how its rule would work again.
    RepairSite(SiteId),
    /// Shows the versions of a site's rule.
    ShowVersions(SiteId),
    /// Opens files by what they are: rules of this or another program, pages, a project.
    OpenFiles {
        /// The files.
        paths: Vec<PathBuf>,
        /// The format they are said to be in; recognised when absent.
        format: Option<ImportFormat>,
    },
    /// Opens a page that lies on disk in the workbench.
    OpenPageFile {
        /// The file.
        path: PathBuf,
        /// The address it comes from, where it does not say so itself.
        base: Option<String>,
    },
    /// Writes rules into files, each with its samples.
    ExportRules {
        /// Of which sites.
        sites: Vec<SiteId>,
        /// The folder.
        folder: PathBuf,
    },
    /// Puts a report for whoever helps into the clipboard.
    CopyReport,
    /// Shows the records that repeat another.
    ShowReposts,
    /// Shows a newcomer around.
    Tour(TourDo),
    /// Shows the settings that have these words.
    FindSetting(String),
    /// Shows the sites that a chip picks out.
    ShowSitesBy(Chip),
    /// Asks which rules to export, and where to.
    ChooseExport(Vec<SiteId>),
    /// Takes the last removal back.
    UndoRemoval,
    /// Reads a rule file from disk and adds it as a site.
    AddRuleFile(PathBuf),
    /// Opens a project, making it when there is none.
    OpenProject(PathBuf),
    /// Asks which backup of the open project to restore.
    OfferRestore,
    /// Opens a project, making it when there is none, and in it the page at `url`.
    BeginAt {
        /// The project's file.
        project: PathBuf,
        /// Address of the page.
        url: String,
    },
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
    /// A file with cookies of a browser.
    CookieFile,
    /// A list of accounts.
    AccountList,
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
    /// The folder that backups go to.
    BackupFolder,
    /// The folder that several rules go to.
    ExportFolder,
    /// A page to open.
    PageFile,
    /// A list of proxies.
    ProxyList,
}

/// A failed or odd page of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct PageOfRun {
    /// The site.
    pub site: SiteId,
    /// The address that was asked for.
    pub url: String,
    /// When the run got its answer.
    pub at: Timestamp,
    /// What the verdict rests on.
    pub evidence: Vec<Evidence>,
    /// The verdict in words.
    pub cause: Option<Message>,
}

impl PageOfRun {
    /// What a run keeps of `page`.
    pub fn of(site: SiteId, page: &RunPage) -> Self {
        let verdict = page.verdict.as_ref();
        Self {
            site,
            url: page.url.clone(),
            at: page.at,
            evidence: verdict.map_or_else(Vec::new, |verdict| verdict.evidence.clone()),
            cause: page_cause(page),
        }
    }
}

/// What can be done with notifications, in their centre and in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlertDo {
    /// Opens or closes the centre.
    Toggle,
    /// Takes all away.
    Clear,
    /// Shows one for a try.
    Test,
    /// Other wishes.
    SetNotifications(NotifySettings),
}

/// What to do with the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourDo {
    /// Begins it; without a project on the sample project.
    Begin,
    /// Goes on; after the last step it ends.
    Next,
    /// Goes back.
    Back,
    /// Ends it, and offers it no more.
    End,
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
    /// How long it stays; as long as others of its kind when absent.
    pub stay: Option<Duration>,
}

impl Notice {
    /// Something was removed and can be taken back for as long as `grace`.
    pub fn removed(message: Message, grace: Duration) -> Self {
        Self {
            undo: true,
            stay: Some(grace),
            ..Self::info(message)
        }
    }

    /// Something went well.
    pub fn success(message: Message) -> Self {
        Self {
            gravity: Gravity::Good,
            message,
            undo: false,
            stay: None,
        }
    }

    /// Something is worth knowing.
    pub fn info(message: Message) -> Self {
        Self {
            gravity: Gravity::Info,
            message,
            undo: false,
            stay: None,
        }
    }

    /// Something failed.
    pub fn bad(message: Message) -> Self {
        Self {
            gravity: Gravity::Bad,
            message,
            undo: false,
            stay: None,
        }
    }
}
