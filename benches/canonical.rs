//! What it costs to bring an address into its one form, for links as sites have them. Prints JSON,
//! nanoseconds an address, the best of seven rounds.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use bowerbird::logic::page::Canonical;
use url::Url;

const LINKS: [(&str, &str); 5] = [
    (
        "plain",
        "https://www.example.org/news/2026/01/05/the-town-hall-opens.html",
    ),
    (
        "query",
        "https://www.example.org/viewtopic.php?f=12&t=34567&start=40",
    ),
    (
        "tracked",
        "https://www.example.org/a/34567?utm_source=list&utm_medium=web&id=7",
    ),
    (
        "escaped",
        "https://www.example.org/wiki/%e6%96%b0%e9%97%bb/%7eann",
    ),
    (
        "visit",
        "https://www.example.org/shop/list.do;jsessionid=1A2B3C4D5E6F708192A3?cat=5",
    ),
];
const TIMES: u32 = 200_000;

fn main() {
    let how = Canonical::default();
    let mut found = serde_json::Map::new();
    for (name, link) in LINKS {
        let url = Url::parse(link).unwrap();
        let round = |work: &dyn Fn()| {
            let rounds = (0..7).map(|_| {
                let began = Instant::now();
                (0..TIMES).for_each(|_| work());
                began.elapsed().as_nanos() / u128::from(TIMES)
            });
            u64::try_from(rounds.min().unwrap_or(0)).unwrap_or(u64::MAX)
        };
        let ns = round(&|| {
            black_box(how.of(black_box(&url)));
        });
        found.insert(name.to_owned(), ns.into());
    }
    println!("{}", serde_json::Value::Object(found));
}
