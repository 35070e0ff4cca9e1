//! Shared by sources with entries: reading the entries of a document in the plain form, and whether
//! the linked pages are fetched.

use serde_json::Value as Json;
use toml::de::DeValue;

use crate::messages::Message;
use crate::model::SourceKind;
use crate::page::Page;
use crate::rules::check::reader::{Faults, Section, hint, note_type, text};
use crate::rules::evaluate::compiled::{Field, Finder, List, MatchTake, What};
use crate::rules::sources::compiled_source::{CompiledSource, Details};
use crate::rules::{FieldType, PagesChoice};
use crate::select::{Selector, SelectorKind, Take};

/// JSONPath of the entries in the plain form of feeds and sitemaps.
const ENTRIES: &str = "$.entries[*]";
const ADDRESS: &str = "$.url";
/// The prefix of a document in the plain form.
const MARK: &str = "{\"document\":";

/// A document of that kind in the plain form, marked as such.
pub(super) fn plain_document(found: Json, kind: SourceKind) -> Option<Json> {
    let Json::Object(found) = found else {
        return Some(found);
    };
    let mut marked = serde_json::Map::new();
    marked.insert("document".to_owned(), Json::from(kind.token()));
    marked.extend(found);
    Some(Json::Object(marked))
}

/// Whether a prepared page is a document in the plain form.
pub(super) fn is_plain_document(page: &Page) -> bool {
    page.source().starts_with(MARK)
}

/// `pages = true`, `false`, and for feeds `"auto"`.
pub(super) fn read_pages_choice(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    usual: Details,
    auto: bool,
) -> (Option<PagesChoice>, Details) {
    let Some(node) = section.node("pages") else {
        return (None, usual);
    };
    match node.get_ref() {
        DeValue::Boolean(true) => (Some(PagesChoice::Flag(true)), Details::Always),
        DeValue::Boolean(false) => (Some(PagesChoice::Flag(false)), Details::Never),
        DeValue::String(_) if auto => {
            let word = text(faults, "pages", node);
            if let Some(word) = word.as_ref().filter(|word| word.value != "auto") {
                let message = Message::new("rules-word")
                    .with("key", "pages")
                    .with("word", word.value.as_str())
                    .with("hint", hint(&word.value, &["auto"]));
                faults.add(word.span.start, message);
            }
            let choice = word.map(|word| PagesChoice::Word(word.value));
            (choice, Details::Auto)
        }
        _ => {
            let wanted = if auto {
                "rules-type-pages"
            } else {
                "rules-type-flag"
            };
            note_type(faults, "pages", wanted, node);
            (None, usual)
        }
    }
}

/// The list of a feed or sitemap, in its plain form.
pub(super) fn entries() -> List {
    let nothing = || Finder {
        what: What::Constant(String::new()),
        taking: MatchTake::Plain(Take::Text),
        fallbacks: Vec::new(),
    };
    List {
        item: json_finder(ENTRIES),
        link: json_finder(ADDRESS).unwrap_or_else(nothing),
        changed: None,
        next: None,
        allow: Vec::new(),
        deny: Vec::new(),
        named: None,
        fields: Vec::new(),
        ways: CompiledSource::default(),
    }
}

/// Adds the usual fields of entries unless the rule has fields of these names.
pub(super) fn add_usual(list: &mut List, usual: &[(&str, FieldType)]) {
    for (name, kind) in usual {
        let known = list.fields.iter().any(|field| field.name == *name);
        let finder = json_finder(&format!("$.{name}"));
        if let Some(finder) = finder.filter(|_| !known) {
            list.fields.push(Field {
                name: (*name).to_owned(),
                alternatives: vec![finder],
                nested: None,
                required: false,
                many: false,
                default: None,
                kind: *kind,
                steps: Vec::new(),
            });
        }
    }
}

pub(super) fn json_finder(path: &str) -> Option<Finder> {
    let path = Selector::compile(SelectorKind::JsonPath, path).ok()?;
    Some(Finder {
        what: What::Json(path),
        taking: MatchTake::Plain(Take::Text),
        fallbacks: Vec::new(),
    })
}
