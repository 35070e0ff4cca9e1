//! What the tab shows that a bookmark opens: that the page has arrived, or why not. It has no script, no
//! address and nothing of a project.

use super::NotTaken;
use super::sent_page::NoPage;
use bowerbird_logic::messages::{Language, Message, text_in};

/// What became of a page that a bookmark sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BookmarkAnswer {
    /// The window asks about it.
    Asked,
    /// The bookmark is not paired, or the request is no bookmark's.
    Unknown,
    /// It is no page.
    NoPage(NoPage),
    /// It is too large.
    TooLarge,
    /// Too many wait, or came.
    TooMany(Option<NotTaken>),
}

impl BookmarkAnswer {
    /// Its status of HTTP.
    pub(super) fn status(self) -> u16 {
        match self {
            Self::Asked => 202,
            Self::Unknown => 401,
            Self::NoPage(_) => 400,
            Self::TooLarge => 413,
            Self::TooMany(_) => 429,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Asked => "sent-pages-bookmark-asked",
            Self::Unknown => "sent-pages-bookmark-unknown",
            Self::NoPage(NoPage::Malformed) => "sent-pages-bookmark-malformed",
            Self::NoPage(NoPage::Address) => "sent-pages-bookmark-address",
            Self::TooLarge => "sent-pages-bookmark-large",
            Self::TooMany(Some(NotTaken::TooManyWait)) => "sent-pages-bookmark-waiting",
            Self::TooMany(None) => "sent-pages-bookmark-many",
        }
    }

    /// The page, in a language.
    pub(super) fn html(self, language: Language) -> String {
        let text = text_in(language, &Message::new(self.id()));
        format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>Bowerbird</title></head>\
             <body><p>{text}</p></body></html>",
            language.tag()
        )
    }
}
