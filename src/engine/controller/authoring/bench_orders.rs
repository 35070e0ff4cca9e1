//! Commands about pages as jobs of the bench. Flows in: a command. Flows out: the page it is about,
//! and the job; texts of further pages are put in by who holds them.

use super::bench::BenchJob;
use crate::protocol::{Command, PageTicket};

/// The job that a command asks for; `None` for any other command.
pub(in crate::controller) fn order(command: Command) -> Option<(PageTicket, BenchJob)> {
    Some(match command {
        Command::Author {
            ticket,
            generation,
            role,
            rule_toml,
            picks,
            part,
        } => (
            ticket,
            BenchJob::Author {
                generation,
                role,
                rule_toml,
                picks,
                part,
                others: Vec::new(),
            },
        ),
        Command::AcceptOffer {
            ticket,
            generation,
            rule_toml,
            offer,
            role,
        } => (
            ticket,
            BenchJob::AcceptOffer {
                generation,
                rule_toml,
                offer,
                role,
            },
        ),
        Command::AcceptNext {
            ticket,
            generation,
            role,
            rule_toml,
            offer,
        } => (
            ticket,
            BenchJob::AcceptNext {
                generation,
                role,
                rule_toml,
                offer,
            },
        ),
        Command::AcceptRepair {
            ticket,
            generation,
            role,
            rule_toml,
            accepted,
        } => (
            ticket,
            BenchJob::AcceptRepair {
                generation,
                role,
                rule_toml,
                accepted,
            },
        ),
        Command::Alternatives {
            ticket,
            generation,
            role,
            rule_toml,
            part,
        } => (
            ticket,
            BenchJob::Alternatives {
                generation,
                role,
                rule_toml,
                part,
            },
        ),
        Command::ReadPage {
            ticket,
            generation,
            role,
            rule_toml,
        } => (
            ticket,
            BenchJob::Read {
                generation,
                role,
                rule_toml,
            },
        ),
        Command::ProposeRepair {
            ticket,
            site,
            rule_toml,
        } => (
            ticket,
            BenchJob::ProposeRepair {
                site,
                rule_toml,
                others: Vec::new(),
            },
        ),
        Command::PageTree { ticket } => (ticket, BenchJob::Tree),
        Command::PageSource { ticket } => (ticket, BenchJob::Source),
        _ => return None,
    })
}
