//! Orders of records: the row ids that match a filter, in its order, computed once and kept, so
//! that any offset in a million rows is as fast as the first. Every default column has an index
//! that covers order and filter; a rule's fields are sorted by their values.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params_from_iter};

use super::search::narrowing::Narrowing;
use super::search::{Searched, narrow};
use crate::store::error::TransactionError;
use crate::store::{RecordFilter, RecordSort, Result, StoreReader};
use bowerbird_logic::model::{DefaultColumn, RecordId};

/// A result inside a transaction.
type Queried<T> = std::result::Result<T, TransactionError>;

/// Maximum orders kept: the current one and earlier ones.
const KEPT: usize = 4;
/// An order that took longer than this to compute is kept for [`PATIENCE`] times as long while
/// records are only added.
const SLOW: Duration = Duration::from_millis(50);
const PATIENCE: u32 = 10;
/// Position on the lists; ends every order, so that each is total. Pages of one thread share their
/// position and were fetched in sequence.
const LIST_ORDER: &str = "r.site, r.found_in, r.page, r.item, r.fetched_at, r.part, r.id";

/// The full-text index.
const INDEX: &str = "record_search";
const BY_LIST: &str = "INDEXED BY record_list_order";
/// Records at the beginning of the lists that are read without computing the whole order.
const BEGINNING: u64 = 1_000;

/// The recently computed orders, latest first.
#[derive(Default)]
pub(crate) struct Orders {
    kept: Vec<Kept>,
}

struct Kept {
    filter: RecordFilter,
    stamp: Stamp,
    good_until: Instant,
    found: Found,
}

/// Row ids in order.
#[derive(Clone, Default)]
pub(super) struct Found {
    pub(super) ids: Arc<Vec<i64>>,
    /// Whether a search only covered the newest matches.
    pub(super) newest_only: bool,
}

/// Changes whenever records are added, removed or altered, or sites renamed.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    newest: i64,
    total: i64,
    sites: String,
    /// The state of the marks, if the filter uses them.
    marks: i64,
}

impl StoreReader {
    /// Row ids of the records that match the filter, in its order; possibly slightly outdated when
    /// there are very many.
    pub(super) fn found(&self, filter: &RecordFilter) -> Result<Found> {
        let filter = &without_unfolded(filter);
        // Held while computing, so that two identical requests do not both compute.
        let mut orders = self
            .inner
            .orders
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let stamp = self.read(|connection| stamp(connection, filter))?;
        if let Some(kept) = orders.kept.iter().find(|k| k.filter == *filter) {
            let grew_only = stamp.total >= kept.stamp.total && stamp.sites == kept.stamp.sites;
            if kept.stamp == stamp || (grew_only && Instant::now() < kept.good_until) {
                return Ok(kept.found.clone());
            }
        }
        let began = Instant::now();
        let found = self.found_now(filter)?;
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
                found: found.clone(),
            },
        );
        Ok(found)
    }

    /// The first `most` row ids in list order, of all records or of a site, read from the index: a
    /// table's first rows are available before the whole order. `None` if that is cached, or
    /// needed.
    pub(super) fn beginning(&self, filter: &RecordFilter, most: u64) -> Result<Option<Found>> {
        let is_on_lists = filter.sort == RecordSort::ListOrder && !filter.narrows();
        if !is_on_lists || most > BEGINNING || self.keeps_order(filter) {
            return Ok(None);
        }
        let ids = self.read(|connection| {
            let query = Query {
                connection,
                filter,
                narrowing: Narrowing::of(filter),
                source: None,
                plain: false,
                listed: false,
            };
            query.select(BY_LIST, "TRUE", &format!("{LIST_ORDER} LIMIT {most}"))
        })?;
        Ok(Some(Found {
            ids: Arc::new(ids),
            newest_only: false,
        }))
    }

    fn keeps_order(&self, filter: &RecordFilter) -> bool {
        let orders = self.inner.orders.lock();
        let orders = orders.unwrap_or_else(PoisonError::into_inner);
        orders.kept.iter().any(|kept| kept.filter == *filter)
    }

    /// The same as [`Self::found`], but always current.
    pub(super) fn found_now(&self, filter: &RecordFilter) -> Result<Found> {
        self.read(|connection| {
            // One transaction, because an order may take several queries.
            let moment = connection.unchecked_transaction()?;
            found(&moment, filter, false)
        })
    }

    /// `ids` with the reposts of unfolded records behind them.
    pub(super) fn unfolded(
        &self,
        filter: &RecordFilter,
        ids: &Arc<Vec<i64>>,
    ) -> Result<Arc<Vec<i64>>> {
        if !filter.only.folded || filter.only.unfolded.is_empty() {
            return Ok(Arc::clone(ids));
        }
        let mut out = Vec::with_capacity(ids.len() + 16);
        for id in ids.iter() {
            out.push(*id);
            if filter.only.unfolded.contains(&RecordId(*id)) {
                out.extend(self.reposts_of(RecordId(*id))?.iter().map(|r| r.record.0));
            }
        }
        Ok(Arc::new(out))
    }
}

fn without_unfolded(filter: &RecordFilter) -> RecordFilter {
    let mut filter = filter.clone();
    filter.only.unfolded.clear();
    filter.skip_archives = false;
    filter
}

fn stamp(connection: &Connection, filter: &RecordFilter) -> Queried<Stamp> {
    // A search may use tags and languages, and finds more while an index is being built.
    let marks = match filter.narrows() {
        true => connection
            .prepare_cached("SELECT stamp FROM text_stamp")?
            .query_row([], |row| row.get(0))?,
        false => 0,
    };
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
        marks,
    })
}

/// The row ids that match the filter, in its order.
/// However many there are.
pub(super) fn ids(connection: &Connection, filter: &RecordFilter) -> Queried<Arc<Vec<i64>>> {
    Ok(found(connection, filter, true)?.ids)
}

/// `all`: older matches of a search count too, however many there are.
fn found(connection: &Connection, filter: &RecordFilter, all: bool) -> Queried<Found> {
    let mut narrowing = Narrowing::of(filter);
    let typed = filter
        .search
        .as_deref()
        .map(str::trim)
        .filter(|s| !s.is_empty());
    let searched = match typed {
        Some(typed) => {
            let ranks = filter.sort == RecordSort::ListOrder;
            narrow(connection, typed, &mut narrowing, (all, ranks))?
        }
        None => Searched::Plain,
    };
    let mut query = Query {
        connection,
        filter,
        narrowing,
        source: None,
        plain: false,
        listed: false,
    };
    let newest_only = match searched {
        // Only punctuation was typed, which matches nothing.
        Searched::Nothing => return Ok(Found::default()),
        Searched::Indexed { source, plain } => {
            query.source = Some(source);
            query.plain = plain;
            false
        }
        Searched::Listed { ids, newest_only } => {
            if filter.sort == RecordSort::ListOrder {
                return Ok(Found {
                    ids: Arc::new(ids),
                    newest_only,
                });
            }
            query.listed = true;
            query.narrowing = Narrowing::none();
            query.narrowing.add_with(
                "r.id IN (SELECT value FROM json_each(?))",
                Sql::Text(serde_json::to_string(&ids)?),
            );
            newest_only
        }
        Searched::Plain => false,
    };
    Ok(Found {
        ids: Arc::new(query.ids()?),
        newest_only,
    })
}

struct Query<'a> {
    connection: &'a Connection,
    filter: &'a RecordFilter,
    narrowing: Narrowing,
    /// The matches of a search, as a table called `record_search`.
    source: Option<String>,
    /// Whether a search has no conditions on records.
    plain: bool,
    /// Whether the records are few, and read by their numbers.
    listed: bool,
}

impl Query<'_> {
    fn ids(&self) -> Queried<Vec<i64>> {
        let RecordSort::Column { name, descending } = &self.filter.sort else {
            if self.source.is_some() {
                // A word in the title is more significant than one in the text.
                return self.ranked();
            }
            return self.select(BY_LIST, "TRUE", LIST_ORDER);
        };
        let way = if *descending { "DESC" } else { "ASC" };
        if let Some(column) = DefaultColumn::from_token(name) {
            return match column {
                DefaultColumn::Title => self.by_indexed("title", "record_by_title", way),
                DefaultColumn::Date => self.by_indexed("date", "record_by_date", way),
                DefaultColumn::Author => self.by_indexed("author", "record_by_author", way),
                DefaultColumn::Url => self.select("", "TRUE", &format!("r.url {way}, r.site")),
                DefaultColumn::Text => self.by_text(way),
            };
        }
        match name.as_str() {
            "fetched_at" => self.select(
                "",
                "TRUE",
                &format!("r.fetched_at {way}, r.site {way}, r.id {way}"),
            ),
            "site" => self.by_site(way),
            field => self.by_field(field, way),
        }
    }

    /// Of two equal matches the newer comes first. Records are only read when there are conditions
    /// on them.
    fn ranked(&self) -> Queried<Vec<i64>> {
        let source = self.source.as_deref().unwrap_or(INDEX);
        let rank = match source {
            INDEX => "bm25(record_search, 5.0, 1.0)",
            _ => "record_search.rank",
        };
        let order = format!("{rank}, record_search.rowid DESC");
        if !self.plain {
            return self.select("", "TRUE", &order);
        }
        let sql = format!(
            "SELECT record_search.rowid FROM {source} WHERE {} ORDER BY {order}",
            self.narrowing.condition()
        );
        self.run(&sql, self.narrowing.values())
    }

    /// Records without a value always come last: of all records by two queries, each in index order.
    fn by_indexed(&self, column: &str, index: &str, way: &str) -> Queried<Vec<i64>> {
        if self.source.is_some() || self.listed {
            // The matches are read once.
            let hint = match (self.listed, column) {
                (true, "date") => "INDEXED BY record_dates",
                _ => "",
            };
            let blank = |other: &str| format!("iif(r.{column} = '', r.{other}, NULL)");
            let order = format!(
                "r.{column} = '', r.{column} {way}, {}, {}, {}, r.site {way}, r.fetched_at {way},
                 r.id {way}",
                blank("site"),
                blank("fetched_at"),
                blank("id")
            );
            return self.select(hint, "TRUE", &order);
        }
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

    /// Whether to scan the whole index: not for a small share of the records, which is sorted faster
    /// than the rest is skipped.
    fn walks_index(&self) -> Queried<bool> {
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

    /// List order within a site, so the index ranges of the sites are concatenated.
    fn by_site(&self, way: &str) -> Queried<Vec<i64>> {
        if self.source.is_some() || self.listed {
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
            ids.extend(self.select(BY_LIST, &stretch, LIST_ORDER)?);
        }
        Ok(ids)
    }

    /// Sorts by the first line only, which is enough to tell texts apart.
    fn by_text(&self, way: &str) -> Queried<Vec<i64>> {
        let head = "(SELECT substr(text, 1, 80) FROM record_text t WHERE t.id = r.id)";
        self.by_value(head, None, way)
    }

    fn by_field(&self, field: &str, way: &str) -> Queried<Vec<i64>> {
        // JSON paths have no escapes inside quotes; such a name finds no value.
        let path = format!("$.\"{}\"", field.replace('"', ""));
        self.by_value("json_extract(r.fields, :field)", Some(path), way)
    }

    /// By a value without an index: numbers before texts and in numeric order, records without it
    /// always last. Materialised, because otherwise the value would be computed for each of the
    /// ordering terms.
    fn by_value(&self, value: &str, field: Option<String>, way: &str) -> Queried<Vec<i64>> {
        let select = format!("r.id AS id, nullif(nullif({value}, ''), '[]') AS v");
        // CASE, because AND may evaluate json_type first, which fails on invalid JSON.
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

    fn select(&self, hint: &str, condition: &str, order: &str) -> Queried<Vec<i64>> {
        let (sql, values) = self.sql("r.id", hint, condition, None);
        self.run(&format!("{sql} ORDER BY {order}"), values)
    }

    /// The query for `columns` of the records that match the filter and `condition`, with its
    /// values; `:field` in the columns is a placeholder for `field`.
    fn sql(
        &self,
        columns: &str,
        hint: &str,
        condition: &str,
        field: Option<String>,
    ) -> (String, Vec<Sql>) {
        let table = match &self.source {
            Some(source) => {
                format!("{source} CROSS JOIN record r ON r.id = record_search.rowid")
            }
            None => format!("record r {hint}"),
        };
        let mut values = self.narrowing.values();
        // Numbered, because the columns precede the conditions, whose values come first.
        let columns = columns.replace(":field", &format!("?{}", values.len() + 1));
        values.extend(field.map(Sql::Text));
        let sql = format!(
            "SELECT {columns} FROM {table} WHERE {} AND {condition}",
            self.narrowing.condition()
        );
        (sql, values)
    }

    fn run(&self, sql: &str, values: Vec<Sql>) -> Queried<Vec<i64>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let ids = statement
            .query_map(params_from_iter(values), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(ids)
    }
}
