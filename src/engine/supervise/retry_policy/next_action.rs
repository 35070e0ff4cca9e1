//! Selects an action of the plan for one answer. Pure: actions tried, time and randomness are
//! passed as values. If no action applies, or none is left, a page is set aside or given up, or the
//! run ends.

use super::after_proxy_fault::proxy_fault;
use super::blocked_answer::blocked;
use super::retry_waits::{FIRST_PAUSE, pause, retry_after};
use crate::supervise::observation::{Decision, EgressRoute, LoginChance, Observation, RequestRole};
use crate::supervise::site_closure::closes;
use bowerbird_logic::detect::SCRIPT_SHELL;
use bowerbird_logic::model::{ActionKind, PageState, SupervisionPlan};

/// Rate-limit answers through one egress, without a long clean stretch in between, after which
/// waiting is given up.
pub const RATE_LIMIT_STRIKES: u32 = 4;
/// Consecutive content pages that redirect to the same login, while none was fetched, which count
/// as a site that shows nothing without one.
pub const LOGIN_STREAK: u32 = 8;
/// Consecutive outages (after their retries) that count as a site that is down.
pub const OUTAGE_STREAK: u32 = 5;
/// Consecutive answers other than requested (after their retries) that count as a site that
/// delivers nothing: more than for an outage, because single pages may be permanently broken.
pub const INCOMPLETE_STREAK: u32 = 10;

/// The actions a run has tried so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Recent rate-limit answers through this egress, including this one.
    pub rate_limit_strikes: u32,
    /// Consecutive blocked answers, including this one.
    pub block_streak: u32,
    /// Whether a new connection was tried through this egress.
    pub connection: bool,
    /// Whether a new session was tried through this egress.
    pub session: bool,
    /// Whether fewer concurrent requests are being tried now.
    pub fewer: bool,
    /// Whether the action budget is used up.
    pub spent: bool,
    /// Whether the run only tries a closed site: other egresses are tried, and waits requested by
    /// the site are observed, but no longer ones.
    pub once: bool,
}

/// A choice: the decision, and its action, if any.
pub type Choice = (Decision, Option<ActionKind>);

/// Selects the decision.
pub fn choose(plan: &SupervisionPlan, seen: &Observation, tried: &Tried) -> Choice {
    if seen.elsewhere && seen.role == RequestRole::Content && closes(seen.verdict.state) {
        return of_another_site(plan, seen);
    }
    match seen.verdict.state {
        PageState::Ok | PageState::Empty if seen.status >= 400 => failed_status(plan, seen, tried),
        PageState::Ok | PageState::Empty => (Decision::Keep, None),
        PageState::RateLimited => next_action(plan, seen, tried).unwrap_or(match tried.fewer {
            true => (Decision::Pause { wait: FIRST_PAUSE }, None),
            false => (Decision::EndBlocked, None),
        }),
        PageState::Challenge | PageState::Blocked | PageState::SoftBlock => {
            blocked(plan, seen, tried)
        }
        PageState::LoginRequired => next_action(plan, seen, tried).unwrap_or(match seen.role {
            RequestRole::Start => (Decision::EndBlocked, None),
            // Nothing suggests that the next page would be available.
            _ if seen.same_login >= LOGIN_STREAK => (Decision::EndBlocked, None),
            _ => (Decision::SetAside, None),
        }),
        PageState::ProxyFault => proxy_fault(plan, seen, tried),
        // The site answered the direct connection, if only to block us: a timeout is the proxy's.
        PageState::Outage if seen.no_answer && seen.means.way == EgressRoute::Pool => {
            proxy_fault(plan, seen, tried)
        }
        PageState::Outage => outage(plan, seen, tried),
        PageState::Incomplete | PageState::NeedsBrowser => incomplete(plan, seen, tried),
        PageState::LayoutChanged if seen.role == RequestRole::Start => (Decision::EndFailed, None),
        PageState::LayoutChanged => (Decision::GiveUp, None),
    }
}

/// A page blocked by or failing at another site: that says nothing about this one.
fn of_another_site(plan: &SupervisionPlan, seen: &Observation) -> Choice {
    let passes = matches!(
        seen.verdict.state,
        PageState::RateLimited | PageState::Outage
    );
    match passes && seen.failures < seen.retries {
        true => {
            let after = retry_after(plan, seen);
            (Decision::Retry { after }, None)
        }
        false => (Decision::SetAside, None),
    }
}

/// The first action of the plan that applies to the answer and is possible.
pub(super) fn next_action(
    plan: &SupervisionPlan,
    seen: &Observation,
    tried: &Tried,
) -> Option<Choice> {
    if tried.spent {
        return None;
    }
    plan.order.iter().find_map(|kind| {
        let decision = step(plan, *kind, seen, tried)?;
        Some((decision, Some(*kind)))
    })
}

fn step(
    plan: &SupervisionPlan,
    kind: ActionKind,
    seen: &Observation,
    tried: &Tried,
) -> Option<Decision> {
    let state = seen.verdict.state;
    let refused = state.is_block();
    let waits = matches!(kind, ActionKind::SlowDown | ActionKind::NewConnection);
    let fits = match kind {
        _ if waits && tried.once && !tried.fewer => false,
        ActionKind::RetryAfter => {
            // After one failed try, the pace is the problem.
            state == PageState::RateLimited
                && seen.verdict.retry_after.is_some()
                && (tried.rate_limit_strikes <= 1 || !plan.has(ActionKind::SlowDown))
        }
        ActionKind::SlowDown => state == PageState::RateLimited,
        ActionKind::NewConnection => {
            state == PageState::Outage && seen.no_answer && !tried.connection && seen.failures > 0
        }
        // A timeout concerns the connection, not the visitor.
        ActionKind::NewSession if seen.no_answer || seen.means.logged_in => false,
        ActionKind::NewSession => {
            // Another user agent does not evade a limit or a login: there only cookies can be at
            // fault.
            let named = !matches!(state, PageState::RateLimited | PageState::LoginRequired);
            let differs = seen.means.sessions_left > 0 && (seen.means.cookies || named);
            refused && differs && !tried.session
        }
        ActionKind::OtherProxy => refused && seen.means.proxies_left > 0,
        ActionKind::OtherAccount => {
            seen.means.login == LoginChance::Account
                && (state == PageState::LoginRequired || (refused && seen.means.logged_in))
        }
        // Handled elsewhere: when reading a page, and after the end of a run.
        ActionKind::OtherRule
        | ActionKind::Generic
        | ActionKind::Restart
        | ActionKind::Probe
        | ActionKind::GiveUp => false,
    };
    if !fits {
        return None;
    }
    match kind {
        ActionKind::RetryAfter | ActionKind::SlowDown => {
            let wait = pause(seen, tried);
            let few = tried.rate_limit_strikes < RATE_LIMIT_STRIKES;
            (few && wait <= plan.longest_wait).then_some(Decision::Pause { wait })
        }
        ActionKind::NewConnection => Some(Decision::NewConnection {
            after: retry_after(plan, seen),
        }),
        ActionKind::NewSession => Some(Decision::NewSession),
        ActionKind::OtherProxy => Some(Decision::NextProxy),
        _ => Some(Decision::LogIn),
    }
}

/// An error status that is not a block: gone pages are given up, the rest is an outage.
fn failed_status(plan: &SupervisionPlan, seen: &Observation, tried: &Tried) -> Choice {
    match (seen.status, seen.role) {
        (500.., _) => outage(plan, seen, tried),
        (_, RequestRole::Start) => (Decision::EndFailed, None),
        _ => (Decision::GiveUp, None),
    }
}

pub(super) fn outage(plan: &SupervisionPlan, seen: &Observation, tried: &Tried) -> Choice {
    if seen.failures < seen.retries {
        if let Some(choice) = next_action(plan, seen, tried) {
            return choice;
        }
        let after = retry_after(plan, seen);
        return (Decision::Retry { after }, None);
    }
    if seen.role == RequestRole::Start || seen.outage_streak + 1 >= OUTAGE_STREAK {
        (Decision::EndFailed, None)
    } else {
        (Decision::GiveUp, None)
    }
}

/// An incomplete or unexpected answer is retried like an outage.
fn incomplete(plan: &SupervisionPlan, seen: &Observation, tried: &Tried) -> Choice {
    let mut signals = seen.verdict.evidence.iter();
    // The same frame comes every time.
    let lasting = signals.any(|found| found.signal == SCRIPT_SHELL);
    if lasting && seen.role == RequestRole::Start {
        return (Decision::EndFailed, None);
    }
    if (lasting || seen.failures >= seen.retries)
        && seen.role != RequestRole::Start
        && seen.outage_streak + 1 < INCOMPLETE_STREAK
    {
        return (Decision::GiveUp, None);
    }
    outage(plan, seen, tried)
}
