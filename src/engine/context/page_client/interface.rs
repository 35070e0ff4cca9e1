//! The interface behind a page that was shown in the browser, among the requests that it made. Those
//! that robots.txt forbids are no interface of ours, though a page may load them while it is shown.

use url::Url;

use crate::protocol::WayCost;
use bowerbird_io::browser::PageRequest;
use bowerbird_io::fetch::{Fetcher, Session};
use bowerbird_logic::authoring::learn::{InterfaceRequest, PageInterface, page_interface};
use bowerbird_logic::page::Page;

/// Statuses of good answers.
const GOOD: std::ops::Range<u16> = 200..300;

/// The requests with good answers that robots.txt allows.
pub(crate) async fn allowed(
    fetcher: &Fetcher,
    session: &Session,
    requests: Vec<PageRequest>,
) -> Vec<PageRequest> {
    let mut kept = Vec::new();
    for request in requests {
        let is_good = request.answer.as_ref().is_some_and(|answer| {
            let start = answer.body.trim_ascii_start().first();
            GOOD.contains(&answer.status) && matches!(start, Some(b'{' | b'['))
        });
        let Some(url) = Url::parse(&request.url).ok().filter(|_| is_good) else {
            continue;
        };
        if fetcher.robots(session, &url).await.allowed {
            kept.push(request);
        }
    }
    kept
}

/// What a page of the interface costs, as it was measured when the page asked for it.
pub(crate) fn cost_of(interface: &PageInterface, requests: &[PageRequest]) -> WayCost {
    let request = requests.get(interface.request);
    let answer = request.and_then(|request| request.answer.as_ref());
    answer.map_or_else(WayCost::default, |answer| WayCost {
        took: answer.took,
        bytes: answer.body.len() as u64,
    })
}

/// The interface that brought what `page` shows.
pub(crate) fn interface_of(page: &Page, requests: &[PageRequest]) -> Option<PageInterface> {
    let texts: Vec<_> = requests
        .iter()
        .map(|request| {
            let answer = request.answer.as_ref();
            answer.map_or_else(Default::default, |answer| {
                String::from_utf8_lossy(&answer.body)
            })
        })
        .collect();
    let all: Vec<InterfaceRequest<'_>> = requests
        .iter()
        .zip(&texts)
        .map(|(request, answer)| InterfaceRequest {
            method: &request.method,
            url: &request.url,
            headers: &request.headers,
            body: request.body.as_deref(),
            answer,
        })
        .collect();
    page_interface(page, &all)
}
