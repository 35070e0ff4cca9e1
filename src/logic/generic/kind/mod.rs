//! What kind of page it is: an article, a thread, a list, documentation, a product, or nothing. The
//! one decision that extraction, the workbench and `rule suggest` share. Flows in: a page's
//! features, signs and declarations. Flows out: the kind, how sure it is, and why. The weights are
//! learned (`assets/generic/kind-weights.toml`, made by `tests/measures/kind_train.py`).
//!
//! Below: the evidence, and where it comes from: words, signs on nodes, groups of likes, what the page claims.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::BodyTree;
use super::metadata::declared::Declared;
use crate::messages::Message;
use crate::page::Page;
use evidence::KindEvidence;
use groups::{Repeated, repeated};
use node_signals::Signs;

/// Kinds of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageType {
    /// One text.
    Article,
    /// Posts of several people, one after the other.
    Thread,
    /// Records that lead to pages of their own, or rows of data; front pages too.
    List,
    /// A page of a manual.
    Documentation,
    /// Something to buy.
    Product,
    /// None of these.
    #[default]
    Nothing,
}

impl PageType {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Article,
        Self::Thread,
        Self::List,
        Self::Documentation,
        Self::Product,
        Self::Nothing,
    ];

    /// Its name in output for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Thread => "thread",
            Self::List => "list",
            Self::Documentation => "documentation",
            Self::Product => "product",
            Self::Nothing => "nothing",
        }
    }
}

/// A kind with what speaks for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KindOfPage {
    /// The kind.
    pub kind: PageType,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// What was seen, in sentences, the most important first; never empty but by default.
    pub why: Vec<Message>,
    /// The evidence by name, as the weights know it.
    pub evidence: BTreeMap<String, f64>,
}

/// The kind of `page`.
pub fn kind_of(page: &Page) -> KindOfPage {
    let tree = BodyTree::of(page);
    let declared = Declared::of(page);
    DetectedKind::of(page, &tree, &declared).kind
}

/// A page's kind with what it was told by.
pub(super) struct DetectedKind {
    /// The kind.
    pub kind: KindOfPage,
    /// What the page repeats.
    pub repeated: Repeated,
}

impl DetectedKind {
    /// Looks at `page`, whose features and declarations these are.
    pub fn of(page: &Page, tree: &BodyTree<'_>, declared: &Declared) -> Self {
        let signs = Signs::of(page, tree);
        let repeated = repeated(tree, &signs);
        let evidence = KindEvidence::of(page, tree, declared, &signs, &repeated);
        Self {
            kind: decide(&evidence),
            repeated,
        }
    }
}

/// Characters under which nothing is there.
const NEXT_TO_NOTHING: f64 = 60.0;
/// How sure a page of nothing but posts is a thread.
const CLEAR: f64 = 0.8;
/// How sure a long text with many remarks below is an article.
const REMARKED: f64 = 0.7;
/// How sure a page of many priced things is a list.
const SHOP_LIST: f64 = 0.85;
/// Characters that menus alone may have.
const MENUS_ONLY: f64 = 600.0;
/// Valid characters under which a page without records is nothing.
const LITTLE_TEXT: f64 = 40.0;

fn decide(evidence: &KindEvidence) -> KindOfPage {
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

/// What needs no weighing: next to nothing is there, or nothing but posts.
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

/// Manuals and products are texts of their own kinds; only clear evidence tells them.
fn narrowed(evidence: &KindEvidence, kind: PageType, confidence: f64) -> (PageType, f64) {
    // A text's paragraphs are alike too; what makes a thread is that several people speak.
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

/// Shipped data; a test loads it, so that it is never missing.
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

pub(super) mod evidence;
pub(super) mod groups;
pub(super) mod hints;
pub(super) mod kind_words;
pub(super) mod node_signals;
#[cfg(test)]
mod tests;
