//! Only accepted workers get anything, and what others write into the queue has no effect.

use std::time::Duration;

use bowerbird::io::work_queue::{
    Direction, Identity, OwnerEntry, PublicKey, QueueAddress, Seal, connect, pack,
};

use super::site::{Behaviour, Site};
use super::{Redis, Worker, done_by, is_there, line_of, records, state_of, until, with_workers};
use crate::browser::with_runtime;
use crate::command_line::Bench;

const ARTICLES: usize = 30;

fn site(delay: Duration) -> Site {
    Site::start(Behaviour {
        articles: ARTICLES,
        delay,
        refused_once: None,
    })
}

#[test]
fn a_worker_that_was_not_accepted_gets_nothing() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(Duration::ZERO), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 4)]);
    bench.ok(&["workers", "use", &redis.url()]);
    let worker = Worker::start(&bench, &redis, "stranger", &[]);
    until("it is listed", || {
        state_of(&bench, "stranger").as_deref() == Some("new")
    });
    let line = line_of(&bench, "stranger").expect("listed");
    let fingerprint = line["fingerprint"]
        .as_str()
        .expect("a fingerprint")
        .to_owned();
    // Both sides show the same.
    assert!(worker.words().contains(&fingerprint), "{}", worker.words());
    bench.ok(&["run"]);
    assert_eq!(records(&bench).len(), ARTICLES);
    assert_eq!(done_by(&bench, "stranger"), 0);
    // By its fingerprint it is found as well; after that it is no stranger, and then one again.
    bench.ok(&["workers", "accept", &fingerprint[..9]]);
    until("it is accepted", || {
        state_of(&bench, "stranger").as_deref() == Some("ready")
    });
    bench.ok(&["workers", "remove", "stranger"]);
    until("it is not", || {
        state_of(&bench, "stranger").as_deref() == Some("new")
    });
    let words = bench.fails(1, &["workers", "accept", "nobody"]);
    assert!(
        words.contains("nobody") && words.contains("stranger"),
        "{words}"
    );
}

#[test]
fn a_worker_serves_no_second_owner_unless_it_was_told() {
    if !is_there() {
        return;
    }
    let redis = Redis::start(&[]);
    let (first, second) = (Bench::new(), Bench::new());
    let site = site(Duration::ZERO);
    for bench in [&first, &second] {
        bench.add(&[site.rule("0s", 4)]);
        bench.ok(&["workers", "use", &redis.url()]);
    }
    let worker = Worker::start(&first, &redis, "one", &[]);
    until("it is listed", || state_of(&first, "one").is_some());
    first.ok(&["workers", "accept", "one"]);
    second.ok(&["workers", "accept", "one"]);
    first.ok(&["run"]);
    until("it worked", || done_by(&first, "one") >= ARTICLES as u64);
    let before = done_by(&first, "one");
    second.ok(&["run"]);
    assert_eq!(records(&second).len(), ARTICLES);
    assert_eq!(
        done_by(&first, "one"),
        before,
        "the second owner got nothing"
    );
    let owner = second.json(&["workers", "list"])["owner"]
        .as_str()
        .expect("one")
        .to_owned();
    assert!(
        worker.words().contains(&format!("--owner {owner}")),
        "{}",
        worker.words()
    );
}

#[test]
fn what_a_hostile_program_writes_into_the_queue_has_no_effect() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(Duration::from_millis(250)), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 2)]);
    let _workers = with_workers(&bench, &redis, &["one"]);
    // A second accepted worker turns hostile: its key is in other hands.
    let mut lost = Worker::start(&bench, &redis, "lost", &[]);
    until("it is listed", || state_of(&bench, "lost").is_some());
    bench.ok(&["workers", "accept", "lost"]);
    lost.kill();
    let stolen = bench.path("key-lost").join("worker-key");
    let mut run = bench.command().arg("run").spawn().expect("the run starts");
    until("the run asks", || site.hits() > 2);
    with_runtime(async {
        let (address, _) = QueueAddress::parse(&redis.url()).unwrap();
        let queue = connect(&address, None).await.unwrap();
        let owner: OwnerEntry = queue.owners().await.unwrap().remove(0);
        let keys = owner.keys();
        let identity = Identity::load_or_create(&stolen).unwrap();
        let stranger = Identity::load_or_create(&bench.path("stranger-key")).unwrap();
        let seal = Seal::of_worker(&identity, &owner.key, &keys).unwrap();
        let unasked = |token: u64| {
            let head = serde_json::json!({"Reading": {"token": token, "took_ms": 1}});
            pack(&head, b"anything").unwrap()
        };
        let put = |key: PublicKey, message: Vec<u8>| {
            let (queue, keys) = (queue.clone(), keys.clone());
            async move {
                queue
                    .put_reading(&keys, &key, &message, u64::MAX)
                    .await
                    .unwrap()
            }
        };
        for token in 0..40 {
            // Never asked for, by a key that is accepted; for a worker that it is not; no message.
            let sealed = seal.seal(Direction::ToOwner, &unasked(token)).unwrap();
            put(identity.public(), sealed.clone()).await;
            put(stranger.public(), sealed).await;
            put(identity.public(), b"no message".to_vec()).await;
            let odd = seal.seal(Direction::ToOwner, b"{}").unwrap();
            put(identity.public(), odd).await;
        }
        // Larger than any message.
        put(identity.public(), vec![7; 49 * 1024 * 1024]).await;
    });
    // Not even an entry of a stream, and a stream of others.
    let readings = redis
        .keys()
        .into_iter()
        .find(|key| key.ends_with(":readings"));
    if let Some(readings) = readings {
        redis.ask(&["XADD", &readings, "*", "some", "thing"]);
    }
    assert!(run.wait().expect("ended").success());
    assert_eq!(records(&bench).len(), ARTICLES);
    assert_eq!(site.hits(), ARTICLES, "each page once");
    assert_eq!(redis.keys(), Vec::<String>::new());
}
