//! Commands about open pages: opening, drawing, and inspecting them.
//!
//! Below: pages that a person sends from their own browser.

mod sent;

use std::path::PathBuf;

use crate::protocol::{PageTicket, SelectorDraft};
use bowerbird_logic::model::{ProxyId, SampleId, SiteId};
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::rules::PageStep;

pub use sent::{
    PairedBrowserLine, SentPageCommand, SentPageId, SentPagesState, ShownCode, WaitingPage,
};

/// How a page that a person opens is requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageEgress {
    /// As its host was asked last: directly, or through the same proxy.
    #[default]
    Usual,
    /// Through the proxies of the pool, best first, until one gets the page; as `Usual` when the
    /// rule or the pool has none for it. Never directly while the pool has enabled ones: when none
    /// of them can be used, the page fails.
    Pool,
    /// As `Pool`, but proxies whose password is locked are passed over.
    UnlockedPool,
    /// Through this proxy of the pool; when it cannot be used, the page fails.
    Through(ProxyId),
}

/// Whether a page that a person opens is requested with an account of its site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageLogin {
    /// As in a run: with the account's session if there is one, and after a login if the rule or the
    /// page asks for it.
    #[default]
    Usual,
    /// After a login, even if nothing asks for it.
    LogIn,
    /// Without an account.
    Without,
}

/// A command about an open page.
#[derive(Clone, Debug, PartialEq)]
pub enum PageCommand {
    /// Fetches a page and draws it → `PageOpened`, then `PageDrawn` or `PageNotDrawn`; or `PageFailed`.
    Open {
        /// Chosen by the caller; every event about the page carries it.
        ticket: PageTicket,
        /// The address, as typed (a missing scheme becomes https, http for loopback).
        url: String,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// Directly, or through the proxies of the pool.
        egress: PageEgress,
        /// With an account of the site, or of a site that the page belongs to.
        login: PageLogin,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens a page in the browser, and shows it as it is after some steps → as `Open`. Without steps
    /// it is also fetched by a plain request, for a comparison; that is shown where there is no
    /// browser.
    OpenAfterSteps {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// The address, as typed.
        url: String,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// Directly, or through the proxies of the pool.
        egress: PageEgress,
        /// With an account of the site, or of a site that the page belongs to.
        login: PageLogin,
        /// What is done on it, in order; may be empty.
        steps: Vec<PageStep>,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens a stored page, without a request → as `Open`.
    OpenStored {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// Its site.
        site: SiteId,
        /// Its address.
        url: String,
        /// Whether to prefer the version stored as evidence, if there is one; else the page.
        evidence: bool,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens a page on disk (`.gz` too), without a request → as `Open`.
    OpenFile {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// Its path.
        path: PathBuf,
        /// The base address of its links; the declared one when absent.
        base: Option<String>,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens the page of a sample, without a request → as `Open`.
    OpenSample {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// Its site; `None` for a rule that is not saved yet.
        site: Option<SiteId>,
        /// The sample.
        id: SampleId,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Opens a page that a person sent from their browser, without a request → as `Open`. It waits no
    /// longer.
    OpenSent {
        /// Chosen by the caller.
        ticket: PageTicket,
        /// The page.
        page: SentPageId,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// About pages that browsers send.
    Sent(SentPageCommand),
    /// Redraws an open page for another width or scale, without fetching it again → `PageDrawn` or
    /// `PageNotDrawn`. The newest size wins.
    Draw {
        /// Which page.
        ticket: PageTicket,
        /// Width in CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
    },
    /// Paints a tile of a drawn page → `Tile`.
    PaintTile {
        /// Which page.
        ticket: PageTicket,
        /// Number of the tile, from the top.
        number: u32,
    },
    /// Describes an element → `Picked`.
    Pick {
        /// Which page.
        ticket: PageTicket,
        /// The element.
        element: ElementIndex,
    },
    /// Evaluates a selector → `Selection`; the newest request of a page wins.
    Select {
        /// Which page.
        ticket: PageTicket,
        /// The selector.
        selector: SelectorDraft,
    },
    /// Finds a text on a page → `TextFound`; the newest request of a page wins.
    FindText {
        /// Which page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The text to find, case-insensitively.
        text: String,
    },
    /// The elements of a page as lines → `PageTree`.
    Tree {
        /// Which page.
        ticket: PageTicket,
    },
    /// The source of a page with the positions of its elements → `PageSource`.
    Source {
        /// Which page.
        ticket: PageTicket,
    },
    /// Closes a page (kills its child process).
    Close {
        /// Which page.
        ticket: PageTicket,
    },
}
