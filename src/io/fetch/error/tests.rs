//! Tests of error messages.

use super::*;
use bowerbird_logic::messages::{Catalogue, Language};

#[test]
fn errors_of_a_login_lose_the_queries_whatever_the_fields_are_called() {
    let url = || "http://h/do?benutzer=ann&kennwort=Geheim#x".to_owned();
    for error in [
        FetchError::Scheme { url: url() },
        FetchError::RedirectLoop { url: url() },
        FetchError::Garbled {
            url: url(),
            reason: format!("Location: {}", url()),
            bytes: 0,
        },
        FetchError::Dropped {
            url: url(),
            reason: "x".to_owned(),
        },
    ] {
        let shown = error.without_query().to_string();
        assert!(
            shown.contains("http://h/do") && !shown.contains("Geheim"),
            "{shown}"
        );
    }
}

#[test]
fn every_failure_has_a_text_with_its_arguments() {
    let text = || "x".to_owned();
    let (url, host, reason) = (text, text, text);
    let tls = |problem| FetchError::Tls {
        host: host(),
        problem,
        reason: reason(),
    };
    let inside = |address, space| FetchError::OutOfReach {
        host: host(),
        address,
        space,
    };
    let late = |stage| FetchError::Timeout {
        url: url(),
        seconds: 1,
        stage,
        bytes: 0,
    };
    let all = [
        FetchError::Scheme { url: url() },
        FetchError::Dns { host: host() },
        inside(None, AddressSpace::Private),
        inside(Some(IpAddr::from([10, 0, 0, 1])), AddressSpace::Private),
        inside(None, AddressSpace::Metadata),
        inside(Some(IpAddr::from([10, 0, 0, 1])), AddressSpace::Metadata),
        FetchError::Disallowed {
            url: url(),
            rule: reason(),
        },
        FetchError::RobotsUnreachable {
            url: url(),
            status: Some(503),
        },
        FetchError::RobotsUnreachable {
            url: url(),
            status: None,
        },
        FetchError::Connect {
            host: host(),
            reason: reason(),
        },
        tls(TlsProblem::Expired),
        tls(TlsProblem::NotYetValid),
        tls(TlsProblem::WrongHost),
        tls(TlsProblem::Untrusted),
        tls(TlsProblem::Revoked),
        tls(TlsProblem::OldCertificate),
        tls(TlsProblem::BadCertificate),
        tls(TlsProblem::OldProtocol),
        tls(TlsProblem::NoTls),
        tls(TlsProblem::Other),
        FetchError::HeadTooLarge { url: url() },
        FetchError::TooMuchWork { url: url() },
        FetchError::TooManyElements {
            url: url(),
            limit: 1,
        },
        late(Stage::Name),
        late(Stage::Connect),
        late(Stage::Secure),
        late(Stage::Answer),
        late(Stage::Body),
        FetchError::Dropped {
            url: url(),
            reason: reason(),
        },
        late(Stage::Whole),
        FetchError::TooLarge {
            url: url(),
            limit: 1,
            bytes: 0,
        },
        FetchError::Redirects {
            url: url(),
            followed: 1,
        },
        FetchError::RedirectLoop { url: url() },
        FetchError::Proxy {
            proxy: host(),
            unreachable: false,
            reason: reason(),
        },
        FetchError::Proxy {
            proxy: host(),
            unreachable: true,
            reason: reason(),
        },
        FetchError::ProxySilent {
            proxy: host(),
            seconds: 5,
        },
        FetchError::Garbled {
            url: url(),
            reason: reason(),
            bytes: 0,
        },
    ];
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        let mut seen = std::collections::HashSet::new();
        for error in &all {
            let shown = catalogue.text(&error.explain());
            assert!(!shown.contains(['{', '[']), "{shown}");
            seen.insert(shown);
        }
        assert_eq!(seen.len(), all.len(), "each has words of its own");
    }
}
