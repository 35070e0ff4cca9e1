//! Where the requests of a site may go. Flows in: its rule, and what the person said to that. Flows
//! out: a [`Reach`] for its sessions. What a person types is looked up by the fetcher instead.

use super::{Gate, PartKind};
use bowerbird_logic::address_policy::Reach;
use bowerbird_logic::rules::Rule;

/// Start addresses that are examined; ranges may stand for very many, of one host.
const MAX_STARTS: usize = 1_000;

/// Of a site whose rule runs by itself: the web, what its start addresses lie in, and the inside of
/// the network where the rule asks for that and the person allowed it.
pub(crate) fn of_site(gate: &Gate, site: &str, rule: &Rule) -> Reach {
    let wants = rule.file().network.private;
    match wants && gate.may(PartKind::PrivateNetwork, site) {
        true => of_starts(rule).and_inside(),
        false => of_starts(rule),
    }
}

/// The web, and what the start addresses of a rule lie in.
pub(crate) fn of_starts(rule: &Rule) -> Reach {
    let starts = rule.start().take(MAX_STARTS);
    starts.fold(Reach::PUBLIC, |reach, start| {
        reach.or(Reach::of_start(&start))
    })
}
