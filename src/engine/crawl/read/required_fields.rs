//! Which fields a rule requires, and which of them a page or the items of a list lack. Input: a
//! rule and its result. Output: plain values; nothing is judged here.

use serde::{Deserialize, Serialize};

use bowerbird_logic::rules::{FieldRule, ListItem, ListPage, Rule, RuleFile};

/// The required fields on a page, or on the items of a list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::crawl) struct RequiredValues {
    /// The number of pages (1) or items checked; 0 if they were not to be checked.
    pub(in crate::crawl) checked: usize,
    /// The required fields that none of them has.
    pub(in crate::crawl) lacking: Vec<String>,
}

impl RequiredValues {
    /// Those of the linked items of a list. Items that are records themselves are left out: the
    /// rule drops them if they lack a required field.
    pub(super) fn of_list(rule: &Rule, list: &ListPage) -> Self {
        let linked: Vec<&ListItem> = list.items.iter().filter(|item| !item.alone).collect();
        let names = required_of_list(rule.file()).into_iter();
        let lacking = names.filter(|name| !linked.iter().any(|item| item.has(name)));
        Self {
            checked: linked.len(),
            lacking: lacking.map(str::to_owned).collect(),
        }
    }
}

/// The required fields of pages; a field with a default value is never missing.
pub(in crate::crawl) fn required_of_pages(file: &RuleFile) -> Vec<&str> {
    required(&file.fields)
}

/// The required fields of list items that no field of the pages replaces.
pub(in crate::crawl) fn required_of_list(file: &RuleFile) -> Vec<&str> {
    let list = file.list.iter().flat_map(|list| required(&list.fields));
    let on_page = |name: &str| file.fields.iter().any(|field| field.name == name);
    list.filter(|name| !on_page(name)).collect()
}

fn required(fields: &[FieldRule]) -> Vec<&str> {
    let required = fields.iter().filter(|field| field.needs_value());
    required.map(|field| field.name.as_str()).collect()
}
