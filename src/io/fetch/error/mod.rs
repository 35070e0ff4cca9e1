//! Why there is no answer, and who caused it.
//!
//! Below: conversion from the HTTP library's errors.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use url::Url;

use super::answer::{Fetched, without_credentials};
use bowerbird_logic::detect::TransportFault;
use bowerbird_logic::messages::{Explain, Message, english};
use bowerbird_logic::policy::address_policy::AddressSpace;
pub use problems::{BrowserProblem, Stage, TlsProblem};

/// A failed fetch. Each variant carries the address or host it is about and the cause as text; none
/// contains a user name or a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FetchError {
    /// Not http or https.
    Scheme {
        /// The address.
        url: String,
    },
    /// The address is in the local network, and requests that began elsewhere may not go there.
    OutOfReach {
        /// The host.
        host: String,
        /// The address that its name resolves to; absent when the host is an address itself.
        address: Option<IpAddr>,
        /// The address space it is in.
        space: AddressSpace,
    },
    /// robots.txt does not allow it.
    Disallowed {
        /// The address.
        url: String,
        /// The rule that matched, such as `Disallow: /private`.
        rule: String,
    },
    /// The robots.txt of its host is unavailable, so nothing may be fetched there.
    RobotsUnreachable {
        /// The address.
        url: String,
        /// The status of the answer for that file; absent without an answer.
        status: Option<u16>,
    },
    /// The name does not resolve.
    Dns {
        /// The host.
        host: String,
    },
    /// The connection was refused, or the network is unreachable.
    Connect {
        /// The host and port.
        host: String,
        /// Cause.
        reason: String,
    },
    /// TLS failed.
    Tls {
        /// The host.
        host: String,
        /// The problem, as far as known.
        problem: TlsProblem,
        /// Cause.
        reason: String,
    },
    /// The connection ended before the whole answer came.
    Dropped {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
    },
    /// The answer is incomplete: the connection ended in its body, or the server sent an
    /// unrequested part (RFC 9112 §8, RFC 9110 §15.3.7).
    Incomplete {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
        /// Bytes of its body received.
        bytes: u64,
        /// The beginning of the data received.
        received: Option<Box<Fetched>>,
    },
    /// No data arrived in time.
    Timeout {
        /// The address.
        url: String,
        /// Seconds waited.
        seconds: u64,
        /// The stage it reached.
        stage: Stage,
        /// Bytes of its body received.
        bytes: u64,
    },
    /// The body is larger than allowed.
    TooLarge {
        /// The address.
        url: String,
        /// The limit in bytes.
        limit: u64,
        /// Bytes of its body received.
        bytes: u64,
    },
    /// The head has more header lines, or longer ones, than any legitimate site sends.
    HeadTooLarge {
        /// The address.
        url: String,
    },
    /// The page has more elements, or a tag with more attributes, than any real page.
    TooManyElements {
        /// The address.
        url: String,
        /// The limit of elements.
        limit: usize,
    },
    /// The site's rule would need more work on this page than on any real page.
    TooMuchWork {
        /// The address.
        url: String,
    },
    /// Too many redirects.
    Redirects {
        /// The address.
        url: String,
        /// How many were followed.
        followed: u32,
    },
    /// Redirects that return to the same address repeatedly.
    RedirectLoop {
        /// The address they return to.
        url: String,
    },
    /// A fault of the proxy: unreachable, wrong password, refusal, invalid answers.
    Proxy {
        /// The proxy, without credentials.
        proxy: String,
        /// Whether there was no connection to it at all.
        unreachable: bool,
        /// Cause.
        reason: String,
    },
    /// An unproven proxy did not begin an answer in its allotted time.
    ProxySilent {
        /// The proxy, without credentials.
        proxy: String,
        /// Seconds waited.
        seconds: u64,
    },
    /// The answer is not HTTP, or its encoding is damaged.
    Garbled {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
        /// Bytes of its body received.
        bytes: u64,
    },
    /// The browser shows no page: it is not there, ended, or gave up.
    Browser {
        /// The address.
        url: String,
        /// What failed.
        problem: BrowserProblem,
        /// The cause, the path or the version.
        detail: String,
    },
}

impl FetchError {
    /// Whether a prompt retry cannot help: the same answer will come, or none may be accepted.
    pub fn is_lasting(&self) -> bool {
        match self {
            Self::Scheme { .. }
            | Self::OutOfReach { .. }
            | Self::Disallowed { .. }
            | Self::RobotsUnreachable { .. }
            | Self::TooLarge { .. }
            | Self::HeadTooLarge { .. }
            | Self::TooManyElements { .. }
            | Self::TooMuchWork { .. }
            | Self::Redirects { .. }
            | Self::RedirectLoop { .. } => true,
            Self::Tls { problem, .. } => !problem.may_pass(),
            Self::Browser { problem, .. } => problem.is_lasting(),
            Self::Dns { .. }
            | Self::Connect { .. }
            | Self::Dropped { .. }
            | Self::Incomplete { .. }
            | Self::Timeout { .. }
            | Self::Proxy { .. }
            | Self::ProxySilent { .. }
            | Self::Garbled { .. } => false,
        }
    }

    /// The browser's failure to show `url`.
    pub fn browser(url: &Url, problem: BrowserProblem, detail: String) -> Self {
        Self::Browser {
            url: shown(url),
            problem,
            detail,
        }
    }

    /// Bytes of the body received despite the failure.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Incomplete { bytes, .. }
            | Self::Timeout { bytes, .. }
            | Self::TooLarge { bytes, .. }
            | Self::Garbled { bytes, .. } => *bytes,
            _ => 0,
        }
    }

    /// Returns the same error with `received` bytes of the body.
    pub(super) fn with_bytes(mut self, received: usize) -> Self {
        if let Self::Incomplete { bytes, .. }
        | Self::Timeout { bytes, .. }
        | Self::TooLarge { bytes, .. }
        | Self::Garbled { bytes, .. } = &mut self
        {
            *bytes = received as u64;
        }
        self
    }

    /// The fault in the form the judge expects.
    pub fn fault(&self) -> TransportFault {
        match self {
            Self::Proxy { proxy, reason, .. } => {
                TransportFault::Proxy(format!("{proxy}: {reason}"))
            }
            Self::ProxySilent { proxy, seconds } => {
                TransportFault::Proxy(format!("{proxy}: silent for {seconds} s"))
            }
            Self::Dns { host } => TransportFault::Unreachable(host.clone()),
            Self::Connect { host, reason } => {
                TransportFault::Unreachable(format!("{host}: {reason}"))
            }
            Self::Dropped { reason, .. } => TransportFault::Dropped(reason.clone()),
            Self::Incomplete { reason, .. } => TransportFault::Incomplete(reason.clone()),
            Self::Timeout { seconds, .. } => TransportFault::Timeout(format!("{seconds} s")),
            Self::Tls { host, reason, .. } => TransportFault::Other(format!("{host}: {reason}")),
            Self::Garbled { reason, .. } => TransportFault::Other(reason.clone()),
            Self::OutOfReach { .. } => TransportFault::NotTaken("out-of-reach"),
            Self::TooLarge { .. } => TransportFault::NotTaken("too-large"),
            Self::HeadTooLarge { .. } => TransportFault::NotTaken("head-too-large"),
            Self::TooManyElements { .. } => TransportFault::NotTaken("too-many-elements"),
            Self::TooMuchWork { .. } => TransportFault::NotTaken("too-much-work"),
            Self::Browser { problem, .. } => match problem {
                BrowserProblem::Memory => TransportFault::NotTaken("browser-memory"),
                BrowserProblem::Restless => TransportFault::NotTaken("browser-restless"),
                _ => TransportFault::Other(self.to_string()),
            },
            Self::Scheme { .. }
            | Self::Disallowed { .. }
            | Self::RobotsUnreachable { .. }
            | Self::Redirects { .. }
            | Self::RedirectLoop { .. } => TransportFault::Other(self.to_string()),
        }
    }
}

impl Explain for FetchError {
    fn explain(&self) -> Message {
        match self {
            Self::Scheme { url } => Message::new("fetch-scheme").with("url", url.as_str()),
            Self::OutOfReach {
                host,
                address,
                space,
            } => Message::new("fetch-out-of-reach")
                .with("host", host.as_str())
                .with(
                    "address",
                    address.map_or_else(|| host.clone(), |a| a.to_string()),
                )
                .with(
                    "case",
                    match (address.is_some(), space.can_be_allowed()) {
                        _ if *space == AddressSpace::Public => "no-longer-inside",
                        (true, true) => "resolved",
                        (true, false) => "resolved-never",
                        (false, true) => "written",
                        (false, false) => "written-never",
                    },
                ),
            Self::Disallowed { url, rule } => Message::new("engine-reason-robots")
                .with("url", url.as_str())
                .with("rule", rule.as_str()),
            Self::RobotsUnreachable { url, status } => {
                let message = Message::new("fetch-robots-unreachable").with("url", url.as_str());
                message.with("status", status.unwrap_or_default())
            }
            Self::Dns { host } => Message::new("fetch-dns").with("host", host.as_str()),
            Self::Connect { host, reason } => Message::new("fetch-connect")
                .with("host", host.as_str())
                .with("reason", words::cause(reason)),
            Self::Tls {
                host,
                problem,
                reason,
            } => Message::new("fetch-tls")
                .with("host", host.as_str())
                .with("problem", problem.token())
                .with("reason", words::cause(reason)),
            Self::Dropped { url, reason } => Message::new("fetch-dropped")
                .with("url", url.as_str())
                .with("reason", words::cause(reason)),
            Self::Incomplete { url, reason, .. } => Message::new("fetch-incomplete")
                .with("url", url.as_str())
                .with("reason", words::cause(reason)),
            Self::Timeout {
                url,
                seconds,
                stage,
                ..
            } => Message::new("fetch-timeout")
                .with("url", url.as_str())
                .with("stage", stage.token())
                .with("seconds", *seconds),
            Self::TooLarge { url, limit, .. } => Message::new("fetch-too-large")
                .with("url", url.as_str())
                .with("kib", limit.div_ceil(1024)),
            Self::TooManyElements { url, limit } => Message::new("fetch-too-many-elements")
                .with("url", url.as_str())
                .with("limit", *limit),
            Self::TooMuchWork { url } => {
                Message::new("fetch-too-much-work").with("url", url.as_str())
            }
            Self::HeadTooLarge { url } => {
                Message::new("fetch-head-too-large").with("url", url.as_str())
            }
            Self::Redirects { url, followed } => Message::new("fetch-redirects")
                .with("url", url.as_str())
                .with("followed", *followed),
            Self::RedirectLoop { url } => {
                Message::new("fetch-redirect-loop").with("url", url.as_str())
            }
            Self::Proxy {
                proxy,
                unreachable,
                reason,
            } => Message::new(match unreachable {
                true => "fetch-proxy-unreachable",
                false => words::about_proxy(reason),
            })
            .with("proxy", proxy.as_str())
            .with("reason", words::cause(reason)),
            Self::ProxySilent { proxy, seconds } => Message::new("fetch-proxy-silent")
                .with("proxy", proxy.as_str())
                .with("seconds", *seconds),
            Self::Garbled { url, reason, .. } => Message::new("fetch-garbled")
                .with("url", url.as_str())
                .with("reason", words::cause(reason)),
            Self::Browser {
                problem, detail, ..
            } => Message::new("fetch-browser-fault")
                .with("problem", problem.token())
                .with("detail", detail.as_str()),
        }
    }
}

impl std::fmt::Display for FetchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for FetchError {}

/// An address without user and password, for display.
pub(super) fn shown(url: &Url) -> String {
    without_credentials(url).to_string()
}

/// An address without its query and fragment, where a login may carry anything.
pub(super) fn without_query(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    url
}

impl FetchError {
    /// The same without the queries of its addresses, for login exchanges: they may contain a
    /// password under any name.
    #[must_use]
    pub(super) fn without_query(mut self) -> Self {
        let text = match &mut self {
            Self::Scheme { url }
            | Self::Disallowed { url, .. }
            | Self::RobotsUnreachable { url, .. }
            | Self::Dropped { url, .. }
            | Self::Incomplete { url, .. }
            | Self::Timeout { url, .. }
            | Self::TooLarge { url, .. }
            | Self::HeadTooLarge { url }
            | Self::TooManyElements { url, .. }
            | Self::TooMuchWork { url }
            | Self::Redirects { url, .. }
            | Self::RedirectLoop { url }
            | Self::Garbled { url, .. }
            | Self::Browser { url, .. } => url,
            Self::Dns { .. }
            | Self::OutOfReach { .. }
            | Self::Connect { .. }
            | Self::Tls { .. }
            | Self::Proxy { .. }
            | Self::ProxySilent { .. } => return self,
        };
        if let Some(at) = text.find(['?', '#']) {
            text.truncate(at);
        }
        if let Self::Incomplete { received, .. } = &mut self {
            *received = None;
        }
        if let Self::Garbled { reason, .. } = &mut self
            && let Some(at) = reason.find(['?', '#'])
        {
            reason.truncate(at);
        }
        self
    }
}

/// Host and port of an address, in their usual form.
pub(super) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

mod problems;
#[cfg(test)]
mod tests;
mod words;
