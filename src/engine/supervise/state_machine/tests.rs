//! Tests each transition of a site, each limit, and that no answers exceed the budget.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::{Strategy, any, prop, proptest};

use super::*;
use crate::supervise::observation::observed;
use crate::supervise::{EgressRoute, LoginChance, Means, RequestRole, RunOutcome};
use bowerbird_logic::model::{RunEnd, SiteId};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn ended(second: i64, end: RunEnd, state: PageState) -> RunOutcome {
    RunOutcome {
        at: at(second),
        end,
        state: Some(state),
        evidence: Vec::new(),
        url: "http://h/list".to_owned(),
        retry_after: None,
    }
}

pub(super) fn machine(plan: SupervisionPlan) -> SiteStateMachine {
    SiteStateMachine::new(plan, Supervision::new(SiteId(1), at(0)), Some(RunId(1)), 0)
}

/// The next run, or the next probe, of the same site.
pub(super) fn again(machine: &SiteStateMachine, run: Option<i64>) -> SiteStateMachine {
    SiteStateMachine::new(
        machine.plan.clone(),
        machine.site().clone(),
        run.map(RunId),
        0,
    )
}

fn no_restart() -> SupervisionPlan {
    SupervisionPlan {
        restarts: 0,
        ..SupervisionPlan::default()
    }
}

/// The next step is a probe in this many seconds, or up to a tenth more.
#[track_caller]
fn probed_in(machine: &SiteStateMachine, seconds: i64) {
    let next = machine.site().next.as_ref().unwrap();
    let wait = next.at.duration_since(machine.site().since).as_secs();
    assert_eq!(next.kind, ActionKind::Probe);
    assert!((seconds..=seconds * 11 / 10).contains(&wait), "{wait}");
}

pub(super) fn phases(change: &Change) -> Vec<&'static str> {
    change.events.iter().map(|event| event.to.token()).collect()
}

#[test]
fn a_site_goes_the_whole_way_round() {
    let mut run = machine(SupervisionPlan::default());
    assert_eq!(run.observe(&observed(1, PageState::Ok)), Decision::Keep);
    assert!(run.take_change().is_empty(), "nothing to tell");
    assert_eq!(
        run.observe(&observed(2, PageState::Blocked)),
        Decision::EndBlocked
    );
    run.end(&ended(3, RunEnd::Blocked, PageState::Blocked));
    let change = run.take_change();
    assert_eq!(phases(&change), ["suspect", "blocked", "cooling"]);
    assert_eq!(change.events[0].rule.id, "supervise-rule-suspect");
    assert_eq!(change.events[0].url, "http://h/2");
    probed_in(&run, 600);
    assert!(run.site().is_closed());

    let mut probe = again(&run, None);
    probe.begin_probe(at(603));
    assert!(!probe.probed(&[observed(604, PageState::Blocked)], at(604)));
    let change = probe.take_change();
    assert_eq!(phases(&change), ["probing", "cooling"]);
    assert_eq!(change.actions[0].kind, ActionKind::Probe);
    assert_eq!(change.actions[0].outcome, ActionOutcome::NoHelp);
    probed_in(&probe, 1200);

    let mut probe = again(&probe, None);
    probe.begin_probe(at(1924));
    assert!(probe.probed(&[observed(1925, PageState::Ok)], at(1925)));
    let change = probe.take_change();
    assert_eq!(phases(&change), ["probing", "restored"]);
    assert_eq!(change.actions[0].outcome, ActionOutcome::Helped);
    assert!(!probe.site().is_closed() && probe.site().next.is_none());

    let mut run = again(&probe, Some(2));
    for second in 0..30 {
        run.observe(&observed(2000 + second, PageState::Ok));
    }
    assert_eq!(phases(&run.take_change()), ["healthy"]);
    assert_eq!(run.site().memory.setbacks, 0);
}

#[test]
fn a_short_run_that_finishes_makes_a_restored_site_healthy() {
    let mut run = machine(no_restart());
    run.observe(&observed(1, PageState::Blocked));
    run.end(&ended(2, RunEnd::Blocked, PageState::Blocked));
    let mut run = again(&run, Some(2));
    run.observe(&observed(9, PageState::Ok));
    run.end(&ended(10, RunEnd::Finished, PageState::Ok));
    assert_eq!(phases(&run.take_change()), ["restored", "healthy"]);
}

#[test]
fn probes_are_bounded_and_then_a_person_is_needed() {
    let plan = SupervisionPlan {
        probes: 3,
        ..no_restart()
    };
    let mut last = machine(plan);
    last.observe(&observed(1, PageState::Challenge));
    last.end(&ended(1, RunEnd::Blocked, PageState::Challenge));
    let mut waits = Vec::new();
    while last.site().phase != Phase::NeedsYou {
        let next = last.site().next.clone().unwrap();
        waits.push(next.at.duration_since(last.site().since).as_secs() / 60);
        assert!(waits.len() < 9, "for ever");
        let mut probe = again(&last, None);
        probe.begin_probe(next.at);
        let mut refused = observed(0, PageState::Challenge);
        refused.at = next.at;
        probe.probed(&[refused], next.at);
        last = probe;
    }
    assert_eq!(waits.len(), 3);
    for (wait, least) in waits.iter().zip([10, 20, 40]) {
        assert!((least..=least * 11 / 10).contains(wait), "{waits:?}");
    }
    assert_eq!(last.site().phase, Phase::NeedsYou);
    assert!(last.site().is_closed());
    let change = last.take_change();
    assert_eq!(change.actions.last().unwrap().kind, ActionKind::GiveUp);

    // The user was notified once; the site is still probed once a day.
    for _ in 0..2 {
        let next = last.site().next.clone().unwrap();
        let wait = next.at.duration_since(last.site().since).as_hours();
        assert!((24..=27).contains(&wait), "{wait}");
        let mut probe = again(&last, None);
        probe.begin_probe(next.at);
        let mut refused = observed(0, PageState::Challenge);
        refused.at = next.at;
        probe.probed(&[refused], next.at);
        let actions = probe.take_change().actions;
        assert!(actions.iter().all(|one| one.kind == ActionKind::Probe));
        assert_eq!(probe.site().phase, Phase::NeedsYou);
        last = probe;
    }
    let next = last.site().next.clone().unwrap();
    let mut probe = again(&last, None);
    probe.begin_probe(next.at);
    let mut open = observed(0, PageState::Ok);
    open.at = next.at;
    assert!(probe.probed(&[open], next.at));
    assert_eq!(probe.site().phase, Phase::Restored);
}

#[test]
fn a_site_that_counts_is_asked_for_half_as_many_pages_an_hour() {
    let mut run = machine(no_restart());
    // It was closed before, and has not been healthy for long since.
    run.site.memory.setbacks = 1;
    for second in 0..8 {
        run.observe(&observed(second, PageState::Ok));
    }
    run.observe(&observed(9, PageState::Blocked));
    run.end(&ended(9, RunEnd::Blocked, PageState::Blocked));
    let at = |second| Timestamp::from_second(second).unwrap();
    assert_eq!(
        run.allowance(at(10)),
        Some(0),
        "eight were asked for just now"
    );
    assert_eq!(run.allowance(at(3_700)), Some(4));

    let mut run = again(&run, Some(2));
    for second in 0..4 {
        run.observe(&observed(7_200 + second, PageState::Ok));
    }
    assert_eq!(run.allowance(at(7_204)), Some(0));
    let mut limited = ended(7_204, RunEnd::Limited, PageState::Ok);
    limited.state = None;
    run.end(&limited);
    let next = run.site().next.clone().unwrap();
    assert_eq!(
        (next.kind, next.at),
        (ActionKind::Restart, at(7_203 + 3_600))
    );

    // After a clean stretch it grows by half; after another refusal it shrinks.
    let mut run = again(&run, Some(3));
    for second in 0..21 {
        run.observe(&observed(20_000 + second * 900, PageState::Ok));
    }
    assert_eq!(run.site().memory.hourly, Some(6));
    run.observe(&observed(38_100, PageState::Blocked));
    run.end(&ended(38_100, RunEnd::Blocked, PageState::Blocked));
    assert_eq!(run.site().memory.hourly, Some(2));
}

#[test]
fn a_persons_word_opens_the_site_and_its_run_goes_on_at_once() {
    let mut run = machine(no_restart());
    run.observe(&observed(1, PageState::Blocked));
    run.end(&ended(1, RunEnd::Blocked, PageState::Blocked));
    let mut said = again(&run, None);
    let now = Timestamp::from_second(60).unwrap();
    said.pardon(now);
    assert_eq!(phases(&said.take_change()), ["restored"]);
    assert!(!said.site().is_closed());
    let next = said.site().next.clone().unwrap();
    assert_eq!((next.kind, next.at), (ActionKind::Restart, now));
    assert_eq!(said.site().memory.setbacks, 0);
}

#[test]
fn without_probes_in_the_plan_a_blocked_site_needs_a_person_at_once() {
    let plan = SupervisionPlan {
        order: vec![ActionKind::OtherProxy],
        ..SupervisionPlan::default()
    };
    let mut run = machine(plan);
    run.observe(&observed(1, PageState::Blocked));
    run.end(&ended(1, RunEnd::Blocked, PageState::Blocked));
    assert_eq!(run.site().phase, Phase::NeedsYou);
    assert_eq!(run.site().next, None);
}

#[test]
fn a_probe_waits_as_long_as_the_site_asks() {
    let mut run = machine(SupervisionPlan::default());
    let mut asking = observed(1, PageState::RateLimited);
    asking.verdict.retry_after = Some(Duration::from_secs(7_200));
    assert_eq!(run.observe(&asking), Decision::EndBlocked);
    run.end(&RunOutcome {
        retry_after: Some(Duration::from_secs(7_200)),
        ..ended(2, RunEnd::Blocked, PageState::RateLimited)
    });
    let next = run.site().next.clone().unwrap();
    assert_eq!((next.kind, next.at), (ActionKind::Probe, at(7_202)));
}

#[test]
fn what_may_pass_by_itself_has_its_run_begun_again_once() {
    let mut run = machine(SupervisionPlan::default());
    let mut down = observed(1, PageState::Outage);
    (down.failures, down.role) = (2, RequestRole::Start);
    assert_eq!(run.observe(&down), Decision::EndFailed);
    run.end(&ended(2, RunEnd::Failed, PageState::Outage));
    let next = run.site().next.clone().unwrap();
    assert_eq!((next.kind, next.at), (ActionKind::Restart, at(62)));
    assert_eq!(run.site().phase, Phase::Blocked);
    let mut run = again(&run, Some(2));
    (down.at, down.url) = (at(63), "http://h/x".to_owned());
    run.observe(&down);
    run.end(&ended(64, RunEnd::Failed, PageState::Outage));
    assert_eq!(run.site().phase, Phase::Cooling);
    let change = run.take_change();
    assert_eq!(change.ended[0].1, ActionOutcome::NoHelp, "{change:?}");
}

#[test]
fn answers_that_were_on_their_way_when_a_pause_began_are_no_further_strikes() {
    let mut run = machine(SupervisionPlan::default());
    for _ in 0..9 {
        let decision = run.observe(&observed(5, PageState::RateLimited));
        assert!(matches!(decision, Decision::Pause { .. }), "{decision:?}");
    }
    assert_eq!(run.take_change().actions.len(), 1);
}

#[test]
fn what_came_of_an_action_is_known_with_the_next_answer() {
    let mut run = machine(SupervisionPlan::default());
    let mut refused = observed(1, PageState::Blocked);
    refused.means.proxies_left = 2;
    assert_eq!(run.observe(&refused), Decision::NextProxy);
    run.egress_changed();
    (refused.at, refused.means.proxies_left) = (at(2), 1);
    run.observe(&refused);
    run.egress_changed();
    // Another page says nothing about the refused one.
    run.observe(&observed(3, PageState::Ok));
    let change = run.take_change();
    let outcomes: Vec<_> = change.actions.iter().map(|action| action.outcome).collect();
    assert_eq!(outcomes, [ActionOutcome::NoHelp, ActionOutcome::Pending]);
    assert_eq!(phases(&change), ["suspect", "restored"]);
    let good = Observation {
        url: refused.url.clone(),
        ..observed(4, PageState::Ok)
    };
    run.observe(&good);
    let change = run.take_change();
    assert_eq!(change.ended[0].1, ActionOutcome::Helped);
    assert!(run.site().memory.open.is_empty());
}

#[test]
fn a_try_of_a_closed_site_asks_once_and_goes_on_when_it_is_open() {
    let mut run = machine(no_restart());
    run.observe(&observed(1, PageState::Blocked));
    run.end(&ended(1, RunEnd::Blocked, PageState::Blocked));
    let mut limited = observed(9, PageState::RateLimited);
    let mut attempt = again(&run, Some(2)).cautious(true);
    assert_eq!(attempt.observe(&limited), Decision::EndBlocked);
    attempt.end(&ended(9, RunEnd::Blocked, PageState::RateLimited));
    assert_eq!(attempt.site().phase, Phase::Cooling);
    assert_eq!(attempt.site().memory.setbacks, 2);
    limited.means.proxies_left = 1;
    let mut attempt = again(&run, Some(2)).cautious(true);
    assert_eq!(attempt.observe(&limited), Decision::NextProxy);
    let mut attempt = again(&run, Some(2)).cautious(true);
    attempt.observe(&observed(9, PageState::Ok));
    limited.at = at(10);
    assert!(attempt.observe(&limited).asks_again());
    // A healthy site is never only tried.
    assert!(
        !machine(SupervisionPlan::default())
            .cautious(true)
            .is_cautious()
    );
}

#[test]
fn an_old_layout_and_a_missing_login_are_for_the_person_and_never_a_block() {
    for state in [PageState::LayoutChanged, PageState::LoginRequired] {
        let mut run = machine(SupervisionPlan::default());
        run.observe(&observed(1, PageState::Ok));
        run.end(&ended(2, RunEnd::Blocked, state));
        assert_eq!(phases(&run.take_change()), ["needs_you"]);
        assert!(!run.site().is_closed(), "tasks go on");
        run.end(&ended(3, RunEnd::Finished, PageState::Ok));
        assert_eq!(run.site().phase, Phase::Healthy);
    }
}

#[test]
fn actions_of_an_hour_are_counted_over_runs() {
    let plan = SupervisionPlan {
        actions_per_hour: 2,
        ..no_restart()
    };
    let mut refused = observed(1, PageState::Blocked);
    refused.means.proxies_left = 9;
    let mut run = machine(plan);
    assert_eq!(run.observe(&refused), Decision::NextProxy);
    assert_eq!(run.observe(&refused), Decision::NextProxy);
    assert_eq!(run.observe(&refused), Decision::EndBlocked);
    let mut run = again(&run, Some(2));
    refused.at = at(3_000);
    assert_eq!(run.observe(&refused), Decision::EndBlocked);
    refused.at = at(4_000);
    assert_eq!(run.observe(&refused), Decision::NextProxy);
}

#[test]
fn a_stop_by_the_person_moves_nothing() {
    for end in [RunEnd::Stopped, RunEnd::Paused, RunEnd::Limited] {
        let mut run = machine(SupervisionPlan::default());
        run.observe(&observed(1, PageState::Ok));
        run.end(&ended(2, end, PageState::Ok));
        assert!(run.take_change().events.is_empty());
    }
}

fn any_answer() -> impl Strategy<Value = (usize, u16, bool, u8, u8, u8, u64)> {
    (
        0..PageState::ALL.len(),
        prop::sample::select(vec![0_u16, 200, 403, 404, 429, 500, 503]),
        any::<bool>(),
        0..3_u8,
        0..3_u8,
        any::<u8>(),
        0..200_u64,
    )
}

proptest! {
    /// Whatever the site answers, the machine sends no more requests than its budget and the
    /// retries of the single requests allow, and ends in a phase from which it continues by itself
    /// or waits for a person.
    #[test]
    fn no_answers_lead_to_more_than_the_budget(
        runs in prop::collection::vec(prop::collection::vec(any_answer(), 1..60), 1..6)
    ) {
        let plan = SupervisionPlan { actions_per_run: 7, actions_per_hour: 15, ..SupervisionPlan::default() };
        let mut site = Supervision::new(SiteId(1), at(0));
        let mut now = at(1);
        let mut actions: Vec<Timestamp> = Vec::new();
        for (number, answers) in (1_i64..).zip(runs) {
            let mut machine = SiteStateMachine::new(plan.clone(), site, Some(RunId(number)), 3);
            let (mut in_run, mut end, mut last) = (0, RunEnd::Finished, PageState::Ok);
            for (state, status, silent, role, means, jitter, wait) in answers {
                now = later(now, Duration::from_secs(wait / 40));
                let mut answer = observed(0, PageState::ALL[state]);
                answer.at = now;
                (answer.status, answer.no_answer, answer.jitter) = (status, silent, jitter);
                answer.role = [RequestRole::Start, RequestRole::List, RequestRole::Content][usize::from(role)];
                answer.means = Means {
                    way: [EgressRoute::Direct, EgressRoute::Pool, EgressRoute::Fixed][usize::from(means)],
                    proxies_left: usize::from(jitter % 3),
                    login: if jitter % 2 == 0 { LoginChance::Account } else { LoginChance::None },
                    cookies: jitter % 5 == 0,
                    ..Means::default()
                };
                answer.verdict.retry_after = (wait % 3 == 0).then(|| Duration::from_secs(wait));
                let decision = machine.observe(&answer);
                last = answer.verdict.state;
                let begun = machine.take_change().actions;
                in_run += begun.len();
                actions.extend(begun.iter().map(|action| action.at));
                // Only an action or a retry of the one request sends another.
                let retried = matches!(decision, Decision::Retry { .. } | Decision::Pause { .. });
                assert!(!decision.asks_again() || retried || !begun.is_empty(), "{decision:?}");
                match decision {
                    Decision::EndBlocked => { end = RunEnd::Blocked; break; }
                    Decision::EndFailed => { end = RunEnd::Failed; break; }
                    _ => {}
                }
            }
            // One more: reading without the rule, or what the end of the run starts.
            assert!(in_run <= 8, "{in_run} actions");
            machine.end(&RunOutcome { at: now, ..ended(0, end, last) });
            actions.extend(machine.take_change().actions.iter().map(|action| action.at));
            site = machine.site().clone();
            assert_ne!(site.phase, Phase::Probing);
            let waits = site.next.is_some();
            let by_itself = matches!(site.phase, Phase::Blocked | Phase::Cooling);
            assert_eq!(waits, by_itself, "{site:?}");
            let hour = now.checked_sub(SignedDuration::from_hours(1)).unwrap();
            let of_hour = actions.iter().filter(|at| **at > hour).count();
            assert!(of_hour <= 15 + 2, "{of_hour} actions within an hour");
        }
    }
}
