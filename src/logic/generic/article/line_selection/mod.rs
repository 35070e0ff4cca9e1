//! Selects the lines of the article: those that the trained model scores as likely enough.
//! Input: the lines with their features. Output: the lines to keep, in page order. Without a model,
//! or if next to nothing is kept, the rules' result is used.

use std::collections::HashSet;

use super::line_classifier::MODEL;
use super::line_features::Blocks;
use crate::generic::features::lines::TextLine;

/// A selection with fewer words is rejected.
const LITTLE: f32 = 12.0;

/// The lines of the article, and the expected F1; 0 if only rules were used.
pub(super) fn article(blocks: Blocks) -> (Vec<TextLine>, f32) {
    let chosen = MODEL
        .as_ref()
        .map(|model| choose(&blocks, &model.likely(&blocks)));
    let Blocks {
        lines, rest, rough, ..
    } = blocks;
    let (chosen, expected) = chosen.unwrap_or((rough, 0.0));
    let kept = lines.into_iter().zip(chosen).filter(|(_, kept)| *kept);
    let kept = kept.map(|(line, _)| line).chain(rest);
    (kept.collect(), expected)
}

/// Whether to keep each line, given its likelihood of being text, and the expected F1.
pub(crate) fn choose(blocks: &Blocks, likely: &[f32]) -> (Vec<bool>, f32) {
    let mut likely = likely.to_vec();
    blocks.even_out(&mut likely);
    drop_notices(blocks, &mut likely);
    lean(&blocks.rough, &mut likely);
    let (expected, least) = threshold(blocks, &likely);
    let mut kept: Vec<bool> = likely.iter().map(|p| *p >= least).collect();
    drop_title(blocks, &mut kept);
    drop_copies(blocks, &mut kept);
    end_with_text(blocks, &mut kept);
    let words = |kept: &[bool]| -> f32 {
        let kept = kept.iter().enumerate().filter(|(_, kept)| **kept);
        kept.map(|(at, _)| blocks.weight(at)).sum()
    };
    let unsure = expected < UNSURE || words(&kept) < LITTLE;
    let hits = |kept: &[bool]| -> f32 {
        let kept = likely.iter().zip(kept).enumerate();
        let kept = kept.filter(|(_, (_, kept))| **kept);
        kept.map(|(at, (p, _))| p * blocks.weight(at)).sum()
    };
    // Rules that miss nearly all likely lines are no better.
    let missed = hits(&blocks.rough) * MISSED < hits(&kept);
    if unsure && !missed && words(&blocks.rough) > 0.0 {
        return (blocks.rough.clone(), 0.0);
    }
    (kept, expected)
}

/// A consent notice may be longer than the article; if nothing else is likely, it is the content of
/// the page.
fn drop_notices(blocks: &Blocks, likely: &mut [f32]) {
    let rest = likely.iter().zip(&blocks.notices).enumerate();
    let rest = rest.filter(|(_, (p, notice))| !**notice && **p >= MIDDLE);
    if rest.map(|(at, _)| blocks.weight(at)).sum::<f32>() < ENOUGH {
        return;
    }
    for (p, notice) in likely.iter_mut().zip(&blocks.notices) {
        if *notice {
            *p = 0.0;
        }
    }
}

/// Words outside a notice that may be the article.
const ENOUGH: f32 = 40.0;

/// Shifts uncertain scores towards the rules' choice.
fn lean(rough: &[bool], likely: &mut [f32]) {
    for (p, kept) in likely.iter_mut().zip(rough) {
        let wavering = 1.0 - (2.0 * *p - 1.0).abs();
        *p += if *kept { LEAN } else { -LEAN } * wavering;
    }
}

/// The maximum shift.
const LEAN: f32 = 0.1;

/// Expected F1 below which rules do better than the model.
const UNSURE: f32 = 0.65;

/// Rules that find this many times less of the likely text have missed it.
const MISSED: f32 = 3.0;

/// Drops the title above the text, because it is stored separately.
fn drop_title(blocks: &Blocks, kept: &mut [bool]) {
    for (at, (kept, line)) in kept.iter_mut().zip(&blocks.lines).enumerate() {
        let titled = blocks.titled.get(at).copied().unwrap_or(0.0);
        if titled >= 1.0 || titled > 0.0 && line.heading {
            *kept = false;
        } else if *kept && blocks.is_sentence(at) {
            break;
        }
    }
}

/// Keeps repeated lines once.
fn drop_copies(blocks: &Blocks, kept: &mut [bool]) {
    let mut seen: HashSet<&str> = HashSet::new();
    for (at, (kept, line)) in kept.iter_mut().zip(&blocks.lines).enumerate() {
        if *kept && blocks.weight(at) >= COPIED && !seen.insert(line.text.as_str()) {
            *kept = false;
        }
    }
}

/// Words from which a repeated line is a copy.
const COPIED: f32 = 12.0;

/// The best expected F1, and the likelihood from which lines are kept for it: with the likeliest
/// lines added first, twice the expected hits by the sum of kept and all expected words.
fn threshold(blocks: &Blocks, likely: &[f32]) -> (f32, f32) {
    let mut order: Vec<(f32, f32)> = likely
        .iter()
        .enumerate()
        .map(|(at, p)| (*p, blocks.weight(at)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let all: f32 = order.iter().map(|(p, weight)| p * weight).sum();
    let (mut hits, mut kept) = (0.0, 0.0);
    let mut best = (0.0, MIDDLE);
    for (p, weight) in order {
        hits += p * weight;
        kept += weight;
        let f1 = 2.0 * hits / (kept + all).max(1.0);
        if f1 > best.0 {
            best = (f1, p);
        }
    }
    (best.0, best.1.clamp(LEAST, MOST))
}

/// The threshold for a page without evidence.
const MIDDLE: f32 = 0.5;
/// Bounds of the threshold.
const LEAST: f32 = 0.2;
const MOST: f32 = 0.6;

/// A heading at the end belongs to something that was removed.
fn end_with_text(blocks: &Blocks, kept: &mut [bool]) {
    for (kept, line) in kept.iter_mut().zip(&blocks.lines).rev() {
        if !*kept {
            continue;
        }
        if !line.heading || line.valid > 0 {
            break;
        }
        *kept = false;
    }
}

#[cfg(test)]
mod tests;
