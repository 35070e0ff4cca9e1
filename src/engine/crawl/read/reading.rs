//! One answer read: charset, tree, judgement, records, links. Runs on a thread for blocking work;
//! the tree lives and dies in here. Flows in: a request with its answer. Flows out: plain values.
//! When the answer is not ok, no record and no link comes out.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::addresses::claimed;
use super::found::{Found, find, is_further};
use super::listing::Said;
use super::unparsed::{no_page, snapshot, unanswered};
use crate::context::EngineContext;
use crate::crawl::verdict::adjust::adjust_verdict;
use crate::crawl::verdict::body_hashes::{Bodies, Repeats};
use crate::crawl::verdict::drift::drifted;
use crate::crawl::verdict::first_pages::{First, FirstPages};
use crate::crawl::verdict::site_history::{Judged, Remembered, trace};
use bowerbird_io::fetch::{FetchError, Fetched, Session, is_markup};
use bowerbird_io::store::{Confirmed, NewRequest, RequestKind, Revisited, Snapshot};
use bowerbird_logic::detect::{
    Answer, Drift, PageSort, RuleOutcome, Signals, Trace, blame_agent, is_doubtful, judge, look,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    Evidence, PageLook, PageState, Place, Record, Ruling, SiteId, Strength, Verdict,
};
use bowerbird_logic::page::{MAX_NODES, Page, decode, foreign, without_fragment};
use bowerbird_logic::rules::Rule;
use bowerbird_logic::sources::{MAX_UNPACKED, unpacked};

/// What is to be read.
pub(in crate::crawl) struct Job {
    pub(in crate::crawl) context: Arc<EngineContext>,
    pub(in crate::crawl) site: SiteId,
    pub(in crate::crawl) rule: Arc<Rule>,
    pub(in crate::crawl) bodies: Arc<Bodies>,
    pub(in crate::crawl) firsts: Arc<FirstPages>,
    pub(in crate::crawl) remembered: Arc<Remembered>,
    pub(in crate::crawl) signals: Signals,
    pub(in crate::crawl) request: NewRequest,
    pub(in crate::crawl) answer: Result<Fetched, FetchError>,
    /// The kept answer that `answer` is, because it still holds.
    pub(in crate::crawl) kept: Option<Confirmed>,
    /// Whom the answer was sent to, when it may be asked about another time.
    pub(in crate::crawl) visitor: Option<i64>,
    pub(in crate::crawl) through_proxy: bool,
    /// The session that it came through.
    pub(in crate::crawl) session: Session,
    pub(in crate::crawl) since_last: Option<Duration>,
    /// Whether the site has yielded records before: then a list without items is suspicious.
    pub(in crate::crawl) had_records: bool,
    /// Whether this is a further page of an article whose first page has been read.
    pub(in crate::crawl) part: bool,
    /// Whether it is only held against what came by another way: it is noted nowhere.
    pub(in crate::crawl) beside: bool,
    pub(in crate::crawl) now: Timestamp,
}

/// What was read.
#[derive(Debug)]
pub(in crate::crawl) struct Reading {
    pub(in crate::crawl) verdict: Verdict,
    /// Status; 0 when there was no answer.
    pub(in crate::crawl) status: u16,
    /// Address after redirects.
    pub(in crate::crawl) url: String,
    pub(in crate::crawl) bytes: u64,
    pub(in crate::crawl) records: Vec<Record>,
    /// Content pages found.
    pub(in crate::crawl) contents: Vec<NewRequest>,
    /// The next list page.
    pub(in crate::crawl) next_list: Option<NewRequest>,
    /// Further documents of the same source.
    pub(in crate::crawl) further: Vec<NewRequest>,
    /// The newest key among the items of an interface.
    pub(in crate::crawl) newest: Option<String>,
    /// What a page of a crawl says, as a hash.
    pub(in crate::crawl) said: Option<Said>,
    /// Whether generic extraction stood in for the rule.
    pub(in crate::crawl) stood_in: bool,
    /// Whether the rule found all that it needs.
    pub(in crate::crawl) complete: bool,
    /// What the page says of its own address, where that is believed.
    pub(in crate::crawl) claimed: Option<Url>,
    /// The next page of the same article.
    pub(in crate::crawl) next_part: Option<Url>,
    /// The whole article on one page.
    pub(in crate::crawl) single_page: Option<Url>,
    /// Whether the list page has links, wanted or not, and which.
    pub(in crate::crawl) news: News,
    /// How the list reads otherwise than before.
    pub(in crate::crawl) drift: Option<Drift>,
    /// How many answers this was read from.
    pub(in crate::crawl) pages: u64,
    /// The answers, as far as they are kept.
    pub(in crate::crawl) snapshots: Vec<Snapshot>,
    /// The kept answer that this was read from, because it still holds.
    pub(in crate::crawl) confirmed: Option<Confirmed>,
    /// What it says of changes.
    pub(in crate::crawl) revisited: Revisited,
    /// Whether the answer was no page.
    pub(in crate::crawl) no_page: bool,
    /// Whether the rule's sign of a login is on the page, where it names one.
    pub(in crate::crawl) signed: Option<bool>,
    /// What the rule made of the page.
    pub(in crate::crawl) outcome: RuleOutcome,
    /// What the page looks like, where that may matter.
    pub(in crate::crawl) look: Option<PageLook>,
    /// Why there was no answer, in words.
    pub(in crate::crawl) fault: Option<Message>,
    /// Whether it is a further list page that came as another list page has come.
    pub(in crate::crawl) repeated_list: bool,
    /// Whether asking again soon cannot help.
    pub(in crate::crawl) lasting: bool,
    /// How long the answer took, where there was one.
    pub(in crate::crawl) took: Option<Duration>,
    /// Name of the proxy that it came through.
    pub(in crate::crawl) proxy: Option<String>,
    pub(in crate::crawl) fetched_at: Timestamp,
}

impl Reading {
    /// A reading of nothing but a verdict.
    pub(in crate::crawl) fn verdict_only(url: &str, verdict: Verdict, now: Timestamp) -> Self {
        Self {
            verdict,
            status: 0,
            url: url.to_owned(),
            bytes: 0,
            records: Vec::new(),
            contents: Vec::new(),
            next_list: None,
            further: Vec::new(),
            newest: None,
            said: None,
            stood_in: false,
            complete: false,
            claimed: None,
            next_part: None,
            single_page: None,
            news: News::default(),
            drift: None,
            pages: 1,
            snapshots: Vec::new(),
            confirmed: None,
            revisited: Revisited::default(),
            no_page: false,
            signed: None,
            outcome: RuleOutcome::Unknown,
            look: None,
            fault: None,
            repeated_list: false,
            lasting: false,
            took: None,
            proxy: None,
            fetched_at: now,
        }
    }
}

impl Reading {
    /// The same once it is known that the page is none: only evidence is left of it.
    pub(in crate::crawl) fn refused(self, verdict: Verdict) -> Self {
        let mut snapshots = self.snapshots;
        for snapshot in &mut snapshots {
            snapshot.meta.evidence = true;
            snapshot.validators = None;
        }
        Self {
            status: self.status,
            bytes: self.bytes,
            pages: self.pages,
            took: self.took,
            outcome: self.outcome,
            look: self.look,
            snapshots,
            ..Self::verdict_only(&self.url, verdict, self.fetched_at)
        }
    }
}

/// Reads one answer.
pub(in crate::crawl) fn read(job: &Job) -> Reading {
    let fetched = match &job.answer {
        Ok(fetched) => fetched,
        Err(error) => return unanswered(job, error),
    };
    let Some(url) = fetched.url() else {
        return Reading::verdict_only(&job.request.url, Verdict::ok(), job.now);
    };
    if fetched.left {
        return no_page(job, fetched, url);
    }
    let document = job.request.kind == RequestKind::List && job.rule.reads_documents();
    let body = match document {
        true => unpacked(&fetched.body, MAX_UNPACKED),
        false => Cow::Borrowed(fetched.body.as_slice()),
    };
    let decoded = decode(&body, fetched.header("content-type"));
    let readable = match document {
        // Feeds and sitemaps come under every content type.
        true => foreign(&body).is_none(),
        false => is_markup(fetched.header("content-type")),
    };
    let page = readable.then(|| job.rule.page(&decoded.text, url));
    if page.as_ref().is_some_and(|page| !page.is_whole()) {
        let error = FetchError::TooManyElements {
            url: url.to_string(),
            limit: MAX_NODES,
        };
        return unanswered(job, &error);
    }
    let mut found = page
        .as_ref()
        .map_or_else(Found::default, |page| find(job, page, &fetched.headers));
    if found.cut {
        let url = url.to_string();
        return unanswered(job, &FetchError::TooMuchWork { url });
    }
    // A list page is remembered too: the front page that comes for every article is one.
    let is_list = job.request.kind == RequestKind::List;
    let repeats = job.bodies.repeats(&decoded.text, &job.request.url, is_list);
    let counts = job.request.kind == RequestKind::Content && !is_further(job);
    let verdict = judge(
        &job.signals,
        &Answer {
            fault: None,
            requested_url: &job.request.url,
            final_url: url.as_str(),
            status: fetched.status,
            headers: &fetched.headers,
            through_proxy: job.through_proxy,
            body: &decoded.text,
            page: page.as_ref(),
            rule: found.outcome,
            body_repeats: counts && repeats != Repeats::Nothing,
            since_last_request: job.since_last,
            took: Some(fetched.elapsed),
            now_s: job.now.as_second(),
        },
    );
    let weigh = |status, verdict, found: &Found| {
        adjust_verdict(job, status, verdict, found, page.as_ref(), &decoded.text)
    };
    let mut verdict = weigh(fetched.status, verdict, &found);
    verdict = named(job, verdict);
    // Two addresses may have one page, but no article is the list that names it, whatever a rule
    // without fields of its own makes of it.
    if counts && repeats == Repeats::List && verdict.state == PageState::Ok && fetched.status < 400
    {
        let title = page.as_ref().map(Page::title).unwrap_or_default();
        verdict = because(PageState::SoftBlock, "body-repeats", Place::History, &title);
    }
    let yields = is_list && found.outcome == RuleOutcome::Fits || !found.records.is_empty();
    let judged = Judged {
        url: &job.request.url,
        status: fetched.status,
        body: &decoded.text,
        rule: found.outcome,
        trace: sort_of(job, fetched.status, page.is_some()).map(|sort| {
            let trace = trace(&job.request.url, &decoded.text, fetched.elapsed, yields);
            let may_repeat = sort == PageSort::Page && job.bodies.of_one_form(&decoded.text);
            (
                sort,
                Trace {
                    may_repeat,
                    ..trace
                },
            )
        }),
    };
    verdict = job.remembered.adjust_verdict(verdict, &judged);
    let word = job.remembered.overruled(&verdict, &judged, is_list);
    // A person's word makes a good page even of one that came as an error.
    let exempt = matches!(word, Some((Ruling::NotABlock, _)));
    match word {
        Some((Ruling::NotABlock, said)) => verdict = weigh(200, said, &found),
        Some((Ruling::IsABlock, said)) => verdict = said,
        None => {}
    }
    let came = fetched.status < 400 || exempt;
    if !job.beside {
        job.remembered.note(&verdict, &judged);
    }
    let drift = page
        .as_ref()
        .filter(|_| verdict.state == PageState::Ok && came)
        .and_then(|page| drifted(job, page, &found.listed));
    if drift.as_ref().is_some_and(|drift| drift.lost) {
        let title = page.as_ref().map(Page::title).unwrap_or_default();
        verdict = because(PageState::LayoutChanged, "list-drift", Place::Rule, &title);
    }
    let ok = verdict.state == PageState::Ok && came;
    if ok && is_list && job.request.depth == 0 && !job.beside {
        let first = First::of(&decoded.text, &found.news.wanted);
        job.firsts.note(job, first);
    }
    let outcome = found.outcome;
    let sort = judged.trace.as_ref().map(|(sort, _)| *sort);
    let doubtful = job.beside || sort.is_some_and(|sort| is_doubtful(&verdict, sort, outcome));
    if !ok {
        found = Found::default();
    }
    Reading {
        // A page that reads otherwise must not take the place of the last good one: that is what
        // the next one is held against, and what a repair goes by.
        snapshots: snapshot(job, fetched, &body, &verdict, ok && drift.is_none())
            .into_iter()
            .collect(),
        confirmed: job.kept.filter(|_| ok),
        revisited: Revisited::stamped(found.stamps),
        no_page: false,
        signed: job
            .rule
            .file()
            .login
            .as_ref()
            .and_then(|login| login.is_shown(page.as_ref()?)),
        complete: found.complete,
        claimed: claimed(job, page.as_ref(), ok),
        next_part: found.next_part,
        single_page: found.single_page,
        news: found.news,
        drift,
        pages: 1,
        verdict,
        status: if exempt { 200 } else { fetched.status },
        url: without_fragment(url).into(),
        bytes: match job.kept {
            Some(_) => 0,
            None => u64::try_from(fetched.body.len()).unwrap_or(u64::MAX),
        },
        records: found.records,
        contents: found.contents,
        next_list: found.next_list,
        further: found.further,
        newest: found.newest,
        said: found.said,
        stood_in: found.stood_in,
        outcome,
        look: doubtful.then(|| look(&decoded.text)),
        fault: None,
        repeated_list: ok && is_list && job.request.depth > 0 && repeats == Repeats::List,
        lasting: false,
        took: Some(fetched.elapsed),
        proxy: None,
        fetched_at: job.now,
    }
}

/// As what an answer is held against earlier ones; `None` for those that are no measure: errors,
/// kept answers, documents for programs, further pages.
fn sort_of(job: &Job, status: u16, is_page: bool) -> Option<PageSort> {
    if status >= 400 || !is_page || job.kept.is_some() || is_further(job) {
        return None;
    }
    match job.request.kind {
        RequestKind::List if job.rule.reads_documents() => None,
        RequestKind::List => Some(PageSort::List),
        RequestKind::Content => Some(PageSort::Content),
        RequestKind::Page => Some(PageSort::Page),
    }
}

/// With the rule's user agent named where that may be why we are refused.
pub(in crate::crawl) fn named(job: &Job, verdict: Verdict) -> Verdict {
    let sent = job.rule.file().network.user_agent.as_deref();
    blame_agent(verdict, sent.unwrap_or_default())
}

/// The links of a list page, by their hashes.
#[derive(Debug, Default)]
pub(in crate::crawl) struct News {
    /// Those to content pages.
    pub(in crate::crawl) wanted: Vec<u64>,
    /// Those that the rule refuses.
    pub(in crate::crawl) refused: Vec<u64>,
}

/// A verdict of the engine's own.
pub(in crate::crawl) fn because(
    state: PageState,
    signal: &str,
    place: Place,
    matched: &str,
) -> Verdict {
    Verdict::because(
        state,
        Evidence {
            signal: signal.to_owned(),
            strength: Strength::Strong,
            place,
            matched: matched.chars().take(200).collect(),
        },
    )
}
