//! Pages opened in the workbench: each kept as text with a thread that answers clicks, drawn by a
//! child process. What commands ask of them is in `page_commands`. What takes longer goes to the
//! bench. Pages that nobody looks at keep their text only, so that ten open pages cost little more than
//! three.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, mpsc};

use tokio::sync::mpsc::{Sender, channel};
use tokio::task::JoinHandle;
use url::Url;

use super::drawing::{Drawing, Size};
use super::opening::{Opening, PageOrigin};
use super::page_resources;
use super::page_thread::{PageJob, PageText};
use crate::context::EngineContext;
use crate::controller::authoring::bench::{Bench, BenchJob};
use crate::controller::authoring::sample_commands::Samples;
use crate::controller::authoring::try_rule::PageTests;
use crate::controller::sites::site_commands::{find, typed_url};
use crate::crawl::site_session;
use crate::protocol::{EngineError, Event, PageTicket, SampleCommand};
use bowerbird_io::fetch::Session;
use bowerbird_logic::model::{Site, SiteId};
use bowerbird_logic::rules::{Sending, parse};

/// Tiles of one page that may wait to be painted.
const MAX_TILES_WAITING: usize = 256;
/// Pages that keep their tree and their child process: the one looked at and some before it.
const MAX_AWAKE: usize = 3;
/// Further open pages that a repair looks at.
const MAX_BESIDE: usize = 6;

/// The open pages.
pub(in crate::controller) struct Pages {
    context: Arc<EngineContext>,
    pub(super) open: HashMap<PageTicket, OpenPage>,
    /// Those that are awake, the last looked at last.
    pub(super) awake: Vec<PageTicket>,
    bench: Arc<Bench>,
    pub(in crate::controller) samples: Samples,
    tests: PageTests,
}

/// Dropping it ends the page's thread and kills its child process.
pub(super) struct OpenPage {
    jobs: mpsc::Sender<PageJob>,
    pub(super) drawings: Sender<Drawing>,
    task: JoinHandle<()>,
    text: Arc<OnceLock<Arc<PageText>>>,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        if let Some(text) = self.text.get() {
            text.closed.store(true, Ordering::Relaxed);
        }
        self.task.abort();
    }
}

impl Pages {
    pub(in crate::controller) fn new(context: Arc<EngineContext>) -> Self {
        Self {
            samples: Samples::new(Arc::clone(&context)),
            tests: PageTests::default(),
            context,
            open: HashMap::new(),
            awake: Vec::new(),
            bench: Arc::default(),
        }
    }

    /// Obeys a command about samples.
    pub(in crate::controller) fn sample_command(
        &self,
        command: SampleCommand,
    ) -> Result<(), EngineError> {
        self.samples.command(command, |ticket| self.text(ticket))
    }

    /// Tries a rule on further pages of its site.
    pub(in crate::controller) fn test(
        &mut self,
        site: Option<SiteId>,
        generation: u64,
        rule_toml: &str,
        urls: Vec<String>,
    ) -> Result<(), EngineError> {
        let (session, _) = self.session(site)?;
        self.tests
            .start(&self.context, &session, generation, rule_toml, urls)
    }

    /// Hands a job about a page to the bench. A page that could not be fetched has no text; nobody
    /// waits for its answers.
    pub(in crate::controller) fn bench_job(&self, ticket: PageTicket, mut job: BenchJob) {
        let Some(text) = self.text(ticket) else {
            return;
        };
        self.bring_others(&text, &mut job);
        self.bench.submit(text, job);
    }

    /// Puts the texts of further pages into a job that needs them.
    fn bring_others(&self, text: &PageText, job: &mut BenchJob) {
        match job {
            BenchJob::Author {
                role,
                picks,
                others,
                ..
            } => {
                let mut seen = vec![text.ticket];
                for pick in picks.iter().filter(|pick| pick.role == *role) {
                    if !seen.contains(&pick.ticket) {
                        seen.push(pick.ticket);
                        others.extend(self.text(pick.ticket));
                    }
                }
            }
            BenchJob::ProposeRepair { others, .. } => {
                let host = text.came.url.host_str();
                let beside = self.open.values().filter_map(|page| page.text.get());
                let beside = beside.filter(|other| {
                    other.ticket != text.ticket
                        && !other.from_store
                        && other.came.url.host_str() == host
                });
                others.extend(beside.take(MAX_BESIDE).cloned());
            }
            _ => {}
        }
    }

    /// A site was added: open pages of its host were looked at to make it, and stay as they look.
    pub(in crate::controller) fn site_added(&self, site: &Site) {
        let Ok(start) = typed_url(&site.start) else {
            return;
        };
        let texts = self.open.values().filter_map(|page| page.text.get());
        let its = texts.filter(|text| text.site.is_none() && text.came.url.host() == start.host());
        its.for_each(|text| page_resources::keep_beside(text, site.id));
    }

    fn text(&self, ticket: PageTicket) -> Option<Arc<PageText>> {
        self.open.get(&ticket)?.text.get().cloned()
    }

    /// Closes all pages.
    pub(in crate::controller) fn close_all(&mut self) {
        self.open.clear();
        self.tests.stop();
    }

    /// A page that could not be fetched has no thread any more; nobody waits for its answers.
    pub(in crate::controller) fn job(&self, ticket: PageTicket, job: PageJob) {
        if let Some(page) = self.open.get(&ticket) {
            let _ = page.jobs.send(job);
        }
    }

    /// Notes that a page is looked at; the one that was not for longest goes to rest.
    pub(super) fn mark_viewed(&mut self, ticket: PageTicket) {
        self.awake.retain(|awake| *awake != ticket);
        self.awake.push(ticket);
        if self.awake.len() <= MAX_AWAKE {
            return;
        }
        let longest = self.awake.remove(0);
        if let Some(page) = self.open.get(&longest) {
            // A page whose tiles are still being painted is looked at after all.
            let _ = page.drawings.try_send(Drawing::Rest);
            let _ = page.jobs.send(PageJob::Rest);
        }
    }

    pub(super) fn open(
        &mut self,
        ticket: PageTicket,
        wanted: Result<PageOrigin, EngineError>,
        (width, scale): (u32, f32),
    ) {
        let (jobs, jobs_in) = mpsc::channel();
        let (drawings, drawings_in) = channel(MAX_TILES_WAITING);
        let text = Arc::new(OnceLock::new());
        let opening = Opening {
            context: Arc::clone(&self.context),
            bench: Arc::clone(&self.bench),
            text: Arc::clone(&text),
            ticket,
            size: Size { width, scale },
        };
        let task = tokio::spawn(async move {
            let opened = match wanted {
                Ok(wanted) => opening.open(wanted, jobs_in, drawings_in).await,
                Err(error) => Err(error),
            };
            if let Err(error) = opened {
                opening.context.publish(Event::PageFailed {
                    ticket,
                    message: error.0,
                });
            }
        });
        let page = OpenPage {
            jobs,
            drawings,
            task,
            text,
        };
        self.open.insert(ticket, page);
        self.mark_viewed(ticket);
    }

    /// What a run of the site would send for `url`. A rule that cannot be read says nothing.
    pub(super) fn sending(&self, site: Option<SiteId>, url: &Url) -> Sending {
        let site = site.and_then(|site| find(&self.context, site).ok());
        let rule = site.and_then(|site| parse(&site.rule_toml).ok());
        rule.map(|rule| rule.sending(url)).unwrap_or_default()
    }

    pub(super) fn session(&self, site: Option<SiteId>) -> Result<(Session, bool), EngineError> {
        match site {
            Some(site) => site_session(&self.context, &find(&self.context, site)?),
            None => Ok((Session::new(None, None, None), false)),
        }
    }
}
