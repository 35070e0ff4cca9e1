//! Decides how an article's text is found: by generic extraction where that agrees with what a
//! person clicked, else by the learned selector. A selector learned from one article often fails
//! on the publisher's other layouts; generic extraction needs none.

use super::learning_types::{LearnedField, Pick, PickTarget};
use super::locate::similar_text::agreement;
use crate::generic::{self, Method};
use crate::page::{Page, collapse, inner_text};
use crate::rules::{Alternative, Content};

/// The minimum agreement of generic extraction with the clicked text. Below half, another part of
/// the page was clicked.
const MIN_AGREEMENT: f64 = 0.5;

/// Whether generic extraction finds what was clicked as the text of the articles `pages`: on each
/// page it agrees with at least half of the clicked text, or as well as the learned selector does.
/// Picks of `name` count; a negative pick asks for a selector. `learned` is absent where no
/// selector fits.
#[must_use]
pub fn generic_finds(
    pages: &[&Page],
    picks: &[Pick],
    name: &str,
    learned: Option<&LearnedField>,
) -> bool {
    let mut own = picks.iter().filter(|pick| pick.field == name);
    own.clone().next().is_some()
        && own.all(|pick| {
            let page = pages.get(pick.page).copied();
            !pick.negative && page.is_some_and(|page| finds_pick(page, pick, learned))
        })
}

fn finds_pick(page: &Page, pick: &Pick, field: Option<&LearnedField>) -> bool {
    let learned = field.and_then(|field| field.ranked.first());
    let learned = learned.and_then(|ranked| ranked.values.get(pick.page));
    let learned = learned.map(|values| values.join("\n")).unwrap_or_default();
    let clicked = match &pick.target {
        PickTarget::Text(text) => text.clone(),
        // A selected part of a text is less than the content.
        PickTarget::Part(..) => return false,
        PickTarget::Element(element) => collapse(&inner_text(page, *element)),
        PickTarget::Css(_) | PickTarget::XPath(_) => learned.clone(),
    };
    let found = generic::extract(page, Method::Auto).text;
    let agreed = agreement(&clicked, &found);
    agreed >= MIN_AGREEMENT || field.is_some() && agreed >= agreement(&clicked, &learned)
}

/// Writes the learned `ways` to a text into `content`; none where `by_generic`, unless the rule
/// turns generic extraction off. Returns whether generic extraction reads the text.
pub fn write_content(content: &mut Content, ways: Vec<Alternative>, by_generic: bool) -> bool {
    let off = content.generic == Some(toml::Value::Boolean(false));
    let by_generic = by_generic && !off;
    content.select = match by_generic {
        true => Vec::new(),
        false => ways,
    };
    by_generic
}
