//! Rules for entries that come as JSON: of an interface, in a page for its scripts, or from the
//! interface behind a page that was shown in the browser. Input: a page, the interface. Output: a
//! ready rule as a choice, if it finds entries.

use jiff::Timestamp;
use url::Url;

use super::PageRole;
use super::first_titles::first_titles;
use crate::protocol::{AddressPreview, PreviewedKind, SourceChoice};
use bowerbird_logic::authoring::learn::{PageInterface, embedded_entries, json_entries};
use bowerbird_logic::detect::is_script_shell;
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

/// The entries of a page that is JSON itself, or that only carries them for its scripts: an empty
/// frame, or one on which nothing repeats.
pub(crate) fn entries_without_markup(
    page: &Page,
    name: &str,
    repeats: bool,
    now: Timestamp,
) -> Option<SourceChoice> {
    if page.source().trim_start().starts_with(['{', '[']) {
        return entries_of_data(page, name, now);
    }
    let is_filled_by_scripts = !repeats || is_script_shell(page);
    is_filled_by_scripts
        .then(|| entries_in_page(page, name, now))
        .flatten()
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

/// The interface behind a page as a choice for a site of this name, if its rule finds entries.
pub(crate) fn interface_choice(
    interface: &PageInterface,
    name: &str,
    now: Timestamp,
) -> Option<SourceChoice> {
    let mut file = interface.rule.clone();
    name.clone_into(&mut file.site.name);
    let rule_toml = write(&file);
    let start = Url::parse(file.site.start.first()?).ok()?;
    let page = Page::parse(&interface.answer, &start);
    let (count, titles) = first_titles(&rule_toml, PageRole::List, &page, now);
    // An interface that is asked on brings what further pages show, too.
    let goes_on = file.api.is_some_and(|api| api.pages.is_some());
    let [alone, with_pages] = SourceChoice::INTERFACE;
    let id = if goes_on { with_pages } else { alone };
    (count > 0).then(|| SourceChoice {
        label: Message::new(id).with("count", count),
        titles,
        rule_toml,
        doubts: Vec::new(),
    })
}

/// The look with the interface behind the page as its first choice: it is cheaper than the browser.
pub(crate) fn with_interface(
    mut look: AddressPreview,
    interface: &PageInterface,
    now: Timestamp,
) -> AddressPreview {
    let Some(choice) = interface_choice(interface, &look.name, now) else {
        return look;
    };
    look.choices.insert(0, choice);
    look.problem = None;
    if look.kind == PreviewedKind::Nothing {
        look.kind = PreviewedKind::List;
    }
    look
}
