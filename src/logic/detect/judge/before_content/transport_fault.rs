//! The verdict when no answer came: who failed, by how the connection ended.

use crate::detect::evidence::evidence;
use crate::detect::judge::own_request_rate::{OWN_RATE, asked_lately};
use crate::detect::judge::{Answer, NOT_ACCEPTED, TransportFault, with};
use crate::model::{EvidencePlace, PageState, Strength, UNREACHABLE, Verdict};

pub(in crate::detect::judge) fn of_transport(answer: &Answer<'_>) -> Option<Verdict> {
    let found =
        |id, reason: &str, strength| evidence(id, strength, EvidencePlace::Transport, reason);
    Some(match answer.fault? {
        TransportFault::Proxy(reason) => Verdict::because(
            PageState::ProxyFault,
            found("proxy-failed", reason, Strength::Strong),
        ),
        TransportFault::Unreachable(reason) => Verdict::because(
            PageState::Outage,
            found(UNREACHABLE, reason, Strength::Strong),
        ),
        TransportFault::Incomplete(reason) => Verdict::because(
            PageState::Incomplete,
            found("cut-off", reason, Strength::Strong),
        ),
        TransportFault::NotTaken(bound) => Verdict::because(
            PageState::Outage,
            found(NOT_ACCEPTED, bound, Strength::Strong),
        ),
        TransportFault::Other(reason) => Verdict::because(
            PageState::Outage,
            found("no-answer", reason, Strength::Strong),
        ),
        TransportFault::Dropped(reason) => match asked_lately(answer, OWN_RATE) {
            Some(rate) => with(
                PageState::RateLimited,
                vec![found("dropped", reason, Strength::Weak), rate],
            ),
            // The name resolves and the port is open, yet the site hangs up: that is a choice.
            None => Verdict::because(
                PageState::Blocked,
                found("dropped", reason, Strength::Strong),
            ),
        },
        TransportFault::Timeout(reason) => match asked_lately(answer, OWN_RATE) {
            Some(rate) => with(
                PageState::RateLimited,
                vec![found("timeout", reason, Strength::Weak), rate],
            ),
            None => Verdict::because(
                PageState::Outage,
                found("timeout", reason, Strength::Strong),
            ),
        },
    })
}
