//! The number of concurrent requests to a site: fewer if it rejects some while others of ours are
//! in progress, one more again after a long clean stretch. A part of the machine. Some servers
//! accept one connection at a time and answer 503 to the others, whatever the delay between them.

use super::observation::Observation;
use super::state_machine::SiteStateMachine;
use bowerbird_logic::model::PageState;

/// Consecutive good answers after which one more is tried.
const GOOD_ANSWERS_BEFORE_ONE_MORE: u32 = 100;
/// The status of a server without capacity for another request.
const NO_PLACE: u16 = 503;

impl SiteStateMachine {
    /// The number of concurrent requests to the site, of the `most` that the rule allows.
    pub fn at_once(&self, most: u32) -> u32 {
        self.site
            .memory
            .at_once
            .map_or(most, |known| known.min(most))
    }

    /// Learns from an answer received while other requests were in progress; returns whether the
    /// number is reduced because of it.
    pub(super) fn learn_at_once(&mut self, seen: &Observation) -> bool {
        let full = match seen.verdict.state {
            PageState::RateLimited => true,
            PageState::Outage => seen.status == NO_PLACE,
            _ => false,
        };
        let memory = &mut self.site.memory;
        if !full || seen.beside == 0 || memory.at_once == Some(1) {
            return false;
        }
        memory.at_once = Some(1);
        memory.at_once_good = 0;
        self.change.noted = true;
        true
    }

    /// Records a good answer.
    pub(super) fn ease_at_once(&mut self) {
        let memory = &mut self.site.memory;
        let Some(most) = memory.at_once else {
            return;
        };
        memory.at_once_good += 1;
        if memory.at_once_good >= GOOD_ANSWERS_BEFORE_ONE_MORE {
            memory.at_once_good = 0;
            memory.at_once = Some(most.saturating_add(1));
            self.change.noted = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::supervise::observation::observed;
    use crate::supervise::{Decision, RunOutcome};
    use bowerbird_logic::model::{
        ActionOutcome, RunEnd, RunId, SiteId, Supervision, SupervisionPlan,
    };

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn machine() -> SiteStateMachine {
        let site = Supervision::new(SiteId(1), at(0));
        SiteStateMachine::new(SupervisionPlan::default(), site, Some(RunId(1)), 7)
    }

    #[test]
    fn what_is_turned_away_beside_others_is_sent_one_at_a_time_first() {
        let mut run = machine();
        let beside = Observation {
            beside: 3,
            ..observed(1, PageState::RateLimited)
        };
        assert!(matches!(run.observe(&beside), Decision::Pause { .. }));
        assert_eq!((run.at_once(6), run.pace_factor()), (1, 1));
        // If it continues with a single request, the delay is the problem.
        run.observe(&observed(100, PageState::RateLimited));
        assert_eq!((run.at_once(6), run.pace_factor()), (1, 2));
        for second in 200..300 {
            run.observe(&observed(second, PageState::Ok));
        }
        assert_eq!(run.at_once(6), 2);
    }

    #[test]
    fn what_brought_no_good_page_has_not_helped() {
        let mut run = machine();
        let mut refused = observed(1, PageState::Blocked);
        refused.means.proxies_left = 2;
        assert_eq!(run.observe(&refused), Decision::NextProxy);
        run.egress_changed();
        run.end(&RunOutcome {
            at: at(2),
            end: RunEnd::Finished,
            state: Some(PageState::Ok),
            evidence: Vec::new(),
            url: String::new(),
            retry_after: None,
        });
        let change = run.take_change();
        assert_eq!(change.actions[0].outcome, ActionOutcome::NoHelp);
    }
}
