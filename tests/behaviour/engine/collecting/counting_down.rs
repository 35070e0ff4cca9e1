//! Comments whose newest page stands at the address of their article, and whose further pages have
//! smaller and smaller numbers.

use bowerbird::engine::single_page::{load, overview, pagination, suggested_rule_text};
use bowerbird::engine::types::{RunEnd, RunOptions};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

/// The pages of comments, of which the newest has no number.
const PAGES: usize = 5;
/// The comments on each.
const EACH: usize = 6;

fn address(page: usize) -> String {
    match page {
        PAGES => "/2026/woad/".to_owned(),
        page => format!("/2026/woad/comment-page-{page}/"),
    }
}

fn pager(at: usize, by_numbers: bool) -> String {
    let link =
        |page: usize, text: &str| format!("<a href='{}#comments'>{text}</a> ", address(page));
    let mut pager = String::new();
    if by_numbers {
        for page in 1..=PAGES {
            pager += &match page == at {
                true => format!("<span class=current>{page}</span> "),
                false => link(page, &page.to_string()),
            };
        }
    } else {
        if at > 1 {
            pager += &link(at - 1, "Older comments");
        }
        if at < PAGES {
            pager += &link(at + 1, "Newer comments");
        }
    }
    pager
}

fn page(ask: &Ask, by_numbers: bool) -> Reply {
    let Some(at) = (1..=PAGES).find(|page| address(*page) == ask.path) else {
        return Reply::status(404, "");
    };
    let comments: String = (0..EACH)
        .map(|nth| {
            let number = (at - 1) * EACH + nth + 1;
            format!(
                "<article class=comment id=c{number}><b class=author>Reader {number}</b>\
                 <time>2026-03-{day:02} 10:00</time><div class=body><p>Comment {number} tells how the \
                 dyers of the valley grew woad for years before the mills came.</p></div></article>",
                day = number.min(28),
            )
        })
        .collect();
    Reply::html(format!(
        "<html><head><title>Woad</title></head><body><main><h1>Woad</h1><section id=comments>{comments}</section>\
         <nav class=comment-navigation>{}</nav></main></body></html>",
        pager(at, by_numbers)
    ))
}

#[test]
fn comments_that_count_down_are_read_to_the_first_page_and_no_page_twice() {
    for by_numbers in [false, true] {
        let site = Site::start(move |ask| page(ask, by_numbers));
        let loaded = load(&site.url(&address(PAGES)), None).expect("a page");
        let found = overview(&loaded);
        let best = found.best().or(found.suggestions.first());
        let next = pagination(&loaded);
        let rule = suggested_rule_text(&loaded, best.expect("comments"), &next).expect("a rule");
        assert!(rule.contains("next"), "{rule}");

        let bench = Bench::new();
        let id = bench.add(&format!("{rule}\n[politeness]\ndelay = \"0s\"\n"));
        let before: Vec<usize> = (1..=PAGES).map(|at| site.asked(&address(at))).collect();
        let ended = bench.run_with(id, RunOptions::default());
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        assert_eq!(
            bench.records(id).len(),
            PAGES * EACH,
            "numbers: {by_numbers}\n{rule}"
        );
        for at in 1..=PAGES {
            let asked = site.asked(&address(at)) - before[at - 1];
            assert_eq!(asked, 1, "page {at}, numbers: {by_numbers}");
        }
    }
}
