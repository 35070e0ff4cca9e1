//! Schemas of Crawl4AI.

use super::*;

#[test]
fn a_typical_schema_extracts() {
    let source = r#"{"name": "shop", "url": "https://a.example/shop", "baseSelector": "div.product", "baseFields": [{"name": "id", "type": "attribute", "attribute": "data-id"}],
        "fields": [{"name": "title", "selector": "h2", "type": "text", "transform": "uppercase"},
        {"name": "price", "selector": ".price", "type": "regex", "pattern": "([0-9]+) €"},
        {"name": "link", "selector": "a", "type": "attribute", "attribute": "href"},
        {"name": "stock", "selector": ".none", "type": "text", "default": 0},
        {"name": "tags", "selector": "li", "type": "list", "fields": [{"name": "tag", "type": "text"}]}]}"#;
    let imported = one(ImportFormat::Crawl4Ai, "x.json", source);
    let found = records(
        &imported,
        r#"<div class="product" data-id="7"><h2>Saw</h2><b class="price">now 12 €</b><a href="/s">x</a>
        <ul><li>a</li><li>b</li></ul></div><div class="product" data-id="8"><h2>Axe</h2></div>"#,
    );
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].title, "SAW");
    assert_eq!(value(&found[0], "id"), "7");
    assert_eq!(value(&found[0], "price"), "12");
    assert_eq!(value(&found[0], "link"), "/s");
    assert_eq!(value(&found[0], "stock"), "0");
    assert!(
        value(&found[0], "tags").contains("tag: b"),
        "{}",
        value(&found[0], "tags")
    );
    assert_eq!(value(&found[1], "id"), "8");
}

#[test]
fn a_tricky_schema_runs_no_code_and_nests_once() {
    let source = format!(
        r#"{{"schema": {{"name": "x", "baseSelector": "//div[@class='p']", "fields": [
        {{"name": "title", "selector": "//h2", "type": "text"}},
        {{"name": "sum", "type": "computed", "expression": "__import__('os').system('{SECRET}')"}},
        {{"name": "maker", "selector": ".//p", "type": "nested", "fields": [{{"name": "who", "selector": "./b", "type": "text"}},
           {{"name": "deep", "selector": "./i", "type": "nested_list", "fields": [{{"name": "x", "type": "text"}}]}}]}},
        {{"name": "bad", "selector": "//p[", "type": "text"}}, {{"name": "x", "type": "magic"}}]}}}}"#
    );
    let imported = one(ImportFormat::Crawl4Ai, "x.json", &source);
    assert_eq!(imported.rule.site.start, ["https://example.org/"]);
    assert!(!imported.text.contains("import__"), "{}", imported.text);
    let said = notes_text(&imported);
    for place in [
        "$.schema.fields[1]",
        "$.schema.fields[2].fields[1]",
        "$.schema.fields[3]",
        "$.schema.fields[4]",
        "example.org",
    ] {
        assert!(said.contains(place), "{place}\n{said}");
    }
    let found = records(
        &imported,
        "<div class=p><h2>One</h2><p><b>Ann</b></p></div><div class=p><h2>Two</h2></div>",
    );
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].title.as_str(), found[1].title.as_str()),
        ("One", "Two")
    );
    assert_eq!(value(&found[0], "maker"), "who: Ann");
}

#[test]
fn a_single_part_becomes_fields() {
    let source = r#"{"name": "n", "baseSelector": "li", "fields": [{"name": "by", "selector": ".by", "type": "nested",
        "fields": [{"name": "name", "selector": "b", "type": "text"}, {"name": "page", "selector": "a", "type": "attribute", "attribute": "href"}]}]}"#;
    let imported = one(ImportFormat::Crawl4Ai, "x.json", source);
    let found = records(
        &imported,
        "<ul><li><p class=by><b>Ann</b><a href='/ann'>x</a></p></li></ul>",
    );
    assert_eq!(value(&found[0], "by.name"), "Ann");
    assert_eq!(value(&found[0], "by.page"), "/ann");
}

#[test]
fn broken_schemas_say_why() {
    let error = fails(ImportFormat::Crawl4Ai, r#"{"name": "x", "fields": []}"#);
    assert!(
        matches!(error, ImportError::NotThisFormat { .. }),
        "{error}"
    );
    assert_eq!(
        fails(
            ImportFormat::Crawl4Ai,
            r#"{"baseSelector": "div[", "fields": []}"#
        ),
        ImportError::Nothing
    );
}
