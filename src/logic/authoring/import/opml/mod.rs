//! Feed lists (OPML), with the scraping rules that FreshRSS adds. Input: XML. Output: one
//! rule per feed: `HTML+XPath` and `JSON+DotNotation` as lists, others as feeds.
//!
//! Below: the outlines that name a feed.

pub(super) mod outline;

use super::draft::{Draft, Imported, shown};
use super::json::from_dots;
use super::selectors::step;
use super::{ImportError, SourcePlace};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::rules::{Alternative, FieldRule, FieldType, ListRule, RecordRule};
use crate::select::SelectorKind;
use outline::{OpmlOutline, outlines};

/// Attributes that are read, or that do not affect collecting.
const KNOWN: [&str; 16] = [
    "xmlUrl",
    "htmlUrl",
    "text",
    "title",
    "type",
    "description",
    "category",
    "language",
    "version",
    "cssFullContent",
    "cssFullContentFilter",
    "priority",
    "unicityCriteria",
    "unicityCriteriaForced",
    "xPathFeedTitle",
    "jsonFeedTitle",
];

/// FreshRSS's names for the parts of an item, and the fields they become.
const PARTS: [(&str, &str, FieldType); 6] = [
    ("Title", "title", FieldType::Text),
    ("Timestamp", "date", FieldType::Date),
    ("Author", "author", FieldType::Text),
    ("Content", "text", FieldType::Text),
    ("Thumbnail", "image", FieldType::Image),
    ("Categories", "categories", FieldType::Text),
];

/// Whether a document starts like a feed list.
pub(super) fn is_feed_list(text: &str) -> bool {
    let start: String = text.chars().take(4_000).collect();
    start.to_ascii_lowercase().contains("<opml")
}

/// Parses a feed list.
pub(super) fn import(_name: &str, text: &str) -> Result<Vec<Imported>, ImportError> {
    let found = outlines(text)?;
    if found.is_empty() {
        return Err(ImportError::Nothing);
    }
    let mut rules = Vec::new();
    let mut fault = ImportError::Nothing;
    for outline in &found {
        match feed(outline) {
            Ok(rule) => rules.push(rule),
            Err(error) => fault = error,
        }
    }
    if rules.is_empty() {
        return Err(fault);
    }
    note_lost(&mut rules, found.len());
    Ok(rules)
}

/// Feeds that could not be imported are reported on the first rule.
fn note_lost(rules: &mut [Imported], all: usize) {
    let lost = all.saturating_sub(rules.len());
    if let Some(first) = rules.first_mut().filter(|_| lost > 0) {
        first.notes.push(super::Note {
            place: SourcePlace::File,
            fate: super::ImportResult::Dropped,
            message: Message::new("import-feeds-lost").with("count", lost),
        });
    }
}

/// How the parts of an item are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemSyntax {
    XPath,
    Json,
}

impl ItemSyntax {
    fn prefix(self) -> &'static str {
        match self {
            Self::XPath => "xPathItem",
            Self::Json => "jsonItem",
        }
    }
}

fn feed(outline: &OpmlOutline) -> Result<Imported, ImportError> {
    let place = SourcePlace::Line(outline.line);
    let name = outline
        .get("title")
        .or(outline.get("text"))
        .or(outline
            .get("xmlUrl")
            .filter(|url| !url.contains(['@', '?', '#'])))
        .unwrap_or("feed");
    let kind = outline.get("type").unwrap_or("rss");
    let way = match kind {
        "HTML+XPath" | "XML+XPath" => Some(ItemSyntax::XPath),
        "JSON+DotNotation" => Some(ItemSyntax::Json),
        _ => None,
    };
    let mut draft = Draft::new(name, SourceKind::Feed);
    draft.comment("Imported from a feed list (OPML).");
    draft.start(&place, "xmlUrl", outline.get("xmlUrl").unwrap_or(""));
    if kind == "XML+XPath" {
        draft.changed(&place, Message::new("import-xml"));
    }
    if let Some(way) = way {
        items(&mut draft, outline, &place, way);
    }
    full_content(&mut draft, outline, &place);
    for (key, value) in &outline.attributes {
        note_other(&mut draft, &place, key, value);
    }
    draft.finish()
}

/// The items of a page: a list if they have links, otherwise the records themselves.
fn items(draft: &mut Draft, outline: &OpmlOutline, place: &SourcePlace, way: ItemSyntax) {
    let item_name = if way == ItemSyntax::XPath {
        "xPathItem"
    } else {
        "jsonItem"
    };
    let item = outline.get(item_name).unwrap_or("");
    let item = match way {
        ItemSyntax::XPath => {
            draft.checked_alternative(place, item_name, SelectorKind::XPath, item, None)
        }
        ItemSyntax::Json => json(draft, place, item_name, item, true),
    };
    let Some(item) = item else {
        return;
    };
    let link_name = format!("{}Uri", way.prefix());
    let link = outline
        .get(&link_name)
        .and_then(|text| part(draft, place, &link_name, text, way));
    let listed = link.is_some();
    match link {
        Some(link) => {
            draft.file.site.kind = SourceKind::List;
            draft.file.list = Some(ListRule {
                item: Some(item),
                link,
                ..ListRule::default()
            });
            draft.note_imported(place, item_name, "[list] item");
            draft.note_imported(place, &link_name, "[list] link");
        }
        None => {
            draft.file.site.kind = SourceKind::Pages;
            draft.file.record = Some(RecordRule { item, next: None });
            draft.note_imported(place, item_name, "[record] item");
        }
    }
    for (name, field, kind) in PARTS {
        let key = format!("{}{name}", way.prefix());
        let Some(text) = outline.get(&key) else {
            continue;
        };
        let Some(select) = part(draft, place, &key, text, way) else {
            continue;
        };
        let mut field = FieldRule {
            name: field.to_owned(),
            select: vec![select],
            many: matches!(field, "categories" | "author"),
            kind,
            ..FieldRule::default()
        };
        if name == "Timestamp" {
            time_format(draft, outline, place, way, &mut field);
        }
        if listed {
            draft.list_field(place, field);
        } else {
            draft.field(place, field);
        }
    }
}

/// One part of an item.
fn part(
    draft: &mut Draft,
    place: &SourcePlace,
    key: &str,
    text: &str,
    way: ItemSyntax,
) -> Option<Alternative> {
    match way {
        ItemSyntax::XPath => draft.checked_alternative(place, key, SelectorKind::XPath, text, None),
        ItemSyntax::Json => json(draft, place, key, text, false),
    }
}

fn json(
    draft: &mut Draft,
    place: &SourcePlace,
    key: &str,
    dots: &str,
    each: bool,
) -> Option<Alternative> {
    let Some(path) = from_dots(dots) else {
        let message = Message::new("import-no-path")
            .with("what", key)
            .with("path", shown(dots));
        draft.dropped(place, message);
        return None;
    };
    let path = if each && !path.ends_with("[*]") {
        format!("{path}[*]")
    } else {
        path
    };
    draft.checked_alternative(place, key, SelectorKind::JsonPath, &path, None)
}

fn time_format(
    draft: &mut Draft,
    outline: &OpmlOutline,
    place: &SourcePlace,
    way: ItemSyntax,
    field: &mut FieldRule,
) {
    let key = format!("{}TimeFormat", way.prefix());
    let Some(format) = outline.get(&key) else {
        return;
    };
    match date_format(format) {
        // Seconds since 1970 are parsed without a format.
        Some(format) if format == "%s" => draft.note_imported(place, &key, "[[field]] date"),
        Some(format) => {
            field
                .transform
                .push(step("date", toml::Value::String(format)));
            draft.note_imported(place, &key, "transform");
        }
        None => {
            let message = Message::new("import-date-format").with("format", shown(format));
            draft.dropped(place, message);
        }
    }
}

/// A PHP date format in the notation of C.
fn date_format(php: &str) -> Option<String> {
    let mut made = String::new();
    let mut letters = php.chars();
    while let Some(letter) = letters.next() {
        let part = match letter {
            'd' | 'j' => "%d",
            'm' | 'n' => "%m",
            'Y' => "%Y",
            'y' => "%y",
            'H' | 'G' => "%H",
            'h' | 'g' => "%I",
            'i' => "%M",
            's' => "%S",
            'M' => "%b",
            'F' => "%B",
            'D' => "%a",
            'l' => "%A",
            'A' | 'a' => "%p",
            'U' => "%s",
            'O' | 'P' | 'p' => "%z",
            '!' | '|' => "",
            '\\' => {
                made.push(letters.next()?);
                continue;
            }
            '%' => "%%",
            other if other.is_ascii_alphabetic() || matches!(other, '?' | '*' | '+') => {
                return None;
            }
            other => {
                made.push(other);
                continue;
            }
        };
        made.push_str(part);
    }
    Some(made)
}

/// The text of the page that an item links to.
fn full_content(draft: &mut Draft, outline: &OpmlOutline, place: &SourcePlace) {
    if let Some(css) = outline.get("cssFullContent")
        && let Some(way) =
            draft.checked_alternative(place, "cssFullContent", SelectorKind::Css, css, None)
    {
        draft.file.content.select.push(way);
        draft.note_imported(place, "cssFullContent", "[content] select");
    }
    if let Some(css) = outline.get("cssFullContentFilter")
        && let Some(way) =
            draft.checked_alternative(place, "cssFullContentFilter", SelectorKind::Css, css, None)
    {
        draft.file.content.strip.push(way);
        draft.note_imported(place, "cssFullContentFilter", "[content] strip");
    }
}

fn note_other(draft: &mut Draft, place: &SourcePlace, key: &str, value: &str) {
    let known = |list: &[&str]| list.iter().any(|name| name.eq_ignore_ascii_case(key));
    if value.trim().is_empty() || known(&KNOWN) {
        return;
    }
    let read = ["xPathItem", "jsonItem"].iter().any(|prefix| {
        key.get(prefix.len()..).is_some_and(|part| {
            key.starts_with(prefix)
                && (matches!(part, "" | "Uri" | "TimeFormat")
                    || PARTS.iter().any(|(name, _, _)| *name == part))
        })
    });
    if read {
        return;
    }
    match key {
        "CURLOPT_USERAGENT" => draft.header(place, "User-Agent", value),
        "CURLOPT_COOKIE" | "CURLOPT_COOKIEFILE" | "CURLOPT_POSTFIELDS" | "CURLOPT_HTTPHEADER"
        | "CURLOPT_USERPWD" | "CURLOPT_PROXY" => {
            draft.dropped(place, Message::new("import-secret").with("what", key));
        }
        key => draft.dropped_key(place, key),
    }
}
