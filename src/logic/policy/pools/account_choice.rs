//! Selects the next account. Pure: the pool and the time are passed as values.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::model::{Account, AccountId, AccountStatus, SiteId};

/// How long a locked account rests.
const ACCOUNT_REST: SignedDuration = SignedDuration::from_mins(60);

/// The next account of `site`: a usable one, not in `used`; logged-in ones first, then those with
/// the fewest pages today, so that several share the work.
pub fn next_account<'a>(
    accounts: &'a [Account],
    site: SiteId,
    used: &HashSet<AccountId>,
    now: Timestamp,
) -> Option<&'a Account> {
    accounts
        .iter()
        .filter(|account| {
            account.site == site && !used.contains(&account.id) && account.status(now).is_usable()
        })
        .min_by_key(|account| {
            let again = account.status(now) != AccountStatus::LoggedIn;
            (again, account.used_today(now), account.id)
        })
}

/// The end of the rest of an account that was locked at `now`.
pub fn account_rest(now: Timestamp) -> Option<Timestamp> {
    now.checked_add(ACCOUNT_REST).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AccountTerms, LoginState};

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
            terms: AccountTerms::default(),
            last_login: None,
            cookies_until: None,
            uses_day: 0,
            uses: 0,
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

    #[test]
    fn accounts_share_the_pages_of_a_day_and_stop_at_their_limit() {
        let mut accounts = [1, 2].map(|id| account(id, LoginState::LoggedIn));
        accounts[0].uses = 5;
        accounts[1].uses = 4;
        accounts[1].terms.day_limit = Some(4);
        let next = |second: i64| {
            next_account(&accounts, SiteId(1), &HashSet::new(), at(second)).map(|a| a.id.0)
        };
        assert_eq!(next(10), Some(1));
        assert_eq!(
            next(86_400),
            Some(1),
            "both begin anew, the first comes first"
        );
        accounts[0].enabled = false;
        let used = HashSet::new();
        let next = |second: i64| next_account(&accounts, SiteId(1), &used, at(second));
        assert_eq!(next(10), None);
        assert_eq!(next(86_400).map(|a| a.id.0), Some(2));
    }
}
