//! What pages declare of themselves as a way to find dates and authors, and dates that are not those
//! of publication.

use super::*;
use crate::rules::AlternativeKind;

/// An article that declares its date and author, if `declares`, and shows both.
fn article(author: &str, day: &str, declares: bool) -> Page {
    let json = format!(
        r#"<script type="application/ld+json">{{"@type": "NewsArticle", "datePublished":
"{day}T08:00:00Z", "author": {{"@type": "Person", "name": "{author}"}}}}</script>"#
    );
    let json = if declares { json } else { String::new() };
    page(&format!(
        "<head><title>Wool</title>{json}</head><body><h1>Wool</h1><p class=by>{author}</p>
         <p class=day>{day}</p><p>Madder gives a red that lasts.</p></body>"
    ))
}

fn picks() -> [Pick; 4] {
    [
        text(0, "author", "Ann Lee"),
        text(0, "date", "2026-03-05"),
        text(1, "author", "Bob Ray"),
        text(1, "date", "2026-04-17"),
    ]
}

/// The alternatives that a rule takes over.
fn taken(learned: &Learned, field: &str) -> Vec<(AlternativeKind, String)> {
    let file = to_rule(learned, &RuleFile::default());
    let field = file.fields.iter().find(|f| f.name == field).unwrap();
    let ways = field.select.iter();
    ways.map(|way| (way.kind(), way.source().to_owned()))
        .collect()
}

#[test]
fn what_every_page_declares_is_among_the_first_ways_but_not_the_first() {
    let pages = [
        article("Ann Lee", "2026-03-05", true),
        article("Bob Ray", "2026-04-17", true),
    ];
    let learned = learn(&pages, &picks()).unwrap();
    for field in ["author", "date"] {
        let ways = taken(&learned, field);
        let declared = (AlternativeKind::Page, field.to_owned());
        assert!(ways.contains(&declared), "{ways:?}");
        assert_ne!(ways[0], declared, "{ways:?}");
    }
    // It still finds both where the layout is another one.
    let other = page(
        r#"<script type="application/ld+json">{"@type": "NewsArticle", "datePublished":
"2026-05-06T08:00:00Z", "author": {"@type": "Person", "name": "Cem Koç"}}</script><h2>Woad</h2>"#,
    );
    let found = extracted(&learned, &other, &["author", "date"]);
    assert_eq!(found, ["Cem Koç|2026-05-06T08:00:00+00:00"]);
}

#[test]
fn what_one_page_declares_otherwise_or_not_at_all_is_no_way() {
    for second in [
        article("Bob Ray", "2026-04-17", false),
        page(
            "<head><script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"author\": {\"@type\": \"Person\", \"name\": \"The Desk Two\"}, \"datePublished\": \"2020-01-01\"}</script></head><h1>Wool</h1><p class=by>Bob Ray</p><p class=day>2026-04-17</p>",
        ),
    ] {
        let pages = [article("Ann Lee", "2026-03-05", true), second];
        let learned = learn(&pages, &picks()).unwrap();
        for field in ["author", "date"] {
            let ways = taken(&learned, field);
            assert!(
                ways.iter().all(|(kind, _)| *kind != AlternativeKind::Page),
                "{ways:?}"
            );
        }
    }
}

#[test]
fn a_date_of_change_comes_after_that_of_publication() {
    let pages = [page(
        "<time itemprop=dateModified datetime=2026-03-05T08:00>5 March 2026</time>
         <p>Wool</p><p class=day>5 March 2026</p>",
    )];
    let learned = learn(&pages, &[text(0, "date", "2026-03-05")]).unwrap();
    let ways = taken(&learned, "date");
    assert!(!ways[0].1.contains("dateModified"), "{ways:?}");
    // Where that is what was asked for, it is the first.
    let learned = learn(&pages, &[text(0, "changed", "2026-03-05T08:00")]).unwrap();
    let ways = taken(&learned, "changed");
    assert!(ways[0].1.contains("dateModified"), "{ways:?}");
}

#[test]
fn a_relative_date_is_found_by_its_text_and_by_its_day() {
    let shown = page("<h1>Wool</h1><p class=by>Ann Lee</p><p class=day>14 hours ago</p>");
    for typed in ["14 hours ago", "2026-03-05"] {
        let fields = learn_fields(&[&shown], &[text(0, "date", typed)]).unwrap();
        let way = &fields[0].ranked[0].alternative;
        assert_eq!(way.css.as_deref(), Some("p.day"), "{typed}");
    }
}

#[test]
fn the_name_in_the_address_of_an_author_is_no_way_to_the_author() {
    let shown = page(
        "<h1>Wool</h1><p>By <a href=/people/ann-lee/>Ann Lee</a></p><p><a href=/tags/dye/>Dye</a></p>",
    );
    let fields = learn_fields(&[&shown], &[text(0, "author", "Ann Lee")]).unwrap();
    let ways: Vec<String> = fields[0]
        .ranked
        .iter()
        .map(|one| one.alternative.written())
        .collect();
    assert!(ways.iter().any(|way| way.contains("/people/")), "{ways:?}");
    assert!(!ways.iter().any(|way| way.contains("ann-lee")), "{ways:?}");
}
