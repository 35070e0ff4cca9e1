//! Summaries of a given length, and keywords: sentences and words ranked by TextRank (Mihalcea &
//! Tarau, TextRank: Bringing Order into Texts, EMNLP 2004; sections 2.2, 3.1 and 4.1). Sentences
//! are kept unchanged, in the order of the text. Deterministic.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::segment::{each_word, word_count};
use super::sentences::sentences;
use super::vector::{hash, is_stop_word};

/// Damping factor of the paper's (and PageRank's) formula.
const DAMPING: f64 = 0.85;
/// Rounds of the iteration; ranks change by less than the paper's 0.0001 long before.
const ROUNDS: usize = 40;
/// The maximum number of sentences ranked: comparing all pairs is quadratic, and what follows the
/// first 300 of a text is its comments.
const MAX_SENTENCES: usize = 300;
/// The maximum number of words examined for keywords.
const MAX_WORDS: usize = 6_000;
/// Words this far apart are neighbours (the paper finds 2 best).
const NEIGHBOURS: usize = 2;

/// Default number of keywords of a summary.
pub const DEFAULT_KEYWORDS: usize = 8;

/// The maximum length of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "unit", content = "count")]
pub enum SummaryLength {
    /// The number of sentences.
    Sentences(usize),
    /// The number of words; Chinese ones by the dictionary.
    Words(usize),
    /// The number of characters, with spaces.
    Characters(usize),
}

impl SummaryLength {
    /// The number of sentences when no length is given.
    pub const DEFAULT_SENTENCES: usize = 3;
    /// The numbers of sentences to choose from.
    pub const SENTENCE_CHOICES: [usize; 3] = [1, 3, 5];
}

/// A summary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The sentences.
    pub text: String,
    /// The keywords, most relevant first.
    pub keywords: Vec<String>,
}

/// Summarises `text`, never longer than `length`, with at most `keywords` keywords.
pub fn summarise(text: &str, length: SummaryLength, keywords: usize) -> Summary {
    Summary {
        text: extract(text, length),
        keywords: self::keywords(text, keywords),
    }
}

fn extract(text: &str, length: SummaryLength) -> String {
    let mut all = sentences(text);
    all.truncate(MAX_SENTENCES);
    let ranks = sentence_ranks(&all);
    let mut order: Vec<usize> = (0..all.len()).collect();
    let rank = |at: &usize| ranks.get(*at).copied().unwrap_or_default();
    order.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.cmp(b)));
    let mut seen = HashSet::new();
    let mut chosen = Vec::new();
    let mut budget = Budget::of(length);
    for at in order {
        let Some(sentence) = all.get(at) else {
            continue;
        };
        // A repeated sentence is used once.
        if seen.insert(*sentence) && budget.take(sentence) {
            chosen.push(at);
        }
        if budget.is_spent() {
            break;
        }
    }
    if chosen.is_empty() {
        let best = ranks
            .iter()
            .enumerate()
            .max_by(|(i, a), (j, b)| a.total_cmp(b).then(j.cmp(i)))
            .and_then(|(at, _)| all.get(at));
        return best
            .map(|sentence| cut(sentence, length))
            .unwrap_or_default();
    }
    chosen.sort_unstable();
    let mut out = String::new();
    for sentence in chosen.iter().filter_map(|at| all.get(*at)) {
        if !out.is_empty() && !out.ends_with(is_wide) {
            out.push(' ');
        }
        out.push_str(sentence);
    }
    out
}

/// The remaining length.
struct Budget {
    length: SummaryLength,
    left: usize,
    first: bool,
}

impl Budget {
    fn of(length: SummaryLength) -> Self {
        let (SummaryLength::Sentences(left)
        | SummaryLength::Words(left)
        | SummaryLength::Characters(left)) = length;
        Self {
            length,
            left,
            first: true,
        }
    }

    fn take(&mut self, sentence: &str) -> bool {
        let cost = match self.length {
            SummaryLength::Sentences(_) => 1,
            SummaryLength::Words(_) => word_count(sentence),
            // With the space before it.
            SummaryLength::Characters(_) => sentence.chars().count() + usize::from(!self.first),
        };
        let fits = cost <= self.left;
        if fits {
            self.left -= cost;
            self.first = false;
        }
        fits
    }

    fn is_spent(&self) -> bool {
        self.left == 0
    }
}

/// The beginning of a sentence that alone is too long.
fn cut(sentence: &str, length: SummaryLength) -> String {
    let out: String = match length {
        SummaryLength::Sentences(_) => return String::new(),
        SummaryLength::Characters(most) => sentence.chars().take(most.saturating_sub(1)).collect(),
        SummaryLength::Words(most) => {
            let mut end = 0;
            let mut words = 0;
            let start = sentence.as_ptr().addr();
            each_word(sentence, &mut |word| {
                if words < most {
                    words += 1;
                    end = word.as_ptr().addr() - start + word.len();
                }
            });
            let mut out = sentence.get(..end).unwrap_or_default().to_owned();
            // Truncated Chinese may be segmented differently.
            while word_count(&out) > most && out.pop().is_some() {}
            out
        }
    };
    let out = out.trim_end();
    if out.is_empty() {
        String::new()
    } else {
        format!("{out}…")
    }
}

/// Marks that no space follows.
fn is_wide(c: char) -> bool {
    "。！？；…”」』）".contains(c)
}

/// The rank of each sentence: shared words over the logarithms of the lengths (section 4.1).
fn sentence_ranks(sentences: &[&str]) -> Vec<f64> {
    let words: Vec<HashSet<u64>> = sentences.iter().map(|s| content_words(s)).collect();
    let mut edges: Vec<Vec<(usize, f64)>> = vec![Vec::new(); sentences.len()];
    for (i, one) in words.iter().enumerate() {
        for (j, other) in words.iter().enumerate().skip(i + 1) {
            let shared = one.intersection(other).count();
            let lengths = to_f64(one.len()).ln() + to_f64(other.len()).ln();
            if shared == 0 || lengths <= 0.0 {
                continue;
            }
            let weight = to_f64(shared) / lengths;
            if let Some(of) = edges.get_mut(i) {
                of.push((j, weight));
            }
            if let Some(of) = edges.get_mut(j) {
                of.push((i, weight));
            }
        }
    }
    ranks(&edges)
}

fn content_words(sentence: &str) -> HashSet<u64> {
    let mut words = HashSet::new();
    each_word(sentence, &mut |word| {
        let lower = word.to_lowercase();
        if !is_stop_word(&lower) {
            words.insert(hash(&lower));
        }
    });
    words
}

/// Weighted ranks on an undirected graph (section 2.2).
fn ranks(edges: &[Vec<(usize, f64)>]) -> Vec<f64> {
    let strength: Vec<f64> = edges
        .iter()
        .map(|of| of.iter().map(|(_, w)| w).sum())
        .collect();
    let mut ranks = vec![1.0; edges.len()];
    for _ in 0..ROUNDS {
        ranks = edges
            .iter()
            .map(|of| {
                let from = |(other, weight): &(usize, f64)| {
                    let rank = ranks.get(*other).copied().unwrap_or_default();
                    weight / strength.get(*other).copied().unwrap_or(1.0) * rank
                };
                (1.0 - DAMPING) + DAMPING * of.iter().map(from).sum::<f64>()
            })
            .collect();
    }
    ranks
}

/// The most relevant words: those next to other relevant words (section 3.1).
pub fn keywords(text: &str, most: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    // Words in order; `None` where a stop word or a mark separates two.
    let mut places: Vec<Option<usize>> = Vec::new();
    each_word(text, &mut |word| {
        if places.len() >= MAX_WORDS {
            return;
        }
        let lower = word.to_lowercase();
        let says = word.chars().nth(1).is_some()
            && word.chars().any(char::is_alphabetic)
            && !is_stop_word(&lower);
        places.push(says.then(|| {
            *numbers.entry(lower).or_insert_with(|| {
                names.push(word.to_owned());
                names.len() - 1
            })
        }));
    });
    let mut weights: HashMap<(usize, usize), f64> = HashMap::new();
    for (at, one) in places.iter().enumerate() {
        let near = places.iter().skip(at + 1).take(NEIGHBOURS - 1);
        for (one, other) in one
            .iter()
            .flat_map(|one| near.clone().flatten().map(move |o| (one, o)))
        {
            if one != other {
                weights.insert((*one.min(other), *one.max(other)), 1.0);
            }
        }
    }
    let mut edges: Vec<Vec<(usize, f64)>> = vec![Vec::new(); names.len()];
    let mut sorted: Vec<_> = weights.into_iter().collect();
    sorted.sort_unstable_by_key(|(pair, _)| *pair);
    for ((one, other), weight) in sorted {
        for (from, to) in [(one, other), (other, one)] {
            if let Some(of) = edges.get_mut(from) {
                of.push((to, weight));
            }
        }
    }
    let ranks = ranks(&edges);
    let mut order: Vec<usize> = (0..names.len()).collect();
    let rank = |at: &usize| ranks.get(*at).copied().unwrap_or_default();
    order.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.cmp(b)));
    order
        .into_iter()
        .take(most)
        .filter_map(|at| names.get(at).cloned())
        .collect()
}

/// A word count of one text; exact far beyond that.
fn to_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "The harbour bridge opens on Monday. It rained. The new harbour bridge took \
        two years and links the old town with the harbour. Some people like cake. The mayor said the \
        bridge will carry trams to the harbour from next year.";

    #[test]
    fn the_sentences_that_share_most_are_taken_in_order() {
        let summary = summarise(TEXT, SummaryLength::Sentences(2), 3);
        assert!(summary.text.contains("bridge") && !summary.text.contains("cake"));
        assert_eq!(sentences(&summary.text).len(), 2);
        assert!(
            summary.keywords.contains(&"harbour".to_owned()),
            "{:?}",
            summary.keywords
        );
        assert_eq!(
            summarise("", SummaryLength::Words(5), 3),
            Summary::default()
        );
    }

    #[test]
    fn chinese_is_summed_up() {
        let text = "新大桥星期一正式通车。昨天下雨。新大桥施工用了两年，连接老城和港口。市长说大桥明年将通电车。";
        let summary = summarise(text, SummaryLength::Characters(24), 2);
        assert!(summary.text.contains("大桥"), "{}", summary.text);
        assert!(summary.text.chars().count() <= 24);
        assert!(summary.keywords.iter().all(|word| word.chars().count() > 1));
    }

    proptest! {
        #[test]
        fn no_summary_is_too_long(text in "([A-Za-z]{1,9}|[大桥港口今天下雨]{1,9}|[ .。,\n]){0,60}", most in 1_usize..40) {
            let words = summarise(&text, SummaryLength::Words(most), 2);
            prop_assert!(word_count(&words.text) <= most, "{}", words.text);
            let characters = summarise(&text, SummaryLength::Characters(most), 2);
            prop_assert!(characters.text.chars().count() <= most, "{}", characters.text);
            let some = summarise(&text, SummaryLength::Sentences(most), 2);
            prop_assert!(sentences(&some.text).len() <= most + 1);
        }
    }
}
