//! Reads a page without a rule, with the further pages of its thread or article. Input: a loaded
//! page. Output: records, one per post of a thread. Further pages are fetched only for an
//! address, with the default politeness; for a file the next page is only reported. Stores nothing.

use jiff::Timestamp;
use std::collections::HashSet;
use url::Url;

use super::Loaded;
use super::source::{Visit, is_address};
use crate::extract::{Generic, generic_of};
use crate::politeness::pace::DELAY_WITHOUT_RULE;
use crate::protocol::EngineError;
use bowerbird_logic::authoring::learn::{PaginationKind, next_page};
use bowerbird_logic::detect::is_script_shell;
use bowerbird_logic::generic::{
    ExtractedContent, Known, Method, PageType, carried_article, extract_known, join,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{Page, without_fragment};

/// The minimum confidence that a link leads to the next page.
const SURE: f64 = 0.6;

/// The result of reading without a rule.
pub struct Extraction {
    /// The combined content of the pages.
    pub found: Generic,
    /// The number of pages read.
    pub pages: usize,
    /// Where the content continues, and why that was not read.
    pub left: Option<Message>,
}

/// Extracts `loaded` without a rule, and up to `most` pages of the thread or article if it came
/// from an address. `respects_robots` says whether robots.txt counts.
///
/// # Errors
/// When the system cannot start threads.
pub fn extract_pages(
    loaded: &Loaded,
    method: Method,
    most: usize,
    respects_robots: bool,
) -> Result<Extraction, EngineError> {
    let first = content_of(&loaded.page, method);
    let mut contents = vec![first];
    let mut left = None;
    if let Some(next) = next_of(&loaded.page, contents.first()) {
        if !is_address(&loaded.source) {
            left = Some(url_message("engine-file-goes-on", &next));
        } else if most > 1 {
            let visit = Visit::plain()?.begun_at(&loaded.source);
            let visit = visit.respecting_robots(respects_robots);
            left = read_on(
                loaded,
                next,
                (&visit, respects_robots),
                (method, most),
                &mut contents,
            )?;
        }
    }
    let pages = contents.len();
    let mut found = generic_of(&loaded.page, join(contents));
    if is_script_shell(&loaded.page) && carried_article(&loaded.page).is_none() {
        // What stands there is the frame of the page: its notice is no article.
        found.told = Some(Message::new("generic-script-shell"));
        for record in &mut found.records {
            record.text.clear();
        }
    }
    Ok(Extraction { found, pages, left })
}

/// Reads the pages from `next` on; reports where it stopped before the end.
fn read_on(
    loaded: &Loaded,
    next: Url,
    (visit, respects_robots): (&Visit, bool),
    (method, most): (Method, usize),
    contents: &mut Vec<ExtractedContent>,
) -> Result<Option<Message>, EngineError> {
    let mut seen = HashSet::from([without_fragment(&loaded.url)]);
    let mut wanted = Some(next);
    while let Some(url) = wanted.take() {
        if !seen.insert(without_fragment(&url)) {
            break;
        }
        if contents.len() >= most {
            return Ok(Some(url_message("engine-thread-goes-on", &url)));
        }
        let page = match visit
            .wait(DELAY_WITHOUT_RULE, respects_robots, &url)
            .and_then(|()| visit.get(&url))
        {
            Ok(page) if page.status < 400 => page,
            Ok(page) => {
                return Ok(Some(
                    url_message("engine-part-refused", &url).with("status", page.status),
                ));
            }
            Err(error) => {
                return Ok(Some(
                    url_message("engine-part-unread", &url).with("reason", error.0),
                ));
            }
        };
        let content = content_of(&page.page, method);
        // The last page may link to itself, or to another thread.
        if content.text.trim().is_empty()
            || contents.iter().any(|known| known.text == content.text)
            || !is_like(&content, contents.first())
        {
            break;
        }
        seen.insert(without_fragment(&page.url));
        wanted = next_of(&page.page, Some(&content));
        contents.push(content);
    }
    Ok(None)
}

fn content_of(page: &Page, method: Method) -> ExtractedContent {
    let now = Some(Timestamp::now());
    extract_known(
        page,
        method,
        Known {
            now,
            ..Known::default()
        },
    )
}

/// Whether a further page belongs to the same thread or article.
fn is_like(page: &ExtractedContent, first: Option<&ExtractedContent>) -> bool {
    let kind = |content: &ExtractedContent| content.kind.as_ref().map(|seen| seen.kind);
    first.is_some_and(|first| {
        let threads = kind(first) == Some(PageType::Thread);
        // A last page with one post may be classified as an article.
        threads && kind(page) != Some(PageType::List) || kind(first) == kind(page)
    })
}

/// The next page of a thread or an article. "Next" below an article often links to another article.
fn next_of(page: &Page, content: Option<&ExtractedContent>) -> Option<Url> {
    let kind = content?.kind.as_ref()?.kind;
    let next = next_page(page).filter(|next| next.confidence >= SURE)?;
    let follows = match kind {
        PageType::Thread => matches!(next.kind, PaginationKind::Next | PaginationKind::Numbered),
        PageType::Article | PageType::Documentation => next.kind == PaginationKind::Numbered,
        _ => false,
    };
    follows.then_some(next.target)
}

fn url_message(id: &str, url: &Url) -> Message {
    Message::new(id).with("url", url.as_str())
}
