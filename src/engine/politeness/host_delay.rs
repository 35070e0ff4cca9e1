//! Politeness: when the next request to a host may be sent, over all runs. Input: requests with
//! their host and pace, and response times. Output: a turn, or a reason to wait. The longer of the
//! rule's delay and robots.txt's crawl delay counts; which of the
//! latter are accepted is in `bowerbird_io::fetch::robots::crawl_delay`.
//!
//! A slow host receives fewer requests (if the pace is adaptive): with its smoothed response time
//! `t`, requests start at least `2 t / at_once` apart, so that each of the concurrent requests
//! leaves the host idle for as long as it kept it busy. Hosts that answer within [`QUICK`] are
//! requested at the rule's own pace; no gap is longer than [`MAX_GAP`].
//!
//! Sites of one host take turns ([`TurnOrder`]). One that asks for a longer delay than the others
//! gets its turn when it has waited that long: the others then wait until it had it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use url::Url;

use super::adaptive_delay::{self, MAX_GAP, QUICK};
use super::pace::{AskedBy, Pace};
use super::turn_order::TurnOrder;
use bowerbird_logic::model::SiteId;

/// The number of hosts in memory above which idle ones are dropped.
const MAX_HOSTS: usize = 10_000;

/// Why a request waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The rule's delay.
    Delay,
    /// The crawl delay of robots.txt.
    Robots,
    /// The delay that the user set for this run.
    Person,
    /// The delay since the site refused faster requests.
    Slowed,
    /// The site answered that requests are too many.
    Pause,
    /// The site announced that no request is left until then.
    Asked,
    /// The site takes this long to answer.
    Slow(Duration),
    /// The quiet hours of the rule.
    Quiet,
    /// The maximum number of requests is in progress.
    Busy,
    /// Another site of the host comes first.
    Turn,
}

/// All hosts.
#[derive(Default)]
pub(crate) struct Hosts {
    hosts: Mutex<HashMap<String, Host>>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Host {
    last_began: Option<Instant>,
    paused_until: Option<(Instant, Why)>,
    under_way: u32,
    /// Smoothed response time, seconds.
    answers_in_s: Option<f64>,
    order: TurnOrder,
}

/// The place of a request among those that wait for a host; given up on drop.
struct WaitingPlace<'a> {
    hosts: &'a Hosts,
    host: String,
    number: u64,
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        if let Some(host) = self.hosts.lock().get_mut(&self.host) {
            host.order.leave(self.number);
        }
        self.hosts.notify_waiting(&self.host);
    }
}

/// A turn to send a request to a host; released on drop.
pub(crate) struct HostPermit<'a> {
    hosts: &'a Hosts,
    host: String,
    /// The time since the previous request started.
    pub(crate) since_last: Option<Duration>,
}

impl HostPermit<'_> {
    /// Records the response time. One that is not `good` (an error, a timeout) may slow requests
    /// down but never speeds them up: errors are often fast.
    pub(crate) fn answered(&self, took: Duration, good: bool) {
        if let Some(host) = self.hosts.lock().get_mut(&self.host) {
            host.note_answer(took, good);
        }
    }
}

impl Drop for HostPermit<'_> {
    fn drop(&mut self) {
        if let Some(host) = self.hosts.lock().get_mut(&self.host) {
            host.under_way = host.under_way.saturating_sub(1);
        }
        self.hosts.notify_waiting(&self.host);
    }
}

impl Hosts {
    /// Waits for a turn of `site` (`None`: for no site of the project) at the host of `url`;
    /// `waiting` receives the end and reason of the wait, whenever they change.
    pub(crate) async fn turn(
        &self,
        url: &Url,
        site: Option<SiteId>,
        pace: Pace,
        waiting: impl Fn(Option<Instant>, Why),
    ) -> HostPermit<'_> {
        let place = self.enter(url, site, pace, Instant::now());
        loop {
            let freed = self.freed.notified();
            tokio::pin!(freed);
            // Registered before the check, so that no notification is missed in between.
            freed.as_mut().enable();
            match self.next_turn(&place, pace, Instant::now()) {
                Ok(turn) => return turn,
                Err((until, why)) => {
                    waiting(until, why);
                    match until {
                        Some(until) => tokio::select! {
                            () = tokio::time::sleep_until(until) => {}
                            () = freed => {}
                        },
                        None => freed.await,
                    }
                }
            }
        }
    }

    /// Adds a request to those that wait for the host of `url`.
    fn enter(&self, url: &Url, site: Option<SiteId>, pace: Pace, now: Instant) -> WaitingPlace<'_> {
        let host = host_key(url);
        let mut hosts = self.lock();
        let order = &mut hosts.entry(host.clone()).or_default().order;
        WaitingPlace {
            hosts: self,
            number: order.enter(site, pace, now),
            host,
        }
    }

    /// The turn of a waiting request, if it may have it at the moment `now`.
    fn next_turn(
        &self,
        place: &WaitingPlace<'_>,
        pace: Pace,
        now: Instant,
    ) -> Result<HostPermit<'_>, (Option<Instant>, Why)> {
        let since_last = self.try_turn(&place.host, pace, now, Some(place.number))?;
        Ok(HostPermit {
            hosts: self,
            host: place.host.clone(),
            since_last,
        })
    }

    /// Wakes the requests that wait for a host, if there are any.
    fn notify_waiting(&self, host: &str) {
        let waits = self.lock().get(host).is_some_and(|h| !h.order.is_empty());
        if waits {
            self.freed.notify_waiters();
        }
    }

    /// A turn at the host of `url` at the moment `now`, before all that wait; else the end of the
    /// wait, if known, and its reason.
    #[cfg(test)]
    pub(crate) fn turn_at(
        &self,
        url: &Url,
        pace: Pace,
        now: Instant,
    ) -> Result<HostPermit<'_>, (Option<Instant>, Why)> {
        let host = host_key(url);
        let since_last = self.try_turn(&host, pace, now, None)?;
        Ok(HostPermit {
            hosts: self,
            host,
            since_last,
        })
    }

    /// Blocks requests to the host of `url` until `until`.
    pub(crate) fn pause(&self, url: &Url, until: Instant) {
        self.pause_because(url, until, Why::Pause);
    }

    /// [`Self::pause`] with a reason.
    pub(crate) fn pause_because(&self, url: &Url, until: Instant, why: Why) {
        let mut hosts = self.lock();
        let host = hosts.entry(host_key(url)).or_default();
        if host.paused_until.is_none_or(|(known, _)| known < until) {
            host.paused_until = Some((until, why));
        }
    }

    fn try_turn(
        &self,
        key: &str,
        pace: Pace,
        now: Instant,
        number: Option<u64>,
    ) -> Result<Option<Duration>, (Option<Instant>, Why)> {
        let mut hosts = self.lock();
        if hosts.len() > MAX_HOSTS {
            hosts.retain(|_, host| !host.at_rest(now));
        }
        let host = hosts.entry(key.to_owned()).or_default();
        if let Some((until, why)) = host.paused_until
            && until > now
        {
            return Err((Some(until), why));
        }
        if host.under_way >= pace.at_once.max(1) {
            return Err((None, Why::Busy));
        }
        let (gap, why) = host.gap(pace);
        if let Some(last) = host.last_began
            && last + gap > now
        {
            return Err((Some(last + gap), why));
        }
        if let Some(number) = number {
            if let Some(until) = host.held_until(number, gap, now) {
                return Err((until, Why::Turn));
            }
            host.order.serve(number);
        }
        let since_last = host.last_began.map(|last| now - last);
        host.last_began = Some(now);
        host.under_way += 1;
        Ok(since_last)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Host>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host {
    /// The minimum time between the starts of two requests, and its reason.
    fn gap(&self, pace: Pace) -> (Duration, Why) {
        let answers_in = self.answers_in_s.unwrap_or(0.0);
        let answers_in = Duration::try_from_secs_f64(answers_in).unwrap_or(MAX_GAP);
        let slow = adaptive_delay::gap(answers_in, pace.at_once);
        match pace.asked_by {
            _ if pace.adaptive && answers_in > QUICK && slow > pace.delay => {
                (slow, Why::Slow(answers_in))
            }
            AskedBy::Robots => (pace.delay, Why::Robots),
            AskedBy::Rule => (pace.delay, Why::Delay),
            AskedBy::Person => (pace.delay, Why::Person),
            AskedBy::Supervision => (pace.delay, Why::Slowed),
        }
    }

    /// Whether the request of that number, with `gap` to the one after it, leaves the turn to an
    /// earlier one, and until when, if known. It does where the earlier one is due before a turn
    /// after this one would be, or has waited its own delay.
    fn held_until(&self, number: u64, gap: Duration, now: Instant) -> Option<Option<Instant>> {
        let due = self.order.before(number).filter_map(|earlier| {
            let (own_gap, _) = self.gap(earlier.pace);
            let due = self.last_began.map_or(now, |last| last + own_gap);
            (due <= now + gap || earlier.since + own_gap <= now).then_some(due)
        });
        let last = due.max()?;
        // One that is due begins as soon as its task is awake, which is then told.
        Some((last > now).then_some(last))
    }

    fn note_answer(&mut self, took: Duration, good: bool) {
        let smoothed = adaptive_delay::smoothed(self.answers_in_s, took.as_secs_f64(), good);
        self.answers_in_s = Some(smoothed);
    }

    /// Whether dropping it changes nothing (a delay of an hour exceeds any sensible one).
    fn at_rest(&self, now: Instant) -> bool {
        self.under_way == 0
            && self.order.is_empty()
            && self.paused_until.is_none_or(|(until, _)| until <= now)
            && self
                .last_began
                .is_none_or(|last| now - last > Duration::from_secs(3600))
    }
}

fn host_key(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or(0);
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(delay_ms: u64, at_once: u32) -> Pace {
        Pace {
            delay: Duration::from_millis(delay_ms),
            asked_by: AskedBy::Rule,
            at_once,
            adaptive: false,
        }
    }

    fn answering_in(times_ms: &[u64], good: bool) -> Host {
        let mut host = Host::default();
        for took in times_ms {
            host.note_answer(Duration::from_millis(*took), good);
        }
        host
    }

    #[test]
    fn a_slow_host_is_left_alone_as_long_as_it_was_busy() {
        let adaptive = |delay_ms, at_once| Pace {
            adaptive: true,
            ..pace(delay_ms, at_once)
        };
        let second = Duration::from_secs(1);
        let slow = answering_in(&[1000], true);
        let check = |pace: Pace, expected: Duration, why: Why| {
            assert_eq!(slow.gap(pace), (expected, why));
        };
        check(adaptive(100, 1), second * 2, Why::Slow(second));
        check(adaptive(100, 4), second / 2, Why::Slow(second));
        check(adaptive(3000, 1), second * 3, Why::Delay);
        check(pace(100, 1), second / 10, Why::Delay);
        let quick = answering_in(&[200, 240], true);
        assert_eq!(quick.gap(adaptive(100, 1)), (second / 10, Why::Delay));
        let stuck = answering_in(&[60_000], false);
        assert_eq!(stuck.gap(adaptive(100, 1)).0, MAX_GAP);
    }

    #[test]
    fn quick_errors_do_not_speed_up_and_quick_answers_do() {
        let gap_ms = |host: &Host| {
            host.gap(Pace {
                adaptive: true,
                ..pace(0, 1)
            })
            .0
            .as_millis()
        };
        let mut host = answering_in(&[1000], true);
        let before = gap_ms(&host);
        host.note_answer(Duration::from_millis(5), false);
        assert_eq!(gap_ms(&host), before);
        host.note_answer(Duration::from_secs(9), false);
        assert!(gap_ms(&host) > before);
        for _ in 0..20 {
            host.note_answer(Duration::from_millis(5), true);
        }
        assert_eq!(gap_ms(&host), 0);
    }

    #[test]
    fn a_host_is_asked_no_sooner_than_its_delay() {
        let hosts = Hosts::default();
        let now = Instant::now();
        assert_eq!(hosts.try_turn("h:80", pace(2000, 9), now, None), Ok(None));
        let soon = now + Duration::from_millis(1500);
        let due = now + Duration::from_millis(2000);
        assert_eq!(
            hosts.try_turn("h:80", pace(2000, 9), soon, None),
            Err((Some(due), Why::Delay))
        );
        assert_eq!(
            hosts.try_turn("other:80", pace(2000, 9), soon, None),
            Ok(None)
        );
        assert_eq!(
            hosts.try_turn("h:80", pace(2000, 9), due, None),
            Ok(Some(Duration::from_secs(2)))
        );
    }

    #[test]
    fn only_so_many_are_under_way_and_a_turn_comes_back() {
        let hosts = Hosts::default();
        let now = Instant::now();
        let since_last = hosts.try_turn("h:80", pace(0, 1), now, None).unwrap();
        let turn = HostPermit {
            hosts: &hosts,
            host: "h:80".to_owned(),
            since_last,
        };
        let later = now + Duration::from_secs(1);
        assert_eq!(
            hosts.try_turn("h:80", pace(0, 1), later, None),
            Err((None, Why::Busy))
        );
        drop(turn);
        assert!(hosts.try_turn("h:80", pace(0, 1), later, None).is_ok());
    }

    #[test]
    fn a_site_with_a_longer_delay_is_let_in_once_it_has_waited_for_it() {
        let hosts = Hosts::default();
        let url = Url::parse("http://h/").unwrap();
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        let (quick, slow) = (pace(1_000, 9), pace(4_000, 9));
        let enter = |site, pace, now| hosts.enter(&url, Some(SiteId(site)), pace, now);
        let granted = |place: &WaitingPlace<'_>, pace, now| {
            let turn = hosts.next_turn(place, pace, now);
            turn.map(|_| ())
        };
        let first = enter(1, quick, now);
        assert_eq!(granted(&first, quick, now), Ok(()));
        drop(first);
        let waiting = enter(2, slow, now);
        // The slower one is not due for long: the host does not stand idle for it.
        for second in 1..4 {
            let again = enter(1, quick, at(second));
            assert_eq!(granted(&again, quick, at(second)), Ok(()));
        }
        let again = enter(1, quick, at(4));
        assert_eq!(
            granted(&again, quick, at(4)),
            Err((Some(at(7)), Why::Turn)),
            "it has waited its delay"
        );
        assert_eq!(granted(&waiting, slow, at(7)), Ok(()));
        drop(waiting);
        assert_eq!(granted(&again, quick, at(8)), Ok(()));
    }

    #[test]
    fn a_pause_holds_everybody_and_is_never_shortened() {
        let hosts = Hosts::default();
        let now = Instant::now();
        let url = Url::parse("http://h/").unwrap();
        let until = now + Duration::from_secs(8);
        hosts.pause(&url, until);
        hosts.pause(&url, now + Duration::from_secs(2));
        assert_eq!(
            hosts.try_turn("h:80", pace(0, 1), now + Duration::from_secs(3), None),
            Err((Some(until), Why::Pause))
        );
        assert!(hosts.try_turn("h:80", pace(0, 1), until, None).is_ok());
    }
}
