//! Converts the user's input on the page to requests to the engine, and its answers to rule
//! changes. A request that the engine cannot fulfil leaves the rule unchanged and reports why.

use std::sync::Arc;

use eframe::egui::Rect;

use super::fields::rule_parts::PartLocation;
use super::state::{About, Authoring, ElementQuestion, Remarks, Steps, data_panel, ranked_key};
use crate::action::Action;
use crate::state::app_state::same_start;
use crate::views::workbench::page::How;
use bowerbird_engine::types::{
    AnalysedPage, Authored, ElementIndex, Message, Offer, OverviewKind, PageReading, PageRole,
    Picked, Ranked, WorkbenchPart, WorkbenchPick, WorkbenchTarget,
};
use bowerbird_engine::{AuthoringCommand, Command, OpenedPage, PageCommand, PageTicket};

impl Authoring {
    /// Handles a new page. Data of the previous one is dropped, the rule stays.
    pub fn opened(&mut self, ticket: PageTicket, page: &OpenedPage) {
        let again = self.page.as_ref().is_some_and(|old| old.url == page.url);
        self.forget_page();
        self.use_page.page_came(ticket, &page.requested, &page.url);
        self.page = Some(About {
            ticket,
            url: page.url.clone(),
            requested: page.requested.clone(),
            title: page.title.clone(),
            elements: page.elements,
            may_show_more: page.may_show_more(),
            verdict: Some(page.verdict.clone()),
            proxy: page.proxy.clone(),
            shown_as: page.shown_as.as_deref().cloned(),
            ways: page.ways.clone(),
        });
        if self.rule.is_none() && !again {
            self.steps = Steps::default();
        }
        let led = self
            .led_to
            .take()
            .is_some_and(|link| link == page.requested);
        // Applies to unsaved rules too: mixing two sites in one rule would be noticed too late.
        self.foreign = !led && self.is_foreign(&page.url);
        let is_start =
            |start: &String| same_start(start, &page.url) || same_start(start, &page.requested);
        self.beside_site =
            !led && self.site.is_some() && !self.file().site.start.iter().any(is_start);
        self.role_chosen &= again;
    }

    /// The page is no longer open.
    pub fn forget_page(&mut self) {
        self.page = None;
        self.understood = None;
        self.reading = None;
        self.question = None;
        self.armed = None;
        self.by_hand = None;
        self.exclude_next = None;
        self.use_page.page_left();
        self.lit.clear();
        self.remarks = Remarks::default();
        self.generations.author = None;
        self.generations.read = None;
    }

    /// Handles the engine's analysis of the page. The rule determines the page's role if possible:
    /// its start page is the list, and a page linked from the list is not.
    pub fn understood(
        &mut self,
        ticket: PageTicket,
        understood: Arc<AnalysedPage>,
        actions: &mut Vec<Action>,
    ) {
        if !self.is_open(ticket) {
            return;
        }
        if !self.role_chosen {
            self.role = match self.begin_at_boards(&understood) {
                true => PageRole::List,
                false => self.role_by_rule(&understood).unwrap_or(understood.role),
            };
            if self
                .shown
                .as_ref()
                .is_some_and(|spot| !spot.is_on(self.role))
            {
                self.shown = None;
            }
        }
        self.understood = Some(understood);
        self.propose();
        self.settle_step_pages(actions);
        self.read(actions);
    }

    /// Scrolls to the proposal: the head of a page may fill the window.
    pub(super) fn propose(&mut self) {
        let is_open = self.rule.is_none() || self.has_only_steps();
        if is_open && self.role != PageRole::Article && self.picks.is_empty() {
            let first = self.offers().get(self.steps.offer);
            self.propose_at = first.and_then(|offer| offer.elements.first().copied());
        }
    }

    fn role_by_rule(&self, understood: &AnalysedPage) -> Option<PageRole> {
        let (file, page) = (&self.rule.as_ref()?.file, self.page.as_ref()?);
        if self.is_bare() || self.has_only_steps() {
            return None;
        }
        let starts = file.site.start.contains(&page.url);
        // A thread opened from a list has posts, unless the rule already reads it as one text.
        let is_thread = matches!(understood.overview.kind, OverviewKind::Thread { .. });
        let is_open = file.fields.is_empty() && file.content.select.is_empty();
        let content = if file.record.is_some() || (is_thread && is_open) {
            PageRole::Records
        } else {
            PageRole::Article
        };
        match (&file.list, starts) {
            (Some(_), true) => Some(PageRole::List),
            (Some(_), false) if self.steps.list_page.is_some() => Some(content),
            (None, true) => Some(content),
            _ => None,
        }
    }

    fn is_open(&self, ticket: PageTicket) -> bool {
        self.page.as_ref().is_some_and(|page| page.ticket == ticket)
    }

    /// An element was clicked: an example of the armed part, an example to add to or remove from
    /// the displayed part, or something new, which opens the question.
    pub fn clicked(
        &mut self,
        element: ElementIndex,
        how: How,
        at: Option<Rect>,
        actions: &mut Vec<Action>,
    ) {
        let Some(page) = &self.page else {
            return;
        };
        self.lit.clear();
        let ticket = page.ticket;
        if how == How::Instead && self.instead(element, actions) {
            return;
        }
        let more = matches!(how, How::Add | How::Exclude);
        let shown = self.shown.clone().filter(|spot| spot.is_on(self.role));
        let spot = self.armed.clone().or(shown.filter(|_| more));
        let Some(spot) = spot else {
            self.ask(element, at, actions);
            return;
        };
        self.question = None;
        let pick = WorkbenchPick {
            ticket,
            role: self.role,
            take: self.take_of(&spot.part),
            part: spot.part,
            target: WorkbenchTarget::Element(element),
            negative: how == How::Exclude,
        };
        self.pick(pick, more, actions);
    }

    /// Requests a description of `element` for the question.
    fn ask(&mut self, element: ElementIndex, at: Option<Rect>, actions: &mut Vec<Action>) {
        let Some(page) = &self.page else {
            return;
        };
        let before = self.question.take();
        self.question = Some(ElementQuestion {
            element,
            at: at.or(before.and_then(|question| question.at)),
            ..ElementQuestion::default()
        });
        actions.push(Action::Send(Command::Page(PageCommand::Pick {
            ticket: page.ticket,
            element,
        })));
    }

    /// Uses `element` in place of the last pick. Returns false when there was none.
    fn instead(&mut self, element: ElementIndex, actions: &mut Vec<Action>) -> bool {
        if self.question.is_some() {
            self.ask(element, None, actions);
            return true;
        }
        let here = self.page.as_ref().map(|page| page.ticket);
        let Some(last) = self.picks.last().filter(|pick| Some(pick.ticket) == here) else {
            return false;
        };
        let pick = WorkbenchPick {
            target: WorkbenchTarget::Element(element),
            ..last.clone()
        };
        let old = last.target.clone();
        self.note(None);
        self.remarks = Remarks::default();
        let part = pick.part.clone();
        self.picks
            .retain(|pick| pick.part != part || pick.target != old);
        self.picks.push(pick);
        self.learn(part, actions);
        true
    }

    /// What the examples of a part take of their elements so far.
    pub(super) fn take_of(&self, part: &WorkbenchPart) -> Option<String> {
        self.picks
            .iter()
            .find(|pick| pick.part == *part && pick.role == self.role)
            .and_then(|pick| pick.take.clone())
    }

    /// Handles the description of the requested element.
    pub fn picked(&mut self, ticket: PageTicket, picked: Picked) {
        if let Some(question) = &mut self.question
            && self.page.as_ref().is_some_and(|page| page.ticket == ticket)
            && question.element == picked.element
        {
            question.picked = Some(picked);
        }
    }

    /// The question was answered: this element belongs to that part.
    pub fn answered(&mut self, part: WorkbenchPart, actions: &mut Vec<Action>) {
        let (Some(question), Some(page)) = (self.question.take(), &self.page) else {
            return;
        };
        let element = question.element;
        let pick = WorkbenchPick {
            ticket: page.ticket,
            role: self.role,
            part,
            target: match question.text {
                Some(text) => WorkbenchTarget::Text { element, text },
                None => WorkbenchTarget::Element(element),
            },
            take: question.take,
            negative: false,
        };
        self.pick(pick, false, actions);
    }

    /// Adds an example and asks the engine to learn. Without `more`, it replaces the examples of
    /// that part on this page.
    pub(super) fn pick(&mut self, pick: WorkbenchPick, more: bool, actions: &mut Vec<Action>) {
        self.note(None);
        self.remarks = Remarks::default();
        let spot = PartLocation {
            home: self.home(),
            part: pick.part.clone(),
        };
        self.picks.retain(|old| {
            let same = old.part == pick.part && old.role == pick.role && old.ticket == pick.ticket;
            !(same && (!more || old.target == pick.target))
        });
        self.shown = Some(spot);
        self.armed = None;
        self.by_hand = None;
        let part = pick.part.clone();
        self.picks.push(pick);
        self.learn(part, actions);
    }

    /// Asks the engine to learn `part` from the examples.
    fn learn(&mut self, part: WorkbenchPart, actions: &mut Vec<Action>) {
        let Some(page) = &self.page else {
            return;
        };
        let ticket = page.ticket;
        let generation = self.generations.next();
        self.generations.author = Some(generation);
        actions.push(Action::Send(Command::Authoring(AuthoringCommand::Learn {
            ticket,
            generation,
            role: self.role,
            rule_toml: self.text(),
            picks: self.picks.clone(),
            part,
        })));
    }

    /// Accepts the records that the page offers.
    pub fn accept_offer(&mut self, offer: usize, actions: &mut Vec<Action>) {
        let Some(understood) = self.understood.clone() else {
            return;
        };
        let (Some(page), Some(chosen)) = (&self.page, understood.offers.get(offer)) else {
            return;
        };
        let ticket = page.ticket;
        let role = self.role_of_offer(chosen);
        self.note(None);
        self.remarks = Remarks::default();
        self.role = role;
        self.steps.pointing = false;
        self.shown = None;
        self.scroll_to = chosen.elements.first().copied();
        // Shows the table that is being filled.
        actions.push(data_panel());
        let generation = self.generations.next();
        self.generations.author = Some(generation);
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::AcceptOffer {
                ticket,
                generation,
                rule_toml: self.text(),
                offer,
                role,
            },
        )));
    }

    /// The page's role after accepting an offer: the one set by the user, if possible.
    pub fn role_of_offer(&self, offer: &Offer) -> PageRole {
        match (self.role_chosen, self.role) {
            (true, PageRole::Records) => PageRole::Records,
            _ => offer.role,
        }
    }

    /// Accepts the next-page link that the page offers.
    pub fn accept_next(&mut self, next: usize, actions: &mut Vec<Action>) {
        let Some(page) = &self.page else {
            return;
        };
        let ticket = page.ticket;
        self.note(None);
        self.steps.no_next = false;
        let generation = self.generations.next();
        self.generations.author = Some(generation);
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::AcceptNext {
                ticket,
                generation,
                role: self.role,
                rule_toml: self.text(),
                offer: next,
            },
        )));
    }

    /// Applies the accepted repair proposals for the page to the rule.
    pub fn accept_repair(
        &mut self,
        ticket: PageTicket,
        accepted: Vec<usize>,
        actions: &mut Vec<Action>,
    ) {
        if !self.is_open(ticket) {
            return;
        }
        self.note(None);
        self.remarks = Remarks::default();
        let generation = self.generations.next();
        self.generations.author = Some(generation);
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::AcceptRepair {
                ticket,
                generation,
                role: self.role,
                rule_toml: self.text(),
                accepted,
            },
        )));
    }

    /// Handles the engine's result of the request.
    pub fn authored(
        &mut self,
        ticket: PageTicket,
        generation: u64,
        result: Result<Box<Authored>, Message>,
        actions: &mut Vec<Action>,
    ) {
        if !self.is_open(ticket) || self.generations.author != Some(generation) {
            return;
        }
        self.generations.author = None;
        match result {
            Ok(authored) => {
                self.apply_learned(*authored, actions);
                self.exclude_waiting(actions);
            }
            Err(message) => {
                self.exclude_next = None;
                // As if it had not been requested.
                if let Some(before) = self.history.withdraw() {
                    self.restore(before, actions);
                }
                self.remarks.trouble = Some(explained(message));
            }
        }
    }

    /// Stops waiting for the answer, as if it had not been requested.
    pub fn give_up_learning(&mut self) {
        self.exclude_next = None;
        if self.generations.author.take().is_some()
            && let Some(before) = self.history.withdraw()
        {
            let mut further = Vec::new();
            self.restore(before, &mut further);
            self.generations.read = None;
        }
    }

    fn apply_learned(&mut self, authored: Authored, actions: &mut Vec<Action>) {
        let home = self.home();
        let rule = self.rule_or_new();
        rule.text = authored.rule_toml;
        rule.text_changed();
        let spot = PartLocation {
            home,
            part: authored.part,
        };
        self.ranked.insert(ranked_key(&spot), authored.ranked);
        if let Some(record) = authored.record {
            let item = PartLocation {
                home,
                part: WorkbenchPart::Item,
            };
            self.ranked.insert(ranked_key(&item), vec![record]);
        }
        self.took = true;
        self.remarks.notes = authored.notes;
        self.read(actions);
    }

    /// Handles the ranked alternatives of a part.
    pub fn judged(
        &mut self,
        ticket: PageTicket,
        generation: u64,
        part: WorkbenchPart,
        ranked: Vec<Ranked>,
    ) {
        if self.is_open(ticket) && self.generations.ways == Some(generation) {
            self.generations.ways = None;
            let home = self.home();
            self.ranked
                .insert(ranked_key(&PartLocation { home, part }), ranked);
        }
    }

    /// Handles the rule's results on the page.
    pub fn was_read(&mut self, ticket: PageTicket, generation: u64, reading: Arc<PageReading>) {
        if self.is_open(ticket) && self.generations.read == Some(generation) {
            self.generations.read = None;
            self.use_page.name_elements(&reading.controls);
            // Once a page and role: who goes on with the rule is not asked again.
            let is_first = self
                .reading
                .as_ref()
                .is_none_or(|old| old.role != reading.role);
            self.foreign |= is_first && self.is_other_list(&reading);
            self.reading = Some(self.with_list(reading));
            let lit = std::mem::take(&mut self.light_next);
            if let Some(first) = lit.first() {
                self.scroll_to = Some(*first);
                self.lit = lit;
            }
            self.settle_fetch();
        }
    }

    /// Esc: closes the question, then the text editor, then disarms. Returns false when there was
    /// nothing to do.
    pub fn escape(&mut self) -> bool {
        if self.question.take().is_some() {
            return true;
        }
        if self.by_hand.take().is_some() || self.renaming.take().is_some() {
            return true;
        }
        if self.armed.take().is_some() {
            return true;
        }
        let lit = !self.lit.is_empty();
        self.lit.clear();
        lit
    }
}

/// That no selector finds the picks, in words that say what to do.
fn explained(message: Message) -> Message {
    match message.id.as_str() {
        "learn-nothing-fits" => Message::new("app-author-nothing-fits"),
        _ => message,
    }
}
