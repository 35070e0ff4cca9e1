//! The links of a list: what an item links to, and which of it is followed. Input: a list with its
//! page. Output: addresses.

use url::Url;

use super::compiled::List;
use super::context::{EvaluationContext, SelectionScope};
use crate::page::{ActionLinks, Page, without_fragment};
use crate::rules::sources::items::is_part;
use crate::sources::behind;

/// The addresses an item links to, in page order. A link to the list page itself does not count.
pub(super) fn links(
    list: &List,
    context: &EvaluationContext<'_>,
    item: SelectionScope<'_>,
) -> Vec<Url> {
    let page = context.page;
    let here = without_fragment(page.url());
    let values = list.link.values(context, item);
    let is_part = is_part(item);
    values
        .iter()
        .filter_map(|href| page.join(href.trim()))
        .map(|url| match list.ways.direct {
            true => without_fragment(&behind(&url, page.url())),
            false if is_part => url,
            false if list.ways.keep_bang && is_bang(&url) => url,
            false => without_fragment(&url),
        })
        .filter(|url| *url != here)
        .collect()
}

/// Whether the fragment identifies a page rather than a place in it.
fn is_bang(url: &Url) -> bool {
    url.fragment()
        .and_then(|fragment| fragment.strip_prefix('!'))
        .is_some_and(|rest| !rest.trim_matches('/').is_empty())
}

/// Which links of a page a list follows.
pub(super) struct FollowedLinks<'l> {
    list: &'l List,
    actions: Option<(ActionLinks, &'l str)>,
}

impl<'l> FollowedLinks<'l> {
    pub(super) fn of(list: &'l List, page: &Page) -> Self {
        let named = list.named.as_deref();
        Self {
            list,
            actions: named.map(|named| (ActionLinks::of(page), named)),
        }
    }

    /// Whether `allow` and `deny` accept an address, both searching in the whole of it, and it does
    /// nothing that the rule does not name.
    pub(super) fn allows(&self, url: &Url) -> bool {
        let (allow, deny) = (&self.list.allow, &self.list.deny);
        let matches = |pattern: &regex::Regex| pattern.is_match(url.as_str());
        (allow.is_empty() || allow.iter().any(matches))
            && !deny.iter().any(matches)
            && !(self.actions.iter()).any(|(actions, named)| actions.holds(url, named))
    }
}
