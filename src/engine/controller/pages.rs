//! Pages opened in the workbench: fetched through their site's session, kept on a thread each,
//! drawn by a child process each.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};

use jiff::Timestamp;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use url::Url;

use super::bench::{Bench, BenchJob};
use super::page_thread::{PageJob, PageText, serve};
use super::sites::{find, typed_url};
use super::{Command, EngineError, Event, PageTicket};
use crate::engine::crawl::site_session;
use crate::engine::ground::Ground;
use crate::engine::resources::SessionResources;
use crate::io::fetch::Session;
use crate::io::preview::{Layout, PreviewError, PreviewRequest, PreviewSession};
use crate::logic::messages::{Explain, Message};
use crate::logic::model::SiteId;
use crate::logic::page::decode;

/// Tiles of one page that may wait to be painted.
const MAX_TILES_WAITING: usize = 256;

/// The open pages.
pub(super) struct Pages {
    ground: Arc<Ground>,
    open: HashMap<PageTicket, OpenPage>,
    bench: Arc<Bench>,
}

/// Dropping it ends the page's thread and kills its child process.
struct OpenPage {
    jobs: mpsc::Sender<PageJob>,
    tiles: Sender<u32>,
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
    pub(super) fn new(ground: Arc<Ground>) -> Self {
        Self {
            ground,
            open: HashMap::new(),
            bench: Arc::default(),
        }
    }

    /// Obeys a command about a page.
    pub(super) fn command(&mut self, command: Command) -> Result<(), EngineError> {
        match command {
            Command::OpenPage {
                ticket,
                url,
                site,
                width,
                scale,
            } => self.open(ticket, &url, site, width, scale),
            Command::PaintTile { ticket, number } => {
                // A page with so many tiles waiting will paint them again when they are looked at.
                if let Some(page) = self.open.get(&ticket) {
                    let _ = page.tiles.try_send(number);
                }
            }
            Command::Pick { ticket, element } => self.job(ticket, PageJob::Pick(element)),
            Command::Select { ticket, selector } => self.job(ticket, PageJob::Select(selector)),
            Command::FindText {
                ticket,
                generation,
                text,
            } => self.job(ticket, PageJob::FindText(generation, text)),
            Command::TryRule { ticket, rule_toml } => {
                self.job(ticket, PageJob::TryRule(rule_toml));
            }
            Command::ClosePage { ticket } => {
                self.open.remove(&ticket);
            }
            command => self.bench_command(command),
        }
        Ok(())
    }

    /// Obeys a command that may take longer than a moment.
    fn bench_command(&self, command: Command) {
        match command {
            Command::Author {
                ticket,
                generation,
                role,
                rule_toml,
                picks,
                part,
            } => {
                let mut others: Vec<PageTicket> = Vec::new();
                for pick in picks.iter().filter(|pick| pick.role == role) {
                    if pick.ticket != ticket && !others.contains(&pick.ticket) {
                        others.push(pick.ticket);
                    }
                }
                let others = others.into_iter().filter_map(|other| self.text(other));
                let others = others.collect();
                self.submit(ticket, |_| BenchJob::Author {
                    generation,
                    role,
                    rule_toml,
                    picks,
                    part,
                    others,
                });
            }
            Command::AcceptOffer {
                ticket,
                generation,
                rule_toml,
                offer,
            } => self.submit(ticket, |_| BenchJob::AcceptOffer {
                generation,
                rule_toml,
                offer,
            }),
            Command::AcceptNext {
                ticket,
                generation,
                role,
                rule_toml,
                offer,
            } => self.submit(ticket, |_| BenchJob::AcceptNext {
                generation,
                role,
                rule_toml,
                offer,
            }),
            Command::Alternatives {
                ticket,
                generation,
                role,
                rule_toml,
                part,
            } => self.submit(ticket, |_| BenchJob::Alternatives {
                generation,
                role,
                rule_toml,
                part,
            }),
            Command::ReadPage {
                ticket,
                generation,
                role,
                rule_toml,
            } => self.submit(ticket, |_| BenchJob::Read {
                generation,
                role,
                rule_toml,
            }),
            Command::PageTree { ticket } => self.submit(ticket, |_| BenchJob::Tree),
            Command::PageSource { ticket } => self.submit(ticket, |_| BenchJob::Source),
            // The hub hands only commands about pages here.
            _ => {}
        }
    }

    /// A page that could not be fetched has no text; nobody waits for its answers.
    fn submit(&self, ticket: PageTicket, job: impl FnOnce(&PageText) -> BenchJob) {
        if let Some(text) = self.text(ticket) {
            let job = job(&text);
            self.bench.submit(text, job);
        }
    }

    fn text(&self, ticket: PageTicket) -> Option<Arc<PageText>> {
        self.open.get(&ticket)?.text.get().cloned()
    }

    /// Closes all pages.
    pub(super) fn close_all(&mut self) {
        self.open.clear();
    }

    /// A page that could not be fetched has no thread any more; nobody waits for its answers.
    fn job(&self, ticket: PageTicket, job: PageJob) {
        if let Some(page) = self.open.get(&ticket) {
            let _ = page.jobs.send(job);
        }
    }

    fn open(
        &mut self,
        ticket: PageTicket,
        typed: &str,
        site: Option<SiteId>,
        width: u32,
        scale: f32,
    ) {
        let (jobs, jobs_in) = mpsc::channel();
        let (tiles, tiles_in) = channel(MAX_TILES_WAITING);
        let text = Arc::new(OnceLock::new());
        let opening = Opening {
            ground: Arc::clone(&self.ground),
            bench: Arc::clone(&self.bench),
            text: Arc::clone(&text),
            ticket,
            width,
            scale,
        };
        let wanted = self.session(site).and_then(|s| Ok((s, typed_url(typed)?)));
        let task = tokio::spawn(async move {
            let opened = match wanted {
                Ok(((session, through_proxy), url)) => {
                    opening
                        .open(session, through_proxy, url, jobs_in, tiles_in)
                        .await
                }
                Err(error) => Err(error),
            };
            if let Err(error) = opened {
                opening.ground.tell(Event::PageFailed {
                    ticket,
                    message: error.0,
                });
            }
        });
        self.open.insert(
            ticket,
            OpenPage {
                jobs,
                tiles,
                task,
                text,
            },
        );
    }

    fn session(&self, site: Option<SiteId>) -> Result<(Session, bool), EngineError> {
        match site {
            Some(site) => site_session(&self.ground, &find(&self.ground, site)?),
            None => Ok((Session::new(None, None, None), false)),
        }
    }
}

struct Opening {
    ground: Arc<Ground>,
    bench: Arc<Bench>,
    text: Arc<OnceLock<Arc<PageText>>>,
    ticket: PageTicket,
    width: u32,
    scale: f32,
}

impl Opening {
    /// Fetches the page, starts its thread, lays it out and paints tiles until it is closed.
    async fn open(
        &self,
        session: Session,
        through_proxy: bool,
        url: Url,
        jobs: mpsc::Receiver<PageJob>,
        tiles: Receiver<u32>,
    ) -> Result<(), EngineError> {
        let fetched = self.ground.fetcher.get(&session, &url).await?;
        let last = fetched.url().cloned().unwrap_or_else(|| url.clone());
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        let request = PreviewRequest {
            html: decoded.text.clone(),
            url: last.clone(),
            width: self.width,
            scale: self.scale,
        };
        let text = Arc::new(PageText {
            ground: Arc::clone(&self.ground),
            ticket: self.ticket,
            requested: url,
            url: last,
            html: decoded.text,
            encoding: decoded.encoding,
            status: fetched.status,
            headers: fetched.headers,
            bytes: fetched.body.len(),
            elapsed: fetched.elapsed,
            through_proxy,
            fetched_at: Timestamp::now(),
            from_store: false,
            closed: AtomicBool::new(false),
            grasp: OnceLock::new(),
        });
        // Set once a page: nobody else sets it.
        let _ = self.text.set(Arc::clone(&text));
        let source = Arc::clone(&text);
        let (told, opened) = oneshot::channel();
        std::thread::Builder::new()
            .name("page".to_owned())
            .spawn(move || serve(&source, &jobs, told))
            .map_err(|error| {
                EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
            })?;
        let (drawn, ()) = tokio::join!(self.lay_out(session, request), async {
            // A page is opened before it is understood or drawn, however fast the others are.
            let _ = opened.await;
            self.bench.submit(text, BenchJob::Understand);
        });
        let painted = match drawn {
            Ok(preview) => self.paint(preview, tiles).await,
            Err(error) => Err(error),
        };
        if let Err(error) = painted {
            self.ground.tell(Event::PageNotDrawn {
                ticket: self.ticket,
                message: error.explain(),
            });
        }
        Ok(())
    }

    async fn lay_out(
        &self,
        session: Session,
        request: PreviewRequest,
    ) -> Result<(PreviewSession, Layout), PreviewError> {
        let loader = Arc::new(SessionResources::new(session));
        PreviewSession::open(&self.ground.options.worker, request, loader).await
    }

    async fn paint(
        &self,
        (mut preview, layout): (PreviewSession, Layout),
        mut tiles: Receiver<u32>,
    ) -> Result<(), PreviewError> {
        self.ground.tell(Event::PageDrawn {
            ticket: self.ticket,
            layout: Arc::new(layout),
        });
        while let Some(number) = tiles.recv().await {
            let tile = preview.tile(number).await?;
            self.ground.tell(Event::Tile {
                ticket: self.ticket,
                number: tile.number,
                size: [tile.width, tile.height],
                rgba: Arc::new(tile.rgba),
            });
        }
        Ok(())
    }
}
