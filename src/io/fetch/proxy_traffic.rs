//! Counts the traffic of a proxy, and holds the time limit for its answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Counts the traffic of one egress.
#[derive(Debug)]
pub struct TrafficMeter {
    requests: AtomicU64,
    bytes: AtomicU64,
    all_bytes: AtomicU64,
    answers: AtomicU64,
    waited_us: AtomicU64,
    patience: Duration,
    on_trial: AtomicBool,
}

/// The traffic since the last call.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Traffic {
    /// Requests sent.
    pub requests: u64,
    /// Bytes received: headers, and bodies after unpacking (an upper bound of what a provider
    /// counts, since most bodies are sent compressed).
    pub bytes: u64,
    /// Mean time until an answer began, in milliseconds.
    pub latency_ms: Option<f64>,
}

impl TrafficMeter {
    /// A meter for a proxy known to work.
    pub(crate) fn proven() -> Self {
        Self {
            on_trial: AtomicBool::new(false),
            ..Self::on_trial(Duration::MAX)
        }
    }

    /// A meter for a proxy that must begin an answer within this time.
    pub(crate) fn on_trial(patience: Duration) -> Self {
        Self {
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            all_bytes: AtomicU64::new(0),
            answers: AtomicU64::new(0),
            waited_us: AtomicU64::new(0),
            patience,
            on_trial: AtomicBool::new(true),
        }
    }

    /// The proxy works: from now on the normal time limits apply.
    pub fn prove(&self) {
        self.on_trial.store(false, Ordering::Relaxed);
    }

    /// How long it may take to begin an answer, while on trial.
    pub fn patience(&self) -> Option<Duration> {
        self.on_trial
            .load(Ordering::Relaxed)
            .then_some(self.patience)
    }

    /// Adds what another machine counted.
    pub fn add(&self, traffic: &Traffic) {
        self.requests.fetch_add(traffic.requests, Ordering::Relaxed);
        self.carried(usize::try_from(traffic.bytes).unwrap_or(usize::MAX));
        if let Some(latency_ms) = traffic.latency_ms.filter(|ms| (0.0..1e9).contains(ms)) {
            let waited = Duration::from_secs_f64(latency_ms / 1e3);
            self.answered(waited, 0);
        }
    }

    /// The traffic since the last call.
    pub fn take(&self) -> Traffic {
        let taken = |counter: &AtomicU64| counter.swap(0, Ordering::Relaxed);
        let (answers, waited_us) = (taken(&self.answers), taken(&self.waited_us));
        let mean = || Duration::from_micros(waited_us / answers).as_secs_f64() * 1e3;
        Traffic {
            requests: taken(&self.requests),
            bytes: taken(&self.bytes),
            latency_ms: (answers > 0).then(mean),
        }
    }

    /// Bytes received since the meter was created.
    pub fn all_bytes(&self) -> u64 {
        self.all_bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn asked(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn answered(&self, after: Duration, head_bytes: usize) {
        let after = u64::try_from(after.as_micros()).unwrap_or(u64::MAX / 1024);
        self.waited_us.fetch_add(after, Ordering::Relaxed);
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.carried(head_bytes);
    }

    pub(crate) fn carried(&self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.all_bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_is_handed_out_once() {
        let meter = TrafficMeter::on_trial(Duration::from_secs(5));
        meter.asked();
        meter.asked();
        meter.answered(Duration::from_millis(200), 10);
        meter.answered(Duration::from_millis(400), 10);
        meter.carried(80);
        let traffic = meter.take();
        assert_eq!((traffic.requests, traffic.bytes), (2, 100));
        assert_eq!(traffic.latency_ms, Some(300.0));
        assert_eq!(meter.take(), Traffic::default());
        assert_eq!(meter.all_bytes(), 100);
        assert_eq!(meter.patience(), Some(Duration::from_secs(5)));
        meter.prove();
        assert_eq!(meter.patience(), None);
    }
}
