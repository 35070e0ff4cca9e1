//! One run of one site: its limits, its progress, its end.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{PageState, RunId, SiteId};
use crate::logic::messages::Message;

/// What a person may ask of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOptions {
    /// Stop after this many fetched pages.
    pub max_pages: Option<u64>,
    /// Ignore quiet hours and schedule windows.
    pub now: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    /// The frontier is empty.
    Finished,
    /// A limit was reached; running again goes on.
    Limited,
    /// A person stopped it; running again goes on.
    Stopped,
    /// The site keeps us out; see its status.
    Blocked,
    /// It could not go on (disk full, project damaged); see the message.
    Failed,
}

impl RunEnd {
    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Limited => "limited",
            Self::Stopped => "stopped",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
        }
    }

    /// The end a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        [
            Self::Finished,
            Self::Limited,
            Self::Stopped,
            Self::Blocked,
            Self::Failed,
        ]
        .into_iter()
        .find(|e| e.token() == token)
    }
}

/// Figures of a run, while it goes and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunProgress {
    /// Pages fetched and judged ok.
    pub pages_ok: u64,
    /// Pages given up.
    pub pages_failed: u64,
    /// Answers judged as a block.
    pub pages_blocked: u64,
    /// Requests still in the frontier.
    pub queued: u64,
    /// Records stored new in this run.
    pub records_new: u64,
    /// Records that were there already.
    pub records_known: u64,
    /// Bytes received.
    pub bytes: u64,
    /// What the run is waiting for, when it waits ("host asked 1.2 s ago, crawl delay 2 s").
    pub waiting: Option<Message>,
    /// When that wait is over; `waiting` says "seconds" until then.
    #[serde(default)]
    pub next_at: Option<Timestamp>,
    /// Pages among those done that had not changed since they were fetched last, so that the
    /// stored ones were read.
    #[serde(default)]
    pub unchanged: u64,
    /// Answers among those done that were no pages (a PDF, a film), left at their headers.
    #[serde(default)]
    pub no_pages: u64,
}

impl RunProgress {
    /// What the run waits for, with the time that is left of it at `now`; `None` when it does not
    /// wait, or the wait is over.
    pub fn waiting_at(&self, now: Timestamp) -> Option<Message> {
        let mut message = self.waiting.clone()?;
        let left = self.next_at?.duration_since(now).as_secs_f64();
        if left <= 0.0 {
            return None;
        }
        for (name, value) in &mut message.args {
            match name.as_str() {
                "seconds" => *value = format!("{left:.1}").into(),
                "minutes" => *value = format!("{:.0}", (left / 60.0).ceil()).into(),
                _ => {}
            }
        }
        Some(message)
    }
}

/// A run as the project file holds it.
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
    /// When it ended; `None` while it goes or after a crash.
    pub ended_at: Option<Timestamp>,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// Its figures.
    pub progress: RunProgress,
    /// State of the site at its end.
    pub state: Option<PageState>,
    /// What a person should know about its end.
    pub message: Option<Message>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_with_what_is_left_of_it() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let progress = RunProgress {
            waiting: Some(Message::new("x").with("seconds", "9.0").with("host", "h")),
            next_at: Some(at(10)),
            ..RunProgress::default()
        };
        let left = Message::new("x").with("seconds", "4.0").with("host", "h");
        assert_eq!(progress.waiting_at(at(6)), Some(left));
        assert_eq!(progress.waiting_at(at(10)), None);
        assert_eq!(RunProgress::default().waiting_at(at(0)), None);
    }
}
