//! Limits the hourly requests to a site that blocked us after a number of answers, so that it does
//! not block us again. A part of the machine.
//!
//! The allowance works like congestion control (additive increase, multiplicative decrease, RFC
//! 5681 §3.1): halved when the site blocks us again, increased by half after a clean stretch, and
//! removed once it exceeds any plausible site limit.

use std::time::Duration;

use jiff::Timestamp;

use super::state_machine::{SiteStateMachine, later};
use bowerbird_logic::model::{ActionKind, NextStep, PageState};

/// With more good answers within an hour than this, their number did not cause the block.
const COUNTED: usize = 60;
/// Good answers after which the allowance grows.
const STRETCH: u32 = 25;
/// An hour.
const HOUR: Duration = Duration::from_secs(3_600);
const HOUR_US: i64 = 3_600_000_000;

impl SiteStateMachine {
    /// How many pages a run that starts at `now` may request; `None` if unlimited.
    pub fn allowance(&self, now: Timestamp) -> Option<u32> {
        let hourly = self.site.memory.hourly?;
        Some(hourly.saturating_sub(self.answers_lately(now)))
    }

    /// Records a good answer.
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

    /// The site blocks us again from `at` on: the new allowance is half of the answers of the hour
    /// before, if they were so few that the site may count them.
    pub(super) fn learn_pace(&mut self, state: PageState, at: Timestamp) {
        let lately = self.answers_lately(at);
        let memory = &mut self.site.memory;
        // Once may be chance, or too fast a pace; a second time, before it was healthy for a while,
        // is a count.
        let again = memory.setbacks > 0 || memory.hourly.is_some();
        let few = usize::try_from(lately).is_ok_and(|lately| lately <= COUNTED);
        if state == PageState::Blocked && again && few && lately > 0 {
            memory.hourly = Some((lately / 2).max(1));
            memory.at_pace = 0;
        }
    }

    /// A run used up its allowance: the next one starts when a full one is available.
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
