//! What is known of the rule being made by pointing. Flows in: what a person points at, types and
//! chooses. Flows out: commands for the engine, which makes all decisions about selectors; the
//! rule's text is the one truth. Nothing is drawn here.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{Id, Rect};

use super::fields::by_hand::ByHand;
use super::fields::parts::{Home, PartLocation, home_of};
use super::history::EditHistory;
use super::strip::trial::Trial;
use crate::action::Action;
use crate::command::View;
use crate::state::layout::PanelDo;
use crate::state::rule_editor::Editor;
use crate::widgets::table::TableState;
use bowerbird_engine::types::{
    BenchPart, BenchPick, ElementIndex, Message, PageReading, PageRole, Picked, Ranked, RuleFile,
    SiteId, SiteSection, SourceKind, Understood, rewrite, site_name,
};
use bowerbird_engine::{AuthoringCommand, Command, PageTicket};

/// Puts the table of what is found on top of its side.
pub(super) fn data_panel() -> Action {
    Action::Panel {
        view: View::Workbench,
        key: "data".to_owned(),
        what: PanelDo::Show,
    }
}

/// The rule being made.
#[derive(Default)]
pub struct Authoring {
    /// The site whose rule it is; `None` before it is saved.
    pub site: Option<SiteId>,
    /// The rule; `None` before anything was decided.
    pub rule: Option<Editor>,
    /// The page that is open.
    pub page: Option<About>,
    /// What that page is to the rule.
    pub role: PageRole,
    /// Whether the person said so.
    pub role_chosen: bool,
    /// What the engine sees on the page.
    pub understood: Option<Arc<Understood>>,
    /// What the rule finds on the page.
    pub reading: Option<Arc<PageReading>>,
    /// Everything pointed at.
    pub picks: Vec<BenchPick>,
    /// The part that the next click is an example of.
    pub armed: Option<PartLocation>,
    /// The part whose details are shown, and that Shift and Alt add to.
    pub shown: Option<PartLocation>,
    /// The question at the element that was clicked.
    pub question: Option<ElementQuestion>,
    /// What is decided of the steps on offer.
    pub steps: Steps,
    /// Ways to find a part, judged.
    pub ranked: BTreeMap<RankedKey, Vec<Ranked>>,
    /// What went wrong with the last wish, and remarks on it.
    pub remarks: Remarks,
    /// Elements to light up: those of a clicked cell.
    pub lit: Vec<ElementIndex>,
    /// The element that the page view should scroll to next.
    pub scroll_to: Option<ElementIndex>,
    /// The first element of what is proposed, to be brought into sight once, unless the person
    /// went somewhere else on the page already.
    pub propose_at: Option<ElementIndex>,
    /// A way to find a part, being edited as text.
    pub by_hand: Option<ByHand>,
    /// A field being renamed: its home, its name, the text typed.
    pub renaming: Option<(Home, String, String)>,
    /// The table of the data panel.
    pub table: TableState,
    /// Whether the rule is shown as text.
    pub as_text: bool,
    /// The name and wish of a rule that was sent off to be saved.
    pub saving: Option<Saving>,
    /// How the rule fared on further pages.
    pub trial: Trial,
    /// Whether it is to be tested on some of them now.
    pub test_now: bool,
    /// Whether the open page is on another host than the rule starts on, and nothing led there.
    pub foreign: bool,
    /// The page that the list led to, on its way.
    pub led_to: Option<String>,
    /// Whether the schedule is written as an expression, even where words could say it.
    pub as_cron: bool,
    /// Whether the cursor goes into the name of the field that is shown.
    pub focus_name: bool,
    /// Elements to light up as soon as the page that is on its way was read.
    pub light_next: Vec<ElementIndex>,
    /// How long the answer that is waited for took so far, in seconds of the window.
    pub waiting_since: Option<f64>,
    /// What took the last step with Enter, until a person goes elsewhere: the next one's button has the focus.
    pub by_keyboard: Option<Id>,
    pub(super) history: EditHistory<Snapshot>,
    pub(super) generations: Generations,
}

/// The open page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its ticket.
    pub ticket: PageTicket,
    /// Its address after redirects.
    pub url: String,
    /// Its title.
    pub title: String,
    /// How many elements it has.
    pub elements: u32,
}

/// By what judged ways are kept: list or page, and the part's name.
pub type RankedKey = (Home, String);

/// What was said about the last wish.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    /// Why it was not done.
    pub trouble: Option<Message>,
    /// What is worth knowing.
    pub notes: Vec<Message>,
}

/// What a person decided about the steps on offer. Part of every snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Which of the offers is shown.
    pub offer: usize,
    /// The offers were turned down: the person points instead.
    pub pointing: bool,
    /// No next page is wanted.
    pub no_next: bool,
    /// The rule is not to be tested on further pages.
    pub untested: bool,
    /// What is found on an article without a rule is taken.
    pub generic: bool,
    /// The list page, to come back to from one of its pages.
    pub list_page: Option<String>,
}

/// A rule sent off to be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// The site's name.
    pub name: String,
    /// Whether the site is to run once it is saved.
    pub run: bool,
}

/// "What is this?", asked at the element that was clicked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElementQuestion {
    /// The element.
    pub element: ElementIndex,
    /// Its box on the screen, where it has one.
    pub at: Option<Rect>,
    /// What it is; `None` until the engine said so.
    pub picked: Option<Picked>,
    /// The name being typed, when it is to be another one.
    pub name: Option<String>,
    /// The part of its text that is meant.
    pub text: Option<String>,
    /// The attribute that is meant.
    pub take: Option<String>,
    /// Whether text and attributes are shown to choose from.
    pub more: bool,
    /// Whether it was drawn before.
    pub seen: bool,
}

/// Everything that undo brings back.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub(super) text: Option<String>,
    pub(super) site: Option<SiteId>,
    pub(super) role: PageRole,
    pub(super) picks: Vec<BenchPick>,
    pub(super) shown: Option<PartLocation>,
    pub(super) steps: Steps,
}

/// Numbers of the newest wishes; answers to older ones are dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generations {
    last: u64,
    /// What is to be learned.
    pub author: Option<u64>,
    /// Reading the page.
    pub read: Option<u64>,
    /// Judging a part's ways.
    pub ways: Option<u64>,
}

impl Snapshot {
    /// The rule was saved as that site.
    pub(super) fn belongs_to(&mut self, site: SiteId) {
        self.site.get_or_insert(site);
    }

    /// That site is gone.
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
    /// The rule as data; an empty one before it was begun.
    pub fn file(&self) -> &RuleFile {
        static NONE: std::sync::LazyLock<RuleFile> = std::sync::LazyLock::new(RuleFile::default);
        self.rule.as_ref().map_or(&NONE, |rule| &rule.file)
    }

    /// Where the open page keeps its fields.
    pub fn home(&self) -> Home {
        home_of(self.role)
    }

    /// The rule's text, begun for the open page when there is none.
    pub fn text(&self) -> String {
        match &self.rule {
            Some(rule) => rule.text.clone(),
            None => blank(self.page.as_ref(), self.role),
        }
    }

    /// The rule, begun for the open page when there is none.
    pub fn rule_or_new(&mut self) -> &mut Editor {
        let (site, text) = (self.site, self.text());
        self.rule.get_or_insert_with(|| Editor::new(site, text))
    }

    /// Takes up the rule of a site, or none, and forgets the one before.
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

    /// Leaves the rule aside and begins another one on the open page; undo brings it back.
    pub fn begin_anew(&mut self, actions: &mut Vec<Action>) {
        self.note(None);
        self.site = None;
        self.rule = None;
        self.picks.clear();
        self.ranked.clear();
        self.steps = Steps::default();
        self.armed = None;
        self.shown = None;
        self.by_hand = None;
        self.foreign = false;
        self.role_chosen = false;
        if let Some(understood) = &self.understood {
            self.role = understood.role;
        }
        self.propose();
        actions.push(data_panel());
        self.read(actions);
    }

    /// Whether there is something that is not saved.
    pub fn changed(&self) -> bool {
        self.rule
            .as_ref()
            .is_some_and(|rule| rule.site.is_none() || rule.changed())
    }

    /// Whether an answer about what was pointed at is on its way.
    pub fn learning(&self) -> bool {
        self.generations.author.is_some()
    }

    /// Whether nothing that was wished is on its way.
    pub fn settled(&self) -> bool {
        self.generations.author.is_none() && self.generations.read.is_none()
    }

    /// Judged ways of a part.
    pub fn ranked(&self, spot: &PartLocation) -> &[Ranked] {
        self.ranked
            .get(&ranked_key(spot))
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// Asks what the rule finds on the open page.
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

    /// Shows the details of a part; without a learned list, its ways are asked to be judged.
    pub fn show(&mut self, spot: PartLocation, actions: &mut Vec<Action>) {
        if self.ranked(&spot).is_empty() && spot.is_on(self.role) {
            self.judge(&spot, actions);
        }
        self.by_hand = None;
        self.shown = Some(spot);
    }

    /// Asks for the ways of a part that stands in the rule already.
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

/// Under what the ways of a part are kept.
pub fn ranked_key(spot: &PartLocation) -> RankedKey {
    let name = match &spot.part {
        BenchPart::Item => "[item]",
        BenchPart::Link => "[link]",
        BenchPart::Next => "[next]",
        BenchPart::Content => "[content]",
        BenchPart::Field(name) => name,
    };
    (spot.home, name.to_owned())
}

/// A rule with nothing in it but the site.
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
