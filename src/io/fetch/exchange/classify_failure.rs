//! From the HTTP library's error to a [`FetchError`]: searches the chain of causes, and decides
//! whether the site or the proxy failed. Pure: errors in, errors out.

use std::error::Error;
use std::io::ErrorKind;
use std::net::IpAddr;

use url::Url;

use rustls::{AlertDescription, CertificateError};

use crate::fetch::FetchError;
use crate::fetch::connection::name_resolution::{NameTimeout, OutOfReach};
use crate::fetch::connection::phases::PhaseTimeout;
use crate::fetch::error::{Stage, TlsProblem, host_of, shown};
use crate::fetch::session::ProxyRoute;
use bowerbird_logic::policy::address_policy::AddressSpace;

/// Which part of an exchange failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Until the headers arrived, connecting included.
    Head,
    /// While reading the body.
    Body,
}

/// The context of a failure.
pub(crate) struct FailureContext<'a> {
    /// The address of this hop.
    pub url: &'a Url,
    /// The proxy in use.
    pub proxy: Option<&'a ProxyRoute>,
    /// The phase it reached.
    pub phase: Phase,
    /// Seconds since the fetch began, at least 1.
    pub waited_s: u64,
}

/// Classifies the failure `error` at `place`.
pub(crate) fn classify(error: &reqwest::Error, place: &FailureContext<'_>) -> FetchError {
    let found = Findings::of(error);
    // Checked first: the library reports it as an unknown name.
    if let Some((address, space)) = found.out_of_reach {
        return FetchError::OutOfReach {
            host: host_of(place.url),
            address: Some(address),
            space,
        };
    }
    let cause = if found.late.is_some() {
        Cause::Timeout
    } else if error.is_dns() {
        Cause::Dns
    } else {
        found.cause.unwrap_or(if error.is_timeout() {
            Cause::Timeout
        } else if error.is_connect() {
            Cause::Connect
        } else {
            Cause::Garbled
        })
    };
    let stage = match (found.late, place.phase) {
        (Some(stage), _) => stage,
        (None, Phase::Head) if error.is_connect() => Stage::Connect,
        (None, Phase::Head) => Stage::Answer,
        (None, Phase::Body) => Stage::Body,
    };
    let problem = found.problem;
    let reason = found.reason;
    if let Some(proxy) = place.proxy
        // The TLS peer is the far end behind the proxy.
        && (stage != Stage::Secure || proxy.url.scheme() == "https")
        && is_fault_of_proxy(proxy, place, cause, error.is_connect(), &reason)
    {
        let tunnelled = reason.starts_with(TUNNEL) || reason.starts_with(SOCKS);
        let reached = tunnelled && !reason.contains(NO_CONNECTION);
        let silent = matches!(cause, Cause::Dns | Cause::Connect | Cause::Timeout);
        return FetchError::Proxy {
            proxy: shown(&proxy.url),
            unreachable: error.is_connect() && silent && !reached,
            reason,
        };
    }
    name(cause, place, reason, stage, problem)
}

/// The kinds of cause that a chain can end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Dns,
    Connect,
    Tls,
    Dropped,
    Timeout,
    HeadTooLarge,
    Garbled,
}

fn name(
    cause: Cause,
    place: &FailureContext<'_>,
    reason: String,
    stage: Stage,
    problem: TlsProblem,
) -> FetchError {
    let url = shown(place.url);
    match cause {
        Cause::Dns => FetchError::Dns {
            host: place.url.host_str().unwrap_or_default().to_owned(),
        },
        Cause::Connect => FetchError::Connect {
            host: host_of(place.url),
            reason,
        },
        Cause::Tls => FetchError::Tls {
            host: host_of(place.url),
            problem,
            reason,
        },
        Cause::HeadTooLarge => FetchError::HeadTooLarge { url },
        Cause::Dropped if place.phase == Phase::Body => FetchError::Incomplete {
            url,
            reason,
            bytes: 0,
            received: None,
        },
        Cause::Dropped => FetchError::Dropped { url, reason },
        Cause::Timeout => FetchError::Timeout {
            url,
            seconds: place.waited_s,
            stage,
            bytes: 0,
        },
        Cause::Garbled => FetchError::Garbled {
            url,
            reason,
            bytes: 0,
        },
    }
}

/// Whether a failure with a proxy in use is the proxy's own.
///
/// Until there is a connection it is, except for what only the far end can do: present a bad
/// certificate, hang up in the TLS handshake, or (as reported by a SOCKS proxy) be closed or
/// unreachable. A plain-http request ends at an HTTP proxy, so a missing or damaged head is the
/// proxy's fault too; a good proxy reports the site's silence or hang-up in its own answer.
fn is_fault_of_proxy(
    proxy: &ProxyRoute,
    place: &FailureContext<'_>,
    cause: Cause,
    connecting: bool,
    reason: &str,
) -> bool {
    let to_proxy_by_tls = proxy.url.scheme() == "https";
    let is_socks = proxy.url.scheme().starts_with("socks");
    let tunnel = reason.starts_with(TUNNEL) || reason.starts_with(SOCKS);
    if connecting && is_socks && far_end_refused(reason) {
        return false;
    }
    if connecting {
        return match cause {
            Cause::Tls => to_proxy_by_tls && place.url.scheme() == "http",
            Cause::Dropped => tunnel || place.url.scheme() == "http",
            Cause::Dns | Cause::Connect | Cause::Timeout | Cause::HeadTooLarge | Cause::Garbled => {
                true
            }
        };
    }
    let answered_by_proxy = !is_socks && place.url.scheme() == "http";
    answered_by_proxy
        && place.phase == Phase::Head
        && matches!(cause, Cause::Dropped | Cause::Garbled)
}

/// Prefix of the library's errors about CONNECT tunnels.
const TUNNEL: &str = "tunnel error: ";
/// What those say when there is not even a connection to the proxy.
const NO_CONNECTION: &str = "failed to create underlying connection";
/// Prefix of the library's errors about SOCKS; they have no source.
const SOCKS: &str = "SOCKS error: ";
/// Replies of a SOCKS server that worked while the far end did not (RFC 1928 §6).
const FAR_END: [&str; 4] = [
    "network unreachable",
    "host unreachable",
    "connection refused",
    "ttl expired",
];

fn far_end_refused(reason: &str) -> bool {
    reason
        .strip_prefix(SOCKS)
        .is_some_and(|said| FAR_END.contains(&said))
}

/// Findings in the chain of causes.
struct Findings {
    cause: Option<Cause>,
    /// The address that was out of reach.
    out_of_reach: Option<(IpAddr, AddressSpace)>,
    /// The phase of connecting that timed out.
    late: Option<Stage>,
    problem: TlsProblem,
    reason: String,
}

impl Findings {
    fn of(error: &reqwest::Error) -> Self {
        let mut cause = None;
        let mut out_of_reach = None;
        let mut tunnel = None;
        let mut problem = TlsProblem::Other;
        let mut late = None;
        // The library's own message would contain the address, so a single error only gives its
        // kind.
        let mut reason = String::from("no further cause given");
        let mut next = error.source();
        // Chains are short; the bound guards against cycles.
        for _ in 0..32 {
            let Some(current) = next else { break };
            let text = current.to_string();
            if text.starts_with(TUNNEL) || text.starts_with(SOCKS) {
                tunnel = Some(text.clone());
            }
            cause = cause_of(current).or(cause);
            if current.is::<NameTimeout>() {
                late = Some(Stage::Name);
            } else if let Some(phase) = current.downcast_ref::<PhaseTimeout>() {
                late = Some(phase.stage);
            }
            if let Some(out) = current.downcast_ref::<OutOfReach>() {
                out_of_reach = Some((out.address, out.space));
            }
            if let Some(tls) = current.downcast_ref::<rustls::Error>() {
                problem = problem_of(tls);
            }
            reason = text;
            next = inner(current);
        }
        let reason = match tunnel {
            Some(tunnel) if tunnel != reason => format!("{tunnel}: {reason}"),
            _ => reason,
        };
        Self {
            cause,
            out_of_reach,
            late,
            problem,
            reason,
        }
    }
}

/// The next cause. `source` skips an I/O error that wraps another one.
fn inner<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<std::io::Error>() {
        Some(io) => io.get_ref().map(|e| e as &(dyn Error + 'static)),
        None => error.source(),
    }
}

fn cause_of(error: &(dyn Error + 'static)) -> Option<Cause> {
    if error.is::<rustls::Error>() {
        return Some(Cause::Tls);
    }
    if let Some(hyper) = error.downcast_ref::<hyper::Error>() {
        return if hyper.is_timeout() {
            Some(Cause::Timeout)
        } else if hyper.is_incomplete_message() || hyper.is_closed() || hyper.is_canceled() {
            Some(Cause::Dropped)
        } else if hyper.is_parse_too_large() {
            Some(Cause::HeadTooLarge)
        } else if hyper.is_parse() {
            Some(Cause::Garbled)
        } else {
            None
        };
    }
    match error.downcast_ref::<std::io::Error>()?.kind() {
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::NotConnected
        | ErrorKind::UnexpectedEof => Some(Cause::Dropped),
        ErrorKind::ConnectionRefused
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkUnreachable
        | ErrorKind::NetworkDown
        | ErrorKind::AddrNotAvailable
        | ErrorKind::PermissionDenied => Some(Cause::Connect),
        ErrorKind::TimedOut => Some(Cause::Timeout),
        ErrorKind::InvalidData => Some(Cause::Garbled),
        _ => None,
    }
}

/// The TLS problem to report to the user.
fn problem_of(error: &rustls::Error) -> TlsProblem {
    use rustls::Error as E;
    match error {
        E::InvalidCertificate(fault) => certificate_problem(fault),
        E::NoCertificatesPresented | E::UnsupportedNameType => TlsProblem::BadCertificate,
        E::InvalidCertRevocationList(_) => TlsProblem::RevocationUnknown,
        E::PeerIncompatible(_) | E::NoApplicationProtocol => TlsProblem::OldProtocol,
        E::AlertReceived(alert) => alert_problem(*alert),
        E::InvalidMessage(_) => TlsProblem::NoTls,
        E::InappropriateMessage { .. }
        | E::InappropriateHandshakeMessage { .. }
        | E::InvalidEncryptedClientHello(_)
        | E::DecryptError
        | E::PeerMisbehaved(_)
        | E::PeerSentOversizedRecord
        | E::HandshakeNotComplete => TlsProblem::Disturbed,
        _ => TlsProblem::Other,
    }
}

fn certificate_problem(fault: &CertificateError) -> TlsProblem {
    use CertificateError as C;
    match fault {
        C::Expired | C::ExpiredContext { .. } => TlsProblem::Expired,
        C::NotValidYet | C::NotValidYetContext { .. } => TlsProblem::NotYetValid,
        C::NotValidForName | C::NotValidForNameContext { .. } => TlsProblem::WrongHost,
        C::UnknownIssuer => TlsProblem::Untrusted,
        C::Revoked => TlsProblem::Revoked,
        C::InvalidPurpose | C::InvalidPurposeContext { .. } => TlsProblem::WrongPurpose,
        C::UnknownRevocationStatus
        | C::ExpiredRevocationList
        | C::ExpiredRevocationListContext { .. }
        | C::InvalidOcspResponse => TlsProblem::RevocationUnknown,
        // A self-signed CA certificate, as many home-made ones are.
        C::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => TlsProblem::Untrusted,
        C::Other(other) if other.to_string().contains("UnsupportedCertVersion") => {
            TlsProblem::OldCertificate
        }
        _ => TlsProblem::BadCertificate,
    }
}

/// What the server says when it ends a secure connection (RFC 8446 §6.2).
fn alert_problem(alert: AlertDescription) -> TlsProblem {
    use AlertDescription as A;
    match alert {
        A::ProtocolVersion
        | A::HandshakeFailure
        | A::InsufficientSecurity
        | A::ExportRestriction
        | A::InappropriateFallback
        | A::NoApplicationProtocol
        | A::MissingExtension
        | A::UnsupportedExtension => TlsProblem::OldProtocol,
        A::CertificateRequired
        | A::NoCertificate
        | A::BadCertificate
        | A::UnsupportedCertificate
        | A::CertificateRevoked
        | A::CertificateExpired
        | A::CertificateUnknown
        | A::CertificateUnobtainable
        | A::BadCertificateHashValue
        | A::UnknownCA
        | A::UnknownPSKIdentity
        | A::AccessDenied => TlsProblem::WantsCertificate,
        A::UnrecognisedName => TlsProblem::UnknownHost,
        A::UnexpectedMessage
        | A::BadRecordMac
        | A::DecryptionFailed
        | A::RecordOverflow
        | A::DecompressionFailure
        | A::IllegalParameter
        | A::DecodeError
        | A::DecryptError => TlsProblem::Disturbed,
        // It gave up, and says no more than that.
        _ => TlsProblem::ServerFault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::messages::{Explain as _, Language, text_in};

    #[test]
    fn bad_certificates_and_old_sites_are_told_apart() {
        let certificate = |fault| problem_of(&rustls::Error::InvalidCertificate(fault));
        assert_eq!(certificate(CertificateError::Expired), TlsProblem::Expired);
        assert_eq!(
            certificate(CertificateError::NotValidYet),
            TlsProblem::NotYetValid
        );
        assert_eq!(
            certificate(CertificateError::NotValidForName),
            TlsProblem::WrongHost
        );
        assert_eq!(
            certificate(CertificateError::UnknownIssuer),
            TlsProblem::Untrusted
        );
        assert_eq!(certificate(CertificateError::Revoked), TlsProblem::Revoked);
        let old = rustls::OtherError(std::sync::Arc::new(std::io::Error::other(
            "UnsupportedCertVersion",
        )));
        assert_eq!(
            certificate(CertificateError::Other(old)),
            TlsProblem::OldCertificate
        );
        assert_eq!(
            certificate(CertificateError::BadEncoding),
            TlsProblem::BadCertificate
        );
        let alert = rustls::Error::AlertReceived(AlertDescription::ProtocolVersion);
        assert_eq!(problem_of(&alert), TlsProblem::OldProtocol);
    }

    /// Every kind that the library knows has a text of its own: none tells the library's words.
    #[test]
    fn every_alert_and_every_fault_of_a_certificate_has_a_text() {
        let alerts = (0..=u8::MAX).map(AlertDescription::from);
        let alerts = alerts.map(rustls::Error::AlertReceived);
        let purpose = rustls::ExtendedKeyPurpose::ClientAuth;
        let time = rustls::pki_types::UnixTime::now();
        let faults = [
            CertificateError::BadEncoding,
            CertificateError::Expired,
            CertificateError::ExpiredContext {
                time,
                not_after: time,
            },
            CertificateError::NotValidYet,
            CertificateError::NotValidYetContext {
                time,
                not_before: time,
            },
            CertificateError::Revoked,
            CertificateError::UnhandledCriticalExtension,
            CertificateError::UnknownIssuer,
            CertificateError::UnknownRevocationStatus,
            CertificateError::ExpiredRevocationList,
            CertificateError::BadSignature,
            CertificateError::NotValidForName,
            CertificateError::InvalidPurpose,
            CertificateError::InvalidPurposeContext {
                required: purpose.clone(),
                presented: vec![purpose],
            },
            CertificateError::InvalidOcspResponse,
            CertificateError::ApplicationVerificationFailure,
        ];
        let faults = faults.into_iter().map(rustls::Error::InvalidCertificate);
        let others = [
            rustls::Error::NoCertificatesPresented,
            rustls::Error::DecryptError,
            rustls::Error::PeerSentOversizedRecord,
            rustls::Error::NoApplicationProtocol,
        ];
        let word = "library-word";
        let mut told = std::collections::BTreeSet::new();
        for error in alerts.chain(faults).chain(others) {
            let problem = problem_of(&error);
            assert_ne!(problem, TlsProblem::Other, "{error:?}");
            let message = FetchError::Tls {
                host: "a.example".to_owned(),
                problem,
                reason: word.to_owned(),
            }
            .explain();
            for language in Language::ALL {
                let text = text_in(language, &message);
                assert!(!text.contains(word), "{error:?}: {text}");
                told.insert(text);
            }
        }
        // Expired, not yet valid, another host …: each has its own sentence.
        assert!(told.len() >= 26, "{}: {told:#?}", told.len());
    }
}
