//! When the end of an account or of its session is told beforehand.

use jiff::{SignedDuration, Timestamp};

use crate::model::Account;

/// How long before its end an account or its session counts as ending soon.
const SOON: SignedDuration = SignedDuration::from_hours(3 * 24);

/// Whether the end of an account or of its session is near or past.
pub fn account_ends_soon(account: &Account, now: Timestamp) -> bool {
    let soon = now.checked_add(SOON).unwrap_or(now);
    account.ends().is_some_and(|end| end <= soon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AccountId, AccountTerms, LoginState, SiteId};

    #[test]
    fn the_end_is_told_days_before() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let mut account = Account {
            id: AccountId(1),
            site: SiteId(1),
            site_name: "forum".to_owned(),
            user: "ann".to_owned(),
            enabled: true,
            state: LoginState::LoggedIn,
            rest_until: None,
            fault: None,
            terms: AccountTerms::default(),
            last_login: None,
            cookies_until: None,
            uses_day: 0,
            uses: 0,
        };
        assert!(!account_ends_soon(&account, at(0)));
        account.terms.expires = Some(at(10 * 86_400));
        assert!(!account_ends_soon(&account, at(6 * 86_400)));
        assert!(account_ends_soon(&account, at(7 * 86_400)));
    }
}
