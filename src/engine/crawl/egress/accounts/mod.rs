//! The account of a run: which one is used, how it logs in, when another one replaces it. Input:
//! the pool, the rule's `[login]`. Output: a logged-in session, states of accounts. One session
//! per account at a time; its pages are counted by the day.

use std::collections::HashSet;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use url::Url;

use super::Egress;
use crate::context::EngineContext;
use crate::permission::PartKind;
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::supervise::{LoginChance, account_rest, next_account};
use bowerbird_io::fetch::{LoginForm, LoginOutcome, LoginSigns, Session};
use bowerbird_io::secrets::{BoundSecret, OutOfScope, Secret};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{Account, AccountId, LoginState, day_of};
use bowerbird_logic::rules::{Login, LoginKind, Rule};

/// The maximum number of logins per run: a session that does not last is useless.
const MAX_LOGINS: u32 = 5;
/// Pages counted before the count is stored.
const PAGES_AT_ONCE: u32 = 20;

/// An account reserved for this run.
pub(super) struct ReservedAccount {
    account: Account,
    context: Arc<EngineContext>,
    /// Pages not stored yet, and their day.
    pages: u32,
    day: i64,
}

impl ReservedAccount {
    /// Reserves an account, unless it is in use.
    fn take(context: &Arc<EngineContext>, account: Account) -> Option<Self> {
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
    pub(super) fn trust_account(&mut self) {
        if let Some(hold) = &self.account {
            self.used_accounts.remove(&hold.account.id);
        }
    }

    /// Counts a page of the current account, and releases it when its daily limit is reached.
    pub(super) fn count_page_of_account(&mut self) -> Result<(), EngineError> {
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
    pub(super) fn take_cookies(&mut self) -> Result<(), EngineError> {
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
    pub(super) fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|hold| hold.account.id)
    }

    /// User name of the account in use.
    pub(super) fn account_name(&self) -> Option<&str> {
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

/// The session with the user agent that the account's cookies belong to.
fn session_for(session: &Session, account: &Account) -> Session {
    match &account.terms.user_agent {
        Some(agent) => session.with_user_agent(agent),
        None => session.clone(),
    }
}

/// How an account logs in.
pub(crate) struct Recipe {
    kind: LoginKind,
    header: Option<String>,
    prefix: Option<String>,
    form: LoginForm,
}

/// The login of a rule, or the form of the page that the site redirected us to.
pub(crate) fn recipe_of(rule: &Rule, login_page: Option<&str>) -> Option<Recipe> {
    let Some(login) = &rule.file().login else {
        return Some(Recipe {
            kind: LoginKind::Form,
            header: None,
            prefix: None,
            form: LoginForm::at(Url::parse(login_page?).ok()?),
        });
    };
    let start = rule.start().next()?;
    let url = match login.url.as_str() {
        "" => start.clone(),
        url => start.join(url).ok()?,
    };
    Some(Recipe {
        kind: login.kind,
        header: login.header.clone(),
        prefix: login.prefix.clone(),
        form: form_of(login, url),
    })
}

fn form_of(login: &Login, url: Url) -> LoginForm {
    let fields = login.fields.iter();
    LoginForm {
        form: login.form.clone(),
        user_field: login.user_field.clone(),
        password_field: login.password_field.clone(),
        success: login.success.clone(),
        signs: LoginSigns {
            success_text: login.success_text.clone(),
            success_cookie: login.success_cookie.clone(),
            success_status: login.success_status,
            failure: login.failure.clone(),
            failure_text: login.failure_text.clone(),
        },
        fields: fields
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        ..LoginForm::at(url)
    }
}

/// Tests an account that is not in use; `None` if the login succeeds, else why not.
pub(crate) async fn try_account(
    context: &Arc<EngineContext>,
    session: &Session,
    recipe: &Recipe,
    account: &Account,
) -> Result<Option<Message>, EngineError> {
    let Some(_held) = ReservedAccount::take(context, account.clone()) else {
        let user = account.user.as_str();
        return Ok(Some(Message::new("account-in-use").with("user", user)));
    };
    let session = session_for(session, account);
    if recipe.kind == LoginKind::Form {
        // The password is tested, not an existing session.
        session.forget_login();
    }
    sign_in(context, &session, recipe, account).await
}

/// Logs an account in; `None` on success, else why not. Stores cookies, state and fault.
async fn sign_in(
    context: &EngineContext,
    session: &Session,
    recipe: &Recipe,
    account: &Account,
) -> Result<Option<Message>, EngineError> {
    let hindered = match attempt(context, session, recipe, account).await {
        Err(fault) => fault,
        Ok((_, LoginOutcome::NoForm(fault))) => fault,
        Ok((_, LoginOutcome::Elsewhere(fault))) => out_of_scope_message(account, &fault),
        Ok((_, LoginOutcome::Refused(fault))) => {
            return refused(context, account, LoginState::Refused, fault);
        }
        Ok((_, LoginOutcome::Locked(fault))) => {
            return refused(context, account, LoginState::Locked, fault);
        }
        Ok((password, LoginOutcome::LoggedIn)) => {
            keep_login(context, session, account, recipe.kind, &password)?;
            return Ok(None);
        }
    };
    // Not the account's fault: its state stays, and the obstacle is reported.
    let (state, rest) = (account.state, account.rest_until);
    let store = &context.store;
    store.set_account_state(account.id, state, rest, Some(&hindered))?;
    Ok(Some(hindered))
}

/// Sends the login request with the given credentials. An error says why no request was sent, or
/// why there was no answer.
async fn attempt(
    context: &EngineContext,
    session: &Session,
    recipe: &Recipe,
    account: &Account,
) -> Result<(BoundSecret, LoginOutcome), Message> {
    let password = secret_of(context, recipe.kind, account)?;
    let form = &recipe.form;
    // The page requested first; its redirects are checked as they happen.
    let secret = password.for_url(&form.url);
    let secret = secret.map_err(|fault| out_of_scope_message(account, &fault))?;
    session.belong_to_account(password.scope());
    let answered = match recipe.kind {
        LoginKind::Form => {
            let fetcher = &context.fetcher;
            fetcher.login(session, form, &account.user, &password).await
        }
        LoginKind::Cookies => {
            session.set_cookies(secret);
            context.fetcher.check_login(session, form).await
        }
        LoginKind::Basic | LoginKind::Bearer | LoginKind::Header => {
            let (name, value) = header_of(recipe, account, secret);
            if !session.set_credentials(&form.url, &name, &value) {
                return Err(Message::new("account-no-header").with("header", name));
            }
            context.fetcher.check_login(session, form).await
        }
    };
    let outcome = answered.map_err(|error| error.explain())?;
    Ok((password, outcome))
}

/// The password, or the cookies that replace it.
fn secret_of(
    context: &EngineContext,
    kind: LoginKind,
    account: &Account,
) -> Result<BoundSecret, Message> {
    let (name, missing) = match kind {
        LoginKind::Cookies => (
            cookies_name(&account.site_name, &account.user),
            "account-no-cookies",
        ),
        _ => (
            format!("account:{}:{}", account.site_name, account.user),
            "engine-no-password",
        ),
    };
    if context.gate.is_refused(PartKind::Login, &account.site_name) {
        return Err(Message::new("plan-login-refused").with("site", account.site_name.as_str()));
    }
    match context.secrets().get(&name) {
        Ok(Some(secret)) => Ok(secret),
        Ok(None) => Err(Message::new(missing).with("user", account.user.as_str())),
        Err(error) => Err(error.explain()),
    }
}

/// Reports that a secret was withheld, and how to allow it.
fn out_of_scope_message(account: &Account, fault: &OutOfScope) -> Message {
    Message::new("account-other-place")
        .with("user", account.user.as_str())
        .with("site", account.site_name.as_str())
        .with("given", fault.given.as_str())
        .with("wanted", fault.wanted.as_str())
}

/// Name and value of the secret header.
fn header_of(recipe: &Recipe, account: &Account, password: &Secret) -> (String, Secret) {
    let secret = password.reveal();
    let authorization = || "authorization".to_owned();
    match recipe.kind {
        LoginKind::Basic => {
            let pair = STANDARD.encode(format!("{}:{secret}", account.user));
            (authorization(), Secret::new(format!("Basic {pair}")))
        }
        LoginKind::Header => {
            let name = recipe.header.clone().unwrap_or_else(authorization);
            let prefix = recipe.prefix.as_deref().unwrap_or_default();
            (name, Secret::new(format!("{prefix}{secret}")))
        }
        _ => (authorization(), Secret::new(format!("Bearer {secret}"))),
    }
}

/// Stores that the account is logged in, with its cookies.
fn keep_login(
    context: &EngineContext,
    session: &Session,
    account: &Account,
    kind: LoginKind,
    password: &BoundSecret,
) -> Result<(), EngineError> {
    if matches!(kind, LoginKind::Form | LoginKind::Cookies) {
        let name = cookies_name(&account.site_name, &account.user);
        // Cookies that cannot be stored only cost a login in the next run.
        let scope = password.scope();
        let cookies = BoundSecret::new(session.cookies(scope), scope.clone());
        if let Err(error) = context.secrets().set(&name, &cookies) {
            tracing::warn!(%error, "session cookies are not kept");
        }
    }
    let until = session.cookies_until();
    Ok(context
        .store
        .note_login(account.id, Timestamp::now(), until)?)
}

/// Records that the site refuses the account; a locked one rests.
fn refused(
    context: &EngineContext,
    account: &Account,
    state: LoginState,
    fault: Message,
) -> Result<Option<Message>, EngineError> {
    let rest = match state {
        LoginState::Locked => account_rest(Timestamp::now()),
        _ => None,
    };
    let store = &context.store;
    store.set_account_state(account.id, state, rest, Some(&fault))?;
    Ok(Some(fault))
}

/// The secret that holds the cookies of an account.
pub(crate) fn cookies_name(site: &str, user: &str) -> String {
    format!("cookies:{site}:{user}")
}
