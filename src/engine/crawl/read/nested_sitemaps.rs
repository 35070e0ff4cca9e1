//! The sitemaps that a sitemap index names (sitemaps.org, "Sitemap index files"), as requests.

use url::Url;

use super::listing::next_of;
use bowerbird_io::store::NewRequest;
use bowerbird_logic::page::without_fragment;

/// The maximum depth of sitemap indexes in one another.
const MAX_SITEMAP_DEPTH: u32 = 8;

/// The sitemaps of an index, in its order.
pub(super) fn further_lists(request: &NewRequest, urls: &[Url]) -> Vec<NewRequest> {
    if request.depth >= MAX_SITEMAP_DEPTH {
        return Vec::new();
    }
    let numbered = urls.iter().zip(0_u32..);
    numbered
        .map(|(url, number)| {
            let mut next = next_of(request, without_fragment(url));
            next.position.page = next.position.page.saturating_add(number);
            next
        })
        .collect()
}
