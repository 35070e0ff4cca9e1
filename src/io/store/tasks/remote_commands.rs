//! What other processes ask of the one that owns the project. Flows in: a command, left in the
//! project file by a process that does not own it: the one exception to "one writer", a row of a
//! few bytes in a table that nothing else reads. Flows out: the commands, to the owner, once each, and
//! what came of them, to the process that asked. A row is there as long as the command waits or is
//! being carried out, and stays where it was refused, until the other process has read why.

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

/// Longer than anybody waits for an answer: what is older was left by a process that is gone.
const MAX_WAIT: SignedDuration = SignedDuration::from_secs(60);
/// What stands for the kind of a command that is being carried out.
const TAKEN: &str = "taken";
/// What stands for the kind of a command that was refused; its text says why.
const REFUSED: &str = "refused";

/// A command that was left for the owner.
#[derive(Debug)]
pub struct LeftCommand {
    connection: Connection,
    path: std::path::PathBuf,
    id: i64,
}

/// What has come of a command that was left.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoteAnswer {
    /// The owner has not taken it.
    Waiting,
    /// The owner has taken it and is at it.
    Taken,
    /// It is done.
    Done,
    /// The owner refused it, and why.
    Refused(Message),
}

/// A command that the owner has taken.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedCommand {
    /// What is asked.
    pub command: RemoteCommand,
    id: i64,
}

impl LeftCommand {
    /// What has come of it.
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

    /// Takes the command, or its answer, out of the file; whether it was still there.
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

    /// Drops the commands that lie there when a process begins to own the project: they were meant for
    /// nobody. Calls for the window and to stop stay, for they may have come while it began.
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

    /// The commands that were left and that the owner `accepts`, oldest first; each is given out once
    /// and waits for [`Self::answer_command`]. The others lie until nobody waits for them any more, and
    /// go unheard. Costs one read where there are none.
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
            let mut taken = Vec::new();
            for (id, what, site, text) in left {
                // What a newer program asks is nothing this one could do.
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

    /// Says what came of a command: that it is done, or why it is refused.
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
