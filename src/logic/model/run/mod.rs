//! One run of one site: its limits, its progress, its end.
//!
//! Below: pages as a run met them, and what is counted over time.

pub(super) mod page;
pub(super) mod tally;

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{PageState, RunId, SiteId};
use crate::messages::{Message, span};

/// The options of a run set by a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOptions {
    /// Stop after this many fetched pages.
    pub max_pages: Option<u64>,
    /// Ignore quiet hours and schedule windows.
    pub now: bool,
    /// Stop after this many seconds of work.
    #[serde(default)]
    pub max_seconds: Option<u64>,
    /// Stop after this many bytes received.
    #[serde(default)]
    pub max_bytes: Option<u64>,
    /// Stop after this many errors (pages given up, answers that were blocks).
    #[serde(default)]
    pub max_errors: Option<u64>,
    /// Only pages that failed or were empty are requested, without the start pages.
    #[serde(default)]
    pub failed_only: bool,
    /// Known articles fetched longer ago than this many seconds are fetched again; 0 means all of
    /// them.
    #[serde(default)]
    pub refresh_older_than: Option<u64>,
    /// Only these known pages are fetched again, without the start pages.
    #[serde(default)]
    pub only_pages: Vec<String>,
    /// The file to which the supervision's observations and decisions are written.
    #[serde(default)]
    pub record: Option<PathBuf>,
    /// What started it.
    #[serde(default)]
    pub cause: RunCause,
    /// Proxies whose passwords are locked are passed over, and their passphrase is not asked for.
    #[serde(default)]
    pub pass_locked: bool,
}

impl RunOptions {
    /// The requested limits.
    pub fn limits(&self) -> RunLimits {
        RunLimits {
            pages: self.max_pages,
            seconds: self.max_seconds,
            bytes: self.max_bytes,
            errors: self.max_errors,
        }
    }
}

/// What started a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunCause {
    /// A person.
    #[default]
    ByHand,
    /// A task of the schedule.
    Schedule,
    /// A person who retries failed pages.
    Retry,
    /// The supervision: the site answers again, or a rest is over.
    Supervised,
}

impl RunCause {
    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::ByHand => "by_hand",
            Self::Schedule => "schedule",
            Self::Retry => "retry",
            Self::Supervised => "supervised",
        }
    }

    /// The cause a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::ByHand, Self::Schedule, Self::Retry, Self::Supervised]
            .into_iter()
            .find(|cause| cause.token() == token)
    }
}

/// The limits of a run. Absent ones are unlimited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Pages fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u64>,
    /// Seconds of work; time in which the process or the machine is suspended does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Bytes received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Errors: pages given up, answers that were blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<u64>,
}

impl RunLimits {
    /// The stricter of each.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Self {
            pages: least(self.pages, other.pages),
            seconds: least(self.seconds, other.seconds),
            bytes: least(self.bytes, other.bytes),
            errors: least(self.errors, other.errors),
        }
    }

    /// The message of the limit reached, if any.
    pub fn reached(&self, progress: &RunProgress) -> Option<Message> {
        let over = |limit: Option<u64>, is: u64| limit.filter(|limit| is >= *limit);
        let done = progress.pages_ok + progress.pages_failed;
        let errors = progress.pages_failed + progress.pages_blocked;
        if let Some(most) = over(self.pages, done) {
            return Some(Message::new("engine-limit-pages").with("most", most));
        }
        if let Some(most) = over(self.bytes, progress.bytes) {
            return Some(Message::new("engine-limit-bytes").with("most", size_text(most)));
        }
        if let Some(most) = over(self.errors, errors) {
            return Some(Message::new("engine-limit-errors").with("most", most));
        }
        let most = over(self.seconds, progress.milliseconds / 1_000)?;
        Some(Message::new("engine-limit-time").with("most", clock_text(most)))
    }
}

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

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    /// The frontier is empty, and every announced page was fetched or given up by name.
    Finished,
    /// The frontier is empty, but pages that the site announced are missing; the next run requests
    /// them.
    Incomplete,
    /// A limit was reached; the next run continues.
    Limited,
    /// A person stopped it; the next run continues.
    Stopped,
    /// The site blocks us; see its status.
    Blocked,
    /// It could not continue (disk full, project damaged); see the message.
    Failed,
    /// A person paused it: only a person can resume the site.
    Paused,
    /// The program ended before the run (killed, power cut); the next run continues.
    Interrupted,
    /// A person cancelled it: the queue is dropped; the next run starts over.
    Cancelled,
}

impl RunEnd {
    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Incomplete => "incomplete",
            Self::Limited => "limited",
            Self::Stopped => "stopped",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
            Self::Paused => "paused",
            Self::Interrupted => "interrupted",
            Self::Cancelled => "cancelled",
        }
    }

    /// The end a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        [
            Self::Finished,
            Self::Incomplete,
            Self::Limited,
            Self::Stopped,
            Self::Blocked,
            Self::Failed,
            Self::Paused,
            Self::Interrupted,
            Self::Cancelled,
        ]
        .into_iter()
        .find(|e| e.token() == token)
    }
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
