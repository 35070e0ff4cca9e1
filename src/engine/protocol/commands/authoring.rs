//! Commands about rules in the making: learnt, tried, read with and repaired.

use crate::protocol::PageTicket;
use crate::protocol::authoring::{BenchPart, BenchPick, PageRole};
use bowerbird_logic::model::SiteId;

/// A command about a rule in the making.
#[derive(Clone, Debug, PartialEq)]
pub enum AuthoringCommand {
    /// Tries a rule on the page, as list and as content → `RuleTried`.
    TryRule {
        /// Which page.
        ticket: PageTicket,
        /// The rule file.
        rule_toml: String,
    },
    /// Learns from picks and writes the rule → `Authored`. Everything picked so far is sent each
    /// time; the newest request of a page wins.
    Learn {
        /// Which page is looked at.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What that page is to the rule.
        role: PageRole,
        /// The rule; blank for a new one.
        rule_toml: String,
        /// Everything picked so far, on all pages and for all roles.
        picks: Vec<BenchPick>,
        /// What changed: only this part of the rule is replaced, and its container if need be.
        part: BenchPart,
    },
    /// Takes an offer of repeated records → `Authored`.
    AcceptOffer {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// The rule; blank for a new one.
        rule_toml: String,
        /// Place of the offer in `Understood::offers`.
        offer: usize,
        /// What the page is; records that lead to pages can be taken as records of this page.
        role: PageRole,
    },
    /// Takes an offered way to the next page → `Authored`.
    AcceptNext {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// Place of the offer in `Understood::next`.
        offer: usize,
    },
    /// Judges what a rule has for a part, and learns other ways from what it finds →
    /// `RankedAlternatives`.
    Alternatives {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// The part.
        part: BenchPart,
    },
    /// Reads a page with a rule → `PageRead`; the newest request of a page wins.
    Read {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
    },
    /// Reads further pages with a rule, one after the other at the rule's pace → `PageTested`
    /// each. A newer one ends it; one without addresses only ends it.
    TestPages {
        /// Carried back with the answers.
        generation: u64,
        /// The site whose session to use.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The pages, the first 20.
        urls: Vec<String>,
    },
    /// Proposes how a rule would work again on an open page, from the site's samples and kept
    /// pages → `RepairProposed`. Open pages of the same host are looked at too.
    ProposeRepair {
        /// Which page.
        ticket: PageTicket,
        /// The site.
        site: SiteId,
        /// The rule.
        rule_toml: String,
    },
    /// Takes proposals of the last `RepairProposed` of the page → `Authored`.
    AcceptRepair {
        /// Which page.
        ticket: PageTicket,
        /// Carried back with the answer.
        generation: u64,
        /// What the page is to the rule.
        role: PageRole,
        /// The rule.
        rule_toml: String,
        /// Places of the proposals.
        accepted: Vec<usize>,
    },
    /// Compares a site's rule with generic extraction on its newest kept pages, without a request
    /// → `Agreement`.
    Agreement {
        /// The site.
        site: SiteId,
    },
}
