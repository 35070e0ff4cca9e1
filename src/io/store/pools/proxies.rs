//! Proxies: rows of `proxy`, their results at each site (`proxy_site`), and their traffic by month.
//! Uses are stored in batches, one transaction each. Passwords are never stored here.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{
    get_count, get_json, get_opt_json, get_opt_time, get_token, opt_json, opt_micros, signed,
    to_json, token,
};
use crate::store::sites::found_as;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{
    Proxy, ProxyAtSite, ProxyChange, ProxyHealth, ProxyId, ProxyTraits, ProxyUse, SiteId, Track,
};
use bowerbird_logic::policy::pools::{month_of, note_use, note_use_at};

/// The columns of a proxy, its traffic in the month `?1` and in all months.
const SELECT: &str = "
    SELECT id, name, url, user, enabled, tier, tags, country, month_limit, health, good, bad,
           latency_ms, seen_at, rest_until, fault, fault_at, faults, good_at, exit_address,
           uses_ok, uses_failed,
           coalesce((SELECT bytes FROM proxy_traffic WHERE proxy = proxy.id AND month = ?1), 0),
           (SELECT coalesce(sum(bytes), 0) FROM proxy_traffic WHERE proxy = proxy.id)
    FROM proxy";

/// A proxy to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProxy {
    /// Name, unique.
    pub name: String,
    /// Address without credentials.
    pub url: String,
    /// User.
    pub user: Option<String>,
    /// Its traits.
    pub traits: ProxyTraits,
}

impl StoreReader {
    /// All proxies by name; their traffic is that of the current month.
    ///
    /// # Errors
    /// From SQLite.
    pub fn proxies(&self) -> Result<Vec<Proxy>> {
        self.read(|connection| {
            let mut statement = connection
                .prepare_cached(&format!("{SELECT} ORDER BY name COLLATE NOCASE, name"))?;
            let mut proxies: Vec<Proxy> = statement
                .query_map([month_of(Timestamp::now())], proxy_of)?
                .collect::<rusqlite::Result<_>>()?;
            let mut sites = sites_of_all(connection)?;
            for proxy in &mut proxies {
                proxy.sites = sites.remove(&proxy.id).unwrap_or_default();
            }
            Ok(proxies)
        })
    }
}

impl Store {
    /// Adds a proxy; its name must be unused.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NameTaken`]; else from SQLite.
    pub fn add_proxy(&self, proxy: &NewProxy) -> Result<ProxyId> {
        let ids = self.add_proxies(std::slice::from_ref(proxy))?;
        Ok(ids.first().copied().unwrap_or(ProxyId(0)))
    }

    /// Adds proxies, all or none; their ids in order.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NameTaken`]; else from SQLite.
    pub fn add_proxies(&self, proxies: &[NewProxy]) -> Result<Vec<ProxyId>> {
        let proxies = proxies.to_vec();
        self.write(move |tx| {
            let mut statement = tx.prepare_cached(
                "INSERT INTO proxy (name, url, user, health, tier, tags, country, month_limit)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            let health = token(&ProxyHealth::default())?;
            let mut ids = Vec::with_capacity(proxies.len());
            for proxy in &proxies {
                let traits = &proxy.traits;
                statement
                    .execute(params![
                        proxy.name,
                        proxy.url,
                        proxy.user,
                        health,
                        traits.tier,
                        to_json(&traits.tags)?,
                        traits.country,
                        traits.month_limit.map(signed),
                    ])
                    .map_err(|e| TransactionError::or_name_taken(e, &proxy.name))?;
                ids.push(ProxyId(tx.last_insert_rowid()));
            }
            Ok(ids)
        })
    }

    /// Removes proxies with all their data.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`] if one is missing; then all stay. Else from SQLite.
    pub fn remove_proxies(&self, proxies: &[ProxyId]) -> Result<()> {
        self.for_each_proxy(proxies, |tx, id| {
            tx.execute("DELETE FROM proxy WHERE id = ?1", [id.0])
        })
    }

    /// Enables or disables proxies.
    ///
    /// # Errors
    /// As [`Self::remove_proxies`].
    pub fn set_proxies_enabled(&self, proxies: &[ProxyId], enabled: bool) -> Result<()> {
        self.for_each_proxy(proxies, move |tx, id| {
            tx.execute(
                "UPDATE proxy SET enabled = ?2 WHERE id = ?1",
                params![id.0, enabled],
            )
        })
    }

    /// Renames the user of a proxy.
    ///
    /// # Errors
    /// As [`Self::remove_proxies`].
    pub fn set_proxy_user(&self, proxy: ProxyId, user: &str) -> Result<()> {
        let user = user.to_owned();
        self.for_each_proxy(&[proxy], move |tx, id| {
            tx.execute(
                "UPDATE proxy SET user = ?2 WHERE id = ?1",
                params![id.0, user],
            )
        })
    }

    /// Changes the traits of proxies.
    ///
    /// # Errors
    /// As [`Self::remove_proxies`].
    pub fn change_proxies(&self, proxies: &[ProxyId], change: &ProxyChange) -> Result<()> {
        let (proxies, change) = (proxies.to_vec(), change.clone());
        self.write(move |tx| {
            for id in &proxies {
                let known = one(tx, *id)?;
                found_as(usize::from(known.is_some()), "proxy")?;
                let Some(mut proxy) = known else { continue };
                change.apply(&mut proxy.traits);
                set_traits(tx, *id, &proxy.traits)?;
            }
            Ok(())
        })
    }

    /// Sets the traits of proxies.
    ///
    /// # Errors
    /// As [`Self::remove_proxies`].
    pub fn set_proxy_traits(&self, all: &[(ProxyId, ProxyTraits)]) -> Result<()> {
        let all = all.to_vec();
        self.write(move |tx| {
            for (id, traits) in &all {
                found_as(set_traits(tx, *id, traits)?, "proxy")?;
            }
            Ok(())
        })
    }

    /// Stores the results of proxy uses. Those of missing proxies or sites are skipped.
    ///
    /// # Errors
    /// From SQLite.
    pub fn note_proxy_uses(&self, uses: &[ProxyUse]) -> Result<()> {
        let uses = uses.to_vec();
        self.write(move |tx| {
            for r#use in &uses {
                note_one(tx, r#use)?;
            }
            Ok(())
        })
    }

    /// Ends the rests of proxies at all sites, so that they can be tried again immediately.
    ///
    /// # Errors
    /// As [`Self::remove_proxies`].
    pub fn wake_proxies(&self, proxies: &[ProxyId]) -> Result<()> {
        self.for_each_proxy(proxies, |tx, id| {
            tx.execute(
                "UPDATE proxy_site SET rest_until = NULL WHERE proxy = ?1",
                [id.0],
            )?;
            tx.execute("UPDATE proxy SET rest_until = NULL WHERE id = ?1", [id.0])
        })
    }

    fn for_each_proxy(
        &self,
        proxies: &[ProxyId],
        change: impl Fn(&Transaction<'_>, ProxyId) -> rusqlite::Result<usize> + Send + 'static,
    ) -> Result<()> {
        let proxies = proxies.to_vec();
        self.write(move |tx| {
            for id in &proxies {
                found_as(change(tx, *id)?, "proxy")?;
            }
            Ok(())
        })
    }
}

fn set_traits(
    tx: &Transaction<'_>,
    id: ProxyId,
    traits: &ProxyTraits,
) -> std::result::Result<usize, TransactionError> {
    let changed = tx
        .prepare_cached(
            "UPDATE proxy SET tier = ?2, tags = ?3, country = ?4, month_limit = ?5 WHERE id = ?1",
        )?
        .execute(params![
            id.0,
            traits.tier,
            to_json(&traits.tags)?,
            traits.country,
            traits.month_limit.map(signed),
        ])?;
    Ok(changed)
}

fn one(tx: &Transaction<'_>, id: ProxyId) -> rusqlite::Result<Option<Proxy>> {
    tx.prepare_cached(&format!("{SELECT} WHERE id = ?2"))?
        .query_row(params![0, id.0], proxy_of)
        .optional()
}

fn note_one(tx: &Transaction<'_>, r#use: &ProxyUse) -> std::result::Result<(), TransactionError> {
    let Some(mut proxy) = one(tx, r#use.proxy)? else {
        return Ok(());
    };
    note_use(&mut proxy, r#use);
    tx.prepare_cached(
        "UPDATE proxy SET health = ?2, good = ?3, bad = ?4, latency_ms = ?5, seen_at = ?6,
                rest_until = ?7, fault = ?8, fault_at = ?9, faults = ?10, good_at = ?11,
                exit_address = ?12, uses_ok = ?13, uses_failed = ?14
         WHERE id = ?1",
    )?
    .execute(params![
        proxy.id.0,
        token(&proxy.health)?,
        proxy.track.good,
        proxy.track.bad,
        proxy.track.latency_ms,
        opt_micros(proxy.track.seen_at),
        opt_micros(proxy.rest_until),
        opt_json(proxy.fault.as_ref())?,
        opt_micros(proxy.fault_at),
        proxy.faults,
        opt_micros(proxy.good_at),
        proxy.exit_address,
        signed(proxy.uses_ok),
        signed(proxy.uses_failed),
    ])?;
    if r#use.bytes > 0 || r#use.requests > 0 {
        tx.prepare_cached(
            "INSERT INTO proxy_traffic (proxy, month, bytes, requests) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (proxy, month) DO UPDATE
             SET bytes = bytes + excluded.bytes, requests = requests + excluded.requests",
        )?
        .execute(params![
            proxy.id.0,
            month_of(r#use.at),
            signed(r#use.bytes),
            signed(r#use.requests)
        ])?;
    }
    match r#use.site {
        Some(site) => note_at_site(tx, site, r#use),
        None => Ok(()),
    }
}

fn note_at_site(
    tx: &Transaction<'_>,
    site: SiteId,
    r#use: &ProxyUse,
) -> std::result::Result<(), TransactionError> {
    let says_something = r#use.good > 0 || r#use.fault.is_some() || r#use.refused.is_some();
    let is_there = tx
        .prepare_cached("SELECT 1 FROM site WHERE id = ?1")?
        .exists([site.0])?;
    if !says_something || !is_there {
        return Ok(());
    }
    let known = tx
        .prepare_cached(&format!("{SITES} WHERE proxy = ?1 AND site = ?2"))?
        .query_row(params![r#use.proxy.0, site.0], at_site_of)
        .optional()?;
    let mut at = known.map_or_else(|| ProxyAtSite::unused(site), |(_, at)| at);
    note_use_at(&mut at, r#use);
    tx.prepare_cached(
        "INSERT OR REPLACE INTO proxy_site (proxy, site, good, bad, latency_ms, seen_at, uses_ok,
                uses_failed, good_at, refused, refusals, rest_until)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        r#use.proxy.0,
        site.0,
        at.track.good,
        at.track.bad,
        at.track.latency_ms,
        opt_micros(at.track.seen_at),
        signed(at.uses_ok),
        signed(at.uses_failed),
        opt_micros(at.good_at),
        at.refused.as_ref().map(token).transpose()?,
        at.refusals,
        opt_micros(at.rest_until),
    ])?;
    Ok(())
}

/// The columns of a proxy at a site.
const SITES: &str = "
    SELECT proxy, site, name, good, bad, latency_ms, seen_at, uses_ok, uses_failed, good_at,
           refused, refusals, rest_until
    FROM proxy_site JOIN site ON site.id = proxy_site.site";

fn sites_of_all(
    connection: &Connection,
) -> std::result::Result<HashMap<ProxyId, Vec<ProxyAtSite>>, TransactionError> {
    let mut all: HashMap<ProxyId, Vec<ProxyAtSite>> = HashMap::new();
    let mut statement =
        connection.prepare_cached(&format!("{SITES} ORDER BY name COLLATE NOCASE, name"))?;
    for found in statement.query_map([], at_site_of)? {
        let (proxy, at) = found?;
        all.entry(proxy).or_default().push(at);
    }
    Ok(all)
}

fn at_site_of(row: &Row<'_>) -> rusqlite::Result<(ProxyId, ProxyAtSite)> {
    let refused: Option<String> = row.get(10)?;
    Ok((
        ProxyId(row.get(0)?),
        ProxyAtSite {
            site: SiteId(row.get(1)?),
            site_name: row.get(2)?,
            track: Track {
                good: row.get(3)?,
                bad: row.get(4)?,
                latency_ms: row.get(5)?,
                seen_at: get_opt_time(row, 6)?,
            },
            uses_ok: get_count(row, 7)?,
            uses_failed: get_count(row, 8)?,
            good_at: get_opt_time(row, 9)?,
            refused: match refused {
                Some(_) => Some(get_token(row, 10)?),
                None => None,
            },
            refusals: row.get(11)?,
            rest_until: get_opt_time(row, 12)?,
        },
    ))
}

fn proxy_of(row: &Row<'_>) -> rusqlite::Result<Proxy> {
    Ok(Proxy {
        id: ProxyId(row.get(0)?),
        name: row.get(1)?,
        url: row.get(2)?,
        user: row.get(3)?,
        enabled: row.get(4)?,
        traits: ProxyTraits {
            tier: row.get(5)?,
            tags: get_json(row, 6)?,
            country: row.get(7)?,
            month_limit: row
                .get::<_, Option<i64>>(8)?
                .and_then(|limit| u64::try_from(limit).ok()),
        },
        health: get_token(row, 9)?,
        track: Track {
            good: row.get(10)?,
            bad: row.get(11)?,
            latency_ms: row.get(12)?,
            seen_at: get_opt_time(row, 13)?,
        },
        rest_until: get_opt_time(row, 14)?,
        fault: get_opt_json(row, 15)?,
        fault_at: get_opt_time(row, 16)?,
        faults: row.get(17)?,
        good_at: get_opt_time(row, 18)?,
        exit_address: row.get(19)?,
        uses_ok: get_count(row, 20)?,
        uses_failed: get_count(row, 21)?,
        month_bytes: get_count(row, 22)?,
        bytes: get_count(row, 23)?,
        sites: Vec::new(),
    })
}
