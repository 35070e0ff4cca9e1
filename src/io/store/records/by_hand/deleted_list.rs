//! The deleted records as a list. Input: a filter; of it the site, the words, the tag and picked records
//! count. Output: the records as they were, the ones deleted last first unless sorted otherwise.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::kept_rows::KeptRows;
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_time, signed, unsigned};
use crate::store::records::search::parse;
use crate::store::{Only, RecordFilter, RecordSort};
use bowerbird_logic::model::{DefaultColumn, Record, RecordId, StoredRecord};
use bowerbird_logic::text::QuerySubject;

/// The result of a step.
type Queried<T> = Result<T, TransactionError>;

/// So many of the deleted records that match a filter, in its order.
pub(in crate::store) fn deleted_records(
    connection: &Connection,
    filter: &RecordFilter,
    (offset, limit): (u64, u64),
) -> Queried<Vec<StoredRecord>> {
    if is_plain(filter) {
        return listed(connection, filter, (signed(offset), signed(limit)));
    }
    let from = usize::try_from(offset).unwrap_or(usize::MAX);
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let all = matching(connection, filter)?.into_iter();
    Ok(all.skip(from).take(most).collect())
}

/// The number of deleted records that match a filter.
pub(in crate::store) fn count_deleted(
    connection: &Connection,
    filter: &RecordFilter,
) -> Queried<u64> {
    if !is_plain(filter) {
        return Ok(matching(connection, filter)?.len() as u64);
    }
    let count: i64 = connection
        .prepare_cached("SELECT count(*) FROM deleted_record WHERE ?1 IS NULL OR site = ?1")?
        .query_row([filter.site.map(|site| site.0)], |row| row.get(0))?;
    Ok(unsigned(count))
}

/// Whether a filter asks for the deleted records of a site or of all, as they were deleted.
fn is_plain(filter: &RecordFilter) -> bool {
    let only = Only {
        deleted: true,
        ..Only::default()
    };
    let has_words = filter.search.as_ref().is_some_and(|s| !s.trim().is_empty());
    let is_narrow = has_words || filter.since.is_some() || !filter.part.is_all();
    !is_narrow && filter.only == only && filter.sort == RecordSort::ListOrder
}

fn listed(
    connection: &Connection,
    filter: &RecordFilter,
    (offset, limit): (i64, i64),
) -> Queried<Vec<StoredRecord>> {
    let mut statement = connection.prepare_cached(
        "SELECT d.id, d.url, s.name, d.title, d.fetched_at, d.deleted_at, d.content, d.site
         FROM deleted_record d JOIN site s ON s.id = d.site
         WHERE ?1 IS NULL OR d.site = ?1 ORDER BY d.deleted_at DESC, d.id LIMIT ?2 OFFSET ?3",
    )?;
    let mut rows = statement.query(params![filter.site.map(|site| site.0), limit, offset])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(deleted(row)?);
    }
    Ok(found)
}

fn matching(connection: &Connection, filter: &RecordFilter) -> Queried<Vec<StoredRecord>> {
    let typed = filter.search.as_deref().unwrap_or_default();
    let query = parse(connection, typed)?;
    // Words alone are looked for in parts of words and in addresses, too.
    let is_of_words =
        query.plan().rest.is_empty() && query.marked.iter().all(|w| w.field.is_none());
    let words: Vec<String> = typed
        .split_whitespace()
        .map(|word| word.trim_matches('"').to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let picked = &filter.part.picked;
    let mut found = listed(connection, filter, (0, -1))?;
    found.retain(|stored| {
        let tagged = |tag: &String| stored.marks.tags.iter().any(|own| own == tag);
        let before = |until| stored.fetched_at < until;
        (picked.is_empty() || picked.contains(&stored.id))
            && filter.only.tag.as_ref().is_none_or(tagged)
            && filter.since.is_none_or(|since| stored.fetched_at >= since)
            && filter.part.until.is_none_or(before)
            && (typed.trim().is_empty()
                || query.holds(&subject_of(stored))
                || is_of_words && has_words(stored, &words))
    });
    if let RecordSort::Column { name, descending } = &filter.sort {
        found.sort_by_cached_key(|stored| key_of(stored, name));
        if *descending {
            found.reverse();
        }
    }
    Ok(found)
}

fn deleted(row: &Row<'_>) -> Queried<StoredRecord> {
    let (id, url, site_name): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let content: Option<Vec<u8>> = row.get(6)?;
    // Of what cannot be read any more there is its name.
    let content = content.and_then(|content| KeptRows::unpack(&content).ok());
    let mut stored = match content {
        Some(rows) => rows.stored(id, &url, site_name)?,
        None => {
            let mut stored = KeptRows::default().stored(id, &url, site_name)?;
            stored.record.title = row.get(3)?;
            stored.fetched_at = get_time(row, 4)?;
            stored.site.0 = row.get(7)?;
            stored
        }
    };
    stored.marks.deleted_at = Some(get_time(row, 5)?);
    Ok(stored)
}

fn subject_of(stored: &StoredRecord) -> QuerySubject<'_> {
    QuerySubject {
        record: &stored.record,
        site: &stored.site_name,
        tags: &stored.marks.tags,
        language: &stored.marks.language,
        fetched_at: stored.fetched_at,
    }
}

fn has_words(stored: &StoredRecord, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let Record {
        url,
        title,
        author,
        text,
        fields,
        ..
    } = &stored.record;
    let mut all = [url, title, author, text]
        .map(|part| part.to_lowercase())
        .join("\n");
    for (_, value) in fields {
        all.push('\n');
        all.push_str(&value.joined().to_lowercase());
    }
    words.iter().all(|word| all.contains(word))
}

/// By what a column sorts: records without a value last, numbers in their order.
fn key_of(stored: &StoredRecord, name: &str) -> (bool, i64, String, Timestamp, RecordId) {
    let record = &stored.record;
    let text = match (DefaultColumn::from_token(name), name) {
        (Some(column), _) => record.column(column).to_lowercase(),
        (None, "site") => stored.site_name.to_lowercase(),
        (None, "fetched_at") => String::new(),
        (None, field) => {
            let found = record.fields.iter().find(|(known, _)| known == field);
            found
                .map(|(_, value)| value.joined().to_lowercase())
                .unwrap_or_default()
        }
    };
    let number = text.parse::<f64>().map_or(i64::MAX, |n| (n * 1e3) as i64);
    let blank = text.is_empty() && name != "fetched_at";
    (blank, number, text, stored.fetched_at, stored.id)
}
