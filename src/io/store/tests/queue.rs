//! Runs, requests and commits.

use super::*;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    Evidence, EvidencePlace, PageState, RunEnd, RunProgress, SiteStatus, Strength,
};

fn urls(leased: &[Queued]) -> Vec<&str> {
    leased
        .iter()
        .filter_map(|q| q.request.url.strip_prefix("http://127.0.0.1/"))
        .collect()
}

fn lease(store: &Store, site: SiteId) -> Vec<Queued> {
    store.lease_requests(site, at(0), 99).expect("leased")
}

fn finish(store: &Store, site: SiteId, run: RunId, queued: &[Queued]) {
    let batch = queued
        .iter()
        .map(|q| outcome(q, Vec::new(), Vec::new()))
        .collect();
    store.commit(site, run, batch).expect("committed");
}

#[test]
fn lists_come_first_then_contents_in_list_order() {
    let (store, site) = project();
    let (run, resumed) = store.start_run(site, at(0)).expect("a run");
    assert!(!resumed);
    let new = [
        content("d", (1, 0)),
        content("b", (0, 7)),
        list(1),
        content("a", (0, 2)),
        list(0),
        content("a", (5, 5)),
    ];
    assert_eq!(store.add_requests(site, run, &new).expect("added"), 5);
    let leased = lease(&store, site);
    assert_eq!(urls(&leased), ["list/0", "list/1", "a", "b", "d"]);
    assert_eq!(leased[2].found_in, run);
    assert!(lease(&store, site).is_empty(), "a lease is given once");
    assert_eq!(store.queue_length(site).expect("length"), (5, None));

    store.release_requests(&[leased[3].id]).expect("released");
    assert_eq!(urls(&lease(&store, site)), ["b"]);
}

#[test]
fn a_request_to_be_tried_again_waits_for_its_time() {
    let (store, site) = project();
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    store
        .add_requests(site, run, &[content("a", (0, 0))])
        .expect("added");
    let leased = lease(&store, site);
    let mut again = outcome(&leased[0], Vec::new(), Vec::new());
    again.state = QueuedState::Again { due_at: at(60) };
    store.commit(site, run, vec![again]).expect("committed");

    assert!(lease(&store, site).is_empty());
    assert_eq!(store.queue_length(site).expect("length"), (1, Some(at(60))));
    let later = store.lease_requests(site, at(60), 9).expect("leased");
    assert_eq!(later[0].attempts, 1);
}

#[test]
fn an_interrupted_run_is_resumed_and_its_order_kept() {
    let (store, site) = project();
    let (first, _) = store.start_run(site, at(0)).expect("a run");
    store.add_requests(site, first, &[list(0)]).expect("added");
    let leased = lease(&store, site);
    let found = vec![content("a", (0, 0)), list(1)];
    let counts = store.commit(site, first, vec![outcome(&leased[0], Vec::new(), found)]);
    assert_eq!(brought(counts.expect("committed")), [(0, 2)]);
    assert_eq!(lease(&store, site).len(), 2);
    let is_cut_off = || store.site(site).expect("read").expect("a site").interrupted;
    assert!(!is_cut_off(), "it runs");
    store.end_interrupted_runs().expect("ended");
    assert!(is_cut_off());

    let (second, resumed) = store.start_run(site, at(9)).expect("a run");
    assert!(resumed && second != first);
    assert!(!is_cut_off(), "it continues");
    // The beginning of the list was read before the interruption and is not read again.
    assert_eq!(
        store.add_requests(site, second, &[list(0)]).expect("added"),
        0
    );
    let leased = lease(&store, site);
    assert_eq!(urls(&leased), ["list/1", "a"]);
    assert!(leased.iter().all(|q| q.found_in == first));
    let found = vec![content("b", (1, 0)), list(0)];
    let counts = store.commit(site, second, vec![outcome(&leased[0], Vec::new(), found)]);
    assert_eq!(brought(counts.expect("committed")), [(0, 1)]);
    let more = lease(&store, site);
    assert_eq!(more[0].found_in, first, "one list, one order");
    finish(&store, site, second, &leased);
    finish(&store, site, second, &more);

    let (third, resumed) = store.start_run(site, at(99)).expect("a run");
    assert!(!resumed);
    let again = [list(0), list(1), content("a", (0, 0))];
    assert_eq!(store.add_requests(site, third, &again).expect("added"), 2);
    assert_eq!(urls(&lease(&store, site)), ["list/0", "list/1"]);
}

#[test]
fn a_failed_content_is_tried_again_by_a_new_run_that_finds_it() {
    let (store, site) = project();
    let (first, _) = store.start_run(site, at(0)).expect("a run");
    store
        .add_requests(site, first, &[content("a", (0, 0))])
        .expect("added");
    let mut failed = outcome(&lease(&store, site)[0], Vec::new(), Vec::new());
    failed.state = QueuedState::Failed;
    failed.answer.verdict = Verdict::because(
        PageState::Outage,
        Evidence {
            signal: "status-500".into(),
            strength: Strength::Strong,
            place: EvidencePlace::Status,
            matched: "500".into(),
        },
    );
    let verdict = failed.answer.verdict.clone();
    store.commit(site, first, vec![failed]).expect("committed");
    assert_eq!(
        store
            .add_requests(site, first, &[content("a", (0, 0))])
            .expect("added"),
        0
    );

    let failures = store.failures(site, 9).expect("failures");
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].state, PageState::Outage);
    assert_eq!(failures[0].verdict, verdict);
    assert_eq!(failures[0].at, at(0));
    assert_eq!(store.site_counts().expect("counts")[0].failed, 1);

    let (second, resumed) = store.start_run(site, at(9)).expect("a run");
    assert!(!resumed);
    let asked = [content("a", (0, 0)), content("b", (0, 1))];
    let one_by_one = [&asked[0], &asked[1]];
    assert_eq!(
        store
            .would_queue(site, second, &one_by_one)
            .expect("answers"),
        [true, true]
    );
    assert_eq!(
        store
            .add_requests(site, second, &[content("a", (0, 0)), content("b", (0, 1))])
            .expect("added"),
        2
    );
    assert_eq!(
        store
            .would_queue(site, second, &one_by_one)
            .expect("answers"),
        [false, false]
    );
    assert!(store.failures(site, 9).expect("failures").is_empty());
}

#[test]
fn a_record_is_stored_once_and_stays_as_it_was() {
    let (store, site) = project();
    let run = fill(&store, site, vec![record("a")]);
    store
        .add_requests(site, run, &[content("x", (0, 0))])
        .expect("added");
    let leased = lease(&store, site);
    let changed = Record {
        title: "another".into(),
        ..record("a")
    };
    let batch = vec![outcome(&leased[0], vec![changed, record("b")], Vec::new())];
    assert_eq!(
        brought(store.commit(site, run, batch.clone()).expect("committed")),
        [(1, 0)]
    );
    assert_eq!(
        brought(store.commit(site, run, batch).expect("committed")),
        [(0, 0)]
    );
    assert_eq!(titles(&store, &RecordFilter::default()), ["a", "b"]);
    let counts = store.site_counts().expect("counts");
    assert_eq!((counts[0].records, counts[0].queued), (2, 0));
}

#[test]
fn runs_keep_their_figures_and_end() {
    let (store, site) = project();
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let progress = RunProgress {
        pages_ok: 3,
        waiting: Some(Message::new("w")),
        ..RunProgress::default()
    };
    store.update_run(run, &progress).expect("kept");
    let going = store.runs(None, 9).expect("runs").remove(0);
    assert_eq!(
        (going.ended_at, going.end, going.progress),
        (None, None, progress.clone())
    );

    let status = SiteStatus {
        state: PageState::RateLimited,
        since: at(5),
        reason: Message::new("r").with("n", 3),
        next: None,
        evidence: Vec::new(),
        url: "http://127.0.0.1/".into(),
    };
    store.set_site_status(site, &status).expect("kept");
    let later = SiteStatus {
        since: at(7),
        url: "http://127.0.0.1/2".into(),
        ..status.clone()
    };
    store.set_site_status(site, &later).expect("kept");
    let message = Message::new("m");
    store
        .end_run(run, RunEnd::Blocked, &progress, Some(&message), at(8))
        .expect("ended");

    let ended = store.runs(Some(site), 9).expect("runs").remove(0);
    assert_eq!(ended.site_name, "News");
    assert_eq!(ended.ended_at, Some(at(8)));
    assert_eq!(ended.end, Some(RunEnd::Blocked));
    assert_eq!(ended.state, Some(PageState::RateLimited));
    assert_eq!(ended.message, Some(message));
    let site = store.site(site).expect("read").expect("there");
    assert_eq!(site.last_run_at, Some(at(8)));
    let kept = site.status.expect("a status");
    assert_eq!(
        (kept.since, kept.url.as_str()),
        (at(5), "http://127.0.0.1/2")
    );
}

#[test]
fn snapshots_come_back_whole_and_without_secrets() {
    let (store, site) = project();
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    store
        .add_requests(site, run, &[content("a", (0, 0))])
        .expect("added");
    let leased = lease(&store, site);
    let meta = SnapshotMeta {
        url_chain: vec!["http://127.0.0.1/a".into(), "http://127.0.0.1/b".into()],
        status: 200,
        headers: vec![
            ("Content-Type".into(), "text/html".into()),
            ("Set-Cookie".into(), "session=secret".into()),
            ("AUTHORIZATION".into(), "Basic c2VjcmV0".into()),
        ],
        fetched_at: at(3),
        evidence: false,
        sent_from: None,
    };
    let body = "<p>正文</p>".repeat(999).into_bytes();
    let mut page = outcome(&leased[0], Vec::new(), Vec::new());
    page.answer.snapshots.push(Snapshot {
        meta,
        body: body.clone(),
        validators: None,
    });
    store
        .commit(site, run, vec![page.clone()])
        .expect("committed");

    for url in ["http://127.0.0.1/a", "http://127.0.0.1/b#top"] {
        let kept = store.snapshot(site, url).expect("read").expect("kept");
        assert_eq!(kept.body, body);
        assert_eq!(
            kept.meta.headers,
            [("Content-Type".to_owned(), "text/html".to_owned())]
        );
    }
    assert_eq!(
        store.snapshot(site, "http://127.0.0.1/c").expect("read"),
        None
    );

    // A site's storage limit is enforced when a run ends.
    store
        .set_setting("snapshots.max_bytes_per_site", "10")
        .expect("set");
    store
        .end_run(run, RunEnd::Finished, &RunProgress::default(), None, at(4))
        .expect("ended");
    assert_eq!(
        store.snapshot(site, "http://127.0.0.1/a").expect("read"),
        None
    );
}
