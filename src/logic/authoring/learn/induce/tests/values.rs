//! Values that are texts: beside labels, inside lines, in scripts. Every way offered for them finds
//! them again after being written as a rule and parsed.

use super::*;

/// The regular expressions offered for a field, with the source each searches.
fn expressions(field: &LearnedField) -> Vec<(&str, bool)> {
    let alternatives = field.ranked.iter().map(|one| &one.alternative);
    let regexes = alternatives.filter_map(|a| Some((a.regex.as_deref()?, a.on.is_some())));
    regexes.collect()
}

#[test]
fn expressions_find_what_is_part_of_a_text() {
    let counted = |all: &str| page(&format!("<div><p>共 {all} 条</p><p>{all}</p></div>"));
    let pages = [counted("123"), counted("7")];
    let picks = [text(0, "count", "123"), text(1, "count", "7")];
    let learned = learn(&pages, &picks).unwrap();
    let (first, on_text) = expressions(&learned.fields[0])[0];
    assert_eq!((first, on_text), (r"共\s*(\d+)", true));

    let news = |who: &str, day: &str| {
        page(&format!(
            "<h1>News</h1><p>Berlin. Written by {who} on {day} for the paper.</p>"
        ))
    };
    let pages = [news("Ann Lee", "5 March 2024"), news("Bo", "12 May 2023")];
    let picks = [
        text(0, "who", "Ann Lee"),
        text(0, "day", "5 March 2024"),
        text(1, "who", "Bo"),
        text(1, "day", "12 May 2023"),
    ];
    let learned = learn(&pages, &picks).unwrap();
    let other = news("Cy Young", "1 June 2022");
    assert_eq!(
        extracted(&learned, &other, &["who", "day"]),
        ["Cy Young|2022-06-01"]
    );
}

#[test]
fn expressions_find_what_only_a_script_says() {
    let shop = |price: &str| {
        page(&format!(
            "<h1>Book</h1><script>var item = {{\"sku\": \"a1\", \"price\": \"{price}\"}};</script>"
        ))
    };
    let pages = [shop("12.50"), shop("7.00")];
    let picks = [text(0, "price", "12.50"), text(1, "price", "7.00")];
    let learned = learn(&pages, &picks).unwrap();
    assert_eq!(
        expressions(&learned.fields[0]),
        [(r#""price"\s*:\s*"([^"\n]+)"#, false)]
    );
    assert_eq!(extracted(&learned, &shop("3.10"), &["price"]), ["3.10"]);
    let none = learn(&pages, &[text(0, "price", "script")]);
    assert!(matches!(none, Err(LearnError::NotFound(..))), "{none:?}");
}

#[test]
fn stable_selectors_come_before_expressions() {
    let shop = |isbn: &str| {
        page(&format!(
            "<ul><li>Paper</li><li>ISBN: <span itemprop=isbn>{isbn}</span></li></ul>"
        ))
    };
    let pages = [shop("9780000000001"), shop("9780000000002")];
    let picks = [
        text(0, "isbn", "9780000000001"),
        text(1, "isbn", "9780000000002"),
    ];
    let learned = learn(&pages, &picks).unwrap();
    let field = &learned.fields[0];
    assert!(field.ranked[0].alternative.css.is_some(), "{field:?}");
    assert_eq!(expressions(field)[0], (r"\bISBN\s*[:：]\s*(\d{13})", true));
    for two in field.ranked.windows(2) {
        assert!(two[0].stability >= two[1].stability, "{two:?}");
    }
}

#[test]
fn an_attribute_with_seconds_is_better_than_a_text_without() {
    let news = |n: u32| {
        page(&format!(
            "<h1>News</h1><time class=when datetime='2024-03-0{n}T10:20:3{n}'>{n} March 2024</time>"
        ))
    };
    let pages = [news(5)];
    let learned = learn(&pages, &[text(0, "date", "2024-03-05T10:20:35+00:00")]).unwrap();
    let best = &learned.fields[0].ranked[0].alternative;
    assert_eq!(best.take.as_deref(), Some("datetime"));
    let learned = learn(&pages, &[text(0, "date", "5 March 2024")]).unwrap();
    assert_eq!(learned.fields[0].ranked[0].alternative.take, None);
}

#[test]
fn what_differs_in_counting_only_is_offered_once() {
    let pages = [
        page("<p>Price: <strong>12</strong></p>"),
        page("<p>Price: <strong>7</strong></p>"),
    ];
    let learned = learn(&pages, &[text(0, "price", "12"), text(1, "price", "7")]).unwrap();
    let mut bare: Vec<String> = Vec::new();
    for one in &learned.fields[0].ranked {
        let written = format!("{:?}", one.alternative).replace("[1]", "");
        assert!(!bare.contains(&written), "{written}");
        bare.push(written.clone());
        let why = format!("{:?}", one.why);
        let counts = written.contains("[2]") || written.contains("nth-");
        assert_eq!(why.contains("position"), counts, "{written} {why}");
    }
}

const LABELS: [&str; 6] = ["Publisher", "ISBN", "出版社", "Pages", "Erschienen", "価格"];

/// A page of labelled values in one of several layouts.
fn labelled(layout: usize, rows: &[(&str, &str)]) -> Page {
    let row = |(label, value): &(&str, &str)| match layout {
        0 => format!("<dt>{label}</dt><dd>{value}</dd>"),
        1 => format!("<tr><th>{label}</th><td>{value}</td></tr>"),
        2 => format!("<li>{label}: {value}</li>"),
        3 => format!("<b>{label}:</b> {value}<br>"),
        _ => format!("<div><span>{label}：</span><span>{value}</span></div>"),
    };
    let rows: String = rows.iter().map(row).collect();
    let body = match layout {
        0 => format!("<dl>{rows}</dl>"),
        1 => format!("<table>{rows}</table>"),
        2 => format!("<ul>{rows}</ul>"),
        _ => format!("<p>About</p><div>{rows}</div>"),
    };
    page(&format!("<h1>Book</h1>{body}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn every_way_to_a_labelled_value_finds_its_picks_as_a_rule(
        layout in 0_usize..5,
        values in prop::collection::vec("[A-Z][a-z]{2,6}( [A-Z][a-z]{1,5})?|[1-9][0-9]{0,12}|[桥海书人]{2,4}", 6),
        at in 0_usize..3,
        shift in 0_usize..3,
    ) {
        let rows = |from: usize, labels: &[&'static str]| -> Vec<(&'static str, String)> {
            let labels = labels.iter().enumerate();
            labels.map(|(n, label)| (*label, values[from + n].clone())).collect()
        };
        let labels = &LABELS[shift..shift + 3];
        let all: Vec<Vec<(&str, String)>> = vec![rows(0, labels), rows(3, labels)];
        let pages: Vec<Page> = all
            .iter()
            .map(|rows| {
                let rows: Vec<(&str, &str)> = rows.iter().map(|(l, v)| (*l, v.as_str())).collect();
                labelled(layout, &rows)
            })
            .collect();
        let picks: Vec<Pick> = (0..2).map(|p| text(p, "wanted", &all[p][at].1)).collect();
        let Ok(learned) = learn(&pages, &picks) else {
            return Ok(());
        };
        if learned.record.is_some() {
            return Ok(());
        }
        for one in &learned.fields[0].ranked {
            let alone = Learned {
                fields: vec![LearnedField { ranked: vec![one.clone()], many: false, ..learned.fields[0].clone() }],
                ..Learned::default()
            };
            for ((page, rows), values) in pages.iter().zip(&all).zip(&one.values) {
                // A way may exist for the pages that others miss.
                if values.is_empty() {
                    continue;
                }
                let found = extracted(&alone, page, &["wanted"]);
                prop_assert_eq!(found, [rows[at].1.clone()], "{}", one.alternative.written());
            }
        }
    }
}
