//! The thread of one open page. The page tree cannot leave its thread, so all short work on it
//! happens here: picking, selecting, finding. Longer work goes to the page job queue, which parses the page
//! again, so that no click has to wait for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, OnceLock};

use jiff::Timestamp;
use tokio::sync::oneshot;

use super::opening::ReceivedPage;
use crate::context::EngineContext;
use crate::extract::extract_with_rule;
use crate::page_resources::PageResources;
use crate::protocol::{Event, OpenedPage, PageTicket, SelectionResult, SelectorDraft};
use crate::workbench::{PageAnalysis, RepairOffer, find, grasp};
use bowerbird_io::preview::structure;
use bowerbird_logic::authoring::learn::{Suggestion, describe};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::{ElementIndex, Page};
use bowerbird_logic::rules::{Rule, parse};
use bowerbird_logic::select::Selector;

/// The maximum number of reported matches of one selector.
const MAX_MATCHES: usize = 10_000;

/// The maximum number of elements of a page that is analysed at once.
const SOON_UNDERSTOOD: usize = 5_000;

/// A short job on a page.
pub(in crate::controller) enum PageJob {
    Pick(ElementIndex),
    Select(SelectorDraft),
    FindText(u64, String),
    TryRule(String),
    /// Not visible for now: the tree is dropped until the next job.
    Rest,
}

/// A fetched page before it is parsed. Shared by all threads that process the page, each with its
/// own tree.
pub(in crate::controller) struct PageText {
    pub(in crate::controller) context: Arc<EngineContext>,
    pub(in crate::controller) ticket: PageTicket,
    pub(in crate::controller) came: ReceivedPage,
    pub(in crate::controller) from_store: bool,
    /// Its style sheets and pictures.
    pub(in crate::controller) resources: Arc<dyn PageResources>,
    /// The site with which they are stored, if it was fetched for one.
    pub(in crate::controller) site: Option<SiteId>,
    /// Set when the page is closed: its results are no longer needed.
    pub(in crate::controller) closed: AtomicBool,
    /// The analysis of the page.
    pub(in crate::controller) grasp: OnceLock<PageAnalysis>,
    /// The last repair proposals for the rule on it.
    pub(in crate::controller) repair: Mutex<Option<Arc<RepairOffer>>>,
}

impl PageText {
    /// Reports an event about the page, unless it was closed.
    pub(in crate::controller) fn publish(&self, event: Event) {
        if !self.is_closed() {
            self.context.publish(event);
        }
    }

    /// Whether its results are no longer needed.
    pub(in crate::controller) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Parses it.
    pub(in crate::controller) fn parse(&self) -> Page {
        Page::parse(&self.came.html, &self.came.url)
    }

    /// The analysis of the page; computed on first use.
    pub(in crate::controller) fn grasp(&self, page: &Page) -> &PageAnalysis {
        self.grasp.get_or_init(|| grasp(page, self.came.fetched_at))
    }

    /// The repeated records of the page. On a large page they are empty at first, so that a click
    /// does not wait for them.
    pub(in crate::controller) fn suggestions(&self, page: &Page) -> Vec<Suggestion> {
        let known = if page.len() <= SOON_UNDERSTOOD {
            Some(self.grasp(page))
        } else {
            self.grasp.get()
        };
        known
            .map(|grasp| grasp.suggestions.clone())
            .unwrap_or_default()
    }
}

/// Parses the page, reports its analysis (then `told` is sent), and serves it until it is closed.
pub(in crate::controller) fn serve(
    source: &PageText,
    jobs: &Receiver<PageJob>,
    told: oneshot::Sender<()>,
) {
    let page = source.parse();
    source.publish(Event::PageOpened {
        ticket: source.ticket,
        page: opened(source, &page),
    });
    // The receiver is gone if the page was closed meanwhile.
    let _ = told.send(());
    let mut tree = Some(page);
    while let Ok(first) = jobs.recv() {
        let mut waiting = vec![first];
        waiting.extend(jobs.try_iter());
        for job in newest(waiting) {
            if matches!(job, PageJob::Rest) {
                tree = None;
                continue;
            }
            let page = tree.get_or_insert_with(|| source.parse());
            source.publish(done(source, page, job));
        }
    }
}

fn opened(source: &PageText, page: &Page) -> OpenedPage {
    let came = &source.came;
    OpenedPage {
        requested: came.requested.to_string(),
        content_type: header(came, "content-type"),
        headers: came.headers.clone(),
        from_store: source.from_store,
        read_at: came.read_at,
        file: came.file.clone(),
        sent_from: came.sent_from.clone(),
        url: came.url.to_string(),
        title: page.title(),
        status: came.status,
        encoding: came.encoding.to_owned(),
        fetch_ms: u64::try_from(came.elapsed.as_millis()).unwrap_or(u64::MAX),
        bytes: u64::try_from(came.bytes).unwrap_or(u64::MAX),
        elements: u32::try_from(page.len()).unwrap_or(u32::MAX),
        proxy: came.proxy.clone(),
        shown_as: came.shown_as.clone().map(Box::new),
        ways: came.ways.clone(),
        verdict: came.verdict(&source.context.signals, page),
        robots: came.robots.clone(),
        structure: structure(page),
    }
}

/// Keeps only the newest of the waiting selections and of the searches.
fn newest(jobs: Vec<PageJob>) -> Vec<PageJob> {
    let mut kept: Vec<PageJob> = Vec::with_capacity(jobs.len());
    for job in jobs {
        if matches!(job, PageJob::Select(_) | PageJob::FindText(..)) {
            kept.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(&job));
        }
        kept.push(job);
    }
    kept
}

fn header(came: &ReceivedPage, name: &str) -> String {
    let found = came.headers.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.clone()).unwrap_or_default()
}

fn done(source: &PageText, page: &Page, job: PageJob) -> Event {
    let ticket = source.ticket;
    match job {
        PageJob::Pick(element) => match describe(page, element) {
            Some(picked) => Event::Picked { ticket, picked },
            None => Event::CommandFailed {
                message: bowerbird_logic::messages::Message::new("engine-no-such-element"),
            },
        },
        PageJob::Select(draft) => Event::Selection {
            ticket,
            result: select(page, &draft),
        },
        // Handled before: not a query.
        PageJob::Rest => Event::SitesChanged,
        PageJob::FindText(generation, text) => Event::TextFound {
            ticket,
            generation,
            elements: find(page, &text),
        },
        PageJob::TryRule(text) => match parse(&text) {
            Ok(rule) => tried(ticket, page, &rule),
            Err(errors) => Event::RuleTried {
                ticket,
                items: Vec::new(),
                next: None,
                records: Vec::new(),
                errors: errors
                    .0
                    .into_iter()
                    .map(|error| (error.line, error.column, error.message))
                    .collect(),
            },
        },
    }
}

fn select(page: &Page, draft: &SelectorDraft) -> SelectionResult {
    let found = Selector::compile(draft.kind, &draft.source)
        .and_then(|selector| selector.try_select(page, None, &draft.take));
    let (mut matches, error) = match found {
        Ok(matches) => (matches, None),
        Err(error) => (Vec::new(), Some((error.position, error.message))),
    };
    let count = matches.len();
    matches.truncate(MAX_MATCHES);
    SelectionResult {
        source: draft.source.clone(),
        matches,
        count,
        error,
    }
}

fn tried(ticket: PageTicket, page: &Page, rule: &Rule) -> Event {
    let now = Timestamp::now();
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    let list = if rule.has_list() {
        rule.list_page(page, now)
    } else {
        bowerbird_logic::rules::ListPage::default()
    };
    Event::RuleTried {
        ticket,
        items: list
            .items
            .into_iter()
            .map(|item| (item.url.to_string(), item.fields))
            .collect(),
        next: list.next.map(String::from),
        records: extract_with_rule(rule, page, &[], now).records,
        errors: Vec::new(),
    }
}
