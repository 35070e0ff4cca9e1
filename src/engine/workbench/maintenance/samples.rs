//! Samples of a rule: creates one from a page, and runs a rule on one. Input: sources, rules,
//! expected values. Output: the sample as JSON, comparisons. Nothing is fetched.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use crate::extract::sample_results::observe;
use crate::protocol::authoring::PageRole;
use crate::protocol::rule_maintenance::SampleResult;
use crate::workbench::reading::read_with;
use bowerbird_logic::authoring::samples::{Comparison, Observed, PageKind, Sample, compare};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::SampleId;
use bowerbird_logic::rules::Rule;

/// The maximum number of reported differences of one sample.
const MAX_CHANGES: usize = 200;
/// The maximum number of rows returned of one sample.
const MAX_ROWS: usize = 60;

/// A page to become a sample.
pub(crate) struct Sampled<'s> {
    /// Its decoded source.
    pub source: &'s str,
    /// Its address.
    pub url: &'s Url,
    /// Its role for the rule.
    pub role: PageRole,
    /// Status of the answer.
    pub status: u16,
    /// When it was fetched: the reference time of its relative dates.
    pub fetched_at: Timestamp,
}

/// The sample that expects the current result of `rule` on a page.
///
/// # Errors
/// When the rule yields nothing on it.
pub(crate) fn sample_of(page: &Sampled<'_>, rule: &Rule) -> Result<Sample, Message> {
    let fetched_at = Timestamp::from_second(page.fetched_at.as_second());
    let sample = Sample {
        url: page.url.clone(),
        fetched_at: fetched_at.ok(),
        kind: match page.role {
            PageRole::List => PageKind::List,
            PageRole::Article | PageRole::Records => PageKind::Content,
        },
        status: page.status,
        // The source is stored decoded.
        headers: BTreeMap::from([(
            "content-type".to_owned(),
            "text/html; charset=utf-8".to_owned(),
        )]),
        records: None,
        items: None,
        next: None,
    };
    let observed = observed(&sample, page.source, rule, page.fetched_at);
    let nothing = match sample.kind {
        PageKind::Content => observed.records.is_empty(),
        PageKind::List => observed.items.is_empty(),
    };
    if nothing {
        return Err(Message::new("engine-bench-sample-empty"));
    }
    Ok(sample.expecting(&observed))
}

/// Runs `rule` on a sample with its source.
pub(crate) fn run_sample(
    (id, role): (SampleId, PageRole),
    expects: &str,
    source: &str,
    rule: &Rule,
    now: Timestamp,
) -> SampleResult {
    match Sample::parse(expects) {
        Ok(sample) => {
            let page = rule.page(source, &sample.url);
            let now = sample.fetched_at.unwrap_or(now);
            let observed = observe(rule, &page, now);
            let mut reading = read_with(rule, role, &page, now);
            reading.rows.truncate(MAX_ROWS);
            SampleResult {
                reading: Some(Arc::new(reading)),
                ..sample_result(id, compare(&sample, &observed))
            }
        }
        Err(error) => SampleResult {
            id,
            equal: false,
            fields: Vec::new(),
            changes: Vec::new(),
            fault: Some(error.explain()),
            reading: None,
        },
    }
}

/// The JSON of a sample that expects the current result of `rule` on it.
///
/// # Errors
/// When its JSON cannot be parsed.
pub(crate) fn accepted(
    expects: &str,
    source: &str,
    rule: &Rule,
    now: Timestamp,
) -> Result<String, Message> {
    let sample = Sample::parse(expects).map_err(|error| error.explain())?;
    let observed = observed(&sample, source, rule, now);
    Ok(sample.expecting(&observed).to_json())
}

fn observed(sample: &Sample, source: &str, rule: &Rule, now: Timestamp) -> Observed {
    let page = rule.page(source, &sample.url);
    observe(rule, &page, sample.fetched_at.unwrap_or(now))
}

fn sample_result(id: SampleId, comparison: Comparison) -> SampleResult {
    SampleResult {
        id,
        equal: comparison.is_equal(),
        fields: comparison.counts,
        changes: comparison
            .differences
            .into_iter()
            .take(MAX_CHANGES)
            .collect(),
        fault: None,
        reading: None,
    }
}
