//! Visits of lists, pages that are fetched again, and versions of records.

use super::*;
use bowerbird_logic::model::{PagePicture, RunEnd, RunProgress};

fn lease(store: &Store, site: SiteId) -> Vec<Queued> {
    store.lease_requests(site, at(0), 9).expect("leased")
}

fn article(text: &str) -> Record {
    Record {
        text: text.to_owned(),
        ..record("a")
    }
}

/// A site whose article `a` was stored by a finished run.
fn with_article(text: &str) -> (Store, SiteId) {
    let (store, site) = project();
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let wanted = [content("a", (0, 3))];
    store.add_requests(site, run, &wanted).expect("added");
    let leased = lease(&store, site);
    let page = outcome(&leased[0], vec![article(text)], Vec::new());
    store.commit(site, run, vec![page]).expect("committed");
    end(&store, run);
    (store, site)
}

fn end(store: &Store, run: RunId) {
    let figures = RunProgress::default();
    store
        .end_run(run, RunEnd::Finished, &figures, None, at(1))
        .expect("ended");
}

fn refresh(before: i64, pages: &[&str]) -> RunStart {
    RunStart {
        refresh: Some(Refresh {
            before: at(before),
            found_since: None,
            pages: pages.iter().map(|page| (*page).to_owned()).collect(),
            marked: Vec::new(),
        }),
        ..RunStart::default()
    }
}

/// Begins a run that fetches everything again, and leases its only page.
fn again(store: &Store, site: SiteId, now: i64) -> (RunId, Queued) {
    let (run, resumed) = store
        .start_run_as(site, &refresh(now, &[]), at(now))
        .expect("a run");
    assert!(!resumed);
    assert_eq!(store.queue_length(site).expect("length").0, 1);
    let leased = lease(store, site);
    assert_eq!(leased.len(), 1);
    assert!(leased[0].again);
    (run, leased[0].clone())
}

fn fetched(queued: &Queued, seconds: i64, text: &str) -> PageOutcome {
    let mut page = outcome(queued, vec![article(text)], Vec::new());
    page.answer.fetched_at = at(seconds);
    page
}

fn only(store: &Store) -> StoredRecord {
    let mut records = store
        .records(&RecordFilter::default(), 0, 9)
        .expect("records");
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[test]
fn of_many_versions_the_first_and_the_latest_stay() {
    let (store, site) = with_article("text 0");
    for number in 1..=6 {
        let (run, queued) = again(&store, site, number * 100);
        let mut page = fetched(&queued, number * 100, &format!("text {number}"));
        page.yields.revisited.versions = Some(3);
        store.commit(site, run, vec![page]).expect("committed");
        end(&store, run);
    }
    let newest = only(&store);
    assert_eq!(newest.record.text, "text 6");
    let kept: Vec<(u32, String)> = store
        .record_versions(newest.id)
        .expect("versions")
        .into_iter()
        .map(|version| (version.number, version.record.text))
        .collect();
    let expected = [(6, "text 5"), (5, "text 4"), (1, "text 0")];
    assert_eq!(
        kept,
        expected.map(|(number, text)| (number, text.to_owned()))
    );
}

#[test]
fn an_article_that_changed_becomes_a_version() {
    let (store, site) = with_article("first");
    let first = only(&store);
    for (number, text) in [(100, "second"), (200, "third"), (300, "third")] {
        let (run, queued) = again(&store, site, number);
        let batch = vec![fetched(&queued, number, text)];
        let brought = store.commit(site, run, batch.clone()).expect("committed");
        let updated = u64::from(number < 300);
        assert_eq!(
            brought,
            [CommitCounts {
                updated,
                ..CommitCounts::default()
            }]
        );
        // The same batch again (after a full disk) creates no further version.
        store.commit(site, run, batch).expect("committed");
        assert_eq!(store.queue_length(site).expect("length").0, 0);
        end(&store, run);
    }
    let newest = only(&store);
    assert_eq!(newest.record.text, "third");
    assert_eq!(newest.fetched_at, at(200));
    // It keeps its list position, and is only found by its new words.
    assert_eq!((newest.id, newest.position), (first.id, first.position));
    let search = |words: &str| RecordFilter {
        search: Some(words.to_owned()),
        ..RecordFilter::default()
    };
    assert_eq!(store.count_records(&search("third")).expect("count"), 1);
    assert_eq!(store.count_records(&search("first")).expect("count"), 0);

    let versions = store.record_versions(newest.id).expect("versions");
    let told: Vec<(u32, &str, Timestamp, Timestamp)> = versions
        .iter()
        .map(|v| {
            (
                v.number,
                v.record.text.as_str(),
                v.fetched_at,
                v.replaced_at,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (2, "second", at(100), at(200)),
            (1, "first", at(0), at(100))
        ]
    );
}

#[test]
fn a_page_without_its_content_takes_no_place() {
    let long = "很长的正文。".repeat(100);
    let (store, site) = with_article(&long);
    let snapshot = |evidence: bool, body: &str| Snapshot {
        meta: SnapshotMeta {
            url_chain: vec!["http://127.0.0.1/a".to_owned()],
            status: 200,
            headers: Vec::new(),
            fetched_at: at(0),
            evidence,
            sent_from: None,
        },
        body: body.as_bytes().to_vec(),
        validators: None,
    };
    let (run, queued) = again(&store, site, 50);
    let mut good = fetched(&queued, 50, &long);
    good.answer.snapshots.push(snapshot(false, "good"));
    store.commit(site, run, vec![good]).expect("committed");
    end(&store, run);

    let (run, queued) = again(&store, site, 100);
    let mut removed = fetched(&queued, 100, "Removed.");
    removed.answer.snapshots.push(snapshot(false, "removed"));
    let brought = store.commit(site, run, vec![removed]).expect("committed");
    assert_eq!((brought[0].refused, brought[0].updated), (1, 0));
    end(&store, run);
    // The page that the stored record was extracted from is kept too.
    let kept = store.snapshot(site, "http://127.0.0.1/a").expect("read");
    assert_eq!(kept.expect("kept").body, b"good");

    // A removed article is not a failed page: it was fetched before.
    let (run, queued) = again(&store, site, 200);
    let mut gone = outcome(&queued, Vec::new(), Vec::new());
    gone.state = QueuedState::Failed;
    store.commit(site, run, vec![gone]).expect("committed");
    assert_eq!(store.site_counts().expect("counts")[0].failed, 0);
    assert_eq!(store.failed_since(site, run).expect("count"), 0);
    end(&store, run);

    // If the address now redirects elsewhere, the content there is another page.
    let (run, queued) = again(&store, site, 300);
    let elsewhere = outcome(&queued, vec![record("front")], Vec::new());
    let brought = store.commit(site, run, vec![elsewhere]).expect("committed");
    assert_eq!((brought[0].records, brought[0].refused), (0, 1));
    assert_eq!(only(&store).record.text, long);
    let versions = store.record_versions(only(&store).id).expect("versions");
    assert!(versions.is_empty());
}

#[test]
fn the_page_before_a_change_is_kept_and_others_are_replaced() {
    let (store, site) = with_article("first");
    let page = |second: i64, body: &str| Snapshot {
        meta: SnapshotMeta {
            url_chain: vec!["http://127.0.0.1/a".to_owned()],
            status: 200,
            headers: Vec::new(),
            fetched_at: at(second),
            evidence: false,
            sent_from: None,
        },
        body: body.as_bytes().to_vec(),
        validators: None,
    };
    // Two readings that say the same, and two that do not.
    let readings = [
        (50, "first"),
        (100, "first"),
        (200, "second"),
        (300, "third"),
    ];
    for (second, text) in readings {
        let (run, queued) = again(&store, site, second);
        let mut read = fetched(&queued, second, text);
        read.answer
            .snapshots
            .push(page(second, &format!("{text} at {second}")));
        store.commit(site, run, vec![read]).expect("committed");
        end(&store, run);
    }
    let body = |from: i64, until: Option<i64>| {
        let span = (at(from), until.map(at));
        let found = store.page_between(site, "http://127.0.0.1/a", span);
        found
            .expect("read")
            .map(|page| String::from_utf8(page.body).expect("a text"))
    };
    assert_eq!(body(0, Some(200)).as_deref(), Some("first at 100"));
    assert_eq!(body(200, Some(300)).as_deref(), Some("second at 200"));
    assert_eq!(body(300, None).as_deref(), Some("third at 300"));
    assert_eq!(
        body(0, Some(100)),
        None,
        "replaced by one that says the same"
    );
    assert_eq!(store.snapshot_counts().expect("counts").pages, 3);
    // A changed rule reads the newest page only, and earlier ones make room first.
    let kept = store.snapshot(site, "http://127.0.0.1/a").expect("read");
    assert_eq!(kept.expect("kept").body, b"third at 300");
    assert_eq!(store.count_stored_pages(site).expect("count"), 1);
    let size = store.snapshot_counts().expect("counts").bytes;
    let retention = Retention {
        days: 90,
        bytes_per_site: size - 1,
        picture_bytes: None,
    };
    store.set_retention(retention, at(300)).expect("set");
    assert_eq!(body(0, Some(200)), None);
    assert_eq!(body(300, None).as_deref(), Some("third at 300"));
}

/// A picture with these words.
fn picture(words: &str) -> Screenshot {
    Screenshot::Taken(PagePicture {
        jpeg: [&[0xFF, 0xD8, 0xFF], words.as_bytes()].concat().into(),
        width: 2,
        height: 1,
        words: words.to_owned(),
    })
}

#[test]
fn each_version_has_the_newest_picture_of_its_page() {
    let (store, site) = with_article("first");
    let readings = [
        (50, "first", "A"),
        (100, "first", "B"),
        (200, "second", "C"),
        (300, "third", "C"),
        (400, "third", "C"),
    ];
    for (second, text, shown) in readings {
        let (run, queued) = again(&store, site, second);
        let mut read = fetched(&queued, second, text);
        read.answer.picture = picture(shown);
        store.commit(site, run, vec![read]).expect("committed");
        end(&store, run);
    }
    let stored = only(&store);
    let shown = |from: i64, until: Option<i64>| {
        let time = PictureTime {
            from: at(from),
            until: until.map(at),
        };
        let found = store.page_picture(stored.id, time).expect("read")?;
        let seconds = found.facts.taken_at.as_second() - at(0).as_second();
        Some((seconds, found.jpeg.last().copied().map(char::from)?))
    };
    assert_eq!(shown(0, Some(200)), Some((100, 'B')));
    assert_eq!(shown(200, Some(300)), Some((200, 'C')));
    assert_eq!(shown(300, None), Some((400, 'C')));
    // A is replaced, C is stored once.
    assert_eq!(store.snapshot_counts().expect("counts").pictures, 2);
    // A page without a picture says so, and takes none away.
    let (run, queued) = again(&store, site, 500);
    let mut read = fetched(&queued, 500, "fourth");
    read.answer.picture = Screenshot::Missing(NoScreenshot::NoBrowser);
    let counts = store.commit(site, run, vec![read]).expect("committed");
    assert_eq!((counts[0].updated, counts[0].screenshots_missing), (1, 1));
    assert_eq!(shown(500, None), None);
    assert_eq!(shown(300, Some(500)), Some((400, 'C')));
}

#[test]
fn what_is_new_comes_before_what_is_asked_for_again() {
    let (store, site) = with_article("first");
    let (run, _) = store
        .start_run_as(site, &refresh(100, &[]), at(100))
        .expect("a run");
    let wanted = [content("b", (9, 9)), list(0)];
    store.add_requests(site, run, &wanted).expect("added");
    // The list shows the known article too, which does not change it.
    let seen = [content("a", (0, 0))];
    assert_eq!(store.add_requests(site, run, &seen).expect("added"), 0);
    let urls: Vec<String> = lease(&store, site)
        .into_iter()
        .map(|queued| queued.request.url.replace("http://127.0.0.1/", ""))
        .collect();
    assert_eq!(urls, ["list/0", "b", "a"]);
}

#[test]
fn a_refresh_is_resumed_and_fetches_no_page_twice() {
    let (store, site) = with_article("first");
    let wanted = |store: &Store, now: i64| {
        store
            .start_run_as(site, &refresh(now, &[]), at(now))
            .expect("a run")
    };
    let (run, _) = wanted(&store, 100);
    let add = [content("b", (0, 0))];
    store.add_requests(site, run, &add).expect("added");
    let leased = lease(&store, site);
    assert_eq!(leased.len(), 2);
    let done = fetched(&leased[1], 110, "second");
    store.commit(site, run, vec![done]).expect("committed");
    // Killed here; the same page is requested once more.
    let (_, resumed) = wanted(&store, 120);
    assert!(resumed);
    assert_eq!(lease(&store, site).len(), 1, "only what was left");
}

#[test]
fn single_pages_and_young_ones_can_be_meant() {
    let (store, site) = with_article("first");
    let count = |start: &RunStart, now: i64| {
        let (run, _) = store.start_run_as(site, start, at(now)).expect("a run");
        let leased = lease(&store, site);
        for queued in &leased {
            let page = outcome(queued, Vec::new(), Vec::new());
            store.commit(site, run, vec![page]).expect("committed");
        }
        end(&store, run);
        leased.len()
    };
    assert_eq!(count(&refresh(-5, &[]), 100), 0, "fetched after that");
    assert_eq!(count(&refresh(0, &["http://127.0.0.1/x"]), 100), 0);
    assert_eq!(count(&refresh(0, &["http://127.0.0.1/a#part"]), 100), 1);
    let mut young = refresh(100, &[]);
    if let Some(refresh) = &mut young.refresh {
        refresh.found_since = Some(at(50));
    }
    assert_eq!(count(&young, 200), 0, "found before that");
}

#[test]
fn a_list_that_gives_another_time_queues_its_article_again() {
    let (store, site) = with_article("first");
    let visit = |now: i64, stamp: &str| {
        let (run, _) = store.start_run(site, at(now)).expect("a run");
        store.add_requests(site, run, &[list(0)]).expect("added");
        let leased = lease(&store, site);
        let mut page = outcome(&leased[0], Vec::new(), Vec::new());
        page.yields.revisited.stamps = vec![
            ("http://127.0.0.1/a".to_owned(), stamp.to_owned()),
            ("http://127.0.0.1/unknown".to_owned(), stamp.to_owned()),
        ];
        store.commit(site, run, vec![page]).expect("committed");
        let queued = store.queue_length(site).expect("length").0;
        for again in lease(&store, site) {
            assert!(again.again);
            let page = fetched(&again, now, stamp);
            store.commit(site, run, vec![page]).expect("committed");
        }
        end(&store, run);
        queued
    };
    assert_eq!(visit(100, "monday"), 0, "seen for the first time");
    assert_eq!(visit(200, "monday"), 0);
    assert_eq!(visit(300, "tuesday"), 1);
    assert_eq!(visit(400, "tuesday"), 0);
    assert_eq!(only(&store).record.text, "tuesday");
}

#[test]
fn visits_are_counted_with_the_pages_that_they_read() {
    let (store, site) = project();
    let visit = |now: i64, found: &[&str], first: bool| {
        let (run, _) = store.start_run(site, at(now)).expect("a run");
        store.add_requests(site, run, &[list(0)]).expect("added");
        let leased = lease(&store, site);
        let found = found.iter().map(|name| content(name, (0, 0))).collect();
        let mut page = outcome(&leased[0], Vec::new(), found);
        page.answer.fetched_at = at(now);
        page.yields.revisited.visit = Some(Visit {
            list: "http://127.0.0.1/".to_owned(),
            first,
        });
        store
            .commit(site, run, vec![page.clone()])
            .expect("committed");
        // Not counted twice.
        store.commit(site, run, vec![page]).expect("committed");
        for queued in lease(&store, site) {
            let page = outcome(&queued, Vec::new(), Vec::new());
            store.commit(site, run, vec![page]).expect("committed");
        }
        end(&store, run);
    };
    visit(0, &["a", "b", "c"], true);
    visit(36_000, &["c", "d", "e"], true);
    visit(36_000, &["f"], false);
    let pulses = store.pulses(site).expect("pulses");
    let [(list, pulse)] = pulses.as_slice() else {
        panic!("{pulses:?}");
    };
    assert_eq!(list, "http://127.0.0.1/");
    assert_eq!((pulse.visits, pulse.last_at), (2, Some(at(36_000))));
    let news = bowerbird_logic::policy::schedule::News::of(std::slice::from_ref(pulse));
    // Three in ten hours, slightly less because of their age.
    let per_day = news.per_day().expect("a rate");
    assert!((7.1..7.3).contains(&per_day), "{per_day}");
    store.clear_site(site).expect("cleared");
    assert!(store.pulses(site).expect("pulses").is_empty());
}

#[test]
fn a_page_on_a_list_is_read_again_with_what_the_list_says_now() {
    let (store, site) = project();
    let listed = |price: &str| NewRequest {
        fields: vec![("price".to_owned(), one(price))],
        ..content("a", (0, 3))
    };
    for (reading, price) in [(0, "4.50"), (100, "2.40")] {
        let (run, _) = store.start_run(site, at(reading)).expect("a run");
        store.add_requests(site, run, &[list(0)]).expect("added");
        let mut page = outcome(&lease(&store, site)[0], Vec::new(), vec![listed(price)]);
        page.answer.fetched_at = at(reading + 1);
        page.yields.revisited.reread = vec![listed(price)];
        store.commit(site, run, vec![page]).expect("committed");
        let leased = lease(&store, site);
        assert_eq!(leased.len(), 1, "reading {reading}");
        assert_eq!(leased[0].request.fields, listed(price).fields);
        let page = fetched(&leased[0], reading + 2, "text");
        store.commit(site, run, vec![page]).expect("committed");
        end(&store, run);
    }
}
