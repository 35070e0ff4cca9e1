//! The sessions of sites: their parts and results. Input: a new session, or updates of one.
//! Output: all sessions of a site, most recently used first. Their number is bounded.

use jiff::Timestamp;
use rusqlite::{Row, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{
    get_count, get_opt_time, get_time, get_token, micros, opt_micros, signed,
};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{SessionParts, SiteId, SiteSession, Track};
use bowerbird_logic::policy::pools::sessions_to_forget;

const COLUMNS: &str = "site, number, made_at, proxy, account, user_agent, good, bad, latency_ms,
    seen_at, answers, refusals, in_row, refused, rest_until";

/// Sessions.
impl StoreReader {
    /// The sessions of a site, most recently used first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_sessions(&self, site: SiteId) -> Result<Vec<SiteSession>> {
        self.read(|connection| Ok(all(connection, site)?))
    }
}

impl Store {
    /// Adds a session of a site; the least recently used are dropped when there are too many.
    ///
    /// # Errors
    /// From SQLite, as when the site is gone.
    pub fn add_session(
        &self,
        site: SiteId,
        parts: &SessionParts,
        now: Timestamp,
    ) -> Result<SiteSession> {
        let parts = parts.clone();
        self.write(move |tx| {
            let known = all(tx, site)?;
            let last = known.iter().map(|session| session.number).max();
            let session = SiteSession::new(site, last.unwrap_or(0) + 1, parts, now);
            keep(tx, &session)?;
            for number in sessions_to_forget(&known, session.number) {
                tx.prepare_cached("DELETE FROM site_session WHERE site = ?1 AND number = ?2")?
                    .execute(params![site.0, signed(number)])?;
            }
            Ok(session)
        })
    }

    /// Stores an updated session.
    ///
    /// # Errors
    /// From SQLite, as when the site is gone.
    pub fn keep_session(&self, session: &SiteSession) -> Result<()> {
        let session = session.clone();
        self.write(move |tx| keep(tx, &session))
    }

    /// Makes all sessions of a site usable immediately, such as after the user states that the site
    /// does not block us.
    ///
    /// # Errors
    /// From SQLite.
    pub fn wake_sessions(&self, site: SiteId) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "UPDATE site_session SET rest_until = NULL, refused = NULL, in_row = 0, bad = 0
                 WHERE site = ?1",
                [site.0],
            )?;
            Ok(())
        })
    }
}

fn all(connection: &rusqlite::Connection, site: SiteId) -> rusqlite::Result<Vec<SiteSession>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM site_session WHERE site = ?1"
    ))?;
    let mut all = statement
        .query_map([site.0], session_of)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    all.sort_by_key(|session| std::cmp::Reverse((session.used_at(), session.number)));
    Ok(all)
}

fn keep(tx: &Transaction<'_>, session: &SiteSession) -> std::result::Result<(), TransactionError> {
    let sql = format!(
        "INSERT OR REPLACE INTO site_session ({COLUMNS})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
    );
    tx.prepare_cached(&sql)?.execute(params![
        session.site.0,
        signed(session.number),
        micros(session.made_at),
        session.parts.proxy,
        session.parts.account,
        session.parts.user_agent,
        session.track.good,
        session.track.bad,
        session.track.latency_ms,
        opt_micros(session.track.seen_at),
        signed(session.answers),
        signed(session.refusals),
        session.in_row,
        session.refused.map(|state| state.token()),
        opt_micros(session.rest_until),
    ])?;
    Ok(())
}

fn session_of(row: &Row<'_>) -> rusqlite::Result<SiteSession> {
    Ok(SiteSession {
        site: SiteId(row.get(0)?),
        number: get_count(row, 1)?,
        made_at: get_time(row, 2)?,
        parts: SessionParts {
            proxy: row.get(3)?,
            account: row.get(4)?,
            user_agent: row.get(5)?,
        },
        track: Track {
            good: row.get(6)?,
            bad: row.get(7)?,
            latency_ms: row.get(8)?,
            seen_at: get_opt_time(row, 9)?,
        },
        answers: get_count(row, 10)?,
        refusals: get_count(row, 11)?,
        in_row: row.get(12)?,
        refused: match row.get_ref(13)? {
            rusqlite::types::ValueRef::Null => None,
            _ => Some(get_token(row, 13)?),
        },
        rest_until: get_opt_time(row, 14)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::model::{PageState, SiteDraft, SourceKind};
    use bowerbird_logic::policy::pools::MAX_SESSIONS;

    #[test]
    fn sessions_are_numbered_kept_bounded_and_go_with_their_site() -> Result<()> {
        let at = |second| Timestamp::from_second(second).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(&folder.path().join("p"))?;
        let site = store.add_site(&SiteDraft {
            name: "N".to_owned(),
            kind: SourceKind::List,
            start: String::new(),
            rule_toml: String::new(),
        })?;
        let parts = SessionParts {
            proxy: Some("exit".to_owned()),
            account: None,
            user_agent: "A".to_owned(),
        };
        let mut first = store.add_session(site, &parts, at(1))?;
        assert_eq!((first.number, &first.parts), (1, &parts));
        first.track.good = 2.5;
        first.track.seen_at = Some(at(1_000));
        first.refused = Some(PageState::Challenge);
        first.rest_until = Some(at(2_000));
        store.keep_session(&first)?;
        for n in 2..20 {
            let made = store.add_session(site, &parts, at(n))?;
            assert_eq!(made.number, u64::try_from(n).unwrap());
        }
        let known = store.site_sessions(site)?;
        assert_eq!(known.len(), MAX_SESSIONS);
        assert_eq!(known.first(), Some(&first), "used last, though made first");
        store.wake_sessions(site)?;
        assert_eq!(store.site_sessions(site)?[0].rest_until, None);
        store.remove_site(site)?;
        assert!(store.site_sessions(site)?.is_empty());
        Ok(())
    }
}
