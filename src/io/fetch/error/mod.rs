//! Why there is no answer, and whose fault it is.
//!
//! Below: from the errors of the HTTP library.

use std::net::IpAddr;

use url::Url;

use super::answer::{Fetched, without_credentials};
use bowerbird_logic::address_policy::AddressSpace;
use bowerbird_logic::detect::TransportFault;
use bowerbird_logic::messages::{Explain, Message, english};

/// A failed fetch. Each variant carries the address or host it is about and the cause in words;
/// none of them holds a user name or a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchError {
    /// Not http or https.
    Scheme {
        /// The address.
        url: String,
    },
    /// The address lies inside of the network, and what began elsewhere is not followed there.
    OutOfReach {
        /// The host.
        host: String,
        /// The address that its name leads to; absent where the host itself says it.
        address: Option<IpAddr>,
        /// Where it lies.
        space: AddressSpace,
    },
    /// robots.txt does not allow it.
    Disallowed {
        /// The address.
        url: String,
        /// The rule that decides, such as `Disallow: /private`.
        rule: String,
    },
    /// The robots.txt of its host cannot be had, so nothing may be fetched there.
    RobotsUnreachable {
        /// The address.
        url: String,
        /// The status that the file was answered with; absent without an answer.
        status: Option<u16>,
    },
    /// The name does not resolve.
    Dns {
        /// The host.
        host: String,
    },
    /// Nobody listens, or the network is unreachable.
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
        /// What is wrong, as far as it can be told.
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
    /// The answer began and is not whole: the connection ended in its body, or a part came that
    /// nobody asked for (RFC 9112 §8, RFC 9110 §15.3.7).
    Incomplete {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
        /// Bytes of its body that came.
        bytes: u64,
        /// The beginning of what came.
        received: Option<Box<Fetched>>,
    },
    /// Silence.
    Timeout {
        /// The address.
        url: String,
        /// Seconds waited.
        seconds: u64,
        /// How far it had got.
        stage: Stage,
        /// Bytes of its body that came.
        bytes: u64,
    },
    /// The body is larger than allowed.
    TooLarge {
        /// The address.
        url: String,
        /// The limit in bytes.
        limit: u64,
        /// Bytes of its body that came.
        bytes: u64,
    },
    /// The head has more header lines, or longer ones, than any good site sends.
    HeadTooLarge {
        /// The address.
        url: String,
    },
    /// A page of more elements, or with a tag of more attributes, than any page people read.
    TooManyElements {
        /// The address.
        url: String,
        /// The limit of elements.
        limit: usize,
    },
    /// A page on which the site's rule would cause more work than on any page people read.
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
    /// Redirects that come back to the same address again and again.
    RedirectLoop {
        /// The address they come back to.
        url: String,
    },
    /// The proxy's fault: cannot be reached, wants another password, refused, answers garbage.
    Proxy {
        /// The proxy, without credentials.
        proxy: String,
        /// Cause.
        reason: String,
    },
    /// A proxy that nobody knows did not begin an answer in the time it is given.
    ProxySilent {
        /// The proxy, without credentials.
        proxy: String,
        /// Seconds waited.
        seconds: u64,
    },
    /// The answer is no HTTP, or its encoding is damaged.
    Garbled {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
        /// Bytes of its body that came.
        bytes: u64,
    },
}

/// How far an exchange had got when it took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Looking up the name.
    Name,
    /// Connecting.
    Connect,
    /// Securing the connection, which is there.
    Secure,
    /// Waiting for the head of the answer.
    Answer,
    /// Waiting for more of the body.
    Body,
    /// Bytes may have come, but the whole took too long.
    Whole,
}

impl Stage {
    fn token(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Connect => "connect",
            Self::Secure => "secure",
            Self::Answer => "answer",
            Self::Body => "body",
            Self::Whole => "whole",
        }
    }
}

/// What is wrong with a secure connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsProblem {
    /// The certificate has expired.
    Expired,
    /// The certificate is not valid yet.
    NotYetValid,
    /// The certificate is for another host.
    WrongHost,
    /// The site signed its certificate itself, or somebody unknown did.
    Untrusted,
    /// The certificate was taken back.
    Revoked,
    /// The certificate is of a version that has been out of use since the nineties.
    OldCertificate,
    /// The certificate cannot be read, or is signed in a way that nobody takes.
    BadCertificate,
    /// The site speaks only versions of TLS that are no longer safe.
    OldProtocol,
    /// What answers does not speak TLS.
    NoTls,
    /// Anything else.
    Other,
}

impl TlsProblem {
    fn token(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::NotYetValid => "not-yet-valid",
            Self::WrongHost => "wrong-host",
            Self::Untrusted => "untrusted",
            Self::Revoked => "revoked",
            Self::OldCertificate => "old-certificate",
            Self::BadCertificate => "bad-certificate",
            Self::OldProtocol => "old-protocol",
            Self::NoTls => "no-tls",
            Self::Other => "other",
        }
    }
}

impl FetchError {
    /// Whether asking again soon cannot help: the same answer will come, or none may be taken.
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
            Self::Tls { problem, .. } => *problem != TlsProblem::Other,
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

    /// Bytes of the body that came all the same.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Incomplete { bytes, .. }
            | Self::Timeout { bytes, .. }
            | Self::TooLarge { bytes, .. }
            | Self::Garbled { bytes, .. } => *bytes,
            _ => 0,
        }
    }

    /// The same, of whose body `received` came.
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

    /// As the judge wants it.
    pub fn fault(&self) -> TransportFault {
        match self {
            Self::Proxy { proxy, reason } => TransportFault::Proxy(format!("{proxy}: {reason}")),
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
                .with("reason", reason.as_str()),
            Self::Tls {
                host,
                problem,
                reason,
            } => Message::new("fetch-tls")
                .with("host", host.as_str())
                .with("problem", problem.token())
                .with("reason", reason.as_str()),
            Self::Dropped { url, reason } => Message::new("fetch-dropped")
                .with("url", url.as_str())
                .with("reason", reason.as_str()),
            Self::Incomplete { url, reason, .. } => Message::new("fetch-incomplete")
                .with("url", url.as_str())
                .with("reason", reason.as_str()),
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
            Self::Proxy { proxy, reason } => Message::new("fetch-proxy")
                .with("proxy", proxy.as_str())
                .with("reason", reason.as_str()),
            Self::ProxySilent { proxy, seconds } => Message::new("fetch-proxy-silent")
                .with("proxy", proxy.as_str())
                .with("seconds", *seconds),
            Self::Garbled { url, reason, .. } => Message::new("fetch-garbled")
                .with("url", url.as_str())
                .with("reason", reason.as_str()),
        }
    }
}

impl std::fmt::Display for FetchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for FetchError {}

/// An address as it may be shown: without user and password.
pub(super) fn shown(url: &Url) -> String {
    without_credentials(url).to_string()
}

/// An address without its query and fragment, in which a login may carry anything.
pub(super) fn without_query(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    url
}

impl FetchError {
    /// The same without the queries of its addresses, for exchanges that belong to a login: a password
    /// may stand there under any name.
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
            | Self::Garbled { url, .. } => url,
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

/// Host and port of an address, as a person would write them.
pub(super) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

pub(super) mod classify;
#[cfg(test)]
mod tests;
