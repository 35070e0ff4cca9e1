//! Lines with several values, in several languages, and lines with a single value.

use super::*;

/// The pieces of lines made of three names and dates by `line`.
fn read(line: impl Fn(&str, &str) -> String, by_person: bool) -> Vec<(String, String)> {
    let days = ["5 May 2026", "14 June 2026", "1 March 2025"];
    let people = ["Ann Lee", "Bo de Vries", "Cyrus O'Hara"];
    let lines: Vec<String> = people
        .iter()
        .zip(days)
        .map(|(who, day)| line(who, day))
        .collect();
    let found = pieces(&lines, by_person);
    let first = found.into_iter().map(|p| (p.name, p.values[0].clone()));
    first.collect()
}

fn both() -> Vec<(String, String)> {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    vec![pair("date", "5 May 2026"), pair("author", "Ann Lee")]
}

#[test]
fn the_lists_load() {
    for list in [&LISTS.by, &LISTS.on, &LISTS.wide, &LISTS.no_name] {
        assert!(list.len() > 5);
    }
}

#[test]
fn dates_and_names_in_one_line_come_apart() {
    assert_eq!(read(|who, day| format!("{day} · {who}"), false), both());
    assert_eq!(
        read(|who, day| format!("{who} | {day} | 3 comments"), false),
        both()
    );
    assert_eq!(read(|who, day| format!("By {who} on {day}"), false), both());
    assert_eq!(
        read(|who, day| format!("Posted by {who} — {day}"), false),
        both()
    );
    assert_eq!(read(|who, day| format!("{day} by {who}"), false), both());
    assert_eq!(read(|who, day| format!("By {who}, {day}"), false), both());
    assert_eq!(
        read(|who, day| format!("von {who} am {day}"), false),
        both()
    );
    assert_eq!(
        read(|who, _| format!("By {who}"), false),
        [both()[1].clone()]
    );
}

#[test]
fn chinese_lines_come_apart() {
    let lines = |line: fn(&str, &str) -> String| {
        let all = [
            ("张三", "2026-05-05"),
            ("李小明", "2026-05-14"),
            ("王五", "2025-03-01"),
        ];
        all.map(|(who, day)| line(who, day)).to_vec()
    };
    let read = |lines: Vec<String>| {
        let found = pieces(&lines, false).into_iter();
        let mut all: Vec<_> = found.map(|p| (p.name, p.values[1].clone())).collect();
        all.sort();
        all
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let both = vec![pair("author", "李小明"), pair("date", "2026-05-14")];
    assert_eq!(
        read(lines(|who, day| format!("作者：{who} 时间：{day}"))),
        both
    );
    assert_eq!(
        read(lines(|who, day| format!("发布日期: {day} | 作者: {who}"))),
        both
    );
    assert_eq!(read(lines(|who, day| format!("{who} 发表于 {day}"))), both);
    assert_eq!(
        read(lines(|who, day| format!("{day} 来源：{who}日报 点击：12"))).len(),
        3
    );
}

#[test]
fn what_is_one_value_stays_one() {
    assert!(read(|_, day| day.to_owned(), false).is_empty());
    assert!(read(|who, _| who.to_owned(), false).is_empty());
    assert!(read(|_, day| format!("{day} · Politics"), false).is_empty());
    assert!(
        read(
            |who, _| format!("A story of what {who} did by the sea that year"),
            false
        )
        .is_empty()
    );
    assert!(read(|_, day| format!("{day} 10:30"), false).is_empty());
}
