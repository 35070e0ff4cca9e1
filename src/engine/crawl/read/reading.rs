//! The reading of one response: plain values on their way to the store. Types only.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use super::apply_rule::RuleResult;
use bowerbird_io::store::JudgedAnswer;
use bowerbird_logic::detect::{Drift, Judgement};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Evidence, PageFingerprint, PageState, Verdict};

/// The reading of a response.
#[derive(Debug)]
pub(in crate::crawl) struct Reading {
    /// The answer as it is stored; status 0 when there was none.
    pub(in crate::crawl) answer: JudgedAnswer,
    /// Address after redirects.
    pub(in crate::crawl) url: String,
    /// How many answers this was read from.
    pub(in crate::crawl) pages: u64,
    /// The rule's result; empty if the verdict is not ok.
    pub(in crate::crawl) found: RuleResult,
    /// The page's declared address, if it is trusted.
    pub(in crate::crawl) claimed: Option<Url>,
    /// How the list reads differently than before.
    pub(in crate::crawl) drift: Option<Drift>,
    /// Whether the answer was not a page.
    pub(in crate::crawl) no_page: bool,
    /// Whether the rule's login marker is on the page, if the rule has one.
    pub(in crate::crawl) signed: Option<bool>,
    /// The page's fingerprint, where that may matter.
    pub(in crate::crawl) look: Option<PageFingerprint>,
    /// Why there was no answer, in words.
    pub(in crate::crawl) fault: Option<Message>,
    /// Whether it is a further list page identical to another list page.
    pub(in crate::crawl) repeated_list: bool,
    /// Whether an early retry is pointless.
    pub(in crate::crawl) lasting: bool,
    /// The input of the verdict passes; `None` once the verdict is settled.
    pub(in crate::crawl) unsettled: Option<Box<VerdictInput>>,
}

/// The input of the verdict passes, besides the rule's result.
#[derive(Debug)]
pub(in crate::crawl) struct VerdictInput {
    /// The decoded body.
    pub(in crate::crawl) text: String,
    /// The decompressed body, if it was compressed.
    pub(in crate::crawl) unpacked: Option<Vec<u8>>,
    /// Facts about the page; `None` if it was not a page.
    pub(in crate::crawl) page: Option<PageFacts>,
    /// The verdict if the request was redirected to the rule's login page.
    pub(in crate::crawl) sent_to_login: Option<Verdict>,
    /// The verdict of the answer alone.
    pub(in crate::crawl) judgement: Judgement,
}

/// Facts about a page that are needed after its tree is dropped.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::crawl) struct PageFacts {
    pub(in crate::crawl) title: String,
    /// Whether a list page without items has a long text.
    pub(in crate::crawl) is_long: bool,
    /// The verdict on it if it carries no content without scripts.
    pub(in crate::crawl) shell: Option<Verdict>,
    /// The form in place of a list: it shows who is kept out, and how.
    pub(in crate::crawl) form: Option<(PageState, Evidence)>,
    /// All links of a list page that is compared with an earlier one.
    pub(in crate::crawl) links: HashSet<String>,
    /// The page's declared address.
    pub(in crate::crawl) claimed: Option<Url>,
    /// Whether the rule's login marker is on the page, if the rule has one.
    pub(in crate::crawl) signed: Option<bool>,
}

impl Reading {
    /// A reading with only a verdict.
    pub(in crate::crawl) fn judged(url: &str, verdict: Verdict, at: Timestamp) -> Self {
        Self {
            answer: JudgedAnswer::new(verdict, at),
            url: url.to_owned(),
            pages: 1,
            found: RuleResult::default(),
            claimed: None,
            drift: None,
            no_page: false,
            signed: None,
            look: None,
            fault: None,
            repeated_list: false,
            lasting: false,
            unsettled: None,
        }
    }

    /// The same for an answer that is not the requested page: only evidence is left of it.
    pub(in crate::crawl) fn refused(self, verdict: Verdict) -> Self {
        let mut answer = JudgedAnswer {
            verdict,
            confirmed: None,
            ..self.answer
        };
        for snapshot in &mut answer.snapshots {
            snapshot.meta.evidence = true;
            snapshot.validators = None;
        }
        let found = RuleResult {
            outcome: self.found.outcome,
            required: self.found.required,
            ..RuleResult::default()
        };
        Self {
            pages: self.pages,
            look: self.look,
            found,
            ..Self::judged(&self.url, Verdict::ok(), answer.fetched_at)
        }
        .with_answer(answer)
    }

    fn with_answer(self, answer: JudgedAnswer) -> Self {
        Self { answer, ..self }
    }

    /// The verdict on the answer.
    pub(in crate::crawl) fn verdict(&self) -> &Verdict {
        &self.answer.verdict
    }

    /// Its state.
    pub(in crate::crawl) fn state(&self) -> PageState {
        self.answer.verdict.state
    }

    /// Status of the answer; 0 when there was none.
    pub(in crate::crawl) fn status(&self) -> u16 {
        self.answer.heard.status
    }

    /// Whether it is a good page.
    pub(in crate::crawl) fn is_ok(&self) -> bool {
        self.state() == PageState::Ok && self.status() < 400
    }
}
