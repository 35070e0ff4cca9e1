//! Tests: who gets which request, and what becomes of those that are lost.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::*;
use bowerbird_io::work_queue::{Identity, OwnerKeys};

fn work(host: &str, gap_ms: u64) -> DueRequest {
    DueRequest {
        host: host.to_owned(),
        gap: Duration::from_millis(gap_ms),
        site: "site".to_owned(),
        tags: Arc::from(Vec::new()),
        has_secrets: false,
        needs_browser: false,
        blobs: Vec::new(),
        message: vec![0; 100],
    }
}

/// A state with workers of two jobs each that are there at `now`.
fn state(names: &[&str], now: Instant) -> (PoolState, BTreeMap<String, PublicKey>) {
    let folder = tempfile::tempdir().expect("a folder");
    let own = Identity::load_or_create(&folder.path().join("own")).expect("a key");
    let session = SessionId::random().expect("a number");
    let keys = OwnerKeys::new("p", session);
    let mut state = PoolState {
        limit_bytes: 1_000_000,
        ..PoolState::default()
    };
    let mut known = BTreeMap::new();
    for name in names {
        let key = Identity::load_or_create(&folder.path().join(name))
            .expect("a key")
            .public();
        let seal = Arc::new(Seal::of_owner(&own, &key, &keys).expect("a seal"));
        let here = Presence {
            session,
            seen: now,
            jobs: 2,
            browser: false,
        };
        let mut worker = Worker::new(AcceptedWorker::new(key, name), seal);
        worker.session = Some(session);
        worker.here = Some(here);
        state.workers.insert(key, worker);
        known.insert((*name).to_owned(), key);
    }
    (state, known)
}

/// What a worker says that has taken all that waited for it; stored at this second of the server's.
fn says(here: Presence, count: u64, stored: u64, held: &[Token]) -> Heartbeat<'_> {
    Heartbeat {
        here,
        count,
        drained: true,
        held,
        stored_ms: stored * 1_000,
    }
}

/// Hands a request out, if a worker has room now.
fn hand_out(
    state: &mut PoolState,
    work: &DueRequest,
    now: Instant,
) -> Option<(PublicKey, Token, Instant)> {
    let Placement::Worker(key, not_before) = state.choose(work, now) else {
        return None;
    };
    let token = Token::random().expect("a number");
    let answer = state.reserve(token, key, (work, now));
    assert!(state.note_sent(token, not_before));
    std::mem::forget(answer);
    Some((key, token, not_before))
}

#[test]
fn a_host_stays_with_its_worker_and_no_worker_gets_more_than_it_has_room_for() {
    let now = Instant::now();
    let (mut state, _) = state(&["a", "b"], now);
    let (first, ..) = hand_out(&mut state, &work("h", 100), now).expect("room");
    let (second, ..) = hand_out(&mut state, &work("h", 100), now).expect("room");
    assert_eq!(first, second);
    // It is full: the host waits for it, another host does not.
    assert_eq!(state.choose(&work("h", 100), now), Placement::Wait);
    let (other, ..) = hand_out(&mut state, &work("i", 100), now).expect("room");
    assert_ne!(first, other);
    // A host without a delay may be asked from both.
    let (spread, ..) = hand_out(&mut state, &work("h", 0), now).expect("room");
    assert_eq!(spread, other);
    assert_eq!(state.choose(&work("h", 0), now), Placement::Wait);
}

#[test]
fn a_host_that_moves_is_asked_when_its_delay_has_passed_since_the_last_request_began() {
    let now = Instant::now();
    let (mut state, _) = state(&["a", "b"], now);
    let (first, token, _) = hand_out(&mut state, &work("h", 5_000), now).expect("room");
    let later = now + Duration::from_secs(3);
    // It was begun two seconds after it was handed out.
    let took = Duration::from_secs(1);
    assert!(state.note_answer(first, token, (WorkerReply::Lost, took, later)));
    if let Some(worker) = state.workers.get_mut(&first) {
        worker.accepted.paused = true;
    }
    let moved = state.choose(&work("h", 5_000), later);
    let Placement::Worker(second, not_before) = moved else {
        panic!("no worker");
    };
    assert_ne!(first, second);
    assert_eq!(not_before, now + Duration::from_secs(7));
}

#[test]
fn who_is_silent_restarts_or_forgets_a_request_loses_it() {
    let now = Instant::now();
    let (mut state, keys) = state(&["a"], now);
    let key = keys["a"];
    let here = |session, seen| Presence {
        session,
        seen,
        jobs: 2,
        browser: false,
    };
    let session = state.workers[&key].here.expect("here").session;
    let (_, token, _) = hand_out(&mut state, &work("h", 0), now).expect("room");
    let seconds = |s| now + Duration::from_secs(s);
    // On its way, named, then not named twice.
    state.note_stored(token, 100_000);
    assert!(state.note_state(key, &says(here(session, seconds(2)), 1, 102, &[])));
    assert!(state.note_state(key, &says(here(session, seconds(7)), 2, 107, &[token])));
    assert!(state.note_state(key, &says(here(session, seconds(9)), 3, 109, &[])));
    assert_eq!(state.workers[&key].busy, 1);
    assert!(state.note_state(key, &says(here(session, seconds(11)), 4, 111, &[])));
    assert_eq!((state.workers[&key].busy, state.again), (0, 1));
    // What it says later is dropped.
    assert!(!state.note_answer(key, token, (WorkerReply::Lost, Duration::ZERO, seconds(12))));
    assert_eq!((state.dropped.late, state.dropped.unasked), (1, 0));
    let stranger = Token::random().expect("a number");
    assert!(!state.note_answer(
        key,
        stranger,
        (WorkerReply::Lost, Duration::ZERO, seconds(12))
    ));
    assert_eq!(state.dropped.unasked, 1);
    // A new start has nothing of what the former one had.
    hand_out(&mut state, &work("h", 0), seconds(12)).expect("room");
    let next = SessionId::random().expect("a number");
    assert!(state.note_state(key, &says(here(next, seconds(13)), 0, 113, &[])));
    assert_eq!((state.workers[&key].busy, state.again), (0, 2));
    // It gets nothing until what waits for the former one is deleted.
    assert_eq!(state.choose(&work("h", 0), seconds(14)), Placement::Wait);
    assert!(state.stale.remove(&key));
    // Silence ends it; a machine that was asleep says nothing about it.
    hand_out(&mut state, &work("h", 0), seconds(14)).expect("room");
    state.forgive(seconds(60));
    assert!(state.expire(seconds(61)).is_empty());
    assert_eq!(state.expire(seconds(71)), [key]);
    assert_eq!(state.choose(&work("i", 0), seconds(71)), Placement::Here);
}

#[test]
fn words_that_lay_in_the_queue_and_busy_workers_lose_no_request() {
    let now = Instant::now();
    let (mut state, keys) = state(&["a"], now);
    let key = keys["a"];
    let here = state.workers[&key].here.expect("here");
    let (_, token, _) = hand_out(&mut state, &work("h", 0), now).expect("room");
    state.note_stored(token, 100_000);
    // Written before the request could be taken, and read long after.
    let late = Presence {
        seen: now + Duration::from_secs(60),
        ..here
    };
    for count in 1..9 {
        assert!(state.note_state(key, &says(late, count, 101, &[])));
    }
    // Its places are taken by the requests of another owner.
    for count in 9..20 {
        let busy = Heartbeat {
            drained: false,
            ..says(late, count, 100 + count, &[])
        };
        assert!(state.note_state(key, &busy));
    }
    assert_eq!((state.workers[&key].busy, state.again), (1, 0));
}

#[test]
fn words_that_come_again_keep_no_worker_there() {
    let now = Instant::now();
    let (mut state, keys) = state(&["a"], now);
    let key = keys["a"];
    let here = state.workers[&key].here.expect("here");
    let next = Presence {
        session: SessionId::random().expect("a number"),
        ..here
    };
    assert!(state.note_state(key, &says(here, 5, 10, &[])));
    for count in [4, 5] {
        assert!(!state.note_state(key, &says(here, count, 20, &[])));
    }
    // After a new start nothing of the former one counts.
    assert!(state.note_state(key, &says(next, 0, 30, &[])));
    assert!(!state.note_state(key, &says(here, 9, 40, &[])));
    assert_eq!(state.workers[&key].session, Some(next.session));
    assert_eq!(state.dropped.late, 3);
    assert_eq!(state.expire(now + WORKER_SILENT), [key]);
}

#[test]
fn a_host_that_workers_asked_is_asked_from_here_after_its_delay() {
    let now = Instant::now();
    let (mut state, _) = state(&["a"], now);
    let gap = Duration::from_secs(5);
    assert_eq!(state.take_turn("h", gap, now), now);
    hand_out(&mut state, &work("h", 5_000), now).expect("room");
    assert_eq!(state.take_turn("h", gap, now), now + gap);
    assert_eq!(state.take_turn("h", gap, now), now + 2 * gap);
    assert_eq!(state.take_turn("i", gap, now), now);
}

#[test]
fn a_request_is_not_sent_to_a_worker_that_has_gone_since() {
    let now = Instant::now();
    let (mut state, keys) = state(&["a"], now);
    let token = Token::random().expect("a number");
    let _answer = state.reserve(token, keys["a"], (&work("h", 0), now));
    assert_eq!(state.expire(now + WORKER_SILENT), [keys["a"]]);
    assert!(!state.note_sent(token, now + WORKER_SILENT));
    assert_eq!((state.workers[&keys["a"]].busy, state.again), (0, 0));
    // A new session of the owner knows nobody.
    state.forget_all();
    assert!(state.workers.is_empty() && state.stale.is_empty());
}

#[test]
fn secrets_browsers_and_bound_sites_decide_who_may_get_a_request() {
    let now = Instant::now();
    let (mut state, keys) = state(&["a"], now);
    let asks_secrets = DueRequest {
        has_secrets: true,
        ..work("h", 0)
    };
    let asks_browser = DueRequest {
        needs_browser: true,
        ..work("h", 0)
    };
    for work in [&asks_secrets, &asks_browser] {
        assert_eq!(state.choose(work, now), Placement::Here);
    }
    let worker = state.workers.get_mut(&keys["a"]).expect("known");
    worker.accepted.secrets = true;
    worker.accepted.sites.push("another".to_owned());
    assert_eq!(state.choose(&asks_secrets, now), Placement::Here);
    let worker = state.workers.get_mut(&keys["a"]).expect("known");
    worker.accepted.sites.push("site".to_owned());
    assert_eq!(
        state.choose(&asks_secrets, now),
        Placement::Worker(keys["a"], now)
    );
    // The queue holds no more than its share of bytes.
    state.limit_bytes = 500;
    hand_out(&mut state, &work("h", 0), now).expect("room");
    assert_eq!(state.choose(&work("i", 0), now), Placement::Wait);
}
