//! Answers that need not come again. Flows in: a request, and what is kept of the answer before.
//! Flows out: a question whether that still holds, and the kept answer where it does. It is read
//! like a new one, so that its links and its next page stay right, whatever the rule is now.

use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::answer::{Exit, RunContext, body_of, form_of};
use bowerbird_io::fetch::{Condition, FetchError, Fetched, is_fresh, keeping};
use bowerbird_io::store::{Confirmed, KeptAnswer, NewRequest, RequestKind};
use bowerbird_logic::page::without_fragment;

/// The answer to a question about a kept one that still holds.
const NOT_MODIFIED: u16 = 304;

/// What is asked, beside the address.
pub(in crate::crawl) struct Asking {
    visitor: Option<i64>,
    kept: Option<(KeptAnswer, Fetched)>,
    condition: Option<Condition>,
}

/// An answer on its way to being read.
pub(in crate::crawl) struct Came {
    pub(in crate::crawl) answer: Result<Fetched, FetchError>,
    /// The kept answer that it is.
    pub(in crate::crawl) kept: Option<Confirmed>,
    /// Whom it was sent to, when it may be asked about another time.
    pub(in crate::crawl) visitor: Option<i64>,
}

impl Asking {
    /// A question without a condition, whose answer will not be asked about.
    pub(in crate::crawl) fn plain() -> Self {
        Self {
            visitor: None,
            kept: None,
            condition: None,
        }
    }

    /// What to ask for `request` at `target`. What cannot be read from the store is asked anew.
    pub(in crate::crawl) fn of(
        run_context: &RunContext,
        request: &NewRequest,
        exit: &Exit,
        target: &Url,
    ) -> Self {
        if form_of(run_context, request, target).is_some()
            || body_of(run_context, request, target).is_some()
        {
            return Self::plain();
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
    ) -> Option<Came> {
        if request.kind != RequestKind::List || run_context.now {
            return None;
        }
        let until = self.kept.as_ref().and_then(|(known, _)| {
            let until = known.validators.fresh_until;
            is_fresh(until, known.checked_at, Timestamp::now()).then_some(until)
        })?;
        let (known, fetched) = self.kept.take()?;
        Some(Came {
            answer: Ok(fetched),
            kept: Some(Confirmed {
                snapshot: known.snapshot,
                fresh_until: until,
                checked_at: None,
            }),
            visitor: self.visitor,
        })
    }

    /// What `answer` amounts to: the kept one where the site says that it still holds.
    pub(in crate::crawl) fn take(self, answer: Result<Fetched, FetchError>) -> Came {
        let new = |answer| Came {
            answer,
            kept: None,
            visitor: self.visitor,
        };
        let (Some(condition), Some((known, mut fetched))) = (self.condition, self.kept) else {
            return new(answer);
        };
        let said = match answer {
            Ok(said) if said.status == NOT_MODIFIED => said,
            other => return new(other),
        };
        let here = said.url().map(|url| without_fragment(url).to_string());
        if here.as_deref() != Some(condition.url.as_str()) {
            return new(Ok(said));
        }
        let now = Timestamp::now();
        // A site that says nothing new about keeping it means what it said before.
        let fresh_until = keeping(&said.headers, now).and_then(|known| known.fresh_until);
        fetched.url_chain = said.url_chain;
        fetched.elapsed = said.elapsed;
        Came {
            answer: Ok(fetched),
            kept: Some(Confirmed {
                snapshot: known.snapshot,
                fresh_until,
                checked_at: Some(now),
            }),
            visitor: self.visitor,
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
