//! Which earlier pages of a site a repair of its rule learns from: samples and stored pages, and
//! the addresses of its records.

use serde_json::Value as Json;
use url::Url;

use super::samples::role_named;
use crate::controller::pages::page_thread::PageText;
use crate::protocol::EngineError;
use crate::workbench::{Before, PageRole};
use bowerbird_io::store::{StoreReader, StoredPage};
use bowerbird_logic::authoring::samples::Sample;
use bowerbird_logic::model::{DefaultColumn, SiteId};
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::{RuleFile, file_of};

/// The maximum number of samples and stored content pages used by a repair.
const MAX_OLD: usize = 12;
/// The maximum number of earlier versions of a rule that old pages are read with.
const MAX_RULES: usize = 6;
/// The maximum number of record addresses passed to a repair.
const MAX_COLLECTED: u32 = 50_000;

/// The site's earlier pages: its samples, then its stored pages; first those on which the most
/// fields of the rule were found, and the newest among equals. Pages that were read with a broken
/// rule push out no good ones.
pub(super) fn before(
    text: &PageText,
    site: SiteId,
    rule_toml: &str,
) -> Result<Vec<Before>, EngineError> {
    let store = &text.context.store;
    let file = file_of(rule_toml).unwrap_or_default();
    let mut before = Vec::new();
    let mut samples = store.samples(site)?;
    samples.reverse();
    samples.sort_by_key(|row| std::cmp::Reverse(fields_in(&row.expects, &file)));
    for row in samples.into_iter().take(MAX_OLD) {
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
    let most = u32::try_from(MAX_OLD).unwrap_or(u32::MAX);
    let lists = store.newest_pages(site, true, most / 3)?;
    before.extend(lists.into_iter().filter_map(|page| kept_page(page, true)));
    let pages = best_read_pages(store, site, &file, most)?;
    before.extend(pages.into_iter().filter_map(|page| kept_page(page, false)));
    Ok(before)
}

/// The stored content pages of a site on which its rule found most, at most `limit`.
fn best_read_pages(
    store: &StoreReader,
    site: SiteId,
    file: &RuleFile,
    limit: u32,
) -> Result<Vec<StoredPage>, EngineError> {
    let text = (!file.content.select.is_empty()).then_some(DefaultColumn::Text.token());
    let own = file.fields.iter().map(|field| field.name.as_str());
    let all: Vec<&str> = own.chain(text).collect();
    let required = file.fields.iter().filter(|field| field.needs_value());
    let required: Vec<&str> = required.map(|field| field.name.as_str()).collect();
    Ok(store.best_read_pages(site, &all, &required, limit)?)
}

/// How many fields of the rule a sample expects.
fn fields_in(expects: &str, file: &RuleFile) -> usize {
    let Ok(sample) = Sample::parse(expects) else {
        return 0;
    };
    let listed = file.list.iter().flat_map(|list| &list.fields);
    let all = file.fields.iter().chain(listed);
    let rows = sample.records.iter().chain(&sample.items).flatten();
    let rows: Vec<_> = rows.collect();
    let has = |name: &str| rows.iter().any(|row| row.get(name).is_some_and(is_filled));
    all.filter(|field| has(&field.name)).count()
}

fn is_filled(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::String(text) => !text.trim().is_empty(),
        Json::Array(values) => !values.is_empty(),
        _ => true,
    }
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
