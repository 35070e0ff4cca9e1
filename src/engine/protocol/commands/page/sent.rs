//! Commands about pages that a person sends from their own browser, and what the window shows of them.

use jiff::Timestamp;
use serde::Serialize;

use bowerbird_io::secrets::Secret;
use bowerbird_io::serve::sent_pages::SenderKind;
use bowerbird_logic::messages::Language;
use bowerbird_logic::model::SiteId;

/// The number of a page that was sent; never used twice while the project is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SentPageId(pub u64);

/// A command about pages that a browser sends → `SentPages`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentPageCommand {
    /// Reports the state.
    Look,
    /// Takes pages from paired browsers while a window is open, or no longer.
    Listen {
        /// Whether.
        on: bool,
        /// The language of what a browser is answered.
        language: Language,
    },
    /// Shows a new code by which a browser is paired; an earlier one no longer counts.
    NewCode,
    /// Ends the code.
    EndCode,
    /// Makes a bookmark that sends the page it is used on.
    NewBookmark {
        /// Its name in the list.
        name: String,
    },
    /// Forgets the bookmark that was shown for copying; it stays paired.
    HideBookmark,
    /// Removes a paired browser: it can no longer send.
    Remove {
        /// Its id.
        browser: String,
    },
    /// Drops a page that waits.
    Discard(SentPageId),
    /// Reads records from a page that waits, and stores them with the page → `SentPageKept`.
    Keep {
        /// The page.
        page: SentPageId,
        /// The site of the records.
        site: SiteId,
    },
}

/// A browser that may send pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairedBrowserLine {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What sends.
    pub kind: SenderKind,
    /// When it was paired.
    pub paired_at: Timestamp,
    /// When it last sent a page.
    pub used_at: Option<Timestamp>,
}

/// A page that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WaitingPage {
    /// Its number.
    pub id: SentPageId,
    /// Its address.
    pub url: String,
    /// Its title; may be empty.
    pub title: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The browser that sent it.
    pub browser: String,
    /// Whether a bookmark sent it.
    pub by_bookmark: bool,
    /// The sites whose rules are for its address.
    pub sites: Vec<SiteId>,
    /// Whether it is being read and stored.
    pub is_being_kept: bool,
}

/// The code by which a browser is paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCode {
    /// The code, as it is typed.
    pub text: Secret,
    /// Until when it counts.
    pub until: Timestamp,
}

/// Pages that browsers send: whether they are taken, from whom, and which wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SentPagesState {
    /// Whether they are to be taken.
    pub on: bool,
    /// The port that is listened at; `None` if nobody listens.
    pub port: Option<u16>,
    /// The open code.
    #[serde(skip)]
    pub code: Option<ShownCode>,
    /// The address of a bookmark that was just made; it is shown only now.
    #[serde(skip)]
    pub bookmark: Option<Secret>,
    /// The paired browsers, the newest last.
    pub browsers: Vec<PairedBrowserLine>,
    /// Pages that wait for an answer, the first one first.
    pub waiting: Vec<WaitingPage>,
}
