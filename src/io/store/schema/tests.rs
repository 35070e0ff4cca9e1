//! Projects of earlier versions brought forward, and files that are none.

use std::path::Path;

use rusqlite::Connection;

use super::file_version::{APPLICATION_ID, FormatStatus, format_status};
use super::migrate::back_up;
use super::steps::{STEPS, take_steps};
use crate::store::StoreError;
use crate::store::error::TransactionError;

const TWO: [&str; 2] = [
    "CREATE TABLE a (x INTEGER) STRICT;",
    "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7;",
];

#[test]
fn an_older_file_is_copied_and_brought_forward() -> Result<(), TransactionError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    let mut connection = Connection::open(&path)?;
    take_steps(&mut connection, 0, &TWO[..1])?;
    connection.execute("INSERT INTO a VALUES (1)", [])?;

    let copy = back_up(&connection, &path, 1)?;
    take_steps(&mut connection, 1, &TWO)?;

    let y: i64 = connection.query_row("SELECT y FROM a", [], |r| r.get(0))?;
    assert_eq!(y, 7);
    let old = Connection::open(copy)?;
    let columns = old.prepare("SELECT * FROM a")?.column_count();
    assert_eq!(columns, 1);
    Ok(())
}

#[test]
fn a_project_of_version_5_keeps_its_pages_and_can_then_keep_validators()
-> Result<(), TransactionError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    let mut connection = Connection::open(&path)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    take_steps(&mut connection, 0, &STEPS[..5])?;
    connection.execute_batch(
        "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (1, 'N', 'list', '[]', '');
         INSERT INTO snapshot (id, site, asked, url, evidence, fetched_at, meta, size, body)
         VALUES (7, 1, 'a', 'a', 0, 0, '{}', 0, x'');",
    )?;
    assert_eq!(format_status(&connection, &path)?, FormatStatus::Older(5));
    take_steps(&mut connection, 5, &STEPS)?;
    assert_eq!(format_status(&connection, &path)?, FormatStatus::Current);
    let count = |connection: &Connection, table: &str| -> Result<i64, TransactionError> {
        let sql = format!("SELECT count(*) FROM {table}");
        Ok(connection.query_row(&sql, [], |r| r.get(0))?)
    };
    assert_eq!(count(&connection, "snapshot")?, 1);
    connection.execute(
        "INSERT INTO validator (snapshot, visitor, checked_at) VALUES (7, 0, 0)",
        [],
    )?;
    connection.execute("DELETE FROM snapshot", [])?;
    assert_eq!(count(&connection, "validator")?, 0);
    Ok(())
}

#[test]
fn a_project_of_version_7_keeps_its_records_and_requests_and_can_keep_versions()
-> Result<(), TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    connection.pragma_update(None, "foreign_keys", true)?;
    take_steps(&mut connection, 0, &STEPS[..7])?;
    connection.execute_batch(
        "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (1, 'N', 'list', '[]', '');
         INSERT INTO request (id, site, url, kind, state, found_in, page, item, depth)
         VALUES (3, 1, 'a', 1, 2, 1, 0, 0, 1);
         INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                             date, author, fields, provenance)
         VALUES (7, 1, 1, 1, 0, 0, 0, 0, 'a', 'T', '', '', '{}', '{}');",
    )?;
    take_steps(&mut connection, 7, &STEPS)?;
    let (stamp, state): (Option<String>, i64) =
        connection.query_row("SELECT stamp, state FROM request", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    assert_eq!((stamp, state), (None, 2));
    connection.execute_batch(
        "INSERT INTO record_version VALUES (7, 1, 0, 1, x'00');
         INSERT INTO pulse VALUES (1, 'a', '{}');
         DELETE FROM site;",
    )?;
    for table in ["record_version", "pulse"] {
        let sql = format!("SELECT count(*) FROM {table}");
        let left: i64 = connection.query_row(&sql, [], |row| row.get(0))?;
        assert_eq!(left, 0, "{table}");
    }
    Ok(())
}

#[test]
fn a_project_of_version_22_keeps_its_reposts() -> Result<(), TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    connection.pragma_update(None, "foreign_keys", true)?;
    take_steps(&mut connection, 0, &STEPS[..22])?;
    connection.execute_batch(
        "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (1, 'N', 'list', '[]', '');",
    )?;
    for id in [7, 8, 9] {
        connection.execute(
            "INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                                 date, author, fields, provenance)
             VALUES (?1, 1, 1, 1, 0, ?1, 0, 0, ?1, 'T', '', '', '{}', '{}')",
            [id],
        )?;
    }
    connection.execute_batch(
        "INSERT OR IGNORE INTO record_digest (id, unindexed, unsettled)
         SELECT id, 0, 0 FROM record;
         UPDATE record_digest SET repost_of = 7, likeness = 0.9 WHERE id > 7;",
    )?;
    take_steps(&mut connection, 22, &STEPS)?;
    let of_7 = "SELECT count(*) FROM record_digest WHERE repost_of = 7";
    let count = |connection: &Connection| connection.query_row(of_7, [], |row| row.get(0));
    assert_eq!(count(&connection), Ok(2));
    connection.execute("DELETE FROM record WHERE id = 7", [])?;
    assert_eq!(count(&connection), Ok(0));
    Ok(())
}

#[test]
fn conditions_that_skipped_records_become_filters() -> Result<(), TransactionError> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut connection = Connection::open(folder.path().join("old"))?;
    take_steps(&mut connection, 0, &STEPS[..31])?;
    connection.execute_batch(
        r#"INSERT INTO record_condition (id, enabled, skips, terms, created_at) VALUES
           (3, 1, 1, '{"timing":"once","actions":{"tell":true,"skip":true,"tag":"ad"}}', 0),
           (5, 1, 0, '{"timing":"again","actions":{"tell":true}}', 0);"#,
    )?;
    take_steps(&mut connection, 31, &STEPS)?;
    let terms = |id: i64| -> Result<(serde_json::Value, i64), TransactionError> {
        let sql = "SELECT terms, position FROM record_condition WHERE id = ?1";
        let found: (String, i64) =
            connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok((serde_json::from_str(&found.0)?, found.1))
    };
    let (filter, place) = terms(3)?;
    assert_eq!((&filter["timing"], place), (&"arrival".into(), 3));
    assert_eq!(filter["actions"]["skip"], true, "{filter}");
    assert_eq!(filter["actions"]["tell"], false, "it never told: {filter}");
    assert_eq!(filter["actions"]["tag"], serde_json::Value::Null);
    assert_eq!(terms(5)?.0["timing"], "again");
    Ok(())
}

#[test]
fn a_step_that_fails_leaves_the_file_as_it_was() -> Result<(), TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    take_steps(&mut connection, 0, &TWO[..1])?;
    let broken = [
        TWO[0],
        "ALTER TABLE a ADD COLUMN y INTEGER; SELECT nonsense();",
    ];
    assert!(take_steps(&mut connection, 1, &broken).is_err());
    let version: i64 = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
    assert_eq!(version, 1);
    assert_eq!(connection.prepare("SELECT * FROM a")?.column_count(), 1);
    Ok(())
}

#[test]
fn a_database_of_another_program_is_no_project() -> Result<(), TransactionError> {
    let connection = Connection::open_in_memory()?;
    let path = Path::new("other");
    assert_eq!(format_status(&connection, path)?, FormatStatus::Empty);
    connection.execute_batch("CREATE TABLE theirs (x)")?;
    assert!(matches!(
        format_status(&connection, path),
        Err(TransactionError::Known(StoreError::Damaged { .. }))
    ));
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", 99)?;
    assert!(matches!(
        format_status(&connection, path),
        Err(TransactionError::Known(StoreError::TooNew {
            version: 99,
            ..
        }))
    ));
    Ok(())
}
