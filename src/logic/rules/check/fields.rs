//! The checker for all `[[field]]` tables.

use toml::de::DeValue;

use super::reader::{Faults, Section, SpannedString, SpannedValue, hint};
use super::select::{Role, read_alternatives, read_container};
use crate::comparison::{Tolerance, compile_ignored};
use crate::messages::Message;
use crate::model::{CompareAs, DefaultColumn, FieldComparison};
use crate::rules::evaluate::compiled::{Field, Finder, MatchTake, Nested};
use crate::rules::value_steps::CompiledTransform;
use crate::rules::{Alternative, FieldRule, FieldType, TransformStep};

const TYPES: [&str; 7] = ["text", "number", "date", "url", "html", "image", "bool"];

/// Built-in columns that no field may fill.
const RESERVED: [&str; 2] = ["site", "fetched_at"];

/// Fields as data and compiled.
#[derive(Default)]
pub(crate) struct CheckedFields {
    /// As data.
    pub file: Vec<FieldRule>,
    /// Compiled.
    pub compiled: Vec<Field>,
}

/// The context of fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldPlace {
    /// `[[field]]` of a page with one record.
    Page,
    /// `[[field]]` of a page with several.
    Record,
    /// `[[list.field]]`
    List,
    /// `[[field.field]]`
    Nested,
}

/// The maximum number of fields in one section.
const MAX_FIELDS: usize = 1_000;

/// The `[[field]]` tables of `section`; `prefix` is the start of their heading.
pub(crate) fn read_fields(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    prefix: &str,
    place: FieldPlace,
) -> CheckedFields {
    let mut fields = CheckedFields::default();
    let nodes = section.nodes(faults, "field", "rules-type-tables");
    if let Some(beyond) = nodes.get(MAX_FIELDS) {
        let message = Message::new("rules-fields-many").with("most", MAX_FIELDS);
        faults.add(beyond.span().start, message);
    }
    for node in nodes.into_iter().take(MAX_FIELDS) {
        let title = format!("[[{prefix}field]]");
        let Some((name, file, compiled)) = read_field(faults, &title, node, prefix, place) else {
            continue;
        };
        check_name(faults, &name, place);
        if fields.file.iter().any(|other| other.name == file.name) {
            let message = Message::new("rules-field-twice").with("name", file.name.as_str());
            faults.add(name.span.start, message);
        }
        fields.file.push(file);
        fields.compiled.push(compiled);
    }
    fields
}

pub(crate) fn check_name(faults: &mut Faults<'_>, name: &SpannedString, place: FieldPlace) {
    let value = name.value.as_str();
    if RESERVED.contains(&value) && place != FieldPlace::Nested {
        let message = Message::new("rules-field-reserved").with("name", value);
        faults.add(name.span.start, message);
    }
    if value == DefaultColumn::Url.token() && matches!(place, FieldPlace::Page | FieldPlace::List) {
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
    node: SpannedValue<'_, '_>,
    prefix: &str,
    place: FieldPlace,
) -> Option<(SpannedString, FieldRule, Field)> {
    let keys = [
        "name",
        "select",
        "required",
        "many",
        "default",
        "type",
        "transform",
        "item",
        "field",
        "compare",
        "tolerance",
        "ignore",
    ];
    let section = Section::open(faults, title, node, &keys)?;
    let name = section.required_text(faults, "name");
    let kind = read_type(faults, &section);
    let nested = section.node("item").is_some() || section.node("field").is_some();
    let (inner_file, inner) = match nested {
        true => read_nested(faults, &section, prefix, place).unzip(),
        false => (None, None),
    };
    let (select, alternatives) = if nested {
        (Vec::new(), Vec::new())
    } else {
        read_select(faults, &section, kind)
    };
    let required = section.flag(faults, "required").unwrap_or(false);
    let many = section.flag(faults, "many").unwrap_or(false);
    let default = section.text(faults, "default").map(|text| text.value);
    let (transform, steps) = read_steps(faults, &section);
    let compared = read_comparison(faults, &section);
    if alternatives
        .iter()
        .any(|finder| finder.taking == MatchTake::Table)
    {
        check_plain(
            faults,
            &section,
            "rules-table-plain",
            &["type", "transform"],
        );
    }
    let name = name?;
    let (item, fields) = match inner_file {
        Some((item, fields)) => (Some(item), fields),
        None => (None, Vec::new()),
    };
    let file = FieldRule {
        name: name.value.clone(),
        select,
        item,
        required,
        many,
        default: default.clone(),
        kind,
        transform,
        compare: compared.compare,
        tolerance: compared.tolerance,
        ignore: compared.ignore,
        fields,
    };
    // The column `date` has its own type, whether or not the rule repeats it; and formatted values
    // keep their form.
    let formed = alternatives.iter().any(Finder::has_form);
    let kind_of_value = match kind {
        FieldType::Text if name.value == DefaultColumn::Date.token() => FieldType::Date,
        FieldType::Text if formed => FieldType::Html,
        kind => kind,
    };
    let compiled = Field {
        name: name.value.clone(),
        alternatives,
        nested: inner,
        required,
        many,
        default,
        kind: kind_of_value,
        steps,
    };
    Some((name, file, compiled))
}

/// How two readings of a field are compared.
fn read_comparison(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> FieldComparison {
    let compare = section.text(faults, "compare").and_then(|word| {
        let mut known = CompareAs::ALL.into_iter();
        let found = known.find(|as_what| as_what.token() == word.value);
        if found.is_none() {
            let message = Message::new("rules-compare").with("found", word.value.as_str());
            faults.add(word.span.start, message);
        }
        found
    });
    let tolerance = section.text(faults, "tolerance");
    if let Some(text) = &tolerance
        && (Tolerance::parse(&text.value).is_none() || compare != Some(CompareAs::Number))
    {
        let message = Message::new("rules-tolerance").with("found", text.value.as_str());
        faults.add(text.span.start, message);
    }
    let ignore = section.texts(faults, "ignore");
    for pattern in &ignore {
        if compile_ignored(&pattern.value).is_none() {
            let message = Message::new("rules-ignore").with("pattern", pattern.value.as_str());
            faults.add(pattern.span.start, message);
        }
    }
    FieldComparison {
        compare: compare.unwrap_or_default(),
        tolerance: tolerance.map(|text| text.value),
        ignore: ignore.into_iter().map(|pattern| pattern.value).collect(),
    }
}

/// The alternatives of a field; it needs at least one.
fn read_select(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    kind: FieldType,
) -> (Vec<Alternative>, Vec<Finder>) {
    let role = if kind == FieldType::Image {
        Role::Picture
    } else {
        Role::Value
    };
    let found = read_alternatives(faults, section, "select", role);
    let Some(node) = section.node("select") else {
        section.note_missing(faults, "select");
        return found;
    };
    if node.get_ref().as_array().is_some_and(|a| a.is_empty()) {
        let start = section.key_start("select");
        faults.add(start, Message::new("rules-select-none"));
    }
    found
}

type NestedParts = ((Alternative, Vec<FieldRule>), Nested);

/// The small records of a field: a container and fields of their own.
fn read_nested(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    prefix: &str,
    place: FieldPlace,
) -> Option<NestedParts> {
    if place == FieldPlace::Nested {
        let message = Message::new("rules-nested-twice");
        faults.add(section.start(), message);
        return None;
    }
    let wrong = ["select", "many", "default", "type", "transform"];
    check_plain(faults, section, "rules-nested-plain", &wrong);
    let item = section
        .node("item")
        .map(|node| read_container(faults, &format!("{} item", section.title()), node));
    if item.is_none() {
        section.note_missing(faults, "item");
    }
    if section.node("field").is_none() {
        let message =
            Message::new("rules-nested-fields").with("heading", format!("[[{prefix}field.field]]"));
        faults.add(section.key_start("item"), message);
    }
    let fields = read_fields(
        faults,
        section,
        &format!("{prefix}field."),
        FieldPlace::Nested,
    );
    let (item_file, item) = item??;
    let compiled = Nested {
        item,
        fields: fields.compiled,
    };
    Some(((item_file, fields.file), compiled))
}

/// Reports the keys that have no meaning in such a field.
fn check_plain(faults: &mut Faults<'_>, section: &Section<'_, '_>, id: &str, wrong: &[&str]) {
    for key in wrong.iter().filter(|key| section.node(key).is_some()) {
        faults.add(section.key_start(key), Message::new(id).with("key", *key));
    }
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
        "image" => FieldType::Image,
        "bool" => FieldType::Bool,
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
) -> (Vec<TransformStep>, Vec<CompiledTransform>) {
    let nodes = section.nodes(faults, "transform", "rules-type-steps");
    let file = nodes.iter().filter_map(|node| match plain(node) {
        toml::Value::Table(table) => Some(table.into_iter().collect()),
        _ => None,
    });
    let file = file.collect();
    let steps = nodes
        .iter()
        .filter_map(|node| CompiledTransform::read(faults, node))
        .collect();
    (file, steps)
}

/// A value without its places.
pub(super) fn plain(node: SpannedValue<'_, '_>) -> toml::Value {
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

#[cfg(test)]
mod tests {
    use crate::rules::parse;

    fn faults(fields: impl Iterator<Item = String>) -> Vec<String> {
        let site = "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n";
        let field = |(n, select): (usize, String)| {
            format!("[[field]]\nname = \"f{n}\"\nselect = [{{ {select} }}]\n")
        };
        let text: String = fields.enumerate().map(field).collect();
        match parse(&format!("{site}{text}")) {
            Ok(_) => Vec::new(),
            Err(errors) => errors
                .0
                .into_iter()
                .map(|error| error.message.id.to_string())
                .collect(),
        }
    }

    #[test]
    fn a_rule_of_very_many_fields_is_refused() {
        let plain = |count: usize| faults((0..count).map(|_| "css = \"b\"".to_owned()));
        assert!(plain(300).is_empty());
        assert!(plain(5_000).contains(&"rules-fields-many".to_owned()));
    }

    #[test]
    fn patterns_are_bounded_by_the_memory_that_they_take_together() {
        let large = |count: usize| faults((0..count).map(|n| format!("regex = '\\w{{1,40}}x{n}'")));
        assert!(large(8).is_empty(), "{:?}", large(8));
        let many = large(200);
        assert!(
            many.contains(&"rules-patterns-large".to_owned()),
            "{many:?}"
        );
        assert!(many.len() < 50, "what follows is not looked at");
        let too_large = faults((0..200).map(|_| r"regex = '(?:\p{L}{1,60}){1,60}'".to_owned()));
        assert!(!too_large.is_empty() && too_large.len() < 50);
    }
}
