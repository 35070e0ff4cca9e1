//! The stream of facts. Input: a filter, and where the page before ended. Output: facts, newest
//! first. The index that narrows most leads the query, so that a page comes at once however long
//! the stream is.

use rusqlite::types::Value as Sql;
use rusqlite::{Row, params, params_from_iter};

use crate::store::file::convert::{get_count, get_time, micros};
use crate::store::records::names::{NAMED, name_of};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{ChangeFilter, ChangeKind, RecordFact, RecordId, RunId, SiteId};
use bowerbird_logic::text::Query;

/// The columns of a fact.
const FACT: &str = "c.id, c.record, c.site, s.name, c.run, c.at, c.kind, c.field, c.before, \
                    c.after, c.unread";
/// Where the columns of its record begin behind them.
const RECORD: usize = 11;

/// Where a page of facts ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeCursor {
    /// When its last fact was found.
    pub at: jiff::Timestamp,
    /// The last fact.
    pub id: i64,
}

impl ChangeCursor {
    /// Behind this fact.
    pub fn behind(fact: &RecordFact) -> Self {
        Self {
            at: fact.at,
            id: fact.id,
        }
    }
}

/// The conditions of a filter.
struct Conditions {
    source: &'static str,
    sql: Vec<String>,
    values: Vec<Sql>,
    /// Whether the words lead the query: then facts come by number, which is the order in which
    /// they were found.
    by_words: bool,
}

impl Conditions {
    /// `None` if nothing can match.
    fn of(filter: &ChangeFilter) -> Option<Self> {
        let words = filter.words.trim();
        let mut conditions = Self {
            source: source_of(filter),
            sql: Vec::new(),
            values: Vec::new(),
            by_words: !words.is_empty(),
        };
        if !words.is_empty() {
            let query = Query::parse(words).words_only();
            let find = match (query.find, query.without) {
                (Some(find), Some(without)) => format!("{find} NOT {without}"),
                (Some(find), None) => find,
                (None, _) => return None,
            };
            conditions.source =
                "change_search CROSS JOIN record_change c ON c.id = change_search.rowid";
            conditions.add("change_search MATCH ?", Sql::Text(find));
        }
        if let Some(record) = filter.record {
            conditions.add("c.record = ?", Sql::Integer(record.0));
        }
        if let Some(site) = filter.site {
            conditions.add("c.site = ?", Sql::Integer(site.0));
        }
        if let Some(tag) = &filter.tag {
            conditions.add(
                "c.site IN (SELECT site FROM site_tag WHERE tag = ?)",
                Sql::Text(tag.clone()),
            );
        }
        if let Some(kind) = filter.kind {
            // As a number in the text: some indexes have only the rare kinds.
            conditions.sql.push(format!("c.kind = {}", kind.number()));
            if kind != ChangeKind::Changed {
                conditions.sql.push("c.kind <> 1".to_owned());
            }
        }
        if let Some(field) = &filter.field {
            conditions.add("c.field = ? AND c.field <> ''", Sql::Text(field.clone()));
        }
        if let Some(since) = filter.since {
            conditions.add("c.at >= ?", Sql::Integer(micros(since)));
        }
        if filter.unread {
            conditions.sql.push("c.unread = 1".to_owned());
        }
        if !filter.left_out {
            conditions.sql.push("c.left_out = 0".to_owned());
        }
        Some(conditions)
    }

    fn add(&mut self, sql: &str, value: Sql) {
        self.sql.push(sql.to_owned());
        self.values.push(value);
    }

    fn wanted(&self) -> String {
        match self.sql.is_empty() {
            true => "1".to_owned(),
            false => self.sql.join(" AND "),
        }
    }
}

/// The table of facts with the index that leads the query.
fn source_of(filter: &ChangeFilter) -> &'static str {
    let rare = filter.kind.is_some_and(|kind| kind != ChangeKind::Changed);
    match (filter.record, filter.site, &filter.field) {
        (Some(_), _, _) => "record_change c INDEXED BY record_change_record",
        (None, Some(_), Some(_)) => "record_change c INDEXED BY record_change_site_field",
        (_, Some(_), _) if rare => "record_change c INDEXED BY record_change_site_kind",
        (_, Some(_), _) if filter.unread => "record_change c INDEXED BY record_change_site_unread",
        _ if filter.unread => "record_change c INDEXED BY record_change_unread",
        _ if rare => "record_change c INDEXED BY record_change_kind",
        (None, Some(_), None) => "record_change c INDEXED BY record_change_site",
        (None, None, Some(_)) => "record_change c INDEXED BY record_change_field",
        (None, None, None) => "record_change c INDEXED BY record_change_time",
    }
}

impl StoreReader {
    /// Up to `limit` facts that match the filter, newest first, behind `cursor`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn changes(
        &self,
        filter: &ChangeFilter,
        cursor: Option<ChangeCursor>,
        limit: usize,
    ) -> Result<Vec<RecordFact>> {
        let Some(mut conditions) = Conditions::of(filter) else {
            return Ok(Vec::new());
        };
        if let Some(cursor) = cursor {
            match conditions.by_words {
                true => conditions.add("change_search.rowid < ?", Sql::Integer(cursor.id)),
                false => {
                    let at = micros(cursor.at);
                    conditions.add("c.at <= ?", Sql::Integer(at));
                    conditions.add("(c.at < ?", Sql::Integer(at));
                    if let Some(last) = conditions.sql.last_mut() {
                        last.push_str(" OR c.id < ?)");
                    }
                    conditions.values.push(Sql::Integer(cursor.id));
                }
            }
        }
        let order = match conditions.by_words {
            true => "change_search.rowid DESC",
            false => "c.at DESC, c.id DESC",
        };
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = format!(
            "SELECT {FACT}, {NAMED} FROM {} CROSS JOIN record r ON r.id = c.record
             CROSS JOIN site s ON s.id = c.site
             LEFT JOIN record_presence p ON p.record = c.record
             WHERE {} ORDER BY {order} LIMIT {limit}",
            conditions.source,
            conditions.wanted()
        );
        self.read(|connection| {
            let facts = connection
                .prepare_cached(&sql)?
                .query_map(params_from_iter(&conditions.values), fact_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(facts)
        })
    }

    /// The number of facts that match the filter, counted up to `most`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_changes(&self, filter: &ChangeFilter, most: u64) -> Result<u64> {
        let Some(conditions) = Conditions::of(filter) else {
            return Ok(0);
        };
        let sql = format!(
            "SELECT count(*) FROM (SELECT 1 FROM {} WHERE {} LIMIT {})",
            conditions.source,
            conditions.wanted(),
            i64::try_from(most).unwrap_or(i64::MAX)
        );
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&sql)?
                .query_row(params_from_iter(&conditions.values), |row| {
                    get_count(row, 0)
                })?)
        })
    }

    /// The fields of which there are facts, by name; of one site, or of all.
    ///
    /// # Errors
    /// From SQLite.
    pub fn changed_fields(&self, site: Option<SiteId>) -> Result<Vec<String>> {
        // One step of the index for each name.
        let (table, of_site) = match site {
            Some(_) => (
                "record_change INDEXED BY record_change_site_field",
                "site = ?1 AND",
            ),
            None => (
                "record_change INDEXED BY record_change_field",
                "?1 IS NULL AND",
            ),
        };
        let sql = format!(
            "WITH RECURSIVE name (field) AS (
                 SELECT (SELECT min(field) FROM {table} WHERE {of_site} field <> '')
                 UNION ALL
                 SELECT (SELECT min(field) FROM {table}
                         WHERE {of_site} field <> '' AND field > name.field)
                 FROM name WHERE name.field IS NOT NULL)
             SELECT field FROM name WHERE field IS NOT NULL"
        );
        self.read(|connection| {
            let names = connection
                .prepare_cached(&sql)?
                .query_map([site.map(|site| site.0)], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(names)
        })
    }
}

impl Store {
    /// Marks facts as seen by a person, or as not seen.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_changes_read(&self, facts: Vec<i64>, read: bool) -> Result<()> {
        self.write(move |tx| {
            let mut mark =
                tx.prepare_cached("UPDATE record_change SET unread = ?2 WHERE id = ?1")?;
            for fact in facts {
                mark.execute(params![fact, !read])?;
            }
            Ok(())
        })
    }

    /// Marks all facts found until `until` that match the filter as seen; returns their number.
    ///
    /// # Errors
    /// From SQLite.
    pub fn read_all_changes(&self, filter: &ChangeFilter, until: jiff::Timestamp) -> Result<u64> {
        let unread = ChangeFilter {
            unread: true,
            ..filter.clone()
        };
        let Some(mut conditions) = Conditions::of(&unread) else {
            return Ok(0);
        };
        conditions.add("c.at <= ?", Sql::Integer(micros(until)));
        self.write(move |tx| {
            let sql = format!(
                "UPDATE record_change SET unread = 0 WHERE id IN (SELECT c.id FROM {} WHERE {})",
                conditions.source,
                conditions.wanted()
            );
            Ok(tx.execute(&sql, params_from_iter(&conditions.values))? as u64)
        })
    }

    /// Leaves the facts of a field of a site out of the stream, or takes them in again.
    ///
    /// # Errors
    /// From SQLite.
    pub fn leave_out_changes(&self, site: SiteId, field: &str, left_out: bool) -> Result<()> {
        let field = field.to_owned();
        self.write(move |tx| {
            tx.execute(
                "UPDATE record_change SET left_out = ?3 WHERE site = ?1 AND field = ?2
                   AND field <> ''",
                params![site.0, field, left_out],
            )?;
            Ok(())
        })
    }
}

fn fact_of(row: &Row<'_>) -> rusqlite::Result<RecordFact> {
    let number: i64 = row.get(6)?;
    let kind = ChangeKind::from_number(number)
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(6, number))?;
    let (name, url) = name_of(row, RECORD)?;
    Ok(RecordFact {
        id: row.get(0)?,
        record: RecordId(row.get(1)?),
        title: match name.is_empty() {
            true => url.clone(),
            false => name,
        },
        url,
        site: SiteId(row.get(2)?),
        site_name: row.get(3)?,
        run: row.get::<_, Option<i64>>(4)?.map(RunId),
        at: get_time(row, 5)?,
        kind,
        field: row.get(7)?,
        before: row.get(8)?,
        after: row.get(9)?,
        unread: row.get(10)?,
    })
}
