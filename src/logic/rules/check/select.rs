//! The checker for all selectors: alternatives, containers and the ways to further pages.

use regex::Regex;
use toml::de::DeValue;

use super::reader::{Faults, Section, SpannedString, SpannedValue, hint, note_type, text};
use crate::generic::{Metadata, TextFormat};
use crate::messages::{Explain, Message};
use crate::rules::evaluate::compiled::{Fact, Finder, GroupRegex, MatchTake, What};
use crate::rules::value_steps::read_pattern;
use crate::rules::{Alternative, GroupName, Labels};
use crate::select::{Selector, SelectorKind, SizedRegex, Take};

/// The values of `page`: what is known of a page without a selector.
pub const PAGE_FACTS: [&str; 16] = [
    "url",
    "fetched_at",
    "title",
    "headline",
    "date",
    "author",
    "modified",
    "site",
    "language",
    "description",
    "image",
    "canonical",
    "tags",
    "text",
    "markdown",
    "html",
];
/// Allowed values of `on`.
const ON: [&str; 2] = ["source", "text"];
/// The key of the alternatives that are tried when an item, link or next page is not found.
pub(crate) const FALLBACKS: &str = "fallbacks";

/// The purpose of an alternative.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The value of a field.
    Value,
    /// The value of a field that is a picture.
    Picture,
    /// The text of a page.
    Content,
    /// A link.
    Link,
    /// What an entry of a list shows of changes.
    Change,
    /// A link to a further page.
    Next,
    /// A part of the page, the base of relative fields.
    Container,
    /// Elements to remove.
    Strip,
}

impl Role {
    /// The kinds of selectors it allows.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Value | Self::Picture | Self::Content => &[
                "css", "xpath", "regex", "jsonpath", "label", "constant", "page",
            ],
            Self::Link | Self::Change => &["css", "xpath", "regex", "jsonpath", "label"],
            Self::Next => &["css", "xpath", "regex", "jsonpath"],
            Self::Container => &["css", "xpath", "jsonpath"],
            Self::Strip => &["css", "xpath"],
        }
    }

    /// The keys it allows.
    fn keys(self) -> Vec<&'static str> {
        let more: &[&str] = match self {
            Self::Strip => &[],
            // Known, so that the fault can explain why they are wrong here.
            Self::Container => &["regex", "take", FALLBACKS],
            Self::Link | Self::Change | Self::Next => &["take", "on", "group", FALLBACKS],
            Self::Value | Self::Picture | Self::Content => &["take", "on", "group"],
        };
        [self.kinds(), more].concat()
    }

    /// The default of `take`.
    fn taking(self) -> MatchTake {
        match self {
            Self::Value | Self::Content | Self::Change => MatchTake::Plain(Take::Text),
            Self::Picture => MatchTake::Picture,
            Self::Link | Self::Next => MatchTake::Plain(Take::Attribute("href".to_owned())),
            Self::Container | Self::Strip => MatchTake::Plain(Take::OwnText),
        }
    }
}

/// The alternatives under `key`, in order.
pub(super) fn read_alternatives(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
    role: Role,
) -> (Vec<Alternative>, Vec<Finder>) {
    let title = format!("{} {key}", section.title());
    section
        .nodes(faults, key, "rules-type-alternatives")
        .into_iter()
        .filter_map(|node| read_alternative(faults, &title, node, role))
        .unzip()
}

/// One alternative.
pub(crate) fn read_alternative(
    faults: &mut Faults<'_>,
    title: &str,
    node: SpannedValue<'_, '_>,
    role: Role,
) -> Option<(Alternative, Finder)> {
    let section = Section::open(faults, title, node, &role.keys())?;
    read_selector(faults, &section, role)
}

/// Exactly one selector, and its `take`.
pub(super) fn read_selector(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    role: Role,
) -> Option<(Alternative, Finder)> {
    let given: Vec<&str> = role
        .kinds()
        .iter()
        .copied()
        .filter(|way| section.node(way).is_some())
        .collect();
    let way = match given.as_slice() {
        [way] => *way,
        [] if role == Role::Container && section.node("regex").is_some() => {
            let part = Message::new("rules-item-regex").with("part", section.title());
            faults.add(section.start(), part);
            return None;
        }
        all => {
            let id = match all {
                [] => "rules-alternative-none",
                _ => "rules-alternative-two",
            };
            let message = Message::new(id)
                .with("part", section.title())
                .with("ways", role.kinds().join(", "));
            faults.add(section.start(), message);
            return None;
        }
    };
    let take = read_take(faults, section, role, way);
    let mut file = Alternative {
        take: take.file,
        ..Alternative::default()
    };
    if way != "regex" {
        for key in ["on", "group"] {
            if section.node(key).is_some() {
                let message = Message::new("rules-only-regex").with("key", key);
                faults.add(section.key_start(key), message);
            }
        }
    }
    let what = read_selector_of(faults, section, way, &mut file);
    let (others, fallbacks) = read_fallbacks(faults, section, role);
    file.fallbacks = others;
    let finder = Finder {
        what: what?,
        taking: take.taking,
        fallbacks,
    };
    Some((file, finder))
}

/// The alternatives under `fallbacks`. They have no fallbacks themselves.
fn read_fallbacks(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    role: Role,
) -> (Vec<Alternative>, Vec<Finder>) {
    if !matches!(
        role,
        Role::Container | Role::Link | Role::Change | Role::Next
    ) {
        return (Vec::new(), Vec::new());
    }
    let title = format!("{} {FALLBACKS}", section.title());
    let mut keys = role.keys();
    keys.retain(|key| *key != FALLBACKS);
    let mut found = Vec::new();
    for node in section.nodes(faults, FALLBACKS, "rules-type-alternatives") {
        let Some(section) = Section::open(faults, &title, node, &keys) else {
            continue;
        };
        let read = read_selector(faults, &section, role);
        if role == Role::Container && read.as_ref().is_some_and(|(file, _)| file.take.is_some()) {
            let start = node.span().start;
            let message = Message::new("rules-item-take").with("part", title.as_str());
            faults.add(start, message);
        }
        found.extend(read);
    }
    found.into_iter().unzip()
}

/// The selector's kind and target; its text is stored in `file`.
fn read_selector_of(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    way: &str,
    file: &mut Alternative,
) -> Option<What> {
    if way == "label" {
        return read_label(faults, section, file);
    }
    let text = section.text(faults, way)?;
    let value = Some(text.value.clone());
    match way {
        "css" => {
            file.css = value;
            compile(faults, SelectorKind::Css, &text).map(What::Tree)
        }
        "xpath" => {
            file.xpath = value;
            compile(faults, SelectorKind::XPath, &text).map(What::Tree)
        }
        "jsonpath" => {
            file.jsonpath = value;
            compile(faults, SelectorKind::JsonPath, &text).map(What::Json)
        }
        "regex" => {
            file.regex = value;
            read_regex(faults, section, &text, file).map(What::Regex)
        }
        "constant" => {
            file.constant = value;
            if text.value.trim().is_empty() {
                let message = Message::new("rules-blank").with("key", "constant");
                faults.add(text.span.start, message);
            }
            Some(What::Constant(text.value))
        }
        _ => {
            file.page = value;
            read_fact(faults, &text).map(What::Page)
        }
    }
}

fn read_fact(faults: &mut Faults<'_>, text: &SpannedString) -> Option<Fact> {
    match text.value.as_str() {
        "url" => Some(Fact::Url),
        "fetched_at" => Some(Fact::FetchedAt),
        "title" => Some(Fact::Title),
        "headline" => Some(Fact::Said("title")),
        "date" => Some(Fact::Said("date")),
        "author" => Some(Fact::Said("author")),
        other => {
            let said = Metadata::MORE.into_iter().find(|name| *name == other);
            if let Some(name) = said {
                return Some(Fact::Said(name));
            }
            if let Some(format) = TextFormat::from_name(other) {
                return Some(Fact::Content(format));
            }
            let message = Message::new("rules-page-fact")
                .with("fact", other)
                .with("hint", hint(other, &PAGE_FACTS));
            faults.add(text.span.start, message);
            None
        }
    }
}

fn read_label(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    file: &mut Alternative,
) -> Option<What> {
    let node = section.node("label")?;
    let (labels, texts) = match node.get_ref() {
        DeValue::Array(nodes) => {
            let texts: Vec<SpannedString> = nodes
                .iter()
                .filter_map(|node| text(faults, "label", node))
                .collect();
            let values = texts.iter().map(|text| text.value.clone()).collect();
            (Labels::Many(values), texts)
        }
        DeValue::String(_) => {
            let one = text(faults, "label", node)?;
            (Labels::One(one.value.clone()), vec![one])
        }
        _ => {
            note_type(faults, "label", "rules-type-labels", node);
            return None;
        }
    };
    let blank = |text: &SpannedString| text.value.trim().is_empty();
    if texts.is_empty() || texts.iter().any(blank) {
        let message = Message::new("rules-blank").with("key", "label");
        faults.add(node.span().start, message);
        return None;
    }
    match Selector::label(labels.texts()) {
        Ok(selector) => {
            file.label = Some(labels);
            Some(What::Label(selector))
        }
        Err(error) => {
            let message = Message::new("rules-selector-label").with("reason", error.explain());
            faults.add(node.span().start, message);
            None
        }
    }
}

/// A regular expression with the text it searches and the group with the value.
fn read_regex(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    pattern: &SpannedString,
    file: &mut Alternative,
) -> Option<GroupRegex> {
    let on = section.text(faults, "on");
    if let Some(on) = on.as_ref().filter(|on| !ON.contains(&on.value.as_str())) {
        let message = Message::new("rules-on")
            .with("on", on.value.as_str())
            .with("hint", hint(&on.value, &ON));
        faults.add(on.span.start, message);
    }
    if faults.are_many() {
        return None;
    }
    compile(faults, SelectorKind::Regex, pattern)?;
    let SizedRegex {
        regex,
        steps_a_byte,
        ..
    } = read_pattern(faults, pattern)?;
    let group = match section.node("group") {
        None => usual_group(&regex),
        Some(node) => read_group(faults, node, &regex, file)?,
    };
    let on_text = on.as_ref().is_some_and(|on| on.value == "text");
    file.on = on.map(|on| on.value);
    Some(GroupRegex {
        regex,
        steps_a_byte,
        group,
        on_text,
    })
}

/// The group named `value`, otherwise the first, otherwise the whole match.
fn usual_group(regex: &Regex) -> usize {
    let named = regex.capture_names().position(|name| name == Some("value"));
    named.unwrap_or(usize::from(regex.captures_len() > 1))
}

fn read_group(
    faults: &mut Faults<'_>,
    node: SpannedValue<'_, '_>,
    regex: &Regex,
    file: &mut Alternative,
) -> Option<usize> {
    let (name, place) = match node.get_ref() {
        DeValue::Integer(integer) => {
            let number = u32::from_str_radix(integer.as_str(), integer.radix()).ok();
            let place = number.and_then(|number| usize::try_from(number).ok());
            (number.map(GroupName::Number), place)
        }
        DeValue::String(name) => {
            let name = name.as_ref();
            let place = regex.capture_names().position(|other| other == Some(name));
            (Some(GroupName::Name(name.to_owned())), place)
        }
        _ => {
            note_type(faults, "group", "rules-type-group", node);
            return None;
        }
    };
    file.group = name;
    let place = place.filter(|place| *place < regex.captures_len());
    if place.is_none() {
        let names: Vec<&str> = regex.capture_names().flatten().collect();
        let message = Message::new("rules-group")
            .with("last", regex.captures_len().saturating_sub(1))
            .with("names", names.join(", "))
            .with("count", names.len());
        faults.add(node.span().start, message);
    }
    place
}

struct TakeParts {
    file: Option<String>,
    taking: MatchTake,
}

fn read_take(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    role: Role,
    way: &str,
) -> TakeParts {
    let Some(text) = section.text(faults, "take") else {
        return TakeParts {
            file: None,
            taking: role.taking(),
        };
    };
    let nothing_to_take = match way {
        "constant" | "page" => true,
        "jsonpath" => !matches!(text.value.as_str(), "text" | "url"),
        _ => false,
    };
    if nothing_to_take && role != Role::Container {
        let message = Message::new("rules-take-plain").with("way", way);
        faults.add(text.span.start, message);
    }
    let taking = match text.value.as_str() {
        "text" => MatchTake::Plain(Take::Text),
        "own_text" => MatchTake::Plain(Take::OwnText),
        "html" => MatchTake::Plain(Take::Html),
        "url" => MatchTake::Address,
        "markdown" => MatchTake::Written(TextFormat::Markdown),
        "clean_html" => MatchTake::Written(TextFormat::Html),
        "table" => {
            if role != Role::Value || way == "regex" {
                faults.add(text.span.start, Message::new("rules-take-table"));
            }
            MatchTake::Table
        }
        name => {
            if name.is_empty()
                || name.contains(|c: char| c.is_whitespace() || "\"'<>/=".contains(c))
            {
                let message = Message::new("rules-take").with("take", name);
                faults.add(text.span.start, message);
            }
            MatchTake::Plain(Take::Attribute(name.to_owned()))
        }
    };
    TakeParts {
        file: Some(text.value),
        taking,
    }
}

/// A container: a part of the page, so it has no pattern and no `take`.
pub(crate) fn read_container(
    faults: &mut Faults<'_>,
    title: &str,
    node: SpannedValue<'_, '_>,
) -> Option<(Alternative, Finder)> {
    let (file, finder) = read_alternative(faults, title, node, Role::Container)?;
    if file.take.is_some() {
        let start = node.span().start;
        faults.add(start, Message::new("rules-item-take").with("part", title));
    }
    Some((file, finder))
}

/// Compiles a selector of the rule; reports where and why it does not parse.
pub(crate) fn compile(
    faults: &mut Faults<'_>,
    kind: SelectorKind,
    text: &SpannedString,
) -> Option<Selector> {
    match Selector::compile(kind, &text.value) {
        Ok(selector) => Some(selector),
        Err(error) => {
            let id = match kind {
                SelectorKind::Css => "rules-selector-css",
                SelectorKind::XPath => "rules-selector-xpath",
                SelectorKind::Regex => "rules-selector-regex",
                SelectorKind::JsonPath => "rules-selector-jsonpath",
                SelectorKind::Label => "rules-selector-label",
            };
            let message = Message::new(id).with("reason", error.explain());
            faults.add_inside(text, error.position, message);
            None
        }
    }
}
