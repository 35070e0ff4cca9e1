//! All rows of one record, as one compressed value, and back. Input: the number of a record. Output:
//! its row and those of every table whose rows belong to it, by column, so that a later schema can
//! read them.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, ErrorCode, Transaction, params_from_iter};
use serde::{Deserialize, Serialize};

use crate::store::archives::archiving::hanging;
use crate::store::error::TransactionError;
use crate::store::file::convert::bad_column;
use crate::store::records::record_of_parts;
use crate::store::records::search::indexing::index_stored;
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use bowerbird_logic::model::{Record, SiteId, StoredRecord};
use bowerbird_logic::text::index_terms;

/// The result of a step.
type Written<T> = Result<T, TransactionError>;

/// zstd's default level.
const LEVEL: i32 = 3;
/// Maximum size of all rows of a record that are written, its versions included, and that are read.
const MOST_WRITTEN: usize = 64 << 20;
const MOST: usize = 8 * MAX_UNPACKED;
/// The table of the records themselves.
const RECORD: &str = "record";
/// Its texts.
const TEXT: &str = "record_text";
/// What the watch of its site knows of it.
const PRESENCE: &str = "record_presence";
/// The facts about it, which have a search index.
const CHANGE: &str = "record_change";

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Kept {
    Null(()),
    Integer(i64),
    Real(f64),
    Text(String),
    /// In Base64.
    Blob {
        blob: String,
    },
}

impl Kept {
    fn of(value: ValueRef<'_>) -> rusqlite::Result<Self> {
        Ok(match value {
            ValueRef::Null => Self::Null(()),
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(text) => {
                let text = std::str::from_utf8(text).map_err(|e| bad_column(0, e))?;
                Self::Text(text.to_owned())
            }
            ValueRef::Blob(bytes) => Self::Blob {
                blob: STANDARD.encode(bytes),
            },
        })
    }

    fn to_sql(&self) -> Sql {
        match self {
            Self::Null(()) => Sql::Null,
            Self::Integer(number) => Sql::Integer(*number),
            Self::Real(number) => Sql::Real(*number),
            Self::Text(text) => Sql::Text(text.clone()),
            Self::Blob { blob } => Sql::Blob(STANDARD.decode(blob).unwrap_or_default()),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    fn number(&self) -> i64 {
        match self {
            Self::Integer(number) => *number,
            _ => 0,
        }
    }
}

/// A row, by column.
type KeptRow = BTreeMap<String, Kept>;

/// The rows of one record, by table.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::store) struct KeptRows {
    tables: BTreeMap<String, Vec<KeptRow>>,
    /// The records that repeated it, with their likeness and who said so.
    reposts: Vec<(i64, Option<f64>, i64)>,
    /// The matches of conditions that were about it.
    matches: Vec<i64>,
}

impl KeptRows {
    /// The rows of a record; `None` if there is no such record.
    pub(in crate::store) fn of(tx: &Transaction<'_>, id: i64) -> Written<Option<Self>> {
        let record = rows(tx, RECORD, "id", id)?;
        if record.is_empty() {
            return Ok(None);
        }
        let mut tables = BTreeMap::from([(RECORD.to_owned(), record)]);
        for (table, column) in hanging(tx)? {
            let found = rows(tx, &table, &column, id)?;
            if !found.is_empty() {
                tables.insert(table, found);
            }
        }
        let reposts = tx
            .prepare_cached(
                "SELECT id, likeness, repost_by FROM record_digest WHERE repost_of = ?1",
            )?
            .query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let matches = tx
            .prepare_cached("SELECT id FROM record_match WHERE record = ?1")?
            .query_map([id], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(Some(Self {
            tables,
            reposts,
            matches,
        }))
    }

    /// The rows as one value; `None` if there are more than are unpacked again.
    pub(super) fn pack(&self) -> Written<Option<Vec<u8>>> {
        let json = serde_json::to_vec(self)?;
        if json.len() > MOST_WRITTEN {
            return Ok(None);
        }
        let packed = zstd::stream::encode_all(json.as_slice(), LEVEL)
            .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
        Ok(Some(packed))
    }

    /// The record in a packed value; `None` if the value cannot be read.
    pub(super) fn record_in(packed: &[u8], id: i64, url: &str) -> Option<Record> {
        let stored = Self::unpack(packed).and_then(|rows| rows.stored(id, url, String::new()));
        stored.ok().map(|stored| stored.record)
    }

    /// The rows in a packed value.
    pub(super) fn unpack(packed: &[u8]) -> Written<Self> {
        let json = unpack(packed, MOST).map_err(|e| bad_column(0, e))?;
        Ok(serde_json::from_slice(&json)?)
    }

    fn record(&self) -> Option<&KeptRow> {
        self.tables.get(RECORD)?.first()
    }

    fn first(&self, table: &str, column: &str) -> Option<&Kept> {
        self.tables.get(table)?.first()?.get(column)
    }

    /// The record as it was, under the number and the address that it is listed with.
    pub(in crate::store) fn stored(
        &self,
        id: i64,
        url: &str,
        site_name: String,
    ) -> Written<StoredRecord> {
        let none = KeptRow::new();
        let row = self.record().unwrap_or(&none);
        let text = |column: &str| row.get(column).map(Kept::text).unwrap_or_default();
        let number = |column: &str| row.get(column).map(Kept::number).unwrap_or_default();
        let mut stored = record_of_parts(
            [
                id,
                number("site"),
                number("run"),
                number("page"),
                number("item"),
            ],
            number("fetched_at"),
            [text("fields"), text("provenance")],
        )?;
        stored.site_name = site_name;
        let record = &mut stored.record;
        record.url = url.to_owned();
        record.title = text("title").to_owned();
        record.date = text("date").to_owned();
        record.author = text("author").to_owned();
        let body = self.first(TEXT, "text");
        record.text = body.map(Kept::text).unwrap_or_default().to_owned();
        let marks = &mut stored.marks;
        let note = self.first("record_mark", "note");
        marks.note = note.map(Kept::text).unwrap_or_default().to_owned();
        let read = self.first("record_mark", "read_at");
        marks.read = read.is_some_and(|read| *read != Kept::Null(()));
        let language = self.first("record_digest", "language");
        marks.language = language.map(Kept::text).unwrap_or_default().to_owned();
        let tags = self.tables.get("record_tag").into_iter().flatten();
        let tags = tags.filter_map(|row| row.get("tag"));
        marks.tags = tags.map(|tag| tag.text().to_owned()).collect();
        Ok(stored)
    }

    /// The rows as those of another site, which has its own watch.
    pub(super) fn of_site(mut self, site: SiteId) -> Self {
        self.tables.remove(PRESENCE);
        for row in self.tables.values_mut().flatten() {
            if let Some(own) = row.get_mut("site") {
                *own = Kept::Integer(site.0);
            }
        }
        self
    }

    /// Writes the rows back, as the record `id` at the address `url`; `change`: the batch that
    /// exports of what is new have it by, if not the one that it had.
    pub(in crate::store) fn restore(
        &self,
        tx: &Transaction<'_>,
        (id, url): (i64, &str),
        change: Option<i64>,
    ) -> Written<()> {
        let Some(record) = self.record() else {
            return Ok(());
        };
        let mut record = record.clone();
        record.insert("id".to_owned(), Kept::Integer(id));
        record.insert("url".to_owned(), Kept::Text(url.to_owned()));
        if let Some(change) = change {
            record.insert("change".to_owned(), Kept::Integer(change));
        }
        insert(tx, RECORD, &record)?;
        for (table, column) in hanging(tx)? {
            for row in self.tables.get(&table).into_iter().flatten() {
                let mut row = row.clone();
                row.insert(column.clone(), Kept::Integer(id));
                if table == CHANGE {
                    // Another fact may have its number.
                    row.remove("id");
                }
                if insert(tx, &table, &row)? && table == CHANGE {
                    let title = record.get("title").map(Kept::text).unwrap_or_default();
                    index_fact(tx, title, &row)?;
                }
            }
        }
        index_stored(tx, &[id])?;
        for (repost, likeness, by) in &self.reposts {
            tx.prepare_cached(
                "UPDATE record_digest SET repost_of = ?2, likeness = ?3, repost_by = ?4
                 WHERE id = ?1 AND repost_of IS NULL",
            )?
            .execute((repost, id, likeness, by))?;
        }
        for matched in &self.matches {
            tx.prepare_cached("UPDATE record_match SET record = ?2 WHERE id = ?1")?
                .execute((matched, id))?;
        }
        Ok(())
    }
}

/// The rows of a table that belong to a record.
fn rows(connection: &Connection, table: &str, column: &str, id: i64) -> Written<Vec<KeptRow>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT * FROM \"{table}\" WHERE \"{column}\" = ?1"
    ))?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut found = statement.query([id])?;
    let mut kept = Vec::new();
    while let Some(row) = found.next()? {
        let values = names.iter().enumerate().map(|(index, name)| {
            let value = Kept::of(row.get_ref(index)?)?;
            Ok((name.clone(), value))
        });
        kept.push(values.collect::<rusqlite::Result<KeptRow>>()?);
    }
    Ok(kept)
}

/// Writes a row, with those of its columns that the table has now; returns whether it was written. What
/// it refers to may be gone: then it is left out.
fn insert(tx: &Transaction<'_>, table: &str, row: &KeptRow) -> Written<bool> {
    let known: Vec<String> = tx
        .prepare_cached("SELECT name FROM pragma_table_info(?1)")?
        .query_map([table], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let columns: Vec<&String> = row.keys().filter(|name| known.contains(name)).collect();
    let names: Vec<String> = columns.iter().map(|name| format!("\"{name}\"")).collect();
    let places: Vec<String> = (1..=columns.len()).map(|n| format!("?{n}")).collect();
    let values = columns.iter().filter_map(|name| row.get(*name));
    let done = tx
        .prepare_cached(&format!(
            "INSERT INTO \"{table}\" ({}) VALUES ({})",
            names.join(", "),
            places.join(", ")
        ))?
        .execute(params_from_iter(values.map(Kept::to_sql)));
    match done {
        Ok(_) => Ok(true),
        Err(rusqlite::Error::SqliteFailure(fault, _))
            if table != RECORD && fault.code == ErrorCode::ConstraintViolation =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// Writes the search terms of the fact that was written last.
fn index_fact(tx: &Transaction<'_>, title: &str, row: &KeptRow) -> Written<()> {
    let id = tx.last_insert_rowid();
    let part = |column: &str| row.get(column).map(Kept::text).unwrap_or_default();
    let (field, before, after) = (part("field"), part("before"), part("after"));
    let terms = index_terms(&format!("{title} {field} {before} {after}"));
    tx.prepare_cached("INSERT INTO change_search (rowid, terms) VALUES (?1, ?2)")?
        .execute((id, terms))?;
    Ok(())
}
