//! `[site]`: name, kind, start addresses, language, time zone and tags of a site. Input: the
//! section. Output: the values as written, the start addresses with their ranges, the zone.

use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;
use url::Url;

use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::check::reader::{Faults, Section, SpannedString, hint};
use crate::rules::sources::kinds::{StartAddresses, source_of};
use crate::rules::sources::start_ranges::{MAX_STARTS, StartAddress, StartFault};

/// `[site]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteSection {
    /// Name, unique in a project.
    pub name: String,
    /// The source kind of its lists.
    pub kind: SourceKind,
    /// Start addresses; ranges such as `[1-100]` expand to many. A search has none, and pages from
    /// a file need none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<String>,
    /// BCP 47 language of the content; helps to parse dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// IANA zone of dates without one; UTC when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Tags by which tasks select several sites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// The zones shipped with the program: the same result on every machine.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The result of `[site]`.
pub(crate) struct CheckedSite {
    /// As data.
    pub section: SiteSection,
    /// Start addresses.
    pub start: Vec<StartAddress>,
    /// Zone of dates without one.
    pub zone: TimeZone,
}

pub(crate) fn read_site(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<CheckedSite> {
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

pub(super) fn read_zone(faults: &mut Faults<'_>, name: &SpannedString) -> Option<TimeZone> {
    let zone = ZONES.get(&name.value).ok();
    if zone.is_none() {
        let message = Message::new("rules-timezone").with("name", name.value.as_str());
        faults.add(name.span.start, message);
    }
    zone
}

/// The address in `[login]`: absolute, or relative to the start.
pub(crate) fn read_login_url(faults: &mut Faults<'_>, url: &SpannedString) {
    read_url(faults, url);
}
