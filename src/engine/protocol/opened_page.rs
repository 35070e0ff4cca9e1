//! A page opened in the workbench, and the ways to what it shows. Input and output: plain values.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;

use super::{AccountChoice, SourceChoice};
use bowerbird_io::preview::StructureItem;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Verdict};

/// A fetched page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenedPage {
    /// Address after redirects.
    pub url: String,
    /// The requested address.
    pub requested: String,
    /// Title.
    pub title: String,
    /// Status.
    pub status: u16,
    /// Encoding, such as `UTF-8`.
    pub encoding: String,
    /// The declared content type, such as `text/html`; empty if there is none.
    pub content_type: String,
    /// Headers of the answer in order, names lower case, cookies left out.
    pub headers: Vec<(String, String)>,
    /// Whether it was stored or is on disk, so that no request was sent.
    pub from_store: bool,
    /// When it was fetched; for a file, when that was written, if known.
    pub read_at: Option<Timestamp>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
    /// The browser that a person sent it from.
    pub sent_from: Option<String>,
    /// The proxy of the pool that it was fetched through.
    pub proxy: Option<String>,
    /// As whom it is shown, if its site has an account.
    pub shown_as: Option<Box<AccountChoice>>,
    /// The ways to what it shows, if it is one that its scripts make.
    pub ways: Option<Box<PageWays>>,
    /// Milliseconds to fetch.
    pub fetch_ms: u64,
    /// Body size in bytes.
    pub bytes: u64,
    /// Elements in its tree.
    pub elements: u32,
    /// Its verdict.
    pub verdict: Verdict,
    /// The robots.txt rule against collecting it; a person may view it anyway.
    pub robots: Option<Message>,
    /// Headings, paragraphs, links and lists, for the structural view.
    pub structure: Vec<StructureItem>,
}

impl OpenedPage {
    /// Whether a plain request brought it, and the browser may show more of it: a web page that is
    /// neither an error nor a refusal.
    pub fn may_show_more(&self) -> bool {
        let is_page = self.content_type.is_empty() || self.content_type.contains("html");
        let state = self.verdict.state;
        let is_fetched = !self.from_store && self.file.is_none() && self.sent_from.is_none();
        let is_shown = self
            .ways
            .as_ref()
            .is_some_and(|ways| ways.browser.is_some());
        is_fetched
            && is_page
            && !is_shown
            && self.status < 400
            && (!state.is_refusal() || state == PageState::NeedsBrowser)
    }

    /// Whether it is a page with something on it: no file, error or blank page.
    pub fn has_content(&self) -> bool {
        let is_page = self.content_type.is_empty() || self.content_type.contains("html");
        is_page && self.status < 400 && !self.structure.is_empty()
    }
}

/// What a page costs by one way, as measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WayCost {
    /// From the request to the end of the answer, or of the page in the browser.
    pub took: Duration,
    /// Bytes received.
    pub bytes: u64,
}

/// The ways to what a page shows that its scripts make, the cheapest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageWays {
    /// Ready rules for the interface behind it, and what a page of each costs.
    pub interfaces: Vec<(SourceChoice, WayCost)>,
    /// The plain request before the browser, if there was one.
    pub plain: Option<WayCost>,
    /// The browser, if the page was shown in it.
    pub browser: Option<WayCost>,
    /// Whether it was shown in the browser because a person asked for that, not because it was empty
    /// without.
    pub asked: bool,
    /// Why it was not shown in a browser: there is none.
    pub absent: Option<Message>,
    /// Which step found nothing to act on; the page is shown as it was then.
    pub failed_step: Option<Message>,
}

impl PageWays {
    /// Whether there is anything to say: an ordinary page has one way.
    pub fn is_empty(&self) -> bool {
        self.interfaces.is_empty()
            && self.browser.is_none()
            && self.absent.is_none()
            && self.failed_step.is_none()
    }
}
