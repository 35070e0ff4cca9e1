//! Turns a response into plain values: text, tree, the answer's own verdict, records, links.
//! Input: a task and its response. Output: a reading. Pure: all inputs are values, the tree never
//! leaves this module, and neither the run nor other answers have any influence.

pub(in crate::crawl) mod apply_rule;
pub(in crate::crawl) mod listing;
mod long_text;
mod nested_sitemaps;
mod non_page_answers;
mod read_request;
pub(in crate::crawl) mod reading;
pub(in crate::crawl) mod required_fields;
mod tree_reading;

use std::borrow::Cow;
use std::collections::HashSet;

use url::Url;

use super::fetch::Response;
use apply_rule::{RuleResult, find};
use bowerbird_io::fetch::{FetchError, Fetched, is_markup};
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{Answer, RuleOutcome, asks_for, judgement, needs_browser};
use bowerbird_logic::generic::carried_article;
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, NetworkFigures, Verdict};
use bowerbird_logic::page::{
    MAX_NODES, Page, claim, decode, foreign, visible_text, without_fragment,
};
use bowerbird_logic::sources::{MAX_UNPACKED, unpacked};
use long_text::is_long;
use non_page_answers::{no_page, unanswered};
pub(in crate::crawl) use read_request::ReadTask;
pub(in crate::crawl) use reading::{PageFacts, Reading, VerdictInput};
pub(in crate::crawl) use tree_reading::{TreeParts, TreeReading, read_for_owner};

/// Reads one response.
pub(in crate::crawl) fn read(task: &ReadTask, response: &Response) -> Reading {
    let fetched = match &response.answer {
        Ok(fetched) => fetched,
        Err(error) => return unanswered(task, response, error),
    };
    let Some(url) = fetched.url() else {
        return Reading::judged(&task.request.url, Verdict::ok(), response.received_at);
    };
    match fetched.left {
        true => no_page(fetched, url, response.received_at),
        false => read_body(task, response, fetched, url),
    }
}

/// Reads a response with a body.
fn read_body(task: &ReadTask, response: &Response, fetched: &Fetched, url: &Url) -> Reading {
    let body = unpacked_body(task, fetched);
    let text = decode(&body, fetched.header("content-type")).text;
    let read_elsewhere = response.reading.as_deref().and_then(TreeReading::decode);
    let tree = match read_elsewhere {
        Some(tree) => tree,
        None => read_tree(task, response, (fetched, url), (&body, &text)),
    };
    let parts = match tree {
        TreeReading::Read(parts) => *parts,
        TreeReading::TooManyElements => {
            let (url, limit) = (url.to_string(), MAX_NODES);
            let error = FetchError::TooManyElements { url, limit };
            return unanswered(task, response, &error);
        }
        TreeReading::TooMuchWork => {
            let url = url.to_string();
            return unanswered(task, response, &FetchError::TooMuchWork { url });
        }
    };
    let bytes = match response.confirmed {
        Some(_) => 0,
        None => u64::try_from(fetched.body.len()).unwrap_or(u64::MAX),
    };
    let unpacked = match body {
        Cow::Owned(body) => Some(body),
        Cow::Borrowed(_) => None,
    };
    let here = without_fragment(url);
    let mut reading = Reading::judged(
        here.as_str(),
        parts.judgement.verdict.clone(),
        response.received_at,
    );
    reading.answer.heard = NetworkFigures {
        status: fetched.status,
        bytes,
        took: Some(fetched.elapsed),
        proxy: None,
    };
    Reading {
        found: parts.found,
        unsettled: Some(Box::new(VerdictInput {
            text,
            unpacked,
            page: parts.page,
            sent_to_login: parts.sent_to_login,
            judgement: parts.judgement,
        })),
        ..reading
    }
}

/// The body, unpacked where a document for programs is packed once more.
fn unpacked_body<'f>(task: &ReadTask, fetched: &'f Fetched) -> Cow<'f, [u8]> {
    match task.is_document() {
        true => unpacked(&fetched.body, MAX_UNPACKED),
        false => Cow::Borrowed(fetched.body.as_slice()),
    }
}

/// Reads what needs the tree of a page.
fn read_tree(
    task: &ReadTask,
    response: &Response,
    (fetched, url): (&Fetched, &Url),
    (body, text): (&[u8], &str),
) -> TreeReading {
    let readable = match task.is_document() {
        // Feeds and sitemaps are served under any content type.
        true => foreign(body).is_none(),
        false => is_markup(fetched.header("content-type")),
    };
    let sent_to_login = task.rule.login_redirect(&task.request.url, url.as_str());
    let page = readable.then(|| task.rule.page(text, url));
    if page.as_ref().is_some_and(|page| !page.is_whole()) {
        return TreeReading::TooManyElements;
    }
    let found = page
        .as_ref()
        .map_or_else(RuleResult::default, |page| find(task, response, page));
    if found.cut {
        return TreeReading::TooMuchWork;
    }
    let facts = page
        .as_ref()
        .map(|page| facts(task, response, page, &found));
    let judgement = judgement(
        &task.signals,
        &Answer {
            requested_url: &task.request.url,
            final_url: url.as_str(),
            status: fetched.status,
            headers: &fetched.headers,
            through_proxy: response.through_proxy,
            body: text,
            page: page.as_ref(),
            rule: found.outcome,
            since_last_request: response.since_last,
            took: Some(fetched.elapsed),
            now_s: response.received_at.as_second(),
            ..Answer::default()
        },
    );
    TreeReading::Read(Box::new(TreeParts {
        found,
        page: facts,
        sent_to_login,
        judgement,
    }))
}

/// The facts about a page that are needed after its tree is dropped.
fn facts(task: &ReadTask, response: &Response, page: &Page, found: &RuleResult) -> PageFacts {
    let request = &task.request;
    let lacks_items = request.kind == RequestKind::List && found.outcome != RuleOutcome::Fits;
    let is_compared = task.is_compared(response) && !found.listed.is_empty();
    let link = |url: &Url| without_fragment(url).into();
    let claimed = task.may_claim().then(|| claim(page)).flatten();
    let mut facts = PageFacts {
        title: page.title(),
        is_long: lacks_items && request.depth == 0 && is_long(&visible_text(page)),
        links: match is_compared {
            true => page.links().iter().map(link).collect(),
            false => HashSet::new(),
        },
        ..PageFacts::default()
    };
    facts.claimed = claimed.map(|url| task.rule.address(&url));
    let login = task.rule.file().login.as_ref();
    facts.signed = login.and_then(|login| login.is_shown(page));
    if !task.is_document() && !reads_content(found) {
        let carries = || !found.yields.records.is_empty() && carried_article(page).is_some();
        facts.shell = needs_browser(page).filter(|_| !carries());
    }
    if lacks_items && !task.rule.reads_documents() {
        facts.form = asks_for(&task.signals, page.source());
    }
    facts
}

/// Characters of a record's text above which it is content, such as that of a data block.
const CONTENT_CHARS: usize = 400;

/// Whether the rule found content on a page: what it requires, fields beyond those that the head of
/// an empty page has as well, or a text that is more than a notice.
fn reads_content(found: &RuleResult) -> bool {
    let in_head = [
        DefaultColumn::Url,
        DefaultColumn::Title,
        DefaultColumn::Date,
        DefaultColumn::Author,
    ];
    let is_content = |(name, source): (&String, &u32)| {
        let column = DefaultColumn::from_token(name);
        *source < FROM_GENERIC && column.is_none_or(|column| !in_head.contains(&column))
    };
    let is_long = |text: &str| text.chars().nth(CONTENT_CHARS).is_some();
    let mut records = found.yields.records.iter();
    // A page of a whole-site crawl fits whatever it holds.
    let fits = found.outcome == RuleOutcome::Fits && found.said.is_none();
    fits || records.any(|one| is_long(&one.text) || one.provenance.iter().any(is_content))
}
