//! Where a run begins: its start pages, unless it goes on with what an earlier run left.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::io::store::{NewRequest, RequestKind, Store, StoreError};
use crate::logic::model::{ListPosition, Site, SiteId};
use crate::logic::page::without_fragment;
use crate::logic::rules::Rule;

/// Numbers between the list pages of two start addresses at most, so that records keep the order
/// of the starts, then of the pages.
const PAGES_PER_START: u32 = 100_000;

/// The start pages of a rule, made one by one: its ranges may stand for very many.
pub(super) fn start_requests(rule: &Rule) -> impl Iterator<Item = NewRequest> + '_ {
    let kind = if rule.file().list.is_some() {
        RequestKind::List
    } else {
        RequestKind::Content
    };
    let starts = u32::try_from(rule.start_count()).unwrap_or(u32::MAX);
    let between = PAGES_PER_START.min(u32::MAX / starts.max(1));
    rule.start()
        .zip(0_u32..)
        .map(move |(url, number)| NewRequest {
            url: without_fragment(&url).into(),
            kind,
            position: match kind {
                RequestKind::List => ListPosition {
                    page: number.saturating_mul(between),
                    item: 0,
                },
                _ => ListPosition {
                    page: 0,
                    item: number,
                },
            },
            depth: 0,
            fields: Vec::new(),
            sources: Default::default(),
        })
}

/// Whether the lists of the site were read to their end under this very rule. If so, a list page
/// with nothing new means that the rest is known as well.
pub(super) fn walked_before(store: &Store, site: &Site) -> Result<bool, StoreError> {
    let walked = store.setting(&walked_key(site.id))?;
    Ok(walked == Some(rule_hash(&site.rule_toml)))
}

/// Takes note whether the lists were read to their end, with all they led to.
pub(super) fn note_walked(store: &Store, site: &Site, walked: bool) -> Result<(), StoreError> {
    let hash = if walked {
        rule_hash(&site.rule_toml)
    } else {
        String::new()
    };
    store.set_setting(&walked_key(site.id), &hash)
}

fn walked_key(site: SiteId) -> String {
    format!("walked:{site}")
}

/// Another version of the program may hash otherwise; then one run reads its lists to the end.
fn rule_hash(rule_toml: &str) -> String {
    let mut hasher = DefaultHasher::new();
    rule_toml.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
