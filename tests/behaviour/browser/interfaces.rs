//! Interfaces that are asked on by their body or by JSON in their address: found once while the browser
//! shows the page, then read to their end without it.

use serde_json::{Value, json as made};

use super::is_there;
use super::live_site::{Asked, LiveSite, Told, html, json, missing};
use crate::command_line::Bench;

/// How many entries each interface has, and how many it tells at once.
const ALL: usize = 11;
const SIZE: usize = 4;

fn title(number: usize) -> String {
    format!("Report number {number} of the harbour office")
}

fn entry(number: usize) -> Value {
    made!({ "id": format!("r{number}"), "title": title(number), "views": number * 7 })
}

/// An empty frame that asks by `ask` and shows what `entries` takes out of the answer.
fn app(ask: &str, entries: &str) -> Told {
    html(format!(
        "<!DOCTYPE html><title>Reports</title><div id=root></div><noscript>Enable JavaScript</noscript>\
        <script src=/app.js></script><script>{ask}.then(r => r.json()).then(all => {{ \
        document.getElementById('root').innerHTML = ({entries}).map(i => `<h2>${{i.title}}</h2>`).join('') }})\
        </script>"
    ))
}

fn post(path: &str, body: &str) -> String {
    format!(
        "fetch('{path}', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({body}) }})"
    )
}

/// Finds the interface of the page, collects by it without the browser, and expects all entries.
fn expect_all(answer: impl Fn(&Asked) -> Told + Send + Sync + 'static) {
    let site = LiveSite::start(move |asked| match asked.path.as_str() {
        "/app.js" => (200, "text/javascript", String::new()),
        "/robots.txt" => missing(),
        _ => answer(asked),
    });
    let bench = Bench::new();
    let file = bench.path("rule.toml");
    bench.ok(&[
        "rule",
        "learn",
        "--page",
        &site.url("/"),
        "--out",
        file.to_str().unwrap(),
    ]);
    let rule = std::fs::read_to_string(&file).unwrap();
    assert!(rule.contains("kind = \"api\""), "{rule}");
    bench.ok(&["site", "add", file.to_str().unwrap()]);
    site.forget();
    bench.ok(&["run", "--fetch", "http"]);
    let asked = site.asked();
    assert!(!asked.iter().any(Asked::is_browsers), "{asked:?}");
    let out = bench.path("out.csv");
    bench.ok(&["export", "--format", "csv", "--out", out.to_str().unwrap()]);
    let table = std::fs::read_to_string(out).unwrap();
    for number in 0..ALL {
        assert!(
            table.contains(&title(number)),
            "{number}: {table}\n{rule}\n{asked:?}"
        );
    }
    assert_eq!(table.lines().count(), ALL + 1, "{table}");
    // Nothing is asked in a circle.
    let data = asked
        .iter()
        .filter(|asked| asked.path != "/robots.txt")
        .count();
    assert!(data <= ALL.div_ceil(SIZE) + 1, "{asked:?}");
}

/// A Relay server: opaque cursors, the last of which is told on the last page too; what is no cursor of
/// its own is an error.
fn relay(variables: &Value) -> Value {
    let after = match &variables["after"] {
        Value::Null => 0,
        Value::String(cursor) => match cursor
            .strip_prefix("Y3Vyc29y")
            .and_then(|n| n.strip_suffix('='))
        {
            Some(number) => number.parse::<usize>().unwrap() + 1,
            None => return made!({ "errors": [{ "message": "Invalid cursor" }] }),
        },
        _ => return made!({ "errors": [{ "message": "Variable \"$after\" got invalid value" }] }),
    };
    let end = (after + SIZE).min(ALL);
    let cursor = |number: usize| format!("Y3Vyc29y{number}=");
    let edges: Vec<Value> = (after..end)
        .map(|number| made!({ "cursor": cursor(number), "node": entry(number) }))
        .collect();
    made!({ "data": { "reports": { "edges": edges, "pageInfo": {
        "hasNextPage": end < ALL, "endCursor": (end > after).then(|| cursor(end - 1)) } } } })
}

#[test]
fn connections_are_read_to_their_end() {
    if !is_there() {
        return;
    }
    let query = "'query Reports($first: Int!, $after: String) {reports(first: $first, after: $after)\
        {edges{cursor node{id title views}}pageInfo{hasNextPage endCursor}}}'";
    let ask = post(
        "/graphql",
        &format!("{{ operationName: 'Reports', variables: {{ first: 4 }}, query: {query} }}"),
    );
    expect_all(move |asked| match asked.path.as_str() {
        "/" => app(&ask, "all.data.reports.edges.map(e => e.node)"),
        "/graphql" => {
            let body: Value = serde_json::from_str(&asked.body).unwrap();
            let query: String = body["query"]
                .as_str()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            match query.contains("edges{cursornode{idtitleviews}}") {
                true => json(&relay(&body["variables"])),
                false => (
                    400,
                    "application/json",
                    made!({ "errors": [{ "message": "Syntax" }] }).to_string(),
                ),
            }
        }
        _ => missing(),
    });
}

#[test]
fn a_persisted_query_by_post_is_read_to_its_end() {
    if !is_there() {
        return;
    }
    let ask = post(
        "/graphql",
        "{ operationName: 'Reports', variables: { first: 4, after: null }, \
         extensions: { persistedQuery: { version: 1, sha256Hash: 'c0ffee' } } }",
    );
    expect_all(move |asked| match asked.path.as_str() {
        "/" => app(&ask, "all.data.reports.edges.map(e => e.node)"),
        "/graphql" => {
            let body: Value = serde_json::from_str(&asked.body).unwrap();
            match body["extensions"]["persistedQuery"]["sha256Hash"] == "c0ffee" {
                true => json(&relay(&body["variables"])),
                false => json(&made!({ "errors": [{ "message": "PersistedQueryNotFound" }] })),
            }
        }
        _ => missing(),
    });
}

#[test]
fn a_persisted_query_by_get_is_counted_in_the_json_of_its_address() {
    if !is_there() {
        return;
    }
    let ask = "fetch('/graphql?operationName=Reports&variables=' + encodeURIComponent(JSON.stringify(\
        { offset: 0, limit: 4, tag: 'a&b' })) + '&extensions=' + encodeURIComponent(JSON.stringify(\
        { persistedQuery: { version: 1, sha256Hash: 'c0ffee' } })), \
        { headers: { 'x-apollo-operation-name': 'Reports' } })";
    expect_all(move |asked| {
        if asked.path == "/" {
            return app(ask, "all.data.allReports");
        }
        if !asked.path.starts_with("/graphql") {
            return missing();
        }
        // As Apollo Server does against forged requests of other sites.
        if asked.header("x-apollo-operation-name").is_none() {
            return (
                400,
                "application/json",
                made!({ "errors": [{ "message": "CSRF" }] }).to_string(),
            );
        }
        let read = |name: &str| -> Value {
            serde_json::from_str(&asked.parameter(name).unwrap_or_default()).unwrap_or_default()
        };
        let (variables, extensions) = (read("variables"), read("extensions"));
        if extensions["persistedQuery"]["sha256Hash"] != "c0ffee" || variables["tag"] != "a&b" {
            return json(&made!({ "errors": [{ "message": "PersistedQueryNotFound" }] }));
        }
        let from = usize::try_from(variables["offset"].as_u64().unwrap()).unwrap();
        let entries: Vec<Value> = (from..(from + SIZE).min(ALL)).map(entry).collect();
        json(&made!({ "data": { "allReports": entries } }))
    });
}

#[test]
fn a_search_by_post_is_counted_in_its_body() {
    if !is_there() {
        return;
    }
    let ask = post(
        "/reports/_search",
        "{ query: { match_all: {} }, from: 0, size: 4 }",
    );
    expect_all(move |asked| match asked.path.as_str() {
        "/" => app(&ask, "all.hits.hits.map(h => h._source)"),
        "/reports/_search" => {
            let body: Value = serde_json::from_str(&asked.body).unwrap();
            let from = usize::try_from(body["from"].as_u64().unwrap()).unwrap();
            let hits: Vec<Value> = (from..(from + SIZE).min(ALL))
                .map(|number| {
                    made!({ "_index": "reports", "_id": format!("x{number}"), "_score": 1.0,
                    "_source": { "title": title(number), "views": number } })
                })
                .collect();
            json(
                &made!({ "took": 3, "timed_out": false, "_shards": { "total": 1 },
                "hits": { "total": { "value": ALL, "relation": "eq" }, "max_score": 1.0, "hits": hits } }),
            )
        }
        _ => missing(),
    });
}

#[test]
fn a_cursor_of_an_answer_goes_back_in_the_body() {
    if !is_there() {
        return;
    }
    let ask = post(
        "/api/reports/list",
        "{ filters: { state: 'open' }, limit: 4 }",
    );
    expect_all(move |asked| match asked.path.as_str() {
        "/" => app(&ask, "all.results"),
        "/api/reports/list" => {
            let body: Value = serde_json::from_str(&asked.body).unwrap();
            let from = body["cursor"]
                .as_str()
                .map_or(0, |text| text.trim_start_matches("c-").parse().unwrap());
            let end = (from + SIZE).min(ALL);
            let entries: Vec<Value> = (from..end).map(entry).collect();
            json(
                &made!({ "results": entries, "next_cursor": (end < ALL).then(|| format!("c-{end}")) }),
            )
        }
        _ => missing(),
    });
}

#[test]
fn what_robots_txt_forbids_is_asked_only_by_the_page() {
    if !is_there() {
        return;
    }
    let ask = post(
        "/graphql",
        "{ variables: { first: 4, after: null }, query: '{reports{title}}' }",
    );
    let site = LiveSite::start(move |asked| match asked.path.as_str() {
        "/" => app(&ask, "all.data.reports.edges.map(e => e.node)"),
        "/app.js" => (200, "text/javascript", String::new()),
        "/robots.txt" => (
            200,
            "text/plain",
            "User-agent: *\nDisallow: /graphql".to_owned(),
        ),
        "/graphql" => json(&relay(&made!({}))),
        _ => missing(),
    });
    let bench = Bench::new();
    let told = bench.run(&["rule", "learn", "--page", &site.url("/")]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(!told.contains("/graphql"), "{told}");
    let asked = site.asked();
    let own = asked
        .iter()
        .filter(|asked| asked.path == "/graphql" && !asked.is_browsers());
    assert_eq!(own.count(), 0, "{asked:?}");
}
