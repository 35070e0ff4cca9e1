//! The deleted records as a list. Input: a filter; of it the site, the words, the tag and picked records
//! count. Output: the records as they were, the ones deleted last first unless sorted otherwise.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::kept_rows::KeptRows;
use crate::store::error::TransactionError;
use crate::store::file::convert::get_time;
use crate::store::{RecordFilter, RecordSort};
use bowerbird_logic::model::{DefaultColumn, Record, RecordId, StoredRecord};

/// The result of a step.
type Queried<T> = Result<T, TransactionError>;

/// The deleted records that match a filter, in its order.
pub(in crate::store) fn deleted_records(
    connection: &Connection,
    filter: &RecordFilter,
) -> Queried<Vec<StoredRecord>> {
    let words: Vec<String> = filter
        .search
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
        .map(|word| word.trim_matches('"').to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(
        "SELECT d.id, d.url, s.name, d.title, d.fetched_at, d.deleted_at, d.content, d.site
         FROM deleted_record d JOIN site s ON s.id = d.site
         WHERE ?1 IS NULL OR d.site = ?1 ORDER BY d.deleted_at DESC, d.id",
    )?;
    let mut rows = statement.query(params![filter.site.map(|site| site.0)])?;
    while let Some(row) = rows.next()? {
        let stored = deleted(row)?;
        let picked = &filter.part.picked;
        let tagged = |tag: &String| stored.marks.tags.iter().any(|own| own == tag);
        if (picked.is_empty() || picked.contains(&stored.id))
            && filter.only.tag.as_ref().is_none_or(tagged)
            && filter.since.is_none_or(|since| stored.fetched_at >= since)
            && filter
                .part
                .until
                .is_none_or(|until| stored.fetched_at < until)
            && has_words(&stored, &words)
        {
            found.push(stored);
        }
    }
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
    let mut stored = match content {
        Some(content) => KeptRows::unpack(&content)?.stored(id, &url, site_name)?,
        None => {
            // Only what it was called is left.
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
