//! Commands about exceptions: a person's ruling on a page against the judge. Input: a stored
//! page, or one in a file, and the ruling. Output: an exception of the site, and a status that
//! no longer states what was denied.

use std::path::Path;

use jiff::Timestamp;

use crate::context::EngineContext;
use crate::protocol::{EngineError, Event, TaughtPage};
use crate::single_page::load;
use crate::supervise::{Next, describe};
use bowerbird_io::store::Snapshot;
use bowerbird_logic::detect::{
    Answer, RuleOutcome, Shown, judge, lesson, overruling, page_fingerprint, ruled,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ExceptionId, PageFingerprint, PageState, Ruling, Site, SiteException, SiteStatus, Verdict,
};
use bowerbird_logic::page::decode;

/// Stores an exception.
pub(in crate::controller) fn teach(
    context: &EngineContext,
    taught: &TaughtPage,
) -> Result<(), EngineError> {
    let site = crate::controller::resolve_user_input::find_site(context, taught.site)?;
    let answer = Kept::find(context, taught)?;
    let verdict = verdict_of(context, &site, &answer)?;
    let look = page_fingerprint(&answer.body);
    let shown = answer.shown(&look);
    let draft = lesson(site.id, taught.ruling, taught.state, &verdict, shown).ok_or_else(|| {
        EngineError(Message::new("exceptions-nothing-to-teach").with("url", taught.page.as_str()))
    })?;
    let now = Timestamp::now();
    let exception = SiteException {
        id: context.store.add_exception(&draft, now)?,
        draft,
        made_at: now,
        runs: 0,
        used_at: None,
    };
    let status = match taught.ruling {
        Ruling::NotABlock => denied(&site, &answer.asked, exception.draft.state, now),
        Ruling::IsABlock => called(&site, &answer.asked, &ruled(&exception, shown), now),
    };
    if let Some(status) = status {
        context.store.set_site_status(site.id, &status)?;
    }
    context.publish(Event::Taught(Box::new(exception)));
    context.publish(Event::SitesChanged);
    Ok(())
}

/// Removes an exception. If the site's status is based on it, the judge's verdict applies again.
pub(in crate::controller) fn forget(
    context: &EngineContext,
    exception: ExceptionId,
) -> Result<(), EngineError> {
    let known = context.store.exception(exception)?;
    context.store.remove_exception(exception)?;
    if let Some(known) = known
        && let Some(status) = judged_anew(context, &known)?
    {
        context.store.set_site_status(known.draft.site, &status)?;
    }
    context.publish(Event::SitesChanged);
    Ok(())
}

/// The status of the site of `gone` by the judge's verdict, if the ruling determined it until now.
fn judged_anew(
    context: &EngineContext,
    gone: &SiteException,
) -> Result<Option<SiteStatus>, EngineError> {
    let mut site = crate::controller::resolve_user_input::find_site(context, gone.draft.site)?;
    let url = gone.draft.url.as_str();
    let status = site.status.take();
    let rests_on = status.is_some_and(|status| status.url == url && status.is_by_word());
    if !rests_on {
        return Ok(None);
    }
    let page = TaughtPage {
        site: site.id,
        page: url.to_owned(),
        ruling: gone.draft.ruling,
        state: None,
    };
    let Ok(answer) = Kept::find(context, &page) else {
        // Nothing is stored any more: the next run determines the status.
        return Ok(None);
    };
    let verdict = verdict_of(context, &site, &answer)?;
    let look = page_fingerprint(&answer.body);
    let shown = answer.shown(&look);
    // Another ruling on the page may exist.
    let known = context.store.exceptions(site.id)?;
    let now = Timestamp::now();
    Ok(Some(match overruling(&known, &verdict, shown) {
        Some(word) if word.draft.ruling == Ruling::NotABlock => SiteStatus::after_denial(url, now),
        Some(word) => describe(&ruled(word, shown), url, Next::Advice, now),
        None => describe(&verdict, url, Next::Advice, now),
    }))
}

/// A stored answer.
struct Kept {
    asked: String,
    ended: String,
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Kept {
    fn find(context: &EngineContext, taught: &TaughtPage) -> Result<Self, EngineError> {
        let page = taught.page.as_str();
        if Path::new(page).is_file() {
            let loaded = load(page, None)?;
            return Ok(Self {
                asked: page.to_owned(),
                ended: loaded.url.to_string(),
                status: loaded.status,
                headers: loaded.headers,
                body: loaded.html,
            });
        }
        // The denied page is most likely the one stored as evidence.
        let evidence = context.store.kept_evidence(taught.site, page)?;
        let kept = match evidence {
            Some(kept) => Some(kept),
            None => context.store.snapshot(taught.site, page)?,
        };
        kept.map(|kept| Self::of(kept, page))
            .ok_or_else(|| EngineError(Message::new("engine-bench-not-kept").with("url", page)))
    }

    /// The input for exceptions.
    fn shown<'a>(&'a self, look: &'a PageFingerprint) -> Shown<'a> {
        Shown {
            look,
            status: self.status,
            rule: RuleOutcome::Unknown,
            is_list: false,
            url: &self.asked,
        }
    }

    fn of(kept: Snapshot, page: &str) -> Self {
        let meta = kept.meta;
        let kind = meta
            .headers
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        let body = decode(&kept.body, kind.map(|(_, value)| value.as_str())).text;
        let address = |url: Option<&String>| url.map_or(page, String::as_str).to_owned();
        Self {
            asked: address(meta.url_chain.first()),
            ended: address(meta.url_chain.last()),
            status: meta.status,
            headers: meta.headers,
            body,
        }
    }
}

/// The judge's verdict on the page: the one of the run, which knew more than the page, combined
/// with the page's own.
fn verdict_of(context: &EngineContext, site: &Site, answer: &Kept) -> Result<Verdict, EngineError> {
    let mut verdict = judge(
        &context.signals,
        &Answer {
            requested_url: &answer.asked,
            final_url: &answer.ended,
            status: answer.status,
            headers: &answer.headers,
            body: &answer.body,
            now_s: 0,
            ..Answer::default()
        },
    );
    let told = site
        .status
        .as_ref()
        .filter(|status| status.url == answer.asked);
    let of_site = told.map(|status| (status.state, status.evidence.clone()));
    let in_run = context.store.verdict_on(site.id, &answer.asked)?;
    for (state, evidence) in of_site
        .into_iter()
        .chain(in_run.map(|v| (v.state, v.evidence)))
    {
        if state != PageState::Ok {
            verdict.state = state;
            verdict.evidence.extend(evidence);
        }
    }
    Ok(verdict)
}

/// The site's status, if it states what a person has just denied.
fn denied(site: &Site, url: &str, state: PageState, now: Timestamp) -> Option<SiteStatus> {
    let status = site.status.as_ref()?;
    let said = status.url == url && status.state == state;
    said.then(|| SiteStatus::after_denial(url, now))
}

/// The site's status, if it is about the page that a person has just called a block.
fn called(site: &Site, url: &str, verdict: &Verdict, now: Timestamp) -> Option<SiteStatus> {
    let status = site.status.as_ref()?;
    let about = status.url == url && !status.state.is_block();
    about.then(|| describe(verdict, url, Next::Advice, now))
}
