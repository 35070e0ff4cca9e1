//! Versions of rules: every text that a site's rule ever had, numbered from 1. Input: the
//! transaction that saves a rule. A version is never changed; it is only removed with its site.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_time, get_token, micros, token};
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::{RuleOrigin, RuleVersion, SiteId};

/// Versions.
impl StoreReader {
    /// All versions of a site's rule, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn rule_versions(&self, site: SiteId) -> Result<Vec<RuleVersion>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT number, saved_at, origin, rule_toml FROM rule_version
                 WHERE site = ?1 ORDER BY number DESC",
            )?;
            let versions = statement
                .query_map([site.0], version_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(versions)
        })
    }

    /// The current version of a site's rule.
    ///
    /// # Errors
    /// From SQLite.
    pub fn latest_rule_version(&self, site: SiteId) -> Result<Option<RuleVersion>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT number, saved_at, origin, rule_toml FROM rule_version
                     WHERE site = ?1 ORDER BY number DESC LIMIT 1",
                )?
                .query_row([site.0], version_of)
                .optional()?)
        })
    }

    /// One version of a site's rule.
    ///
    /// # Errors
    /// From SQLite.
    pub fn rule_version(&self, site: SiteId, number: u32) -> Result<Option<RuleVersion>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT number, saved_at, origin, rule_toml FROM rule_version
                     WHERE site = ?1 AND number = ?2",
                )?
                .query_row(params![site.0, number], version_of)
                .optional()?)
        })
    }
}

/// Stores `rule_toml` as the next version, unless it equals the latest one.
pub(super) fn keep_version(
    tx: &Transaction<'_>,
    site: SiteId,
    rule_toml: &str,
    origin: RuleOrigin,
    now: Timestamp,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "INSERT INTO rule_version (site, number, saved_at, origin, rule_toml)
         SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4
         FROM rule_version WHERE site = ?1
         HAVING NOT EXISTS (
             SELECT 1 FROM rule_version AS latest
             WHERE latest.site = ?1 AND latest.rule_toml = ?4
               AND latest.number = (SELECT max(number) FROM rule_version WHERE site = ?1))",
    )?
    .execute(params![site.0, micros(now), token(&origin)?, rule_toml])?;
    Ok(())
}

fn version_of(row: &Row<'_>) -> rusqlite::Result<RuleVersion> {
    Ok(RuleVersion {
        number: row.get(0)?,
        saved_at: get_time(row, 1)?,
        origin: get_token(row, 2)?,
        rule_toml: row.get(3)?,
    })
}
