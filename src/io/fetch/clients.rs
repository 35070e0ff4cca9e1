//! The one HTTP client builder, and the clients it built: a client is a connection pool, so the
//! visitors that share a way out and a user agent share one and keep their connections alive.

use std::net::IpAddr;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use reqwest::{Client, ClientBuilder, Proxy};

use super::session::{ProxyRoute, Session};
use crate::io::secrets::Secret;

/// Clients kept at most; the one unused for longest goes first.
const MAX_CLIENTS: usize = 64;
/// Idle connections kept to one host.
const MAX_IDLE_PER_HOST: usize = 8;
/// How long an idle connection is kept; below what common servers allow.
const IDLE_CONNECTION: Duration = Duration::from_secs(45);
/// Header lines an answer may have; portals with many cookies send more than the usual 100.
const MAX_HEADERS: usize = 256;

/// The clients, by way out.
pub(super) struct Clients {
    connect: Duration,
    built: Mutex<Vec<(Key, Client)>>,
}

/// What two requests must share to share connections.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    proxy: Option<(String, Option<(String, Secret)>)>,
    local_address: Option<IpAddr>,
    user_agent: String,
    raw: bool,
}

impl Clients {
    /// No clients yet; all of them will wait `connect` for a connection.
    pub(super) fn new(connect: Duration) -> Self {
        Self {
            connect,
            built: Mutex::default(),
        }
    }

    /// The client for `session`. A `raw` one leaves bodies as they are sent.
    pub(super) fn of(&self, session: &Session, raw: bool) -> Result<Client, reqwest::Error> {
        let key = Key {
            proxy: session
                .proxy()
                .map(|p| (p.url.to_string(), p.credentials.clone())),
            local_address: session.local_address(),
            user_agent: session.user_agent().to_owned(),
            raw,
        };
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let client = match built.iter().position(|(k, _)| *k == key) {
            Some(at) => built.remove(at).1,
            None => self.build(session, raw)?,
        };
        if built.len() >= MAX_CLIENTS {
            built.remove(0);
        }
        built.push((key, client.clone()));
        Ok(client)
    }

    fn build(&self, session: &Session, raw: bool) -> Result<Client, reqwest::Error> {
        choose_crypto();
        let proxy = session.proxy().map(proxy).transpose()?;
        let built = self.builder(session, proxy.clone(), raw).build();
        // A machine without any CA certificate still reads plain http; https then fails with a
        // certificate error of its own.
        built.or_else(|_| self.builder(session, proxy, raw).tls_certs_only([]).build())
    }

    fn builder(&self, session: &Session, proxy: Option<Proxy>, raw: bool) -> ClientBuilder {
        let builder = Client::builder()
            .user_agent(session.user_agent())
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(self.connect)
            .pool_idle_timeout(IDLE_CONNECTION)
            .pool_max_idle_per_host(MAX_IDLE_PER_HOST)
            .local_address(session.local_address())
            .http1_max_headers(MAX_HEADERS)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true);
        // The environment's proxy settings never apply: a session says its way out itself.
        let builder = match proxy {
            Some(proxy) => builder.proxy(proxy),
            None => builder.no_proxy(),
        };
        if raw {
            builder.no_gzip().no_brotli().no_zstd().no_deflate()
        } else {
            builder
        }
    }
}

fn proxy(route: &ProxyRoute) -> Result<Proxy, reqwest::Error> {
    let text = route.url.as_str();
    // Names resolve at the proxy: it may know names that we do not, and ours stay unasked.
    let text = match text.strip_prefix("socks5://") {
        Some(rest) => format!("socks5h://{rest}"),
        None => text.to_owned(),
    };
    let proxy = Proxy::all(text)?;
    Ok(match &route.credentials {
        Some((user, password)) => proxy.basic_auth(user, password.reveal()),
        None => proxy,
    })
}

/// Makes ring the cryptography of this process, unless somebody chose before.
fn choose_crypto() {
    static CHOSEN: Once = Once::new();
    CHOSEN.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}
