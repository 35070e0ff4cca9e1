//! After a redesign: whether an earlier version of the rule reads the page that the current one
//! does not, for example when a site reverts its redesign. Input: the page stored as evidence
//! and the versions of the rule. Output: the restored rule, with a new run. Sends no requests to
//! the site.

use jiff::Timestamp;
use url::Url;

use crate::context::EngineContext;
use crate::controller::hub::Hub;
use crate::controller::sites::site_commands;
use crate::crawl::{keep_supervision, supervision};
use crate::permission::have_same_requirements;
use crate::protocol::EngineError;
use crate::supervise::Machine;
use bowerbird_io::store::Snapshot;
use bowerbird_logic::model::{RuleOrigin, RuleVersion, Site, SiteId};
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::{Rule, parse};

/// The maximum number of versions checked, newest first.
const VERSIONS: usize = 5;
/// Items below which a list may be a coincidence.
const FEW_ITEMS: usize = 3;

impl Hub {
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

fn restore_earlier_rule(
    context: &std::sync::Arc<EngineContext>,
    id: SiteId,
) -> Result<(), EngineError> {
    let Some(site) = context.store.site(id)? else {
        return Ok(());
    };
    let known = supervision(context, id)?;
    let url = known.url.clone();
    let Ok(rule) = parse(&site.rule_toml) else {
        return Ok(());
    };
    let mut machine = Machine::new(rule.plan(), known, None, 0);
    if !machine.may_take_earlier_rule() {
        return Ok(());
    }
    let Some(version) = reading(context, &site, &rule, &url)? else {
        return Ok(());
    };
    site_commands::update(context, id, &version.rule_toml, RuleOrigin::Restored)?;
    machine.note_earlier_rule(version.number, Timestamp::now());
    keep_supervision(context, &mut machine)
}

/// The newest earlier version that reads the page when the current rule does not.
fn reading(
    context: &EngineContext,
    site: &Site,
    rule: &Rule,
    url: &str,
) -> Result<Option<RuleVersion>, EngineError> {
    let Some(page) = context.store.kept_evidence(site.id, url)? else {
        return Ok(None);
    };
    let versions = context.store.rule_versions(site.id)?;
    // A version restored this way before, or by a person, is not replaced by an older one.
    if versions
        .first()
        .is_some_and(|newest| newest.origin == RuleOrigin::Restored)
    {
        return Ok(None);
    }
    let now = items(rule, &page, url);
    let earlier = versions
        .into_iter()
        .filter(|version| version.rule_toml != site.rule_toml)
        // Only a person can restore a version with other hosts or another login.
        .filter(|version| have_same_requirements(&version.rule_toml, &site.rule_toml))
        .take(VERSIONS);
    Ok(earlier.into_iter().find(|version| {
        let rule = parse(&version.rule_toml).ok();
        let found = rule.map_or(0, |rule| items(&rule, &page, url));
        found >= FEW_ITEMS && found > now.saturating_mul(2)
    }))
}

/// The number of items that a rule finds on a stored list page.
fn items(rule: &Rule, kept: &Snapshot, url: &str) -> usize {
    if !rule.has_list() {
        return 0;
    }
    let header = kept
        .meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let decoded = decode(&kept.body, header.map(|(_, value)| value.as_str()));
    let last = kept.meta.url_chain.last().map_or(url, String::as_str);
    let (Ok(base), Ok(asked)) = (Url::parse(last), Url::parse(url)) else {
        return 0;
    };
    let page = rule.page(&decoded.text, &base);
    let list = rule.list_page_for(&page, &asked, &[], kept.meta.fetched_at);
    list.items.len()
}
