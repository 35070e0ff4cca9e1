//! Accounts of the pool and their standing. Passwords and cookies are not in here: they are stored
//! in `io::secrets` under the name of their owner.

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{AccountId, SiteId};

/// Whether an account is logged in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginState {
    /// Never tried.
    #[default]
    Untried,
    /// The last login succeeded.
    LoggedIn,
    /// The site refused user, password or cookies.
    Refused,
    /// The site locked the account; it rests.
    Locked,
}

/// The terms a person sets for an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountTerms {
    /// The maximum number of pages a day (UTC) with this account; unlimited when absent.
    pub day_limit: Option<u32>,
    /// Not used from this time on, for example when a subscription ends.
    pub expires: Option<Timestamp>,
    /// The user agent of the browser its cookies come from; the rule's when absent.
    pub user_agent: Option<String>,
}

/// An account of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// The site it belongs to.
    pub site: SiteId,
    /// Name of that site.
    pub site_name: String,
    /// User name at the site; the password is the secret `account:SITE:USER`.
    pub user: String,
    /// Whether the pool uses it.
    pub enabled: bool,
    /// Whether it is logged in.
    pub state: LoginState,
    /// Not used before this time.
    pub rest_until: Option<Timestamp>,
    /// Why it does not work.
    pub fault: Option<Message>,
    /// The terms a person set.
    pub terms: AccountTerms,
    /// When the last login succeeded, or cookies were imported.
    pub last_login: Option<Timestamp>,
    /// When the cookies of its session expire; unknown when absent.
    pub cookies_until: Option<Timestamp>,
    /// The day (days since 1970, UTC) that `uses` counts.
    pub uses_day: i64,
    /// Pages fetched with it on that day.
    pub uses: u32,
}

/// The standing of an account at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccountStatus {
    /// Logged in, as far as known.
    LoggedIn,
    /// Never tried.
    Untried,
    /// Its session has expired; it logs in again when needed.
    SessionOver,
    /// Its daily page limit is used up.
    SpentUp,
    /// It rests after a lock.
    Locked,
    /// The site refused it. Only a person can retry it.
    Refused,
    /// The expiry date set by a person has passed.
    Expired,
    /// Turned off.
    Off,
}

impl AccountStatus {
    /// Whether the pool uses it.
    pub fn is_usable(self) -> bool {
        matches!(self, Self::LoggedIn | Self::Untried | Self::SessionOver)
    }
}

impl Account {
    /// Its standing at `now`.
    pub fn status(&self, now: Timestamp) -> AccountStatus {
        let passed = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        if !self.enabled {
            AccountStatus::Off
        } else if passed(self.terms.expires) {
            AccountStatus::Expired
        } else if self.state == LoginState::Refused {
            AccountStatus::Refused
        } else if self.rest_until.is_some_and(|until| until > now) {
            AccountStatus::Locked
        } else if self.left_today(now) == Some(0) {
            AccountStatus::SpentUp
        } else if self.state != LoginState::LoggedIn {
            AccountStatus::Untried
        } else if passed(self.cookies_until) {
            AccountStatus::SessionOver
        } else {
            AccountStatus::LoggedIn
        }
    }

    /// Pages fetched with it on the day of `now`.
    pub fn used_today(&self, now: Timestamp) -> u32 {
        if self.uses_day == day_of(now) {
            self.uses
        } else {
            0
        }
    }

    /// Pages left on the day of `now`; `None` if unlimited.
    pub fn left_today(&self, now: Timestamp) -> Option<u32> {
        let limit = self.terms.day_limit?;
        Some(limit.saturating_sub(self.used_today(now)))
    }

    /// When it becomes usable again, if it does so automatically.
    pub fn next_try(&self, now: Timestamp) -> Option<Timestamp> {
        match self.status(now) {
            AccountStatus::Locked => self.rest_until,
            AccountStatus::SpentUp => next_day(now),
            _ => None,
        }
    }

    /// The earlier of the account's expiry and the end of its session.
    pub fn ends(&self) -> Option<Timestamp> {
        match (self.terms.expires, self.cookies_until) {
            (Some(expires), Some(cookies)) => Some(expires.min(cookies)),
            (expires, cookies) => expires.or(cookies),
        }
    }
}

/// Days since 1970 in UTC.
pub fn day_of(at: Timestamp) -> i64 {
    at.as_second().div_euclid(86_400)
}

/// The next midnight (UTC) after `now`.
pub fn next_day(now: Timestamp) -> Option<Timestamp> {
    let day = now.to_zoned(TimeZone::UTC).date().tomorrow().ok()?;
    Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn account() -> Account {
        Account {
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
        }
    }

    #[test]
    fn what_a_person_settled_goes_before_what_the_site_said() {
        let mut account = account();
        let check = |account: &Account, second: i64, expected| {
            assert_eq!(account.status(at(second)), expected, "{second}");
        };
        check(&account, 100, AccountStatus::LoggedIn);
        account.cookies_until = Some(at(200));
        check(&account, 199, AccountStatus::LoggedIn);
        check(&account, 200, AccountStatus::SessionOver);
        account.rest_until = Some(at(300));
        check(&account, 200, AccountStatus::Locked);
        check(&account, 300, AccountStatus::SessionOver);
        account.state = LoginState::Refused;
        check(&account, 300, AccountStatus::Refused);
        account.terms.expires = Some(at(400));
        check(&account, 400, AccountStatus::Expired);
        account.enabled = false;
        check(&account, 400, AccountStatus::Off);
    }

    #[test]
    fn the_pages_of_a_day_come_back_at_midnight() {
        let mut account = account();
        account.terms.day_limit = Some(3);
        (account.uses_day, account.uses) = (1, 3);
        let noon = 86_400 + 43_200;
        assert_eq!(account.status(at(noon)), AccountStatus::SpentUp);
        assert_eq!(account.next_try(at(noon)), Some(at(2 * 86_400)));
        assert_eq!(account.status(at(2 * 86_400)), AccountStatus::LoggedIn);
        assert_eq!(account.left_today(at(2 * 86_400)), Some(3));
    }

    #[test]
    fn the_earlier_end_counts() {
        let mut account = account();
        assert_eq!(account.ends(), None);
        account.terms.expires = Some(at(10 * 86_400));
        assert_eq!(account.ends(), Some(at(10 * 86_400)));
        account.cookies_until = Some(at(5 * 86_400));
        assert_eq!(account.ends(), Some(at(5 * 86_400)));
    }
}
