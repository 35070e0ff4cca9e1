//! Fields that people would not name so, or not ask for at all.

use super::*;

fn fields(item: impl Fn(usize) -> String) -> Vec<LearnedField> {
    let page = page(&format!(
        "{MENU}<main><div id=all>{}</div></main>",
        items(item)
    ));
    let best = suggest(&page).into_iter().next().expect("a suggestion");
    best.fields
}

fn field<'f>(fields: &'f [LearnedField], name: &str) -> Option<&'f LearnedField> {
    fields.iter().find(|field| field.name == name)
}

const NAMES: [&str; 4] = ["ann", "bo", "cy", "di"];

fn topic(n: usize) -> String {
    let (by, last) = (NAMES[n % 4], NAMES[(n + 1) % 4]);
    format!(
        "<div class=topic><a class=avatar href=/users/{by}>{by}</a><a class=title href=/t/{n}>Question {n} about the wall</a>\
         <span>Go to page: <a href=/t/{n}?p=1>1</a> <a href=/t/{n}?p=2>2</a> <a href=/t/{n}?p={n}9>{n}9</a></span>\
         <p>by <a class=username href=/users/{by}>{by}</a></p><span class=cat>Bed {n}</span>\
         <ul class=tags><li><a class=tag href=/tags/a{n}>stone{n}</a><a class=tag href=/tags/b{n}>lime{n}</a></ul>\
         <div class=lastpost>Last post by <a href=/users/{last}>{last}</a></div></div>"
    )
}

#[test]
fn what_repeats_a_field_or_leads_to_further_pages_is_none() {
    let found = fields(topic);
    let names: Vec<&str> = found.iter().map(|field| field.name.as_str()).collect();
    assert!(
        !names
            .iter()
            .any(|name| name.contains("page") || name.ends_with("_2")),
        "{names:?}"
    );
    assert!(field(&found, "category").is_some(), "{names:?}");
    assert!(field(&found, "last_author").is_some(), "{names:?}");
}

#[test]
fn the_links_of_one_list_of_tags_are_one_field() {
    let found = fields(topic);
    let many: Vec<&LearnedField> = found.iter().filter(|field| field.many).collect();
    assert_eq!(many.len(), 1, "{found:#?}");
    assert_eq!(many[0].ranked[0].alternative.css.as_deref(), Some("a.tag"));
}

#[test]
fn titles_lose_the_sign_that_links_to_them_and_their_date() {
    let found = fields(|n| {
        format!(
            "<article><h3><a href=/s/{n}>Story {n} of them</a> <a href=#s{n}>¶</a></h3><p>Text {n} is here and long enough to be a summary of it.</p></article>"
        )
    });
    let title = field(&found, "title").expect("a title");
    assert_eq!(title.ranked[0].values[0][0], "Story 1 of them");
    let found = fields(|n| format!("<p><a href=/s/{n}>Nov {n} – Story {n} of them</a></p>"));
    let value = |name: &str| field(&found, name).map(|f| f.ranked[0].values[0][1].clone());
    assert_eq!(value("title").as_deref(), Some("Story 2 of them"));
    assert_eq!(value("date").as_deref(), Some("Nov 2"));
}

#[test]
fn links_beside_a_post_are_no_title() {
    let found = fields(|n| {
        let by = NAMES[n % 4];
        let reply = if n > 1 { "<a href=/p/1>1</a>" } else { "" };
        format!(
            "<div class=entry><h3>({n}) by <a href=/users/{by}>{by}</a> on 2025-11-0{n} {reply}<a href=/p/{n}>[link]</a><a href=/p/{n}?raw>[source]</a></h3>\
             <div class=md><p>The post number {n} has a text of its own that says something about it.</p></div></div>"
        )
    });
    assert!(field(&found, "title").is_none(), "{found:#?}");
    assert!(field(&found, "summary").is_some() && field(&found, "author").is_some());
}

#[test]
fn the_permalink_of_a_post_is_its_link() {
    let found = fields(|n| {
        let by = NAMES[n % 4];
        format!(
            "<div class=entry id=post{n}><a href=/users/{by}>{by}</a> <a href=/list#post{n}>#{n}</a> <time>2025-11-0{n}</time>\
             <p>The post number {n} has a text of its own that says something about it.</p></div>"
        )
    });
    let link = field(&found, "link").expect("a link");
    assert_eq!(link.ranked[0].values[0][0], "http://a.example/list#post1");
}

#[test]
fn the_heads_of_a_table_are_the_names_of_its_columns() {
    let rows = items(|n| {
        format!(
            "<tr><td>Member number {n}</td><td>{n}7</td><td>{n}.50 €</td><td>Town {n}</td></tr>"
        )
    });
    let heads = "<tr><th>Member</th><th>Posts</th><th>Unit price</th><th>Home town</th></tr>";
    let page = page(&format!(
        "<title>Members of the club</title>{MENU}<table class=all><thead>{heads}</thead><tbody>{rows}</tbody></table>"
    ));
    let best = suggest(&page).into_iter().next().expect("a suggestion");
    let names: Vec<&str> = best
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    for name in ["posts", "unit_price", "home_town"] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    // Its cells say all: neither the text of a row nor the title of the page is a column.
    let file = rule_of(&best, &RuleFile::default());
    assert!(file.content.fields_only, "{file:?}");
}
