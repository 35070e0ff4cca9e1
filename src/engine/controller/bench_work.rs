//! The jobs of the bench, done: the workbench's functions run on parsed pages, their results told
//! as events. Flows in: a job and the pages at hand. Flows out: one event a job.

use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;

use super::Event;
use super::bench::{BenchJob, Shelf};
use super::page_thread::PageText;
use crate::engine::workbench::{
    Authored, Example, Work, accept_next, accept_offer, alternatives, author, read_page, source_of,
    tree_of,
};
use crate::logic::messages::Message;
use crate::logic::page::Page;

/// Does `job`, which is about the page of `text`, and tells what came of it.
pub(super) fn do_job(text: &Arc<PageText>, job: BenchJob, shelf: &mut Shelf, now: Timestamp) {
    let mut texts = vec![Arc::clone(text)];
    if let BenchJob::Author { others, .. } = &job {
        texts.extend(others.iter().cloned());
    }
    let pages = shelf.pages(&texts);
    let Some(page) = pages.first().copied() else {
        return;
    };
    let ticket = text.ticket;
    text.tell(match job {
        BenchJob::Author {
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
            let examples: Vec<Example<'_>> = pairs
                .map(|(text, page)| Example {
                    ticket: text.ticket,
                    page,
                })
                .collect();
            let suggestions = || text.grasp(page).suggestions.clone();
            authored(text, generation, author(&work, &examples, &suggestions))
        }
        BenchJob::AcceptOffer {
            generation,
            rule_toml,
            offer,
        } => {
            let found = text.grasp(page).suggestions.get(offer);
            let taken = match found {
                Some(found) => accept_offer(&rule_toml, found, page, now),
                None => Err(Message::new("engine-bench-no-offer")),
            };
            authored(text, generation, taken)
        }
        BenchJob::AcceptNext {
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
        BenchJob::Read {
            generation,
            role,
            rule_toml,
        } => {
            let began = Instant::now();
            let mut reading = read_page(&rule_toml, role, page, now);
            reading.ms = began.elapsed().as_secs_f32() * 1000.0;
            Event::PageRead {
                ticket,
                generation,
                reading: Arc::new(reading),
            }
        }
        BenchJob::Alternatives {
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
        BenchJob::Tree => Event::PageTree {
            ticket,
            tree: Arc::new(tree_of(page)),
        },
        BenchJob::Source => Event::PageSource {
            ticket,
            source: source_of(page),
        },
        BenchJob::Understand => understood(text, page),
    });
}

fn authored(text: &PageText, generation: u64, result: Result<Authored, Message>) -> Event {
    Event::Authored {
        ticket: text.ticket,
        generation,
        result: result.map(Box::new),
    }
}

fn understood(text: &PageText, page: &Page) -> Event {
    Event::PageUnderstood {
        ticket: text.ticket,
        understood: Arc::new(text.grasp(page).understood.clone()),
    }
}
