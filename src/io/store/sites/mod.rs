//! Sites: rows of `site`, with the counts that the transactions of a run update.
//!
//! Below: tags, rule versions, sample pages, addresses that move, signals and exceptions of sites,
//! and the health of their rules and answers.

pub(super) mod exceptions;
pub(super) mod health;
pub(super) mod history;
mod moved_addresses;
pub(super) mod samples;
pub(super) mod signals;
pub(super) mod tags;
pub(super) mod versions;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::archives::forget_later;
use super::error::TransactionError;
use super::file::convert::{get_count, get_opt_json, get_opt_time, get_token, to_json};
use super::requests::columns::RequestState::Failed;
use super::{Result, SiteCounts, Store, StoreReader};
use bowerbird_logic::model::{RuleOrigin, Site, SiteDraft, SiteId, SiteStatus};
use bowerbird_logic::rules;
use versions::keep_version;

const COLUMNS: &str = "id, name, kind, start, rule_toml, enabled, status, records, last_run_at,
    coalesce((SELECT run.ending = 'paused' FROM run WHERE run.site = site.id
              ORDER BY run.id DESC LIMIT 1), 0)
    OR coalesce((SELECT json_extract(s.memory, '$.held') FROM site_supervision s
                 WHERE s.site = site.id), 0), news_per_day,
    coalesce((SELECT run.ending = 'interrupted' FROM run WHERE run.site = site.id
              ORDER BY run.id DESC LIMIT 1), 0),
    CASE WHEN (SELECT run.ending FROM run WHERE run.site = site.id
               ORDER BY run.id DESC LIMIT 1) IN ('stopped', 'interrupted')
         THEN open_requests ELSE 0 END";

/// Sites.
impl StoreReader {
    /// All sites by name.
    ///
    /// # Errors
    /// From SQLite.
    pub fn sites(&self) -> Result<Vec<Site>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM site ORDER BY name COLLATE NOCASE, name"
            ))?;
            let sites = statement
                .query_map([], site_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(sites)
        })
    }

    /// One site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site(&self, site: SiteId) -> Result<Option<Site>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM site WHERE id = ?1"))?
                .query_row([site.0], site_of)
                .optional()?)
        })
    }

    /// One site by its exact name.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_by_name(&self, name: &str) -> Result<Option<Site>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM site WHERE name = ?1"))?
                .query_row([name], site_of)
                .optional()?)
        })
    }

    /// Records, queued and failed requests of every site, by site id.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_counts(&self) -> Result<Vec<SiteCounts>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT id, records, open_requests,
                        (SELECT count(*) FROM request
                         WHERE request.site = site.id AND state = {Failed})
                 FROM site ORDER BY id"
            ))?;
            let counts = statement
                .query_map([], |row| {
                    Ok(SiteCounts {
                        site: SiteId(row.get(0)?),
                        records: get_count(row, 1)?,
                        queued: get_count(row, 2)?,
                        failed: get_count(row, 3)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(counts)
        })
    }

    /// Names of the rule fields that records of a site (or of all sites) carry beside the default
    /// columns: those of the rules first, in their order, then those that only exist in records.
    ///
    /// # Errors
    /// From SQLite.
    pub fn field_columns(&self, site: Option<SiteId>) -> Result<Vec<String>> {
        let (rules, stored) = self.read(|connection| {
            let mut rules = connection.prepare_cached(
                "SELECT rule_toml FROM site WHERE ?1 IS NULL OR id = ?1 ORDER BY id",
            )?;
            let mut stored = connection.prepare_cached(
                "SELECT name FROM site_field WHERE ?1 IS NULL OR site = ?1 ORDER BY site, place",
            )?;
            let site = site.map(|s| s.0);
            let rules: Vec<String> = rules
                .query_map([site], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let stored: Vec<String> = stored
                .query_map([site], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok((rules, stored))
        })?;
        // A rule that no longer passes the checks only stops affecting the order.
        let ruled = rules
            .iter()
            .filter_map(|text| rules::parse(text).ok())
            .flat_map(|rule| rule.columns());
        let mut names: Vec<String> = Vec::new();
        for name in ruled.chain(stored) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }
}

impl Store {
    /// Adds a site; its name must be unused. Its rule becomes its first version.
    ///
    /// # Errors
    /// [`super::StoreError::NameTaken`]; else from SQLite.
    pub fn add_site(&self, draft: &SiteDraft) -> Result<SiteId> {
        self.add_site_from(draft, RuleOrigin::Added, Timestamp::now())
    }

    /// [`Self::add_site`] with the origin of the rule.
    ///
    /// # Errors
    /// As [`Self::add_site`].
    pub fn add_site_from(
        &self,
        draft: &SiteDraft,
        origin: RuleOrigin,
        now: Timestamp,
    ) -> Result<SiteId> {
        let draft = draft.clone();
        self.write(move |tx| {
            tx.prepare_cached(
                "INSERT INTO site (name, kind, start, rule_toml) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![
                draft.name,
                draft.kind.token(),
                draft.start,
                draft.rule_toml
            ])
            .map_err(|e| TransactionError::or_name_taken(e, &draft.name))?;
            let site = SiteId(tx.last_insert_rowid());
            keep_version(tx, site, &draft.rule_toml, origin, now)?;
            Ok(site)
        })
    }

    /// Replaces rule, name, kind and start of a site; a changed text becomes a new version.
    ///
    /// # Errors
    /// [`super::StoreError::NameTaken`], [`super::StoreError::NotFound`]; else from SQLite.
    pub fn update_site(&self, site: SiteId, draft: &SiteDraft) -> Result<()> {
        self.update_site_from(site, draft, RuleOrigin::Edited, Timestamp::now())
    }

    /// [`Self::update_site`] with the origin of the rule.
    ///
    /// # Errors
    /// As [`Self::update_site`].
    pub fn update_site_from(
        &self,
        site: SiteId,
        draft: &SiteDraft,
        origin: RuleOrigin,
        now: Timestamp,
    ) -> Result<()> {
        let draft = draft.clone();
        self.write(move |tx| update(tx, site, &draft, origin, now))
    }

    /// Removes a site with its records, requests, runs, tasks and accounts.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn remove_site(&self, site: SiteId) -> Result<()> {
        self.write(move |tx| delete(tx, site))?;
        self.forget_in_archives()?;
        self.free_lost_reposts()
    }

    /// Removes all collected data and known addresses of a site, so that the next run collects
    /// everything again (after a rule was changed). Rule, runs, tasks and accounts stay.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn clear_site(&self, site: SiteId) -> Result<()> {
        self.write(move |tx| {
            forget_search_terms(tx, site)?;
            forget_later(tx, site)?;
            for table in [
                "record",
                "deleted_record",
                "archived",
                "request",
                "snapshot",
                "site_field",
                "pulse",
                "site_history",
            ] {
                tx.execute(&format!("DELETE FROM {table} WHERE site = ?1"), [site.0])?;
            }
            found(tx.execute(
                "UPDATE site SET records = 0, open_requests = 0 WHERE id = ?1",
                [site.0],
            )?)
        })?;
        self.forget_in_archives()?;
        self.free_lost_reposts()
    }

    /// Enables or disables a site.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn set_site_enabled(&self, site: SiteId, enabled: bool) -> Result<()> {
        self.write(move |tx| enable(tx, site, enabled))
    }

    /// Stores the status of a site (`since` of the stored status stays while the state stays).
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn set_site_status(&self, site: SiteId, status: &SiteStatus) -> Result<()> {
        let status = status.clone();
        self.write(move |tx| set_status(tx, site, status))
    }
}

pub(super) fn update(
    tx: &Transaction<'_>,
    site: SiteId,
    draft: &SiteDraft,
    origin: RuleOrigin,
    now: Timestamp,
) -> std::result::Result<(), TransactionError> {
    let changed = tx
        .prepare_cached(
            "UPDATE site SET name = ?2, kind = ?3, start = ?4, rule_toml = ?5 WHERE id = ?1",
        )?
        .execute(params![
            site.0,
            draft.name,
            draft.kind.token(),
            draft.start,
            draft.rule_toml
        ])
        .map_err(|e| TransactionError::or_name_taken(e, &draft.name))?;
    found(changed)?;
    keep_version(tx, site, &draft.rule_toml, origin, now)
}

pub(super) fn delete(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<(), TransactionError> {
    forget_search_terms(tx, site)?;
    forget_later(tx, site)?;
    found(tx.execute("DELETE FROM site WHERE id = ?1", [site.0])?)
}

pub(super) fn enable(
    tx: &Transaction<'_>,
    site: SiteId,
    enabled: bool,
) -> std::result::Result<(), TransactionError> {
    found(tx.execute(
        "UPDATE site SET enabled = ?2 WHERE id = ?1",
        params![site.0, enabled],
    )?)
}

pub(super) fn set_status(
    tx: &Transaction<'_>,
    site: SiteId,
    mut status: SiteStatus,
) -> std::result::Result<(), TransactionError> {
    let before: Option<SiteStatus> = tx
        .query_row("SELECT status FROM site WHERE id = ?1", [site.0], |row| {
            get_opt_json(row, 0)
        })
        .optional()?
        .flatten();
    if let Some(before) = before.filter(|b| b.state == status.state) {
        status.since = before.since;
    }
    let json = to_json(&status)?;
    found(tx.execute(
        "UPDATE site SET status = ?2 WHERE id = ?1",
        params![site.0, json],
    )?)
}

/// A statement about one site that changed no row means that the site does not exist.
pub(super) fn found(changed: usize) -> std::result::Result<(), TransactionError> {
    found_as(changed, "site")
}

/// The same for other objects.
pub(super) fn found_as(changed: usize, what: &str) -> std::result::Result<(), TransactionError> {
    if changed == 0 {
        return Err(TransactionError::not_found(what));
    }
    Ok(())
}

/// The full-text index has no foreign keys.
fn forget_search_terms(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<(), TransactionError> {
    tx.execute(
        "DELETE FROM record_search WHERE rowid IN (SELECT id FROM record WHERE site = ?1)",
        [site.0],
    )?;
    Ok(())
}

fn site_of(row: &Row<'_>) -> rusqlite::Result<Site> {
    Ok(Site {
        id: SiteId(row.get(0)?),
        name: row.get(1)?,
        kind: get_token(row, 2)?,
        start: row.get(3)?,
        rule_toml: row.get(4)?,
        enabled: row.get(5)?,
        status: get_opt_json(row, 6)?,
        records: get_count(row, 7)?,
        last_run_at: get_opt_time(row, 8)?,
        paused: row.get(9)?,
        news_per_day: row.get(10)?,
        interrupted: row.get(11)?,
        left: get_count(row, 12)?,
    })
}
