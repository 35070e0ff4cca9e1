//! The limits of a run.

use super::RunProgress;
use super::clock_text;
use super::size_text;
use crate::messages::Message;
use serde::{Deserialize, Serialize};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
