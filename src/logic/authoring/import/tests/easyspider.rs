//! Tasks of EasySpider.

use super::*;

#[test]
fn a_typical_task_goes_from_list_to_detail() {
    let source = r#"{"id": 1, "name": "docks", "url": "https://a.example/list", "links": "https://a.example/list\nhttps://a.example/more", "graph": [
        {"index": 0, "type": -1, "option": 0, "sequence": [1, 2], "parameters": {}},
        {"index": 1, "type": 0, "option": 1, "sequence": [], "parameters": {"url": "https://a.example/list", "links": "https://a.example/list\nhttps://a.example/more", "useLoop": false}},
        {"index": 2, "type": 1, "option": 8, "sequence": [3, 6], "parameters": {"loopType": 0, "xpath": "//a[@class='next']", "exitCount": 5}},
        {"index": 3, "type": 1, "option": 8, "sequence": [4, 5, 7], "parameters": {"loopType": 1, "xpath": "//li"}},
        {"index": 4, "type": 0, "option": 3, "sequence": [], "parameters": {"params": [{"name": "headline", "relative": true, "relativeXPath": "/h2[1]", "nodeType": 0, "contentType": 0}]}},
        {"index": 5, "type": 0, "option": 2, "sequence": [], "parameters": {"useLoop": true, "xpath": "/a[1]"}},
        {"index": 6, "type": 0, "option": 2, "sequence": [], "parameters": {"useLoop": true, "xpath": ""}},
        {"index": 7, "type": 0, "option": 3, "sequence": [], "parameters": {"paras": [
            {"name": "title", "relative": false, "relativeXPath": "//h1[@id='gone']", "allXPaths": ["/html/body/h1", "//h1[1]"], "nodeType": 0, "contentType": 0},
            {"name": "address", "contentType": 5, "nodeType": 0, "relative": false, "relativeXPath": "//body"},
            {"name": "photo", "relative": false, "relativeXPath": "//img", "nodeType": 4, "contentType": 0}]}}]}"#;
    let imported = one(ImportFormat::EasySpider, "x.json", source);
    assert_eq!(
        imported.rule.site.start,
        ["https://a.example/list", "https://a.example/more"]
    );
    let list = imported.rule.list.as_ref().unwrap();
    assert_eq!(list.next.as_ref().unwrap().max_pages, Some(5));
    let (items, next) = listed(
        &imported,
        "<ul><li><h2>One</h2><a href=/1>x</a></li><li><h2>Two</h2><a href=/2>x</a></li></ul><a class=next href=/p2>n</a>",
    );
    assert_eq!(items[1].0, "https://a.example/2");
    assert_eq!(
        items[1].1[0],
        ("headline".to_owned(), Value::One("Two".to_owned()))
    );
    assert_eq!(next.as_deref(), Some("https://a.example/p2"));
    let record = &records(&imported, "<h1>One</h1><img src=/i.png>")[0];
    assert_eq!(record.title, "One");
    assert_eq!(record.provenance.get("title"), Some(&1));
    assert_eq!(value(record, "address"), "https://a.example/x");
    assert_eq!(value(record, "photo"), "https://a.example/i.png");
}

#[test]
fn a_tricky_task_runs_no_code_and_types_nothing() {
    let source = format!(
        r#"{{"name": "t", "url": "https://a.example/", "cookies": "sid={SECRET}", "graph": [
        {{"option": 0, "sequence": [1, 2, 3, 4, 5, 6]}},
        {{"option": 1, "sequence": [], "parameters": {{"url": "https://a.example/", "cookies": "{SECRET}"}}}},
        {{"option": 4, "sequence": [], "parameters": {{"xpath": "//input", "value": "{SECRET}"}}}},
        {{"option": 5, "sequence": [], "parameters": {{"code": "rm -rf {SECRET}"}}}},
        {{"option": 8, "sequence": [7], "parameters": {{"loopType": 5, "code": "return {SECRET}"}}}},
        {{"option": 9, "sequence": [7], "parameters": {{}}}},
        {{"option": 8, "sequence": [7, 6], "parameters": {{"loopType": 2, "pathList": "//p[1]\n//p[2]"}}}},
        {{"option": 3, "sequence": [], "parameters": {{"params": [
            {{"name": "word", "relative": true, "relativeXPath": "", "contentType": 1, "nodeType": 0, "beforeJS": "alert('{SECRET}')"}},
            {{"name": "made", "relative": true, "relativeXPath": "", "contentType": 9, "JS": "return '{SECRET}'"}},
            {{"name": "shot", "relative": true, "relativeXPath": "", "contentType": 7}},
            {{"name": "link", "relative": true, "relativeXPath": "//a", "contentType": 0, "nodeType": 2}}]}}}}]}}"#
    );
    let imported = one(ImportFormat::EasySpider, "x.json", &source);
    let said = notes_text(&imported);
    for place in [
        "$.cookies",
        "$.graph[2].parameters",
        "$.graph[3].parameters",
        "$.graph[4].parameters",
        "$.graph[5].parameters",
        "$.graph[7].parameters.params[0].beforeJS",
        "$.graph[7].parameters.params[1]",
        "$.graph[7].parameters.params[2]",
    ] {
        assert!(said.contains(place), "{place}\n{said}");
    }
    let found = records(
        &imported,
        "<p>one <a href=/1>x</a></p><p>two</p><p>three</p>",
    );
    assert_eq!(found.len(), 2);
    assert_eq!(value(&found[0], "word"), "one");
    assert_eq!(value(&found[0], "link"), "https://a.example/1");
    assert_eq!(imported.rule.fields.len(), 2);
}

#[test]
fn broken_tasks_say_why() {
    let error = fails(ImportFormat::EasySpider, r#"{"graph": {}}"#);
    assert!(
        matches!(error, ImportError::NotThisFormat { .. }),
        "{error}"
    );
    let code = r#"{"url": "https://a.example/", "graph": [{"option": 0, "sequence": [1]}, {"option": 5, "sequence": [], "parameters": {"code": "x"}}]}"#;
    assert_eq!(fails(ImportFormat::EasySpider, code), ImportError::Nothing);
}

#[test]
fn what_a_task_does_on_pages_becomes_steps() {
    let source = format!(
        r#"{{"name": "t", "url": "https://a.example/", "graph": [
        {{"option": 0, "sequence": [1, 2, 3, 4, 9, 10]}},
        {{"option": 1, "sequence": [], "parameters": {{"url": "https://a.example/", "scrollType": 2, "scrollCount": 4}}}},
        {{"option": 4, "sequence": [], "parameters": {{"xpath": "//input[@type='password']", "value": "{SECRET}"}}}},
        {{"option": 6, "sequence": [], "parameters": {{"xpath": "//select[@id='sort']", "optionMode": 3, "optionValue": "Newest"}}}},
        {{"option": 8, "sequence": [5, 6, 7], "parameters": {{"loopType": 3, "textList": "woad\nweld\n"}}}},
        {{"option": 4, "sequence": [], "parameters": {{"useLoop": true, "xpath": "//input[@id='q']", "value": "<enter>"}}}},
        {{"option": 2, "sequence": [], "parameters": {{"xpath": "//p[text()='Go']", "allXPaths": ["//p[contains(., 'Go')]", "/html/body/button[1]"], "wait": 8}}}},
        {{"option": 8, "sequence": [8], "parameters": {{"loopType": 0, "xpath": "//div[contains(@class,'more')]", "exitCount": 0}}}},
        {{"option": 2, "sequence": [], "parameters": {{"useLoop": true, "xpath": ""}}}},
        {{"option": 7, "sequence": [], "parameters": {{"xpath": "//p"}}}},
        {{"option": 8, "sequence": [11], "parameters": {{"loopType": 1, "xpath": "//li"}}}},
        {{"option": 3, "sequence": [], "parameters": {{"params": [
            {{"name": "word", "relative": true, "relativeXPath": "", "contentType": 1, "nodeType": 0}}]}}}}]}}"#
    );
    let imported = one(ImportFormat::EasySpider, "x.json", &source);
    let steps: Vec<String> = imported
        .rule
        .steps
        .iter()
        .map(|step| format!("{} {:?} {:?}", step.named(), step.values, step.repeat))
        .collect();
    assert_eq!(
        steps,
        [
            "scroll [] Some(4)",
            "choose select[id=\"sort\"] = Newest [] None",
            "type input[id=\"q\"] [\"woad\", \"weld\"] None",
            "press Enter [] None",
            "click html > body > button:nth-of-type(1) [] None",
            "wait [] None",
            "click div[class*=\"more\"] [] Some(100)",
        ]
    );
    assert_eq!(imported.rule.steps[5].wait.as_deref(), Some("8s"));
    let said = notes_text(&imported);
    for place in ["$.graph[2].parameters.value", "$.graph[9].parameters"] {
        assert!(said.contains(place), "{place}\n{said}");
    }
    let left = imported
        .text
        .lines()
        .filter(|line| line.starts_with("# Left out: "));
    assert_eq!(left.count(), 2, "{}", imported.text);
}

#[test]
fn looped_texts_for_a_password_are_never_taken() {
    let paths = [
        r#""xpath": "//input[2]", "allXPaths": ["/html/body/input[2]", "//input[@type='password']"]"#,
        r#""xpath": "//input[@name='userpass']", "allXPaths": []"#,
        r#""xpath": "/html/body/input[2]", "allXPaths": ["//label[contains(., '密码')]/input"]"#,
    ];
    for paths in paths {
        let source = format!(
            r#"{{"name": "t", "url": "https://a.example/", "graph": [
            {{"option": 0, "sequence": [1, 3]}},
            {{"option": 8, "sequence": [2], "parameters": {{"loopType": 3, "textList": "{SECRET}\nweld\n"}}}},
            {{"option": 4, "sequence": [], "parameters": {{"useLoop": true, "value": "", {paths}}}}},
            {{"option": 8, "sequence": [4], "parameters": {{"loopType": 1, "xpath": "//li"}}}},
            {{"option": 3, "sequence": [], "parameters": {{"params": [
                {{"name": "word", "relative": true, "relativeXPath": "", "contentType": 1, "nodeType": 0}}]}}}}]}}"#
        );
        let imported = one(ImportFormat::EasySpider, "x.json", &source);
        assert!(imported.rule.steps.is_empty(), "{paths}");
        let said = notes_text(&imported);
        assert!(said.contains("$.graph[2].parameters.value"), "{said}");
        assert!(!imported.text.contains(SECRET), "{}", imported.text);
    }
}
