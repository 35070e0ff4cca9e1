//! Executes the jobs of the bench: runs the workbench's functions on parsed pages, and reports the
//! results as events. Input: a job and the open pages. Output: one event per job.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use jiff::Timestamp;
use url::Url;

use super::bench::{BenchJob, Shelf};
use super::samples::role_named;
use crate::controller::pages::page_thread::PageText;
use crate::protocol::{EngineError, Event};
use crate::workbench::{
    Authored, Before, ExamplePage, PageRole, RepairOffer, Work, accept_next, accept_offer,
    accept_repair, alternatives, author, propose, read_page, source_of, tree_of,
};
use bowerbird_io::store::StoredPage;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::{Page, decode};

/// The maximum number of samples and stored content pages used by a repair.
const MAX_OLD: usize = 12;
/// The maximum number of record addresses passed to a repair.
const MAX_COLLECTED: u32 = 50_000;

/// Executes `job`, which is about the page of `text`, and reports its result.
pub(in crate::controller) fn do_job(
    text: &Arc<PageText>,
    job: BenchJob,
    shelf: &mut Shelf,
    now: Timestamp,
) {
    let mut texts = vec![Arc::clone(text)];
    if let BenchJob::Author { others, .. } = &job {
        texts.extend(others.iter().cloned());
    }
    let pages = shelf.pages(&texts);
    let Some(page) = pages.first().copied() else {
        return;
    };
    let ticket = text.ticket;
    text.publish(match job {
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
            let examples: Vec<ExamplePage<'_>> = pairs
                .map(|(text, page)| ExamplePage {
                    ticket: text.ticket,
                    page,
                })
                .collect();
            let suggestions = || text.suggestions(page);
            authored(text, generation, author(&work, &examples, &suggestions))
        }
        BenchJob::AcceptOffer {
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
        BenchJob::AcceptRepair {
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
        BenchJob::ProposeRepair {
            site,
            rule_toml,
            others,
        } => {
            let result = before(text, site)
                .map_err(|error| error.0)
                .and_then(|before| {
                    let mut new = vec![text.parse()];
                    new.extend(others.iter().map(|other| other.parse()));
                    let collected = collected(text, site).map_err(|error| error.0)?;
                    propose(&rule_toml, before, &collected, &new, now)
                })
                .map(Arc::new);
            let offer = result.as_ref().ok().cloned();
            *text.repair.lock().unwrap_or_else(PoisonError::into_inner) = offer;
            Event::RepairProposed { ticket, result }
        }
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

fn last_repair(text: &PageText) -> Option<Arc<RepairOffer>> {
    let repair = text.repair.lock().unwrap_or_else(PoisonError::into_inner);
    repair.clone()
}

/// The site's earlier pages: its samples, then its newest stored pages.
fn before(text: &PageText, site: SiteId) -> Result<Vec<Before>, EngineError> {
    let store = &text.context.store;
    let mut before = Vec::new();
    for row in store.samples(site)?.into_iter().rev().take(MAX_OLD) {
        let Some((row, source)) = store.sample(site, row.id)? else {
            continue;
        };
        let Ok(url) = Url::parse(&row.url) else {
            continue;
        };
        before.push(Before {
            url,
            source,
            fetched_at: row.taken_at,
            sample: Some(row.id),
            is_list: role_named(&row.role) == PageRole::List,
            records: Vec::new(),
        });
    }
    let kept = u32::try_from(MAX_OLD).unwrap_or(u32::MAX);
    for (lists, most) in [(true, kept / 3), (false, kept)] {
        for page in store.newest_pages(site, lists, most)? {
            before.extend(kept_page(page, lists));
        }
    }
    Ok(before)
}

/// Addresses of the site's records.
fn collected(text: &PageText, site: SiteId) -> Result<Vec<Url>, EngineError> {
    let addresses = text.context.store.record_addresses(site, MAX_COLLECTED)?;
    Ok(addresses.iter().flat_map(|url| Url::parse(url)).collect())
}

fn kept_page(page: StoredPage, is_list: bool) -> Option<Before> {
    let meta = page.snapshot.meta;
    let url = Url::parse(meta.url_chain.last().unwrap_or(&page.asked)).ok()?;
    let kind = meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        .map(|(_, value)| value.as_str());
    Some(Before {
        url,
        source: decode(&page.snapshot.body, kind).text,
        fetched_at: meta.fetched_at,
        sample: None,
        is_list,
        records: page.records.into_iter().map(|r| r.record).collect(),
    })
}

fn understood(text: &PageText, page: &Page) -> Event {
    Event::PageUnderstood {
        ticket: text.ticket,
        understood: Arc::new(text.grasp(page).understood.clone()),
    }
}
