//! The client of a run that uses workers: hands requests out, and does here what no worker can do.
//! What a worker says is believed for its own request only, and only as far as it can be true.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use url::Url;

use super::messages::{PortableAsk, ReadContext, RemoteAnswer, RemoteRequest, body_of};
use crate::context::page_client::chosen_or;
use crate::context::worker_pool::{DueRequest, HandedOut, WorkerPool};
use crate::crawl::client::{
    Client, ClientRequest, Exchanged, PendingAnswer, PendingExchange, ReadOrder, RunClient,
};
use bowerbird_io::fetch::{FetchError, Session};
use bowerbird_io::work_queue::{content_hash, pack, unpack};
use bowerbird_logic::model::Site;
use bowerbird_logic::rules::{FetchMode, Rule};

/// The client of a run that uses workers.
pub(in crate::crawl) struct RemoteClient {
    here: RunClient,
    pool: WorkerPool,
    site: String,
    tags: Arc<[String]>,
    /// The rule and the signals: hash and content.
    context: (String, Arc<[u8]>),
    /// Whether pages of this run turned out to need a browser.
    needs_browser: AtomicBool,
}

impl RemoteClient {
    /// The client of a run of `site` under `rule`, beside the one that works `here`.
    pub(in crate::crawl) fn new(
        here: RunClient,
        pool: WorkerPool,
        (site, rule): (&Site, &Rule),
        signals: Vec<(String, String)>,
    ) -> Self {
        let context = ReadContext {
            rule_toml: site.rule_toml.clone(),
            signals,
        };
        let context = serde_json::to_vec(&context).unwrap_or_default();
        Self {
            here,
            pool,
            site: site.name.clone(),
            tags: rule.file().site.tags.clone().into(),
            context: (content_hash(&context), context.into()),
            needs_browser: AtomicBool::new(false),
        }
    }

    /// By what `ask` is fetched, and whether only a browser can do it.
    fn mode_of(&self, ask: &ClientRequest<'_>) -> (FetchMode, bool) {
        let ClientRequest::Get {
            pages_only: true,
            place,
            pictureless,
            ..
        } = ask
        else {
            return (FetchMode::Http, false);
        };
        let way = self.here.ways.to(*place);
        let mode = chosen_or(way.mode);
        let is_browsers = match mode {
            FetchMode::Http => false,
            FetchMode::Browser => true,
            FetchMode::Auto => {
                let by_rule = !way.steps.is_empty() || (way.picture && !pictureless);
                by_rule || self.needs_browser.load(Ordering::Relaxed)
            }
        };
        (mode, is_browsers)
    }

    /// The answer of a worker; `None` if the request is to be done here.
    async fn remote(
        &self,
        session: &Session,
        ask: &ClientRequest<'_>,
        order: ReadOrder<'_>,
    ) -> Option<Exchanged> {
        if !self.pool.is_on() {
            return None;
        }
        let (mode, needs_browser) = self.mode_of(ask);
        let (portable, url) = portable_ask(ask);
        let sent_at = Timestamp::now();
        let request = RemoteRequest {
            context: self.context.0.clone(),
            ask: portable,
            session: session.portable()?,
            request: order.request.clone(),
            purpose: order.purpose,
            mode,
            since_last: order.since_last,
            through_proxy: order.through_proxy,
            now: sent_at,
        };
        let work = DueRequest {
            host: host_of(&url),
            gap: order.gap,
            site: self.site.clone(),
            tags: Arc::clone(&self.tags),
            has_secrets: session.has_secrets(),
            needs_browser,
            blobs: vec![self.context.clone()],
            message: pack(&request, &[])?,
        };
        let HandedOut::Answer(message) = self.pool.hand_out(&work).await else {
            return None;
        };
        let (head, bytes) = unpack::<RemoteAnswer>(&message)?;
        if head.needs_browser {
            self.needs_browser.store(true, Ordering::Relaxed);
            return None;
        }
        let (body, rest) = bytes.split_at_checked(head.body_bytes)?;
        let mut answer = head.answer;
        let picture_bytes = head.picture.as_ref().map_or(0, |picture| picture.bytes);
        let (jpeg, reading) = rest.split_at_checked(picture_bytes)?;
        if let (Ok(page), Some(picture)) = (&mut answer, head.picture) {
            page.picture = picture.with_bytes(jpeg);
        }
        if let Some(place) = body_of(&mut answer) {
            *place = body.to_vec();
        }
        match &answer {
            // A machine without a network would make every site look down.
            Err(FetchError::Dns { .. } | FetchError::Connect { .. }) => return None,
            Ok(fetched) if !begins_at(&fetched.url_chain, &url) => {
                tracing::warn!(%url, "a worker answered for another address");
                return None;
            }
            _ => {}
        }
        session.apply_cookie_changes(head.cookies);
        if let (Some(proxy), Some(traffic)) = (session.proxy(), &head.traffic) {
            proxy.meter.add(traffic);
        }
        Some(Exchanged {
            answer,
            reading: (!reading.is_empty()).then(|| reading.to_vec()),
            // No `clamp`, which panics where this machine's clock was set back meanwhile.
            received_at: Some(head.received_at.max(sent_at).min(Timestamp::now())),
        })
    }
}

impl Client for RemoteClient {
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a ClientRequest<'a>) -> PendingAnswer<'a> {
        self.here.fetch(session, ask)
    }

    fn fetch_and_read<'a>(
        &'a self,
        session: &'a Session,
        ask: &'a ClientRequest<'a>,
        order: ReadOrder<'a>,
    ) -> PendingExchange<'a> {
        Box::pin(async move {
            let gap = order.gap;
            if let Some(exchanged) = self.remote(session, ask, order).await {
                return exchanged;
            }
            let (_, url) = portable_ask(ask);
            self.pool.wait_for_host(&host_of(&url), gap).await;
            self.here.fetch(session, ask).await.into()
        })
    }
}

/// A request as it travels, and its address.
fn portable_ask(ask: &ClientRequest<'_>) -> (PortableAsk, Url) {
    match ask {
        ClientRequest::Get {
            url,
            condition,
            pages_only,
            place,
            pictureless,
        } => {
            let get = PortableAsk::Get {
                url: (*url).clone(),
                condition: condition.cloned(),
                pages_only: *pages_only,
                place: *place,
                pictureless: *pictureless,
            };
            (get, (*url).clone())
        }
        ClientRequest::Form { url, body } => {
            let form = PortableAsk::Form {
                url: url.clone(),
                body: body.reveal().to_owned(),
            };
            (form, url.clone())
        }
        ClientRequest::Json { url, body } => {
            let json = PortableAsk::Json {
                url: url.clone(),
                body: body.reveal().to_owned(),
            };
            (json, url.clone())
        }
    }
}

/// Host and port: the unit of politeness.
fn host_of(url: &Url) -> String {
    format!(
        "{}:{}",
        url.host_str().unwrap_or_default(),
        url.port_or_known_default().unwrap_or_default()
    )
}

/// Whether a chain of redirects begins at the address that was asked for.
fn begins_at(chain: &[Url], url: &Url) -> bool {
    let plain = |url: &Url| {
        let mut url = url.clone();
        // Fails only for addresses without a host, which have neither.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_fragment(None);
        url
    };
    chain
        .first()
        .is_some_and(|first| plain(first) == plain(url))
}
