//! Errors written by a proxy or gateway on the way, told from those of the site.

use super::captive_portal::of_portal;
use crate::detect::Signals;
use crate::detect::evidence::{evidence, from_signal, matched};
use crate::detect::judge::{Answer, block_page, status, with};
use crate::detect::signals::SignalTarget;
use crate::detect::visible_parts::{head_of, visible_parts};
use crate::model::{EvidencePlace, PageState, Strength, Verdict};

/// An error written by a proxy must never count against the site.
pub(in crate::detect::judge) fn of_proxy(
    signals: &Signals,
    answer: &Answer<'_>,
) -> Option<Verdict> {
    if matches!(answer.status, 407 | 511) {
        return Some(Verdict::because(
            PageState::ProxyFault,
            status::evidence(answer.status),
        ));
    }
    let found = signals
        .find_headers(SignalTarget::ProxyHeader, answer.headers)
        .into_iter()
        .find(|(signal, _)| signal.fits_status(answer.status));
    // Without a proxy of ours the answer comes from the site's own front cache, or from a filter of
    // the network on the way, which says that it refuses.
    let state = || {
        if answer.through_proxy {
            PageState::ProxyFault
        } else if matches!(answer.status, 403 | 451)
            || block_page::refuses(signals, answer, &visible_parts(answer.body))
        {
            PageState::Blocked
        } else {
            PageState::Outage
        }
    };
    if let Some((signal, value)) = found {
        let mut reasons = vec![from_signal(signal, EvidencePlace::Proxy, value)];
        if answer.status >= 400 {
            reasons.push(status::evidence(answer.status));
        }
        return Some(with(state(), reasons));
    }
    let failed = answer.status >= 400 || answer.status == 0;
    if failed
        && let Some(signal) = signals
            .find(SignalTarget::ProxyBody, head_of(answer.body))
            .first()
    {
        return Some(Verdict::because(
            state(),
            matched(signal, EvidencePlace::Proxy, head_of(answer.body)),
        ));
    }
    if answer.through_proxy {
        return of_gateway(answer).or_else(|| of_portal(signals, answer));
    }
    None
}

/// A gateway error without text: a site's own error page has some.
fn of_gateway(answer: &Answer<'_>) -> Option<Verdict> {
    let silent = matches!(answer.status, 502 | 504) && answer.body.trim().is_empty();
    silent.then(|| {
        with(
            PageState::ProxyFault,
            vec![
                status::evidence(answer.status),
                evidence(
                    "empty-gateway-error",
                    Strength::Weak,
                    EvidencePlace::Proxy,
                    "",
                ),
            ],
        )
    })
}
