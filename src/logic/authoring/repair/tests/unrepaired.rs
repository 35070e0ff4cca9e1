//! What repair leaves unchanged and reports as such.

use super::*;
use crate::messages::{Catalogue, Language};

fn status_of(repair: &Repair, part: &str) -> (RepairStatus, String) {
    let rest = repair.rest.iter().find(|r| r.part.name() == part);
    let rest = rest.unwrap_or_else(|| panic!("{part}: {repair:?}"));
    (
        rest.standing,
        Catalogue::new(Language::English).text(&rest.why),
    )
}

fn rule_of(rest: &str) -> Rule {
    let text =
        format!("[site]\nname = 'x'\nkind = 'list'\nstart = ['https://old.example/']\n{rest}");
    parse(&text).unwrap()
}

#[test]
fn addresses_that_the_rule_refuses_are_told() {
    let rule = rule_of("[list]\nlink = { css = 'h2 a' }\nallow = ['/news/[0-9]+$']\n");
    let list = |to: &str| {
        let items =
            (1..9).map(|n| format!("<h2><a href='{to}{n}'>Story {n} of the harbour</a></h2>"));
        page_at(&items.collect::<String>(), "")
    };
    let old = OldPage::read(&rule, list("/news/"), None, now());
    let found = repair(&rule, &[old], &[list("/stories/s-")], now());
    let (standing, why) = status_of(&found, "list.link");
    assert_eq!(standing, RepairStatus::Broken);
    assert!(
        why.contains("list.allow") && why.contains("/stories/s-"),
        "{why}"
    );
}

#[test]
fn lists_inside_a_record_are_judged_and_not_repaired() {
    let rule = rule_of(
        "[list]\nlink = { css = 'h2 a' }\n[[field]]\nname = 'title'\nselect = [{ css = 'h1' }]\n\
         [[field]]\nname = 'comments'\nitem = { css = '.comment' }\n\
         [[field.field]]\nname = 'by'\nselect = [{ css = 'b' }]\n",
    );
    let article = |class: &str, n: usize| {
        let text = "A long walk along the harbour, told at length. ".repeat(8);
        page_at(
            &format!(
                "<h1>Title {n}</h1><p>{text}</p><div class={class}><b>Ben</b> well said</div>"
            ),
            &format!("a{n}"),
        )
    };
    let old = |n: usize| OldPage::read(&rule, article("comment", n), None, now());
    let gone = repair(&rule, &[old(1), old(2)], &[article("reply", 1)], now());
    let (standing, why) = status_of(&gone, "field.comments");
    assert_eq!(standing, RepairStatus::Broken, "{why}");
    let kept = repair(&rule, &[old(1), old(2)], &[article("comment", 1)], now());
    assert_eq!(status_of(&kept, "field.comments").0, RepairStatus::Works);
}

#[test]
fn what_is_gone_is_not_proposed() {
    let rule = parse(RULE).unwrap();
    for new in [[0, 1, 2], [10, 11, 12]] {
        let found = repair_from(&rule, Layout::Blog, &[0, 1, 2], Layout::Undated, &new);
        let date = RulePart::Field("date".to_owned());
        assert!(found.proposals.iter().all(|p| p.part != date), "{found:#?}");
        let rest = found.rest.iter().find(|r| r.part == date).unwrap();
        assert_eq!(rest.standing, RepairStatus::Broken);
        assert!(!found.is_whole());
    }
}

#[test]
fn what_works_is_left_alone() {
    let rule = parse(RULE).unwrap();
    for new in [[0, 1, 2], [10, 11, 12]] {
        let found = repair_from(&rule, Layout::Blog, &[0, 1, 2], Layout::Blog, &new);
        assert!(found.is_whole(), "{found:#?}");
        assert_eq!(repaired(rule.file(), &found), *rule.file());
    }
}

const WRITERS: [&str; 5] = [
    "Ida Holm",
    "Per Lund",
    "Nora Quist",
    "Jon Berg",
    "Ann Lindqvist",
];

fn writer(n: usize) -> &'static str {
    WRITERS[n % WRITERS.len()]
}

/// An article that names its author in a byline, or only where a rule can find it.
fn signed(n: usize, declared: bool) -> Page {
    let text = article(n * 2).paragraphs.join("</p><p>");
    let by = match declared {
        true => format!(
            "<p class=byline>By <a rel=author href=/who/{n}>{}</a></p>",
            writer(n)
        ),
        false => String::new(),
    };
    let foot = match declared {
        true => String::new(),
        false => format!(
            "<table class=facts><tr><td class=k7>{}</td></tr></table>",
            writer(n)
        ),
    };
    page_at(
        &format!("<h1>Title of day {n}</h1>{by}<div><p>{text}</p></div>{foot}"),
        &format!("a{n}"),
    )
}

#[test]
fn what_was_found_without_a_field_gets_one_when_it_is_lost() {
    let rule = rule_of(
        "[list]\nlink = { css = 'h2 a' }\n[[field]]\nname = 'title'\nselect = [{ css = 'h1' }]\n",
    );
    let old: Vec<OldPage> = (1..5)
        .map(|n| OldPage::read(&rule, signed(n, true), None, now()))
        .collect();
    let author = RulePart::Field("author".to_owned());
    let about = |repair: &Repair| {
        let rest = repair.rest.iter().any(|rest| rest.part == author);
        rest || repair.proposals.iter().any(|p| p.part == author)
    };
    let same: Vec<Page> = (1..4).map(|n| signed(n, true)).collect();
    assert!(!about(&repair(&rule, &old, &same, now())), "still found");

    let new: Vec<Page> = (1..4).map(|n| signed(n, false)).collect();
    let found = repair(&rule, &old, &new, now());
    let proposal = found.proposals.iter().find(|p| p.part == author);
    let proposal = proposal.unwrap_or_else(|| panic!("{found:#?}"));
    assert!(proposal.old.is_empty(), "{proposal:?}");
    assert_eq!(proposal.pages[0].after, [writer(1)]);
    let file = repaired(rule.file(), &found);
    let mended = parse(&crate::rules::write(&file)).unwrap();
    let read = mended.extract(&signed(9, false), &[], now());
    assert_eq!(read.records[0].author, writer(9));

    // An author found nowhere is reported.
    let bare = |n: usize| {
        let text = signed(n, false).source().replace(writer(n), "-");
        Page::parse(&text, signed(n, false).url())
    };
    let gone = repair(&rule, &old, &[bare(1), bare(2)], now());
    assert_eq!(status_of(&gone, "field.author").0, RepairStatus::Broken);
}
