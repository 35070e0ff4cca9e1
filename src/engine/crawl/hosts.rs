//! Politeness: when a host may be asked next, by all runs together. Flows in: who wants to ask
//! whom, at which pace. Flows out: a turn, or a reason to wait.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use url::Url;

/// Hosts kept in memory before those at rest are forgotten.
const MAX_HOSTS: usize = 10_000;

/// The pace at which one host is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Least time between the beginnings of two requests.
    pub(crate) delay: Duration,
    /// Whether `delay` is what robots.txt asks for.
    pub(crate) from_robots: bool,
    /// Requests at once.
    pub(crate) at_once: u32,
}

/// Why a request waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The rule's delay.
    Delay,
    /// The crawl delay of robots.txt.
    Robots,
    /// The site asked us to wait, or backing off from a rate limit.
    Pause,
    /// As many requests are under way as may be.
    Busy,
}

/// All hosts.
#[derive(Default)]
pub(crate) struct Hosts {
    hosts: Mutex<HashMap<String, Host>>,
    freed: Notify,
}

#[derive(Clone, Copy, Debug, Default)]
struct Host {
    last_began: Option<Instant>,
    paused_until: Option<Instant>,
    under_way: u32,
}

/// A turn to ask a host; given back on drop.
pub(crate) struct Turn<'a> {
    hosts: &'a Hosts,
    host: String,
    /// How long ago the request before this one began.
    pub(crate) since_last: Option<Duration>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(host) = self.hosts.lock().get_mut(&self.host) {
            host.under_way = host.under_way.saturating_sub(1);
        }
        self.hosts.freed.notify_waiters();
    }
}

impl Hosts {
    /// Waits for a turn at the host of `url`; `waiting` is told until when and why, whenever that
    /// changes.
    pub(crate) async fn turn(
        &self,
        url: &Url,
        pace: Pace,
        waiting: impl Fn(Option<Instant>, Why),
    ) -> Turn<'_> {
        let host = host_key(url);
        loop {
            let freed = self.freed.notified();
            tokio::pin!(freed);
            // Before looking, so that no notice is missed in between.
            freed.as_mut().enable();
            match self.try_turn(&host, pace, Instant::now()) {
                Ok(since_last) => {
                    return Turn {
                        hosts: self,
                        host,
                        since_last,
                    };
                }
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

    /// Lets nobody ask the host of `url` before `until`.
    pub(crate) fn pause(&self, url: &Url, until: Instant) {
        let mut hosts = self.lock();
        let host = hosts.entry(host_key(url)).or_default();
        host.paused_until = Some(host.paused_until.map_or(until, |known| known.max(until)));
    }

    fn try_turn(
        &self,
        key: &str,
        pace: Pace,
        now: Instant,
    ) -> Result<Option<Duration>, (Option<Instant>, Why)> {
        let mut hosts = self.lock();
        if hosts.len() > MAX_HOSTS {
            hosts.retain(|_, host| !host.at_rest(now));
        }
        let host = hosts.entry(key.to_owned()).or_default();
        if let Some(until) = host.paused_until
            && until > now
        {
            return Err((Some(until), Why::Pause));
        }
        if host.under_way >= pace.at_once.max(1) {
            return Err((None, Why::Busy));
        }
        if let Some(last) = host.last_began
            && last + pace.delay > now
        {
            let why = if pace.from_robots {
                Why::Robots
            } else {
                Why::Delay
            };
            return Err((Some(last + pace.delay), why));
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
    /// Whether forgetting it changes nothing (a delay of an hour is longer than any sane one).
    fn at_rest(&self, now: Instant) -> bool {
        self.under_way == 0
            && self.paused_until.is_none_or(|until| until <= now)
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
            from_robots: false,
            at_once,
        }
    }

    #[test]
    fn a_host_is_asked_no_sooner_than_its_delay() {
        let hosts = Hosts::default();
        let now = Instant::now();
        assert_eq!(hosts.try_turn("h:80", pace(2000, 9), now), Ok(None));
        let soon = now + Duration::from_millis(1500);
        let due = now + Duration::from_millis(2000);
        assert_eq!(
            hosts.try_turn("h:80", pace(2000, 9), soon),
            Err((Some(due), Why::Delay))
        );
        assert_eq!(hosts.try_turn("other:80", pace(2000, 9), soon), Ok(None));
        assert_eq!(
            hosts.try_turn("h:80", pace(2000, 9), due),
            Ok(Some(Duration::from_secs(2)))
        );
    }

    #[test]
    fn only_so_many_are_under_way_and_a_turn_comes_back() {
        let hosts = Hosts::default();
        let now = Instant::now();
        let since_last = hosts.try_turn("h:80", pace(0, 1), now).unwrap();
        let turn = Turn {
            hosts: &hosts,
            host: "h:80".to_owned(),
            since_last,
        };
        let later = now + Duration::from_secs(1);
        assert_eq!(
            hosts.try_turn("h:80", pace(0, 1), later),
            Err((None, Why::Busy))
        );
        drop(turn);
        assert!(hosts.try_turn("h:80", pace(0, 1), later).is_ok());
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
            hosts.try_turn("h:80", pace(0, 1), now + Duration::from_secs(3)),
            Err((Some(until), Why::Pause))
        );
        assert!(hosts.try_turn("h:80", pace(0, 1), until).is_ok());
    }
}
