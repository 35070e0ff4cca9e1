//! The checker for the sections that define what to extract from a page: `[list]`, `[record]`,
//! `[content]`, `[page]`.

use toml::de::DeValue;

use super::fields::{FieldPlace, plain, read_fields};
use super::next::read_next;
use super::reader::{Faults, Section, SpannedString, SpannedValue, hint, note_type, text};
use super::select::{Role, read_alternative, read_alternatives, read_container};
use crate::generic::{Method, TextFormat};
use crate::messages::Message;
use crate::rules::evaluate::compiled::{CompiledContent, List, MatchTake, Records};
use crate::rules::sources::compiled_source::CompiledSource;
use crate::rules::value_steps::read_pattern;
use crate::rules::{Content, LinkFilter, ListRule, PageSection, RecordRule};

/// The result of `[content]`.
pub(super) struct ContentParts {
    /// As data.
    pub file: Content,
    /// Method of generic extraction, unless it is disabled.
    pub generic: Option<String>,
    /// Compiled.
    pub ways: CompiledContent,
}

/// A list under `title`; the headings of its fields start with `prefix`.
pub(crate) fn read_list(
    faults: &mut Faults<'_>,
    title: &str,
    prefix: &str,
    node: SpannedValue<'_, '_>,
) -> Option<(ListRule, List)> {
    let keys = [
        "item", "link", "changed", "next", "allow", "deny", "partial", "field",
    ];
    let section = Section::open(faults, title, node, &keys)?;
    let item = section
        .node("item")
        .map(|node| read_container(faults, &format!("{title} item"), node));
    if section.node("link").is_none() {
        section.note_missing(faults, "link");
    }
    let link = section
        .node("link")
        .and_then(|node| read_alternative(faults, &format!("{title} link"), node, Role::Link));
    let changed = section
        .node("changed")
        .map(|node| read_alternative(faults, &format!("{title} changed"), node, Role::Change));
    let next = section
        .node("next")
        .map(|node| read_next(faults, &format!("{title} next"), node));
    let (filter, (allow, deny)) = read_link_filter(faults, &section);
    let partial = section.flag(faults, "partial").unwrap_or_default();
    let fields = read_fields(faults, &section, prefix, FieldPlace::List);
    if !fields.file.is_empty() && item.is_none() {
        faults.add(
            section.key_start("field"),
            Message::new("rules-list-field-item"),
        );
    }
    let (link_file, link) = link?;
    let (item_file, item) = unzip_all(item)?;
    let (changed_file, changed) = unzip_all(changed)?;
    let (next_file, next) = unzip_all(next)?;
    let file = ListRule {
        item: item_file,
        link: link_file,
        changed: changed_file,
        next: next_file,
        filter,
        partial,
        fields: fields.file,
    };
    let named = format!("{:?} {:?} {:?}", file.item, file.link, file.filter.allow);
    let compiled = List {
        item,
        link,
        changed,
        next,
        allow,
        deny,
        named: Some(named.to_lowercase()),
        fields: fields.compiled,
        ways: CompiledSource::default(),
    };
    Some((file, compiled))
}

pub(super) fn read_record(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> Option<(RecordRule, Records)> {
    let section = root.section(faults, "record", &["item", "next"])?;
    if section.node("item").is_none() {
        section.note_missing(faults, "item");
    }
    let item = section
        .node("item")
        .and_then(|node| read_container(faults, "[record] item", node));
    let next = section
        .node("next")
        .map(|node| read_next(faults, "[record] next", node));
    let (item_file, item) = item?;
    let (next_file, next) = unzip_all(next)?;
    let file = RecordRule {
        item: item_file,
        next: next_file,
    };
    Some((file, Records { item, next }))
}

/// Absent stays absent; one faulty part makes the whole faulty.
#[expect(clippy::option_option, reason = "absent and faulty are two things")]
pub(crate) fn unzip_all<A, B>(part: Option<Option<(A, B)>>) -> Option<(Option<A>, Option<B>)> {
    match part {
        None => Some((None, None)),
        Some(part) => part.map(|(a, b)| (Some(a), Some(b))),
    }
}

/// `allow` and `deny` as written, and both compiled.
pub(crate) fn read_link_filter(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> (LinkFilter, (Vec<regex::Regex>, Vec<regex::Regex>)) {
    let (allow, allowed) = read_patterns(faults, section, "allow");
    let (deny, denied) = read_patterns(faults, section, "deny");
    (LinkFilter { allow, deny }, (allowed, denied))
}

/// Patterns as written and compiled.
pub(crate) fn read_patterns(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
) -> (Vec<String>, Vec<regex::Regex>) {
    let texts = section.texts(faults, key);
    let compiled = texts
        .iter()
        .filter_map(|text| Some(read_pattern(faults, text)?.regex))
        .collect();
    (texts.into_iter().map(|text| text.value).collect(), compiled)
}

pub(super) fn read_content(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> ContentParts {
    let mut parts = ContentParts {
        file: Content::default(),
        generic: Some(Method::Auto.name().to_owned()),
        ways: CompiledContent::default(),
    };
    let keys = [
        "generic",
        "format",
        "select",
        "check",
        "fields_only",
        "strip",
        "next",
        "single_page",
    ];
    let section = root.section(faults, "content", &keys);
    let Some(section) = section else {
        return parts;
    };
    if let Some(node) = section.node("generic") {
        parts.file.generic = Some(plain(node));
        parts.generic = read_method(faults, node);
    }
    if let Some(format) = section.text(faults, "format") {
        parts.ways.format = read_format(faults, &format);
        parts.file.format = Some(format.value);
    }
    let ContentParts { file, ways, .. } = &mut parts;
    file.check = section.flag(faults, "check").unwrap_or_default();
    file.fields_only = section.flag(faults, "fields_only").unwrap_or_default();
    (file.select, ways.select) = read_alternatives(faults, &section, "select", Role::Content);
    if ways.format != TextFormat::Text {
        let alternatives = ways.select.iter_mut().zip(&file.select);
        for (finder, _) in alternatives.filter(|(_, file)| file.take.is_none()) {
            finder.taking = MatchTake::Written(ways.format);
        }
    }
    (file.strip, ways.strip) = read_alternatives(faults, &section, "strip", Role::Strip);
    if let Some(node) = section.node("next") {
        (file.next, ways.next) = read_next(faults, "[content] next", node).unzip();
        if root.node("record").is_some() {
            let start = section.key_start("next");
            faults.add(start, Message::new("rules-content-next-record"));
        }
    }
    if let Some(node) = section.node("single_page") {
        let title = "[content] single_page";
        (file.single_page, ways.single_page) =
            read_alternative(faults, title, node, Role::Link).unzip();
    }
    parts
}

/// `[page]`: changes to the source before it is parsed.
pub(super) fn read_page(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> PageSection {
    let section = root.section(faults, "page", &["replace"]);
    let Some(section) = section else {
        return PageSection::default();
    };
    let pairs = section.nodes(faults, "replace", "rules-type-pairs");
    let replace = pairs
        .into_iter()
        .filter_map(|node| read_pair(faults, node))
        .collect();
    PageSection { replace }
}

/// A text and its replacement.
fn read_pair(faults: &mut Faults<'_>, node: SpannedValue<'_, '_>) -> Option<(String, String)> {
    let items: Vec<SpannedValue<'_, '_>> = match node.get_ref() {
        DeValue::Array(array) => array.iter().collect(),
        _ => Vec::new(),
    };
    let [from, to] = items.as_slice() else {
        note_type(faults, "replace", "rules-type-pairs", node);
        return None;
    };
    let from = text(faults, "replace", from);
    let to = text(faults, "replace", to)?;
    let from = from?;
    if from.value.is_empty() {
        let message = Message::new("rules-blank").with("key", "replace");
        faults.add(from.span.start, message);
        return None;
    }
    Some((from.value, to.value))
}

fn read_format(faults: &mut Faults<'_>, format: &SpannedString) -> TextFormat {
    TextFormat::from_name(&format.value).unwrap_or_else(|| {
        let names =
            [TextFormat::Text, TextFormat::Markdown, TextFormat::Html].map(TextFormat::name);
        let message = Message::new("rules-format")
            .with("format", format.value.as_str())
            .with("hint", hint(&format.value, &names));
        faults.add(format.span.start, message);
        TextFormat::Text
    })
}

fn read_method(faults: &mut Faults<'_>, node: SpannedValue<'_, '_>) -> Option<String> {
    match node.get_ref() {
        DeValue::Boolean(false) => None,
        DeValue::String(_) => {
            let name = text(faults, "generic", node)?;
            if Method::from_name(&name.value).is_none() {
                let names = Method::ALL.map(Method::name);
                let message = Message::new("rules-method")
                    .with("method", name.value.as_str())
                    .with("hint", hint(&name.value, &names));
                faults.add(name.span.start, message);
            }
            Some(name.value)
        }
        _ => {
            note_type(faults, "generic", "rules-type-method", node);
            None
        }
    }
}
