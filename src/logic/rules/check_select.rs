//! The checker for selectors: alternatives, containers and next links, wherever they stand.

use super::compiled::{Finder, Next, Taking};
use super::reader::{Faults, Node, Section, Text};
use super::{Alternative, NextRule};
use crate::logic::messages::{Explain, Message};
use crate::logic::select::{Selector, SelectorKind, Take};

const ALTERNATIVE: [&str; 4] = ["css", "xpath", "regex", "take"];

/// List pages at most that a rule may ask for.
const MOST_PAGES: u32 = 1_000_000;

/// The alternatives under `select`, in order.
pub(super) fn read_alternatives(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    title: &str,
) -> (Vec<Alternative>, Vec<Finder>) {
    let title = format!("{title} select");
    section
        .nodes(faults, "select", "rules-type-alternatives")
        .into_iter()
        .filter_map(|node| read_alternative(faults, &title, node, &Take::Text))
        .unzip()
}

/// One alternative; `default_take` is what it takes unless it says so.
pub(super) fn read_alternative(
    faults: &mut Faults<'_>,
    title: &str,
    node: Node<'_, '_>,
    default_take: &Take,
) -> Option<(Alternative, Finder)> {
    let section = Section::open(faults, title, node, &ALTERNATIVE)?;
    read_selector(faults, &section, default_take)
}

/// Exactly one selector, and what to take.
fn read_selector(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    default_take: &Take,
) -> Option<(Alternative, Finder)> {
    let css = section.text(faults, "css");
    let xpath = section.text(faults, "xpath");
    let regex = section.text(faults, "regex");
    let take = read_take(faults, section, default_take);
    let all = [
        (SelectorKind::Css, &css),
        (SelectorKind::XPath, &xpath),
        (SelectorKind::Regex, &regex),
    ];
    let given: Vec<(SelectorKind, &Text)> = all
        .into_iter()
        .filter_map(|(kind, text)| Some((kind, text.as_ref()?)))
        .collect();
    let Some((kind, text)) = given.first() else {
        let any_key = ["css", "xpath", "regex"]
            .iter()
            .any(|key| section.node(key).is_some());
        if !any_key {
            let message = Message::new("rules-alternative-none").with("part", section.title());
            faults.add(section.start(), message);
        }
        return None;
    };
    if given.len() > 1 {
        let message = Message::new("rules-alternative-two").with("part", section.title());
        faults.add(section.start(), message);
        return None;
    }
    let selector = compile(faults, *kind, text)?;
    let file = Alternative {
        css: css.map(|text| text.value),
        xpath: xpath.map(|text| text.value),
        regex: regex.map(|text| text.value),
        take: take.file,
    };
    let taking = take.taking;
    Some((file, Finder { selector, taking }))
}

struct TakeParts {
    file: Option<String>,
    taking: Taking,
}

fn read_take(faults: &mut Faults<'_>, section: &Section<'_, '_>, default_take: &Take) -> TakeParts {
    let Some(text) = section.text(faults, "take") else {
        return TakeParts {
            file: None,
            taking: Taking::Plain(default_take.clone()),
        };
    };
    let taking = match text.value.as_str() {
        "text" => Taking::Plain(Take::Text),
        "own_text" => Taking::Plain(Take::OwnText),
        "html" => Taking::Plain(Take::Html),
        "url" => Taking::Address,
        name => {
            if name.is_empty()
                || name.contains(|c: char| c.is_whitespace() || "\"'<>/=".contains(c))
            {
                let message = Message::new("rules-take").with("take", name);
                faults.add(text.span.start, message);
            }
            Taking::Plain(Take::Attribute(name.to_owned()))
        }
    };
    TakeParts {
        file: Some(text.value),
        taking,
    }
}

/// A container: an element, so no regular expression, and nothing to take of it.
pub(super) fn read_container(
    faults: &mut Faults<'_>,
    title: &str,
    node: Node<'_, '_>,
) -> Option<(Alternative, Finder)> {
    let (file, finder) = read_alternative(faults, title, node, &Take::OwnText)?;
    let start = node.span().start;
    if file.regex.is_some() {
        faults.add(start, Message::new("rules-item-regex").with("part", title));
    }
    if file.take.is_some() {
        faults.add(start, Message::new("rules-item-take").with("part", title));
    }
    Some((file, finder))
}

/// A link to the next page.
pub(super) fn read_next(
    faults: &mut Faults<'_>,
    title: &str,
    node: Node<'_, '_>,
) -> Option<(NextRule, Next)> {
    let keys = ["css", "xpath", "regex", "take", "max_pages"];
    let section = Section::open(faults, title, node, &keys)?;
    let found = read_selector(faults, &section, &link_take());
    let max_pages = section.number(faults, "max_pages", 1..=MOST_PAGES);
    let (alternative, finder) = found?;
    let file = NextRule {
        css: alternative.css,
        xpath: alternative.xpath,
        regex: alternative.regex,
        take: alternative.take,
        max_pages,
    };
    Some((file, Next { finder }))
}

/// What a link is taken by unless the rule says otherwise.
pub(super) fn link_take() -> Take {
    Take::Attribute("href".to_owned())
}

/// Compiles a selector of the rule, noting where and why it does not parse.
pub(super) fn compile(
    faults: &mut Faults<'_>,
    kind: SelectorKind,
    text: &Text,
) -> Option<Selector> {
    match Selector::compile(kind, &text.value) {
        Ok(selector) => Some(selector),
        Err(error) => {
            let id = match kind {
                SelectorKind::Css => "rules-selector-css",
                SelectorKind::XPath => "rules-selector-xpath",
                SelectorKind::Regex => "rules-selector-regex",
                SelectorKind::JsonPath => "rules-selector-jsonpath",
                SelectorKind::Label => "rules-selector-label",
            };
            let message = Message::new(id).with("reason", error.explain());
            faults.add_inside(text, error.position, message);
            None
        }
    }
}
