//! Pages that a person sent from their browser, in the history: each has an address of its own
//! (`sent:NUMBER:ADDRESS`), so that back, forward and reload open it again without a request.

use std::fmt;

use crate::action::Action;
use crate::views::workbench::page::state::PageView;
use bowerbird_engine::{Command, PageCommand, SentPageId};

const SENT: &str = "sent:";

/// A page that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentAddress {
    id: SentPageId,
    url: String,
}

impl SentAddress {
    /// The page with this number and address.
    pub fn of(id: SentPageId, url: &str) -> Self {
        Self {
            id,
            url: url.to_owned(),
        }
    }

    /// The page that `typed` refers to; `None` for every other address.
    fn parse(typed: &str) -> Option<Self> {
        let (id, url) = typed.strip_prefix(SENT)?.split_once(':')?;
        Some(Self::of(SentPageId(id.parse().ok()?), url))
    }
}

impl fmt::Display for SentAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SENT}{}:{}", self.id.0, self.url)
    }
}

impl PageView {
    /// Opens the sent page that `address` refers to; returns whether it is one.
    pub(crate) fn fetch_sent(
        &mut self,
        address: &str,
        scale: f32,
        actions: &mut Vec<Action>,
    ) -> bool {
        let Some(SentAddress { id, url }) = SentAddress::parse(address) else {
            return false;
        };
        self.expect(&url, scale, actions, |ticket, width| {
            Command::Page(PageCommand::OpenSent {
                ticket,
                page: id,
                width,
                scale,
            })
        });
        self.on_disk.open = Some(address.to_owned());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sent_pages_have_addresses_and_others_are_left_alone() {
        let sent = SentAddress::of(SentPageId(7), "https://a.example/x?y=1:2");
        assert_eq!(SentAddress::parse(&sent.to_string()), Some(sent));
        for other in ["https://a.example/", "sent:", "sent:a:b", "kept:1:x"] {
            assert_eq!(SentAddress::parse(other), None, "{other}");
        }
    }
}
