//! The values that a request sends: in its JSON body, in parameters, in JSON inside of parameters
//! (GraphQL by GET). Input: a request. Output: each value with its place and what it is called.

use serde_json::Value as Json;
use url::Url;

/// The maximum number of values looked at, and how deep.
const MAX_VALUES: usize = 2_000;
const MAX_DEPTH: usize = 8;

/// A step into JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Key(String),
    Index(usize),
}

/// In which part of the request a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    /// The body.
    Body,
    /// The parameter of this name.
    Parameter(String),
    /// The JSON in the parameter of this name.
    JsonParameter(String),
}

/// A value that is sent.
#[derive(Clone, Debug)]
pub(super) struct SentValue {
    pub(super) carrier: Carrier,
    /// Where in the JSON it is; nothing for a parameter itself.
    pub(super) path: Vec<Part>,
    /// Its own name, as it is written.
    pub(super) name: String,
    /// The name of the object that holds it.
    pub(super) holder: String,
    pub(super) value: Json,
}

impl SentValue {
    /// Whether both are in the same object.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        let above = |value: &Self| value.path.split_last().map(|(_, above)| above.to_vec());
        self.carrier == other.carrier && self.path != other.path && above(self) == above(other)
    }

    /// It as a number; a number in a text, too.
    pub(super) fn number(&self) -> Option<u32> {
        match &self.value {
            Json::Number(number) => u32::try_from(number.as_u64()?).ok(),
            Json::String(text) => text.parse().ok(),
            _ => None,
        }
    }
}

/// All of them, in order.
pub(super) fn sent_values(url: &Url, body: Option<&Json>) -> Vec<SentValue> {
    let mut found = Vec::new();
    if let Some(body) = body {
        walk(&mut found, &Carrier::Body, body);
    }
    for (name, text) in url.query_pairs() {
        match json_of(&text) {
            Some(json) => walk(
                &mut found,
                &Carrier::JsonParameter(name.into_owned()),
                &json,
            ),
            None => found.push(SentValue {
                carrier: Carrier::Parameter(name.to_string()),
                path: Vec::new(),
                name: name.into_owned(),
                holder: String::new(),
                value: Json::String(text.into_owned()),
            }),
        }
    }
    found
}

/// A parameter's text as JSON that can hold values.
pub(super) fn json_of(text: &str) -> Option<Json> {
    let json = text.trim_start().starts_with(['{', '[']);
    json.then(|| serde_json::from_str(text).ok()).flatten()
}

fn walk(found: &mut Vec<SentValue>, carrier: &Carrier, json: &Json) {
    let mut queue = std::collections::VecDeque::from([(Vec::<Part>::new(), json)]);
    while let Some((path, value)) = queue.pop_front() {
        if found.len() >= MAX_VALUES || path.len() > MAX_DEPTH {
            return;
        }
        let inside = |part: Part| {
            let mut inner = path.clone();
            inner.push(part);
            inner
        };
        match value {
            Json::Object(all) => {
                let inner = all.iter();
                queue.extend(inner.map(|(key, value)| (inside(Part::Key(key.clone())), value)));
            }
            Json::Array(all) => {
                let inner = all.iter().enumerate();
                queue.extend(inner.map(|(at, value)| (inside(Part::Index(at)), value)));
            }
            _ => found.push(SentValue {
                carrier: carrier.clone(),
                name: key_at(&path, 1),
                holder: key_at(&path, 2),
                path,
                value: value.clone(),
            }),
        }
    }
}

/// The key so many parts before the end.
fn key_at(path: &[Part], back: usize) -> String {
    let part = path.len().checked_sub(back).and_then(|at| path.get(at));
    match part {
        Some(Part::Key(key)) => key.clone(),
        _ => String::new(),
    }
}

/// The value at a path, to be changed.
pub(super) fn value_at<'j>(json: &'j mut Json, path: &[Part]) -> Option<&'j mut Json> {
    path.iter().try_fold(json, |json, part| match part {
        Part::Key(key) => json.get_mut(key.as_str()),
        Part::Index(at) => json.get_mut(*at),
    })
}
