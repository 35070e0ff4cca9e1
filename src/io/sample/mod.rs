//! The sample site, served on loopback from the binary: a list of three pages, articles in English
//! and Chinese, a feed, a forum thread, a review that can be redesigned, and a part that blocks. Used
//! by the demo, the first start and the tests. Input: the texts under `assets/sample-site/`. Output:
//! pages over HTTP, and the shipped rule files with the site's address filled in. Never listens on anything but loopback.

mod content;
mod pages;
mod redesign;
mod server;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use tokio::sync::oneshot;

/// The address in the shipped sample rules, and the port tried first.
const SHIPPED_ADDRESS: &str = "127.0.0.1:7878";
const PREFERRED_PORT: u16 = 7878;

const RULES: [(&str, &str); 2] = [
    (
        "sample-news.toml",
        include_str!("../../../rules/sample-news.toml"),
    ),
    (
        "sample-forum.toml",
        include_str!("../../../rules/sample-forum.toml"),
    ),
];

/// The rules of the parts that show what goes wrong on real sites.
const TROUBLED: [&str; 2] = [
    include_str!("../../../assets/sample-site/redesigned-rule.toml"),
    include_str!("../../../assets/sample-site/blocked-rule.toml"),
];

/// Number of articles of the sample site.
pub const ARTICLES: usize = 34;

/// Number of posts in its forum thread.
pub const POSTS: usize = 9;

/// Number of articles in its review.
pub const REVIEWS: usize = 8;

/// Which parts are shown redesigned.
#[derive(Clone, Default)]
struct Looks {
    news: Arc<AtomicBool>,
    review: Arc<AtomicBool>,
}

/// A running sample site; stops when dropped.
pub struct SampleSite {
    address: SocketAddr,
    looks: Looks,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl SampleSite {
    /// Serves the site on `127.0.0.1:port` (any free port when 0) from its own thread.
    ///
    /// # Errors
    /// When the port is taken or no thread can be started.
    pub fn start(port: u16) -> std::io::Result<Self> {
        let listener = std::net::TcpListener::bind(("127.0.0.1", port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let looks = Looks::default();
        let shown = looks.clone();
        let thread = std::thread::Builder::new()
            .name("sample-site".to_owned())
            .spawn(move || {
                if let Err(error) = server::serve(listener, stopped, shown) {
                    tracing::error!(%error, "the sample site stopped");
                }
            })?;
        Ok(Self {
            address,
            looks,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Serves the site on the port the shipped rules name, or on any free one when that is taken.
    ///
    /// # Errors
    /// When no port is free.
    pub fn start_preferred() -> std::io::Result<Self> {
        Self::start(PREFERRED_PORT).or_else(|_| Self::start(0))
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its front page, `http://127.0.0.1:PORT/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Switches the list and the articles to other markup or back: the same texts at the same
    /// addresses.
    pub fn redesign(&self, redesigned: bool) {
        self.looks.news.store(redesigned, Ordering::Relaxed);
    }

    /// The same for the review.
    pub fn redesign_review(&self, redesigned: bool) {
        self.looks.review.store(redesigned, Ordering::Relaxed);
    }

    /// The shipped rule files for it (`rules/sample-*.toml`) with its address filled in:
    /// (file name, text).
    pub fn rules(&self) -> Vec<(String, String)> {
        let address = self.address.to_string();
        RULES
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.replace(SHIPPED_ADDRESS, &address)))
            .collect()
    }

    /// The rules of the review, which is redesigned, and of the exchange, which blocks, with its
    /// address filled in.
    pub fn troubled_rules(&self) -> [String; 2] {
        let address = self.address.to_string();
        TROUBLED.map(|text| text.replace(SHIPPED_ADDRESS, &address))
    }
}

impl Drop for SampleSite {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread may have ended already; then nobody listens.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sample site's thread panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_the_running_site() {
        let site = SampleSite::start(0).expect("a free port");
        let rules = site.rules();
        assert_eq!(rules.len(), 2);
        for (name, text) in rules {
            assert!(text.contains(&site.address().to_string()), "{name}");
            assert!(!text.contains(SHIPPED_ADDRESS), "{name}");
        }
    }
}
