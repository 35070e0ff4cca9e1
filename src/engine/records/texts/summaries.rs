//! Summaries of records: by TextRank in this program, or by the user's own HTTP service. Only
//! records without a summary of that length are processed, in batches, so that it can be
//! interrupted any time.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Runtime;
use url::Url;

use super::parallel::in_parallel;
use crate::protocol::EngineError;
use bowerbird_io::fetch::{FetchLimits, Fetcher, Session};
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{RecordFilter, Store};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RecordId, StoredRecord};
use bowerbird_logic::text::{Summary, SummaryLength, summarise};

/// Records processed at a time.
const BATCH: usize = 100;
/// The timeout of a service for one text.
const PATIENCE: Duration = Duration::from_secs(60);

/// The result of a round of summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummaryRound {
    /// Records that now have a summary of that length.
    pub made: u64,
    /// Records that already had one.
    pub known: u64,
}

/// A summary service: receives `{"title", "text", "length": {"unit", "count"}, "keywords"}` as JSON
/// by POST and answers `{"summary": "…", "keywords": ["…"]}`.
pub struct SummaryService {
    fetcher: Fetcher,
    address: Url,
    runtime: Runtime,
}

#[derive(Deserialize)]
struct ServiceAnswer {
    summary: String,
    #[serde(default)]
    keywords: Vec<String>,
}

impl SummaryService {
    /// The service at an address.
    ///
    /// # Errors
    /// When it is not an HTTP address, or threads cannot be started.
    pub fn at(address: &str) -> Result<Self, EngineError> {
        let failed = |reason: String| EngineError(trouble(address, reason));
        let url = Self::check(address)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let fetcher = {
            let _inside = runtime.enter();
            Fetcher::new(FetchLimits::default())
        };
        Ok(Self {
            fetcher,
            address: url,
            runtime,
        })
    }

    /// Validates the address of a service for storing: HTTP, and without a password, since it is
    /// stored unencrypted.
    ///
    /// # Errors
    /// Why it is invalid.
    pub fn check(address: &str) -> Result<Url, EngineError> {
        let url = Url::parse(address)
            .map_err(|error| EngineError(trouble(address, error.to_string())))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(EngineError(trouble(address, url.scheme().to_owned())));
        }
        if url.password().is_some() || !url.username().is_empty() {
            return Err(EngineError(Message::new("texts-service-password")));
        }
        Ok(url)
    }

    fn ask(
        &self,
        record: &StoredRecord,
        length: SummaryLength,
        keywords: usize,
    ) -> Result<Summary, EngineError> {
        let failed = |reason: String| EngineError(trouble(self.address.as_str(), reason));
        let body = json!({
            "title": record.record.title,
            "text": record.record.text,
            "length": length,
            "keywords": keywords,
        });
        let body = Secret::new(body.to_string());
        let asked = async {
            // The user's own service may be on this machine; it cannot reach further inside the
            // network.
            let reach = self.fetcher.reach_of_named(&self.address).await;
            let session = Session::new(None, None, None).reaching(reach);
            self.fetcher.post_json(&session, &self.address, &body).await
        };
        let answer = self
            .runtime
            .block_on(async { tokio::time::timeout(PATIENCE, asked).await })
            .map_err(|_| failed(format!("{} s", PATIENCE.as_secs())))??;
        if !(200..300).contains(&answer.status) {
            return Err(failed(answer.status.to_string()));
        }
        let answer: ServiceAnswer =
            serde_json::from_slice(&answer.body).map_err(|error| failed(error.to_string()))?;
        Ok(Summary {
            text: answer.summary,
            keywords: answer.keywords,
        })
    }
}

fn trouble(address: &str, reason: String) -> Message {
    Message::new("texts-service-failed")
        .with("url", address)
        .with("reason", reason)
}

/// Summarises the records that pass `filter`; `each` receives every record with its summary and may
/// end it.
///
/// # Errors
/// From the store, or from the service; summaries already created stay.
pub fn summarise_records(
    store: &Store,
    filter: &RecordFilter,
    length: SummaryLength,
    keywords: usize,
    service: Option<&SummaryService>,
    each: &mut dyn FnMut(&StoredRecord, &Summary) -> bool,
) -> Result<SummaryRound, EngineError> {
    let mut done = SummaryRound::default();
    let mut offset = 0;
    loop {
        let records = store.records(filter, offset, BATCH as u64)?;
        if records.is_empty() {
            return Ok(done);
        }
        offset += records.len() as u64;
        let mut known: Vec<Option<Summary>> = Vec::with_capacity(records.len());
        for record in &records {
            let kept = store
                .summary(record.id)?
                .filter(|(kept, _)| *kept == length);
            known.push(kept.map(|(_, summary)| summary));
        }
        let wanted = records
            .iter()
            .zip(&known)
            .filter(|(_, known)| known.is_none());
        let wanted: Vec<&StoredRecord> = wanted.map(|(record, _)| record).collect();
        let made: Vec<(RecordId, Summary)> = match service {
            Some(service) => wanted
                .into_iter()
                .map(|record| Ok((record.id, service.ask(record, length, keywords)?)))
                .collect::<Result<_, EngineError>>()?,
            None => in_parallel(wanted, |record| {
                summarise(&record.record.text, length, keywords)
            })
            .into_iter()
            .filter_map(|(record, summary)| Some((record.id, summary?)))
            .collect(),
        };
        if !made.is_empty() && !store.is_read_only() {
            store.keep_summaries(length, made.clone())?;
        }
        let mut fresh: HashMap<RecordId, Summary> = made.into_iter().collect();
        for (record, known) in records.iter().zip(known) {
            let is_known = known.is_some();
            let Some(summary) = known.or_else(|| fresh.remove(&record.id)) else {
                continue;
            };
            done.known += u64::from(is_known);
            done.made += u64::from(!is_known);
            if !each(record, &summary) {
                return Ok(done);
            }
        }
    }
}
