//! Keeps the time between two requests to a host, also where they arrive too near to each other.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The number of hosts above which those that rest are forgotten.
const MAX_HOSTS: usize = 10_000;
/// How long a host is remembered.
const KEPT: Duration = Duration::from_secs(600);

/// When each host was asked last.
#[derive(Default)]
pub(super) struct HostGaps(Mutex<HashMap<String, Instant>>);

impl HostGaps {
    /// Waits until a request to `host` may begin.
    pub(super) async fn wait(&self, host: &str, gap: Duration) {
        let at = self.next(host, gap, Instant::now());
        tokio::time::sleep_until(at).await;
    }

    /// When the next request to `host` may begin; it counts as begun then.
    fn next(&self, host: &str, gap: Duration, now: Instant) -> Instant {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= MAX_HOSTS {
            hosts.retain(|_, last| now < *last + KEPT);
        }
        let at = hosts.get(host).map_or(now, |last| now.max(*last + gap));
        hosts.insert(host.to_owned(), at);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_arrive_together_begin_apart() {
        let (gaps, now) = (HostGaps::default(), Instant::now());
        let second = Duration::from_secs(1);
        assert_eq!(gaps.next("a", second, now), now);
        assert_eq!(gaps.next("a", second, now), now + second);
        assert_eq!(gaps.next("a", second, now), now + 2 * second);
        assert_eq!(gaps.next("b", second, now), now);
        let later = now + Duration::from_secs(9);
        assert_eq!(gaps.next("a", second, later), later);
    }
}
