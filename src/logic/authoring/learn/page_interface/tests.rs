//! The request that brought what a page shows, and how it is asked for its next entries.

use super::*;

const ENTRIES: &str = r#"{"items":[
    {"id":1,"title":"The harbour opens again","url":"/a/1"},
    {"id":2,"title":"Rain until Sunday","url":"/a/2"},
    {"id":3,"title":"A new bridge for the old town","url":"/a/3"}],"next":"/api?cursor=3"}"#;
const SETTINGS: &str = r#"{"menu":[{"name":"Front page"},{"name":"Everything else"}]}"#;

fn page(html: &str) -> Page {
    Page::parse(html, &Url::parse("https://a.example/").unwrap())
}

fn get<'a>(url: &'a str, answer: &'a str) -> InterfaceRequest<'a> {
    InterfaceRequest {
        method: "GET",
        url,
        headers: &[],
        body: None,
        answer,
    }
}

#[test]
fn the_request_that_brought_what_is_shown_becomes_a_rule() {
    let page = page(
        "<h2>The harbour opens\n again</h2><h2>Rain until Sunday</h2><h2>A new bridge for the old town</h2>",
    );
    let requests = [
        get("https://a.example/settings", SETTINGS),
        get("https://a.example/api?cursor=0", ENTRIES),
    ];
    let found = page_interface(&page, &requests).unwrap();
    assert_eq!((found.request, found.shown, found.compared), (1, 3, 3));
    let api = found.rule.api.unwrap();
    assert_eq!(api.item.jsonpath.as_deref(), Some("$.items[*]"));
    assert_eq!(found.rule.site.start, ["https://a.example/api?cursor=0"]);
}

#[test]
fn what_the_page_does_not_show_is_no_interface_of_it() {
    let page = page("<h2>Something else entirely</h2><script>'Rain until Sunday'</script>");
    let requests = [get("https://a.example/api", ENTRIES)];
    assert_eq!(page_interface(&page, &requests), None);
}

#[test]
fn a_body_that_was_sent_belongs_to_the_rule() {
    let page = page("<p>The harbour opens again</p><p>Rain until Sunday</p>");
    let headers = [
        ("Accept".to_owned(), "application/json".to_owned()),
        ("Cookie".to_owned(), "s=1".to_owned()),
    ];
    let request = InterfaceRequest {
        method: "POST",
        headers: &headers,
        body: Some(r#"{"page":1}"#),
        ..get("https://a.example/api", ENTRIES)
    };
    let found = page_interface(&page, &[request]).unwrap();
    assert_eq!(
        found.rule.api.unwrap().body.as_deref(),
        Some(r#"{"page":{page}}"#)
    );
    assert_eq!(found.rule.site.start, ["https://a.example/api?page=1"]);
    assert_eq!(found.rule.network.headers.len(), 1);
}

/// The rule for a request whose answer has these beside its entries.
fn rule_for(method: &str, url: &str, body: Option<&str>, answer: &str) -> RuleFile {
    let page = page("<p>The harbour opens again</p><p>Rain until Sunday</p>");
    let request = InterfaceRequest {
        method,
        body,
        ..get(url, answer)
    };
    page_interface(&page, &[request]).unwrap().rule
}

const NODES: &str = r#"[{"cursor":"YQ==","node":{"id":"1","title":"The harbour opens again"}},
    {"cursor":"Yg==","node":{"id":"2","title":"Rain until Sunday"}}]"#;

#[test]
fn connections_are_asked_on_by_the_cursor_of_their_end() {
    let answer = format!(
        r#"{{"data":{{"reports":{{"edges":{NODES},"pageInfo":{{"endCursor":"Yg==","hasNextPage":true}}}}}}}}"#
    );
    let body = r#"{"operationName":"R","variables":{"first":2,"after":null},
        "query":"query R($first:Int,$after:String){reports(first:$first,after:$after){edges{node{id}}}}"}"#;
    let rule = rule_for("POST", "https://a.example/graphql", Some(body), &answer);
    let api = rule.api.unwrap();
    let sent = api.body.unwrap();
    assert!(
        sent.contains(r#""after":"{after?}""#) && sent.contains("node{ id }"),
        "{sent}"
    );
    assert_eq!(api.key.unwrap().jsonpath.as_deref(), Some("$.node.id"));
    let next = api.next.unwrap();
    assert_eq!(
        next.cursor.as_deref(),
        Some("$.data.reports[?@.hasNextPage == true].endCursor")
    );
    assert_eq!(next.put.as_deref(), Some("after={cursor}"));
}

#[test]
fn a_persisted_query_is_asked_on_in_its_body_and_in_its_address() {
    let answer = format!(
        r#"{{"data":{{"reports":{{"edges":{NODES},"pageInfo":{{"endCursor":"Yg==","hasNextPage":true}}}}}}}}"#
    );
    let body = r#"{"operationName":"R","variables":{"first":2},
        "extensions":{"persistedQuery":{"version":1,"sha256Hash":"ab12"}}}"#;
    let rule = rule_for("POST", "https://a.example/graphql", Some(body), &answer);
    let sent = rule.api.unwrap().body.unwrap();
    assert!(
        sent.contains(r#""variables":{"first":2,"after":"{after?}"}"#) && sent.contains("ab12"),
        "{sent}"
    );
    let url = "https://a.example/graphql?operationName=R&variables=%7B%22first%22%3A2%7D&extensions=%7B%22a%22%3A1%7D";
    let next = rule_for("GET", url, None, &answer)
        .api
        .unwrap()
        .next
        .unwrap();
    assert_eq!(
        next.put.as_deref(),
        Some("variables=%7B%22first%22%3A2%2C%22after%22%3A%22{cursor}%22%7D")
    );
}

#[test]
fn offsets_pages_and_cursors_in_bodies_are_counted_or_followed() {
    let entries = r#"[{"_id":"1","title":"The harbour opens again"},{"_id":"2","title":"Rain until Sunday"}]"#;
    for (body, answer, next, start) in [
        (
            r#"{"query":{"match_all":{}},"from":0,"size":2}"#,
            format!(r#"{{"hits":{{"total":{{"value":9}},"hits":{entries}}}}}"#),
            ("&from={n}", Some(2), Some(2)),
            "https://a.example/q?from=0",
        ),
        (
            r#"{"variables":{"offset":4,"limit":2},"query":"query Q { all }"}"#,
            format!(r#"{{"data":{{"all":{entries}}}}}"#),
            ("&offset={n}", Some(6), Some(2)),
            "https://a.example/q?offset=4",
        ),
        (
            r#"{"paging":{"number":1,"size":2}}"#,
            format!(r#"{{"rows":{entries}}}"#),
            ("&number={n}", Some(2), None),
            "https://a.example/q?number=1",
        ),
    ] {
        let rule = rule_for("POST", "https://a.example/q", Some(body), &answer);
        let told = rule.api.unwrap().next.unwrap();
        let (pages, from, step) = next;
        assert_eq!(
            (told.pages.as_deref(), told.from, told.step),
            (Some(pages), from, step)
        );
        assert_eq!(rule.site.start, [start]);
    }
    let answer = format!(r#"{{"results":{entries},"nextPageToken":"abc"}}"#);
    let rule = rule_for(
        "POST",
        "https://a.example/q",
        Some(r#"{"limit":2}"#),
        &answer,
    );
    let api = rule.api.unwrap();
    assert_eq!(
        api.body.as_deref(),
        Some(r#"{"limit":2,"pageToken":"{pageToken?}"}"#)
    );
    let next = api.next.unwrap();
    assert_eq!(
        (next.cursor.as_deref(), next.put.as_deref()),
        (Some("$.nextPageToken"), Some("pageToken={cursor}"))
    );
}

#[test]
fn what_looks_like_a_placeholder_and_is_none_makes_no_rule() {
    let entries =
        r#"[{"id":"1","title":"The harbour opens again"},{"id":"2","title":"Rain until Sunday"}]"#;
    let page = page("<p>The harbour opens again</p><p>Rain until Sunday</p>");
    let request = InterfaceRequest {
        method: "POST",
        body: Some(r#"{"format":"all {names} of it"}"#),
        ..get("https://a.example/q", entries)
    };
    assert_eq!(page_interface(&page, &[request]), None);
}

#[test]
fn what_was_sent_for_pages_is_counted_before_anything_is_made_up() {
    let entries = r#"[{"_id":"1","title":"The harbour opens again"},{"_id":"2","title":"Rain until Sunday"}]"#;
    for (body, beside) in [
        // A range of prices begins somewhere, too.
        (
            r#"{"page":1,"perPage":20,"filters":{"price":{"from":0,"to":500}}}"#,
            "",
        ),
        (r#"{"page":1,"perPage":20,"filters":{"start":0}}"#, ""),
        (
            r#"{"page":1,"pageSize":20}"#,
            r#","pagination":{"page":1,"next":2}"#,
        ),
        (r#"{"page":1}"#, r#","nextPageToken":"abc""#),
    ] {
        let answer = format!(r#"{{"rows":{entries}{beside}}}"#);
        let rule = rule_for("POST", "https://a.example/q", Some(body), &answer);
        let next = rule.api.unwrap().next.unwrap();
        assert_eq!(
            (next.pages.as_deref(), next.from, next.step),
            (Some("&page={n}"), Some(2), None),
            "{body}"
        );
    }
    // An interface that sends fewer than it is asked for is asked on where it stopped.
    for (beside, step) in [(r#","total":90"#, 2), (r#","total":2"#, 1000)] {
        let answer = format!(r#"{{"rows":{entries}{beside}}}"#);
        let body = r#"{"offset":0,"limit":1000}"#;
        let rule = rule_for("POST", "https://a.example/q", Some(body), &answer);
        let next = rule.api.unwrap().next.unwrap();
        assert_eq!((next.from, next.step), (Some(step), Some(step)), "{beside}");
    }
    // Without a page, a range is no offset, and a bare number no cursor.
    for (body, beside) in [
        (r#"{"price":{"from":0,"to":500}}"#, ""),
        (r#"{"kind":"all"}"#, r#","next":2"#),
    ] {
        let answer = format!(r#"{{"rows":{entries}{beside}}}"#);
        let rule = rule_for("POST", "https://a.example/q", Some(body), &answer);
        let next = rule.api.unwrap().next.unwrap_or_default();
        assert_eq!((next.pages, next.cursor), (None, None), "{body}");
    }
}
