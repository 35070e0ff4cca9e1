//! Texts as term vectors, and their similarity: the cosine of the angle between them (Salton, Wong
//! & Yang, A vector space model for automatic indexing, CACM 18(11), 1975), by which the paper
//! finds reposts.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::segment::each_word;

/// The maximum number of words read of a text; the rest of a very long one adds nothing.
const MAX_WORDS: usize = 20_000;

/// The terms of a text with their counts, in order of the terms' hashes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TermVector {
    terms: Vec<(u64, f64)>,
    length: f64,
}

impl TermVector {
    /// The vector of a text: its words without stop words, case-folded.
    pub fn of(text: &str) -> Self {
        Self::of_words(&terms(text))
    }

    pub(super) fn of_words(words: &[u64]) -> Self {
        let mut counts: HashMap<u64, f64> = HashMap::with_capacity(words.len());
        for word in words {
            *counts.entry(*word).or_default() += 1.0;
        }
        let mut terms: Vec<(u64, f64)> = counts.into_iter().collect();
        terms.sort_unstable_by_key(|(term, _)| *term);
        let length = terms.iter().map(|(_, n)| n * n).sum::<f64>().sqrt();
        Self { terms, length }
    }

    /// Cosine with another vector: 0 for nothing in common, 1 for the same words with the same
    /// frequency.
    pub fn cosine(&self, other: &Self) -> f64 {
        let mut sum = 0.0;
        let mut others = other.terms.iter().peekable();
        for (term, count) in &self.terms {
            while others.next_if(|(theirs, _)| theirs < term).is_some() {}
            if let Some((_, theirs)) = others.next_if(|(theirs, _)| theirs == term) {
                sum += count * theirs;
            }
        }
        let lengths = self.length * other.length;
        if lengths > 0.0 { sum / lengths } else { 0.0 }
    }
}

/// Hashes of the words of a text in order, without stop words.
pub(super) fn terms(text: &str) -> Vec<u64> {
    let mut out = Vec::new();
    let mut lower = String::new();
    each_word(text, &mut |word| {
        if out.len() >= MAX_WORDS {
            return;
        }
        lower.clear();
        lower.extend(word.chars().flat_map(char::to_lowercase));
        if !is_stop_word(&lower) {
            out.push(hash(&lower));
        }
    });
    out
}

/// Whether a word, in lower case, carries no content.
pub(super) fn is_stop_word(lower: &str) -> bool {
    let mut chars = lower.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => !only.is_alphanumeric() || WORDS.contains_key(lower),
        _ => WORDS.contains_key(lower),
    }
}

/// FNV-1a (<http://www.isthe.com/chongo/tech/comp/fnv/>): stored, so it must be the same in every
/// version.
pub(super) fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Stop words of all languages; for Chinese and Japanese the single characters.
static WORDS: LazyLock<HashMap<String, ()>> = LazyLock::new(|| {
    let lines = include_str!("../../../assets/generic/stopwords.txt").lines();
    let mut words = HashMap::new();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let Some((language, list)) = line.split_once(':') else {
            continue;
        };
        if matches!(language, "zh" | "ja") {
            let characters = list.chars().filter(|c| !c.is_whitespace());
            words.extend(characters.map(|c| (c.to_string(), ())));
        } else {
            words.extend(list.split_whitespace().map(|word| (word.to_owned(), ())));
        }
    }
    words
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cosine_is_of_words_that_say_something() {
        let check = |one: &str, other: &str, low: f64, high: f64| {
            let cosine = TermVector::of(one).cosine(&TermVector::of(other));
            assert!((low..=high).contains(&cosine), "{one} / {other}: {cosine}");
        };
        check("The bridge opens.", "the BRIDGE opens", 0.999, 1.001);
        check("bridge opens", "bridge closes", 0.499, 0.501);
        check("the of and", "the of and", 0.0, 0.0);
        check("大桥正式通车", "大桥正式通车", 0.999, 1.001);
        check("大桥正式通车", "议会否决方案", 0.0, 0.1);
        check("", "anything", 0.0, 0.0);
    }
}
