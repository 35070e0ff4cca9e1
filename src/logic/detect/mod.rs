//! Signals → verdict. Input: an answer as plain data. Output: a state with its evidence, and
//! the message that explains it. Signals are data in `assets/signals/*.toml`. Never acts on a
//! verdict and never inspects more than one answer; history is passed in as plain facts.

mod drift;
mod evidence;
mod failure_groups;
mod fingerprint;
mod history;
mod judge;
mod locate_evidence;
mod partial_list;
mod refusal_classifier;
mod remedies;
mod script_shell;
mod shell_signs;
mod signals;
mod visible_parts;

pub use drift::{
    Drift, FieldWatch, Listed, VANISHED, VanishedField, drift, drift_of_pages, drift_of_renewed,
};
pub use failure_groups::{PageGroup, grouped as grouped_pages, signature as page_signature};
pub use fingerprint::redesign_or_block::{
    EgressSample, RedesignOrBlock, contrast, contrasted, is_doubtful,
};
pub use fingerprint::shape::Shape;
pub use fingerprint::{page_fingerprint, readable, same_template, same_text, title_form};
pub use history::{History, PageSort, Trace, with_history};
pub use judge::exceptions::{Shown, TAUGHT, lesson, overruling, ruled};
pub use judge::json_errors::{is_json, json_error};
pub use judge::password_and_captcha::asks_for;
pub use judge::reason::{ROBOTS, SENT_ON, evidence_cause, known_signal, page_cause, reason};
pub use judge::refused_agent::{SIGNAL as OWN_AGENT, blame_agent};
pub use judge::{Answer, Judgement, RuleOutcome, TransportFault, judge, judgement};
pub use locate_evidence::{find_in_source, find_in_text};
pub use partial_list::{PartialList, partial_list};
pub use remedies::{PoolOutlook, Remedy, RemedyReports, StateAction, remedies, state_actions};
pub use script_shell::{
    SCRIPT_SHELL, SHELL_SOFTWARE, is_script_shell, needs_browser, or_needs_browser,
};
pub use signals::entry::{SignalEntry, SignalFault, entries as signal_entries};
pub use signals::{Signal, SignalError, SignalTarget as SignalPlace, Signals};

/// For the training of the classifier of refusals.
pub mod training_refusals {
    use std::collections::HashSet;

    use super::judge::block_page;
    use super::refusal_classifier::features;
    use super::{Answer, Signals};

    pub use super::refusal_classifier::classifier::{RefusalModel, WordModel};
    pub use crate::boosted_trees::{BoostedTrees, DecisionTree};

    /// The numbers of an answer, and its words.
    #[must_use]
    pub fn row(signals: &Signals, answer: &Answer<'_>) -> (Vec<f32>, HashSet<String>) {
        let (row, reading) = block_page::refusal_row(signals, answer);
        (row, super::refusal_classifier::classifier::words(&reading))
    }

    /// The names of the numbers.
    #[must_use]
    pub fn names() -> Vec<String> {
        features::names()
    }
}
