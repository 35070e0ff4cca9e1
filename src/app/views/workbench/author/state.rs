//! The state of the rule being created by pointing. Input: the user's picks, input and choices.
//! Output: commands for the engine, which makes all decisions about selectors; the rule's text
//! is the source of truth. Nothing is drawn here.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{Id, Rect};

use super::fields::alternative_text::ByHand;
use super::fields::rule_parts::{Home, PartLocation, home_of};
use super::history::EditHistory;
use super::next_step_bar::trial_results::Trial;
use super::page_steps::UsePage;
use crate::action::Action;
use crate::shortcuts::View;
use crate::state::app_state::EndedRun;
use crate::state::layout::PanelAction;
use crate::state::rule_editor::Editor;
use crate::views::tasks::read_twice::ReadTwice;
use crate::widgets::table::TableState;
use bowerbird_engine::types::{
    AnalysedPage, ElementIndex, Message, PageReading, PageRole, Picked, Ranked, RuleFile, SiteId,
    SiteSection, SourceKind, Verdict, WorkbenchPart, WorkbenchPick, rewrite, site_name,
};
use bowerbird_engine::{AccountChoice, AuthoringCommand, Command, PageTicket, PageWays};

/// Shows the data table on top of its side.
pub(super) fn data_panel() -> Action {
    Action::Panel {
        view: View::Workbench,
        key: "data".to_owned(),
        what: PanelAction::Show,
    }
}

/// The rule being created.
#[derive(Default)]
pub struct Authoring {
    /// The rule's site; `None` before it is saved.
    pub site: Option<SiteId>,
    /// The rule; `None` before the first decision.
    pub rule: Option<Editor>,
    /// The page that is open.
    pub page: Option<About>,
    /// The role of that page for the rule.
    pub role: PageRole,
    /// Whether the user set it.
    pub role_chosen: bool,
    /// The page read twice, before it is watched.
    pub twice: ReadTwice,
    /// The engine's analysis of the page.
    pub understood: Option<Arc<AnalysedPage>>,
    /// The rule's results on the page.
    pub reading: Option<Arc<PageReading>>,
    /// The results on the list that was read last.
    pub(super) list_reading: Option<Arc<PageReading>>,
    /// All picks.
    pub picks: Vec<WorkbenchPick>,
    /// The part that the next click is an example of.
    pub armed: Option<PartLocation>,
    /// The part whose details are shown, changed by Shift and Alt clicks.
    pub shown: Option<PartLocation>,
    /// The question at the clicked element.
    pub question: Option<ElementQuestion>,
    /// Decisions about the offered steps.
    pub steps: Steps,
    /// Ranked alternatives of parts.
    pub ranked: BTreeMap<RankedKey, Vec<Ranked>>,
    /// The error and notes of the last request.
    pub remarks: Remarks,
    /// Elements to highlight: those of a clicked cell.
    pub lit: Vec<ElementIndex>,
    /// The element that the page view should scroll to next.
    pub scroll_to: Option<ElementIndex>,
    /// The record of a proposal to exclude once the proposal is accepted.
    pub exclude_next: Option<ElementIndex>,
    /// The first proposed element, scrolled into view once, unless the user scrolled elsewhere
    /// before.
    pub propose_at: Option<ElementIndex>,
    /// An alternative being edited as text.
    pub by_hand: Option<ByHand>,
    /// A field being renamed: its home, its name, the typed text.
    pub renaming: Option<(Home, String, String)>,
    /// The table of the data panel.
    pub table: TableState,
    /// Whether the rule is shown as text.
    pub as_text: bool,
    /// The name and request of a rule being saved.
    pub saving: Option<Saving>,
    /// The rule's results on further pages.
    pub trial: Trial,
    /// The number of samples on which the rule finds nothing, and of all that it was run on.
    pub unread_samples: (usize, usize),
    /// The text of the rule that is to be saved although it finds nothing on samples.
    pub(super) save_anyway: Option<String>,
    /// Whether the page is wanted as a plain request brings it.
    pub plain_wanted: bool,
    /// Whether the rule took something from the page since it was last read.
    pub(super) took: bool,
    /// What is done on the page before it is read, and whether clicks on it are recorded.
    pub use_page: UsePage,
    /// Whether a repair of the rule is shown.
    pub repairing: bool,
    /// Whether to test it on some of them now.
    pub test_now: bool,
    /// Whether the open page is on another host than the rule's start, and was not linked from it.
    pub foreign: bool,
    /// Whether the page is neither a start page of the saved site nor was opened from its list.
    pub beside_site: bool,
    /// The end of a run that was told last, and the page it was told on: another page has its own
    /// line.
    pub(super) told_end: Option<(EndedRun, String)>,
    /// The page linked from the list that is being loaded.
    pub led_to: Option<String>,
    /// Whether the schedule is shown as an expression, even if words could represent it.
    pub as_cron: bool,
    /// Whether to focus the name of the displayed field.
    pub focus_name: bool,
    /// Elements to highlight once the loading page was read.
    pub light_next: Vec<ElementIndex>,
    /// Start of the current wait, in seconds of the window.
    pub waiting_since: Option<f64>,
    /// The widget that took the last step with Enter, until the user moves the focus: then the next
    /// step's button is focused.
    pub by_keyboard: Option<Id>,
    pub(super) history: EditHistory<Snapshot>,
    pub(super) generations: Generations,
}

/// The open page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Its ticket.
    pub ticket: PageTicket,
    /// Its address after redirects.
    pub url: String,
    /// The requested address.
    pub requested: String,
    /// Its title.
    pub title: String,
    /// How many elements it has.
    pub elements: u32,
    /// Whether a plain request brought it, and the browser may show more of it.
    pub may_show_more: bool,
    /// The verdict on the answer.
    pub verdict: Option<Verdict>,
    /// The proxy that it was fetched through.
    pub proxy: Option<String>,
    /// As whom it is shown, if its site has an account.
    pub shown_as: Option<AccountChoice>,
    /// The ways to what it shows, if it is one that its scripts make.
    pub ways: Option<Box<PageWays>>,
}

impl About {
    /// The address that was requested: where the site sent the visitor is another one.
    pub fn requested_url(&self) -> &str {
        match self.requested.is_empty() {
            true => &self.url,
            false => &self.requested,
        }
    }
}

/// Key of ranked alternatives: list or page, and the part's name.
pub type RankedKey = (Home, String);

/// The result of the last request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    /// Why it failed.
    pub trouble: Option<Message>,
    /// Notes.
    pub notes: Vec<Message>,
}

/// The user's decisions about the offered steps. Part of every snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// The index of the displayed offer.
    pub offer: usize,
    /// The offers were rejected: the user picks instead.
    pub pointing: bool,
    /// No next page is wanted.
    pub no_next: bool,
    /// The rule is not tested on further pages.
    pub untested: bool,
    /// The generic extraction of an article is accepted.
    pub generic: bool,
    /// The user works with the page although the site refused it.
    pub refused_anyway: bool,
    /// The built-in rule for the page's software was declined.
    pub without_ready: bool,
    /// Another site is wanted although one starts at the page.
    pub beside_known: bool,
    /// The user typed the site's name.
    pub name_typed: bool,
    /// The list page, to return to from one of its pages.
    pub list_page: Option<String>,
    /// The pages that this list leads to, at its host.
    pub links: Vec<String>,
}

/// A rule being saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// The site's name.
    pub name: String,
    /// Whether to run the site once it is saved.
    pub run: bool,
}

/// "What is this?", asked at the clicked element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElementQuestion {
    /// The element.
    pub element: ElementIndex,
    /// Its box on the screen, if it has one.
    pub at: Option<Rect>,
    /// Its description; `None` until the engine sent it.
    pub picked: Option<Picked>,
    /// The typed name, for another field.
    pub name: Option<String>,
    /// The selected part of its text.
    pub text: Option<String>,
    /// The selected attribute.
    pub take: Option<String>,
    /// Whether text and attributes are offered for selection.
    pub more: bool,
    /// Whether it was drawn before.
    pub seen: bool,
}

/// The state restored by undo.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub(super) text: Option<String>,
    pub(super) site: Option<SiteId>,
    pub(super) role: PageRole,
    pub(super) picks: Vec<WorkbenchPick>,
    pub(super) shown: Option<PartLocation>,
    pub(super) steps: Steps,
}

/// Numbers of the newest requests; answers to older ones are dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generations {
    last: u64,
    /// Learning.
    pub author: Option<u64>,
    /// Reading the page.
    pub read: Option<u64>,
    /// Ranking a part's alternatives.
    pub ways: Option<u64>,
}

impl Snapshot {
    /// The rule was saved as that site.
    pub(super) fn belongs_to(&mut self, site: SiteId) {
        self.site.get_or_insert(site);
    }

    /// That site was removed.
    pub(super) fn leaves(&mut self, site: SiteId) {
        self.site = self.site.filter(|its| *its != site);
    }
}

impl Generations {
    pub(super) fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}

impl Authoring {
    /// The parsed rule; an empty one before it was begun.
    pub fn file(&self) -> &RuleFile {
        static NONE: std::sync::LazyLock<RuleFile> = std::sync::LazyLock::new(RuleFile::default);
        self.rule.as_ref().map_or(&NONE, |rule| &rule.file)
    }

    /// The section of the rule for the open page's fields.
    pub fn home(&self) -> Home {
        home_of(self.role)
    }

    /// The rule's text; begins one for the open page if there is none.
    pub fn text(&self) -> String {
        match &self.rule {
            Some(rule) => rule.text.clone(),
            None => blank(self.page.as_ref(), self.role),
        }
    }

    /// The rule; begins one for the open page if there is none.
    pub fn rule_or_new(&mut self) -> &mut Editor {
        let (site, text) = (self.site, self.text());
        self.rule.get_or_insert_with(|| Editor::new(site, text))
    }

    /// Loads the rule of a site, or none, and drops the previous one.
    pub fn load_rule(&mut self, site: Option<SiteId>, text: Option<String>) {
        let page = self.page.take();
        let generations = self.generations.clone();
        *self = Self {
            site,
            rule: text.map(|text| Editor::new(site, text)),
            page,
            generations,
            ..Self::default()
        };
    }

    /// Puts the rule aside and begins another one on the open page; undo restores it.
    pub fn begin_anew(&mut self, actions: &mut Vec<Action>) {
        self.note(None);
        self.site = None;
        self.rule = None;
        self.picks.clear();
        self.ranked.clear();
        self.steps = Steps::default();
        self.list_reading = None;
        self.twice = ReadTwice::default();
        self.armed = None;
        self.shown = None;
        self.by_hand = None;
        (self.foreign, self.beside_site) = (false, false);
        self.role_chosen = false;
        if let Some(understood) = &self.understood {
            self.role = understood.role;
        }
        self.propose();
        actions.push(data_panel());
        self.read(actions);
    }

    /// Whether there are unsaved changes.
    pub fn changed(&self) -> bool {
        self.rule
            .as_ref()
            .is_some_and(|rule| rule.site.is_none() || rule.changed())
    }

    /// Whether an answer about a pick is pending.
    pub fn learning(&self) -> bool {
        self.generations.author.is_some()
    }

    /// Whether no request is pending.
    pub fn settled(&self) -> bool {
        self.generations.author.is_none() && self.generations.read.is_none()
    }

    /// Ranked alternatives of a part.
    pub fn ranked(&self, spot: &PartLocation) -> &[Ranked] {
        self.ranked
            .get(&ranked_key(spot))
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// Requests the rule's results on the open page.
    pub fn read(&mut self, actions: &mut Vec<Action>) {
        let Some(page) = &self.page else {
            return;
        };
        let generation = self.generations.next();
        self.generations.read = Some(generation);
        actions.push(Action::Send(Command::Authoring(AuthoringCommand::Read {
            ticket: page.ticket,
            generation,
            role: self.role,
            rule_toml: self.text(),
        })));
    }

    /// A reading of the open page with what the list that links to it says of it. A list is
    /// remembered for its pages.
    pub(super) fn with_list(&mut self, reading: Arc<PageReading>) -> Arc<PageReading> {
        if reading.role == PageRole::List {
            if reading.rows.iter().any(|row| row.link.is_some()) {
                self.list_reading = Some(Arc::clone(&reading));
            }
            return reading;
        }
        let (Some(list), Some(page)) = (&self.list_reading, &self.page) else {
            return reading;
        };
        if self.file().list.is_none() {
            return reading;
        }
        let joined = reading.with_list_values(list, page.requested_url());
        let joined = joined.or_else(|| reading.with_list_values(list, &page.url));
        joined.map_or(reading, Arc::new)
    }

    /// Shows the details of a part; without learned alternatives, requests a ranking.
    pub fn show(&mut self, spot: PartLocation, actions: &mut Vec<Action>) {
        if self.ranked(&spot).is_empty() && spot.is_on(self.role) {
            self.judge(&spot, actions);
        }
        self.by_hand = None;
        self.shown = Some(spot);
    }

    /// Requests a ranking of the alternatives of a part of the rule.
    pub fn judge(&mut self, spot: &PartLocation, actions: &mut Vec<Action>) {
        let Some(page) = self.page.as_ref().filter(|_| self.rule.is_some()) else {
            return;
        };
        let generation = self.generations.next();
        self.generations.ways = Some(generation);
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::Alternatives {
                ticket: page.ticket,
                generation,
                rule_toml: self.text(),
                role: self.role,
                part: spot.part.clone(),
            },
        )));
    }
}

/// The key of a part's alternatives.
pub fn ranked_key(spot: &PartLocation) -> RankedKey {
    let name = match &spot.part {
        WorkbenchPart::Item => "[item]",
        WorkbenchPart::Link => "[link]",
        WorkbenchPart::Next => "[next]",
        WorkbenchPart::Content => "[content]",
        WorkbenchPart::Field(name) => name,
    };
    (spot.home, name.to_owned())
}

/// A rule that only contains the site.
fn blank(page: Option<&About>, role: PageRole) -> String {
    let (url, title) = page.map_or(("", ""), |page| (page.url.as_str(), page.title.trim()));
    let kind = match role {
        PageRole::List => SourceKind::List,
        PageRole::Article | PageRole::Records => SourceKind::Pages,
    };
    let name = site_name(title, url);
    let name = if name.is_empty() { url } else { &name };
    let file = RuleFile {
        site: SiteSection {
            name: name.chars().filter(|c| !c.is_control()).collect(),
            kind,
            start: vec![url.to_owned()],
            ..SiteSection::default()
        },
        ..RuleFile::default()
    };
    rewrite("", &file).unwrap_or_default()
}
