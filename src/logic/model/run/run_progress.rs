//! The figures of a run, during and after it.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::messages::{Message, span};
use crate::model::PageState;

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
    /// Records that filters left out for the first time.
    #[serde(default)]
    pub records_skipped: u64,
    /// New and changed records whose rule wants a screenshot of their page, stored without one.
    #[serde(default, alias = "records_pictureless")]
    pub screenshots_missing: u64,
    /// How many of these because no browser showed their page.
    #[serde(default)]
    pub screenshots_without_browser: u64,
    /// Records that are gone since this run: lists or pages lack them as often as the rule says.
    #[serde(default)]
    pub records_gone: u64,
    /// The question for which the run waits for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<SiteQuestion>,
}

/// What a site asks that only a person can answer: a captcha, a login, a check of the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteQuestion {
    /// The page that asks.
    pub url: String,
    /// The state of that page.
    pub state: PageState,
    /// When the run began to wait.
    pub since: Timestamp,
    /// When the run ends without an answer.
    pub until: Timestamp,
    /// Whether a browser window with the question is open.
    pub is_shown: bool,
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

impl RunProgress {
    /// What became of records that were known, without the parts of which there is nothing; `None` if
    /// there is none at all.
    pub fn changes_in_words(&self) -> Option<Message> {
        self.parts([
            ("run-part-changed", self.records_updated),
            ("run-part-gone", self.records_gone),
            ("run-part-kept", self.pages_kept),
        ])
    }

    /// What a run brought: new records, and those that changed or are gone, without the parts of which
    /// there is nothing; `None` if there is none at all.
    pub fn news_in_words(&self) -> Option<Message> {
        self.parts([
            ("run-part-new", self.records_new),
            ("run-part-changed", self.records_updated),
            ("run-part-gone", self.records_gone),
        ])
    }

    /// How many records lack a screenshot that their rule wants, by what would help.
    pub fn missing_screenshots(&self) -> impl Iterator<Item = Message> {
        let all = self.screenshots_missing;
        let without = self.screenshots_without_browser.min(all);
        let counts = [
            ("screenshots-no-browser", without),
            ("screenshots-not-taken", all - without),
        ];
        let there = counts.into_iter().filter(|(_, count)| *count > 0);
        there.map(|(id, count)| Message::new(id).with("count", count))
    }

    fn parts(&self, parts: [(&str, u64); 3]) -> Option<Message> {
        let there = parts.into_iter().filter(|(_, count)| *count > 0);
        let said = there.map(|(id, count)| Message::new(id).with("count", count));
        said.reduce(|before, part| {
            Message::new("run-parts")
                .with("before", before)
                .with("part", part)
        })
    }

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
    use crate::messages::english;

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
    fn what_is_nothing_is_not_told() {
        let progress = RunProgress {
            records_updated: 1,
            records_gone: 2,
            ..RunProgress::default()
        };
        let told = progress.changes_in_words().map(|told| english(&told));
        assert_eq!(told.as_deref(), Some("1 changed, 2 gone"));
        assert_eq!(progress.news_in_words(), progress.changes_in_words());
        assert_eq!(RunProgress::default().news_in_words(), None);
    }

    #[test]
    fn figures_of_older_files_are_read() {
        let old = r#"{"pages_ok":3,"pages_failed":0,"pages_blocked":0,"queued":0,
            "records_new":1,"records_known":0,"bytes":7,"waiting":null}"#;
        let progress: RunProgress = serde_json::from_str(old).expect("read");
        assert_eq!((progress.pages_ok, progress.seconds_left), (3, None));
    }

    #[test]
    fn a_missing_browser_is_told_from_pages_of_which_none_is_taken() {
        let progress = RunProgress {
            screenshots_missing: 5,
            screenshots_without_browser: 2,
            ..RunProgress::default()
        };
        let said: Vec<Message> = progress.missing_screenshots().collect();
        let of = |id: &str, count: u64| Message::new(id).with("count", count);
        assert_eq!(
            said,
            [
                of("screenshots-no-browser", 2),
                of("screenshots-not-taken", 3)
            ]
        );
        assert_eq!(RunProgress::default().missing_screenshots().count(), 0);
    }
}
