//! Archives: moved records are found again, once, and stay known.

use std::collections::BTreeSet;

use super::*;
use crate::store::archives::archiving::copy_only;

const DAY: i64 = 86_400;

/// A project in a folder for archives, with one record per month from November 2023 on.
pub(in crate::store) fn monthly(records: usize) -> (tempfile::TempDir, Store, SiteId) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::create(&folder.path().join("old.bower")).expect("a project");
    let site = store.add_site(&draft("News")).expect("a site");
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let batch = (0..records).map(|n| PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition {
            page: 0,
            item: u32::try_from(n).expect("few"),
        },
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), at(i64::try_from(n).expect("few") * 30 * DAY)),
        yields: PageYield {
            records: vec![Record {
                text: format!("天气 number {n}"),
                fields: vec![("price".into(), one("99"))],
                ..record(&format!("r{n}"))
            }],
            ..PageYield::default()
        },
    });
    store.commit(site, run, batch.collect()).expect("stored");
    (folder, store, site)
}

fn everywhere(store: &Store, filter: &RecordFilter) -> Vec<String> {
    let mut found = Vec::new();
    store
        .each_record_anywhere(filter, &mut |record| {
            found.push(record.record.title);
            true
        })
        .expect("read");
    found
}

pub(in crate::store) fn search(words: &str) -> RecordFilter {
    RecordFilter {
        search: Some(words.to_owned()),
        ..RecordFilter::default()
    }
}

#[test]
fn old_records_move_and_are_found_again() {
    let (folder, store, site) = monthly(20);
    let all = everywhere(&store, &RecordFilter::default());
    let before = at(10 * 30 * DAY);
    assert_eq!(store.count_to_archive(before).expect("counted"), 10);
    let mut told = Vec::new();
    let moved = store
        .archive(before, Period::Month, &mut |moved| {
            told.push(moved);
            true
        })
        .expect("moved");
    assert_eq!((moved, told.last()), (10, Some(&10)));
    assert_eq!(
        store
            .count_records(&RecordFilter::default())
            .expect("a count"),
        10
    );
    let archives = store.archives().expect("archives");
    assert!(archives.len() >= 9, "a month each: {archives:?}");
    assert_eq!(archives[0].file, "old.bower-archive-2023-11");
    assert_eq!(archives.iter().map(|a| a.records).sum::<u64>(), 10);
    // Everything is still there, in the same order, with its fields.
    assert_eq!(everywhere(&store, &RecordFilter::default()), all);
    let mut prices = 0;
    store
        .each_record_anywhere(&RecordFilter::default(), &mut |record| {
            prices += usize::from(!record.record.fields.is_empty());
            true
        })
        .expect("read");
    assert_eq!(prices, 20);
    // Search covers the archives, including Chinese.
    assert!(titles(&store, &search("number 3")).is_empty());
    let found = store
        .records_anywhere(&search("天气 number 3"), 0, 10)
        .expect("found");
    let found: Vec<_> = found
        .iter()
        .map(|r| (r.record.title.as_str(), r.marks.archive.as_deref()))
        .collect();
    assert_eq!(found, [("r3", Some("old.bower-archive-2024-02"))]);
    assert_eq!(everywhere(&store, &search("天气")).len(), 20);
    // Times restrict both.
    let narrow = RecordFilter {
        since: Some(at(5 * 30 * DAY)),
        part: RecordPart {
            until: Some(at(12 * 30 * DAY)),
            ..RecordPart::default()
        },
        ..RecordFilter::default()
    };
    assert_eq!(everywhere(&store, &narrow).len(), 7);
    // An archived record is known: it is not stored again.
    fill(
        &store,
        site,
        vec![record("r3"), record("r15"), record("new")],
    );
    assert_eq!(everywhere(&store, &RecordFilter::default()).len(), 21);
    // Removing a site removes its archived records.
    store.remove_site(site).expect("removed");
    assert!(everywhere(&store, &RecordFilter::default()).is_empty());
    drop(store);
    let archive = folder.path().join("old.bower-archive-2023-11");
    let archive = Connection::open(archive).expect("opens");
    let left: i64 = archive
        .query_row("SELECT count(*) FROM record", [], |row| row.get(0))
        .expect("counted");
    assert_eq!(left, 0);
}

#[test]
fn a_move_that_was_cut_off_loses_and_doubles_nothing() {
    let (_folder, store, _) = monthly(12);
    let all: BTreeSet<String> = everywhere(&store, &RecordFilter::default())
        .into_iter()
        .collect();
    let before = at(8 * 30 * DAY);
    // When stopped between two batches, the rest is moved later.
    let moved = store
        .archive(before, Period::Year, &mut |_| false)
        .expect("stopped");
    assert!((1..8).contains(&moved), "{moved}");
    assert_eq!(store.archives().expect("archives").len(), 1);
    // Simulates a kill after a batch reached the archive and before it left the project.
    copy_only(&store, "old.bower-archive-2023", "[5,6,7]").expect("copied");
    store
        .set_setting("archive.moving", "old.bower-archive-2023")
        .expect("kept");
    let found = everywhere(&store, &RecordFilter::default());
    assert_eq!(found.len(), 12, "{found:?}");
    let path = store.path().to_owned();
    drop(store);
    let store = Store::open(&path).expect("opens");
    let found = everywhere(&store, &RecordFilter::default());
    assert_eq!(found.len(), 12, "{found:?}");
    let in_archives: u64 = store
        .archives()
        .expect("archives")
        .iter()
        .map(|a| a.records)
        .sum();
    assert_eq!(in_archives, moved, "what stood in both files stands in one");
    store
        .archive(before, Period::Year, &mut |_| true)
        .expect("moved");
    let found = everywhere(&store, &RecordFilter::default());
    assert_eq!(found.len(), 12);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all);
    assert_eq!(store.setting("archive.moving").expect("read"), None);
}

#[test]
fn the_newest_record_stays_so_that_no_number_is_given_twice() {
    let (_folder, store, site) = monthly(3);
    let moved = store
        .archive(at(9_999 * DAY), Period::Year, &mut |_| true)
        .expect("moved");
    assert_eq!(moved, 2);
    fill(&store, site, vec![record("later")]);
    let mut ids = BTreeSet::new();
    store
        .each_record_anywhere(&RecordFilter::default(), &mut |record| {
            ids.insert(record.id.0)
        })
        .expect("read");
    assert_eq!(ids.len(), 4);
}

#[test]
fn an_archive_that_is_gone_is_told() {
    let (folder, store, _) = monthly(3);
    store
        .archive(at(50 * DAY), Period::Year, &mut |_| true)
        .expect("moved");
    let file = &store.archives().expect("archives")[0].file;
    std::fs::remove_file(folder.path().join(file)).expect("removed");
    let read = store.each_record_anywhere(&RecordFilter::default(), &mut |_| true);
    assert_eq!(read.expect("the rest is read"), std::slice::from_ref(file));
}

#[test]
fn a_table_scrolls_from_the_project_into_its_archives() {
    let (folder, store, _) = monthly(20);
    store
        .archive(at(10 * 30 * DAY), Period::Month, &mut |_| true)
        .expect("moved");
    let page = |filter: &RecordFilter, from: u64| -> Vec<(String, bool)> {
        let records = store.records_anywhere(filter, from, 7).expect("read");
        let told = |r: StoredRecord| (r.record.title, r.marks.archive.is_some());
        records.into_iter().map(told).collect()
    };
    let all = RecordFilter::default();
    let counted = store.count_found_anywhere(&all).expect("counted");
    assert_eq!((counted.all.records, counted.archived), (20, 10));
    let rows: Vec<_> = [0, 7, 14]
        .iter()
        .flat_map(|from| page(&all, *from))
        .collect();
    let titles: BTreeSet<_> = rows.iter().map(|(title, _)| title).collect();
    assert_eq!((rows.len(), titles.len()), (20, 20), "each once: {rows:?}");
    assert!(rows.iter().take(10).all(|(_, archived)| !archived));
    assert_eq!(rows[10], ("r9".to_owned(), true), "then the newest archive");
    let oldest_first = RecordFilter {
        sort: RecordSort::Column {
            name: "fetched_at".to_owned(),
            descending: false,
        },
        ..RecordFilter::default()
    };
    assert_eq!(page(&oldest_first, 0)[0], ("r0".to_owned(), true));
    assert_eq!(page(&oldest_first, 9)[1], ("r10".to_owned(), false));
    let here = RecordFilter {
        skip_archives: true,
        ..RecordFilter::default()
    };
    assert_eq!(everywhere(&store, &here).len(), 10);
    assert_eq!(page(&here, 7).len(), 3);
    // A missing archive is reported, and the others are still read.
    let file = &store.archives().expect("archives")[0].file;
    std::fs::remove_file(folder.path().join(file)).expect("removed");
    let counted = store.count_found_anywhere(&all).expect("counted");
    assert_eq!(counted.missing, std::slice::from_ref(file));
    assert!(counted.all.records < 20);
}

#[test]
fn marks_part_the_records_without_gap_or_overlap() {
    let (_folder, store, site) = monthly(4);
    let mark = store.record_mark().expect("read").expect("records");
    store
        .keep_export_mark("csv:0:a", mark, at(0))
        .expect("kept");
    fill(&store, site, vec![record("x"), record("y")]);
    let part = |beyond, within| RecordFilter {
        part: RecordPart {
            beyond,
            within,
            ..RecordPart::default()
        },
        ..RecordFilter::default()
    };
    let old = everywhere(&store, &part(None, mark.change));
    let kept = store.export_mark("csv:0:a").expect("read");
    let new = everywhere(&store, &part(kept, None));
    assert_eq!((old.len(), new), (4, vec!["x".to_owned(), "y".to_owned()]));
    assert_eq!(store.export_mark("csv:0:b").expect("read"), None);
    // A process that only reads stores a mark too.
    let reader = Store::open_read_only(store.path()).expect("opens");
    reader
        .keep_export_mark("csv:0:b", mark, at(1))
        .expect("kept");
    assert_eq!(store.export_mark("csv:0:b").expect("read"), Some(mark));
}

#[test]
fn pages_over_the_limits_go_when_these_are_settled() {
    let (store, site) = project();
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let page = |n: i64| PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer {
            snapshots: vec![Snapshot {
                meta: SnapshotMeta {
                    url_chain: vec![format!("http://127.0.0.1/{n}")],
                    status: 200,
                    headers: Vec::new(),
                    fetched_at: at(n * DAY),
                    evidence: false,
                    sent_from: None,
                },
                body: vec![b'x'; 1_000],
                validators: None,
            }],
            ..JudgedAnswer::new(Verdict::ok(), at(n * DAY))
        },
        yields: PageYield::default(),
    };
    store
        .commit(site, run, (0..10).map(page).collect())
        .expect("stored");
    let pages = || store.snapshot_counts().expect("counted").pages;
    assert_eq!(pages(), 10);
    let mut keep = store.retention().expect("read");
    keep.days = 4;
    store.set_retention(keep, at(10 * DAY)).expect("settled");
    assert_eq!(pages(), 4);
    keep.bytes_per_site = 1;
    store.set_retention(keep, at(10 * DAY)).expect("settled");
    assert_eq!(pages(), 0);
    assert_eq!(store.retention().expect("read"), keep);
}

/// The records as they are listed.
pub(in crate::store) fn listed(store: &Store) -> Vec<RecordId> {
    let all = store.records(&RecordFilter::default(), 0, 100);
    all.expect("read").iter().map(|stored| stored.id).collect()
}

/// A filter without reposts.
fn folded() -> RecordFilter {
    RecordFilter {
        only: Only {
            folded: true,
            ..Only::default()
        },
        ..RecordFilter::default()
    }
}

/// Marks the records with these numbers as reposts of others.
fn mark(store: &Store, pairs: &[(usize, usize)], ids: &[RecordId]) {
    let reposts = pairs.iter().map(|(later, first)| Repost {
        record: ids[*later],
        of: ids[*first],
        likeness: 0.9,
    });
    let folded = store.fold(reposts.collect()).expect("folded");
    assert_eq!(folded, pairs.len() as u64);
}

#[test]
fn reposts_stay_reposts_wherever_their_originals_lie() {
    let (_folder, store, site) = monthly(20);
    let ids = listed(&store);
    // Reposts of one that stays, of one in another archive, of one in the same, and among those
    // that stay.
    mark(&store, &[(2, 15), (6, 1), (5, 4), (17, 16), (18, 3)], &ids);
    let folded = folded();
    assert_eq!(everywhere(&store, &folded).len(), 15);
    let moved = store.archive(at(10 * 30 * DAY), Period::Month, &mut |_| true);
    assert_eq!(moved.expect("moved"), 10);
    assert_eq!(everywhere(&store, &folded).len(), 15);
    assert_eq!(store.original_of(ids[18]).expect("read"), ids[3]);
    // A new repost joins the cluster of one whose original has moved.
    mark(&store, &[(19, 3)], &ids);
    assert_eq!(everywhere(&store, &folded).len(), 14);
    // After its records are removed for good, a site no longer folds those of others.
    let other = store.add_site(&draft("Other")).expect("a site");
    fill(&store, other, vec![record("copy"), record("free")]);
    let filter = RecordFilter {
        site: Some(other),
        ..RecordFilter::default()
    };
    let copies = store.records(&filter, 0, 10).expect("read");
    let pairs = vec![Repost {
        record: copies[0].id,
        of: ids[3],
        likeness: 0.9,
    }];
    assert_eq!(store.fold(pairs).expect("folded"), 1);
    assert_eq!(everywhere(&store, &folded).len(), 15);
    store.remove_site(site).expect("removed");
    assert_eq!(everywhere(&store, &folded).len(), 2);
}

/// The rows of a list over all files, read in steps of `step` rows, as indexes in `ids`.
fn rows(store: &Store, filter: &RecordFilter, step: u64, ids: &[RecordId]) -> Vec<usize> {
    let counted = store.count_found_anywhere(filter).expect("counted");
    let mut rows = Vec::new();
    while (rows.len() as u64) < counted.all.records {
        let window = store.records_anywhere(filter, rows.len() as u64, step);
        let window = window.expect("read");
        assert!(!window.is_empty(), "{rows:?} of {counted:?}");
        let place = |stored: &StoredRecord| ids.iter().position(|id| *id == stored.id);
        rows.extend(
            window
                .iter()
                .map(|stored| place(stored).expect("one of them")),
        );
    }
    rows
}

#[test]
fn reposts_in_other_files_unfold_behind_their_original() {
    let (_folder, store, _) = monthly(12);
    let ids = listed(&store);
    // Of 3: one in a neighbouring archive, two that stay; of 8, which stays: one that moved.
    mark(&store, &[(4, 3), (9, 3), (10, 3), (1, 8), (11, 8)], &ids);
    let moved = store.archive(at(6 * 30 * DAY), Period::Month, &mut |_| true);
    assert_eq!(moved.expect("moved"), 6);
    let mut filter = folded();
    let folded = rows(&store, &filter, 100, &ids);
    assert_eq!(folded, [6, 7, 8, 5, 3, 2, 0]);
    filter.only.unfolded = vec![ids[8], ids[3]];
    for step in [1, 2, 3, 100] {
        let unfolded = rows(&store, &filter, step, &ids);
        assert_eq!(
            unfolded,
            [6, 7, 8, 11, 1, 5, 3, 9, 10, 4, 2, 0],
            "by {step}"
        );
    }
    // Six are in archives, wherever they are shown.
    let counted = store.count_found_anywhere(&filter).expect("counted");
    assert_eq!((counted.all.records, counted.archived), (12, 6));
    // Each shows how many there are, in all files.
    let read = store.records_anywhere(&filter, 0, 100).expect("read");
    let of = |place: usize| read.iter().find(|stored| stored.id == ids[place]);
    assert_eq!(of(3).expect("there").marks.reposts, 3);
    assert_eq!(of(8).expect("there").marks.reposts, 2);
    assert_eq!(of(2).expect("there").marks.reposts, 0);
    let guest = of(4).expect("there");
    assert_eq!(guest.marks.repost_of, Some(ids[3]));
    assert!(guest.marks.archive.is_some());
    // Excluded archives exclude their reposts.
    filter.skip_archives = true;
    assert_eq!(rows(&store, &filter, 5, &ids), [6, 7, 8, 11]);
}

#[test]
fn a_removed_record_lets_go_of_its_reposts() {
    let (_folder, store, site) = monthly(2);
    let other = store.add_site(&draft("Other")).expect("a site");
    fill(&store, other, vec![record("copy")]);
    let all = store
        .records(&RecordFilter::default(), 0, 100)
        .expect("read");
    let copy = all.iter().find(|stored| stored.site == other).expect("it");
    let first = all.iter().find(|stored| stored.site == site).expect("it");
    let repost = Repost {
        record: copy.id,
        of: first.id,
        likeness: 1.0,
    };
    assert_eq!(store.fold(vec![repost]).expect("folded"), 1);
    store.clear_site(site).expect("cleared");
    assert_eq!(store.original_of(copy.id).expect("read"), copy.id);
}
