//! Accounts: rows of `account`. Passwords are never stored here.

use jiff::Timestamp;
use rusqlite::{Row, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{
    get_opt_json, get_opt_time, get_token, micros, opt_json, opt_micros, token,
};
use crate::store::sites::found_as;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Account, AccountId, AccountTerms, LoginState, SiteId};

/// Accounts.
impl StoreReader {
    /// All accounts by site and user.
    ///
    /// # Errors
    /// From SQLite.
    pub fn accounts(&self) -> Result<Vec<Account>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT account.id, site, name, user, account.enabled, state, rest_until, fault,
                        day_limit, expires, user_agent, last_login, cookies_until, uses_day, uses
                 FROM account JOIN site ON site.id = account.site
                 ORDER BY name COLLATE NOCASE, name, user",
            )?;
            let accounts = statement
                .query_map([], account_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(accounts)
        })
    }
}

impl Store {
    /// Adds an account to a site; a site has each user once.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NameTaken`], [`crate::store::StoreError::NotFound`] for an
    /// unknown site; else from SQLite.
    pub fn add_account(&self, site: SiteId, user: &str) -> Result<AccountId> {
        let user = user.to_owned();
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO account (site, user, state) VALUES (?1, ?2, ?3)",
                params![site.0, user, token(&LoginState::default())?],
            )
            .map_err(|e| TransactionError::or_name_taken(e, &user))?;
            Ok(AccountId(tx.last_insert_rowid()))
        })
    }

    /// Removes an account.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn remove_account(&self, account: AccountId) -> Result<()> {
        self.write(move |tx| {
            let changed = tx.execute("DELETE FROM account WHERE id = ?1", [account.0])?;
            found_as(changed, "account")
        })
    }

    /// Stores the result of a login.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn set_account_state(
        &self,
        account: AccountId,
        state: LoginState,
        rest_until: Option<Timestamp>,
        fault: Option<&Message>,
    ) -> Result<()> {
        let fault = fault.cloned();
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE account SET state = ?2, rest_until = ?3, fault = ?4 WHERE id = ?1",
                params![
                    account.0,
                    token(&state)?,
                    opt_micros(rest_until),
                    opt_json(fault.as_ref())?
                ],
            )?;
            found_as(changed, "account")
        })
    }

    /// Records that the account is logged in since `at`, until its cookies expire.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn note_login(
        &self,
        account: AccountId,
        at: Timestamp,
        cookies_until: Option<Timestamp>,
    ) -> Result<()> {
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE account SET state = ?2, rest_until = NULL, fault = NULL,
                        last_login = ?3, cookies_until = ?4
                 WHERE id = ?1",
                params![
                    account.0,
                    token(&LoginState::LoggedIn)?,
                    micros(at),
                    opt_micros(cookies_until)
                ],
            )?;
            found_as(changed, "account")
        })
    }

    /// Records that the session of an account ended at `at`: it logs in again when needed.
    ///
    /// # Errors
    /// From SQLite.
    pub fn note_session_over(&self, account: AccountId, at: Timestamp) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "UPDATE account SET cookies_until = ?2 WHERE id = ?1 AND state = ?3",
                params![account.0, micros(at), token(&LoginState::LoggedIn)?],
            )?;
            Ok(())
        })
    }

    /// Enables or disables accounts; missing ones are skipped.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_accounts_enabled(&self, accounts: &[AccountId], enabled: bool) -> Result<()> {
        let accounts = accounts.to_vec();
        self.write(move |tx| {
            let mut statement =
                tx.prepare_cached("UPDATE account SET enabled = ?2 WHERE id = ?1")?;
            for account in accounts {
                statement.execute(params![account.0, enabled])?;
            }
            Ok(())
        })
    }

    /// Stores the user's terms for an account.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn set_account_terms(&self, account: AccountId, terms: &AccountTerms) -> Result<()> {
        let terms = terms.clone();
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE account SET day_limit = ?2, expires = ?3, user_agent = ?4 WHERE id = ?1",
                params![
                    account.0,
                    terms.day_limit,
                    opt_micros(terms.expires),
                    terms.user_agent
                ],
            )?;
            found_as(changed, "account")
        })
    }

    /// Counts pages fetched with an account on `day` (days since 1970, UTC); another day starts
    /// from zero.
    ///
    /// # Errors
    /// From SQLite; a missing account is skipped.
    pub fn count_account_uses(&self, account: AccountId, day: i64, pages: u32) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "UPDATE account SET uses = CASE uses_day WHEN ?2 THEN uses + ?3 ELSE ?3 END,
                        uses_day = ?2
                 WHERE id = ?1",
                params![account.0, day, pages],
            )?;
            Ok(())
        })
    }
}

fn account_of(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: AccountId(row.get(0)?),
        site: SiteId(row.get(1)?),
        site_name: row.get(2)?,
        user: row.get(3)?,
        enabled: row.get(4)?,
        state: get_token(row, 5)?,
        rest_until: get_opt_time(row, 6)?,
        fault: get_opt_json(row, 7)?,
        terms: AccountTerms {
            day_limit: row.get(8)?,
            expires: get_opt_time(row, 9)?,
            user_agent: row.get(10)?,
        },
        last_login: get_opt_time(row, 11)?,
        cookies_until: get_opt_time(row, 12)?,
        uses_day: row.get(13)?,
        uses: row.get(14)?,
    })
}
