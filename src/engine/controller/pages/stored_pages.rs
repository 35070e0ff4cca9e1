//! Pages opened without a request: stored ones of a site, and files on disk. Input: the store,
//! paths. Output: pages as received, with their stored resources.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::opening::{OpenedSnapshot, ReceivedPage};
use crate::context::EngineContext;
use crate::controller::resolve_user_input::typed_url;
use crate::page_resources::PageResources;
use crate::page_resources::stored_resources::{FolderResources, HeldResources, StoredResources};
use crate::protocol::EngineError;
use crate::single_page::{PageFile, page_file};
use bowerbird_io::preview::NoResources;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::decode;

/// A stored page of a site; with `evidence`, the version stored as evidence is preferred.
pub(in crate::controller) fn stored(
    context: &EngineContext,
    site: SiteId,
    url: &str,
    evidence: bool,
) -> Result<OpenedSnapshot, EngineError> {
    let snapshot = match evidence {
        true => context.store.evidence_or_page(site, url)?,
        false => context.store.snapshot(site, url)?,
    };
    let snapshot = snapshot
        .ok_or_else(|| EngineError(Message::new("engine-bench-not-kept").with("url", url)))?;
    let meta = snapshot.meta;
    let kind = meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        .map(|(_, value)| value.as_str());
    let decoded = decode(&snapshot.body, kind);
    let requested = typed_url(meta.url_chain.first().map_or(url, String::as_str))?;
    let resources = StoredResources {
        store: context.store.clone(),
        site,
        at: meta.fetched_at,
    };
    Ok(OpenedSnapshot {
        came: ReceivedPage {
            url: typed_url(meta.url_chain.last().map_or(url, String::as_str))?,
            requested,
            html: decoded.text,
            encoding: decoded.encoding,
            status: meta.status,
            bytes: snapshot.body.len(),
            headers: meta.headers,
            elapsed: Duration::ZERO,
            proxy: None,
            shown_as: None,
            ways: None,
            plain: None,
            fetched_at: meta.fetched_at,
            read_at: Some(meta.fetched_at),
            file: None,
            robots: None,
            foreign: None,
            sent_from: meta.sent_from,
        },
        resources: Arc::new(resources),
    })
}

/// A page on disk. Its address is the given one, else the one that it declares.
pub(in crate::controller) fn on_disk(
    path: &Path,
    base: Option<&str>,
) -> Result<OpenedSnapshot, EngineError> {
    let base = base.map(typed_url).transpose()?;
    let file = page_file(path, base.as_ref())?;
    let resources: Arc<dyn PageResources> = if file.parts.is_empty() {
        match FolderResources::beside(path, &file.url) {
            Some(folder) => Arc::new(folder),
            None => Arc::new(NoResources),
        }
    } else {
        Arc::new(file.parts.iter().cloned().collect::<HeldResources>())
    };
    Ok(OpenedSnapshot {
        came: came_from_disk(file, path),
        resources,
    })
}

fn came_from_disk(file: PageFile, path: &Path) -> ReceivedPage {
    ReceivedPage {
        requested: file.url.clone(),
        url: file.url,
        html: file.html,
        encoding: file.encoding,
        status: 200,
        headers: Vec::new(),
        bytes: file.bytes,
        elapsed: Duration::ZERO,
        proxy: None,
        shown_as: None,
        ways: None,
        plain: None,
        fetched_at: file.saved_at.unwrap_or_else(Timestamp::now),
        read_at: file.saved_at,
        file: Some(path.to_owned()),
        robots: None,
        foreign: None,
        sent_from: None,
    }
}
