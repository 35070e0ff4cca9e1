//! Reruns a rule over the stored pages of a site: its results, without a request. Input:
//! snapshots in batches. Output: gained, lost, changed and equal values per field, and rewritten
//! records, one transaction per batch. If cancelled or killed between two batches it loses nothing;
//! a repeat finds finished pages already equal. Rewritten records can be restored
//! (`Store::revert_rewriting`).

mod page;

use std::collections::HashMap;

use jiff::Timestamp;
use url::Url;

use self::page::{Listed, Outcome, read_list, reread, reread_list};
use crate::project_permission::secret_places::is_place_of;
use crate::protocol::EngineError;
pub use crate::protocol::{RerunDifference, RerunReport};
use crate::runtime::threads::cores;
use bowerbird_io::store::{Rewrite, Store, StoredPage};
use bowerbird_logic::model::{Record, Site, SiteId};
use bowerbird_logic::rules::Rule;

/// Pages in one transaction; with the largest pages a batch takes some hundred MB.
const BATCH: u32 = 24;
/// The maximum number of differences kept per field: every field has examples, and a page of a
/// thousand posts does not fill the list alone.
const MAX_DIFFERENCES: usize = 25;

/// The options of a rerun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RerunOptions {
    /// Only report what would change.
    pub dry_run: bool,
    /// Remove records that the rule no longer yields from pages where it yields others. Otherwise
    /// they are kept.
    pub remove_lost: bool,
}

/// Reruns `rule` over the stored pages of `site`. `progress` is called after each batch and cancels
/// by returning false.
///
/// # Errors
/// From the store; batches already written stay.
pub fn rerun(
    store: &Store,
    site: SiteId,
    rule: &Rule,
    options: RerunOptions,
    progress: &mut dyn FnMut(&RerunReport) -> bool,
) -> Result<RerunReport, EngineError> {
    let mut run = Rerun {
        store,
        site,
        rule,
        options,
        listed: HashMap::new(),
        kept: HashMap::new(),
        report: RerunReport {
            pages: store.count_stored_pages(site)?,
            ..RerunReport::default()
        },
    };
    if !options.dry_run {
        store.begin_rewriting(site, Timestamp::now())?;
    }
    let own = store.site(site)?;
    // Lists first: their item values fill what a page leaves open.
    for lists in [true, false] {
        let mut after = i64::MIN;
        loop {
            let mut batch = store.stored_pages(site, lists, after, BATCH)?;
            let Some(last) = batch.last() else { break };
            after = last.id;
            // The rule is not for pages of elsewhere that a person sent from a browser.
            batch.retain(|page| {
                let is_sent = page.snapshot.meta.sent_from.is_some();
                let is_elsewhere =
                    |own: &Site| Url::parse(&page.asked).is_ok_and(|url| !is_place_of(own, &url));
                !(is_sent && own.as_ref().is_some_and(is_elsewhere))
            });
            run.batch(&batch, lists)?;
            if !progress(&run.report) {
                run.report.cancelled = true;
                return Ok(run.report);
            }
        }
    }
    if !options.dry_run {
        store.end_rewriting(site)?;
    }
    Ok(run.report)
}

struct Rerun<'a> {
    store: &'a Store,
    site: SiteId,
    rule: &'a Rule,
    options: RerunOptions,
    /// Current list fields, by the item's address.
    listed: HashMap<String, Listed>,
    /// The number of differences kept per field.
    kept: HashMap<String, usize>,
    report: RerunReport,
}

impl Rerun<'_> {
    fn batch(&mut self, batch: &[StoredPage], lists: bool) -> Result<(), EngineError> {
        self.report.pages_done += batch.len() as u64;
        if lists {
            if !self.rule.list_columns().is_empty() {
                let read = in_parallel(batch, &|page| read_list(self.rule, page));
                for (url, fields) in read.into_iter().flatten() {
                    self.listed.entry(url).or_insert(fields);
                }
            }
            return self.alone(batch);
        }
        let (store, site, listed) = (self.store, self.site, &self.listed);
        let kept = |url: &Url| store.snapshot(site, url.as_str());
        // What a person deleted or a filter left out stays away.
        let is_deleted = |record: &Record| {
            let is_deleted = store.is_deleted_record(site, record)?;
            // A row may stand where a skipped one stood.
            let is_skipped = store.is_skipped_record(site, &record.url)?
                && store.known_records(site, &[record.url.as_str()])? == 0;
            Ok(is_deleted || is_skipped)
        };
        let outcomes = in_parallel(batch, &|page| {
            let here = self.rule.urls().other(&page.asked);
            let here = here.as_ref().unwrap_or(&page.asked);
            reread(self.rule, page, listed.get(here), &kept, &is_deleted)
        });
        let mut rewrites = Vec::new();
        for outcome in outcomes {
            rewrites.extend(self.count(outcome?));
        }
        if !self.options.dry_run && !rewrites.is_empty() {
            self.store.rewrite_records(self.site, rewrites)?;
        }
        Ok(())
    }

    /// The records that list items are themselves.
    fn alone(&mut self, lists: &[StoredPage]) -> Result<(), EngineError> {
        if !self.rule.makes_records_of_lists() {
            return Ok(());
        }
        let (store, site) = (self.store, self.site);
        let is_known = |url: &str| Ok(store.known_records(site, &[url])? > 0);
        let outcomes = in_parallel(lists, &|page| reread_list(self.rule, page, &is_known));
        let mut rewrites = Vec::new();
        for outcome in outcomes {
            if let Some(outcome) = outcome? {
                rewrites.extend(self.count(outcome));
            }
        }
        if !self.options.dry_run && !rewrites.is_empty() {
            self.store.rewrite_records(self.site, rewrites)?;
        }
        Ok(())
    }

    /// Counts the outcome of a page; returns what to write, if anything.
    fn count(&mut self, outcome: Outcome) -> Option<Rewrite> {
        let report = &mut self.report;
        let Outcome::Read {
            mut rewrite,
            shortened,
            comparisons,
        } = outcome
        else {
            report.pages_unfit += 1;
            return None;
        };
        report.records_changed += rewrite.updated.len() as u64;
        report.texts_shortened += shortened;
        report.records_new += rewrite.added.len() as u64;
        report.records_lost += rewrite.removed.len() as u64;
        for (url, comparison) in &comparisons {
            report.comparison.add(comparison, 0);
            for difference in &comparison.differences {
                let field = &difference.field;
                let kept = self.kept.entry(field.clone()).or_default();
                if *kept < MAX_DIFFERENCES {
                    *kept += 1;
                    report.differences.push(RerunDifference {
                        url: url.clone(),
                        difference: difference.clone(),
                    });
                }
            }
        }
        if !self.options.remove_lost {
            rewrite.removed.clear();
        }
        let nothing = rewrite.updated.is_empty()
            && rewrite.added.is_empty()
            && rewrite.removed.is_empty()
            && rewrite.list_fields.is_none();
        (!nothing).then_some(rewrite)
    }
}

/// Applies `work` to every page, on all cores, in order.
fn in_parallel<T: Send>(pages: &[StoredPage], work: &(dyn Fn(&StoredPage) -> T + Sync)) -> Vec<T> {
    let share = pages.len().div_ceil(cores()).max(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = pages
            .chunks(share)
            .map(|pages| scope.spawn(move || pages.iter().map(work).collect::<Vec<T>>()))
            .collect();
        let done = threads.into_iter().flat_map(|thread| match thread.join() {
            Ok(done) => done,
            // A defect on one page must not look like success.
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.collect()
    })
}
