//! What kind of page it is: an article, a thread, a list, documentation, a product, or nothing. The
//! one decision that extraction, the workbench and `rule suggest` share. Flows in: a page's
//! features, signs and declarations. Flows out: the kind, how sure it is, and why. The weights are
//! learned (`assets/generic/kind-weights.toml`, made by `tests/measures/kind_train.py`).
//!
//! Below: the evidence, and where it comes from: words, signs on nodes, groups of likes, what the page claims.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::Tree;
use super::metadata::declared::Declared;
use crate::messages::Message;
use crate::page::Page;
use evidence::Evidence;
use groups::{Repeated, repeated};
use node_signals::Signs;

/// Kinds of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
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

impl Kind {
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
    pub kind: Kind,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// What was seen, in sentences, the most important first; never empty but by default.
    pub why: Vec<Message>,
    /// The evidence by name, as the weights know it.
    pub evidence: BTreeMap<String, f64>,
}

/// The kind of `page`.
pub fn kind_of(page: &Page) -> KindOfPage {
    let tree = Tree::of(page);
    let declared = Declared::of(page);
    Seen::of(page, &tree, &declared).kind
}

/// A page's kind with what it was told by.
pub(super) struct Seen {
    /// The kind.
    pub kind: KindOfPage,
    /// What the page repeats.
    pub repeated: Repeated,
}

impl Seen {
    /// Looks at `page`, whose features and declarations these are.
    pub fn of(page: &Page, tree: &Tree<'_>, declared: &Declared) -> Self {
        let signs = Signs::of(page, tree);
        let repeated = repeated(tree, &signs);
        let evidence = Evidence::of(page, tree, declared, &signs, &repeated);
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

fn decide(evidence: &Evidence) -> KindOfPage {
    let named = evidence.named();
    let (kind, confidence) = match first(evidence) {
        Some(found) => found,
        None => WEIGHTS
            .as_ref()
            .map_or((Kind::Article, 0.0), |weights| weights.decide(&named)),
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
fn first(evidence: &Evidence) -> Option<(Kind, f64)> {
    let empty = evidence.chars < NEXT_TO_NOTHING;
    let bare = evidence.valid < LITTLE_TEXT
        && evidence.chars < MENUS_ONLY
        && evidence.teasers < 3
        && evidence.far < 5
        && evidence.posts < 2
        && !evidence.rows;
    if evidence.clear_posts && !empty {
        return Some((Kind::Thread, CLEAR));
    }
    (empty || bare).then_some((Kind::Nothing, if empty { 0.95 } else { 0.7 }))
}

/// Manuals and products are texts of their own kinds; only clear evidence tells them.
fn narrowed(evidence: &Evidence, kind: Kind, confidence: f64) -> (Kind, f64) {
    // A text's paragraphs are alike too; what makes a thread is that several people speak.
    if kind == Kind::Thread && !evidence.people {
        return (Kind::Article, 1.0 - confidence);
    }
    if kind == Kind::Thread && evidence.remarked {
        return (Kind::Article, REMARKED);
    }
    if kind == Kind::Thread || (kind == Kind::List && confidence > 0.8) {
        return (kind, confidence);
    }
    // Shops put long texts under their lists.
    if evidence.is_shop_list() {
        return (Kind::List, SHOP_LIST);
    }
    if evidence.is_product() {
        return (Kind::Product, 0.8);
    }
    if kind == Kind::Article && evidence.is_documentation() {
        return (Kind::Documentation, 0.8);
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
    fn decide(&self, evidence: &[(&'static str, f64)]) -> (Kind, f64) {
        let sum = |weights: &BTreeMap<String, f64>| {
            let mut sum = weights.get("bias").copied().unwrap_or(0.0);
            for (name, value) in evidence {
                sum += weights.get(*name).copied().unwrap_or(0.0) * value;
            }
            sum
        };
        let sums = [
            (Kind::Article, sum(&self.article)),
            (Kind::Thread, sum(&self.thread)),
            (Kind::List, sum(&self.list)),
        ];
        let top = sums.iter().map(|(_, s)| *s).fold(f64::MIN, f64::max);
        let all: f64 = sums.iter().map(|(_, s)| (s - top).exp()).sum();
        sums.into_iter()
            .map(|(kind, s)| (kind, (s - top).exp() / all))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .unwrap_or((Kind::Article, 0.0))
    }
}

pub(super) mod evidence;
pub(super) mod groups;
pub(super) mod hints;
pub(super) mod kind_words;
pub(super) mod node_signals;
#[cfg(test)]
mod tests;
