//! What the faces may ask for.

use std::path::PathBuf;
use std::time::Duration;

use super::PartWord;
use super::authoring::{BenchPart, BenchPick, PageRole};
use super::{
    AccountOrder, ExportOrder, PageTicket, ProxyOrder, RereadOrder, SelectorDraft, TaskOrder,
};
use super::{SignalFile, TaughtPage, TextOrder};
use bowerbird_logic::model::{
    ExceptionId, RuleOrigin, RunOptions, SampleId, SiteId, SiteOrder, TaskDraft, TaskId,
};
use bowerbird_logic::page::ElementIndex;

/// A command. Every command leads to events; a failing one to [`super::Event::CommandFailed`].
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Adds a site by its rule file's text → `SitesChanged`.
    AddSite {
        /// The rule file.
        rule_toml: String,
        /// Where it comes from.
        origin: RuleOrigin,
    },
    /// Adds a site by a rule file, with the samples beside it → `SitesChanged`, `SamplesTaken`, `SamplesChanged`.
    AddRuleFile {
        /// The file.
        path: PathBuf,
    },
    /// Adds a site known only by its address, with a starter rule → `SitesChanged`.
    AddSiteByUrl {
        /// The address.
        url: String,
    },
    /// Adds a source → `SitesChanged`: `feed`, `sitemap`, `pages` visited, a site to `crawl`.
    AddSource {
        /// The kind of the rule.
        kind: String,
        /// What the source calls itself; the site is named after its host where that is blank.
        title: String,
        /// Its start addresses.
        urls: Vec<String>,
    },
    /// Replaces a site's rule → `SitesChanged`.
    UpdateSite {
        /// Which.
        site: SiteId,
        /// The rule file.
        rule_toml: String,
        /// Where it comes from.
        origin: RuleOrigin,
    },
    /// Takes up an older version of a site's rule again, as its newest → `SitesChanged`.
    RestoreRule {
        /// Which site.
        site: SiteId,
        /// Number of the version.
        version: u32,
    },
    /// Runs a site's rule over its stored pages, without a request → `Rerun`, `RecordsChanged`.
    /// `Stop` stops it.
    Rerun {
        /// Which site.
        site: SiteId,
        /// Whether records that the rule no longer yields go.
        remove_lost: bool,
    },
    /// About what a rule makes of stored pages.
    Reread(RereadOrder),
    /// Removes a site with all it collected → `SitesChanged`, `RecordsChanged`.
    RemoveSite {
        /// Which.
        site: SiteId,
    },
    /// Enables or disables a site → `SitesChanged`.
    EnableSite {
        /// Which.
        site: SiteId,
        /// On or off.
        enabled: bool,
    },
    /// Teaches that a page of a site is no block, or is one, and so its like → `SitesChanged`.
    TeachException(TaughtPage),
    /// Forgets an exception → `SitesChanged`.
    ForgetException(ExceptionId),
    /// Keeps or removes signals of the project's own → `SitesChanged`.
    SetSignals(SignalFile),
    /// Runs sites → `RunStarted`, `RunProgress`, `RunEnded`, `SitesChanged`, `RecordsChanged`.
    Run {
        /// Which; all enabled ones when empty.
        sites: Vec<SiteId>,
        /// Limits.
        options: RunOptions,
    },
    /// Stops the run of a site (it resumes next time).
    Stop {
        /// Which.
        site: SiteId,
    },
    /// Pauses the run of a site until a person runs it by name, also beyond the program's end.
    Pause {
        /// Which.
        site: SiteId,
    },
    /// Ends the run of a site for good: what it has queued is dropped, and the next run begins
    /// anew. So too where none runs → `SitesChanged`.
    Cancel {
        /// Which.
        site: SiteId,
    },
    /// Takes the last `Cancel` of a site back, until its next run begins → `SitesChanged`.
    RestoreQueue {
        /// Which.
        site: SiteId,
    },
    /// Does what a person wants about a site → `SitePhase`, `SitesChanged`, and what runs tell.
    Supervise {
        /// Which.
        site: SiteId,
        /// What.
        order: SiteOrder,
    },
    /// Lets the run of a site that goes on ask at least so far apart, until it ends. Never less than
    /// its rule, robots.txt and supervision ask for.
    Pace {
        /// Which.
        site: SiteId,
        /// Least time between two requests; zero leaves it to the rule again. At most ten minutes.
        gap: Duration,
    },
    /// Stops all runs at once; pages under way are asked for again the next time.
    StopAll,
    /// Stops all runs when the pages under way are stored.
    FinishAll,
    /// Pauses all runs and begins none but those that a person asks for, or lets those that were
    /// paused by this, and those that wait, go on → `SitesChanged`.
    HoldAll {
        /// Hold them or let them go on.
        on: bool,
    },
    /// Fetches a page and draws it → `PageOpened`, then `PageDrawn` or `PageNotDrawn`; or `PageFailed`.
    OpenPage {
        /// Chosen by the caller; every event about the page carries it.
        ticket: PageTicket,
        /// The address, as typed (a missing scheme becomes https, http for loopback).
        url: String,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Draws an open page again, for another width or scale, without fetching it again →
    /// `PageDrawn` or `PageNotDrawn`. The newest size wins.
    DrawPage {
        /// Which page.
        ticket: PageTicket,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Paints a tile of a drawn page → `Tile`.
    PaintTile {
        /// Which page.
        ticket: PageTicket,
        /// Which tile, from the top.
        number: u32,
    },
    /// Describes an element → `Picked`.
    Pick {
        /// Which page.
        ticket: PageTicket,
        /// Which element.
        element: ElementIndex,
    },
    /// Evaluates a selector → `Selection`; the newest request of a page wins.
    Select {
        /// Which page.
        ticket: PageTicket,
        /// The selector.
        selector: SelectorDraft,
    },
    /// Tries a rule on the page, as list and as content → `RuleTried`.
    TryRule {
        /// Which page.
        ticket: PageTicket,
        /// The rule file.
        rule_toml: String,
    },
    /// Learns from picks and writes the rule → `Authored`. Everything picked so far is sent each
    /// time; the newest request of a page wins.
    Author {
        /// Which page is looked at.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What that page is to the rule.
        role: PageRole,
        /// The rule; blank for a new one.
        rule_toml: String,
        /// Everything picked so far, on all pages and for all roles.
        picks: Vec<BenchPick>,
        /// What changed: only this part of the rule is replaced, and its container if need be.
        part: BenchPart,
    },
    /// Takes an offer of repeated records → `Authored`.
    AcceptOffer {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// The rule; blank for a new one.
        rule_toml: String,
        /// Place of the offer in `Understood::offers`.
        offer: usize,
        /// What the page is; records that lead to pages can be taken as records of this page.
        role: PageRole,
    },
    /// Takes an offered way to the next page → `Authored`.
    AcceptNext {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// Place of the offer in `Understood::next`.
        offer: usize,
    },
    /// Judges what a rule has for a part, and learns other ways from what it finds →
    /// `RankedAlternatives`.
    Alternatives {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// The part.
        part: BenchPart,
    },
    /// Reads a page with a rule → `PageRead`; the newest request of a page wins.
    ReadPage {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
    },
    /// Finds a text on a page → `TextFound`; the newest request of a page wins.
    FindText {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What to find, in any case of letters.
        text: String,
    },
    /// The elements of a page as lines → `PageTree`.
    PageTree {
        /// Which page.
        ticket: PageTicket,
    },
    /// The source of a page with the places of its elements → `PageSource`.
    PageSource {
        /// Which page.
        ticket: PageTicket,
    },
    /// Opens a kept page, without a request → as `OpenPage`.
    OpenStored {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// Its site.
        site: SiteId,
        /// Its address.
        url: String,
        /// Whether what was kept as evidence is meant, where there is such; else the page.
        evidence: bool,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens a page that lies on disk (`.gz` too), without a request → as `OpenPage`.
    OpenFile {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// Where.
        path: PathBuf,
        /// The address that its links join to; what the page says itself when absent.
        base: Option<String>,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens the page of a sample, without a request → as `OpenPage`.
    OpenSamplePage {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// Its site; none for a rule that is not saved yet.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Reads further pages with a rule, one after the other at the rule's pace → `PageTested`
    /// each. A newer one ends it; one without addresses only ends it.
    TestPages {
        /// Carried back with the answers.
        generation: u64,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The pages, the first 20.
        urls: Vec<String>,
    },
    /// Keeps an open page as a sample that expects what the rule yields now → `SamplesChanged`.
    AddSample {
        /// Which page.
        ticket: PageTicket,
        /// Whose sample; none for a rule that is not saved yet (see `SaveSamples`).
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// What the page is to the rule.
        role: PageRole,
    },
    /// Makes pages that lie on disk samples → `SamplesTaken`, `SamplesChanged`.
    AddSampleFiles {
        /// Whose samples; none for a rule that is not saved yet.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// Takes the samples that lie beside a rule file → `SamplesTaken`, `SamplesChanged`.
    TakeSamples {
        /// Whose samples they are to be.
        site: SiteId,
        /// The rule file; they lie in `NAME.samples` beside it.
        rule_file: PathBuf,
    },
    /// Removes a sample → `SamplesChanged`.
    RemoveSample {
        /// Whose.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
    },
    /// Makes a sample expect what the rule yields now → `SamplesChanged`.
    AcceptSample {
        /// Whose.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
        /// The rule.
        rule_toml: String,
    },
    /// Gives the samples of the rule that was not saved yet to its site → `SamplesChanged`.
    SaveSamples {
        /// The site that the rule was saved as.
        site: SiteId,
    },
    /// Tells the samples → `SamplesChanged`.
    ListSamples {
        /// Whose.
        site: Option<SiteId>,
    },
    /// Forgets the samples of the rule that was not saved → `SamplesChanged`.
    DropSamples,
    /// Runs a rule on all samples, without a request → `SamplesTested`; a newer one ends it.
    RunSamples {
        /// Carried back with the answer.
        generation: u64,
        /// Whose.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
    },
    /// Proposes how a rule would work again on an open page, from the site's samples and kept
    /// pages → `RepairProposed`. Open pages of the same host are looked at too.
    ProposeRepair {
        /// Which page.
        ticket: PageTicket,
        /// The site.
        site: SiteId,
        /// The rule.
        rule_toml: String,
    },
    /// Takes proposals of the last `RepairProposed` of the page → `Authored`.
    AcceptRepair {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// Places of the proposals.
        accepted: Vec<usize>,
    },
    /// Compares a site's rule with generic extraction on its newest kept pages, without a request
    /// → `Agreement`.
    Agreement {
        /// The site.
        site: SiteId,
    },
    /// Closes a page (kills its child process).
    ClosePage {
        /// Which page.
        ticket: PageTicket,
    },
    /// About exports and the project's storage → `Exports`.
    Exports(ExportOrder),
    /// About the proxy pool.
    Proxies(ProxyOrder),
    /// About texts: marks, searches by name, reposts, summaries → `Texts`.
    Texts(TextOrder),
    /// About the account pool.
    Accounts(AccountOrder),
    /// About alerts: conditions, ways, tests → `Alerts`.
    Alerts(super::AlertOrder),
    /// Adds a task → `TasksChanged`.
    AddTask {
        /// What.
        draft: TaskDraft,
    },
    /// Removes a task → `TasksChanged`.
    RemoveTask {
        /// Which.
        task: TaskId,
    },
    /// Pauses or resumes a task → `TasksChanged`.
    PauseTask {
        /// Which.
        task: TaskId,
        /// Pause or resume.
        paused: bool,
    },
    /// More about tasks.
    Tasks(TaskOrder),
    /// What the person says to parts of the project's plan → `PermissionsChanged`.
    Decide(Vec<PartWord>),
    /// Turns the scheduler on or off (off at start).
    Schedule {
        /// On or off.
        on: bool,
    },
    /// Starts the sample site in this process, adds its sites → `SampleReady`, `SitesChanged`.
    OpenSample,
    /// Stops everything; the event stream ends.
    Shutdown,
}
