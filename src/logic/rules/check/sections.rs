//! The checker for the sections that define where and how to send requests: `[site]`,
//! `[politeness]`, `[network]`, `[login]`, `[schedule]`; and for the syntax of the file.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use toml::de::DeValue;
use unic_langid::LanguageIdentifier;
use url::Url;

use super::place;
use super::reader::{Faults, Section, SpannedString, hint, note_type, text};
use crate::messages::{Explain, Message};
use crate::model::SourceKind;
use crate::policy::pools::ProxyPolicy;
use crate::policy::schedule::{Cron, QuietHours};
use crate::rules::sections::revisit::read_adaptive;
use crate::rules::sources::kinds::{StartAddresses, source_of};
use crate::rules::sources::starts::{MAX_STARTS, StartAddress, StartFault};
use crate::rules::values::parse_duration;
use crate::rules::{Network, Politeness, RuleError, Schedule, SiteSection};

/// Delays above this are mistakes, not politeness.
const MAX_DELAY: Duration = Duration::from_hours(24);

/// Words in the names of secret headers.
const SECRET_HEADERS: [&str; 14] = [
    "cookie",
    "cookie2",
    "authorization",
    "auth",
    "authentication",
    "token",
    "key",
    "apikey",
    "secret",
    "password",
    "passwd",
    "session",
    "csrf",
    "xsrf",
];

/// Headers that only the program itself may set.
const OWN_HEADERS: [&str; 15] = [
    "host",
    "connection",
    "content-length",
    "content-type",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "keep-alive",
    "accept-encoding",
    "user-agent",
    "range",
    "if-none-match",
    "if-modified-since",
];

/// The zones shipped with the program: the same result on every machine.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The result of `[site]`.
pub(super) struct CheckedSite {
    /// As data.
    pub section: SiteSection,
    /// Start addresses.
    pub start: Vec<StartAddress>,
    /// Zone of dates without one.
    pub zone: TimeZone,
}

/// The faults of the syntax alone.
pub(crate) fn syntax_faults(text: &str, errors: &[toml::de::Error]) -> Vec<RuleError> {
    let mut faults = Faults::new(text);
    for error in errors {
        let detail = error.message().lines().next().unwrap_or("").trim();
        let id = if detail.contains("duplicate key") {
            "rules-syntax-duplicate"
        } else if detail.contains("escape") {
            "rules-syntax-escape"
        } else if ["quote", "basic string", "literal string"]
            .iter()
            .any(|w| detail.contains(w))
        {
            "rules-syntax-quote"
        } else {
            "rules-syntax"
        };
        faults.add(
            place(error.span(), text),
            Message::new(id).with("detail", detail),
        );
    }
    let mut faults = faults.finish();
    // One error makes the parser report several faults at the same place.
    faults.dedup_by_key(|fault| (fault.line, fault.column));
    faults
}

pub(super) fn read_site(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<CheckedSite> {
    let Some(node) = root.node("site") else {
        faults.add(root.start(), Message::new("rules-missing-site"));
        return None;
    };
    let keys = ["name", "kind", "start", "language", "timezone", "tags"];
    let section = Section::open(faults, "[site]", node, &keys)?;
    let name = section.required_text(faults, "name");
    if let Some(name) = name.as_ref().filter(|n| n.value.contains(char::is_control)) {
        faults.add(name.span.start, Message::new("rules-name-control"));
    }
    let kind = section.required_text(faults, "kind");
    let kind = kind.and_then(|kind| read_kind(faults, &kind));
    let start_texts = section.texts(faults, "start");
    let wanted = kind.map_or(StartAddresses::Required, |kind| {
        source_of(kind).start_addresses(root)
    });
    let needed = wanted == StartAddresses::Required;
    let start = read_start(faults, &section, &start_texts, needed);
    if wanted == StartAddresses::Forbidden && section.node("start").is_some() {
        let message = Message::new("rules-search-start");
        faults.add(section.key_start("start"), message);
    }
    let language = section.text(faults, "language");
    if let Some(language) = &language {
        check_language(faults, language);
    }
    let timezone = section.text(faults, "timezone");
    let zone = timezone.as_ref().and_then(|zone| read_zone(faults, zone));
    Some(CheckedSite {
        section: SiteSection {
            name: name?.value,
            kind: kind?,
            start: start_texts.into_iter().map(|text| text.value).collect(),
            language: language.map(|text| text.value),
            timezone: timezone.map(|text| text.value),
            tags: section
                .texts(faults, "tags")
                .into_iter()
                .map(|text| text.value.trim().to_owned())
                .filter(|tag| !tag.is_empty())
                .collect(),
        },
        start,
        zone: zone.unwrap_or(TimeZone::UTC),
    })
}

fn read_kind(faults: &mut Faults<'_>, text: &SpannedString) -> Option<SourceKind> {
    let value = text.value.as_str();
    let kind = SourceKind::from_token(value);
    if kind.is_none() {
        let message = Message::new("rules-kind-unknown")
            .with("kind", value)
            .with("hint", hint(value, &SourceKind::ALL.map(SourceKind::token)));
        faults.add(text.span.start, message);
    }
    kind
}

fn read_start(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    texts: &[SpannedString],
    needed: bool,
) -> Vec<StartAddress> {
    match section.node("start") {
        None if !needed => {}
        None => section.note_missing(faults, "start"),
        Some(node)
            if node
                .get_ref()
                .as_array()
                .is_some_and(|list| list.is_empty()) =>
        {
            faults.add(node.span().start, Message::new("rules-start-none"));
        }
        Some(_) => {}
    }
    let starts: Vec<StartAddress> = texts
        .iter()
        .filter_map(|text| read_address(faults, text))
        .collect();
    let count = starts.iter().map(StartAddress::count);
    if count.fold(0, u64::saturating_add) > MAX_STARTS {
        let message = Message::new("rules-start-many").with("most", MAX_STARTS);
        faults.add(section.key_start("start"), message);
    }
    starts
}

/// A start address with its ranges. The first address of a range is checked for all.
fn read_address(faults: &mut Faults<'_>, text: &SpannedString) -> Option<StartAddress> {
    match StartAddress::read(&text.value) {
        Ok(start) => {
            let first = SpannedString {
                value: start.first(),
                span: text.span.clone(),
            };
            read_url(faults, &first).map(|_| start)
        }
        Err(fault) => {
            let message = match fault {
                StartFault::Backwards => Message::new("rules-start-range"),
                StartFault::TooMany => Message::new("rules-start-many").with("most", MAX_STARTS),
            };
            faults.add(text.span.start, message);
            None
        }
    }
}

/// An http(s) address with a host; reports anything else.
fn read_url(faults: &mut Faults<'_>, text: &SpannedString) -> Option<Url> {
    let note = |faults: &mut Faults<'_>, id: &str| {
        let message = Message::new(id).with("url", text.value.as_str());
        faults.add(text.span.start, message);
    };
    match Url::parse(text.value.trim()) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => {
            if url.password().is_some() || !url.username().is_empty() {
                note(faults, "rules-url-secret");
                return None;
            }
            Some(url)
        }
        Ok(_) => {
            note(faults, "rules-url-scheme");
            None
        }
        Err(url::ParseError::RelativeUrlWithoutBase) => {
            note(faults, "rules-url-relative");
            None
        }
        Err(_) => {
            note(faults, "rules-url");
            None
        }
    }
}

fn check_language(faults: &mut Faults<'_>, language: &SpannedString) {
    if language.value.parse::<LanguageIdentifier>().is_err() {
        let message = Message::new("rules-language").with("language", language.value.as_str());
        faults.add(language.span.start, message);
    }
}

fn read_zone(faults: &mut Faults<'_>, name: &SpannedString) -> Option<TimeZone> {
    let zone = ZONES.get(&name.value).ok();
    if zone.is_none() {
        let message = Message::new("rules-timezone").with("name", name.value.as_str());
        faults.add(name.span.start, message);
    }
    zone
}

pub(super) fn read_politeness(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> (Politeness, Duration) {
    let mut politeness = Politeness::default();
    let keys = [
        "delay",
        "concurrency",
        "robots",
        "retries",
        "adaptive",
        "quiet",
    ];
    let section = root.section(faults, "politeness", &keys);
    if let Some(section) = section {
        if let Some(delay) = section.text(faults, "delay") {
            check_delay(faults, &delay);
            politeness.delay = delay.value;
        }
        if let Some(concurrency) = section.number(faults, "concurrency", 1..=64) {
            politeness.concurrency = concurrency;
        }
        if let Some(robots) = section.flag(faults, "robots") {
            politeness.robots = robots;
        }
        if let Some(retries) = section.number(faults, "retries", 0..=20) {
            politeness.retries = retries;
        }
        if let Some(adaptive) = section.flag(faults, "adaptive") {
            politeness.adaptive = adaptive;
        }
        if let Some(quiet) = section.text(faults, "quiet") {
            if QuietHours::parse(&quiet.value).is_none() {
                let message = Message::new("rules-quiet").with("text", quiet.value.as_str());
                faults.add(quiet.span.start, message);
            }
            politeness.quiet = Some(quiet.value);
        }
    }
    let delay = parse_duration(&politeness.delay).unwrap_or_default();
    (politeness, delay)
}

fn check_delay(faults: &mut Faults<'_>, delay: &SpannedString) {
    let id = match parse_duration(&delay.value) {
        None => "rules-duration",
        Some(duration) if duration > MAX_DELAY => "rules-duration-long",
        Some(_) => return,
    };
    let message = Message::new(id).with("text", delay.value.as_str());
    faults.add(delay.span.start, message);
}

pub(super) fn read_network(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Network {
    let mut network = Network::default();
    let keys = ["proxy", "local_address", "private", "user_agent", "headers"];
    let section = root.section(faults, "network", &keys);
    let Some(section) = section else {
        return network;
    };
    if section.node("proxy").is_some()
        && let Some(proxy) = section.required_text(faults, "proxy")
    {
        if ProxyPolicy::parse(&proxy.value).is_none() {
            let message = Message::new("rules-proxy").with("text", proxy.value.as_str());
            faults.add(proxy.span.start, message);
        }
        network.proxy = proxy.value;
    }
    if let Some(address) = section.text(faults, "local_address") {
        if address.value.parse::<IpAddr>().is_err() {
            let message = Message::new("rules-local-address").with("text", address.value.as_str());
            faults.add(address.span.start, message);
        }
        network.local_address = Some(address.value);
    }
    network.private = section.flag(faults, "private").unwrap_or_default();
    if let Some(agent) = section.text(faults, "user_agent") {
        let visible = agent.value.chars().all(|c| matches!(c, ' '..='~'));
        if !visible || agent.value.trim().is_empty() {
            faults.add(agent.span.start, Message::new("rules-user-agent"));
        }
        network.user_agent = Some(agent.value);
    }
    network.headers = read_headers(faults, &section);
    network
}

/// Additional request headers: none that identify a person, and none that only the program may set.
fn read_headers(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> BTreeMap<String, String> {
    let mut headers = BTreeMap::new();
    let Some(node) = section.node("headers") else {
        return headers;
    };
    let DeValue::Table(table) = node.get_ref() else {
        note_type(faults, "headers", "rules-type-headers", node);
        return headers;
    };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let Some(value) = text(faults, name, value) else {
            continue;
        };
        let fault = header_fault(name, &value.value);
        if let Some(id) = fault {
            let message = Message::new(id).with("name", name);
            faults.add(key.span().start, message);
        }
        headers.insert(name.to_owned(), value.value);
    }
    headers
}

/// Why a header may not be sent.
fn header_fault(name: &str, value: &str) -> Option<&'static str> {
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if name.is_empty() || !name.chars().all(token) {
        return Some("rules-header-name");
    }
    let lower = name.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split(['-', '_']).collect();
    if parts.iter().any(|part| SECRET_HEADERS.contains(part)) {
        return Some("rules-header-secret");
    }
    if OWN_HEADERS.contains(&lower.as_str()) || lower.starts_with("proxy-") {
        return Some("rules-header-own");
    }
    let plain = value.chars().all(|c| matches!(c, ' '..='~'));
    (!plain || value.trim().is_empty()).then_some("rules-header-value")
}

/// The address in `[login]`: absolute, or relative to the start.
pub(crate) fn read_login_url(faults: &mut Faults<'_>, url: &SpannedString) {
    read_url(faults, url);
}

/// Why a header cannot carry an account's secret.
pub(crate) fn header_fault_of_login(name: &str) -> Option<&'static str> {
    match header_fault(name, "x") {
        // This header is meant for secrets.
        Some("rules-header-secret") | None => None,
        fault => fault,
    }
}

pub(super) fn read_schedule(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    kind: Option<SourceKind>,
) -> Option<Schedule> {
    let keys = ["cron", "adaptive", "timezone", "priority"];
    let section = root.section(faults, "schedule", &keys)?;
    let adaptive = read_adaptive(faults, &section, kind);
    let cron = match section.node("adaptive") {
        Some(_) => section.text(faults, "cron"),
        None => section.required_text(faults, "cron"),
    };
    if let Some(cron) = &cron
        && let Err(error) = Cron::parse(&cron.value)
    {
        let message = Message::new("rules-cron").with("reason", error.explain());
        faults.add_inside(cron, Some(error.position), message);
    }
    let timezone = section.text(faults, "timezone");
    if let Some(timezone) = &timezone {
        read_zone(faults, timezone);
    }
    let priority = section.number(faults, "priority", 0..=9);
    Some(Schedule {
        cron: match adaptive {
            Some(_) => String::new(),
            None => cron?.value,
        },
        adaptive,
        timezone: timezone.map(|text| text.value),
        priority: priority.and_then(|priority| u8::try_from(priority).ok()),
    })
}
