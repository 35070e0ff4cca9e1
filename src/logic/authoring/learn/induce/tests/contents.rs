//! The text of an article: left to generic extraction, or found by a selector.

use super::*;
use crate::authoring::learn::induce::{generic_finds, write_content};
use crate::rules::{Alternative, Content};

const PARAGRAPH: &str = "The council of the harbour town has decided, after three evenings of debate, \
    to rebuild the old lighthouse, whose lamp went out in the storm of last winter.";

fn article() -> Page {
    page(&format!(
        "<title>Lighthouse</title><nav><a href=/>Home</a></nav><article><h1>The lighthouse</h1>\
         <div class=lead><p>A short lead.</p></div>\
         <div class=body><p>{PARAGRAPH} One.</p><p>{PARAGRAPH} Two, by day.</p><p>{PARAGRAPH} Three, by night.</p></div>\
         </article><aside class=box><p>Opening hours: from nine to five on all days but Monday, \
         the harbour office is closed in winter.</p></aside>"
    ))
}

/// Whether generic extraction reads the text that `pick` means.
fn by_generic(pick: Pick) -> bool {
    let page = article();
    let learned = learn(&[&page], std::slice::from_ref(&pick)).unwrap();
    generic_finds(&[&page], &[pick], "text", learned.fields.first())
}

fn element(css: &str) -> Pick {
    Pick {
        target: PickTarget::Css(css.to_owned()),
        ..text(0, "text", "")
    }
}

#[test]
fn the_whole_text_is_left_to_generic_extraction() {
    assert!(by_generic(element("div.body")));
    let whole = format!("{PARAGRAPH} One.\n{PARAGRAPH} Two, by day.\n{PARAGRAPH} Three, by night.");
    assert!(by_generic(text(0, "text", &whole)));
}

#[test]
fn another_part_of_the_page_needs_a_selector() {
    assert!(!by_generic(element("aside.box")));
    assert!(!by_generic(element("div.lead")));
}

#[test]
fn what_is_left_out_needs_a_selector() {
    let page = article();
    let pick = element("div.body");
    let learned = learn(&[&page], std::slice::from_ref(&pick)).unwrap();
    let picks = [pick, not(element("div.lead"))];
    assert!(!generic_finds(
        &[&page],
        &picks,
        "text",
        learned.fields.first()
    ));
}

#[test]
fn a_rule_without_generic_extraction_keeps_the_selector() {
    let way = Alternative {
        css: Some("div.body".to_owned()),
        ..Alternative::default()
    };
    let mut content = Content {
        generic: Some(toml::Value::Boolean(false)),
        ..Content::default()
    };
    assert!(!write_content(&mut content, vec![way.clone()], true));
    assert_eq!(content.select, std::slice::from_ref(&way));
    let mut content = Content::default();
    assert!(write_content(&mut content, vec![way], true));
    assert!(content.select.is_empty());
}
