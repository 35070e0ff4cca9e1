//! Whether the pages of a run still read as in earlier runs. Input: the records of the run as
//! they arrive, and the last ones stored. Output: differences that news cannot explain. Compares
//! only what the rule itself found, and only records read under the current rule: an edit by a
//! person is not a redesign.

use jiff::Timestamp;

use super::drifted_status;
use super::gone_fields::{FoundFields, GONE};
use super::usual_columns::FoundColumns;
use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::deferred_pages::renewed_pages::RefetchedPages;
use crate::crawl::decide::rule_values::{listed, names, read_so_since};
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use bowerbird_io::store::{Queued, RequestKind};
use bowerbird_logic::detect::{FieldWatch, Listed, VANISHED, drift_of_pages};
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::SiteStatus;
use bowerbird_logic::rules::{FieldRule, FieldType, RuleFile};

/// The maximum number of records examined, of a run and of those before.
const MOST: u32 = 24;

/// The records to compare.
#[derive(Default)]
pub(in crate::crawl) struct PageDrift {
    /// Those stored last before the run.
    before: Option<Vec<Listed>>,
    /// The first of the run.
    now: Vec<Listed>,
    /// The address of the first of them.
    url: String,
    /// Fields that may stop in the middle of the run.
    watch: FieldWatch,
    /// What the records of the run have.
    pub(super) fields: FoundFields,
    /// Which columns they have, whoever found them.
    pub(super) columns: FoundColumns,
    /// Refetched pages.
    pub(in crate::crawl) renewed: RefetchedPages,
    /// The report of an earlier run, until a repair or new pages supersede it.
    pub(super) said: Option<(Message, String)>,
}

impl PageDrift {
    /// Clears the report of an earlier run: pages read as before.
    pub(in crate::crawl) fn read_as_before(&mut self) {
        self.said = None;
    }

    /// The initial state for a site with this status.
    pub(in crate::crawl) fn begin(status: Option<&SiteStatus>) -> Self {
        let said = status.filter(|status| {
            status.needs_repair() && status.reason.id.starts_with("detect-drift-page-")
        });
        Self {
            said: said.map(|status| (status.reason.clone(), status.url.clone())),
            ..Self::default()
        }
    }
}

impl OutcomeDecider {
    /// Records the result of a page; reports a field that has just stopped.
    pub(in crate::crawl) fn note_pages(
        &mut self,
        queued: &Queued,
        reading: &Reading,
    ) -> Result<(), EngineError> {
        let apart = queued.request.kind == RequestKind::List || queued.again;
        if apart || reading.found.yields.records.is_empty() {
            return Ok(());
        }
        let url = &queued.request.url;
        let own = names(self.run_context.rule.file());
        if self.pages.before.is_none() {
            let before = self.pages_before();
            let steady = steady_names(self.run_context.rule.file(), &own);
            self.pages.watch = FieldWatch::new(&steady, &before);
            self.pages.before = Some(before);
            self.pages.url.clone_from(url);
        }
        for record in &reading.found.yields.records {
            self.pages.fields.note(record);
            self.pages.columns.note(record);
        }
        let records = reading.found.yields.records.iter();
        let records: Vec<Listed> = records.map(|record| listed(record, &own)).collect();
        let known = self.pages.watch.vanished().is_some();
        self.pages.watch.note(url, &records);
        let room = (MOST as usize).saturating_sub(self.pages.now.len());
        self.pages.now.extend(records.into_iter().take(room));
        match self.stopped_field().filter(|_| !known) {
            Some((why, url)) => {
                let status = drifted_status(&why, &url, Timestamp::now());
                self.progress.reporter.status(&status)
            }
            None => Ok(()),
        }
    }

    /// The field that stopped in the middle of the run, and the first page without it.
    pub(in crate::crawl) fn stopped_field(&self) -> Option<(Message, String)> {
        let found = self.pages.watch.vanished()?;
        Some((found.message(), found.since.clone()))
    }

    /// How the pages of the run read differently than before, and an address of one.
    pub(in crate::crawl) fn drifted_pages(&self) -> Option<(Message, String)> {
        let pages = &self.pages;
        let before = pages.before.as_deref().unwrap_or_default();
        if let Some(why) = drift_of_pages(before, &pages.now) {
            return Some((why, pages.url.clone()));
        }
        if let Some(stopped) = self.stopped_field() {
            return Some(stopped);
        }
        if let Some(why) = self.gone_fields() {
            let said = pages.said.as_ref().filter(|_| pages.url.is_empty());
            let url = said.map_or(&pages.url, |(_, url)| url);
            return Some((why, url.clone()));
        }
        // A quiet run yields no pages to judge by; and after a field stopped, the stored records
        // lack it as well.
        let still = |(why, _): &&(Message, String)| {
            why.id != GONE && (pages.now.is_empty() || still_gone(why, &pages.now))
        };
        pages.said.as_ref().filter(still).cloned()
    }

    /// The last stored records, as the rule reads now. Unreadable ones are ignored.
    fn pages_before(&self) -> Vec<Listed> {
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        let file = self.run_context.rule.file();
        let own = names(file);
        if own.is_empty() {
            return Vec::new();
        }
        let found = tokio::task::block_in_place(|| {
            let since = read_so_since(store, site, file)?;
            store.latest_records(site, since, MOST).ok()
        });
        let found = found.unwrap_or_default();
        let records = found.iter().map(|stored| &stored.record);
        records.map(|record| listed(record, &own)).collect()
    }
}

/// Whether the field that `why` reports as gone is in none of the records `now`.
fn still_gone(why: &Message, now: &[Listed]) -> bool {
    let field = why.args.iter().find(|(name, _)| name == "field");
    let Some((_, Arg::Text(field))) = field.filter(|_| why.id == VANISHED) else {
        return false;
    };
    let mut values = now.iter().flat_map(|one| &one.values);
    !values.any(|(name, value)| name == field && !value.trim().is_empty())
}

/// Those of the fields `own` that pages of one kind have throughout. Lists of values, such as tags,
/// and pictures are often missing by nature from all pages before some day.
fn steady_names(file: &RuleFile, own: &[String]) -> Vec<String> {
    let by_nature = |field: &&FieldRule| field.many || field.kind == FieldType::Image;
    let rare: Vec<&String> = file
        .fields
        .iter()
        .filter(by_nature)
        .map(|field| &field.name)
        .collect();
    own.iter()
        .filter(|name| !rare.contains(name))
        .cloned()
        .collect()
}
