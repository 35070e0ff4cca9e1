//! Ways that rely on meaning rank first: a way that finds the pick only as the first of its kind
//! silently finds something else after a redesign.

use proptest::prelude::*;

use super::super::{LearnedField, learn_inside};
use super::*;
use crate::page::ElementIndex;
use crate::rules::Alternative;

fn css(source: &str) -> Alternative {
    Alternative {
        css: Some(source.to_owned()),
        ..Alternative::default()
    }
}

/// The field learned from the links to `/1` and `/2` in articles.
fn learned(page: &Page) -> LearnedField {
    let picks: Vec<Pick> = ["a[href='/1']", "a[href='/2']"]
        .into_iter()
        .map(|wanted| Pick {
            page: 0,
            field: "link".to_owned(),
            target: PickTarget::Element(all(page, &css(wanted), None)[0]),
            take: Some("href".to_owned()),
            negative: false,
        })
        .collect();
    let learned = learn_inside(&[page], &css("article"), &picks).unwrap();
    learned.fields.into_iter().next().unwrap()
}

/// The first match of the best way in each article.
fn firsts(page: &Page, field: &LearnedField) -> Vec<String> {
    let way = &field.ranked[0].alternative;
    let articles: Vec<ElementIndex> = all(page, &css("article"), None);
    let first = |article: &ElementIndex| {
        let found = all(page, way, Some(*article)).into_iter().next();
        let href = found.and_then(|at| page.element(at)?.attr("href"));
        href.unwrap_or("-").to_owned()
    };
    articles.iter().map(first).collect()
}

const BELOW: &str = "<p>In <a href=/c>news</a> by <a href=/u>Ann</a></p>";

#[test]
fn a_heading_that_both_share_is_preferred_to_the_first_link() {
    let page = page(&format!(
        "<aside><article><h1 class=entry-title><a href=/1>The first headline</a></h1>{BELOW}</article></aside>\
         <ol><li><article class=hentry><header><h1><a rel=bookmark href=/2>The second one</a></h1></header>{BELOW}</article>\
         <li><article class=hentry><header><h1><a rel=bookmark href=/3>And a third</a></h1></header>{BELOW}</article></ol>"
    ));
    let field = learned(&page);
    let way = field.ranked[0].alternative.css.clone().unwrap();
    assert!(way.starts_with("h1"), "{way}");
    assert_eq!(firsts(&page, &field), ["/1", "/2", "/3"]);
}

#[test]
fn where_they_share_nothing_both_are_named() {
    let page = page(&format!(
        "<article><h1><a href=/1>The first headline</a></h1>{BELOW}</article>\
         <article><h3 class=title><a href=/2>The second one</a></h3>{BELOW}</article>\
         <article><h3 class=title><a href=/3>And a third</a></h3>{BELOW}</article>"
    ));
    let field = learned(&page);
    let way = field.ranked[0].alternative.css.clone().unwrap();
    assert!(way.contains(", "), "{way}");
    assert_eq!(firsts(&page, &field), ["/1", "/2", "/3"]);
    let ids: Vec<&str> = field.ranked[0].why.iter().map(|w| w.id.as_str()).collect();
    assert!(ids.contains(&"learn-why-records"), "{ids:?}");
}

#[test]
fn where_nothing_says_more_a_bare_tag_does() {
    let one = |n: usize| format!("<article><a href=/{n}>Headline {n}</a> words {n}</article>");
    let page = page(&(1..5).map(one).collect::<String>());
    assert_eq!(firsts(&page, &learned(&page)), ["/1", "/2", "/3", "/4"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn what_was_learned_finds_nothing_where_the_headings_are_gone(
        around in prop::collection::vec(prop::sample::select(vec![
            "", "<div>", "<div><div>", "<section>",
        ]), 2),
        level in prop::collection::vec(1_usize..5, 2),
        count in 2_usize..7,
    ) {
        let article = |n: usize| {
            let kind = usize::from(n > 1);
            let (around, level) = (around[kind], level[kind]);
            format!(
                "<article>{around}<h{level}><a href=/{n}>Headline number {n}</a></h{level}>{BELOW}</article>",
            )
        };
        let source: String = (1..=count).map(article).collect();
        let page = page(&source);
        let field = learned(&page);
        let wanted: Vec<String> = (1..=count).map(|n| format!("/{n}")).collect();
        prop_assert_eq!(firsts(&page, &field), wanted, "{:?}", field.ranked[0].alternative);
        let gone = super::page(&source.replace("<h", "<x-h").replace("</h", "</x-h"));
        prop_assert!(
            firsts(&gone, &field).iter().all(|first| first == "-"),
            "{:?}", field.ranked[0].alternative
        );
    }
}
