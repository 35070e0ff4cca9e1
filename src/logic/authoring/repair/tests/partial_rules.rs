//! Rules that extract little and leave the rest to generic extraction.

use super::*;

const RULE: &str = "[site]\nname = 'x'\nkind = 'list'\nstart = ['https://old.example/']\n\
     [list]\nlink = { css = 'h2 a' }\n[[field]]\nname = 'author'\n\
     select = [{ css = 'span.author' }]\n";

const WRITERS: [&str; 4] = ["Ada Merrow", "林晚舟", "Noor Haddad", "周青"];

fn text_of(n: usize) -> String {
    article(n)
        .paragraphs
        .iter()
        .map(|p| format!("<p>{p}</p>"))
        .collect()
}

fn before(n: usize) -> Page {
    let (title, text) = (article(n).title, text_of(n));
    let by = WRITERS[n % 4];
    page_at(
        &format!(
            "<title>{title} – Gazette</title><article><h1>{title}</h1><p class=meta>By \
             <span class=author>{by}</span></p><div class=words>{text}</div></article>"
        ),
        &format!("/story/{n}"),
    )
}

fn after(n: usize) -> Page {
    let (title, text) = (article(n).title, text_of(n));
    let by = WRITERS[n % 4];
    page_at(
        &format!(
            "<title>{title} – Gazette</title><div class=piece><header><h2>{title}</h2>\
             <div class=signed>{by}</div></header><section>{text}</section></div>"
        ),
        &format!("/story/{n}"),
    )
}

/// A page is compared only with the earlier page of the same text.
#[test]
fn a_page_is_known_again_by_the_text_that_no_rule_took() {
    let rule = parse(RULE).unwrap();
    let stored = |n: usize| {
        let author = Value::One(WRITERS[n % 4].to_owned());
        vec![vec![("author".to_owned(), author)]]
    };
    for given in [true, false] {
        for (open, writer) in WRITERS.iter().enumerate() {
            let old = (0..8).map(|n| {
                let records = given.then(|| stored(n));
                OldPage::read(&rule, before(n), records, now())
            });
            let old: Vec<OldPage> = old.collect();
            let found = repair(&rule, &old, &[after(open)], now());
            let part = RulePart::Field("author".to_owned());
            let proposal = found.proposals.iter().find(|p| p.part == part);
            let proposal = proposal.unwrap_or_else(|| panic!("{open}: {:?}", found.rest));
            let writer = vec![(*writer).to_owned()];
            assert_eq!(proposal.pages[0].expected, writer);
            assert_eq!(proposal.pages[0].after, writer);
        }
    }
}
