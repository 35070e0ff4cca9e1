//! Lists, threads, tables and rows in pairs, made here.

use url::Url;

use super::*;
use crate::select::{Selector, SelectorKind};

mod fields;
mod forums;
mod names;
mod outside;
mod posts;

fn page(source: &str) -> Page {
    Page::parse(source, &Url::parse("http://a.example/list").unwrap())
}

/// The best suggestion has `count` records and the fields `expected` with their first values.
#[track_caller]
fn check(source: &str, count: usize, expected: &[(&str, &str)]) -> Suggestion {
    let page = page(source);
    let found = suggest(&page);
    let best = found.first().expect("a suggestion").clone();
    assert_eq!(best.count, count, "{:?}", best.record);
    let css = best.record.css.as_deref().unwrap();
    let selector = Selector::compile(SelectorKind::Css, css).unwrap();
    assert_eq!(selector.matching(&page, None).len(), count, "{css}");
    for (name, value) in expected {
        let field = best.fields.iter().find(|f| f.name == *name);
        let field = field.unwrap_or_else(|| panic!("no {name} in {:#?}", best.fields));
        assert_eq!(field.ranked[0].values[0][0], *value, "{name}");
    }
    best
}

fn items(make: impl Fn(usize) -> String) -> String {
    (1..=8).map(make).collect()
}

const MENU: &str = "<nav><ul><li><a href=/a>Home</a><li><a href=/b>News</a><li><a href=/c>About us</a>\
    <li><a href=/d>Contact</a></ul></nav>";

#[test]
fn the_items_of_a_list_come_before_the_menu() {
    let list = items(|n| {
        format!(
            "<article class='post css-1x{n}y2z'><img src=/i{n}.png><h2><a href=/story-{n}>The story number {n} of them</a></h2>\
             <time datetime='2026-01-0{n}T10:00:00Z'>{n} days ago</time><span class=author>Writer {n}</span>\
             <p class=summary>In the year {n} a long way from here something happened that is told in this text.</p></article>"
        )
    });
    let best = check(
        &format!("{MENU}<main>{list}</main>"),
        8,
        &[
            ("title", "The story number 1 of them"),
            ("link", "http://a.example/story-1"),
            ("date", "2026-01-01T10:00:00Z"),
            ("author", "Writer 1"),
            ("image", "http://a.example/i1.png"),
        ],
    );
    assert_eq!(best.record.css.as_deref(), Some("article.post"));
    let base = RuleFile::default();
    assert!(rule_of(&best, &base).list.is_some());
}

#[test]
fn chinese_lists_without_names_are_found() {
    let list = items(|n| {
        format!(
            "<li><a href='/news/{n}.html'>第{n}条新闻的标题在这里显示出来</a><span>2026-01-0{n}</span></li>"
        )
    });
    check(
        &format!("{MENU}<div id=main><ul>{list}</ul></div>"),
        8,
        &[
            ("title", "第1条新闻的标题在这里显示出来"),
            ("date", "2026-01-01"),
        ],
    );
}

#[test]
fn rows_in_pairs_are_one_record() {
    let rows = items(|n| {
        format!(
            "<tr class=athing><td class=title><a href=/s{n}>Something that happened on day {n}</a></td></tr>\
             <tr><td><span class=score>{n}1 points</span> by <a class=hnuser href=/user/{n}>user{n}x</a></td></tr>"
        )
    });
    let best = check(
        &format!("<table>{rows}</table>"),
        8,
        &[
            ("title", "Something that happened on day 1"),
            ("rating", "11 points"),
            ("author", "user1x"),
        ],
    );
    assert!(best.why.iter().any(|m| m.id == "suggest-why-siblings"));
}

#[test]
fn posts_of_a_thread_become_records_of_the_page() {
    let posts = items(|n| {
        format!(
            "<div class=post id=p{n}><div class=username>Member {n}</div><div class=message>This is what member {n} \
             had to say about it, at some length and in several words.</div></div>"
        )
    });
    let best = check(
        &format!("<h1>A thread</h1>{posts}"),
        8,
        &[("author", "Member 1")],
    );
    assert!(rule_of(&best, &RuleFile::default()).record.is_some());
}

#[test]
fn links_with_the_same_words_are_no_records_beside_boxes_with_headings() {
    let list = items(|n| {
        format!(
            "<article><header><h2><a href=/entry-{n}.html#e>The story number {n} of them</a></h2>\
             <p>Posted on {n} May 2026 in <a href=/category/c{n}>Town</a></p></header>\
             <div class=entry><div><p>A few words of it …</p></div><br>\
             <a class=btn href=/entry-{n}.html#e>Continue reading</a></div></article>"
        )
    });
    let further = "<div><a class=btn href=/index2.html>Older Posts</a></div>";
    let best = check(
        &format!("<main>{list}{further}</main>"),
        8,
        &[
            ("title", "The story number 1 of them"),
            ("link", "http://a.example/entry-1.html#e"),
        ],
    );
    assert!(best.leads);
}

#[test]
fn what_kind_of_post_an_item_is_does_not_make_it_one() {
    let item = |n: usize, kind: &str| {
        format!(
            "<li class='post-{n}1 post type-post status-publish {kind} hentry category-town \
             wp-block-post'><h2><a href=/s/{n}>The story number {n} of them</a></h2>\
             <p>A text of the story that is long enough to be one, and a bit more, for {n}.</p></li>"
        )
    };
    let alike = items(|n| item(n, "format-standard"));
    let css = |source: &str, count: usize| {
        let best = check(source, count, &[("title", "The story number 1 of them")]);
        best.record.css.unwrap_or_default()
    };
    for list in [
        alike.clone(),
        items(|n| {
            item(
                n,
                if n % 4 == 0 {
                    "format-aside"
                } else {
                    "format-standard"
                },
            )
        }),
    ] {
        let css = css(&format!("{MENU}<ul class=posts>{list}</ul>"), 8);
        for word in ["format-", "category-", "type-", "status-"] {
            assert!(!css.contains(word), "{css}");
        }
    }
    // Alone, such a word is a name like any other.
    let named = items(|n| {
        format!(
            "<div class=type-job><h2><a href=/j/{n}>A job of the kind number {n}</a></h2></div>"
        )
    });
    assert_eq!(css_of_best(&named), "div.type-job");
}

fn css_of_best(source: &str) -> String {
    let best = suggest(&page(source)).remove(0);
    best.record.css.unwrap_or_default()
}

#[test]
fn every_column_of_a_table_with_a_head_is_a_field() {
    let rows: String = (1..=12)
        .map(|n| {
            format!(
                "<tr><td>Product {n}</td><td>€ {n}00.50</td><td>{}</td><td>EUR</td></tr>",
                if n < 8 { "t" } else { "kg" }
            )
        })
        .collect();
    check(
        &format!(
            "<h1>Prices</h1><table><thead><tr><th>Product</th><th>Price</th><th>Unit</th>\
             <th>Currency</th></tr></thead><tbody>{rows}</tbody></table>"
        ),
        12,
        &[
            ("product", "Product 1"),
            ("price", "€ 100.50"),
            ("unit", "t"),
            ("currency", "EUR"),
        ],
    );
}

#[test]
fn pages_without_end_or_without_anything_are_taken() {
    assert!(suggest(&page("")).is_empty());
    assert!(suggest(&page("<p>one")).is_empty());
    let deep = "<div class=a><p>text".repeat(2_000);
    let _ = suggest(&page(&deep));
    let wide = "<li class=x><a href=/y>some text</a> and more".repeat(3_000);
    assert!(suggest(&page(&wide)).len() <= MAX_SUGGESTIONS);
}
