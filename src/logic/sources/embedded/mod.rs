//! The JSON that a page carries for its scripts: documents in `<script type="…json">`, the states of
//! Next.js, Nuxt, Apollo, Redux and the like in assignments (`window.x = {…}`), the parts that React
//! sends its server components in, streams of React Router, the data that SvelteKit starts with, and
//! JSON in attributes (Inertia, Astro, Livewire). Input: the scripts and attributes of a page. Output:
//! the documents with their names. No script is run: what is more than data is left out. Bounded in
//! size and depth.

mod assignments;
mod attributes;
mod copy_budget;
mod devalue;
mod flight;
mod function_call;
mod indexed_values;
mod islands;
mod literal;
mod references;
mod script_elements;
mod script_payloads;

use serde_json::Value;

use super::json::size::{Room, read_json};
use assignments::assignments;
use copy_budget::CopyBudget;
pub(crate) use script_elements::{attributes_of, named_document};

/// The name of linked data: `<script type="application/ld+json">`.
pub const LINKED_DATA: &str = "json-ld";
/// The name of the parts that React sends its server components in.
pub const FLIGHT: &str = "next-flight";
/// The name of the stream of React Router and Remix.
pub const ROUTER_STREAM: &str = "router-stream";
/// The name of the data that SvelteKit starts with.
pub const SVELTEKIT: &str = "sveltekit";
/// The name and the type of the state of Qwik.
const QWIK: &str = "qwik";
const QWIK_KIND: &str = "qwik/json";
/// The type of what stands in an attribute, whose name follows `@`.
const ATTRIBUTE: &str = "attribute";
/// The attributes of Astro and Livewire.
const ISLAND: &str = "@props";
const SNAPSHOT: &str = "@wire:snapshot";
/// An attribute with fewer values is a setting.
const MIN_VALUES: usize = 3;
/// The id of the script in which Nuxt writes its state.
const NUXT_DATA: &str = "__NUXT_DATA__";
/// The name of a document without one.
const UNNAMED: &str = "json";
/// The maximum number of documents of a page.
const MAX_DOCUMENTS: usize = 1_000;
/// The maximum length of a name, in characters.
pub(crate) const MAX_NAME: usize = 120;

/// A script of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PageScript {
    /// Its id; empty without one.
    pub id: String,
    /// Its type in lower case; empty without one.
    pub kind: String,
    /// What it holds.
    pub text: String,
}

/// A document that a page carries.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedDocument {
    /// Its name: the id of its script, the variable it is assigned to, or what it is.
    pub name: String,
    /// Its values.
    pub json: Value,
    /// Whether its script holds nothing before it.
    pub(crate) is_plain: bool,
    /// Whether paths that name no document search it only where the others hold nothing: it is of a
    /// kind that only rules which name it are written for.
    pub(crate) is_secondary: bool,
}

/// The documents of a page with those scripts, in page order; those that have to be looked for
/// inside of a script come last.
pub(crate) fn embedded_documents(
    scripts: impl Iterator<Item = PageScript>,
) -> Vec<EmbeddedDocument> {
    let mut room = Room::default();
    let budget = CopyBudget::default();
    let mut found: Vec<EmbeddedDocument> = Vec::new();
    let (mut pushed, mut stream) = (String::new(), String::new());
    for script in scripts {
        if found.len() >= MAX_DOCUMENTS {
            break;
        }
        let is_code =
            script.kind.is_empty() || script.kind.contains("javascript") || script.kind == "module";
        let is_json = script.kind.contains("json");
        let is_attribute = script.kind == ATTRIBUTE;
        if !(is_json || is_attribute || is_code) || !room.takes(&script.text) {
            continue;
        }
        if is_json {
            found.extend(of_data(&script, &budget));
        } else if is_attribute {
            found.extend(of_attribute(&script, &budget));
        } else {
            flight::collect(&script.text, &mut pushed, &budget);
            script_payloads::collect(&script.text, &mut stream, &budget);
            found.extend(assignments(&script.text, &budget));
            let started = script_payloads::started(&script.text, &budget);
            found.extend(started.map(|json| made(SVELTEKIT, json, true)));
        }
    }
    found.extend(flight::document(&pushed, &budget).map(|json| made(FLIGHT, json, false)));
    found.extend(
        indexed_values::of_stream(&stream, &budget).map(|json| made(ROUTER_STREAM, json, true)),
    );
    for document in &mut found {
        references::resolve(&mut document.json, &budget);
    }
    found.sort_by_key(|document| !document.is_plain);
    found.truncate(MAX_DOCUMENTS);
    found
}

/// A document that was put together.
fn made(name: &str, json: Value, is_secondary: bool) -> EmbeddedDocument {
    EmbeddedDocument {
        name: name.to_owned(),
        json,
        is_plain: false,
        is_secondary,
    }
}

/// The document of an attribute.
fn of_attribute(given: &PageScript, budget: &CopyBudget) -> Option<EmbeddedDocument> {
    let text = given.text.as_str();
    let json = read_json(text).or_else(|| literal::Literals::new(text, 0, budget).value(0))?;
    let json = match given.id.as_str() {
        ISLAND => islands::properties(&json).unwrap_or(json),
        SNAPSHOT => islands::snapshot(&json).unwrap_or(json),
        _ => json,
    };
    (literal::size(&json) >= MIN_VALUES).then(|| made(&given.id, json, true))
}

/// The document of a script that holds JSON.
fn of_data(script: &PageScript, budget: &CopyBudget) -> Option<EmbeddedDocument> {
    let (json, is_secondary) = unwrapped(&script.text)?;
    let name = match script.id.as_str() {
        "" if script.kind.contains("ld+json") => LINKED_DATA,
        "" if script.kind == QWIK_KIND => QWIK,
        "" => UNNAMED,
        id => id,
    };
    let restored = match name {
        QWIK => indexed_values::of_state(&json, budget),
        _ => devalue::restored(&json, name == NUXT_DATA, budget),
    };
    let json = match restored {
        Some(restored) => restored,
        None => answer_inside(&json).unwrap_or(json),
    };
    Some(EmbeddedDocument {
        name: name.chars().take(MAX_NAME).collect(),
        json,
        is_plain: true,
        is_secondary,
    })
}

/// JSON, possibly in a comment or a CDATA section as old pages wrap it; and whether it is escaped.
fn unwrapped(text: &str) -> Option<(Value, bool)> {
    let mut text = text.trim();
    for (open, close) in [
        ("<!--", "-->"),
        ("/*<![CDATA[*/", "/*]]>*/"),
        ("//<![CDATA[", "//]]>"),
    ] {
        if let Some(inner) = text.strip_prefix(open) {
            text = inner.strip_suffix(close).unwrap_or(inner).trim();
        }
    }
    let text = text.trim_end_matches(';');
    if let Some(json) = read_json(text) {
        return Some((json, false));
    }
    // Some programs on servers escape it as if it stood in an attribute.
    let is_escaped = text.starts_with(['{', '[']) && text.contains('&');
    let json = is_escaped.then(|| read_json(&attributes::unescaped(text)))?;
    json.map(|json| (json, true))
}

/// The body of an answer that the page brings along, as SvelteKit does:
/// `{"status":200,"body":"{…}"}`.
fn answer_inside(json: &Value) -> Option<Value> {
    json.get("status")?.as_u64()?;
    let body = json.get("body")?.as_str()?.trim();
    body.starts_with(['{', '['])
        .then(|| read_json(body))
        .flatten()
}

#[cfg(test)]
mod tests;
