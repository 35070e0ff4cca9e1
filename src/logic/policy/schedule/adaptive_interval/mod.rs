//! How often a list should be visited. Input: the visit times and the number of new links each
//! found. Output: the rate of new links per day, by the hour of the day, and the next visit
//! within the bounds that a person set. Time is a value; nothing is looked up.
//!
//! **Estimator.** New items of a list are modelled as a Poisson process whose rate differs by the
//! hour of the day. Every visit counts what appeared since the previous one, which is what Cho and
//! Garcia-Molina call the complete history of changes ("Estimating frequency of change", ACM TOIT
//! 3(3), 2003, section 4): the rate is `X / T`, `X` changes in a time of `T`, whether the visits
//! are regular or not. Three things are added:
//!
//! - Older visits count less, `2^(-age / 14 days)`, since sites change their habits:
//!   `X = Σ x_i · w_i`, `T = Σ ∫ w(t) dt` over the time before each visit.
//! - `X / T` is 0 after one quiet visit and far too high after one lucky one. Like their estimator
//!   from mere signs of change, `-ln((n - X + 0.5) / (n + 0.5)) / I`, this one adds half an
//!   observation: `λ = (X + 0.5) / (T + 0.5 / λ0)`, the posterior mean under a gamma prior. `λ0` is
//!   the rate whose interval is the geometric mean of the bounds, so a list starts in their middle.
//! - By the hour: `λ_h = (X_h + 6 h · λ) / (T_h + 6 h)`, clamped between `λ / 8` and `8 λ`. A site
//!   that publishes nothing at night is not visited at night.
//!
//! **Interval.** Visits have a cost, and so does the time until each item is found. With a fixed
//! budget of visits the total delay is least when each list is visited in proportion to the square
//! root of its rate (Sia, Cho and Cho, "Efficient monitoring algorithm for fast news alerts", IEEE
//! TKDE 19(7), 2007, section 4; the same holds within a day). Hence the next visit is at the `t`
//! with `∫ √(λ(s) / 1 h) ds = 1`: the geometric mean of one hour and the mean time between two new
//! items. Visiting in proportion to the rate would be worse than visiting all lists equally
//! ("Effective page refresh policies for Web crawlers", ACM TODS 28(4), 2003).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::model::Bounds;

/// Hours of a day.
const DAY: usize = 24;
const HOUR_S: f64 = 3_600.0;
/// The time after which a visit counts half: two whole weeks, since most sites have a weekly
/// rhythm.
const HALF_LIFE_S: f64 = 14.0 * 24.0 * HOUR_S;
/// The weight of the prior in observations.
const PRIOR: f64 = 0.5;
/// The prior weight, in hours observed, of the mean rate in each hour of the day.
const FLAT_HOURS: f64 = 6.0;
/// How far an hour's rate may deviate from the mean, as a factor.
const SPREAD: f64 = 8.0;
/// A longer interval says nothing about hours of the day, and is not split by hour.
const LONG_S: f64 = 7.0 * 24.0 * HOUR_S;
/// A longer time between two visits is invalid: a clock was wrong, or the site forgotten.
const MAX_S: f64 = 366.0 * 24.0 * HOUR_S;
/// The minimum observed time for a rate to be shown.
const MIN_SHOWN_H: f64 = 1.0;

/// The visit statistics of one list. Two numbers for each hour of the day, in UTC.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListVisitStatistics {
    /// Visits so far, including the first, which gives only a time.
    pub visits: u64,
    /// The last visit.
    pub last_at: Option<Timestamp>,
    /// The one before it.
    before: Option<Timestamp>,
    /// New links, weighted by age, by the hour in which they appeared.
    found: [f64; DAY],
    /// Hours observed, weighted likewise.
    hours: [f64; DAY],
}

impl ListVisitStatistics {
    /// Records a visit. What it found appeared since the previous visit. A clock that was set back,
    /// or is years ahead, makes that time unknown: then only the new time counts.
    pub fn visited(&mut self, at: Timestamp, found: u64) {
        let known = |before: &Timestamp| *before < at && seconds(*before, at) <= MAX_S;
        let before = self.last_at.filter(known);
        self.visits = self.visits.saturating_add(1);
        self.before = before;
        self.last_at = Some(at);
        let Some(before) = before else {
            return;
        };
        let fade = weight(seconds(before, at));
        for value in self.found.iter_mut().chain(&mut self.hours) {
            *value *= fade;
        }
        let shares = shares(before, at);
        for (hours, share) in self.hours.iter_mut().zip(&shares) {
            *hours += share / HOUR_S;
        }
        self.add(&shares, seconds(before, at), found);
    }

    /// Records further links found by the last visit, on the list's further pages.
    pub fn found_more(&mut self, found: u64) {
        if let (Some(before), Some(at)) = (self.before, self.last_at) {
            self.add(&shares(before, at), seconds(before, at), found);
        }
    }

    /// Spreads the found links over the time in which they appeared.
    fn add(&mut self, shares: &[f64; DAY], whole_s: f64, found: u64) {
        let found = capped(found);
        for (sum, share) in self.found.iter_mut().zip(shares) {
            *sum += found * share / whole_s;
        }
    }

    fn observed_hours(&self) -> f64 {
        self.hours.iter().sum()
    }
}

/// The combined statistics of all lists of a site: one visit reads them all.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    found: [f64; DAY],
    hours: [f64; DAY],
    last_at: Option<Timestamp>,
}

impl News {
    /// Combines `pulses`, one per list.
    pub fn of(pulses: &[ListVisitStatistics]) -> Self {
        let mut news = Self {
            found: [0.0; DAY],
            hours: [0.0; DAY],
            last_at: pulses.iter().filter_map(|pulse| pulse.last_at).max(),
        };
        let told: Vec<&ListVisitStatistics> =
            pulses.iter().filter(|p| p.observed_hours() > 0.0).collect();
        let count = capped(u64::try_from(told.len()).unwrap_or(u64::MAX)).max(1.0);
        for pulse in told {
            for (sum, found) in news.found.iter_mut().zip(&pulse.found) {
                *sum += found;
            }
            for (mean, hours) in news.hours.iter_mut().zip(&pulse.hours) {
                *mean += hours / count;
            }
        }
        news
    }

    /// The newest visit.
    pub fn last_at(&self) -> Option<Timestamp> {
        self.last_at
    }

    /// New items a day; `None` until the observed time is long enough.
    pub fn per_day(&self) -> Option<f64> {
        let looked_h: f64 = self.hours.iter().sum();
        let found: f64 = self.found.iter().sum();
        (looked_h >= MIN_SHOWN_H).then_some(24.0 * found / looked_h)
    }

    /// The next visit after one at `from`: inside the bounds, and never later for more items found.
    pub fn next_visit(&self, from: Timestamp, bounds: Bounds) -> Timestamp {
        let (least_s, most_s) = held(bounds);
        let by_hour = self.rates(least_s, most_s);
        let mut done = 0.0;
        let mut passed_s = 0.0;
        let mut hour = hour_of(from);
        let mut left_s = HOUR_S - second_of_hour(from);
        while passed_s < most_s {
            let rate = by_hour.get(hour).copied().unwrap_or_default();
            // Per second: a rate of one an hour gives one visit an hour.
            let speed = rate.sqrt() / HOUR_S;
            if done + speed * left_s >= 1.0 {
                passed_s += (1.0 - done) / speed;
                break;
            }
            done += speed * left_s;
            passed_s += left_s;
            hour = (hour + 1) % DAY;
            left_s = HOUR_S;
        }
        let wait = SignedDuration::from_secs_f64(passed_s.clamp(least_s, most_s).round());
        from.checked_add(wait).unwrap_or(Timestamp::MAX)
    }

    /// New items an hour, for each hour of the day.
    fn rates(&self, least_s: f64, most_s: f64) -> [f64; DAY] {
        let (found, looked_h): (f64, f64) = (self.found.iter().sum(), self.hours.iter().sum());
        let middle_s = (least_s * most_s).sqrt();
        let first_rate = (HOUR_S / middle_s).powi(2);
        let mean = (found + PRIOR) / (looked_h + PRIOR / first_rate);
        // Neighbouring hours are similar, and visits do not separate them sharply.
        let (found, hours) = (smooth(&self.found), smooth(&self.hours));
        let mut rates = [mean; DAY];
        for ((rate, found), hours) in rates.iter_mut().zip(found).zip(hours) {
            let own = (found + FLAT_HOURS * mean) / (hours + FLAT_HOURS);
            *rate = own.clamp(mean / SPREAD, mean * SPREAD);
        }
        rates
    }
}

/// The bounds in seconds, in order.
fn held(bounds: Bounds) -> (f64, f64) {
    let least = capped(bounds.min_seconds).clamp(1.0, MAX_S);
    (least, capped(bounds.max_seconds).clamp(least, MAX_S))
}

/// Half of each hour, and a quarter of each neighbour.
fn smooth(values: &[f64; DAY]) -> [f64; DAY] {
    let at = |hour: usize| values.get(hour % DAY).copied().unwrap_or_default();
    std::array::from_fn(|hour| (at(hour + DAY - 1) + 2.0 * at(hour) + at(hour + 1)) / 4.0)
}

/// The seconds between two moments by hour of the day, weighted by their age at the later one.
fn shares(from: Timestamp, to: Timestamp) -> [f64; DAY] {
    let mut shares = [0.0; DAY];
    let whole_s = seconds(from, to);
    if whole_s > LONG_S {
        let faded = (1.0 - weight(whole_s)) * HALF_LIFE_S / std::f64::consts::LN_2;
        return [faded / 24.0; DAY];
    }
    let mut hour = hour_of(from);
    let mut left_s = HOUR_S - second_of_hour(from);
    let mut passed_s = 0.0;
    while passed_s < whole_s {
        let piece_s = left_s.min(whole_s - passed_s);
        let age_s = whole_s - passed_s - piece_s / 2.0;
        if let Some(share) = shares.get_mut(hour) {
            *share += piece_s * weight(age_s);
        }
        passed_s += left_s;
        hour = (hour + 1) % DAY;
        left_s = HOUR_S;
    }
    shares
}

fn weight(age_s: f64) -> f64 {
    (-age_s / HALF_LIFE_S).exp2()
}

fn seconds(from: Timestamp, to: Timestamp) -> f64 {
    to.duration_since(from).as_secs_f64().max(1e-3)
}

/// The hour of the day in UTC: a daily rhythm is the same in every zone.
fn hour_of(at: Timestamp) -> usize {
    let hour = at.as_second().rem_euclid(86_400) / 3_600;
    usize::try_from(hour).unwrap_or_default()
}

fn second_of_hour(at: Timestamp) -> f64 {
    let second = at.as_second().rem_euclid(3_600);
    f64::from(i32::try_from(second).unwrap_or_default())
}

/// A count as a number; no real one exceeds a thousand million.
fn capped(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
