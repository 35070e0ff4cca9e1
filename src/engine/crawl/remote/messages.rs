//! What a request and its answer hold on their way between an owner and a worker.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::crawl::client::Purpose;
use bowerbird_io::fetch::{CookieChanges, FetchError, Fetched, PortableSession, Traffic};
use bowerbird_io::store::NewRequest;
use bowerbird_logic::model::PagePicture;
use bowerbird_logic::policy::caching_headers::RequestCondition;
use bowerbird_logic::rules::{FetchMode, PagePlace};

/// The rule and the signals of a run: a blob, by its content.
#[derive(Serialize, Deserialize)]
pub(super) struct ReadContext {
    pub(super) rule_toml: String,
    /// The project's own signals: name and text of each file.
    pub(super) signals: Vec<(String, String)>,
}

/// A request to a site.
#[derive(Serialize, Deserialize)]
pub(super) enum PortableAsk {
    Get {
        url: Url,
        condition: Option<RequestCondition>,
        pages_only: bool,
        place: PagePlace,
        #[serde(default)]
        pictureless: bool,
    },
    Form {
        url: Url,
        body: String,
    },
    Json {
        url: Url,
        body: String,
    },
}

/// A request that a worker fetches and reads.
#[derive(Serialize, Deserialize)]
pub(super) struct RemoteRequest {
    /// The blob with the rule and the signals.
    pub(super) context: String,
    pub(super) ask: PortableAsk,
    pub(super) session: PortableSession,
    pub(super) request: NewRequest,
    pub(super) purpose: Purpose,
    /// By what pages are fetched.
    pub(super) mode: FetchMode,
    pub(super) since_last: Option<Duration>,
    pub(super) through_proxy: bool,
    /// The owner's time: the clocks of two machines may differ.
    pub(super) now: Timestamp,
}

/// The head of a worker's answer; the body and the reading follow.
#[derive(Serialize, Deserialize)]
pub(super) struct RemoteAnswer {
    /// Without the body.
    pub(super) answer: Result<Fetched, FetchError>,
    /// Bytes of the body; the reading follows it.
    pub(super) body_bytes: usize,
    pub(super) received_at: Timestamp,
    pub(super) cookies: CookieChanges,
    /// What went through the proxy.
    pub(super) traffic: Option<Traffic>,
    /// Whether the page carries nothing without scripts, and the worker has no browser.
    pub(super) needs_browser: bool,
    /// The picture of the page, whose bytes stand between the body and the reading.
    #[serde(default)]
    pub(super) picture: Option<PictureHead>,
}

/// A picture without its bytes.
#[derive(Serialize, Deserialize)]
pub(super) struct PictureHead {
    pub(super) bytes: usize,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) words: String,
}

impl PictureHead {
    pub(super) fn of(picture: &PagePicture) -> Self {
        Self {
            bytes: picture.jpeg.len(),
            width: picture.width,
            height: picture.height,
            words: picture.words.clone(),
        }
    }

    /// The picture with its bytes; `None` if it is not a plausible JPEG.
    pub(super) fn with_bytes(self, jpeg: &[u8]) -> Option<PagePicture> {
        let picture = PagePicture {
            jpeg: jpeg.into(),
            width: self.width,
            height: self.height,
            words: self.words,
        };
        Some(picture).filter(PagePicture::is_plausible)
    }
}

/// The body of an answer, or the beginning of one that broke off.
pub(super) fn body_of(answer: &mut Result<Fetched, FetchError>) -> Option<&mut Vec<u8>> {
    match answer {
        Ok(fetched) => Some(&mut fetched.body),
        Err(FetchError::Incomplete {
            received: Some(part),
            ..
        }) => Some(&mut part.body),
        Err(_) => None,
    }
}
