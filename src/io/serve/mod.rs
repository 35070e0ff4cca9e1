//! Answers to other programs: an HTTP server that only reads, and the Model Context Protocol on standard
//! input and output. Input: a handler that knows the answers. Never answers without the token, never
//! to a page of another site, and never does anything but ask the handler.
//!
//! Below: who may ask (`access`), limits of connections (`connection`), the protocol (`mcp`); and the
//! server that takes pages from a person's own browser (`sent_pages`).

mod access;
mod connection;
pub mod mcp;
pub mod sent_pages;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

pub use access::{Access, new_token};

/// Threads that look answers up at the same time.
const ANSWERING_THREADS: usize = 4;

/// A request that may be answered: its path, and its parameters in order, both decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The path, with a leading slash.
    pub path: String,
    /// Names and values.
    pub parameters: Vec<(String, String)>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Status of HTTP.
    pub status: u16,
    /// The media type.
    pub media_type: &'static str,
    /// The content.
    pub body: Vec<u8>,
}

/// Knows the answers. It may read the disk.
pub type Handler = Arc<dyn Fn(&Question) -> Answer + Send + Sync>;

/// A running server; it ends when this is dropped.
pub struct HttpServer {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl HttpServer {
    /// Listens at `address` (any free port when that is 0) in its own thread.
    ///
    /// # Errors
    /// When the address is taken or not of this machine, or no thread can be started.
    pub fn start(address: SocketAddr, access: Access, handler: Handler) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let access = Arc::new(access.at(address));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .max_blocking_threads(ANSWERING_THREADS)
            .thread_name("serve")
            .enable_all()
            .build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("serve".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        ended = connection::listen(listener, access, handler) => {
                            if let Err(error) = ended {
                                tracing::error!(%error, "the server for other programs stopped");
                            }
                        }
                        _ = stopped => {}
                    }
                });
                // An answer that is still being looked up has nobody to go to.
                runtime.shutdown_background();
            })?;
        Ok(Self {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread may have ended already; then nobody listens.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the server's thread panicked");
        }
    }
}
