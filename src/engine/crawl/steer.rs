//! The way out of a run and what it has tried: proxies, accounts, waits. Flows in: decisions.
//! Flows out: the session for the next requests. Keeps the health of proxies and accounts.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::answer::{Common, Exit};
use crate::engine::EngineError;
use crate::engine::controller::Event;
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::engine::supervise::{LoginChance, Means, Way, next_account, next_proxy, resting_until};
use crate::io::fetch::{LoginForm, LoginOutcome, ProxyRoute, Session};
use crate::logic::messages::{Explain, Message};
use crate::logic::model::{
    Account, AccountId, LoginState, PageState, Proxy, ProxyHealth, ProxyId, RequestId, Site,
    SiteStatus,
};
use crate::logic::rules::{Network, Rule, parse};

/// A way out taken because the last one was limited begins gently: the old pace would wear it
/// out as well.
const GENTLE_DELAY: Duration = Duration::from_millis(600);
/// Logins of one run at most: a session that does not last is no session.
const MAX_LOGINS: u32 = 5;

/// What the run has tried.
pub(super) struct Steer {
    common: Arc<Common>,
    session: Session,
    generation: u32,
    way: Way,
    proxy: Option<Proxy>,
    least_delay: Duration,
    used_proxies: HashSet<ProxyId>,
    used_accounts: HashSet<AccountId>,
    account: Option<Account>,
    logins: u32,
    failures: HashMap<RequestId, u32>,
    /// How the site blocked the direct way, when it did.
    pub(super) direct_block: Option<SiteStatus>,
    /// Why the last login did not work.
    pub(super) login_fault: Option<Message>,
}

impl Steer {
    /// The way out that the rule asks for, with the cookies of an account that was logged in.
    pub(super) fn new(common: &Arc<Common>) -> Result<Self, EngineError> {
        let network = &common.rule.file().network;
        let local_address = match &network.local_address {
            Some(text) => Some(text.parse::<IpAddr>().map_err(|_| {
                EngineError(Message::new("engine-bad-address").with("address", text.as_str()))
            })?),
            None => None,
        };
        let mut steer = Self {
            common: Arc::clone(common),
            session: session_of(network, local_address),
            generation: 0,
            way: Way::Direct,
            proxy: None,
            least_delay: Duration::ZERO,
            used_proxies: HashSet::new(),
            used_accounts: HashSet::new(),
            account: None,
            logins: 0,
            failures: HashMap::new(),
            direct_block: None,
            login_fault: None,
        };
        if !matches!(network.proxy.as_str(), "none" | "pool") {
            steer.take_named(&network.proxy)?;
        }
        steer.take_cookies()?;
        Ok(steer)
    }

    /// For the next requests, at least `least_delay` apart.
    pub(super) fn exit(&self, least_delay: Duration) -> Exit {
        Exit {
            session: self.session.clone(),
            generation: self.generation,
            through_proxy: self.proxy.is_some(),
            least_delay: self.least_delay.max(least_delay),
        }
    }

    /// What the supervisor is told that the run has at hand, for a page at `url`.
    pub(super) fn means(&self, url: &str, now: Timestamp) -> Result<Means, EngineError> {
        let url = Url::parse(url).ok();
        Ok(Means {
            way: self.way,
            proxies_left: self.proxies_left(now)?,
            login: self.login_chance(now)?,
            logged_in: self.account.is_some(),
            cookies: url.is_some_and(|url| self.session.has_cookies(&url)),
            direct_blocked: self.direct_block.is_some(),
        })
    }

    /// The same visitor over a new connection.
    pub(super) fn renew_connection(&mut self) {
        self.session = self.session.over_new_connection();
        self.new_generation();
    }

    /// A visitor without the cookies of before.
    pub(super) fn renew_session(&mut self) {
        self.session.forget_cookies();
        self.new_generation();
    }

    /// Counts the changes of the way out.
    pub(super) fn generation(&self) -> u32 {
        self.generation
    }

    /// Whether an answer came by the way out of now.
    pub(super) fn is_current(&self, generation: u32) -> bool {
        generation == self.generation
    }

    pub(super) fn way(&self) -> Way {
        self.way
    }

    /// Name of the proxy in use.
    pub(super) fn proxy_name(&self) -> Option<&str> {
        self.proxy.as_ref().map(|proxy| proxy.name.as_str())
    }

    /// Proxies of the pool that this run may still take.
    pub(super) fn proxies_left(&self, now: Timestamp) -> Result<usize, EngineError> {
        if self.common.rule.file().network.proxy != "pool" {
            return Ok(0);
        }
        let proxies = self.common.ground.store.proxies()?;
        Ok(next_proxy(&proxies, &self.used_proxies, now).1)
    }

    /// Failed tries of a request so far.
    pub(super) fn failures(&self, request: RequestId) -> u32 {
        self.failures.get(&request).copied().unwrap_or(0)
    }

    pub(super) fn count_failure(&mut self, request: RequestId) {
        *self.failures.entry(request).or_default() += 1;
    }

    /// Takes note of a good answer.
    pub(super) fn note_good(&mut self, request: RequestId) -> Result<(), EngineError> {
        self.failures.remove(&request);
        if let Some(proxy) = &self.proxy {
            let store = &self.common.ground.store;
            store.set_proxy_health(proxy.id, ProxyHealth::Good, None, None)?;
        }
        Ok(())
    }

    /// Takes the next proxy of the pool; its name, when there was one.
    pub(super) fn switch_proxy(&mut self, now: Timestamp) -> Result<Option<String>, EngineError> {
        let proxies = self.common.ground.store.proxies()?;
        while let Some(proxy) = next_proxy(&proxies, &self.used_proxies, now).0.cloned() {
            let name = proxy.name.clone();
            self.used_proxies.insert(proxy.id);
            // A proxy whose password is locked away cannot be used now; that is not its fault.
            if self.go_through(proxy, Way::Pool).is_ok() {
                let least = (self.common.rule.delay() * 2).max(GENTLE_DELAY);
                self.least_delay = self.least_delay.max(least);
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Lets the proxy in use rest for its fault and leaves it: for the next one, or the direct way.
    pub(super) fn drop_proxy(
        &mut self,
        fault: &Message,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        self.blame_proxy(fault, now)?;
        if self.switch_proxy(now)?.is_none() {
            self.session = self.session.through(None);
            self.proxy = None;
            self.way = Way::Direct;
            self.new_generation();
        }
        Ok(())
    }

    /// Marks the proxy in use as faulty.
    pub(super) fn blame_proxy(&self, fault: &Message, now: Timestamp) -> Result<(), EngineError> {
        if let Some(proxy) = &self.proxy {
            let rest = resting_until(PageState::ProxyFault, now);
            self.common.ground.store.set_proxy_health(
                proxy.id,
                ProxyHealth::Faulty,
                rest,
                Some(fault),
            )?;
            self.common.ground.tell(Event::PoolsChanged);
        }
        Ok(())
    }

    /// Whether a login can help now.
    pub(super) fn login_chance(&self, now: Timestamp) -> Result<LoginChance, EngineError> {
        if self.logins >= MAX_LOGINS {
            return Ok(LoginChance::None);
        }
        let accounts = self.common.ground.store.accounts()?;
        let next = next_account(&accounts, self.common.site, &self.used_accounts, now);
        Ok(match next {
            Some(_) => LoginChance::Account,
            None => LoginChance::None,
        })
    }

    /// Logs in with the next account; `login_page` is where the site sent us, for rules without
    /// `[login]`. Whether the session is logged in now.
    pub(super) async fn log_in(
        &mut self,
        login_page: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, EngineError> {
        let store = self.common.ground.store.clone();
        let accounts = store.accounts()?;
        let next = next_account(&accounts, self.common.site, &self.used_accounts, now).cloned();
        let (Some(account), Some(form)) = (next, self.form(login_page)) else {
            return Ok(false);
        };
        self.logins += 1;
        self.used_accounts.insert(account.id);
        let fault = sign_in(&self.common.ground, &self.session, &form, &account).await?;
        self.common.ground.tell(Event::PoolsChanged);
        self.new_generation();
        let logged_in = fault.is_none();
        self.login_fault = fault;
        if logged_in {
            self.account = Some(account);
        }
        Ok(logged_in)
    }

    /// After good answers the account of now may log in again when its session ends.
    pub(super) fn trust_account(&mut self) {
        if let Some(account) = &self.account {
            self.used_accounts.remove(&account.id);
        }
    }

    /// Whether the rule wants a login before the first request and there is none.
    pub(super) fn must_log_in_first(&self) -> bool {
        let login = self.common.rule.file().login.as_ref();
        // In quiet hours the site is not asked for that either; it will say that it wants a login.
        login.is_some_and(|login| login.always)
            && self.account.is_none()
            && self.common.quiet_until().is_none()
    }

    fn form(&self, login_page: Option<&str>) -> Option<LoginForm> {
        form_of(&self.common.rule, login_page)
    }

    fn take_named(&mut self, name: &str) -> Result<(), EngineError> {
        let proxies = self.common.ground.store.proxies()?;
        match proxies.into_iter().find(|p| p.name == name && p.enabled) {
            Some(proxy) => self.go_through(proxy, Way::Fixed),
            None => Err(EngineError(
                Message::new("engine-no-such-proxy").with("name", name),
            )),
        }
    }

    fn go_through(&mut self, proxy: Proxy, way: Way) -> Result<(), EngineError> {
        let route = route(&self.common.ground, &proxy)?;
        self.session = self.session.through(Some(route));
        self.used_proxies.insert(proxy.id);
        self.proxy = Some(proxy);
        self.way = way;
        self.new_generation();
        Ok(())
    }

    fn new_generation(&mut self) {
        self.generation += 1;
    }

    /// Takes up the session of an account that was logged in in an earlier run. When the cookies
    /// are locked away the run goes on without them.
    fn take_cookies(&mut self) -> Result<(), EngineError> {
        let accounts = self.common.ground.store.accounts()?;
        let now = Timestamp::now();
        let account = next_account(&accounts, self.common.site, &self.used_accounts, now)
            .filter(|account| account.state == LoginState::LoggedIn);
        if let Some(account) = account {
            let name = cookies_name(&self.common.site_name, &account.user);
            if let Ok(Some(cookies)) = self.common.ground.secrets().get(&name) {
                self.session.set_cookies(&cookies);
                self.account = Some(account.clone());
            }
        }
        Ok(())
    }
}

/// The way through a proxy, with its password.
pub(in crate::engine) fn route(ground: &Ground, proxy: &Proxy) -> Result<ProxyRoute, EngineError> {
    let url = Url::parse(&proxy.url).map_err(|error| {
        EngineError(
            Message::new("engine-bad-url")
                .with("url", proxy.url.as_str())
                .with("reason", error.to_string()),
        )
    })?;
    let credentials = match &proxy.user {
        Some(user) => {
            let name = format!("proxy:{}", proxy.name);
            let password = ground.secrets().get(&name)?.unwrap_or_default();
            Some((user.clone(), password))
        }
        None => None,
    };
    Ok(ProxyRoute {
        id: proxy.id,
        url,
        credentials,
    })
}

/// The login form of a rule, or of the page that the site sent us to.
pub(in crate::engine) fn form_of(rule: &Rule, login_page: Option<&str>) -> Option<LoginForm> {
    match &rule.file().login {
        Some(login) => Some(LoginForm {
            url: rule.start().next()?.join(&login.url).ok()?,
            form: login.form.clone(),
            user_field: login.user_field.clone(),
            password_field: login.password_field.clone(),
            success: login.success.clone(),
        }),
        None => Some(LoginForm {
            url: Url::parse(login_page?).ok()?,
            form: None,
            user_field: None,
            password_field: None,
            success: None,
        }),
    }
}

/// Logs an account in through `form`; `None` when it went well, else why not. Keeps cookies and
/// state.
pub(in crate::engine) async fn sign_in(
    ground: &Ground,
    session: &Session,
    form: &LoginForm,
    account: &Account,
) -> Result<Option<Message>, EngineError> {
    let secrets = ground.secrets();
    let name = format!("account:{}:{}", account.site_name, account.user);
    let password = match secrets.get(&name) {
        Ok(Some(password)) => password,
        Ok(None) => {
            let user = account.user.as_str();
            return Ok(Some(Message::new("engine-no-password").with("user", user)));
        }
        Err(error) => return Ok(Some(error.explain())),
    };
    let answered = ground
        .fetcher
        .login(session, form, &account.user, &password)
        .await;
    let now = Timestamp::now();
    let (state, rest, fault) = match answered {
        Ok(LoginOutcome::LoggedIn) => {
            let name = cookies_name(&account.site_name, &account.user);
            // Cookies that cannot be kept cost a login in the next run, nothing more.
            if let Err(error) = secrets.set(&name, &session.cookies()) {
                tracing::warn!(%error, "session cookies are not kept");
            }
            (LoginState::LoggedIn, None, None)
        }
        Ok(LoginOutcome::Refused(why)) => (LoginState::Refused, None, Some(why)),
        Ok(LoginOutcome::Locked(why)) => (
            LoginState::Locked,
            resting_until(PageState::LoginRequired, now),
            Some(why),
        ),
        // The form is not the account's fault.
        Ok(LoginOutcome::NoForm(why)) => return Ok(Some(why)),
        Err(error) => return Ok(Some(error.explain())),
    };
    ground
        .store
        .set_account_state(account.id, state, rest, fault.as_ref())?;
    Ok(fault)
}

/// A session with the user agent and the headers of a rule.
pub(in crate::engine) fn session_of(network: &Network, local_address: Option<IpAddr>) -> Session {
    let headers = network.headers.iter();
    Session::new(None, local_address, network.user_agent.clone())
        .with_headers(headers.map(|(name, value)| (name.as_str(), value.as_str())))
}

fn cookies_name(site: &str, user: &str) -> String {
    format!("cookies:{site}:{user}")
}

/// The session with which a run of `site` would begin, and whether it goes through a proxy.
pub(in crate::engine) fn site_session(
    ground: &Arc<Ground>,
    site: &Site,
) -> Result<(Session, bool), EngineError> {
    let rule = parse(&site.rule_toml)?;
    let common = Arc::new(Common::new(ground, site, rule, Stop::new()));
    let exit = Steer::new(&common)?.exit(Duration::ZERO);
    Ok((exit.session, exit.through_proxy))
}
