//! The sources of the matrix, each with a page that others named.

use super::server::{Page, Site};
use super::{FIELDS, Source, articles, counted, head, html, linked, linked_lists, list, quoted};

pub(super) fn all() -> Vec<Source> {
    let lists = || linked_lists().into_iter().chain(articles(8)).collect();
    vec![
        Source {
            name: "a list's second page, linked",
            pages: lists(),
            rule: linked,
            spoilt: "/list2",
            records: 8,
        },
        Source {
            name: "a list's second page, counted",
            pages: lists(),
            rule: counted,
            spoilt: "/list2",
            records: 8,
        },
        Source {
            name: "a list's last page",
            pages: lists(),
            rule: linked,
            spoilt: "/list4",
            records: 8,
        },
        Source {
            name: "an article",
            pages: lists(),
            rule: linked,
            spoilt: "/a3",
            records: 8,
        },
        Source {
            name: "one start page of two",
            pages: lists(),
            rule: two_starts,
            spoilt: "/list4",
            records: 4,
        },
        Source {
            name: "a thread's second page",
            pages: thread(),
            rule: of_thread,
            spoilt: "/t?p=2",
            records: 6,
        },
        Source {
            name: "a feed",
            pages: feeds(),
            rule: of_feed,
            spoilt: "/feed",
            records: 4,
        },
        Source {
            name: "a feed's second page",
            pages: feeds(),
            rule: of_feed,
            spoilt: "/feed?page=2",
            records: 4,
        },
        Source {
            name: "a sitemap of an index",
            pages: sitemaps(),
            rule: of_sitemap,
            spoilt: "/map2",
            records: 4,
        },
        Source {
            name: "an interface's second page",
            pages: interface(),
            rule: of_interface,
            spoilt: "/api?cursor=2",
            records: 4,
        },
        Source {
            name: "a search's second page",
            pages: search(),
            rule: of_search,
            spoilt: "/find2?q=news",
            records: 4,
        },
        Source {
            name: "a single page",
            pages: articles(3).collect(),
            rule: of_pages,
            spoilt: "/a2",
            records: 3,
        },
    ]
}

fn two_starts(site: &Site, retries: u32) -> String {
    let both = format!("{}, {}", quoted(site, "/list3"), quoted(site, "/list4"));
    linked(site, retries).replace(&quoted(site, "/"), &both)
}

fn thread() -> Vec<(String, Page)> {
    let page = |n: usize, next: Option<usize>| {
        let posts: String = (n * 2 - 1..=n * 2)
            .map(|n| format!("<div class=post><b>Title {n}</b><p>Post {n} of the thread, as it was written.</p></div>"))
            .collect();
        let next = next.map_or(String::new(), |n| {
            format!("<a class=next href='/t?p={n}'>on</a>")
        });
        html(format!(
            "<html><title>Thread</title><div class=thread>{posts}{next}</div>"
        ))
    };
    vec![
        (
            "/".to_owned(),
            html("<html><title>Forum</title><ul><li><a href='/t'>Thread</a></li></ul>".to_owned()),
        ),
        ("/t".to_owned(), page(1, Some(2))),
        ("/t?p=2".to_owned(), page(2, Some(3))),
        ("/t?p=3".to_owned(), page(3, None)),
    ]
}

fn of_thread(site: &Site, retries: u32) -> String {
    head("list", &quoted(site, "/"), retries)
        + "[list]\nitem = { css = \"li\" }\nlink = { css = \"a\" }\n\
           [record]\nitem = { css = \".post\" }\nnext = { css = \"a.next\" }\n\
           [[field]]\nname = \"title\"\nselect = [{ css = \"b\" }]\nrequired = true\n\
           [content]\ngeneric = false\nselect = [{ css = \"p\" }]\n"
}

fn feeds() -> Vec<(String, Page)> {
    let feed = |numbers: [usize; 2], next: &str| {
        let items: String = numbers
            .iter()
            .map(|n| format!("<item><title>Title {n}</title><link>/a{n}</link></item>"))
            .collect();
        (
            "application/rss+xml",
            format!("<rss><channel><title>T</title>{next}{items}</channel></rss>"),
        )
    };
    let next = "<atom:link rel='next' href='/feed?page=2'/>";
    let mut pages = vec![
        ("/feed".to_owned(), feed([1, 2], next)),
        ("/feed?page=2".to_owned(), feed([3, 4], "")),
    ];
    pages.extend(articles(4));
    pages
}

fn of_feed(site: &Site, retries: u32) -> String {
    head("feed", &quoted(site, "/feed"), retries) + "[feed]\n" + FIELDS
}

fn sitemaps() -> Vec<(String, Page)> {
    let xml = |body: String| ("application/xml", format!("<?xml version='1.0'?>{body}"));
    let map = |numbers: [usize; 2]| {
        let urls: String = numbers
            .iter()
            .map(|n| format!("<url><loc>/a{n}</loc></url>"))
            .collect();
        xml(format!("<urlset>{urls}</urlset>"))
    };
    let index = "<sitemapindex><sitemap><loc>/map1</loc></sitemap><sitemap><loc>/map2</loc></sitemap></sitemapindex>";
    let mut pages = vec![
        ("/map".to_owned(), xml(index.to_owned())),
        ("/map1".to_owned(), map([1, 2])),
        ("/map2".to_owned(), map([3, 4])),
    ];
    pages.extend(articles(4));
    pages
}

fn of_sitemap(site: &Site, retries: u32) -> String {
    head("sitemap", &quoted(site, "/map"), retries) + "[sitemap]\n" + FIELDS
}

fn interface() -> Vec<(String, Page)> {
    let answer = |numbers: [usize; 2], next: &str| {
        let items: Vec<String> = numbers
            .iter()
            .map(|n| format!("{{\"name\":\"Title {n}\",\"url\":\"/x{n}\"}}"))
            .collect();
        (
            "application/json",
            format!(
                "{{\"code\":0,\"items\":[{}],\"next\":\"{next}\"}}",
                items.join(",")
            ),
        )
    };
    vec![
        ("/api".to_owned(), answer([1, 2], "2")),
        ("/api?cursor=2".to_owned(), answer([3, 4], "")),
    ]
}

fn of_interface(site: &Site, retries: u32) -> String {
    head("api", &quoted(site, "/api"), retries)
        + "[api]\nitem = { jsonpath = \"$.items[*]\" }\nnext = { cursor = \"$.next\", put = \"cursor={cursor}\" }\n\
           [[api.field]]\nname = \"title\"\nselect = [{ jsonpath = \"$.name\" }]\n"
}

fn search() -> Vec<(String, Page)> {
    let mut pages = vec![
        ("/find?q=news".to_owned(), list(1, Some("/find2?q=news"))),
        ("/find2?q=news".to_owned(), list(2, None)),
    ];
    pages.extend(articles(4));
    pages
}

fn of_search(site: &Site, retries: u32) -> String {
    let url = site.url("/find?q={query}");
    head("search", "", retries)
        + &format!(
            "[search]\nkeywords = [\"news\"]\nurl = \"{url}\"\n[list]\nitem = {{ css = \"li\" }}\n\
             link = {{ css = \"a\" }}\nnext = {{ css = \"a.next\" }}\n"
        )
        + FIELDS
}

fn of_pages(site: &Site, retries: u32) -> String {
    let starts: Vec<String> = (1..=3).map(|n| quoted(site, &format!("/a{n}"))).collect();
    head("pages", &starts.join(", "), retries) + FIELDS
}
