//! The JSON of a page, which JSONPath searches. Input: a page. Output: its documents in
//! order. A body that is JSON is the only document; an HTML page has those of its scripts: linked
//! data and application state (`<script type="application/…json">`), what scripts are given as data, and
//! JSON in attributes ([`crate::sources`]).

use serde_json::Value;

use crate::page::Page;
use crate::sources::{EmbeddedDocument, PageScript, attributes_of, embedded_documents, read_json};

/// The JSON of `page`.
pub fn json_of(page: &Page) -> Vec<Value> {
    let source = page.source().trim_start_matches('\u{FEFF}').trim();
    if source.starts_with(['{', '['])
        && let Some(json) = read_json(source)
    {
        return vec![json];
    }
    let found = embedded_json(page).into_iter();
    found.map(|document| document.json).collect()
}

/// The documents that `page` carries for its scripts, with their names.
pub fn embedded_json(page: &Page) -> Vec<EmbeddedDocument> {
    let scripts = page
        .elements()
        .filter(|element| element.value().name() == "script");
    let scripts = scripts.map(|script| PageScript {
        id: script.attr("id").unwrap_or_default().to_owned(),
        kind: script.attr("type").unwrap_or_default().to_ascii_lowercase(),
        text: script.text().collect(),
    });
    embedded_documents(scripts.chain(attributes_of(page.source())))
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
