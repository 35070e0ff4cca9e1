//! Where the whole text of a site's articles is, learned from a few of them while its address is
//! looked at. Input: the look, a rule that it proposes, the pages. Output: the pages to read, and
//! the look with better rules.

use jiff::Timestamp;
use url::Url;

use crate::protocol::AddressPreview;
use bowerbird_logic::authoring::article_box::with_article_box;
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::page::{Page, without_fragment};
use bowerbird_logic::rules::{parse, rewrite};

/// The number of pages that are read.
const MAX_PAGES: usize = 3;

/// A few of the pages that a rule would collect from the list or document `page`: the first, the
/// last, and one between them. None where the rule knows where their text is.
pub(crate) fn sample_pages(rule_toml: &str, page: &Page, now: Timestamp) -> Vec<Url> {
    let Ok(rule) = parse(rule_toml) else {
        return Vec::new();
    };
    let file = rule.file();
    if !leads_to_articles(file.site.kind)
        || !file.content.select.is_empty()
        || file.record.is_some()
    {
        return Vec::new();
    }
    // A feed is read as data.
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    let here = without_fragment(page.url());
    let mut urls: Vec<Url> = Vec::new();
    for item in rule.list_page(page, now).items {
        let url = without_fragment(&item.url);
        if !item.alone && url != here && url.host_str() == here.host_str() && !urls.contains(&url) {
            urls.push(url);
        }
    }
    let last = urls.len().saturating_sub(1);
    let mut places = vec![0, last.div_ceil(2), last];
    places.dedup();
    places.truncate(MAX_PAGES);
    let chosen = places.into_iter().filter_map(|at| urls.get(at).cloned());
    chosen.collect()
}

/// The look with the box of the articles `pages` in every rule that leaves open where their text is.
pub(crate) fn with_boxes(
    mut look: AddressPreview,
    pages: &[Page],
    now: Timestamp,
) -> AddressPreview {
    look.sample_pages.clear();
    let pages: Vec<&Page> = pages.iter().collect();
    for choice in &mut look.choices {
        if let Some(better) = with_box(&choice.rule_toml, &pages, now) {
            choice.rule_toml = better;
        }
    }
    look
}

/// A rule with the box of the articles `pages`, if it leaves open where their text is and they agree.
pub(crate) fn with_box(rule_toml: &str, pages: &[&Page], now: Timestamp) -> Option<String> {
    let rule = parse(rule_toml).ok()?;
    if !leads_to_articles(rule.file().site.kind) {
        return None;
    }
    let better = with_article_box(rule.file(), pages, now)?;
    rewrite(rule_toml, &better).ok()
}

/// Whether the pages behind such a source are articles, as a rule. A sitemap names all others too.
fn leads_to_articles(kind: SourceKind) -> bool {
    matches!(kind, SourceKind::List | SourceKind::Feed)
}
