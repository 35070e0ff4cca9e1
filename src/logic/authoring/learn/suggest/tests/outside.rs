//! Records outside their list's container belong to it; sidebars, related and popular stories and
//! footers do not.

use super::*;

fn card(n: usize) -> String {
    format!(
        "<article class=entry><h2><a href=/2026/story-{n}>The story number {n} of them</a></h2>\
         <p class=info><time datetime='2026-01-0{n}'>Jan {n}</time> <span class=author>Ann {n} Lee</span></p>\
         <p>What happened on day {n} of that year, told in a line of text.</p></article>"
    )
}

fn cards(numbers: std::ops::RangeInclusive<usize>) -> String {
    numbers.map(card).collect()
}

/// A list whose items are in `li`, so that only its container names them.
fn listed(numbers: std::ops::RangeInclusive<usize>) -> String {
    let items: String = numbers.map(|n| format!("<li>{}</li>", card(n))).collect();
    format!("<ol id=posts>{items}</ol>")
}

const FIRST: &str = "The story number 1 of them";

#[test]
fn a_featured_first_record_belongs_to_the_list() {
    let own = "<h1><a href=/2026/story-1>The story number 1 of them</a></h1><footer>\
        <time datetime='2026-01-01'>Jan 1</time> by <span class=author>Ann 1 Lee</span></footer>\
        <p>What happened on the first day of that year, told in a line of text.</p>";
    for featured in [
        format!("<section id=featured>{}</section>", card(1)),
        format!("<aside id=featured><article class=big>{own}</article></aside>"),
        format!("<div class=hero><div class=inner>{own}</div></div>"),
    ] {
        let source = format!(
            "{MENU}{featured}<section><h3>Others</h3>{}</section>",
            listed(2..=9)
        );
        let best = check(&source, 9, &[("title", FIRST), ("date", "2026-01-01")]);
        assert!(best.leads, "{featured}");
    }
}

#[test]
fn columns_and_sections_are_one_list() {
    let links = |from: usize, to: usize| -> String {
        let item = |n: usize| {
            format!(
                "<li><a href=/n/{n}.html>第{n}条新闻的标题在这里显示出来</a><span>2026-01-0{n}</span></li>"
            )
        };
        (from..=to).map(item).collect()
    };
    let source = format!(
        "{MENU}<div class=main><div class=left><ul>{}</ul></div><div class=right><ul>{}</ul></div></div>",
        links(1, 5),
        links(6, 9)
    );
    check(&source, 9, &[("title", "第1条新闻的标题在这里显示出来")]);
    let source = format!(
        "{MENU}<section class=top><h2>Top stories</h2>{}</section><section class=more>\
         <h2>More stories</h2>{}</section>",
        listed(1..=3).replace("id=posts", "class=a"),
        listed(4..=9),
    );
    check(&source, 9, &[("title", FIRST)]);
}

#[test]
fn lookalikes_beside_the_list_stay_out() {
    let small = |n: usize| {
        format!(
            "<article><h2><a href=/2026/old-{n}>An old story number {n}</a></h2><p class=info>\
             <time datetime='2025-01-0{n}'>Jan {n}</time> <span class=author>Bo {n} Day</span></p><p>Old.</p></article>"
        )
    };
    let others: String = (1..=3).map(small).collect();
    for beside in [
        format!("<div class=sidebar><h3>Latest</h3>{others}</div>"),
        format!("<aside>{others}</aside>"),
        format!("<div class=extra><h3>Popular posts</h3>{others}</div>"),
        format!("<div class=extra><h3>Related stories</h3>{others}</div>"),
        format!("<div class=extra><h3>相关阅读</h3>{others}</div>"),
        format!("<div class=sponsored>{}</div>", small(1)),
        format!("<footer><div>{others}</div></footer>"),
        "<div class=box><h2><a href=/newsletter>Our letter every week</a></h2><p>Be the first.</p></div>".to_owned(),
        format!("<div class=again>{}</div>", cards(3..=4).replace("entry", "mini")),
    ] {
        let source = format!("{MENU}<section><h3>All</h3>{}</section>{beside}", listed(1..=8));
        let best = check(&source, 8, &[("title", FIRST)]);
        let css = best.record.css.unwrap_or_default();
        assert!(css.contains("posts"), "{css} {beside}");
        // Before the list too.
        let source = format!("{MENU}{beside}<section><h3>All</h3>{}</section>", listed(1..=8));
        check(&source, 8, &[("title", FIRST)]);
    }
}
