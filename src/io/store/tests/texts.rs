//! Search in both languages, marks, reposts, summaries, and the index of an older project.

use super::*;
use bowerbird_logic::text::{Summary, SummaryLength};

fn article(name: &str, date: &str, text: &str) -> Record {
    Record {
        date: date.to_owned(),
        text: text.to_owned(),
        ..record(name)
    }
}

fn newspaper() -> (Store, SiteId) {
    let (store, site) = project();
    fill(
        &store,
        site,
        vec![
            article("storm", "2026-01-05", "北京市气象台发布大风蓝色预警信号。"),
            article(
                "tram",
                "2026-02-06",
                "The new tram line reaches the harbour; Café Noir reopens.",
            ),
            article("mayor", "2026-03-07", "市长王小明出席新大桥通车仪式。"),
            article(
                "cake",
                "",
                "Tram drivers bake a cake for the harbour school.",
            ),
        ],
    );
    (store, site)
}

fn search(typed: &str) -> RecordFilter {
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
    assert_eq!(titles(store, &search(typed)), expected, "{typed}");
    let count = store.count_found(&search(typed)).expect("a count");
    assert_eq!(count.records, expected.len() as u64, "{typed}");
}

#[test]
fn words_names_phrases_and_operators_find_what_they_should() {
    let (store, _) = newspaper();
    check(&store, "预警", &["storm"]);
    check(&store, "小明", &["mayor"]);
    check(&store, "警", &["storm"]);
    check(&store, "北京大风预警", &["storm"]);
    check(&store, "\"北京大风\"", &[]);
    check(&store, "tram", &["cake", "tram"]);
    check(&store, "harbour -cake", &["tram"]);
    check(&store, "cake OR 大桥", &["cake", "mayor"]);
    check(&store, "(cake OR 大桥) NOT drivers", &["mayor"]);
    check(&store, "\"tram line\"", &["tram"]);
    check(&store, "harb*", &["cake", "tram"]);
    check(&store, "cafe", &["tram"]);
    check(&store, "-tram", &["mayor", "storm"]);
    let best = RecordFilter {
        sort: RecordSort::ListOrder,
        ..search("tram")
    };
    assert_eq!(
        titles(&store, &best),
        ["tram", "cake"],
        "the title counts more"
    );
}

#[test]
fn filters_narrow_a_search() {
    let (store, site) = newspaper();
    check(&store, "after:2026-02-06 before:2026-03", &["tram"]);
    check(&store, "tram after:2026", &["tram"]);
    check(&store, "tram before:2024", &["cake"]);
    check(&store, "site:new tram", &["cake", "tram"]);
    check(&store, "site:old tram", &[]);
    check(&store, "-site:old tram", &["cake", "tram"]);
    let records = store.records(&search("cake"), 0, 9).expect("records");
    let ids: Vec<RecordId> = records.iter().map(|r| r.id).collect();
    store.set_tag(ids.clone(), " Later ", true).expect("a tag");
    store.set_read(ids.clone(), true, at(5)).expect("read");
    store.set_note(ids[0], "ask them").expect("a note");
    check(&store, "tag:later", &["cake"]);
    check(&store, "tram -tag:later", &["tram"]);
    let mut unread = search("tram");
    unread.only.unread = true;
    assert_eq!(titles(&store, &unread), ["tram"]);
    let marks = store.marks_of(&ids).expect("marks").remove(0);
    assert_eq!(
        (marks.tags, marks.note.as_str(), marks.read),
        (vec!["Later".to_owned()], "ask them", true)
    );
    assert_eq!(store.tags().expect("tags"), [("Later".to_owned(), 1)]);
    store.save_search("Trams", Some(&unread)).expect("saved");
    assert_eq!(
        store.saved_searches().expect("searches"),
        [("Trams".to_owned(), unread)]
    );
    store.save_search("Trams", None).expect("removed");
    assert!(store.save_search("Trams", None).is_err());
    store.remove_site(site).expect("removed");
    assert!(store.tags().expect("tags").is_empty());
}

#[test]
fn nonsense_is_harmless() {
    let (store, _) = newspaper();
    for typed in [
        "\"",
        "\"\"",
        "*",
        "((",
        "NOT",
        "-",
        "OR OR",
        "a\0b",
        "NEAR(a b)",
        "title:x",
        "^tram",
        "{tram}",
        "tram AND",
        "tram OR",
        "NOT NOT tram",
        "-(tram OR cake) -x",
        "'; DROP TABLE record; --",
        "site:%",
        "\u{202e}مرحبا",
        "😀",
        "after:2026-13-99",
    ] {
        let found = store.records(&search(typed), 0, 9);
        assert!(found.is_ok(), "{typed}: {found:?}");
    }
    check(&store, "\"", &[]);
    check(&store, "site:%", &[]);
    assert_eq!(titles(&store, &search("  ")).len(), 4, "blank is no search");
}

#[test]
fn an_older_project_is_indexed_in_the_background_newest_first() {
    let (store, _) = newspaper();
    store
        .write(|tx| {
            tx.execute_batch(
                "DELETE FROM record_search;
                 UPDATE record_digest SET unindexed = 1, unsettled = 1;",
            )?;
            Ok(())
        })
        .expect("made old");
    check(&store, "tram", &[]);
    assert_eq!(store.texts_left().expect("left").unindexed, 4);
    assert_eq!(store.index_some(1).expect("one"), 1);
    check(&store, "tram", &["cake"]);
    assert_eq!(store.index_some(100).expect("the rest"), 3);
    assert_eq!(store.index_some(100).expect("none"), 0);
    check(&store, "预警", &["storm"]);
}

#[test]
fn reposts_fold_and_unfold_and_a_person_has_the_last_word() {
    let (store, _) = newspaper();
    let all = RecordFilter::default();
    let ids: Vec<RecordId> = store
        .records(&all, 0, 9)
        .expect("records")
        .iter()
        .map(|r| r.id)
        .collect();
    let digest = |id: RecordId, of: Option<RecordId>| Digest {
        id,
        content: Some(id.0),
        repost: of.map(|of| (of, 0.95)),
        ..Digest::default()
    };
    let digests = vec![
        digest(ids[0], None),
        digest(ids[1], Some(ids[0])),
        digest(ids[2], None),
        digest(ids[3], Some(ids[0])),
    ];
    store.settle(digests).expect("settled");
    let mut folded = RecordFilter::default();
    folded.only.folded = true;
    assert_eq!(titles(&store, &folded), ["storm", "mayor"]);
    let head = store.records(&folded, 0, 1).expect("records").remove(0);
    assert_eq!(head.marks.reposts, 2);
    folded.only.unfolded = vec![ids[0]];
    assert_eq!(titles(&store, &folded), ["storm", "tram", "cake", "mayor"]);
    assert_eq!(store.count_found(&folded).expect("a count").records, 4);
    store.keep_apart(vec![ids[1]]).expect("apart");
    assert_eq!(store.count_reposts().expect("a count"), 1);
    let again = Repost {
        record: ids[1],
        of: ids[0],
        likeness: 1.0,
    };
    let pass = Repost {
        record: ids[2],
        of: ids[0],
        likeness: 0.9,
    };
    assert_eq!(
        store.fold(vec![again, pass]).expect("folded"),
        1,
        "a person said no"
    );
    assert_eq!(store.undo_pass().expect("undone"), 1);
    assert_eq!(titles(&store, &all).len(), 4, "nothing is ever removed");
}

#[test]
fn of_two_alike_the_one_published_later_is_the_repost() {
    let (store, site) = project();
    let alike = "The ferry to the island sails again from Monday, says the harbour office.";
    let named = [
        ("late", "2026-03-07"),
        ("early", "2026-01-05"),
        ("undated", ""),
    ];
    let articles = named.map(|(name, date)| article(name, date, alike));
    fill(&store, site, articles.to_vec());
    let all = store
        .records(&RecordFilter::default(), 0, 9)
        .expect("records");
    let id = |name: &str| {
        let found = all.iter().find(|one| one.record.title == name);
        found.expect("a record").id
    };
    let digest = |name: &str, of: Option<&str>| Digest {
        id: id(name),
        content: Some(7),
        repost: of.map(|of| (id(of), 1.0)),
        ..Digest::default()
    };
    let of = |name: &str| store.original_of(id(name)).expect("its original");
    let first = vec![digest("late", None), digest("early", Some("late"))];
    store.settle(first).expect("settled");
    assert_eq!((of("late"), of("early")), (id("early"), id("early")));
    // What has no date came later.
    let then = vec![digest("undated", Some("early"))];
    store.settle(then).expect("settled");
    assert_eq!((of("undated"), of("early")), (id("early"), id("early")));
    // Settled again with the same text, it stays a repost of one that arrived after it.
    store.settle(vec![digest("late", None)]).expect("settled");
    assert_eq!(of("late"), id("early"));
    // What a person keeps apart stays apart.
    store.keep_apart(vec![id("late")]).expect("apart");
    store.settle(vec![digest("late", None)]).expect("settled");
    assert_eq!(of("late"), id("late"));
}

#[test]
fn a_summary_is_kept_until_the_text_changes() {
    let (store, _) = newspaper();
    let id = store.records(&search("cake"), 0, 1).expect("records")[0].id;
    let summary = Summary {
        text: "Cake.".into(),
        keywords: vec!["cake".into()],
    };
    let length = SummaryLength::Words(3);
    store
        .keep_summaries(length, vec![(id, summary.clone())])
        .expect("kept");
    assert_eq!(store.summary(id).expect("read"), Some((length, summary)));
}
