//! Applies a rule to a document for programs, such as an API answer, a feed or a sitemap: one row
//! per item. Input: a checked rule and the document. Output: rows without places, because
//! nothing of it is drawn.

use jiff::Timestamp;
use url::Url;

use crate::protocol::authoring::{CellSource, PageReading, PageRole, ReadCell, ReadRow};
use bowerbird_logic::page::{Page, without_fragment};
use bowerbird_logic::rules::{ListItem, Rule};

/// Reads `page` if the rule reads documents and this is one; `None` for every other page, such as
/// an article behind a feed.
pub(super) fn read(
    rule: &Rule,
    page: &Page,
    most_rows: usize,
    now: Timestamp,
) -> Option<PageReading> {
    if !rule.reads_documents() {
        return None;
    }
    let list = rule.list_page(page, now);
    if list.items.is_empty() && !list.is_document {
        return None;
    }
    let mut columns: Vec<String> = Vec::new();
    for (name, _) in list.items.iter().flat_map(|item| &item.fields) {
        if !columns.contains(name) {
            columns.push(name.clone());
        }
    }
    let here = without_fragment(page.url());
    Some(PageReading {
        role: PageRole::List,
        count: list.items.len(),
        next: list.next.map(String::from),
        rows: list
            .items
            .iter()
            .take(most_rows)
            .map(|item| row(item, &columns, &here))
            .collect(),
        columns,
        ..PageReading::default()
    })
}

fn row(item: &ListItem, columns: &[String], here: &Url) -> ReadRow {
    let cell = |name: &String| {
        let found = item.fields.iter().find(|(known, _)| known == name);
        let Some((_, value)) = found else {
            return ReadCell::default();
        };
        ReadCell {
            value: Some(value.clone()),
            source: match item.provenance.get(name) {
                Some(number) => CellSource::Alternative(*number),
                // Feeds and sitemaps label their parts themselves.
                None => CellSource::Generic,
            },
            ..ReadCell::default()
        }
    };
    ReadRow {
        // An item without its own page has an address made of the document's and its key.
        link: (without_fragment(&item.url) != *here).then(|| item.url.to_string()),
        cells: columns.iter().map(cell).collect(),
        ..ReadRow::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_page;
    use super::*;
    use bowerbird_logic::model::Value;

    const RULE: &str = r#"
[site]
name = "Desk"
kind = "api"
start = ["http://desk.example/find?q=woad"]

[api]
item = { jsonpath = "$.items[*]" }
link = { jsonpath = "$.url" }
body = '{"q": "{q}"}'

[[api.field]]
name = "title"
select = [ { jsonpath = "$.title" } ]
"#;

    fn reading(body: &str) -> PageReading {
        let url = Url::parse("http://desk.example/find?q=woad").unwrap();
        let page = Page::parse(body, &url);
        read_page(RULE, PageRole::Article, &page, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn an_answer_in_json_is_shown_item_by_item() {
        let read = reading(r#"{"items":[{"title":"One","url":"/1"},{"title":"Two","url":"/2"}]}"#);
        assert_eq!((read.role, read.count), (PageRole::List, 2));
        assert_eq!(read.columns, ["title"]);
        assert_eq!(read.rows[1].link.as_deref(), Some("http://desk.example/2"));
        assert_eq!(
            read.rows[0].cells[0].value,
            Some(Value::One("One".to_owned()))
        );
    }

    #[test]
    fn a_page_behind_it_is_read_as_a_page() {
        let read = reading("<h1>One</h1><p>Dyers grew it for a thousand years in the valley.</p>");
        assert_eq!(read.role, PageRole::Article);
        assert_eq!(read.count, 1);
    }
}
