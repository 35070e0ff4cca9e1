//! The actions that views request from the shell. Views never access the engine, the disk or each
//! other: they push actions, and the shell executes them after the frame is drawn.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;

use super::background::DataQuery;
use super::shortcuts::{UiCommand, View};
use super::state::layout::PanelAction;
use super::state::settings::{NotifySettings, ThemeChoice};
use super::state::site_filter::SiteFilter;
use bowerbird_engine::types::{
    ChangesFormat, Evidence, ImportFormat, Language, Message, RecordCondition, RecordId, RunPage,
    Secret, SiteId, SummaryLength, page_cause,
};
use bowerbird_engine::{Command, PageEgress, PageLogin};

/// An action requested by a view.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "few actions exist at a time, each for a moment"
)]
pub enum Action {
    /// Hands a command to the engine.
    Send(Command),
    /// Asks for data.
    Query(DataQuery),
    /// Opens a condition over records to be edited.
    EditCondition(Box<RecordCondition>),
    /// Shows a view.
    Show(View),
    /// Shows the table of sites. A rule being edited there stays open only if it was changed.
    ShowSites,
    /// Executes a window command.
    Ui(UiCommand),
    /// Opens an address in the workbench.
    OpenInWorkbench {
        /// The address.
        url: String,
        /// The site whose session and rule to use.
        site: Option<SiteId>,
    },
    /// Shows the stored page of a site's address, without a request.
    OpenKept {
        /// The site.
        site: SiteId,
        /// The address.
        url: String,
    },
    /// Shows a failed or odd page of a run as it was received, with its headers and the evidence.
    ShowReceived(PageOfRun),
    /// Opens the stored failed or odd answer of an address in the workbench, without a request.
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
    /// Shows a record of a site among the results, with its versions.
    ShowRecord {
        /// The site.
        site: SiteId,
        /// Its title.
        title: String,
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
    /// Shows the proxies, ready to add one; what was blocked is offered again once it is there.
    AddProxy(Blocked),
    /// Opens an address in the workbench through proxies of the pool; the rule there stays.
    OpenThrough {
        /// The address.
        url: String,
        /// The proxies.
        egress: PageEgress,
    },
    /// Shows the accounts, ready to add one for a site.
    ShowAccounts(SiteId),
    /// Shows the accounts, ready to say where a site of this name logs in.
    ShowLogin(String),
    /// Shows the accounts, ready to import cookies for a site.
    BringCookies(SiteId),
    /// Shows the accounts, ready to add one for a site with this secret.
    AddAccount {
        /// The site.
        site: SiteId,
        /// The password or key of the account.
        secret: Secret,
    },
    /// Shows the accounts, ready to add one for a page, which is opened again afterwards.
    AddAccountFor(AccountPage),
    /// Reloads the page of the workbench with an account of its site, or without.
    ShowPageAs(PageLogin),
    /// Performs a notification action.
    Alerts(AlertAction),
    /// Opens a page of a site in the workbench and requests a repair of its rule.
    RepairSite(SiteId),
    /// Shows the versions of a site's rule.
    ShowVersions(SiteId),
    /// Opens files by their type: rules of this or another program, pages, a project.
    OpenFiles {
        /// The files.
        paths: Vec<PathBuf>,
        /// Their stated format; detected when absent.
        format: Option<ImportFormat>,
    },
    /// Opens a page from disk in the workbench.
    OpenPageFile {
        /// The file.
        path: PathBuf,
        /// Its original address, if the file does not contain it.
        base: Option<String>,
    },
    /// Writes rules into files, each with its samples.
    ExportRules {
        /// The sites.
        sites: Vec<SiteId>,
        /// The folder.
        folder: PathBuf,
    },
    /// Opens an address in the user's browser.
    Browse {
        /// The address.
        url: String,
        /// Whether a check is to be passed there: then what comes after it is said.
        check: bool,
    },
    /// Copies a support report to the clipboard.
    CopyReport,
    /// Shows the reposts.
    ShowReposts,
    /// Summarises the records that are ticked or shown under Results, and shows these.
    Summarise(SummaryLength),
    /// Controls the tour for new users.
    Tour(TourAction),
    /// Shows the settings that contain these words.
    FindSetting(String),
    /// Shows what needs a person, in the monitor.
    ShowAttention,
    /// Shows the sites that match a chip.
    ShowSitesBy(SiteFilter),
    /// Shows the tasks, ready to add one for these sites.
    ScheduleSites(Vec<SiteId>),
    /// Opens the form that saves the pages of records as evidence.
    SaveEvidence(Vec<RecordId>),
    /// Asks which rules to export, and where.
    ChooseExport(Vec<SiteId>),
    /// Undoes the last removal.
    UndoRemoval,
    /// Reads a rule file from disk and adds it as a site.
    AddRuleFile(PathBuf),
    /// Opens a project; creates it if it does not exist.
    OpenProject(PathBuf),
    /// Asks which backup of the open project to restore.
    OfferRestore,
    /// Opens a project, creating it if necessary, and then the page at `url`.
    BeginAt {
        /// The project's file.
        project: PathBuf,
        /// Address of the page.
        url: String,
    },
    /// Opens the sample project; creates it if it does not exist.
    OpenSampleProject,
    /// Closes the project.
    CloseProject,
    /// Switches the language.
    SetLanguage(Language),
    /// Switches the theme.
    SetTheme(ThemeChoice),
    /// Sets the scale of the interface, in per cent of the default.
    SetSize(u16),
    /// Moves, hides or shows a panel.
    Panel {
        /// The view.
        view: View,
        /// The panel.
        key: String,
        /// What to do with it.
        what: PanelAction,
    },
    /// Sets the passphrase of the secrets file.
    SetPassphrase(Secret),
    /// Shows the guide at a heading.
    OpenGuide(String),
    /// Shows a site in the editor of its rule.
    EditRule(SiteId),
    /// Opens a file or folder with the desktop's program for it.
    OpenWithDesktop(PathBuf),
    /// Copies a text to the clipboard.
    Copy(String),
    /// Shows a notice to the user.
    Notify(Notice),
    /// Dismisses a notice.
    Dismiss(usize),
    /// Dismisses the question for the passphrase: what waited for it does not go on.
    LeavePassphrase,
    /// Asks whether to start over with a new passphrase, because the old one is lost.
    AskStartOver,
}

/// The page that an account is added for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountPage {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The login page that its site sent the visitor to.
    pub login_page: Option<String>,
    /// The site whose rule is open.
    pub site: Option<SiteId>,
}

/// The purpose of a requested path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// A file with cookies of a browser.
    CookieFile,
    /// A list of accounts.
    AccountList,
    /// A rule file to add.
    RuleFile,
    /// A file of words to search for.
    SearchWords,
    /// A project to open.
    OpenProject,
    /// A project to create.
    NewProject,
    /// The target file of an export.
    Export,
    /// The target file of changes.
    Changes(ChangesFormat),
    /// A rule file of this or another program; detected when no format is given.
    Import(Option<ImportFormat>),
    /// The target file of a site's rule.
    ExportRule(SiteId),
    /// The target file for the feeds of the selected sites, or of all.
    ExportFeeds {
        /// Whether those of all.
        all: bool,
    },
    /// The target file for pages of records as evidence.
    Evidence,
    /// The folder for backups.
    BackupFolder,
    /// The diagnostic file.
    DiagnosticFile,
    /// The target folder for several rules.
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
    /// The requested address.
    pub url: String,
    /// When the run received its answer.
    pub at: Timestamp,
    /// The evidence of the verdict.
    pub evidence: Vec<Evidence>,
    /// The verdict as a message.
    pub cause: Option<Message>,
}

impl PageOfRun {
    /// The stored data of `page` from a run.
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

/// Actions on notifications, in their centre and in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlertAction {
    /// Opens or closes the centre.
    Toggle,
    /// Removes all notifications.
    Clear,
    /// Shows what an alert of a site is about, and closes the centre.
    Show(SiteId, AlertSubject),
    /// Shows a test notification.
    Test,
    /// Changes the notification settings.
    SetNotifications(NotifySettings),
}

/// What an alert of a site is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertSubject {
    /// Changes of its records.
    Changes,
    /// Its records.
    Records,
    /// Its state.
    State,
}

/// What did not work for want of a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A page of the workbench, by its address.
    Page(String),
    /// The runs of a site.
    Site(SiteId),
}

/// What to do with the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourAction {
    /// Starts it where it was left; on the sample project if none is open.
    Begin,
    /// Starts it at its first step.
    Restart,
    /// Does what the step is about, on the sample project.
    Do,
    /// Only shows the places, in the open project.
    Look,
    /// Next step; after the last one it ends.
    Next,
    /// Previous step.
    Back,
    /// Ends it, and does not offer it again.
    End,
}

/// The severity of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// Something went well.
    Good,
    /// Something is worth knowing.
    Info,
    /// Something failed.
    Bad,
}

/// A notice to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The severity.
    pub gravity: Gravity,
    /// The text.
    pub message: Message,
    /// Whether it offers to undo a removal.
    pub undo: bool,
    /// What can be done about it.
    pub offer: Option<NoticeOffer>,
    /// How long it stays; the default of its severity when absent.
    pub stay: Option<Duration>,
}

/// A button of a notice.
#[derive(Clone, Debug, PartialEq)]
pub struct NoticeOffer {
    /// The message id of its label.
    pub label: &'static str,
    /// What it does.
    pub action: Box<Action>,
}

impl Notice {
    /// The same with a button.
    pub fn offering(self, label: &'static str, action: Action) -> Self {
        let action = Box::new(action);
        Self {
            offer: Some(NoticeOffer { label, action }),
            ..self
        }
    }

    /// Whether something can still be done about it.
    pub fn asks(&self) -> bool {
        self.undo || self.offer.is_some()
    }

    /// A notice that something was removed and can be restored within `grace`.
    pub fn removed(message: Message, grace: Duration) -> Self {
        Self {
            undo: true,
            stay: Some(grace),
            ..Self::info(message)
        }
    }

    /// A notice of success.
    pub fn success(message: Message) -> Self {
        Self {
            gravity: Gravity::Good,
            message,
            undo: false,
            offer: None,
            stay: None,
        }
    }

    /// A notice with information.
    pub fn info(message: Message) -> Self {
        Self {
            gravity: Gravity::Info,
            message,
            undo: false,
            offer: None,
            stay: None,
        }
    }

    /// A notice of failure.
    pub fn bad(message: Message) -> Self {
        Self {
            gravity: Gravity::Bad,
            message,
            undo: false,
            offer: None,
            stay: None,
        }
    }
}
