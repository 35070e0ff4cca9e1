//! Which earlier pages of a site a repair of its rule learns from: samples and stored pages, and
//! the addresses of its records.

use url::Url;

use super::samples::role_named;
use crate::controller::pages::page_thread::PageText;
use crate::protocol::EngineError;
use crate::workbench::{Before, PageRole};
use bowerbird_io::store::StoredPage;
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::decode;

/// The maximum number of samples and stored content pages used by a repair.
const MAX_OLD: usize = 12;
/// The maximum number of earlier versions of a rule that old pages are read with.
const MAX_RULES: usize = 6;
/// The maximum number of record addresses passed to a repair.
const MAX_COLLECTED: u32 = 50_000;

/// The site's earlier pages: its samples, then its newest stored pages.
pub(super) fn before(text: &PageText, site: SiteId) -> Result<Vec<Before>, EngineError> {
    let store = &text.context.store;
    let mut before = Vec::new();
    for row in store.samples(site)?.into_iter().rev().take(MAX_OLD) {
        let Some((row, source)) = store.sample(site, row.id)? else {
            continue;
        };
        let Ok(url) = Url::parse(&row.url) else {
            continue;
        };
        before.push(Before {
            url,
            source,
            fetched_at: row.taken_at,
            sample: Some(row.id),
            is_list: role_named(&row.role) == PageRole::List,
            records: Vec::new(),
        });
    }
    let kept = u32::try_from(MAX_OLD).unwrap_or(u32::MAX);
    for (lists, most) in [(true, kept / 3), (false, kept)] {
        for page in store.newest_pages(site, lists, most)? {
            before.extend(kept_page(page, lists));
        }
    }
    Ok(before)
}

/// The earlier versions of the site's rule, the newest first.
pub(super) fn earlier_rules(text: &PageText, site: SiteId) -> Result<Vec<String>, EngineError> {
    let versions = text.context.store.rule_versions(site)?;
    let rules = versions.into_iter().map(|version| version.rule_toml);
    Ok(rules.take(MAX_RULES).collect())
}

/// Addresses of the site's records.
pub(super) fn collected(text: &PageText, site: SiteId) -> Result<Vec<Url>, EngineError> {
    let addresses = text.context.store.record_addresses(site, MAX_COLLECTED)?;
    Ok(addresses.iter().flat_map(|url| Url::parse(url)).collect())
}

fn kept_page(page: StoredPage, is_list: bool) -> Option<Before> {
    let meta = page.snapshot.meta;
    let url = Url::parse(meta.url_chain.last().unwrap_or(&page.asked)).ok()?;
    let kind = meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        .map(|(_, value)| value.as_str());
    Some(Before {
        url,
        source: decode(&page.snapshot.body, kind).text,
        fetched_at: meta.fetched_at,
        sample: None,
        is_list,
        records: page.records.into_iter().map(|r| r.record).collect(),
    })
}
