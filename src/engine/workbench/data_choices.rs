//! Rules for entries that come as JSON: of an interface, or in a page for its scripts. Input: a page.
//! Output: a ready rule as a choice, if it finds entries.

use jiff::Timestamp;

use super::PageRole;
use super::first_titles::first_titles;
use crate::protocol::SourceChoice;
use bowerbird_logic::authoring::learn::{embedded_entries, json_entries};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{RuleFile, write};

/// The entries of an interface's JSON, as records or with their pages.
pub(super) fn entries_of_data(page: &Page, name: &str, now: Timestamp) -> Option<SourceChoice> {
    choice_of_entries(json_entries(page)?, SourceChoice::DATA, (page, name), now)
}

/// The entries in the JSON that a page carries for its scripts.
pub(super) fn entries_in_page(page: &Page, name: &str, now: Timestamp) -> Option<SourceChoice> {
    let (file, ids) = (embedded_entries(page)?, SourceChoice::PAGE_DATA);
    choice_of_entries(file, ids, (page, name), now)
}

fn choice_of_entries(
    mut file: RuleFile,
    [alone, with_pages]: [&'static str; 2],
    (page, name): (&Page, &str),
    now: Timestamp,
) -> Option<SourceChoice> {
    name.clone_into(&mut file.site.name);
    let rule_toml = write(&file);
    let (count, titles) = first_titles(&rule_toml, PageRole::List, page, now);
    let id = match file.api.is_some_and(|api| api.pages.is_some()) {
        true => with_pages,
        false => alone,
    };
    (count > 0).then(|| SourceChoice {
        label: Message::new(id).with("count", count),
        titles,
        rule_toml,
        doubts: Vec::new(),
    })
}
