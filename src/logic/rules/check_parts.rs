//! The checker for the sections that say what to take off a page: `[list]`, `[record]`,
//! `[[field]]`, `[content]`.

use toml::de::DeValue;

use super::check_select::{
    link_take, read_alternative, read_alternatives, read_container, read_next,
};
use super::compiled::{Field, Finder, List, Records};
use super::reader::{Faults, Node, Section, Text, hint, note_type, text};
use super::transform::{Step, read_pattern};
use super::{Content, FieldRule, FieldType, ListRule, RecordRule, TransformStep};
use crate::logic::generic::Method;
use crate::logic::messages::Message;

const TYPES: [&str; 5] = ["text", "number", "date", "url", "html"];

/// Columns that come from elsewhere, so that no field may fill them.
const RESERVED: [&str; 2] = ["site", "fetched_at"];

/// Fields as data and compiled.
#[derive(Default)]
pub(super) struct Fields {
    /// As data.
    pub file: Vec<FieldRule>,
    /// Compiled.
    pub compiled: Vec<Field>,
}

/// What `[content]` says.
pub(super) struct ContentParts {
    /// As data.
    pub file: Content,
    /// Method of generic extraction, unless switched off.
    pub generic: Option<String>,
    /// Compiled alternatives.
    pub select: Vec<Finder>,
}

pub(super) fn read_list(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> Option<(ListRule, List)> {
    let node = root.node("list")?;
    let keys = ["item", "link", "next", "allow", "deny", "field"];
    let section = Section::open(faults, "[list]", node, &keys)?;
    let item = section
        .node("item")
        .map(|node| read_container(faults, "[list] item", node));
    if section.node("link").is_none() {
        section.note_missing(faults, "link");
    }
    let link = section
        .node("link")
        .and_then(|node| read_alternative(faults, "[list] link", node, &link_take()));
    let next = section
        .node("next")
        .map(|node| read_next(faults, "[list] next", node));
    let (allow_texts, allow) = read_patterns(faults, &section, "allow");
    let (deny_texts, deny) = read_patterns(faults, &section, "deny");
    let fields = read_fields(faults, &section, "list.", false);
    if !fields.file.is_empty() && item.is_none() {
        faults.add(
            section.key_start("field"),
            Message::new("rules-list-field-item"),
        );
    }
    let (link_file, link) = link?;
    let (item_file, item) = unzip_all(item)?;
    let (next_file, next) = unzip_all(next)?;
    let file = ListRule {
        item: item_file,
        link: link_file,
        next: next_file,
        allow: allow_texts,
        deny: deny_texts,
        fields: fields.file,
    };
    let compiled = List {
        item,
        link,
        next,
        allow,
        deny,
        fields: fields.compiled,
    };
    Some((file, compiled))
}

pub(super) fn read_record(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
) -> Option<(RecordRule, Records)> {
    let node = root.node("record")?;
    let section = Section::open(faults, "[record]", node, &["item", "next"])?;
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

/// Absent stays absent; present but faulty makes the whole faulty.
#[expect(clippy::option_option, reason = "absent and faulty are two things")]
fn unzip_all<A, B>(part: Option<Option<(A, B)>>) -> Option<(Option<A>, Option<B>)> {
    match part {
        None => Some((None, None)),
        Some(part) => part.map(|(a, b)| (Some(a), Some(b))),
    }
}

fn read_patterns(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
) -> (Vec<String>, Vec<regex::Regex>) {
    let texts = section.texts(faults, key);
    let compiled = texts
        .iter()
        .filter_map(|text| read_pattern(faults, text))
        .collect();
    (texts.into_iter().map(|text| text.value).collect(), compiled)
}

/// The `[[field]]` tables of the file or of its list (`prefix` says which).
pub(super) fn read_fields(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    prefix: &str,
    in_records: bool,
) -> Fields {
    let mut fields = Fields::default();
    for node in section.nodes(faults, "field", "rules-type-tables") {
        let title = format!("[[{prefix}field]]");
        let Some((name, file, compiled)) = read_field(faults, &title, node) else {
            continue;
        };
        check_name(faults, &name, in_records);
        if fields.file.iter().any(|other| other.name == file.name) {
            let message = Message::new("rules-field-twice").with("name", file.name.as_str());
            faults.add(name.span.start, message);
        }
        fields.file.push(file);
        fields.compiled.push(compiled);
    }
    fields
}

fn check_name(faults: &mut Faults<'_>, name: &Text, in_records: bool) {
    let value = name.value.as_str();
    if RESERVED.contains(&value) {
        let message = Message::new("rules-field-reserved").with("name", value);
        faults.add(name.span.start, message);
    }
    if value == "url" && !in_records {
        faults.add(name.span.start, Message::new("rules-field-url"));
    }
    if value != value.trim() || value.contains(|c: char| c.is_control() || c == ',') {
        let message = Message::new("rules-field-name").with("name", value);
        faults.add(name.span.start, message);
    }
}

fn read_field(
    faults: &mut Faults<'_>,
    title: &str,
    node: Node<'_, '_>,
) -> Option<(Text, FieldRule, Field)> {
    let keys = [
        "name",
        "select",
        "required",
        "many",
        "default",
        "type",
        "transform",
    ];
    let section = Section::open(faults, title, node, &keys)?;
    let name = section.required_text(faults, "name");
    let (select, alternatives) = read_alternatives(faults, &section, title);
    if section.node("select").is_none() {
        section.note_missing(faults, "select");
    } else if section
        .node("select")
        .and_then(|n| n.get_ref().as_array())
        .is_some_and(|a| a.is_empty())
    {
        faults.add(
            section.key_start("select"),
            Message::new("rules-select-none"),
        );
    }
    let required = section.flag(faults, "required").unwrap_or(false);
    let many = section.flag(faults, "many").unwrap_or(false);
    let default = section.text(faults, "default").map(|text| text.value);
    let kind = read_type(faults, &section);
    let (transform, steps) = read_steps(faults, &section);
    let name = name?;
    let file = FieldRule {
        name: name.value.clone(),
        select,
        required,
        many,
        default: default.clone(),
        kind,
        transform,
    };
    // The columns `date` and `text` have a type of their own, whether or not the rule repeats it.
    let date_column = name.value == "date" && kind == FieldType::Text;
    let compiled = Field {
        name: name.value.clone(),
        alternatives,
        required,
        many,
        default,
        kind: if date_column { FieldType::Date } else { kind },
        steps,
    };
    Some((name, file, compiled))
}

fn read_type(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> FieldType {
    let Some(text) = section.text(faults, "type") else {
        return FieldType::Text;
    };
    match text.value.as_str() {
        "text" => FieldType::Text,
        "number" => FieldType::Number,
        "date" => FieldType::Date,
        "url" => FieldType::Url,
        "html" => FieldType::Html,
        other => {
            let message = Message::new("rules-type-unknown")
                .with("type", other)
                .with("hint", hint(other, &TYPES));
            faults.add(text.span.start, message);
            FieldType::Text
        }
    }
}

fn read_steps(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> (Vec<TransformStep>, Vec<Step>) {
    let nodes = section.nodes(faults, "transform", "rules-type-steps");
    let file = nodes.iter().filter_map(|node| match plain(node) {
        toml::Value::Table(table) => Some(table.into_iter().collect()),
        _ => None,
    });
    let file = file.collect();
    let steps = nodes
        .iter()
        .filter_map(|node| Step::read(faults, node))
        .collect();
    (file, steps)
}

/// A value without its places.
fn plain(node: Node<'_, '_>) -> toml::Value {
    match node.get_ref() {
        DeValue::String(text) => toml::Value::String(text.as_ref().to_owned()),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            toml::Value::Integer(number.unwrap_or(i64::MAX))
        }
        DeValue::Float(float) => toml::Value::Float(float.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => toml::Value::Boolean(*flag),
        DeValue::Datetime(time) => toml::Value::Datetime(*time),
        DeValue::Array(array) => toml::Value::Array(array.iter().map(plain).collect()),
        DeValue::Table(table) => {
            let entries = table
                .iter()
                .map(|(key, value)| (key.get_ref().as_ref().to_owned(), plain(value)));
            toml::Value::Table(entries.collect())
        }
    }
}

pub(super) fn read_content(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> ContentParts {
    let mut parts = ContentParts {
        file: Content::default(),
        generic: Some(Method::Auto.name().to_owned()),
        select: Vec::new(),
    };
    let section = root
        .node("content")
        .and_then(|node| Section::open(faults, "[content]", node, &["generic", "select"]));
    let Some(section) = section else {
        return parts;
    };
    if let Some(node) = section.node("generic") {
        parts.file.generic = Some(plain(node));
        parts.generic = read_method(faults, node);
    }
    let (file, select) = read_alternatives(faults, &section, "[content]");
    parts.file.select = file;
    parts.select = select;
    parts
}

fn read_method(faults: &mut Faults<'_>, node: Node<'_, '_>) -> Option<String> {
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
