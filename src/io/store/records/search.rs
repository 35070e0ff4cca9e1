//! Search: converts the user's query to conditions on records, ranked by BM25. For a word with very
//! many matches only the newest [`MAX_RANKED`] are searched, because ranking costs per match; the
//! result states that.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::order::Narrowing;
use crate::store::error::TransactionError;
use crate::store::file::convert::micros;
use crate::store::{RecordFilter, Result, StoreReader};
use bowerbird_logic::text::{Query, SearchFilter};

/// Creates the search index of this version; accents are ignored. An older project gets it by its
/// schema steps, a damaged one by a repair.
pub(in crate::store) const MAKE_SEARCH: &str = "CREATE VIRTUAL TABLE record_search USING fts5 (
    title, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);";

/// Maximum ranked matches: the newest ones.
pub const MAX_RANKED: usize = 20_000;

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
    /// The full-text index is queried; possibly only for the newest matches.
    Indexed { newest_only: bool },
    /// Only conditions on records.
    Plain,
}

/// Adds the conditions of the query to `narrowing`.
pub(super) fn narrow(
    connection: &Connection,
    typed: &str,
    narrowing: &mut Narrowing,
) -> std::result::Result<Searched, TransactionError> {
    let query = Query::parse(typed);
    if query.is_blank() {
        return Ok(Searched::Nothing);
    }
    for (filter, not) in &query.filters {
        add_filter(narrowing, filter, *not);
    }
    let Some(find) = &query.find else {
        if let Some(without) = query.without {
            narrowing.add_with(
                "r.id NOT IN (SELECT rowid FROM record_search WHERE record_search MATCH ?)",
                Sql::Text(without),
            );
        }
        return Ok(Searched::Plain);
    };
    let plain = narrowing.is_empty();
    let expression = match &query.without {
        Some(without) => format!("{find} NOT {without}"),
        None => find.clone(),
    };
    narrowing.add_with("record_search MATCH ?", Sql::Text(expression));
    // Records are only read when there are conditions on them.
    let join = match plain {
        true => "",
        false => "CROSS JOIN record r ON r.id = record_search.rowid",
    };
    let oldest: Option<i64> = connection
        .prepare_cached(&format!(
            "SELECT record_search.rowid FROM record_search {join} WHERE {}
             ORDER BY record_search.rowid DESC LIMIT 1 OFFSET {MAX_RANKED}",
            narrowing.condition()
        ))?
        .query_row(params_from_iter(narrowing.values()), |row| row.get(0))
        .optional()?;
    if let Some(oldest) = oldest {
        narrowing.add_with("record_search.rowid > ?", Sql::Integer(oldest));
    }
    Ok(Searched::Indexed {
        newest_only: oldest.is_some(),
    })
}

fn add_filter(narrowing: &mut Narrowing, filter: &SearchFilter, not: bool) {
    let not = if not { "NOT" } else { "" };
    match filter {
        SearchFilter::Site(name) => {
            let escaped = name
                .replace('\\', "\\\\")
                .replace('%', "\\%")
                .replace('_', "\\_");
            narrowing.add_with(
                &format!("r.site {not} IN (SELECT id FROM site WHERE name LIKE ? ESCAPE '\\')"),
                Sql::Text(format!("%{escaped}%")),
            );
        }
        SearchFilter::Tag(tag) => narrowing.add_with(
            &format!("r.id {not} IN (SELECT id FROM record_tag WHERE tag = ?)"),
            Sql::Text(tag.clone()),
        ),
        SearchFilter::Language(language) => narrowing.add_with(
            &format!("r.id {not} IN (SELECT id FROM record_digest WHERE language = ?)"),
            Sql::Text(language.clone()),
        ),
        SearchFilter::After(day) => add_day(narrowing, not, ">=", day),
        SearchFilter::Before(day) => add_day(narrowing, not, "<", day),
    }
}

/// By the record's date, or without one by the day of the fetch.
fn add_day(narrowing: &mut Narrowing, not: &str, compare: &str, day: &str) {
    let fetched = first_day(day).and_then(|day| day.to_zoned(TimeZone::UTC).ok());
    let fetched = fetched.map_or(0, |day| micros(day.timestamp()));
    narrowing.add_with(
        &format!(
            "{not} (CASE WHEN r.date <> '' THEN r.date {compare} ?
                    ELSE r.fetched_at {compare} {fetched} END)"
        ),
        Sql::Text(day.to_owned()),
    );
}

fn first_day(day: &str) -> Option<Date> {
    let full = match day.len() {
        4 => format!("{day}-01-01"),
        7 => format!("{day}-01"),
        _ => day.to_owned(),
    };
    full.parse().ok()
}
