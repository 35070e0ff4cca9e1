//! One login of an account. Input: the rule's `[login]` or the login page, an account, a session.
//! Output: the session logged in, or the reason why not; the account's state, cookies and fault
//! are stored.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use url::Url;

use super::run_logins::ReservedAccount;
use crate::context::EngineContext;
use crate::project_permission::PartKind;
use crate::protocol::EngineError;
use bowerbird_io::fetch::{LoginForm, LoginOutcome, LoginSigns, Session};
use bowerbird_io::secrets::{BoundSecret, OutOfScope, Secret};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{Account, LoginState};
use bowerbird_logic::policy::pools::account_rest;
use bowerbird_logic::rules::{Login, LoginKind, Rule};

/// The session with the user agent that the account's cookies belong to.
pub(super) fn session_for(session: &Session, account: &Account) -> Session {
    match &account.terms.user_agent {
        Some(agent) => session.with_user_agent(agent),
        None => session.clone(),
    }
}

/// How an account logs in.
pub(crate) struct LoginRecipe {
    pub(super) kind: LoginKind,
    header: Option<String>,
    prefix: Option<String>,
    pub(super) form: LoginForm,
}

/// The login of a rule, or the form of the page that the site redirected us to.
pub(crate) fn recipe_of(rule: &Rule, login_page: Option<&str>) -> Option<LoginRecipe> {
    let Some(login) = &rule.file().login else {
        return Some(LoginRecipe {
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
    Some(LoginRecipe {
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
    recipe: &LoginRecipe,
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
pub(super) async fn sign_in(
    context: &EngineContext,
    session: &Session,
    recipe: &LoginRecipe,
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
    recipe: &LoginRecipe,
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
fn header_of(recipe: &LoginRecipe, account: &Account, password: &Secret) -> (String, Secret) {
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
