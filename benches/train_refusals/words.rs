//! The weights of single words: logistic regression with a penalty on large weights, by gradient steps
//! of their own size for each word (AdaGrad).

use std::collections::{BTreeMap, HashMap};

use bowerbird::logic::detect::training_refusals::WordModel;

use super::answers::Answered;

/// A word stands in at least so many pages that are no plain content.
const LEAST_PAGES: usize = 3;
const ROUNDS: usize = 150;
const RATE: f32 = 0.5;
/// How strongly weights are held back, for all pages together.
const HELD_BACK: f32 = 0.05;

/// The words of a page by column, its label and its weight.
type Row = (Vec<(usize, f32)>, f32, f32);

/// The weights of the words in the answers that `learn` names.
pub fn learned(answers: &[Answered], learn: impl Fn(&Answered) -> bool) -> WordModel {
    let pages: Vec<&Answered> = answers.iter().filter(|a| learn(a)).collect();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for page in &pages {
        for word in &page.words {
            let (all, telling) = counts.entry(word).or_default();
            *all += 1;
            *telling += usize::from(page.weight >= 0.5);
        }
    }
    counts.retain(|_, (_, telling)| *telling >= LEAST_PAGES);
    let rarity = |all: usize| round(((1.0 + pages.len() as f32) / (1.0 + all as f32)).ln() + 1.0);
    let columns: HashMap<&str, (usize, f32)> = counts
        .iter()
        .enumerate()
        .map(|(column, (word, (all, _)))| (*word, (column, rarity(*all))))
        .collect();
    let rows: Vec<Row> = pages
        .iter()
        .map(|page| {
            let mut row: Vec<(usize, f32)> = page
                .words
                .iter()
                .filter_map(|word| columns.get(word.as_str()).copied())
                .collect();
            row.sort_by_key(|(column, _)| *column);
            let length = row.iter().map(|(_, v)| v * v).sum::<f32>().sqrt().max(1e-6);
            row.iter_mut().for_each(|(_, v)| *v /= length);
            (row, f32::from(u8::from(page.refused)), page.weight)
        })
        .collect();
    let (bias, weights) = regression(&rows, columns.len());
    WordModel {
        bias: round(bias),
        words: columns
            .into_iter()
            .map(|(word, (column, rarity))| (word.to_owned(), (rarity, round(weights[column]))))
            .collect(),
    }
}

fn regression(rows: &[Row], width: usize) -> (f32, Vec<f32>) {
    let mut weights = vec![0.0_f32; width + 1];
    let mut squares = vec![1e-3_f32; width + 1];
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f32> = weights
            .iter()
            .enumerate()
            .map(|(at, w)| if at == width { 0.0 } else { HELD_BACK * w })
            .collect();
        for (row, label, weight) in rows {
            let sum: f32 = row.iter().map(|(at, v)| weights[*at] * v).sum::<f32>() + weights[width];
            let error = (1.0 / (1.0 + (-sum).exp()) - label) * weight;
            for (at, value) in row {
                slopes[*at] += error * value;
            }
            slopes[width] += error;
        }
        for ((weight, square), slope) in weights.iter_mut().zip(&mut squares).zip(slopes) {
            *square += slope * slope;
            *weight -= RATE * slope / square.sqrt();
        }
    }
    let bias = weights.pop().unwrap_or(0.0);
    (bias, weights)
}

/// Two digits are enough, and make a smaller file.
fn round(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}
