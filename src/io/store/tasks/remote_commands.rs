//! Commands of other processes to the owner of the project. Input: a command, left in the
//! project file by a process that does not own it: the one exception to "one writer", a row of a
//! few bytes in a table that nothing else reads. Output: the commands, once each, to the owner,
//! and their results to the requesting process. A row exists while the command waits or is
//! executed; after a refusal it stays until the other process has read the reason.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::store::file::connection::open_foreign;
use crate::store::file::convert::micros;
use crate::store::file::open::real;
use crate::store::schema::{FormatStatus, format_status};
use crate::store::{Result, Store, StoreError};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RemoteCommand, RemoteCommandKind, SiteId};

/// Longer than any process waits for an answer: an older command was left by a process that is
/// gone.
const MAX_WAIT: SignedDuration = SignedDuration::from_secs(60);
/// Replaces the kind of a command being executed.
const TAKEN: &str = "taken";
/// Replaces the kind of a refused command; its text gives the reason.
const REFUSED: &str = "refused";

/// A command that was left for the owner.
#[derive(Debug)]
pub struct LeftCommand {
    connection: Connection,
    path: std::path::PathBuf,
    id: i64,
}

/// The state of a remote command.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoteAnswer {
    /// The owner has not taken it.
    Waiting,
    /// The owner is executing it.
    Taken,
    /// It is done.
    Done,
    /// The owner refused it, with the reason.
    Refused(Message),
}

/// A command that the owner has taken.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedCommand {
    /// The command.
    pub command: RemoteCommand,
    id: i64,
}

impl LeftCommand {
    /// Its state.
    ///
    /// # Errors
    /// From SQLite.
    pub fn answer(&self) -> Result<RemoteAnswer> {
        let row: Option<(String, Option<String>)> = self
            .connection
            .query_row(
                "SELECT what, text FROM wish WHERE id = ?1",
                [self.id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .map_err(|error| {
                crate::store::error::TransactionError::from(error).about(&self.path)
            })?;
        Ok(match row {
            None => RemoteAnswer::Done,
            Some((what, text)) if what == REFUSED => RemoteAnswer::Refused(
                serde_json::from_str(&text.unwrap_or_default())
                    .unwrap_or_else(|_| Message::new("engine-remote-refused")),
            ),
            Some((what, _)) if what == TAKEN => RemoteAnswer::Taken,
            Some(_) => RemoteAnswer::Waiting,
        })
    }

    /// Removes the command, or its answer, from the file; returns whether it was still there.
    ///
    /// # Errors
    /// From SQLite.
    pub fn withdraw(self) -> Result<bool> {
        let gone = self
            .connection
            .execute("DELETE FROM wish WHERE id = ?1", [self.id])
            .map_err(|error| {
                crate::store::error::TransactionError::from(error).about(&self.path)
            })?;
        Ok(gone > 0)
    }
}

/// Commands of other processes.
impl Store {
    /// Leaves a command for the process that owns the project at `path`.
    ///
    /// # Errors
    /// [`StoreError::TooOld`] and [`StoreError::TooNew`] for a file of another version; else from
    /// SQLite.
    pub fn leave_command(
        path: &Path,
        command: &RemoteCommand,
        now: Timestamp,
    ) -> Result<LeftCommand> {
        let path = real(path);
        let left = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = open_foreign(&path, flags)?;
            if let FormatStatus::Older(version) = format_status(&connection, &path)? {
                return Err(crate::store::error::TransactionError::Known(
                    StoreError::TooOld {
                        path: path.clone(),
                        version,
                    },
                ));
            }
            connection.execute(
                "INSERT INTO wish (at, what, site, text) VALUES (?1, ?2, ?3, ?4)",
                params![
                    micros(now),
                    command.kind.token(),
                    command.site.map(|site| site.0),
                    command.text,
                ],
            )?;
            let id = connection.last_insert_rowid();
            Ok((connection, id))
        };
        let (connection, id) = left().map_err(|fault| fault.about(&path))?;
        Ok(LeftCommand {
            connection,
            path,
            id,
        })
    }

    /// Drops the commands found when a process becomes the owner of the project: they have no
    /// addressee. Commands to show the window and to stop stay, because they may have arrived
    /// during startup.
    ///
    /// # Errors
    /// From SQLite.
    pub fn drop_commands(&self) -> Result<()> {
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

    /// The commands that the owner `accepts`, oldest first; each is returned once and waits for
    /// [`Self::answer_command`]. The others stay until nobody waits for them any more, and are
    /// dropped. Costs one read if there are none.
    ///
    /// # Errors
    /// From SQLite.
    pub fn take_commands(
        &self,
        now: Timestamp,
        accepts: impl Fn(RemoteCommandKind) -> bool + Send + 'static,
    ) -> Result<Vec<ClaimedCommand>> {
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
            // Only a manipulated file contains a time in the future.
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
            let mut taken = Vec::new();
            for (id, what, site, text) in left {
                // This version cannot execute the command of a newer program.
                let Some(kind) = RemoteCommandKind::from_token(&what).filter(|kind| accepts(*kind))
                else {
                    continue;
                };
                tx.execute(
                    "UPDATE wish SET what = ?2, text = NULL WHERE id = ?1",
                    params![id, TAKEN],
                )?;
                let site = site.map(SiteId);
                let command = RemoteCommand { kind, site, text };
                taken.push(ClaimedCommand { command, id });
            }
            Ok(taken)
        })
    }

    /// Stores the result of a command: done, or why it is refused.
    ///
    /// # Errors
    /// From SQLite.
    pub fn answer_command(&self, taken: &ClaimedCommand, refusal: Option<&Message>) -> Result<()> {
        let id = taken.id;
        let refusal = refusal.map(|why| serde_json::to_string(why).unwrap_or_default());
        self.write(move |tx| {
            match refusal {
                None => tx.execute("DELETE FROM wish WHERE id = ?1", [id])?,
                Some(why) => tx.execute(
                    "UPDATE wish SET what = ?2, text = ?3 WHERE id = ?1",
                    params![id, REFUSED, why],
                )?,
            };
            Ok(())
        })
    }
}
