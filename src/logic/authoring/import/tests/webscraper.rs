//! Sitemaps of webscraper.io.

use super::*;

const LIST: &str = r#"<ul><li class="item"><h2><a href="/1">One</a></h2><span class="when">2026-01-01</span></li>
<li class="item"><h2><a href="/2">Two</a></h2><span class="when">2026-01-02</span></li></ul><a class="next" href="/list?p=2">»</a>"#;

#[test]
fn a_typical_sitemap_collects() {
    let source = r##"{"_id": "docks", "startUrl": ["https://a.example/list?page=[01-10:3]"], "selectors": [
        {"id": "pages", "type": "SelectorPagination", "parentSelectors": ["_root", "pages"], "selector": "a.next", "maxPages": "7"},
        {"id": "item", "type": "SelectorElement", "parentSelectors": ["_root", "pages"], "selector": "li.item", "multiple": true, "delay": 2000},
        {"id": "when", "type": "SelectorText", "parentSelectors": ["item"], "selector": ".when", "multiple": false, "regex": ""},
        {"id": "link", "type": "SelectorLink", "parentSelectors": ["item"], "selector": "h2 > a", "multiple": false},
        {"id": "title", "type": "SelectorText", "parentSelectors": ["link"], "selector": "h1", "multiple": false},
        {"id": "price", "type": "SelectorText", "parentSelectors": ["link"], "selector": ".price", "regex": "[0-9.]+"},
        {"id": "photo", "type": "SelectorImage", "parentSelectors": ["link"], "selector": "img.main"},
        {"id": "tag", "type": "SelectorText", "parentSelectors": ["link"], "selector": ".tags a", "multiple": true},
        {"id": "sku", "type": "SelectorElementAttribute", "parentSelectors": ["link"], "selector": "div.box", "extractAttribute": "data-sku"}
    ]}"##;
    let imported = one(ImportFormat::WebScraper, "x.json", source);
    assert_eq!(
        imported.rule.site.start,
        ["https://a.example/list?page=[01-10:3]"]
    );
    assert_eq!(imported.rule.politeness.delay, "2000ms");
    let list = imported.rule.list.as_ref().unwrap();
    assert_eq!(list.next.as_ref().unwrap().max_pages, Some(7));
    let (items, next) = listed(&imported, LIST);
    assert_eq!(items[0].0, "https://a.example/1");
    assert_eq!(
        items[1].1[0],
        ("when".to_owned(), Value::One("2026-01-02".to_owned()))
    );
    assert_eq!(next.as_deref(), Some("https://a.example/list?p=2"));
    let record = &records(
        &imported,
        r#"<h1>One</h1><p class="price">from € 12.50 on</p><img class="main" src="/a.png">
        <p class="tags"><a>x</a><a>y</a></p><div class="box" data-sku="S1"></div>"#,
    )[0];
    assert_eq!(record.title, "One");
    assert_eq!(value(record, "price"), "12.50");
    assert_eq!(value(record, "photo-src"), "https://a.example/a.png");
    assert_eq!(value(record, "tag"), "x | y");
    assert_eq!(value(record, "sku"), "S1");
}

#[test]
fn a_tricky_sitemap_keeps_its_jquery_and_no_password() {
    let source = format!(
        r##"{{"_id": "shop", "startUrl": "https://ann:{SECRET}@a.example/", "selectors": [
        {{"id": "row", "type": "SelectorElementClick", "parentSelectors": ["_root"], "selector": "div.row", "multiple": true, "clickElementSelector": "button"}},
        {{"id": "name", "type": "SelectorText", "parentSelectors": ["row"], "selector": "_parent_ > b"}},
        {{"id": "second", "type": "SelectorText", "parentSelectors": ["row"], "selector": "td:eq(1)"}},
        {{"id": "maker", "type": "SelectorText", "parentSelectors": ["row"], "selector": "> p:contains('Maker')", "regex": "(?<=: ).*"}},
        {{"id": "part", "type": "SelectorElement", "parentSelectors": ["row"], "selector": "i.part", "multiple": true}},
        {{"id": "code", "type": "SelectorHTML", "parentSelectors": ["part"], "selector": "u"}},
        {{"id": "lost", "type": "SelectorText", "parentSelectors": ["nobody"], "selector": "x"}},
        {{"id": "odd", "type": "SelectorDance", "parentSelectors": ["row"], "selector": "x"}}],
        "websiteStateSetup": {{"performWhenNotFoundSelector": "a.logout", "actions": [
          {{"type": "openUrl", "url": "https://a.example/in"}},
          {{"type": "textInput", "selector": "input[name=\"user\"]", "value": "ann"}},
          {{"type": "passwordInput", "selector": "input[name='pw']", "value": "{SECRET}"}},
          {{"type": "click", "selector": "button"}}]}}}}"##
    );
    let imported = one(ImportFormat::WebScraper, "x.json", &source);
    let login = imported.rule.login.as_ref().unwrap();
    assert_eq!(
        (login.user_field.as_deref(), login.password_field.as_deref()),
        (Some("user"), Some("pw"))
    );
    assert_eq!(login.success.as_deref(), Some("a.logout"));
    assert!(!imported.text.contains("ann"), "{}", imported.text);
    let said = notes_text(&imported);
    for part in [
        "$.selectors[0].type",
        "$.selectors[3].regex",
        "$.selectors[6].parentSelectors",
        "$.selectors[7].type",
        "$.websiteStateSetup.actions[2].value",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let found = records(
        &imported,
        r#"<div class="row"><b>Saw</b><p>Maker: Lee</p><table><tr><td>1<td>2</table>
        <i class="part"><u>a</u></i><i class="part"><u>b</u></i></div><div class="row"><b>Axe</b></div>"#,
    );
    assert_eq!(found.len(), 2);
    assert_eq!(value(&found[0], "name"), "Saw");
    assert_eq!(value(&found[0], "second"), "2");
    assert_eq!(value(&found[0], "maker"), "Maker: Lee");
    assert!(
        value(&found[0], "part").contains("<u>b</u>"),
        "{:?}",
        found[0]
    );
    assert_eq!(value(&found[1], "name"), "Axe");
}

#[test]
fn a_link_that_is_its_own_parent_turns_pages() {
    let source = r#"{"_id": "b", "startUrl": ["https://a.example/list"], "selectors": [
        {"id": "more", "type": "SelectorLink", "parentSelectors": ["_root", "more"], "selector": "a.next"},
        {"id": "post", "type": "SelectorLink", "parentSelectors": ["_root", "more"], "selector": "h2 a", "multiple": true},
        {"id": "body", "type": "SelectorText", "parentSelectors": ["post"], "selector": "p"},
        {"id": "seller", "type": "SelectorLink", "parentSelectors": ["post"], "selector": "a.seller"},
        {"id": "phone", "type": "SelectorText", "parentSelectors": ["seller"], "selector": ".phone"}]}"#;
    let imported = one(ImportFormat::WebScraper, "x.json", source);
    let (items, next) = listed(&imported, LIST);
    assert_eq!(items.len(), 2);
    assert_eq!(next.as_deref(), Some("https://a.example/list?p=2"));
    assert!(notes_text(&imported).contains("$.selectors[4]: “phone” is behind a second link"));
    let record = &records(
        &imported,
        r#"<p>Text</p><a class="seller" href="/s">Ann</a>"#,
    )[0];
    assert_eq!(value(record, "seller"), "Ann");
    assert_eq!(value(record, "seller-href"), "https://a.example/s");
}

#[test]
fn sitemaps_of_addresses_become_sitemap_rules() {
    let source = r#"{"_id": "c", "startUrl": ["https://a.example/"], "selectors": [
        {"id": "all", "type": "SelectorSitemapXmlLink", "parentSelectors": ["_root"], "sitemapXmlUrls": ["https://a.example/sitemap.xml"], "sitemapXmlUrlRegex": "/p/"},
        {"id": "title", "type": "SelectorText", "parentSelectors": ["all"], "selector": "h1"}]}"#;
    let imported = one(ImportFormat::WebScraper, "x.json", source);
    assert_eq!(imported.rule.site.kind.token(), "sitemap");
    assert_eq!(imported.rule.site.start, ["https://a.example/sitemap.xml"]);
    assert_eq!(imported.rule.fields[0].name, "title");
    assert_eq!(imported.rule.sitemap.unwrap().filter.allow, ["/p/"]);
    assert!(imported.runs);
}

#[test]
fn tables_are_taken_whole() {
    let source = r#"{"_id": "t", "startUrl": ["https://a.example/"], "selectors": [
        {"id": "data", "type": "SelectorTable", "parentSelectors": ["_root"], "selector": "table", "multiple": true,
         "columns": [{"header": "Name", "name": "Name", "extract": true}], "tableHeaderRowSelector": "tr:nth-of-type(1)"}]}"#;
    let imported = one(ImportFormat::WebScraper, "x.json", source);
    let table = "<table><tr><th>Name<th>Age<tr><td>Ann<td>7<tr><td>Bo<td>8</table>";
    let found = value(&records(&imported, table)[0], "data");
    assert!(
        found.contains("Name: Ann") && found.contains("Age: 8"),
        "{found}"
    );
}

#[test]
fn broken_sitemaps_say_where() {
    let cycle = r#"{"_id": "x", "startUrl": ["https://a.example/"], "selectors": [
        {"id": "a", "type": "SelectorLink", "parentSelectors": ["b"], "selector": "a"},
        {"id": "b", "type": "SelectorLink", "parentSelectors": ["c"], "selector": "a"},
        {"id": "c", "type": "SelectorLink", "parentSelectors": ["a"], "selector": "a"}]}"#;
    let error = fails(ImportFormat::WebScraper, cycle);
    let ImportError::Cycle { chain, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(chain.matches('→').count(), 3, "{chain}");
    let error = fails(
        ImportFormat::WebScraper,
        "{\"selectors\": [\n{\"id\": }\n]}",
    );
    assert!(
        matches!(error, ImportError::Json { line: 2, .. }),
        "{error}"
    );
    let empty = r#"{"_id": "x", "startUrl": ["https://a.example/"], "selectors": []}"#;
    assert_eq!(fails(ImportFormat::WebScraper, empty), ImportError::Nothing);
}

#[test]
fn clicks_and_scrolling_become_steps_on_their_pages() {
    let source = r##"{"_id": "s", "startUrl": ["https://a.example/"], "selectors": [
        {"id": "pages", "type": "SelectorPagination", "parentSelectors": ["_root", "pages"], "selector": "button.more", "paginationType": "clickMore"},
        {"id": "row", "type": "SelectorElementScroll", "parentSelectors": ["_root", "pages"], "selector": "li", "multiple": true},
        {"id": "link", "type": "SelectorLink", "parentSelectors": ["row"], "selector": "a"},
        {"id": "tab", "type": "SelectorElementClick", "parentSelectors": ["link"], "selector": "div.review", "multiple": true,
         "clickElementSelector": "#reviews", "clickType": "clickOnce", "discardInitialElements": "discard"},
        {"id": "who", "type": "SelectorText", "parentSelectors": ["tab"], "selector": "b"},
        {"id": "odd", "type": "SelectorElementClick", "parentSelectors": ["link"], "selector": "p", "clickElementSelector": "a:contains('More')"},
        {"id": "says", "type": "SelectorText", "parentSelectors": ["odd"], "selector": "i"}]}"##;
    let imported = one(ImportFormat::WebScraper, "x.json", source);
    let list = imported.rule.list.as_ref().unwrap();
    assert!(list.next.is_none(), "its clicks are a step");
    let steps: Vec<String> = imported
        .rule
        .steps
        .iter()
        .map(|step| format!("{} {:?} {:?}", step.named(), step.repeat, step.on))
        .collect();
    assert_eq!(
        steps,
        [
            "click button.more Some(100) Lists",
            "scroll Some(100) Lists",
            "click #reviews None Articles"
        ]
    );
    assert!(imported.rule.steps.iter().all(|step| step.optional));
    let said = notes_text(&imported);
    for place in [
        "$.selectors[0].type",
        "$.selectors[3].type",
        "$.selectors[3].discardInitialElements",
        "$.selectors[5].clickElementSelector",
    ] {
        assert!(said.contains(place), "{place}\n{said}");
    }
    let comments = imported.text.lines().filter(|line| line.starts_with('#'));
    let left = comments.filter(|line| line.contains("Left out: ")).count();
    assert_eq!(left, 2, "{}", imported.text);
}

#[test]
fn clicks_that_turn_pages_lose_no_page() {
    // What is clicked, how, and what it becomes.
    let cases = [
        ("a.next", "clickMore", "next"),
        ("ul.pages > a:contains('Next, please')", "clickMore", "next"),
        ("button.next", "clickMore", "next"),
        (".pager a", "clickOnce", "next"),
        ("button", "clickOnce", "next"),
        ("a.x button.more", "clickMore", "click"),
        (".load", "clickMore", "click"),
    ];
    for (css, kind, becomes) in cases {
        let source = format!(
            r##"{{"_id": "s", "startUrl": ["https://a.example/"], "selectors": [
            {{"id": "pages", "type": "SelectorPagination", "parentSelectors": ["_root", "pages"], "selector": "{css}", "paginationType": "{kind}"}},
            {{"id": "link", "type": "SelectorLink", "parentSelectors": ["_root", "pages"], "selector": "h2 a", "multiple": true}},
            {{"id": "who", "type": "SelectorText", "parentSelectors": ["link"], "selector": "b"}}]}}"##
        );
        let imported = one(ImportFormat::WebScraper, "x.json", &source);
        let next = imported.rule.list.as_ref().unwrap().next.is_some();
        let clicks = !imported.rule.steps.is_empty();
        assert_eq!(
            (next, clicks),
            (becomes == "next", becomes == "click"),
            "{css}"
        );
        let said = notes_text(&imported);
        let warning = match becomes {
            "next" => "$.selectors[0].paginationType",
            _ => "only the last part is read",
        };
        assert!(said.contains(warning), "{css}\n{said}");
    }
    let source = r##"{"_id": "s", "startUrl": ["https://a.example/"], "selectors": [
        {"id": "row", "type": "SelectorElementClick", "parentSelectors": ["_root"], "selector": "li", "multiple": true,
         "clickElementSelector": ".pager a", "clickType": "clickOnce"},
        {"id": "who", "type": "SelectorText", "parentSelectors": ["row"], "selector": "b"}]}"##;
    let imported = one(ImportFormat::WebScraper, "x.json", source);
    assert!(imported.rule.steps.is_empty());
    assert!(notes_text(&imported).contains("$.selectors[0].clickElementSelector"));
}
