//! What pages state themselves as a witness: a field that finds something else after a redesign is
//! broken, however much its value looks like the old ones.

use super::*;
use crate::rules::AlternativeKind;

const RULE: &str = r#"
[site]
name = "The Loom"
kind = "pages"
start = ["http://a.example/"]
[[field]]
name = "title"
select = [{ css = "h1" }]
[[field]]
name = "author"
select = [{ css = ".by" }]
[[field]]
name = "date"
type = "date"
select = [{ css = ".on" }]
"#;

const OLD_STORY: &str = "Madder gives a red that lasts, if the roots are three years old and the water is \
never hotter than a hand can bear; the rest is patience, and a pot that nobody cooks in again.";
const NEW_STORY: &str = "A vat of woad smells like nothing else, and what comes out of it is green at first; \
only the air turns the yarn blue, darker with each time that it goes back below the surface.";

/// A page that declares these values, with `body`.
fn page(name: &str, (title, author, date): (&str, &str, &str), body: &str) -> Page {
    let head = format!(
        r#"<title>{title} - The Loom</title><meta property="og:site_name" content="The Loom">
<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{title}",
"datePublished": "{date}T08:00:00Z", "author": {{"@type": "Person", "name": "{author}"}}}}</script>"#
    );
    let url = Url::parse(&format!("http://a.example/{name}")).unwrap();
    let story = if name == "red" { OLD_STORY } else { NEW_STORY };
    let text = format!("<head>{head}</head><body><main>{body}<p>{story}</p></main></body>");
    Page::parse(&text, &url)
}

fn old_page() -> OldPage {
    let said = ("Red from madder", "Ann Lee", "2026-03-05");
    let body = "<h1>Red from madder</h1><p class=by>Ann Lee</p><p class=on>5 March 2026</p>";
    OldPage::read(&parse(RULE).unwrap(), page("red", said, body), None, now())
}

fn repaired_with(old: OldPage, body: &str) -> (Repair, RuleFile) {
    let said = ("Blue from woad", "Bob Ray", "2026-09-17");
    let rule = parse(RULE).unwrap();
    let new = [page("blue", said, body)];
    let found = repair(&rule, &[old], &new, now());
    let file = repaired(rule.file(), &found);
    (found, file)
}

fn field(repair: &Repair, name: &str) -> Option<Proposal> {
    let part = RulePart::Field(name.to_owned());
    repair.proposals.iter().find(|p| p.part == part).cloned()
}

#[test]
fn a_value_that_contradicts_what_the_page_states_is_broken() {
    // The classes are those of related stories now.
    let body = "<h1>Blue from woad</h1><p>Written up by our friends</p>
        <aside><p class=by>Cem Koç</p><p class=on>2 January 2026</p></aside>";
    let (repair, file) = repaired_with(old_page(), body);
    assert!(field(&repair, "title").is_none());
    for (name, after) in [("author", "Bob Ray"), ("date", "2026-09-17")] {
        let proposal = field(&repair, name).unwrap_or_else(|| panic!("{name}: {repair:#?}"));
        assert!(!proposal.doubtful);
        assert!(
            proposal.pages[0].after[0].starts_with(after),
            "{proposal:#?}"
        );
        assert!(proposal.pages[0].expected.is_empty());
        let way = &proposal.new[0];
        assert_eq!((way.kind(), way.source()), (AlternativeKind::Page, name));
    }
    // The changed rule reads the old page as before, too.
    let rule = parse(&toml::to_string(&file).unwrap()).unwrap();
    let record = rule.extract(&old_page().page, &[], now()).records.remove(0);
    assert_eq!(record.author, "Ann Lee");
    assert!(record.date.starts_with("2026-03-05"));
}

#[test]
fn a_steady_place_that_holds_what_the_page_states_is_proposed_first() {
    let body =
        "<h1>Blue from woad</h1><p><a rel=author class=author-name href=/people/bob>Bob Ray</a>
        <time itemprop=datePublished datetime=2026-09-17>17 September 2026</time></p>
        <aside><p class=by>Cem Koç</p><p class=on>2 January 2026</p></aside>";
    let (repair, _) = repaired_with(old_page(), body);
    for name in ["author", "date"] {
        let proposal = field(&repair, name).unwrap_or_else(|| panic!("{name}: {repair:#?}"));
        assert!(!proposal.doubtful);
        assert_ne!(
            proposal.new[0].kind(),
            AlternativeKind::Page,
            "{proposal:#?}"
        );
    }
}

#[test]
fn what_never_was_the_recorded_value_is_no_witness() {
    let mut old = old_page();
    for (name, value) in old.records.iter_mut().flatten() {
        if name == "author" {
            *value = Value::One("The editors of the Loom".to_owned());
        }
    }
    let body = "<h1>Blue from woad</h1><p class=by>Cem Koç</p><p class=on>17 September 2026</p>";
    let (repair, _) = repaired_with(old, body);
    assert!(field(&repair, "author").is_none(), "{repair:#?}");
}

#[test]
fn a_headline_in_other_words_than_the_stated_title_still_works() {
    let body =
        "<h1>Deeper with every dip</h1><p class=by>Bob Ray</p><p class=on>17 September 2026</p>";
    let (repair, _) = repaired_with(old_page(), body);
    assert!(repair.is_whole(), "{repair:#?}");
}

/// A page whose text has no box of its own after the redesign: a part in each of several boxes without
/// names, with other texts between them.
fn scattered(n: usize, new: bool) -> Page {
    let a = article(n);
    let body = if new {
        let parts: String = (a.paragraphs.iter().enumerate())
            .map(|(place, text)| {
                format!("<div><div><p>{text}</p></div><div><a href=/shop/{place}>Buy boots, hats, scarves and mittens number {place} of the year at our shop today</a></div></div>")
            })
            .collect();
        format!(
            "<div><h1>{}</h1>{parts}<div><p class=prose>Terms of use</p></div></div>",
            a.title
        )
    } else {
        format!("<h1>{}</h1><div class=prose>{}</div>", a.title, a.body("p"))
    };
    let html = format!(
        "<html><head><title>{}</title></head><body>{body}</body></html>",
        a.title
    );
    page_at(&html, &format!("/story/{n}"))
}

#[test]
fn a_text_without_a_place_is_left_to_detection_that_was_right_before() {
    let text = "[site]\nname = \"A\"\nkind = \"pages\"\nstart = [\"http://notes.example/\"]\n\
        [[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\n[content]\nselect = [{ css = \".prose\" }]\n";
    let rule = parse(text).unwrap();
    let old: Vec<OldPage> = [0, 2]
        .map(|n| OldPage::read(&rule, scattered(n, false), None, now()))
        .into_iter()
        .collect();
    let new = [4, 6].map(|n| scattered(n, true));
    let found = repair(&rule, &old, &new, now());
    let proposal = found.proposals.iter().find(|p| p.part == RulePart::Content);
    let proposal = proposal.unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!(
        proposal.new,
        [Alternative::of_kind(AlternativeKind::Page, "text")]
    );
    let repaired = parse(&toml::to_string(&repaired(rule.file(), &found)).unwrap()).unwrap();
    let record = repaired
        .extract(&scattered(8, true), &[], now())
        .records
        .remove(0);
    for paragraph in article(8).paragraphs {
        assert!(record.text.contains(&paragraph), "{}", record.text);
    }
    assert!(!record.text.contains("Terms of use"), "{}", record.text);
}
