//! The pace at which a host is requested: its delay, where that comes from, and how many requests
//! at once. A pace is only ever made slower; what lowers and raises the number of requests at once while a run
//! goes on is `supervise::adaptive_concurrency`.

use std::time::Duration;

use bowerbird_logic::policy::defaults::DELAY;

/// The delay between two requests to a host where there is no rule: looks at a page and its feeds, and the
/// further pages of one that is read alone.
pub(crate) const DELAY_WITHOUT_RULE: Duration = DELAY;

/// The request pace for one host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// The minimum time between the starts of two requests.
    pub(crate) delay: Duration,
    /// The origin of the delay.
    pub(crate) asked_by: AskedBy,
    /// Concurrent requests.
    pub(crate) at_once: u32,
    /// Whether a slow host receives fewer requests.
    pub(crate) adaptive: bool,
}

/// The origin of a delay between requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskedBy {
    /// The rule.
    Rule,
    /// The crawl delay of robots.txt.
    Robots,
    /// A user watching the run.
    Person,
    /// Supervision, after the site refused requests at the rule's pace.
    Supervision,
}

impl Pace {
    /// Raises the delay to the crawl delay of robots.txt, if it asks for a longer one.
    pub(crate) fn with_crawl_delay(self, asked: Option<Duration>) -> Self {
        match asked.filter(|asked| *asked > self.delay) {
            Some(delay) => Self {
                delay,
                asked_by: AskedBy::Robots,
                ..self
            },
            None => self,
        }
    }

    /// This pace with requests at least `gap` apart; never faster.
    pub(crate) fn slowed(self, gap: Duration) -> Self {
        match gap > self.delay {
            true => Self {
                delay: gap,
                asked_by: AskedBy::Person,
                ..self
            },
            false => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_makes_a_pace_quicker() {
        let robots = Pace {
            delay: Duration::from_secs(5),
            asked_by: AskedBy::Robots,
            at_once: 1,
            adaptive: false,
        };
        assert_eq!(robots.slowed(Duration::from_secs(1)), robots);
        assert_eq!(robots.slowed(Duration::ZERO), robots);
        let slower = robots.slowed(Duration::from_secs(9));
        assert_eq!(
            (slower.delay.as_secs(), slower.asked_by),
            (9, AskedBy::Person)
        );
    }
}
