//! The clock of the simulated week: events in order of time. Real time does not pass.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// The start of the week: a Monday, 2026-03-30 00:00 UTC, the day after clocks changed in Europe.
const BEGIN_S: i64 = 1_774_828_800;

/// Time since the week began.
pub(super) type Moment = Duration;

/// The queue of events.
pub(super) struct Clock<T> {
    now: Moment,
    next: BinaryHeap<Reverse<(Moment, u64)>>,
    what: std::collections::HashMap<u64, T>,
    count: u64,
    steady: Instant,
}

impl<T> Clock<T> {
    pub(super) fn new() -> Self {
        Self {
            now: Duration::ZERO,
            next: BinaryHeap::new(),
            what: std::collections::HashMap::new(),
            count: 0,
            steady: Instant::now(),
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.now
    }

    /// The time of day at `moment`.
    pub(super) fn time(moment: Moment) -> Timestamp {
        let begin = Timestamp::from_second(BEGIN_S).unwrap();
        begin + SignedDuration::try_from(moment).unwrap()
    }

    /// The moment of a time of day; zero for earlier times.
    pub(super) fn moment(time: Timestamp) -> Moment {
        let begin = Timestamp::from_second(BEGIN_S).unwrap();
        Duration::try_from(time.duration_since(begin)).unwrap_or_default()
    }

    /// The monotonic clock's reading at `moment`.
    pub(super) fn steady(&self, moment: Moment) -> Instant {
        self.steady + moment
    }

    /// The moment of a reading of the monotonic clock.
    pub(super) fn of_steady(&self, instant: Instant) -> Moment {
        instant - self.steady
    }

    /// Schedules `what` at `moment`, but not in the past.
    pub(super) fn at(&mut self, moment: Moment, what: T) {
        self.count += 1;
        self.next.push(Reverse((moment.max(self.now), self.count)));
        self.what.insert(self.count, what);
    }

    /// The next event before `end`; the clock is set to it.
    pub(super) fn next(&mut self, end: Moment) -> Option<T> {
        let Reverse((moment, number)) = self.next.pop()?;
        if moment >= end {
            return None;
        }
        self.now = moment;
        self.what.remove(&number)
    }
}

/// Reproducible pseudo-random numbers (`SplitMix64`).
#[derive(Clone)]
pub(super) struct SeededRandom(pub(super) u64);

impl SeededRandom {
    pub(super) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.roll() % end
    }

    /// Whether an event with this chance, in percent, happens.
    pub(super) fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}
