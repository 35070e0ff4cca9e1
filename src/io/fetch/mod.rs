//! Fetching: one HTTP client builder, sessions (proxy + account + cookies + identity), robots.txt,
//! form logins. Input: a request and a session. Output: an answer within limits, or a typed
//! fault with its origin. Never retries a site, never judges an answer, never puts a password into
//! a text.

mod answer;
mod connection;
mod error;
mod exchange;
mod limits;
mod login;
mod proxy_traffic;
mod robots;
mod robots_policy;
mod session;
pub(crate) mod signed_post;
#[cfg(test)]
mod tests;
mod tunnel;
mod user_agent;

use std::sync::Arc;
use std::time::Instant;

use url::Url;

pub use answer::{Fetched, is_markup};
pub(crate) use answer::{plain_headers, without_credentials};
pub use error::{BrowserProblem, FetchError, Stage, TlsProblem};
pub use limits::FetchLimits;
pub use login::{LoginForm, LoginOutcome, LoginSigns};
pub use proxy_traffic::{Traffic, TrafficMeter};
pub use robots::{Robots, RobotsFailure, RobotsVerdict};
pub use robots_policy::RobotsPolicy;
pub(crate) use session::BrowserCookie;
pub use session::{CookieChanges, PortableSession, ProxyRoute, Session, allow_private};
pub(crate) use tunnel::ByteStream;
pub use user_agent::{COMPATIBLE_USER_AGENT, ROBOTS_TOKEN, USER_AGENT};

use crate::secrets::{BoundSecret, Secret};
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::alert_services::HttpMethod;
use bowerbird_logic::policy::caching_headers::RequestCondition;
use bowerbird_logic::policy::pools::secret_scope::SecretScope;
use connection::clients::Clients;
use connection::name_resolution::NamesInside;
use connection::phases::Phases;
use exchange::ExchangeRequest;
use robots::cache::RobotsCache;

/// Options of a GET.
#[derive(Clone, Copy, Debug, Default)]
pub struct GetOptions<'a> {
    /// Asks the site whether the previous answer still holds. If it does, the answer has status 304
    /// and no body.
    pub condition: Option<&'a RequestCondition>,
    /// Whether only pages are wanted: for other content (a PDF, a film) with a success status only
    /// the headers are read.
    pub pages_only: bool,
}

/// The fetcher: connection pools by egress, and cached robots.txt files. Cheap to clone; clones
/// share both.
#[derive(Clone)]
pub struct Fetcher {
    inner: Arc<Inner>,
}

struct Inner {
    limits: FetchLimits,
    clients: Clients,
    robots: Arc<RobotsCache>,
    inside: NamesInside,
}

impl Default for Fetcher {
    fn default() -> Self {
        Self::new(FetchLimits::default())
    }
}

impl Fetcher {
    /// A fetcher with these limits.
    pub fn new(limits: FetchLimits) -> Self {
        Self::with(limits, Arc::default(), NamesInside::default())
    }

    /// A fetcher with other limits that shares this one's robots.txt files.
    #[must_use]
    pub fn limited(&self, limits: FetchLimits) -> Self {
        let inner = &self.inner;
        Self::with(limits, Arc::clone(&inner.robots), inner.inside.clone())
    }

    fn with(limits: FetchLimits, robots: Arc<RobotsCache>, inside: NamesInside) -> Self {
        let phases = Phases {
            name: limits.name,
            connect: limits.connect,
            secure: limits.secure,
        };
        let clients = Clients::new(phases, inside.clone());
        Self {
            inner: Arc::new(Inner {
                limits,
                inside,
                clients,
                robots,
            }),
        }
    }

    /// Rejects a document of `session` that robots.txt does not allow; `first` is the first one of
    /// the page, `None` for that one itself.
    pub(crate) async fn check_robots(
        &self,
        session: &Session,
        at: &Url,
        first: Option<&Url>,
    ) -> Result<(), FetchError> {
        match session.robots_policy().concerns(at, first) {
            true => robots_policy::check(self, session, at, first).await,
            false => Ok(()),
        }
    }

    /// The limits it was made with.
    pub fn limits(&self) -> &FetchLimits {
        &self.inner.limits
    }

    /// The reach of requests that begin at an address which the user typed or allowed with a plan:
    /// the public web, and the network where the address lies. This resolves the name, which counts
    /// as internal when all its addresses do.
    pub async fn reach_of_named(&self, url: &Url) -> Reach {
        let inner = &self.inner;
        connection::name_resolution::reach_of_named(url, inner.limits.name, &inner.inside).await
    }

    /// Fetches `url`; redirects are followed and recorded. Any status is an answer.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn get(&self, session: &Session, url: &Url) -> Result<Fetched, FetchError> {
        self.get_with(session, url, &self.inner.limits).await
    }

    /// Fetches `url` within other limits, such as [`FetchLimits::subresource`].
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn get_with(
        &self,
        session: &Session,
        url: &Url,
        limits: &FetchLimits,
    ) -> Result<Fetched, FetchError> {
        self.exchange(session, ExchangeRequest::get(url, limits))
            .await
    }

    /// Fetches `url` as [`Self::get`] does, as `options` say.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn get_with_options(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
    ) -> Result<Fetched, FetchError> {
        let ask = ExchangeRequest::get(url, &self.inner.limits).with_options(options);
        self.exchange(session, ask).await
    }

    /// Sends a form body (`application/x-www-form-urlencoded`) to `url`, as if from `referer`.
    /// After a redirect by 301, 302 or 303 the next request is a GET without the body; after 307
    /// and 308 the body is sent again, but never to another host.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn post_form(
        &self,
        session: &Session,
        url: &Url,
        body: &Secret,
        referer: &Url,
    ) -> Result<Fetched, FetchError> {
        let ask = ExchangeRequest::get(url, &self.inner.limits)
            .coming_from(referer)
            .with_form(body);
        self.exchange(session, ask).await
    }

    /// Sends a JSON body to `url` by POST. Redirects are followed as [`Self::post_form`] does.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn post_json(
        &self,
        session: &Session,
        url: &Url,
        body: &Secret,
    ) -> Result<Fetched, FetchError> {
        let ask = ExchangeRequest::get(url, &self.inner.limits).with_json(body);
        self.exchange(session, ask).await
    }

    /// Sends a JSON body to `url` by POST or PUT, as [`Self::post_json`] does.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn send_json(
        &self,
        session: &Session,
        method: HttpMethod,
        url: &Url,
        body: &Secret,
    ) -> Result<Fetched, FetchError> {
        let ask = ExchangeRequest::get(url, &self.inner.limits)
            .with_json(body)
            .putting(method == HttpMethod::Put);
        self.exchange(session, ask).await
    }

    /// Sends a login form like [`Self::post_form`]; after a redirect the body is sent again only
    /// where `scope` allows it.
    async fn post_login(
        &self,
        session: &Session,
        filled: &login::form::Filled,
        referer: &Url,
        scope: &SecretScope,
    ) -> Result<Fetched, FetchError> {
        let ask = ExchangeRequest::get(&filled.url, &self.inner.limits)
            .coming_from(referer)
            .with_form(&filled.body)
            .only_to(scope);
        self.exchange(session, ask).await
    }

    /// Whether robots.txt allows fetching `url`, and the crawl delay it asks for. Cached per origin
    /// for a day at most. A missing robots.txt (4xx) allows all, an unreachable one (5xx) nothing
    /// (RFC 9309 §2.3.1).
    pub async fn robots(&self, session: &Session, url: &Url) -> RobotsVerdict {
        robots::cache::verdict(self, &self.inner.robots, session, url).await
    }

    /// The same after robots.txt was unavailable: it is fetched again, unless that was done since
    /// `known_at` or the site asked to wait longer.
    pub async fn robots_again(
        &self,
        session: &Session,
        url: &Url,
        known_at: Instant,
    ) -> RobotsVerdict {
        robots::cache::verdict_again(self, &self.inner.robots, session, url, known_at).await
    }

    /// The sitemaps listed in the robots.txt of `url`'s host; none when it cannot be read.
    pub async fn sitemaps(&self, session: &Session, url: &Url) -> Vec<String> {
        robots::cache::sitemaps(self, &self.inner.robots, session, url).await
    }

    /// Logs in through a form: fetches its page, fills in hidden fields (CSRF token), user and
    /// password, sends it, and checks the result. The password is sent only to the places it was
    /// given for, wherever the site redirects.
    ///
    /// # Errors
    /// [`FetchError`] when the site cannot be reached.
    pub async fn login(
        &self,
        session: &Session,
        form: &LoginForm,
        user: &str,
        password: &BoundSecret,
    ) -> Result<LoginOutcome, FetchError> {
        login::login(self, session, form, user, password).await
    }

    /// Checks the session's credentials (a secret header, cookies) on the page of `form`, which
    /// only members can see.
    ///
    /// # Errors
    /// [`FetchError`] when the site cannot be reached.
    pub async fn check_login(
        &self,
        session: &Session,
        form: &LoginForm,
    ) -> Result<LoginOutcome, FetchError> {
        login::check_login(self, session, form).await
    }

    async fn exchange(
        &self,
        session: &Session,
        ask: ExchangeRequest<'_>,
    ) -> Result<Fetched, FetchError> {
        exchange::exchange(self, session, ask).await
    }
}
