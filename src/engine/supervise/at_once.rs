//! How many requests a site is sent at once: fewer where it turns them away while others of ours are
//! under way, one more again after a long clean stretch. A part of the machine. Some servers let in one
//! connection at a time and answer 503 to the others, however long the distance between them.

use super::machine::Machine;
use super::seen::Seen;
use crate::logic::model::PageState;

/// Good answers in a row after which one more is tried.
const STRETCH: u32 = 100;
/// What a server answers that has no place for one more request.
const NO_PLACE: u16 = 503;

impl Machine {
    /// How many requests the site is sent at once, of the `most` that the rule has.
    pub fn at_once(&self, most: u32) -> u32 {
        self.site
            .memory
            .at_once
            .map_or(most, |known| known.min(most))
    }

    /// Learns from an answer that came while others were under way; whether fewer are sent at once
    /// because of it.
    pub(super) fn learn_at_once(&mut self, seen: &Seen) -> bool {
        let full = match seen.verdict.state {
            PageState::RateLimited => true,
            PageState::Outage => seen.status == NO_PLACE,
            _ => false,
        };
        let memory = &mut self.site.memory;
        if !full || seen.beside == 0 || memory.at_once == Some(1) {
            return false;
        }
        memory.at_once = Some(1);
        memory.at_once_good = 0;
        self.change.noted = true;
        true
    }

    /// A good answer came.
    pub(super) fn ease_at_once(&mut self) {
        let memory = &mut self.site.memory;
        let Some(most) = memory.at_once else {
            return;
        };
        memory.at_once_good += 1;
        if memory.at_once_good >= STRETCH {
            memory.at_once_good = 0;
            memory.at_once = Some(most.saturating_add(1));
            self.change.noted = true;
        }
    }
}
