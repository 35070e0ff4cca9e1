//! Which lines of a page stand in the text that people call its article, and how alike two texts are.

use std::collections::HashMap;

use bowerbird::logic::generic::training_lines::TrainingLine;

/// Words in a group that is looked for.
const GROUP: usize = 4;

/// Numbers of words; a Han or kana character is a word.
#[derive(Default)]
pub struct Dictionary(HashMap<String, u32>);

impl Dictionary {
    pub fn words(&mut self, text: &str) -> Vec<u32> {
        let mut words = Vec::new();
        let mut word = String::new();
        for c in text.chars().chain([' ']) {
            let wide = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
            if !wide && (c.is_alphanumeric() || c == '_') {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                words.push(self.number(std::mem::take(&mut word)));
            }
            if wide {
                words.push(self.number(c.to_string()));
            }
        }
        words
    }

    fn number(&mut self, word: String) -> u32 {
        let fresh = u32::try_from(self.0.len()).unwrap();
        *self.0.entry(word).or_insert(fresh)
    }
}

type Groups = HashMap<Vec<u32>, usize>;

fn groups(words: &[u32]) -> Groups {
    let mut groups = Groups::new();
    if !words.is_empty() {
        for group in words.windows(GROUP.min(words.len())) {
            *groups.entry(group.to_vec()).or_default() += 1;
        }
    }
    groups
}

/// Groups of words that both texts have, and how many each has.
pub fn shared(gold: &str, found: &str) -> (usize, usize, usize) {
    let mut dictionary = Dictionary::default();
    let (gold, found) = (
        groups(&dictionary.words(gold)),
        groups(&dictionary.words(found)),
    );
    let both = gold
        .iter()
        .map(|(g, n)| (*n).min(found.get(g).copied().unwrap_or(0)))
        .sum();
    (both, gold.values().sum(), found.values().sum())
}

/// F1 of the mean precision and the mean recall, with both.
pub fn f1_of_means(pages: impl Iterator<Item = (usize, usize, usize)>) -> (f64, f64, f64) {
    let (mut p, mut r, mut found, mut all) = (0.0, 0.0, 0.0, 0.0);
    for (both, gold, own) in pages {
        if own > 0 {
            p += both as f64 / own as f64;
            found += 1.0;
        }
        if gold > 0 {
            r += both as f64 / gold as f64;
            all += 1.0;
        }
    }
    let (p, r) = (p / f64::max(found, 1.0), r / f64::max(all, 1.0));
    (2.0 * p * r / f64::max(p + r, 1e-9), p, r)
}

/// Share of each line that stands in `gold`. Each word group of the gold text is used up by one line,
/// first by those among others that stand in it: a teaser that says the same is no text.
pub fn label(lines: &[TrainingLine<'_>], gold: &str) -> Vec<f32> {
    let mut dictionary = Dictionary::default();
    let gold_words = dictionary.words(gold);
    let gold_lines: std::collections::HashSet<Vec<u32>> = gold
        .lines()
        .map(|line| dictionary.words(line))
        .filter(|w| !w.is_empty())
        .collect();
    let mut left = groups(&gold_words);
    let words: Vec<Vec<u32>> = lines
        .iter()
        .map(|line| dictionary.words(line.text))
        .collect();
    let first: Vec<f32> = words.iter().map(|w| covered(w, &left)).collect();
    let weight = |at: usize| (words[at].len() as f32).min(60.0);
    let around: Vec<f32> = (0..words.len())
        .map(|at| {
            let near = at.saturating_sub(6)..(at + 7).min(words.len());
            near.map(|n| first[n] * weight(n)).sum()
        })
        .collect();
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by(|a, b| around[*b].total_cmp(&around[*a]).then(a.cmp(b)));
    let mut labels = vec![0.0; words.len()];
    for at in order {
        if words[at].len() >= GROUP {
            labels[at] = covered(&words[at], &left);
            if labels[at] > 0.3 {
                for group in words[at].windows(GROUP) {
                    if let Some(n) = left.get_mut(group) {
                        *n = n.saturating_sub(1);
                    }
                }
            }
        }
    }
    // Lines too short for a group belong where they stand as a line, or between lines of the text.
    let all = groups(&gold_words);
    for at in 0..words.len() {
        if words[at].is_empty() || words[at].len() >= GROUP {
            continue;
        }
        let good = |n: Option<usize>| n.and_then(|n| labels.get(n)).is_some_and(|l| *l > 0.6);
        let near = (1..4).any(|by| good(at.checked_sub(by)) || good(Some(at + by)));
        let before = at
            .checked_sub(1)
            .and_then(|n| words.get(n))
            .cloned()
            .unwrap_or_default();
        let after = words.get(at + 1).cloned().unwrap_or_default();
        let tail = &before[before.len().saturating_sub(GROUP - 1)..];
        let head = &after[..after.len().min(GROUP - 1)];
        let bridged = |joined: Vec<u32>| {
            joined.len() >= GROUP && joined.windows(GROUP).all(|g| all.contains_key(g))
        };
        let own = &words[at];
        if near
            && (gold_lines.contains(own)
                || bridged([tail, own].concat())
                || bridged([own, head].concat()))
        {
            labels[at] = 1.0;
        }
    }
    labels
}

/// Labels lines from the first to the last of the text that stand in `gold` as they are, however
/// short.
pub fn whole_lines(lines: &[TrainingLine<'_>], gold: &str, labels: &mut [f32]) {
    let plain = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let own: std::collections::HashSet<String> = gold.lines().map(plain).collect();
    let is_text = |label: &f32| *label > 0.9;
    let first = labels.iter().position(is_text).unwrap_or(0);
    let last = labels.iter().rposition(is_text).unwrap_or(0);
    for (line, label) in lines.iter().zip(labels).take(last + 1).skip(first) {
        if own.contains(&plain(line.text)) {
            *label = 1.0;
        }
    }
}

/// Share of the words that stand in a group of `left`.
fn covered(words: &[u32], left: &Groups) -> f32 {
    if words.len() < GROUP {
        return 0.0;
    }
    let mut hit = vec![false; words.len()];
    for (at, group) in words.windows(GROUP).enumerate() {
        if left.get(group).is_some_and(|n| *n > 0) {
            hit[at..at + GROUP].fill(true);
        }
    }
    hit.iter().filter(|h| **h).count() as f32 / words.len() as f32
}
