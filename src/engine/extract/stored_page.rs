//! Which fields a rule itself finds on a page that is stored or kept as a sample. Input: a rule and
//! a page. Output: names of fields. Nothing is fetched.

use std::collections::BTreeSet;

use jiff::Timestamp;
use url::Url;

use super::extract_asked;
use bowerbird_io::store::{SnapshotMeta, StoredPage};
use bowerbird_logic::model::{FROM_GENERIC, Value};
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::Rule;

/// The fields that `rule` finds on a stored page, without those from its list or from generic
/// extraction; none if an address of the page cannot be read.
pub(crate) fn found_on_stored_page(rule: &Rule, page: &StoredPage) -> BTreeSet<String> {
    let meta = &page.snapshot.meta;
    let last = meta.url_chain.last().unwrap_or(&page.asked);
    let (Ok(url), Ok(asked)) = (Url::parse(last), Url::parse(&page.asked)) else {
        return BTreeSet::new();
    };
    let text = decode(&page.snapshot.body, content_type(meta)).text;
    found_by_rule(
        rule,
        (&text, &url),
        &asked,
        &page.list_fields,
        meta.fetched_at,
    )
}

/// The same for a page with its decoded source and address.
pub(crate) fn found_by_rule(
    rule: &Rule,
    (source, url): (&str, &Url),
    asked: &Url,
    list_fields: &[(String, Value)],
    fetched_at: Timestamp,
) -> BTreeSet<String> {
    let page = rule.page(source, url);
    let found = extract_asked(rule, &page, asked, list_fields, fetched_at);
    let sources = found
        .records
        .iter()
        .flat_map(|record| record.provenance.iter());
    let by_rule = sources.filter(|(_, source)| **source < FROM_GENERIC);
    // A required field of a record may come from its list, which has no number there.
    let needed = rule.file().fields.iter().filter(|field| {
        field.needs_value() && !found.records.is_empty() && !found.missing.contains(&field.name)
    });
    let needed = needed.map(|field| field.name.clone());
    by_rule
        .map(|(name, _)| name.clone())
        .chain(needed)
        .collect()
}

/// The declared content type of a stored answer.
pub(crate) fn content_type(meta: &SnapshotMeta) -> Option<&str> {
    let mut headers = meta.headers.iter();
    let found = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    found.map(|(_, value)| value.as_str())
}
