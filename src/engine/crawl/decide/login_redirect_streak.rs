//! Counts consecutive content pages that redirect to the same login request. Input: the answers
//! of a run. Output: the count. If no content page is accessible, the next ones will not be
//! either.

use crate::crawl::read::Reading;
use bowerbird_logic::model::{EvidencePlace, PageState};

/// The count of a run.
#[derive(Debug, Default)]
pub(in crate::crawl) struct SameLogin {
    /// The login address of the last one.
    to: String,
    in_a_row: u32,
    /// Whether any content page was fetched: others may be too.
    any_came: bool,
}

impl SameLogin {
    /// The number of consecutive content pages with the same login request, while none was fetched.
    pub(in crate::crawl) fn in_a_row(&self) -> u32 {
        match self.any_came {
            true => 0,
            false => self.in_a_row,
        }
    }

    /// Records an answer to a content page request.
    pub(in crate::crawl) fn note(&mut self, reading: &Reading) {
        let verdict = reading.verdict();
        match verdict.state {
            PageState::LoginRequired => {
                let evidence = verdict.evidence.first();
                let to = match evidence.filter(|found| found.place == EvidencePlace::Url) {
                    Some(found) => address(&found.matched),
                    None => reading.status().to_string(),
                };
                if self.to == to {
                    self.in_a_row = self.in_a_row.saturating_add(1);
                } else {
                    (self.to, self.in_a_row) = (to, 1);
                }
            }
            PageState::Ok if reading.status() < 400 => self.any_came = true,
            _ => {}
        }
    }

    /// Resets the count for another account or egress.
    pub(in crate::crawl) fn begin_anew(&mut self) {
        *self = Self::default();
    }
}

/// An address without its return target.
fn address(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    url.get(..end).unwrap_or(url).to_owned()
}
