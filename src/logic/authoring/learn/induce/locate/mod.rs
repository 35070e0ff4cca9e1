//! Finds the places on the page that a pick may mean: elements, texts and attributes whose value is
//! the picked text, contains it, or is the same date. A text often appears in several places; all
//! are returned, and judging later selects the kind on which all picks agree.
//!
//! Below: days, cut and altered texts, and the extent of a text.

pub(super) mod picked_dates;
pub(super) mod similar_text;
pub(super) mod text_extent;
pub(super) mod value_in_text;

use super::learning_types::{LearnError, Pick, PickTarget};
use super::steps::indexed_page::{NodeNumber, View};
use crate::model::DefaultColumn;
use crate::page::{Page, collapse, visible_text};
use crate::select::{Selector, SelectorKind};
use picked_dates::Day;

/// The maximum number of places of one pick.
const MAX_PLACES: usize = 240;
/// The number of words from which a text may differ slightly.
const LONG_WORDS: usize = 6;
/// The maximum length of a pick searched as a whole, in characters.
const MAX_PICK_CHARS: usize = 200_000;

/// Which part of a node is the value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Taking {
    /// Its text.
    Text,
    /// Only the text directly in it.
    OwnText,
    /// Its markup.
    Html,
    /// The absolute address it links to.
    Url,
    /// An attribute.
    Attribute(String),
}

impl Taking {
    /// As a rule writes it.
    pub fn from_name(name: &str) -> Self {
        match name {
            "text" => Self::Text,
            "own_text" => Self::OwnText,
            "html" => Self::Html,
            "url" => Self::Url,
            other => Self::Attribute(other.to_owned()),
        }
    }

    /// The name in a rule file; `None` for the default.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Text => None,
            Self::OwnText => Some("own_text".to_owned()),
            Self::Html => Some("html".to_owned()),
            Self::Url => Some("url".to_owned()),
            Self::Attribute(name) => Some(name.clone()),
        }
    }
}

/// The value that `taking` selects from a node.
pub(super) fn value(view: &View<'_>, at: NodeNumber, taking: &Taking) -> Option<String> {
    let attribute = |name: &str| view.element(at)?.attr(name).map(str::to_owned);
    match taking {
        Taking::Text => Some(view.text(at).to_owned()),
        Taking::OwnText => {
            let texts = view
                .children(at)
                .filter(|child| view.index(*child).is_none());
            Some(
                texts
                    .map(|child| view.text(child))
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        }
        Taking::Html => view.element(at).map(|e| e.html()),
        Taking::Attribute(name) => attribute(name),
        Taking::Url => {
            let address = attribute("href").or_else(|| attribute("src"))?;
            view.page.join(address.trim()).map(String::from)
        }
    }
}

/// One place that a pick may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PickPlace {
    /// The node.
    pub at: NodeNumber,
    /// The part of it.
    pub taking: Taking,
    /// Whether the value is only a substring of it.
    pub part: bool,
}

impl PickPlace {
    fn whole(at: NodeNumber, taking: Taking) -> Self {
        Self {
            at,
            taking,
            part: false,
        }
    }
}

/// A pick with its places.
#[derive(Clone, Debug)]
pub(super) struct LocatedPick {
    /// The page index.
    pub page: usize,
    /// The field.
    pub field: String,
    /// Whether it must not be found.
    pub negative: bool,
    /// The value, white space collapsed.
    pub value: String,
    /// The value as a day, if it was found by its date.
    pub day: Option<Day>,
    /// Whether exactly this element is meant, not any with an equal text.
    pub strict: bool,
    /// Whether the places differ slightly from the pick.
    pub near: bool,
    /// Where it may be, best first.
    pub places: Vec<PickPlace>,
}

/// Interprets what a person typed to name a value on `page`: a text found there as a whole,
/// otherwise a selector with a match, otherwise a text to search for.
pub fn target(page: &Page, typed: &str) -> PickTarget {
    let typed = typed.trim();
    if SelectorKind::guess(typed) == SelectorKind::XPath {
        return PickTarget::XPath(typed.to_owned());
    }
    let view = View::new(page);
    if exactly(&view, &collapse(typed)).is_empty()
        && let Ok(selector) = Selector::compile(SelectorKind::Css, typed)
        && !selector.matching(page, None).is_empty()
    {
        return PickTarget::Css(typed.to_owned());
    }
    PickTarget::Text(typed.to_owned())
}

/// Whether the source of a page holds a value after a name, with no element showing it.
pub(super) type IsHidden = fn(source: &str, value: &str) -> bool;

/// Finds `pick` on its page. A text that no element shows may be one that `is_hidden` knows.
pub(super) fn locate(
    view: &View<'_>,
    pick: &Pick,
    is_hidden: IsHidden,
) -> Result<Vec<LocatedPick>, LearnError> {
    let (kind, source) = match &pick.target {
        PickTarget::Element(index) => {
            let at = view.of(*index);
            let at = at.ok_or_else(|| missing(pick, &format!("#{index}")))?;
            return Ok(vec![element(view, pick, at)]);
        }
        PickTarget::Part(index, text) => {
            let at = view.of(*index).ok_or_else(|| missing(pick, text))?;
            return Ok(vec![part_of(view, pick, at, text)?]);
        }
        PickTarget::Text(text) => return Ok(vec![by_text(view, pick, text, is_hidden)?]),
        PickTarget::Css(source) => (SelectorKind::Css, source),
        PickTarget::XPath(source) => (SelectorKind::XPath, source),
    };
    let selector = Selector::compile(kind, source).map_err(LearnError::Selector)?;
    let matches = selector.matching(view.page, None);
    let wanted = if pick.negative { matches.len() } else { 1 };
    let found: Vec<LocatedPick> = matches
        .into_iter()
        .take(wanted)
        .filter_map(|index| Some(element(view, pick, view.of(index)?)))
        .collect();
    if found.is_empty() {
        return Err(missing(pick, source));
    }
    Ok(found)
}

fn missing(pick: &Pick, text: &str) -> LearnError {
    LearnError::NotFound(pick.field.clone(), pick.page + 1, text.to_owned())
}

fn element(view: &View<'_>, pick: &Pick, at: NodeNumber) -> LocatedPick {
    let named = pick
        .take
        .as_deref()
        .or_else(|| usual(view, at, &pick.field));
    let taking = named.map_or(Taking::Text, Taking::from_name);
    let mut found = empty(pick, &value(view, at, &taking).unwrap_or_default());
    found.strict = true;
    found.places.push(PickPlace::whole(at, taking));
    found
}

/// What picking an element means whose text is empty or less informative than an attribute; `None`
/// for its text.
fn usual(view: &View<'_>, at: NodeNumber, field: &str) -> Option<&'static str> {
    let element = view.element(at)?;
    let has = |name: &str| element.attr(name).is_some_and(|v| !v.trim().is_empty());
    match element.value().name() {
        // A lazily loaded picture has a placeholder, or nothing, in `src`.
        "img" => ["data-src", "data-original", "src"]
            .into_iter()
            .find(|name| has(name)),
        "time"
            if field == DefaultColumn::Date.token()
                && element.attr("datetime").is_some_and(picked_dates::is_one) =>
        {
            Some("datetime")
        }
        "meta" if has("content") => Some("content"),
        _ => None,
    }
}

/// A part of the text of the element at `at`.
fn part_of(
    view: &View<'_>,
    pick: &Pick,
    at: NodeNumber,
    text: &str,
) -> Result<LocatedPick, LearnError> {
    let mut found = empty(pick, text);
    let inside = |place: &PickPlace| view.contains(at, place.at);
    found.places = exactly(view, &found.value);
    found.places.extend(containing(view, &found.value));
    found.places.retain(inside);
    if view.text(at).contains(&found.value) {
        let whole = view.text(at) == found.value;
        let place = PickPlace {
            part: !whole,
            ..PickPlace::whole(at, Taking::Text)
        };
        if !found.places.contains(&place) {
            found.places.insert(0, place);
        }
    }
    found.places.truncate(MAX_PLACES);
    if found.value.is_empty() || found.places.is_empty() {
        return Err(missing(pick, text));
    }
    Ok(found)
}

fn empty(pick: &Pick, text: &str) -> LocatedPick {
    LocatedPick {
        page: pick.page,
        field: pick.field.clone(),
        negative: pick.negative,
        value: collapse(text),
        day: None,
        strict: false,
        near: false,
        places: Vec::new(),
    }
}

fn by_text(
    view: &View<'_>,
    pick: &Pick,
    text: &str,
    is_hidden: IsHidden,
) -> Result<LocatedPick, LearnError> {
    let text: String = text.chars().take(MAX_PICK_CHARS).collect();
    let mut found = empty(pick, &text);
    if found.value.is_empty() {
        return Err(missing(pick, &text));
    }
    found.places = exactly(view, &found.value);
    let typed = found.value.clone();
    if found.places.is_empty() && text.contains(['&', '<']) {
        let read = Page::parse(&text, view.page.url());
        found.value = collapse(&visible_text(&read));
        found.places = exactly(view, &found.value);
    }
    if found.places.is_empty() {
        found.places = spelled(view, &found.value);
    }
    let words = similar_text::words(&found.value).len();
    if words >= LONG_WORDS && !found.places.is_empty() && !found.places.iter().any(in_sight(view)) {
        // Only in the page's metadata: the text itself differs slightly.
        let alike = similar_text::places(view, &found.value);
        found.near = !alike.is_empty();
        found.places.extend(alike);
    }
    let declared = !found.places.iter().any(|place| !is_in_head(view, place.at));
    if declared && words < LONG_WORDS * 2 {
        by_day(view, &mut found);
    }
    if found.places.is_empty() && words >= LONG_WORDS {
        found.places = similar_text::places(view, &found.value);
        if found.places.is_empty() && typed != found.value {
            // A page that shows its own markup as text.
            found.places = similar_text::places(view, &typed);
            found.value = typed;
        }
        found.near = !found.places.is_empty();
    }
    if found.places.is_empty() {
        found.places = containing(view, &found.value);
    }
    if let Some(take) = &pick.take {
        let taking = Taking::from_name(take);
        found.places.retain(|place| place.taking == taking);
    }
    found.places.truncate(MAX_PLACES);
    // A value only in a script has no place, but an expression may find it.
    if found.places.is_empty()
        && (pick.take.is_some() || !is_hidden(view.page.source(), &found.value))
    {
        return Err(missing(pick, &text));
    }
    Ok(found)
}

/// Whether a place is visible text.
fn in_sight<'v>(view: &'v View<'_>) -> impl Fn(&PickPlace) -> bool + 'v {
    |place| place.taking == Taking::Text && !is_in_head(view, place.at)
}

/// Whether a node is metadata of the page, and no part of what it shows.
pub(super) fn is_in_head(view: &View<'_>, at: NodeNumber) -> bool {
    let mut around = std::iter::once(at).chain(view.ancestors(at));
    around.any(|at| view.tag(at) == "head")
}

/// Adds the places of the same day in other forms, if the page shows one: what it only declares may
/// be the date of the first of several records.
fn by_day(view: &View<'_>, found: &mut LocatedPick) {
    let Some(day) = picked_dates::read(&found.value) else {
        return;
    };
    let mut places = picked_dates::places(view, &day);
    let shown = places.iter().any(|place| !is_in_head(view, place.at));
    if places.is_empty() || !shown && !found.places.is_empty() {
        return;
    }
    for place in found.places.drain(..) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    found.places = places;
    found.day = Some(day);
}

/// Elements, texts and attributes that equal the text.
fn exactly(view: &View<'_>, text: &str) -> Vec<PickPlace> {
    let mut places: Vec<PickPlace> = view
        .all()
        .filter(|at| view.text_len(*at) >= text.len() && view.text(*at) == text)
        .map(|at| PickPlace::whole(at, Taking::Text))
        .collect();
    places.extend(attributes(view, |name, value| {
        let joined = || view.page.join(value.trim());
        if matches!(name, "href" | "src") && joined().is_some_and(|url| url.as_str() == text) {
            return Some(Taking::Url);
        }
        (collapse(value) == text).then(|| Taking::Attribute(name.to_owned()))
    }));
    places
}

/// Texts that differ only in case, punctuation or spacing.
fn spelled(view: &View<'_>, text: &str) -> Vec<PickPlace> {
    let wanted = letters(text);
    if wanted.is_empty() {
        return Vec::new();
    }
    let fits = |at: &NodeNumber| {
        let length = view.text_len(*at);
        length >= wanted.len() && length <= 2 * text.len() + 16 && letters(view.text(*at)) == wanted
    };
    let found = view.all().filter(fits);
    found.map(|at| PickPlace::whole(at, Taking::Text)).collect()
}

/// Letters and digits in lower case.
pub(super) fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The smallest nodes that hold the text among other text.
fn containing(view: &View<'_>, text: &str) -> Vec<PickPlace> {
    let part = |at, taking| PickPlace {
        at,
        taking,
        part: true,
    };
    let mut places = Vec::new();
    let mut nodes = view.all();
    for (start, _) in view.whole().match_indices(text).take(MAX_PLACES) {
        let end = start + text.len();
        // Texts come in document order, so the search continues from the last position.
        let holder = nodes.clone().find(|at| {
            let (from, to) = view.range(*at);
            view.index(*at).is_none() && to > start && from <= start
        });
        let Some(holder) = holder else { continue };
        nodes = holder..nodes.end;
        let around = std::iter::once(holder).chain(view.ancestors(holder));
        let fits = around.take(6).find(|at| view.range(*at).1 >= end);
        if let Some(at) = fits {
            places.push(part(at, Taking::Text));
            if view.index(at).is_none()
                && let Some(parent) = view.parent(at)
            {
                places.push(part(parent, Taking::Text));
            }
        }
    }
    let mut inside = attributes(view, |name, value| {
        let told = matches!(name, "content" | "title" | "alt" | "value" | "datetime");
        (told && collapse(value).contains(text)).then(|| Taking::Attribute(name.to_owned()))
    });
    inside.iter_mut().for_each(|place| place.part = true);
    places.extend(inside);
    places
}

/// The attributes of the page's elements for which `taken` returns a value.
pub(super) fn attributes(
    view: &View<'_>,
    taken: impl Fn(&str, &str) -> Option<Taking>,
) -> Vec<PickPlace> {
    let mut places = Vec::new();
    for at in view.all() {
        let Some(element) = view.element(at) else {
            continue;
        };
        for (name, value) in element.value().attrs() {
            let plain = !matches!(name, "class" | "id" | "style" | "for" | "name")
                && !name.starts_with("on");
            if plain && let Some(taking) = taken(name, value) {
                places.push(PickPlace::whole(at, taking));
            }
        }
    }
    places
}
