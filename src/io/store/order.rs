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
/// Place on the lists; ends every order, so that each is complete. Pages of one thread share their
/// place and were fetched one after the other.
const LIST_ORDER: &str = "r.site, r.found_in, r.page, r.item, r.fetched_at, r.part, r.id";

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

/// Changes whenever records are added, removed or altered, or sites renamed.
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
    conditions: Vec<String>,
    values: Vec<Sql>,
}

impl Narrowing {
    /// Those of `filter`.
    pub(super) fn of(filter: &RecordFilter) -> Self {
        let mut narrowing = Self {
            conditions: vec!["TRUE".to_owned()],
            values: Vec::new(),
        };
        if let Some(site) = filter.site {
            narrowing.add("r.site =", Sql::Integer(site.0));
        }
        if let Some(since) = filter.since {
            narrowing.add("r.fetched_at >=", Sql::Integer(micros(since)));
        }
        narrowing.conditions.extend(filter.part.conditions());
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

    fn add(&mut self, condition: &str, value: Sql) {
        self.values.push(value);
        self.conditions
            .push(format!("{condition} ?{}", self.values.len()));
    }
}

fn stamp(connection: &Connection) -> std::result::Result<Stamp, Fault> {
    let (newest, total, sites) = connection
        .prepare_cached(
            "SELECT (SELECT coalesce(max(id), 0) FROM record), coalesce(sum(records), 0),
                    coalesce(group_concat(id || ' ' || alterations || name, char(10)), '')
             FROM site",
        )?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(Stamp {
        newest,
        total,
        sites,
    })
}

/// The row ids that pass the filter, in its order.
pub(super) fn ids(
    connection: &Connection,
    filter: &RecordFilter,
) -> std::result::Result<Vec<i64>, Fault> {
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
            narrowing.add("record_search MATCH", Sql::Text(expression));
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
                return self.select("", "TRUE", "bm25(record_search, 5.0, 1.0), r.id");
            }
            return self.select("INDEXED BY record_list_order", "TRUE", LIST_ORDER);
        };
        let way = if *descending { "DESC" } else { "ASC" };
        match name.as_str() {
            "title" => self.by_indexed("title", "record_by_title", way),
            "date" => self.by_indexed("date", "record_by_date", way),
            "author" => self.by_indexed("author", "record_by_author", way),
            "url" => self.select("", "TRUE", &format!("r.url {way}, r.site")),
            "fetched_at" => self.select(
                "",
                "TRUE",
                &format!("r.fetched_at {way}, r.site {way}, r.id {way}"),
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
        let mut ids = self.select(&hint, &format!("r.{column} > ''"), &order)?;
        let blank_order = "r.site, r.fetched_at, r.id";
        ids.extend(self.select(&hint, &format!("r.{column} = ''"), blank_order)?);
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

    /// Within a site in list order; so the sites' stretches of its index are put end to end.
    fn by_site(&self, way: &str) -> std::result::Result<Vec<i64>, Fault> {
        if self.searched {
            let name = "(SELECT name FROM site WHERE site.id = r.site) COLLATE NOCASE";
            return self.select("", "TRUE", &format!("{name} {way}, {LIST_ORDER}"));
        }
        let mut sites = self.connection.prepare_cached(&format!(
            "SELECT id FROM site WHERE ?1 IS NULL OR id = ?1 ORDER BY name COLLATE NOCASE {way}, name"
        ))?;
        let sites: Vec<i64> = sites
            .query_map([self.filter.site.map(|site| site.0)], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let mut ids = Vec::new();
        for site in sites {
            let stretch = format!("r.site = {site}");
            ids.extend(self.select("INDEXED BY record_list_order", &stretch, LIST_ORDER)?);
        }
        Ok(ids)
    }

    /// Nobody tells texts apart by more than their first line.
    fn by_text(&self, way: &str) -> std::result::Result<Vec<i64>, Fault> {
        let head = "(SELECT substr(text, 1, 80) FROM record_text t WHERE t.id = r.id)";
        self.by_value(head, None, way)
    }

    fn by_field(&self, field: &str, way: &str) -> std::result::Result<Vec<i64>, Fault> {
        // JSON paths know no escapes inside quotes; such a name finds no value.
        let path = format!("$.\"{}\"", field.replace('"', ""));
        self.by_value("json_extract(r.fields, :field)", Some(path), way)
    }

    /// By a value that no index has: numbers before texts and by their size, records without it
    /// last either way. Materialised, because the value would else be worked out for each of the
    /// terms it is ordered by.
    fn by_value(
        &self,
        value: &str,
        field: Option<String>,
        way: &str,
    ) -> std::result::Result<Vec<i64>, Fault> {
        let select = format!("r.id AS id, nullif(nullif({value}, ''), '[]') AS v");
        // CASE, because AND may evaluate json_type first, which fails on what is no JSON.
        let number = "CASE WHEN json_valid(v) THEN json_type(v) IN ('integer', 'real') ELSE 0 END";
        let (inner, values) = self.sql(&select, "", "TRUE", field);
        let sql = format!(
            "WITH keyed AS MATERIALIZED ({inner}),
                  typed AS MATERIALIZED (SELECT id, v, {number} AS is_number FROM keyed)
             SELECT id FROM typed
             ORDER BY v IS NULL, is_number DESC, CASE WHEN is_number THEN CAST(v AS REAL) END {way},
                      v COLLATE NOCASE {way}, id"
        );
        self.run(&sql, values)
    }

    fn select(
        &self,
        hint: &str,
        condition: &str,
        order: &str,
    ) -> std::result::Result<Vec<i64>, Fault> {
        let (sql, values) = self.sql("r.id", hint, condition, None);
        self.run(&format!("{sql} ORDER BY {order}"), values)
    }

    /// The query for `columns` of the records that pass the filter and `condition`, with its
    /// values; `:field` in the columns stands for `field`.
    fn sql(
        &self,
        columns: &str,
        hint: &str,
        condition: &str,
        field: Option<String>,
    ) -> (String, Vec<Sql>) {
        let table = if self.searched {
            "record_search CROSS JOIN record r ON r.id = record_search.rowid".to_owned()
        } else {
            format!("record r {hint}")
        };
        let mut values = self.narrowing.values();
        // Numbered, for the columns stand before the conditions whose values come first.
        let columns = columns.replace(":field", &format!("?{}", values.len() + 1));
        values.extend(field.map(Sql::Text));
        let sql = format!(
            "SELECT {columns} FROM {table} WHERE {} AND {condition}",
            self.narrowing.condition()
        );
        (sql, values)
    }

    fn run(&self, sql: &str, values: Vec<Sql>) -> std::result::Result<Vec<i64>, Fault> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let ids = statement
            .query_map(params_from_iter(values), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(ids)
    }
}
