//! What changed: facts about records that came, changed, went and came back. Input: the commits and
//! ends of runs. Output: the stream of facts, newest first. A fact is written in the transaction
//! that stores what it is about, so that none is lost or doubled.
//! What counts as a change, and what is noise, is decided in `bowerbird_logic::comparison`.
//!
//! Below: the facts of a batch with what identifies its records (`site_watch`), records that are
//! gone (`gone`), facts of versions that are older than the table (`earlier_versions`), queries
//! (`query`).

mod earlier_versions;
mod gone;
mod query;
mod site_watch;

use rusqlite::{Transaction, params};

use crate::store::error::TransactionError;
use bowerbird_logic::comparison::{RecordChange, in_short};
use bowerbird_logic::model::{ChangeKind, RecordId, SiteId};
use bowerbird_logic::text::index_terms;

pub(in crate::store) use earlier_versions::fill_record;
pub use gone::ReadingEnd;
pub(in crate::store) use gone::note_lost;
pub use query::ChangeCursor;
pub(in crate::store) use site_watch::SiteWatch;

/// The result of a step.
type Written<T> = Result<T, TransactionError>;

/// A fact to be written.
pub(in crate::store) struct Fact<'a> {
    pub(in crate::store) site: SiteId,
    pub(in crate::store) record: RecordId,
    /// The run that found it; `None` for what earlier versions tell.
    pub(in crate::store) run: Option<i64>,
    pub(in crate::store) at: i64,
    pub(in crate::store) kind: ChangeKind,
    /// The record's title, for the search.
    pub(in crate::store) title: &'a str,
}

impl Fact<'_> {
    /// Writes the fact, with the field that changed if one did.
    pub(in crate::store) fn write(
        &self,
        tx: &Transaction<'_>,
        change: Option<&RecordChange>,
    ) -> Written<()> {
        let (field, before, after) = match change {
            None => ("", String::new(), String::new()),
            Some(change) => {
                let (before, after) = in_short(change.before.trim(), change.after.trim());
                (change.name.as_str(), before, after)
            }
        };
        tx.prepare_cached(
            "INSERT INTO record_change (site, record, run, at, kind, field, before, after, unread)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            self.site.0,
            self.record.0,
            self.run,
            self.at,
            self.kind.number(),
            field,
            before,
            after,
            self.run.is_some(),
        ])?;
        let id = tx.last_insert_rowid();
        let terms = index_terms(&format!("{} {field} {before} {after}", self.title));
        tx.prepare_cached("INSERT INTO change_search (rowid, terms) VALUES (?1, ?2)")?
            .execute(params![id, terms])?;
        Ok(())
    }
}
