//! Discovers sitemaps: for the front page of a site, robots.txt names them, else the protocol's
//! default location is used. Input: a request of a sitemap rule. Output: the requests that
//! replace it, without fetching a page.

use std::collections::BTreeMap;
use std::sync::Arc;

use url::Url;

use crate::crawl::egress::request_route::RequestRoute;
use crate::crawl::run_context::RunContext;
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::model::ListPosition;
use bowerbird_logic::page::without_fragment;

/// The maximum number of sitemaps that one robots.txt may name.
const MAX_NAMED: usize = 500;

/// The documents that replace a request of a sitemap rule that names a site rather than a sitemap.
pub(super) async fn sitemaps(
    run_context: &Arc<RunContext>,
    request: &NewRequest,
    route: &RequestRoute,
    url: &Url,
) -> Option<Vec<NewRequest>> {
    let asks = run_context.rule.is_named_by_robots_txt()
        && request.kind == RequestKind::List
        && request.depth == 0
        && url.path() == "/"
        && url.query().is_none();
    if !asks {
        return None;
    }
    let named = run_context
        .engine
        .fetcher
        .sitemaps(&route.session, url)
        .await;
    let named = named.iter().take(MAX_NAMED);
    let mut found: Vec<Url> = named
        .filter_map(|named| url.join(named.trim()).ok())
        .collect();
    found.retain(|found| matches!(found.scheme(), "http" | "https"));
    found.dedup();
    if found.is_empty() {
        found.extend(url.join("/sitemap.xml").ok());
    }
    let numbered = found
        .iter()
        .zip(1_u32..)
        .map(|(url, number)| NewRequest {
            url: without_fragment(url).into(),
            kind: RequestKind::List,
            position: ListPosition {
                page: request.position.page.saturating_add(number),
                item: 0,
            },
            depth: 1,
            fields: request.fields.clone(),
            sources: BTreeMap::new(),
        })
        .collect();
    Some(numbered)
}
