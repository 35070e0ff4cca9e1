//! One exchange: a request, the redirects it leads to, and the body of the last answer. Every hop
//! is recorded and gives its cookies to the session; time, size and number of hops are limited.
//! Bodies are measured after content decoding, while being received, so that a small compressed
//! body cannot fill the memory.
//!
//! How much time, how many bytes and redirects are allowed is set in `../limits.rs`. Below: the hops of an exchange, the headers of a request, bodies.

mod body;
pub(super) mod classify_failure;
pub(super) mod hops;
mod request_headers;

use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, HeaderValue, LOCATION};
use reqwest::{Client, Method, Response};
use tokio::time::timeout;
use url::Url;

use super::answer::{text, without_credentials};
use super::connection::clients::Purpose;
use super::error::{Stage, host_of, shown};
use super::robots_policy;
use super::session::Session;
use super::{FetchError, FetchLimits, Fetched, Fetcher, GetOptions};
use crate::secrets::Secret;
use bowerbird_logic::policy::pools::secret_scope::SecretScope;
use classify_failure::{FailureContext, Phase, classify};
use hops::{
    VISITS_OF_ONE_ADDRESS, check_reach, check_scheme, is_as_safe, is_hang_up, is_redirect, join,
};

/// A proxy on trial gets this multiple of its time-to-first-byte limit for the whole answer.
const TRIAL_WHOLE: u32 = 4;

/// A request.
pub(super) struct ExchangeRequest<'a> {
    url: &'a Url,
    limits: &'a FetchLimits,
    form: Option<&'a Secret>,
    json: bool,
    put: bool,
    referer: Option<&'a Url>,
    cut: bool,
    options: GetOptions<'a>,
    /// Where redirects may carry a body; wherever its host is when absent.
    scope: Option<&'a SecretScope>,
}

impl<'a> ExchangeRequest<'a> {
    /// A GET of `url`.
    pub(super) fn get(url: &'a Url, limits: &'a FetchLimits) -> Self {
        Self {
            url,
            limits,
            form: None,
            json: false,
            put: false,
            referer: None,
            cut: false,
            options: GetOptions::default(),
            scope: None,
        }
    }

    /// Sets `referer` as the page that the visitor comes from.
    pub(super) fn coming_from(self, referer: &'a Url) -> Self {
        Self {
            referer: Some(referer),
            ..self
        }
    }

    /// Applies `options`.
    pub(super) fn with_options(self, options: GetOptions<'a>) -> Self {
        Self { options, ..self }
    }

    /// A POST of this urlencoded body.
    pub(super) fn with_form(self, form: &'a Secret) -> Self {
        Self {
            form: Some(form),
            ..self
        }
    }

    /// A POST of this JSON.
    pub(super) fn with_json(self, json: &'a Secret) -> Self {
        Self {
            form: Some(json),
            json: true,
            ..self
        }
    }

    /// A PUT where it would be a POST.
    pub(super) fn putting(self, put: bool) -> Self {
        Self { put, ..self }
    }

    /// A redirect carries the body only where `scope` allows it.
    pub(super) fn only_to(self, scope: &'a SecretScope) -> Self {
        Self {
            scope: Some(scope),
            ..self
        }
    }

    /// Truncates a body over the limit instead of rejecting it.
    pub(super) fn cut(self) -> Self {
        Self { cut: true, ..self }
    }
}

/// Sends the request, follows redirects and reads the answer.
pub(super) async fn exchange(
    fetcher: &Fetcher,
    session: &Session,
    ask: ExchangeRequest<'_>,
) -> Result<Fetched, FetchError> {
    let mut run = Run {
        fetcher,
        session,
        started: Instant::now(),
        form: ask.form,
        raw: false,
        again: false,
        at: ask.url.clone(),
        chain: Vec::new(),
        ask,
    };
    loop {
        let response = run.send().await?;
        match run.next_hop(&response)? {
            Some(next) => {
                run.drain(response).await;
                run.at = next;
            }
            None => match run.finish(response).await {
                Err(FetchError::Garbled { .. }) if run.may_ask_raw() => {
                    (run.raw, run.again) = (true, true);
                }
                result => return result,
            },
        }
    }
}

/// An exchange in progress.
struct Run<'a> {
    fetcher: &'a Fetcher,
    session: &'a Session,
    ask: ExchangeRequest<'a>,
    started: Instant,
    form: Option<&'a Secret>,
    /// Whether bodies are read without decoding, after decoding failed once.
    raw: bool,
    /// Whether this hop is requested a second time.
    again: bool,
    at: Url,
    chain: Vec<Url>,
}

impl Run<'_> {
    /// Sends the request of this hop and stores its cookies.
    async fn send(&mut self) -> Result<Response, FetchError> {
        check_scheme(&self.at)?;
        // Checked on each hop: a redirect from outside may lead into the local network.
        check_reach(&self.at, self.session)?;
        if !std::mem::take(&mut self.again) {
            self.check_robots().await?;
            self.chain.push(without_credentials(&self.at));
        }
        let purpose = match (self.form, self.raw) {
            (Some(_), _) => Purpose::Form,
            (None, true) => Purpose::Raw,
            (None, false) => Purpose::Page,
        };
        let pool = self.fetcher.inner.clients.of(self.session, purpose);
        let pool = pool.map_err(|e| self.unusable(&e))?;
        let response = match self.send_by(&pool.client).await {
            // As browsers do: a request over a connection that was closed while idle is repeated
            // over a new one.
            Err(fault) if self.form.is_none() && is_hang_up(&fault) => {
                if !pool.was_answering(&self.at) {
                    return Err(fault);
                }
                self.send_by(&pool.client).await?
            }
            result => result?,
        };
        pool.answered(&self.at);
        self.session.take_cookies(&self.at, response.headers());
        Ok(response)
    }

    /// A redirect may lead to what robots.txt disallows, and to hosts whose robots.txt was never
    /// fetched.
    async fn check_robots(&mut self) -> Result<(), FetchError> {
        let (first, policy) = (self.chain.first(), self.session.robots_policy());
        if policy.concerns(&self.at, first) {
            let begun = Instant::now();
            robots_policy::check(self.fetcher, self.session, &self.at, first).await?;
            // Time spent on robots.txt does not count for this answer.
            self.started += begun.elapsed();
        }
        Ok(())
    }

    async fn send_by(&self, client: &Client) -> Result<Response, FetchError> {
        let method = match (self.form, self.ask.put) {
            (None, _) => Method::GET,
            (Some(_), false) => Method::POST,
            (Some(_), true) => Method::PUT,
        };
        let mut request = client
            .request(method, self.at.clone())
            .headers(self.headers());
        if let Some(form) = self.form {
            request = request.body(form.reveal().to_owned());
        }
        // Connecting has its own limit and must not use up the time for the answer.
        let limits = self.ask.limits;
        let patience = limits.name + limits.connect + limits.secure + limits.idle;
        let patience = self
            .on_trial()
            .map_or(patience, |trial| trial.min(patience));
        let meter = self.session.proxy().map(|proxy| &proxy.meter);
        if let Some(meter) = meter {
            meter.asked();
        }
        let begun = Instant::now();
        let sent = timeout(self.left(patience), request.send()).await;
        match sent {
            Err(_) => Err(self.silence(Stage::Answer)),
            Ok(Err(error)) => Err(self.failed(&error, Phase::Head)),
            Ok(Ok(response)) => {
                if let Some(meter) = meter {
                    meter.answered(begun.elapsed(), size_of_head(response.headers()));
                }
                Ok(response)
            }
        }
    }

    /// The target of a redirect that is to be followed.
    fn next_hop(&mut self, response: &Response) -> Result<Option<Url>, FetchError> {
        let status = response.status();
        let location = response.headers().get(LOCATION);
        let (true, Some(location)) = (is_redirect(status), location) else {
            return Ok(None);
        };
        let next = join(&self.at, location.as_bytes()).ok_or_else(|| FetchError::Garbled {
            url: shown(&self.at),
            reason: format!("Location: {}", text(location.as_bytes())),
            bytes: 0,
        })?;
        check_scheme(&next)?;
        if self.form.is_some() {
            let keeps_body = matches!(status.as_u16(), 307 | 308);
            let allowed = match self.ask.scope {
                Some(scope) => scope.allows(&next),
                None => is_as_safe(&self.at, &next),
            };
            if keeps_body && !allowed {
                return Ok(None);
            }
            if !keeps_body {
                self.form = None;
            }
        }
        let seen = without_credentials(&next);
        let visits = self.chain.iter().filter(|u| **u == seen).count();
        if visits >= VISITS_OF_ONE_ADDRESS {
            return Err(FetchError::RedirectLoop { url: shown(&next) });
        }
        let followed = u32::try_from(self.chain.len()).unwrap_or(u32::MAX);
        if followed > self.ask.limits.max_redirects {
            return Err(FetchError::Redirects {
                url: shown(self.ask.url),
                followed: self.ask.limits.max_redirects,
            });
        }
        Ok(Some(next))
    }

    /// Whether a body that could not be decoded may be requested once more without encoding: some
    /// servers announce an encoding that they do not apply.
    fn may_ask_raw(&self) -> bool {
        !self.raw && self.form.is_none()
    }

    /// `time`, limited to the end of the whole exchange.
    fn left(&self, time: Duration) -> Duration {
        time.min(self.whole().saturating_sub(self.started.elapsed()))
    }

    /// How long an unproven proxy has to begin an answer.
    fn on_trial(&self) -> Option<Duration> {
        self.session.proxy()?.meter.patience()
    }

    /// Time limit for the whole answer.
    fn whole(&self) -> Duration {
        let total = self.ask.limits.total;
        self.on_trial()
            .map_or(total, |trial| trial.saturating_mul(TRIAL_WHOLE).min(total))
    }

    fn waited_s(&self) -> u64 {
        let half = Duration::from_millis(500);
        (self.started.elapsed() + half).as_secs().max(1)
    }

    fn silence(&self, stage: Stage) -> FetchError {
        // The site may be the slow part, but an unproven proxy gets no more time.
        if let (Some(proxy), Some(_)) = (self.session.proxy(), self.on_trial()) {
            return FetchError::ProxySilent {
                proxy: shown(&proxy.url),
                seconds: self.waited_s(),
            };
        }
        let over = self.started.elapsed() >= self.ask.limits.total;
        FetchError::Timeout {
            url: shown(&self.at),
            seconds: self.waited_s(),
            stage: if over { Stage::Whole } else { stage },
            bytes: 0,
        }
    }

    fn failed(&self, error: &reqwest::Error, phase: Phase) -> FetchError {
        classify(
            error,
            &FailureContext {
                url: &self.at,
                proxy: self.session.proxy(),
                phase,
                waited_s: self.waited_s(),
            },
        )
    }

    /// No client can be made for this session: its proxy's address is invalid.
    fn unusable(&self, error: &reqwest::Error) -> FetchError {
        let reason = std::error::Error::source(error).map_or_else(String::new, ToString::to_string);
        match self.session.proxy() {
            Some(proxy) => FetchError::Proxy {
                proxy: shown(&proxy.url),
                unreachable: false,
                reason,
            },
            None => FetchError::Connect {
                host: host_of(&self.at),
                reason,
            },
        }
    }
}

/// Approximate size of a head in HTTP/1.1, in bytes.
fn size_of_head(headers: &HeaderMap) -> usize {
    let line = |(name, value): (&reqwest::header::HeaderName, &HeaderValue)| {
        name.as_str().len() + value.len() + 4
    };
    headers.iter().map(line).sum::<usize>() + 19
}
