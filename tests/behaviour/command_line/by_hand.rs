//! Records that a person deletes on the command line: no run, rerun or reading brings them back. Values
//! that a person writes: none overwrites them.

use bowerbird::engine::types::{RecordFilter, Store};
use bowerbird::logic::model::{Value, ValueEdit};

use crate::command_line::{Bench, exports};
use crate::engine::list_rule;
use crate::engine::support::server::{Reply, Site};
use crate::texts::{fixed_part, t};

/// A list of so many articles whose text is another one each time.
fn news(articles: usize) -> Site {
    Site::start(move |ask| match ask.path.as_str() {
        "/" => crate::engine::list(1, articles + 1, None),
        path => Reply::html(format!(
            "<title>A</title><h1>Title {path}</h1><div class='text'>Revision {} of it, long \
             enough to be an article.</div>",
            ask.before
        )),
    })
}

fn collected(site: &Site) -> Bench {
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&[("list.toml".to_owned(), rule)]);
    bench.ok(&["site", "set", "Test", "--again", "listed"]);
    bench.ok(&["run"]);
    bench
}

fn addresses(found: &serde_json::Value) -> Vec<String> {
    let list = found.as_array().expect("a list").iter();
    let url = |stored: &serde_json::Value| stored["record"]["url"].as_str().map(str::to_owned);
    list.filter_map(url).collect()
}

#[test]
fn deleted_records_are_not_collected_again_until_they_are_restored() {
    let site = news(6);
    let bench = collected(&site);
    let everything = || addresses(&bench.json(&["search", "title", "--limit", "99"]));
    assert_eq!(everything().len(), 6);
    let (one, two) = (site.url("/a1"), site.url("/a2"));
    let chosen = bench.json(&["record", "delete", "--query", "title", "--dry-run"]);
    assert_eq!(addresses(&chosen).len(), 6);
    let said = bench.ok(&["record", "delete", &one, &two]);
    assert!(said.contains(t!("texts-deleted", count = 2)), "{said}");
    for _ in 0..2 {
        bench.ok(&["run"]);
        bench.ok(&["rule", "rerun", "Test"]);
    }
    let left = everything();
    assert_eq!(left.len(), 4);
    assert!(!left.contains(&one) && !left.contains(&two), "{left:?}");
    let again = bench.json(&["rule", "rerun", "Test", "--dry-run"]);
    assert_eq!(again["records_new"], 0, "{again}");
    let gone = bench.json(&["changes", "--kind", "gone"]);
    assert_eq!(gone, serde_json::json!([]));
    bench.ok(&["storage", "check"]);

    let listed = bench.json(&["record", "list-deleted"]);
    assert_eq!(addresses(&listed).len(), 2);
    let narrowed = bench.json(&["record", "list-deleted", "/a2", "--site", "Test"]);
    assert_eq!(addresses(&narrowed), std::slice::from_ref(&two));
    let number = narrowed[0]["id"].to_string();
    let done = bench.json(&["record", "restore", &number]);
    assert_eq!(done["count"], 1, "{done}");
    assert_eq!(everything().len(), 5);
    bench.ok(&["run"]);
    let versions = bench.ok(&["versions", &two]);
    assert!(versions.contains("Revision"), "it is read on: {versions}");
    let refused = bench.fails(1, &["record", "restore", &number]);
    assert!(
        refused.contains(fixed_part("cli-record-unknown")),
        "{refused}"
    );
    bench.fails(2, &["record", "delete"]);
    assert_eq!(
        bench.json(&["record", "restore", "--site", "Test"])["count"],
        1
    );
    assert_eq!(everything().len(), 6);
}

#[test]
fn values_by_hand_stay_and_the_page_says_its_own_beside_them() {
    let site = news(3);
    let bench = collected(&site);
    let one = site.url("/a1");
    let done = bench.json(&[
        "record",
        "edit",
        &one,
        "--set",
        "title=By hand",
        "--set",
        "mood=calm",
    ]);
    assert_eq!(done["count"], 2, "{done}");
    bench.ok(&["run"]);
    bench.ok(&["rule", "rerun", "Test"]);
    let found = bench.json(&["search", "by hand"]);
    assert_eq!(found[0]["record"]["title"], "By hand", "{found}");
    assert_eq!(found[0]["record"]["fields"][0][0], "section", "{found}");
    let marks = &found[0]["marks"]["by_hand"];
    assert_eq!(marks.as_array().map(Vec::len), Some(2), "{found}");
    let csv = bench.path("out.csv");
    bench.ok(&["export", "--out", &csv.to_string_lossy()]);
    let text = std::fs::read_to_string(&csv).expect("the CSV");
    assert!(text.contains("By hand") && text.contains("calm"), "{text}");
    bench.ok(&["record", "edit", &one, "--unset", "title"]);
    let found = bench.json(&["search", "title", "--limit", "9"]);
    assert_eq!(addresses(&found).len(), 3, "the page's title is back");
    let date = |set: &str| {
        bench.ok(&["record", "edit", &one, "--set", set]);
        bench.json(&["search", "title", "--limit", "9"]).to_string()
    };
    assert!(date("date=24 Nov 2026").contains(r#""date":"2026-11-24""#));
    let refused = bench.fails(1, &["record", "edit", &one, "--set", "date=some day"]);
    assert!(refused.contains(fixed_part("record-no-date")), "{refused}");
    let left = [
        "record",
        "replace",
        &one,
        "--find=-11-24",
        "--with",
        " or so",
    ];
    let said = bench.ok(&left);
    assert!(said.contains(t!("replace-no-dates", count = 1)), "{said}");
    let later = ["record", "replace", &one, "--find=-11-", "--with", "/12/"];
    assert_eq!(bench.json(&later)["count"], 1);
    let empty = date("mood=calm");
    assert!(empty.contains(r#""date":"2026-12-24""#), "{empty}");
    assert!(!date("date=").contains("2026-12-24"), "empty is allowed");
    for (wrong, code) in [("url=x", 2), ("title", 2)] {
        bench.fails(code, &["record", "edit", &one, "--set", wrong]);
    }
    bench.fails(2, &["record", "edit", &one]);
}

#[test]
fn text_is_replaced_in_many_records_after_a_preview() {
    let site = news(4);
    let bench = collected(&site);
    let pattern = [
        "--find",
        "Title /a([0-9])",
        "--with",
        "Article $1",
        "--pattern",
    ];
    let order = |more: &[&'static str]| {
        let mut all = vec!["record", "replace", "--site", "Test"];
        all.extend(more);
        all
    };
    let mut preview = order(&pattern);
    preview.push("--dry-run");
    let would = bench.json(&preview);
    assert_eq!(would.as_array().map(Vec::len), Some(4), "{would}");
    assert_eq!(would[0]["after"], "Article 1", "{would}");
    let found = |words: &str| addresses(&bench.json(&["search", words])).len();
    assert_eq!(found("\"article 1\""), 0, "nothing was written");
    assert_eq!(bench.json(&order(&pattern))["count"], 4);
    assert_eq!(found("\"article 1\""), 1);
    bench.ok(&["run"]);
    let found = bench.json(&["search", "\"article 2\""]);
    assert_eq!(found[0]["record"]["title"], "Article 2", "{found}");
    let none = bench.json(&order(&[
        "--find", "Title", "--with", "x", "--field", "section",
    ]));
    assert_eq!(none["count"], 0, "{none}");
    for wrong in ["x*", "("] {
        bench.fails(1, &order(&["--with", "y", "--pattern", "--find", wrong]));
    }
}

#[test]
fn a_record_is_added_by_hand_and_filled_in_by_a_run() {
    let site = news(2);
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&[("list.toml".to_owned(), rule)]);
    bench.ok(&["site", "set", "Test", "--again", "listed"]);
    let one = site.url("/a1");
    let order = [
        "record",
        "add",
        &one,
        "--site",
        "Test",
        "--set",
        "title=Mine",
    ];
    let added = bench.json(&order);
    assert!(added["id"].is_i64(), "{added}");
    let refused = bench.fails(1, &order);
    assert!(
        refused.contains(fixed_part("record-add-known")),
        "{refused}"
    );
    bench.ok(&["run"]);
    bench.ok(&["run"]);
    let found = bench.json(&["search", "revision", "--limit", "9"]);
    assert_eq!(addresses(&found).len(), 2, "{found}");
    let mine = bench.json(&["search", "mine"]);
    assert_eq!(mine[0]["record"]["title"], "Mine", "{mine}");
    assert_eq!(
        mine[0]["marks"]["by_hand"][0]["page"], "Title /a1",
        "{mine}"
    );
    bench.ok(&["storage", "check"]);
    let dated = [
        "record",
        "add",
        "http://a.example/",
        "--site",
        "Test",
        "--set",
        "date=soon",
    ];
    bench.fails(1, &dated);
    for url in ["nothing", "ftp://a.example/"] {
        let mut wrong = order;
        wrong[2] = url;
        bench.fails(1, &wrong);
    }
}

/// A site of so many articles; of every hundred five are edited and three deleted, then all is read
/// again and the rule is applied to the stored pages anew, with another title.
fn nothing_by_hand_is_lost(articles: usize) {
    let site = news(articles);
    let bench = collected(&site);
    let store = Store::open(&bench.project()).expect("the project");
    let all = store
        .records(&RecordFilter::default(), 0, u64::MAX)
        .expect("records");
    assert_eq!(all.len(), articles);
    let of = |places: std::ops::Range<usize>| {
        let chosen = all.iter().enumerate();
        let chosen = chosen.filter(move |(place, _)| places.contains(&(place % 100)));
        chosen.map(|(_, stored)| stored.id).collect::<Vec<_>>()
    };
    let (edited, gone) = (of(10..15), of(40..43));
    let hand = |field: &str| Some(Value::One(format!("{field} by hand")));
    let edits = edited.iter().flat_map(|record| {
        ["title", "text", "section"].map(|field| ValueEdit {
            record: *record,
            field: field.to_owned(),
            value: hand(field),
        })
    });
    let now = jiff::Timestamp::now();
    let undo = store.edit_values(edits.collect(), now).expect("edited");
    assert_eq!(undo.len(), 3 * edited.len());
    let count = store.delete_records(gone.clone(), now).expect("deleted");
    assert_eq!(count, gone.len() as u64);
    drop(store);

    bench.ok(&["run"]);
    let changed = list_rule(&site.url("/"), "delay = '0s'").replace(
        "required = true",
        "required = true\ntransform = [ { prefix = \"News: \" } ]",
    );
    bench.add(&[("changed.toml".to_owned(), changed)]);
    bench.ok(&["rule", "rerun", "Test"]);
    bench.ok(&["run"]);

    let store = Store::open_read_only(&bench.project()).expect("the project");
    let after = store
        .records(&RecordFilter::default(), 0, u64::MAX)
        .expect("records");
    assert_eq!(after.len(), articles - gone.len(), "none is back");
    let mut by_hand = 0;
    for stored in &after {
        assert!(!gone.contains(&stored.id), "{}", stored.record.url);
        let is_edited = edited.contains(&stored.id);
        by_hand += usize::from(is_edited);
        for field in ["title", "text", "section"] {
            let same = stored.record.value(field) == hand(field);
            assert_eq!(same, is_edited, "{field} of {}", stored.record.url);
        }
        let news = stored.marks.by_hand.iter().filter(|value| value.is_news());
        // The text is another one at each reading.
        assert_eq!(news.count() > 0, is_edited, "{}", stored.record.url);
    }
    assert_eq!(by_hand, edited.len(), "none is lost");
}

#[test]
fn readings_and_reruns_neither_overwrite_nor_bring_back_what_was_put_right() {
    nothing_by_hand_is_lost(200);
}

/// `cargo test --workspace --features parquet --test behaviour ten_thousand_records_by_hand -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_records_by_hand() {
    nothing_by_hand_is_lost(10_000);
}

#[test]
fn records_are_merged_into_one_or_moved_to_another_site() {
    let site = news(4);
    let bench = collected(&site);
    let rule = list_rule(&site.url("/?other"), "delay = '0s'");
    let rule = rule.replacen("name = ", "name = 'Other' #", 1);
    bench.add(&[("other.toml".to_owned(), rule)]);
    let (one, two, three) = (site.url("/a1"), site.url("/a2"), site.url("/a3"));
    bench.ok(&["record", "edit", &two, "--set", "mood=calm"]);
    let refused = bench.fails(2, &["record", "merge", &one, &one]);
    assert!(refused.contains(t!("record-merge-few")), "{refused}");
    let merged = bench.json(&["record", "merge", &one, &two, "--set", "title=Both"]);
    assert_eq!(
        merged["deleted"].as_array().map(Vec::len),
        Some(1),
        "{merged}"
    );
    let kept = bench.json(&["search", "both"]);
    assert_eq!(addresses(&kept), std::slice::from_ref(&one));
    let text = kept.to_string();
    assert!(text.contains("mood") && text.contains("calm"), "{text}");

    let said = bench.ok(&["record", "move", &three, "--to", "Other"]);
    assert!(said.contains("Other"), "{said}");
    let of = |name: &str| addresses(&bench.json(&["search", "title", "--site", name]));
    assert_eq!(of("Other"), std::slice::from_ref(&three));
    // Neither comes back where it was.
    bench.ok(&["run", "Test"]);
    bench.ok(&["rule", "rerun", "Test"]);
    let left = of("Test");
    assert!(!left.contains(&two) && !left.contains(&three), "{left:?}");
    // What the other site has already stays.
    let count = bench.json(&["record", "move", &three, "--to", "Other"])["count"].clone();
    assert_eq!(count, 0);
    let moved = bench.json(&["record", "move", &three, "--to", "Test"]);
    assert_eq!(moved["count"], 1, "{moved}");
    assert!(of("Test").contains(&three));
    bench.ok(&["storage", "check"]);
}

#[test]
fn archived_records_are_changed_like_others_and_served() {
    let bench = exports::collected();
    let ids = |bench: &Bench| -> Vec<i64> {
        let found = bench.json(&["search", "天气", "--limit", "99"]);
        let found = found.as_array().expect("a list").iter();
        found
            .map(|one| one["id"].as_i64().expect("a number"))
            .collect()
    };
    let all = ids(&bench);
    bench.ok(&["storage", "archive", "--before", "2099-01-01"]);
    let archived = |bench: &Bench| {
        let listed = bench.json(&["search", "天气", "--limit", "99"]);
        let listed = listed.as_array().expect("a list").iter();
        let inside = listed.filter(|one| !one["marks"]["archive"].is_null());
        inside
            .map(|one| one["id"].as_i64().expect("a number"))
            .collect::<Vec<_>>()
    };
    let inside = archived(&bench);
    assert!(inside.len() >= 2, "{inside:?}");
    let (edited, deleted) = (inside[0].to_string(), inside[1].to_string());
    bench.ok(&["record", "edit", &edited, "--set", "title=Put right"]);
    let found = bench.json(&["search", "title:\"Put right\""]);
    assert_eq!(found[0]["id"].to_string(), edited, "{found}");
    assert!(found[0]["marks"]["archive"].is_null());
    bench.ok(&["record", "delete", &deleted]);
    assert_eq!(ids(&bench).len(), all.len() - 1);
    bench.ok(&["record", "restore", &deleted]);
    let mut now = ids(&bench);
    let mut before = all;
    now.sort_unstable();
    before.sort_unstable();
    assert_eq!(now, before, "none is lost, none is twice");
    assert_eq!(archived(&bench).len(), inside.len() - 2);
    bench.ok(&["storage", "check"]);
}
