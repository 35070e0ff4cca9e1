//! The JSON of a page, which JSONPath searches. Input: a page. Output: its documents in
//! order. A body that is JSON is the only document; an HTML page has those of its scripts: linked
//! data and application state (`<script type="application/…json">`), what scripts are given as data, and
//! JSON in attributes ([`crate::sources`]). Documents of newer kinds are kept apart: a path that is
//! older than they are finds the same as before, unless that was nothing.

use serde_json::Value;

use crate::page::Page;
use crate::sources::{EmbeddedDocument, PageScript, attributes_of, embedded_documents, read_json};

/// The JSON that paths search which name no document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageJson {
    /// The body, or the documents of scripts, in page order.
    pub documents: Vec<Value>,
    /// Further documents, searched only where a path finds nothing in those.
    pub secondary: Vec<Value>,
}

impl PageJson {
    /// Both kinds, in the order in which they are searched.
    pub fn tiers(&self) -> [&[Value]; 2] {
        [&self.documents, &self.secondary]
    }
}

/// The JSON of `page`: the secondary documents only if it has no others.
pub fn json_of(page: &Page) -> Vec<Value> {
    let json = page_json(page);
    match json.documents.is_empty() {
        true => json.secondary,
        false => json.documents,
    }
}

/// The JSON of `page`, of both kinds.
pub fn page_json(page: &Page) -> PageJson {
    let source = page.source().trim_start_matches('\u{FEFF}').trim();
    if source.starts_with(['{', '['])
        && let Some(json) = read_json(source)
    {
        return PageJson {
            documents: vec![json],
            secondary: Vec::new(),
        };
    }
    let mut found = PageJson::default();
    for document in embedded_json(page) {
        match document.is_secondary {
            true => found.secondary.push(document.json),
            false => found.documents.push(document.json),
        }
    }
    found
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
        let json = page_json(&page(html));
        json.documents.iter().map(Value::to_string).collect()
    }

    #[test]
    fn documents_of_newer_kinds_are_secondary() {
        let attribute = format!(
            "<div data-page='{{\"a\":[1,2,3],\"text\":\"{}\"}}'></div>",
            "x".repeat(60)
        );
        for newer in [
            attribute.as_str(),
            "<script>a.streamController.enqueue(\"[{\\\"_1\\\":1},\\\"a\\\"]\")</script>",
            "<script>kit.start(a, b, {node_ids: [0], data: [{a: 1}]})</script>",
            "<script>window.x = window.x || {a: 1}</script>",
            "<script>window.x = {a: atob('YQ==')}</script>",
            "<script>window.x = (function(){let a={};a.b=1;return {a}}())</script>",
            "<script type=application/json>{&quot;a&quot;:1}</script>",
        ] {
            let older = "<script type=application/json>{\"old\":1}</script><script>window.y = {b: 1}</script>";
            let json = page_json(&page(&format!("{older}{newer}")));
            assert_eq!(
                json.documents,
                [serde_json::json!({"old": 1}), serde_json::json!({"b": 1})],
                "{newer}"
            );
            assert_eq!(json.secondary.len(), 1, "{newer}");
            assert_eq!(json_of(&page(newer)), json.secondary, "{newer}");
        }
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
