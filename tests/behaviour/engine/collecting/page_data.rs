//! Pages that scripts fill and that carry their data: what is collected from them without a browser.

use bowerbird::engine::types::{PageState, RunEnd};
use bowerbird::engine::{PreviewedKind, SourceChoice};

use crate::engine::collecting::site_look::{add, look};
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

const LINE: &str = "The dyers of the valley grew woad for a thousand years before the mills came. ";

/// A page as Next.js sends it.
fn next(title: &str, properties: &str) -> Reply {
    Reply::html(format!(
        "<html><head><title>{title}</title><script src=/_next/static/app.js></script></head><body>\
         <div id=__next></div><script id=__NEXT_DATA__ type=application/json>\
         {{\"props\":{{\"pageProps\":{properties}}}}}</script></body></html>"
    ))
}

/// Posts as JSON, with their pages.
fn posts(from: usize, to: usize) -> String {
    let posts = (from..to).map(|n| {
        format!("{{\"title\":\"Post {n}\",\"url\":\"/post/{n}\",\"date\":\"2026-03-0{n}\"}}")
    });
    format!("[{}]", posts.collect::<Vec<_>>().join(","))
}

fn site() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/" | "/?page=1" => {
            let posts = posts(1, 4);
            next(
                "Dyers",
                &format!("{{\"posts\":{posts},\"page\":1,\"totalPages\":2}}"),
            )
        }
        "/?page=2" => {
            let posts = posts(4, 6);
            next(
                "Dyers",
                &format!("{{\"posts\":{posts},\"page\":2,\"totalPages\":2}}"),
            )
        }
        "/?page=3" => next("Dyers", "{\"posts\":[],\"page\":3,\"totalPages\":2}"),
        "/nuxt" => Reply::html(
            "<html><head><title>Dyes</title></head><body><div id=__nuxt></div><script>\
             window.__NUXT__=(function(a,b){return {data:[{dyes:[{name:a,price:3.5,colour:b},\
             {name:\"Madder\",price:4,colour:\"red\"}]}]}}(\"Woad\",\"blue\"));</script>\
             <script src=/_nuxt/app.js></script></body></html>",
        ),
        "/bare" => Reply::html(
            "<html><head><title>App</title></head><body><div id=app></div>\
             <script src=/app.js></script></body></html>",
        ),
        path if path.starts_with("/post/") => {
            let number = path.trim_start_matches("/post/");
            let text = LINE.repeat(4);
            let post = format!(
                "{{\"post\":{{\"title\":\"Post {number}\",\"content\":\"<p>{text}</p><p>{number}.</p>\"}}}}"
            );
            next(&format!("Post {number}"), &post)
        }
        _ => Reply::status(404, ""),
    })
}

#[test]
fn a_list_and_its_articles_are_collected_from_the_data_in_the_pages() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/"));
    assert_eq!(found.kind, PreviewedKind::ScriptShell, "{found:?}");
    assert!(found.problem.is_none());
    assert!(
        found
            .choices
            .first()
            .is_some_and(SourceChoice::is_of_page_data)
    );
    assert_eq!(found.choices[0].titles, ["Post 1", "Post 2", "Post 3"]);
    add(&bench, &found);
    let added = bench.engine.query().sites().unwrap().remove(0);
    let ended = bench.run(added.id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let mut titles = bench.titles(added.id);
    titles.sort();
    assert_eq!(titles, ["Post 1", "Post 2", "Post 3", "Post 4", "Post 5"]);
    for record in bench.records(added.id) {
        assert!(record.record.text.starts_with("The dyers"), "{record:?}");
        assert!(record.record.date.starts_with("2026-03-0"), "{record:?}");
    }
    assert_eq!(bench.status(added.id).state, PageState::Ok);
}

#[test]
fn rows_without_pages_of_their_own_are_records() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/nuxt"));
    add(&bench, &found);
    let added = bench.engine.query().sites().unwrap().remove(0);
    assert_eq!(bench.run(added.id).end, RunEnd::Finished);
    let mut titles = bench.titles(added.id);
    titles.sort();
    assert_eq!(titles, ["Madder", "Woad"]);
}

#[test]
fn a_page_without_data_is_said_to_need_a_browser() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/bare"));
    assert_eq!(found.kind, PreviewedKind::ScriptShell);
    assert!(found.choices.is_empty() && found.problem.is_some());
}
