//! Data in scripts of each form, programs that are none, and anything else.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn script(id: &str, kind: &str, text: &str) -> PageScript {
    PageScript {
        id: id.to_owned(),
        kind: kind.to_owned(),
        text: text.to_owned(),
    }
}

/// The documents of one script, as `name=JSON`.
fn found(text: &str) -> Vec<String> {
    let found = embedded_documents([script("", "", text)].into_iter());
    let each = found.into_iter();
    each.map(|one| format!("{}={}", one.name, one.json))
        .collect()
}

#[test]
fn assignments_of_data_have_names() {
    for (text, expected) in [
        (
            "window.__STATE__ = {\"b\": \"};\"}; run()",
            "__STATE__={\"b\":\"};\"}",
        ),
        (
            "run();window.x={a:1,'b':[1,,2],c:undefined,d:!0,}",
            "x={\"a\":1,\"b\":[1,null,2],\"c\":null,\"d\":true}",
        ),
        (
            "var data = JSON.parse('{\"a\":\"\\\\u4e2d\\\\\"\"}')",
            "data={\"a\":\"中\\\"\"}",
        ),
        (
            "a();\n const s = [{t:`x\\ny`,n:-.5e1,h:0x1F}]",
            "s=[{\"t\":\"x\\ny\",\"n\":-5.0,\"h\":31}]",
        ),
        (
            "window['App'].state={a:\"\\x41\\u{1f600}\\ud83d\\ude00\"}",
            "App.state={\"a\":\"A😀😀\"}",
        ),
        (
            "globalThis.d={at:new Date(\"2026-01-02\"),/* no */m:new Map([[1,2]])}",
            "d={\"at\":\"2026-01-02\",\"m\":[[1,2]]}",
        ),
        (
            "__NEXT_DATA__ = {\"a\":1};__NEXT_LOADED_PAGES__=[]",
            "__NEXT_DATA__={\"a\":1}",
        ),
        (
            "window.e=JSON.parse(decodeURIComponent(\"%7B%22a%22%3A1%7D\"))",
            "e={\"a\":1}",
        ),
    ] {
        assert_eq!(found(text), [expected], "{text}");
    }
}

#[test]
fn programs_are_no_data() {
    for text in [
        "f({\"c\":1})",
        "x={a:function(){return 1}}",
        "var a = 1; b = {}",
        "window.x = {a: location.href}",
        "window.x = `${evil}`",
        "if (a == {}) {}",
        "var y = {a:(function(){while(1);})()}",
        "window.x = {",
        "window.x = {a:1",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn a_state_that_a_function_returns_is_read() {
    let text = "window.__NUXT__=(function(a,b,c){c.title=a;c.tags[0]=b;return {layout:\"d\",data:[{posts:[c,{title:b}]}],x:a}}\
                (\"One\",\"Two }\",{tags:[]}));";
    let state = embedded_documents([script("", "", text)].into_iter());
    assert_eq!(state[0].name, "__NUXT__");
    let posts = json!([{"tags": ["Two }"], "title": "One"}, {"title": "Two }"}]);
    assert_eq!(
        state[0].json,
        json!({"layout": "d", "data": [{"posts": posts}], "x": "One"})
    );
    let repeated = "window.x=(function(){let b={};let a={};a.name=\"Ann\";b.posts=[{by:a},{by:a}];b.self=b;return b}())";
    let posts = json!([{"by": {"name": "Ann"}}, {"by": {"name": "Ann"}}]);
    let state = embedded_documents([script("", "", repeated)].into_iter());
    assert_eq!(state[0].json["posts"], posts);
    let bad = "window.__NUXT__=(function(a){fetch(a);return {a:a}}(\"x\"))";
    assert_eq!(found(bad), [""; 0]);
}

#[test]
fn an_array_of_numbered_parts_is_put_together() {
    let parts = json!([["ShallowReactive", 1], {"data": 2, "at": 7}, {"posts": 3}, [4, 5], {"title": 6},
        {"title": 8, "self": 5}, "One", ["Date", "2026-01-02"], "Two"]);
    let found = embedded_documents(
        [script(
            "__NUXT_DATA__",
            "application/json",
            &parts.to_string(),
        )]
        .into_iter(),
    );
    let json = &found[0].json;
    assert_eq!(json.pointer("/data/posts/0/title"), Some(&json!("One")));
    assert_eq!(json.pointer("/data/posts/1/title"), Some(&json!("Two")));
    assert_eq!(json.pointer("/at"), Some(&json!("2026-01-02")));
    assert_eq!(found[0].name, "__NUXT_DATA__");
    // Plain data stays what it is.
    let plain = json!([{"n": 1}, {"n": 0}, 3]).to_string();
    let found = embedded_documents([script("x", "application/json", &plain)].into_iter());
    assert_eq!(found[0].json.to_string(), plain);
}

#[test]
fn the_parts_of_server_components_are_one_document() {
    let scripts = [
        "(self.__next_f=self.__next_f||[]).push([0])",
        "self.__next_f.push([1,\"0:[\\\"$\\\",\\\"main\\\",null,{\\\"posts\\\":[{\\\"title\\\":\\\"A\\\",\\\"body\\\":\\\"$5\\\"}\"])",
        "self.__next_f.push([1,\",{\\\"title\\\":\\\"B\\\"}]}]\\n5:T7,a\\nb: c,\"])",
        "self.__next_f.push([1,\"6:I[1,2]\\n7:{\\\"x\\\":1}\\n\"])",
    ];
    let scripts = scripts.into_iter().map(|text| script("", "", text));
    let found = embedded_documents(scripts);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].name, FLIGHT);
    let posts = &found[0].json["0"][3]["posts"];
    assert_eq!(posts[0]["body"], json!("a\nb: c,"));
    assert_eq!(posts[1]["title"], json!("B"));
    assert_eq!(found[0].json["7"]["x"], json!(1));
}

#[test]
fn references_of_apollo_are_followed() {
    let state = json!({"ROOT_QUERY": {"posts": [{"__ref": "Post:1"}, {"__ref": "Post:2"}]},
        "Post:1": {"title": "One", "by": {"__ref": "User:1"}}, "Post:2": {"title": "Two"},
        "User:1": {"name": "Ann", "best": {"__ref": "Post:1"}}});
    let text = format!("window.__APOLLO_STATE__={state}");
    let found = embedded_documents([script("", "", &text)].into_iter());
    let posts = &found[0].json["ROOT_QUERY"]["posts"];
    assert_eq!(posts[0]["by"]["name"], json!("Ann"));
    assert_eq!(posts[1]["title"], json!("Two"));
}

#[test]
fn one_budget_serves_all_documents_of_a_page() {
    let text = "x".repeat(100_000);
    let list = json!([["Reactive", 1], vec![2; 300], text]).to_string();
    let names = vec!["a"; 300].join(",");
    let call = format!("window.x=(function(a){{return [{names}]}}(\"{text}\"))");
    let scripts =
        (0..10).flat_map(|_| [script("", "application/json", &list), script("", "", &call)]);
    let found = embedded_documents(scripts);
    let bytes: usize = found
        .iter()
        .map(|one| copy_budget::tests::weight(&one.json))
        .sum();
    assert!(
        copy_budget::tests::is_page_bounded(bytes, &list.repeat(20)),
        "{bytes}"
    );
}

#[test]
fn an_answer_inside_of_a_page_is_the_document() {
    let text = json!({"status": 200, "body": "{\"posts\":[1]}"}).to_string();
    let found = embedded_documents([script("", "application/json", &text)].into_iter());
    assert_eq!(found[0].json, json!({"posts": [1]}));
}

#[test]
fn a_source_without_a_tree_has_the_same_documents() {
    let source = "<html><SCRIPT data-x='a>b' id=one type=\"application/json\">{\"a\":1}</SCRIPT>\
                  <script>window.two={b:2}</script><script id=one type=application/json>[3]";
    let all = |name: &str| named_document(source, name).collect::<Vec<_>>();
    assert_eq!(all("one"), [json!({"a": 1}), json!([3])]);
    assert_eq!(all("two"), [json!({"b": 2})]);
    assert!(all("three").is_empty());
}

#[test]
fn much_is_read_in_little_time() {
    let deep = format!("window.x={}", "[".repeat(100_000));
    let many = "window.x={a:{b:".repeat(30_000);
    let twice = format!(
        "window.x=(function(a){{a.x=a;a.x=a;{}return a}}({{}}))",
        "a.y=[a,a,a,a];".repeat(40)
    );
    let strings = "window.x='".repeat(50_000);
    for text in [deep, many, twice, strings] {
        assert!(embedded_documents([script("", "", &text)].into_iter()).is_empty());
    }
}

proptest! {
    #[test]
    fn any_script_is_read(text in "(window\\.x|var a|=|\\{|\\}|\\[|\\]|\"|'|`|:|,|\\(|\\)|function|return|JSON\\.parse|new Date|\\\\u|1|-|\\PC){0,24}") {
        found(&text);
        found(&format!("window.x={text}"));
        found(&format!("window.x=(function(a,b){{{text}}}(1,{{}}))"));
        found(&format!("self.__next_f.push([1,\"{text}\"])"));
        let _ = named_document(&text, "x").count();
        let _ = named_document(&format!("<script {text}>{text}"), "x").count();
    }

    #[test]
    fn data_written_as_json_comes_back(text in "\\PC{0,20}", n in any::<i32>(), flag in any::<bool>()) {
        let json = json!({"t": text, "l": [n, flag, null, {"deep": [text]}]});
        let found = embedded_documents([script("", "", &format!("window.x = {json};"))].into_iter());
        prop_assert_eq!(&found[0].json, &json);
    }

    #[test]
    fn any_parts_are_put_together(parts in prop::collection::vec(-3_i64..12, 0..12), kind in "Reactive|Map|Set|null|Date|x") {
        let items: Vec<Value> = parts.iter().map(|n| json!([kind, n])).collect();
        let mut all = vec![json!(["Reactive", 1])];
        all.extend(items);
        let _ = devalue::restored(&Value::Array(all), true, &CopyBudget::default());
    }
}
