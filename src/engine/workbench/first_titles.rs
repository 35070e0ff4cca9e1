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
    let titles: Vec<String> = titles.take(FIRST_TITLES).collect();
    if !is_one_for_all(&titles) {
        return (read.count, titles);
    }
    // All have the title of the page: what they are is in their other values.
    let values = |row: &super::ReadRow| {
        let cells = read.columns.iter().zip(&row.cells);
        let (mut seen, mut text) = (Vec::new(), None);
        for (name, cell) in cells {
            let value = cell.value.as_ref().map(Value::joined);
            match (name.as_str(), value) {
                ("title", _) | (_, None) => {}
                // The text of a row is its other values again.
                ("text", value) => text = value,
                (_, Some(value)) if seen.contains(&value) => {}
                (_, Some(value)) => seen.push(value),
            }
        }
        match (seen.is_empty(), text) {
            (true, Some(text)) => short(&text),
            _ => short(&seen.join(" · ")),
        }
    };
    let rows: Vec<String> = read.rows.iter().take(FIRST_TITLES).map(values).collect();
    match is_one_for_all(&rows) {
        true => (read.count, titles),
        false => (read.count, rows),
    }
}

/// Whether several titles are the same.
fn is_one_for_all(titles: &[String]) -> bool {
    let first = titles.first();
    titles.len() > 1 && titles.iter().all(|title| Some(title) == first)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_the_title_of_their_page_are_told_by_their_values() {
        let rule = "[site]\nname = 'Market'\nkind = 'pages'\nstart = ['https://a.example/']\n\
                    [record]\nitem = { css = 'tr' }\n\
                    [[field]]\nname = 'title'\nselect = [{ constant = 'Market prices' }]\n\
                    [[field]]\nname = 'goods'\nselect = [{ css = 'td' }]\n\
                    [[field]]\nname = 'price'\nselect = [{ css = 'td + td' }]\n\
                    [content]\ngeneric = false\n";
        let html =
            "<title>Market prices</title><table><tr><td>Oats<td>1.90<tr><td>Rye<td>2.80</table>";
        let url = url::Url::parse("https://a.example/").expect("an address");
        let page = Page::parse(html, &url);
        let now = "2026-01-05T10:00:00Z".parse().expect("a time");
        let (count, titles) = first_titles(rule, PageRole::Article, &page, now);
        assert_eq!(count, 2);
        assert_eq!(titles, ["Oats · 1.90", "Rye · 2.80"]);
    }
}
