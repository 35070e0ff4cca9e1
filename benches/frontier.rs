//! A million addresses in the frontier of a project: memory above start, bytes on disk, and what
//! it costs to be given known links again, as every page of a site does. Prints JSON. Reads its own
//! memory and processor time from `/proc`, so it runs on Linux only.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used
)]

mod shared;

use std::time::Instant;

use bowerbird::io::frontier::{Frontier, Next};
use bowerbird::io::store::{NewRequest, PageOutcome, PageYield, RequestKind};
use bowerbird::logic::model::{ListPosition, SourceKind};
use jiff::Timestamp;

const ADDRESSES: u32 = 1_000_000;
/// Links on a page.
const ON_A_PAGE: u32 = 100;
/// Known links given again.
const KNOWN: u32 = 500_000;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.bower");
    let (store, site) = shared::project(&path, SourceKind::Crawl);
    let (run, _) = store.start_run(site, Timestamp::now()).unwrap();
    let mut frontier = Frontier::open(&store, site, run).unwrap();
    let begin = memory();
    frontier.seed(vec![request(0, 0)]).unwrap();
    let began = Instant::now();
    let mut peak = 0.0_f64;
    let mut next = 1;
    while next < ADDRESSES {
        let mut outcomes = Vec::new();
        let mut leased = Vec::new();
        for _ in 0..32 {
            if let Ok(Next::Request(queued)) = frontier.lease(Timestamp::now()) {
                let last = (next + ON_A_PAGE).min(ADDRESSES);
                let found =
                    frontier.unseen((next..last).map(|n| request(n, n / ON_A_PAGE)).collect());
                next = last;
                outcomes.push(PageOutcome {
                    request: queued.id,
                    position: queued.request.position,
                    yields: PageYield {
                        requests: found,
                        ..PageYield::default()
                    },
                    ..shared::outcome(queued.found_in)
                });
                leased.push(queued);
            }
        }
        store.commit(site, run, outcomes).unwrap();
        frontier.committed();
        leased.iter().for_each(|queued| frontier.done(queued));
        peak = peak.max(memory());
    }
    let added = began.elapsed();
    let (before, began) = (processor(), Instant::now());
    // Far apart from each other, which is the worst for every cache.
    let mut at = 7_u32;
    for _ in 0..KNOWN / ON_A_PAGE {
        let page: Vec<NewRequest> = (0..ON_A_PAGE)
            .map(|_| {
                at = (at + 618_033) % ADDRESSES;
                request(at, 0)
            })
            .collect();
        assert!(frontier.unseen(page).is_empty());
    }
    let cpu = (processor() - before) / f64::from(KNOWN) * 50_000.0;
    let known = began.elapsed();
    peak = peak.max(memory());
    let length: usize = (0..1000).map(|n| url(n * 997).len()).sum();
    drop(frontier);
    drop(store);
    let disk = std::fs::metadata(&path).unwrap().len();
    println!(
        "{}",
        serde_json::json!({
            "addresses": ADDRESSES,
            "address_bytes": length as f64 / 1000.0,
            "memory_mib": peak - begin,
            "disk_bytes": disk as f64 / f64::from(ADDRESSES),
            "known_cpu": cpu,
            "added_a_second": f64::from(ADDRESSES) / added.as_secs_f64(),
            "known_a_second": f64::from(KNOWN) / known.as_secs_f64(),
        })
    );
}

fn url(n: u32) -> String {
    let mixed = n.wrapping_mul(2_654_435_761);
    let (section, day) = (mixed >> 24, mixed >> 12 & 0xFF);
    format!("https://www.example.org/section-{section:02x}/2026/{day:03}/article-{n:07}.html")
}

fn request(n: u32, page: u32) -> NewRequest {
    NewRequest {
        url: url(n),
        kind: RequestKind::Page,
        position: ListPosition {
            page,
            item: n % ON_A_PAGE,
        },
        depth: 3,
        fields: Vec::new(),
        sources: Default::default(),
    }
}

/// Memory of this process, MiB.
fn memory() -> f64 {
    shared::memory_kib() as f64 / 1024.0
}

/// Processor time of this process, seconds; the kernel counts in hundredths.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let rest = stat.rsplit(')').next().unwrap();
    let times: Vec<f64> = rest
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse().unwrap())
        .collect();
    times.iter().sum::<f64>() / 100.0
}
