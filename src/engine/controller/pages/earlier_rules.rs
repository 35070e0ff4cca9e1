//! After a redesign: whether an earlier version of the rule reads the page that the current one
//! does not, for example when a site reverts its redesign. Input: the page stored as evidence,
//! the pages and samples of the site, and the versions of the rule. Output: the restored rule with
//! the reason, and a new run. Sends no requests to the site.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use crate::context::EngineContext;
use crate::controller::authoring::samples::role_named;
use crate::controller::main_loop::MainLoop;
use crate::controller::sites::site_rules;
use crate::crawl::{keep_supervision, supervision};
use crate::extract::stored_page::{content_type, found_by_rule, found_on_stored_page};
use crate::project_permission::have_same_requirements;
use crate::protocol::{EngineError, Event, RestoredRule};
use crate::supervise::SiteStateMachine;
use crate::workbench::PageRole;
use bowerbird_io::store::{SampleRow, Snapshot, StoredPage};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RuleOrigin, RuleVersion, Site, SiteId};
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::{FieldRule, ListItem, Rule, parse};

/// The maximum number of versions checked, newest first.
const VERSIONS: usize = 5;
/// Items below which a list may be a coincidence.
const FEW_ITEMS: usize = 3;
/// The maximum number of stored content pages, and of samples, that versions are compared on.
const PAGES: u32 = 8;
/// Of those, the newest show how the site is now.
const NEWEST: usize = 3;

impl MainLoop {
    /// Restores an earlier version of the rule of a site whose run has ended, if that helps.
    pub(in crate::controller) fn try_earlier_rule(&self, site: SiteId) {
        if !self.watch.is_on() || self.context.gate.is_at_rest() {
            return;
        }
        if let Err(error) = restore_earlier_rule(&self.context, site) {
            tracing::warn!(%error, "earlier versions of a rule cannot be tried");
        }
    }
}

fn restore_earlier_rule(context: &Arc<EngineContext>, id: SiteId) -> Result<(), EngineError> {
    let Some(site) = context.store.site(id)? else {
        return Ok(());
    };
    let known = supervision(context, id)?;
    let url = known.url.clone();
    let Ok(rule) = parse(&site.rule_toml) else {
        return Ok(());
    };
    let mut machine = SiteStateMachine::new(rule.plan(), known, None, 0);
    if !machine.may_take_earlier_rule() {
        return Ok(());
    }
    let Some(better) = better_version(context, &site, &rule, &url)? else {
        return Ok(());
    };
    let why = Message::new("supervise-why-earlier-rule")
        .with("version", better.version.number)
        .with("replaced", better.replaced)
        .with("url", url.as_str())
        .with("items", better.items)
        .with("found", better.items_now);
    site_rules::update(context, id, &better.version.rule_toml, RuleOrigin::Restored)?;
    machine.note_earlier_rule(why.clone(), Timestamp::now());
    keep_supervision(context, &mut machine)?;
    if let Some(mut status) = context.store.site(id)?.and_then(|site| site.status) {
        status.reason = why.clone();
        context.store.set_site_status(id, &status)?;
        context.publish(Event::SiteState { site: id, status });
    }
    context.publish(Event::RuleRestored(Box::new(RestoredRule {
        site: id,
        version: better.version.number,
        replaced: better.replaced,
        why,
    })));
    Ok(())
}

/// An earlier version that reads what the current one does not.
struct BetterVersion {
    version: RuleVersion,
    /// The number of the current version.
    replaced: u32,
    /// The items that it finds on the page.
    items: usize,
    /// Those that the current version finds.
    items_now: usize,
}

/// The newest earlier version that reads the page when the current rule does not, and is not worse
/// at any required field on the pages known of the site.
fn better_version(
    context: &EngineContext,
    site: &Site,
    rule: &Rule,
    url: &str,
) -> Result<Option<BetterVersion>, EngineError> {
    let Some(page) = context.store.kept_evidence(site.id, url)? else {
        return Ok(None);
    };
    let versions = context.store.rule_versions(site.id)?;
    let Some(newest) = versions.first() else {
        return Ok(None);
    };
    // A version restored this way before, or by a person, is not replaced by an older one.
    if newest.origin == RuleOrigin::Restored {
        return Ok(None);
    }
    let replaced = newest.number;
    let now = items(rule, &page, url);
    // Read when a version reads the list better, which is rare.
    let mut known = None;
    let earlier = versions
        .into_iter()
        .filter(|version| version.rule_toml != site.rule_toml)
        // Only a person can restore a version with other hosts or another login.
        .filter(|version| have_same_requirements(&version.rule_toml, &site.rule_toml))
        .take(VERSIONS);
    for version in earlier {
        let Ok(candidate) = parse(&version.rule_toml) else {
            continue;
        };
        let found = items(&candidate, &page, url);
        let (items, items_now) = (found.len(), now.len());
        let more = items >= FEW_ITEMS && items > items_now.saturating_mul(2);
        if more && reads_list_fields((rule, &now), (&candidate, &found)) {
            let known = match &known {
                Some(known) => known,
                None => known.insert(KnownPages::of(context, site.id, rule)?),
            };
            if !known.are_read_by(rule, &candidate) {
                continue;
            }
            return Ok(Some(BetterVersion {
                version,
                replaced,
                items,
                items_now,
            }));
        }
    }
    Ok(None)
}

/// Whether the candidate finds every required field of a list, of either version, on most of its
/// items, and on more of them than the current rule.
fn reads_list_fields(
    (rule, now): (&Rule, &[ListItem]),
    (candidate, found): (&Rule, &[ListItem]),
) -> bool {
    let with = |items: &[ListItem], name: &str| items.iter().filter(|item| item.has(name)).count();
    let mut names = required_of_items(rule);
    names.extend(required_of_items(candidate));
    names.iter().all(|name| {
        let read = with(found, name);
        read * 2 > found.len() && read > with(now, name)
    })
}

/// The pages of a site that versions of its rule are compared on.
struct KnownPages {
    /// The content pages stored last.
    stored: Vec<StoredPage>,
    /// The samples of content pages, with their sources.
    samples: Vec<(SampleRow, String)>,
    /// What the current rule finds on the pages and on the samples.
    found_now: [Vec<BTreeSet<String>>; 2],
}

impl KnownPages {
    fn of(context: &EngineContext, site: SiteId, rule: &Rule) -> Result<Self, EngineError> {
        let stored = context.store.newest_pages(site, false, PAGES)?;
        let rows = context.store.samples(site)?.into_iter().rev();
        let rows = rows.filter(|row| role_named(&row.role) != PageRole::List);
        let mut samples = Vec::new();
        for row in rows.take(usize::try_from(PAGES).unwrap_or(usize::MAX)) {
            samples.extend(context.store.sample(site, row.id)?);
        }
        let mut known = Self {
            stored,
            samples,
            found_now: Default::default(),
        };
        known.found_now = known.found(rule);
        Ok(known)
    }

    /// What `rule` finds on the pages and on the samples.
    fn found(&self, rule: &Rule) -> [Vec<BTreeSet<String>>; 2] {
        let pages = self.stored.iter();
        let samples = self.samples.iter();
        [
            pages.map(|page| found_on_stored_page(rule, page)).collect(),
            samples.map(|one| found_on_sample(rule, one)).collect(),
        ]
    }

    /// Whether `candidate` finds every field that it or `rule` requires of pages: on one of the
    /// newest at least, and on no fewer than `rule`. Where none is stored, this cannot be known.
    fn are_read_by(&self, rule: &Rule, candidate: &Rule) -> bool {
        let mut names = required(&rule.file().fields);
        names.extend(required(&candidate.file().fields));
        if names.is_empty() {
            return true;
        }
        let [now, samples_now] = &self.found_now;
        let [then, samples_then] = self.found(candidate);
        let with = |pages: &[BTreeSet<String>], name: &str| {
            pages.iter().filter(|found| found.contains(name)).count()
        };
        names.iter().all(|name| {
            let newest = then.get(..NEWEST.min(then.len())).unwrap_or_default();
            let read = with(&then, name);
            let as_before = with(&samples_then, name) >= with(samples_now, name);
            with(newest, name) > 0 && read >= with(now, name) && as_before
        })
    }
}

fn found_on_sample(rule: &Rule, (row, source): &(SampleRow, String)) -> BTreeSet<String> {
    let Ok(url) = Url::parse(&row.url) else {
        return BTreeSet::new();
    };
    found_by_rule(rule, (source, &url), &url, &[], row.taken_at)
}

fn required_of_items(rule: &Rule) -> BTreeSet<&str> {
    let list = rule.file().list.as_ref();
    required(list.map(|list| list.fields.as_slice()).unwrap_or_default())
}

fn required(fields: &[FieldRule]) -> BTreeSet<&str> {
    let required = fields.iter().filter(|field| field.needs_value());
    required.map(|field| field.name.as_str()).collect()
}

/// The items that a rule finds on a stored list page.
fn items(rule: &Rule, kept: &Snapshot, url: &str) -> Vec<ListItem> {
    if !rule.has_list() {
        return Vec::new();
    }
    let decoded = decode(&kept.body, content_type(&kept.meta));
    let last = kept.meta.url_chain.last().map_or(url, String::as_str);
    let (Ok(base), Ok(asked)) = (Url::parse(last), Url::parse(url)) else {
        return Vec::new();
    };
    let page = rule.page(&decoded.text, &base);
    let list = rule.list_page_for(&page, &asked, &[], kept.meta.fetched_at);
    list.items
}
