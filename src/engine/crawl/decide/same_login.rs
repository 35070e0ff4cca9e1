//! Whether one content page after the other leads to the same request to log in. Flows in: the
//! answers of a run. Flows out: how many in a row. Where none of them comes, the next ones will not
//! either.

use crate::crawl::read::Reading;
use bowerbird_logic::model::{EvidencePlace, PageState};

/// The count of a run.
#[derive(Debug, Default)]
pub(in crate::crawl) struct SameLogin {
    /// Where the last one led.
    to: String,
    in_a_row: u32,
    /// Whether a content page came: others may come too.
    any_came: bool,
}

impl SameLogin {
    /// How many content pages in a row led to the same request to log in, while none came.
    pub(in crate::crawl) fn in_a_row(&self) -> u32 {
        match self.any_came {
            true => 0,
            false => self.in_a_row,
        }
    }

    /// Takes note of an answer for a content page.
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

    /// Another account or egress is tried.
    pub(in crate::crawl) fn begin_anew(&mut self) {
        *self = Self::default();
    }
}

/// An address without what says from where one came.
fn address(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    url.get(..end).unwrap_or(url).to_owned()
}
