//! Bodies of POST requests to APIs. Input: a JSON template with placeholders such as `{page}`,
//! and the address of a request. Output: the address without the parameters that the template
//! names, and the body with their values. So every kind of pagination that writes parameters works
//! the same in the address and in a body.

use serde_json::Value as Json;
use url::Url;

/// A part of a template.
#[derive(Debug, PartialEq, Eq)]
enum Part<'t> {
    /// Literal text.
    Text(&'t str),
    /// The value of a parameter; whether it is inside a string.
    Hole(&'t str, bool),
    /// A whole string with the value of a parameter, or `null`.
    Optional(&'t str),
}

/// Whether a template is JSON, whatever its placeholders contain.
pub fn is_json_template(template: &str) -> bool {
    let filled = fill(template, &mut |_| Some("1".to_owned()));
    serde_json::from_str::<Json>(&filled).is_ok()
}

/// The address to request and the body to send. A placeholder whose parameter is missing becomes an
/// empty string inside quotes, and `null` elsewhere and in `"{name?}"`.
pub fn address_and_body(url: &Url, template: &str) -> (Url, String) {
    let pairs: Vec<(String, String)> = url
        .query_pairs()
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    let mut used = Vec::new();
    let body = fill(template, &mut |name| {
        used.push(name.to_owned());
        let found = pairs.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    });
    let written = url.query().unwrap_or_default().split('&');
    let written = written.filter(|pair| !pair.is_empty());
    let left: Vec<&str> = written
        .zip(&pairs)
        .filter(|(_, (name, _))| !used.contains(name))
        .map(|(pair, _)| pair)
        .collect();
    let mut address = url.clone();
    address.set_query((!left.is_empty()).then(|| left.join("&")).as_deref());
    (address, body)
}

/// The template with its placeholders filled.
fn fill(template: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(template.len());
    for part in parts(template) {
        match part {
            Part::Text(text) => filled.push_str(text),
            Part::Optional(name) => match value(name).filter(|value| !value.is_empty()) {
                Some(value) => filled.push_str(&Json::from(value).to_string()),
                None => filled.push_str("null"),
            },
            Part::Hole(name, true) => {
                let quoted = Json::from(value(name).unwrap_or_default()).to_string();
                filled.push_str(quoted.trim_matches_once('"'));
            }
            Part::Hole(name, false) => match value(name).filter(|value| !value.is_empty()) {
                None => filled.push_str("null"),
                // Numbers and booleans are inserted as they are, other values as strings.
                Some(value) => match serde_json::from_str::<Json>(&value) {
                    Ok(Json::Number(_) | Json::Bool(_)) => filled.push_str(&value),
                    _ => filled.push_str(&Json::from(value).to_string()),
                },
            },
        }
    }
    filled
}

/// Trims at most one given character off each end.
trait TrimOnce {
    fn trim_matches_once(&self, mark: char) -> &str;
}

impl TrimOnce for String {
    fn trim_matches_once(&self, mark: char) -> &str {
        let text = self.strip_prefix(mark).unwrap_or(self);
        text.strip_suffix(mark).unwrap_or(text)
    }
}

/// The parts of a template, in order. A brace that contains only a name is a placeholder: in JSON a
/// quotation mark or another brace follows.
fn parts(template: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut begin, mut in_text, mut escaped) = (0, false, false);
    let mut after_hole = 0;
    for (at, character) in template.char_indices() {
        if at < after_hole {
            continue;
        }
        match character {
            '"' if !escaped && !in_text && optional_at(template, at).is_some() => {
                let name = optional_at(template, at).unwrap_or_default();
                parts.push(Part::Text(template.get(begin..at).unwrap_or_default()));
                parts.push(Part::Optional(name));
                after_hole = at + name.len() + 5;
                begin = after_hole;
            }
            '"' if !escaped => in_text = !in_text,
            '{' => {
                let rest = template.get(at + 1..).unwrap_or_default();
                let name = rest.split('}').next().unwrap_or_default();
                if name.len() < rest.len() && is_name(name) {
                    parts.push(Part::Text(template.get(begin..at).unwrap_or_default()));
                    parts.push(Part::Hole(name, in_text));
                    after_hole = at + name.len() + 2;
                    begin = after_hole;
                }
            }
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    parts.push(Part::Text(template.get(begin..).unwrap_or_default()));
    parts
}

fn is_name(text: &str) -> bool {
    let is_good = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    !text.is_empty() && text.chars().all(is_good)
}

/// The name in `"{name?}"` that begins at `at`.
fn optional_at(template: &str, at: usize) -> Option<&str> {
    let rest = template.get(at..)?.strip_prefix("\"{")?;
    let name = rest.get(..rest.find("?}\"")?)?;
    is_name(name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, template: &str, address: &str, body: &str) {
        let url = Url::parse(url).unwrap();
        let (found, sent) = address_and_body(&url, template);
        assert_eq!((found.as_str(), sent.as_str()), (address, body));
    }

    #[test]
    fn parameters_that_the_body_names_go_into_it() {
        let template =
            r#"{"query": "br\"idge {word}", "page": {page}, "after": {cursor}, "x": {}}"#;
        assert!(is_json_template(template));
        check(
            "https://a.example/q?page=3&&key=7&word=a%22b&cursor=c%3D1",
            template,
            "https://a.example/q?key=7",
            r#"{"query": "br\"idge a\"b", "page": 3, "after": "c=1", "x": {}}"#,
        );
        check(
            "https://a.example/q",
            template,
            "https://a.example/q",
            r#"{"query": "br\"idge ", "page": null, "after": null, "x": {}}"#,
        );
    }

    #[test]
    fn a_text_that_may_be_missing_is_nothing_then() {
        let template = r#"{"after": "{after?}", "x": "{after?} y"}"#;
        assert!(is_json_template(template));
        check(
            "https://a.example/q?after=12",
            template,
            "https://a.example/q",
            r#"{"after": "12", "x": "{after?} y"}"#,
        );
        check(
            "https://a.example/q",
            template,
            "https://a.example/q",
            r#"{"after": null, "x": "{after?} y"}"#,
        );
    }

    #[test]
    fn what_is_no_json_is_told() {
        assert!(!is_json_template("page={page}"));
        assert!(!is_json_template("{page"));
        assert!(is_json_template("[{page}, \"{page}\"]"));
    }

    proptest::proptest! {
        #[test]
        fn any_value_makes_json(value in ".{0,30}") {
            let mut url = Url::parse("https://a.example/").unwrap();
            url.query_pairs_mut().append_pair("v", &value);
            let (address, body) = address_and_body(&url, r#"{"a": "{v}", "b": {v}}"#);
            proptest::prop_assert_eq!(address.query(), None);
            let read: Json = serde_json::from_str(&body).unwrap();
            proptest::prop_assert_eq!(read["a"].as_str(), Some(value.as_str()));
        }
    }
}
