//! What a run waits for. Input: the wait of each of its requests. Output: the next one in
//! words, with its start time, for the views.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use url::Url;

use super::host_delay::Why;
use bowerbird_logic::messages::{Message, span};

/// Shorter waits are not reported.
const SHORT: Duration = Duration::from_millis(500);

/// The waiting requests of a run.
#[derive(Default)]
pub(crate) struct WaitingRequests(Mutex<All>);

#[derive(Default)]
struct All {
    last: u64,
    waits: HashMap<u64, Wait>,
}

struct Wait {
    host: String,
    /// The end and reason of the wait; `None` while it is not held.
    held: Option<(Instant, Why, Duration)>,
}

/// A request that may have to wait; its wait ends on drop.
pub(crate) struct Waits<'a> {
    waiting: &'a WaitingRequests,
    number: u64,
}

impl WaitingRequests {
    /// Registers a request to the host of `url` that may have to wait.
    pub(crate) fn enter(&self, url: &Url) -> Waits<'_> {
        let host = host_shown(url);
        let mut all = self.lock();
        all.last += 1;
        let number = all.last;
        all.waits.insert(number, Wait { host, held: None });
        Waits {
            waiting: self,
            number,
        }
    }

    /// The next request to start, in words, and its time. `now` and `clock` are the same moment.
    pub(crate) fn next(&self, now: Instant, clock: Timestamp) -> Option<(Message, Timestamp)> {
        let all = self.lock();
        let held = all.waits.values().filter_map(|wait| {
            let (until, why, delay) = wait.held?;
            Some((until, why, delay, &wait.host))
        });
        let (until, why, delay, host) = held.min_by_key(|(until, ..)| *until)?;
        let left = until.checked_duration_since(now)?;
        let at = clock.checked_add(left).ok()?;
        if left < SHORT {
            return None;
        }
        let message = wait_message(why, delay)?
            .with("host", host.as_str())
            .with("left", span(left));
        Some((message, at))
    }

    fn lock(&self) -> MutexGuard<'_, All> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Host and port in readable form.
pub(crate) fn host_shown(url: &Url) -> String {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (host, _) => host.unwrap_or_default().to_owned(),
    }
}

fn wait_message(why: Why, delay: Duration) -> Option<Message> {
    Some(match why {
        Why::Delay => Message::new("engine-waiting-delay").with("delay", gap(delay)),
        Why::Robots => Message::new("engine-waiting-robots").with("delay", gap(delay)),
        Why::Person => Message::new("engine-waiting-person").with("delay", gap(delay)),
        Why::Slowed => Message::new("engine-waiting-slowed").with("delay", gap(delay)),
        Why::Slow(took) => Message::new("engine-waiting-slow").with("took", gap(took)),
        Why::Pause => Message::new("engine-waiting-pause"),
        Why::Asked => Message::new("engine-waiting-asked"),
        Why::Quiet => Message::new("engine-waiting-quiet"),
        Why::Turn => Message::new("engine-waiting-turn"),
        Why::Busy => return None,
    })
}

/// A delay as written in the rule: short ones with tenths.
fn gap(time: Duration) -> Message {
    match time.as_secs() {
        0..=9 => Message::new("span-seconds").with("count", format!("{:.1}", time.as_secs_f64())),
        _ => span(time),
    }
}

impl Waits<'_> {
    /// Sets the wait until `until` because of `why`; `delay` is the gap required by the rule or
    /// robots.txt.
    pub(crate) fn set(&self, until: Option<Instant>, why: Why, delay: Duration) {
        if let Some(wait) = self.waiting.lock().waits.get_mut(&self.number) {
            wait.held = until.map(|until| (until, why, delay));
        }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.waiting.lock().waits.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::messages::{Catalogue, Language};

    #[test]
    fn the_next_of_several_is_told_with_its_reason() {
        let url = Url::parse("http://a.example:81/x").unwrap();
        let (waiting, now, clock) = (
            WaitingRequests::default(),
            Instant::now(),
            Timestamp::UNIX_EPOCH,
        );
        assert_eq!(waiting.next(now, clock), None);
        let (first, second) = (waiting.enter(&url), waiting.enter(&url));
        let in_s = |seconds| Some(now + Duration::from_secs(seconds));
        first.set(in_s(9), Why::Delay, Duration::from_secs(9));
        second.set(in_s(4), Why::Slow(Duration::from_secs(2)), Duration::ZERO);
        let (message, at) = waiting.next(now, clock).unwrap();
        assert_eq!(at, Timestamp::from_second(4).unwrap());
        assert_eq!(message.id, "engine-waiting-slow");
        drop(second);
        assert_eq!(
            waiting.next(now, clock).unwrap().0.id,
            "engine-waiting-delay"
        );
        first.set(in_s(0), Why::Delay, Duration::ZERO);
        assert_eq!(waiting.next(now, clock), None);
    }

    #[test]
    fn every_reason_has_its_words_in_both_languages() {
        let url = Url::parse("http://a.example/").unwrap();
        let (waiting, now) = (WaitingRequests::default(), Instant::now());
        let waits = waiting.enter(&url);
        let took = Duration::from_secs(3);
        for why in [
            Why::Delay,
            Why::Robots,
            Why::Slow(took),
            Why::Pause,
            Why::Asked,
            Why::Quiet,
            Why::Turn,
        ] {
            waits.set(Some(now + took), why, took);
            let (message, _) = waiting.next(now, Timestamp::UNIX_EPOCH).unwrap();
            for language in Language::ALL {
                let shown = Catalogue::new(language).text(&message);
                assert!(
                    !shown.contains(['{', '[']) && shown.contains("a.example"),
                    "{shown}"
                );
            }
        }
        waits.set(None, Why::Busy, took);
        assert_eq!(waiting.next(now, Timestamp::UNIX_EPOCH), None);
    }
}
