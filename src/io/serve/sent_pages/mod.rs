//! Pages that a person sends from their own browser, by the extension or a bookmark. A server on
//! loopback takes a page from a paired browser and hands it over; whether it is kept is asked by whoever
//! it is handed to. Never answers with anything of a project, and never to a page of another site.
//!
//! Below: who may send (`sender_check`), pairing (`pairing_code`, `paired_browsers`), what is sent
//! (`sent_page`), connections and their limits (`connection`), the page that a bookmark is answered with
//! (`bookmark_answer`).

mod bookmark_answer;
mod connection;
mod paired_browsers;
mod pairing_code;
mod sender_check;
mod sent_page;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use tokio::sync::oneshot;

pub use paired_browsers::{
    PairedBrowser, PairedBrowsers, PairedBrowsersError, Pairings, SenderKind,
};
pub use pairing_code::{CODE_LIFETIME, PairingCode};
pub use sent_page::{MAX_PAGE_BYTES, SentPage};

use bowerbird_logic::messages::Language;

/// The first port that is tried.
pub const USUAL_PORT: u16 = 8788;
/// How many ports are tried, from the first one on.
const PORTS: u16 = 10;

/// Why a page is not taken by whoever it was handed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// Too many pages wait for an answer.
    TooManyWait,
}

/// Takes what arrives. It is called on the server's thread and must not wait.
pub trait Receiver: Send + Sync {
    /// Takes a page.
    ///
    /// # Errors
    /// When it is not taken.
    fn page(&self, page: SentPage) -> Result<(), NotTaken>;

    /// The open pairing code, or the paired browsers, changed.
    fn pairing_changed(&self);
}

/// The pairing code that is open now, shared with whoever shows it.
pub type SharedCode = Arc<Mutex<Option<PairingCode>>>;

/// What the server needs.
pub struct ReceiverSetup {
    /// The paired browsers.
    pub browsers: PairedBrowsers,
    /// The open code.
    pub code: SharedCode,
    /// Takes pages.
    pub receiver: Arc<dyn Receiver>,
    /// The language of the page that a bookmark is answered with.
    pub language: Language,
}

/// A running server; it ends when this is dropped.
pub struct PageReceiver {
    port: u16,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PageReceiver {
    /// Listens on loopback in its own thread: at `port`, or at the next free one of the ten from there
    /// on; at any free one when it is 0.
    ///
    /// # Errors
    /// When all are taken, or no thread can be started.
    pub fn start(port: u16, setup: ReceiverSetup) -> io::Result<Self> {
        let listener = bind(port)?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .max_blocking_threads(1)
            .thread_name("sent-pages")
            .enable_all()
            .build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("sent-pages".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        ended = connection::listen(listener, port, setup) => {
                            if let Err(error) = ended {
                                tracing::error!(%error, "pages of the browser are not taken any more");
                            }
                        }
                        _ = stopped => {}
                    }
                });
                runtime.shutdown_background();
            })?;
        Ok(Self {
            port,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The port that it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for PageReceiver {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread may have ended already; then nobody listens.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of sent pages panicked");
        }
    }
}

fn bind(port: u16) -> io::Result<TcpListener> {
    let last = if port == 0 {
        0
    } else {
        port.saturating_add(PORTS - 1)
    };
    let mut fault = None;
    for port in port..=last {
        match TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))) {
            Ok(listener) => return Ok(listener),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    Err(fault.unwrap_or_else(|| io::Error::from(io::ErrorKind::AddrInUse)))
}

/// Whether a code is open; one that is over is forgotten.
fn is_open(code: &SharedCode, now: Instant) -> bool {
    let mut code = code.lock().unwrap_or_else(PoisonError::into_inner);
    if code.as_ref().is_some_and(|open| !open.is_open(now)) {
        *code = None;
    }
    code.is_some()
}
