//! What a use of a proxy changes on it: its health, its faults and refusals, how long it rests, and the
//! weights that `proxy_score` makes a score of.

use super::proxy_rest::{rest_after_faults, rest_after_refusals};
use super::proxy_score::note_track;
use crate::model::{Proxy, ProxyAtSite, ProxyHealth, ProxyUse, Track};

/// Records uses in the overall track of the proxy. A refusal by a site is not a fault of the proxy.
pub fn note_use(proxy: &mut Proxy, r#use: &ProxyUse) {
    proxy.uses_ok += u64::from(r#use.good);
    if r#use.good > 0 {
        proxy.health = ProxyHealth::Good;
        proxy.faults = 0;
        proxy.rest_until = None;
        proxy.good_at = proxy.good_at.max(Some(r#use.at));
    }
    if let Some(fault) = &r#use.fault {
        proxy.uses_failed += 1;
        proxy.health = ProxyHealth::Faulty;
        proxy.faults = proxy.faults.saturating_add(1);
        proxy.fault = Some(fault.clone());
        proxy.fault_at = Some(r#use.at);
        proxy.rest_until = r#use.at.checked_add(rest_after_faults(proxy.faults)).ok();
    }
    if r#use.exit_address.is_some() {
        proxy.exit_address.clone_from(&r#use.exit_address);
    }
    let bad = f64::from(u8::from(r#use.fault.is_some()));
    note(&mut proxy.track, r#use, bad);
}

/// Records uses in the proxy's track at one site.
pub fn note_use_at(at: &mut ProxyAtSite, r#use: &ProxyUse) {
    at.uses_ok += u64::from(r#use.good);
    if r#use.good > 0 {
        at.good_at = at.good_at.max(Some(r#use.at));
        at.refused = None;
        at.refusals = 0;
        at.rest_until = None;
    }
    if let Some(state) = r#use.refused {
        at.refused = Some(state);
        at.refusals = at.refusals.saturating_add(1);
        let rest = rest_after_refusals(at.refusals);
        at.rest_until = r#use.at.checked_add(rest).ok();
    }
    let failed = r#use.fault.is_some() || r#use.refused.is_some();
    at.uses_failed += u64::from(failed);
    // A refusal weighs more than one good page.
    let bad = if r#use.refused.is_some() { 3.0 } else { 1.0 };
    note(&mut at.track, r#use, if failed { bad } else { 0.0 });
}

fn note(track: &mut Track, r#use: &ProxyUse, bad: f64) {
    note_track(track, r#use.at, (r#use.good, bad), r#use.latency_ms);
}

#[cfg(test)]
pub(super) mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::super::proxy_choice::tests::{at, proxy};
    use super::super::proxy_rest::MAX_REST;
    use super::super::proxy_score::score_at;
    use super::*;
    use crate::messages::Message;
    use crate::model::{PageState, ProxyId, SiteId};

    pub(in crate::policy::pools) fn used(good: u32, fault: bool, at: Timestamp) -> ProxyUse {
        ProxyUse {
            good,
            fault: fault.then(|| Message::new("engine-proxy-fault")),
            ..ProxyUse::none(ProxyId(1), Some(SiteId(1)), at)
        }
    }

    #[test]
    fn rests_grow_to_a_bound_and_end_with_a_good_use() {
        let mut known = proxy(1);
        let mut last = SignedDuration::ZERO;
        for n in 0..20 {
            note_use(&mut known, &used(0, true, at(n)));
            let rest = known.rest_until.unwrap().duration_since(at(n));
            assert!(rest >= last && rest <= MAX_REST);
            last = rest;
        }
        assert_eq!(last, MAX_REST);
        note_use(&mut known, &used(1, false, at(30)));
        assert_eq!((known.rest_until, known.faults), (None, 0));
        assert!(known.fault.is_some(), "the last fault is still told");
    }

    #[test]
    fn a_refusal_counts_at_the_site_alone() {
        let mut known = proxy(1);
        let mut here = ProxyAtSite::unused(SiteId(1));
        let mut refused = used(0, false, at(0));
        refused.refused = Some(PageState::Blocked);
        note_use(&mut known, &refused);
        note_use_at(&mut here, &refused);
        assert_eq!((known.rest_until, known.uses_failed), (None, 0));
        assert_eq!(here.refused, Some(PageState::Blocked));
        assert!(here.rest_until > Some(at(0)));
        assert!(score_at(&known, Some(&here), at(1)) < score_at(&known, None, at(1)) / 1.5);
        note_use_at(&mut here, &used(1, false, at(2)));
        assert_eq!((here.refused, here.rest_until), (None, None));
    }
}
