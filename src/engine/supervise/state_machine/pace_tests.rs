//! Tests how the pace of a site falls and rises again.

use super::tests::{again, machine, phases};
use super::*;
use crate::supervise::observation::observed;

#[test]
fn slowing_down_lasts_over_runs_and_eases_back() {
    let mut run = machine(SupervisionPlan::default());
    let mut second = 0;
    for expected in [1, 2, 4] {
        let decision = run.observe(&observed(second, PageState::RateLimited));
        assert!(matches!(decision, Decision::Pause { .. }), "{decision:?}");
        second += 100;
        // The first answer requests no wait, so that the pace is the problem at once.
        assert_eq!(run.pace_factor(), expected * 2);
    }
    let change = run.take_change();
    assert_eq!(phases(&change), ["suspect"]);
    let kinds: Vec<_> = change.actions.iter().map(|action| action.kind).collect();
    assert_eq!(kinds, [ActionKind::SlowDown; 3]);
    assert_eq!(change.actions[0].outcome, ActionOutcome::NoHelp);
    let mut run = again(&run, Some(2));
    assert_eq!(run.pace_factor(), 8);
    let mut factors = Vec::new();
    for _ in 0..35 {
        second += 1;
        run.observe(&observed(second, PageState::Ok));
        factors.push(run.pace_factor());
    }
    factors.dedup();
    assert_eq!(factors, [8, 4, 2, 1]);
}

#[test]
fn a_pace_that_was_refused_again_is_tried_ever_more_rarely_until_the_run_is_through() {
    // The site accepts one request a second and no more: it refuses the rule's own pace.
    let mut run = machine(SupervisionPlan::default());
    let (mut second, mut good, mut refused) = (0, 0, 0);
    while good < 200 {
        second += 60;
        let state = match run.pace_factor() {
            1 => PageState::RateLimited,
            _ => PageState::Ok,
        };
        let decision = run.observe(&observed(second, state));
        assert_ne!(decision, Decision::EndBlocked, "after {good} pages");
        good += i32::from(state == PageState::Ok);
        refused += i32::from(state == PageState::RateLimited);
    }
    assert!(refused <= 6, "{refused}");
}
