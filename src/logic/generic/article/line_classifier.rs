//! The trained line classifier: two rounds of boosted trees over the numbers of each line. Input: rows of numbers. Output: each row's
//! likelihood of being article text. The trained data is in `assets/generic/line-classifier.txt`;
//! `benches/train_blocks/` generates it.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::line_features::{self, Blocks, Worth};
use crate::boosted_trees::{BoostedTrees, DecisionTree, float, of_odds};

/// Shipped data; a test loads it, so it is never missing.
pub(super) static MODEL: LazyLock<Option<ArticleModel>> = LazyLock::new(|| {
    ArticleModel::read(include_str!(
        "../../../../assets/generic/line-classifier.txt"
    ))
    .ok()
});

/// Two rounds of trees: the second uses the first round's scores of the surrounding lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArticleModel {
    /// The scores of words of class and id.
    pub worth: Worth,
    /// The first round.
    pub first: BoostedTrees,
    /// The second round.
    pub second: BoostedTrees,
}

impl BoostedTrees {
    /// The likelihoods of several rows at once; `columns` are their values by feature, so that the
    /// same few instructions compare all of them.
    fn likely_of(&self, columns: &[Values]) -> Values {
        let mut sums = [self.bias; ABREAST];
        for tree in &self.trees {
            let mut leaves = [0_u32; ABREAST];
            for (bit, (feature, above)) in tree.splits.iter().enumerate() {
                let values = columns.get(*feature).unwrap_or(&[0.0; ABREAST]);
                for (leaf, value) in leaves.iter_mut().zip(values) {
                    *leaf |= u32::from(value > above) << bit;
                }
            }
            for (sum, leaf) in sums.iter_mut().zip(leaves) {
                *sum += tree.leaves.get(leaf as usize).copied().unwrap_or(0.0);
            }
        }
        sums.map(of_odds)
    }
}

/// The number of lines scored at once.
const ABREAST: usize = 16;

/// One number per line.
type Values = [f32; ABREAST];

/// Runs one round over all lines.
pub(crate) fn round(
    forest: &BoostedTrees,
    blocks: &Blocks,
    named: &[f32],
    again: Option<&[f32]>,
) -> Vec<f32> {
    let again = again.unwrap_or_default();
    let mut named = named.chunks(line_features::WIDTH_NAMED);
    let mut again = again.chunks(line_features::WIDTH_AGAIN);
    let width = line_features::WIDTH + line_features::WIDTH_NAMED + line_features::WIDTH_AGAIN;
    let mut columns: Vec<Values> = vec![[0.0; ABREAST]; width];
    let mut likely = Vec::with_capacity(blocks.lines.len());
    let mut filled = 0;
    for values in blocks.rows() {
        let parts = [
            values,
            named.next().unwrap_or_default(),
            again.next().unwrap_or_default(),
        ];
        let mut empty = columns.as_mut_slice();
        for part in parts {
            let (here, after) = empty.split_at_mut(part.len().min(empty.len()));
            for (column, value) in here.iter_mut().zip(part) {
                if let Some(slot) = column.get_mut(filled) {
                    *slot = *value;
                }
            }
            empty = after;
        }
        filled += 1;
        if filled == ABREAST {
            likely.extend(forest.likely_of(&columns));
            filled = 0;
        }
    }
    likely.extend(forest.likely_of(&columns).iter().take(filled));
    likely
}

/// The combined result of two rounds: the mean of their log odds. The second knows more but is
/// misled where the first was confidently wrong; together they err less than either on hosts that
/// neither saw.
pub(crate) fn both(first: &[f32], second: &[f32]) -> Vec<f32> {
    let odds = |p: f32| {
        let p = p.clamp(1e-6, 1.0 - 1e-6);
        (p / (1.0 - p)).ln()
    };
    let pairs = first.iter().zip(second);
    pairs
        .map(|(a, b)| 1.0 / (1.0 + (-f32::midpoint(odds(*a), odds(*b))).exp()))
        .collect()
}

impl ArticleModel {
    /// Each line's likelihood of being article text.
    pub(super) fn likely(&self, blocks: &Blocks) -> Vec<f32> {
        let named = blocks.named(&self.worth);
        let first = round(&self.first, blocks, &named, None);
        let again = blocks.again(&first);
        let second = round(&self.second, blocks, &named, Some(&again));
        both(&first, &second)
    }

    /// The scores of the first round alone.
    pub(crate) fn first_round(&self, blocks: &Blocks) -> Vec<f32> {
        round(&self.first, blocks, &blocks.named(&self.worth), None)
    }

    /// Parses the output of [`ArticleModel::write`]; the feature names must be the current ones.
    ///
    /// # Errors
    /// A malformed line, or other names.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut model = Self::default();
        let mut second = false;
        for line in text
            .lines()
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
        {
            let forest = if second {
                &mut model.second
            } else {
                &mut model.first
            };
            match line.split_once(' ').unwrap_or((line, "")) {
                ("features", names) => {
                    if names != line_features::names().join(" ") {
                        return Err("learned from other features".to_owned());
                    }
                }
                ("second", bias) => {
                    second = true;
                    model.second.bias = float(bias)?;
                }
                ("words", words) => model.worth = read_words(words)?,
                ("first", bias) => forest.bias = float(bias)?,
                ("tree", tree) => forest.trees.push(DecisionTree::read(tree)?),
                _ => return Err(format!("no line of a model: {line}")),
            }
        }
        Ok(model)
    }

    /// Serialises the model.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = format!("features {}\n", line_features::names().join(" "));
        let mut words: Vec<(&String, &f32)> = self.worth.iter().collect();
        words.sort_by_key(|(word, _)| *word);
        let words: Vec<String> = words.iter().map(|(w, v)| format!("{w}:{v}")).collect();
        // Writing to a string never fails.
        let _ = writeln!(text, "words {}", words.join(" "));
        for (name, forest) in [("first", &self.first), ("second", &self.second)] {
            let _ = writeln!(text, "{name} {}", forest.bias);
            forest.write_trees(&mut text);
        }
        text
    }
}

fn read_words(text: &str) -> Result<Worth, String> {
    let words = text.split_whitespace().map(|entry| {
        let (word, worth) = entry.split_once(':').ok_or("a word without a value")?;
        Ok((word.to_owned(), float(worth)?))
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> ArticleModel {
        let tree = DecisionTree {
            splits: vec![(0, 1.5), (2, -0.25)],
            leaves: vec![-1.0, 0.5, 0.25, 2.0],
        };
        let forest = BoostedTrees {
            bias: -0.5,
            trees: vec![tree],
        };
        ArticleModel {
            worth: Worth::from([("body".to_owned(), 1.5), ("nav".to_owned(), -2.0)]),
            first: forest.clone(),
            second: forest,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(ArticleModel::read(&small().write()), Ok(small()));
        assert!(ArticleModel::read("features other\n").is_err());
        assert!(ArticleModel::read("tree 1:2\n").is_err());
        assert!(ArticleModel::read("magic\n").is_err());
    }

    #[test]
    fn splits_number_the_leaf() {
        let likely = |row: [f32; 3]| small().first.likely(|f| row[f]);
        assert!((likely([0.0, 0.0, -1.0]) - 1.0 / (1.0 + 1.5f32.exp())).abs() < 1e-6);
        assert!((likely([2.0, 0.0, 0.0]) - 1.0 / (1.0 + (-1.5f32).exp())).abs() < 1e-6);
        let columns = [[2.0; ABREAST], [0.0; ABREAST], [0.0; ABREAST]];
        let abreast = small().first.likely_of(&columns);
        let alone = likely([2.0, 0.0, 0.0]);
        assert!(abreast.iter().all(|p| (p - alone).abs() < 1e-6));
    }

    #[test]
    fn lines_are_judged_abreast_as_alone() {
        let lines: String = (0..2 * ABREAST + 3)
            .map(|n| {
                format!(
                    "<p class=c{n}>The vat {n} is kept warm{}",
                    " and dry".repeat(n)
                )
            })
            .collect();
        let url = url::Url::parse("http://example.com/").unwrap();
        let page = crate::page::Page::parse(&lines, &url);
        let tree = crate::generic::features::BodyTree::of(&page);
        let blocks = Blocks::of(&tree, "", "");
        let values = |width: usize| -> Vec<f32> {
            (0..width * blocks.lines.len())
                .map(|n| n as f32 * 0.01)
                .collect()
        };
        let (named, again) = (
            values(line_features::WIDTH_NAMED),
            values(line_features::WIDTH_AGAIN),
        );
        let split = |feature| (feature, 0.4);
        let forest = BoostedTrees {
            bias: 0.1,
            trees: vec![DecisionTree {
                splits: vec![
                    split(0),
                    split(line_features::WIDTH + 2),
                    split(line_features::WIDTH + line_features::WIDTH_NAMED + 5),
                ],
                leaves: (0..8).map(|n| n as f32 * 0.3 - 1.0).collect(),
            }],
        };
        let abreast = round(&forest, &blocks, &named, Some(&again));
        assert_eq!(abreast.len(), blocks.lines.len());
        let rows = blocks
            .rows()
            .zip(named.chunks(line_features::WIDTH_NAMED))
            .zip(again.chunks(line_features::WIDTH_AGAIN));
        for (((row, named), again), abreast) in rows.zip(abreast) {
            let row = [row, named, again].concat();
            assert!((forest.likely(|feature| row[feature]) - abreast).abs() < 1e-6);
        }
    }

    #[test]
    fn the_shipped_model_loads() {
        let model = ArticleModel::read(include_str!(
            "../../../../assets/generic/line-classifier.txt"
        ));
        let model = model.map_err(|e| panic!("{e}")).unwrap();
        assert!(!model.first.trees.is_empty() && !model.second.trees.is_empty());
    }
}
