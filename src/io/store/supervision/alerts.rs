//! Alerts: the plan (conditions and channels), and raised alerts. Input: the engine's results.
//! Output: active alerts and the history. `alert_delivery` stores their deliveries.

use jiff::Timestamp;
use rusqlite::{Row, params};

use crate::store::file::convert::{
    get_json, get_opt_json, get_opt_time, get_time, micros, to_json, token,
};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{AlertKind, AlertPlan, RaisedAlert, SiteId};

/// Name of the setting with the plan.
const PLAN: &str = "alerts";
/// Maximum alerts stored; of those that no longer hold, the oldest are removed.
const KEPT: i64 = 2_000;

/// Alerts.
impl StoreReader {
    /// Conditions and channels.
    ///
    /// # Errors
    /// From SQLite.
    pub fn alert_plan(&self) -> Result<AlertPlan> {
        let kept = self.setting(PLAN)?;
        Ok(kept
            .and_then(|json| serde_json::from_str(&json).ok())
            .unwrap_or_default())
    }

    /// Raised alerts, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn alerts(&self, most: usize) -> Result<Vec<RaisedAlert>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut alerts = self.alerts_where("1 ORDER BY alert.id DESC LIMIT ?1", Some(most))?;
        self.add_deliveries(&mut alerts)?;
        Ok(alerts)
    }

    /// Active alerts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn open_alerts(&self) -> Result<Vec<RaisedAlert>> {
        self.alerts_where("cleared_at IS NULL ORDER BY alert.id", None)
    }

    fn alerts_where(&self, clause: &str, most: Option<i64>) -> Result<Vec<RaisedAlert>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{ALERT} WHERE {clause}"))?;
            let rows: rusqlite::Result<Vec<RaisedAlert>> = match most {
                Some(most) => statement.query_map([most], alert_of)?.collect(),
                None => statement.query_map([], alert_of)?.collect(),
            };
            Ok(rows?)
        })
    }
}

impl Store {
    /// Stores conditions and channels.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_alert_plan(&self, plan: &AlertPlan) -> Result<()> {
        self.set_setting(PLAN, &serde_json::to_string(plan).unwrap_or_default())
    }

    /// Records which conditions hold since now and which no longer hold. Returns the raised alerts
    /// with their ids.
    ///
    /// # Errors
    /// From SQLite.
    pub fn note_alerts(
        &self,
        raised: Vec<RaisedAlert>,
        cleared: Vec<i64>,
        now: Timestamp,
    ) -> Result<Vec<RaisedAlert>> {
        self.write(move |tx| {
            for id in cleared {
                // That a run with new records is followed by one without is nothing to tell.
                tx.prepare_cached(
                    "UPDATE alert SET cleared_at = ?2,
                            settled_cleared_at = iif(kind IN (?3, ?4), ?2, settled_cleared_at)
                     WHERE id = ?1",
                )?
                .execute(params![
                    id,
                    micros(now),
                    token(&AlertKind::NewRecords)?,
                    token(&AlertKind::Changes)?
                ])?;
            }
            let mut raised = raised;
            for alert in &mut raised {
                tx.prepare_cached(
                    "INSERT INTO alert (rule, kind, site, message, raised_at)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    i64::try_from(alert.rule).unwrap_or(i64::MAX),
                    token(&alert.kind)?,
                    alert.site.map(|site| site.0),
                    to_json(&alert.message)?,
                    micros(alert.raised_at),
                ])?;
                alert.id = tx.last_insert_rowid();
            }
            tx.execute(
                "DELETE FROM alert WHERE cleared_at IS NOT NULL
                    AND id <= (SELECT max(id) FROM alert) - ?1",
                [KEPT],
            )?;
            Ok(raised)
        })
    }

    /// Removes alerts that no longer hold.
    ///
    /// # Errors
    /// From SQLite.
    pub fn forget_cleared_alerts(&self) -> Result<()> {
        self.write(|tx| {
            tx.execute("DELETE FROM alert WHERE cleared_at IS NOT NULL", [])?;
            Ok(())
        })
    }
}

pub(super) const ALERT: &str = "
    SELECT alert.id, alert.rule, alert.kind, alert.site, coalesce(site.name, ''), alert.message,
           alert.raised_at, alert.cleared_at, alert.told_at, alert.told_cleared_at, alert.fault
    FROM alert LEFT JOIN site ON site.id = alert.site";

pub(super) fn alert_of(row: &Row<'_>) -> rusqlite::Result<RaisedAlert> {
    let kind: String = row.get(2)?;
    Ok(RaisedAlert {
        id: row.get(0)?,
        rule: u64::try_from(row.get::<_, i64>(1)?).unwrap_or_default(),
        kind: AlertKind::from_token(&kind).unwrap_or(AlertKind::Disk),
        site: row.get::<_, Option<i64>>(3)?.map(SiteId),
        site_name: row.get(4)?,
        message: get_json(row, 5)?,
        raised_at: get_time(row, 6)?,
        cleared_at: get_opt_time(row, 7)?,
        told_at: get_opt_time(row, 8)?,
        told_cleared_at: get_opt_time(row, 9)?,
        fault: get_opt_json(row, 10)?,
        deliveries: Vec::new(),
    })
}
