//! Phrases that are the site's own words: the name of a board, as "Members only", is no request to
//! log in. Input: a phrase's signal, the scanned page, its address. Output: whether the page says
//! it only as a name.

use super::Answer;
use crate::detect::Signals;
use crate::detect::signals::{Signal, SignalTarget};
use crate::detect::visible_parts::{NamedLink, VisibleParts};
use crate::model::PageState;

/// Whether all that `signal`, a phrase of login walls, matches on the page names a place of the
/// site: it is the whole text of a link to a page other than the login, or part of the address.
pub(super) fn is_name_only(
    signals: &Signals,
    signal: &Signal,
    answer: &Answer<'_>,
    seen: &VisibleParts,
) -> bool {
    if signal.state != PageState::LoginRequired {
        return false;
    }
    let texts = [&seen.title, &seen.headings, &seen.text];
    let mut matches = texts
        .into_iter()
        .flat_map(|text| signal.distinct_matches(text))
        .peekable();
    let leads_elsewhere = |link: &NamedLink| {
        let asked = signals.find(SignalTarget::Url, &link.href);
        let kept_out = |signal: &&Signal| signal.state == PageState::LoginRequired;
        let is_page = !link.href.is_empty() && !link.href.starts_with(['#', 'j', 'J']);
        is_page && !asked.iter().any(kept_out)
    };
    let address = answer.final_url.to_lowercase();
    let names = |phrase: &str| {
        let phrase = phrase.trim().to_lowercase();
        let slug: Vec<&str> = phrase.split_whitespace().collect();
        let is_link =
            |link: &NamedLink| link.text.trim().to_lowercase() == phrase && leads_elsewhere(link);
        (slug.len() > 1 && address.contains(&slug.join("-")))
            || seen.named_links.iter().any(is_link)
    };
    matches.peek().is_some() && matches.all(names)
}
