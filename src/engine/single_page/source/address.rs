//! Creates a rule from only an address, by the same look that the window takes. Input: an address.
//! Output: what is there, and the text of a rule file. Nothing is stored.

use jiff::Timestamp;
use url::Url;

use super::{Loaded, Visit, load_with};
use crate::politeness::pace::DELAY_WITHOUT_RULE;
use crate::protocol::{AddressPreview, EngineError};
use crate::single_page::{Asked, detect};
use crate::workbench::{
    PreviewAnswer, feed_choice, is_by_links, look_at, sample_pages, site_name, with_boxes,
    with_feeds, with_interface,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::starter;

/// Longest name of a site, in characters.
const MAX_NAME: usize = 80;

/// What stands at `address`, fetched as robots.txt allows, with its feeds and a few of its
/// articles; `taken` are the names of sites.
///
/// # Errors
/// When it cannot be fetched, or is no page.
pub fn look_at_address(address: &str, taken: &[String]) -> Result<AddressPreview, EngineError> {
    Ok(looked_at(address, taken)?.0)
}

/// The look, with the page.
///
/// # Errors
/// As [`look_at_address`].
pub(crate) fn looked_at(
    address: &str,
    taken: &[String],
) -> Result<(AddressPreview, Loaded), EngineError> {
    // One visitor: the feeds reach no further than the page that names them.
    let visit = Visit::plain()?.respecting_robots(true);
    let loaded = load_with(address, None, &visit)?;
    let asked = Asked {
        url: Some(address.to_owned()),
        ..Asked::default()
    };
    let verdict = detect(&loaded, &asked)?;
    let answer = PreviewAnswer {
        page: &loaded.page,
        status: loaded.status,
        verdict: &verdict,
    };
    let now = Timestamp::now();
    let mut look = look_at(&answer, taken, now);
    if let Some(interface) = &loaded.interface {
        look = with_interface(look, interface, now);
    }
    // A list of the page itself comes before its feeds.
    let has_list = look
        .choices
        .first()
        .is_some_and(|first| !is_by_links(first));
    let mut feeds = Vec::new();
    let named = match has_list {
        true => Vec::new(),
        false => look.unchecked_feeds.clone(),
    };
    for named in &named {
        let Some(page) = further(&visit, &named.url) else {
            continue;
        };
        if let Some(choice) = feed_choice(named, &page, &look.name, now) {
            if look.sample_pages.is_empty() {
                look.sample_pages = sample_pages(&choice.rule_toml, &page, now);
            }
            feeds.push(choice);
        }
    }
    let look = with_feeds(look, feeds);
    let samples = look.sample_pages.iter();
    let pages: Vec<Page> = samples
        .map_while(|url| further(&visit, url.as_str()))
        .collect();
    Ok((with_boxes(look, &pages, now), loaded))
}

/// A further page of a look, at the pace of its host.
pub(crate) fn further(visit: &Visit, url: &str) -> Option<Page> {
    let url = Url::parse(url).ok()?;
    visit.wait(DELAY_WITHOUT_RULE, true, &url).ok()?;
    let loaded = visit.get(&url).ok()?;
    (loaded.status == 200).then_some(loaded.page)
}

/// The rule for an address at which nobody looks: its links that look like articles.
///
/// # Errors
/// When it is no address.
pub fn starter_for_address(address: &str) -> Result<String, EngineError> {
    let url = Url::parse(address).map_err(|error| {
        EngineError(
            Message::new("engine-bad-url")
                .with("url", address)
                .with("reason", error.to_string()),
        )
    })?;
    Ok(starter(&site_name("", address), url.as_str()))
}

/// A valid rule name: from the source's own title, else from its host.
pub(crate) fn source_name(title: Option<&str>, host: &str) -> String {
    let title = title.unwrap_or_default();
    let clean: String = title
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME)
        .collect();
    match clean.trim() {
        "" => host.to_owned(),
        clean => clean.to_owned(),
    }
}
