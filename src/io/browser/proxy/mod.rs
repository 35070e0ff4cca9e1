//! The proxy on loopback through which all traffic of the browser goes. It knows the session of
//! each request by a password, so that no other program of the machine can use it; reaches only what
//! the session may reach, through the session's own proxy; and counts bytes. What it refuses, it
//! keeps as a fault, which names the cause better than the browser does.

mod blocked_hosts;
mod counted;
mod exchange;

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use url::Url;

use crate::fetch::{FetchError, Fetcher, Session};

/// Maximum connections of the browser at once.
const MAX_CONNECTIONS: usize = 512;
/// Maximum faults kept for a visitor.
const MAX_FAULTS: usize = 200;

/// A visitor: the session of a context of the browser, with the password that its requests carry.
pub(super) struct Visitor {
    /// Password for the proxy.
    pub(super) password: String,
    /// What its requests may reach, and through which proxy.
    session: Mutex<Session>,
    /// Bytes received for it.
    received: AtomicU64,
    faults: Mutex<HashMap<String, FetchError>>,
    /// The host of its last page, which is never blocked.
    host: Mutex<String>,
}

impl Visitor {
    /// The current session of the visitor.
    pub(super) fn session(&self) -> Session {
        let session = self.session.lock();
        session.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins a page at `url`.
    pub(super) fn begin_page(&self, url: &Url) {
        let mut host = self.host.lock().unwrap_or_else(PoisonError::into_inner);
        *host = url.host_str().unwrap_or_default().to_owned();
    }

    /// Whether the host is blocked: known trackers, unless the page itself is there.
    fn blocks(&self, url: &Url) -> bool {
        let name = url.host_str().unwrap_or_default();
        let host = self.host.lock().unwrap_or_else(PoisonError::into_inner);
        *host != name && blocked_hosts::is_blocked(name)
    }

    /// Bytes received so far.
    pub(super) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    fn count(&self, bytes: usize, session: &Session) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
        if let Some(route) = session.proxy() {
            route.meter.carried(bytes);
        }
    }

    /// Why the last request to the host of `url` failed, once.
    pub(super) fn take_fault(&self, url: &Url) -> Option<FetchError> {
        self.faults().remove(&place_of(url))
    }

    fn keep_fault(&self, url: &Url, fault: FetchError) {
        let mut faults = self.faults();
        if faults.len() >= MAX_FAULTS {
            faults.clear();
        }
        faults.insert(place_of(url), fault);
    }

    fn faults(&self) -> MutexGuard<'_, HashMap<String, FetchError>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The host and port of an address.
fn place_of(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

/// The proxy of one browser; it ends when this is dropped.
pub(super) struct BrowserProxy {
    port: u16,
    shared: Arc<Shared>,
    listening: JoinHandle<()>,
}

struct Shared {
    fetcher: Fetcher,
    visitors: Mutex<Vec<Arc<Visitor>>>,
    room: Arc<Semaphore>,
}

impl BrowserProxy {
    /// Listens on a free port of loopback.
    pub(super) async fn start(fetcher: &Fetcher) -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let port = listener.local_addr()?.port();
        let shared = Arc::new(Shared {
            fetcher: fetcher.clone(),
            visitors: Mutex::default(),
            room: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        });
        let listening = tokio::spawn(listen(listener, Arc::clone(&shared)));
        Ok(Self {
            port,
            shared,
            listening,
        })
    }

    /// Its port.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Registers a new visitor.
    pub(super) fn register(&self, session: &Session) -> std::io::Result<Arc<Visitor>> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        let visitor = Arc::new(Visitor {
            password: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            session: Mutex::new(session.clone()),
            received: AtomicU64::new(0),
            faults: Mutex::default(),
            host: Mutex::default(),
        });
        self.shared.visitors().push(Arc::clone(&visitor));
        Ok(visitor)
    }

    /// Unregisters a visitor: its password no longer counts.
    pub(super) fn unregister(&self, visitor: &Arc<Visitor>) {
        let mut visitors = self.shared.visitors();
        visitors.retain(|known| !Arc::ptr_eq(known, visitor));
    }
}

impl Drop for BrowserProxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Shared {
    fn visitors(&self) -> MutexGuard<'_, Vec<Arc<Visitor>>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The visitor whose password a request carries (RFC 7617).
    fn visitor(&self, header: &[u8]) -> Option<Arc<Visitor>> {
        let text = std::str::from_utf8(header).ok()?.trim();
        let (scheme, text) = text.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("basic") {
            return None;
        }
        let decoded = STANDARD.decode(text.trim()).ok()?;
        let (_, password) = std::str::from_utf8(&decoded).ok()?.split_once(':')?;
        let visitors = self.visitors();
        visitors
            .iter()
            .find(|visitor| visitor.password == password)
            .cloned()
    }
}

async fn listen(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        };
        if !from.ip().is_loopback() {
            continue;
        }
        let Ok(room) = Arc::clone(&shared.room).try_acquire_owned() else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let service = service_fn(|request| exchange::answer(Arc::clone(&shared), request));
            let serving = http1::Builder::new()
                .preserve_header_case(true)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // A connection that breaks is the browser's or the site's matter.
            let _ = serving.await;
            drop(room);
        });
    }
}
