//! The clock of one run. Input: the monotonic clock, and the number of processed pages.
//! Output: the time used for due times, which changes of the system clock do not affect; the time
//! worked, without suspensions; and the rates. It reads the system clock only at the start.

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use super::remaining_time::seconds_left;
use bowerbird_logic::model::{RunLimits, RunProgress};

/// A run reads its clock several times a second. A longer step is a suspension of the process or
/// the machine, not work.
const MAX_STEP: Duration = Duration::from_secs(15);
/// The window of the current rate.
const WINDOW: Duration = Duration::from_secs(10);
/// The minimum time between two samples of the window.
const SAMPLE_EVERY: Duration = Duration::from_millis(500);

/// The clock of one run.
pub(in crate::crawl) struct RunClock {
    wall: Timestamp,
    began: Instant,
    looked: Instant,
    worked: Duration,
    samples: VecDeque<(Duration, u64)>,
}

impl RunClock {
    /// Starts at the system's time `wall`.
    pub(in crate::crawl) fn new(wall: Timestamp, now: Instant) -> Self {
        Self {
            wall,
            began: now,
            looked: now,
            worked: Duration::ZERO,
            samples: VecDeque::from([(Duration::ZERO, 0)]),
        }
    }

    /// The time of day as counted by this run.
    pub(in crate::crawl) fn time(&self, now: Instant) -> Timestamp {
        let gone = now.saturating_duration_since(self.began);
        self.wall.checked_add(gone).unwrap_or(self.wall)
    }

    /// Leaves out the time since the last call of [`Self::update`].
    pub(in crate::crawl) fn skip(&mut self, now: Instant) {
        self.looked = now;
    }

    /// Counts the time since the last call, and writes it with the rates into `progress`.
    pub(in crate::crawl) fn update(
        &mut self,
        now: Instant,
        limits: &RunLimits,
        progress: &mut RunProgress,
    ) {
        let step = now.saturating_duration_since(self.looked);
        self.looked = now;
        self.worked += step.min(MAX_STEP);
        progress.milliseconds = u64::try_from(self.worked.as_millis()).unwrap_or(u64::MAX);
        let done = progress.done();
        self.sample(done);
        progress.rate_average = rate(done, self.worked);
        progress.rate_now = self.samples.front().map_or(0.0, |(at, before)| {
            rate(
                done.saturating_sub(*before),
                self.worked.saturating_sub(*at),
            )
        });
        progress.seconds_left = seconds_left(self.worked, limits, progress);
    }

    fn sample(&mut self, done: u64) {
        let last = self.samples.back().map_or(Duration::ZERO, |(at, _)| *at);
        if self.worked.saturating_sub(last) >= SAMPLE_EVERY {
            self.samples.push_back((self.worked, done));
        }
        while let Some((next, _)) = self.samples.get(1)
            && self.worked.saturating_sub(*next) >= WINDOW
        {
            self.samples.pop_front();
        }
    }
}

/// Pages a second, with two decimals.
fn rate(pages: u64, time: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
    let rate = pages as f64 / time.as_secs_f64().max(0.25);
    (rate * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(done: u64, queued: u64) -> RunProgress {
        RunProgress {
            pages_ok: done,
            queued,
            ..RunProgress::default()
        }
    }

    #[test]
    fn a_suspended_process_does_not_work() {
        let start = Instant::now();
        let mut clock = RunClock::new(Timestamp::UNIX_EPOCH, start);
        let mut seen = progress(0, 0);
        let none = RunLimits::default();
        clock.update(start + Duration::from_secs(1), &none, &mut seen);
        clock.update(start + Duration::from_secs(7_201), &none, &mut seen);
        assert_eq!(seen.milliseconds, 16_000);
        assert_eq!(
            clock.time(start + Duration::from_secs(7_201)),
            Timestamp::from_second(7_201).expect("a time")
        );
    }

    #[test]
    fn the_present_rate_follows_and_the_average_remembers() {
        let start = Instant::now();
        let mut clock = RunClock::new(Timestamp::UNIX_EPOCH, start);
        let none = RunLimits::default();
        let mut seen = progress(0, 0);
        for second in 1..=20 {
            seen.pages_ok = second * 4;
            clock.update(start + Duration::from_secs(second), &none, &mut seen);
        }
        assert!((seen.rate_now - 4.0).abs() < 0.01, "{}", seen.rate_now);
        for second in 21..=40 {
            seen.pages_ok = 80 + (second - 20) * 2;
            seen.queued = 50;
            clock.update(start + Duration::from_secs(second), &none, &mut seen);
        }
        assert!((seen.rate_now - 2.0).abs() < 0.01, "{}", seen.rate_now);
        assert!((seen.rate_average - 3.0).abs() < 0.01);
        assert_eq!(seen.seconds_left, Some(25));
    }

    #[test]
    fn limits_shorten_what_is_left() {
        let start = Instant::now();
        let mut clock = RunClock::new(Timestamp::UNIX_EPOCH, start);
        let mut seen = progress(10, 1_000);
        let limits = RunLimits {
            pages: Some(15),
            seconds: Some(12),
            ..RunLimits::default()
        };
        clock.update(start + Duration::from_secs(1), &limits, &mut seen);
        assert_eq!(seen.seconds_left, None, "too early");
        clock.update(start + Duration::from_secs(10), &limits, &mut seen);
        assert_eq!(seen.seconds_left, Some(2), "the time limit comes first");
    }
}
