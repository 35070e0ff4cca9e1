//! What follows when a proxy does not work: the next one, another try, or the end of the run when
//! none is left.

use super::next_action::{Choice, Tried, outage};
use super::retry_waits::retry_after;
use crate::supervise::observation::{Decision, EgressRoute, Observation};
use bowerbird_logic::model::{ActionKind, SupervisionPlan};

/// A proxy that does not work is dropped at once, whatever the plan's order: the plan selected it.
pub(super) fn proxy_fault(plan: &SupervisionPlan, seen: &Observation, tried: &Tried) -> Choice {
    let means = &seen.means;
    match means.way {
        _ if tried.spent && means.way == EgressRoute::Pool => (Decision::EndBlocked, None),
        EgressRoute::Pool if means.proxies_left > 0 || !means.direct_blocked => {
            (Decision::DropProxy, Some(ActionKind::OtherProxy))
        }
        EgressRoute::Pool => (Decision::EndBlocked, None),
        EgressRoute::Fixed if seen.failures < seen.retries => {
            let after = retry_after(plan, seen);
            (Decision::Retry { after }, None)
        }
        EgressRoute::Fixed => (Decision::EndFailed, None),
        // A proxy fault without a proxy: an intermediary between us and the site.
        EgressRoute::Direct => outage(plan, seen, tried),
    }
}
