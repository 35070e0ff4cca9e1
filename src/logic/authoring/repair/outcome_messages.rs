//! Reasons and verdicts as messages. Input: measurements. Output: messages of the catalogue.
//! Decides nothing.

use super::{Proposal, Repair, RepairStatus, Rest, RulePart};
use crate::authoring::repair::candidates::thresholds::outcome_messages::MAX_QUOTE_CHARS;
use crate::messages::Message;

/// A value shortened for quoting.
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
    /// Records a part that needs no change.
    pub(super) fn works(&mut self, part: RulePart, pages: usize) {
        self.rest.push(Rest {
            why: Message::new("repair-works").with("pages", pages),
            standing: RepairStatus::Works,
            part,
        });
    }

    /// Records a part without evidence.
    pub(super) fn unknown(&mut self, part: RulePart, why: Message) {
        self.rest.push(Rest {
            standing: RepairStatus::Unknown,
            part,
            why,
        });
    }

    /// Records a part that is broken and cannot be repaired.
    pub(super) fn broken(&mut self, part: RulePart, why: Message) {
        self.rest.push(Rest {
            standing: RepairStatus::Broken,
            part,
            why,
        });
    }

    /// Records a proposal.
    pub(super) fn propose(&mut self, proposal: Proposal) {
        self.proposals.push(proposal);
    }
}
