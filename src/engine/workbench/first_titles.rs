//! The first titles that a rule finds on a page, and how many entries. Input: a rule and a page.
//! Output: a number and titles.

use jiff::Timestamp;

use super::PageRole;
use super::reading::read_with;
use bowerbird_logic::model::Value;
use bowerbird_logic::page::{Page, collapse, inner_text};
use bowerbird_logic::rules::{Rule, parse};

/// The number of titles shown of a choice.
pub(super) const FIRST_TITLES: usize = 3;
/// Longest title shown, in characters.
const MAX_TITLE_CHARS: usize = 120;

/// How many entries a rule finds on the page, and the titles of the first ones.
pub(super) fn first_titles(
    rule_toml: &str,
    role: PageRole,
    page: &Page,
    now: Timestamp,
) -> (usize, Vec<String>) {
    let Ok(rule) = parse(rule_toml) else {
        return (0, Vec::new());
    };
    if role == PageRole::List && !rule.reads_documents() {
        return titles_of_list(&rule, page, now);
    }
    let read = read_with(&rule, role, page, now);
    let at = ["title", "author", "text"]
        .iter()
        .find_map(|name| read.columns.iter().position(|column| column == name));
    let title = |row: &super::ReadRow| {
        let cell = at.and_then(|at| row.cells.get(at));
        let value = cell.and_then(|cell| cell.value.as_ref().map(Value::joined));
        value.or_else(|| row.link.clone())
    };
    let titles = read.rows.iter().filter_map(title).map(|text| short(&text));
    (read.count, titles.take(FIRST_TITLES).collect())
}

fn titles_of_list(rule: &Rule, page: &Page, now: Timestamp) -> (usize, Vec<String>) {
    let found = rule.locate_list(page, now);
    let titles = found.rows.iter().filter_map(|row| {
        let named = row.cells.iter().find(|(name, _)| name == "title");
        let named = named.and_then(|(_, cell)| cell.value.as_ref().map(Value::joined));
        let linked = || row.link_element.map(|link| inner_text(page, link));
        let text = named.or_else(linked).map(|text| short(&text));
        let text = text.filter(|text| !text.is_empty());
        text.or_else(|| row.link.as_ref().map(ToString::to_string))
    });
    let titles = titles.take(FIRST_TITLES).collect();
    (found.rows.len(), titles)
}

fn short(text: &str) -> String {
    collapse(text).chars().take(MAX_TITLE_CHARS).collect()
}
