//! Revalidates stored answers. Input: a request, and its stored previous answer. Output: a
//! conditional request, and the stored answer if it is still valid. It is read like a new one, so
//! that its links and its next page stay correct even if the rule changed.

use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::response::Response;
use crate::crawl::egress::request_route::RequestRoute;
use crate::crawl::run_context::RunContext;
use bowerbird_io::fetch::{FetchError, Fetched};
use bowerbird_io::store::{Confirmed, KeptAnswer, NewRequest, RequestKind};
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::policy::caching_headers::{RequestCondition, caching_headers, is_fresh};

/// The status that confirms a stored answer.
const NOT_MODIFIED: u16 = 304;

/// What is known of the previous answer.
pub(in crate::crawl) struct Revalidation {
    visitor: Option<i64>,
    kept: Option<(KeptAnswer, Fetched)>,
    condition: Option<RequestCondition>,
}

impl Revalidation {
    /// For an unconditional request whose answer is not revalidated later.
    pub(in crate::crawl) fn none() -> Self {
        Self {
            visitor: None,
            kept: None,
            condition: None,
        }
    }

    /// The state for a GET of `target`. Unreadable stored answers are fetched again.
    pub(in crate::crawl) fn of(
        run_context: &RunContext,
        route: &RequestRoute,
        target: &Url,
    ) -> Self {
        let visitor = route.session.visitor(target);
        let kept = tokio::task::block_in_place(|| kept(run_context, target, visitor));
        let condition = kept.as_ref().and_then(|(known, _)| {
            let validators = &known.validators;
            let any = validators.etag.is_some() || validators.last_modified.is_some();
            any.then(|| RequestCondition {
                url: known.url.clone(),
                etag: validators.etag.clone(),
                last_modified: validators.last_modified.clone(),
            })
        });
        Self {
            visitor: Some(visitor),
            kept,
            condition,
        }
    }

    /// The condition sent for the stored answer.
    pub(in crate::crawl) fn condition(&self) -> Option<&RequestCondition> {
        self.condition.as_ref()
    }

    /// The stored answer to a list that is still fresh by the site's headers: no request is sent
    /// then, unless the run was requested now.
    pub(in crate::crawl) fn fresh(
        &mut self,
        run_context: &RunContext,
        request: &NewRequest,
        route: &RequestRoute,
    ) -> Option<Response> {
        if request.kind != RequestKind::List || run_context.now {
            return None;
        }
        let until = self.kept.as_ref().and_then(|(known, _)| {
            let until = known.validators.fresh_until;
            is_fresh(until, known.checked_at, Timestamp::now()).then_some(until)
        })?;
        let (known, fetched) = self.kept.take()?;
        let confirmed = Confirmed {
            snapshot: known.snapshot,
            fresh_until: until,
            checked_at: None,
        };
        Some(self.with(Ok(fetched), Some(confirmed), route))
    }

    /// The response for `answer`: the stored one if the site confirms it.
    pub(in crate::crawl) fn response(
        mut self,
        answer: Result<Fetched, FetchError>,
        route: &RequestRoute,
    ) -> Response {
        let known = self.condition.take().zip(self.kept.take());
        let (Some((condition, (known, mut fetched))), Ok(said)) = (known, &answer) else {
            return self.with(answer, None, route);
        };
        let here = said.url().map(|url| without_fragment(url).to_string());
        if said.status != NOT_MODIFIED || here.as_deref() != Some(condition.url.as_str()) {
            return self.with(answer, None, route);
        }
        let now = Timestamp::now();
        // Without new caching headers, the earlier ones still apply.
        let fresh_until = caching_headers(&said.headers, now).and_then(|known| known.fresh_until);
        fetched.url_chain.clone_from(&said.url_chain);
        fetched.elapsed = said.elapsed;
        let confirmed = Confirmed {
            snapshot: known.snapshot,
            fresh_until,
            checked_at: Some(now),
        };
        self.with(Ok(fetched), Some(confirmed), route)
    }

    fn with(
        &self,
        answer: Result<Fetched, FetchError>,
        confirmed: Option<Confirmed>,
        route: &RequestRoute,
    ) -> Response {
        Response {
            confirmed,
            visitor: self.visitor,
            ..Response::new(answer, route)
        }
    }
}

/// The stored answer with its validators; its body is read before the request, so that it cannot be
/// missing when the site confirms it.
fn kept(run_context: &RunContext, target: &Url, visitor: i64) -> Option<(KeptAnswer, Fetched)> {
    let store = &run_context.engine.store;
    let asked = without_fragment(target).to_string();
    let known = store
        .kept_answer(run_context.site, &asked, visitor)
        .ok()??;
    let snapshot = store.kept_body(known.snapshot).ok()??;
    let chain = snapshot.meta.url_chain.iter();
    let url_chain: Vec<Url> = chain
        .map(|url| Url::parse(url).ok())
        .collect::<Option<_>>()?;
    let fetched = Fetched {
        url_chain,
        status: snapshot.meta.status,
        headers: snapshot.meta.headers,
        body: snapshot.body,
        elapsed: Duration::ZERO,
        left: false,
        shown: false,
        picture: None,
    };
    Some((known, fetched))
}
