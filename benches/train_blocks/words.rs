//! What words of class and id are worth: how often lines below them are text, site by site.

use std::collections::{BTreeMap, HashMap};

use bowerbird::logic::generic::training_lines::Worth;

use super::pages::Sample;

/// A word must be used on so many sites.
const SITES: usize = 7;
/// Sites of the average that are added to those of a word.
const HELD_BACK: f32 = 4.0;
/// What is worth less is not kept.
const LEAST: f32 = 0.25;
/// Bound of what a word is worth.
const MOST: f32 = 3.0;

/// The words of the samples that `learn` names.
pub fn learn(samples: &[Sample], learn: impl Fn(&Sample) -> bool) -> Worth {
    let mut sites: BTreeMap<&str, HashMap<String, (f32, f32)>> = BTreeMap::new();
    let (mut text, mut all) = (0.0, 0.0);
    for sample in samples.iter().filter(|s| learn(s)) {
        let words = sites.entry(&sample.site).or_default();
        for (at, (label, weight)) in sample.labels.iter().zip(&sample.weights).enumerate() {
            if *weight <= 0.0 {
                continue;
            }
            text += label * weight;
            all += weight;
            for word in sample.lines.words_above(at) {
                if word.len() < 2 || word.len() > 24 {
                    continue;
                }
                let sums = words.entry(word.to_owned()).or_default();
                sums.0 += label * weight;
                sums.1 += weight;
            }
        }
    }
    let mean = text / f32::max(all, 1.0);
    let mut rates: BTreeMap<&str, Vec<f32>> = BTreeMap::new();
    for (word, (text, all)) in sites.values().flatten() {
        rates.entry(word).or_default().push(text / all);
    }
    let odds = |share: f32| (share / (1.0 - share)).ln();
    let known = rates.iter().filter(|(_, rates)| rates.len() >= SITES);
    known
        .map(|(word, rates)| {
            // In order of size, so that the sum is the same each time.
            let mut rates = rates.clone();
            rates.sort_by(f32::total_cmp);
            let share =
                (rates.iter().sum::<f32>() + HELD_BACK * mean) / (rates.len() as f32 + HELD_BACK);
            let worth = (odds(share.clamp(0.01, 0.99)) - odds(mean)).clamp(-MOST, MOST);
            ((*word).to_owned(), (worth * 100.0).round() / 100.0)
        })
        .filter(|(_, worth)| worth.abs() >= LEAST)
        .collect()
}
