//! The next step to offer. Pure: derives the step from the state of the page and the rule. It
//! determines what to do, never how.

use std::sync::Arc;

use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::SourceChoice;
use bowerbird_engine::types::{
    Alternative, DefaultColumn, LIKELY_NEXT, ListRule, NextOffer, Offer, OverviewKind, PageReading,
    PageRole, PageState, RuleOrigin, SourceKind,
};

/// Score below which repeated elements of a page without a list are its menus.
const MENU_SCORE: f64 = 0.25;

/// The next step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// No page is open.
    Nothing,
    /// The page is being analysed.
    Looking,
    /// The engine learns from the picks.
    Learning,
    /// The page belongs to another site than the rule.
    Foreign,
    /// The answer is no page to collect from: blocked, a login, an error.
    Refused,
    /// The page itself is a feed or a sitemap: a source that needs no picking.
    Source(SourceKind),
    /// The page's software has a built-in rule that finds something here.
    Ready,
    /// The page offers records.
    Offer {
        /// The index of the offer.
        offer: usize,
        /// The number of offers.
        all: usize,
    },
    /// Nothing was decided: pick something.
    Point,
    /// The link from a record to its page is undefined.
    PointLink,
    /// There is a next page.
    Next(usize),
    /// One of the list's pages should be opened.
    OpenOne {
        /// The number of records of the list on this page.
        count: usize,
        /// The page of the first.
        link: String,
    },
    /// The generic extraction of an article.
    Generic(Vec<String>),
    /// The rule should be tested on further pages.
    Test,
    /// The tests are running.
    Testing,
    /// The rule can be saved.
    Save,
    /// The rule is saved and unchanged.
    Saved,
}

impl Authoring {
    /// The next step.
    pub fn next_step(&self) -> Step {
        if self.page.is_none() {
            return Step::Nothing;
        }
        if self.learning() {
            return Step::Learning;
        }
        // What no site is made of comes before the question of which site it belongs to.
        if self.is_refused() && !self.changed() && !self.steps.refused_anyway {
            if let Some(step) = self.shell_step() {
                return step;
            }
            return Step::Refused;
        }
        if self.foreign {
            return Step::Foreign;
        }
        if self.understood.is_none() && self.rule.is_none() {
            return Step::Looking;
        }
        if let Some(kind) = self.source_itself() {
            return Step::Source(kind);
        }
        let is_bare = self.is_bare() && !self.changed();
        let is_open = is_bare || (self.rule.is_none() && self.site.is_none());
        let is_declined = self.steps.without_ready || self.steps.pointing;
        if is_open && !is_declined && self.ready().is_some() {
            return Step::Ready;
        }
        match self.role {
            PageRole::List => self.list_step(),
            PageRole::Records => self.records_step(),
            PageRole::Article => self.article_step(),
        }
    }

    /// The step for a page that only scripts fill, if it carries its data; `None` for all others.
    fn shell_step(&self) -> Option<Step> {
        if !self.needs_browser() {
            return None;
        }
        if self.understood.is_none() && self.rule.is_none() {
            return Some(Step::Looking);
        }
        let is_open = self.rule.is_none() && self.site.is_none() && !self.foreign;
        if is_open && !self.steps.without_ready && self.ready().is_some() {
            return Some(Step::Ready);
        }
        (is_open && self.has_text()).then(|| Step::Generic(self.found_without_rule()))
    }

    /// Whether a rule reads the data of a page that only scripts fill.
    fn is_read_by_data(&self) -> bool {
        let reads = self.reading.as_ref().is_some_and(|read| read.count > 0);
        self.needs_browser() && self.rule.is_some() && reads
    }

    /// Whether the page has no content until scripts fill it.
    pub fn needs_browser(&self) -> bool {
        let verdict = self.page.as_ref().and_then(|page| page.verdict.as_ref());
        verdict.is_some_and(|verdict| verdict.state == PageState::NeedsBrowser)
    }

    fn list_step(&self) -> Step {
        let file = self.file();
        let list = file.list.as_ref();
        if !list.is_some_and(leads) {
            return match list {
                Some(list) if list.item.is_some() || !list.fields.is_empty() => Step::PointLink,
                _ => self.offer_step(),
            };
        }
        if self.is_repaired() {
            return self.end_step();
        }
        if list.is_none_or(|list| list.next.is_none())
            && let Some(next) = self.next_offered()
        {
            return Step::Next(next);
        }
        match self.first_link() {
            // When it runs is chosen once the rule is made: what is left is to save it.
            Some((count, link))
                if self.steps.list_page.is_none() && self.changed() && file.schedule.is_none() =>
            {
                Step::OpenOne { count, link }
            }
            _ => self.end_step(),
        }
    }

    fn records_step(&self) -> Step {
        let file = self.file();
        let Some(record) = &file.record else {
            return self.offer_step();
        };
        if !self.is_repaired()
            && record.next.is_none()
            && let Some(next) = self.next_offered()
        {
            return Step::Next(next);
        }
        self.end_step()
    }

    /// Whether the answer is judged to be something else than the requested page.
    pub fn is_refused(&self) -> bool {
        let verdict = self.page.as_ref().and_then(|page| page.verdict.as_ref());
        verdict.is_some_and(|verdict| verdict.state.is_refusal()) && !self.is_read_by_data()
    }

    /// Whether the page has neither a text nor records, but menus at most.
    pub fn has_nothing(&self) -> bool {
        self.understood.as_ref().is_some_and(|understood| {
            let offers = &understood.offers;
            let is_menu = |offer: &Offer| offer.score < MENU_SCORE;
            understood.overview.kind == OverviewKind::Nothing
                && offers.iter().all(is_menu)
                && (offers.is_empty() || (self.reading.is_some() && !self.has_text()))
        })
    }

    /// The reading to show; none of a page that is refused or has nothing, until there is a rule.
    pub fn shown_reading(&self) -> Option<Arc<PageReading>> {
        let is_offered = (self.rule.is_some() && !self.foreign)
            || self.steps.refused_anyway
            || self.shell_step().is_some()
            || !(self.is_refused() || self.has_nothing());
        self.reading.clone().filter(|_| is_offered)
    }

    fn article_step(&self) -> Step {
        // Without a text or records there is nothing to accept.
        if self.has_nothing() && self.rule.is_none() {
            return Step::Point;
        }
        if !self.steps.generic && self.file().fields.is_empty() && self.changed_or_new() {
            let found = self.found_without_rule();
            if !found.is_empty() {
                return Step::Generic(found);
            }
            return Step::Point;
        }
        self.end_step()
    }

    /// Whether proposals of a repair were taken and are to be saved.
    fn is_repaired(&self) -> bool {
        let origin = self.rule.as_ref().map(|rule| &rule.origin);
        self.repairing && origin == Some(&RuleOrigin::Repaired) && self.changed()
    }

    fn is_sound(&self) -> bool {
        self.rule
            .as_ref()
            .is_some_and(|rule| rule.faults.is_empty())
    }

    fn changed_or_new(&self) -> bool {
        self.rule.is_none() || self.changed() || self.is_bare()
    }

    /// Whether the rule says nothing but where its site is and how it logs in: it was made for an
    /// account before anything was picked.
    pub(in crate::views::workbench::author) fn is_bare(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| {
            let file = &rule.file;
            file.site.kind == SourceKind::Pages
                && file.login.is_some()
                && file.list.is_none()
                && file.record.is_none()
                && file.fields.is_empty()
                && file.content.select.is_empty()
        })
    }

    fn offer_step(&self) -> Step {
        let all = self.offers().len();
        if all == 0 || self.steps.pointing {
            return Step::Point;
        }
        Step::Offer {
            offer: self.steps.offer.min(all - 1),
            all,
        }
    }

    fn end_step(&self) -> Step {
        let trial = &self.trial;
        if !self.changed() {
            Step::Saved
        } else if self.is_repaired() {
            Step::Save
        } else if trial.running() {
            Step::Testing
        } else if trial.waiting > 0 && trial.all == 0 && !self.steps.untested && self.is_sound() {
            Step::Test
        } else {
            Step::Save
        }
    }

    /// The built-in rule for the page's software, if it finds something on the page.
    pub fn ready(&self) -> Option<&SourceChoice> {
        self.understood.as_ref()?.ready.as_deref()
    }

    /// The offer whose records are marked and previewed, if one is: beside a built-in rule the first.
    pub fn previewed_offer(&self) -> Option<usize> {
        match self.next_step() {
            Step::Offer { offer, .. } => Some(offer),
            Step::Ready => (!self.offers().is_empty()).then_some(0),
            _ => None,
        }
    }

    /// Offered records.
    pub fn offers(&self) -> &[Offer] {
        self.understood
            .as_ref()
            .map(|understood| understood.offers.as_slice())
            .unwrap_or_default()
    }

    /// An offered link to the next page.
    pub fn next_offer(&self, next: usize) -> Option<&NextOffer> {
        self.understood.as_ref()?.next.get(next)
    }

    /// The most reliable offered link to the next page, unless rejected.
    fn next_offered(&self) -> Option<usize> {
        let sure = |next: &NextOffer| next.confidence >= LIKELY_NEXT;
        let first = self.next_offer(0).filter(|next| sure(next));
        (!self.steps.no_next && first.is_some()).then_some(0)
    }

    /// The number of rows of the list with links, and the first link.
    pub fn first_link(&self) -> Option<(usize, String)> {
        let reading = self.reading.as_ref()?;
        let mut links = reading.rows.iter().filter_map(|row| row.link.as_ref());
        let first = links.next()?.clone();
        Some((links.count() + 1, first))
    }

    /// Whether a text is found on this page without a rule.
    fn has_text(&self) -> bool {
        let mut found = self.found_without_rule().into_iter();
        found.any(|column| column == DefaultColumn::Text.token())
    }

    /// Columns filled on this page without a rule.
    fn found_without_rule(&self) -> Vec<String> {
        let Some(reading) = &self.reading else {
            return Vec::new();
        };
        let Some(row) = reading.rows.first() else {
            return Vec::new();
        };
        let filled = reading.columns.iter().zip(&row.cells);
        filled
            .filter(|(_, cell)| cell.value.is_some())
            .map(|(column, _)| column.clone())
            .collect()
    }
}

/// Whether the list defines the links of its records.
fn leads(list: &ListRule) -> bool {
    list.link != Alternative::default()
}
