//! The supervision of sites: their phases, timelines and actions. Input: changes of one site,
//! one transaction each. Output: the phases of all sites at once, and the history of one, newest
//! first. The last [`MAX_SITE_HISTORY`] entries of each history are kept.
//!
//! Below: raised alerts and their deliveries, and changes of several sites at once.

pub(super) mod alerts;
pub(super) mod pending_alert_deliveries;
pub(super) mod site_batch;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::error::TransactionError;
use super::file::convert::{
    get_count, get_json, get_opt_time, get_time, get_token, micros, opt_micros, signed, to_json,
    token, unsigned,
};
use super::sites::found;
use super::{Result, Store, StoreReader};
use bowerbird_logic::model::{
    ActionKind, ActionOutcome, NextStep, RunId, SiteAction, SiteEvent, SiteId, Supervision,
};

/// Maximum events, and actions, stored per site.
pub const MAX_SITE_HISTORY: u64 = 500;

const COLUMNS: &str = "site, phase, since, state, rule, url, step, due_at, memory";

/// What changed in the supervision of one site.
#[derive(Clone, Debug, PartialEq)]
pub struct SupervisionChange {
    /// Its current state.
    pub now: Supervision,
    /// New moves.
    pub events: Vec<SiteEvent>,
    /// New actions.
    pub actions: Vec<SiteAction>,
    /// Numbers of actions with a new outcome, with the outcome and the time.
    pub ended: Vec<(u64, ActionOutcome, Timestamp)>,
}

/// Supervision.
impl StoreReader {
    /// The supervision of one site; `None` before anything was recorded for it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn supervision(&self, site: SiteId) -> Result<Option<Supervision>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM site_supervision WHERE site = ?1"
                ))?
                .query_row([site.0], supervision_of)
                .optional()?)
        })
    }

    /// The supervision of all sites with recorded data, by site id. One small row per site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn supervisions(&self) -> Result<Vec<Supervision>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM site_supervision ORDER BY site"
            ))?;
            let all = statement
                .query_map([], supervision_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(all)
        })
    }

    /// The timeline of a site, newest first, at most `most` moves.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_events(&self, site: SiteId, most: u64) -> Result<Vec<SiteEvent>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT number, at, run, from_phase, to_phase, state, rule, evidence, url,
                        snapshot_at, session
                 FROM site_event WHERE site = ?1 ORDER BY number DESC LIMIT ?2",
            )?;
            let events = statement
                .query_map(params![site.0, signed(most)], event_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(events)
        })
    }

    /// The actions taken for a site, newest first, at most `most`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_actions(&self, site: SiteId, most: u64) -> Result<Vec<SiteAction>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT number, at, run, kind, state, why, outcome, ended_at,
                        session
                 FROM site_action WHERE site = ?1 ORDER BY number DESC LIMIT ?2",
            )?;
            let actions = statement
                .query_map(params![site.0, signed(most)], action_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(actions)
        })
    }
}

impl Store {
    /// Stores changes in the supervision of a site, in one transaction.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] when the site is gone; else from SQLite.
    pub fn keep_supervision(&self, change: &SupervisionChange) -> Result<()> {
        let change = change.clone();
        self.write(move |tx| keep_change(tx, &change))
    }
}

pub(super) fn keep_change(
    tx: &Transaction<'_>,
    change: &SupervisionChange,
) -> std::result::Result<(), TransactionError> {
    let site = change.now.site;
    found(tx.execute("UPDATE site SET name = name WHERE id = ?1", [site.0])?)?;
    keep(tx, &change.now)?;
    for event in &change.events {
        add_event(tx, site, event)?;
    }
    for action in &change.actions {
        add_action(tx, site, action)?;
    }
    for (number, outcome, at) in &change.ended {
        tx.prepare_cached(
            "UPDATE site_action SET outcome = ?3, ended_at = ?4
             WHERE site = ?1 AND number = ?2",
        )?
        .execute(params![
            site.0,
            signed(*number),
            token(outcome)?,
            micros(*at)
        ])?;
    }
    if !change.events.is_empty() {
        prune(tx, "site_event", site, change.now.memory.events)?;
    }
    if !change.actions.is_empty() {
        prune(tx, "site_action", site, change.now.memory.actions)?;
    }
    Ok(())
}

fn keep(tx: &Transaction<'_>, now: &Supervision) -> std::result::Result<(), TransactionError> {
    let step = now.next.as_ref().map(|next| next.kind.token());
    let due_at = now.next.as_ref().map(|next| micros(next.at));
    tx.prepare_cached(
        "INSERT INTO site_supervision (site, phase, since, state, rule, url, step, due_at, memory)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (site) DO UPDATE SET phase = excluded.phase, since = excluded.since,
             state = excluded.state, rule = excluded.rule, url = excluded.url,
             step = excluded.step, due_at = excluded.due_at, memory = excluded.memory",
    )?
    .execute(params![
        now.site.0,
        now.phase.token(),
        micros(now.since),
        now.state.token(),
        to_json(&now.rule)?,
        now.url,
        step,
        due_at,
        to_json(&now.memory)?,
    ])?;
    Ok(())
}

fn add_event(
    tx: &Transaction<'_>,
    site: SiteId,
    event: &SiteEvent,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO site_event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        site.0,
        signed(event.number),
        micros(event.at),
        event.run.map(|run| run.0),
        event.from.token(),
        event.to.token(),
        event.state.token(),
        to_json(&event.rule)?,
        to_json(&event.evidence)?,
        event.url,
        opt_micros(event.snapshot_at),
        event.session.map(signed),
    ])?;
    Ok(())
}

fn add_action(
    tx: &Transaction<'_>,
    site: SiteId,
    action: &SiteAction,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO site_action VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        site.0,
        signed(action.number),
        micros(action.at),
        action.run.map(|run| run.0),
        action.kind.token(),
        action.state.token(),
        to_json(&action.why)?,
        action.outcome.token(),
        opt_micros(action.ended_at),
        action.session.map(signed),
    ])?;
    Ok(())
}

fn prune(
    tx: &Transaction<'_>,
    table: &str,
    site: SiteId,
    last: u64,
) -> std::result::Result<(), TransactionError> {
    let sql = format!("DELETE FROM {table} WHERE site = ?1 AND number <= ?2");
    let gone = signed(last.saturating_sub(MAX_SITE_HISTORY));
    tx.prepare_cached(&sql)?.execute(params![site.0, gone])?;
    Ok(())
}

fn supervision_of(row: &Row<'_>) -> rusqlite::Result<Supervision> {
    let step: Option<ActionKind> = match row.get_ref(6)? {
        rusqlite::types::ValueRef::Null => None,
        _ => Some(get_token(row, 6)?),
    };
    let due_at = get_opt_time(row, 7)?;
    Ok(Supervision {
        site: SiteId(row.get(0)?),
        phase: get_token(row, 1)?,
        since: get_time(row, 2)?,
        state: get_token(row, 3)?,
        rule: get_json(row, 4)?,
        url: row.get(5)?,
        next: step.zip(due_at).map(|(kind, at)| NextStep { kind, at }),
        memory: get_json(row, 8)?,
    })
}

fn event_of(row: &Row<'_>) -> rusqlite::Result<SiteEvent> {
    Ok(SiteEvent {
        number: get_count(row, 0)?,
        at: get_time(row, 1)?,
        run: row.get::<_, Option<i64>>(2)?.map(RunId),
        from: get_token(row, 3)?,
        to: get_token(row, 4)?,
        state: get_token(row, 5)?,
        rule: get_json(row, 6)?,
        evidence: get_json(row, 7)?,
        url: row.get(8)?,
        snapshot_at: get_opt_time(row, 9)?,
        session: row.get::<_, Option<i64>>(10)?.map(unsigned),
    })
}

fn action_of(row: &Row<'_>) -> rusqlite::Result<SiteAction> {
    Ok(SiteAction {
        number: get_count(row, 0)?,
        at: get_time(row, 1)?,
        run: row.get::<_, Option<i64>>(2)?.map(RunId),
        kind: get_token(row, 3)?,
        state: get_token(row, 4)?,
        why: get_json(row, 5)?,
        outcome: get_token(row, 6)?,
        ended_at: get_opt_time(row, 7)?,
        session: row.get::<_, Option<i64>>(8)?.map(unsigned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Result, Store};
    use bowerbird_logic::messages::Message;
    use bowerbird_logic::model::{PageState, Phase, SiteDraft, SourceKind};

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn action(number: u64) -> SiteAction {
        SiteAction {
            number,
            at: at(5),
            run: None,
            kind: ActionKind::Probe,
            state: PageState::Blocked,
            why: Message::new("w"),
            outcome: ActionOutcome::Pending,
            ended_at: None,
            session: Some(7),
        }
    }

    fn event(number: u64) -> SiteEvent {
        SiteEvent {
            number,
            at: at(6),
            run: Some(RunId(3)),
            from: Phase::Healthy,
            to: Phase::Suspect,
            state: PageState::RateLimited,
            rule: Message::new("r").with("n", 3),
            evidence: Vec::new(),
            url: "http://h/".to_owned(),
            snapshot_at: Some(at(4)),
            session: Some(7),
        }
    }

    #[test]
    fn phases_and_histories_are_kept_bounded_and_go_with_their_site() -> Result<()> {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(&folder.path().join("p"))?;
        let site = store.add_site(&SiteDraft {
            name: "N".to_owned(),
            kind: SourceKind::List,
            start: String::new(),
            rule_toml: String::new(),
        })?;
        assert_eq!(store.supervision(site)?, None);
        let mut now = Supervision::new(site, at(1));
        now.phase = Phase::Cooling;
        now.next = Some(NextStep {
            kind: ActionKind::Probe,
            at: at(60),
        });
        now.memory.events = MAX_SITE_HISTORY + 2;
        now.memory.actions = 1;
        let change = SupervisionChange {
            now: now.clone(),
            events: (1..=now.memory.events).map(event).collect(),
            actions: vec![action(1)],
            ended: Vec::new(),
        };
        store.keep_supervision(&change)?;
        assert_eq!(store.supervision(site)?, Some(now.clone()));
        assert_eq!(store.supervisions()?, vec![now.clone()]);
        let kept = store.site_events(site, 1_000)?;
        assert_eq!(kept.len(), 500);
        assert_eq!(kept.first(), Some(&event(MAX_SITE_HISTORY + 2)));
        assert_eq!(store.site_actions(site, 9)?, vec![action(1)]);
        store.keep_supervision(&SupervisionChange {
            now,
            events: Vec::new(),
            actions: Vec::new(),
            ended: vec![(1, ActionOutcome::Helped, at(9))],
        })?;
        let ended = store.site_actions(site, 9)?;
        assert_eq!(ended[0].outcome, ActionOutcome::Helped);
        assert_eq!(ended[0].ended_at, Some(at(9)));
        store.remove_site(site)?;
        assert!(store.supervisions()?.is_empty());
        assert!(store.site_events(site, 9)?.is_empty());
        assert!(store.keep_supervision(&change).is_err());
        Ok(())
    }
}
