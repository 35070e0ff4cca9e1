//! A changed rule over stored pages: no request, ids kept, nothing lost when killed.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use bowerbird::engine::types::{RecordFilter, Store, StoredRecord};
use bowerbird::io::sample::{ARTICLES, POSTS, SampleSite};

use crate::command_line::{Bench, output_text};
use crate::servers::Pages;
use crate::texts::fixed_part;

fn records(bench: &Bench) -> Vec<StoredRecord> {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    let mut records = store
        .records(&RecordFilter::default(), 0, 10_000)
        .expect("records");
    // Languages are found in the background, whenever a process has the time.
    records
        .iter_mut()
        .for_each(|stored| stored.marks.language.clear());
    records
}

/// Everything of a record but the values that a rule yields.
fn frame(records: &[StoredRecord]) -> Vec<(i64, i64, u32, u32, String)> {
    records
        .iter()
        .map(|r| {
            let fetched = r.fetched_at.to_string();
            (r.id.0, r.run.0, r.position.page, r.position.item, fetched)
        })
        .collect()
}

#[test]
fn a_changed_rule_rewrites_the_records_without_a_request() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let rules = site.rules();
    bench.add(&rules);
    bench.ok(&["run"]);
    drop(site);
    let before = records(&bench);
    assert_eq!(before.len(), ARTICLES + POSTS);

    let same = bench.json(&["rule", "rerun", "Harbour Gazette"]);
    assert_eq!(same["records_changed"], 0, "{same}");
    assert_eq!(same["fields"]["title"]["equal"], ARTICLES, "{same}");
    assert_eq!(
        records(&bench),
        before,
        "nothing changed, nothing is written"
    );

    let changed = rules[0]
        .1
        .replace("css = \".meta .author\"", "css = \".nobody\"")
        .replace("//meta[@name='author']/@content", "//nobody")
        .replace("generic = \"auto\"", "generic = false")
        + "\n[[field]]\nname = \"lead\"\nselect = [ { css = \".words p\" } ]\n";
    let changed = changed.replace(
        "select = [ { css = \"article.story h1\" }, { xpath = \"//h1\" } ]",
        "select = [ { css = \"article.story h1\" } ]\ntransform = [ { prefix = \"News: \" } ]",
    );
    let file = bench.write("changed.toml", &changed);
    let file = file.to_string_lossy();
    let would = bench.json(&[
        "rule",
        "rerun",
        "Harbour Gazette",
        "--dry-run",
        "--rule",
        &file,
    ]);
    assert_eq!(would["records_changed"], ARTICLES, "{would}");
    assert_eq!(would["fields"]["title"]["changed"], ARTICLES, "{would}");
    assert_eq!(would["fields"]["author"]["lost"], ARTICLES, "{would}");
    assert_eq!(would["fields"]["lead"]["gained"], ARTICLES, "{would}");
    assert_eq!(would["fields"]["tags"]["equal"], ARTICLES, "{would}");
    assert_eq!(records(&bench), before, "a dry run writes nothing");

    bench.add(&[("changed.toml".to_owned(), changed.clone())]);
    let told_all = bench.ok(&["rule", "rerun", "Harbour Gazette"]);
    assert!(told_all.contains("34 records changed"), "{told_all}");
    let after = records(&bench);
    assert_eq!(frame(&after), frame(&before), "ids, runs and places stay");
    for (old, new) in before.iter().zip(&after) {
        if old.site_name == "Harbour Forum" {
            assert_eq!(old, new, "another site is left alone");
            continue;
        }
        assert_eq!(new.record.title, format!("News: {}", old.record.title));
        assert_eq!(new.record.text, old.record.text);
        assert_eq!(new.record.author, "");
    }
    // What is found by search and in columns follows.
    let found = bench.json(&["search", "News lifeboat"]);
    assert!(found.as_array().is_some_and(|f| !f.is_empty()), "{found}");
    let again = bench.json(&["rule", "rerun", "Harbour Gazette"]);
    assert_eq!(again["records_changed"], 0, "{again}");
}

/// Marks each record as read and tags it; a note says its address.
fn mark(bench: &Bench, records: &[StoredRecord]) {
    let store = Store::open(&bench.project()).expect("the project");
    let all: Vec<_> = records.iter().map(|record| record.id).collect();
    let now = jiff::Timestamp::now();
    store.set_read(all.clone(), true, now).expect("read");
    store.set_tag(all, "harbour", true).expect("a tag");
    for stored in records {
        let note = stored.record.url.as_str();
        store.set_note(stored.id, note).expect("a note");
    }
}

fn assert_marked(bench: &Bench, records: &[StoredRecord]) {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    for stored in records {
        let marks = store.marks_of(&[stored.id]).expect("marks").remove(0);
        assert_eq!(marks.note, stored.record.url);
        assert_eq!((marks.tags, marks.read), (vec!["harbour".to_owned()], true));
    }
}

#[test]
fn what_a_rerun_changed_is_taken_back() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let forum = site.rules()[1].clone();
    bench.add(std::slice::from_ref(&forum));
    bench.ok(&["run"]);
    drop(site);
    let before = records(&bench);
    mark(&bench, &before);
    let none = bench.fails(2, &["rule", "rerun", "Harbour Forum", "--undo"]);
    assert!(none.contains("Nothing to undo for Harbour Forum"), "{none}");
    // Only posts that quote another one, and what they say otherwise.
    let rule = forum.1.replace(
        "name = \"quote\"",
        "name = \"quote\"\nrequired = true\ntransform = [ { prefix = \"Re: \" } ]",
    );
    bench.add(&[(forum.0, rule)]);
    let done = bench.json(&["rule", "rerun", "Harbour Forum", "--remove-lost"]);
    let number = |json: &serde_json::Value, name: &str| json[name].as_u64().expect("a number");
    let (lost, changed) = (
        number(&done, "records_lost"),
        number(&done, "records_changed"),
    );
    assert!(lost > 0 && changed > 0, "{done}");
    // Reading the pages once more changes nothing, so there is still that to be taken back.
    let again = bench.json(&["rule", "rerun", "Harbour Forum"]);
    assert_eq!(again["records_changed"], 0, "{again}");
    let back = bench.json(&["rule", "rerun", "Harbour Forum", "--undo"]);
    assert_eq!(number(&back, "records"), lost + changed, "{back}");
    assert_eq!(back["left"], 0, "{back}");
    let contents = |records: &[StoredRecord]| {
        let mut all: Vec<_> = records.iter().map(|r| r.record.clone()).collect();
        all.sort_by(|a, b| a.url.cmp(&b.url));
        all
    };
    let after = records(&bench);
    assert_eq!(contents(&after), contents(&before));
    assert_marked(&bench, &after);
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], POSTS);
    let found = bench.json(&["search", "lifeboat"]);
    assert!(found.as_array().is_some_and(|f| !f.is_empty()), "{found}");
}

#[test]
fn records_that_a_rule_no_longer_yields_go_only_when_told_to() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let forum = site.rules()[1].clone();
    bench.add(std::slice::from_ref(&forum));
    bench.ok(&["run"]);
    drop(site);
    let before = records(&bench);
    assert_eq!(before.len(), POSTS);
    // Only posts that quote another one.
    let rule = forum
        .1
        .replace("name = \"quote\"", "name = \"quote\"\nrequired = true");
    bench.add(&[(forum.0.clone(), rule)]);
    let kept = bench.json(&["rule", "rerun", "Harbour Forum"]);
    let lost = kept["records_lost"].as_u64().expect("a number");
    assert!(lost > 0 && lost < POSTS as u64, "{kept}");
    assert_eq!(frame(&records(&bench)), frame(&before));
    bench.ok(&["rule", "rerun", "Harbour Forum", "--remove-lost"]);
    assert_eq!(records(&bench).len() as u64, POSTS as u64 - lost);
    assert_eq!(
        bench.json(&["status"])["sites"][0]["records"],
        POSTS as u64 - lost
    );
    // The first rule again brings them back, from the stored pages.
    bench.add(&[forum]);
    let back = bench.json(&["rule", "rerun", "Harbour Forum"]);
    assert_eq!(back["records_new"], lost, "{back}");
    let urls = |records: &[StoredRecord]| -> Vec<String> {
        let mut urls: Vec<String> = records.iter().map(|r| r.record.url.clone()).collect();
        urls.sort();
        urls
    };
    assert_eq!(urls(&records(&bench)), urls(&before));
}

#[test]
fn a_page_that_the_rule_no_longer_fits_keeps_its_records() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let (name, rule) = site.rules()[0].clone();
    bench.add(&[(name.clone(), rule.clone())]);
    bench.ok(&["run"]);
    let before = records(&bench);
    let wrong = rule
        .replace("css = \"article.story h1\"", "css = \"h7\"")
        .replace("//h1", "//h7");
    bench.add(&[(name, wrong)]);
    let report = bench.json(&["rule", "rerun", "Harbour Gazette"]);
    assert_eq!(report["pages_unfit"], ARTICLES, "{report}");
    assert_eq!(records(&bench), before);
}

#[test]
fn fields_of_the_list_stay_with_the_records() {
    let bench = Bench::new();
    let list = "<article><a href='/a1'>One</a><i>lead one</i></article>\
                <article><a href='/a2'>Two</a><i>lead two</i></article>";
    let page =
        |n: u32| format!("<title>T{n}</title><h1>Title {n}</h1><p>Some text of page {n}.</p>");
    let pages = Pages::new()
        .page("/", list)
        .page("/a1", &page(1))
        .page("/a2", &page(2))
        .start();
    let rule = format!(
        "[site]\nname = \"L\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\" }}\n\
         [[list.field]]\nname = \"lead\"\nselect = [ {{ css = \"i\" }} ]\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n",
        pages.url("/")
    );
    bench.add(&[("l.toml".to_owned(), rule.clone())]);
    bench.ok(&["run"]);
    let hits = pages.hits();
    let shouted = rule.replace(
        "select = [ { css = \"i\" } ]",
        "select = [ { css = \"i\" } ]\ntransform = [ { case = \"upper\" } ]",
    );
    let shouted = shouted.replace("css = \"h1\"", "css = \"title\"");
    bench.add(&[("l.toml".to_owned(), shouted)]);
    let report = bench.json(&["rule", "rerun", "L"]);
    assert_eq!(report["fields"]["lead"]["changed"], 2, "{report}");
    assert_eq!(pages.hits(), hits, "no request");
    let now: Vec<(String, String)> = records(&bench)
        .iter()
        .map(|r| (r.record.title.clone(), r.record.fields[0].1.joined()))
        .collect();
    let expected = [("T1", "LEAD ONE"), ("T2", "LEAD TWO")];
    assert_eq!(now, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn records_made_of_a_list_alone_are_redone() {
    let bench = Bench::new();
    let entry = |n: u32| {
        format!(
            "<item><title>Title {n}</title><link>/a{n}</link><category>topic {n}</category>\
             <description>Teaser {n}</description></item>"
        )
    };
    let feed = format!(
        "<rss><channel><title>F</title>{}{}</channel></rss>",
        entry(1),
        entry(2)
    );
    let pages = Pages::new().page("/feed", &feed).start();
    let rule = format!(
        "[site]\nname = \"F\"\nkind = \"feed\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [feed]\npages = false\n\
         [[feed.field]]\nname = \"topic\"\nselect = [ {{ jsonpath = \"$.categories[*]\" }} ]\n",
        pages.url("/feed")
    );
    bench.add(&[("f.toml".to_owned(), rule.clone())]);
    bench.ok(&["run"]);
    let before = records(&bench);
    assert_eq!(before.len(), 2);
    let hits = pages.hits();
    let same = bench.json(&["rule", "rerun", "F"]);
    assert_eq!(same["records_changed"], 0, "{same}");
    let shouted = rule.replace(" } ]", " } ]\ntransform = [ { case = \"upper\" } ]");
    bench.add(&[("f.toml".to_owned(), shouted)]);
    let report = bench.json(&["rule", "rerun", "F"]);
    assert_eq!(report["fields"]["topic"]["changed"], 2, "{report}");
    assert_eq!(report["records_lost"], 0, "{report}");
    assert_eq!(pages.hits(), hits, "no request");
    let after = records(&bench);
    assert_eq!(frame(&after), frame(&before));
    let topics: Vec<String> = after
        .iter()
        .map(|r| r.record.fields[0].1.joined())
        .collect();
    assert_eq!(topics, ["TOPIC 1", "TOPIC 2"]);
}

#[test]
fn a_killed_rerun_leaves_every_record_whole() {
    const COUNT: usize = 150;
    let bench = Bench::new();
    let list: String = (0..COUNT)
        .map(|n| format!("<article><a href='/a{n}'>Item {n}</a></article>"))
        .collect();
    let mut pages = Pages::new().page("/", &list);
    for n in 0..COUNT {
        let text = format!("<p>Sentence {n} of a page that is long enough.</p>").repeat(40);
        pages = pages.page(
            &format!("/a{n}"),
            &format!("<h1>Item {n}</h1><h2>Other {n}</h2>{text}"),
        );
    }
    let pages = pages.start();
    let rule = format!(
        "[site]\nname = \"K\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\nconcurrency = 8\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n",
        pages.url("/")
    );
    bench.add(&[("k.toml".to_owned(), rule.clone())]);
    bench.ok(&["run"]);
    let before = records(&bench);
    assert_eq!(before.len(), COUNT);
    bench.add(&[(
        "k.toml".to_owned(),
        rule.replace("css = \"h1\"", "css = \"h2\""),
    )]);

    let mut child = bench
        .command()
        .args(["--progress", "plain", "rule", "rerun", "K"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stderr = BufReader::new(child.stderr.take().expect("its progress"));
    let mut lines = stderr.lines();
    let line = lines.next().expect("a batch is done").expect("UTF-8");
    assert!(line.contains(fixed_part("cli-rerun-progress")), "{line}");
    child.kill().expect("killed");
    child.wait().expect("it ends");

    let between = records(&bench);
    assert_eq!(
        frame(&between),
        frame(&before),
        "nothing lost, nothing doubled"
    );
    for (old, new) in before.iter().zip(&between) {
        let other = old.record.title.replace("Item", "Other");
        assert!(
            new.record == old.record || new.record.title == other,
            "{:?}",
            new.record.title
        );
        assert_eq!(new.record.text, old.record.text);
    }
    let output = bench.run(&["rule", "rerun", "K"]);
    assert!(output.status.success(), "{}", output_text(&output));
    let after = records(&bench);
    assert_eq!(frame(&after), frame(&before));
    assert!(after.iter().all(|r| r.record.title.starts_with("Other")));
}
