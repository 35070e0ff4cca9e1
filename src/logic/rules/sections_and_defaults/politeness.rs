//! `[politeness]`: how fast a site may be requested, with valid ranges; the defaults are
//! in `policy::defaults`. Input: the section. Output: the values as written, and the delay. Runs wait in `engine::politeness`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::policy::defaults::{ADAPTIVE, CONCURRENCY, DELAY_TEXT, OBEY_ROBOTS, RETRIES};
use crate::policy::schedule::QuietHours;
use crate::rules::check::reader::{Faults, Section, SpannedString};
use crate::rules::notations::parse_duration;

/// Delays above this are mistakes, not politeness.
const MAX_DELAY: Duration = Duration::from_hours(24);

/// `[politeness]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Politeness {
    /// The minimum time between two requests to one host. A longer robots.txt crawl-delay wins.
    pub delay: String,
    /// Concurrent requests to one host.
    pub concurrency: u32,
    /// Whether robots.txt is obeyed.
    pub robots: bool,
    /// Retries of a failed request.
    pub retries: u32,
    /// Whether a slow site is requested less often.
    pub adaptive: bool,
    /// Times of day without requests to the site, such as `22:00-06:00`, in its time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<String>,
}

impl Default for Politeness {
    fn default() -> Self {
        Self {
            delay: DELAY_TEXT.to_owned(),
            concurrency: CONCURRENCY,
            robots: OBEY_ROBOTS,
            retries: RETRIES,
            adaptive: ADAPTIVE,
            quiet: None,
        }
    }
}

pub(crate) fn read_politeness(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> (Politeness, Duration) {
    let mut politeness = Politeness::default();
    let keys = [
        "delay",
        "concurrency",
        "robots",
        "retries",
        "adaptive",
        "quiet",
    ];
    let section = root.section(faults, "politeness", &keys);
    if let Some(section) = section {
        if let Some(delay) = section.text(faults, "delay") {
            check_delay(faults, &delay);
            politeness.delay = delay.value;
        }
        if let Some(concurrency) = section.number(faults, "concurrency", 1..=64) {
            politeness.concurrency = concurrency;
        }
        if let Some(robots) = section.flag(faults, "robots") {
            politeness.robots = robots;
        }
        if let Some(retries) = section.number(faults, "retries", 0..=20) {
            politeness.retries = retries;
        }
        if let Some(adaptive) = section.flag(faults, "adaptive") {
            politeness.adaptive = adaptive;
        }
        if let Some(quiet) = section.text(faults, "quiet") {
            if QuietHours::parse(&quiet.value).is_none() {
                let message = Message::new("rules-quiet").with("text", quiet.value.as_str());
                faults.add(quiet.span.start, message);
            }
            politeness.quiet = Some(quiet.value);
        }
    }
    let delay = parse_duration(&politeness.delay).unwrap_or_default();
    (politeness, delay)
}

fn check_delay(faults: &mut Faults<'_>, delay: &SpannedString) {
    let id = match parse_duration(&delay.value) {
        None => "rules-duration",
        Some(duration) if duration > MAX_DELAY => "rules-duration-long",
        Some(_) => return,
    };
    let message = Message::new(id).with("text", delay.value.as_str());
    faults.add(delay.span.start, message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::defaults::DELAY;

    #[test]
    fn the_default_delay_is_written_as_it_is() {
        assert_eq!(parse_duration(DELAY_TEXT), Some(DELAY));
    }
}
