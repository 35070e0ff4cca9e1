//! The decision table. Pure: time and chance come in as values.

use std::time::Duration;

use crate::logic::model::{PageState, Verdict};

/// Rate-limit answers through one way out, without a long clean stretch between, after which
/// waiting is given up.
pub const RATE_LIMIT_STRIKES: u32 = 4;
/// Blocked answers in a row that count as a block of the site and not of single pages.
pub const BLOCK_STREAK: u32 = 3;
/// Outages in a row (after their retries) that count as a site that is down.
pub const OUTAGE_STREAK: u32 = 5;

/// First wait after a rate limit without Retry-After; doubles from there.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// Longest wait inside a run; a longer Retry-After ends it, to be resumed later.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);
/// First wait before an outage is retried; doubles from there.
const FIRST_RETRY: Duration = Duration::from_millis(500);
/// Longest wait before a retry.
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// The way out that an answer came by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Straight from this machine.
    #[default]
    Direct,
    /// A proxy of the pool, taken because the site kept us out.
    Pool,
    /// The proxy that the rule names: no other may stand in for it.
    Fixed,
}

/// What the page is to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageRole {
    /// A start page: without it the run has nothing to do.
    Start,
    /// A further list page.
    List,
    /// One content page among others.
    #[default]
    Content,
}

/// Whether a login can help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoginChance {
    /// No account is left to try.
    #[default]
    None,
    /// An account is there.
    Account,
}

/// What is known when a decision is due.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The judgement.
    pub verdict: &'a Verdict,
    /// Status of the answer; 0 when there was none.
    pub status: u16,
    /// Whether there was none for a fault on the way, such as silence.
    pub no_answer: bool,
    /// What the page is to the run.
    pub role: PageRole,
    /// Failed tries of this request before this one.
    pub failures: u32,
    /// Retries that the rule allows.
    pub retries: u32,
    /// The way out.
    pub way: Way,
    /// Proxies of the pool that this run may still take.
    pub proxies_left: usize,
    /// Rate-limit answers of late through this way out, this one included.
    pub rate_limit_strikes: u32,
    /// Blocked answers in a row, this one included.
    pub block_streak: u32,
    /// Requests in a row given up for an outage, before this one.
    pub outage_streak: u32,
    /// Whether the site blocked the direct way in this run.
    pub direct_blocked: bool,
    /// Whether a login can help.
    pub login: LoginChance,
    /// Chance for this request: 0 to 255, from its address.
    pub jitter: u8,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep what the page yielded.
    Keep,
    /// Ask for this page again later; the others go on.
    Retry {
        /// From now.
        after: Duration,
    },
    /// Ask the host for nothing for a while, then for this page again.
    Pause {
        /// From now.
        wait: Duration,
    },
    /// Take the next proxy of the pool and ask again.
    NextProxy,
    /// Let the proxy rest, take the next one (or the direct way) and ask again.
    DropProxy,
    /// Log in and ask again.
    LogIn,
    /// Set the page aside; the others go on.
    SetAside,
    /// Give the page up; the others go on.
    GiveUp,
    /// The site keeps us out: end the run, to be resumed.
    EndBlocked,
    /// The run cannot go on.
    EndFailed,
}

/// Decides.
pub fn decide(s: &Situation<'_>) -> Decision {
    match s.verdict.state {
        PageState::Ok if s.status >= 400 => failed_status(s),
        PageState::Ok => Decision::Keep,
        PageState::Empty if s.status >= 400 => failed_status(s),
        PageState::Empty => Decision::Keep,
        PageState::RateLimited => rate_limited(s),
        PageState::Challenge | PageState::Blocked | PageState::SoftBlock => blocked(s),
        PageState::LoginRequired => login(s),
        PageState::ProxyFault => proxy_fault(s),
        // The site answered the direct way, if only to keep us out: silence is the proxy's.
        PageState::Outage if s.no_answer && s.way == Way::Pool => proxy_fault(s),
        PageState::Outage => outage(s),
        PageState::LayoutChanged if s.role == PageRole::Start => Decision::EndFailed,
        PageState::LayoutChanged => Decision::GiveUp,
    }
}

/// An error status that is nobody's block: gone pages are given up, the rest is an outage.
fn failed_status(s: &Situation<'_>) -> Decision {
    match (s.status, s.role) {
        (500.., _) => outage(s),
        (_, PageRole::Start) => Decision::EndFailed,
        _ => Decision::GiveUp,
    }
}

fn rate_limited(s: &Situation<'_>) -> Decision {
    if s.proxies_left > 0 {
        return Decision::NextProxy;
    }
    if s.rate_limit_strikes >= RATE_LIMIT_STRIKES {
        return Decision::EndBlocked;
    }
    let wait = s
        .verdict
        .retry_after
        .unwrap_or_else(|| doubled(FIRST_PAUSE, s.rate_limit_strikes.saturating_sub(1)));
    if wait > LONGEST_PAUSE {
        return Decision::EndBlocked;
    }
    Decision::Pause { wait }
}

/// One refused content page may be just that page: it is set aside, and counts as a block of the
/// site only when the next ones are refused too.
fn blocked(s: &Situation<'_>) -> Decision {
    let alone = s.role == PageRole::Content && s.block_streak < 2;
    if alone {
        Decision::SetAside
    } else if s.proxies_left > 0 {
        Decision::NextProxy
    } else if s.role == PageRole::Content && s.block_streak < BLOCK_STREAK {
        Decision::SetAside
    } else {
        Decision::EndBlocked
    }
}

fn login(s: &Situation<'_>) -> Decision {
    match (s.login, s.role) {
        (LoginChance::Account, _) => Decision::LogIn,
        (LoginChance::None, PageRole::Start) => Decision::EndBlocked,
        (LoginChance::None, _) => Decision::SetAside,
    }
}

fn proxy_fault(s: &Situation<'_>) -> Decision {
    match s.way {
        Way::Pool if s.proxies_left > 0 || !s.direct_blocked => Decision::DropProxy,
        Way::Pool => Decision::EndBlocked,
        Way::Fixed if s.failures < s.retries => Decision::Retry {
            after: retry_after(s),
        },
        Way::Fixed => Decision::EndFailed,
        // A proxy's fault without a proxy: somebody between us and the site.
        Way::Direct => outage(s),
    }
}

fn outage(s: &Situation<'_>) -> Decision {
    if s.failures < s.retries {
        return Decision::Retry {
            after: retry_after(s),
        };
    }
    if s.role == PageRole::Start || s.outage_streak + 1 >= OUTAGE_STREAK {
        Decision::EndFailed
    } else {
        Decision::GiveUp
    }
}

/// Doubling, jittered by up to a quarter so that requests that failed together do not come back
/// together; never sooner than the site asks.
fn retry_after(s: &Situation<'_>) -> Duration {
    if let Some(asked) = s.verdict.retry_after {
        return asked.min(LONGEST_PAUSE);
    }
    let base = doubled(FIRST_RETRY, s.failures).min(LONGEST_RETRY);
    base + base / 4 * u32::from(s.jitter) / 255
}

fn doubled(first: Duration, times: u32) -> Duration {
    first.saturating_mul(1_u32.checked_shl(times.min(16)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(state: PageState) -> Verdict {
        Verdict {
            state,
            evidence: Vec::new(),
            retry_after: None,
        }
    }

    fn situation(verdict: &Verdict) -> Situation<'_> {
        Situation {
            verdict,
            status: 200,
            no_answer: false,
            role: PageRole::Content,
            failures: 0,
            retries: 2,
            way: Way::Direct,
            proxies_left: 0,
            rate_limit_strikes: 1,
            block_streak: 1,
            outage_streak: 0,
            direct_blocked: false,
            login: LoginChance::None,
            jitter: 0,
        }
    }

    #[track_caller]
    fn check(state: PageState, change: impl FnOnce(&mut Situation<'_>), expected: Decision) {
        let verdict = verdict(state);
        let mut situation = situation(&verdict);
        change(&mut situation);
        assert_eq!(decide(&situation), expected, "{situation:?}");
    }

    const fn pause(seconds: u64) -> Decision {
        Decision::Pause {
            wait: Duration::from_secs(seconds),
        }
    }

    #[test]
    fn good_pages_are_kept_and_gone_pages_given_up() {
        check(PageState::Ok, |_| {}, Decision::Keep);
        check(PageState::Empty, |_| {}, Decision::Keep);
        check(PageState::Ok, |s| s.status = 404, Decision::GiveUp);
        check(PageState::Empty, |s| s.status = 410, Decision::GiveUp);
        check(
            PageState::Ok,
            |s| (s.status, s.role) = (404, PageRole::Start),
            Decision::EndFailed,
        );
    }

    #[test]
    fn rate_limits_wait_longer_each_time_and_then_end_the_run() {
        let state = PageState::RateLimited;
        check(state, |_| {}, pause(2));
        check(state, |s| s.rate_limit_strikes = 2, pause(4));
        check(state, |s| s.rate_limit_strikes = 3, pause(8));
        check(state, |s| s.rate_limit_strikes = 4, Decision::EndBlocked);
        check(state, |s| s.proxies_left = 1, Decision::NextProxy);
    }

    #[test]
    fn retry_after_is_honoured_within_reason() {
        let mut asked = verdict(PageState::RateLimited);
        asked.retry_after = Some(Duration::from_secs(7));
        assert_eq!(decide(&situation(&asked)), pause(7));
        asked.retry_after = Some(Duration::from_secs(3600));
        assert_eq!(decide(&situation(&asked)), Decision::EndBlocked);
        asked.state = PageState::Outage;
        asked.retry_after = Some(Duration::from_secs(3));
        let after = Duration::from_secs(3);
        assert_eq!(decide(&situation(&asked)), Decision::Retry { after });
    }

    #[test]
    fn one_refused_page_is_no_blocked_site() {
        for state in [
            PageState::Blocked,
            PageState::Challenge,
            PageState::SoftBlock,
        ] {
            check(state, |s| s.proxies_left = 3, Decision::SetAside);
            check(
                state,
                |s| (s.proxies_left, s.block_streak) = (3, 2),
                Decision::NextProxy,
            );
            check(state, |s| s.block_streak = 2, Decision::SetAside);
            check(state, |s| s.block_streak = 3, Decision::EndBlocked);
            check(state, |s| s.role = PageRole::List, Decision::EndBlocked);
            check(
                state,
                |s| (s.role, s.proxies_left) = (PageRole::Start, 1),
                Decision::NextProxy,
            );
        }
    }

    #[test]
    fn a_faulty_proxy_never_blames_the_site() {
        let state = PageState::ProxyFault;
        check(state, |s| s.way = Way::Pool, Decision::DropProxy);
        check(
            state,
            |s| (s.way, s.direct_blocked) = (Way::Pool, true),
            Decision::EndBlocked,
        );
        check(
            state,
            |s| (s.way, s.direct_blocked, s.proxies_left) = (Way::Pool, true, 1),
            Decision::DropProxy,
        );
        check(
            state,
            |s| (s.way, s.failures) = (Way::Fixed, 2),
            Decision::EndFailed,
        );
        check(
            PageState::Outage,
            |s| (s.way, s.no_answer) = (Way::Pool, true),
            Decision::DropProxy,
        );
    }

    #[test]
    fn logins_are_tried_before_pages_are_set_aside() {
        let state = PageState::LoginRequired;
        check(state, |_| {}, Decision::SetAside);
        check(state, |s| s.role = PageRole::Start, Decision::EndBlocked);
        check(state, |s| s.login = LoginChance::Account, Decision::LogIn);
    }

    #[test]
    fn outages_are_retried_then_given_up_then_end_the_run() {
        let state = PageState::Outage;
        let after = Duration::from_millis(500);
        check(state, |_| {}, Decision::Retry { after });
        let after = Duration::from_millis(1250);
        check(
            state,
            |s| (s.failures, s.jitter) = (1, 255),
            Decision::Retry { after },
        );
        check(state, |s| s.failures = 2, Decision::GiveUp);
        check(
            state,
            |s| (s.failures, s.outage_streak) = (2, OUTAGE_STREAK - 1),
            Decision::EndFailed,
        );
        check(
            state,
            |s| (s.failures, s.role) = (2, PageRole::Start),
            Decision::EndFailed,
        );
    }

    #[test]
    fn a_changed_layout_ends_the_run_only_at_its_start() {
        check(PageState::LayoutChanged, |_| {}, Decision::GiveUp);
        check(
            PageState::LayoutChanged,
            |s| s.role = PageRole::Start,
            Decision::EndFailed,
        );
    }
}
