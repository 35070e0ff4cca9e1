//! How a site that kept us out after a number of answers is asked again: so few times an hour that it
//! need not do so again. A part of the machine.
//!
//! The allowance follows what congestion control does (additive increase, multiplicative decrease, RFC
//! 5681 §3.1): halved when the site keeps us out again, half as much more after a clean stretch, and
//! none at all once it is more than anybody counts.

use std::time::Duration;

use jiff::Timestamp;

use super::machine::{Machine, later};
use bowerbird_logic::model::{ActionKind, NextStep, PageState};

/// More good answers within an hour than this, and it was not their number that closed the site.
const COUNTED: usize = 60;
/// Good answers after which the allowance grows.
const STRETCH: u32 = 25;
/// An hour.
const HOUR: Duration = Duration::from_secs(3_600);
const HOUR_US: i64 = 3_600_000_000;

impl Machine {
    /// How many pages a run that begins at `now` may ask for; `None` without bound.
    pub fn allowance(&self, now: Timestamp) -> Option<u32> {
        let hourly = self.site.memory.hourly?;
        Some(hourly.saturating_sub(self.answers_lately(now)))
    }

    /// A good answer came.
    pub(super) fn count_success(&mut self, at: Timestamp) {
        let memory = &mut self.site.memory;
        let oldest = at.as_microsecond() - HOUR_US;
        memory.answered.retain(|one| *one > oldest);
        memory.answered.push(at.as_microsecond());
        if memory.answered.len() > COUNTED + 1 {
            memory.answered.remove(0);
        }
        let Some(hourly) = memory.hourly else {
            return;
        };
        self.change.noted = true;
        memory.at_pace += 1;
        if memory.at_pace >= STRETCH {
            memory.at_pace = 0;
            let more = hourly + hourly.div_ceil(2);
            let counts = usize::try_from(more).is_ok_and(|more| more <= COUNTED);
            memory.hourly = counts.then_some(more);
        }
    }

    /// The site keeps us out again from `at` on: half of the answers that it gave within the hour before are
    /// what it is asked for from now on, where they were so few that it may have counted them.
    pub(super) fn learn_pace(&mut self, state: PageState, at: Timestamp) {
        let lately = self.answers_lately(at);
        let memory = &mut self.site.memory;
        // Once may be chance, or a pace too quick; again, before it was well for a while, is a count.
        let again = memory.setbacks > 0 || memory.hourly.is_some();
        let few = usize::try_from(lately).is_ok_and(|lately| lately <= COUNTED);
        if state == PageState::Blocked && again && few && lately > 0 {
            memory.hourly = Some((lately / 2).max(1));
            memory.at_pace = 0;
        }
    }

    /// A run ended because its allowance is used up: the next one begins when there is a whole one.
    pub(super) fn rest_of_hour(&mut self) -> bool {
        let memory = &self.site.memory;
        let last = memory.answered.last().copied();
        let Some(last) = last.filter(|_| memory.hourly.is_some()) else {
            return false;
        };
        let last = Timestamp::from_microsecond(last).unwrap_or(Timestamp::MAX);
        self.site.next = Some(NextStep {
            kind: ActionKind::Restart,
            at: later(last, HOUR),
        });
        true
    }

    fn answers_lately(&self, now: Timestamp) -> u32 {
        let oldest = now.as_microsecond() - HOUR_US;
        let answered = self.site.memory.answered.iter();
        let lately = answered.filter(|one| **one > oldest).count();
        u32::try_from(lately).unwrap_or(u32::MAX)
    }
}
