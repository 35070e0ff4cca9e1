//! Selects the address under which a record is stored: the canonical form of the fetched address,
//! or the one that the page declares. Input: a reading. Output: the same with its addresses
//! settled. A record already stored keeps its address, and a declared address never merges two
//! pages with different content.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use url::{Position, Url};

use super::Discovery;
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{KnownRecord, Queued, RequestKind};
use bowerbird_logic::model::{FETCHED_URL, Record, Value};
use bowerbird_logic::page::without_fragment;

/// The maximum number of claimed addresses remembered per run.
const MAX_CLAIMS: usize = 100_000;
/// The maximum number of start addresses that a claimed one is compared with.
const MAX_STARTS: usize = 100;
/// Digits of a number that identifies a page; years and days have fewer.
const LONG_NUMBER: usize = 5;

/// The addresses of this run's records, with a hash of their content.
#[derive(Default)]
pub(super) struct Claims(HashMap<String, u64>);

impl Claims {
    /// Whether a record may use the address: no record has it yet, or one with the same text.
    fn allows(&self, url: &str, said: u64) -> bool {
        self.0.get(url).is_none_or(|known| *known == said)
    }

    fn note(&mut self, url: &str, said: u64) {
        if self.0.len() < MAX_CLAIMS || self.0.contains_key(url) {
            self.0.insert(url.to_owned(), said);
        }
    }
}

impl Discovery {
    /// Settles the addresses of a reading before anything else uses them.
    pub(super) fn settle_addresses(
        &mut self,
        queued: &Queued,
        reading: &mut Reading,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        let kind = queued.request.kind;
        let rule = &self.run_context.rule;
        let read = Url::parse(&reading.url).map(|url| rule.address(&url));
        // The targets of redirects count as read too.
        if let Ok(read) = &read
            && kind != RequestKind::List
            && read.as_str() != queued.request.url
            && (kind == RequestKind::Page || !reading.found.yields.records.is_empty())
        {
            frontier.read_elsewhere(read.as_str());
        }
        let claimed = reading.claimed.take();
        let mut wanted: Vec<(usize, String)> = Vec::new();
        for (number, record) in reading.found.yields.records.iter().enumerate() {
            let own = Url::parse(&record.url).ok();
            // A rule may set a record's address itself.
            let claimed = claimed.as_ref().filter(|_| record.url == reading.url);
            let other = own.and_then(|own| self.other_address(&own, kind, claimed));
            wanted.extend(other.map(|other| (number, other)));
        }
        if !wanted.is_empty() {
            self.rename(reading, wanted)?;
        }
        if kind != RequestKind::List {
            for record in &reading.found.yields.records {
                self.claims.note(&record.url, content_hash(record));
            }
        }
        Ok(())
    }

    /// The address that replaces a record's own one.
    fn other_address(&self, own: &Url, kind: RequestKind, claimed: Option<&Url>) -> Option<String> {
        let form = |url: &Url| match kind {
            RequestKind::List => self.run_context.rule.address(&without_fragment(url)),
            _ => self.run_context.rule.address(url),
        };
        let mut other =
            match claimed.filter(|claimed| is_akin(claimed, own) && !self.begins(claimed)) {
                Some(claimed) => claimed.clone(),
                None => form(own),
            };
        // For several records on one page, and items without a link.
        other.set_fragment(own.fragment());
        (other != *own).then(|| other.into())
    }

    /// Whether the address is a start of the run's lists, or of its crawl: it is not an article.
    fn begins(&self, claimed: &Url) -> bool {
        let rule = &self.run_context.rule;
        let leads_on = rule.has_list() || rule.is_crawl();
        let mut starts = rule.start().take(MAX_STARTS);
        leads_on && starts.any(|start| rule.address(&start) == *claimed)
    }

    fn rename(
        &mut self,
        reading: &mut Reading,
        wanted: Vec<(usize, String)>,
    ) -> Result<(), EngineError> {
        let owns = wanted.iter().filter_map(|(number, _)| {
            let record = reading.found.yields.records.get(*number)?;
            Some(record.url.as_str())
        });
        let asked: Vec<&str> = owns
            .chain(wanted.iter().map(|(_, other)| other.as_str()))
            .collect();
        let store = &self.run_context.engine.store;
        let site = self.run_context.site;
        let known = tokio::task::block_in_place(|| store.records_at(site, &asked))?;
        let (by_own, by_other) = known.split_at(wanted.len().min(known.len()));
        for ((number, other), (own, there)) in wanted.into_iter().zip(by_own.iter().zip(by_other)) {
            let Some(record) = reading.found.yields.records.get_mut(number) else {
                continue;
            };
            let said = content_hash(record);
            // Records stored under their own address keep it.
            let free = own.is_none()
                && there.as_ref().is_none_or(|there| is_same(there, record))
                && self.claims.allows(&other, said);
            if !free {
                continue;
            }
            let own = std::mem::replace(&mut record.url, other);
            if !record.fields.iter().any(|(name, _)| name == FETCHED_URL) {
                record
                    .fields
                    .push((FETCHED_URL.to_owned(), Value::One(own)));
            }
        }
        Ok(())
    }
}

/// Whether a stored record is this one: read from the same address, or with the same content.
fn is_same(there: &KnownRecord, record: &Record) -> bool {
    there.fetched_url.as_deref() == Some(record.url.as_str())
        || (there.title == record.title && there.beginning == beginning(&record.text))
}

/// A cheap way to distinguish two texts: their first characters.
fn beginning(text: &str) -> String {
    text.chars().take(KnownRecord::BEGINNING_CHARS).collect()
}

fn content_hash(record: &Record) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&record.title, beginning(&record.text)).hash(&mut hasher);
    hasher.finish()
}

/// Whether a claimed address shares the page's name or a long number with it. This detects sites
/// that declare one address on all pages.
fn is_akin(claimed: &Url, own: &Url) -> bool {
    let name = |url: &Url| {
        let path = url.path().trim_end_matches('/').to_ascii_lowercase();
        let path = path.strip_suffix("/amp").unwrap_or(&path);
        let mut parts = path.rsplit('/').map(|part| match part.rsplit_once('.') {
            Some((stem, _)) => stem.to_owned(),
            None => part.to_owned(),
        });
        // The page of a folder has the folder's name.
        let no_name = |part: &String| matches!(part.as_str(), "index" | "default" | "home");
        parts.find(|part| !no_name(part)).unwrap_or_default()
    };
    let (theirs, ours) = (name(claimed), name(own));
    if theirs == ours {
        // One name for all pages, which only parameters distinguish.
        return claimed.query().is_some()
            || own.query().is_none_or(|query| !has_long_number(query));
    }
    // A port is not a number of a page.
    let numbers = |url: &Url| -> HashSet<String> {
        let text = &url[Position::BeforePath..];
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let long = numbers.filter(|number| number.len() >= LONG_NUMBER);
        long.map(str::to_owned).collect()
    };
    !numbers(claimed).is_disjoint(&numbers(own))
}

fn has_long_number(query: &str) -> bool {
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .any(|(name, value)| name.ends_with("id") && value.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_have_something_of_the_page() {
        let check = |claimed: &str, own: &str, akin: bool| {
            let url = |text: &str| Url::parse(&format!("https://e.org:18600{text}")).unwrap();
            assert_eq!(is_akin(&url(claimed), &url(own)), akin, "{claimed} {own}");
        };
        check("/news/a1.html", "/news/a1.html?from=x", true);
        check("/news/a1", "/news/a1/amp/", true);
        check("/news/a1.html", "/m/a1", true);
        check("/story/town-hall-1234567", "/s?story=1234567", true);
        check("/news/all", "/news/a1", false);
        check("/all/index.html", "/a1/index.html", false);
        check("/a1/", "/a1/index.html", true);
        check("/2024/05/title", "/2024/05/other", false);
        check("/view.php", "/view.php?id=7", false);
        check("/view.php?id=7", "/view.php?id=7&print=1", true);
    }
}
