//! Which record it is: the values of its key fields, so that a row that moves on its page is the
//! same one. Input: a record and the terms of its site. Output: its key, and the fragment by which
//! its address tells it from the others of its page.

use url::Url;

use super::reading_comparison::plain;
use crate::model::{DefaultColumn, FETCHED_URL, Record, WatchTerms};

/// Names a key field that is the record's own address.
pub const LINK: &str = "link";
/// Begins the fragment of a record that is only told by its place on the page.
pub const BY_PLACE: &str = "record-";
/// Stands between the values of a key, and before the number of a repeated one.
const BETWEEN: char = '\u{1f}';
/// The maximum length of a key's value, in characters.
const MAX_VALUE: usize = 300;
/// Fields that usually identify a record, best first; compared in lower case.
const USUAL: [&str; 42] = [
    "id",
    "uid",
    "uuid",
    "sku",
    "isbn",
    "issn",
    "ean",
    "gtin",
    "asin",
    "doi",
    "code",
    "symbol",
    "ticker",
    "number",
    "no",
    "nr",
    "ref",
    "reference",
    "编号",
    "代码",
    "代號",
    "货号",
    "型号",
    "证券代码",
    "股票代码",
    "商品编号",
    "单号",
    "name",
    "title",
    "product",
    "item",
    "article",
    "model",
    "company",
    "名称",
    "品名",
    "标题",
    "商品",
    "产品",
    "项目",
    "公司",
    "姓名",
];

/// Which of the fields of records without a link of their own says which record it is: one whose
/// name says so; `None` if no name does.
pub fn usual_key<'n>(names: &[&'n str]) -> Option<&'n str> {
    USUAL.iter().find_map(|usual| {
        let mut names = names.iter().copied();
        names.find(|name| name.trim().to_lowercase() == *usual)
    })
}

/// The value of a record's field, as a key has it: without regard to white space.
fn value_of(record: &Record, name: &str) -> String {
    let value = match DefaultColumn::from_token(name) {
        _ if name == LINK => without_place(&record.url).to_owned(),
        Some(column) => record.column(column).to_owned(),
        None => {
            let found = record.fields.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.joined()).unwrap_or_default()
        }
    };
    plain(&value).chars().take(MAX_VALUE).collect()
}

/// An address without a fragment that only tells a place on the page.
fn without_place(url: &str) -> &str {
    match url.split_once('#') {
        Some((page, fragment)) if fragment.starts_with(BY_PLACE) => page,
        _ => url,
    }
}

/// The values of the fields `key`; `None` if all are blank.
fn values_of(record: &Record, key: &[String]) -> Option<Vec<String>> {
    let values: Vec<String> = key.iter().map(|name| value_of(record, name)).collect();
    let any = values.iter().any(|value| !value.is_empty());
    any.then_some(values)
}

/// The fragment of a record's address by its key: `name=value`, joined by `&`; `None` without one.
pub fn key_fragment(record: &Record, key: &[String]) -> Option<String> {
    let values = values_of(record, key)?;
    let pairs = key.iter().zip(values);
    let pairs: Vec<String> = pairs
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    Some(pairs.join("&"))
}

/// The key of a record under these terms; `None` if its address says which record it is.
///
/// Fields that nobody named only identify records whose address does not: those told by their place
/// on the page, as all were before there were keys, or by this very key.
pub fn record_key(terms: &WatchTerms, record: &Record) -> Option<String> {
    let values = values_of(record, &terms.key)?;
    if !terms.named && !is_named_so(record, &terms.key) && !is_named_by_link(record, terms) {
        return None;
    }
    Some(values.join(&BETWEEN.to_string()))
}

/// Whether the address of a record is one by its place, or by the fields `key`.
fn is_named_so(record: &Record, key: &[String]) -> bool {
    let Some((_, fragment)) = record.url.split_once('#') else {
        return false;
    };
    let first = key.first().map_or("", String::as_str);
    if fragment.starts_with(BY_PLACE) || fragment.starts_with(&format!("{first}=")) {
        return true;
    }
    // A name in another script is written in percent signs.
    let mut url = Url::parse("http://localhost/").ok();
    if let Some(url) = &mut url {
        url.set_fragment(Some(&format!("{first}=")));
    }
    let encoded = url.as_ref().and_then(Url::fragment);
    encoded.is_some_and(|encoded| fragment.starts_with(encoded))
}

/// Whether the address of a record is that of its own page.
fn is_named_by_link(record: &Record, terms: &WatchTerms) -> bool {
    let Some(link) = terms.link.as_deref() else {
        return false;
    };
    let field = |name: &str| record.fields.iter().find(|(known, _)| known == name);
    let Some(link) = field(link).and_then(|(_, value)| own_link(&value.joined())) else {
        return false;
    };
    let fetched = field(FETCHED_URL).map(|(_, value)| value.joined());
    record.url == link.as_str() || fetched.as_deref() == Some(link.as_str())
}

/// The address that a field says, if it is one of the web.
pub fn own_link(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// The keys of the records of one page, in their order. A key that is repeated on it gets its
/// number among its likes; the second value says whether any is.
pub fn page_keys<'r>(
    terms: &WatchTerms,
    records: impl Iterator<Item = &'r Record>,
) -> (Vec<Option<String>>, bool) {
    let mut times = std::collections::HashMap::<String, usize>::new();
    let mut repeated = false;
    let keys = records.map(|record| {
        let key = record_key(terms, record)?;
        let before = times.entry(key.clone()).or_default();
        *before += 1;
        repeated |= *before > 1;
        Some(numbered_key(key, *before))
    });
    let keys = keys.collect();
    (keys, repeated)
}

/// A key with its number among its likes; the first has none.
pub fn numbered_key(key: String, number: usize) -> String {
    match number {
        0 | 1 => key,
        number => format!("{key}{BETWEEN}{number}"),
    }
}

/// A key as people read it.
pub fn shown_key(key: &str) -> String {
    key.replace(BETWEEN, " · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    fn row(url: &str, name: &str, price: &str) -> Record {
        Record {
            url: url.to_owned(),
            fields: vec![
                ("name".to_owned(), Value::One(name.to_owned())),
                ("price".to_owned(), Value::One(price.to_owned())),
            ],
            ..Record::default()
        }
    }

    fn terms(key: &[&str], named: bool) -> WatchTerms {
        WatchTerms {
            key: key.iter().map(|name| (*name).to_owned()).collect(),
            named,
            ..WatchTerms::default()
        }
    }

    #[test]
    fn a_row_is_known_wherever_it_stands() {
        let named = terms(&["name"], true);
        let one = row("http://h/#record-1", "Wheat  flour", "3");
        let moved = row("http://h/#record-7", " Wheat\nflour ", "4");
        assert_eq!(record_key(&named, &one), record_key(&named, &moved));
        assert_eq!(
            key_fragment(&one, &named.key).as_deref(),
            Some("name=Wheat flour")
        );
        assert_eq!(record_key(&named, &row("http://h/", " ", "3")), None);
        let both = terms(&["name", "price"], true);
        assert_ne!(record_key(&both, &one), record_key(&both, &moved));
    }

    #[test]
    fn a_field_that_nobody_named_identifies_only_what_has_no_address() {
        let usual = terms(&["name"], false);
        assert!(record_key(&usual, &row("http://h/#record-2", "Rye", "1")).is_some());
        assert!(record_key(&usual, &row("http://h/#name=Rye", "Rye", "1")).is_some());
        assert_eq!(record_key(&usual, &row("http://h/#p77", "Rye", "1")), None);
        assert_eq!(record_key(&usual, &row("http://h/rye", "Rye", "1")), None);
        let chinese = terms(&["名称"], false);
        let mut rye = row("http://h/#%E5%90%8D%E7%A7%B0=x", "x", "1");
        rye.fields
            .push(("名称".to_owned(), Value::One("x".to_owned())));
        assert!(record_key(&chinese, &rye).is_some());
    }

    #[test]
    fn repeated_keys_are_numbered() {
        let named = terms(&["name"], true);
        let rows = [
            row("a", "Rye", "1"),
            row("b", "Oats", "2"),
            row("c", "Rye", "3"),
        ];
        let (keys, repeated) = page_keys(&named, rows.iter());
        assert!(repeated);
        assert_ne!(keys[0], keys[2]);
        assert!(keys[2].as_ref().is_some_and(|key| key.starts_with("Rye")));
        assert!(!page_keys(&named, rows[..2].iter()).1);
    }

    #[test]
    fn the_usual_names_are_known_in_both_languages() {
        let found = |names: &[&'static str]| usual_key(names);
        assert_eq!(found(&["Price", "Name", "SKU"]), Some("SKU"));
        assert_eq!(found(&["价格", "名称"]), Some("名称"));
        assert_eq!(found(&["price", "stock"]), None);
    }
}
