//! Stored pages in the history: the stored page of an address has its own address
//! (`kept:SITE:ADDRESS`), and so has a failed or odd answer (`received:SITE:ADDRESS`), so that
//! back, forward and reload open it again without a request.

use std::fmt;

use crate::action::Action;
use crate::views::workbench::page::state::PageView;
use bowerbird_engine::types::SiteId;
use bowerbird_engine::{Command, PageCommand};

const KEPT: &str = "kept:";
const RECEIVED: &str = "received:";

/// A stored answer of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAddress {
    /// Its site.
    pub site: SiteId,
    /// The address it came from.
    pub url: String,
    /// Whether it is the answer stored as evidence; otherwise the page.
    pub evidence: bool,
}

impl KeptAddress {
    /// The stored page of an address.
    pub fn page(site: SiteId, url: String) -> Self {
        Self {
            site,
            url,
            evidence: false,
        }
    }

    /// The stored failed or odd answer of an address.
    pub fn answer(site: SiteId, url: String) -> Self {
        Self {
            evidence: true,
            ..Self::page(site, url)
        }
    }

    /// The stored page that `typed` refers to; `None` for every other address.
    pub fn parse(typed: &str) -> Option<Self> {
        let kept = typed.strip_prefix(KEPT).map(|rest| (rest, false));
        let received = || typed.strip_prefix(RECEIVED).map(|rest| (rest, true));
        let (rest, evidence) = kept.or_else(received)?;
        let (site, url) = rest.split_once(':')?;
        Some(Self {
            evidence,
            site: SiteId(site.parse().ok()?),
            url: url.to_owned(),
        })
    }
}

impl fmt::Display for KeptAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.evidence {
            true => RECEIVED,
            false => KEPT,
        };
        write!(f, "{scheme}{}:{}", self.site.0, self.url)
    }
}

impl PageView {
    /// Opens the stored page that `address` refers to; returns whether it is one.
    pub(crate) fn fetch_kept(
        &mut self,
        address: &str,
        scale: f32,
        actions: &mut Vec<Action>,
    ) -> bool {
        let Some(kept) = KeptAddress::parse(address) else {
            return false;
        };
        let KeptAddress {
            site,
            url,
            evidence,
        } = kept;
        let shown = url.clone();
        self.expect(&shown, scale, actions, |ticket, width| {
            Command::Page(PageCommand::OpenStored {
                ticket,
                site,
                url,
                evidence,
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
    fn kept_pages_have_addresses_and_others_are_left_alone() {
        for evidence in [false, true] {
            let kept = KeptAddress {
                site: SiteId(7),
                url: "https://a.example/x?y=1:2".to_owned(),
                evidence,
            };
            assert_eq!(KeptAddress::parse(&kept.to_string()), Some(kept));
        }
        for other in [
            "https://a.example/",
            "kept:",
            "kept:a:b",
            "file:///kept:1:x",
        ] {
            assert_eq!(KeptAddress::parse(other), None, "{other}");
        }
    }
}
