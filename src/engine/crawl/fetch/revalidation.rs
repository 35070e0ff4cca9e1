//! Answers that need not come again. Flows in: a request, and what is kept of the answer before.
//! Flows out: a question whether that still holds, and the kept answer where it does. It is read
//! like a new one, so that its links and its next page stay right, whatever the rule is now.

use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::exchange::{body_of, form_of};
use super::response::Response;
use crate::crawl::egress::exit::Exit;
use crate::crawl::run_context::RunContext;
use bowerbird_io::fetch::{Condition, FetchError, Fetched, is_fresh, keeping};
use bowerbird_io::store::{Confirmed, KeptAnswer, NewRequest, RequestKind};
use bowerbird_logic::page::without_fragment;

/// The answer to a question about a kept one that still holds.
const NOT_MODIFIED: u16 = 304;

/// What is known of the answer that came before.
pub(in crate::crawl) struct Revalidation {
    visitor: Option<i64>,
    kept: Option<(KeptAnswer, Fetched)>,
    condition: Option<Condition>,
}

impl Revalidation {
    /// For a question without a condition, whose answer will not be asked about.
    pub(in crate::crawl) fn none() -> Self {
        Self {
            visitor: None,
            kept: None,
            condition: None,
        }
    }

    /// What is known for `request` at `target`. What cannot be read from the store is asked again.
    pub(in crate::crawl) fn of(
        run_context: &RunContext,
        request: &NewRequest,
        exit: &Exit,
        target: &Url,
    ) -> Self {
        if form_of(run_context, request, target).is_some()
            || body_of(run_context, request, target).is_some()
        {
            return Self::none();
        }
        let visitor = exit.session.visitor(target);
        let kept = tokio::task::block_in_place(|| kept(run_context, target, visitor));
        let condition = kept.as_ref().and_then(|(known, _)| {
            let validators = &known.validators;
            let any = validators.etag.is_some() || validators.last_modified.is_some();
            any.then(|| Condition {
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

    /// What the site is asked about the kept answer.
    pub(in crate::crawl) fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }

    /// The kept answer to a list that is fresh by what the site said: nothing is asked then, unless
    /// the run is wanted now.
    pub(in crate::crawl) fn fresh(
        &mut self,
        run_context: &RunContext,
        request: &NewRequest,
        exit: &Exit,
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
        Some(self.with(Ok(fetched), Some(confirmed), exit))
    }

    /// What `answer` amounts to: the kept one where the site says that it still holds.
    pub(in crate::crawl) fn response(
        mut self,
        answer: Result<Fetched, FetchError>,
        exit: &Exit,
    ) -> Response {
        let known = self.condition.take().zip(self.kept.take());
        let (Some((condition, (known, mut fetched))), Ok(said)) = (known, &answer) else {
            return self.with(answer, None, exit);
        };
        let here = said.url().map(|url| without_fragment(url).to_string());
        if said.status != NOT_MODIFIED || here.as_deref() != Some(condition.url.as_str()) {
            return self.with(answer, None, exit);
        }
        let now = Timestamp::now();
        // A site that says nothing new about keeping it means what it said before.
        let fresh_until = keeping(&said.headers, now).and_then(|known| known.fresh_until);
        fetched.url_chain.clone_from(&said.url_chain);
        fetched.elapsed = said.elapsed;
        let confirmed = Confirmed {
            snapshot: known.snapshot,
            fresh_until,
            checked_at: Some(now),
        };
        self.with(Ok(fetched), Some(confirmed), exit)
    }

    fn with(
        &self,
        answer: Result<Fetched, FetchError>,
        confirmed: Option<Confirmed>,
        exit: &Exit,
    ) -> Response {
        Response {
            confirmed,
            visitor: self.visitor,
            ..Response::new(answer, exit)
        }
    }
}

/// The kept answer with its validators; its body is read before asking, so that it cannot be gone
/// when the site says that it holds.
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
    };
    Some((known, fetched))
}
