//! What the engine reports.

use serde::Serialize;

use std::path::PathBuf;
use std::sync::Arc;

use super::RecordPicture;
use super::RerunReport;
use super::authoring::{Authored, BenchPart, PageReading, PageSource, TreeLine, Understood};
use super::rule_care::{FieldAgreement, RepairOffer, SampleInfo, SampleResult};
use super::{CookiesBrought, ExportNews, ImportedAccounts, ImportedProxies, ProxyTest, RereadNews};
use bowerbird_io::preview::{Layout, StructureItem};
use bowerbird_logic::learn::{Picked, Ranked};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    AccountId, Record, RecordId, RunEnd, RunId, RunProgress, SiteEvent, SiteException, SiteId,
    SiteStatus, Value, Verdict,
};
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::select::Selected;
use jiff::Timestamp;

/// A page opened in the workbench; numbers are chosen by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct PageTicket(pub u64);

/// A fetched page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenedPage {
    /// Address after redirects.
    pub url: String,
    /// Address that was asked for.
    pub requested: String,
    /// Title.
    pub title: String,
    /// Status.
    pub status: u16,
    /// Encoding, such as `UTF-8`.
    pub encoding: String,
    /// What the answer says it is, such as `text/html`; empty when it says nothing.
    pub content_type: String,
    /// Headers of the answer in order, names lower case, cookies left out.
    pub headers: Vec<(String, String)>,
    /// Whether it was kept or lies on disk, so that nothing was asked of a site.
    pub from_store: bool,
    /// When it was fetched; of a file, when that was written, where that is known.
    pub read_at: Option<Timestamp>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
    /// Milliseconds to fetch.
    pub fetch_ms: u64,
    /// Body size in bytes.
    pub bytes: u64,
    /// Elements in its tree.
    pub elements: u32,
    /// The judgement on it.
    pub verdict: Verdict,
    /// What robots.txt says against collecting it; a person may look at it all the same.
    pub robots: Option<Message>,
    /// Headings, paragraphs, links and lists, for the structural view.
    pub structure: Vec<StructureItem>,
}

/// What a selector found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SelectionResult {
    /// The selector's text.
    pub source: String,
    /// Matches in order, the first 10,000.
    pub matches: Vec<Selected>,
    /// How many there are.
    pub count: usize,
    /// Why it cannot be evaluated, with the character position where known.
    pub error: Option<(Option<usize>, Message)>,
}

impl Event {
    /// What could not be done, and why; `None` where it tells something else.
    pub fn failure(&self) -> Option<&Message> {
        match self {
            Self::CommandFailed { message } | Self::Exports(ExportNews::Failed { message, .. }) => {
                Some(message)
            }
            _ => None,
        }
    }
}

/// An event.
#[derive(Clone, Debug, Serialize)]
pub enum Event {
    /// Sites were added, removed or changed their state: ask again.
    SitesChanged,
    /// Somebody started the program again with this project: its window comes to the front.
    ShowWanted,
    /// What a person said of a page is kept; `SitesChanged` follows.
    Taught(Box<SiteException>),
    /// Records were added or removed: ask again.
    RecordsChanged,
    /// About texts.
    Texts(super::TextEvent),
    /// The pictures of a record, as asked for.
    Pictures {
        /// Which record.
        record: RecordId,
        /// Its pictures, in order.
        pictures: Vec<RecordPicture>,
    },
    /// About alerts.
    Alerts(super::AlertEvent),
    /// Proxies or accounts changed: ask again.
    PoolsChanged,
    /// Tasks changed: ask again.
    TasksChanged,
    /// What the project may do by itself was decided: ask again.
    PermissionsChanged,
    /// A run began.
    RunStarted {
        /// Run.
        run: RunId,
        /// Site.
        site: SiteId,
        /// Whether it goes on with what an earlier run left.
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
    /// A site changed its state in a run.
    SiteState {
        /// Site.
        site: SiteId,
        /// How it fares.
        status: SiteStatus,
    },
    /// A site moved from a phase of its supervision to another.
    SitePhase {
        /// Site.
        site: SiteId,
        /// The move.
        event: Box<SiteEvent>,
    },
    /// Something was tried about a site, or what came of it is known: ask again.
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
        /// What a person should know.
        message: Option<Message>,
    },
    /// All runs of a `RunCommand::Start` have ended.
    RunsEnded,
    /// A page was fetched.
    PageOpened {
        /// Page.
        ticket: PageTicket,
        /// What it is.
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
        /// What it is.
        picked: Picked,
    },
    /// What a selector found.
    Selection {
        /// Page.
        ticket: PageTicket,
        /// The result.
        result: SelectionResult,
    },
    /// What a rule makes of a page.
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
    /// What a page is and what may be made of it; once, soon after `PageOpened`.
    PageUnderstood {
        /// Page.
        ticket: PageTicket,
        /// What was understood.
        understood: Arc<Understood>,
    },
    /// What was learned from picks or taken from an offer.
    Authored {
        /// Page.
        ticket: PageTicket,
        /// Of the command.
        generation: u64,
        /// The rule as it is now, or why nothing could be learned.
        result: Result<Box<Authored>, Message>,
    },
    /// Ways to find a part of a rule, best first.
    RankedAlternatives {
        /// Page.
        ticket: PageTicket,
        /// Of the command.
        generation: u64,
        /// The part.
        part: BenchPart,
        /// Those of the rule and others; the rule's own come with what they find.
        ranked: Vec<Ranked>,
    },
    /// What a rule makes of a page.
    PageRead {
        /// Page.
        ticket: PageTicket,
        /// Of the command.
        generation: u64,
        /// Rows, marks, faults.
        reading: Arc<PageReading>,
    },
    /// Where a text stands.
    TextFound {
        /// Page.
        ticket: PageTicket,
        /// Of the command.
        generation: u64,
        /// The smallest elements that show it, in page order, the first 5,000.
        elements: Vec<ElementIndex>,
    },
    /// The elements of a page.
    PageTree {
        /// Page.
        ticket: PageTicket,
        /// A line an element, in page order.
        tree: Arc<Vec<TreeLine>>,
    },
    /// The source of a page.
    PageSource {
        /// Page.
        ticket: PageTicket,
        /// Text and places.
        source: PageSource,
    },
    /// A further page was read with a rule.
    PageTested {
        /// Of the command.
        generation: u64,
        /// Its address, as asked for.
        url: String,
        /// What the rule makes of it, or why it could not be read.
        result: Result<Arc<PageReading>, Message>,
        /// Milliseconds to fetch it.
        ms: u64,
    },
    /// The samples of a site, or of the rule that is not saved yet.
    SamplesChanged {
        /// Whose.
        site: Option<SiteId>,
        /// All of them, in the order they were made.
        samples: Vec<SampleInfo>,
    },
    /// Samples were taken out of files; `SamplesChanged` follows.
    SamplesTaken {
        /// Whose.
        site: Option<SiteId>,
        /// How many.
        added: usize,
        /// Those that could not be taken: the file's or sample's name, and why.
        failed: Vec<(String, Message)>,
    },
    /// A rule was run on all samples.
    SamplesTested {
        /// Of the command.
        generation: u64,
        /// By sample, in their order.
        results: Vec<SampleResult>,
    },
    /// How a rule would work again.
    RepairProposed {
        /// Page.
        ticket: PageTicket,
        /// The proposals, or why there can be none.
        result: Result<Arc<RepairOffer>, Message>,
    },
    /// A rule beside generic extraction.
    Agreement {
        /// Site.
        site: SiteId,
        /// Pages that were compared.
        pages: u32,
        /// By field.
        fields: Vec<FieldAgreement>,
    },
    /// A rule was run over more of its site's stored pages.
    Rerun {
        /// Site.
        site: SiteId,
        /// What was found so far.
        report: Box<RerunReport>,
        /// Whether nothing is changed by it.
        dry_run: bool,
        /// Whether that is all.
        ended: bool,
    },
    /// Of records that a rule rewrote.
    Reread(RereadNews),
    /// Of exports and the project's storage.
    Exports(ExportNews),
    /// A proxy was tested.
    ProxyTested(Box<ProxyTest>),
    /// So many of the proxies that are to be tested were.
    ProxyTests {
        /// Tested.
        done: usize,
        /// To be tested.
        of: usize,
        /// Whether no more come: all were, or somebody stopped it.
        ended: bool,
    },
    /// A list of proxies was read into the pool.
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
    /// Cookies were brought from a browser.
    CookiesBrought(Box<CookiesBrought>),
    /// A list of accounts was read into the pool.
    AccountsImported(Box<ImportedAccounts>),
    /// The sample site runs in this process.
    SampleReady {
        /// Its address.
        url: String,
    },
    /// A command failed; nothing was changed.
    CommandFailed {
        /// What happened, why, what to do.
        message: Message,
    },
}
