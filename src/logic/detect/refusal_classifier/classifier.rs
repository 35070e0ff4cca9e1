//! The classifier of refusals: boosted trees over the numbers of a page, and weights of single words
//! of its title and text; the mean of their log odds decides, for they err on different pages. Input:
//! a row of numbers and the words. Output: how likely the page is a refusal. The trained data is in
//! `assets/signals/refusals.txt`; `benches/train_refusals/` makes it.

use std::collections::{HashMap, HashSet};

use super::features::{self, PageWording};
use crate::boosted_trees::{BoostedTrees, DecisionTree, float, of_odds};

/// Words of a page that are read.
const MAX_WORDS: usize = 700;
/// Characters of a word that count.
const WORD_CHARS: usize = 12;
/// The share of the words in the sum of log odds; of the trees it is one.
const WORDS_SHARE: f32 = 0.6;

/// Trees and words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RefusalModel {
    /// Over the numbers of a page.
    pub trees: BoostedTrees,
    /// The words.
    pub words: WordModel,
}

/// A linear model over the words of a page: each counts by its rarity, and all of a page together
/// have the length 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordModel {
    /// The initial value of the sum.
    pub bias: f32,
    /// For each word its rarity and its weight.
    pub words: HashMap<String, (f32, f32)>,
}

impl WordModel {
    /// The log odds of a page with these words.
    #[must_use]
    pub fn odds(&self, words: &HashSet<String>) -> f32 {
        let known = || words.iter().filter_map(|word| self.words.get(word));
        let square: f32 = known().map(|(rarity, _)| rarity * rarity).sum();
        let sum: f32 = known().map(|(rarity, weight)| rarity * weight).sum();
        self.bias + sum / square.sqrt().max(1e-6)
    }
}

impl RefusalModel {
    /// Shipped data; a test loads it, so it is never missing.
    #[must_use]
    pub fn shipped() -> Self {
        Self::read(include_str!("../../../../assets/signals/refusals.txt")).unwrap_or_default()
    }

    /// How likely the page with these numbers and words is a refusal, 0 to 1.
    pub(crate) fn likely(&self, row: &[f32], reading: &PageWording) -> f32 {
        let at = |feature: usize| row.get(feature).copied().unwrap_or(0.0);
        let trees = self.trees.odds(at);
        of_odds(trees + WORDS_SHARE * self.words.odds(&words(reading)))
    }

    /// Parses the output of [`RefusalModel::write`]; the feature names must be the current ones.
    ///
    /// # Errors
    /// A malformed line, or other names.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut model = Self::default();
        for line in text
            .lines()
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
        {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("features", names) => {
                    if names != features::names().join(" ") {
                        return Err("learned from other features".to_owned());
                    }
                }
                ("bias", bias) => model.trees.bias = float(bias)?,
                ("tree", tree) => model.trees.trees.push(DecisionTree::read(tree)?),
                ("words", bias) => model.words.bias = float(bias)?,
                ("word", entry) => {
                    let mut parts = entry.split(' ');
                    let mut next = || parts.next().ok_or("a word without its numbers");
                    let (word, rarity, weight) = (next()?, next()?, next()?);
                    let numbers = (float(rarity)?, float(weight)?);
                    model.words.words.insert(word.to_owned(), numbers);
                }
                _ => return Err(format!("no line of a model: {line}")),
            }
        }
        Ok(model)
    }

    /// Serialises the model.
    #[must_use]
    pub fn write(&self) -> String {
        let names = features::names().join(" ");
        let mut text = format!("features {names}\nbias {}\n", self.trees.bias);
        self.trees.write_trees(&mut text);
        text.push_str(&format!("words {}\n", self.words.bias));
        let mut words: Vec<_> = self.words.words.iter().collect();
        words.sort_by_key(|(word, _)| *word);
        for (word, (rarity, weight)) in words {
            text.push_str(&format!("word {word} {rarity} {weight}\n"));
        }
        text
    }
}

/// The words of the title and the text; of scripts without spaces, pairs of characters. Words of the
/// title stand once more with a mark.
pub(crate) fn words(reading: &PageWording) -> HashSet<String> {
    let mut words = HashSet::new();
    for (mark, text) in [("^", &reading.title_text), ("", &reading.text)] {
        let single = text.split(|c: char| !c.is_alphanumeric());
        for word in single.filter(|word| !word.is_empty()).take(MAX_WORDS) {
            let chars: Vec<char> = word.chars().collect();
            if chars.iter().any(|c| is_paired(*c)) {
                for pair in chars.windows(2.min(chars.len())) {
                    words.insert(format!("{mark}{}", pair.iter().collect::<String>()));
                }
            } else if chars.iter().all(char::is_ascii_digit) && chars.len() != 3 {
                // Of numbers only statuses mean something.
                words.insert(format!("{mark}0"));
            } else {
                let short: String = chars.into_iter().take(WORD_CHARS).collect();
                words.insert(format!("{mark}{short}"));
            }
        }
    }
    words
}

/// Whether words are not told apart by spaces in the script of `c`: Thai, Japanese, Chinese; Korean
/// changes the ends of its words.
fn is_paired(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_loads_and_what_is_written_is_read() {
        let text = include_str!("../../../../assets/signals/refusals.txt");
        let model = RefusalModel::read(text);
        let model = model.map_err(|e| panic!("{e}")).unwrap();
        assert!(!model.trees.trees.is_empty() && !model.words.words.is_empty());
        assert_eq!(RefusalModel::read(&model.write()), Ok(model));
    }

    #[test]
    fn other_files_are_refused() {
        for broken in [
            "features other\n",
            "magic\n",
            "word a 1\n",
            "tree 1:2\n",
            "bias x\n",
        ] {
            assert!(RefusalModel::read(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn rare_words_count_more_and_unknown_ones_nothing() {
        let model = WordModel {
            bias: -1.0,
            words: HashMap::from([
                ("rare".to_owned(), (4.0, 2.0)),
                ("common".to_owned(), (1.0, -2.0)),
            ]),
        };
        let odds = |words: &[&str]| model.odds(&words.iter().map(|w| (*w).to_owned()).collect());
        assert!((odds(&[]) + 1.0).abs() < 1e-6);
        assert!((odds(&["rare", "unknown"]) - odds(&["rare"])).abs() < 1e-6);
        assert!((odds(&["rare"]) - 1.0).abs() < 1e-6);
        assert!(odds(&["rare", "common"]) > odds(&["common"]));
    }
}
