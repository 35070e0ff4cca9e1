//! What an EasySpider task does on a page before it reads it, as steps of a rule: clicks, words typed
//! into a search, choices, scrolling, waiting. Input: nodes. Output: steps, or a note and a comment
//! about what is left out. A text that may be a password is never taken.

use super::nodes::EasySpiderNode;
use crate::authoring::import::draft::Draft;
use crate::authoring::import::json::JsonNode;
use crate::authoring::import::xpath_css::css_of_xpath;
use crate::messages::Message;
use crate::rules::{ENTER_KEY, PageStep, StepKind, StepPages};

/// What stands for the key at the end of a typed text.
const ENTER: &str = "<enter>";
/// How often a button for more is pressed if the task doesn't say.
const USUAL_CLICKS: u32 = 100;
/// How often a step of the source is repeated at most.
const MAX_REPEAT: u64 = 1_000;
/// Seconds from which a wait is more than what every page gets.
const LONG_WAIT: u64 = 5;
/// The longest wait in seconds.
const MAX_WAIT: u64 = 60;
/// Words in the paths of a field whose text is a secret.
const SECRET_FIELDS: [&str; 9] = [
    "passw", "pass'", "pass\"", "pwd", "密码", "token", "otp", "secret", "captcha",
];
/// Words in the path of a field for a search.
const SEARCH_FIELDS: [&str; 10] = [
    "search", "query", "keyword", "'q'", "\"q\"", "'kw'", "\"kw\"", "'wd'", "\"wd\"", "搜索",
];
/// Elements that scripts listen to, and that lead nowhere by themselves.
const BUTTONS: [&str; 8] = ["button", "span", "div", "li", "i", "input", "svg", "em"];

/// A click on an element of the page.
pub(super) fn click(draft: &mut Draft, at: &JsonNode<'_>, on: StepPages) {
    let Some(css) = element(draft, at) else {
        return;
    };
    let step = PageStep {
        kind: StepKind::Click,
        css: Some(css),
        on,
        ..PageStep::default()
    };
    draft.step(&at.place_of("xpath"), "xpath", step);
    wait(draft, at, on);
}

/// A text typed into a field: one of `values` in a loop over texts, else that of a search.
pub(super) fn input(
    draft: &mut Draft,
    node: &EasySpiderNode<'_>,
    values: Option<&[String]>,
    on: StepPages,
) {
    let at = &node.settings;
    let place = at.place_of("value");
    let path = at.text("xpath").unwrap_or_default().to_lowercase();
    let is_search = SEARCH_FIELDS.iter().any(|word| path.contains(word));
    let looped = values.filter(|_| at.flag("useLoop"));
    let typed = at.word("value").unwrap_or_default();
    if is_secret(at) || (looped.is_none() && !is_search) {
        draft.left_out(&place, Message::new("import-input").with("what", "value"));
        return;
    }
    let Some(css) = element(draft, at) else {
        return;
    };
    let sends = |text: &str| text.to_lowercase().trim_end().ends_with(ENTER);
    let bare = |text: &str| match sends(text) {
        true => {
            let text = text.trim_end();
            let end = text.len().saturating_sub(ENTER.len());
            text.get(..end).unwrap_or_default().to_owned()
        }
        false => text.to_owned(),
    };
    let enters = sends(&typed) || looped.is_some_and(|all| all.iter().any(|text| sends(text)));
    let step = PageStep {
        kind: StepKind::Type,
        css: Some(css),
        text: looped.is_none().then(|| bare(&typed)),
        values: looped
            .unwrap_or_default()
            .iter()
            .map(|text| bare(text))
            .collect(),
        on,
        ..PageStep::default()
    };
    let is_empty = step.values.is_empty() && step.text.as_deref().unwrap_or_default().is_empty();
    if is_empty {
        draft.left_out(&place, Message::new("import-empty").with("what", "value"));
        return;
    }
    if draft.step(&place, "value", step) && enters {
        let press = PageStep {
            kind: StepKind::Press,
            key: Some(ENTER_KEY.to_owned()),
            on,
            ..PageStep::default()
        };
        draft.step(&place, ENTER, press);
    }
    wait(draft, at, on);
}

/// An option chosen from a list, by its value or its text; other ways are left out.
pub(super) fn choose(draft: &mut Draft, at: &JsonNode<'_>, on: StepPages) {
    let place = at.place_of("optionValue");
    let by_name = matches!(at.number("optionMode"), Some(2 | 3));
    let option = at
        .word("optionValue")
        .filter(|text| !text.trim().is_empty());
    let (Some(option), true) = (option, by_name) else {
        draft.left_out(&at.place(), Message::new("import-browser-step"));
        return;
    };
    let Some(css) = element(draft, at) else {
        return;
    };
    let step = PageStep {
        kind: StepKind::Choose,
        css: Some(css),
        text: Some(option),
        on,
        ..PageStep::default()
    };
    draft.step(&place, "optionValue", step);
}

/// Scrolling after a page is opened, or in each round of a loop.
pub(super) fn scroll(draft: &mut Draft, at: &JsonNode<'_>, on: StepPages) {
    let count = at.number("scrollCount").filter(|count| *count > 0);
    let (Some(1 | 2), Some(count)) = (at.number("scrollType"), count) else {
        return;
    };
    let step = PageStep {
        kind: StepKind::Scroll,
        repeat: u32::try_from(count.min(MAX_REPEAT)).ok(),
        on,
        ..PageStep::default()
    };
    draft.step(&at.place_of("scrollCount"), "scrollCount", step);
}

/// A loop over one element without an address of its own: a button for more. False if it is a link,
/// or nothing that a browser finds.
pub(super) fn click_for_more(draft: &mut Draft, at: &JsonNode<'_>, on: StepPages) -> bool {
    let path = at.text("xpath").unwrap_or_default();
    let last = path
        .trim_end_matches(")[1]")
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let name = last.split('[').next().unwrap_or_default();
    if !BUTTONS.contains(&name) || path.contains("/a[") || path.contains("/a/") {
        return false;
    }
    let Some(css) = css_of_xpath(path) else {
        return false;
    };
    let most = at.number("exitCount").filter(|most| *most > 0);
    let most = most.and_then(|most| u32::try_from(most.min(MAX_REPEAT)).ok());
    let step = PageStep {
        kind: StepKind::Click,
        css: Some(css),
        repeat: Some(most.unwrap_or(USUAL_CLICKS)),
        optional: true,
        on,
        ..PageStep::default()
    };
    let place = at.place_of("xpath");
    draft.changed(
        &place,
        Message::new("import-click-more").with("what", "xpath"),
    );
    draft.step(&place, "xpath", step)
}

/// All paths to the element of a node, its own first.
fn paths<'a>(at: &JsonNode<'a>) -> Vec<&'a str> {
    let own = at.text("xpath").unwrap_or_default();
    let others = at.texts("allXPaths");
    let others = others.into_iter().map(|(_, path)| path);
    std::iter::once(own).chain(others).collect()
}

/// Whether what is typed into the element of a node may be a secret, by any of its paths.
fn is_secret(at: &JsonNode<'_>) -> bool {
    let paths = paths(at);
    let css = paths.iter().copied().find_map(css_of_xpath);
    let mut all = paths.iter().copied().chain(css.as_deref());
    all.any(|path| {
        let path = path.to_lowercase();
        SECRET_FIELDS.iter().any(|word| path.contains(word))
    })
}

/// The element of a node, as what a browser finds it by; its first path that is simple enough.
fn element(draft: &mut Draft, at: &JsonNode<'_>) -> Option<String> {
    let css = paths(at).into_iter().find_map(css_of_xpath);
    if css.is_none() {
        let message = Message::new("import-step-element").with("what", "xpath");
        draft.left_out(&at.place_of("xpath"), message);
    }
    css
}

/// A long wait after an action; short ones are what every page gets.
fn wait(draft: &mut Draft, at: &JsonNode<'_>, on: StepPages) {
    let Some(seconds) = at.number("wait").filter(|seconds| *seconds >= LONG_WAIT) else {
        return;
    };
    let step = PageStep {
        kind: StepKind::Wait,
        wait: Some(format!("{}s", seconds.min(MAX_WAIT))),
        on,
        ..PageStep::default()
    };
    draft.step(&at.place_of("wait"), "wait", step);
}
