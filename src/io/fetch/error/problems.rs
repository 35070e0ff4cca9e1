//! What can be wrong with a stage, a secure connection, the browser: closed lists, each with its
//! names in messages.

use serde::{Deserialize, Serialize};

/// What is wrong with the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BrowserProblem {
    /// None is installed.
    Missing,
    /// The one that was named is not there.
    NotThere,
    /// What was named is none.
    NoBrowser,
    /// It is too old.
    TooOld,
    /// None can be used on this system yet.
    System,
    /// It draws no window, and a person needs one.
    NoWindow,
    /// There is no screen for its window.
    NoScreen,
    /// It does not start.
    Start,
    /// It ended meanwhile.
    Died,
    /// It does not answer.
    Hung,
    /// The page ended its tab, by a crash.
    Crashed,
    /// The page took too much memory.
    Memory,
    /// The page leads from document to document without end.
    Restless,
    /// A step of the rule found nothing on the page to act on.
    Step,
    /// A rule has steps, and the command leaves the browser out.
    LeftOut,
    /// It refuses what is asked of it.
    Protocol,
}

impl BrowserProblem {
    /// Its name in messages and verdicts.
    pub fn token(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::NotThere => "not-there",
            Self::NoBrowser => "no-browser",
            Self::TooOld => "too-old",
            Self::System => "system",
            Self::NoWindow => "no-window",
            Self::NoScreen => "no-screen",
            Self::Start => "start",
            Self::Died => "died",
            Self::Hung => "hung",
            Self::Crashed => "crashed",
            Self::Memory => "memory",
            Self::Restless => "restless",
            Self::Step => "step",
            Self::LeftOut => "left-out",
            Self::Protocol => "protocol",
        }
    }

    /// Whether another try leads to the same.
    pub fn is_lasting(self) -> bool {
        !matches!(self, Self::Died | Self::Hung | Self::Crashed | Self::Start)
    }
}

/// The stage at which an exchange timed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Resolving the name.
    Name,
    /// Connecting.
    Connect,
    /// TLS handshake on the new connection.
    Secure,
    /// Waiting for the head of the answer.
    Answer,
    /// Waiting for more of the body.
    Body,
    /// Bytes may have arrived, but the whole took too long.
    Whole,
}

impl Stage {
    pub(super) fn token(self) -> &'static str {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TlsProblem {
    /// The certificate has expired.
    Expired,
    /// The certificate is not valid yet.
    NotYetValid,
    /// The certificate is for another host.
    WrongHost,
    /// The certificate is self-signed, or signed by an unknown authority.
    Untrusted,
    /// The certificate was revoked.
    Revoked,
    /// The certificate has a version unused since the 1990s.
    OldCertificate,
    /// The certificate cannot be parsed, or has an unsupported signature algorithm.
    BadCertificate,
    /// The site only supports insecure versions of TLS.
    OldProtocol,
    /// The certificate is not for web sites.
    WrongPurpose,
    /// It cannot be found out whether the certificate was revoked.
    RevocationUnknown,
    /// The peer does not speak TLS.
    NoTls,
    /// The site asks visitors for a certificate of their own.
    WantsCertificate,
    /// The server does not know the host.
    UnknownHost,
    /// The server gave up for a reason of its own.
    ServerFault,
    /// What arrived was changed on the way, or the server breaks the protocol.
    Disturbed,
    /// Anything else.
    Other,
}

impl TlsProblem {
    /// Whether it may be gone at the next attempt.
    pub(super) fn may_pass(self) -> bool {
        matches!(self, Self::ServerFault | Self::Disturbed | Self::Other)
    }

    pub(super) fn token(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::NotYetValid => "not-yet-valid",
            Self::WrongHost => "wrong-host",
            Self::Untrusted => "untrusted",
            Self::Revoked => "revoked",
            Self::OldCertificate => "old-certificate",
            Self::BadCertificate => "bad-certificate",
            Self::OldProtocol => "old-protocol",
            Self::WrongPurpose => "wrong-purpose",
            Self::RevocationUnknown => "revocation-unknown",
            Self::NoTls => "no-tls",
            Self::WantsCertificate => "wants-certificate",
            Self::UnknownHost => "unknown-host",
            Self::ServerFault => "server-fault",
            Self::Disturbed => "disturbed",
            Self::Other => "other",
        }
    }
}
