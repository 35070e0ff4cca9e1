//! Ranks runs that wait for a slot, and decides which run yields its slot. Input: what each
//! claim is and how long it has waited. Output: a rank. Knows nothing of the runs themselves.

use std::time::Duration;

/// Priority of a run that a person started: before all tasks.
pub const BY_HAND: u8 = 10;

/// Priority of an interrupted run that continues: among the tasks.
pub const RESTORED: u8 = 5;

/// A waiting run gains one step of priority in this time, so that none waits forever behind runs
/// that always precede it: after ten steps it equals a manual run. With a shorter time, all waiting
/// runs would soon have one rank under constant overload (`simulation`); with a longer one the last
/// would wait for most of a day.
const STEP: Duration = Duration::from_secs(3_600);

/// A one-shot task precedes recurring tasks of its priority, as if its priority were higher by
/// this.
const JUMP: f64 = 3.0;

/// The minimum rank difference for a run to yield: equals do not displace each other.
const MARGIN: f64 = 2.0;

/// The minimum time a run keeps its slot; less, and nothing would get done.
const SLICE: Duration = Duration::from_secs(30);

/// A run also keeps its slot for this fraction of the time it waited for it, so that a long crawl
/// that yields repeatedly still finishes.
const EARNED: u32 = 4;

/// A run that needs a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// 0 to 9, or [`BY_HAND`].
    pub priority: u8,
    /// Whether its task runs once.
    pub one_shot: bool,
    /// How long it has waited.
    pub waited: Duration,
}

/// The rank of a claim: the highest gets the next slot.
pub fn rank(claim: Claim) -> f64 {
    level(claim) + claim.waited.as_secs_f64() / STEP.as_secs_f64()
}

/// Whether a run yields to a claim and claims a slot again itself. `running` is its own claim, with
/// the time that it had waited for the slot that it has had for `held`. The age of the other claim
/// is ignored: it moves a claim forward among waiting ones, but displaces none.
pub fn must_yield(running: Claim, held: Duration, claim: Claim) -> bool {
    held >= SLICE.max(running.waited / EARNED) && level(claim) >= level(running) + MARGIN
}

fn level(claim: Claim) -> f64 {
    f64::from(claim.priority) + if claim.one_shot { JUMP } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(priority: u8, seconds: u64) -> Claim {
        Claim {
            priority,
            one_shot: false,
            waited: Duration::from_secs(seconds),
        }
    }

    #[test]
    fn no_run_waits_for_ever_behind_more_urgent_ones() {
        let step = STEP.as_secs();
        assert!(rank(claim(0, 10 * step + 1)) > rank(claim(BY_HAND, 0)));
        assert!(rank(claim(7, step + 1)) > rank(claim(8, 0)));
        assert!(rank(claim(9, 0)) > rank(claim(8, 0)), "priority first");
        let once = Claim {
            one_shot: true,
            ..claim(5, 0)
        };
        assert!(rank(once) > rank(claim(7, 0)));
        assert!(rank(once) < rank(claim(5, 3 * step + 1)), "not for ever");
    }

    #[test]
    fn a_run_makes_room_for_what_is_clearly_more_urgent_after_a_while() {
        let held = Duration::from_secs;
        assert!(must_yield(claim(2, 0), held(30), claim(4, 0)));
        assert!(!must_yield(claim(2, 0), held(29), claim(9, 0)), "too soon");
        assert!(
            !must_yield(claim(2, 4_000), held(999), claim(9, 0)),
            "earned"
        );
        assert!(must_yield(claim(2, 4_000), held(1_000), claim(9, 0)));
        let aged = claim(3, 90_000);
        assert!(
            !must_yield(claim(2, 0), held(600), aged),
            "age pushes nobody"
        );
        assert!(must_yield(claim(8, 0), held(600), claim(BY_HAND, 0)));
    }
}
