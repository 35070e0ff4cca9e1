//! Facts about records: made of versions that are older than they are, and a long stream of them.

use std::sync::Arc;
use std::time::Instant;

use super::*;
use bowerbird_logic::model::{
    ChangeFilter, ChangeKind, DefaultColumn, FROM_GENERIC, RunEnd, RunProgress, WatchTerms,
};

/// The records of the long stream, and the readings: an hour each, for a year.
const RECORDS: i64 = 10_000;
const READINGS: i64 = 8_760;
/// The records that change in one reading.
const CHANGED: i64 = 100;

pub(super) fn row(name: &str, price: i64) -> Record {
    Record {
        url: format!("http://127.0.0.1/table#name={name}"),
        fields: vec![
            ("name".to_owned(), Value::One(name.to_owned())),
            ("price".to_owned(), Value::One(price.to_string())),
        ],
        ..Record::default()
    }
}

fn terms() -> Arc<WatchTerms> {
    Arc::new(WatchTerms {
        watched: true,
        key: vec!["name".to_owned()],
        gone_after: Some(2),
        ..WatchTerms::default()
    })
}

/// One reading of a table with these rows.
pub(super) fn read(store: &Store, site: SiteId, seconds: i64, rows: Vec<Record>) -> RunId {
    let (run, _) = store.start_run(site, at(seconds)).expect("a run");
    let table = [content("table", (0, 0))];
    store
        .add_owned_requests(site, run, table.to_vec(), Known::AgainAlone)
        .expect("added");
    let leased = store.lease_requests(site, at(seconds), 9).expect("leased");
    let mut page = outcome(&leased[0], rows, Vec::new());
    page.answer.fetched_at = at(seconds);
    page.yields.revisited.watch = Some(terms());
    store.commit(site, run, vec![page]).expect("committed");
    let end = ReadingEnd {
        whole: true,
        pages_ok: 1,
        at: at(seconds + 1),
    };
    store
        .count_reading(site, run, &terms(), end)
        .expect("counted");
    let figures = RunProgress::default();
    store
        .end_run(run, RunEnd::Finished, &figures, None, at(seconds + 2))
        .expect("ended");
    run
}

pub(super) fn told(store: &Store) -> Vec<(ChangeKind, String, String, String)> {
    let facts = store
        .changes(&ChangeFilter::default(), None, 99)
        .expect("facts");
    let told = facts
        .into_iter()
        .map(|fact| (fact.kind, fact.title, fact.before, fact.after));
    told.collect()
}

#[test]
fn facts_of_earlier_versions_are_the_same_as_those_that_were_told_at_once() {
    let (store, site) = project();
    for (reading, price) in [3, 4, 4, 7].into_iter().enumerate() {
        let seconds = i64::try_from(reading).expect("small") * 100;
        read(
            &store,
            site,
            seconds,
            vec![row("rye", price), row("oats", 1)],
        );
    }
    let at_once = told(&store);
    assert_eq!(at_once.len(), 2, "{at_once:?}");
    store
        .write(|tx| {
            tx.execute_batch(
                "DELETE FROM record_change;
                 INSERT INTO change_backlog SELECT DISTINCT record FROM record_version;",
            )?;
            Ok(())
        })
        .expect("as an older project");
    assert_eq!(store.fill_changes(9).expect("filled"), 1);
    assert_eq!(store.fill_changes(9).expect("filled"), 0);
    assert_eq!(told(&store), at_once);
    let unread = ChangeFilter {
        unread: true,
        ..ChangeFilter::default()
    };
    assert_eq!(store.count_changes(&unread, 9).expect("counted"), 0);

    // A change that comes before that is done is told once too.
    store
        .write(|tx| {
            tx.execute_batch(
                "DELETE FROM record_change;
                 INSERT INTO change_backlog SELECT DISTINCT record FROM record_version;",
            )?;
            Ok(())
        })
        .expect("as an older project");
    read(&store, site, 900, vec![row("rye", 9), row("oats", 1)]);
    assert_eq!(store.fill_changes(9).expect("filled"), 0);
    assert_eq!(told(&store).len(), 3);
}

/// A row of a page that gives no title of its own: the page's title stands in its place.
fn market_row(name: &str, price: i64) -> Record {
    let mut record = row(name, price);
    "Market prices".clone_into(&mut record.title);
    let title = DefaultColumn::Title.token().to_owned();
    record.provenance.insert(title, FROM_GENERIC);
    record
}

#[test]
fn rows_of_a_page_are_called_by_their_key_and_found_by_it() {
    let (store, site) = project();
    let market = |names: &[(&str, i64)]| {
        let rows = names.iter();
        rows.map(|(name, price)| market_row(name, *price)).collect()
    };
    let whole = market(&[("Apples", 3), ("Pears", 4), ("Figs", 9)]);
    read(&store, site, 0, whole);
    let later = [("Apples", 3), ("Pears", 2), ("Mangos", 5)];
    read(&store, site, 100, market(&later));
    read(&store, site, 200, market(&later));
    let mut told: Vec<(ChangeKind, String)> = told(&store)
        .into_iter()
        .map(|(kind, title, ..)| (kind, title))
        .collect();
    told.reverse();
    let expected = [
        (ChangeKind::Changed, "Pears"),
        (ChangeKind::New, "Mangos"),
        (ChangeKind::Gone, "Figs"),
    ];
    let expected = expected.map(|(kind, name)| (kind, name.to_owned()));
    assert_eq!(told, expected);
    for (kind, name) in expected {
        let filter = ChangeFilter {
            words: name,
            ..ChangeFilter::default()
        };
        let found = store.changes(&filter, None, 9).expect("facts");
        let kinds: Vec<ChangeKind> = found.iter().map(|fact| fact.kind).collect();
        assert_eq!(kinds, [kind]);
    }
}

#[test]
fn pages_of_the_stream_follow_each_other() {
    let (store, site) = project();
    let rows = |price: i64| {
        (0..7)
            .map(|n| row(&format!("item{n}"), price + n))
            .collect()
    };
    for reading in 0..3 {
        read(&store, site, reading * 100, rows(reading));
    }
    let filter = ChangeFilter::default();
    let words = ChangeFilter {
        words: "item3".to_owned(),
        ..ChangeFilter::default()
    };
    for (filter, count) in [(&filter, 14), (&words, 2)] {
        let whole = store.changes(filter, None, 99).expect("facts");
        assert_eq!(whole.len(), count);
        let (mut parts, mut cursor) = (Vec::new(), None);
        loop {
            let part = store.changes(filter, cursor, 3).expect("facts");
            let Some(last) = part.last() else {
                break;
            };
            cursor = Some(ChangeCursor::behind(last));
            parts.extend(part);
        }
        assert_eq!(parts, whole);
    }
    let all = store.changed_fields(None).expect("fields");
    assert_eq!(all, store.changed_fields(Some(site)).expect("fields"));
    assert_eq!(all, ["price"]);
    store
        .leave_out_changes(site, "price", true)
        .expect("left out");
    assert_eq!(store.count_changes(&filter, 99).expect("counted"), 0);
}

/// `cargo test --workspace --features parquet --lib a_year_of_hourly_readings -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes; prints figures for docs/benchmarks.md"]
fn a_year_of_hourly_readings() {
    let (store, site) = project();
    let other = store.add_site(&draft("Quiet")).expect("a site");
    let rows = |odd: i64| {
        let row = |n: i64| {
            row(
                &format!("item{n:05}"),
                n + i64::from(n % 100 == odd) * (odd + 1),
            )
        };
        (0..RECORDS).map(row).collect::<Vec<_>>()
    };
    let timed = |what: &str, work: &mut dyn FnMut() -> usize| {
        let begun = Instant::now();
        let count = work();
        println!(
            "{what}: {count}, {:.1} ms",
            begun.elapsed().as_secs_f64() * 1e3
        );
        begun.elapsed().as_millis()
    };
    timed("first reading", &mut || {
        read(&store, site, 0, rows(0));
        10_000
    });
    timed("second reading, 1 % changed", &mut || {
        read(&store, site, 100, rows(1));
        200
    });
    read(&store, other, 50, vec![row("one", 1)]);
    read(&store, other, 60, vec![row("one", 2)]);
    for reading in 1..READINGS {
        store
            .write(move |tx| {
                let mut fact = tx.prepare_cached(
                    "INSERT INTO record_change (site, record, run, at, kind, field, before, after)
                     SELECT site, id, 1, ?2, ?3, iif(?3 = 1, 'price', ''), '10', '11'
                     FROM record WHERE id = ?1",
                )?;
                let mut words =
                    tx.prepare_cached("INSERT INTO change_search (rowid, terms) VALUES (?1, ?2)")?;
                for nth in 0..CHANGED {
                    let record = 1 + (reading * 97 + nth * 101) % RECORDS;
                    let kind = if nth == 0 && reading % 100 == 0 { 2 } else { 1 };
                    let micros = (1_700_000_000 + reading * 3_600) * 1_000_000;
                    fact.execute(rusqlite::params![record, micros, kind])?;
                    let id = tx.last_insert_rowid();
                    let terms = format!("item{:05} price 10 11", record - 1);
                    words.execute(rusqlite::params![id, terms])?;
                }
                Ok(())
            })
            .expect("written");
    }
    let all = ChangeFilter::default();
    let count = store.count_changes(&all, u64::MAX).expect("counted");
    assert!(count > 870_000, "{count}");
    println!("facts: {count}");
    let of = |change: &dyn Fn(&mut ChangeFilter)| {
        let mut filter = ChangeFilter::default();
        change(&mut filter);
        filter
    };
    let filters = [
        ("newest", of(&|_| {})),
        ("site", of(&|f| f.site = Some(site))),
        ("quiet site", of(&|f| f.site = Some(other))),
        (
            "quiet site and field",
            of(&|f| {
                f.site = Some(other);
                f.field = Some("price".to_owned());
            }),
        ),
        ("kind", of(&|f| f.kind = Some(ChangeKind::Gone))),
        (
            "kind of site",
            of(&|f| {
                f.site = Some(site);
                f.kind = Some(ChangeKind::Gone);
            }),
        ),
        ("kind without any", of(&|f| f.kind = Some(ChangeKind::Back))),
        ("field", of(&|f| f.field = Some("price".to_owned()))),
        ("rare words", of(&|f| f.words = "item00042".to_owned())),
        ("frequent words", of(&|f| f.words = "price".to_owned())),
        (
            "words of a quiet site",
            of(&|f| {
                f.words = "one".to_owned();
                f.site = Some(other);
            }),
        ),
        ("unread", of(&|f| f.unread = true)),
        (
            "unread of a quiet site",
            of(&|f| {
                f.unread = true;
                f.site = Some(other);
            }),
        ),
        ("since", of(&|f| f.since = Some(at(3_600 * 8_000)))),
    ];
    for (what, filter) in &filters {
        let took = timed(what, &mut || {
            store.changes(filter, None, 100).expect("facts").len()
        });
        assert!(took <= 100, "{what}: {took} ms");
    }
    timed("reading at the end, 1 % changed", &mut || {
        read(&store, site, 3_600 * READINGS, rows(2));
        200
    });
    let bytes = std::fs::metadata(store.path()).expect("the file").len();
    println!("project: {} MB", bytes / 1_000_000);
}
