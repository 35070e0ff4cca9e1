//! Templates on small sites: what is template, what is a repost, and the memory limits.

use proptest::prelude::*;
use url::Url;

use super::*;

fn page(address: &str, html: &str) -> Page {
    let url = Url::parse("http://example.com/").and_then(|u| u.join(address));
    Page::parse(html, &url.unwrap())
}

const TEXTS: [&str; 6] = [
    "The vat is kept warm for a week, and nobody may open it before the blue has come.",
    "Then the wool is laid in, and it is turned with a long stick until it is wet through.",
    "Madder is the red of the poor, and it is dug in the third year of the plant.",
    "Weld is the yellow that was known to all, and it is cut when the seeds are ripe.",
    "The mordant is what holds the dye, and without it the rain takes all of it away.",
    "Old indigo is sold in cakes, and a cake that floats is one that is good to have.",
];

fn article(n: usize) -> Page {
    let text = |n: usize| TEXTS.get(n % TEXTS.len()).copied().unwrap_or_default();
    page(
        &format!("/{n}"),
        &format!(
            "<body><ul><li><a href=/>Home</a><li><a href=/{0}>{0}</a></ul><h1>Dye {n}</h1><p>{1} ({n})</p>\
             <p>All of this is ours, and nobody may copy it without a letter from us.</p>",
            n + 1,
            text(n)
        )
        .replace("({n})", ""),
    )
}

fn learn(templates: &mut Templates, page: &Page) -> bool {
    templates.learn(page, page.url().as_str())
}

fn of<'a>(templates: &'a Templates, page: &'a Page) -> OfSite<'a> {
    OfSite {
        templates,
        page: page.url().as_str(),
    }
}

fn template_texts(templates: &Templates, page: &Page) -> Vec<String> {
    let tree = BodyTree::of(page);
    let marks = of(templates, page).marks(&tree);
    let marked = tree.items.iter().zip(marks).filter(|(_, mark)| *mark);
    marked
        .map(|(item, _)| item.text.trim().to_owned())
        .collect()
}

#[test]
fn what_other_pages_show_too_is_template() {
    let mut templates = Templates::default();
    assert!(template_texts(&templates, &article(0)).is_empty());
    for n in 0..4 {
        assert!(learn(&mut templates, &article(n)));
        assert!(
            !learn(&mut templates, &article(n)),
            "a page is learned once"
        );
    }
    let found = template_texts(&templates, &article(0));
    assert!(found.iter().any(|t| t == "Home"), "{found:?}");
    assert!(
        found.iter().any(|t| t.starts_with("All of this")),
        "{found:?}"
    );
    assert!(!found.iter().any(|t| t.starts_with("The vat")), "{found:?}");
}

#[test]
fn a_repost_is_no_template() {
    let text = TEXTS.join("</p><p>");
    let html = format!("<body><p>All of it is ours.</p><p>{text}</p>");
    let mut templates = Templates::default();
    learn(&mut templates, &page("/a", &html));
    assert!(template_texts(&templates, &page("/print/a", &html)).is_empty());
    for n in 10..14 {
        learn(&mut templates, &article(n));
    }
    assert!(template_texts(&templates, &page("/print/a", &html)).is_empty());
}

#[test]
fn memory_is_bounded_and_old_pages_are_forgotten() {
    let mut templates = Templates::default();
    for n in 0..80 {
        let lines: String = (0..300)
            .map(|i| format!("<p>line {}</p>", word(n * 1_000 + i)))
            .collect();
        learn(
            &mut templates,
            &page(&format!("/{n}"), &format!("<body>{lines}<p>everywhere</p>")),
        );
    }
    assert_eq!(templates.pages(), MAX_PAGES);
    assert!(templates.prints.len() <= MAX_PRINTS);
    let found = template_texts(
        &templates,
        &page("/new", "<body><p>everywhere</p><p>here</p>"),
    );
    assert_eq!(found, ["everywhere"]);
}

/// A word that represents a number: fingerprints treat all digits as equal.
fn word(n: usize) -> String {
    n.to_string().bytes().map(|b| char::from(b + 49)).collect()
}

#[test]
fn counts_follow_what_is_blanked() {
    let page = page(
        "/",
        "<body><div><p>one two</p><p>three <a href=/>four</a></p></div>",
    );
    let tree = BodyTree::of(&page);
    let marks: Vec<bool> = tree
        .items
        .iter()
        .map(|item| item.text == "one two")
        .collect();
    let blank = blanked(&tree, &marks);
    assert_eq!(blank.get(0).unwrap().chars, 9);
    assert_eq!(blank.get(0).unwrap().link_chars, 4);
    assert_eq!(blank.items.len(), tree.items.len());
}

proptest! {
    #[test]
    fn any_pages_are_learned(htmls in prop::collection::vec("(<(div|p|td|br|a href=x)>|</(div|p)>|[a-z染缸 ]{0,9}){0,30}", 1..6)) {
        let mut templates = Templates::default();
        for (n, html) in htmls.iter().enumerate() {
            let page = page(&format!("/{n}"), html);
            learn(&mut templates, &page);
            let tree = BodyTree::of(&page);
            let marks = of(&templates, &page).marks(&tree);
            prop_assert_eq!(marks.len(), tree.items.len());
            prop_assert_eq!(blanked(&tree, &marks).items.len(), marks.len());
        }
    }
}
