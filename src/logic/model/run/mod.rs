//! One run of one site: its limits, its progress, its end.
//!
//! Below: pages as a run met them, and what is counted over time.

pub(super) mod page;
mod run_end;
mod run_limits;
mod run_options;
pub(super) mod tally;

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use run_end::RunEnd;
pub use run_limits::RunLimits;
pub use run_options::{RunCause, RunOptions};

use super::{PageState, RunId, SiteId};
use crate::messages::{Message, span};

/// Seconds as a clock shows them: `4:05`, `1:02:03`.
pub fn clock_text(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Bytes in the largest decimal unit with a non-zero whole part: `1.5 MB`.
pub fn size_text(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")];
    for (size, unit) in units {
        if bytes >= size {
            let tenths = bytes / (size / 10);
            return match tenths % 10 {
                0 => format!("{} {unit}", tenths / 10),
                part => format!("{}.{part} {unit}", tenths / 10),
            };
        }
    }
    format!("{bytes} B")
}

/// Figures of a run, during and after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunProgress {
    /// Pages fetched and judged ok.
    pub pages_ok: u64,
    /// Pages given up.
    pub pages_failed: u64,
    /// Answers judged as a block.
    pub pages_blocked: u64,
    /// Requests still in the frontier.
    pub queued: u64,
    /// New records stored in this run.
    pub records_new: u64,
    /// Records already stored.
    pub records_known: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Milliseconds of work so far; suspended time does not count.
    pub milliseconds: u64,
    /// Pages a second over the last seconds.
    pub rate_now: f64,
    /// Pages a second since the run began.
    pub rate_average: f64,
    /// Seconds until the frontier is empty at the current rate, if known.
    pub seconds_left: Option<u64>,
    /// What the run is waiting for, if anything ("host asked 1.2 s ago, crawl delay 2 s").
    pub waiting: Option<Message>,
    /// When that wait ends; the argument "left" of `waiting` is the time until then.
    #[serde(default)]
    pub next_at: Option<Timestamp>,
    /// Pages among those done that had not changed since the last fetch, so that the stored ones
    /// were read.
    #[serde(default)]
    pub unchanged: u64,
    /// Answers among those done that were not pages (a PDF, a film), dropped after their headers.
    #[serde(default)]
    pub no_pages: u64,
    /// Records with changed content; the earlier content is kept as a version.
    #[serde(default)]
    pub records_updated: u64,
    /// Pages fetched again that are gone or lost their content: the stored record stays.
    #[serde(default)]
    pub pages_kept: u64,
    /// Pages that the site announced and that were missing when the run ended.
    #[serde(default)]
    pub missing: u64,
}

impl RunProgress {
    /// What the run waits for, with the time left at `now`; `None` when it does not wait, or the
    /// wait is over.
    pub fn waiting_at(&self, now: Timestamp) -> Option<Message> {
        let mut message = self.waiting.clone()?;
        let left = Duration::try_from(self.next_at?.duration_since(now)).ok()?;
        if left.is_zero() {
            return None;
        }
        for (name, value) in &mut message.args {
            if name == "left" {
                *value = span(left).into();
            }
        }
        Some(message)
    }
}

/// A run as stored in the project file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Row id.
    pub id: RunId,
    /// The site.
    pub site: SiteId,
    /// Name of the site.
    pub site_name: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended; `None` while it runs or after a crash.
    pub ended_at: Option<Timestamp>,
    /// What started it.
    pub cause: RunCause,
    /// Whether it continued the queue of an earlier one.
    pub resumed: bool,
    /// When it was due, if the program was not running then and it is made up for later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_up: Option<Timestamp>,
    /// Its limits.
    pub limits: RunLimits,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// Its figures.
    pub progress: RunProgress,
    /// State of the site at its end.
    pub state: Option<PageState>,
    /// A message for the user about its end.
    pub message: Option<Message>,
}

impl RunProgress {
    /// Pages processed, successfully or not.
    pub fn done(&self) -> u64 {
        self.pages_ok + self.pages_failed
    }

    /// Whether it read its pages and met no record, new or known: for unchanged lists this is
    /// normal, but "0 new, 0 known" makes it look like a failure.
    pub fn found_nothing(&self) -> bool {
        self.pages_ok > 0
            && self.pages_failed + self.pages_blocked == 0
            && self.records_new + self.records_known == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_with_what_is_left_of_it() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let progress = RunProgress {
            waiting: Some(Message::new("x").with("left", "9 s").with("host", "h")),
            next_at: Some(at(10)),
            ..RunProgress::default()
        };
        let left = span(Duration::from_secs(4));
        let left = Message::new("x").with("left", left).with("host", "h");
        assert_eq!(progress.waiting_at(at(6)), Some(left));
        assert_eq!(progress.waiting_at(at(10)), None);
        assert_eq!(RunProgress::default().waiting_at(at(0)), None);
    }

    #[test]
    fn the_narrower_limit_counts_and_says_so() {
        let rule = RunLimits {
            pages: Some(10),
            seconds: Some(60),
            ..RunLimits::default()
        };
        let asked = RunLimits {
            pages: Some(20),
            errors: Some(3),
            ..RunLimits::default()
        };
        let limits = rule.and(&asked);
        assert_eq!((limits.pages, limits.errors), (Some(10), Some(3)));
        let mut progress = RunProgress {
            pages_ok: 9,
            milliseconds: 59_999,
            ..RunProgress::default()
        };
        assert_eq!(limits.reached(&progress), None);
        progress.milliseconds = 60_000;
        let message = limits.reached(&progress).expect("reached");
        assert_eq!(
            message,
            Message::new("engine-limit-time").with("most", "1:00")
        );
        progress.pages_blocked = 3;
        let message = limits.reached(&progress).expect("reached");
        assert_eq!(message, Message::new("engine-limit-errors").with("most", 3));
    }

    #[test]
    fn times_and_sizes_are_short() {
        assert_eq!(clock_text(59), "0:59");
        assert_eq!(clock_text(3_723), "1:02:03");
        assert_eq!(size_text(999), "999 B");
        assert_eq!(size_text(1_500_000), "1.5 MB");
        assert_eq!(size_text(2_000_000_000), "2 GB");
    }

    #[test]
    fn figures_of_older_files_are_read() {
        let old = r#"{"pages_ok":3,"pages_failed":0,"pages_blocked":0,"queued":0,
            "records_new":1,"records_known":0,"bytes":7,"waiting":null}"#;
        let progress: RunProgress = serde_json::from_str(old).expect("read");
        assert_eq!((progress.pages_ok, progress.seconds_left), (3, None));
    }
}
