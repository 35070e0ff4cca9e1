//! Records of a page that a person sent: judged as an answer of its site would be, read with the site's
//! rule where its address is one of the site's, else generically, and stored with the page. What a page
//! says instead of its content is not stored.

use std::sync::Arc;

use jiff::Timestamp;

use super::inbox::Inbox;
use crate::context::EngineContext;
use crate::controller::resolve_user_input::find_site;
use crate::extract::{extract_asked, generic_record};
use crate::project_permission::secret_places;
use crate::protocol::{EngineError, Event, SentPageId};
use bowerbird_io::serve::sent_pages::SentPage;
use bowerbird_io::store::{SentPageCounts, Snapshot, SnapshotMeta};
use bowerbird_logic::detect::{Answer, judge, or_needs_browser};
use bowerbird_logic::generic::{Method, extract};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Record, Site, SiteId};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{Rule, parse};

/// The status of a page that a browser shows: it does not say which one it got.
const SHOWN: u16 = 200;
/// How a sent page is stored.
const MEDIA_TYPE: &str = "text/html; charset=utf-8";

/// Begins to keep the records of a page; the outcome is published.
pub(super) fn begin(
    context: &Arc<EngineContext>,
    inbox: &Arc<Inbox>,
    id: SentPageId,
    site: SiteId,
) -> Result<(), EngineError> {
    let site = find_site(context, site)?;
    let rule = parse(&site.rule_toml)?;
    let Some((page, at)) = inbox.begin_keeping(id) else {
        return Ok(());
    };
    let (context, inbox) = (Arc::clone(context), Arc::clone(inbox));
    tokio::spawn(async move {
        let (worker, size) = (Arc::clone(&context), page.html.len());
        let work = move || keep(&worker, (&site, &rule), &page, at);
        // Boxed: it holds a site with its rule.
        let done = Box::pin(context.spawn_cpu_for_page(size, work)).await;
        let broken = || EngineError(Message::new("engine-page-unreadable").with("url", ""));
        let done = done.unwrap_or_else(|| Err(broken()));
        inbox.end_keeping(id, done.is_ok());
        inbox.publish();
        match done {
            Ok(event) => {
                context.publish(event);
                context.publish(Event::RecordsChanged);
            }
            Err(error) => inbox.tell(error),
        }
    });
    Ok(())
}

fn keep(
    context: &EngineContext,
    (site, rule): (&Site, &Rule),
    sent: &SentPage,
    at: Timestamp,
) -> Result<Event, EngineError> {
    let page = rule.page(&sent.html, &sent.url);
    let url = sent.url.as_str();
    let answer = Answer {
        requested_url: url,
        final_url: url,
        status: SHOWN,
        body: &sent.html,
        page: Some(&page),
        now_s: at.as_second(),
        ..Answer::default()
    };
    let verdict = or_needs_browser(judge(&context.signals, &answer), SHOWN, &page);
    if verdict.state != PageState::Ok {
        let why = Message::new("sent-pages-refused").with("url", url);
        return Err(EngineError(why.with("state", verdict.state.name())));
    }
    let records = match secret_places::is_place_of(site, &sent.url) {
        true => extract_asked(rule, &page, &sent.url, &[], at).records,
        false => generic(&page),
    };
    let Some(title) = records.first().map(|record| record.title.clone()) else {
        return Err(EngineError(
            Message::new("sent-pages-nothing").with("url", url),
        ));
    };
    let snapshot = Snapshot {
        meta: SnapshotMeta {
            url_chain: vec![rule.address(&sent.url).into()],
            status: SHOWN,
            headers: vec![("content-type".to_owned(), MEDIA_TYPE.to_owned())],
            fetched_at: at,
            evidence: false,
            sent_from: Some(sent.browser.clone()),
        },
        body: sent.html.clone().into_bytes(),
        validators: None,
    };
    let terms = Arc::new(rule.watch_terms());
    let counts = context
        .store
        .keep_sent_page(site.id, terms, records, snapshot)?;
    Ok(Event::SentPageKept {
        site: site.id,
        title,
        told: told(site, counts),
    })
}

/// The record of a page that no rule is for.
fn generic(page: &Page) -> Vec<Record> {
    let content = extract(page, Method::Auto);
    let has_text = !content.text.trim().is_empty();
    has_text
        .then(|| generic_record(page, &content))
        .into_iter()
        .collect()
}

fn told(site: &Site, counts: SentPageCounts) -> Message {
    let id = match counts {
        SentPageCounts { new: 1.., .. } => "sent-pages-kept-new",
        SentPageCounts { updated: 1.., .. } => "sent-pages-kept-updated",
        SentPageCounts {
            withheld: 1..,
            same: 0,
            ..
        } => "sent-pages-kept-withheld",
        SentPageCounts {
            deleted: 1..,
            same: 0,
            ..
        } => "sent-pages-kept-deleted",
        _ => "sent-pages-kept-same",
    };
    Message::new(id)
        .with("site", site.name.as_str())
        .with("new", counts.new)
        .with("updated", counts.updated)
}
