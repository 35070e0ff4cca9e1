//! The checker for `next`, in its three forms: a link, `"auto"`, and numbered pages.

use toml::de::DeValue;

use super::reader::{Faults, Section, SpannedValue, hint, text};
use super::select::{FALLBACKS, Role, compile, read_selector};
use crate::messages::Message;
use crate::rules::NextRule;
use crate::rules::evaluate::compiled::{Finder, MatchTake, Next, NextPageMethod, Numbered, What};
use crate::select::{SelectorKind, Take};

/// The maximum number of pages a rule may request.
const MAX_PAGES: u32 = 1_000_000;
/// The maximum page number (some sites count items, not pages).
const LARGEST_NUMBER: u32 = 1_000_000_000;
/// The placeholder of the page number.
const NUMBER: &str = "{n}";

/// Every key of a `next` table.
const KEYS: [&str; 17] = [
    "css",
    "xpath",
    "regex",
    "jsonpath",
    "take",
    "on",
    "group",
    FALLBACKS,
    "auto",
    "pages",
    "from",
    "to",
    "step",
    "cursor",
    "put",
    "older",
    "max_pages",
];
/// Keys that apply to interfaces only.
const FOR_INTERFACES: [&str; 3] = ["cursor", "put", "older"];
/// The placeholder of a cursor.
const CURSOR: &str = "{cursor}";
/// The placeholder of a key.
pub(crate) const ID: &str = "{id}";

/// The way to further pages.
pub(crate) fn read_next(
    faults: &mut Faults<'_>,
    title: &str,
    node: SpannedValue<'_, '_>,
) -> Option<(NextRule, Next)> {
    if let DeValue::String(_) = node.get_ref() {
        return read_word(faults, node);
    }
    let section = Section::open(faults, title, node, &KEYS)?;
    let max_pages = section.number(faults, "max_pages", 1..=MAX_PAGES);
    let auto = section.flag(faults, "auto").unwrap_or(false);
    let has = |key: &str| section.node(key).is_some();
    let found_by_selector = Role::Next.kinds().iter().any(|way| has(way));
    let ways = [
        found_by_selector,
        auto,
        has("pages"),
        has("cursor"),
        has("older"),
    ];
    if ways.into_iter().filter(|way| *way).count() > 1 {
        let message = Message::new("rules-next-two").with("part", title);
        faults.add(section.start(), message);
        return None;
    }
    if !found_by_selector && has(FALLBACKS) {
        let message = Message::new("rules-next-fallbacks").with("part", title);
        faults.add(section.key_start(FALLBACKS), message);
    }
    if !has("pages") {
        for key in ["from", "to", "step"].into_iter().filter(|key| has(key)) {
            let message = Message::new("rules-next-pages-only").with("key", key);
            faults.add(section.key_start(key), message);
        }
    }
    if !title.starts_with("[api]") {
        for key in FOR_INTERFACES.into_iter().filter(|key| has(key)) {
            let message = Message::new("rules-next-api-only").with("key", key);
            faults.add(section.key_start(key), message);
        }
    }
    let (file, way) = if has("cursor") {
        read_cursor(faults, &section)?
    } else if has("older") {
        let older = read_parameter(faults, &section, "older", ID)?;
        let file = NextRule {
            older: Some(older.clone()),
            ..NextRule::default()
        };
        (file, NextPageMethod::Older(older))
    } else if auto {
        (NextRule::auto(), NextPageMethod::Auto)
    } else if has("pages") {
        let (file, numbered) = read_numbered(faults, &section)?;
        (file, NextPageMethod::Numbered(numbered))
    } else {
        let (alternative, finder) = read_selector(faults, &section, Role::Next)?;
        (
            NextRule::found_by(alternative, None),
            NextPageMethod::Link(finder),
        )
    };
    Some((NextRule { max_pages, ..file }, Next { way }))
}

/// `next = { cursor = "$.next", put = "cursor={cursor}" }`
fn read_cursor(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> Option<(NextRule, NextPageMethod)> {
    let cursor = section.required_text(faults, "cursor")?;
    let path = compile(faults, SelectorKind::JsonPath, &cursor);
    let put = read_parameter(faults, section, "put", CURSOR)?;
    let finder = Finder {
        what: What::Json(path?),
        taking: MatchTake::Plain(Take::Text),
        fallbacks: Vec::new(),
    };
    let file = NextRule {
        cursor: Some(cursor.value),
        put: Some(put.clone()),
        ..NextRule::default()
    };
    Some((file, NextPageMethod::Cursor(finder, put)))
}

/// A parameter such as `max_id={id}`.
pub(crate) fn read_parameter(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
    hole: &str,
) -> Option<String> {
    let text = section.required_text(faults, key)?;
    let pair = text.value.trim_start_matches(['?', '&']);
    let fits = pair.matches(hole).count() == 1 && pair.contains('=') && !pair.starts_with('=');
    if !fits || pair.contains(['#', ' ']) {
        let message = Message::new("rules-parameter")
            .with("key", key)
            .with("hole", hole);
        faults.add(text.span.start, message);
        return None;
    }
    Some(text.value)
}

/// `next = "auto"`
fn read_word(faults: &mut Faults<'_>, node: SpannedValue<'_, '_>) -> Option<(NextRule, Next)> {
    let word = text(faults, "next", node)?;
    if word.value != "auto" {
        let message = Message::new("rules-next-word")
            .with("word", word.value.as_str())
            .with("hint", hint(&word.value, &["auto"]));
        faults.add(word.span.start, message);
        return None;
    }
    let next = Next {
        way: NextPageMethod::Auto,
    };
    Some((NextRule::auto(), next))
}

fn read_numbered(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> Option<(NextRule, Numbered)> {
    let pages = section.required_text(faults, "pages")?;
    let from = section.number(faults, "from", 0..=LARGEST_NUMBER);
    let to = section.number(faults, "to", 0..=LARGEST_NUMBER);
    let step = section.number(faults, "step", 1..=LARGEST_NUMBER);
    let Some((before, after)) = pages.value.split_once(NUMBER) else {
        faults.add(pages.span.start, Message::new("rules-next-number"));
        return None;
    };
    if after.contains(NUMBER) {
        faults.add(pages.span.start, Message::new("rules-next-number"));
        return None;
    }
    let first = from.unwrap_or(2);
    if let Some(to) = to.filter(|to| *to < first) {
        let message = Message::new("rules-next-order")
            .with("from", first)
            .with("to", to);
        faults.add(section.key_start("to"), message);
    }
    let numbered = Numbered {
        before: before.to_owned(),
        after: after.to_owned(),
        from: first,
        to,
        step: step.unwrap_or(1),
    };
    let file = NextRule {
        pages: Some(pages.value),
        from,
        to,
        step,
        ..NextRule::default()
    };
    Some((file, numbered))
}
