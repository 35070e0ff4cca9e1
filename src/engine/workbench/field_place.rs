//! Where a field of a record stands on its page. Input: the rule, the page, and the record as it was
//! read from it. Output: elements; none where the page does not show the value.

use jiff::Timestamp;

use super::reading::read_with;
use super::views::find_in_page::holding;
use crate::protocol::authoring::{PageReading, PageRole, ReadRow};
use bowerbird_logic::model::{DefaultColumn, Record, Value};
use bowerbird_logic::page::{ElementIndex, Page};
use bowerbird_logic::rules::Rule;

/// The elements of `field` of `record` on `page`: by the rule where it finds the record's row with
/// this value, else the smallest element that shows the value.
pub(crate) fn field_place(
    rule: Option<&Rule>,
    page: &Page,
    (record, field): (&Record, &str),
    now: Timestamp,
) -> Vec<ElementIndex> {
    let value = value_of(record, field);
    if let Some(rule) = rule {
        let roles = match rule.file().record.is_some() {
            true => [PageRole::Records, PageRole::List],
            false => [PageRole::Article, PageRole::List],
        };
        for role in roles {
            let reading = read_with(rule, role, page, now);
            let found = by_rule(&reading, record, field, &value);
            if !found.is_empty() {
                return found;
            }
        }
    }
    holding(page, &value).into_iter().collect()
}

/// The cell of the field in the row that has most of the record's values.
fn by_rule(reading: &PageReading, record: &Record, field: &str, value: &str) -> Vec<ElementIndex> {
    let Some(at) = reading.columns.iter().position(|name| name == field) else {
        return Vec::new();
    };
    let agreement = |row: &ReadRow| {
        let cells = reading.columns.iter().zip(&row.cells);
        let same = cells.filter(|(name, cell)| {
            let read = cell.value.as_ref().map(Value::joined).unwrap_or_default();
            !read.trim().is_empty() && read.trim() == value_of(record, name).trim()
        });
        same.count()
    };
    let with_value = reading.rows.iter().filter(|row| {
        let read = row.cells.get(at).and_then(|cell| cell.value.as_ref());
        read.is_some_and(|read| read.joined().trim() == value.trim())
    });
    let best = with_value.max_by_key(|row| agreement(row));
    let cell = best.and_then(|row| row.cells.get(at));
    cell.map(|cell| cell.elements.clone()).unwrap_or_default()
}

fn value_of(record: &Record, name: &str) -> String {
    match DefaultColumn::from_token(name) {
        Some(column) => record.column(column).to_owned(),
        None => {
            let mut fields = record.fields.iter();
            let found = fields.find(|(known, _)| known == name);
            found.map(|(_, value)| value.joined()).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::rules::parse;
    use url::Url;

    const RULE: &str = r#"
[site]
name = "Prices"
kind = "pages"
start = ["http://a.example/"]
[record]
item = { css = "tr" }
[[field]]
name = "product"
select = [{ css = "td:nth-child(1)" }]
[[field]]
name = "price"
select = [{ css = "td:nth-child(2)" }]
"#;

    #[test]
    fn the_field_is_found_in_the_row_of_its_record() {
        let html = "<table><tr><td>Oats<td>3.20<tr><td>Rye<td>3.20<tr><td>Oats<td>4.00</table>";
        let page = Page::parse(html, &Url::parse("http://a.example/").unwrap());
        let rule = parse(RULE).unwrap();
        let record = |product: &str, price: &str| Record {
            fields: vec![
                ("product".to_owned(), Value::One(product.to_owned())),
                ("price".to_owned(), Value::One(price.to_owned())),
            ],
            ..Record::default()
        };
        let now = Timestamp::UNIX_EPOCH;
        let at =
            |rule: Option<&Rule>, record: &Record| field_place(rule, &page, (record, "price"), now);
        let rye = at(Some(&rule), &record("Rye", "3.20"));
        let oats = at(Some(&rule), &record("Oats", "3.20"));
        assert_eq!((rye.len(), oats.len()), (1, 1));
        assert_ne!(rye, oats);
        assert_ne!(at(Some(&rule), &record("Oats", "4.00")), oats);
        // Without a rule by the value alone; a value that is not there has no place.
        assert_eq!(at(None, &record("Oats", "4.00")).len(), 1);
        assert!(at(Some(&rule), &record("Oats", "9.99")).is_empty());
    }
}
