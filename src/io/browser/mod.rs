//! The browser of the user's machine, for pages that only scripts make: found, started in a guard
//! process, driven by the DevTools protocol over a pipe. All its traffic goes through a proxy of
//! ours on loopback. Input: an address and a session. Output: the page as it is after its scripts,
//! as an answer like any other. Never touches a browser that the user started, never opens a port
//! that others could steer it by.
//!
//! Below: the process and its guard, the protocol, the proxy, one page, a window for a person.

mod devtools;
mod error;
mod idle_tabs;
mod limits;
mod page;
mod process;
mod proxy;
mod running;
mod start;
mod window;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Mutex as AsyncMutex;
use url::Url;

pub use crate::fetch::BrowserProblem;
pub use error::BrowserError;
pub use limits::BrowserLimits;
pub use page::record::{PageRequest, RecordedAnswer};
pub use page::{RenderOptions, Rendered};
pub use process::guard::guard_main;
pub use process::locate::{
    BrowserProgram, browser_choice, locate, locate_with_window, use_browser,
    usual_browser_with_window,
};
pub use window::{BrowserWindow, WindowUserAgent};

use crate::fetch::{FetchError, Fetcher, Session};
use running::Running;

/// The browser of this process: started when it is first needed, renewed after some pages, ended
/// when the last clone is dropped. Cheap to clone.
#[derive(Clone)]
pub struct Browser {
    inner: Arc<Inner>,
}

struct Inner {
    fetcher: Fetcher,
    limits: BrowserLimits,
    /// The program of ours that is started as `guard browser-guard`.
    guard: PathBuf,
    /// The program that the user named.
    named: Mutex<Option<PathBuf>>,
    running: AsyncMutex<Option<Arc<Running>>>,
}

impl Browser {
    /// A browser that is not started yet. `guard` is the program itself, `fetcher` reads robots.txt
    /// and resolves names.
    pub fn new(guard: PathBuf, fetcher: Fetcher, limits: BrowserLimits) -> Self {
        Self {
            inner: Arc::new(Inner {
                fetcher,
                limits,
                guard,
                named: Mutex::default(),
                running: AsyncMutex::default(),
            }),
        }
    }

    /// Uses this program from the next start on; `None` for the usual places.
    pub fn use_program(&self, program: Option<PathBuf>) {
        let named = self.inner.named.lock();
        *named.unwrap_or_else(PoisonError::into_inner) = program;
    }

    /// The program that would be started.
    ///
    /// # Errors
    /// [`BrowserError`] if there is none, or it is too old.
    pub fn program(&self) -> Result<BrowserProgram, BrowserError> {
        let named = self.inner.named.lock();
        let named = named.unwrap_or_else(PoisonError::into_inner).clone();
        locate(named.as_deref())
    }

    /// The page at `url` after its scripts, as `session` is shown it.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole page.
    pub async fn render(
        &self,
        session: &Session,
        url: &Url,
        options: &RenderOptions,
    ) -> Result<Rendered, FetchError> {
        let running = self.running().await.map_err(|error| error.at(url))?;
        running.render(session, url, options).await
    }

    /// Opens `url` in a window of the browser, for a person, with the cookies of `session`, under the
    /// name `agent`.
    ///
    /// # Errors
    /// [`BrowserError`] if no browser can open a window here.
    pub async fn open_window(
        &self,
        session: &Session,
        url: &Url,
        agent: WindowUserAgent,
    ) -> Result<BrowserWindow, BrowserError> {
        let named = self.inner.named.lock();
        let named = named.unwrap_or_else(PoisonError::into_inner).clone();
        // Each candidate is started once for its version.
        let located = tokio::task::spawn_blocking(move || locate_with_window(named.as_deref()));
        let program = located
            .await
            .map_err(|error| BrowserError::new(BrowserProblem::Start, error.to_string()))??;
        let inner = &self.inner;
        let page = (session, url);
        let (guard, fetcher) = (&inner.guard, &inner.fetcher);
        BrowserWindow::open(&program, guard, fetcher, &inner.limits, page, agent).await
    }

    /// The process ids of the guard and of the browser, while it runs.
    pub async fn process_ids(&self) -> Option<(u32, u32)> {
        let running = self.inner.running.lock().await;
        running.as_ref().map(|running| running.process_ids())
    }

    /// Ends the browser. Pages that are being shown fail.
    pub async fn close(&self) {
        let running = self.inner.running.lock().await.take();
        if let Some(running) = running {
            running.close().await;
        }
    }

    /// The running browser. A dead one, or one that has shown enough pages, is replaced: its pages
    /// are shown to their end, then it ends by itself.
    async fn running(&self) -> Result<Arc<Running>, BrowserError> {
        let mut kept = self.inner.running.lock().await;
        if let Some(running) = kept.as_ref().filter(|running| running.is_usable()) {
            return Ok(Arc::clone(running));
        }
        *kept = None;
        let program = self.program()?;
        let inner = &self.inner;
        let started = Running::start(&program, &inner.guard, &inner.fetcher, &inner.limits).await?;
        let started = Arc::new(started);
        *kept = Some(Arc::clone(&started));
        let (inner, idle) = (Arc::downgrade(inner), inner.limits.idle);
        tokio::spawn(end_when_idle(inner, Arc::downgrade(&started), idle));
        Ok(started)
    }
}

/// Ends a browser that has had nothing to do for some time; the next page starts another one.
async fn end_when_idle(inner: Weak<Inner>, started: Weak<Running>, idle: Duration) {
    loop {
        tokio::time::sleep(idle / 2).await;
        let (Some(inner), Some(started)) = (inner.upgrade(), started.upgrade()) else {
            return;
        };
        let mut kept = inner.running.lock().await;
        let is_current = kept
            .as_ref()
            .is_some_and(|kept| Arc::ptr_eq(kept, &started));
        if !is_current {
            return;
        }
        if started.is_idle_for(idle) || !started.is_usable() {
            *kept = None;
            drop(kept);
            started.close().await;
            return;
        }
    }
}
