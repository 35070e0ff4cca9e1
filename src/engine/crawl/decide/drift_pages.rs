//! Whether the pages of a run still read as in earlier runs. Input: the records of the run as
//! they arrive, and the last ones stored. Output: differences that news cannot explain. Compares
//! only what the rule itself found, and only records read under the current rule: an edit by a
//! person is not a redesign.

use jiff::Timestamp;

use super::renewed_pages::Renewed;
use crate::crawl::read::Reading;
use crate::crawl::run::ending::drifted_status;
use crate::crawl::run::site_run::SiteRun;
use crate::protocol::EngineError;
use bowerbird_io::store::{Queued, RequestKind, StoreReader};
use bowerbird_logic::detect::{FieldWatch, Listed, VANISHED, drift_of_pages};
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Record, SiteId, SiteStatus};
use bowerbird_logic::rules::{Content, FieldRule, FieldType, RecordRule, RuleFile, file_of};

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
    /// Refetched pages.
    pub(in crate::crawl) renewed: Renewed,
    /// The report of an earlier run, until a repair or new pages supersede it.
    said: Option<(Message, String)>,
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

impl SiteRun {
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
        // A quiet run yields no pages to judge by; and after a field stopped, the stored records
        // lack it as well.
        let still =
            |(why, _): &&(Message, String)| pages.now.is_empty() || still_gone(why, &pages.now);
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

/// Since when pages of `site` are read as in `file`.
pub(in crate::crawl) fn read_so_since(
    store: &StoreReader,
    site: SiteId,
    file: &RuleFile,
) -> Option<Timestamp> {
    let mut since = None;
    for version in store.rule_versions(site).ok()? {
        let then = file_of(&version.rule_toml).ok();
        if then.as_ref().map(reads) != Some(reads(file)) {
            break;
        }
        since = Some(version.saved_at);
    }
    since
}

/// The part of a rule that defines what is read from pages.
fn reads(file: &RuleFile) -> (&[FieldRule], Option<&RecordRule>, &Content) {
    (&file.fields, file.record.as_ref(), &file.content)
}

/// The names of what the rule itself extracts from pages.
pub(in crate::crawl) fn names(file: &RuleFile) -> Vec<String> {
    let fields = file.fields.iter().map(|field| field.name.clone());
    let text = (!file.content.select.is_empty()).then(|| DefaultColumn::Text.token().to_owned());
    fields.chain(text).collect()
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

/// The values that the rule itself found.
pub(in crate::crawl) fn listed(record: &Record, own: &[String]) -> Listed {
    let read = |column: &DefaultColumn| *column != DefaultColumn::Url;
    let value = |name: &str| match DefaultColumn::from_token(name).filter(read) {
        Some(column) => record.column(column).to_owned(),
        None => {
            let field = record.fields.iter().find(|(known, _)| known == name);
            field.map(|(_, value)| value.joined()).unwrap_or_default()
        }
    };
    let by_rule = |name: &&String| {
        let source = record.provenance.get(*name);
        source.is_some_and(|source| *source < FROM_GENERIC)
    };
    let values = own.iter().filter(by_rule);
    Listed {
        url: String::new(),
        values: values.map(|name| (name.clone(), value(name))).collect(),
    }
}
