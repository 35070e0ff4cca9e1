//! Records that a person deletes: they stay away whatever is read, and come back whole. Values that a
//! person writes: no reading overwrites them.

use super::changes::{read, row, told};
use super::*;
use bowerbird_logic::model::{ChangeKind, ValueEdit};

fn all(store: &Store) -> Vec<StoredRecord> {
    store
        .records(&RecordFilter::default(), 0, 99)
        .expect("records")
}

fn deleted(store: &Store) -> Vec<StoredRecord> {
    let filter = RecordFilter {
        only: Only {
            deleted: true,
            ..Only::default()
        },
        ..RecordFilter::default()
    };
    store.records(&filter, 0, 99).expect("deleted records")
}

fn found(store: &Store, words: &str) -> u64 {
    let filter = RecordFilter {
        search: Some(words.to_owned()),
        ..RecordFilter::default()
    };
    store.count_records(&filter).expect("counted")
}

#[test]
fn a_deleted_record_stays_away_and_comes_back_with_all_that_was_beside_it() {
    let (store, site) = project();
    let records = || vec![record("one"), record("two"), record("three")];
    fill(&store, site, records());
    let before = all(&store);
    let two = before[1].id;
    store.set_tag(vec![two], "kept", true).expect("a tag");
    store.set_note(two, "a note").expect("a note");
    let before = all(&store);
    assert_eq!(store.delete_records(vec![two], at(50)).expect("deleted"), 1);
    assert_eq!(store.delete_records(vec![two], at(51)).expect("again"), 0);
    assert_eq!(titles(&store, &RecordFilter::default()), ["one", "three"]);
    assert_eq!((found(&store, "two"), found(&store, "one")), (0, 1));
    let listed = deleted(&store);
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].record, before[1].record);
    assert_eq!(listed[0].marks.deleted_at, Some(at(50)));
    assert_eq!(listed[0].marks.note, "a note");
    let counted = |store: &Store| store.sites().expect("sites")[0].records;
    assert_eq!(counted(&store), 2);

    fill(&store, site, records());
    assert_eq!(titles(&store, &RecordFilter::default()), ["one", "three"]);
    assert_eq!(store.restore_records(vec![two]).expect("restored"), 1);
    assert_eq!(all(&store), before);
    assert_eq!((found(&store, "two"), counted(&store)), (1, 3));
    assert!(deleted(&store).is_empty());
    assert_eq!(store.restore_records(vec![two]).expect("again"), 0);
    // Its number is nobody else's meanwhile, even where it was the highest.
    let last = before[2].id;
    store.delete_records(vec![last], at(52)).expect("deleted");
    fill(&store, site, vec![record("four")]);
    let new = all(&store).into_iter().map(|stored| stored.id).max();
    assert!(new > Some(last), "{new:?}");
}

#[test]
fn a_deleted_row_is_known_by_its_key_and_no_fact_tells_that_it_is_gone() {
    let (store, site) = project();
    let rows = |rye: i64| vec![row("rye", rye), row("oats", 1), row("corn", 2)];
    for (reading, rye) in [3, 4].into_iter().enumerate() {
        let seconds = i64::try_from(reading).expect("small") * 100;
        read(&store, site, seconds, rows(rye));
    }
    let rye = all(&store)
        .into_iter()
        .find(|stored| stored.record.url.ends_with("rye"));
    let rye = rye.expect("rye").id;
    let facts = told(&store);
    assert_eq!(facts.len(), 1);
    assert_eq!(store.record_versions(rye).expect("versions").len(), 1);
    store.delete_records(vec![rye], at(250)).expect("deleted");
    assert!(told(&store).is_empty(), "what was told of it goes with it");
    for reading in 3..7 {
        let mut moved = rows(reading);
        // The same row at another place.
        moved[0].url = format!("http://127.0.0.1/table#record-{reading}");
        read(&store, site, reading * 100, moved);
    }
    assert_eq!(all(&store).len(), 2);
    let gone = |(kind, ..): &(ChangeKind, String, String, String)| *kind == ChangeKind::Gone;
    assert!(!told(&store).iter().any(gone), "{:?}", told(&store));
    store.restore_records(vec![rye]).expect("restored");
    assert_eq!(told(&store), facts);
    assert_eq!(store.record_versions(rye).expect("versions").len(), 1);
    read(&store, site, 800, rows(9));
    assert_eq!(all(&store).len(), 3);
    assert_eq!(told(&store).len(), 2, "it is watched as before");
}

#[test]
fn the_content_of_a_deleted_record_goes_with_old_pages_and_its_address_stays() {
    let (store, site) = project();
    fill(&store, site, vec![record("one"), record("two")]);
    let one = all(&store)[0].id;
    store.delete_records(vec![one], at(0)).expect("deleted");
    store
        .write(move |tx| {
            snapshots::retention::prune(tx, site, at(400 * 86_400))?;
            Ok(())
        })
        .expect("pruned");
    let listed = deleted(&store);
    assert_eq!(listed[0].record.title, "one");
    fill(&store, site, vec![record("one")]);
    assert_eq!(all(&store).len(), 1);
    store.restore_records(vec![one]).expect("let go");
    fill(&store, site, vec![record("one")]);
    assert_eq!(all(&store).len(), 2, "it may be collected again");
}

/// A row that nothing but its place tells from the others of its page.
fn placed(place: usize, name: &str, price: i64) -> Record {
    Record {
        url: format!("http://127.0.0.1/prices#record-{place}"),
        title: "Prices".to_owned(),
        ..row(name, price)
    }
}

#[test]
fn a_deleted_row_that_moves_stays_away_and_takes_no_other_along() {
    let (store, site) = project();
    let names = ["rye", "oats", "corn"];
    let rows = |names: &[&str]| -> Vec<Record> {
        let rows = names.iter().enumerate();
        rows.map(|(place, name)| placed(place + 1, name, 3))
            .collect()
    };
    fill(&store, site, rows(&names));
    let oats = all(&store)[1].id;
    store.delete_records(vec![oats], at(50)).expect("deleted");
    // One row came on top, so that another stands where the deleted one was.
    fill(&store, site, rows(&["figs", "rye", "oats", "corn"]));
    let values = |store: &Store| -> Vec<String> {
        let all = all(store).into_iter();
        all.filter_map(|stored| Some(stored.record.value("name")?.joined()))
            .collect()
    };
    let now = values(&store);
    assert!(!now.contains(&"oats".to_owned()), "{now:?}");
    assert!(now.contains(&"rye".to_owned()), "{now:?}");
    let at_place = all(&store)
        .into_iter()
        .any(|stored| stored.record.url.ends_with("#record-2"));
    assert!(at_place, "{now:?}");
    // At its place a new price makes no other row of it.
    assert!(
        store
            .is_deleted_record(site, &placed(2, "oats", 9))
            .expect("judged")
    );
    assert!(
        !store
            .is_deleted_record(site, &placed(2, "millet", 9))
            .expect("judged")
    );
}

#[test]
fn content_that_cannot_be_read_stops_nothing() {
    let (store, site) = project();
    read(&store, site, 0, vec![row("rye", 1), row("oats", 1)]);
    let rye = named(&store, "rye").id;
    store.delete_records(vec![rye], at(50)).expect("deleted");
    store
        .write(|tx| {
            tx.execute_batch("UPDATE deleted_record SET content = x'00', key = NULL")?;
            Ok(())
        })
        .expect("broken");
    let rows = vec![row("rye", 2), row("oats", 2), row("corn", 2)];
    read(&store, site, 100, rows);
    assert_eq!(all(&store).len(), 2, "oats and corn");
    assert_eq!(deleted(&store).len(), 1);
    let report = store.check_storage(&mut |_, _| true).expect("checked");
    assert!(
        format!("{report:?}").contains("deleted_record"),
        "{report:?}"
    );
}

#[test]
fn a_first_reading_after_an_addition_tells_of_nothing_new() {
    let (store, site) = project();
    let values = vec![("name".to_owned(), one("figs"))];
    let added = store.add_record(site, "http://127.0.0.1/figs", values, at(0));
    assert!(added.expect("added").is_some());
    read(&store, site, 100, vec![row("rye", 1), row("oats", 1)]);
    assert_eq!(all(&store).len(), 3);
    assert!(told(&store).is_empty(), "{:?}", told(&store));
    read(
        &store,
        site,
        200,
        vec![row("rye", 1), row("oats", 1), row("corn", 1)],
    );
    assert_eq!(told(&store).len(), 1, "{:?}", told(&store));
}

fn edit(store: &Store, record: RecordId, field: &str, value: Option<&str>) -> Vec<ValueEdit> {
    let edit = ValueEdit {
        record,
        field: field.to_owned(),
        value: value.map(one),
    };
    store.edit_values(vec![edit], at(900)).expect("edited")
}

fn named(store: &Store, name: &str) -> StoredRecord {
    let all = store.records(&RecordFilter::default(), 0, 99).expect("all");
    let mut of_name = all
        .into_iter()
        .filter(|stored| stored.record.url.ends_with(name));
    of_name.next().expect("the record")
}

#[test]
fn what_a_person_wrote_stays_and_what_the_page_says_is_kept_beside_it() {
    let (store, site) = project();
    let rows = |price: i64| vec![row("rye", price), row("oats", 1)];
    read(&store, site, 0, rows(3));
    let rye = named(&store, "rye").id;
    let undo = edit(&store, rye, "price", Some("30"));
    assert_eq!(undo[0].value, None);
    edit(&store, rye, "title", Some("Ryegrass"));
    assert_eq!(found(&store, "ryegrass"), 1);
    assert!(edit(&store, rye, "url", Some("x")).is_empty());
    assert!(
        edit(&store, rye, "price", Some("30")).is_empty(),
        "the same"
    );
    for (reading, price) in [(1, 3), (2, 4), (3, 4)] {
        read(&store, site, reading * 100, rows(price));
        let stored = named(&store, "rye");
        assert_eq!(stored.record.value("price"), Some(one("30")));
        assert_eq!(stored.record.title, "Ryegrass");
        let by_hand = &stored.marks.by_hand;
        assert_eq!(by_hand.len(), 2, "{by_hand:?}");
        assert_eq!(by_hand[0].page, Some(one(&price.to_string())));
        assert_eq!(by_hand[0].is_news(), price == 4);
    }
    // The page has changed, and that is told; what is shown has no other version.
    let facts = told(&store);
    assert_eq!(facts.len(), 1, "{facts:?}");
    assert_eq!((facts[0].2.as_str(), facts[0].3.as_str()), ("3", "4"));
    assert!(store.record_versions(rye).expect("versions").is_empty());
    store.keep_value_by_hand(rye, "price").expect("kept");
    assert!(!named(&store, "rye").marks.by_hand[0].is_news());
    read(&store, site, 500, rows(5));
    assert!(named(&store, "rye").marks.by_hand[0].is_news());
    // Deleted and restored, it is as it was.
    let before = named(&store, "rye");
    store.delete_records(vec![rye], at(950)).expect("deleted");
    store.restore_records(vec![rye]).expect("restored");
    assert_eq!(named(&store, "rye"), before);
    // Back to what the page says now.
    let undo = edit(&store, rye, "price", None);
    assert_eq!(undo[0].value, Some(one("30")));
    let stored = named(&store, "rye");
    assert_eq!(stored.record.value("price"), Some(one("5")));
    read(&store, site, 600, rows(6));
    assert_eq!(named(&store, "rye").record.value("price"), Some(one("6")));
    assert_eq!(store.record_versions(rye).expect("versions").len(), 1);
}

#[test]
fn an_edit_of_many_is_undone_whole() {
    let (store, site) = project();
    let names = ["one", "two", "three"];
    fill(&store, site, names.map(record).to_vec());
    let before = store.records(&RecordFilter::default(), 0, 9).expect("all");
    let edits = before.iter().flat_map(|stored| {
        ["title", "mood"].map(|field| ValueEdit {
            record: stored.id,
            field: field.to_owned(),
            value: Some(one("calm")),
        })
    });
    let undo = store.edit_values(edits.collect(), at(9)).expect("edited");
    assert_eq!((undo.len(), found(&store, "calm")), (6, 3));
    assert_eq!(store.edit_values(undo, at(9)).expect("undone").len(), 6);
    let after = store.records(&RecordFilter::default(), 0, 9).expect("all");
    assert_eq!(after, before);
    assert_eq!((found(&store, "calm"), found(&store, "two")), (0, 1));
}
