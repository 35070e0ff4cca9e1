//! Address parameters: the next page of an API is the same address with another cursor or id.
//! Input: an address and pairs as a rule writes them. Output: the address with each name once, in
//! its place.

use serde_json::Value as Json;
use url::Url;
use url::form_urlencoded::byte_serialize;

/// `url` with the parameters of `written` (`&max_id={id}&count=50`), `{hole}` replaced by `value`.
/// A name that the address already has keeps its place and gets the new value. In quotes of JSON it is
/// written as JSON writes it.
pub fn with_parameters(url: &Url, written: &str, hole: &str, value: &str) -> Url {
    let encode = |text: &str| -> String { byte_serialize(text.as_bytes()).collect() };
    let quoted = Json::String(value.to_owned()).to_string();
    let in_json = written.replace(&format!("%22{{{hole}}}%22"), &encode(&quoted));
    let filled = in_json.replace(&format!("{{{hole}}}"), &encode(value));
    let new: Vec<&str> = filled
        .trim_start_matches(['?', '&'])
        .split('&')
        .filter(|pair| !pair.is_empty())
        .collect();
    let name_of = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let mut pairs: Vec<String> = Vec::new();
    let old = url.query().unwrap_or_default();
    for pair in old.split('&').filter(|pair| !pair.is_empty()) {
        match new.iter().find(|new| name_of(new) == name_of(pair)) {
            Some(new) => pairs.push((*new).to_owned()),
            None => pairs.push(pair.to_owned()),
        }
    }
    for pair in new {
        if !pairs.iter().any(|known| name_of(known) == name_of(pair)) {
            pairs.push(pair.to_owned());
        }
    }
    let mut next = url.clone();
    next.set_query((!pairs.is_empty()).then(|| pairs.join("&")).as_deref());
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_inside_of_json_is_written_as_json() {
        let url = Url::parse("https://a.example/q?variables=%7B%7D").unwrap();
        let put = "variables=%7B%22after%22%3A%22{cursor}%22%7D";
        let next = with_parameters(&url, put, "cursor", r#"a"b\c"#);
        let (_, sent) = next.query_pairs().next().unwrap();
        let sent: Json = serde_json::from_str(&sent).unwrap();
        assert_eq!(sent["after"], r#"a"b\c"#);
    }

    #[test]
    fn each_parameter_stands_once() {
        let check = |url: &str, written: &str, value: &str, expected: &str| {
            let url = Url::parse(url).unwrap();
            assert_eq!(
                with_parameters(&url, written, "id", value).as_str(),
                expected
            );
        };
        check(
            "http://a.example/t",
            "max_id={id}",
            "7",
            "http://a.example/t?max_id=7",
        );
        check(
            "http://a.example/t?count=5&max_id=9&x=1",
            "&max_id={id}",
            "7",
            "http://a.example/t?count=5&max_id=7&x=1",
        );
        check(
            "http://a.example/t?a=1",
            "?cursor={id}&b=2",
            "a b=&中",
            "http://a.example/t?a=1&cursor=a+b%3D%26%E4%B8%AD&b=2",
        );
    }
}
