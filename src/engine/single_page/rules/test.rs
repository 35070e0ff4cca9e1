//! Tests a rule against its sample pages: the commands `rule test` and `rule sample`. Input: a
//! rule file and the samples beside it, or a page to become one. Output: comparisons, and
//! samples written on request. Fetches only the page to be saved.

use std::path::Path;

use jiff::Timestamp;
use url::Url;

pub use crate::extract::sample_results::observe;
use crate::protocol::EngineError;
use crate::single_page::source::{Loaded, loaded};
use bowerbird_io::files::{local_file, sample_pages};
use bowerbird_logic::messages::{Explain, Message};

use bowerbird_logic::authoring::samples::{Comparison, Observed, PageKind, Sample, compare};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::Rule;

/// Headers stored with a page: those that determine its decoding, and when it changed.
const KEPT_HEADERS: [&str; 3] = ["content-type", "content-language", "last-modified"];

/// One sample against the rule.
#[derive(Debug)]
pub struct TestedSample {
    /// Its id.
    pub id: String,
    /// Its address and kind, if its files could be read.
    pub page: Option<(Url, PageKind)>,
    /// The comparison of its results, or why there is none.
    pub result: Result<Comparison, EngineError>,
}

/// All samples of a rule.
#[derive(Debug, Default)]
pub struct RuleTest {
    /// By id.
    pub samples: Vec<TestedSample>,
    /// The counts of all of them.
    pub total: Comparison,
}

impl RuleTest {
    /// Whether every sample yields exactly the expected results.
    pub fn is_equal(&self) -> bool {
        self.samples
            .iter()
            .all(|sample| sample.result.as_ref().is_ok_and(Comparison::is_equal))
    }
}

/// Runs all samples of the rule file `file`. `now` is the reference time of samples without one.
///
/// # Errors
/// When there is no sample, or their folder cannot be read. A fault in one sample is not an error
/// of the whole.
pub fn test_rule(file: &Path, rule: &Rule, now: Timestamp) -> Result<RuleTest, EngineError> {
    let ids = sample_pages::ids(file)?;
    if ids.is_empty() {
        let folder = sample_pages::folder(file);
        return Err(EngineError(
            Message::new("samples-none")
                .with("folder", folder.display().to_string())
                .with("file", file.display().to_string()),
        ));
    }
    let mut test = RuleTest::default();
    for id in ids {
        let sample = test_sample(file, rule, id, now);
        if let Ok(comparison) = &sample.result {
            test.total.add(comparison, 0);
        }
        test.samples.push(sample);
    }
    Ok(test)
}

fn test_sample(file: &Path, rule: &Rule, id: String, now: Timestamp) -> TestedSample {
    let read = read_sample(file, &id);
    let page = read.as_ref().ok().map(|s| (s.url.clone(), s.kind));
    let result = read.and_then(|sample| {
        if sample.expects_nothing() {
            let path = sample_pages::json_path(file, &id);
            return Err(EngineError(
                Message::new("samples-empty").with("path", path.display().to_string()),
            ));
        }
        let observed = observed_on(file, rule, &id, &sample, now)?;
        Ok(compare(&sample, &observed))
    });
    TestedSample { id, page, result }
}

/// Makes every sample expect the rule's current results; returns how many were rewritten.
///
/// # Errors
/// When a sample cannot be read or written; earlier ones stay rewritten.
pub fn accept_samples(file: &Path, rule: &Rule, now: Timestamp) -> Result<usize, EngineError> {
    let mut rewritten = 0;
    for id in sample_pages::ids(file)? {
        let sample = read_sample(file, &id)?;
        let accepted = sample.expecting(&observed_on(file, rule, &id, &sample, now)?);
        if accepted != sample {
            sample_pages::write_json(file, &id, &accepted.to_json())?;
            rewritten += 1;
        }
    }
    Ok(rewritten)
}

/// The options for saving a page.
#[derive(Clone, Debug, Default)]
pub struct SaveSample {
    /// Name of the sample; derived from the address when absent.
    pub id: Option<String>,
    /// The kind of the page; derived from the rule's results when absent.
    pub kind: Option<PageKind>,
    /// Whether a sample of that name may be replaced.
    pub replace: bool,
}

/// The result of saving a page.
#[derive(Clone, Debug, PartialEq)]
pub enum SavedSample {
    /// It was saved.
    Saved {
        /// Its id.
        id: String,
        /// Its expected results.
        sample: Box<Sample>,
    },
    /// A sample of that name exists.
    Taken {
        /// The name.
        id: String,
        /// The address of the existing sample, if readable.
        url: Option<Url>,
    },
}

/// Saves a loaded page as a sample that expects the rule's results on it at `now`.
///
/// # Errors
/// When the rule yields nothing on it, or it cannot be written.
pub fn save_sample(
    file: &Path,
    rule: &Rule,
    loaded: &Loaded,
    wanted: &SaveSample,
    now: Timestamp,
) -> Result<SavedSample, EngineError> {
    let observed = observe(rule, &prepared(rule, loaded), now);
    let kind = wanted
        .kind
        .unwrap_or_else(|| likely_kind(rule, &loaded.url, &observed));
    let nothing = match kind {
        PageKind::Content => observed.records.is_empty(),
        PageKind::List => observed.items.is_empty(),
    };
    if nothing {
        return Err(EngineError(
            Message::new("samples-yields-nothing")
                .with("file", file.display().to_string())
                .with("page", loaded.source.as_str()),
        ));
    }
    let id = match &wanted.id {
        Some(id) => id.clone(),
        None => free_id(file, &loaded.url),
    };
    if !wanted.replace && sample_pages::exists(file, &id) {
        let url = read_sample(file, &id).ok().map(|sample| sample.url);
        return Ok(SavedSample::Taken { id, url });
    }
    let headers = loaded
        .headers
        .iter()
        .filter(|(name, _)| KEPT_HEADERS.contains(&name.as_str()))
        .cloned()
        .collect();
    let sample = Sample {
        url: loaded.url.clone(),
        fetched_at: Some(whole_seconds(now)),
        kind,
        status: loaded.status,
        headers,
        records: None,
        items: None,
        next: None,
    };
    let sample = sample.expecting(&observed);
    sample_pages::write(file, &id, &loaded.body, &sample.to_json())?;
    Ok(SavedSample::Saved {
        id,
        sample: Box::new(sample),
    })
}

/// The page parsed for the rule: with its replacements in the source.
pub(super) fn prepared(rule: &Rule, loaded: &Loaded) -> Page {
    rule.page(&loaded.html, &loaded.url)
}

/// The address and circumstances of the sample that the page file `page` belongs to, if its JSON is
/// beside it.
pub fn sample_of_page(page: &Path) -> Option<Sample> {
    let name = page.file_name()?.to_str()?;
    let id = name
        .strip_suffix(".html.gz")
        .or(name.strip_suffix(".html"))?;
    let beside = page.with_file_name(format!("{id}.json"));
    let text = local_file::read(&beside, sample_pages::MAX_JSON_BYTES).ok()?;
    Sample::parse(std::str::from_utf8(&text).ok()?).ok()
}

fn read_sample(file: &Path, id: &str) -> Result<Sample, EngineError> {
    let text = sample_pages::read_json(file, id)?;
    Sample::parse(&text).map_err(|error| {
        let path = sample_pages::json_path(file, id);
        EngineError(
            Message::new("samples-in")
                .with("path", path.display().to_string())
                .with("text", error.explain()),
        )
    })
}

fn observed_on(
    file: &Path,
    rule: &Rule,
    id: &str,
    sample: &Sample,
    now: Timestamp,
) -> Result<Observed, EngineError> {
    let bytes = sample_pages::read_page(file, id)?;
    let headers = sample
        .headers
        .iter()
        .map(|(name, value)| (name.to_ascii_lowercase(), value.clone()))
        .collect();
    let page = loaded(id, sample.url.clone(), sample.status, headers, &bytes)?;
    let now = sample.fetched_at.unwrap_or(now);
    Ok(observe(rule, &prepared(rule, &page), now))
}

/// A start address is a list; for others the rule's results decide.
fn likely_kind(rule: &Rule, url: &Url, observed: &Observed) -> PageKind {
    if !rule.has_list() || observed.items.is_empty() {
        return PageKind::Content;
    }
    let fits = observed.records.iter().any(|record| {
        let required = |name: &str| record.get(name).is_some_and(|value| !value.is_null());
        let mut names = rule.file().fields.iter().filter(|field| field.required);
        names.clone().next().is_some() && names.all(|field| required(&field.name))
    });
    if rule.start().any(|start| start == *url) || !fits {
        PageKind::List
    } else {
        PageKind::Content
    }
}

/// An id for `url` that is not used by a sample of another address.
fn free_id(file: &Path, url: &Url) -> String {
    let id = sample_pages::id_for(url);
    let is_free = |id: &str| {
        !sample_pages::exists(file, id) || read_sample(file, id).is_ok_and(|s| s.url == *url)
    };
    if is_free(&id) {
        return id;
    }
    (2_u32..1000)
        .map(|number| format!("{id}-{number}"))
        .find(|id| is_free(id))
        .unwrap_or(id)
}

fn whole_seconds(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
