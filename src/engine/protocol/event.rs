//! The events of the engine.

use serde::Serialize;

use std::sync::Arc;

use super::OpenedPage;
use super::RecordPicture;
use super::RerunReport;
use super::SearchProposal;
use super::authoring::{AnalysedPage, Authored, PageReading, PageSource, TreeLine, WorkbenchPart};
use super::rule_maintenance::{FieldAgreement, RepairOffer, SampleInfo, SampleResult};
use super::{AddressPreview, FoundBoards};
use super::{
    CookiesBrought, ExportEvent, ImportedAccounts, ImportedProxies, LockedSecrets, LoginWindow,
};
use super::{ProxyTest, RereadEvent};
use bowerbird_io::preview::Layout;
use bowerbird_io::work_queue::WorkerOverview;
use bowerbird_logic::authoring::learn::{Picked, Ranked};
use bowerbird_logic::authoring::watch_proposals::WatchProposals;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    AccountId, ArrangementUndo, Record, RecordId, RunEnd, RunId, RunOptions, RunProgress,
    SiteEvent, SiteException, SiteId, SiteStatus, Value, ValueEdit,
};
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::rules::Content;
use bowerbird_logic::select::Selected;

/// A page opened in the workbench; numbers are chosen by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct PageTicket(pub u64);

/// As whom a page is shown whose site has an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AccountChoice {
    /// The account in use, or the one that could be.
    pub account: AccountId,
    /// Its user.
    pub user: String,
    /// Its site.
    pub site: SiteId,
    /// The name of that site.
    pub site_name: String,
    /// Whether it is in use.
    pub login: ShownLogin,
}

/// Whether a page is shown with the account of its site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ShownLogin {
    /// With its session.
    LoggedIn,
    /// Without, as the person wants it.
    Without,
    /// Without: neither the rule nor the page asked for a login.
    NotAsked,
    /// Without, because the login failed.
    Failed(Message),
}

/// An earlier version of a rule that was restored because it reads what the newest did not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RestoredRule {
    /// Site.
    pub site: SiteId,
    /// The number of the version whose text is in force again.
    pub version: u32,
    /// The number of the version that it replaced.
    pub replaced: u32,
    /// Why, and how to undo it.
    pub why: Message,
}

/// The result of a selector.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SelectionResult {
    /// The selector's text.
    pub source: String,
    /// Matches in order, the first 10,000.
    pub matches: Vec<Selected>,
    /// The total number.
    pub count: usize,
    /// Why it cannot be evaluated, with the character position if known.
    pub error: Option<(Option<usize>, Message)>,
}

impl Event {
    /// What failed, and why; `None` if it reports something else.
    pub fn failure(&self) -> Option<&Message> {
        match self {
            Self::CommandFailed { message }
            | Self::Exports(ExportEvent::Failed { message, .. }) => Some(message),
            _ => None,
        }
    }
}

/// An event.
#[derive(Clone, Debug, Serialize)]
pub enum Event {
    /// Sites were added, removed or changed their state: query again.
    SitesChanged,
    /// The program was started again with this project: its window comes to the front.
    ShowWanted,
    /// An earlier version of a rule was restored without a person.
    RuleRestored(Box<RestoredRule>),
    /// Whether other programs are answered now.
    Serving(super::ServeState),
    /// Pages that browsers send: whether they are taken, and which wait.
    SentPages(Box<super::SentPagesState>),
    /// A page that a browser sent was stored; `RecordsChanged` follows.
    SentPageKept {
        /// The site of its records.
        site: SiteId,
        /// The title of the first record.
        title: String,
        /// What was stored.
        told: Message,
    },
    /// A ruling was stored; `SitesChanged` follows.
    Taught(Box<SiteException>),
    /// Records were added or removed: query again.
    RecordsChanged,
    /// A record was added by hand; `RecordsChanged` follows.
    RecordAdded(RecordId),
    /// Values were written into records by hand; `RecordsChanged` follows.
    ValuesEdited {
        /// How many.
        count: usize,
        /// What undoes it; empty if that was an undo.
        undo: Vec<ValueEdit>,
    },
    /// Records were merged or moved to another site; `RecordsChanged` follows.
    Rearranged {
        /// What was done.
        told: Message,
        /// What undoes it; `None` if nothing was done.
        undo: Option<ArrangementUndo>,
    },
    /// About texts.
    Texts(super::TextEvent),
    /// The requested pictures of a record.
    Pictures {
        /// The record.
        record: RecordId,
        /// Its pictures, in order.
        pictures: Vec<RecordPicture>,
    },
    /// The requested picture of a record's page.
    Screenshot(super::RecordScreenshot),
    /// The requested pages of two versions of a record, the earlier one first.
    VersionPages {
        /// Which.
        of: super::PagesOfVersions,
        /// The pages.
        pages: Box<[super::VersionPage; 2]>,
    },
    /// About alerts.
    Alerts(super::AlertEvent),
    /// Proxies or accounts changed: query again.
    PoolsChanged,
    /// Tasks changed: query again.
    TasksChanged,
    /// Permissions of the project changed: query again.
    PermissionsChanged,
    /// A run began.
    RunStarted {
        /// Run.
        run: RunId,
        /// Site.
        site: SiteId,
        /// Whether it continues the queue of an earlier run.
        resumed: bool,
    },
    /// Figures of a run, at most four times a second.
    RunProgress {
        /// Run.
        run: RunId,
        /// Site.
        site: SiteId,
        /// Figures.
        progress: RunProgress,
    },
    /// The state of a site changed in a run.
    SiteState {
        /// Site.
        site: SiteId,
        /// Its status.
        status: SiteStatus,
    },
    /// A site moved to another phase of its supervision.
    SitePhase {
        /// Site.
        site: SiteId,
        /// The transition.
        event: Box<SiteEvent>,
    },
    /// An action on a site was tried, or its outcome is known: query again.
    SiteActionsChanged {
        /// Site.
        site: SiteId,
    },
    /// A run ended.
    RunEnded {
        /// Run.
        run: RunId,
        /// Site.
        site: SiteId,
        /// How.
        end: RunEnd,
        /// Figures.
        progress: RunProgress,
        /// A message for the user.
        message: Option<Message>,
    },
    /// All runs of a `RunCommand::Start` have ended.
    RunsEnded,
    /// A page was fetched.
    PageOpened {
        /// Page.
        ticket: PageTicket,
        /// The page.
        page: OpenedPage,
    },
    /// A page could not be fetched.
    PageFailed {
        /// Page.
        ticket: PageTicket,
        /// Why and what to do.
        message: Message,
    },
    /// A page was laid out; tiles can be painted.
    PageDrawn {
        /// Page.
        ticket: PageTicket,
        /// Sizes and boxes.
        layout: Arc<Layout>,
    },
    /// A page cannot be drawn (the child died, too large, too slow): show the structure.
    PageNotDrawn {
        /// Page.
        ticket: PageTicket,
        /// Why.
        message: Message,
    },
    /// A painted tile.
    Tile {
        /// Page.
        ticket: PageTicket,
        /// Number from the top.
        number: u32,
        /// Size in device pixels.
        size: [u32; 2],
        /// RGBA, not premultiplied, row by row.
        rgba: Arc<Vec<u8>>,
    },
    /// A described element.
    Picked {
        /// Page.
        ticket: PageTicket,
        /// Its description.
        picked: Picked,
    },
    /// The result of a selector.
    Selection {
        /// Page.
        ticket: PageTicket,
        /// The result.
        result: SelectionResult,
    },
    /// The result of a rule on a page.
    RuleTried {
        /// Page.
        ticket: PageTicket,
        /// Read as a list: address and fields of each item.
        items: Vec<(String, Vec<(String, Value)>)>,
        /// Next list page.
        next: Option<String>,
        /// Read as content.
        records: Vec<Record>,
        /// Faults of the rule: line, column, text.
        errors: Vec<(usize, usize, Message)>,
    },
    /// The analysis of a page; once, soon after `PageOpened`.
    PageUnderstood {
        /// Page.
        ticket: PageTicket,
        /// The analysis.
        understood: Arc<AnalysedPage>,
    },
    /// The result of learning from picks or accepting an offer.
    Authored {
        /// Page.
        ticket: PageTicket,
        /// From the command.
        generation: u64,
        /// The updated rule, or why nothing could be learned.
        result: Result<Box<Authored>, Message>,
    },
    /// Alternatives for a part of a rule, best first.
    RankedAlternatives {
        /// Page.
        ticket: PageTicket,
        /// From the command.
        generation: u64,
        /// The part.
        part: WorkbenchPart,
        /// The rule's own and others; the rule's own come with their results.
        ranked: Vec<Ranked>,
    },
    /// The result of a rule on a page.
    PageRead {
        /// Page.
        ticket: PageTicket,
        /// From the command.
        generation: u64,
        /// Rows, marks, faults.
        reading: Arc<PageReading>,
    },
    /// The places of a text.
    TextFound {
        /// Page.
        ticket: PageTicket,
        /// From the command.
        generation: u64,
        /// The smallest elements that show it, in page order, the first 5,000.
        elements: Vec<ElementIndex>,
    },
    /// The elements of a page.
    PageTree {
        /// Page.
        ticket: PageTicket,
        /// One line per element, in page order.
        tree: Arc<Vec<TreeLine>>,
    },
    /// The source of a page.
    PageSource {
        /// Page.
        ticket: PageTicket,
        /// Text and positions.
        source: PageSource,
    },
    /// A further page was read with a rule.
    PageTested {
        /// From the command.
        generation: u64,
        /// Its address, as requested.
        url: String,
        /// The rule's result on it, or why it could not be read.
        result: Result<Arc<PageReading>, Message>,
        /// Milliseconds to fetch it.
        ms: u64,
    },
    /// A page was read twice: what to know before it is watched.
    WatchProposed {
        /// From the command.
        generation: u64,
        /// What is proposed, or why the page could not be read.
        result: Result<WatchProposals, Message>,
    },
    /// The pages that a rule was tested on have their whole text in one box, of which generic
    /// extraction misses a part on some.
    TextBoxFound {
        /// From the command.
        generation: u64,
        /// The content section that takes it.
        content: Box<Content>,
    },
    /// The samples of a site, or of the rule that is not saved yet.
    SamplesChanged {
        /// Whose.
        site: Option<SiteId>,
        /// All of them, in creation order.
        samples: Vec<SampleInfo>,
    },
    /// Samples were imported from files; `SamplesChanged` follows.
    SamplesTaken {
        /// Whose.
        site: Option<SiteId>,
        /// How many.
        added: usize,
        /// The rejected ones: the file's or sample's name, and why.
        failed: Vec<(String, Message)>,
    },
    /// A rule was run on all samples.
    SamplesTested {
        /// From the command.
        generation: u64,
        /// By sample, in their order.
        results: Vec<SampleResult>,
    },
    /// The repair proposals for a rule.
    RepairProposed {
        /// Page.
        ticket: PageTicket,
        /// The proposals, or why there are none.
        result: Result<Arc<RepairOffer>, Message>,
    },
    /// A rule compared with generic extraction.
    Agreement {
        /// Site.
        site: SiteId,
        /// Pages that were compared.
        pages: u32,
        /// By field.
        fields: Vec<FieldAgreement>,
    },
    /// A rerun has processed more of its site's stored pages.
    Rerun {
        /// Site.
        site: SiteId,
        /// The results so far.
        report: Box<RerunReport>,
        /// Whether nothing is changed.
        dry_run: bool,
        /// Whether it has ended.
        ended: bool,
    },
    /// About records that a rule rewrote.
    Reread(RereadEvent),
    /// About exports and the project's storage.
    Exports(ExportEvent),
    /// The workers on other machines.
    Workers(Box<WorkerOverview>),
    /// A proxy was tested.
    ProxyTested(Box<ProxyTest>),
    /// The progress of proxy tests.
    ProxyTests {
        /// Tested.
        done: usize,
        /// To be tested.
        of: usize,
        /// Whether no more follow: all were tested, or the test was stopped.
        ended: bool,
    },
    /// A list of proxies was imported into the pool.
    ProxiesImported(Box<ImportedProxies>),
    /// An account was tested.
    AccountTested {
        /// Which.
        account: AccountId,
        /// Whether it works.
        ok: bool,
        /// What happened.
        message: Message,
    },
    /// A site's account sees boards that the site does not begin at.
    BoardsFound(Box<FoundBoards>),
    /// A login window was opened or closed.
    LoginWindow(LoginWindow),
    /// Cookies were imported from a browser.
    CookiesBrought(Box<CookiesBrought>),
    /// A list of accounts was imported into the pool.
    AccountsImported(Box<ImportedAccounts>),
    /// The sample site runs in this process.
    SampleReady {
        /// Its address.
        url: String,
        /// Whether its demonstration begins or goes on; `SampleCollected` follows.
        collecting: bool,
    },
    /// The demonstration of the sample site is over: all its sites have run.
    SampleCollected,
    /// The rule of a search is made, or says why not.
    SearchProposed {
        /// From the command.
        generation: u64,
        /// The rule of the search, with the engines that are left out; nothing is saved.
        proposed: Box<Result<SearchProposal, Message>>,
    },
    /// The result of a look at an address; once more when the feeds that it names are checked.
    SiteLooked {
        /// From the command.
        generation: u64,
        /// What is there; nothing is saved.
        look: Arc<AddressPreview>,
    },
    /// A run cannot use a proxy because the passphrase of the secrets is not known.
    PassphraseNeeded {
        /// The site of the run.
        site: SiteId,
        /// The failure that asks for the passphrase.
        message: Message,
        /// The options of the run that is to go on once it is entered.
        options: Box<RunOptions>,
        /// Whether a run goes on meanwhile, without what is locked.
        goes_on: bool,
    },
    /// Which passwords of the pools are locked.
    SecretsLocked(Box<LockedSecrets>),
    /// A command failed; nothing was changed.
    CommandFailed {
        /// What happened, why, what to do.
        message: Message,
    },
}
