//! Lists before and after: redesigns that must be reported, and ordinary days that must not.

use proptest::prelude::*;

use super::*;
use crate::messages::{Catalogue, Language};

const WORDS: [&str; 12] = [
    "harbour", "bridge", "council", "storm", "museum", "election", "river", "library", "market",
    "railway", "concert", "orchard",
];
const PEOPLE: [&str; 6] = [
    "Ann Lee",
    "Bo Smith",
    "Chen Yu",
    "Dora Quist",
    "Emil Roth",
    "Fay Okoro",
];

fn item(n: usize) -> Listed {
    let word = |by: usize| WORDS[(n / by + n) % WORDS.len()];
    let value = |name: &str, value: String| (name.to_owned(), value);
    Listed {
        url: format!("http://paper.example/a{n:03}-{:x}.html", n * 7919),
        values: vec![
            value(
                "title",
                format!("The {} and the {} of {}", word(1), word(5), word(7)),
            ),
            value("date", format!("2026-03-{:02}", n % 28 + 1)),
            value("author", PEOPLE[n % PEOPLE.len()].to_owned()),
        ],
    }
}

fn items(range: std::ops::Range<usize>) -> Vec<Listed> {
    range.map(item).collect()
}

fn with(items: &[Listed], change: impl Fn(usize, &mut Listed)) -> Vec<Listed> {
    let mut items = items.to_vec();
    for (n, item) in items.iter_mut().enumerate() {
        change(n, item);
    }
    items
}

fn set(item: &mut Listed, name: &str, to: &str) {
    item.values.retain(|(own, _)| own != name);
    if !to.is_empty() {
        item.values.push((name.to_owned(), to.to_owned()));
    }
}

fn get(item: &Listed, name: &str) -> String {
    value(name, item).unwrap_or_default().to_owned()
}

#[track_caller]
fn noticed(before: &[Listed], now: &[Listed], id: &str, lost: bool) {
    let standing = urls(before);
    let found = drift(before, now, |url| standing.contains(url));
    let found = found.unwrap_or_else(|| panic!("{id} is not noticed"));
    assert_eq!((found.why.id.as_str(), found.lost), (id, lost));
    for language in Language::ALL {
        let text = Catalogue::new(language).text(&found.why);
        assert!(!text.contains("[detect") && !text.contains("{$"), "{text}");
    }
}

#[track_caller]
fn ordinary(before: &[Listed], now: &[Listed]) {
    let standing = urls(before);
    for stands in [true, false] {
        let found = drift(before, now, |url| stands && standing.contains(url));
        assert_eq!(found, None);
    }
}

#[test]
fn links_to_other_pages_are_noticed_while_the_wanted_ones_still_stand_there() {
    let before = items(0..10);
    let category = |n: usize| Listed {
        url: format!(
            "http://paper.example/category/{}.html",
            WORDS[n % WORDS.len()]
        ),
        ..item(n)
    };
    let now: Vec<Listed> = (0..4).map(category).collect();
    noticed(&before, &now, "detect-drift-links", true);
    noticed(&before, &now[..1], "detect-drift-links", true);
    // Nothing is known about the items that are gone; the different titles then report it.
    let found = drift(&before, &with(&now, |_, item| item.values.clear()), |_| {
        false
    });
    let found = found.expect("noticed");
    assert_eq!(
        (found.why.id.as_str(), found.lost),
        ("detect-drift-elsewhere", false)
    );
}

#[test]
fn a_list_of_which_one_item_is_left_is_noticed() {
    let before = items(0..10);
    noticed(&before, &before[..1], "detect-drift-fewer", false);
}

#[test]
fn fields_that_are_gone_are_noticed() {
    let before = items(0..10);
    for field in ["title", "date", "author"] {
        let now = with(&items(5..15), |_, item| set(item, field, ""));
        noticed(&before, &now, "detect-drift-empty", false);
        // A single remaining item does not change the result.
        let now = with(&items(5..15), |n, item| {
            if n > 0 {
                set(item, field, "");
            }
        });
        noticed(&before, &now, "detect-drift-empty", false);
        let now = with(&items(7..10), |_, item| set(item, field, ""));
        noticed(&before, &now, "detect-drift-empty", false);
    }
}

#[test]
fn fields_that_say_other_things_are_noticed() {
    let before = items(0..10);
    let now = with(&items(4..14), |_, item| set(item, "title", "Read more"));
    noticed(&before, &now, "detect-drift-alike", false);
    let now = with(&items(4..14), |_, item| {
        let author = get(item, "author");
        set(item, "title", &author);
    });
    noticed(&before, &now, "detect-drift-swapped", false);
    let now = with(&before, |n, item| {
        let words = format!("News from {} in {}", PEOPLE[n % 6], WORDS[(n + 3) % 12]);
        set(item, "title", &words);
    });
    noticed(&before, &now, "detect-drift-renamed", false);
    let now = with(&items(20..30), |_, item| {
        let title = get(item, "title");
        let all = format!(
            "{title}. {}",
            "What happened is told here at length. ".repeat(5)
        );
        set(item, "title", &all);
    });
    noticed(&before, &now, "detect-drift-longer", false);
    let now = with(&items(20..30), |n, item| set(item, "title", WORDS[n % 12]));
    noticed(&before, &now, "detect-drift-shorter", false);
}

#[test]
fn ordinary_days_are_none() {
    let before = items(0..10);
    ordinary(&before, &before);
    ordinary(&before, &items(3..13));
    ordinary(&before, &items(50..60));
    ordinary(&before, &items(50..51));
    ordinary(&before, &[]);
    ordinary(&items(0..2), &items(5..15));
    // Items lack a field, one author writes all, all dates are today, a headline is corrected.
    ordinary(
        &before,
        &with(&items(5..15), |n, item| {
            if n % 3 == 0 {
                set(item, "author", "");
            }
        }),
    );
    ordinary(
        &before,
        &with(&items(5..15), |_, item| set(item, "author", "Ann Lee")),
    );
    ordinary(
        &before,
        &with(&items(5..15), |_, item| set(item, "date", "2026-04-01")),
    );
    ordinary(
        &before,
        &with(&before, |n, item| {
            if n < 3 {
                set(
                    item,
                    "title",
                    &format!("Corrected: a quite different headline {n}"),
                );
            }
        }),
    );
    // The list keeps only its first words.
    ordinary(
        &before,
        &with(&before, |_, item| {
            let title = get(item, "title");
            set(item, "title", &title.chars().take(20).collect::<String>());
        }),
    );
    // The first item of the morning, with yesterday's items further down the page.
    let standing = urls(&before);
    assert_eq!(
        drift(&before, &items(90..92), |url| standing.contains(url)),
        None
    );
}

#[test]
fn a_forum_that_is_written_in_is_none() {
    let topic = |n: usize, day: usize| {
        let mut topic = item(n);
        let replies = format!("{} replies", n * 3 + day * 5);
        let last = PEOPLE[(n + day * 5) % PEOPLE.len()];
        set(&mut topic, "replies", &replies);
        set(
            &mut topic,
            "last",
            &format!("{last}, {} hours ago", n + day),
        );
        topic
    };
    let before: Vec<Listed> = (0..20).map(|n| topic(n, 0)).collect();
    let now: Vec<Listed> = (2..22).rev().map(|n| topic(n, 1)).collect();
    ordinary(&before, &now);
}

#[test]
fn a_site_that_moved_its_pages_is_none() {
    let before = items(0..10);
    let now = with(&before, |n, item| {
        item.url = format!("https://new.example/news/2026/{n}")
    });
    assert_eq!(drift(&before, &now, |_| false), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn new_items_in_the_old_layout_are_never_a_redesign(
        (from, count) in (0_usize..40, 3_usize..20),
        (shift, now) in (0_usize..60, 0_usize..20),
        lacking in prop::collection::vec(0_usize..20, 0..3),
        stands in any::<bool>(),
    ) {
        let before = items(from..from + count);
        let after = with(&items(from + shift..from + shift + now), |n, item| {
            if lacking.contains(&n) && now > 8 {
                set(item, "author", "");
            }
        });
        let stands = stands && shift >= count;
        prop_assert_eq!(drift(&before, &after, |_| stands), None);
    }

    #[test]
    fn anything_goes_without_a_fault(
        before in prop::collection::vec(("[a-c/:.?=0-9]{0,12}", "\\PC{0,12}"), 0..12),
        now in prop::collection::vec(("[a-c/:.?=0-9]{0,12}", "\\PC{0,12}"), 0..12),
        stands in any::<bool>(),
    ) {
        let listed = |all: Vec<(String, String)>| -> Vec<Listed> {
            let one = |(url, title)| Listed { url, values: vec![("title".to_owned(), title)] };
            all.into_iter().map(one).collect()
        };
        let (before, now) = (listed(before), listed(now));
        let _ = drift(&before, &now, |_| stands);
        prop_assert_eq!(drift(&now, &now, |_| stands), None);
    }
}

#[test]
fn fields_of_pages_are_judged_by_many_pages_only() {
    let before = items(0..12);
    let gone = with(&items(20..32), |_, item| {
        item.values.retain(|(name, _)| name != "author");
    });
    let why = drift_of_pages(&before, &gone).expect("a drift");
    assert_eq!(why.id, "detect-drift-page-empty");
    assert_eq!(drift_of_pages(&before, &gone[..5]), None, "a few pages");
    assert_eq!(drift_of_pages(&before, &items(20..32)), None, "a usual day");
    let same = with(&items(20..32), |_, item| {
        set(item, "title", "The Daily Paper")
    });
    let why = drift_of_pages(&before, &same).expect("a drift");
    assert_eq!(why.id, "detect-drift-page-alike");
    for language in Language::ALL {
        let said = Catalogue::new(language).text(&why);
        assert!(said.contains("The Daily Paper"), "{said}");
    }
}
