//! One answer read: charset, tree, judgement, records, links. Runs on a thread for blocking work;
//! the tree lives and dies in here. Flows in: a request with its answer. Flows out: plain values.
//! When the answer is not ok, no record and no link comes out.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::addresses::claimed;
use super::bodies::Bodies;
use super::drift::{comparable, drifted, listed};
use super::listing::{Said, crawled, from_list, said};
use crate::engine::extract::{Extracted, extract_asked, note_list_sources};
use crate::engine::ground::Ground;
use crate::io::fetch::{FetchError, Fetched, is_markup, keeping};
use crate::io::store::{
    Confirmed, NewRequest, RequestKind, Revisited, Snapshot, SnapshotMeta, Validators,
};
use crate::logic::detect::{Answer, Drift, Listed, RuleOutcome, judge};
use crate::logic::messages::{Explain, Message};
use crate::logic::model::{Evidence, PageState, Place, Record, SiteId, Strength, Verdict};
use crate::logic::page::{Page, decode, foreign, visible_text, without_fragment};
use crate::logic::rules::Rule;
use crate::logic::sources::{MOST_UNPACKED, unpacked};

/// Characters of text above which a list page without items has changed its layout rather than
/// run out of items.
const LONG_TEXT_CHARS: usize = 400;

/// What is to be read.
pub(super) struct Job {
    pub(super) ground: Arc<Ground>,
    pub(super) site: SiteId,
    pub(super) rule: Arc<Rule>,
    pub(super) bodies: Arc<Bodies>,
    pub(super) request: NewRequest,
    pub(super) answer: Result<Fetched, FetchError>,
    /// The kept answer that `answer` is, because it still holds.
    pub(super) kept: Option<Confirmed>,
    /// Whom the answer was sent to, when it may be asked about another time.
    pub(super) visitor: Option<i64>,
    pub(super) through_proxy: bool,
    pub(super) since_last: Option<Duration>,
    /// Whether the site has yielded records before: then a list without items is suspicious.
    pub(super) had_records: bool,
    /// Whether this is a further page of an article whose first page has been read.
    pub(super) part: bool,
    pub(super) now: Timestamp,
}

/// What was read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) verdict: Verdict,
    /// Status; 0 when there was no answer.
    pub(super) status: u16,
    /// Address after redirects.
    pub(super) url: String,
    pub(super) bytes: u64,
    pub(super) records: Vec<Record>,
    /// Content pages found.
    pub(super) contents: Vec<NewRequest>,
    /// The next list page.
    pub(super) next_list: Option<NewRequest>,
    /// Further documents of the same source.
    pub(super) further: Vec<NewRequest>,
    /// The newest key among the items of an interface.
    pub(super) newest: Option<String>,
    /// What a page of a crawl says, as a hash.
    pub(super) said: Option<Said>,
    /// Whether generic extraction stood in for the rule.
    pub(super) stood_in: bool,
    /// Whether the rule found all that it needs.
    pub(super) complete: bool,
    /// What the page says of its own address, where that is believed.
    pub(super) claimed: Option<Url>,
    /// The next page of the same article.
    pub(super) next_part: Option<Url>,
    /// The whole article on one page.
    pub(super) single_page: Option<Url>,
    /// Whether the list page has links, wanted or not, and which.
    pub(super) news: News,
    /// How the list reads otherwise than before.
    pub(super) drift: Option<Drift>,
    /// How many answers this was read from.
    pub(super) pages: u64,
    /// The answers, as far as they are kept.
    pub(super) snapshots: Vec<Snapshot>,
    /// The kept answer that this was read from, because it still holds.
    pub(super) confirmed: Option<Confirmed>,
    /// What it says of changes.
    pub(super) revisited: Revisited,
    /// Whether the answer was no page.
    pub(super) no_page: bool,
    /// Why there was no answer, in words.
    pub(super) fault: Option<Message>,
    /// Whether asking again soon cannot help.
    pub(super) lasting: bool,
    pub(super) fetched_at: Timestamp,
}

impl Reading {
    /// A reading of nothing but a verdict.
    pub(super) fn verdict_only(url: &str, verdict: Verdict, now: Timestamp) -> Self {
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
            fault: None,
            lasting: false,
            fetched_at: now,
        }
    }
}

/// Reads one answer.
pub(super) fn read(job: &Job) -> Reading {
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
        true => unpacked(&fetched.body, MOST_UNPACKED),
        false => Cow::Borrowed(fetched.body.as_slice()),
    };
    let decoded = decode(&body, fetched.header("content-type"));
    let readable = match document {
        // Feeds and sitemaps come under every content type.
        true => foreign(&body).is_none(),
        false => is_markup(fetched.header("content-type")),
    };
    let page = readable.then(|| Page::parse(&job.rule.prepare(&decoded.text), url));
    let mut found = page
        .as_ref()
        .map_or_else(Found::default, |page| find(job, page, &fetched.headers));
    // A list page is remembered too: the front page that comes for every article is one.
    let repeats = job.bodies.repeats(&decoded.text, &job.request.url);
    let verdict = judge(
        &job.ground.signals,
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
            body_repeats: repeats && job.request.kind == RequestKind::Content && !is_further(job),
            since_last_request: job.since_last,
            now_s: job.now.as_second(),
        },
    );
    let mut verdict = weighed(job, fetched.status, verdict, &found, page.as_ref());
    let drift = page
        .as_ref()
        .filter(|_| verdict.state == PageState::Ok && fetched.status < 400)
        .and_then(|page| drifted(job, page, &found.listed));
    if drift.as_ref().is_some_and(|drift| drift.lost) {
        let title = page.as_ref().map(Page::title).unwrap_or_default();
        verdict = because(PageState::LayoutChanged, "list-drift", Place::Rule, &title);
    }
    let ok = verdict.state == PageState::Ok && fetched.status < 400;
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
        complete: found.complete,
        claimed: claimed(job, page.as_ref(), ok),
        next_part: found.next_part,
        single_page: found.single_page,
        news: found.news,
        drift,
        pages: 1,
        verdict,
        status: fetched.status,
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
        fault: None,
        lasting: false,
        fetched_at: job.now,
    }
}

/// The links of a list page, by their hashes.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Those to content pages.
    pub(super) wanted: Vec<u64>,
    /// Those that the rule refuses.
    pub(super) refused: Vec<u64>,
}

/// A further page of what has been read in part: repeating what came before is how it ends, and
/// no sign of a block.
fn is_further(job: &Job) -> bool {
    let first_depth = u32::from(job.rule.has_list());
    job.part || (job.rule.file().record.is_some() && job.request.depth > first_depth)
}

/// What the rule found on a page.
#[derive(Default)]
pub(super) struct Found {
    pub(super) records: Vec<Record>,
    pub(super) contents: Vec<NewRequest>,
    pub(super) next_list: Option<NewRequest>,
    pub(super) further: Vec<NewRequest>,
    pub(super) newest: Option<String>,
    pub(super) said: Option<Said>,
    pub(super) stamps: Vec<(String, String)>,
    pub(super) stood_in: bool,
    pub(super) complete: bool,
    pub(super) next_part: Option<Url>,
    pub(super) single_page: Option<Url>,
    pub(super) news: News,
    /// What the list says, where that can be held against an earlier visit.
    pub(super) listed: Vec<Listed>,
    pub(super) outcome: RuleOutcome,
}

fn find(job: &Job, page: &Page, headers: &[(String, String)]) -> Found {
    let asked = Url::parse(&job.request.url).unwrap_or_else(|_| page.url().clone());
    match job.request.kind {
        RequestKind::List => {
            let fields = &job.request.fields;
            let list = job.rule.list_page_for(page, &asked, fields, job.now);
            let listed = match comparable(job) {
                true => listed(&list),
                false => Vec::new(),
            };
            Found {
                listed,
                ..from_list(job, page, list, headers)
            }
        }
        RequestKind::Content => {
            let listed = &job.request.fields;
            let extracted = extract_asked(&job.rule, page, &asked, listed, job.now);
            from_content(job, extracted)
        }
        RequestKind::Page => {
            let extracted = match job.rule.is_record_page(page.url()) {
                true => extract_asked(&job.rule, page, &asked, &[], job.now),
                false => Extracted::default(),
            };
            from_page(job, page, extracted)
        }
    }
}

/// A page of a crawl: its links, and its records where it fits the rule. What does not fit is a
/// page on the way.
fn from_page(job: &Job, page: &Page, extracted: Extracted) -> Found {
    let fits = extracted.missing.is_empty() && !extracted.stood_in;
    let mut found = match fits {
        true => from_content(job, extracted),
        false => Found::default(),
    };
    found.contents.extend(crawled(job, page));
    found.said = Some(said(page));
    found.outcome = RuleOutcome::Fits;
    found
}

/// Content pages found on lists have depth 1 (0 where they are start pages) and each further page
/// of the same content one more, so that the depth counts the pages of a thread.
fn from_content(job: &Job, mut extracted: Extracted) -> Found {
    let (file, request) = (job.rule.file(), &job.request);
    let checkable = file.record.is_some() || file.fields.iter().any(|field| field.required);
    let complete = extracted.missing.is_empty() && !extracted.stood_in;
    note_list_sources(&mut extracted.records, &request.sources);
    // A further page of an article need not have its title and date.
    let outcome = if !checkable || job.part {
        RuleOutcome::Unknown
    } else if complete && !extracted.records.is_empty() {
        RuleOutcome::Fits
    } else {
        RuleOutcome::Misses
    };
    let first_depth = u32::from(job.rule.has_list());
    let pages = request.depth.saturating_sub(first_depth).saturating_add(1);
    let most = file
        .record
        .as_ref()
        .and_then(|record| record.next.as_ref())
        .and_then(|next| next.max_pages)
        .unwrap_or(u32::MAX);
    let contents = extracted
        .next
        .filter(|_| pages < most)
        .map(|url| NewRequest {
            url: without_fragment(&url).into(),
            depth: request.depth.saturating_add(1),
            ..request.clone()
        });
    Found {
        records: extracted.records,
        contents: contents.into_iter().collect(),
        stood_in: extracted.stood_in,
        complete,
        next_part: extracted.next_part,
        single_page: extracted.single_page,
        outcome,
        ..Found::default()
    }
}

/// The judge sees one answer; the run knows more: what a list without items means for this site,
/// and that generic extraction stood in for a rule that no longer fits.
fn weighed(
    job: &Job,
    status: u16,
    verdict: Verdict,
    found: &Found,
    page: Option<&Page>,
) -> Verdict {
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    if !mild || status >= 400 {
        return verdict;
    }
    let Some(page) = page else {
        let matched = "no HTML";
        return because(PageState::Empty, "not-markup", Place::Header, matched);
    };
    if job.request.kind == RequestKind::Page {
        return Verdict::ok();
    }
    if job.request.kind == RequestKind::List {
        if found.outcome == RuleOutcome::Fits {
            return Verdict::ok();
        }
        let long = visible_text(page).chars().nth(LONG_TEXT_CHARS).is_some();
        let changed = job.had_records && long && job.request.depth == 0;
        let state = if changed {
            PageState::LayoutChanged
        } else {
            PageState::Empty
        };
        let signal = match (
            job.rule.reads_documents(),
            job.rule.file().site.kind.as_str(),
        ) {
            (true, "feed") => "no-feed",
            (true, "sitemap") => "no-sitemap",
            (true, _) => "no-json",
            _ => "list-without-items",
        };
        return because(state, signal, Place::Rule, &page.title());
    }
    if !found.records.is_empty() {
        return Verdict::ok();
    }
    if verdict.state == PageState::Ok {
        return because(PageState::Empty, "no-record", Place::Rule, &page.title());
    }
    verdict
}

fn unanswered(job: &Job, error: &FetchError) -> Reading {
    let fault = error.fault();
    let verdict = judge(
        &job.ground.signals,
        &Answer {
            fault: Some(&fault),
            requested_url: &job.request.url,
            final_url: &job.request.url,
            status: 0,
            headers: &[],
            through_proxy: job.through_proxy,
            body: "",
            page: None,
            rule: RuleOutcome::Unknown,
            body_repeats: false,
            since_last_request: job.since_last,
            now_s: job.now.as_second(),
        },
    );
    Reading {
        fault: Some(error.explain()),
        lasting: error.is_lasting(),
        ..Reading::verdict_only(&job.request.url, verdict, job.now)
    }
}

/// Kept for good pages, so that a changed rule can run again, and for the rest as evidence.
fn snapshot(
    job: &Job,
    fetched: &Fetched,
    body: &[u8],
    verdict: &Verdict,
    ok: bool,
) -> Option<Snapshot> {
    // What is kept already stays as it is.
    if verdict.state == PageState::ProxyFault || job.kept.is_some() {
        return None;
    }
    let now = job.now;
    let validators = job.visitor.filter(|_| ok).and_then(|visitor| {
        let known = keeping(&fetched.headers, now)?;
        Some(Validators {
            etag: known.etag,
            last_modified: known.last_modified,
            visitor,
            fresh_until: known.fresh_until,
        })
    });
    Some(Snapshot {
        meta: SnapshotMeta {
            url_chain: fetched.url_chain.iter().map(ToString::to_string).collect(),
            status: fetched.status,
            headers: fetched.headers.clone(),
            fetched_at: now,
            evidence: !ok,
        },
        body: body.to_vec(),
        validators,
    })
}

/// An answer that was left at its headers: a PDF or a film behind the link of an article.
fn no_page(job: &Job, fetched: &Fetched, url: &Url) -> Reading {
    let kind = fetched.header("content-type").unwrap_or_default();
    let length = fetched.header("content-length");
    let matched = match length.and_then(|text| text.trim().parse::<u64>().ok()) {
        Some(bytes) => format!("{kind}, {} KiB", bytes.div_ceil(1024)),
        None => kind.to_owned(),
    };
    let verdict = because(PageState::Empty, "not-markup", Place::Header, &matched);
    Reading {
        status: fetched.status,
        no_page: true,
        ..Reading::verdict_only(without_fragment(url).as_str(), verdict, job.now)
    }
}

/// A verdict of the engine's own.
pub(super) fn because(state: PageState, signal: &str, place: Place, matched: &str) -> Verdict {
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
