//! Learning from small pages, and its invariants.

use proptest::prelude::*;
use url::Url;

use super::*;
use crate::messages::{Catalogue, Language};
use crate::rules::{RuleFile, parse, rewrite};
use crate::select::{Selector, SelectorKind, Take};

mod anchored;
mod contents;
mod declared;
mod excluding;
#[cfg(test)]
mod threads;
mod values;

pub(super) fn page(source: &str) -> Page {
    Page::parse(source, &Url::parse("http://example.org/a/").unwrap())
}

pub(super) fn text(page: usize, field: &str, text: &str) -> Pick {
    Pick {
        page,
        field: field.to_owned(),
        target: PickTarget::Text(text.to_owned()),
        take: None,
        negative: false,
    }
}

fn not(pick: Pick) -> Pick {
    Pick {
        negative: true,
        ..pick
    }
}

/// The records that the learned rule finds on `on`: the values of `names`, joined by `|`.
pub(super) fn extracted(learned: &Learned, on: &Page, names: &[&str]) -> Vec<String> {
    let mut base = RuleFile::default();
    base.site.name = "learned".to_owned();
    base.site.kind = crate::model::SourceKind::Pages;
    base.site.start = vec!["http://example.org/".to_owned()];
    let text = rewrite("", &to_rule(learned, &base)).unwrap();
    let rule = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let found = rule.extract(on, &[], jiff::Timestamp::UNIX_EPOCH);
    let value = |record: &crate::model::Record, name: &str| match name {
        "title" => record.title.clone(),
        "author" => record.author.clone(),
        "date" => record.date.clone(),
        "text" => record.text.clone(),
        other => {
            let field = record.fields.iter().find(|(n, _)| n == other);
            field.map(|(_, v)| v.joined()).unwrap_or_default()
        }
    };
    let line = |record| {
        let values: Vec<String> = names.iter().map(|name| value(record, name)).collect();
        values.join("|")
    };
    found.records.iter().map(line).collect()
}

fn book(title: &str, rows: &[(&str, &str)]) -> Page {
    let rows: String = rows
        .iter()
        .map(|(label, value)| format!("<b>{label}:</b> {value}<br>"))
        .collect();
    page(&format!(
        "<head><title>{title} - Shop</title></head><div class=nav><a href=/>Home</a></div>\
         <div class=css-1x2y3z><h1>{title}</h1><p>{rows}</p></div><p>Publisher of the month: Oak</p>"
    ))
}

#[test]
fn labels_carry_fields_that_move_and_miss() {
    let pages = [
        book(
            "One",
            &[
                ("Format", "Paper"),
                ("Publisher", "Acorn"),
                ("ISBN-13", "9780000000001"),
            ],
        ),
        book(
            "Two",
            &[
                ("ISBN-13", "9780000000002"),
                ("Pages", "12"),
                ("Publisher", "Birch"),
            ],
        ),
    ];
    let picks = [
        text(0, "title", "One"),
        text(0, "publisher", "Acorn"),
        text(0, "isbn", "9780000000001"),
        text(1, "title", "Two"),
        text(1, "publisher", "Birch"),
        text(1, "isbn", "9780000000002"),
    ];
    let learned = learn(&pages, &picks).unwrap();
    assert!(learned.record.is_none());
    let other = book(
        "Three",
        &[
            ("Pages", "7"),
            ("ISBN-13", "9780000000003"),
            ("Size", "big"),
        ],
    );
    let names = ["title", "publisher", "isbn"];
    assert_eq!(
        extracted(&learned, &other, &names),
        ["Three||9780000000003"]
    );
    let stable = learned.fields.iter().map(|field| field.ranked[0].stability);
    assert!(
        stable.clone().all(|s| s > 0.7),
        "{:?}",
        stable.collect::<Vec<_>>()
    );
}

fn post(n: usize, author: &str, body: &str) -> String {
    format!(
        "<div class='post odd{n}' id=post{n}><div class=head><a class=user href='/user/{author}'>{author}</a> \
         <time datetime='2026-01-0{n}T10:00:00Z'>Jan {n}, 2026</time></div><div class=body>{body}</div></div>"
    )
}

fn thread() -> Page {
    let posts = [
        post(1, "ann", "The first post of this thread asks a question about birds."),
        post(2, "bob", "The second one answers it at some length, with <i>care</i>."),
        "<div class=post><div class=body>Buy our bird food, now cheaper than ever before!</div></div>".to_owned(),
        post(3, "ann", "<blockquote><a href='/user/bob'>bob</a> wrote</blockquote>Thanks a lot, that helps me."),
    ];
    page(&format!(
        "<h1>Birds</h1><div class=list>{}</div>",
        posts.concat()
    ))
}

#[test]
fn one_post_stands_for_all_and_advertisements_are_none() {
    let pages = [thread()];
    let picks = [
        text(
            0,
            "text",
            "The second one answers it at some length, with care.",
        ),
        text(0, "author", "bob"),
        text(0, "date", "2026-01-02"),
        text(0, "title", "Birds"),
    ];
    let learned = learn(&pages, &picks).unwrap();
    assert!(learned.record.is_some());
    let found = extracted(&learned, &pages[0], &["title", "author", "date"]);
    let authors: Vec<&str> = found
        .iter()
        .map(|line| line.split('T').next().unwrap())
        .collect();
    assert_eq!(
        authors,
        [
            "Birds|ann|2026-01-01",
            "Birds|bob|2026-01-02",
            "Birds|ann|2026-01-03"
        ]
    );
}

#[test]
fn records_of_table_rows_are_found() {
    let row = |n: usize| {
        format!(
            "<tr class=h><td><a href='/u{n}'>user{n}</a></td><td>0{n}.02.2026</td></tr><tr class=m><td colspan=2>Message number {n} of this old table</td></tr>"
        )
    };
    let rows: String = (1..6).map(row).collect();
    let pages = [page(&format!("<table>{rows}</table>"))];
    let picks = [
        text(0, "text", "Message number 3 of this old table"),
        text(0, "author", "user3"),
    ];
    let learned = learn(&pages, &picks).unwrap();
    let found = extracted(&learned, &pages[0], &["author"]);
    assert_eq!(found, ["user1", "user2", "user3", "user4", "user5"]);
}

#[test]
fn parts_of_texts_are_cut_out() {
    let one = |who: &str, year: &str| page(&format!("<p class=imprint>{who} / {year} / Paper</p>"));
    let pages = [one("Acorn", "2008"), one("Birch Ltd", "1999")];
    let picks = [text(0, "year", "2008"), text(1, "year", "1999")];
    let learned = learn(&pages, &picks).unwrap();
    let other = one("Cedar", "2011");
    assert_eq!(extracted(&learned, &other, &["year"]), ["2011"]);
}

#[test]
fn the_colon_after_a_label_is_no_part_of_the_value() {
    let book = |isbn: &str, year: &str| {
        page(&format!(
            "<h1>A book</h1><ul><li><b>ISBN</b>: {isbn}</li><li><b>Year</b>: {year}</li></ul>"
        ))
    };
    let pages = [book("9780262046305", "2022"), book("9781718503106", "2023")];
    let learned = learn(&pages, &[text(0, "isbn", "9780262046305")]).unwrap();
    assert_eq!(extracted(&learned, &pages[1], &["isbn"]), ["9781718503106"]);
}

#[test]
fn one_pick_a_field_on_an_article_is_no_list_inside_it() {
    let words = |n: usize| {
        format!(
            "<p>Paragraph {n} of a long report on the harbour, with many words in it, so that nobody \
                 takes it for a list, and a second sentence that says where the ships went.</p>"
        )
    };
    let body: String = (0..12).map(words).collect();
    let related: String = (1..8)
        .map(|n| format!("<div class=card><h2>Story {n}</h2><a href=/s/{n}>Read</a></div>"))
        .collect();
    let article = page(&format!(
        "<html><head><title>Ships</title><meta property=og:type content=article></head><body>\
         <article><div class=card><h2>Ships leave</h2></div>{body}</article>\
         <aside>{related}</aside></body></html>"
    ));
    let learned = learn(&[article], &[text(0, "title", "Ships leave")]).unwrap();
    assert_eq!(learned.record, None);
}

#[test]
fn bad_picks_are_told() {
    let pages = [page("<p>a</p><p>b</p>")];
    let told = |picks: &[Pick]| learn(&pages, picks).unwrap_err().to_string();
    assert!(told(&[]).contains("Nothing was picked"));
    assert!(told(&[text(3, "x", "a")]).contains("page 4"));
    assert!(told(&[text(0, "x", "not there")]).contains("“not there”"));
    let both = [text(0, "x", "a"), not(text(0, "x", "a"))];
    assert!(told(&both).contains("and excluded"));
    let error = LearnError::NothingFits("x".to_owned());
    let chinese = Catalogue::new(Language::Chinese);
    assert!(
        chinese
            .text(&crate::messages::Explain::explain(&error))
            .contains("选择器")
    );
}

#[test]
fn large_pages_end_soon() {
    let rows: String = (0..6_000)
        .map(|n| format!("<div class=r><a href=/{n}>t{n}</a><i>x{n}</i></div>"))
        .collect();
    let deep = "<div>".repeat(2_000);
    let pages = [page(&rows), page(&format!("{deep}<b>end</b>"))];
    let learned = learn(&pages[..1], &[text(0, "title", "t17")]).unwrap();
    assert!(!learned.fields.is_empty());
    assert!(learn(&pages[1..], &[text(0, "title", "end")]).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn learned_selectors_find_their_picks_and_no_excluded_one(
        parts in prop::collection::vec(part(), 2..25),
        at in 0_usize..1000,
        other in 0_usize..1000,
    ) {
        let page = page(&parts.concat());
        let element = |n: usize| crate::page::ElementIndex::try_from(n % page.len()).unwrap();
        let (picked, excluded) = (element(at), element(other));
        let pick = |index, negative| Pick {
            page: 0,
            field: "f".to_owned(),
            target: PickTarget::Element(index),
            take: Some("html".to_owned()),
            negative,
        };
        let pages = [page];
        let Ok(learned) = learn(&pages, &[pick(picked, false), pick(excluded, true)]) else {
            return Ok(());
        };
        let scopes = match &learned.record {
            None => vec![None],
            Some(record) => all(&pages[0], &record.alternative, None).into_iter().map(Some).collect(),
        };
        for ranked in &learned.fields[0].ranked {
            let mut found = Vec::new();
            for scope in &scopes {
                found.extend(all(&pages[0], &ranked.alternative, *scope));
            }
            prop_assert!(found.contains(&picked), "{:?}", ranked.alternative);
            prop_assert!(!found.contains(&excluded), "{:?}", ranked.alternative);
        }
    }
}

fn all(page: &Page, alternative: &crate::rules::Alternative, scope: Option<u32>) -> Vec<u32> {
    let (kind, source) = match (&alternative.css, &alternative.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (_, Some(xpath)) => (SelectorKind::XPath, xpath),
        _ => return Vec::new(),
    };
    let selector = Selector::compile(kind, source).unwrap();
    let found = selector.select(page, scope, &Take::Html);
    found.into_iter().filter_map(|hit| hit.element).collect()
}

fn part() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "div", "p", "a", "ul", "li", "span", "table", "td", "h1",
    ]);
    let class = prop::sample::select(vec![
        "a", "b", "item", "x y", "css-1a2b", "标题", "q\"r", "",
    ]);
    let word = prop::sample::select(vec!["one", "two", "By:", "Price", "12", "三", "it's"]);
    prop_oneof![
        4 => (tag.clone(), class).prop_map(|(tag, class)| {
            format!("<{tag} class=\"{}\">", class.replace('"', "&quot;"))
        }),
        2 => tag.prop_map(|tag| format!("</{tag}>")),
        3 => word.prop_map(str::to_owned),
    ]
}
