//! Rereads one stored page: compares its current records with the stored ones.

use std::collections::BTreeMap;

use jiff::Timestamp;
use url::Url;

use crate::extract::article_pages::{Further, Whole};
use crate::extract::{Extracted, extract_asked, extract_with_rule, note_list_sources};
use bowerbird_io::store::{Rewrite, Snapshot, StoreError, StoredPage};
use bowerbird_logic::authoring::samples::{
    Comparison, Keys, SampleRow, align, compare_rows, record_row,
};
use bowerbird_logic::comparison::is_shortened;
use bowerbird_logic::model::{
    FETCHED_URL, ListPosition, Record, RecordId, RunId, StoredRecord, Value,
};
use bowerbird_logic::page::{Page, decode};
use bowerbird_logic::rules::Rule;

/// The result of a page.
#[expect(
    clippy::large_enum_variant,
    reason = "one a page, and soon taken apart"
)]
pub(super) enum Outcome {
    /// The rule yields nothing on it, or misses a required field.
    Unfit,
    /// It was read.
    Read {
        /// What to write. `removed` are the records that the rule no longer yields.
        rewrite: Rewrite,
        /// How many of them would lose more than half of their text.
        shortened: u64,
        /// Per record: its stored address, and the comparison of its values.
        comparisons: Vec<(String, Comparison)>,
    },
}

/// A list's values for a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    /// Its fields.
    pub fields: Vec<(String, Value)>,
    /// The alternative that yielded each of them.
    pub sources: BTreeMap<String, u32>,
}

/// The items of a stored list page, by address.
pub(super) fn read_list(rule: &Rule, stored: &StoredPage) -> Vec<(String, Listed)> {
    let Some(page) = parsed(rule, &stored.asked, &stored.snapshot) else {
        return Vec::new();
    };
    let now = stored.snapshot.meta.fetched_at;
    let list = rule.list_page_for(&page, page.url(), &stored.list_fields, now);
    let items = list.items.into_iter();
    items
        .map(|item| {
            let listed = Listed {
                fields: item.fields,
                sources: item.provenance,
            };
            (rule.address(&item.url).into(), listed)
        })
        .collect()
}

/// Rereads a stored list page for the records that its items are themselves; `None` if there are
/// none. `is_known` returns whether an address already has a record. Items no longer on the list
/// stay: an item that scrolled off a list is not a lost record.
///
/// # Errors
/// From the store.
pub(super) fn reread_list(
    rule: &Rule,
    stored: &StoredPage,
    is_known: &(dyn Fn(&str) -> Result<bool, StoreError> + Sync),
) -> Result<Option<Outcome>, StoreError> {
    let Some(page) = parsed(rule, &stored.asked, &stored.snapshot) else {
        return Ok(None);
    };
    let now = stored.snapshot.meta.fetched_at;
    let list = rule.list_page_for(&page, page.url(), &stored.list_fields, now);
    let mut found = Vec::new();
    for mut item in list.items.into_iter().filter(|item| item.alone) {
        for (name, value) in &stored.list_fields {
            if !item.fields.iter().any(|(known, _)| known == name) {
                item.fields.push((name.clone(), value.clone()));
            }
        }
        let record = item.into_record();
        let own = stored.records.iter().any(|o| o.record.url == record.url);
        // Results of an earlier state of the list are compared with that one.
        if own || !is_known(&record.url)? {
            found.push(record);
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    let mut rewrite = Rewrite {
        asked: stored.asked.clone(),
        place: place(stored),
        ..Rewrite::default()
    };
    let kept = |record: &StoredRecord| found.iter().any(|new| new.url == record.record.url);
    let old: Vec<StoredRecord> = stored.records.iter().filter(|r| kept(r)).cloned().collect();
    let comparisons = compare(&old, &found, &mut rewrite);
    Ok(Some(Outcome::Read {
        shortened: shortened(&old, &rewrite),
        rewrite,
        comparisons,
    }))
}

/// Looks up the stored page of an address.
pub(super) type SnapshotLookup<'a> =
    &'a (dyn Fn(&Url) -> Result<Option<Snapshot>, StoreError> + Sync);

/// Rereads a stored content page. `listed` are its list's current values, `further` has the other
/// pages of an article.
///
/// # Errors
/// From the store.
pub(super) fn reread(
    rule: &Rule,
    stored: &StoredPage,
    listed: Option<&Listed>,
    further: SnapshotLookup<'_>,
) -> Result<Outcome, StoreError> {
    let Some(page) = parsed(rule, &stored.asked, &stored.snapshot) else {
        return Ok(Outcome::Unfit);
    };
    // A further page of an article has no request or record of its own.
    if stored.found.is_none() && stored.records.is_empty() {
        return Ok(Outcome::Read {
            rewrite: Rewrite::default(),
            shortened: 0,
            comparisons: Vec::new(),
        });
    }
    let fetched_at = stored.snapshot.meta.fetched_at;
    let listed = listed_now(rule, stored, listed);
    let mut extracted = extract_with_rule(rule, &page, &listed.fields, fetched_at);
    note_list_sources(&mut extracted.records, &listed.sources);
    if extracted.records.is_empty() || extracted.stood_in || !extracted.missing.is_empty() {
        return Ok(Outcome::Unfit);
    }
    let found = match article(rule, stored, &page, &mut extracted) {
        Some(article) => vec![joined(article, rule, stored, &listed, further)?],
        None => extracted.records,
    };
    let found = readdressed(found, &stored.records);
    let mut rewrite = Rewrite {
        asked: stored.asked.clone(),
        list_fields: (listed.fields != stored.list_fields).then_some(listed.fields),
        list_sources: listed.sources,
        place: place(stored),
        ..Rewrite::default()
    };
    let comparisons = compare(&stored.records, &found, &mut rewrite);
    Ok(Outcome::Read {
        shortened: shortened(&stored.records, &rewrite),
        rewrite,
        comparisons,
    })
}

/// Compares current records with stored ones: what to write, and the comparison of each record's
/// values.
fn compare(
    stored: &[StoredRecord],
    found: &[Record],
    rewrite: &mut Rewrite,
) -> Vec<(String, Comparison)> {
    let mut comparisons = Vec::new();
    for (old, new) in paired(stored, found) {
        let (old_row, new_row) = (old.map(|o| row(&o.record)), new.map(|(_, n)| row(n)));
        let mut comparison = Comparison::default();
        compare_rows(
            &mut comparison,
            "",
            old_row.as_slice(),
            new_row.as_slice(),
            Keys::Both,
        );
        comparison.not_compared.clear();
        let url = old.map(|o| &o.record.url).or(new.map(|(_, n)| &n.url));
        comparisons.push((url.cloned().unwrap_or_default(), comparison));
        match (old, new) {
            (Some(old), Some((_, new))) if old.record != *new => {
                rewrite.updated.push((old.id, new.clone()));
            }
            (Some(old), None) => rewrite.removed.push(old.id),
            (None, Some((part, new))) => rewrite.added.push((part, new.clone())),
            _ => {}
        }
    }
    comparisons
}

/// How many records would lose more than half of their text.
fn shortened(stored: &[StoredRecord], rewrite: &Rewrite) -> u64 {
    let shorter = |(id, new): &&(RecordId, Record)| {
        let old = stored.iter().find(|old| old.id == *id);
        old.is_some_and(|old| is_shortened(&old.record, new))
    };
    rewrite.updated.iter().filter(shorter).count() as u64
}

fn parsed(rule: &Rule, asked: &str, snapshot: &Snapshot) -> Option<Page> {
    let meta = &snapshot.meta;
    let url = Url::parse(meta.url_chain.last().map_or(asked, |url| url)).ok()?;
    let kind = meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        .map(|(_, value)| value.as_str());
    let decoded = decode(&snapshot.body, kind);
    Some(rule.page(&decoded.text, &url))
}

/// Keeps the addresses that a run settled: it is still the page that was fetched.
fn readdressed(mut found: Vec<Record>, stored: &[StoredRecord]) -> Vec<Record> {
    for record in &mut found {
        let fetched = |old: &&StoredRecord| {
            let mut fields = old.record.fields.iter();
            fields.any(|(name, value)| name == FETCHED_URL && value.joined() == record.url)
        };
        let Some(old) = stored.iter().find(fetched) else {
            continue;
        };
        let own = std::mem::replace(&mut record.url, old.record.url.clone());
        record
            .fields
            .push((FETCHED_URL.to_owned(), Value::One(own)));
    }
    found
}

/// The list's values for the page: as read now, else as read then, without fields that the rule no
/// longer has.
fn listed_now(rule: &Rule, stored: &StoredPage, listed: Option<&Listed>) -> Listed {
    if let Some(listed) = listed {
        let mut listed = listed.clone();
        // Parameters of the list request, such as a keyword, are on no list page.
        let brought = rule.brought_columns();
        let asked_with = stored.list_fields.iter();
        let asked_with = asked_with.filter(|(name, _)| brought.contains(&name.as_str()));
        for (name, value) in asked_with {
            if !listed.fields.iter().any(|(known, _)| known == name) {
                listed.fields.push((name.clone(), value.clone()));
            }
        }
        return listed;
    }
    let mut names = rule.list_columns();
    names.extend(rule.brought_columns());
    let mut fields = stored.list_fields.clone();
    fields.retain(|(name, _)| names.contains(&name.as_str()));
    Listed {
        fields,
        sources: stored.list_sources.clone(),
    }
}

/// The article that a page begins, if it continues elsewhere.
fn article(
    rule: &Rule,
    stored: &StoredPage,
    page: &Page,
    extracted: &mut Extracted,
) -> Option<Whole> {
    let (single, next) = (extracted.single_page.take(), extracted.next_part.take());
    if rule.file().record.is_some() || (single.is_none() && next.is_none()) {
        return None;
    }
    let record = extracted.records.first()?.clone();
    let addresses = [stored.asked.as_str(), page.url().as_str()];
    Some(Whole::begin(rule, record, &addresses, single, next))
}

/// The article with its further pages as stored. If one is missing, the current text is incomplete:
/// the longer one stays.
fn joined(
    mut article: Whole,
    rule: &Rule,
    stored: &StoredPage,
    listed: &Listed,
    further: SnapshotLookup<'_>,
) -> Result<Record, StoreError> {
    let mut all = true;
    while let Some(wanted) = article.next_request() {
        let Some(snapshot) = further(wanted.url())?.filter(|kept| !kept.meta.evidence) else {
            all = false;
            continue;
        };
        let Some(page) = parsed(rule, wanted.url().as_str(), &snapshot) else {
            continue;
        };
        let fields: &[_] = if wanted.is_part() {
            &[]
        } else {
            &listed.fields
        };
        let now = snapshot.meta.fetched_at;
        let mut extracted = extract_asked(rule, &page, wanted.url(), fields, now);
        note_list_sources(&mut extracted.records, &listed.sources);
        if let Some(further) = Further::of(extracted, page.url()) {
            article.take(&wanted, further);
        }
    }
    let mut record = article.into_record();
    if let ([old], false) = (stored.records.as_slice(), all)
        && old.record.text.chars().count() > record.text.chars().count()
    {
        record.text.clone_from(&old.record.text);
    }
    Ok(record)
}

/// A stored record and a current one, with its number on the page; one side may be missing.
type Pair<'a> = (Option<&'a StoredRecord>, Option<(usize, &'a Record)>);

/// Pairs records: by address, else by similarity, in order.
fn paired<'a>(stored: &'a [StoredRecord], found: &'a [Record]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::with_capacity(found.len());
    let mut old_left: Vec<&StoredRecord> = stored.iter().collect();
    let mut new_left: Vec<(usize, &Record)> = Vec::new();
    for (part, record) in found.iter().enumerate() {
        let same = old_left.iter().position(|o| o.record.url == record.url);
        match same {
            Some(at) => pairs.push((Some(old_left.remove(at)), Some((part, record)))),
            None => new_left.push((part, record)),
        }
    }
    let old_rows: Vec<SampleRow> = old_left.iter().map(|o| row(&o.record)).collect();
    let new_rows: Vec<SampleRow> = new_left.iter().map(|(_, n)| row(n)).collect();
    for (old, new) in align(&old_rows, &new_rows) {
        let old = old.and_then(|at| old_left.get(at).copied());
        pairs.push((old, new.and_then(|at| new_left.get(at).copied())));
    }
    pairs
}

fn row(record: &Record) -> SampleRow {
    record_row(record, &|_| true)
}

/// New records of a page are placed next to its others.
fn place(stored: &StoredPage) -> Option<(RunId, RunId, ListPosition, Timestamp)> {
    let fetched_at = stored.snapshot.meta.fetched_at;
    let beside = stored.records.first();
    let (found_in, position) = stored
        .found
        .or_else(|| beside.map(|record| (record.run, record.position)))?;
    let run = beside.map_or(found_in, |record| record.run);
    Some((run, found_in, position, fetched_at))
}
