//! Scores the words of class and id above each line by a trained list. Input: the look of each
//! element, and the list. Output: a few numbers per line. The words are used by many sites;
//! their scores were counted, not guessed.

use std::collections::{HashMap, HashSet};

use super::BodyTree;
use crate::generic::article::noise::Flags;

/// The maximum number of elements above a line that are inspected.
const MAX_UP: usize = 60;

/// Limit of the sum for the words of one element.
const MOST: f32 = 4.0;

/// Words with their score: the log odds that a line below them is text.
pub type Worth = HashMap<String, f32>;

/// Feature names.
pub(super) const NAMES: [&str; 6] = [
    "named_leaf",
    "named_near",
    "named_next",
    "named_least",
    "named_most",
    "named_sum",
];

/// The words above each line of a page.
pub(super) struct AncestorWords {
    looks: Vec<u32>,
    words: Vec<Vec<String>>,
    parents: Vec<usize>,
    leaves: Vec<usize>,
}

impl AncestorWords {
    pub fn of(tree: &BodyTree<'_>, flags: Flags, leaves: Vec<usize>) -> Self {
        let (looks, words) = flags.into_appearances();
        Self {
            looks,
            words,
            parents: tree.items.iter().map(|item| item.parent).collect(),
            leaves,
        }
    }

    /// The distinct words above line `at`.
    pub fn above(&self, at: usize) -> HashSet<&str> {
        let mut found = HashSet::new();
        let mut item = self.leaves.get(at).copied().unwrap_or(0);
        for _ in 0..MAX_UP {
            let words = self.appearance(item).and_then(|look| self.words.get(look));
            found.extend(words.into_iter().flatten().map(String::as_str));
            if item == 0 {
                break;
            }
            item = self.parents.get(item).copied().unwrap_or(0);
        }
        found
    }

    fn appearance(&self, item: usize) -> Option<usize> {
        self.looks.get(item).map(|look| *look as usize)
    }

    /// The features of [`NAMES`] for all lines.
    pub fn values(&self, worth: &Worth) -> Vec<f32> {
        let by_look: Vec<f32> = self.words.iter().map(|words| sum(words, worth)).collect();
        let mut above: Vec<Above> = Vec::with_capacity(self.looks.len());
        for (item, parent) in self.parents.iter().enumerate() {
            let own = self.appearance(item).and_then(|look| by_look.get(look));
            let from = above.get(*parent).copied().unwrap_or_default();
            above.push(from.with(own.copied().unwrap_or(0.0)));
        }
        let mut out = Vec::with_capacity(self.leaves.len() * NAMES.len());
        for leaf in &self.leaves {
            let all = above.get(*leaf).copied().unwrap_or_default();
            let own = self.appearance(*leaf).and_then(|look| by_look.get(look));
            out.extend([
                own.copied().unwrap_or(0.0),
                all.near,
                all.next,
                all.least,
                all.most,
                all.sum,
            ]);
        }
        out
    }
}

fn sum(words: &[String], worth: &Worth) -> f32 {
    let known = words.iter().filter_map(|word| worth.get(word));
    known.sum::<f32>().clamp(-MOST, MOST)
}

/// The scores of an element and all above it.
#[derive(Clone, Copy, Default)]
struct Above {
    near: f32,
    next: f32,
    least: f32,
    most: f32,
    sum: f32,
}

impl Above {
    fn with(self, own: f32) -> Self {
        if own == 0.0 {
            return self;
        }
        Self {
            near: own,
            next: self.near,
            least: self.least.min(own),
            most: self.most.max(own),
            sum: self.sum + own,
        }
    }
}
