//! The language of searches over stored records: fields, numbers, days, and the index of the version
//! before, which answers until the new one is made.

use super::*;
use crate::store::records::search::indexing::index_record;
use bowerbird_logic::model::ValueEdit;
use bowerbird_logic::text::{RecordTerms, index_terms};

fn offer(name: &str, company: &str, price: &str, until: &str) -> Record {
    Record {
        author: format!("Ann {name}"),
        date: format!("2026-{}", if name < "m" { "11-03" } else { "12" }),
        text: format!("The {name} is on sale."),
        fields: vec![
            ("company".into(), one(company)),
            ("price".into(), one(price)),
            ("until".into(), one(until)),
            (
                "标签".into(),
                Value::Many(vec!["海港".to_owned(), "sale".to_owned()]),
            ),
        ],
        ..record(name)
    }
}

fn shop() -> (Store, SiteId) {
    let (store, site) = project();
    fill(
        &store,
        site,
        vec![
            offer("anchor", "Acme Corp", "€ 2.50", "2026-11-30"),
            offer("buoy", "Acme Marine", "3", "2026-12-24T10:00:00Z"),
            offer("rope", "Bolt", "1,299.00", ""),
            offer("sail", "", "sold out", "2027-01-05"),
        ],
    );
    (store, site)
}

fn by_title(typed: &str) -> RecordFilter {
    RecordFilter {
        search: Some(typed.to_owned()),
        sort: RecordSort::Column {
            name: "title".to_owned(),
            descending: false,
        },
        ..RecordFilter::default()
    }
}

fn check(store: &Store, typed: &str, expected: &[&str]) {
    assert_eq!(titles(store, &by_title(typed)), expected, "{typed}");
    let in_list_order = RecordFilter {
        search: Some(typed.to_owned()),
        ..RecordFilter::default()
    };
    let mut listed = titles(store, &in_list_order);
    listed.sort();
    assert_eq!(listed, expected, "{typed}, in list order");
    let count = store.count_found(&in_list_order).expect("a count");
    assert_eq!(count.records, expected.len() as u64, "{typed}");
}

#[test]
fn every_field_is_looked_at_and_can_be_asked_for_alone() {
    let (store, _) = shop();
    check(&store, "acme", &["anchor", "buoy"]);
    check(&store, "bolt", &["rope"]);
    check(&store, "海港", &["anchor", "buoy", "rope", "sail"]);
    check(&store, "company:acme", &["anchor", "buoy"]);
    check(&store, "company:\"acme corp\"", &["anchor"]);
    check(&store, "\"corp 2\"", &[]);
    check(&store, "company:acm*", &["anchor", "buoy"]);
    check(&store, "company:rope", &[]);
    check(&store, "COMPANY:bolt or title:sail", &["rope", "sail"]);
    check(&store, "company:(marine or bolt)", &["buoy", "rope"]);
    check(&store, "company:*", &["anchor", "buoy", "rope"]);
    check(&store, "-company:*", &["sail"]);
    check(&store, "-company:acme", &["rope", "sail"]);
    check(&store, "author:ann", &["anchor", "buoy", "rope", "sail"]);
    check(&store, "作者:\"ann sail\"", &["sail"]);
    check(&store, "标签:海港 -acme", &["rope", "sail"]);
    check(&store, "url:127.0.0.1/rope", &["rope"]);
    check(&store, "text:sale title:sail", &["sail"]);
    check(&store, "text:acme", &[]);
}

#[test]
fn numbers_and_days_compare() {
    let (store, _) = shop();
    check(&store, "price:<3", &["anchor"]);
    check(&store, "price<=3", &["anchor", "buoy"]);
    check(&store, "price:>=2.5", &["anchor", "buoy", "rope"]);
    check(&store, "price:2..1000", &["anchor", "buoy"]);
    check(&store, "price:3", &["buoy"]);
    check(&store, "price:2.5", &["anchor"]);
    check(&store, "price:sold", &["sail"]);
    check(&store, "-price:<3", &["buoy", "rope", "sail"]);
    check(&store, "price:<3 or company:bolt", &["anchor", "rope"]);
    check(
        &store,
        "(price:<3 or price:>100) -company:bolt",
        &["anchor"],
    );
    check(&store, "sale price:>2 company:acme", &["anchor", "buoy"]);
    check(&store, "until:2026-12", &["buoy"]);
    check(&store, "until:>2026-11-30", &["buoy", "sail"]);
    check(&store, "until:>2026", &["sail"]);
    check(&store, "until:2026-11..2026-12", &["anchor", "buoy"]);
    check(&store, "date:2026-11", &["anchor", "buoy"]);
    check(&store, "date:>2026-11-03", &["rope", "sail"]);
    check(&store, "date:2026-12", &["rope", "sail"]);
    check(&store, "date:<2026-12-01 rope", &[]);
    check(&store, "fetched:<2000", &[]);
    check(&store, "price:<cheap", &[]);
}

#[test]
fn what_is_written_by_hand_or_read_anew_is_found_by_its_new_words() {
    let (store, _) = shop();
    let found = store.records(&by_title("title:rope"), 0, 1).expect("found");
    let edit = |field: &str, value: &str| ValueEdit {
        record: found[0].id,
        field: field.to_owned(),
        value: Some(one(value)),
    };
    let edits = vec![edit("price", "4"), edit("company", "Knot & Co")];
    store.edit_values(edits, at(9)).expect("edited");
    check(&store, "price:<5", &["anchor", "buoy", "rope"]);
    check(&store, "company:knot", &["rope"]);
    check(&store, "company:bolt", &[]);
    store
        .delete_records(vec![found[0].id], at(10))
        .expect("deleted");
    check(&store, "price:4", &[]);
    store.restore_records(vec![found[0].id]).expect("restored");
    check(&store, "price:4 knot", &["rope"]);
}

/// Puts the project back to how the version before left it.
fn made_old(store: &Store) {
    let terms: Vec<(i64, String, String)> = store
        .records(&RecordFilter::default(), 0, 100)
        .expect("records")
        .iter()
        .map(|r| {
            (
                r.id.0,
                index_terms(&r.record.title),
                index_terms(&r.record.text),
            )
        })
        .collect();
    store
        .write(move |tx| {
            tx.execute_batch(
                "DELETE FROM record_search; DELETE FROM record_number;
                 UPDATE record_digest SET unindexed = 1;",
            )?;
            for (id, title, text) in &terms {
                tx.execute(
                    "INSERT INTO record_search_old (rowid, title, text) VALUES (?1, ?2, ?3)",
                    (id, title, text),
                )?;
            }
            Ok(())
        })
        .expect("made old");
}

#[test]
fn the_old_index_answers_until_each_record_is_in_the_new_one() {
    let (store, _) = shop();
    made_old(&store);
    for left in (0..=4).rev() {
        assert_eq!(store.texts_left().expect("left").unindexed, left);
        assert_eq!(store.has_old_search().expect("read"), left > 0);
        check(&store, "sale", &["anchor", "buoy", "rope", "sail"]);
        check(&store, "title:rope OR sail", &["rope", "sail"]);
        check(&store, "-anchor", &["buoy", "rope", "sail"]);
        check(&store, "rope OR tag:none", &["rope"]);
        check(
            &store,
            "sale -(anchor OR tag:none)",
            &["buoy", "rope", "sail"],
        );
        assert_eq!(store.index_some(1).expect("one"), usize::from(left > 0));
    }
    check(&store, "company:acme price:<3", &["anchor"]);
    check(&store, "url:http://127.0.0.1/rope", &["rope"]);
    let room: i64 = store
        .read(|connection| {
            let sql = "SELECT count(*) FROM record_search_old_data WHERE id NOT IN (1, 10)";
            Ok(connection.query_row(sql, [], |row| row.get(0))?)
        })
        .expect("read");
    assert_eq!(room, 0, "the old index is gone");
}

#[test]
fn a_record_that_is_deleted_or_read_anew_leaves_the_old_index() {
    let (store, _) = shop();
    made_old(&store);
    let ids: Vec<RecordId> = store
        .records(&by_title("sale"), 0, 9)
        .expect("found")
        .iter()
        .map(|record| record.id)
        .collect();
    store.delete_records(vec![ids[0]], at(9)).expect("deleted");
    check(&store, "\"on sale\"", &["buoy", "rope", "sail"]);
    let edit = ValueEdit {
        record: ids[1],
        field: "text".to_owned(),
        value: Some(one("gone by noon")),
    };
    store.edit_values(vec![edit], at(9)).expect("edited");
    check(&store, "\"on sale\"", &["rope", "sail"]);
    check(&store, "noon", &["buoy"]);
}

#[test]
fn fields_and_values_are_suggested() {
    let (store, _) = shop();
    assert_eq!(
        store.query_fields().expect("fields"),
        ["company", "price", "until", "标签"]
    );
    let suggested = |of: SuggestionsOf| -> Vec<(String, u64)> {
        let found = store.suggestions(&of).expect("suggested");
        found.into_iter().map(|s| (s.text, s.count)).collect()
    };
    let fields = suggested(SuggestionsOf::Fields);
    assert_eq!(fields[0], ("price".to_owned(), 4));
    assert!(fields.contains(&("company".to_owned(), 3)));
    let values = |field: &str, text: &str| {
        suggested(SuggestionsOf::Values {
            field: field.to_owned(),
            text: text.to_owned(),
        })
    };
    assert_eq!(
        values("company", "ac"),
        [("Acme Corp".to_owned(), 1), ("Acme Marine".to_owned(), 1)]
    );
    assert_eq!(values("标签", "")[0].1, 4);
    assert_eq!(values("author", "rope"), [("Ann rope".to_owned(), 1)]);
    assert_eq!(values("title", ""), []);
}

#[test]
fn searches_that_an_earlier_version_saved_find_what_they_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.bower");
    let store = Store::create(&path).expect("made");
    store
        .save_search("Treats", Some(&by_title("trick or treat Re:hello")))
        .expect("saved");
    store.set_setting("search.language", "1").expect("set");
    drop(store);
    for _ in 0..2 {
        let store = Store::open(&path).expect("opens");
        let searches = store.saved_searches().expect("read");
        assert_eq!(
            searches[0].1.search.as_deref(),
            Some("trick \"or\" treat \"Re:hello\"")
        );
    }
}

#[test]
fn more_matches_than_are_ranked_are_cut_to_the_newest_but_not_for_exports() {
    let (store, site) = shop();
    let most = i64::try_from(MAX_RANKED).expect("small") + 10;
    store
        .write(move |tx| {
            let terms = RecordTerms::of(&offer("net", "Net", "7", "2026-01-01"));
            for id in 100..100 + most {
                tx.execute(
                    "INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url,
                                         title, date, author, fields, provenance)
                     VALUES (?1, ?2, 1, 1, 0, ?1, 0, 0, ?1, 'net', '', '', '{}', '{}')",
                    (id, site.0),
                )?;
                tx.execute("INSERT INTO record_text (id, text) VALUES (?1, '')", [id])?;
                index_record(tx, id, &terms, true)?;
            }
            Ok(())
        })
        .expect("filled");
    for typed in [
        "net",
        "price:7",
        "price:>6.5 price:<8",
        "net price:7",
        "price:7 or price:8",
    ] {
        let filter = RecordFilter {
            search: Some(typed.to_owned()),
            ..RecordFilter::default()
        };
        let counted = store.count_found(&filter).expect("counted");
        assert_eq!(
            (counted.records, counted.newest_only),
            (10_000, true),
            "{typed}"
        );
        let newest = store.records(&filter, 0, 1).expect("records");
        assert_eq!(newest[0].id.0, 99 + most, "{typed}: the newest first");
        let mut all = 0;
        let mut each = |_| {
            all += 1;
            true
        };
        store.each_record(&filter, &mut each).expect("read");
        assert_eq!(all, most, "{typed}");
        assert_eq!(
            store.count_records(&filter).expect("counted"),
            most.unsigned_abs()
        );
    }
}
