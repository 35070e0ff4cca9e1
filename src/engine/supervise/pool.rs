//! Which account comes next. Pure: the pool and the time come in as values.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::logic::model::{Account, AccountId, LoginState, PageState, SiteId};

/// How long a faulty proxy rests.
const PROXY_REST: SignedDuration = SignedDuration::from_mins(10);
/// How long a locked account rests.
const ACCOUNT_REST: SignedDuration = SignedDuration::from_mins(60);

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
