//! Rules for the JSON of interfaces.

use super::*;
use crate::rules::{parse, write};
use url::Url;

const PAGED: &str = r#"{"status": "ok", "tags": [{"id": 1}, {"id": 2}],
    "data": {"items": [
        {"id": 7, "headline": "Ferry stops at noon", "publishedAt": "2026-03-01T08:00:00Z",
         "author": {"id": 3, "name": "Ann Lee"}, "web_url": "/n/7", "points": 12,
         "thumb": "https://img.example/7.png", "kind": "news"},
        {"id": 8, "headline": "Bridge opens", "publishedAt": "2026-03-02T08:00:00Z",
         "author": {"id": 4, "name": "Bo Chen"}, "web_url": "/n/8", "points": 3,
         "thumb": "https://img.example/8.png", "kind": "news"}]},
    "next": "?page=2"}"#;

fn page(source: &str) -> Page {
    let url = Url::parse("https://api.example/v1/news?page=1").expect("an address");
    Page::parse(source, &url)
}

/// The rule for a source, under a name.
fn named(source: &str) -> RuleFile {
    let mut file = json_entries(&page(source)).expect("entries");
    "News".clone_into(&mut file.site.name);
    file
}

#[test]
fn entries_with_title_date_author_and_link_are_found() {
    let file = named(PAGED);
    let rule = parse(&write(&file)).expect("a good rule");
    let found = rule.list_page(&page(PAGED), Timestamp::UNIX_EPOCH);
    let value = |item: usize, name: &str| {
        let fields = &found.items[item].fields;
        let known = fields.iter().find(|(field, _)| field == name);
        known.map(|(_, value)| value.joined())
    };
    assert_eq!(found.items.len(), 2);
    assert_eq!(value(0, "title").as_deref(), Some("Ferry stops at noon"));
    assert_eq!(value(1, "author").as_deref(), Some("Bo Chen"));
    assert_eq!(value(1, "points").as_deref(), Some("3"));
    assert!(value(0, "date").is_some_and(|date| date.starts_with("2026-03-01T08:00")));
    assert_eq!(value(0, "kind"), None, "the same everywhere");
    assert_eq!(found.items[1].url.as_str(), "https://api.example/n/8");
    let api = file.api.expect("a section");
    assert_eq!(api.pages, Some(PagesChoice::Flag(true)), "it has no text");
}

#[test]
fn an_array_of_texts_is_a_source_of_its_own() {
    let said = "What was said, at a length that nobody needs to read elsewhere. ".repeat(3);
    let post = |n: u32| {
        format!(
            r#"{{"id_str": "{n}", "content": "{n} {said}", "created_at": {}}}"#,
            1_770_000_000 + n
        )
    };
    let source = format!("[{}, {}]", post(1), post(2));
    let file = named(&source);
    let api = file.api.as_ref().expect("a section");
    assert_eq!(api.item.jsonpath.as_deref(), Some("$[*]"));
    assert_eq!((&api.link, &api.pages), (&None, &None));
    let names: Vec<&str> = api.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["text", "date"]);
    assert!(parse(&write(&file)).is_ok());
}

#[test]
fn keys_with_odd_names_are_quoted_and_what_holds_no_entries_is_none() {
    let odd = r#"{"a b": [{"it's": "one", "文": "甲"}, {"it's": "two", "文": "乙"}]}"#;
    let file = named(odd);
    let rule = parse(&write(&file)).expect("a good rule");
    assert_eq!(
        rule.list_page(&page(odd), Timestamp::UNIX_EPOCH)
            .items
            .len(),
        2
    );
    for none in [
        "{}",
        "[]",
        "[1, 2]",
        r#"{"error": "no"}"#,
        "<p>text",
        "[{\"id\": 1}]",
    ] {
        assert!(json_entries(&page(none)).is_none(), "{none}");
    }
}

fn embedded(scripts: &str) -> Option<RuleFile> {
    let url = Url::parse("http://a.example/list").unwrap();
    let source = format!("<title>Shop</title><div id=__next></div>{scripts}");
    embedded_entries(&Page::parse(&source, &url))
}

#[test]
fn the_entries_in_the_data_of_a_page_are_found() {
    let posts = r#"[{"title":"One","slug":"one","url":"/p/1","date":"2026-01-02"},{"title":"Two","slug":"two","url":"/p/2","date":"2026-01-03"}]"#;
    let menu = r#"[{"title":"Home","url":"/"},{"title":"News","url":"/news"},{"title":"About","url":"/about"},{"title":"Help","url":"/help"},{"title":"Jobs","url":"/jobs"}]"#;
    let next = format!(
        r#"<script id="__NEXT_DATA__" type="application/json">{{"props":{{"pageProps":{{"menu":{menu},"posts":{posts},"page":1,"totalPages":3}}}}}}</script>"#
    );
    let file = embedded(&next).unwrap();
    let api = file.api.unwrap();
    assert_eq!(api.data.as_deref(), Some("__NEXT_DATA__"));
    assert_eq!(
        api.item.jsonpath.as_deref(),
        Some("$.props.pageProps.posts[*]")
    );
    assert_eq!(api.link.unwrap().jsonpath.as_deref(), Some("$.url"));
    let further = api.next.unwrap();
    assert_eq!(
        (further.pages.as_deref(), further.from),
        (Some("&page={n}"), Some(2))
    );
    let names: Vec<_> = api.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["title", "date", "slug"]);

    let state = format!(
        "<script>window.__NUXT__=(function(a){{return {{data:[{{posts:a}}]}}}}({posts}))</script>"
    );
    let api = embedded(&state).unwrap().api.unwrap();
    assert_eq!(api.data.as_deref(), Some("__NUXT__"));
    assert_eq!(api.item.jsonpath.as_deref(), Some("$.data[0].posts[*]"));
    let flight = format!(
        "<script>self.__next_f.push([1,{}])</script>",
        serde_json::Value::from(format!("7:[\"$\",\"ul\",null,{{\"posts\":{posts}}}]\n"))
    );
    let api = embedded(&flight).unwrap().api.unwrap();
    assert_eq!(api.data.as_deref(), Some("next-flight"));
    assert_eq!(api.item.jsonpath.as_deref(), Some("$..posts[*]"));
    assert!(embedded("<script>window.x={a:1}</script>").is_none());
}

/// Two posts as JSON.
const POSTS: &str = r#"[{"title":"The \"first\" one","url":"/p/1","date":"2026-01-02"},{"title":"Two & more","url":"/p/2","date":"2026-01-03"}]"#;

/// The name of the data that a page carries, the path of the entries, and the titles of its rule.
fn carried(scripts: &str) -> (String, String, Vec<String>) {
    let url = Url::parse("http://a.example/list").unwrap();
    let page = Page::parse(&format!("<title>Posts</title>{scripts}"), &url);
    let mut file = embedded_entries(&page).expect(scripts);
    "Posts".clone_into(&mut file.site.name);
    let rule = parse(&write(&file)).expect("a good rule");
    let found = rule.list_page(&page, Timestamp::UNIX_EPOCH);
    let titles = found.items.iter().map(|item| {
        let title = item.fields.iter().find(|(name, _)| name == "title");
        title.map(|(_, value)| value.joined()).unwrap_or_default()
    });
    let api = file.api.unwrap();
    let path = api.item.jsonpath.unwrap_or_default();
    (api.data.unwrap_or_default(), path, titles.collect())
}

#[test]
fn the_data_of_many_kinds_of_programs_becomes_a_rule() {
    let entities = |json: &str| json.replace('&', "&amp;").replace('"', "&quot;");
    let text = |json: String| serde_json::Value::from(json).to_string();
    let posts = POSTS;
    let island = r#"{"posts":[1,[[0,{"title":[0,"The \"first\" one"],"url":[0,"/p/1"]}],[0,{"title":[0,"Two & more"],"url":[0,"/p/2"]}]]],"open":[0,true]}"#;
    let each = posts.trim_matches(['[', ']']);
    let each = each.replace("},{", r#"},{"s":"arr"}],[{"#);
    let snapshot = format!(
        r#"{{"data":{{"page":1,"posts":[[[{each},{{"s":"arr"}}]],{{"s":"arr"}}]}},"memo":{{"id":"x"}},"checksum":"c"}}"#
    );
    let stream = r#"[{"_1":2},"loaderData",{"_3":4},"routes/list",{"_5":6},"posts",[7,8],{"_9":10,"_11":12},{"_9":13,"_11":14},"title","The \"first\" one","url","/p/1","Two & more","/p/2"]"#;
    let state = r#"{"refs":{},"ctx":{},"objs":[{"posts":"1"},["2","3"],{"title":"4","url":"5"},{"title":"6","url":"7"},"The \"first\" one","/p/1","Two & more","/p/2"],"subs":[]}"#;
    for (page, name, path) in [
        (
            format!("<div id=app data-page=\"{}\"></div>", entities(&format!("{{\"component\":\"Posts\",\"props\":{{\"posts\":{{\"data\":{posts}}}}},\"url\":\"/\"}}"))),
            "@data-page",
            "$.props.posts.data[*]",
        ),
        (
            format!("<script data-page=app type=application/json>{{\"component\":\"Posts\",\"props\":{{\"posts\":{posts}}}}}</script>"),
            "json",
            "$.props.posts[*]",
        ),
        (
            format!("<astro-island uid=Z1 component-url=/_astro/L.js props=\"{}\" ssr client=load></astro-island>", entities(island)),
            "@props",
            "$.posts[*]",
        ),
        (
            format!("<div wire:snapshot=\"{}\" wire:effects=\"[]\" wire:id=x></div>", entities(&snapshot)),
            "@wire:snapshot",
            "$.posts[*]",
        ),
        (
            format!("<post-list :posts='{}'></post-list>", posts.replace('\'', "&#39;")),
            "@:posts",
            "$[*]",
        ),
        (
            format!("<script type=application/json data-sveltekit-fetched data-url=/api/posts>{}</script>", serde_json::json!({"status": 200, "statusText": "", "headers": {}, "body": format!("{{\"posts\":{posts}}}")})),
            "json",
            "$.posts[*]",
        ),
        (
            format!("<script>{{ __sveltekit_1x2y = {{ base: new URL(\".\", location).pathname.slice(0, -1) }};\nconst element = document.currentScript.parentElement;\nPromise.all([import(\"/a.js\")]).then(([kit, app]) => {{ kit.start(app, element, {{ node_ids: [0, 2], data: [null,{{type:\"data\",data:{{posts:{posts}}},uses:{{}}}}], form: null, error: null }}); }}); }}</script>"),
            "sveltekit",
            "$[1].posts[*]",
        ),
        (
            format!("<script>window.__reactRouterContext = {{\"basename\":\"/\",\"ssr\":true}};window.__reactRouterContext.stream = new ReadableStream({{start(c){{window.__reactRouterContext.streamController = c;}}}}).pipeThrough(new TextEncoderStream());</script><script>window.__reactRouterContext.streamController.enqueue({});</script>", text(format!("{stream}\n"))),
            "router-stream",
            "$.loaderData['routes/list'].posts[*]",
        ),
        (
            format!("<script>window.__remixContext = {{\"state\":{{\"loaderData\":{{\"routes/_index\":{{\"posts\":{posts}}}}}}}}};</script>"),
            "__remixContext",
            "$.state.loaderData['routes/_index'].posts[*]",
        ),
        (
            format!("<script>self.__next_f.push([1,{}])</script><script>self.__next_f.push([1,{}])</script>", text("5:[\"$\",\"ul\",null,{\"posts\":\"$6\"}]\n".to_owned()), text(format!("6:{posts}\n"))),
            "next-flight",
            "$..posts[*]",
        ),
        (
            format!("<script id=ng-state type=application/json>{{\"1938476502\":{{\"b\":{{\"posts\":{posts}}},\"h\":{{}},\"s\":200,\"u\":\"/api\"}},\"__nghData__\":[]}}</script>"),
            "ng-state",
            "$..posts[*]",
        ),
        (
            format!("<script type=qwik/json>{state}</script>"),
            "qwik",
            "$[0].posts[*]",
        ),
        (
            format!("<script type=application/json id=data>{}</script>", entities(&format!("{{\"posts\":{posts}}}"))),
            "data",
            "$.posts[*]",
        ),
        (
            format!("<script>window.__DATA__ = window.__DATA__ || {{posts:{posts}}}</script>"),
            "__DATA__",
            "$.posts[*]",
        ),
        (
            "<script>window.__B64__=JSON.parse(atob(\"eyJwb3N0cyI6W3sidGl0bGUiOiJUaGUgXCJmaXJzdFwiIG9uZSIsInVybCI6Ii9wLzEifSx7InRpdGxlIjoiVHdvICYgbW9yZSIsInVybCI6Ii9wLzIifV19\"))</script>".to_owned(),
            "__B64__",
            "$.posts[*]",
        ),
    ] {
        let (found, at, titles) = carried(&page);
        assert_eq!((found.as_str(), at.as_str()), (name, path), "{page}");
        assert_eq!(titles, ["The \"first\" one", "Two & more"], "{page}");
    }
}

#[test]
fn a_response_whose_address_holds_the_page_is_followed_by_its_number() {
    let body = |counts: &str| {
        format!(
            "{{\"items\":[{{\"id\":1,\"title\":\"The harbour opens again\"}},\
             {{\"id\":2,\"title\":\"Rain until Sunday\"}}],{counts}}}"
        )
    };
    let next = |address: &str, counts: &str| {
        let url = Url::parse(address).unwrap();
        let file = json_entries(&Page::parse(&body(counts), &url)).unwrap();
        file.api.unwrap().next.unwrap()
    };
    let more = "\"page\":1,\"pages\":5";
    let found = next("https://a.example/api?page=1", more);
    assert_eq!(
        (found.pages.as_deref(), found.from),
        (Some("&page={n}"), Some(2))
    );
    // Nothing says by which parameter the next page is asked for, or there is none.
    assert!(next("https://a.example/api", more).auto);
    assert!(next("https://a.example/api?page=5", "\"page\":5,\"pages\":5").auto);
}
