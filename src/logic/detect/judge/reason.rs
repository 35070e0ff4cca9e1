//! Verdicts as messages: what happened, on which evidence, and what it means. Input: a verdict.
//! Output: a message for the catalogues. The action that follows is described elsewhere.

use std::sync::LazyLock;

use url::Url;

use super::refusal_words::NETWORK_WORDS;
use super::{NOT_ACCEPTED, refused_agent};
use crate::detect::signals::SignalTarget;
use crate::detect::{SCRIPT_SHELL, Signal, Signals};
use crate::messages::{Message, span};
use crate::model::{Evidence, EvidencePlace, LIST_PARTIAL, PageState, RunPage, Verdict};

/// The message that explains `verdict` on the answer from `url`.
pub fn reason(verdict: &Verdict, url: &str) -> Message {
    let evidence = |signal: &str| verdict.evidence.iter().find(|e| e.signal == signal);
    // The address that the request was redirected to, if it differs from the requested one.
    let at = evidence(SENT_ON).map_or(url, |found| found.matched.as_str());
    if let Some(rule) = evidence(ROBOTS) {
        return Message::new("engine-reason-robots")
            .with("url", at)
            .with("rule", rule.matched.as_str());
    }
    if let Some(bound) = evidence(NOT_ACCEPTED) {
        return Message::new("detect-not-taken")
            .with("case", bound.matched.as_str())
            .with("host", host(at));
    }
    if evidence(SCRIPT_SHELL).is_some() {
        return Message::new("detect-script-shell").with("host", host(at));
    }
    if verdict.state == PageState::Outage
        && let Some(name) = verdict.evidence.iter().find(|e| e.is_unknown_host())
    {
        return Message::new("detect-unknown-host").with("host", name.matched.as_str());
    }
    let id = match verdict.state {
        PageState::Ok => "detect-ok",
        PageState::RateLimited => "detect-rate-limited",
        PageState::Challenge => "detect-challenge",
        PageState::Blocked if own_agent(verdict).is_some() => "detect-blocked-agent",
        PageState::Blocked => "detect-blocked",
        PageState::LoginRequired => "detect-login-required",
        PageState::SoftBlock => "detect-soft-block",
        PageState::LayoutChanged => "detect-layout-changed",
        PageState::Empty => "detect-empty",
        PageState::Outage => "detect-outage",
        PageState::ProxyFault => "detect-proxy-fault",
        PageState::Incomplete => "detect-incomplete",
        PageState::NeedsBrowser => "detect-needs-browser",
    };
    let main = main_evidence(verdict);
    let cause = main.map_or_else(|| Message::new("detect-cause-none"), evidence_cause);
    let wait = match verdict.retry_after {
        Some(wait) if !wait.is_zero() => Message::new("detect-wait-asked").with("wait", span(wait)),
        _ => Message::new("detect-nothing"),
    };
    let vendor = verdict
        .evidence
        .iter()
        .find_map(|found| SHIPPED.as_ref()?.get(&found.signal)?.vendor.as_deref());
    let vendor = match vendor {
        Some(name) => Message::new("detect-vendor").with("name", name),
        None => Message::new("detect-nothing"),
    };
    let message = Message::new(id)
        .with("cause", cause)
        .with("host", host(at))
        .with("wait", wait)
        .with("vendor", vendor);
    match own_agent(verdict) {
        Some(agent) => message.with("agent", agent.matched.as_str()),
        None => message,
    }
}

/// The signal of a page that robots.txt disallows.
pub const ROBOTS: &str = "robots-disallow";
/// The evidence that another host answered than the requested one.
pub const SENT_ON: &str = "sent-on";

fn own_agent(verdict: &Verdict) -> Option<&Evidence> {
    verdict
        .evidence
        .iter()
        .find(|e| e.signal == refused_agent::SIGNAL)
}

/// The cause of a page's outcome in a run, unless it was simply read.
pub fn page_cause(page: &RunPage) -> Option<Message> {
    let verdict = page.verdict.as_ref()?;
    Some(reason(verdict, &page.url))
}

/// The shipped signal with this `id`.
pub fn known_signal(id: &str) -> Option<&'static Signal> {
    SHIPPED.as_ref()?.get(id)
}

static SHIPPED: LazyLock<Option<Signals>> = LazyLock::new(|| Signals::shipped().ok());

/// The evidence that is easiest to understand: a status that explains the state, else the first
/// piece.
fn main_evidence(verdict: &Verdict) -> Option<&Evidence> {
    let status = verdict
        .evidence
        .iter()
        .find(|e| e.place == EvidencePlace::Status);
    let by_status = matches!(
        verdict.state,
        PageState::RateLimited | PageState::Blocked | PageState::Outage | PageState::Empty
    );
    status
        .filter(|_| by_status)
        .or_else(|| verdict.evidence.first())
}

/// Whether a signal is that of a network's sign-in page.
fn is_portal(signal: &str) -> bool {
    let signals = SHIPPED.as_ref();
    signals
        .and_then(|signals| signals.get(signal))
        .is_some_and(|signal| signal.place == SignalTarget::Portal)
}

/// What a piece of evidence says.
pub fn evidence_cause(found: &Evidence) -> Message {
    let id = match (found.signal.as_str(), found.place) {
        ("cut-off", _) => "detect-cause-cut-off",
        ("json-error", _) => "detect-cause-json-error",
        ("not-markup", _) => "detect-cause-not-markup",
        ("list-without-items", _) => "detect-cause-list-without-items",
        ("first-page-again", _) => "detect-cause-first-page-again",
        ("no-record", _) => "detect-cause-no-record",
        ("dropped", _) => "detect-cause-dropped",
        ("timeout", _) => "detect-cause-timeout",
        ("unreachable", _) => "detect-cause-unreachable",
        ("proxy-failed", _) => "detect-cause-proxy-failed",
        (LIST_PARTIAL, _) => "detect-cause-list-partial",
        (SCRIPT_SHELL, _) => "detect-cause-script-shell",
        ("body-repeats", _) => "detect-cause-body-repeats",
        ("sent-home", _) => "detect-cause-sent-home",
        ("bare-page", _) => "detect-cause-bare-page",
        ("password-field", _) => "detect-cause-password-field",
        ("no-body", _) => "detect-cause-no-body",
        (NETWORK_WORDS, _) => "detect-cause-network",
        ("rule-misses", _) => "detect-cause-rule-misses",
        ("session-over", _) => "detect-cause-session-over",
        ("kept-from-account", _) => "detect-cause-kept-from-account",
        ("robots-disallow", _) => "detect-cause-robots-disallow",
        ("robots-unreachable", _) => "detect-cause-robots-unreachable",
        ("no-feed", _) => "detect-cause-no-feed",
        ("no-sitemap", _) => "detect-cause-no-sitemap",
        ("no-json", _) => "detect-cause-no-json",
        (refused_agent::SIGNAL, _) => "detect-cause-own-agent",
        ("empty-gateway-error", _) => "detect-cause-empty-gateway-error",
        ("taught", _) => "detect-cause-taught",
        ("exit-agrees", _) => "detect-cause-exit-agrees",
        ("exit-differs", _) => "detect-cause-exit-differs",
        ("history-body-repeats", _) => "detect-cause-history-body-repeats",
        ("history-title-repeats", _) => "detect-cause-history-title-repeats",
        ("history-little-text", _) => "detect-cause-history-little-text",
        ("history-small", _) => "detect-cause-history-small",
        ("history-yield", _) => "detect-cause-history-yield",
        ("history-quick", _) => "detect-cause-history-quick",
        ("history-slow", _) => "detect-cause-history-slow",
        (_, EvidencePlace::Transport) => "detect-cause-transport",
        (signal, EvidencePlace::Proxy) if is_portal(signal) => "detect-cause-portal",
        (_, EvidencePlace::Proxy) => "detect-cause-proxy",
        (_, EvidencePlace::Status) => "detect-cause-status",
        (_, EvidencePlace::Header) => "detect-cause-header",
        (_, EvidencePlace::Url) => "detect-cause-url",
        (_, EvidencePlace::Title) => "detect-cause-title",
        (_, EvidencePlace::Body | EvidencePlace::Structure) => "detect-cause-body",
        (_, EvidencePlace::Rule) => "detect-cause-rule-misses",
        (_, EvidencePlace::History) => "detect-cause-history",
    };
    Message::new(id).with("matched", found.matched.trim())
}

fn host(url: &str) -> String {
    Url::parse(url)
        .ok()
        .and_then(|u| u.host_str().map(str::to_owned))
        .unwrap_or_else(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::messages::{Catalogue, Language, english};
    use crate::model::Strength;

    const PLACES: [EvidencePlace; 10] = [
        EvidencePlace::Transport,
        EvidencePlace::Proxy,
        EvidencePlace::Status,
        EvidencePlace::Header,
        EvidencePlace::Url,
        EvidencePlace::Title,
        EvidencePlace::Structure,
        EvidencePlace::Body,
        EvidencePlace::Rule,
        EvidencePlace::History,
    ];

    #[test]
    fn every_state_and_place_has_words_in_both_languages() {
        for language in Language::ALL {
            let catalogue = Catalogue::new(language);
            for state in PageState::ALL {
                for place in PLACES {
                    let found = Evidence {
                        signal: String::from("x"),
                        strength: Strength::Strong,
                        place,
                        matched: String::from("the evidence"),
                    };
                    let verdict = Verdict::because(state, found);
                    let text = catalogue.text(&reason(&verdict, "http://example.com/a"));
                    assert!(!text.contains("[detect"), "{text}");
                    assert!(!text.contains("{$"), "{text}");
                    if state != PageState::Ok && place != EvidencePlace::Rule {
                        assert!(text.contains("the evidence"), "{state:?} {place:?}: {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn built_in_evidence_has_words_of_its_own() {
        for signal in [
            "cut-off",
            "json-error",
            "not-markup",
            "list-without-items",
            "first-page-again",
            "no-record",
            "dropped",
            "timeout",
            "unreachable",
            "proxy-failed",
            "body-repeats",
            "sent-home",
            "bare-page",
            "password-field",
            "no-body",
            "rule-misses",
            "session-over",
            "kept-from-account",
            "robots-disallow",
            "robots-unreachable",
            "empty-gateway-error",
            "taught",
            "exit-agrees",
            "exit-differs",
            "history-body-repeats",
            "history-title-repeats",
            "history-little-text",
            "history-small",
            "history-yield",
            "history-quick",
            "history-slow",
            NETWORK_WORDS,
            refused_agent::SIGNAL,
        ] {
            let found = Evidence {
                signal: signal.to_owned(),
                strength: Strength::Strong,
                place: EvidencePlace::History,
                matched: String::new(),
            };
            for language in Language::ALL {
                let text = Catalogue::new(language).text(&evidence_cause(&found));
                assert!(!text.is_empty() && !text.contains('['), "{signal}: {text}");
            }
        }
    }

    #[test]
    fn an_unknown_host_is_no_trouble_of_the_site() {
        let reason_of = |matched: &str| {
            let found = Evidence {
                signal: String::from("unreachable"),
                strength: Strength::Strong,
                place: EvidencePlace::Transport,
                matched: matched.to_owned(),
            };
            reason(
                &Verdict::because(PageState::Outage, found),
                "http://a.example/",
            )
            .id
        };
        assert_eq!(reason_of("a.example"), "detect-unknown-host");
        assert_eq!(reason_of("a.example: refused"), "detect-outage");
    }

    #[test]
    fn a_rate_limit_in_plain_words() {
        let verdict = Verdict {
            state: PageState::RateLimited,
            evidence: vec![Evidence {
                signal: String::from("status"),
                strength: Strength::Strong,
                place: EvidencePlace::Status,
                matched: String::from("429 Too Many Requests"),
            }],
            retry_after: Some(Duration::from_secs(15)),
        };
        let text = english(&reason(&verdict, "http://example.com/a"));
        assert!(text.contains("returned 429 Too Many Requests"), "{text}");
        assert!(text.contains("15 s"), "{text}");
    }

    #[test]
    fn a_vendor_is_named() {
        let found = Evidence {
            signal: String::from("title-just-a-moment"),
            strength: Strength::Strong,
            place: EvidencePlace::Title,
            matched: String::from("Just a moment..."),
        };
        let text = english(&reason(&Verdict::because(PageState::Challenge, found), "x"));
        assert!(text.contains("Cloudflare"), "{text}");
    }
}
