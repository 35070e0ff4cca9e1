//! Builds observations for the supervisor: the verdict, the page's role in the run, and the means
//! available to the run.

use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::Timestamp;
use url::Url;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::deferred_pages::outages::is_own_refusal;
use crate::crawl::egress::KnownEgress;
use crate::crawl::read::Reading;
use crate::supervise::{Observation, RequestRole};
use bowerbird_io::store::{NewRequest, Queued, RequestKind};
use bowerbird_logic::page::same_site;

impl OutcomeDecider {
    /// The observation for an answer.
    pub(in crate::crawl) fn observation(
        &self,
        (queued, beside): (&Queued, u32),
        reading: &Reading,
        known: KnownEgress,
        now: Timestamp,
    ) -> Observation {
        let url = &queued.request.url;
        Observation {
            at: now,
            url: url.clone(),
            verdict: reading.verdict().clone(),
            status: reading.status(),
            no_answer: reading.fault.is_some() && !is_own_refusal(reading),
            role: self.role(&queued.request),
            failures: known.failures,
            retries: match reading.lasting {
                true => 0,
                false => self.run_context.rule.file().politeness.retries,
            },
            outage_streak: self.deferred.down.streak(url),
            means: known.means,
            jitter: jitter(url, queued.attempts),
            stood_in: reading.found.stood_in,
            snapshot_at: reading
                .answer
                .snapshots
                .first()
                .map(|_| reading.answer.fetched_at),
            beside,
            same_login: self.tally.same_login.in_a_row(),
            elsewhere: !is_same_site(url, &reading.url),
        }
    }

    /// A single start page is the start; one of several is an ordinary page.
    pub(in crate::crawl) fn role(&self, request: &NewRequest) -> RequestRole {
        let rule = &self.run_context.rule;
        // The rule does not know how many addresses a file contains.
        let starts = match rule.file().pages {
            Some(_) => u64::MAX,
            None => rule.start_count(),
        };
        match (request.kind, request.depth) {
            (_, 0) if starts <= 1 => RequestRole::Start,
            (RequestKind::List, _) => RequestRole::List,
            _ => RequestRole::Content,
        }
    }
}

/// Whether the final address belongs to the requested site.
fn is_same_site(asked: &str, ended: &str) -> bool {
    match (Url::parse(asked), Url::parse(ended)) {
        (Ok(asked), Ok(ended)) => same_site(&asked, &ended),
        _ => true,
    }
}

/// Jitter that is the same for the same address and try, so that tests are reproducible.
fn jitter(url: &str, attempts: u32) -> u8 {
    let mut hasher = DefaultHasher::new();
    (url, attempts).hash(&mut hasher);
    u8::try_from(hasher.finish() & 0xff).unwrap_or(0)
}
