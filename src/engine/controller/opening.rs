//! One page on its way into the workbench: from the network, the store or the disk to its text,
//! its thread and its picture.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use url::Url;

use super::bench::{Bench, BenchJob};
use super::drawing::{Drawing, Picture, Size};
use super::page_thread::{PageJob, PageText, serve};
use super::{EngineError, PageTicket};
use crate::engine::ground::{Ground, think_at_once};
use crate::engine::resources::KeptResources;
use crate::io::fetch::Session;
use crate::logic::messages::Message;
use crate::logic::page::decode;

/// A page as it came, wherever from.
pub(super) struct Came {
    pub(super) requested: Url,
    pub(super) url: Url,
    pub(super) html: String,
    pub(super) encoding: &'static str,
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) bytes: usize,
    pub(super) elapsed: Duration,
    pub(super) through_proxy: bool,
    pub(super) fetched_at: Timestamp,
}

/// Where a page comes from.
pub(super) enum Wanted {
    /// Its site, through a session that may go through a proxy.
    Fetched(Session, bool, Url),
    /// Something that is kept; nothing is asked of its site, not even style sheets.
    Kept(Opener),
}

/// What brings a kept page; it may take a moment and runs on a thread of its own.
pub(super) type Opener = Box<dyn FnOnce(&Ground) -> Result<Came, EngineError> + Send>;

/// A page being opened, and then drawn until it is closed.
pub(super) struct Opening {
    pub(super) ground: Arc<Ground>,
    pub(super) bench: Arc<Bench>,
    pub(super) text: Arc<OnceLock<Arc<PageText>>>,
    pub(super) ticket: PageTicket,
    pub(super) size: Size,
}

impl Opening {
    /// Gets the page, starts its thread, lays it out and paints tiles until it is closed.
    pub(super) async fn open(
        &self,
        wanted: Wanted,
        jobs: mpsc::Receiver<PageJob>,
        drawings: Receiver<Drawing>,
    ) -> Result<(), EngineError> {
        let from_store = matches!(wanted, Wanted::Kept(_));
        let (came, resources) = match wanted {
            Wanted::Fetched(session, through_proxy, url) => {
                let came = self.fetched(&session, through_proxy, url).await?;
                (came, Some(Arc::new(KeptResources::new(session))))
            }
            Wanted::Kept(read) => {
                let ground = Arc::clone(&self.ground);
                let came = think_at_once(move || read(&ground)).await;
                let came = came.ok_or_else(|| {
                    EngineError(Message::new("engine-page-unreadable").with("url", ""))
                })?;
                (came?, None)
            }
        };
        let text = self.text_of(came, from_store);
        let (told, opened) = oneshot::channel();
        let source = Arc::clone(&text);
        std::thread::Builder::new()
            .name("page".to_owned())
            .spawn(move || serve(&source, &jobs, told))
            .map_err(|error| {
                EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
            })?;
        let picture = Picture {
            ground: Arc::clone(&self.ground),
            ticket: self.ticket,
            text: Arc::clone(&text),
            resources,
            size: self.size,
        };
        let (drawn, ()) = tokio::join!(picture.first(), async {
            // A page is opened before it is understood or drawn, however fast the others are.
            let _ = opened.await;
            self.bench.submit(text, BenchJob::Understand);
        });
        picture.serve(drawn, drawings).await;
        Ok(())
    }

    async fn fetched(
        &self,
        session: &Session,
        through_proxy: bool,
        url: Url,
    ) -> Result<Came, EngineError> {
        let fetched = self.ground.fetcher.get(session, &url).await?;
        let last = fetched.url().cloned().unwrap_or_else(|| url.clone());
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        Ok(Came {
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
        })
    }

    /// The text that all threads share, set once a page.
    fn text_of(&self, came: Came, from_store: bool) -> Arc<PageText> {
        let text = Arc::new(PageText {
            ground: Arc::clone(&self.ground),
            ticket: self.ticket,
            came,
            from_store,
            closed: AtomicBool::new(false),
            grasp: OnceLock::new(),
            repair: Mutex::new(None),
        });
        // Nobody else sets it.
        let _ = self.text.set(Arc::clone(&text));
        text
    }
}
