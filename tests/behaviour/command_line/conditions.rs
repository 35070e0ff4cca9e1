//! Conditions over records by the command line: added, rehearsed, told, and what else they do.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::command_line::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::fixed_part;

/// A table of prices in cents that a test changes, with a webhook beside it.
struct Shop {
    site: Site,
    prices: Arc<Mutex<Vec<(&'static str, u32)>>>,
    posted: Arc<Mutex<Vec<Value>>>,
}

impl Shop {
    fn open(prices: &[(&'static str, u32)]) -> Self {
        let prices = Arc::new(Mutex::new(prices.to_vec()));
        let posted = Arc::new(Mutex::new(Vec::new()));
        let (shown, heard) = (Arc::clone(&prices), Arc::clone(&posted));
        let readings = AtomicUsize::new(0);
        let site = Site::start(move |ask| {
            if ask.path == "/hook" {
                let json = serde_json::from_str(&ask.body).expect("JSON");
                heard.lock().expect("unbroken").push(json);
                return Reply::html("");
            }
            let day = readings.fetch_add(1, Ordering::SeqCst);
            let rows = shown.lock().expect("unbroken").clone();
            let rows = rows.iter().map(|(name, cents)| {
                let price = format!("{}.{:02}", cents / 100, cents % 100);
                format!("<tr><td>{name}</td><td>{price}</td><td>{day} May</td></tr>")
            });
            let rows: String = rows.collect();
            Reply::html(format!("<title>Shop</title><table>{rows}</table>"))
        });
        Self {
            site,
            prices,
            posted,
        }
    }

    fn bench(&self) -> Bench {
        let rule = format!(
            "[site]\nname = 'Shop'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             [identity]\nkey = ['title']\ngone = 'list'\n[record]\nitem = {{ css = 'tr' }}\n\
             [[field]]\nname = 'title'\nselect = [{{ css = 'td:nth-of-type(1)' }}]\n\
             [[field]]\nname = 'price'\nselect = [{{ css = 'td:nth-of-type(2)' }}]\n\
             [[field]]\nname = 'valid'\nselect = [{{ css = 'td:nth-of-type(3)' }}]\n\
             [content]\ngeneric = false\n",
            self.site.url("/")
        );
        let bench = Bench::new();
        bench.add(&[("shop.toml".to_owned(), rule)]);
        let hook = self.site.url("/hook");
        bench.ok(&["alert", "tell", "--webhook", &hook]);
        bench
    }

    fn now(&self, prices: &[(&'static str, u32)]) {
        *self.prices.lock().expect("unbroken") = prices.to_vec();
    }

    /// The texts of all alerts that were posted since the last time.
    fn told(&self) -> Vec<String> {
        let posted = std::mem::take(&mut *self.posted.lock().expect("unbroken"));
        let texts = posted.iter().flat_map(|post| {
            assert_eq!(
                post["cleared"],
                serde_json::json!([]),
                "nothing is over: {post}"
            );
            let raised = post["raised"].as_array().expect("alerts").clone();
            raised
                .into_iter()
                .map(|one| one["text"].as_str().expect("a text").to_owned())
        });
        texts.collect()
    }
}

fn add(bench: &Bench, arguments: &[&str]) -> String {
    bench.ok(&[&["alert", "condition", "add"], arguments].concat())
}

#[test]
fn a_price_that_falls_below_a_value_is_told_once_with_before_and_after() {
    let shop = Shop::open(&[("Tea", 320), ("Rice", 250)]);
    let bench = shop.bench();
    let listed = add(&bench, &["price below 3", "--site", "Shop"]);
    assert!(listed.contains("price is below 3"), "{listed}");
    bench.ok(&["run"]);
    let first = shop.told();
    assert_eq!(first.len(), 1, "at the first reading too: {first:?}");
    assert!(
        first[0].starts_with("Shop: Rice: price 2.50\nhttp://"),
        "{first:?}"
    );
    bench.ok(&["run"]);
    assert_eq!(shop.told(), [""; 0], "only the day has changed");
    shop.now(&[("Rice", 250), ("Tea", 290)]);
    bench.ok(&["run"]);
    let told = shop.told();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("Shop: Tea: price 3.20 → 2.90, −0.3 (−9.4%)\nhttp://"),
        "{told:?}"
    );
    for price in [310, 280] {
        shop.now(&[("Rice", 250), ("Tea", price)]);
        bench.ok(&["run"]);
    }
    assert_eq!(shop.told(), [""; 0], "once for each record");

    let would = |count: &str| {
        let test = [
            "alert",
            "condition",
            "test",
            "price below 3",
            "--count",
            count,
        ];
        bench.json(&test)["count"].as_u64().expect("a count")
    };
    assert_eq!(would("once"), 2);
    assert_eq!(would("again"), 3);
    assert_eq!(would("always"), 5 + 2);
    assert_eq!(shop.told(), [""; 0], "a rehearsal tells nothing");
    let stored = bench.json(&["alert", "condition", "list"]);
    assert_eq!(stored[0]["recent"], 2, "{stored}");
}

#[test]
fn what_matches_when_it_is_saved_is_told_only_where_that_is_asked_for() {
    let shop = Shop::open(&[("Tea", 320), ("Rice", 250), ("Salt", 90)]);
    let bench = shop.bench();
    bench.ok(&["run"]);
    add(&bench, &["price below 3", "--count", "again"]);
    add(&bench, &["price below 2.9", "--count", "once"]);
    bench.ok(&["run"]);
    assert_eq!(shop.told(), [""; 0], "they were below it before");
    // One crosses the limit, one comes, one goes and crosses it again.
    shop.now(&[("Tea", 280), ("Rice", 350), ("Salt", 90), ("Oats", 100)]);
    bench.ok(&["run"]);
    let told = shop.told().join("\n");
    for (name, times) in [("Tea", 2), ("Oats", 2), ("Rice", 0), ("Salt", 0)] {
        let name = format!("{name}: price");
        assert_eq!(told.matches(&name).count(), times, "{name}: {told}");
    }
    shop.now(&[("Tea", 280), ("Rice", 250), ("Salt", 90), ("Oats", 100)]);
    bench.ok(&["run"]);
    let told = shop.told().join("\n");
    assert_eq!(told.matches("Rice: price").count(), 2, "{told}");
    assert!(
        !told.contains("Tea: price") && !told.contains("Oats: price"),
        "{told}"
    );

    // What is not asked differently keeps what it knows; other records are taken as they are.
    bench.ok(&["alert", "condition", "edit", "1", "--site", "Shop"]);
    bench.ok(&["alert", "condition", "edit", "2", "--matching-now", "on"]);
    bench.ok(&["run"]);
    let told = shop.told().join("\n");
    for name in ["Tea", "Rice", "Salt", "Oats"] {
        let name = format!("{name}: price");
        assert_eq!(told.matches(&name).count(), 1, "by the second: {told}");
    }
}

#[test]
fn many_at_once_are_one_message_in_the_words_of_the_condition() {
    let shop = Shop::open(&[("Tea", 320), ("Rice", 250), ("Salt", 90)]);
    let bench = shop.bench();
    let wording = "{title} costs {after} on {site}";
    add(
        &bench,
        &["price below 3", "price above 3.1", "--wording", wording],
    );
    bench.ok(&["run"]);
    let told = shop.told();
    assert_eq!(told.len(), 1, "{told:?}");
    for line in [
        "3 records:",
        "Tea costs 3.20 on Shop",
        "Rice costs 2.50",
        "Salt costs 0.90",
    ] {
        assert!(told[0].contains(line), "{line}: {told:?}");
    }
    let wrong = bench.fails(
        1,
        &["alert", "condition", "edit", "1", "--wording", "{prize}"],
    );
    assert!(
        wrong.contains("{prize}") || wrong.contains("“prize”"),
        "{wrong}"
    );
    assert!(wrong.contains("{before}"), "those that there are: {wrong}");
    let wrong = bench.fails(2, &["alert", "condition", "add", "price below cheap"]);
    assert!(wrong.contains("cheap"), "{wrong}");
}

#[test]
fn quiet_hours_hold_back_and_lose_nothing() {
    let shop = Shop::open(&[("Tea", 320)]);
    let bench = shop.bench();
    add(&bench, &["price changes", "--count", "again"]);
    bench.ok(&["alert", "add", "changes"]);
    bench.ok(&["run"]);
    bench.ok(&["alert", "tell", "--quiet", "00:00-23:59,23:59-00:00"]);
    for price in [310, 300] {
        shop.now(&[("Tea", price)]);
        bench.ok(&["run"]);
    }
    assert_eq!(shop.told(), [""; 0], "it is quiet");
    bench.ok(&["alert", "tell", "--quiet", "off"]);
    let told = shop.told().join("\n");
    for change in ["3.20 → 3.10", "3.10 → 3.00"] {
        assert_eq!(told.matches(change).count(), 2, "by both: {told}");
    }
    bench.ok(&["run"]);
    let later = shop.told().join("\n");
    assert!(
        !later.contains("→ 3.00") || !later.contains("price"),
        "told once: {later}"
    );
}

#[test]
fn a_digest_waits_for_its_hour() {
    let shop = Shop::open(&[("Tea", 320)]);
    let bench = shop.bench();
    add(&bench, &["price below 9", "--digest", "on"]);
    let now = jiff::Zoned::now();
    // Some hours away, whatever the hour is.
    let hour = format!("{:02}:00", (now.hour() + 12) % 24);
    bench.ok(&["alert", "tell", "--digests", &hour]);
    bench.ok(&["run"]);
    assert_eq!(shop.told(), [""; 0], "the hour has not come");
    let stored = bench.json(&["alert", "condition", "list"]);
    assert_eq!(stored[0]["waiting"], 1, "{stored}");
    bench.ok(&["alert", "condition", "edit", "1", "--digest", "off"]);
    assert_eq!(
        shop.told(),
        [""; 0],
        "what waits for the digest goes on waiting"
    );
    let wrong = bench.fails(1, &["alert", "tell", "--digests", "8 o'clock"]);
    assert!(wrong.contains(fixed_part("condition-bad-hours")), "{wrong}");
}

#[test]
fn records_are_tagged_marked_as_read_and_skipped() {
    let shop = Shop::open(&[("Tea", 320), ("Rice", 250), ("Advertisement", 1)]);
    let bench = shop.bench();
    add(&bench, &["title contains advert", "--skip", "on"]);
    add(
        &bench,
        &[
            "price below 3",
            "--add-tag",
            "cheap",
            "--mark-read",
            "on",
            "--silent",
        ],
    );
    bench.ok(&["run"]);
    bench.ok(&["run"]);
    assert_eq!(shop.told(), [""; 0], "nobody asked for a message");
    let titles = || {
        let csv = bench.path("all.csv");
        bench.ok(&["export", "--out", &csv.to_string_lossy(), "--replace"]);
        let (head, rows) = super::csv_rows(&csv);
        let column = head
            .iter()
            .position(|name| name == "title")
            .expect("titles");
        let mut titles: Vec<String> = rows.iter().map(|row| row[column].clone()).collect();
        titles.sort();
        titles
    };
    assert_eq!(titles(), ["Rice", "Tea"], "never stored");
    let cheap = bench.ok(&["search", "tag:cheap"]);
    assert!(cheap.contains("Rice") && !cheap.contains("Tea"), "{cheap}");
    let stored = bench.json(&["filter", "list"]);
    assert_eq!(stored[0]["skipped"], 1, "each once: {stored}");
    // A filter is none of the conditions that tell.
    let listed = bench.json(&["alert", "condition", "list"]);
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    bench.ok(&["alert", "condition", "remove", "1"]);
    bench.ok(&["run"]);
    assert_eq!(titles(), ["Advertisement", "Rice", "Tea"]);
    let none = bench.fails(1, &["alert", "condition", "remove", "1"]);
    assert!(none.contains(fixed_part("condition-unknown")), "{none}");
}

#[test]
fn a_channel_that_is_named_is_the_only_one() {
    let shop = Shop::open(&[("Tea", 320)]);
    let bench = shop.bench();
    add(&bench, &["price below 9", "--channel", "desktop"]);
    bench.ok(&["run"]);
    assert_eq!(shop.told(), [""; 0]);
    bench.ok(&[
        "alert",
        "condition",
        "edit",
        "1",
        "price below 8",
        "--channel",
        "all",
        "--matching-now",
        "on",
    ]);
    bench.ok(&["run"]);
    assert_eq!(
        shop.told().len(),
        1,
        "a condition that asks for something else begins anew"
    );
    let history = bench.json(&["alert", "history"]);
    let last = history.as_array().expect("alerts").first().expect("one");
    assert_eq!(last["deliveries"][0]["state"], "told", "{history}");
}
