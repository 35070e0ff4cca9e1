//! Which lines of labelled pages the trees are grown from.

use bowerbird::logic::generic::training_lines::BoostedTrees;

use super::pages::Sample;
use crate::boosting::{Rows, SeededRandom, train_rows};
pub use crate::boosting::{Settings, Table, used};

/// The numbers that `rows` gives for the lines of each sample, `width` a line.
pub fn table(samples: &[Sample], rows: impl Fn(&Sample) -> Vec<f32>, width: usize) -> Table {
    let all: Vec<Vec<f32>> = samples.iter().map(rows).collect();
    Table::of_values(&all, width)
}

/// A forest learned from the samples that `learn` names.
pub fn train(
    table: &Table,
    samples: &[Sample],
    learn: impl Fn(&Sample) -> bool,
    how: Settings,
) -> BoostedTrees {
    train_rows(table, pick(samples, learn), how)
}

fn pick(samples: &[Sample], learn: impl Fn(&Sample) -> bool) -> Rows {
    let mut rows = Rows::default();
    let mut start = 0;
    let mut dice = SeededRandom(7);
    for sample in samples {
        let count = sample.labels.len();
        if learn(sample) {
            let near: Vec<bool> = sample
                .lines
                .lines()
                .map(|line| line.rough || line.words >= 12.0)
                .collect();
            for at in 0..count {
                let mut weight = sample.weights[at];
                let close = near[at.saturating_sub(5)..(at + 6).min(count)].contains(&true);
                if weight <= 0.0 {
                    continue;
                }
                // Of the many links far from any text a third is enough.
                if !close && sample.labels[at] < 0.1 {
                    if dice.share() > 0.34 {
                        continue;
                    }
                    weight *= 3.0;
                }
                rows.at.push(u32::try_from(start + at).unwrap());
                rows.label.push(sample.labels[at]);
                rows.weight.push(weight);
            }
        }
        start += count;
    }
    rows
}
