//! Reads a page like a run, with the further pages of its article. Input: the page's source and
//! a rule. Output: the page and one record of all its parts. Further pages are fetched only for
//! an address; for a file the next page is only reported. Stores nothing.

use jiff::Timestamp;
use url::Url;

use super::source::{Visit, is_address};
use super::{Loaded, extracted, load_with};
use crate::extract::article_pages::{Further, Whole};
use crate::extract::{Extracted, extract_asked};
use crate::protocol::EngineError;
use bowerbird_io::fetch::FetchError;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::Rule;

/// A page with its further pages.
pub struct WholePage {
    /// The page itself.
    pub loaded: Loaded,
    /// The rule's results, with the text of further pages appended.
    pub extracted: Extracted,
    /// The number of pages read.
    pub pages: usize,
    /// What a run would read in addition, and why this did not.
    pub left: Option<Message>,
}

/// Reads a page with `rule`, and the further pages of an article if `source` is an address: with
/// the rule's headers and politeness; without `respects_robots`, robots.txt is ignored.
///
/// # Errors
/// When the page itself cannot be read or fetched.
pub fn read_whole(
    source: &str,
    base: Option<&Url>,
    rule: &Rule,
    respects_robots: bool,
) -> Result<WholePage, EngineError> {
    let visit =
        Visit::of(rule)?.respecting_robots(rule.file().politeness.robots && respects_robots);
    let loaded = load_with(source, base, &visit)?;
    let extracted = extracted(&loaded.page, rule);
    if extracted.cut {
        let url = loaded.url.to_string();
        return Err(FetchError::TooMuchWork { url }.into());
    }
    let mut whole = WholePage {
        extracted,
        loaded,
        pages: 1,
        left: None,
    };
    let found = &mut whole.extracted;
    if rule.file().record.is_some() {
        whole.left = found
            .next
            .as_ref()
            .map(|next| url_message("engine-next-left", next));
        return Ok(whole);
    }
    let (single, next) = (found.single_page.take(), found.next_part.take());
    let Some(first) = single.as_ref().or(next.as_ref()).cloned() else {
        return Ok(whole);
    };
    if !is_address(source) {
        whole.left = Some(url_message("engine-file-goes-on", &first));
        return Ok(whole);
    }
    let Some(record) = found.records.first().cloned() else {
        return Ok(whole);
    };
    let addresses = [source, whole.loaded.url.as_str()];
    let mut article = Whole::begin(rule, record, &addresses, single, next);
    while let Some(wanted) = article.next_request() {
        let page = match visit
            .turn(rule, wanted.url())
            .and_then(|()| visit.get(wanted.url()))
        {
            Ok(page) if page.status < 400 => page,
            Ok(page) => {
                let left = url_message("engine-part-refused", wanted.url());
                whole.left = Some(left.with("status", page.status));
                continue;
            }
            Err(error) => {
                let left = url_message("engine-part-unread", wanted.url());
                whole.left = Some(left.with("reason", error.0));
                continue;
            }
        };
        let part = read(rule, &page.page, wanted.url());
        if let Some(further) = Further::of(part, &page.url)
            && article.take(&wanted, further)
        {
            whole.pages = if wanted.is_part() { whole.pages + 1 } else { 1 };
            whole.left = None;
        }
    }
    if let Some(record) = found.records.first_mut() {
        *record = article.into_record();
    }
    Ok(whole)
}

fn read(rule: &Rule, page: &Page, asked: &Url) -> Extracted {
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    extract_asked(rule, page, asked, &[], Timestamp::now())
}

fn url_message(id: &str, url: &Url) -> Message {
    Message::new(id).with("url", url.as_str())
}
