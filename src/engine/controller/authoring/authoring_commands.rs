//! Commands about draft rules. Most become jobs of the page job queue, each about one open page.

use super::page_job_queue::QueuedPageJob;
use super::try_rule::TestedPages;
use crate::controller::pages::open_pages::Pages;
use crate::controller::pages::page_thread::PageJob;
use crate::protocol::{AuthoringCommand, EngineError};

impl Pages {
    /// Executes a command about a draft rule.
    pub(in crate::controller) fn authoring_command(
        &mut self,
        command: AuthoringCommand,
    ) -> Result<(), EngineError> {
        let (ticket, job) = match command {
            AuthoringCommand::TryRule { ticket, rule_toml } => {
                self.job(ticket, PageJob::TryRule(rule_toml));
                return Ok(());
            }
            AuthoringCommand::TestPages {
                generation,
                site,
                rule_toml,
                urls,
            } => return self.test(site, generation, &rule_toml, TestedPages::Each(urls)),
            AuthoringCommand::ReadTwice {
                generation,
                site,
                rule_toml,
                url,
            } => return self.test(site, generation, &rule_toml, TestedPages::Twice(url)),
            AuthoringCommand::Agreement { site } => {
                self.samples.compare(site);
                return Ok(());
            }
            AuthoringCommand::Learn {
                ticket,
                generation,
                role,
                rule_toml,
                picks,
                part,
            } => (
                ticket,
                QueuedPageJob::Author {
                    generation,
                    role,
                    rule_toml,
                    picks,
                    part,
                    others: Vec::new(),
                },
            ),
            AuthoringCommand::AcceptOffer {
                ticket,
                generation,
                rule_toml,
                offer,
                role,
            } => (
                ticket,
                QueuedPageJob::AcceptOffer {
                    generation,
                    rule_toml,
                    offer,
                    role,
                },
            ),
            AuthoringCommand::AcceptNext {
                ticket,
                generation,
                role,
                rule_toml,
                offer,
            } => (
                ticket,
                QueuedPageJob::AcceptNext {
                    generation,
                    role,
                    rule_toml,
                    offer,
                },
            ),
            AuthoringCommand::AcceptRepair {
                ticket,
                generation,
                role,
                rule_toml,
                accepted,
            } => (
                ticket,
                QueuedPageJob::AcceptRepair {
                    generation,
                    role,
                    rule_toml,
                    accepted,
                },
            ),
            AuthoringCommand::Alternatives {
                ticket,
                generation,
                role,
                rule_toml,
                part,
            } => (
                ticket,
                QueuedPageJob::Alternatives {
                    generation,
                    role,
                    rule_toml,
                    part,
                },
            ),
            AuthoringCommand::Read {
                ticket,
                generation,
                role,
                rule_toml,
            } => (
                ticket,
                QueuedPageJob::Read {
                    generation,
                    role,
                    rule_toml,
                },
            ),
            AuthoringCommand::ProposeRepair {
                ticket,
                site,
                rule_toml,
            } => (
                ticket,
                QueuedPageJob::ProposeRepair {
                    site,
                    rule_toml,
                    others: Vec::new(),
                },
            ),
        };
        self.bench_job(ticket, job);
        Ok(())
    }
}
