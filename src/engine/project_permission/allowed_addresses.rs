//! The addresses that requests of a site may reach. Input: its rule, and the user's decision on
//! it. Output: a [`Reach`] for its sessions. For typed addresses the fetcher determines it
//! instead.

use super::{Gate, PartKind};
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::rules::Rule;

/// The maximum number of start addresses checked; ranges may expand to very many, of one host.
const MAX_STARTS: usize = 1_000;

/// The reach of a site whose rule runs automatically: the web, the space of its start addresses,
/// and the inside of the network if the rule requests that and the user allowed it.
pub(crate) fn of_site(gate: &Gate, site: &str, rule: &Rule) -> Reach {
    let wants = rule.file().network.private;
    match wants && gate.may(PartKind::PrivateNetwork, site) {
        true => of_starts(rule).and_inside(),
        false => of_starts(rule),
    }
}

/// The web, and the spaces of the start addresses of a rule.
pub(crate) fn of_starts(rule: &Rule) -> Reach {
    let starts = rule.start().take(MAX_STARTS);
    starts.fold(Reach::PUBLIC, |reach, start| {
        reach.or(Reach::of_start(&start))
    })
}
