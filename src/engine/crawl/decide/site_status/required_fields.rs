//! Whether a run finds the fields that its rule requires. Input: the pages and lists of the run,
//! and the status before it. Output: the required fields that the rule found nowhere. A run
//! without pages is judged by those stored last, but only where the rule was wrong before.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::rule_values::definitions;
use crate::crawl::read::Reading;
use crate::crawl::read::required_fields::{RequiredValues, required_of_list, required_of_pages};
use crate::extract::stored_page::found_on_stored_page;
use crate::protocol::EngineError;
use crate::supervise::{Next, describe};
use bowerbird_io::store::{Queued, RequestKind};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    EvidencePlace, FROM_GENERIC, FROM_LIST, PageState, SiteStatus, StoredRecord, Verdict,
};
use bowerbird_logic::rules::{Rule, file_of, parse};

/// The reason of a status after a run that found required fields nowhere.
pub(in crate::crawl) const MISSING: &str = "engine-reason-required-missing";
/// The same where the run had no pages, and those stored last lack them.
const STILL_MISSING: &str = "engine-reason-required-still-missing";
/// The reason of a status after a run in which generic extraction replaced the rule.
pub(in crate::crawl) const STOOD_IN: &str = "engine-reason-stood-in";

/// Pages or list items below which a field may be missing by chance, if the rule has found it
/// before.
const FEW: usize = 3;
/// Newest records that show whether the rule has found a field before.
const RECORDS: u32 = 24;
/// Newest stored pages that a run without pages is judged by.
const PAGES: u32 = 3;
/// Earlier versions of the rule that tell pages from before a redesign.
const VERSIONS: usize = 6;

/// The required fields in a run.
#[derive(Debug, Default)]
pub(in crate::crawl) struct RequiredFields {
    fields: BTreeMap<String, Tally>,
    /// The status before the run, if the rule did not fit then.
    before: Option<SiteStatus>,
}

#[derive(Debug, Default)]
struct Tally {
    checked: usize,
    found: bool,
    /// The address of the first page without the field.
    without: String,
}

impl RequiredFields {
    /// The initial state for a site with this status.
    pub(in crate::crawl) fn begin(status: Option<&SiteStatus>) -> Self {
        let before = status.filter(|status| status.state == PageState::LayoutChanged);
        Self {
            fields: BTreeMap::new(),
            before: before.cloned(),
        }
    }

    /// Adds a page or list on which the fields `names` are required.
    fn note(&mut self, names: &[&str], values: &RequiredValues, url: &str) {
        for name in names.iter().filter(|_| values.checked > 0) {
            let tally = self.fields.entry((*name).to_owned()).or_default();
            tally.checked = tally.checked.saturating_add(values.checked);
            let found = !values.lacking.iter().any(|lacking| lacking == name);
            tally.found |= found;
            if !found && tally.without.is_empty() {
                url.clone_into(&mut tally.without);
            }
        }
    }

    /// Whether a required field was on no page so far.
    pub(in crate::crawl) fn any_missing(&self) -> bool {
        self.fields.values().any(|tally| !tally.found)
    }
}

impl OutcomeDecider {
    /// Records which required fields a page or list has.
    pub(in crate::crawl) fn note_required(&mut self, queued: &Queued, reading: &Reading) {
        let file = self.run_context.rule.file();
        let names = match queued.request.kind {
            RequestKind::List => required_of_list(file),
            RequestKind::Content | RequestKind::Page => required_of_pages(file),
        };
        let url = &queued.request.url;
        self.required.note(&names, &reading.found.required, url);
    }

    /// The status of a site whose rule found a required field nowhere in this run; `None` if it
    /// found them all, or if too little was read to tell.
    pub(in crate::crawl) fn required_status(&self, now: Timestamp) -> Option<SiteStatus> {
        // What the rule found before a redesign says nothing about the rule after it.
        let was_wrong = self.required.before.is_some();
        let missing = self.required.fields.iter().filter(|(name, tally)| {
            let enough = was_wrong || tally.checked >= FEW;
            !tally.found && (enough || !self.was_found_before(name))
        });
        let missing: Vec<(&String, &Tally)> = missing.collect();
        if let Some((_, first)) = missing.first() {
            let checked = missing.iter().map(|(_, tally)| tally.checked).max();
            let fields: Vec<&str> = missing.iter().map(|(name, _)| name.as_str()).collect();
            let (names, fields) = (fields.clone(), fields.join(", "));
            let reason = Message::new(MISSING)
                .with("fields", names)
                .with("checked", checked.unwrap_or_default());
            return Some(status_of(reason, &fields, &first.without, now));
        }
        let before = self.required.before.as_ref()?;
        if before.needs_repair() {
            // Without new pages the rule is what it was.
            let names = required_of_pages(self.run_context.rule.file());
            let quiet = !names.iter().any(|name| self.is_checked(name));
            let known = [MISSING, STILL_MISSING, STOOD_IN].contains(&before.reason.id.as_str());
            return (quiet && known && !names.is_empty()).then(|| before.clone());
        }
        let (fields, url) = self.missing_on_stored_pages()?;
        let reason = Message::new(STILL_MISSING).with("fields", fields.as_str());
        Some(status_of(reason, &fields, &url, now))
    }

    /// Reports a required field that is missing at the end of a run that a limit ended.
    pub(in crate::crawl) fn report_required(&mut self) -> Result<(), EngineError> {
        match self.required_status(Timestamp::now()) {
            Some(status) => self.progress.reporter.status(&status),
            None => Ok(()),
        }
    }

    fn is_checked(&self, name: &str) -> bool {
        self.required.fields.contains_key(name)
    }

    /// Whether a stored record shows that the rule, as it reads `name` now, has found it.
    fn was_found_before(&self, name: &str) -> bool {
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        let now = self.run_context.rule.file();
        let has = |stored: &StoredRecord| {
            let source = stored.record.provenance.get(name);
            source.is_some_and(|source| !(FROM_GENERIC..FROM_LIST).contains(source))
        };
        let found = tokio::task::block_in_place(|| {
            let versions = store.rule_versions(site).ok()?;
            let same = versions.iter().take_while(|version| {
                let then = file_of(&version.rule_toml);
                then.is_ok_and(|then| definitions(&then, name) == definitions(now, name))
            });
            let since = same.last()?.saved_at;
            store.latest_records(site, since, RECORDS).ok()
        });
        found.is_some_and(|found| found.iter().any(has))
    }

    /// The required fields of pages that the changed rule finds on none of those stored last, and
    /// the address of the newest. Pages that an earlier version reads are from before the redesign
    /// and say nothing.
    fn missing_on_stored_pages(&self) -> Option<(String, String)> {
        let rule = &self.run_context.rule;
        let names = required_of_pages(rule.file());
        let open: Vec<&str> = names
            .into_iter()
            .filter(|name| !self.is_checked(name))
            .collect();
        if open.is_empty() {
            return None;
        }
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        tokio::task::block_in_place(|| {
            let pages = store.newest_pages(site, false, PAGES).ok()?;
            let versions = store.rule_versions(site).ok()?;
            let earlier = versions.iter().skip(1).take(VERSIONS);
            let earlier: Vec<Rule> = earlier.flat_map(|one| parse(&one.rule_toml)).collect();
            let found = |rule: &Rule| -> Vec<BTreeSet<String>> {
                let pages = pages.iter();
                pages.map(|page| found_on_stored_page(rule, page)).collect()
            };
            let (now, then) = (found(rule), earlier.iter().map(found).collect::<Vec<_>>());
            let lacks = |name: &&&str| {
                let old = |place: usize| {
                    let read = |pages: &Vec<BTreeSet<String>>| {
                        pages.get(place).is_some_and(|page| page.contains(**name))
                    };
                    then.iter().any(read)
                };
                let current = now.iter().enumerate().filter(|(place, _)| !old(*place));
                let mut current = current.map(|(_, page)| page).peekable();
                current.peek().is_some() && !current.any(|page| page.contains(**name))
            };
            let missing: Vec<&str> = open.iter().filter(lacks).copied().collect();
            let url = pages.first()?.asked.clone();
            (!missing.is_empty()).then(|| (missing.join(", "), url))
        })
    }
}

fn status_of(reason: Message, fields: &str, url: &str, now: Timestamp) -> SiteStatus {
    let state = PageState::LayoutChanged;
    let verdict = Verdict::by_signal(state, "rule-misses", EvidencePlace::Rule, fields);
    SiteStatus {
        reason,
        ..describe(&verdict, url, Next::Advice, now)
    }
}
