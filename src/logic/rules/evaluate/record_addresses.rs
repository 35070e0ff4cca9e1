//! The addresses that identify the records of one page. Input: a page, its containers.
//! Output: the page's address with a unique fragment for each.

use std::collections::{BTreeMap, HashSet};

use super::context::SelectionScope;
use crate::comparison::BY_PLACE;
use crate::model::Record;
use crate::page::Page;
use crate::rules::page_step_values::{step_values, with_step_values};

/// The page's address with the container's own id as fragment; empty if it has none.
pub(super) fn own_address(page: &Page, container: SelectionScope<'_>) -> String {
    let id = container
        .element()
        .and_then(|element| page.element(element))
        .and_then(|element| element.value().id());
    match id.filter(|id| !id.trim().is_empty()) {
        Some(id) => with_fragment(page, id.trim()),
        None => String::new(),
    }
}

/// The address of a part of the page. The values that steps read the page with stay in it: with others
/// it has other parts.
fn with_fragment(page: &Page, fragment: &str) -> String {
    let (mut url, values) = step_values(page.url());
    url.set_fragment(Some(fragment));
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    with_step_values(&url, &values).into()
}

/// Records are identified by their address: an empty or duplicate one gets the record's number.
pub(super) fn make_addresses_unique(records: &mut [Record], page: &Page) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for record in records.iter() {
        *times.entry(record.url.clone()).or_default() += 1;
    }
    let mut taken: HashSet<String> = HashSet::new();
    for (number, record) in (1_usize..).zip(records.iter_mut()) {
        if record.url.is_empty() || taken.contains(&record.url) {
            let mut fragment = format!("{BY_PLACE}{number}");
            record.url = with_fragment(page, &fragment);
            while taken.contains(&record.url) || times.contains_key(&record.url) {
                fragment.push('x');
                record.url = with_fragment(page, &fragment);
            }
        }
        taken.insert(record.url.clone());
    }
}
