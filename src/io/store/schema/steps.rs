//! The steps from version to version, each a file under `migrations/`, and what they make of an empty
//! file.

use rusqlite::{Connection, TransactionBehavior};

use super::file_version::APPLICATION_ID;
use crate::store::error::TransactionError;

/// The steps; the first turns an empty file into version 1.
pub(in crate::store) const STEPS: [&str; 34] = [
    include_str!("migrations/001-first.sql"),
    include_str!("migrations/002-rule-versions.sql"),
    include_str!("migrations/003-samples.sql"),
    include_str!("migrations/004-resources.sql"),
    include_str!("migrations/005-narrow-queue.sql"),
    include_str!("migrations/006-validators.sql"),
    include_str!("migrations/007-runs.sql"),
    include_str!("migrations/008-revisits.sql"),
    include_str!("migrations/009-run-pages.sql"),
    include_str!("migrations/010-supervise.sql"),
    include_str!("migrations/011-proxies.sql"),
    include_str!("migrations/012-accounts.sql"),
    include_str!("migrations/013-history.sql"),
    include_str!("migrations/014-tasks.sql"),
    include_str!("migrations/015-text.sql"),
    include_str!("migrations/016-export.sql"),
    include_str!("migrations/017-tallies.sql"),
    include_str!("migrations/018-sessions.sql"),
    include_str!("migrations/019-record-proxy.sql"),
    include_str!("migrations/020-rewrites.sql"),
    include_str!("migrations/021-alerts.sql"),
    include_str!("migrations/022-run-answers.sql"),
    include_str!("migrations/023-reposts-beyond.sql"),
    include_str!("migrations/024-identity.sql"),
    include_str!("migrations/025-record-ids.sql"),
    include_str!("migrations/026-alert-channels.sql"),
    include_str!("migrations/027-thread-pages.sql"),
    include_str!("migrations/028-changes.sql"),
    include_str!("migrations/029-conditions.sql"),
    include_str!("migrations/030-by-hand.sql"),
    include_str!("migrations/031-finding.sql"),
    include_str!("migrations/032-erasure.sql"),
    include_str!("migrations/033-arrival.sql"),
    include_str!("migrations/034-pictures.sql"),
];

/// An empty database after this many steps.
pub(in crate::store) fn schema_of_steps(count: usize) -> Result<Connection, TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    let steps = STEPS.get(..count).unwrap_or(&STEPS);
    take_steps(&mut connection, 0, steps)?;
    Ok(connection)
}

pub(super) fn latest(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

pub(super) fn take_steps(
    connection: &mut Connection,
    from: i64,
    steps: &[&str],
) -> Result<(), TransactionError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = usize::try_from(from).unwrap_or(0);
    for step in steps.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", latest(steps))?;
    transaction.commit()?;
    Ok(())
}

/// An empty in-memory project of this version, to compare files with.
pub(in crate::store) fn fresh() -> Result<Connection, TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    take_steps(&mut connection, 0, &STEPS)?;
    Ok(connection)
}
