//! A clock that shows what a test sets it to.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bowerbird::engine::types::{Clock, Store, Wait};
use bowerbird::engine::{Engine, EngineOptions};
use jiff::Timestamp;
use tokio::sync::watch;

use super::bench::Bench;

#[derive(Debug)]
pub struct SetClock {
    shows: Mutex<Timestamp>,
    steady: Mutex<Duration>,
    began: Instant,
    set: watch::Sender<()>,
}

impl SetClock {
    pub fn at(time: &str) -> Arc<Self> {
        Arc::new(Self {
            shows: Mutex::new(time.parse().unwrap()),
            steady: Mutex::default(),
            began: Instant::now(),
            set: watch::Sender::new(()),
        })
    }

    /// Sets it: nothing else goes on, as while the machine sleeps.
    pub fn set(&self, time: &str) {
        *self.shows.lock().unwrap() = time.parse().unwrap();
        self.set.send_replace(());
    }

    /// So much time passes by every clock.
    pub fn pass(&self, time: Duration) {
        *self.steady.lock().unwrap() += time;
        *self.shows.lock().unwrap() += time;
        self.set.send_replace(());
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        *self.shows.lock().unwrap()
    }

    fn steady(&self) -> Instant {
        self.began + *self.steady.lock().unwrap()
    }

    fn until(&self, at: Timestamp) -> Wait {
        let mut set = self.set.subscribe();
        let left = at > self.now();
        Box::pin(async move {
            if left {
                // Like the system's: it comes back when the clock is set, to whatever.
                let _ = set.changed().await;
            }
        })
    }
}

impl Bench {
    /// An engine that goes by `clock`.
    pub fn by(store: Store, sites_at_once: usize, clock: &Arc<SetClock>) -> Self {
        let options = EngineOptions {
            worker: "/no/such/worker".into(),
            sites_at_once,
            clock: Arc::<SetClock>::clone(clock),
            ..EngineOptions::default()
        };
        Self::of(Engine::start_with(store, options, Box::new(|| {})).unwrap())
    }
}
