//! Reasons and verdicts in words. Flows in: what was measured. Flows out: messages of the
//! catalogue. Decides nothing.

use super::{Proposal, Repair, RepairStatus, Rest, RulePart};
use crate::messages::Message;

/// Longest value quoted, in characters.
const MAX_QUOTE_CHARS: usize = 60;

/// A value short enough to quote.
pub(super) fn quote(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= MAX_QUOTE_CHARS {
        return text;
    }
    let mut cut: String = text.chars().take(MAX_QUOTE_CHARS - 1).collect();
    cut.push('…');
    cut
}

impl Repair {
    /// Notes a part that needs nothing.
    pub(super) fn works(&mut self, part: RulePart, pages: usize) {
        self.rest.push(Rest {
            why: Message::new("repair-works").with("pages", pages),
            standing: RepairStatus::Works,
            part,
        });
    }

    /// Notes a part that nothing can be said of.
    pub(super) fn unknown(&mut self, part: RulePart, why: Message) {
        self.rest.push(Rest {
            standing: RepairStatus::Unknown,
            part,
            why,
        });
    }

    /// Notes a part that is broken and stays so.
    pub(super) fn broken(&mut self, part: RulePart, why: Message) {
        self.rest.push(Rest {
            standing: RepairStatus::Broken,
            part,
            why,
        });
    }

    /// Notes a proposal.
    pub(super) fn propose(&mut self, proposal: Proposal) {
        self.proposals.push(proposal);
    }
}
