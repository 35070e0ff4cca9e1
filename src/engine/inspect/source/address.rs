//! Creates a rule from only an address: of a feed, of a sitemap, or of a page that links to its
//! feed. Input: an address. Output: the text of a rule file.

use url::Url;

use crate::inspect::load;
use crate::protocol::EngineError;
use bowerbird_logic::learn::overview;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::rules::source_starter;
use bowerbird_logic::sources::{feed, sitemap};

/// Longest name of a site, in characters.
const MAX_NAME: usize = 80;

/// The rule for the feed or sitemap at `address`, or for the feed that the page there links to.
///
/// # Errors
/// When it cannot be fetched, or is neither.
pub fn rule_for_address(address: &str) -> Result<String, EngineError> {
    let starts = [address.to_owned()];
    let host = Url::parse(address).ok();
    let host = host.as_ref().and_then(Url::host_str).unwrap_or(address);
    if address.ends_with(".xml.gz") {
        return Ok(source_starter(SourceKind::Sitemap, host, &starts));
    }
    let loaded = load(address, None)?;
    if let Some(found) = feed(&loaded.html) {
        let title = found
            .pointer("/feed/title")
            .and_then(|title| title.as_str());
        return Ok(source_starter(
            SourceKind::Feed,
            &source_name(title, host),
            &starts,
        ));
    }
    if sitemap(&loaded.html).is_some() {
        return Ok(source_starter(SourceKind::Sitemap, host, &starts));
    }
    let seen = overview(&loaded.page);
    if seen.feeds.iter().any(|feed| feed.declared) {
        let title = loaded.page.title();
        return Ok(source_starter(
            SourceKind::Feed,
            &source_name(Some(&title), host),
            &starts,
        ));
    }
    Err(EngineError(
        Message::new("engine-no-source").with("url", address),
    ))
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
