//! Lists of addresses: one per line, or a column of CSV. Input: text. Output: addresses with
//! the other requested columns, each address once, in order; invalid addresses are counted.

use std::collections::HashSet;

use url::Url;

/// The maximum number of addresses in a list.
const MOST: usize = 1_000_000;
/// What separates columns.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// Usual names of the address column, if none is given.
const USUAL: [&str; 8] = [
    "url", "link", "address", "href", "uri", "网址", "链接", "地址",
];

/// One address of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAddress {
    /// The address.
    pub url: Url,
    /// The other requested columns that are not blank.
    pub fields: Vec<(String, String)>,
}

/// Why a list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// It has no such column; its actual columns are listed.
    NoColumn {
        /// Its columns.
        columns: Vec<String>,
    },
    /// It contains no address.
    None,
}

/// The addresses of `text`, in `column` by name or by number from 1, with the columns `keep`.
/// Without `column`, the usual names are tried, then the first column that holds addresses.
///
/// # Errors
/// When the column does not exist or contains no address.
pub fn addresses(
    text: &str,
    column: Option<&str>,
    keep: &[String],
) -> Result<Vec<ListedAddress>, AddressFault> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = separator_of(text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let mut rows = reader.records().filter_map(Result::ok).peekable();
    let first: Vec<String> = rows
        .peek()
        .map(|row| row.iter().map(|cell| cell.trim().to_owned()).collect())
        .unwrap_or_default();
    let has_head = !first.iter().any(|cell| address(cell).is_some());
    let place = place_of(&first, has_head, column)?;
    let kept: Vec<(usize, &String)> = keep
        .iter()
        .filter_map(|name| Some((named(&first, name).filter(|_| has_head)?, name)))
        .collect();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for row in rows.skip(usize::from(has_head)) {
        let cell = match place {
            Some(place) => row.get(place).and_then(address),
            None => row.iter().find_map(address),
        };
        let Some(url) = cell.filter(|url| seen.insert(url.clone())) else {
            continue;
        };
        let fields = kept.iter().filter_map(|(place, name)| {
            let value = row.get(*place)?.trim();
            (!value.is_empty()).then(|| ((*name).clone(), value.to_owned()))
        });
        found.push(ListedAddress {
            url,
            fields: fields.collect(),
        });
        if found.len() >= MOST {
            break;
        }
    }
    if found.is_empty() {
        return Err(AddressFault::None);
    }
    Ok(found)
}

/// The column of addresses; `None` for any.
fn place_of(
    head: &[String],
    has_head: bool,
    column: Option<&str>,
) -> Result<Option<usize>, AddressFault> {
    let Some(column) = column else {
        let usual = USUAL.iter().find_map(|name| named(head, name));
        return Ok(usual.filter(|_| has_head));
    };
    let by_name = named(head, column).filter(|_| has_head);
    let by_number = || column.trim().parse::<usize>().ok()?.checked_sub(1);
    match by_name.or_else(by_number) {
        Some(place) => Ok(Some(place)),
        None => Err(AddressFault::NoColumn {
            columns: if has_head { head.to_vec() } else { Vec::new() },
        }),
    }
}

fn named(head: &[String], name: &str) -> Option<usize> {
    let name = name.trim().to_lowercase();
    head.iter().position(|cell| cell.to_lowercase() == name)
}

fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    let plain = url.username().is_empty() && url.password().is_none();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && plain).then_some(url)
}

/// The column separator of the first line. Addresses contain commas themselves.
fn separator_of(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.unwrap_or_default();
    if address(first).is_some() {
        // A list without columns: no separator.
        return 0x1f;
    }
    let count = |separator: u8| first.bytes().filter(|byte| *byte == separator).count();
    let most = SEPARATORS
        .into_iter()
        .max_by_key(|separator| count(*separator));
    most.unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn urls(text: &str, column: Option<&str>) -> Vec<String> {
        let found = addresses(text, column, &[]).unwrap_or_default();
        found
            .into_iter()
            .map(|address| address.url.into())
            .collect()
    }

    #[test]
    fn addresses_are_found_in_lists_and_columns() {
        let (a, b) = ("http://a.example/?x=1,2", "http://b.example/");
        assert_eq!(urls(&format!("{a}\n\n# note\n{b}\n{a}\n"), None), [a, b]);
        assert_eq!(
            urls(&format!("id,Link\n1,\"{a}\"\n2,{b}\n3,none\n"), None),
            [a, b]
        );
        assert_eq!(
            urls(&format!("id;page\n1;{a}\n2;{b}\n"), Some("page")),
            [a, b]
        );
        assert_eq!(urls(&format!("1\t{a}\n2\t{b}\n"), Some("2")), [a, b]);
        assert_eq!(urls(&format!("编号,网址\n1,{b}\n"), None), [b]);
    }

    #[test]
    fn other_columns_are_kept() {
        let text = "name,url,topic\nOne,http://a.example/,News\nTwo,http://b.example/,\n";
        let keep = ["topic".to_owned(), "missing".to_owned()];
        let found = addresses(text, Some("url"), &keep).unwrap();
        assert_eq!(found[0].fields, [("topic".to_owned(), "News".to_owned())]);
        assert!(found[1].fields.is_empty());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let none = addresses("a,b\n1,2\n", Some("url"), &[]);
        let columns = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(none, Err(AddressFault::NoColumn { columns }));
        assert_eq!(addresses("", None, &[]), Err(AddressFault::None));
        assert_eq!(addresses("words\nmore", None, &[]), Err(AddressFault::None));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[a-z,;\t\n\"/:.]{0,80}", number in "[0-9]{0,3}") {
            let _ = addresses(&text, None, &[]);
            let _ = addresses(&text, Some(&number), &[]);
        }
    }
}
