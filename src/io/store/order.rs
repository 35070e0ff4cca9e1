//! Orders of records: the row ids that pass a filter, in its order, worked out once and kept, so
//! that any place of a million rows is as near as the first. Every default column has an index
//! that covers order and filter; a rule's fields are sorted by their values.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params_from_iter};

use super::convert::micros;
use super::error::Fault;
use super::{RecordFilter, RecordSort, Result, Store};
use crate::logic::text::match_expression;

/// Orders kept: what a person looks at, and what they looked at before.
const KEPT: usize = 4;
/// An order that took longer than this to work out is kept for [`PATIENCE`] times as long while
/// records are only added.
const SLOW: Duration = Duration::from_millis(50);
const PATIENCE: u32 = 10;
/// Place on the lists; ends every order, so that each is complete.
const LIST_ORDER: &str = "r.site, r.found_in, r.page, r.item, r.part, r.fetched_at, r.id";

/// The orders worked out lately, latest first.
#[derive(Default)]
pub(super) struct Orders {
    kept: Vec<Kept>,
}

struct Kept {
    filter: RecordFilter,
    stamp: Stamp,
    good_until: Instant,
    ids: Arc<Vec<i64>>,
}

/// Changes whenever records are added or removed (they are never altered) or sites renamed.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    newest: i64,
    total: i64,
    sites: String,
}

impl Store {
    /// Row ids of the records that pass the filter, in its order; perhaps a little old when
    /// there are very many.
    pub(super) fn ordered_ids(&self, filter: &RecordFilter) -> Result<Arc<Vec<i64>>> {
        // Held while working, so that two windows asking the same do not both work.
        let mut orders = self
            .inner
            .orders
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let stamp = self.read(stamp)?;
        if let Some(kept) = orders.kept.iter().find(|k| k.filter == *filter) {
            let grew_only = stamp.total >= kept.stamp.total && stamp.sites == kept.stamp.sites;
            if kept.stamp == stamp || (grew_only && Instant::now() < kept.good_until) {
                return Ok(Arc::clone(&kept.ids));
            }
        }
        let began = Instant::now();
        let ids = Arc::new(self.ordered_ids_now(filter)?);
        let took = began.elapsed();
        let patience = if took > SLOW {
            took * PATIENCE
        } else {
            Duration::ZERO
        };
        orders.kept.retain(|k| k.filter != *filter);
        orders.kept.truncate(KEPT - 1);
        orders.kept.insert(
            0,
            Kept {
                filter: filter.clone(),
                stamp,
                good_until: Instant::now() + patience,
                ids: Arc::clone(&ids),
            },
        );
        Ok(ids)
    }

    /// The same, of this moment.
    pub(super) fn ordered_ids_now(&self, filter: &RecordFilter) -> Result<Vec<i64>> {
        self.read(|connection| {
            // One transaction, for an order may take several queries.
            let moment = connection.unchecked_transaction()?;
            ids(&moment, filter)
        })
    }
}

/// The conditions of a filter on `record r`, but for the search.
pub(super) struct Narrowing {
    conditions: Vec<&'static str>,
    values: Vec<Sql>,
}

impl Narrowing {
    /// Those of `filter`.
    pub(super) fn of(filter: &RecordFilter) -> Self {
        let mut narrowing = Self {
            conditions: vec!["TRUE"],
            values: Vec::new(),
        };
        if let Some(site) = filter.site {
            narrowing.add("r.site = ?", Sql::Integer(site.0));
        }
        if let Some(since) = filter.since {
            narrowing.add("r.fetched_at >= ?", Sql::Integer(micros(since)));
        }
        narrowing
    }

    /// As an expression for WHERE.
    pub(super) fn condition(&self) -> String {
        self.conditions.join(" AND ")
    }

    /// The values of its parameters, in order.
    pub(super) fn values(&self) -> Vec<Sql> {
        self.values.clone()
    }

    fn add(&mut self, condition: &'static str, value: Sql) {
        self.conditions.push(condition);
        self.values.push(value);
    }
}

fn stamp(connection: &Connection) -> std::result::Result<Stamp, Fault> {
    let (newest, total, sites) = connection
        .prepare_cached(
            "SELECT (SELECT coalesce(max(id), 0) FROM record), coalesce(sum(records), 0),
                    coalesce(group_concat(id || name, char(10)), '')
             FROM site",
        )?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(Stamp {
        newest,
        total,
        sites,
    })
}

fn ids(connection: &Connection, filter: &RecordFilter) -> std::result::Result<Vec<i64>, Fault> {
    let mut narrowing = Narrowing::of(filter);
    let typed = filter
        .search
        .as_deref()
        .map(str::trim)
        .filter(|s| !s.is_empty());
    let searched = match typed.map(match_expression) {
        // Nothing but punctuation was typed: nothing can be found by it.
        Some(None) => return Ok(Vec::new()),
        Some(Some(expression)) => {
            narrowing.add("record_search MATCH ?", Sql::Text(expression));
            true
        }
        None => false,
    };
    let query = Query {
        connection,
        filter,
        narrowing,
        searched,
    };
    query.ids()
}

struct Query<'a> {
    connection: &'a Connection,
    filter: &'a RecordFilter,
    narrowing: Narrowing,
    searched: bool,
}

impl Query<'_> {
    fn ids(&self) -> std::result::Result<Vec<i64>, Fault> {
        let RecordSort::Column { name, descending } = &self.filter.sort else {
            if self.searched {
                // A word in the title says more about a record than one in its text.
                return self.select("", "TRUE", "bm25(record_search, 5.0, 1.0), r.id", None);
            }
            return self.select("INDEXED BY record_list_order", "TRUE", LIST_ORDER, None);
        };
        let way = if *descending { "DESC" } else { "ASC" };
        match name.as_str() {
            "title" => self.by_indexed("title", "record_by_title", way),
            "date" => self.by_indexed("date", "record_by_date", way),
            "author" => self.by_indexed("author", "record_by_author", way),
            "url" => self.select("", "TRUE", &format!("r.url {way}, r.site"), None),
            "fetched_at" => self.select(
                "",
                "TRUE",
                &format!("r.fetched_at {way}, r.site {way}, r.id {way}"),
                None,
            ),
            "site" => self.by_site(way),
            "text" => self.by_text(way),
            field => self.by_field(field, way),
        }
    }

    /// Records without a value come last either way; hence two queries, each in index order.
    fn by_indexed(
        &self,
        column: &str,
        index: &str,
        way: &str,
    ) -> std::result::Result<Vec<i64>, Fault> {
        let hint = if self.walks_index()? {
            format!("INDEXED BY {index}")
        } else {
            String::new()
        };
        let order = format!("r.{column} {way}, r.site {way}, r.fetched_at {way}, r.id {way}");
        let mut ids = self.select(&hint, &format!("r.{column} > ''"), &order, None)?;
        let blank_order = "r.site, r.fetched_at, r.id";
        ids.extend(self.select(&hint, &format!("r.{column} = ''"), blank_order, None)?);
        Ok(ids)
    }

    /// Whether to walk all of an index: not for a search, whose matches are few, and not for a
    /// small share of the records, which is sorted sooner than the rest is passed over.
    fn walks_index(&self) -> std::result::Result<bool, Fault> {
        if self.searched {
            return Ok(false);
        }
        let Some(site) = self.filter.site else {
            return Ok(true);
        };
        Ok(self.connection.query_row(
            "SELECT 8 * coalesce(sum(records) FILTER (WHERE id = ?1), 0) >= coalesce(sum(records), 0)
             FROM site",
            [site.0],
            |row| row.get(0),
        )?)
    }

    fn by_site(&self, way: &str) -> std::result::Result<Vec<i64>, Fault> {
        let order = format!(
            "(SELECT name FROM site WHERE site.id = r.site) COLLATE NOCASE {way}, {LIST_ORDER}"
        );
        self.select("", "TRUE", &order, None)
    }

    /// Nobody tells texts apart by more than their first line.
    fn by_text(&self, way: &str) -> std::result::Result<Vec<i64>, Fault> {
        let head = "(SELECT substr(text, 1, 80) FROM record_text t WHERE t.id = r.id)";
        let order = format!("{head} = '', {head} COLLATE NOCASE {way}, {LIST_ORDER}");
        self.select("", "TRUE", &order, None)
    }

    /// Numbers before texts, numbers by size, and records without the field last either way.
    fn by_field(&self, field: &str, way: &str) -> std::result::Result<Vec<i64>, Fault> {
        let value = "json_extract(r.fields, :field)";
        // CASE, because AND may evaluate json_type first, which fails on what is no JSON.
        let number = format!(
            "CASE WHEN json_valid({value}) THEN json_type({value}) IN ('integer', 'real') ELSE 0 END"
        );
        let order = format!(
            "coalesce({value}, '') IN ('', '[]'), {number} DESC,
             CASE WHEN {number} THEN CAST({value} AS REAL) END {way},
             {value} COLLATE NOCASE {way}, {LIST_ORDER}"
        );
        let path = format!("$.\"{}\"", field.replace('"', ""));
        self.select("", "TRUE", &order, Some(path))
    }

    fn select(
        &self,
        hint: &str,
        condition: &str,
        order: &str,
        field: Option<String>,
    ) -> std::result::Result<Vec<i64>, Fault> {
        let table = if self.searched {
            "record_search CROSS JOIN record r ON r.id = record_search.rowid".to_owned()
        } else {
            format!("record r {hint}")
        };
        let mut values = self.narrowing.values();
        // Its number is the next after those of the narrowing, whose parameters come first.
        let order = order.replace(":field", &format!("?{}", values.len() + 1));
        values.extend(field.map(Sql::Text));
        let sql = format!(
            "SELECT r.id FROM {table} WHERE {} AND {condition} ORDER BY {order}",
            self.narrowing.condition()
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let ids = statement
            .query_map(params_from_iter(values), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(ids)
    }
}
