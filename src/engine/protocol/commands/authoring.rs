//! Commands about draft rules: learning, testing, reading and repairing.

use crate::protocol::PageTicket;
use crate::protocol::authoring::{PageRole, WorkbenchPart, WorkbenchPick};
use bowerbird_logic::model::SiteId;

/// A command about a draft rule.
#[derive(Clone, Debug, PartialEq)]
pub enum AuthoringCommand {
    /// Tries a rule on the page, as list and as content → `RuleTried`.
    TryRule {
        /// Which page.
        ticket: PageTicket,
        /// The rule file.
        rule_toml: String,
    },
    /// Learns from picks and writes the rule → `Authored`. All picks so far are sent each time; the
    /// newest request of a page wins.
    Learn {
        /// The viewed page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The role of that page.
        role: PageRole,
        /// The rule; blank for a new one.
        rule_toml: String,
        /// All picks so far, on all pages and for all roles.
        picks: Vec<WorkbenchPick>,
        /// What changed: only this part of the rule is replaced, and its container if need be.
        part: WorkbenchPart,
    },
    /// Accepts an offer of repeated records → `Authored`.
    AcceptOffer {
        /// Which page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The rule; blank for a new one.
        rule_toml: String,
        /// Index of the offer in `AnalysedPage::offers`.
        offer: usize,
        /// The role of the page; records with links can be used as records of this page.
        role: PageRole,
    },
    /// Accepts an offered link to the next page → `Authored`.
    AcceptNext {
        /// Which page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The role of the page.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// Index of the offer in `AnalysedPage::next`.
        offer: usize,
    },
    /// Scores the rule's alternatives for a part, and learns others from their results →
    /// `RankedAlternatives`.
    Alternatives {
        /// Which page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The role of the page.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// The part.
        part: WorkbenchPart,
    },
    /// Reads a page with a rule → `PageRead`; the newest request of a page wins.
    Read {
        /// Which page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The role of the page.
        role: PageRole,
        /// The rule.
        rule_toml: String,
    },
    /// Reads further pages with a rule, in sequence at the rule's pace → `PageTested` each, and
    /// `TextBoxFound` if they tell where their whole text is. A newer
    /// one ends it; one without addresses only ends it.
    TestPages {
        /// Returned with the answers.
        generation: u64,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The pages, the first 20.
        urls: Vec<String>,
    },
    /// Reads a page twice with a rule, some seconds apart, and tells what to know before it is watched
    /// → `WatchProposed`. It ends a test of further pages.
    ReadTwice {
        /// Returned with the answer.
        generation: u64,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The page.
        url: String,
    },
    /// Proposes a repair of a rule for an open page, from the site's samples and stored pages →
    /// `RepairProposed`. Open pages of the same host are used too.
    ProposeRepair {
        /// Which page.
        ticket: PageTicket,
        /// The site.
        site: SiteId,
        /// The rule.
        rule_toml: String,
    },
    /// Accepts proposals of the last `RepairProposed` of the page → `Authored`.
    AcceptRepair {
        /// Which page.
        ticket: PageTicket,
        /// Returned with the answer.
        generation: u64,
        /// The role of the page.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// Indexes of the proposals.
        accepted: Vec<usize>,
    },
    /// Compares a site's rule with generic extraction on its newest stored pages, without a request
    /// → `Agreement`.
    Agreement {
        /// The site.
        site: SiteId,
    },
}
