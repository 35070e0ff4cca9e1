//! What other processes wish of the one that owns the project. Flows in: a wish, left in the
//! project file by a process that does not own it: the one exception to "one writer", a row of a
//! few bytes in a table that nothing else reads. Flows out: the wishes, to the owner, once each.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::store::file::connection::open_foreign;
use crate::store::file::convert::micros;
use crate::store::file::open::real;
use crate::store::schema::{Standing, standing};
use crate::store::{Result, Store, StoreError};
use bowerbird_logic::model::{RemoteCommand, RemoteCommandKind, SiteId};

/// Longer than anybody waits for a wish to be taken: what is older was left by a process that is
/// gone.
const MAX_WAIT: SignedDuration = SignedDuration::from_secs(60);

/// A wish that was left for the owner.
#[derive(Debug)]
pub struct LeftWish {
    connection: Connection,
    path: std::path::PathBuf,
    id: i64,
}

impl LeftWish {
    /// Whether the owner has taken it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn is_taken(&self) -> Result<bool> {
        let there: Option<i64> = self
            .connection
            .query_row("SELECT id FROM wish WHERE id = ?1", [self.id], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|error| crate::store::error::Fault::from(error).about(&self.path))?;
        Ok(there.is_none())
    }

    /// Takes the wish back; whether the owner had not taken it yet.
    ///
    /// # Errors
    /// From SQLite.
    pub fn take_back(self) -> Result<bool> {
        let gone = self
            .connection
            .execute("DELETE FROM wish WHERE id = ?1", [self.id])
            .map_err(|error| crate::store::error::Fault::from(error).about(&self.path))?;
        Ok(gone > 0)
    }
}

/// Wishes.
impl Store {
    /// Leaves a wish for the process that owns the project at `path`.
    ///
    /// # Errors
    /// [`StoreError::TooOld`] and [`StoreError::TooNew`] for a file of another version; else from
    /// SQLite.
    pub fn leave_wish(path: &Path, wish: &RemoteCommand, now: Timestamp) -> Result<LeftWish> {
        let path = real(path);
        let left = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = open_foreign(&path, flags)?;
            if let Standing::Older(version) = standing(&connection, &path)? {
                return Err(crate::store::error::Fault::Known(StoreError::TooOld {
                    path: path.clone(),
                    version,
                }));
            }
            connection.execute(
                "INSERT INTO wish (at, what, site, text) VALUES (?1, ?2, ?3, ?4)",
                params![
                    micros(now),
                    wish.kind.token(),
                    wish.site.map(|site| site.0),
                    wish.text,
                ],
            )?;
            let id = connection.last_insert_rowid();
            Ok((connection, id))
        };
        let (connection, id) = left().map_err(|fault| fault.about(&path))?;
        Ok(LeftWish {
            connection,
            path,
            id,
        })
    }

    /// Drops the wishes that lie there when a process begins to own the project: they were wished of
    /// nobody. Calls for the window and to stop stay, for they may have come while it began.
    ///
    /// # Errors
    /// From SQLite.
    pub fn drop_wishes(&self) -> Result<()> {
        self.write(|tx| {
            tx.execute(
                "DELETE FROM wish WHERE what NOT IN (?1, ?2)",
                [
                    RemoteCommandKind::Show.token(),
                    RemoteCommandKind::Stop.token(),
                ],
            )?;
            Ok(())
        })
    }

    /// The wishes that were left and that `heeds` wants, oldest first; each is given out once. The
    /// others lie until nobody waits for them any more, and go unheard. Costs one read where there
    /// are none.
    ///
    /// # Errors
    /// From SQLite.
    pub fn take_wishes(
        &self,
        now: Timestamp,
        heeds: impl Fn(RemoteCommandKind) -> bool + Send + 'static,
    ) -> Result<Vec<RemoteCommand>> {
        let any = self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT EXISTS (SELECT 1 FROM wish)")?
                .query_row([], |row| row.get::<_, bool>(0))?)
        })?;
        if !any {
            return Ok(Vec::new());
        }
        let oldest = micros(now.checked_sub(MAX_WAIT).unwrap_or(now));
        let newest = micros(now.checked_add(MAX_WAIT).unwrap_or(now));
        self.write(move |tx| {
            // Of a time to come is only what a file was made to say.
            tx.execute(
                "DELETE FROM wish WHERE at < ?1 OR at > ?2",
                [oldest, newest],
            )?;
            let left: Vec<(i64, String, Option<i64>, Option<String>)> = tx
                .prepare_cached("SELECT id, what, site, text FROM wish ORDER BY id")?
                .query_map([], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
                })?
                .collect::<rusqlite::Result<_>>()?;
            let mut wishes = Vec::new();
            for (id, what, site, text) in left {
                // What a newer program wishes is nothing this one could do.
                let Some(kind) = RemoteCommandKind::from_token(&what).filter(|kind| heeds(*kind))
                else {
                    continue;
                };
                tx.execute("DELETE FROM wish WHERE id = ?1", [id])?;
                let site = site.map(SiteId);
                wishes.push(RemoteCommand { kind, site, text });
            }
            Ok(wishes)
        })
    }
}
