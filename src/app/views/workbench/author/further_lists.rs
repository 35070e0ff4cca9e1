//! Lists other than the rule's: boards that a front page leads to, and a second list of a host. Input:
//! a page that was opened while a rule is being made. Output: the rule with the boards as its
//! start pages, or whether the page is to be proposed afresh.

use std::collections::BTreeSet;

use super::state::Authoring;
use bowerbird_engine::types::{AnalysedPage, Message, OverviewKind, PageReading, PageRole, Url};

/// The maximum number of boards that one rule starts at.
const MAX_BOARDS: usize = 50;
/// The minimum confidence that a page behind a list is a list itself.
const SURE: f64 = 0.6;

impl Authoring {
    /// Whether that address is on another host than the rule's start pages.
    pub(super) fn is_foreign(&self, url: &str) -> bool {
        let host = |url: &str| {
            let url = Url::parse(url).ok()?;
            Some((url.host_str()?.to_owned(), url.port_or_known_default()))
        };
        let starts = self.file().site.start.iter().map(|start| host(start));
        let here = host(url);
        let mut starts = starts.filter(Option::is_some).peekable();
        here.is_some() && starts.peek().is_some() && !starts.any(|start| start == here)
    }

    /// Remembers the pages of the same host that the open list leads to.
    pub(super) fn remember_links(&mut self) {
        let (Some(reading), Some(page)) = (&self.reading, &self.page) else {
            return;
        };
        let parsed = |url: &str| {
            let mut url = Url::parse(url).ok()?;
            url.set_fragment(None);
            Some(url)
        };
        let Some(here) = parsed(&page.url) else {
            return;
        };
        let mut seen = BTreeSet::new();
        let links = reading.rows.iter().filter_map(|row| row.link.as_deref());
        let boards = links
            .filter_map(parsed)
            .filter(|url| url.origin() == here.origin() && *url != here)
            .filter(|url| seen.insert(url.to_string()));
        self.steps.links = boards.take(MAX_BOARDS).map(String::from).collect();
    }

    /// Begins at the boards if the page, opened from a list of an unsaved rule that says nothing of the
    /// pages behind it, is a list of pages itself; whether it is one.
    pub(super) fn begin_at_boards(&mut self, understood: &AnalysedPage) -> bool {
        if self.site.is_some() || self.steps.list_page.is_none() || !self.is_board(understood) {
            return false;
        }
        let links = self.steps.links.clone();
        self.note(None);
        let Some(rule) = &mut self.rule else {
            return false;
        };
        rule.file.list = None;
        rule.file.site.start.clone_from(&links);
        rule.form_changed();
        self.picks.clear();
        self.ranked.clear();
        self.steps.list_page = None;
        self.steps.links.clear();
        self.steps.offer = 0;
        self.remarks.notes =
            vec![Message::new("app-author-boards-begun").with("count", links.len())];
        true
    }

    fn is_board(&self, understood: &AnalysedPage) -> bool {
        let (Some(rule), Some(page)) = (&self.rule, &self.page) else {
            return false;
        };
        let file = &rule.file;
        let is_open = file.list.is_some()
            && file.record.is_none()
            && file.fields.is_empty()
            && file.content.select.is_empty();
        let leads = understood.offers.first();
        let leads = leads.is_some_and(|offer| offer.role == PageRole::List);
        let is_list = matches!(understood.overview.kind, OverviewKind::List { .. })
            && understood.overview.confidence >= SURE;
        let links = &self.steps.links;
        let is_linked = links.contains(&page.url) || links.contains(&page.requested);
        is_open && is_list && leads && is_linked && links.len() > 1
    }

    /// Whether the rule's list finds nothing on a page that is a list and no start page of the rule:
    /// this is another list.
    pub(super) fn is_other_list(&self, reading: &PageReading) -> bool {
        let (Some(rule), Some(page)) = (&self.rule, &self.page) else {
            return false;
        };
        let starts = &rule.file.site.start;
        let is_start = starts.contains(&page.url) || starts.contains(&page.requested);
        let is_list = self
            .understood
            .as_ref()
            .is_some_and(|seen| matches!(seen.overview.kind, OverviewKind::List { .. }));
        let mut cells = reading.rows.iter().flat_map(|row| &row.cells).peekable();
        let has_cells = cells.peek().is_some();
        let is_empty = reading.rows.is_empty() || has_cells && cells.all(|c| c.value.is_none());
        rule.file.list.is_some()
            && reading.role == PageRole::List
            && reading.errors.is_empty()
            && is_list
            && !is_start
            && is_empty
    }
}
