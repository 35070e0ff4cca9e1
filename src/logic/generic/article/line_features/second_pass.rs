//! The second round: features from the first round's scores of the surrounding lines. Input:
//! lines with their likelihood of being text. Output: more numbers per line.

use super::{Blocks, WIDTH_AGAIN};
use crate::generic::words::hash::QuickMap;

impl Blocks {
    /// The features of the second round, [`WIDTH_AGAIN`] per line; `likely` are the first round's
    /// scores.
    pub fn again(&self, likely: &[f32]) -> Vec<f32> {
        let sums = PrefixSums::of(self, likely);
        let get = |at: Option<usize>| at.and_then(|at| likely.get(at)).copied().unwrap_or(-0.2);
        let count = self.lines.len();
        let all = sums.mean(0, count);
        let most = likely.iter().copied().fold(0.0, f32::max);
        let text = sums.text(0, count);
        let mut by_group: QuickMap<usize, (f32, f32)> = QuickMap::default();
        let (mut kept, mut rest) = ((0.0, 0.0), (0.0, 0.0));
        for (at, p) in likely.iter().enumerate() {
            let weight = self.weight(at);
            let group = self.groups.get(at).copied().unwrap_or(0);
            let sums = by_group.entry(group).or_default();
            let side = if self.rough.get(at) == Some(&true) {
                &mut kept
            } else {
                &mut rest
            };
            for sums in [sums, side] {
                sums.0 += p * weight;
                sums.1 += weight;
            }
        }
        let mean = |sums: (f32, f32)| if sums.1 > 0.0 { sums.0 / sums.1 } else { -0.2 };
        let gaps = gaps(self, likely);
        let mut heading = -0.2;
        let mut out = Vec::with_capacity(count * WIDTH_AGAIN);
        for at in 0..count {
            let back = |by: usize| get(at.checked_sub(by));
            let on = |by: usize| get(Some(at + by));
            let around = |by: usize| sums.mean(at.saturating_sub(by), (at + by + 1).min(count));
            let span = self.spans.get(at).copied().unwrap_or_default();
            let [box1, box2, box3] = span.map(|(from, to)| sums.mean(from, to));
            let group = self.groups.get(at).copied().unwrap_or(0);
            let above = sums.text(0, at);
            let below = sums.text((at + 1).min(count), count);
            let gap = gaps.get(at).copied().unwrap_or_default();
            out.extend([
                back(0),
                back(3),
                back(2),
                back(1),
                on(1),
                on(2),
                on(3),
                around(3),
                around(8),
                box1,
                box2,
                box3,
                mean(by_group.get(&group).copied().unwrap_or_default()),
                above / text.max(1.0),
                below / text.max(1.0),
                all,
                most,
                (above + 1.0).ln(),
                (below + 1.0).ln(),
                mean(kept),
                mean(rest),
                heading,
                (gap.0 + 1.0).ln(),
                (gap.1 + 1.0).ln(),
            ]);
            if self.lines.get(at).is_some_and(|line| line.heading) {
                heading = back(0);
            }
        }
        out
    }
}

/// The number of non-text words between each line and the next text above and below.
fn gaps(blocks: &Blocks, likely: &[f32]) -> Vec<(f32, f32)> {
    let count = blocks.lines.len();
    let mut gaps = vec![(0.0, 0.0); count];
    let text = |at: usize| likely.get(at).is_some_and(|p| *p > 0.5);
    let mut since = 5_000.0;
    for (at, gap) in gaps.iter_mut().enumerate() {
        gap.0 = since;
        since = if text(at) {
            0.0
        } else {
            since + blocks.weight(at)
        };
    }
    let mut until = 5_000.0;
    for (at, gap) in gaps.iter_mut().enumerate().rev() {
        gap.1 = until;
        until = if text(at) {
            0.0
        } else {
            until + blocks.weight(at)
        };
    }
    gaps
}

/// Prefix sums over lines, so that any range takes constant time.
pub(super) struct PrefixSums {
    text: Vec<f32>,
    weight: Vec<f32>,
}

impl PrefixSums {
    pub fn of(blocks: &Blocks, likely: &[f32]) -> Self {
        let (mut text, mut weight) = (vec![0.0], vec![0.0]);
        let (mut t, mut w) = (0.0, 0.0);
        for (at, p) in likely.iter().enumerate() {
            let words = blocks.weight(at);
            t += p * words;
            w += words;
            text.push(t);
            weight.push(w);
        }
        Self { text, weight }
    }

    fn between(sums: &[f32], from: usize, to: usize) -> f32 {
        let at = |at: usize| sums.get(at).or(sums.last()).copied().unwrap_or(0.0);
        at(to) - at(from)
    }

    fn text(&self, from: usize, to: usize) -> f32 {
        Self::between(&self.text, from, to)
    }

    pub fn mean(&self, from: usize, to: usize) -> f32 {
        let weight = Self::between(&self.weight, from, to);
        if weight > 0.0 {
            self.text(from, to) / weight
        } else {
            -0.2
        }
    }
}
