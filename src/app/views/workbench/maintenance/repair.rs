//! The repair of the current rule: the proposals, the accepted ones, and the old page beside the
//! current one. Input: the engine's offer, and its answers about the old page. Output:
//! commands. Nothing is drawn.

use std::sync::Arc;

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::Authoring;
use crate::views::workbench::author::fields::rule_parts;
use crate::views::workbench::page::{ElementMark, MarkStyle, PageView, Phase};
use bowerbird_engine::types::{
    FieldRule, Message, OldPageInfo, PageReading, PageRole, RepairChange, RepairOffer,
    RepairStatus, RuleOrigin, RulePart, SiteId, WorkbenchPart,
};
use bowerbird_engine::{AuthoringCommand, Command, PageCommand, PageTicket};

/// Tickets of old pages begin here, far above those of pages opened by the user.
const FIRST_TICKET: u64 = 1 << 40;
/// Maximum marks drawn per part.
const MOST: usize = 500;

/// The displayed repair.
pub struct Repairing {
    /// The site.
    pub site: SiteId,
    /// The proposals; `None` while they are computed.
    pub offer: Option<Result<Arc<RepairOffer>, Message>>,
    /// Whether each proposal is accepted, in their order; initially all but the doubtful ones.
    pub taken: Vec<bool>,
    /// Whether the accepted ones are in the rule already.
    pub done: bool,
    /// The old page.
    pub old: PageView,
    /// Index of the displayed old page.
    pub shown: usize,
    /// The page on which it began.
    pub page: PageTicket,
    /// Its address and its role for the rule.
    here: (String, PageRole),
    /// The original rule, which reads the old page.
    text: String,
    reading: Option<Arc<PageReading>>,
    generation: u64,
    opening: bool,
    /// Whether reading the old page was requested.
    asked: bool,
    /// Whether the pages behind the list are to be tested once it is read with the accepted
    /// proposals.
    tests_pages: bool,
}

impl Repairing {
    /// Requests a repair of the rule on the open page.
    pub fn begin(author: &Authoring, actions: &mut Vec<Action>) -> Option<Self> {
        let (site, page) = (author.site?, author.page.as_ref()?);
        let text = author.text();
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::ProposeRepair {
                ticket: page.ticket,
                site,
                rule_toml: text.clone(),
            },
        )));
        Some(Self {
            site,
            offer: None,
            taken: Vec::new(),
            done: false,
            old: blank(PageTicket(FIRST_TICKET + page.ticket.0)),
            shown: 0,
            page: page.ticket,
            here: (page.url.clone(), author.role),
            text,
            reading: None,
            generation: 0,
            opening: false,
            asked: false,
            tests_pages: false,
        })
    }

    /// Handles the engine's proposals.
    pub fn proposed(
        &mut self,
        ticket: PageTicket,
        result: Result<Arc<RepairOffer>, Message>,
        actions: &mut Vec<Action>,
    ) {
        if ticket != self.page {
            return;
        }
        if let Ok(offer) = &result {
            let doubtful = offer.proposals.iter().map(|proposal| proposal.doubtful);
            self.taken = doubtful.map(|doubtful| !doubtful).collect();
        }
        self.offer = Some(result);
        let (url, role) = &self.here;
        self.show_old(nearest(self.old_pages(), url, *role), actions);
    }

    /// The old pages.
    pub fn old_pages(&self) -> &[OldPageInfo] {
        match &self.offer {
            Some(Ok(offer)) => &offer.old,
            _ => &[],
        }
    }

    /// Shows another old page.
    pub fn show_old(&mut self, place: usize, actions: &mut Vec<Action>) {
        if place >= self.old_pages().len() {
            return;
        }
        self.close(actions);
        self.shown = place;
        self.opening = true;
    }

    /// Opens the requested old page, and has it read once loaded; the scale is only known while
    /// drawing.
    pub fn follow(&mut self, scale: f32, actions: &mut Vec<Action>) {
        if self.old.opened.is_some() && !self.asked {
            self.asked = true;
            self.read_old(actions);
        }
        if !std::mem::take(&mut self.opening) {
            return;
        }
        let Some(info) = self.old_pages().get(self.shown).cloned() else {
            return;
        };
        self.old = blank(PageTicket(self.old.ticket.0 + 1));
        let site = self.site;
        let order = |ticket, width| match info.sample {
            Some(id) => Command::Page(PageCommand::OpenSample {
                ticket,
                site: Some(site),
                id,
                width,
                scale,
            }),
            None => Command::Page(PageCommand::OpenStored {
                ticket,
                site,
                url: info.url.clone(),
                evidence: false,
                width,
                scale,
            }),
        };
        self.old.expect(&info.url, scale, actions, order);
    }

    /// Requests the original rule's results on the old page.
    fn read_old(&mut self, actions: &mut Vec<Action>) {
        let Some(info) = self.old_pages().get(self.shown) else {
            return;
        };
        let role = info.role;
        self.generation += 1;
        actions.push(Action::Send(Command::Authoring(AuthoringCommand::Read {
            ticket: self.old.ticket,
            generation: self.generation,
            role,
            rule_toml: self.text.clone(),
        })));
    }

    /// Handles the original rule's results on the old page.
    pub fn was_read(&mut self, generation: u64, reading: Arc<PageReading>) {
        if generation == self.generation {
            self.reading = Some(reading);
        }
    }

    /// Closes the old page.
    pub fn close(&mut self, actions: &mut Vec<Action>) {
        self.reading = None;
        self.asked = false;
        if self.old.phase != Phase::Blank {
            actions.push(Action::Send(Command::Page(PageCommand::Close {
                ticket: self.old.ticket,
            })));
            self.old = blank(self.old.ticket);
        }
    }

    /// Indexes of the accepted proposals.
    pub fn accepted(&self) -> Vec<usize> {
        let taken = self.taken.iter().enumerate();
        taken
            .filter(|(_, taken)| **taken)
            .map(|(at, _)| at)
            .collect()
    }

    /// The required fields of the rule that would stay empty on the open page with the accepted
    /// proposals: those with a rejected proposal, and those for which none was found.
    pub fn left_empty(&self, author: &Authoring) -> Vec<String> {
        let Some(Ok(offer)) = &self.offer else {
            return Vec::new();
        };
        let is_taken = |place: usize| self.taken.get(place) == Some(&true);
        let is_empty = |change: &RepairChange| change.before.iter().all(|v| v.trim().is_empty());
        let rejected = offer.proposals.iter().enumerate();
        let rejected = rejected
            .filter(|(place, proposal)| !is_taken(*place) && proposal.pages.iter().any(is_empty));
        let rejected = rejected.map(|(_, proposal)| &proposal.part);
        let broken = offer.rest.iter();
        let broken = broken.filter(|rest| rest.standing == RepairStatus::Broken);
        let broken = broken.map(|rest| &rest.part);
        let file = author.file();
        let required = |fields: &[FieldRule], name: &String| {
            let mut fields = fields.iter();
            fields.any(|field| field.needs_value() && field.name == *name)
        };
        let names = rejected.chain(broken).filter_map(|part| match part {
            RulePart::Field(name) => required(&file.fields, name).then_some(name),
            RulePart::ListField(name) => {
                let list = file.list.as_ref()?;
                required(&list.fields, name).then_some(name)
            }
            _ => None,
        });
        let mut left: Vec<String> = Vec::new();
        for name in names {
            if !left.contains(name) {
                left.push(name.clone());
            }
        }
        left
    }

    /// Applies the accepted proposals to the rule, as one undo step.
    pub fn accept(&mut self, author: &mut Authoring, actions: &mut Vec<Action>) {
        author.accept_repair(self.page, self.accepted(), actions);
        author.rule_or_new().origin = RuleOrigin::Repaired;
        self.done = true;
        self.tests_pages = true;
    }

    /// Whether the pages that the list leads to are to be tested now: a redesign of the list mostly
    /// changes them too.
    pub fn take_page_test(&mut self, author: &Authoring) -> bool {
        if !self.tests_pages || !author.settled() {
            return false;
        }
        self.tests_pages = false;
        author.role == PageRole::List && author.remarks.trouble.is_none()
    }

    /// The original rule's results on the old page, in the colours and shapes of the fields.
    pub fn marks(&self, author: &Authoring, look: &UiContext) -> Vec<ElementMark> {
        let mut marks = Vec::new();
        for part in self.reading.iter().flat_map(|reading| &reading.marks) {
            for (place, element) in part.elements.iter().take(MOST).enumerate() {
                let label = (place == 0).then(|| part_word(look, &part.part));
                marks.push(match &part.part {
                    WorkbenchPart::Field(name) => {
                        let number = rule_parts::number(author.file(), name);
                        ElementMark::of_field(number, *element, MarkStyle::Alike, label)
                    }
                    _ => ElementMark {
                        label,
                        ..ElementMark::plain(*element, MarkStyle::Alike)
                    },
                });
            }
        }
        marks
    }
}

/// The index of the old page to compare with the open one: the same page, else one with the same
/// role whose address has the most in common.
fn nearest(old: &[OldPageInfo], url: &str, role: PageRole) -> usize {
    let alike = |info: &OldPageInfo| {
        let letters = info.url.chars().zip(url.chars());
        letters.take_while(|(old, new)| old == new).count()
    };
    let rank = |info: &OldPageInfo| (info.url == url, info.role == role, alike(info));
    let ranked = old.iter().enumerate().rev();
    let best = ranked.max_by_key(|(_, info)| rank(info));
    best.map_or(0, |(place, _)| place)
}

/// A view without a page.
fn blank(ticket: PageTicket) -> PageView {
    let mut view = PageView::default();
    view.ticket = ticket;
    view
}

fn part_word(look: &UiContext, part: &WorkbenchPart) -> String {
    match part {
        WorkbenchPart::Field(name) => super::name_word(look, name),
        WorkbenchPart::Item => look.t("app-author-part-item"),
        WorkbenchPart::Link => look.t("app-author-part-link"),
        WorkbenchPart::Next => look.t("app-author-part-next"),
        WorkbenchPart::Content => look.t("app-author-part-content"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_held_against_an_article() {
        let old = |url: &str, role| OldPageInfo {
            url: url.to_owned(),
            role,
            sample: None,
        };
        let pages = [
            old("http://a.example/", PageRole::List),
            old("http://a.example/about/1", PageRole::Article),
            old("http://a.example/news/1", PageRole::Article),
            old("http://a.example/news/2", PageRole::Article),
        ];
        let shown = |url: &str, role| nearest(&pages, url, role);
        assert_eq!(shown("http://a.example/news/9", PageRole::Article), 2);
        assert_eq!(shown("http://a.example/news/2", PageRole::Article), 3);
        assert_eq!(shown("http://a.example/?page=2", PageRole::List), 0);
        // The same page is chosen, whatever its current role.
        assert_eq!(shown("http://a.example/", PageRole::Article), 0);
        assert_eq!(nearest(&[], "http://a.example/", PageRole::List), 0);
    }
}
