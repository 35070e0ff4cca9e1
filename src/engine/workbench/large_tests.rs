//! Large pages, without a clock: twice as many records need about twice as many element visits.

use std::fmt::Write as _;

use jiff::Timestamp;
use url::Url;

use super::author::{ExamplePage, Work, author};
use super::page_analysis::grasp;
use super::reading::read_page;
use crate::protocol::PageTicket;
use crate::protocol::authoring::{
    Authored, PageRole, WorkbenchPart, WorkbenchPick, WorkbenchTarget,
};
use bowerbird_logic::page::{Page, visits_of};
use bowerbird_logic::select::{Selector, SelectorKind};

/// Records of the smaller page: many more than are sampled, few enough for an unoptimised build.
const RECORDS: usize = 300;

/// Writes one record.
type Record = fn(&mut String, usize);

fn page(records: usize, of: Record, around: (&str, &str)) -> Page {
    let mut html = format!("<title>All</title><h1>All items</h1><main>{}", around.0);
    for record in 0..records {
        of(&mut html, record);
    }
    html.push_str(around.1);
    html.push_str("<p><b>1</b> <a href='/list?page=2'>2</a> <a href='/list?page=2'>Next</a></p>");
    Page::parse(&html, &Url::parse("http://a.example/list").unwrap())
}

fn card(html: &mut String, n: usize) {
    let _ = write!(
        html,
        "<article class=card><h2><a href='/a/{n}'>Item number {n} of the list</a></h2>\
         <time datetime='2024-05-{:02}'>May</time><span class=author>Ann {}</span>\
         <p>Some words on item {n}.</p><a href='/a/{n}#more'>Read more</a></article>",
        n % 28 + 1,
        n % 37
    );
}

fn row(html: &mut String, n: usize) {
    let _ = write!(
        html,
        "<tr class=row><td class=n><a href='/a/{n}'>Item number {n}</a><td>2024-05-{:02}\
         <td>Ann {}<td>{}.50<td>{} comments",
        n % 28 + 1,
        n % 37,
        n * 7 % 1_000,
        n % 90
    );
}

/// Checks the element visits of `work` at both sizes, on a page of cards and on one of rows.
#[track_caller]
fn check(work: impl Fn(&Page)) {
    let table = ("<table><tbody>", "</table>");
    for (name, of, around) in [("cards", card as Record, ("", "")), ("table", row, table)] {
        let looks = |records: usize| {
            let page = page(records, of, around);
            let ((), looks) = visits_of(|| work(&page));
            looks
        };
        let (once, twice) = (looks(RECORDS), looks(2 * RECORDS));
        assert!(once > 5 * 300, "{name}: {once}: nothing is counted");
        assert!(twice * 10 <= once * 23, "{name}: {once}, then {twice}");
    }
}

fn first_pick(page: &Page) -> Authored {
    let link = Selector::compile(SelectorKind::Css, "h2 a, td a").unwrap();
    let element = link.matching(page, None)[0];
    let ticket = PageTicket(1);
    let part = WorkbenchPart::Field("title".to_owned());
    let pick = WorkbenchPick {
        ticket,
        role: PageRole::List,
        part: part.clone(),
        target: WorkbenchTarget::Element(element),
        take: None,
        negative: false,
    };
    let work = Work {
        role: PageRole::List,
        rule_toml: "",
        picks: &[pick],
        part: &part,
        now: Timestamp::UNIX_EPOCH,
    };
    author(&work, &[ExamplePage { ticket, page }], &Vec::new).unwrap()
}

#[test]
fn what_a_page_is_takes_time_like_its_size() {
    check(|page| {
        let grasp = grasp(page, Timestamp::UNIX_EPOCH);
        assert!(grasp.understood.offers[0].count >= RECORDS);
    });
}

#[test]
fn learning_from_a_click_takes_time_like_the_pages_size() {
    check(|page| assert!(first_pick(page).count >= RECORDS));
}

#[test]
fn reading_takes_time_like_the_pages_size() {
    check(|page| {
        let rule = first_pick(page).rule_toml;
        let read = read_page(&rule, PageRole::List, page, Timestamp::UNIX_EPOCH);
        assert!(read.count >= RECORDS);
    });
}
