//! The data interface (docs/data.md): the views, read from outside by plain SQLite that knows
//! nothing of the program, while attached under another name.

use rusqlite::Connection;

use crate::command_line::Bench;
use crate::command_line::exports::collected;

/// The views with their columns, as documented. Columns may be added at the end of one, never
/// taken away or renamed: other people's queries stand on them.
const VIEWS: [(&str, &str); 11] = [
    ("v_sites", "id,name,kind,enabled,records,last_run_at"),
    (
        "v_runs",
        "id,site_id,site,started_at,ended_at,ending,state,resumes",
    ),
    (
        "v_records",
        "id,site_id,site,run_id,url,title,date,author,text,fields,fetched_at",
    ),
    ("v_fields", "record_id,name,value,type"),
    (
        "v_record_versions",
        "record_id,number,fetched_at,replaced_at",
    ),
    (
        "v_requests",
        "id,site_id,site,url,kind,state,attempts,judged_at",
    ),
    (
        "v_snapshots",
        "id,site_id,site,asked,url,status,is_evidence,stored_bytes,fetched_at",
    ),
    ("v_archives", "id,file,records,first_at,last_at"),
    (
        "v_changes",
        "id,record_id,site_id,site,run_id,found_at,kind,field,before,after,is_left_out",
    ),
    (
        "v_deleted_records",
        "id,site_id,site,url,title,fetched_at,deleted_at",
    ),
    (
        "v_values_by_hand",
        "record_id,name,value,page_value,edited_at",
    ),
];

fn attached(bench: &Bench) -> Connection {
    let connection = Connection::open_in_memory().expect("SQLite");
    let path = bench.project();
    connection
        .execute(
            "ATTACH DATABASE ?1 AS theirs",
            [format!("file:{}?mode=ro", path.display())],
        )
        .expect("attached");
    connection
}

#[test]
fn every_view_has_its_columns_and_can_be_read_from_outside() {
    let bench = collected();
    let connection = attached(&bench);
    let guide = include_str!("../../../docs/data.md");
    for (view, columns) in VIEWS {
        let statement = connection.prepare(&format!("SELECT * FROM theirs.{view}"));
        let mut statement = statement.expect(view);
        let names = statement.column_names().collect::<Vec<_>>().join(",");
        assert!(names.starts_with(columns), "{view}: {names}");
        let mut rows = statement.query([]).expect(view);
        while rows.next().expect(view).is_some() {}
        assert!(guide.contains(&format!("`{view}`")), "{view} is documented");
        for column in columns.split(',') {
            assert!(guide.contains(&format!("`{column}`")), "{view}.{column}");
        }
    }
}

#[test]
fn records_can_be_asked_for_as_people_would() {
    let bench = collected();
    let connection = attached(&bench);
    let (count, newest): (i64, String) = connection
        .query_row(
            "SELECT count(*), max(fetched_at) FROM theirs.v_records WHERE site = 'News'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .expect("a row");
    assert_eq!(count, 3);
    let at: jiff::Timestamp = newest.parse().expect("ISO 8601");
    assert!(
        at.duration_until(jiff::Timestamp::now()).as_secs() < 300,
        "{newest}"
    );
    let price: String = connection
        .query_row(
            "SELECT f.value FROM theirs.v_records r JOIN theirs.v_fields f ON f.record_id = r.id
             WHERE r.title = '标题 1' AND f.name = 'price'",
            [],
            |row| row.get(0),
        )
        .expect("a field");
    assert_eq!(price, "11");
    let ending: String = connection
        .query_row("SELECT ending FROM theirs.v_runs", [], |row| row.get(0))
        .expect("a run");
    assert!(!ending.is_empty());
}

#[test]
fn nobody_can_write_through_a_view() {
    let bench = collected();
    let connection = Connection::open(bench.project()).expect("opens");
    let written = connection.execute("DELETE FROM v_records", []);
    assert!(written.is_err(), "{written:?}");
}
