//! Repairs a rule after a redesign: old and new pages from files or addresses, the values of the
//! old ones, and the rule that works now. Input: paths. Output: proposals and the repaired
//! rule file. Writes only the requested file.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::{Map, Value as Json};
use url::Url;

use crate::protocol::EngineError;
use crate::single_page::source::files::declared_address;
use crate::single_page::source::{read_file, read_lines};
use crate::single_page::{Loaded, file_error, load, load_rule};
use bowerbird_logic::authoring::repair::{
    OldPage, Repair, RepairStatus, Rest, RulePart, repair, repaired,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::Value;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{Rule, rewrite};

/// Keys of a values line that are not fields.
const LINE_KEYS: [&str; 12] = [
    "page",
    "id",
    "file",
    "url",
    "kind",
    "records",
    "items",
    "next",
    "status",
    "headers",
    "fetched_at",
    "ms",
];

/// The input of a repair.
#[derive(Clone, Debug, Default)]
pub struct RepairRequest {
    /// The rule file.
    pub rule: PathBuf,
    /// Pages from before: files or addresses.
    pub old: Vec<String>,
    /// Their values, JSON lines; the rule's results on them when absent.
    pub values: Option<PathBuf>,
    /// Pages from now: files or addresses.
    pub new: Vec<String>,
    /// Where to write the repaired rule.
    pub out: Option<PathBuf>,
    /// Whether doubtful proposals are applied too.
    pub doubtful: bool,
}

/// Proposes a repair of a rule, and writes it on request.
///
/// # Errors
/// When a file cannot be read or written, or the rule is invalid.
pub fn repair_rule(request: &RepairRequest) -> Result<Repair, EngineError> {
    let (text, rule) = load_rule(&request.rule)?;
    let now = Timestamp::now();
    let lines = match &request.values {
        Some(path) => read_lines(path, |line: &Json| {
            (!line.is_object()).then_some("not an object")
        })?,
        None => Vec::new(),
    };
    let mut old = Vec::new();
    let entries =
        |page: &Page| rule.reads_page_data() && !rule.list_page(page, now).items.is_empty();
    let mut had_entries = false;
    for source in &request.old {
        let (page, beside) = page(&rule, source, &lines)?;
        had_entries |= entries(&page);
        let records = records(&lines, source, page.url());
        let records = if records.is_empty() {
            beside.iter().flat_map(of_line).collect()
        } else {
            records
        };
        let given = (!records.is_empty()).then_some(records);
        old.push(OldPage::read(&rule, page, given, now));
    }
    let mut new = Vec::new();
    for source in &request.new {
        new.push(page(&rule, source, &[])?.0);
    }
    let mut found = repair(&rule, &old, &new, now);
    if had_entries && !new.iter().any(entries) {
        // Data is learned anew; what a page shows elsewhere says nothing about it.
        found.rest.push(Rest {
            part: RulePart::ListItem,
            standing: RepairStatus::Broken,
            why: Message::new("repair-data-gone"),
        });
    }
    if let Some(out) = &request.out {
        let file = match request.doubtful {
            true => repaired(rule.file(), &found),
            false => repaired(rule.file(), &found.clone().without_doubtful()),
        };
        let written = if file == *rule.file() {
            text
        } else {
            rewrite(&text, &file)?
        };
        std::fs::write(out, written)
            .map_err(|error| file_error("engine-cannot-write", out, &error))?;
    }
    Ok(found)
}

/// A page parsed for the rule, with the data beside its file.
fn page(rule: &Rule, source: &str, lines: &[Json]) -> Result<(Page, Option<Json>), EngineError> {
    let loaded = load(source, None)?;
    let is_file = !source.contains("://");
    let beside = if is_file { beside(source) } else { None };
    let url = if is_file {
        file_url(rule, source, &loaded, lines, beside.as_ref())
    } else {
        loaded.url.clone()
    };
    Ok((rule.page(&loaded.html, &url), beside))
}

/// The original address of a saved page: from the data beside it, from the page itself, else from
/// its file name on the site of the rule.
fn file_url(
    rule: &Rule,
    source: &str,
    loaded: &Loaded,
    lines: &[Json],
    beside: Option<&Json>,
) -> Url {
    let of = |line: &Json| Url::parse(line.get("url")?.as_str()?).ok();
    let told = lines
        .iter()
        .filter(|line| is_about(line, source))
        .find_map(of);
    if let Some(url) = told.or_else(|| beside.and_then(of)) {
        return url;
    }
    let start = rule.start().next();
    let declared = declared_address(&loaded.page);
    let same_site = |url: &Url| start.as_ref().is_some_and(|s| s.host() == url.host());
    if let Some(url) = declared.filter(same_site) {
        return url;
    }
    let stem = file_name(source);
    let stem = stem.strip_suffix(".gz").unwrap_or(stem);
    start
        .and_then(|start| start.join(stem).ok())
        .unwrap_or_else(|| loaded.url.clone())
}

fn file_name(source: &str) -> &str {
    let name = Path::new(source).file_name().and_then(|n| n.to_str());
    name.unwrap_or(source)
}

/// The name without `.html.gz` and similar endings.
fn stem(source: &str) -> &str {
    let name = file_name(source);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The description beside a saved page: `ID.json` beside `ID.html.gz`.
fn beside(source: &str) -> Option<Json> {
    let path = Path::new(source).with_file_name(format!("{}.json", stem(source)));
    let bytes = read_file(&path).ok()?;
    let json: Json = serde_json::from_slice(&bytes).ok()?;
    json.is_object().then_some(json)
}

/// Whether a values line refers to a page.
fn is_about(line: &Json, source: &str) -> bool {
    ["page", "id", "file", "url"].iter().any(|key| {
        line.get(key).and_then(Json::as_str).is_some_and(|name| {
            name == source
                || file_name(name) == file_name(source)
                || (*key != "url" && stem(name) == stem(source))
                || name == stem(source)
        })
    })
}

/// The records that the lines have for a page.
fn records(lines: &[Json], source: &str, url: &Url) -> Vec<Vec<(String, Value)>> {
    let own = |line: &&Json| {
        let named = line.get("url").and_then(Json::as_str);
        is_about(line, source) || named == Some(url.as_str())
    };
    lines.iter().filter(own).flat_map(of_line).collect()
}

/// The records of one line: those under `records`, else its own fields.
fn of_line(line: &Json) -> Vec<Vec<(String, Value)>> {
    if let Some(records) = line.get("records").and_then(Json::as_array) {
        return records
            .iter()
            .filter_map(Json::as_object)
            .map(fields)
            .collect();
    }
    let own = line.as_object().map(fields).unwrap_or_default();
    Some(own)
        .filter(|own| !own.is_empty())
        .into_iter()
        .collect()
}

fn fields(object: &Map<String, Json>) -> Vec<(String, Value)> {
    let own = object
        .iter()
        .filter(|(name, _)| !LINE_KEYS.contains(&name.as_str()));
    own.filter_map(|(name, json)| Some((name.clone(), value(json)?)))
        .collect()
}

fn value(json: &Json) -> Option<Value> {
    let text = |json: &Json| match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    match json {
        Json::Null => None,
        Json::Array(list) if list.iter().any(Json::is_object) => {
            let row = |object: &Map<String, Json>| {
                object.iter().map(|(n, v)| (n.clone(), text(v))).collect()
            };
            Some(Value::Rows(
                list.iter().filter_map(Json::as_object).map(row).collect(),
            ))
        }
        Json::Array(list) => Some(Value::Many(list.iter().map(text).collect())),
        one => Some(Value::One(text(one))),
    }
}
