//! The account of a run: which one is used, and when another one replaces it. Input: the pool,
//! the rule's `[login]`. Output: a logged-in session. One session per account at a time; its
//! pages are counted by the day.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::login_request::{cookies_name, recipe_of, session_for, sign_in};
use crate::context::EngineContext;
use crate::crawl::egress::Egress;
use crate::project_permission::PartKind;
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::supervise::LoginChance;
use bowerbird_io::fetch::LoginOutcome;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Account, AccountId, LoginState, day_of};
use bowerbird_logic::policy::pools::next_account;
use bowerbird_logic::rules::LoginKind;

/// The maximum number of logins per run: a session that does not last is useless.
const MAX_LOGINS: u32 = 5;
/// Pages counted before the count is stored.
const PAGES_AT_ONCE: u32 = 20;

/// An account reserved for this run.
pub(in crate::crawl::egress) struct ReservedAccount {
    account: Account,
    context: Arc<EngineContext>,
    /// Pages not stored yet, and their day.
    pages: u32,
    day: i64,
}

impl ReservedAccount {
    /// Reserves an account, unless it is in use.
    pub(super) fn take(context: &Arc<EngineContext>, account: Account) -> Option<Self> {
        context.accounts_in_use.take(account.id).then(|| Self {
            account,
            context: Arc::clone(context),
            pages: 0,
            day: 0,
        })
    }

    /// Counts a page; returns whether that was the last one allowed today.
    fn count(&mut self, now: Timestamp) -> bool {
        let day = day_of(now);
        if day != self.day || self.pages >= PAGES_AT_ONCE {
            self.write_down();
            self.day = day;
        }
        self.pages += 1;
        self.account.uses = self.account.used_today(now) + 1;
        self.account.uses_day = day;
        self.account.left_today(now) == Some(0)
    }

    fn write_down(&mut self) {
        let pages = std::mem::take(&mut self.pages);
        let store = &self.context.store;
        if pages > 0
            && let Err(error) = store.count_account_uses(self.account.id, self.day, pages)
        {
            tracing::warn!(%error, "the pages of an account are not counted");
        }
    }
}

impl Drop for ReservedAccount {
    fn drop(&mut self) {
        self.write_down();
        self.context.accounts_in_use.release(self.account.id);
    }
}

impl Egress {
    /// Whether a login can help now.
    pub(in crate::crawl) fn login_chance(
        &self,
        now: Timestamp,
    ) -> Result<LoginChance, EngineError> {
        if self.logins >= MAX_LOGINS {
            return Ok(LoginChance::None);
        }
        Ok(match self.next(now)? {
            Some(_) => LoginChance::Account,
            None => LoginChance::None,
        })
    }

    /// Logs in with the next account; `login_page` is where the site redirected us, for rules
    /// without `[login]`. Returns whether the session is logged in now; a stop of the run ends it.
    pub(in crate::crawl) async fn log_in(
        &mut self,
        login_page: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, EngineError> {
        let (Some(account), Some(recipe)) = (
            self.next(now)?,
            recipe_of(&self.run_context.rule, login_page),
        ) else {
            return Ok(false);
        };
        self.logins += 1;
        self.used_accounts.insert(account.id);
        let same = self.account.take_if(|hold| hold.account.id == account.id);
        // A previously logged-in user is another visitor.
        if same.is_none() && self.account.take().is_some() {
            self.session.forget_login();
        }
        let held =
            same.or_else(|| ReservedAccount::take(&self.run_context.engine, account.clone()));
        let Some(held) = held else {
            return Ok(false);
        };
        // The earlier cookies are kept, but no other session gets those of the account.
        self.session = session_for(&self.session.with_own_cookies(), &account);
        let stop = self.run_context.stop.clone();
        let fault = tokio::select! {
            fault = sign_in(&self.run_context.engine, &self.session, &recipe, &account) => fault?,
            // A login page that does not answer delays no stop.
            () = stop.stopped() => {
                self.session.forget_login();
                self.take_session()?;
                return Ok(false);
            }
        };
        self.run_context.engine.publish(Event::PoolsChanged);
        self.new_generation();
        let logged_in = fault.is_none();
        self.login_fault = fault;
        if logged_in {
            self.account = Some(held);
        } else if recipe.kind != LoginKind::Form {
            // A refused login is not sent again.
            self.session.forget_login();
        }
        self.take_session()?;
        Ok(logged_in)
    }

    /// After good answers the current account may log in again when its session ends.
    pub(in crate::crawl::egress) fn trust_account(&mut self) {
        if let Some(hold) = &self.account {
            self.used_accounts.remove(&hold.account.id);
        }
    }

    /// Counts a page of the current account, and releases it when its daily limit is reached.
    pub(in crate::crawl::egress) fn count_page_of_account(&mut self) -> Result<(), EngineError> {
        let now = Timestamp::now();
        let spent = self.account.as_mut().is_some_and(|hold| hold.count(now));
        if spent && let Some(hold) = self.account.take() {
            let told = Message::new("account-spent").with("user", hold.account.user.as_str());
            self.used_accounts.insert(hold.account.id);
            drop(hold);
            self.session.forget_login();
            self.take_session()?;
            self.login_fault = Some(told);
            self.new_generation();
            self.run_context.engine.publish(Event::PoolsChanged);
        }
        Ok(())
    }

    /// Whether the rule needs a login before the first request and there is none.
    pub(in crate::crawl) fn must_log_in_first(&self) -> bool {
        let login = self.run_context.rule.file().login.as_ref();
        // In quiet hours the site receives no login request either; a page will ask for the login
        // later.
        login.is_some_and(|login| login.always)
            && self.account.is_none()
            && self.run_context.quiet_until().is_none()
    }

    /// Resumes the session of an account from an earlier run, or one with imported cookies. If the
    /// cookies are locked, the run continues without them.
    pub(in crate::crawl::egress) fn take_cookies(&mut self) -> Result<(), EngineError> {
        let now = Timestamp::now();
        let Some(account) = self.next(now)?.filter(|a| a.state == LoginState::LoggedIn) else {
            return Ok(());
        };
        let gate = &self.run_context.engine.gate;
        if gate.is_refused(PartKind::Login, &account.site_name) {
            return Ok(());
        }
        let name = cookies_name(&account.site_name, &account.user);
        let Some(start) = self.run_context.rule.start().next() else {
            return Ok(());
        };
        if let Ok(Some(kept)) = self.run_context.engine.secrets().get(&name)
            && let Ok(cookies) = kept.for_url(&start)
            && let Some(hold) = ReservedAccount::take(&self.run_context.engine, account.clone())
        {
            self.session = session_for(&self.session, &account);
            self.session.set_cookies(cookies);
            self.session.belong_to_account(kept.scope());
            self.account = Some(hold);
        }
        Ok(())
    }

    /// Whether the session is that of an account.
    pub(in crate::crawl) fn is_logged_in(&self) -> bool {
        self.account.is_some()
    }

    /// Whether the login page no longer recognises the current account; `None` if that is unclear.
    pub(in crate::crawl) async fn is_session_over(&mut self) -> Option<bool> {
        let recipe = recipe_of(&self.run_context.rule, None)?;
        if recipe.kind != LoginKind::Form {
            return None;
        }
        let fetcher = &self.run_context.engine.fetcher;
        let seen = fetcher.check_login(&self.session, &recipe.form).await;
        match seen {
            Ok(LoginOutcome::Refused(_)) => Some(true),
            Ok(LoginOutcome::LoggedIn) => Some(false),
            _ => None,
        }
    }

    /// Records that the session of the current account has ended.
    pub(in crate::crawl) fn note_session_over(&self) -> Result<(), EngineError> {
        let Some(hold) = &self.account else {
            return Ok(());
        };
        let store = &self.run_context.engine.store;
        let account = hold.account.id;
        tokio::task::block_in_place(|| store.note_session_over(account, Timestamp::now()))?;
        self.run_context.engine.publish(Event::PoolsChanged);
        Ok(())
    }

    /// The account in use.
    pub(in crate::crawl::egress) fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|hold| hold.account.id)
    }

    /// User name of the account in use.
    pub(in crate::crawl::egress) fn account_name(&self) -> Option<&str> {
        self.account.as_ref().map(|hold| hold.account.user.as_str())
    }

    /// The next account: neither tried already nor in use elsewhere.
    fn next(&self, now: Timestamp) -> Result<Option<Account>, EngineError> {
        let accounts = self.run_context.engine.store.accounts()?;
        let mut not: HashSet<AccountId> = self.run_context.engine.accounts_in_use.all();
        if let Some(hold) = &self.account {
            not.remove(&hold.account.id);
        }
        not.extend(&self.used_accounts);
        Ok(next_account(&accounts, self.run_context.site, &not, now).cloned())
    }
}
