//! Extraction schemas of Crawl4AI: a base selector whose matches are the records, with fields in
//! CSS or XPath. Input: JSON. Output: one rule of the kind `pages` with `[record]`. Computed
//! fields are program code and are dropped.

use super::draft::{Draft, Imported};
use super::json::{JsonNode, read};
use super::names::stem;
use super::selectors::{css, inside, keep_match, step};
use super::{ImportError, SourcePlace};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::{Alternative, FieldRule, FieldType, RecordRule, TransformStep};
use crate::select::SelectorKind;

/// Common keys for the address of the page that a schema is for.
const ADDRESSES: [&str; 5] = ["url", "start_url", "startUrl", "baseUrl", "base_url"];

/// The placeholder address of a schema without one.
const NO_ADDRESS: &str = "https://example.org/";

const SCHEMA_KEYS: [&str; 5] = ["name", "baseSelector", "baseFields", "fields", "schema"];

const FIELD_KEYS: [&str; 9] = [
    "name",
    "selector",
    "type",
    "attribute",
    "pattern",
    "group",
    "transform",
    "default",
    "fields",
];

/// Parses a schema, or a list of them.
pub(super) fn import(name: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    let document = read(text)?;
    let all = JsonNode::each(&document);
    let schemas: Vec<JsonNode<'_>> = all
        .into_iter()
        .map(|at| match at.get("schema") {
            Some(inner) if inner.get("baseSelector").is_some() => inner,
            _ => at,
        })
        .filter(|at| at.text("baseSelector").is_some())
        .collect();
    if schemas.is_empty() {
        return Err(ImportError::NotThisFormat {
            format: "crawl4ai",
            lacks: "baseSelector",
        });
    }
    schemas.iter().map(|at| schema(name, at)).collect()
}

fn schema(name: &str, at: &JsonNode<'_>) -> Result<Imported, ImportError> {
    let mut draft = Draft::new(at.text("name").unwrap_or(stem(name)), SourceKind::Pages);
    draft.comment("Imported from a Crawl4AI schema.");
    let base = at.text("baseSelector").unwrap_or("");
    let kind = SelectorKind::guess(base);
    let place = at.place_of("baseSelector");
    let base = if kind == SelectorKind::Css {
        css(base)
    } else {
        base.to_owned()
    };
    let Some(item) = draft.checked_alternative(&place, "baseSelector", kind, &base, None) else {
        return Err(ImportError::Nothing);
    };
    draft.file.record = Some(RecordRule { item, next: None });
    draft.note_imported(&place, "baseSelector", "[record] item");
    let mut reader = Reader { draft, kind };
    for field in at.list("baseFields") {
        reader.field(&field, Some(reader.itself()));
    }
    for field in at.list("fields") {
        reader.field(&field, None);
    }
    let mut draft = reader.draft;
    for key in at.other_keys(&SCHEMA_KEYS) {
        if !ADDRESSES.contains(&key) {
            draft.dropped_key(&at.place_of(key), key);
        }
    }
    add_start(&mut draft, at);
    if draft.file.fields.is_empty() {
        return Err(ImportError::Nothing);
    }
    draft.finish()
}

fn add_start(draft: &mut Draft, at: &JsonNode<'_>) {
    for key in ADDRESSES {
        for (place, text) in at.texts(key) {
            draft.start(&place, key, text);
        }
    }
    if draft.file.site.start.is_empty() {
        draft.file.site.start.push(NO_ADDRESS.to_owned());
        draft.changed(&at.place(), Message::new("import-no-start"));
        draft.comment("A schema names no address: put the site's own under start.");
    }
}

struct Reader {
    draft: Draft,
    kind: SelectorKind,
}

impl Reader {
    /// A selector of the container itself.
    fn itself(&self) -> &'static str {
        if self.kind == SelectorKind::Css {
            ":scope"
        } else {
            "."
        }
    }

    /// A selector inside a container.
    fn relative(&self, selector: &str) -> String {
        let selector = selector.trim();
        if self.kind == SelectorKind::Css {
            css(selector)
        } else if selector.starts_with('/') {
            // Crawl4AI searches inside the container, however the path starts.
            format!(".{selector}")
        } else {
            selector.to_owned()
        }
    }

    fn field(&mut self, at: &JsonNode<'_>, usual: Option<&str>) {
        let types = types(at);
        let main = types.first().map_or("text", String::as_str);
        match main {
            "nested" | "list" | "nested_list" => self.nested(at, main),
            _ => {
                let selector = at
                    .text("selector")
                    .or(usual)
                    .unwrap_or_else(|| self.itself());
                let selector = self.relative(selector);
                if let Some(field) = self.plain(at, &selector) {
                    self.draft.field(&at.place(), field);
                }
            }
        }
    }

    /// One value.
    fn plain(&mut self, at: &JsonNode<'_>, selector: &str) -> Option<FieldRule> {
        let place = at.place();
        self.note_other_keys(at);
        let name = at.text("name").unwrap_or("field");
        let types = types(at);
        let has = |name: &str| types.iter().any(|t| t == name);
        if has("computed") || at.get("expression").is_some() || at.get("function").is_some() {
            self.draft.dropped_code(&place, name);
            return None;
        }
        let unknown = types
            .iter()
            .find(|t| !matches!(t.as_str(), "text" | "attribute" | "html" | "regex"));
        if let Some(unknown) = unknown {
            let message = Message::new("import-unknown-type")
                .with("what", name)
                .with("type", super::draft::shown(unknown));
            self.draft.dropped(&place, message);
            return None;
        }
        let take = if has("attribute") {
            at.text("attribute")
        } else if has("html") {
            Some("html")
        } else {
            None
        };
        if let Some(bad) = take.filter(|t| !is_attribute(t)) {
            let message = Message::new("import-unknown-type")
                .with("what", name)
                .with("type", super::draft::shown(bad));
            self.draft.dropped(&place, message);
            return None;
        }
        let select = self.select(&place, name, selector, take)?;
        let mut field = FieldRule {
            name: name.to_owned(),
            select: vec![select],
            default: at.word("default").filter(|d| !d.trim().is_empty()),
            kind: if take == Some("html") {
                FieldType::Html
            } else {
                FieldType::Text
            },
            ..FieldRule::default()
        };
        if has("regex") {
            field.transform.push(self.pattern(at, name)?);
        }
        field.transform.extend(self.transform(at));
        Some(field)
    }

    fn select(
        &mut self,
        place: &SourcePlace,
        name: &str,
        selector: &str,
        take: Option<&str>,
    ) -> Option<Alternative> {
        let kind = if self.kind == SelectorKind::Css {
            SelectorKind::Css
        } else {
            SelectorKind::XPath
        };
        self.draft
            .checked_alternative(place, name, kind, selector, take)
    }

    fn pattern(&mut self, at: &JsonNode<'_>, name: &str) -> Option<TransformStep> {
        let pattern = at.text("pattern").unwrap_or("");
        let group = at.number("group").and_then(|n| usize::try_from(n).ok());
        let group = group.unwrap_or(1);
        // Without a group of its own, the whole match is meant.
        let found = keep_match(pattern, group).or_else(|| keep_match(pattern, 0));
        if found.is_none() {
            let message = Message::new("import-bad-pattern").with("what", name);
            self.draft.dropped(&at.place_of("pattern"), message);
        }
        found
    }

    fn transform(&mut self, at: &JsonNode<'_>) -> Option<TransformStep> {
        let yes = toml::Value::Boolean(true);
        match at.text("transform")? {
            "strip" => Some(step("trim", yes)),
            "lowercase" => Some(step("case", toml::Value::String("lower".to_owned()))),
            "uppercase" => Some(step("case", toml::Value::String("upper".to_owned()))),
            _ => {
                self.draft
                    .dropped_key(&at.place_of("transform"), "transform");
                None
            }
        }
    }

    /// A part with fields of its own, single or as a list.
    fn nested(&mut self, at: &JsonNode<'_>, kind: &str) {
        let place = at.place();
        self.note_other_keys(at);
        let name = at.text("name").unwrap_or("field");
        let selector = self.relative(at.text("selector").unwrap_or(self.itself()));
        let inner = at.list("fields");
        // A single part is the same container in more detail.
        if kind == "nested" && self.kind == SelectorKind::Css && self.flat(at, &selector) {
            return;
        }
        let Some(item) = self.select(&place, name, &selector, None) else {
            return;
        };
        let mut fields: Vec<FieldRule> = Vec::new();
        for field in &inner {
            if field.get("fields").is_some() {
                let message = Message::new("import-too-nested")
                    .with("what", field.text("name").unwrap_or("field"));
                self.draft.dropped(&field.place(), message);
                continue;
            }
            let inner = field.text("selector").unwrap_or(self.itself()).to_owned();
            let inner = self.relative(&inner);
            if let Some(mut made) = self.plain(field, &inner) {
                let taken: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
                made.name = super::names::field_name(&made.name, true, &taken);
                fields.push(made);
            }
        }
        if fields.is_empty() {
            let message = Message::new("import-empty").with("what", name);
            return self.draft.dropped(&place, message);
        }
        let field = FieldRule {
            name: name.to_owned(),
            item: Some(item),
            fields,
            ..FieldRule::default()
        };
        self.draft.field(&place, field);
    }

    /// Flattens the fields of a single part into fields of the record: `part.name`.
    fn flat(&mut self, at: &JsonNode<'_>, outer: &str) -> bool {
        let name = at.text("name").unwrap_or("field");
        let mut made = Vec::new();
        for field in at.list("fields") {
            let inner = field.text("selector").unwrap_or(self.itself());
            if field.get("fields").is_some() {
                return false;
            }
            let Some(selector) = inside(outer, inner) else {
                return false;
            };
            made.push((field, selector));
        }
        for (field, selector) in made {
            if let Some(mut plain) = self.plain(&field, &selector) {
                plain.name = format!("{name}.{}", plain.name);
                self.draft.field(&field.place(), plain);
            }
        }
        true
    }

    fn note_other_keys(&mut self, at: &JsonNode<'_>) {
        for key in at.other_keys(&FIELD_KEYS) {
            if matches!(key, "expression" | "function") {
                self.draft.dropped_code(&at.place_of(key), key);
            } else {
                self.draft.dropped_key(&at.place_of(key), key);
            }
        }
    }
}

/// The types of a field: one, or a chain of them.
fn types(at: &JsonNode<'_>) -> Vec<String> {
    let found: Vec<String> = at
        .texts("type")
        .into_iter()
        .map(|(_, text)| text.trim().to_ascii_lowercase())
        .collect();
    if found.is_empty() {
        vec!["text".to_owned()]
    } else {
        found
    }
}

/// Whether a name is a valid attribute name.
pub(super) fn is_attribute(name: &str) -> bool {
    !name.trim().is_empty()
        && !name.contains(|c: char| c.is_whitespace() || c.is_control() || "\"'<>/=".contains(c))
}
