//! Importers from outside: real-world sources are imported, and the resulting rules run on pages.
//! Each format has a typical source, a tricky one and a broken one.

mod crawl4ai;
mod easyspider;
mod ftr;
mod legado;
mod opml;
mod webscraper;

use jiff::Timestamp;
use url::Url;

use super::*;
use crate::messages::{Explain, english};
use crate::model::{Record, Value};
use crate::page::Page;
use crate::rules::{Rule, parse};

const SECRET: &str = "hunter2-Xq9";

/// The only rule of a source.
fn one(format: ImportFormat, name: &str, text: &str) -> Imported {
    let mut all = many(format, name, text);
    assert_eq!(all.len(), 1, "one rule");
    all.remove(0)
}

/// All rules of a source; neither they nor their notes contain the secret.
fn many(format: ImportFormat, name: &str, text: &str) -> Vec<Imported> {
    assert_eq!(recognise(text.as_bytes()), Ok(format), "recognised");
    let all = import(format, name, text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    for imported in &all {
        let told = format!(
            "{}{}{:?}",
            imported.text,
            notes_text(imported),
            imported.notes
        );
        assert!(!told.contains(SECRET), "{told}");
        if imported.runs {
            parse(&imported.text).unwrap_or_else(|e| panic!("{e}\n{}", imported.text));
        }
    }
    all
}

fn fails(format: ImportFormat, text: &str) -> ImportError {
    let error = import(format, "broken", text.as_bytes()).unwrap_err();
    assert!(!english(&error.explain()).contains(SECRET));
    assert!(!english(&error.explain()).starts_with('['), "{error}");
    error
}

/// The notes on changed or dropped parts, one per line.
fn notes_text(imported: &Imported) -> String {
    let lines = imported
        .notes
        .iter()
        .filter(|n| n.fate != ImportResult::Taken);
    let lines = lines.map(|note| {
        format!(
            "{}: {}",
            english(&note.place.explain()),
            english(&note.message)
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn rule(imported: &Imported) -> Rule {
    parse(&imported.text).unwrap_or_else(|e| panic!("{e}\n{}", imported.text))
}

fn page(url: &str, html: &str) -> Page {
    Page::parse(html, &Url::parse(url).unwrap())
}

fn now() -> Timestamp {
    "2026-01-05T10:20:00Z".parse().unwrap()
}

/// The records that the rule finds on a page.
fn records(imported: &Imported, html: &str) -> Vec<Record> {
    let rule = rule(imported);
    let html = rule.prepare(html).source.into_owned();
    let page = page("https://a.example/x", &html);
    rule.extract(&page, &[], now()).records
}

/// A field as text, in any column.
fn value(record: &Record, name: &str) -> String {
    match name {
        "title" => record.title.clone(),
        "date" => record.date.clone(),
        "author" => record.author.clone(),
        "text" => record.text.clone(),
        name => record
            .fields
            .iter()
            .find(|(key, _)| key == name)
            .map_or_else(String::new, |(_, value)| value.joined()),
    }
}

type Item = (String, Vec<(String, Value)>);

/// Addresses and fields of a list page, and the next page.
fn listed(imported: &Imported, html: &str) -> (Vec<Item>, Option<String>) {
    let rule = rule(imported);
    let page = page("https://a.example/list", html);
    let found = rule.list_page(&page, now());
    let items = found.items.into_iter().map(|i| (i.url.into(), i.fields));
    (items.collect(), found.next.map(String::from))
}

#[test]
fn what_is_no_source_is_said_to_be_none() {
    for text in ["", "  ", "hello", "{}", "[]", "<html></html>", "{\"a\": 1}"] {
        assert_eq!(
            recognise(text.as_bytes()),
            Err(ImportError::Unknown),
            "{text}"
        );
        for format in ImportFormat::ALL {
            fails(format, text);
        }
    }
    let large = vec![b' '; MAX_BYTES + 1];
    for format in ImportFormat::ALL {
        let error = import(format, "x", &large).unwrap_err();
        assert!(matches!(error, ImportError::TooLarge { .. }), "{error}");
    }
    assert!(matches!(
        recognise(b"{\n\"selectors\": ["),
        Err(ImportError::Json { line: 2, .. })
    ));
    let deep = "[".repeat(100_000);
    assert!(matches!(
        recognise(deep.as_bytes()),
        Err(ImportError::Json { .. })
    ));
}

#[test]
fn formats_are_known_by_their_names() {
    for format in ImportFormat::ALL {
        assert_eq!(ImportFormat::from_name(format.name()), Some(format));
    }
    assert_eq!(ImportFormat::from_name("scrapy"), None);
}

/// Parts of sources, so that generated ones pass the first check.
fn seeds() -> Vec<&'static str> {
    vec![
        "title: //h1",
        "body: ",
        "strip: //div[",
        "find_string: ",
        "replace_string(",
        "):",
        "test_url: https://a.example/",
        "http_header(",
        "login_uri: ",
        "if_page_contains: //a",
        "{\"selectors\":[",
        "{\"id\":\"a\",\"type\":\"SelectorLink\",",
        "\"parentSelectors\":[\"a\",\"_root\"]",
        "\"selector\":\"a:eq(0)\",",
        "\"startUrl\":\"https://a.example/[1-9]\"",
        "]}",
        "}",
        ",",
        "\"",
        "{\"graph\":[{\"option\":8,\"sequence\":[0,1]}],\"url\":\"https://a.example/\"}",
        "{\"sourceUrl\":\"https://a.example/\",\"ruleArticles\":\"class.a.0@tag.b\",\"ruleLink\":\"",
        "tag.a@href",
        "##(",
        "||",
        "&&",
        "@css:",
        "{\"baseSelector\":\"",
        "\"fields\":[{\"name\":\"",
        "<opml><body><outline type=\"HTML+XPath\" xmlUrl=\"https://a.example/\" ",
        "xPathItem=\"//a\"",
        "xPathItemUri=\"",
        "/></body></opml>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]>",
        "\n",
    ]
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read(bytes: Vec<u8>, name: String) {
        let _ = recognise(&bytes);
        for format in ImportFormat::ALL {
            let _ = import(format, &name, &bytes);
        }
    }

    #[test]
    fn whatever_imports_passes_the_checker(
        parts in proptest::collection::vec((0..33_usize, "\\PC{0,12}"), 0..12),
        name in "\\PC{0,20}",
    ) {
        let seeds = seeds();
        let text: String = parts
            .iter()
            .map(|(seed, noise)| format!("{}{noise}", seeds.get(*seed).unwrap_or(&"\n")))
            .collect();
        for format in ImportFormat::ALL {
            for imported in import(format, &name, text.as_bytes()).unwrap_or_default() {
                proptest::prop_assert!(!imported.file_name.contains(['/', '\\']));
                if imported.runs {
                    proptest::prop_assert!(parse(&imported.text).is_ok(), "{}", imported.text);
                }
            }
        }
    }

    #[test]
    fn any_value_in_a_sitemap_is_read(id: String, selector: String, kind in 0..12_usize, regex: String) {
        let kinds = ["Text", "Link", "Image", "Table", "ElementAttribute", "HTML", "Group", "Element",
            "ElementScroll", "Pagination", "SitemapXmlLink", "x"];
        let text = serde_json::json!({
            "_id": &id, "startUrl": ["https://a.example/"],
            "selectors": [
                {"id": &id, "type": format!("Selector{}", kinds.get(kind).unwrap_or(&"")), "selector": &selector,
                 "parentSelectors": ["_root"], "regex": &regex, "multiple": true, "extractAttribute": &regex},
                {"id": "b", "type": "SelectorText", "selector": "h1", "parentSelectors": [&id]},
            ],
        }).to_string();
        for imported in import(ImportFormat::WebScraper, "x", text.as_bytes()).unwrap_or_default() {
            proptest::prop_assert!(!imported.runs || parse(&imported.text).is_ok());
        }
    }
}
