//! Decides the kind of a page by its evidence: what is obvious, else the trained weights, then what only clear
//! evidence identifies.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::evidence::KindEvidence;
use super::{KindOfPage, PageType};

/// Characters below which a page counts as empty.
const NEXT_TO_NOTHING: f64 = 60.0;

/// Confidence that a page with nothing but posts is a thread.
const CLEAR: f64 = 0.8;

/// Confidence that a long text with many comments below is an article.
const REMARKED: f64 = 0.7;

/// Confidence that a page of many priced items is a list.
pub(super) const SHOP_LIST: f64 = 0.85;

/// Maximum number of characters in menus alone.
const MENUS_ONLY: f64 = 600.0;

/// Valid characters below which a page without records has no kind.
const LITTLE_TEXT: f64 = 40.0;

/// The kind that the evidence speaks for.
pub(super) fn decide(evidence: &KindEvidence) -> KindOfPage {
    let named = evidence.named();
    let (kind, confidence) = match first(evidence) {
        Some(found) => found,
        None => WEIGHTS
            .as_ref()
            .map_or((PageType::Article, 0.0), |weights| weights.decide(&named)),
    };
    let (kind, confidence) = narrowed(evidence, kind, confidence);
    KindOfPage {
        kind,
        confidence,
        why: evidence.why(kind),
        evidence: named
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    }
}

/// The kind if it is obvious: next to nothing is there, or nothing but posts.
fn first(evidence: &KindEvidence) -> Option<(PageType, f64)> {
    let empty = evidence.chars < NEXT_TO_NOTHING;
    let bare = evidence.valid < LITTLE_TEXT
        && evidence.chars < MENUS_ONLY
        && evidence.teasers < 3
        && evidence.far < 5
        && evidence.posts < 2
        && !evidence.rows;
    if evidence.clear_posts && !empty {
        return Some((PageType::Thread, CLEAR));
    }
    (empty || bare).then_some((PageType::Nothing, if empty { 0.95 } else { 0.7 }))
}

/// Manuals and products are texts of their own kinds; only clear evidence identifies them.
fn narrowed(evidence: &KindEvidence, kind: PageType, confidence: f64) -> (PageType, f64) {
    // A text's paragraphs are also similar; a thread requires several people.
    if kind == PageType::Thread && !evidence.people {
        return (PageType::Article, 1.0 - confidence);
    }
    if kind == PageType::Thread && evidence.remarked {
        return (PageType::Article, REMARKED);
    }
    if kind == PageType::Thread || (kind == PageType::List && confidence > 0.8) {
        return (kind, confidence);
    }
    // Shops put long texts under their lists.
    if evidence.is_shop_list() {
        return (PageType::List, SHOP_LIST);
    }
    if evidence.is_product() {
        return (PageType::Product, 0.8);
    }
    if kind == PageType::Article && evidence.is_documentation() {
        return (PageType::Documentation, 0.8);
    }
    (kind, confidence)
}

/// Multinomial logistic regression over named evidence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    article: BTreeMap<String, f64>,
    thread: BTreeMap<String, f64>,
    list: BTreeMap<String, f64>,
}

/// Shipped data; a test loads it, so it is never missing.
static WEIGHTS: LazyLock<Option<Weights>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../assets/generic/kind-weights.toml")).ok()
});

impl Weights {
    fn decide(&self, evidence: &[(&'static str, f64)]) -> (PageType, f64) {
        let sum = |weights: &BTreeMap<String, f64>| {
            let mut sum = weights.get("bias").copied().unwrap_or(0.0);
            for (name, value) in evidence {
                sum += weights.get(*name).copied().unwrap_or(0.0) * value;
            }
            sum
        };
        let sums = [
            (PageType::Article, sum(&self.article)),
            (PageType::Thread, sum(&self.thread)),
            (PageType::List, sum(&self.list)),
        ];
        let top = sums.iter().map(|(_, s)| *s).fold(f64::MIN, f64::max);
        let all: f64 = sums.iter().map(|(_, s)| (s - top).exp()).sum();
        sums.into_iter()
            .map(|(kind, s)| (kind, (s - top).exp() / all))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .unwrap_or((PageType::Article, 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_load() {
        let weights: Weights =
            toml::from_str(include_str!("../../../../assets/generic/kind-weights.toml")).unwrap();
        assert!(weights.list.contains_key("bias"));
    }
}
