//! Searches that earlier versions saved, alone or in exports: written in the language of now, once, so
//! that they find what they found.

use rusqlite::{Transaction, params};
use serde_json::Value;

use crate::store::error::TransactionError;
use crate::store::{Result, Store};
use bowerbird_logic::text::from_former_syntax;

/// Setting: the language that the saved searches are written in.
const LANGUAGE: &str = "search.language";
/// The language of now.
const NOW: &str = "2";

impl Store {
    /// Rewrites the searches of a project that an earlier version wrote; does nothing the next time.
    ///
    /// # Errors
    /// From SQLite; then nothing is rewritten.
    pub(in crate::store) fn renew_former_searches(&self) -> Result<()> {
        if self.setting(LANGUAGE)?.as_deref() == Some(NOW) {
            return Ok(());
        }
        self.write(|tx| {
            rewrite(
                tx,
                "SELECT name, filter FROM saved_search",
                |tx, name, json| {
                    tx.execute(
                        "UPDATE saved_search SET filter = ?2 WHERE name = ?1",
                        params![name, json],
                    )
                },
            )?;
            rewrite(
                tx,
                "SELECT name, options FROM saved_export",
                |tx, name, json| {
                    tx.execute(
                        "UPDATE saved_export SET options = ?2 WHERE name = ?1",
                        params![name, json],
                    )
                },
            )?;
            tx.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
                params![LANGUAGE, NOW],
            )?;
            Ok(())
        })
    }
}

fn rewrite(
    tx: &Transaction<'_>,
    select: &str,
    update: impl Fn(&Transaction<'_>, &str, &str) -> rusqlite::Result<usize>,
) -> std::result::Result<(), TransactionError> {
    let rows: Vec<(String, String)> = tx
        .prepare(select)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (name, json) in rows {
        // What cannot be read stays as it is.
        let Some(mut value) = serde_json::from_str::<Value>(&json).ok() else {
            continue;
        };
        if renew(&mut value) {
            update(tx, &name, &value.to_string())?;
        }
    }
    Ok(())
}

/// Rewrites the search in a filter, wherever the filter stands; returns whether there was one.
fn renew(value: &mut Value) -> bool {
    let Value::Object(object) = value else {
        return false;
    };
    let mut is_changed = false;
    for (name, inner) in object.iter_mut() {
        match inner {
            Value::String(text) if name == "search" => {
                let renewed = from_former_syntax(text);
                is_changed |= renewed != *text;
                *text = renewed;
            }
            inner => is_changed |= renew(inner),
        }
    }
    is_changed
}
