//! What `rule learn` and `site add` find by a few more requests: where articles have their whole text,
//! how rows are known, what changes at every reading, and entries that pages carry as data.

use crate::command_line::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

const LINE: &str = "The dyers of the valley grew woad for a thousand years before the mills came. ";

/// Rows without links: prices that truly move, one up and one down, beside a token in every answer.
fn prices() -> Site {
    Site::start(|ask| {
        let moved = ask.before as f64 / 10.0;
        let rows: String = ["Oak-1", "Ash-2", "Elm-3", "Yew-4", "Fir-5", "Box-6"]
            .iter()
            .enumerate()
            .map(|(nth, code)| {
                let sign = if nth % 2 == 0 { 1.0 } else { -1.0 };
                let price = 30.0 + 2.0 * nth as f64 + sign * moved;
                let token = (nth + 3) * 7_919 * (ask.before + 1);
                format!(
                    "<tr class=row><td class=paper>{code}</td><td class=price>€ {price:.2}</td>\
                     <td class=token>t{token:x}z</td></tr>"
                )
            })
            .collect();
        Reply::html(format!(
            "<html><head><title>Papers</title></head><body><h1>Papers</h1><table><tbody>{rows}</tbody></table>\
             </body></html>"
        ))
    })
}

#[test]
fn a_price_that_changes_between_two_readings_stays_watched() {
    let (bench, site) = (Bench::new(), prices());
    let field = |name: &str, css: &str| {
        format!("[[field]]\nname = '{name}'\nselect = [{{ css = '{css}' }}]\n")
    };
    let rule = format!(
        "[site]\nname = 'Papers'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [record]\nitem = {{ css = 'tr.row' }}\n{}{}{}[content]\ngeneric = false\n",
        site.url("/"),
        field("paper", ".paper"),
        field("asked", ".price"),
        field("token", ".token"),
    );
    let file = bench.write("papers.toml", &rule);
    let (file, out) = (file.to_string_lossy(), bench.path("better.toml"));
    let (out, page) = (out.to_string_lossy(), site.url("/"));
    let found = bench.json(&[
        "rule", "test", &file, "--page", &page, "--twice", "--out", &out,
    ]);
    assert_eq!(found["key"], "paper");
    let ways: Vec<(&str, &str)> = found["noise"]
        .as_array()
        .expect("noise")
        .iter()
        .filter_map(|one| Some((one["field"].as_str()?, one["way"].as_str()?)))
        .collect();
    assert_eq!(ways, [("asked", "keep"), ("token", "leave_out")]);
    let written = std::fs::read_to_string(out.as_ref()).expect("a rule");
    assert!(written.contains("leave_out = [\"token\"]"), "{written}");
}

#[test]
fn rows_of_a_learned_rule_are_known_and_noise_is_only_told() {
    let (bench, site) = (Bench::new(), prices());
    let out = bench.path("learned.toml");
    let out = out.to_string_lossy();
    bench.ok(&["rule", "learn", "--page", &site.url("/"), "--out", &out]);
    let learned = std::fs::read_to_string(out.as_ref()).expect("a rule");
    assert!(learned.contains("[identity]"), "{learned}");
    assert!(
        !learned.contains("leave_out") && !learned.contains("ignore"),
        "{learned}"
    );
    assert_eq!(site.asked("/"), 2, "one page, read twice");

    bench.ok(&["site", "add", &site.url("/")]);
    let shown = bench.ok(&["site", "show", "Papers"]);
    assert!(
        shown.contains("[identity]") && !shown.contains("leave_out"),
        "{shown}"
    );
    bench.ok(&["run"]);
    let first = bench.json(&["changes"]).as_array().map(Vec::len);
    bench.ok(&["run"]);
    let changed = bench.json(&["changes", "--kind", "changed"]);
    let changed = changed.as_array().expect("changes");
    assert!(!changed.is_empty(), "prices are watched: {first:?}");
}

/// A list whose articles have a table amid their text.
fn reports() -> Site {
    Site::start(|ask| {
        let number = ask.path.trim_start_matches("/a").trim_end_matches(".html");
        match ask.path.as_str() {
            "/blog" => {
                let items: String = (1..=9)
                    .map(|n| {
                        format!(
                            "<article><h2><a href=/a{n}.html>The long headline of report {n}</a></h2>\
                             <p>A short teaser of what it says.</p></article>"
                        )
                    })
                    .collect();
                Reply::html(format!(
                    "<html><head><title>Harbour Reports</title></head><body><main>{items}</main></body></html>"
                ))
            }
            path if path.starts_with("/a") => {
                let prose = |part: &str| {
                    format!(
                        "<p>{}</p>",
                        format!("In {part} of report {number}: {LINE}").repeat(4)
                    )
                };
                let rows: String = (1..=3)
                    .map(|n| {
                        format!(
                            "<tr><td><a href=/berth/{n}>berth {n}</a></td><td><a href=/s/{n}>{}</a></td>\
                             <td>N/A</td></tr>",
                            n * 101
                        )
                    })
                    .collect();
                Reply::html(format!(
                    "<html><head><title>Report {number}</title></head><body><div id=top><a href=/blog>All</a>\
                     </div><div class=story><h1>The long headline of report {number}</h1>\
                     <div class=story-text><div class=byline>By the desk on day {number}</div>{}\
                     <table>{rows}</table>{}{}</div></div></body></html>",
                    prose("the first part"),
                    prose("the second part"),
                    prose("the last part"),
                ))
            }
            _ => Reply::status(404, ""),
        }
    })
}

#[test]
fn a_learned_list_has_the_box_of_its_articles() {
    let (bench, site) = (Bench::new(), reports());
    let out = bench.path("learned.toml");
    let out = out.to_string_lossy();
    bench.ok(&["rule", "learn", "--page", &site.url("/blog"), "--out", &out]);
    let learned = std::fs::read_to_string(out.as_ref()).expect("a rule");
    assert!(
        learned.contains("div.story-text") && learned.contains("check = true"),
        "{learned}"
    );
    let read = (1..=9)
        .filter(|n| site.asked(&format!("/a{n}.html")) == 1)
        .count();
    assert_eq!(read, 3);
}

/// A page of a framework that carries its entries, and articles that do.
fn shells() -> Site {
    Site::start(|ask| {
        let next = |title: &str, properties: &str| {
            Reply::html(format!(
                "<html><head><title>{title}</title><script src=/_next/app.js></script></head><body>\
                 <div id=__next></div><script id=__NEXT_DATA__ type=application/json>\
                 {{\"props\":{{\"pageProps\":{properties}}}}}</script></body></html>"
            ))
        };
        match ask.path.as_str() {
            "/" => {
                let posts: Vec<String> = (1..6)
                    .map(|n| format!("{{\"title\":\"Post {n}\",\"url\":\"/post/{n}\",\"date\":\"2026-03-0{n}\"}}"))
                    .collect();
                next("Dyers", &format!("{{\"posts\":[{}]}}", posts.join(",")))
            }
            path if path.starts_with("/post/") => {
                let n = path.trim_start_matches("/post/");
                let text = LINE.repeat(4);
                next(
                    &format!("Post {n}"),
                    &format!(
                        "{{\"post\":{{\"title\":\"Post {n}\",\"content\":\"<p>{text}</p><p>{n}.</p>\"}}}}"
                    ),
                )
            }
            "/bare" => Reply::html(
                "<html><head><title>App</title></head><body><div id=app></div><script src=/app.js></script>\
                 <noscript>You need to enable JavaScript to run this app.</noscript></body></html>",
            ),
            _ => Reply::status(404, ""),
        }
    })
}

#[test]
fn a_rule_is_learned_from_the_data_that_a_page_carries() {
    let (bench, site) = (Bench::new(), shells());
    let out = bench.path("data.toml");
    let out = out.to_string_lossy();
    let said = bench.ok(&["rule", "learn", "--page", &site.url("/"), "--out", &out]);
    assert!(said.contains("Post 1"), "{said}");
    let learned = std::fs::read_to_string(out.as_ref()).expect("a rule");
    assert!(learned.contains("data = \"__NEXT_DATA__\""), "{learned}");
    let tested = bench.json(&["rule", "test", &out, "--page", &site.url("/")]);
    assert!(tested.to_string().contains("Post 5"), "{tested}");

    bench.ok(&["site", "add", &out]);
    bench.ok(&["run"]);
    let sites = bench.json(&["site", "list"]);
    assert_eq!(sites[0]["records"], 5, "{sites}");

    let refused = bench.fails(
        1,
        &["rule", "learn", "--page", &site.url("/bare"), "--out", &out],
    );
    assert!(
        !refused.contains(t!("suggest-written", path = out.as_ref())),
        "{refused}"
    );
}

#[test]
fn data_that_moved_in_the_pages_is_said_to_be_gone() {
    let bench = Bench::new();
    let page = |list: &str| {
        let posts: Vec<String> = (1..6)
            .map(|n| format!("{{\"title\":\"Post {n}\",\"url\":\"/post/{n}\"}}"))
            .collect();
        format!(
            "<html><head><title>Dyers</title><script src=/app.js></script></head><body><div id=__next></div>\
             <script id=__NEXT_DATA__ type=application/json>{{\"props\":{{\"{list}\":[{}]}}}}</script></body></html>",
            posts.join(",")
        )
    };
    let (old, new) = (
        bench.write("old.html", &page("posts")),
        bench.write("new.html", &page("items")),
    );
    let (old, new) = (old.to_string_lossy(), new.to_string_lossy());
    let rule = bench.path("data.toml");
    let rule = rule.to_string_lossy();
    let url = "http://dyers.example/";
    bench.ok(&[
        "rule", "learn", "--page", &old, "--url", url, "--out", &rule,
    ]);
    let same = bench.ok(&["rule", "repair", &rule, "--old", &old, "--new", &old]);
    assert!(same.contains(t!("cli-repair-nothing")), "{same}");
    let output = bench.fails(1, &["rule", "repair", &rule, "--old", &old, "--new", &new]);
    assert!(!output.contains(t!("cli-repair-nothing")), "{output}");
}
