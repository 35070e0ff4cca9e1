//! CSL-JSON: one object a record, as citation processors read it.

use serde_json::{Map, Value, json};

use super::reference::Reference;

/// The object of a reference.
pub(super) fn item(reference: &Reference) -> Map<String, Value> {
    let kind = if reference.is_article {
        "article-journal"
    } else {
        "webpage"
    };
    let mut item = Map::new();
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            item.insert(name.to_owned(), value.into());
        }
    };
    field("id", &reference.key);
    field("type", kind);
    field("title", &reference.title);
    field("container-title", &reference.container);
    field("volume", &reference.volume);
    field("issue", &reference.issue);
    field("page", &reference.pages);
    field("publisher", &reference.publisher);
    field("ISBN", &reference.isbn);
    field("ISSN", &reference.issn);
    field("DOI", &reference.doi);
    field("URL", &reference.url);
    field("language", &reference.language);
    field("keyword", &reference.keywords.join(", "));
    field("abstract", &reference.summary);
    let names = reference
        .authors
        .iter()
        .map(|name| match name.given.is_empty() {
            true => json!({ "literal": name.family }),
            false => json!({ "family": name.family, "given": name.given }),
        });
    let authors: Vec<Value> = names.collect();
    if !authors.is_empty() {
        item.insert("author".to_owned(), authors.into());
    }
    if !reference.date.is_empty() {
        item.insert(
            "issued".to_owned(),
            json!({ "date-parts": [reference.date] }),
        );
    }
    let read = json!({ "date-parts": [reference.read_on] });
    item.insert("accessed".to_owned(), read);
    item
}
