//! The deliveries of alerts by channel: pending, done, and failed. Input: accepted or rejected
//! deliveries. Output: the deliveries due for a channel, and the time of the next try. A
//! delivered alert is never sent again by the same channel. A failed one is retried with growing
//! waits until it is accepted or the alert is outdated; then the reason is stored.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_opt_json, get_time, micros, to_json};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AlertChannel, AlertDelivery, DeliveryState, RaisedAlert};
use bowerbird_logic::policy::delivery::wait_after;

/// The kinds of alerts about what happened once ([`AlertKind::is_event`]), which are never over.
macro_rules! events {
    () => {
        "('new-records', 'changes', 'condition')"
    };
}

/// Whether what is told of an alert is that it is over.
macro_rules! tells_end {
    () => {
        concat!(
            "(alert.cleared_at IS NOT NULL AND alert.kind NOT IN ",
            events!(),
            ")"
        )
    };
}

/// Alerts that a channel (`?1`) has to deliver: that they hold or happened, and, if it delivered
/// that, that they no longer hold.
const UNSENT: &str = concat!(
    "((alert.settled_at IS NULL AND NOT ",
    tells_end!(),
    ")
     OR (?2 AND alert.cleared_at IS NOT NULL AND alert.settled_cleared_at IS NULL
         AND coalesce((SELECT d.state = 'told' FROM alert_delivery d
                       WHERE d.alert = alert.id AND d.cleared = 0 AND d.channel = ?1),
                      -- told by an earlier version, which noted no ways
                      alert.told_at IS NOT NULL
                          AND NOT EXISTS (SELECT 1 FROM alert_delivery d
                                          WHERE d.alert = alert.id AND d.cleared = 0))))
    AND (alert.channels IS NULL
         OR EXISTS (SELECT 1 FROM json_each(alert.channels) WHERE value = ?1))
    AND NOT EXISTS (SELECT 1 FROM alert_delivery d
                    WHERE d.alert = alert.id AND d.cleared = ",
    tells_end!(),
    " AND d.channel = ?1 AND d.state <> 'waiting')"
);

/// The result of a delivery.
enum Outcome<'a> {
    Told,
    Failed { fault: &'a Message, wait: bool },
}

/// Deliveries of alerts.
impl StoreReader {
    /// The alerts that `channel` has to deliver, oldest first, in one batch: once any is due,
    /// including those waiting for a later try; otherwise none. `recoveries`: whether it also
    /// reports that an alert is over.
    ///
    /// # Errors
    /// From SQLite.
    pub fn unsent_alerts(
        &self,
        channel: AlertChannel,
        recoveries: bool,
        now: Timestamp,
    ) -> Result<Vec<RaisedAlert>> {
        let due = self.next_alert_at(&[channel], recoveries)?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        self.read(|connection| {
            let sql = format!("{} WHERE {UNSENT} ORDER BY alert.id", super::alerts::ALERT);
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map(
                params![channel.token().as_ref(), recoveries],
                super::alerts::alert_of,
            )?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// When the next of these channels has a delivery due; a time long ago if it was never tried,
    /// `None` when there is nothing.
    ///
    /// # Errors
    /// From SQLite.
    pub fn next_alert_at(
        &self,
        channels: &[AlertChannel],
        recoveries: bool,
    ) -> Result<Option<Timestamp>> {
        self.read(|connection| {
            let mut next: Option<i64> = None;
            for channel in channels {
                let at: Option<i64> = next_of(connection, *channel, recoveries)?;
                next = match (next, at) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, other) => one.or(other),
                };
            }
            Ok(next.and_then(|at| Timestamp::from_microsecond(at).ok()))
        })
    }

    /// Adds the delivery state of alerts for each channel.
    ///
    /// # Errors
    /// From SQLite.
    pub(super) fn add_deliveries(&self, alerts: &mut [RaisedAlert]) -> Result<()> {
        let plan = self.alert_plan()?;
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT channel, cleared, state, tries, next_at, at, reason FROM alert_delivery
                 WHERE alert = ?1 ORDER BY cleared, channel",
            )?;
            for alert in alerts {
                let rows = statement.query_map([alert.id], |row| {
                    let channel: String = row.get(0)?;
                    let state: String = row.get(2)?;
                    let next_at: Option<i64> = row.get(4)?;
                    Ok(AlertChannel::from_token(&channel).map(|channel| {
                        Ok::<_, rusqlite::Error>(AlertDelivery {
                            channel,
                            service: match channel {
                                AlertChannel::Service(id) => plan.service(id).map(|one| one.kind),
                                _ => None,
                            },
                            cleared: row.get(1)?,
                            state: match state.as_str() {
                                "told" => DeliveryState::Told,
                                "waiting" => DeliveryState::Waiting,
                                _ => DeliveryState::Ended,
                            },
                            tries: row.get(3)?,
                            next_at: next_at.and_then(|at| Timestamp::from_microsecond(at).ok()),
                            at: get_time(row, 5)?,
                            reason: get_opt_json(row, 6)?,
                        })
                    }))
                })?;
                for row in rows {
                    // A channel of a newer program has no name here.
                    if let Some(delivery) = row? {
                        alert.deliveries.push(delivery?);
                    }
                }
            }
            Ok(())
        })
    }
}

impl Store {
    /// Records that `channel` delivered these alerts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn note_alerts_sent(
        &self,
        channel: AlertChannel,
        alerts: &[RaisedAlert],
        now: Timestamp,
    ) -> Result<()> {
        let alerts = keys(alerts);
        self.write(move |tx| note(tx, channel, &alerts, &Outcome::Told, now))
    }

    /// Records that `channel` did not accept these alerts, and why. `wait`: whether the next try is
    /// delayed; else it may be made immediately.
    ///
    /// # Errors
    /// From SQLite.
    pub fn failed_alerts(
        &self,
        channel: AlertChannel,
        alerts: &[RaisedAlert],
        fault: &Message,
        wait: bool,
        now: Timestamp,
    ) -> Result<()> {
        let (alerts, fault) = (keys(alerts), fault.clone());
        self.write(move |tx| {
            let outcome = Outcome::Failed {
                fault: &fault,
                wait,
            };
            note(tx, channel, &alerts, &outcome, now)
        })
    }

    /// Makes all waiting deliveries due immediately: the channels were changed.
    ///
    /// # Errors
    /// From SQLite.
    pub fn retry_unsent_alerts(&self, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "UPDATE alert_delivery SET next_at = min(next_at, ?1) WHERE state = 'waiting'",
                [micros(now)],
            )?;
            Ok(())
        })
    }

    /// Ends deliveries that are no longer needed: those done by all of `channels`, alerts over
    /// before delivery, and those waiting for a removed channel. Writes nothing if there is nothing
    /// to end.
    ///
    /// # Errors
    /// From SQLite.
    pub fn settle_alerts(
        &self,
        channels: &[AlertChannel],
        recoveries: bool,
        now: Timestamp,
    ) -> Result<()> {
        let any: bool = self.read(|connection| {
            Ok(connection.query_row(
                // A delivery settled during a try may be waiting again.
                "SELECT EXISTS (SELECT 1 FROM alert WHERE settled_at IS NULL
                                OR (cleared_at IS NOT NULL AND settled_cleared_at IS NULL))
                     OR EXISTS (SELECT 1 FROM alert_delivery d JOIN alert a ON a.id = d.alert
                                WHERE d.state = 'waiting'
                                    AND iif(d.cleared, a.settled_cleared_at, a.settled_at) IS NOT NULL)",
                [],
                |row| row.get(0),
            )?)
        })?;
        if !any {
            return Ok(());
        }
        let channels = channels.to_vec();
        self.write(move |tx| settle(tx, &channels, recoveries, now))
    }
}

/// Alerts by number, with whether the delivery is about their end.
fn keys(alerts: &[RaisedAlert]) -> Vec<(i64, bool)> {
    let key = |alert: &RaisedAlert| (alert.id, alert.tells_end());
    alerts.iter().map(key).collect()
}

fn next_of(
    connection: &Connection,
    channel: AlertChannel,
    recoveries: bool,
) -> rusqlite::Result<Option<i64>> {
    let sql = format!(
        "SELECT min(coalesce((SELECT d.next_at FROM alert_delivery d
                              WHERE d.alert = alert.id AND d.channel = ?1
                                AND d.cleared = {}), 0))
         FROM alert WHERE {UNSENT}",
        tells_end!()
    );
    connection
        .prepare_cached(&sql)?
        .query_row(params![channel.token().as_ref(), recoveries], |row| {
            row.get(0)
        })
}

fn note(
    tx: &Transaction<'_>,
    channel: AlertChannel,
    alerts: &[(i64, bool)],
    outcome: &Outcome<'_>,
    now: Timestamp,
) -> std::result::Result<(), TransactionError> {
    for (alert, cleared) in alerts {
        let before: Option<(u32, String)> = tx
            .prepare_cached(
                "SELECT tries, state FROM alert_delivery
                 WHERE alert = ?1 AND cleared = ?2 AND channel = ?3",
            )?
            .query_row(params![alert, cleared, channel.token().as_ref()], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let known = tx
            .prepare_cached("SELECT 1 FROM alert WHERE id = ?1")?
            .exists([alert])?;
        // Removed with its site, or delivered meanwhile: there is nothing to record.
        if !known || before.as_ref().is_some_and(|(_, state)| state == "told") {
            continue;
        }
        let failed = before.map_or(0, |(tries, _)| tries);
        let (state, tries, next_at, reason) = match outcome {
            Outcome::Told => ("told", failed, None, None),
            Outcome::Failed { fault, wait } => {
                let tries = failed.saturating_add(1);
                let next = match wait {
                    true => now.saturating_add(wait_after(tries)).unwrap_or(now),
                    false => now,
                };
                ("waiting", tries, Some(micros(next)), Some(to_json(fault)?))
            }
        };
        tx.prepare_cached(
            "INSERT OR REPLACE INTO alert_delivery
                 (alert, cleared, channel, state, tries, next_at, at, reason)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            alert,
            cleared,
            channel.token().as_ref(),
            state,
            tries,
            next_at,
            micros(now),
            reason
        ])?;
        if matches!(outcome, Outcome::Told) {
            let sql = match cleared {
                true => {
                    "UPDATE alert SET told_cleared_at = coalesce(told_cleared_at, ?2) WHERE id = ?1"
                }
                false => "UPDATE alert SET told_at = coalesce(told_at, ?2) WHERE id = ?1",
            };
            tx.prepare_cached(sql)?
                .execute(params![alert, micros(now)])?;
        }
        keep_fault(tx, *alert)?;
    }
    Ok(())
}

/// The alert shows why a channel did not accept it, until a channel accepts it.
fn keep_fault(tx: &Transaction<'_>, alert: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE alert SET fault = (SELECT d.reason FROM alert_delivery d
                                   WHERE d.alert = ?1 AND d.state <> 'told' AND d.reason IS NOT NULL
                                   ORDER BY d.at DESC LIMIT 1)
         WHERE id = ?1",
    )?
    .execute([alert])?;
    Ok(())
}

fn settle(
    tx: &Transaction<'_>,
    channels: &[AlertChannel],
    recoveries: bool,
    now: Timestamp,
) -> std::result::Result<(), TransactionError> {
    let now = micros(now);
    // Channels that are no longer set up.
    let ways: Vec<_> = channels.iter().map(|channel| channel.token()).collect();
    let ways = serde_json::to_string(&ways)?;
    end_where(
        tx,
        now,
        "alert-way-gone",
        "channel NOT IN (SELECT value FROM json_each(?3))",
        Some(&ways),
    )?;
    // Alerts over before a channel reported that they hold.
    end_where(
        tx,
        now,
        "alert-passed",
        concat!(
            "cleared = 0 AND alert IN (SELECT id FROM alert WHERE ",
            tells_end!(),
            ")"
        ),
        None,
    )?;
    // Alerts that hold again before a channel reported that they ended.
    end_where(
        tx,
        now,
        "alert-holds-again",
        "cleared = 1 AND alert IN (SELECT a.id FROM alert a JOIN alert b
             ON b.rule = a.rule AND b.site IS a.site AND b.id > a.id)",
        None,
    )?;
    // What happened while there was no channel is told in the window only.
    tx.execute(
        concat!(
            "UPDATE alert SET settled_at = ?1 WHERE settled_at IS NULL
                 AND (",
            tells_end!(),
            " OR (json_array_length(?2) = 0 AND cleared_at IS NOT NULL))"
        ),
        params![now, ways],
    )?;
    tx.execute(
        "UPDATE alert SET settled_at = ?1 WHERE settled_at IS NULL
             AND json_array_length(?2) > 0
             AND NOT EXISTS (SELECT 1 FROM json_each(?2) way WHERE
                 (alert.channels IS NULL
                  OR way.value IN (SELECT value FROM json_each(alert.channels)))
                 AND NOT EXISTS (
                     SELECT 1 FROM alert_delivery d WHERE d.alert = alert.id AND d.cleared = 0
                         AND d.channel = way.value AND d.state <> 'waiting'))",
        params![now, ways],
    )?;
    let mut open: Vec<i64> = Vec::new();
    if recoveries {
        for channel in channels {
            let sql = format!(
                "SELECT alert.id FROM alert WHERE alert.cleared_at IS NOT NULL AND {UNSENT}"
            );
            let mut statement = tx.prepare_cached(&sql)?;
            let rows =
                statement.query_map(params![channel.token().as_ref(), true], |row| row.get(0))?;
            for row in rows {
                open.push(row?);
            }
        }
    }
    tx.execute(
        "UPDATE alert SET settled_cleared_at = ?1
         WHERE cleared_at IS NOT NULL AND settled_cleared_at IS NULL
             AND (id NOT IN (SELECT value FROM json_each(?2))
                  OR EXISTS (SELECT 1 FROM alert b WHERE b.rule = alert.rule
                                 AND b.site IS alert.site AND b.id > alert.id))",
        params![now, serde_json::to_string(&open)?],
    )?;
    Ok(())
}

/// Ends waiting deliveries that are outdated, with the reason.
fn end_where(
    tx: &Transaction<'_>,
    now: i64,
    reason: &str,
    which: &str,
    ways: Option<&str>,
) -> std::result::Result<(), TransactionError> {
    let reason = to_json(&Message::new(reason))?;
    let sql = format!(
        "UPDATE alert_delivery SET state = 'ended', next_at = NULL, at = ?1, reason = ?2
         WHERE state = 'waiting' AND {which} RETURNING alert"
    );
    let mut statement = tx.prepare_cached(&sql)?;
    let ended: Vec<i64> = match ways {
        Some(ways) => statement
            .query_map(params![now, reason, ways], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?,
        None => statement
            .query_map(params![now, reason], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?,
    };
    for alert in ended {
        keep_fault(tx, alert)?;
    }
    Ok(())
}
