//! Search: converts the user's query to conditions on records, ranked by BM25. Of a query that very
//! many records match only the newest [`MAX_RANKED`] are read, because each costs; the result states
//! that. What reads all records (an export) has all of them.
//!
//! Below: `narrowing` (conditions of a filter), `conditions` (SQL of a query's parts), `indexing` (what the index has), `suggestions` (while a
//! query is typed), `former_searches` (saved by earlier versions).

mod conditions;
mod former_searches;
pub(in crate::store) mod indexing;
pub(super) mod narrowing;
mod suggestions;

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params_from_iter};

use suggestions::field_names;
pub use suggestions::{Suggested, SuggestionsOf};

use crate::store::error::TransactionError;
use crate::store::{RecordFilter, Result, StoreReader};
use bowerbird_logic::text::{Query, QueryNode, QueryTest};
use conditions::{Condition, condition_of, ids_of};
use indexing::uses_old_index;
use narrowing::Narrowing;

/// The result of a query.
type Queried<T> = std::result::Result<T, TransactionError>;

/// Maximum matches read: the newest ones.
pub const MAX_RANKED: usize = 10_000;
/// The full-text index.
const INDEX: &str = "record_search";
/// So many ids are looked up in the full-text index one by one; more are read along with it.
const FEW: i64 = 500;
/// Up to so many ids of an index are sorted; among more of them, the newest are found by going through
/// the records.
const SORTED: i64 = 100_000;

/// The number of records that match a filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number.
    pub records: u64,
    /// Whether there are more, older ones that were not searched.
    pub newest_only: bool,
}

impl StoreReader {
    /// The number of records that match the filter, and whether those are all.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_found(&self, filter: &RecordFilter) -> Result<Counted> {
        if !filter.narrows() || filter.only.deleted {
            let records = self.count_records(filter)?;
            return Ok(Counted {
                records,
                newest_only: false,
            });
        }
        let found = self.found(filter)?;
        let unfolded = self.unfolded(filter, &found.ids)?;
        Ok(Counted {
            records: unfolded.len() as u64,
            newest_only: found.newest_only,
        })
    }
}

/// The conditions that a search results in.
pub(super) enum Searched {
    /// The query cannot match anything.
    Nothing,
    /// The full-text index is queried for all matches.
    Indexed {
        /// The table that the matches come from, called `record_search`.
        source: String,
        /// Whether nothing is asked of the records.
        plain: bool,
    },
    /// Only these records: the best first, or the newest where nothing is ranked.
    Listed {
        /// Their ids.
        ids: Vec<i64>,
        /// Whether there are older matches.
        newest_only: bool,
    },
    /// Only conditions on records.
    Plain,
}

/// Adds the conditions of the query to `narrowing`. `all`: older matches count too, however many;
/// `ranks`: the matches are wanted in the order of their ranks.
pub(super) fn narrow(
    connection: &Connection,
    typed: &str,
    narrowing: &mut Narrowing,
    (all, ranks): (bool, bool),
) -> Queried<Searched> {
    let query = parse(connection, typed)?;
    if query.is_blank() {
        return Ok(Searched::Nothing);
    }
    let plan = query.plan();
    let before = narrowing.clone();
    let is_former = plan.rest.iter().all(is_former_filter);
    let old = uses_old_index(connection)?;
    // Until all records are in the new index, it has no list of them all.
    let list = match is_former || old {
        true => None,
        false => selective(connection, &plan.rest)?,
    };
    // Records are only read when there are conditions on them; what is told by their number is not.
    let mut plain = narrowing.is_empty();
    for part in &plan.rest {
        let Condition { sql, values } = condition_of(part, old);
        let by_number = sql.replace("r.id", "record_search.rowid");
        let reads = [" r.", "(r."]
            .iter()
            .any(|column| by_number.contains(column));
        let is_by_number = plan.find.is_some() && !reads && !by_number.starts_with("r.");
        plain &= is_by_number;
        narrowing.add_condition(if is_by_number { &by_number } else { &sql }, values);
    }
    let Some(find) = &plan.find else {
        if let Some(without) = plan.without {
            let and_old = match old {
                true => {
                    " AND r.id NOT IN (SELECT rowid FROM record_search_old WHERE record_search_old MATCH ?)"
                }
                false => "",
            };
            let values = match and_old.is_empty() {
                true => vec![Sql::Text(without)],
                false => vec![Sql::Text(without.clone()), Sql::Text(without)],
            };
            let new = "r.id NOT IN (SELECT rowid FROM record_search WHERE record_search MATCH ?)";
            narrowing.add_condition(&format!("{new}{and_old}"), values);
        }
        if is_former {
            return Ok(Searched::Plain);
        }
        let only =
            before.is_empty() && plan.rest.len() == 1 && narrowing.parts() == before.parts() + 1;
        let only = (only && !old).then_some(&plan.rest);
        return newest(connection, narrowing, list.as_ref(), only, all);
    };
    let expression = match &plan.without {
        Some(without) => format!("{find} NOT {without}"),
        None => find.clone(),
    };
    if let Some(list) = list.filter(|list| list.count <= FEW) {
        // Each of the few is looked up.
        narrowing.add_condition(
            "record_search.rowid IN (SELECT value FROM json_each(?))",
            vec![Sql::Text(list.ids_as_json(connection)?)],
        );
    }
    let source = source_of(connection, narrowing, expression)?;
    if all {
        return Ok(Searched::Indexed { source, plain });
    }
    let join = match plain {
        true => "",
        false => "CROSS JOIN record r ON r.id = record_search.rowid",
    };
    let rank = match (ranks, source.as_str()) {
        (false, _) => "0.0",
        (true, INDEX) => "bm25(record_search, 5.0, 1.0)",
        (true, _) => "record_search.rank",
    };
    // The newest ones with their ranks, read in one go.
    let mut found: Vec<(i64, f64)> = connection
        .prepare_cached(&format!(
            "SELECT record_search.rowid, {rank} FROM {source} {join} WHERE {}
             ORDER BY record_search.rowid DESC LIMIT {}",
            narrowing.condition(),
            MAX_RANKED + 1
        ))?
        .query_map(params_from_iter(narrowing.values()), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let newest_only = found.len() > MAX_RANKED;
    found.truncate(MAX_RANKED);
    // Of two equal matches the newer comes first.
    found.sort_by(|(id, rank), (other, others)| rank.total_cmp(others).then(other.cmp(id)));
    Ok(Searched::Listed {
        ids: found.into_iter().map(|(id, _)| id).collect(),
        newest_only,
    })
}

/// A query, with the fields of the file where they matter.
pub(in crate::store) fn parse(connection: &Connection, typed: &str) -> Queried<Query> {
    if !Query::depends_on_fields(typed) {
        return Ok(Query::parse(typed));
    }
    Ok(Query::parse_beside(typed, &field_names(connection)?))
}

/// The table of matches, called `record_search`: the index, or as long as records are in the one of
/// before, both.
fn source_of(
    connection: &Connection,
    narrowing: &mut Narrowing,
    expression: String,
) -> Queried<String> {
    if !uses_old_index(connection)? {
        narrowing.add_with("record_search MATCH ?", Sql::Text(expression));
        return Ok("record_search".to_owned());
    }
    let value = narrowing.add_value(Sql::Text(expression));
    let from = |table: &str| {
        format!(
            "SELECT rowid, bm25({table}, 5.0, 1.0) AS rank FROM {table} WHERE {table} MATCH ?{value}"
        )
    };
    Ok(format!(
        "({} UNION ALL {}) AS record_search",
        from("record_search"),
        from("record_search_old")
    ))
}

/// Whether earlier versions had such a part: their searches keep their order.
fn is_former_filter(node: &QueryNode) -> bool {
    match node {
        QueryNode::Not(part) => is_former_filter(part),
        QueryNode::Test(test) => matches!(
            test,
            QueryTest::Site(_)
                | QueryTest::Tag(_)
                | QueryTest::Language(_)
                | QueryTest::After(_)
                | QueryTest::Before(_)
        ),
        _ => false,
    }
}

/// The ids that an index has for a part of a query.
struct IdList {
    ids: Condition,
    /// How many there are, counted up to [`SORTED`].
    count: i64,
}

impl IdList {
    fn ids_as_json(&self, connection: &Connection) -> Queried<String> {
        let sql = format!("SELECT DISTINCT id FROM ({})", self.ids.sql);
        let ids: Vec<i64> = connection
            .prepare_cached(&sql)?
            .query_map(params_from_iter(&self.ids.values), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(serde_json::to_string(&ids)?)
    }
}

/// The part of a query that the fewest records pass, of those that an index answers.
fn selective(connection: &Connection, parts: &[QueryNode]) -> Queried<Option<IdList>> {
    let mut best: Option<IdList> = None;
    for ids in parts.iter().filter_map(ids_of) {
        let most = best.as_ref().map_or(SORTED, |best| best.count);
        let sql = format!("SELECT count(*) FROM ({} LIMIT {most})", ids.sql);
        let count: i64 = connection
            .prepare_cached(&sql)?
            .query_row(params_from_iter(&ids.values), |row| row.get(0))?;
        if count < most {
            best = Some(IdList { ids, count });
        }
    }
    Ok(best)
}

/// The newest records that pass the conditions, without the full-text index. `only`: the one part that
/// there is.
fn newest(
    connection: &Connection,
    narrowing: &Narrowing,
    list: Option<&IdList>,
    only: Option<&Vec<QueryNode>>,
    all: bool,
) -> Queried<Searched> {
    let most = match all {
        true => String::new(),
        false => format!("LIMIT {}", MAX_RANKED + 1),
    };
    let mut narrowing = narrowing.clone();
    let sql = match (list, only.map(Vec::as_slice)) {
        (Some(list), Some(_)) => {
            // Sorted here: an index has them in another order, and some several times.
            return listed(connection, &list.ids.sql, list.ids.values.clone(), all);
        }
        (Some(list), None) => {
            let ids = narrowing.numbered(&list.ids.sql, list.ids.values.clone());
            format!(
                "SELECT r.id FROM (SELECT DISTINCT id FROM ({ids})) AS listed
                 CROSS JOIN record r ON r.id = listed.id
                 WHERE {} ORDER BY r.id DESC {most}",
                narrowing.condition()
            )
        }
        // The numbers lie by record, too.
        (None, Some([QueryNode::Test(QueryTest::Number(..) | QueryTest::Day(..))])) => {
            let condition = only.and_then(|parts| parts.first()).and_then(ids_of);
            let ids = condition.unwrap_or_default();
            let by_record = ids
                .sql
                .replace("INDEXED BY record_number_value", "NOT INDEXED");
            return listed(
                connection,
                &format!("SELECT DISTINCT id FROM ({by_record}) ORDER BY id DESC {most}"),
                ids.values,
                all,
            );
        }
        (None, Some([QueryNode::Test(QueryTest::Date(_) | QueryTest::Fetched(_))])) => format!(
            "SELECT r.id FROM record r INDEXED BY record_dates
             WHERE {} ORDER BY r.id DESC {most}",
            narrowing.condition()
        ),
        (None, _) => format!(
            "SELECT r.id FROM record r NOT INDEXED WHERE {} ORDER BY r.id DESC {most}",
            narrowing.condition()
        ),
    };
    let values = narrowing.values();
    listed(connection, &sql, values, all)
}

/// The records with these ids, the newest first.
fn listed(connection: &Connection, sql: &str, values: Vec<Sql>, all: bool) -> Queried<Searched> {
    let mut ids: Vec<i64> = connection
        .prepare_cached(sql)?
        .query_map(params_from_iter(values), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    ids.sort_unstable_by(|id, other| other.cmp(id));
    ids.dedup();
    let newest_only = !all && ids.len() > MAX_RANKED;
    if newest_only {
        ids.truncate(MAX_RANKED);
    }
    Ok(Searched::Listed { ids, newest_only })
}
