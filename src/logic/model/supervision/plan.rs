//! The actions for a site that does not answer as it should, and their limits: the plan from
//! `[supervise]` of a rule, with its defaults.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::ActionKind;

/// Default longest wait within a run that a site asks for with the header `Retry-After`, or that is
/// chosen where it asks for none.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(120);

/// The actions for one site, in order, and their limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SupervisionPlan {
    /// The actions, those to be tried first at the front. Actions not listed are not tried.
    pub order: Vec<ActionKind>,
    /// Longest wait within a run; if the site asks for a longer one (`Retry-After`), the run ends.
    pub longest_wait: Duration,
    /// Wait before the first probe; doubles with each one that found the site closed.
    pub probe_every: Duration,
    /// Longest wait before a probe.
    pub probe_at_most: Duration,
    /// The number of consecutive probes that may find the site closed before a person is needed.
    pub probes: u32,
    /// Rest before a run is restarted.
    pub restart_after: Duration,
    /// The maximum number of restarts before the site has answered well for a while.
    pub restarts: u32,
    /// The maximum number of actions of one run.
    pub actions_per_run: u32,
    /// The maximum number of actions on the site within an hour, over all its runs and probes.
    pub actions_per_hour: u32,
}

impl Default for SupervisionPlan {
    fn default() -> Self {
        Self {
            order: ActionKind::ALL.to_vec(),
            longest_wait: LONGEST_RETRY_AFTER,
            probe_every: Duration::from_secs(600),
            probe_at_most: Duration::from_secs(6 * 3_600),
            // Three days, with the waits above.
            probes: 16,
            restart_after: Duration::from_secs(60),
            restarts: 1,
            actions_per_run: 40,
            actions_per_hour: 120,
        }
    }
}

impl SupervisionPlan {
    /// Whether an action is allowed.
    pub fn has(&self, kind: ActionKind) -> bool {
        self.order.contains(&kind)
    }

    /// The wait before the next probe, after the site was found closed `setbacks` times.
    pub fn probe_in(&self, setbacks: u32) -> Duration {
        let doubled = 1_u32.checked_shl(setbacks.min(20)).unwrap_or(u32::MAX);
        self.probe_every
            .saturating_mul(doubled)
            .min(self.probe_at_most.max(self.probe_every))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_come_at_growing_intervals_up_to_a_bound() {
        let plan = SupervisionPlan::default();
        let minutes: Vec<u64> = (0..8)
            .map(|setbacks| plan.probe_in(setbacks).as_secs() / 60)
            .collect();
        assert_eq!(minutes, [10, 20, 40, 80, 160, 320, 360, 360]);
        assert_eq!(plan.probe_in(u32::MAX), plan.probe_at_most);
        let hasty = SupervisionPlan {
            probe_at_most: Duration::from_secs(1),
            ..plan
        };
        assert_eq!(hasty.probe_in(3), hasty.probe_every);
    }
}
