//! What can be wrong with a secure connection, as it is told to the user.

/// What is wrong with a secure connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
