//! Kept pages among the visited ones: a page that was kept of an address has an address of its own
//! (`kept:SITE:ADDRESS`), so that back, forward and reload lead to it again without a request.

use std::fmt;

use super::state::PageView;
use crate::app::action::Action;
use crate::engine::Command;
use crate::engine::types::SiteId;

const SCHEME: &str = "kept:";

/// What is kept of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAddress {
    /// The site that it was kept with.
    pub site: SiteId,
    /// The address it came from.
    pub url: String,
}

impl KeptAddress {
    /// The kept page that `typed` names; `None` for every other address.
    pub fn parse(typed: &str) -> Option<Self> {
        let (site, url) = typed.strip_prefix(SCHEME)?.split_once(':')?;
        Some(Self {
            site: SiteId(site.parse().ok()?),
            url: url.to_owned(),
        })
    }
}

impl fmt::Display for KeptAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}:{}", self.site.0, self.url)
    }
}

impl PageView {
    /// Opens the kept page that `address` names; whether it names one.
    pub(super) fn fetch_kept(
        &mut self,
        address: &str,
        scale: f32,
        actions: &mut Vec<Action>,
    ) -> bool {
        let Some(KeptAddress { site, url }) = KeptAddress::parse(address) else {
            return false;
        };
        let shown = url.clone();
        self.expect(&shown, scale, actions, |ticket, width| {
            Command::OpenStored {
                ticket,
                site,
                url,
                evidence: false,
                width,
                scale,
            }
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
        let kept = KeptAddress {
            site: SiteId(7),
            url: "https://a.example/x?y=1:2".to_owned(),
        };
        assert_eq!(KeptAddress::parse(&kept.to_string()), Some(kept));
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
