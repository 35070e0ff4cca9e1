//! Gradient boosting with trees that split alike on a whole level (Newton steps on the logistic loss,
//! features in at most 64 steps). Deterministic: its dice are numbered.

#![allow(
    dead_code,
    reason = "each trainer is a program of its own and uses a part of this"
)]

use std::sync::Arc;

use bowerbird::logic::boosted_trees::{BoostedTrees, DecisionTree};

/// Steps a feature is cut into.
const STEPS: usize = 48;

/// How to train.
#[derive(Clone, Copy)]
pub struct Settings {
    pub trees: usize,
    pub depth: usize,
    /// Share of each step that is taken.
    pub rate: f32,
    /// How strongly the values of leaves are held back.
    pub held_back: f32,
    /// Share of the rows a tree sees.
    pub rows: f32,
    /// Share of the features a tree sees.
    pub features: f32,
}

/// Features of all lines, cut into steps, one column a feature.
pub struct Table {
    columns: Vec<Arc<Column>>,
}

struct Column {
    cuts: Vec<f32>,
    steps: Vec<u8>,
}

impl Table {
    /// From the numbers of all samples, each a run of rows of `width`.
    pub fn of_values(all: &[Vec<f32>], width: usize) -> Self {
        let columns = (0..width)
            .map(|f| {
                let values: Vec<f32> = all
                    .iter()
                    .flat_map(|rows| rows.iter().skip(f).step_by(width))
                    .copied()
                    .collect();
                let cuts = cuts(&values);
                let steps = values
                    .iter()
                    .map(|v| cuts.partition_point(|cut| v > cut) as u8)
                    .collect();
                Arc::new(Column { cuts, steps })
            })
            .collect();
        Self { columns }
    }

    /// With the columns of `other` after its own.
    pub fn beside(&self, other: &Self) -> Self {
        Self {
            columns: self.columns.iter().chain(&other.columns).cloned().collect(),
        }
    }
}

fn cuts(values: &[f32]) -> Vec<f32> {
    let mut sorted: Vec<f32> = values
        .iter()
        .step_by(1 + values.len() / 60_000)
        .copied()
        .collect();
    sorted.sort_by(f32::total_cmp);
    let mut unique = sorted.clone();
    unique.dedup();
    let mut cuts: Vec<f32> = if unique.len() <= STEPS {
        unique
            .windows(2)
            .map(|pair| round(f32::midpoint(pair[0], pair[1])))
            .collect()
    } else {
        (1..STEPS)
            .map(|at| round(sorted[at * sorted.len() / STEPS]))
            .collect()
    };
    cuts.dedup();
    cuts
}

/// Four digits are enough, and make a smaller file.
fn round(value: f32) -> f32 {
    let short: f32 = format!("{value:.3}").parse().unwrap();
    if short == -0.0 { 0.0 } else { short }
}

/// Rows to learn from: their numbers in the table, labels and weights, and the sum so far.
#[derive(Default)]
pub struct Rows {
    pub at: Vec<u32>,
    pub label: Vec<f32>,
    pub weight: Vec<f32>,
    sum: Vec<f32>,
}

/// A forest learned from `rows` of the table.
pub fn train_rows(table: &Table, mut rows: Rows, how: Settings) -> BoostedTrees {
    let mass: f32 = rows.weight.iter().sum();
    let scale = rows.weight.len() as f32 / mass;
    rows.weight.iter_mut().for_each(|w| *w *= scale);
    let positive: f32 = rows
        .label
        .iter()
        .zip(&rows.weight)
        .map(|(l, w)| l * w)
        .sum();
    let share = positive / rows.weight.len() as f32;
    let bias = round((share / (1.0 - share)).ln());
    rows.sum = vec![bias; rows.at.len()];
    let mut forest = BoostedTrees {
        bias,
        trees: Vec::new(),
    };
    let mut dice = SeededRandom(0x9e37_79b9_7f4a_7c15);
    for _ in 0..how.trees {
        let tree = grow(table, &mut rows, how, &mut dice);
        forest.trees.push(tree);
    }
    forest
}

fn grow(table: &Table, rows: &mut Rows, how: Settings, dice: &mut SeededRandom) -> DecisionTree {
    let seen: Vec<usize> = (0..rows.at.len())
        .filter(|_| dice.share() < how.rows)
        .collect();
    let features: Vec<usize> = (0..table.columns.len())
        .filter(|_| dice.share() < how.features)
        .collect();
    let slopes: Vec<(f32, f32)> = seen
        .iter()
        .map(|row| {
            let p = 1.0 / (1.0 + (-rows.sum[*row]).exp());
            let weight = rows.weight[*row];
            (
                (rows.label[*row] - p) * weight,
                (p * (1.0 - p)).max(1e-4) * weight,
            )
        })
        .collect();
    let at: Vec<u32> = seen.iter().map(|row| rows.at[*row]).collect();
    let mut leaf = vec![0_u8; seen.len()];
    let mut tree = DecisionTree::default();
    for level in 0..how.depth {
        let leaves = 1 << level;
        let half = features.len() / 2;
        let search = |part: &[usize]| {
            part.iter()
                .map(|f| {
                    (
                        best_cut(
                            &table.columns[*f],
                            &at,
                            &leaf,
                            &slopes,
                            leaves,
                            how.held_back,
                        ),
                        *f,
                    )
                })
                .fold(((f32::MIN, 0), 0), |best, next| {
                    if next.0.0 > best.0.0 { next } else { best }
                })
        };
        let (left, right) = std::thread::scope(|scope| {
            let other = scope.spawn(|| search(&features[half..]));
            (search(&features[..half]), other.join().unwrap())
        });
        let ((_, cut), feature) = if right.0.0 > left.0.0 { right } else { left };
        let column = &table.columns[feature];
        for (leaf, at) in leaf.iter_mut().zip(&at) {
            *leaf |= u8::from(usize::from(column.steps[*at as usize]) > cut) << level;
        }
        tree.splits
            .push((feature, column.cuts.get(cut).copied().unwrap_or(f32::MAX)));
    }
    let mut sums = vec![(0.0, 0.0); 1 << how.depth];
    for (leaf, (g, h)) in leaf.iter().zip(&slopes) {
        let sum: &mut (f32, f32) = &mut sums[usize::from(*leaf)];
        sum.0 += g;
        sum.1 += h;
    }
    let value =
        |(g, h): &(f32, f32)| (how.rate * g / (h + how.held_back) * 1_000.0).round() / 1_000.0;
    tree.leaves = sums.iter().map(value).collect();
    let columns: Vec<(&Column, u8)> = tree
        .splits
        .iter()
        .map(|(f, above)| {
            let column = table.columns[*f].as_ref();
            (column, column.cuts.partition_point(|cut| cut < above) as u8)
        })
        .collect();
    for (sum, at) in rows.sum.iter_mut().zip(&rows.at) {
        let bits = columns.iter().enumerate();
        let leaf: usize = bits
            .map(|(bit, (c, cut))| usize::from(c.steps[*at as usize] > *cut) << bit)
            .sum();
        *sum += tree.leaves[leaf];
    }
    tree
}

/// The cut of a feature that gains most over all leaves, with the gain; rows whose step is greater
/// than the cut's number go up.
fn best_cut(
    column: &Column,
    at: &[u32],
    leaf: &[u8],
    slopes: &[(f32, f32)],
    leaves: usize,
    held_back: f32,
) -> (f32, usize) {
    if column.cuts.is_empty() {
        return (f32::MIN, 0);
    }
    let mut sums = vec![(0.0_f32, 0.0_f32); leaves * 64];
    for ((at, leaf), (g, h)) in at.iter().zip(leaf).zip(slopes) {
        let sum = &mut sums[usize::from(*leaf) * 64 + usize::from(column.steps[*at as usize] & 63)];
        sum.0 += g;
        sum.1 += h;
    }
    let mut gains = vec![0.0_f32; column.cuts.len()];
    for sums in sums.chunks(64) {
        let (all_g, all_h) = sums.iter().fold((0.0, 0.0), |a, s| (a.0 + s.0, a.1 + s.1));
        if all_h <= 0.0 {
            continue;
        }
        let (mut g, mut h) = (0.0, 0.0);
        for (gain, sum) in gains.iter_mut().zip(sums) {
            g += sum.0;
            h += sum.1;
            let (rest_g, rest_h) = (all_g - g, all_h - h);
            *gain += g * g / (h + held_back) + rest_g * rest_g / (rest_h + held_back);
        }
    }
    let best =
        gains.iter().enumerate().fold(
            (f32::MIN, 0),
            |b, (cut, gain)| if *gain > b.0 { (*gain, cut) } else { b },
        );
    (best.0, best.1)
}

/// Numbers that look random and are the same each time (xorshift64*).
pub struct SeededRandom(pub u64);

impl SeededRandom {
    pub fn share(&mut self) -> f32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as f32 / (1_u32 << 24) as f32
    }
}

/// The features a forest asks most, for the report.
pub fn used(forest: &BoostedTrees) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for (feature, _) in forest.trees.iter().flat_map(|tree| &tree.splits) {
        *counts.entry(*feature).or_insert(0) += 1;
    }
    let mut counts: Vec<(usize, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(feature, count)| (std::cmp::Reverse(*count), *feature));
    let names = counts
        .iter()
        .take(30)
        .map(|(feature, count)| format!("{feature}×{count}"));
    names.collect::<Vec<_>>().join(" ")
}
