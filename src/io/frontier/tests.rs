//! Tests of the frontier on a real project.

use jiff::Timestamp;

use super::*;
use crate::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState, Refresh, RunStart};
use bowerbird_logic::model::{ListPosition, SiteDraft, SourceKind, Verdict};

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + seconds).expect("a time")
}

fn request(name: &str, kind: RequestKind, page: u32, item: u32) -> NewRequest {
    NewRequest {
        url: format!("http://127.0.0.1/{name}"),
        kind,
        position: ListPosition { page, item },
        depth: 0,
        fields: Vec::new(),
        sources: Default::default(),
    }
}

struct Run {
    store: Store,
    site: SiteId,
    run: RunId,
    frontier: Frontier,
}

impl Run {
    fn begin() -> Self {
        let store = Store::temporary().expect("a project");
        let draft = SiteDraft {
            name: "News".into(),
            kind: SourceKind::List,
            start: String::new(),
            rule_toml: String::new(),
        };
        let site = store.add_site(&draft).expect("a site");
        Self::on(store, site)
    }

    fn on(store: Store, site: SiteId) -> Self {
        let (run, _) = store.start_run(site, at(0)).expect("a run");
        let frontier = Frontier::open(&store, site, run).expect("a frontier");
        Self {
            store,
            site,
            run,
            frontier,
        }
    }

    fn next(&mut self) -> Next {
        self.frontier.lease(at(0)).expect("an answer")
    }

    fn request(&mut self) -> Queued {
        match self.next() {
            Next::Request(queued) => *queued,
            other => panic!("{other:?}"),
        }
    }

    fn commit(&mut self, queued: &Queued, state: QueuedState, found: Vec<NewRequest>) -> u64 {
        let outcome = PageOutcome {
            request: queued.id,
            found_in: queued.found_in,
            position: queued.request.position,
            state,
            answer: JudgedAnswer::new(Verdict::ok(), at(0)),
            yields: PageYield {
                requests: found,
                ..PageYield::default()
            },
        };
        let counts = self
            .store
            .commit(self.site, self.run, vec![outcome])
            .expect("committed");
        self.frontier.done(queued);
        counts[0].queued
    }
}

fn name(queued: &Queued) -> &str {
    queued
        .request
        .url
        .strip_prefix("http://127.0.0.1/")
        .unwrap_or_default()
}

#[test]
fn empty_for_now_is_not_finished() {
    let mut run = Run::begin();
    assert_eq!(run.next(), Next::Finished);
    run.frontier
        .seed(vec![request("a", RequestKind::Content, 0, 0)])
        .expect("seeded");
    let queued = run.request();
    assert_eq!(run.frontier.len(), 1);
    assert_eq!(run.next(), Next::EmptyForNow { until: None });
    run.commit(&queued, QueuedState::Again { due_at: at(60) }, Vec::new());
    assert_eq!(
        run.next(),
        Next::EmptyForNow {
            until: Some(at(60))
        }
    );
    let Next::Request(queued) = run.frontier.lease(at(60)).expect("an answer") else {
        panic!("it is due");
    };
    run.commit(&queued, QueuedState::Done, Vec::new());
    assert_eq!(run.next(), Next::Finished);
    assert!(run.frontier.is_empty());
}

#[test]
fn the_next_list_page_overtakes_contents_already_leased() {
    let mut run = Run::begin();
    run.frontier
        .seed(vec![request("l0", RequestKind::List, 0, 0)])
        .expect("seeded");
    for page in 0..3 {
        let queued = run.request();
        assert_eq!(name(&queued), format!("l{page}"));
        let mut found: Vec<NewRequest> = (0..5)
            .map(|item| request(&format!("c{page}{item}"), RequestKind::Content, page, item))
            .collect();
        if page < 2 {
            found.push(request(
                &format!("l{}", page + 1),
                RequestKind::List,
                page + 1,
                0,
            ));
        }
        let found = run.frontier.unseen(found);
        run.commit(&queued, QueuedState::Done, found);
    }
    let rest: Vec<String> = (0..15).map(|_| name(&run.request()).to_owned()).collect();
    let expected: Vec<String> = (0..15).map(|n| format!("c{}{}", n / 5, n % 5)).collect();
    assert_eq!(rest, expected);
}

#[test]
fn only_what_is_new_passes() {
    let mut run = Run::begin();
    run.frontier
        .seed(vec![request("l0", RequestKind::List, 0, 0)])
        .expect("seeded");
    let first = run.request();
    let page = |run: &mut Run, names: &[&str]| -> Vec<String> {
        let found = names
            .iter()
            .map(|n| request(n, RequestKind::Content, 0, 0))
            .collect();
        run.frontier
            .unseen(found)
            .iter()
            .map(|r| r.url.clone())
            .collect()
    };
    assert_eq!(page(&mut run, &["a", "b", "a"]).len(), 2);
    // Not committed yet, so not certainly known: the store decides.
    assert_eq!(page(&mut run, &["b", "c"]).len(), 2);
    let found = ["a", "b", "c"]
        .map(|n| request(n, RequestKind::Content, 0, 0))
        .to_vec();
    assert_eq!(run.commit(&first, QueuedState::Done, found), 3);
    for _ in 0..2 {
        assert_eq!(page(&mut run, &["a", "d", "c"]), ["http://127.0.0.1/d"]);
    }
}

#[test]
fn a_new_run_reads_lists_again_and_contents_not() {
    let mut run = Run::begin();
    let seeds = || vec![request("l0", RequestKind::List, 0, 0)];
    run.frontier.seed(seeds()).expect("seeded");
    let found = || {
        vec![
            request("a", RequestKind::Content, 0, 0),
            request("l1", RequestKind::List, 1, 0),
        ]
    };
    let list = run.request();
    run.commit(&list, QueuedState::Done, found());
    while let Next::Request(queued) = run.next() {
        run.commit(&queued, QueuedState::Done, Vec::new());
    }

    let mut again = Run::on(run.store, run.site);
    assert_eq!(again.frontier.seed(seeds()).expect("seeded"), 1);
    let list = again.request();
    let mut new = found();
    new.push(request("b", RequestKind::Content, 0, 1));
    let unseen = again.frontier.unseen(new);
    let names: Vec<&str> = unseen.iter().map(|r| r.url.as_str()).collect();
    assert_eq!(names, ["http://127.0.0.1/l1", "http://127.0.0.1/b"]);
    assert_eq!(again.commit(&list, QueuedState::Done, unseen), 2);
}

#[test]
fn what_a_stopped_run_gives_back_is_there_for_the_next() {
    let mut run = Run::begin();
    let seeds = (0..9)
        .map(|n| request(&n.to_string(), RequestKind::Content, 0, n))
        .collect();
    run.frontier.seed(seeds).expect("seeded");
    run.request();
    run.frontier.release().expect("released");
    assert_eq!(
        run.store
            .lease_requests(run.site, at(0), 99)
            .expect("leased")
            .len(),
        9
    );
}

#[test]
fn links_that_were_committed_are_known_without_the_store() {
    let mut run = Run::begin();
    run.frontier
        .seed(vec![request("l0", RequestKind::List, 0, 0)])
        .expect("seeded");
    let first = run.request();
    let found = || vec![request("a", RequestKind::Content, 0, 0)];
    let new = run.frontier.unseen(found());
    run.commit(&first, QueuedState::Done, new);
    run.frontier.committed();
    let key = run.frontier.seen.key("http://127.0.0.1/a");
    assert!(run.frontier.seen.is_confirmed(key, RequestKind::Content));
    assert!(run.frontier.unseen(found()).is_empty());
    // As a list a later run would queue it again, so it is a different question.
    assert!(!run.frontier.seen.is_confirmed(key, RequestKind::List));
}

#[test]
fn a_lease_that_nobody_renews_is_over_and_a_renewed_one_is_not() {
    let mut run = Run::begin();
    let seeds = (0..2)
        .map(|n| request(&n.to_string(), RequestKind::Content, 0, n))
        .collect();
    run.frontier.seed(seeds).expect("seeded");
    let (lost, kept) = (run.request(), run.request());
    run.frontier.renew([kept.id].into_iter(), at(300));
    assert_eq!(
        run.frontier.lease(at(310)).expect("an answer"),
        Next::EmptyForNow { until: None }
    );
    let Next::Request(again) = run.frontier.lease(at(700)).expect("an answer") else {
        panic!("its lease is over");
    };
    assert_eq!(again.id, lost.id);
    assert_eq!(
        run.frontier.lease(at(700)).expect("an answer"),
        Next::EmptyForNow { until: None }
    );
}

/// Endless lists, each of which leads to more of them, and waiting pages: how many requests are
/// handed out before the page with this many others ahead of it.
fn handed_out_before(pages: u32, more: u32) -> Vec<u32> {
    let mut run = Run::begin();
    let mut seeds = vec![request("l0", RequestKind::List, 0, 0)];
    seeds.extend((0..pages).map(|n| request(&format!("c{n}"), RequestKind::Content, 0, n)));
    run.frontier.seed(seeds).expect("seeded");
    let (mut count, mut lists, mut found_at) = (0, 1, Vec::new());
    while found_at.len() < pages as usize {
        let queued = run.request();
        count += 1;
        assert!(count < 10_000, "starved: {found_at:?}");
        let mut new = Vec::new();
        if queued.request.kind == RequestKind::List {
            new = (lists..lists + more)
                .map(|n| request(&format!("l{n}"), RequestKind::List, n, 0))
                .collect();
            lists += more;
        } else {
            found_at.push(count);
        }
        let new = run.frontier.unseen(new);
        run.commit(&queued, QueuedState::Done, new);
        run.frontier.committed();
    }
    found_at
}

#[test]
fn lists_without_end_starve_no_page() {
    for more in [1, 2, 5] {
        let found_at = handed_out_before(20, more);
        for (before, at) in (0_u32..).zip(found_at) {
            assert!(
                at <= SHARE * (before + 1),
                "{before} before, {at} with {more}"
            );
        }
    }
}

#[test]
fn what_is_asked_for_again_waits_for_all_that_is_new() {
    let mut run = Run::begin();
    let old: Vec<NewRequest> = (0..9)
        .map(|n| request(&format!("old{n}"), RequestKind::Content, 0, n))
        .collect();
    run.frontier.seed(old).expect("seeded");
    for _ in 0..9 {
        let queued = run.request();
        run.commit(&queued, QueuedState::Done, Vec::new());
    }
    let start = RunStart {
        refresh: Some(Refresh {
            before: at(100),
            found_since: None,
            pages: Vec::new(),
            marked: Vec::new(),
        }),
        ..RunStart::default()
    };
    let (next, _) = run
        .store
        .start_run_as(run.site, &start, at(100))
        .expect("a run");
    run.run = next;
    run.frontier = Frontier::open(&run.store, run.site, next).expect("a frontier");
    let list = request("list", RequestKind::List, 0, 0);
    run.frontier.seed(vec![list]).expect("seeded");
    let list = run.request();
    assert_eq!(name(&list), "list");
    let found = (0..30)
        .map(|n| request(&format!("new{n}"), RequestKind::Content, 0, n))
        .collect();
    assert_eq!(run.commit(&list, QueuedState::Done, found), 30);
    let names: Vec<String> = (0..39).map(|_| name(&run.request()).to_owned()).collect();
    assert!(
        names[..30].iter().all(|name| name.starts_with("new")),
        "{names:?}"
    );
    assert!(
        names[30..].iter().all(|name| name.starts_with("old")),
        "{names:?}"
    );
}
