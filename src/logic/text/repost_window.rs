//! Finds reposts, as in the paper: a record is compared with those of a sliding window of ids and
//! time before it; the lower id stays, the later one is its repost. An index of the window's bands
//! selects the candidates, so that the cost per record does not depend on the project's size.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::repost_signature::BANDS;

/// The maximum number of records that one is compared with: those that share most bands first.
const MAX_CANDIDATES: usize = 32;
/// Index entries per band of the window above which stale ones are swept.
const SLACK: usize = 3;

/// The repost settings of a project.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RepostSettings {
    /// Whether reposts are detected.
    pub on: bool,
    /// The minimum cosine of two texts of one article, 0.5 to 1.
    pub threshold: f64,
    /// The number of preceding records that a record is compared with.
    pub window_ids: usize,
    /// The number of days before it.
    pub window_days: u32,
}

impl Default for RepostSettings {
    /// The threshold is the middle of those with the highest F1 (0.997 from 0.70 to 0.80) on pairs
    /// of real articles, English and Chinese: `cargo bench --bench reposts -- accuracy DIR…`,
    /// figures in `docs/benchmarks.md`.
    fn default() -> Self {
        Self {
            on: true,
            threshold: 0.75,
            window_ids: 10_000,
            window_days: 14,
        }
    }
}

impl RepostSettings {
    /// The same, clamped to sensible values.
    pub fn bounded(self) -> Self {
        Self {
            threshold: if self.threshold.is_finite() {
                self.threshold.clamp(0.5, 1.0)
            } else {
                Self::default().threshold
            },
            window_ids: self.window_ids.clamp(1, 200_000),
            window_days: self.window_days.clamp(1, 3_650),
            ..self
        }
    }
}

/// The records of the window by their bands.
#[derive(Debug)]
pub struct Window {
    settings: RepostSettings,
    /// A ring: the newest record overwrites the oldest.
    kept: Vec<Kept>,
    next: usize,
    /// The newest record with a band.
    heads: HashMap<u64, u32>,
}

#[derive(Clone, Debug)]
struct Kept {
    id: i64,
    at: i64,
    bands: Vec<u32>,
    /// For each band, the previous record with the same one, as its place in the ring.
    before: [u32; BANDS],
}

/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;
const NOWHERE: u32 = u32::MAX;

impl Window {
    /// An empty window.
    pub fn new(settings: RepostSettings) -> Self {
        Self {
            settings: settings.bounded(),
            kept: Vec::new(),
            next: 0,
            heads: HashMap::new(),
        }
    }

    /// Records in the window that a text with these bands, fetched at `at` (microseconds), may
    /// repeat; those that share most bands first.
    pub fn candidates(&self, bands: &[u32], at: i64) -> Vec<i64> {
        let span = i64::from(self.settings.window_days).saturating_mul(DAY);
        let mut shared: HashMap<i64, usize> = HashMap::new();
        for (number, band) in bands.iter().enumerate() {
            let mut place = self.heads.get(&key(number, *band)).copied();
            let mut newer = i64::MAX;
            let mut steps = 0;
            while let Some(kept) = place.and_then(|place| self.kept.get(place as usize)) {
                // An overwritten place has a newer record, or one without the band.
                if kept.id >= newer || kept.bands.get(number) != Some(band) {
                    break;
                }
                newer = kept.id;
                if at.abs_diff(kept.at) <= span.unsigned_abs() {
                    *shared.entry(kept.id).or_default() += 1;
                }
                steps += 1;
                if steps >= MAX_CANDIDATES {
                    break;
                }
                place = kept.before.get(number).copied().filter(|p| *p != NOWHERE);
            }
        }
        let mut ranked: Vec<(usize, i64)> = shared.into_iter().map(|(id, n)| (n, id)).collect();
        ranked.sort_unstable_by(|(a, one), (b, other)| b.cmp(a).then(one.cmp(other)));
        ranked.truncate(MAX_CANDIDATES);
        ranked.into_iter().map(|(_, id)| id).collect()
    }

    /// Adds a record; ids increase.
    pub fn push(&mut self, id: i64, at: i64, bands: Vec<u32>) {
        if bands.len() != BANDS {
            return;
        }
        if self.heads.len() > SLACK * BANDS * self.settings.window_ids.max(64) {
            self.sweep();
        }
        let place = u32::try_from(self.next).unwrap_or(NOWHERE);
        let mut before = [NOWHERE; BANDS];
        for ((number, band), before) in bands.iter().enumerate().zip(&mut before) {
            if let Some(last) = self.heads.insert(key(number, *band), place)
                && last != place
            {
                *before = last;
            }
        }
        let kept = Kept {
            id,
            at,
            bands,
            before,
        };
        match self.kept.get_mut(self.next) {
            Some(old) => *old = kept,
            None => self.kept.push(kept),
        }
        self.next = (self.next + 1) % self.settings.window_ids;
    }

    /// Removes bands that no record in the window has any more.
    fn sweep(&mut self) {
        let kept = &self.kept;
        self.heads.retain(|key, place| {
            kept.get(*place as usize).is_some_and(|kept| {
                let number = usize::try_from(*key >> 32).unwrap_or(BANDS);
                kept.bands.get(number).map(|b| u64::from(*b)) == Some(*key & 0xffff_ffff)
            })
        });
    }
}

fn key(number: usize, band: u32) -> u64 {
    ((number as u64) << 32) | u64::from(band)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(ids: usize) -> Window {
        Window::new(RepostSettings {
            window_ids: ids,
            window_days: 2,
            ..RepostSettings::default()
        })
    }

    fn bands(of: u32) -> Vec<u32> {
        (0..24).map(|n| of * 100 + n).collect()
    }

    #[test]
    fn what_shares_most_comes_first_and_what_left_the_window_not_at_all() {
        let mut window = window(3);
        window.push(1, 0, bands(1));
        let mut near = bands(1);
        near[0] = 7;
        window.push(2, 0, near);
        assert_eq!(window.candidates(&bands(1), DAY), [1, 2]);
        assert!(window.candidates(&bands(1), 3 * DAY).is_empty(), "too late");
        window.push(3, 0, bands(3));
        window.push(4, 0, bands(4));
        assert_eq!(window.candidates(&bands(1), 0), [2]);
        window.push(5, 0, bands(5));
        assert!(window.candidates(&bands(1), 0).is_empty());
        assert_eq!(window.candidates(&bands(5), 0), [5]);
    }

    #[test]
    fn memory_stays_bounded_and_a_crowd_costs_no_more() {
        let mut window = window(100);
        for id in 0..20_000_u32 {
            window.push(i64::from(id), 0, bands(id));
        }
        assert!(window.heads.len() <= SLACK * BANDS * 100 + BANDS);
        for id in 20_000..20_200 {
            window.push(id, 0, bands(1));
        }
        assert_eq!(window.candidates(&bands(1), 0).len(), MAX_CANDIDATES);
    }
}
