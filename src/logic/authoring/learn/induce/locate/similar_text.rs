//! Finds long picked texts that differ slightly on the page (flattened, cut, other quotes): the
//! element whose words agree best with the pick.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{PickPlace, Taking};
use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};

/// The number of consecutive words that count as found.
const RUN: usize = 3;
/// The minimum agreement: twice the common words divided by the words of both.
const LEAST: f64 = 0.5;
/// The margin within which an element counts as a place like the best.
const NEARLY: f64 = 0.01;
/// The maximum number of places.
const MAX_PLACES: usize = 12;

/// The words of `text` in lower case; in scripts without spaces, every character is one.
pub(super) fn words(text: &str) -> Vec<u64> {
    let mut found = Vec::new();
    let mut word = DefaultHasher::new();
    let mut open = false;
    let mut end = |word: &mut DefaultHasher, open: &mut bool| {
        if std::mem::take(open) {
            found.push(std::mem::take(word).finish());
        }
    };
    for c in text.chars() {
        if !c.is_alphanumeric() {
            end(&mut word, &mut open);
            continue;
        }
        let alone = is_cjk_letter(c);
        if alone {
            end(&mut word, &mut open);
        }
        c.to_lowercase().for_each(|c| c.hash(&mut word));
        open = true;
        if alone {
            end(&mut word, &mut open);
        }
    }
    end(&mut word, &mut open);
    found
}

fn is_cjk_letter(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF)
}

/// The agreement of two texts, 0 to 1.
pub(crate) fn agreement(a: &str, b: &str) -> f64 {
    let (a, b) = (words(a), words(b));
    let runs = runs(&a);
    let common = found(&b, &runs).iter().filter(|f| **f).count();
    ratio(common.min(a.len()), a.len() + b.len())
}

fn ratio(common: usize, both: usize) -> f64 {
    if both == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let ratio = 2.0 * common as f64 / both as f64;
    ratio
}

fn runs(words: &[u64]) -> HashSet<u64> {
    words
        .windows(RUN.min(words.len()).max(1))
        .map(hash)
        .collect()
}

fn hash(run: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}

/// Which of `words` are in one of `runs`.
fn found(words: &[u64], runs: &HashSet<u64>) -> Vec<bool> {
    let mut found = vec![false; words.len()];
    for (start, run) in words.windows(RUN).enumerate() {
        if runs.contains(&hash(run)) {
            found
                .iter_mut()
                .skip(start)
                .take(RUN)
                .for_each(|f| *f = true);
        }
    }
    found
}

/// The elements whose text agrees best with `text`, best first.
pub(super) fn places(view: &View<'_>, text: &str) -> Vec<PickPlace> {
    let wanted = words(text);
    let mut all = Vec::new();
    // The number of words before each node.
    let mut before = Vec::with_capacity(view.len() + 1);
    for at in view.all() {
        before.push(all.len());
        if view.index(at).is_none() {
            all.extend(words(view.text(at)));
        }
    }
    before.push(all.len());
    let mut sums = vec![0_usize];
    for hit in found(&all, &runs(&wanted)) {
        let sum = sums.last().copied().unwrap_or_default() + usize::from(hit);
        sums.push(sum);
    }
    let score = |at: NodeNumber| {
        let place = |at: NodeNumber| before.get(usize::try_from(at).ok()?).copied();
        let (start, end) = (place(at)?, place(view.end(at))?);
        let hits = sums.get(end)?.saturating_sub(*sums.get(start)?);
        Some(ratio(hits.min(wanted.len()), wanted.len() + end - start))
    };
    let mut scored: Vec<(f64, NodeNumber)> = view
        .all()
        .filter(|at| view.index(*at).is_some())
        .filter_map(|at| Some((score(at)?, at)))
        .filter(|(score, _)| *score >= LEAST)
        .collect();
    // On a tie the inner one comes first.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    let best = scored.first().map_or(0.0, |(score, _)| *score);
    scored
        .into_iter()
        .take_while(|(score, _)| *score >= best - NEARLY)
        .take(MAX_PLACES)
        .map(|(_, at)| PickPlace {
            at,
            taking: Taking::Text,
            part: false,
        })
        .collect()
}
