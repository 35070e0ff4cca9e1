//! The interface behind a page as a choice of what to collect. Input: the look at the page, the
//! interface. Output: the look with one choice more.

use jiff::Timestamp;
use url::Url;

use super::PageRole;
use super::address_preview::first_titles;
use crate::protocol::{AddressPreview, PreviewedKind, SourceChoice};
use bowerbird_logic::authoring::learn::PageInterface;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::write;

/// The look with the interface behind the page as its first choice: it is cheaper than the browser.
pub(crate) fn with_interface(
    mut look: AddressPreview,
    interface: &PageInterface,
    now: Timestamp,
) -> AddressPreview {
    let mut file = interface.rule.clone();
    look.name.clone_into(&mut file.site.name);
    let rule_toml = write(&file);
    let Some(start) = file
        .site
        .start
        .first()
        .and_then(|start| Url::parse(start).ok())
    else {
        return look;
    };
    let page = Page::parse(&interface.answer, &start);
    let (count, titles) = first_titles(&rule_toml, PageRole::List, &page, now);
    if count == 0 {
        return look;
    }
    let choice = SourceChoice {
        label: Message::new(SourceChoice::INTERFACE).with("count", count),
        titles,
        rule_toml,
        doubts: Vec::new(),
    };
    look.choices.insert(0, choice);
    look.problem = None;
    if look.kind == PreviewedKind::Nothing {
        look.kind = PreviewedKind::List;
    }
    look
}
