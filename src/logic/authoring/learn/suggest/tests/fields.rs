//! The names of repeated records' fields, and the values cut from their lines.

use super::*;
use crate::rules::FieldType;

/// Names with the first value of the best suggestion's fields.
fn named(item: impl Fn(usize) -> String) -> Vec<(String, String)> {
    let page = page(&format!(
        "{MENU}<main><div id=all>{}</div></main>",
        items(item)
    ));
    let best = suggest(&page).into_iter().next().expect("a suggestion");
    let first = |field: &LearnedField| {
        let value = &field.ranked[0].values[0][0];
        (field.name.clone(), value.clone())
    };
    best.fields.iter().map(first).collect()
}

#[track_caller]
fn has(found: &[(String, String)], name: &str, value: &str) {
    let pair = (name.to_owned(), value.to_owned());
    assert!(found.contains(&pair), "{name} = {value} in {found:?}");
}

const NAMES: [&str; 8] = [
    "Ann Lee", "Bo Day", "Cy Moor", "Di Hill", "Ed Fox", "Flo West", "Gus Ray", "Hal Orr",
];

#[test]
fn bylines_are_a_date_and_an_author() {
    let title = |n: usize| format!("<h2><a href=/s/{n}>The story number {n} of them</a></h2>");
    let found = named(|n| {
        format!(
            "<div>{}<p class=meta>{n} May 2026 · {}</p></div>",
            title(n),
            NAMES[n - 1]
        )
    });
    has(&found, "date", "1 May 2026");
    has(&found, "author", "Ann Lee");
    assert!(!found.iter().any(|(name, _)| name == "date_2"), "{found:?}");
    let found = named(|n| {
        format!(
            "<div>{}<p class=meta>Published: {n} May 2026 by <a href=/author/{n}>{}</a></p></div>",
            title(n),
            NAMES[n - 1]
        )
    });
    has(&found, "author", "Ann Lee");
    assert!(!found.iter().any(|(name, _)| name == "date_2"), "{found:?}");
    let found = named(|n| {
        format!(
            "<div>{}<p>作者：张{n}明 时间：2026-05-0{n} 阅读：{n}2</p></div>",
            title(n)
        )
    });
    has(&found, "author", "张1明");
    has(&found, "date", "2026-05-01");
    has(&found, "views", "12");
}

#[test]
fn the_steps_of_a_byline_work_in_the_rule() {
    let list = items(|n| {
        format!(
            "<div class=e><h2><a href=/s/{n}>The story number {n} of them</a></h2><p>By {} on {n} May 2026</p></div>",
            NAMES[n - 1]
        )
    });
    let page = page(&list);
    let best = suggest(&page).remove(0);
    let mut base = RuleFile::default();
    base.site.name = "a".to_owned();
    base.site.start = vec!["http://a.example/".to_owned()];
    let text = crate::rules::write(&rule_of(&best, &base));
    assert!(crate::rules::parse(&text).is_ok(), "{text}");
    let author = best
        .fields
        .iter()
        .find(|f| f.name == "author")
        .expect("an author");
    assert!(!author.transform.is_empty());
    let date = best
        .fields
        .iter()
        .find(|f| f.name == "date")
        .expect("a date");
    assert_eq!(date.kind, FieldType::Date);
}

#[test]
fn one_person_and_one_day_are_said_of_every_record() {
    let found = named(|n| {
        format!(
            "<div><h2><a href=/s/{n}>The story number {n} of them</a></h2><time datetime=2026-05-05>Tuesday</time>\
             <address class=author>By <a href=/author/ann>Ann Lee</a></address><a class=user href=/reply/{n}>reply</a></div>"
        )
    });
    has(&found, "author", "Ann Lee");
    has(&found, "date", "2026-05-05");
}

#[test]
fn names_say_what_a_thing_is_and_not_how_it_looks() {
    let found = named(|n| {
        format!(
            "<div><h2><a href=/s/{n}>The thing number {n} of them</a></h2>\
             <span class='col wrap left'>Kind {n} of it</span><p class=location><span>Town {n}</span></p>\
             <p>For the command <code class=literal>run{n}</code> there is a long text of many words that goes on.</p>\
             <p>库存：<b>{n}0 件</b></p></div>"
        )
    });
    has(&found, "location", "Town 1");
    has(&found, "库存", "10 件");
    has(&found, "text_1", "Kind 1 of it");
    assert!(!found.iter().any(|(_, value)| value == "run1"), "{found:?}");
}
