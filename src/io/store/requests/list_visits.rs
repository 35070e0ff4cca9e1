//! How often lists change: what each visit found, kept in the transaction of the page it read.
//! Flows in: visits. Flows out: one pulse a list.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_json, get_opt_time, to_json};
use crate::store::sites::found;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::schedule::Pulse;

/// Lists of one site whose pulse is kept: ranges of start addresses stand for very many.
const MAX_LISTS: i64 = 1_000;
/// A list that was not visited for so many days longer than others is no list of the site any more.
const FORGOTTEN_DAYS: i64 = 60;

/// A list page that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The start address that it belongs to, as the rule makes it.
    pub list: String,
    /// Whether it is that start page itself: the visit begins with it. What further pages have is
    /// added.
    pub first: bool,
}

impl StoreReader {
    /// What is known of the lists of a site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn pulses(&self, site: SiteId) -> Result<Vec<(String, Pulse)>> {
        let mut pulses: Vec<(String, Pulse)> = self.read(|connection| {
            let pulses = connection
                .prepare_cached("SELECT list, pulse FROM pulse WHERE site = ?1 ORDER BY list")?
                .query_map([site.0], |row| Ok((row.get(0)?, get_json(row, 1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(pulses)
        })?;
        let newest = pulses.iter().filter_map(|(_, pulse)| pulse.last_at).max();
        let since = newest.and_then(|newest| {
            let days = jiff::SignedDuration::from_hours(24 * FORGOTTEN_DAYS);
            newest.checked_sub(days).ok()
        });
        pulses.retain(|(_, pulse)| since.is_none_or(|since| pulse.last_at >= Some(since)));
        Ok(pulses)
    }

    /// When the site's last run began to ask; `None` before the first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn last_asked(&self, site: SiteId) -> Result<Option<Timestamp>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT max(started_at) FROM run WHERE site = ?1")?
                .query_row([site.0], |row| get_opt_time(row, 0))?)
        })
    }
}

impl Store {
    /// Keeps how many new items a site brings a day, for the views.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn set_site_news(&self, site: SiteId, per_day: Option<f64>) -> Result<()> {
        self.write(move |tx| {
            found(tx.execute(
                "UPDATE site SET news_per_day = ?2 WHERE id = ?1",
                params![site.0, per_day],
            )?)
        })
    }
}

/// Takes note of a list page that was read and brought `news` new links and records.
pub(super) fn note(
    tx: &Transaction<'_>,
    site: SiteId,
    visit: &Visit,
    at: i64,
    news: u64,
) -> std::result::Result<(), TransactionError> {
    let at = Timestamp::from_microsecond(at).map_err(|e| bad_column(0, e))?;
    let known: Option<Pulse> = tx
        .prepare_cached("SELECT pulse FROM pulse WHERE site = ?1 AND list = ?2")?
        .query_row(params![site.0, visit.list], |row| get_json(row, 0))
        .optional()?;
    if known.is_none() {
        let lists: i64 = tx
            .prepare_cached("SELECT count(*) FROM pulse WHERE site = ?1")?
            .query_row([site.0], |row| row.get(0))?;
        if lists >= MAX_LISTS {
            return Ok(());
        }
    }
    let mut pulse = known.unwrap_or_default();
    match visit.first {
        true => pulse.visited(at, news),
        false if news == 0 => return Ok(()),
        false => pulse.found_more(news),
    }
    tx.prepare_cached("INSERT OR REPLACE INTO pulse (site, list, pulse) VALUES (?1, ?2, ?3)")?
        .execute(params![site.0, visit.list, to_json(&pulse)?])?;
    Ok(())
}
