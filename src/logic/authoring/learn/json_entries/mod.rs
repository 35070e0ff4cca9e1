//! A rule of kind `api` for the JSON of an interface: the array that holds its entries, and what
//! the keys of an entry are. Input: a page whose source is JSON. Output: a rule that reads the
//! entries, without `[site]`. It relies on names of keys that interfaces share and on what the
//! values look like; nothing is fetched.

mod counts;
mod entry_array;
#[cfg(test)]
mod tests;

use entry_array::best_array;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value as Json};

use crate::dates::parse_date;
use crate::model::SourceKind;
use crate::page::{Page, without_fragment};
use crate::rules::{Alternative, AlternativeKind, ApiRule, FieldRule, FieldType, NextRule};
use crate::rules::{PagesChoice, RuleFile};
use crate::select::{embedded_json, json_of};
use crate::sources::{FLIGHT, LINKED_DATA};

/// How deep keys are searched for inside of an entry.
const MAX_KEY_DEPTH: usize = 3;
/// The number of entries looked at, and the maximum number of fields.
const SAMPLE: usize = 50;
const MAX_FIELDS: usize = 12;
/// The minimum share of entries that have a key for it to become a field.
const USUAL: f64 = 0.3;
/// The average length in characters from which a text is one to read.
const LONG_TEXT: f64 = 80.0;

/// Characters from which a key of digits and letters up to `f` is a number or a hash.
const HASH_CHARS: usize = 6;

/// Names of keys by their role, the best first; the last part of a path counts.
const LINKS: [&str; 10] = [
    "permalink",
    "html_url",
    "web_url",
    "canonical_url",
    "share_url",
    "article_url",
    "url",
    "link",
    "href",
    "uri",
];
const TITLES: [&str; 7] = [
    "title",
    "headline",
    "subject",
    "name",
    "caption",
    "heading",
    "full_title",
];
const DATES: [&str; 16] = [
    "published_at",
    "publish_time",
    "published",
    "pub_date",
    "date_published",
    "created_at",
    "created",
    "create_time",
    "ctime",
    "posted_at",
    "date",
    "datetime",
    "time",
    "timestamp",
    "updated_at",
    "updated",
];
const AUTHORS: [&str; 9] = [
    "author",
    "author_name",
    "byline",
    "creator",
    "screen_name",
    "username",
    "nickname",
    "user_name",
    "by",
];
/// Names of what tells an entry from all others.
const KEYS: [&str; 5] = ["id_str", "idstr", "id", "uuid", "guid"];
/// Objects whose name is an author's.
const PEOPLE: [&str; 6] = ["author", "user", "creator", "owner", "poster", "account"];
const TEXTS: [&str; 10] = [
    "content",
    "body",
    "content_html",
    "full_text",
    "text",
    "content_text",
    "description",
    "summary",
    "excerpt",
    "message",
];

/// The objects of an array.
type Entries<'j> = Vec<&'j Map<String, Json>>;

/// What is known of one key path over the entries.
struct Key {
    /// Its parts, from the entry down.
    path: Vec<String>,
    /// Its values as text, entry by entry, where there is one.
    values: Vec<String>,
    is_number: bool,
}

impl Key {
    fn last(&self) -> String {
        self.path.last().map(|part| plain(part)).unwrap_or_default()
    }

    /// The rank of its name among `names`; a name that belongs to a nested object comes later.
    fn rank(&self, names: &[&str]) -> Option<usize> {
        let place = names.iter().position(|name| *name == self.last())?;
        Some(place + names.len() * (self.path.len() - 1))
    }

    fn average_chars(&self) -> f64 {
        let all: usize = self.values.iter().map(|value| value.chars().count()).sum();
        all as f64 / self.values.len().max(1) as f64
    }

    fn is_constant(&self) -> bool {
        self.values.len() > 1
            && self
                .values
                .windows(2)
                .all(|pair| pair.first() == pair.last())
    }

    fn share(&self, test: impl Fn(&str) -> bool) -> f64 {
        let good = self.values.iter().filter(|value| test(value)).count();
        good as f64 / self.values.len().max(1) as f64
    }

    fn is_html(&self) -> bool {
        self.share(|value| value.contains("</") || value.contains("<br")) > USUAL
    }
}

/// The rule for the JSON of `page`; `None` if it has no array of entries.
pub fn json_entries(page: &Page) -> Option<RuleFile> {
    if !page.source().trim_start().starts_with(['{', '[']) {
        return None;
    }
    let documents = json_of(page);
    let document = documents.first()?;
    let found = best_array(document)?;
    let mut file = entries_rule(page, &found.path, &found.entries)?;
    if let Some(api) = &mut file.api {
        let next = counts::next_by_address(page, document, &found.path);
        api.next = next.or(api.next.take());
    }
    Some(file)
}

/// The rule for the entries in the JSON that `page` carries for its scripts; `None` if there are
/// none.
pub fn embedded_entries(page: &Page) -> Option<RuleFile> {
    let documents = embedded_json(page);
    let named = documents
        .iter()
        .filter(|document| document.name != LINKED_DATA);
    let arrays = named.filter_map(|document| Some((document, best_array(&document.json)?)));
    let (document, found) = arrays.max_by_key(|(_, found)| found.weight)?;
    let next = counts::next_by_counts(page, &document.json, &found.path);
    // The numbers of lines, and of answers that are kept by a hash, differ from page to page.
    let path = match document.name == FLIGHT || has_numbered_key(&found.path) {
        true => found
            .path
            .rsplit_once('.')
            .map(|(_, key)| format!("$..{key}"))?,
        false => found.path,
    };
    let mut file = entries_rule(page, &path, &found.entries)?;
    if let Some(api) = &mut file.api {
        api.data = Some(document.name.clone());
        api.next = next.or(api.next.take());
    }
    Some(file)
}

/// Whether a key in `path` is a number or a hash: so long, of digits and letters up to `f`.
fn has_numbered_key(path: &str) -> bool {
    path.split(['.', '\'', '[', ']']).any(|key| {
        key.len() >= HASH_CHARS
            && key.chars().all(|c| c.is_ascii_hexdigit())
            && key.chars().any(|c| c.is_ascii_digit())
    })
}

/// The rule for the entries of the array at `path`.
fn entries_rule(page: &Page, path: &str, entries: &Entries<'_>) -> Option<RuleFile> {
    let keys = keys_of(entries);
    let link = best(&keys, &LINKS, |key| {
        key.share(is_address) > 0.8 && !key.is_constant()
    });
    let title = best(&keys, &TITLES, |key| !key.is_number && !key.is_constant());
    let date = best(&keys, &DATES, |key| {
        key.share(|value| is_date(value, key.is_number)) > 0.8
    });
    let text = best(&keys, &TEXTS, |key| {
        !key.is_number && key.average_chars() > 15.0
    });
    let author = best(&keys, &AUTHORS, |key| {
        !key.is_number && key.average_chars() < 80.0
    })
    .or_else(|| person(&keys));
    let mut fields = Vec::new();
    let mut used: Vec<usize> = link.into_iter().collect();
    for (name, key) in [
        ("title", title),
        ("text", text),
        ("author", author),
        ("date", date),
    ] {
        let Some(at) = key.filter(|at| !used.contains(at)) else {
            continue;
        };
        used.push(at);
        fields.extend(keys.get(at).map(|key| field(name, key)));
    }
    for (at, key) in keys.iter().enumerate() {
        if fields.len() >= MAX_FIELDS {
            break;
        }
        if !used.contains(&at) && is_worth_a_field(key, entries.len()) {
            let name = unused_field_name(&fields, &key.path);
            fields.push(field(&name, key));
        }
    }
    if fields.is_empty() {
        return None;
    }
    // What an interface tells in a line is told in full on the page.
    let long = text.and_then(|at| keys.get(at));
    let leads = link.is_some() && long.is_none_or(|key| key.average_chars() < LONG_TEXT);
    let mut file = RuleFile::default();
    file.site.kind = SourceKind::Api;
    file.site.start = vec![without_fragment(page.url()).into()];
    file.api = Some(ApiRule {
        item: json_path(&format!("{path}[*]")),
        link: link.and_then(|at| Some(json_path(&path_of(&keys.get(at)?.path)))),
        key: nested_key(&keys, entries.len()).map(|key| json_path(&path_of(&key.path))),
        next: Some(NextRule::auto()),
        pages: leads.then_some(PagesChoice::Flag(true)),
        fields,
        ..ApiRule::default()
    });
    Some(file)
}

/// The key of entries that only an object inside of them tells: `node.id` of a connection.
fn nested_key(keys: &[Key], entries: usize) -> Option<&Key> {
    let named = |key: &&Key| KEYS.contains(&key.last().as_str());
    if keys.iter().any(|key| key.path.len() == 1 && named(&key)) {
        return None;
    }
    keys.iter().filter(named).find(|key| {
        let mut distinct: Vec<&String> = key.values.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        key.path.len() == 2 && distinct.len() == entries.min(SAMPLE)
    })
}

/// The keys of the entries that hold a text or a number, in the order in which they come.
fn keys_of(entries: &[&Map<String, Json>]) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for entry in entries.iter().take(SAMPLE) {
        note(&mut keys, &mut Vec::new(), entry);
    }
    keys
}

fn note(keys: &mut Vec<Key>, path: &mut Vec<String>, object: &Map<String, Json>) {
    for (name, value) in object {
        path.push(name.clone());
        let text = match value {
            Json::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Json::Number(number) => Some(number.to_string()),
            Json::Object(inner) if path.len() < MAX_KEY_DEPTH => {
                note(keys, path, inner);
                None
            }
            _ => None,
        };
        if let Some(text) = text {
            let known = keys.iter().position(|key| key.path == *path);
            let at = known.unwrap_or_else(|| {
                keys.push(Key {
                    path: path.clone(),
                    values: Vec::new(),
                    is_number: true,
                });
                keys.len() - 1
            });
            if let Some(key) = keys.get_mut(at) {
                key.is_number &= value.is_number();
                key.values.push(text);
            }
        }
        path.pop();
    }
}

/// The key with the best name among those that pass the test.
fn best(keys: &[Key], names: &[&str], test: impl Fn(&Key) -> bool) -> Option<usize> {
    let ranked = keys.iter().enumerate();
    let fitting = ranked.filter(|(_, key)| test(key));
    let named = fitting.filter_map(|(at, key)| Some((key.rank(names)?, at)));
    named.min().map(|(_, at)| at)
}

/// The name of a person in an object of its own: `user.name`.
fn person(keys: &[Key]) -> Option<usize> {
    keys.iter().position(|key| {
        let mut parts = key.path.iter().rev();
        let last = parts.next().map(|part| plain(part));
        let owner = parts.next().map(|part| plain(part)).unwrap_or_default();
        last.is_some_and(|last| last == "name" || last == "display_name")
            && PEOPLE.contains(&owner.as_str())
    })
}

/// Whether a key that has no role says something of its own.
fn is_worth_a_field(key: &Key, entries: usize) -> bool {
    let sampled = entries.clamp(1, SAMPLE) as f64;
    key.values.len() as f64 / sampled >= USUAL
        && !key.is_constant()
        && key.path.len() <= 2
        && key.share(is_address) < 0.5
        && !key.last().ends_with("id")
        && key.last() != "cursor"
        && !key.last().starts_with("id_")
        && !key.last().ends_with("hash")
}

fn field(name: &str, key: &Key) -> FieldRule {
    let is_date = key.rank(&DATES).is_some() && name == "date";
    let kind = match key.is_number {
        _ if is_date => FieldType::Date,
        true => FieldType::Number,
        false if key.is_html() => FieldType::Html,
        false => FieldType::Text,
    };
    FieldRule {
        name: name.to_owned(),
        select: vec![json_path(&path_of(&key.path))],
        kind,
        ..FieldRule::default()
    }
}

/// A name for the key that no field has: its last part, else its whole path.
fn unused_field_name(fields: &[FieldRule], path: &[String]) -> String {
    let is_free = |name: &str| !name.is_empty() && fields.iter().all(|field| field.name != name);
    let last = path.last().map(|part| plain(part)).unwrap_or_default();
    let whole = path.iter().map(|part| plain(part)).collect::<Vec<_>>();
    let whole = whole.join("_");
    let names = [last.clone(), whole.clone()].into_iter();
    let numbered = (2..100).map(|n| format!("{whole}_{n}"));
    let reserved = ["url", "title", "text", "author", "date"];
    names
        .chain(numbered)
        .find(|name| is_free(name) && !reserved.contains(&name.as_str()))
        .unwrap_or(last)
}

/// A key in the form in which names are compared: `publishedAt` and `Published-At` are
/// `published_at`.
pub(super) fn plain(key: &str) -> String {
    let mut name = String::with_capacity(key.len() + 4);
    let mut was_lower = false;
    for c in key.chars() {
        if c.is_uppercase() && was_lower {
            name.push('_');
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        match c.is_alphanumeric() {
            true => name.extend(c.to_lowercase()),
            false if name.ends_with('_') => {}
            false => name.push('_'),
        }
    }
    name.trim_matches('_').to_owned()
}

fn is_address(value: &str) -> bool {
    (value.starts_with("http://") || value.starts_with("https://") || value.starts_with('/'))
        && !value.contains(char::is_whitespace)
}

/// Whether the value is a point in time: a text that reads as a date, or seconds or milliseconds
/// since 1970 from 1990 to 2100.
fn is_date(value: &str, is_number: bool) -> bool {
    match value.parse::<f64>() {
        Ok(number) if is_number => {
            (6.3e8..4.2e9).contains(&number) || (6.3e11..4.2e12).contains(&number)
        }
        _ => {
            let utc = TimeZone::UTC;
            value.chars().any(|c| c.is_ascii_digit())
                && parse_date(value, Timestamp::UNIX_EPOCH, &utc).is_some()
        }
    }
}

fn json_path(path: &str) -> Alternative {
    Alternative::of_kind(AlternativeKind::JsonPath, path)
}

fn path_of(parts: &[String]) -> String {
    parts
        .iter()
        .fold("$".to_owned(), |path, part| step(&path, part))
}

/// The path with one more key, quoted where its name needs that.
pub(super) fn step(path: &str, key: &str) -> String {
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match is_plain {
        true => format!("{path}.{key}"),
        false => format!(
            "{path}['{}']",
            key.replace('\\', "\\\\").replace('\'', "\\'")
        ),
    }
}
