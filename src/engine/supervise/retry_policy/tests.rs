//! Tests the decision on each kind of answer, by the default plan and by others.

use std::time::Duration;

use super::next_action::*;
use crate::supervise::observation;
use crate::supervise::observation::{Decision, EgressRoute, LoginChance, Observation, RequestRole};
use bowerbird_logic::model::{ActionKind, PageState, SupervisionPlan};

fn observed(state: PageState) -> Observation {
    Observation {
        role: RequestRole::Content,
        ..observation::observed(0, state)
    }
}

const ONCE: Tried = Tried {
    rate_limit_strikes: 1,
    block_streak: 1,
    connection: false,
    session: false,
    spent: false,
    once: false,
    fewer: false,
};

#[track_caller]
fn check_with(
    plan: &SupervisionPlan,
    state: PageState,
    change: impl FnOnce(&mut Observation, &mut Tried),
    expected: Decision,
) {
    let (mut seen, mut tried) = (observed(state), ONCE);
    change(&mut seen, &mut tried);
    assert_eq!(
        choose(plan, &seen, &tried).0,
        expected,
        "{seen:?} {tried:?}"
    );
}

#[track_caller]
fn check(state: PageState, change: impl FnOnce(&mut Observation, &mut Tried), expected: Decision) {
    check_with(&SupervisionPlan::default(), state, change, expected);
}

const fn pause(seconds: u64) -> Decision {
    Decision::Pause {
        wait: Duration::from_secs(seconds),
    }
}

#[test]
fn good_pages_are_kept_and_gone_pages_given_up() {
    check(PageState::Ok, |_, _| {}, Decision::Keep);
    check(PageState::Empty, |_, _| {}, Decision::Keep);
    check(PageState::Ok, |s, _| s.status = 404, Decision::GiveUp);
    check(PageState::Empty, |s, _| s.status = 410, Decision::GiveUp);
    check(
        PageState::Ok,
        |s, _| (s.status, s.role) = (404, RequestRole::Start),
        Decision::EndFailed,
    );
}

#[test]
fn rate_limits_wait_longer_each_time_then_go_another_way_and_then_end_the_run() {
    let state = PageState::RateLimited;
    check(state, |_, _| {}, pause(2));
    check(state, |_, t| t.rate_limit_strikes = 2, pause(4));
    check(state, |_, t| t.rate_limit_strikes = 3, pause(8));
    check(state, |_, t| t.rate_limit_strikes = 4, Decision::EndBlocked);
    check(
        state,
        |s, t| (s.means.proxies_left, t.rate_limit_strikes) = (1, 4),
        Decision::NextProxy,
    );
}

#[test]
fn retry_after_is_honoured_within_reason() {
    let asking = |seconds| {
        move |s: &mut Observation, _: &mut Tried| {
            s.verdict.retry_after = Some(Duration::from_secs(seconds));
        }
    };
    check(PageState::RateLimited, asking(7), pause(7));
    check(PageState::RateLimited, asking(3600), Decision::EndBlocked);
    let after = Duration::from_secs(3);
    check(PageState::Outage, asking(3), Decision::Retry { after });
    let (mut seen, mut tried) = (observed(PageState::RateLimited), ONCE);
    seen.verdict.retry_after = Some(Duration::from_secs(7));
    let kind =
        |seen: &Observation, tried: &Tried| choose(&SupervisionPlan::default(), seen, tried).1;
    assert_eq!(kind(&seen, &tried), Some(ActionKind::RetryAfter));
    tried.rate_limit_strikes = 2;
    assert_eq!(kind(&seen, &tried), Some(ActionKind::SlowDown));
}

#[test]
fn the_rule_says_in_which_order_and_what_at_all() {
    let plan = |order: &[ActionKind]| SupervisionPlan {
        order: order.to_vec(),
        ..SupervisionPlan::default()
    };
    let state = PageState::RateLimited;
    let proxy_first = plan(&[ActionKind::OtherProxy, ActionKind::SlowDown]);
    let with_proxy = |s: &mut Observation, _: &mut Tried| s.means.proxies_left = 1;
    check_with(&proxy_first, state, with_proxy, Decision::NextProxy);
    check_with(&proxy_first, state, |_, _| {}, pause(2));
    check_with(&plan(&[]), state, with_proxy, Decision::EndBlocked);
    // Without the action in the plan, the wait that the site asks for is left to the other actions.
    let slow = plan(&[ActionKind::SlowDown]);
    check_with(
        &slow,
        state,
        |s, _| s.verdict.retry_after = Some(Duration::from_secs(9)),
        pause(9),
    );
    let short = SupervisionPlan {
        longest_wait: Duration::from_secs(3),
        ..SupervisionPlan::default()
    };
    check_with(
        &short,
        state,
        |_, t| t.rate_limit_strikes = 2,
        Decision::EndBlocked,
    );
}

#[test]
fn one_refused_page_is_no_blocked_site() {
    for state in [
        PageState::Blocked,
        PageState::Challenge,
        PageState::SoftBlock,
    ] {
        check(state, |s, _| s.means.proxies_left = 3, Decision::SetAside);
        check(
            state,
            |s, t| (s.means.proxies_left, t.block_streak) = (3, 2),
            Decision::NextProxy,
        );
        check(state, |_, t| t.block_streak = 2, Decision::SetAside);
        check(state, |_, t| t.block_streak = 3, Decision::EndBlocked);
        check(
            state,
            |s, _| s.role = RequestRole::List,
            Decision::EndBlocked,
        );
        check(
            state,
            |s, _| (s.role, s.means.proxies_left) = (RequestRole::Start, 1),
            Decision::NextProxy,
        );
    }
}

#[test]
fn cookies_are_forgotten_before_another_proxy_is_taken_but_not_those_of_an_account() {
    let state = PageState::Blocked;
    let begin = |s: &mut Observation| {
        (s.role, s.means.proxies_left, s.means.cookies) = (RequestRole::List, 1, true);
        s.means.sessions_left = 1;
    };
    check(state, |s, _| begin(s), Decision::NewSession);
    check(
        state,
        |s, t| {
            begin(s);
            t.session = true;
        },
        Decision::NextProxy,
    );
    check(
        state,
        |s, _| {
            begin(s);
            s.means.logged_in = true;
        },
        Decision::NextProxy,
    );
}

#[test]
fn a_faulty_proxy_never_blames_the_site() {
    let state = PageState::ProxyFault;
    check(
        state,
        |s, _| s.means.way = EgressRoute::Pool,
        Decision::DropProxy,
    );
    let closed =
        |s: &mut Observation| (s.means.way, s.means.direct_blocked) = (EgressRoute::Pool, true);
    check(state, |s, _| closed(s), Decision::EndBlocked);
    check(
        state,
        |s, _| {
            closed(s);
            s.means.proxies_left = 1;
        },
        Decision::DropProxy,
    );
    check(
        state,
        |s, _| (s.means.way, s.failures) = (EgressRoute::Fixed, 2),
        Decision::EndFailed,
    );
    check(
        PageState::Outage,
        |s, _| (s.means.way, s.no_answer) = (EgressRoute::Pool, true),
        Decision::DropProxy,
    );
}

#[test]
fn logins_are_tried_before_pages_are_set_aside() {
    let state = PageState::LoginRequired;
    check(state, |_, _| {}, Decision::SetAside);
    check(
        state,
        |s, _| s.role = RequestRole::Start,
        Decision::EndBlocked,
    );
    check(
        state,
        |s, _| s.means.login = LoginChance::Account,
        Decision::LogIn,
    );
}

#[test]
fn outages_are_retried_then_given_up_then_end_the_run() {
    let state = PageState::Outage;
    let after = Duration::from_millis(500);
    check(state, |_, _| {}, Decision::Retry { after });
    let after = Duration::from_millis(1250);
    check(
        state,
        |s, _| (s.failures, s.jitter) = (1, 255),
        Decision::Retry { after },
    );
    let after = Duration::from_secs(1);
    let silent = |s: &mut Observation| (s.failures, s.no_answer) = (1, true);
    check(state, |s, _| silent(s), Decision::NewConnection { after });
    check(
        state,
        |s, t| {
            silent(s);
            t.connection = true;
        },
        Decision::Retry { after },
    );
    check(state, |s, _| s.failures = 2, Decision::GiveUp);
    check(
        state,
        |s, _| (s.failures, s.outage_streak) = (2, OUTAGE_STREAK - 1),
        Decision::EndFailed,
    );
    check(
        state,
        |s, _| (s.failures, s.role) = (2, RequestRole::Start),
        Decision::EndFailed,
    );
}

#[test]
fn a_changed_layout_ends_the_run_only_at_its_start() {
    check(PageState::LayoutChanged, |_, _| {}, Decision::GiveUp);
    check(
        PageState::LayoutChanged,
        |s, _| s.role = RequestRole::Start,
        Decision::EndFailed,
    );
}

#[test]
fn with_the_budget_spent_nothing_is_tried_any_more() {
    for state in PageState::ALL {
        for role in [RequestRole::Start, RequestRole::List, RequestRole::Content] {
            let mut seen = observed(state);
            (seen.role, seen.failures, seen.means.proxies_left) = (role, 9, 9);
            (seen.means.login, seen.means.cookies) = (LoginChance::Account, true);
            seen.means.sessions_left = 1;
            let tried = Tried {
                spent: true,
                ..ONCE
            };
            for way in [EgressRoute::Direct, EgressRoute::Pool, EgressRoute::Fixed] {
                seen.means.way = way;
                let (decision, action) = choose(&SupervisionPlan::default(), &seen, &tried);
                assert!(!decision.asks_again(), "{state:?} {role:?} {way:?}");
                assert_eq!(action, None);
            }
        }
    }
}

#[test]
fn another_name_is_no_way_around_a_limit_nor_in() {
    let begin = |s: &mut Observation| {
        (s.role, s.means.sessions_left) = (RequestRole::List, 2);
    };
    check(PageState::Blocked, |s, _| begin(s), Decision::NewSession);
    check(PageState::Challenge, |s, _| begin(s), Decision::NewSession);
    check(
        PageState::RateLimited,
        |s, t| {
            begin(s);
            t.rate_limit_strikes = RATE_LIMIT_STRIKES;
        },
        Decision::EndBlocked,
    );
    check(
        PageState::Blocked,
        |s, _| {
            begin(s);
            s.no_answer = true;
        },
        Decision::EndBlocked,
    );
    check(
        PageState::Blocked,
        |s, _| {
            begin(s);
            s.means.sessions_left = 0;
        },
        Decision::EndBlocked,
    );
}
