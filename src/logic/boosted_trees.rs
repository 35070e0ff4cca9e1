//! Boosted trees with the same split on a whole level, so that a row needs one comparison a level and
//! no branches. Input: numbers of a row. Output: a likelihood. The trained trees are in
//! `assets/generic/line-classifier.txt` and `assets/signals/refusals.txt`; programs under `benches/` make them.

use std::fmt::Write as _;

/// Trees whose sum is the log odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoostedTrees {
    /// The initial value of the sum.
    pub bias: f32,
    /// The trees.
    pub trees: Vec<DecisionTree>,
}

/// One tree: one split per level, one value per leaf.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecisionTree {
    /// The feature number, and the value above which a bit of the leaf number is 1; the first split
    /// gives the lowest bit.
    pub splits: Vec<(usize, f32)>,
    /// Values by leaf number.
    pub leaves: Vec<f32>,
}

impl BoostedTrees {
    /// The likelihood that the row `at(feature)` belongs to the class, 0 to 1.
    pub fn likely(&self, at: impl Fn(usize) -> f32) -> f32 {
        of_odds(self.odds(at))
    }

    /// The log odds of the same.
    pub fn odds(&self, at: impl Fn(usize) -> f32) -> f32 {
        let mut sum = self.bias;
        for tree in &self.trees {
            let mut leaf = 0;
            for (bit, (feature, above)) in tree.splits.iter().enumerate() {
                leaf |= usize::from(at(*feature) > *above) << bit;
            }
            sum += tree.leaves.get(leaf).copied().unwrap_or(0.0);
        }
        sum
    }

    /// Writes its trees, a line each.
    pub fn write_trees(&self, text: &mut String) {
        for tree in &self.trees {
            let splits = tree.splits.iter().map(|(f, v)| format!("{f}:{v}"));
            let leaves = tree.leaves.iter().map(|v| thousandths(*v));
            let (splits, leaves): (Vec<_>, Vec<_>) = (splits.collect(), leaves.collect());
            // Writing to a string never fails.
            let _ = writeln!(text, "tree {} = {}", splits.join(" "), leaves.join(" "));
        }
    }
}

impl DecisionTree {
    /// Reads what follows `tree` on a line.
    ///
    /// # Errors
    /// For anything else, with what is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        let (splits, leaves) = text.split_once(" = ").ok_or("a tree without leaves")?;
        let splits = splits.split_whitespace().map(|split| {
            let (feature, above) = split.split_once(':').ok_or("a split without a value")?;
            let feature = feature
                .parse()
                .map_err(|_| format!("no feature: {feature}"))?;
            Ok((feature, float(above)?))
        });
        let leaves = leaves
            .split_whitespace()
            .map(|leaf| Ok(float(leaf)? / 1_000.0));
        Ok(Self {
            splits: splits.collect::<Result<_, String>>()?,
            leaves: leaves.collect::<Result<_, String>>()?,
        })
    }
}

/// The probability for these log odds.
pub(crate) fn of_odds(logarithm: f32) -> f32 {
    1.0 / (1.0 + (-logarithm).exp())
}

/// Reads a number.
pub(crate) fn float(text: &str) -> Result<f32, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("no number: {text}"))
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "values of leaves are small"
)]
fn thousandths(value: f32) -> String {
    ((value * 1_000.0).round() as i32).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_number_the_leaf() {
        let forest = BoostedTrees {
            bias: -0.5,
            trees: vec![DecisionTree {
                splits: vec![(0, 1.5), (2, -0.25)],
                leaves: vec![-1.0, 0.5, 0.25, 2.0],
            }],
        };
        let likely = |row: [f32; 3]| forest.likely(|f| row[f]);
        assert!((likely([0.0, 0.0, -1.0]) - 1.0 / (1.0 + 1.5f32.exp())).abs() < 1e-6);
        assert!((likely([2.0, 0.0, 0.0]) - 1.0 / (1.0 + (-1.5f32).exp())).abs() < 1e-6);
    }

    #[test]
    fn a_written_tree_is_read_and_a_broken_one_is_refused() {
        let tree = DecisionTree {
            splits: vec![(3, 0.5)],
            leaves: vec![-0.125, 1.0],
        };
        let mut text = String::new();
        BoostedTrees {
            bias: 0.0,
            trees: vec![tree.clone()],
        }
        .write_trees(&mut text);
        let line = text.trim().strip_prefix("tree ").unwrap();
        assert_eq!(DecisionTree::read(line), Ok(tree));
        for broken in ["", "1:2", "a:2 = 1", "1:2 = b", "1 = 1"] {
            assert!(DecisionTree::read(broken).is_err(), "{broken}");
        }
    }
}
