//! Reads every row of every table of a project, an archive or an old copy, packed values included, and
//! finds those that mention something. Input: a connection of any version of the schema. Output: the
//! rows, with what is to be done about each. The same reading shows and erases, so that the two agree.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::disposal::{Disposal, OWN_SETTINGS, disposal, is_text, label};
use crate::store::archives::archiving::hanging;
use crate::store::error::TransactionError;
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use bowerbird_logic::model::{ErasureReport, FETCHED_URL, TraceExample, TraceFate, TraceKind};
use bowerbird_logic::text::Mentions;

/// The result of a step.
type Queried<T> = Result<T, TransactionError>;

/// The first bytes of a zstd frame (RFC 8878, section 3.1.1).
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Rows that belong to a record, of which a mention says nothing about it.
const NOT_OF_RECORD: [&str; 1] = ["record_proxy"];

/// A row other than a record, and what is done about it.
#[derive(Clone, Debug)]
pub(super) struct FoundRow {
    pub(super) table: String,
    /// The columns of its key, with their values.
    pub(super) key: Vec<(String, Sql)>,
    pub(super) disposal: Disposal,
    /// The column that mentions it.
    pub(super) column: String,
    pub(super) kind: TraceKind,
    pub(super) example: TraceExample,
}

/// Everything found in one file.
#[derive(Default)]
pub(super) struct FoundRows {
    /// Records by number.
    pub(super) records: BTreeMap<i64, TraceExample>,
    /// The rest.
    pub(super) rows: Vec<FoundRow>,
}

impl FoundRows {
    /// Adds what was found in `file` to a report.
    pub(super) fn add_to(&self, report: &mut ErasureReport, file: &str) {
        for example in self.records.values() {
            let what = (TraceKind::Record, TraceFate::Erased);
            report.add(what, file, example.clone());
        }
        for row in &self.rows {
            let fate = match row.disposal {
                Disposal::Person => TraceFate::NeedsPerson,
                _ => TraceFate::Erased,
            };
            report.add((row.kind, fate), file, row.example.clone());
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) struct Sought<'a> {
    pub(super) mentions: &'a Mentions,
    /// Only what is of this site.
    pub(super) site: Option<i64>,
}

/// The table that is read.
struct Table {
    name: String,
    /// The columns of its key; `rowid` where it has one.
    key: Vec<String>,
    columns: Vec<String>,
    /// The column with the number of the record that its rows belong to.
    record: Option<String>,
}

/// Finds all rows that mention something, and those of the pages of records that do. `step` counts a
/// row and says whether to go on; stopped, what was found so far is returned.
pub(super) fn scan(
    connection: &Connection,
    sought: Sought<'_>,
    step: &mut dyn FnMut() -> bool,
) -> Queried<FoundRows> {
    let mut found = FoundRows::default();
    for table in tables(connection)? {
        if !scan_table(connection, &table, sought, step, &mut found)? {
            return Ok(found);
        }
    }
    keep_of_site(connection, sought.site, &mut found)?;
    if has_column(connection, "record", "fields")? && has_column(connection, "snapshot", "asked")? {
        add_pages_of_records(connection, &mut found)?;
    }
    Ok(found)
}

/// Leaves out records of other sites than the one that is asked for.
fn keep_of_site(connection: &Connection, site: Option<i64>, found: &mut FoundRows) -> Queried<()> {
    let Some(site) = site else {
        return Ok(());
    };
    let mut elsewhere = BTreeSet::new();
    for id in found.records.keys() {
        let sql = "SELECT 1 FROM record WHERE id = ?1 AND site = ?2";
        if !connection.prepare_cached(sql)?.exists([*id, site])? {
            elsewhere.insert(*id);
        }
    }
    found.records.retain(|id, _| !elsewhere.contains(id));
    Ok(())
}

/// Whether a file mentions something anywhere, with the text around it.
pub(super) fn first_mention(
    connection: &Connection,
    sought: Sought<'_>,
    step: &mut dyn FnMut() -> bool,
) -> Queried<Option<TraceExample>> {
    for table in tables(connection)? {
        let mut found = FoundRows::default();
        scan_table(connection, &table, sought, step, &mut found)?;
        keep_of_site(connection, sought.site, &mut found)?;
        let row = found.rows.into_iter().map(|row| row.example).next();
        let record = found.records.into_values().next();
        if let Some(example) = record.or(row) {
            return Ok(Some(example));
        }
    }
    Ok(None)
}

/// The tables with rows of their own: not those of the search index, which has no text, nor SQLite's.
fn tables(connection: &Connection) -> Queried<Vec<Table>> {
    let mut all: Vec<(String, bool)> = connection
        .prepare(
            "SELECT name, wr FROM pragma_table_list
             WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
             ORDER BY name",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    // Records first: what is said of a record is said by its title.
    all.sort_by_key(|(name, _)| (name != "record", name.clone()));
    let owners: BTreeMap<String, String> = hanging(connection)?.into_iter().collect();
    all.into_iter()
        .map(|(name, has_no_rowid)| {
            let columns: Vec<(String, i64)> = connection
                .prepare_cached("SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid")?
                .query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let key = columns.iter().filter(|(_, pk)| has_no_rowid && *pk > 0);
            let mut key: Vec<String> = key.map(|(column, _)| column.clone()).collect();
            if key.is_empty() {
                key.push("rowid".to_owned());
            }
            let is_own = name == "record";
            let record = match is_own {
                true => Some("id".to_owned()),
                false => owners.get(&name).cloned(),
            };
            Ok(Table {
                key,
                record: record.filter(|_| !NOT_OF_RECORD.contains(&name.as_str())),
                columns: columns.into_iter().map(|(column, _)| column).collect(),
                name,
            })
        })
        .collect()
}

/// Reads a table; returns false when stopped.
fn scan_table(
    connection: &Connection,
    table: &Table,
    sought: Sought<'_>,
    step: &mut dyn FnMut() -> bool,
    found: &mut FoundRows,
) -> Queried<bool> {
    let names = |columns: &[String]| {
        let quoted: Vec<String> = columns.iter().map(|name| format!("\"{name}\"")).collect();
        quoted.join(", ")
    };
    let is_of_other_site = match sought.site {
        None => String::new(),
        Some(_) if table.record.is_some() => String::new(),
        Some(site) if table.columns.iter().any(|column| column == "site") => {
            format!(" WHERE site = {site}")
        }
        Some(site) if table.name == "site" => format!(" WHERE id = {site}"),
        Some(site) if table.name == "picture" => format!(
            " WHERE hash IN (SELECT picture FROM record_picture p JOIN record r ON r.id = p.record
                             WHERE r.site = {site}
                             UNION SELECT picture FROM deleted_picture p
                             JOIN deleted_record d ON d.id = p.deleted WHERE d.site = {site})"
        ),
        Some(site) if table.columns.iter().any(|column| column == "run") => {
            format!(" WHERE run IN (SELECT id FROM run WHERE site = {site})")
        }
        Some(_) => return Ok(true),
    };
    let keys = table.key.len();
    let sql = format!(
        "SELECT {}, {} FROM \"{}\"{is_of_other_site}",
        names(&table.key),
        names(&table.columns),
        table.name
    );
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if !step() {
            return Ok(false);
        }
        let at = |name: &str| {
            let place = table.columns.iter().position(|column| column == name);
            place.map(|place| keys + place)
        };
        let text_at = |name: &str| -> String {
            let value = at(name).and_then(|at| row.get_ref(at).ok());
            let text = value.and_then(|value| value.as_str().ok());
            text.unwrap_or_default().to_owned()
        };
        if table.name == "setting" && text_at("name").starts_with(OWN_SETTINGS) {
            continue;
        }
        let record = match &table.record {
            Some(column) => at(column).map(|at| row.get::<_, i64>(at)).transpose()?,
            None => None,
        };
        if record.is_some_and(|id| found.records.contains_key(&id)) {
            continue;
        }
        for (place, column) in table.columns.iter().enumerate() {
            if !is_text(&table.name, column) {
                continue;
            }
            let Some(text) = mention(row.get_ref(keys + place)?, sought.mentions) else {
                continue;
            };
            let shown: Vec<String> = label(&table.name)
                .iter()
                .map(|name| text_at(name))
                .collect();
            let name = shown.into_iter().find(|name| !name.trim().is_empty());
            if let Some(id) = record {
                let name = match name {
                    Some(name) => name,
                    None => title_of(connection, id)?,
                };
                found.records.insert(id, TraceExample { name, text });
                break;
            }
            let (mut kind, mut done) = disposal(&table.name, column);
            if table.name == "snapshot" && number_at(row, at("evidence")) == 1 {
                kind = TraceKind::Evidence;
            }
            if table.name == "rule_version"
                && is_newest(connection, row, (at("site"), at("number")))?
            {
                (kind, done) = (TraceKind::Rule, Disposal::Person);
            }
            let mut key = Vec::with_capacity(keys);
            for (place, column) in table.key.iter().enumerate() {
                key.push((column.clone(), row.get::<_, Sql>(place)?));
            }
            found.rows.push(FoundRow {
                table: table.name.clone(),
                key,
                disposal: done,
                column: column.clone(),
                kind,
                example: TraceExample {
                    name: name.unwrap_or_else(|| format!("{}.{column}", table.name)),
                    text,
                },
            });
            if done == Disposal::Row {
                break;
            }
        }
    }
    Ok(true)
}

fn number_at(row: &rusqlite::Row<'_>, at: Option<usize>) -> i64 {
    at.and_then(|at| row.get(at).ok()).unwrap_or_default()
}

/// Whether a version of a rule is the one that the site has.
fn is_newest(
    connection: &Connection,
    row: &rusqlite::Row<'_>,
    (site, number): (Option<usize>, Option<usize>),
) -> Queried<bool> {
    let (site, number) = (number_at(row, site), number_at(row, number));
    let newest: i64 = connection
        .prepare_cached("SELECT coalesce(max(number), 0) FROM rule_version WHERE site = ?1")?
        .query_row([site], |row| row.get(0))?;
    Ok(number >= newest)
}

fn title_of(connection: &Connection, id: i64) -> Queried<String> {
    let title = connection
        .prepare_cached("SELECT iif(title = '', url, title) FROM record WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(title.unwrap_or_default())
}

/// The text around the first mention in a value.
fn mention(value: ValueRef<'_>, mentions: &Mentions) -> Option<String> {
    match value {
        ValueRef::Text(text) => mentions.find_in_bytes(text),
        ValueRef::Blob(bytes) => mention_in_blob(bytes, mentions),
        _ => None,
    }
}

fn mention_in_blob(bytes: &[u8], mentions: &Mentions) -> Option<String> {
    if !bytes.starts_with(&ZSTD) {
        return mentions.find_in_bytes(bytes);
    }
    // What cannot be unpacked any more is looked at as it is.
    let Ok(unpacked) = unpack(bytes, 8 * MAX_UNPACKED) else {
        return mentions.find_in_bytes(bytes);
    };
    if let Some(text) = mentions.find_in_bytes(&unpacked) {
        return Some(text);
    }
    // All rows of a deleted record hold the packed versions of it.
    let rows: serde_json::Value = serde_json::from_slice(&unpacked).ok()?;
    let mut blobs = Vec::new();
    collect_blobs(&rows, &mut blobs);
    blobs
        .iter()
        .find_map(|blob| mention_in_blob(blob, mentions))
}

fn collect_blobs(value: &serde_json::Value, blobs: &mut Vec<Vec<u8>>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str().filter(|_| name == "blob") {
                    Some(text) => blobs.extend(STANDARD.decode(text)),
                    None => collect_blobs(value, blobs),
                }
            }
        }
        serde_json::Value::Array(values) => {
            for value in values {
                collect_blobs(value, blobs);
            }
        }
        _ => {}
    }
}

/// Whether a table has a column.
pub(super) fn has_column(connection: &Connection, table: &str, column: &str) -> Queried<bool> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2")?
        .exists([table, column])?)
}

/// The site of a record and the addresses that it is known by.
pub(super) fn addresses_of(
    connection: &Connection,
    id: i64,
) -> Queried<Option<(i64, Vec<String>)>> {
    let found: Option<(i64, String, Option<String>)> = connection
        .prepare_cached(
            "SELECT site, url, json_extract(fields, '$.' || ?2) FROM record WHERE id = ?1",
        )?
        .query_row(params![id, FETCHED_URL], |row| {
            let own = row.get_ref(2)?.as_str().ok().map(str::to_owned);
            Ok((row.get(0)?, row.get(1)?, own))
        })
        .optional()?;
    Ok(found.map(|(site, url, own)| {
        let mut all = vec![url];
        all.extend(own.filter(|own| !own.is_empty()));
        all.dedup();
        (site, all)
    }))
}

/// Adds the stored pages and the requests of records that go, unless another record is of the same page.
fn add_pages_of_records(connection: &Connection, found: &mut FoundRows) -> Queried<()> {
    let ids: Vec<i64> = found.records.keys().copied().collect();
    let mut known: BTreeSet<(String, i64)> = BTreeSet::new();
    for row in &found.rows {
        if let [(_, Sql::Integer(id))] = row.key.as_slice() {
            known.insert((row.table.clone(), *id));
        }
    }
    for id in ids {
        let Some((site, addresses)) = addresses_of(connection, id)? else {
            continue;
        };
        let example = found.records.get(&id).cloned().unwrap_or_default();
        for address in &addresses {
            if address.contains('#') || has_other_records(connection, (site, address), found)? {
                continue;
            }
            for (table, kind, sql) in [
                (
                    "snapshot",
                    TraceKind::Page,
                    "SELECT id FROM snapshot WHERE site = ?1 AND (url = ?2 OR asked = ?2)",
                ),
                // Lists are read again.
                (
                    "request",
                    TraceKind::Request,
                    "SELECT id FROM request WHERE site = ?1 AND url = ?2 AND kind <> 0",
                ),
            ] {
                let rows: Vec<i64> = connection
                    .prepare_cached(sql)?
                    .query_map(params![site, address], |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                for row in rows {
                    if known.insert((table.to_owned(), row)) {
                        found.rows.push(FoundRow {
                            table: table.to_owned(),
                            key: vec![("rowid".to_owned(), Sql::Integer(row))],
                            disposal: Disposal::Row,
                            column: "url".to_owned(),
                            kind,
                            example: TraceExample {
                                name: address.clone(),
                                text: example.text.clone(),
                            },
                        });
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether a record that stays is of the page at an address.
fn has_other_records(
    connection: &Connection,
    (site, page): (i64, &str),
    found: &FoundRows,
) -> Queried<bool> {
    let ids: Vec<i64> = connection
        .prepare_cached(
            "SELECT id FROM record
             WHERE site = ?1 AND (url = ?2 OR (url >= ?2 || '#' AND url < ?2 || '$'))",
        )?
        .query_map(
            params_from_iter([Sql::Integer(site), Sql::Text(page.to_owned())]),
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids.iter().any(|id| !found.records.contains_key(id)))
}
