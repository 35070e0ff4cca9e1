//! Evaluates a selector on one page. Input: a loaded page and a query as people type it.
//! Output: the matches in document order.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

use super::Loaded;
use crate::protocol::EngineError;
use bowerbird_logic::generic::{TextFormat, document_of};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::select::{Selected, Selector, SelectorKind, TableRow, Take, json_of, table};

/// A query, with what to extract.
#[derive(Clone, Debug)]
pub struct Query {
    /// The language.
    pub kind: SelectorKind,
    /// The selector; one label of possibly several.
    pub sources: Vec<String>,
    /// Whether a regular expression searches the visible text.
    pub on_text: bool,
    /// The group of a regular expression that is the value: a number or a name.
    pub group: Option<String>,
    /// What is extracted.
    pub taking: Taking,
}

/// What is extracted from a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taking {
    /// Text, HTML or an attribute.
    Plain(Take),
    /// The address it points to, in full.
    Url,
    /// The rows of the table that it is or contains.
    Table,
    /// The formatted text.
    Written(TextFormat),
}

impl Taking {
    /// Parses `typed` as in a rule file.
    pub fn typed(typed: &str) -> Self {
        Self::Plain(match typed {
            "url" => return Self::Url,
            "table" => return Self::Table,
            "markdown" => return Self::Written(TextFormat::Markdown),
            "clean_html" => return Self::Written(TextFormat::Html),
            "text" => Take::Text,
            "own_text" => Take::OwnText,
            "html" => Take::Html,
            name => Take::Attribute(name.to_owned()),
        })
    }
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SelectorMatch {
    /// The matched element, if any.
    pub element: Option<ElementIndex>,
    /// Its value; for a table, its rows, one per line.
    pub value: String,
    /// Rows of a table, as objects: header and cell.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "objects")]
    pub rows: Option<Vec<TableRow>>,
}

/// All matches of `query` on the page, in document order.
///
/// # Errors
/// When the selector does not compile or is too expensive for this page; for JSONPath also when the
/// page is not JSON and contains none.
pub fn select(loaded: &Loaded, query: &Query) -> Result<Vec<SelectorMatch>, EngineError> {
    let first = query.sources.first().map_or("", String::as_str);
    let selector = match query.kind {
        SelectorKind::Label => Selector::label(&query.sources)?,
        SelectorKind::Regex => Selector::regex(first, query.on_text, query.group.as_deref())?,
        kind => Selector::compile(kind, first)?,
    };
    if query.kind == SelectorKind::JsonPath {
        return in_json(loaded, &selector);
    }
    let take = |take: &Take| selector.try_select(&loaded.page, None, take);
    let by_attribute = |name: &str| take(&Take::Attribute(name.to_owned()));
    Ok(match &query.taking {
        Taking::Plain(plain) => take(plain)?.into_iter().map(found).collect(),
        Taking::Url => {
            let mut links = by_attribute("href")?;
            if links.is_empty() {
                links = by_attribute("src")?;
            }
            let joined = links.into_iter().filter_map(|link| {
                let value = loaded.page.join(link.value.trim())?.to_string();
                Some(found(Selected { value, ..link }))
            });
            joined.collect()
        }
        Taking::Written(format) => {
            let written = take(&Take::Text)?.into_iter().map(|match_| {
                let value = match match_.element {
                    Some(element) => document_of(&loaded.page, &[element]).write(*format),
                    None => match_.value,
                };
                found(Selected {
                    element: match_.element,
                    value,
                })
            });
            written.collect()
        }
        Taking::Table => take(&Take::OwnText)?
            .into_iter()
            .filter_map(|match_| tabular(loaded, match_.element?))
            .collect(),
    })
}

fn found(selected: Selected) -> SelectorMatch {
    SelectorMatch {
        element: selected.element,
        value: selected.value,
        rows: None,
    }
}

fn tabular(loaded: &Loaded, element: ElementIndex) -> Option<SelectorMatch> {
    let rows = table(&loaded.page, element);
    let line = |row: &TableRow| {
        let cells: Vec<String> = row.iter().map(|(n, v)| format!("{n}: {v}")).collect();
        cells.join("; ")
    };
    (!rows.is_empty()).then(|| SelectorMatch {
        element: Some(element),
        value: rows.iter().map(line).collect::<Vec<_>>().join("\n"),
        rows: Some(rows),
    })
}

fn in_json(loaded: &Loaded, selector: &Selector) -> Result<Vec<SelectorMatch>, EngineError> {
    let documents = json_of(&loaded.page);
    if documents.is_empty() {
        let source = loaded.source.as_str();
        let trimmed = loaded.html.trim_start_matches('\u{FEFF}').trim_start();
        let broken = serde_json::from_str::<Json>(trimmed)
            .err()
            .filter(|_| trimmed.starts_with(['{', '[']));
        return Err(EngineError(match broken {
            Some(error) => Message::new("engine-no-json")
                .with("source", source)
                .with("reason", error.to_string()),
            None => Message::new("engine-holds-no-json").with("source", source),
        }));
    }
    let text = |value: &Json| match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut found = Vec::new();
    for json in &documents {
        let values = selector.try_select_json(json)?;
        found.extend(values.into_iter().map(|value| SelectorMatch {
            element: None,
            value: text(value),
            rows: None,
        }));
    }
    Ok(found)
}

fn objects<S: Serializer>(rows: &Option<Vec<TableRow>>, serializer: S) -> Result<S::Ok, S::Error> {
    let object = |row: &TableRow| {
        let cells = row
            .iter()
            .map(|(name, cell)| (name.clone(), Json::from(cell.as_str())));
        Json::Object(cells.collect::<Map<_, _>>())
    };
    let rows: Vec<Json> = rows.iter().flatten().map(object).collect();
    rows.serialize(serializer)
}
