//! Which lines of a page are the article: those that the learned judgement holds likely enough. Flows
//! in: the lines with their numbers. Flows out: the lines to keep, in page order. Where nothing
//! learned is available, or next to nothing is kept, what rules found stands.

use std::collections::HashSet;

use super::blocks::Blocks;
use super::model::MODEL;
use crate::generic::features::lines::TextLine;

/// Words under which a choice is none.
const LITTLE: f32 = 12.0;

/// The lines of the article, and the F1 to expect of them; 0 where only rules spoke.
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

/// Whether to keep each line, given how likely it is text, and the F1 to expect.
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
    // Rules that miss nearly all that is likely know nothing better.
    let missed = hits(&blocks.rough) * MISSED < hits(&kept);
    if unsure && !missed && words(&blocks.rough) > 0.0 {
        return (blocks.rough.clone(), 0.0);
    }
    (kept, expected)
}

/// A notice that asks for consent may be longer than the article; where nothing else is likely, it is
/// what the page says.
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

/// Words beside a notice that may be the article.
const ENOUGH: f32 = 40.0;

/// Where the judgement wavers, rules tip it.
fn lean(rough: &[bool], likely: &mut [f32]) {
    for (p, kept) in likely.iter_mut().zip(rough) {
        let wavering = 1.0 - (2.0 * *p - 1.0).abs();
        *p += if *kept { LEAN } else { -LEAN } * wavering;
    }
}

/// How much at most.
const LEAN: f32 = 0.1;

/// F1 to expect under which rules do better than what was learned.
const UNSURE: f32 = 0.65;

/// In so many times less of what is likely text, rules have missed it.
const MISSED: f32 = 3.0;

/// The title is told apart from the text, and never stands above it.
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

/// What a page says twice is kept once.
fn drop_copies(blocks: &Blocks, kept: &mut [bool]) {
    let mut seen: HashSet<&str> = HashSet::new();
    for (at, (kept, line)) in kept.iter_mut().zip(&blocks.lines).enumerate() {
        if *kept && blocks.weight(at) >= COPIED && !seen.insert(line.text.as_str()) {
            *kept = false;
        }
    }
}

/// Words of a line that nobody writes twice.
const COPIED: f32 = 12.0;

/// The F1 to expect at best, and the likelihood from which on a line is kept for it: with lines added
/// from the likeliest on, twice the expected hits over what is kept plus what is expected in all.
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

/// Where a page says nothing.
const MIDDLE: f32 = 0.5;
/// Bounds of the threshold.
const LEAST: f32 = 0.2;
const MOST: f32 = 0.6;

/// A heading at the end heads something that was left out.
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
