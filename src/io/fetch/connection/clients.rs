//! The one HTTP client builder, and the clients it built: a client is a connection pool, so
//! sessions with the same egress and user agent share one and keep their connections alive.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::{Client, Proxy};
use url::Url;

use super::connection_limits::{
    IDLE_CONNECTION, MAX_CLIENTS, MAX_HEADERS, MAX_IDLE_PER_HOST, MAX_WARM,
};
use super::name_resolution::{Names, NamesInside};
use super::phases::Phases;
use super::tls::TLS;
use crate::fetch::session::{ProxyRoute, Session};
use crate::secrets::Secret;
use bowerbird_logic::policy::address_policy::Reach;

/// The clients, by egress.
pub(crate) struct Clients {
    phases: Phases,
    inside: NamesInside,
    built: Mutex<Vec<(Key, Arc<Pool>)>>,
}

/// The purpose of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Reading pages, over connections that are kept.
    Page,
    /// The same, without decoding bodies.
    Raw,
    /// Sending forms. Each uses a new connection: on one that the site closed unnoticed the form
    /// would be lost, and it would be unclear whether it may be sent again.
    Form,
}

/// A client, and the hosts that have answered it.
pub(crate) struct Pool {
    /// The client.
    pub client: Client,
    warm: Mutex<HashSet<String>>,
}

impl Pool {
    /// Records that the host of `url` answered.
    pub(crate) fn answered(&self, url: &Url) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        if warm.len() >= MAX_WARM {
            warm.clear();
        }
        warm.insert(authority(url).to_owned());
    }

    /// Whether the host of `url` answered since the last call. If a request fails after that, its
    /// kept connection may have been closed meanwhile.
    pub(crate) fn was_answering(&self, url: &Url) -> bool {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        warm.remove(authority(url))
    }
}

fn authority(url: &Url) -> &str {
    &url[..url::Position::BeforePath]
}

/// What two requests must have in common to share connections.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    proxy: Option<(String, Option<(String, Secret)>)>,
    local_address: Option<IpAddr>,
    user_agent: String,
    purpose: Purpose,
    connection: u32,
    /// A connection made for one reach is never used for another.
    reach: Reach,
}

impl Clients {
    /// Creates the pool without clients; all use these time limits for the phases of a connection.
    pub(crate) fn new(phases: Phases, inside: NamesInside) -> Self {
        Self {
            phases,
            inside,
            built: Mutex::default(),
        }
    }

    /// The client for `session`.
    pub(crate) fn of(
        &self,
        session: &Session,
        purpose: Purpose,
    ) -> Result<Arc<Pool>, reqwest::Error> {
        let key = Key {
            proxy: session
                .proxy()
                .map(|p| (p.url.to_string(), p.credentials.clone())),
            local_address: session.local_address(),
            user_agent: session.user_agent().to_owned(),
            purpose,
            connection: session.connection(),
            reach: session.reach(),
        };
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = match built.iter().position(|(k, _)| *k == key) {
            Some(at) => built.remove(at).1,
            None => Arc::new(Pool {
                client: self.build(session, purpose)?,
                warm: Mutex::default(),
            }),
        };
        if built.len() >= MAX_CLIENTS {
            built.remove(0);
        }
        built.push((key, Arc::clone(&pool)));
        Ok(pool)
    }

    fn build(&self, session: &Session, purpose: Purpose) -> Result<Client, reqwest::Error> {
        let builder = Client::builder()
            .tls_backend_preconfigured(TLS.clone())
            .user_agent(session.user_agent())
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .dns_resolver(Arc::new(Names {
                limit: self.phases.name,
                // A proxy resolves the target itself; the name resolved here is the proxy's own.
                reach: session.proxy().is_none().then(|| session.reach()),
                inside: self.inside.clone(),
            }))
            .connector_layer(self.phases)
            // The limits of the single phases end earlier.
            .connect_timeout(self.phases.whole())
            .pool_idle_timeout(IDLE_CONNECTION)
            .pool_max_idle_per_host(MAX_IDLE_PER_HOST)
            .local_address(session.local_address())
            .http1_max_headers(MAX_HEADERS)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true);
        // The environment's proxy settings never apply: the session defines its egress.
        let builder = match session.proxy() {
            Some(route) => builder.proxy(proxy(route)?),
            None => builder.no_proxy(),
        };
        let builder = match purpose {
            Purpose::Page => builder,
            Purpose::Raw => builder.no_gzip().no_brotli().no_zstd().no_deflate(),
            Purpose::Form => builder.pool_max_idle_per_host(0),
        };
        builder.build()
    }
}

fn proxy(route: &ProxyRoute) -> Result<Proxy, reqwest::Error> {
    let text = route.url.as_str();
    // Names resolve at the proxy: it may know names that we do not, and our resolver is not asked.
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
