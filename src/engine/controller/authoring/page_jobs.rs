//! Executes the jobs of the page job queue: runs the workbench's functions on parsed pages, and reports the
//! results as events. Input: a job and the open pages. Output: one event per job.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use jiff::Timestamp;

use super::page_job_queue::{PageCache, QueuedPageJob};
use super::repair_pages::{before, collected, earlier_rules};
use crate::controller::pages::page_thread::PageText;
use crate::protocol::Event;
use crate::workbench::{
    Authored, ExamplePage, RepairOffer, Work, accept_next, accept_offer, accept_repair,
    alternatives, author, entries_by, propose, read_page, ready_rule, source_of, tree_of,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;

/// Executes `job`, which is about the page of `text`, and reports its result.
pub(in crate::controller) fn do_job(
    text: &Arc<PageText>,
    job: QueuedPageJob,
    shelf: &mut PageCache,
    now: Timestamp,
) {
    let mut texts = vec![Arc::clone(text)];
    if let QueuedPageJob::Author { others, .. } = &job {
        texts.extend(others.iter().cloned());
    }
    let pages = shelf.pages(&texts);
    let Some(page) = pages.first().copied() else {
        return;
    };
    let ticket = text.ticket;
    text.publish(match job {
        QueuedPageJob::Author {
            generation,
            role,
            rule_toml,
            picks,
            part,
            ..
        } => {
            let work = Work {
                role,
                rule_toml: &rule_toml,
                picks: &picks,
                part: &part,
                now,
            };
            let pairs = texts.iter().zip(&pages);
            let examples: Vec<ExamplePage<'_>> = pairs
                .map(|(text, page)| ExamplePage {
                    ticket: text.ticket,
                    page,
                })
                .collect();
            let suggestions = || text.suggestions(page);
            authored(text, generation, author(&work, &examples, &suggestions))
        }
        QueuedPageJob::AcceptOffer {
            generation,
            rule_toml,
            offer,
            role,
        } => {
            let found = text.grasp(page).suggestions.get(offer);
            let taken = match found {
                Some(found) => accept_offer(&rule_toml, found, role, page, now),
                None => Err(Message::new("engine-bench-no-offer")),
            };
            authored(text, generation, taken)
        }
        QueuedPageJob::AcceptNext {
            generation,
            role,
            rule_toml,
            offer,
        } => {
            let taken = match text.grasp(page).understood.next.get(offer) {
                Some(found) => accept_next(&rule_toml, role, found, page),
                None => Err(Message::new("engine-bench-no-offer")),
            };
            authored(text, generation, taken)
        }
        QueuedPageJob::Read {
            generation,
            role,
            rule_toml,
        } => {
            let began = Instant::now();
            let mut reading = read_page(&rule_toml, role, page, now);
            reading.needs_browser = text.came.plain.as_deref().is_some_and(|(url, html)| {
                let plain = read_page(&rule_toml, role, &Page::parse(html, url), now);
                reading.found() > plain.found()
            });
            reading.ms = began.elapsed().as_secs_f32() * 1000.0;
            Event::PageRead {
                ticket,
                generation,
                reading: Arc::new(reading),
            }
        }
        QueuedPageJob::Alternatives {
            generation,
            role,
            rule_toml,
            part,
        } => Event::RankedAlternatives {
            ticket,
            generation,
            ranked: alternatives(&rule_toml, role, &part, page, now),
            part,
        },
        QueuedPageJob::AcceptRepair {
            generation,
            role,
            rule_toml,
            accepted,
        } => {
            let offer = last_repair(text);
            let taken = match &offer {
                Some(offer) => accept_repair(&rule_toml, offer, &accepted, role, page, now),
                None => Err(Message::new("engine-bench-no-offer")),
            };
            authored(text, generation, taken)
        }
        QueuedPageJob::ProposeRepair {
            site,
            rule_toml,
            others,
        } => {
            let result = before(text, site, &rule_toml)
                .map_err(|error| error.0)
                .and_then(|before| {
                    let mut new = vec![text.parse()];
                    new.extend(others.iter().map(|other| other.parse()));
                    let collected = collected(text, site).map_err(|error| error.0)?;
                    let earlier = earlier_rules(text, site).map_err(|error| error.0)?;
                    propose((&rule_toml, &earlier), before, &collected, &new, now)
                })
                .map(Arc::new);
            let offer = result.as_ref().ok().cloned();
            *text.repair.lock().unwrap_or_else(PoisonError::into_inner) = offer;
            Event::RepairProposed { ticket, result }
        }
        QueuedPageJob::Tree => Event::PageTree {
            ticket,
            tree: Arc::new(tree_of(page)),
        },
        QueuedPageJob::Source => Event::PageSource {
            ticket,
            source: source_of(page),
        },
        QueuedPageJob::Understand => understood(text, page),
    });
}

fn authored(text: &PageText, generation: u64, result: Result<Authored, Message>) -> Event {
    Event::Authored {
        ticket: text.ticket,
        generation,
        result: result.map(Box::new),
    }
}

fn last_repair(text: &PageText) -> Option<Arc<RepairOffer>> {
    let repair = text.repair.lock().unwrap_or_else(PoisonError::into_inner);
    repair.clone()
}

fn understood(text: &PageText, page: &Page) -> Event {
    let mut understood = text.grasp(page).understood.clone();
    let now = Timestamp::now();
    understood.ready = ready_rule(page, now).map(Box::new);
    if let Some(data) = understood.ready.as_deref().filter(|way| way.is_of_data()) {
        let began = Instant::now();
        understood.entries = entries_by(&data.rule_toml, page, now).map(Box::new);
        understood.entries_took = Some(began.elapsed());
    }
    Event::PageUnderstood {
        ticket: text.ticket,
        understood: Arc::new(understood),
    }
}
