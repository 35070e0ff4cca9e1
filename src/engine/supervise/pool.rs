//! Which proxy and which account come next. Pure: the pools and the time come in as values.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::logic::model::{
    Account, AccountId, LoginState, PageState, Proxy, ProxyHealth, ProxyId, SiteId,
};

/// How long a faulty proxy rests.
const PROXY_REST: SignedDuration = SignedDuration::from_mins(10);
/// How long a locked account rests.
const ACCOUNT_REST: SignedDuration = SignedDuration::from_mins(60);

/// The next proxy: enabled, rested, not in `used`; good ones first, then those used least.
/// Returns it with the number of proxies that could be taken, itself included.
pub fn next_proxy<'a>(
    proxies: &'a [Proxy],
    used: &HashSet<ProxyId>,
    now: Timestamp,
) -> (Option<&'a Proxy>, usize) {
    let mut usable: Vec<&Proxy> = proxies
        .iter()
        .filter(|proxy| {
            proxy.enabled
                && !used.contains(&proxy.id)
                && proxy.rest_until.is_none_or(|until| until <= now)
        })
        .collect();
    usable.sort_by_key(|proxy| {
        let health = match proxy.health {
            ProxyHealth::Good => 0,
            ProxyHealth::Untested => 1,
            ProxyHealth::Faulty => 2,
        };
        (health, proxy.uses_ok + proxy.uses_failed, proxy.id)
    });
    (usable.first().copied(), usable.len())
}

/// The next account of `site`: enabled, rested, not refused, not in `used`; logged-in ones first.
pub fn next_account<'a>(
    accounts: &'a [Account],
    site: SiteId,
    used: &HashSet<AccountId>,
    now: Timestamp,
) -> Option<&'a Account> {
    accounts
        .iter()
        .filter(|account| {
            account.site == site
                && account.enabled
                && account.state != LoginState::Refused
                && !used.contains(&account.id)
                && account.rest_until.is_none_or(|until| until <= now)
        })
        .min_by_key(|account| (account.state != LoginState::LoggedIn, account.id))
}

/// Until when a faulty proxy or a locked account rests.
pub fn resting_until(state: PageState, now: Timestamp) -> Option<Timestamp> {
    let rest = if state == PageState::ProxyFault {
        PROXY_REST
    } else {
        ACCOUNT_REST
    };
    now.checked_add(rest).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxy(id: i64, health: ProxyHealth) -> Proxy {
        Proxy {
            id: ProxyId(id),
            name: format!("p{id}"),
            url: format!("http://127.0.0.1:{id}"),
            user: None,
            enabled: true,
            health,
            rest_until: None,
            fault: None,
            uses_ok: 0,
            uses_failed: 0,
        }
    }

    fn account(id: i64, state: LoginState) -> Account {
        Account {
            id: AccountId(id),
            site: SiteId(1),
            site_name: "s".to_owned(),
            user: format!("u{id}"),
            enabled: true,
            state,
            rest_until: None,
            fault: None,
        }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).unwrap()
    }

    #[test]
    fn good_proxies_come_first_and_resting_ones_not_at_all() {
        let mut proxies = vec![
            proxy(1, ProxyHealth::Faulty),
            proxy(2, ProxyHealth::Untested),
            proxy(3, ProxyHealth::Good),
            proxy(4, ProxyHealth::Good),
        ];
        proxies[3].enabled = false;
        proxies[0].rest_until = Some(at(100));
        let name = |used: &[i64], now: i64| {
            let used = used.iter().copied().map(ProxyId).collect();
            let (proxy, count) = next_proxy(&proxies, &used, at(now));
            (proxy.map(|p| p.id.0), count)
        };
        assert_eq!(name(&[], 50), (Some(3), 2));
        assert_eq!(name(&[3], 50), (Some(2), 1));
        assert_eq!(name(&[3, 2], 50), (None, 0));
        assert_eq!(name(&[3, 2], 100), (Some(1), 1));
    }

    #[test]
    fn accounts_that_are_logged_in_come_first_and_refused_ones_never() {
        let accounts = [
            account(1, LoginState::Refused),
            account(2, LoginState::Untried),
            account(3, LoginState::LoggedIn),
        ];
        let next = |used: &[i64]| {
            let used = used.iter().copied().map(AccountId).collect();
            next_account(&accounts, SiteId(1), &used, at(0)).map(|a| a.id.0)
        };
        assert_eq!(next(&[]), Some(3));
        assert_eq!(next(&[3]), Some(2));
        assert_eq!(next(&[3, 2]), None);
        let used = HashSet::new();
        assert_eq!(next_account(&accounts, SiteId(2), &used, at(0)), None);
    }
}
