//! The scheduler's clock. Input: the system's clock, or a test's. Output: the current time,
//! and wake-ups when a time has come or may have come: when the clock was set, or the machine has
//! slept. Nothing here polls a clock.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use jiff::Timestamp;

/// Completes when a time has come, or may have.
pub type Wait = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A source of time.
pub trait Clock: Debug + Send + Sync {
    /// The wall-clock time: it may be set, forward and back.
    fn now(&self) -> Timestamp;

    /// A monotonic time that stands still while the machine sleeps.
    fn steady(&self) -> Instant;

    /// Waits until [`Self::now`] is `at`; returns earlier when the clock was set or the machine has
    /// slept, so waiters must check the clock.
    fn until(&self, at: Timestamp) -> Wait;
}

/// The system's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// The longest sleep where the system does not report clock changes.
const MAX_SLEEP: Duration = Duration::from_secs(60);

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn steady(&self) -> Instant {
        Instant::now()
    }

    fn until(&self, at: Timestamp) -> Wait {
        Box::pin(async move {
            let left = at.duration_since(Timestamp::now());
            let Ok(left) = Duration::try_from(left) else {
                return;
            };
            #[cfg(target_os = "linux")]
            if alarm(at).await.is_ok() {
                return;
            }
            tokio::time::sleep(left.min(MAX_SLEEP)).await;
        })
    }
}

/// Waits on the wall clock itself: the kernel includes the time in which the machine sleeps, and
/// reports when the clock was set (timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`).
///
/// # Errors
/// Where the system has no such timer.
#[cfg(target_os = "linux")]
async fn alarm(at: Timestamp) -> std::io::Result<()> {
    use rustix::time::{
        Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
        timerfd_settime,
    };
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
    let timer = timerfd_create(TimerfdClockId::Realtime, flags)?;
    let once = Itimerspec {
        it_interval: Timespec::default(),
        it_value: Timespec {
            tv_sec: at.as_second().max(0),
            // At least one nanosecond more, so that the time has certainly come; zero would disable
            // the timer.
            tv_nsec: i64::from(at.subsec_nanosecond()).max(1),
        },
    };
    let how = TimerfdTimerFlags::ABSTIME | TimerfdTimerFlags::CANCEL_ON_SET;
    timerfd_settime(&timer, how, &once)?;
    #[expect(
        deprecated,
        reason = "sound for a descriptor that is owned; what replaces it is unsafe"
    )]
    let timer = AsyncFd::with_interest(timer, Interest::READABLE)?;
    // Readable means that it fired, or that the clock was set; the clock shows which.
    timer.readable().await.map(drop)
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[tokio::test]
    async fn the_clock_says_when_a_time_has_come() {
        let clock = SystemClock;
        let begin = clock.steady();
        let at = clock.now() + SignedDuration::from_millis(120);
        // The clock may be set at just that moment.
        while clock.now() < at {
            clock.until(at).await;
        }
        assert!(begin.elapsed() >= Duration::from_millis(100));
        clock.until(Timestamp::MIN).await;
        clock.until(clock.now()).await;
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn an_alarm_does_not_ring_before_its_time() {
        let far = Timestamp::now() + SignedDuration::from_secs(3_600);
        let rings = tokio::time::timeout(Duration::from_millis(50), alarm(far));
        assert!(rings.await.is_err());
    }
}
