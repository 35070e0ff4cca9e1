//! Commands about exceptions: what a person says of a page against the judge. Flows in: a kept
//! page, or one in a file, and the word. Flows out: an exception of the site, and a status that no
//! longer says what was denied.

use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{EngineError, Event, sites};
use crate::engine::ground::Ground;
use crate::engine::inspect::load;
use crate::io::store::Snapshot;
use crate::logic::detect::{Answer, RuleOutcome, Shown, judge, lesson, look};
use crate::logic::messages::Message;
use crate::logic::model::{ExceptionId, PageState, Ruling, Site, SiteId, SiteStatus, Verdict};
use crate::logic::page::decode;

/// A page with what a person says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaughtPage {
    /// Whose page it is.
    pub site: SiteId,
    /// The address of a kept page, or a file that holds one.
    pub page: String,
    /// What it is.
    pub ruling: Ruling,
    /// Of a block, which; what its status says when absent, else a soft block.
    pub state: Option<PageState>,
}

/// Teaches.
pub(super) fn teach(ground: &Ground, taught: &TaughtPage) -> Result<(), EngineError> {
    let site = sites::find(ground, taught.site)?;
    let answer = Kept::find(ground, taught)?;
    let verdict = said_of(ground, &site, &answer)?;
    let look = look(&answer.body);
    let shown = Shown {
        look: &look,
        status: answer.status,
        rule: RuleOutcome::Unknown,
        is_list: false,
        url: &answer.asked,
    };
    let draft = lesson(site.id, taught.ruling, taught.state, &verdict, shown).ok_or_else(|| {
        EngineError(Message::new("exceptions-nothing-to-teach").with("url", taught.page.as_str()))
    })?;
    let now = Timestamp::now();
    ground.store.add_exception(&draft, now)?;
    if let Some(status) = denied(&site, &answer.asked, taught.ruling, draft.state, now) {
        ground.store.set_site_status(site.id, &status)?;
    }
    ground.tell(Event::SitesChanged);
    Ok(())
}

/// Forgets.
pub(super) fn forget(ground: &Ground, exception: ExceptionId) -> Result<(), EngineError> {
    ground.store.remove_exception(exception)?;
    ground.tell(Event::SitesChanged);
    Ok(())
}

/// An answer as it was kept.
struct Kept {
    asked: String,
    ended: String,
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Kept {
    fn find(ground: &Ground, taught: &TaughtPage) -> Result<Self, EngineError> {
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
        // What is denied is most likely what was kept as evidence.
        let evidence = ground.store.kept_evidence(taught.site, page)?;
        let kept = match evidence {
            Some(kept) => Some(kept),
            None => ground.store.snapshot(taught.site, page)?,
        };
        kept.map(|kept| Self::of(kept, page))
            .ok_or_else(|| EngineError(Message::new("engine-bench-not-kept").with("url", page)))
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

/// The judge's word on the page: what was said in the run, which knew more than the page, with what
/// the page says by itself.
fn said_of(ground: &Ground, site: &Site, answer: &Kept) -> Result<Verdict, EngineError> {
    let mut verdict = judge(
        &ground.signals,
        &Answer {
            fault: None,
            requested_url: &answer.asked,
            final_url: &answer.ended,
            status: answer.status,
            headers: &answer.headers,
            through_proxy: false,
            body: &answer.body,
            page: None,
            rule: RuleOutcome::Unknown,
            body_repeats: false,
            since_last_request: None,
            took: None,
            now_s: 0,
        },
    );
    let told = site
        .status
        .as_ref()
        .filter(|status| status.url == answer.asked);
    let of_site = told.map(|status| (status.state, status.evidence.clone()));
    let in_run = ground.store.verdict_on(site.id, &answer.asked)?;
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

/// The status of the site where that says what a person has just denied.
fn denied(
    site: &Site,
    url: &str,
    ruling: Ruling,
    state: PageState,
    now: Timestamp,
) -> Option<SiteStatus> {
    let status = site.status.as_ref()?;
    if ruling != Ruling::NotABlock || status.url != url || status.state != state {
        return None;
    }
    Some(SiteStatus::after_denial(url, now))
}
