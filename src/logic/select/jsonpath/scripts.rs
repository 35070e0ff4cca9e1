//! The JSON of a page, which JSONPath searches. Input: a page. Output: its documents in
//! order. A body that is JSON is the only document; an HTML page has those of its scripts: linked
//! data and application state (`<script type="application/…json">`), and scripts that are one
//! assignment of an object (`window.__STATE__ = {…};`).

use serde_json::Value;

use crate::page::Page;
use crate::sources::{JsonRoom, read_json};

/// The maximum number of documents of a page.
const MAX_DOCUMENTS: usize = 1_000;

/// The JSON of `page`.
pub fn json_of(page: &Page) -> Vec<Value> {
    let source = page.source().trim_start_matches('\u{FEFF}').trim();
    if source.starts_with(['{', '['])
        && let Some(json) = read_json(source)
    {
        return vec![json];
    }
    let mut room = JsonRoom::default();
    page.elements()
        .filter(|element| element.value().name() == "script")
        .filter_map(|script| {
            let text: String = script.text().collect();
            let kind = script.attr("type").unwrap_or("").to_ascii_lowercase();
            if !room.takes(&text) {
                return None;
            }
            if kind.contains("json") {
                return document(&text);
            }
            let code = kind.is_empty() || kind.contains("javascript") || kind == "module";
            code.then(|| assigned(&text)).flatten()
        })
        .take(MAX_DOCUMENTS)
        .collect()
}

/// JSON, possibly in a comment or a CDATA section as old pages wrap it.
fn document(text: &str) -> Option<Value> {
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
    read_json(text.trim_end_matches(';'))
}

/// The object or list in `name = {…}`, which must start the script; anything after it is ignored.
fn assigned(text: &str) -> Option<Value> {
    const MAX_NAME: usize = 120;
    let text = text.trim_start();
    let (name, value) = text.split_once('=')?;
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ' ' | '[' | ']' | '"' | '\'')
    };
    let value = value.trim_start();
    if name.len() > MAX_NAME || !name.chars().all(plain) || !value.starts_with(['{', '[']) {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(value).into_iter::<Value>();
    values.next()?.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::tests::page;

    fn texts(html: &str) -> Vec<String> {
        json_of(&page(html)).iter().map(Value::to_string).collect()
    }

    #[test]
    fn a_json_body_is_the_document() {
        assert_eq!(texts(" {\"a\": [1, \"</p>\"]}"), ["{\"a\":[1,\"</p>\"]}"]);
        assert_eq!(texts("{broken"), [""; 0]);
    }

    #[test]
    fn scripts_carry_documents_in_order() {
        let html = "<script type='application/ld+json'>{\"a\":1}</script><p>x</p>\
            <script id=__NEXT_DATA__ type='application/json'> [2] </script>\
            <script>window.__STATE__ = {\"b\": \"};\"}; run()</script>\
            <script>var a = 1; b = {}</script><script>f({\"c\":1})</script>\
            <script type=application/ld+json>{broken</script>\
            <script type=application/ld+json><!-- {\"d\":4}; --></script>";
        assert_eq!(
            texts(html),
            ["{\"a\":1}", "[2]", "{\"b\":\"};\"}", "{\"d\":4}"]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_script_is_read(text in "(window|var a|=|\\{|\\}|\\[|\"|:|1|\\PC){0,12}") {
            texts(&format!("<script>{text}</script>"));
            texts(&text);
        }
    }
}
