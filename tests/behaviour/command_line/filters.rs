//! Filters by the command line: what becomes of new records, what is skipped and kept after all, and
//! which requests are saved.

use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::command_line::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::{fixed_part, t};

/// A list of articles, each with a section on the list and a price on its page.
struct Paper {
    site: Site,
    articles: Arc<Mutex<Vec<(u32, &'static str)>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Paper {
    fn open(articles: &[(u32, &'static str)]) -> Self {
        let articles = Arc::new(Mutex::new(articles.to_vec()));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (shown, heard) = (Arc::clone(&articles), Arc::clone(&asked));
        let site = Site::start(move |ask| {
            if ask.path != "/" {
                heard.lock().expect("unbroken").push(ask.path.clone());
                let number = ask.path.trim_start_matches("/a");
                return Reply::html(format!(
                    "<title>A</title><h1>Title {number}</h1><b>{number}.50</b><div class='text'>The \
                     text of article {number} is long enough to be one.</div>"
                ));
            }
            let items = shown.lock().expect("unbroken").clone().into_iter();
            let items = items.map(|(number, section)| {
                format!("<li><a href='/a{number}'>Title {number}</a><i>{section}</i></li>")
            });
            Reply::html(format!(
                "<title>L</title><ul>{}</ul>",
                items.collect::<String>()
            ))
        });
        Self {
            site,
            articles,
            asked,
        }
    }

    fn bench(&self) -> Bench {
        let rule = format!(
            "[site]\nname = 'Paper'\nkind = 'list'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             [list]\nitem = {{ css = 'li' }}\nlink = {{ css = 'a' }}\n\
             [[list.field]]\nname = 'section'\nselect = [{{ css = 'i' }}]\n\
             [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\n\
             [[field]]\nname = 'price'\nselect = [{{ css = 'b' }}]\ntype = 'number'\n\
             [content]\ngeneric = false\nselect = [{{ css = '.text' }}]\n",
            self.site.url("/")
        );
        let bench = Bench::new();
        bench.add(&[("paper.toml".to_owned(), rule)]);
        bench
    }

    fn add(&self, number: u32, section: &'static str) {
        let mut articles = self.articles.lock().expect("unbroken");
        articles.insert(0, (number, section));
    }

    /// The pages that were asked for since the last time.
    fn asked(&self) -> Vec<String> {
        let mut asked = std::mem::take(&mut *self.asked.lock().expect("unbroken"));
        asked.sort();
        asked
    }
}

/// The titles of all records.
fn titles(bench: &Bench) -> Vec<String> {
    let csv = bench.path("all.csv");
    bench.ok(&["export", "--out", &csv.to_string_lossy(), "--replace"]);
    let (head, rows) = super::csv_rows(&csv);
    let column = head.iter().position(|name| name == "title");
    let column = column.expect("titles");
    let mut titles: Vec<String> = rows.iter().map(|row| row[column].clone()).collect();
    titles.sort();
    titles
}

fn add(bench: &Bench, arguments: &[&str]) -> Value {
    bench.json(&[&["filter", "add"], arguments].concat())
}

fn skipped(bench: &Bench) -> Vec<(String, bool)> {
    let found = bench.json(&["filter", "skipped"]);
    let one = |one: &Value| {
        let url = one["url"].as_str().expect("an address");
        let path = url.rsplit('/').next().expect("a path").to_owned();
        (path, one["was_read"].as_bool().expect("a fact"))
    };
    let mut all: Vec<_> = found.as_array().expect("a list").iter().map(one).collect();
    all.sort();
    all
}

#[test]
fn what_a_page_says_skips_its_record_once_and_the_page_is_not_read_again() {
    let paper = Paper::open(&[(1, "news"), (2, "news"), (3, "news")]);
    let bench = paper.bench();
    let listed = add(&bench, &["price below 2", "--skip", "--site", "Paper"]);
    assert_eq!(listed[0]["condition"]["timing"], "arrival", "{listed}");
    let said = bench.ok(&["run"]);
    assert!(said.contains(t!("cli-run-skipped", count = 1)), "{said}");
    assert_eq!(titles(&bench), ["Title 2", "Title 3"]);
    assert_eq!(paper.asked(), ["/a1", "/a2", "/a3"]);
    assert_eq!(skipped(&bench), [("a1".to_owned(), true)]);
    // Whatever the list names is read again, but for what was skipped.
    bench.ok(&["site", "set", "Paper", "--again", "listed"]);
    let said = bench.ok(&["run"]);
    assert!(!said.contains(t!("cli-run-skipped", count = 1)), "{said}");
    assert_eq!(paper.asked(), ["/a2", "/a3"]);
    let stored = bench.json(&["filter", "list"]);
    assert_eq!(stored[0]["skipped"], 1, "each once: {stored}");
    assert_eq!(stored[0]["recent"], 1, "{stored}");
    // A rerun over the stored page does not bring it either.
    bench.ok(&["rule", "rerun", "Paper"]);
    assert_eq!(titles(&bench), ["Title 2", "Title 3"]);
    let again = bench.json(&["rule", "rerun", "Paper", "--dry-run"]);
    assert_eq!(again["records_new"], 0, "{again}");
    bench.ok(&["storage", "check"]);
}

#[test]
fn what_the_list_says_saves_the_request_until_the_filter_goes() {
    let paper = Paper::open(&[(1, "news"), (2, "Advertisement")]);
    let bench = paper.bench();
    add(
        &bench,
        &["section contains advert", "--skip", "--site", "Paper"],
    );
    bench.ok(&["run"]);
    assert_eq!(
        paper.asked(),
        ["/a1"],
        "the advertisement was not asked for"
    );
    assert_eq!(skipped(&bench), [("a2".to_owned(), false)]);
    let shown = bench.ok(&["filter", "show", "1"]);
    assert!(shown.contains(t!("filter-saves-requests")), "{shown}");
    paper.add(3, "news");
    bench.ok(&["run"]);
    assert_eq!(paper.asked(), ["/a3"]);
    let status = bench.json(&["runs"]);
    assert_eq!(status[0]["end"], "finished", "{status}");
    // A field that only the page has decides later.
    add(&bench, &["price above 3", "--keep", "--site", "Paper"]);
    paper.add(4, "Advertisement");
    bench.ok(&["run"]);
    assert_eq!(paper.asked(), ["/a2", "/a4"], "who knows what they cost");
    assert_eq!(titles(&bench), ["Title 1", "Title 3", "Title 4"]);
    assert_eq!(skipped(&bench), [("a2".to_owned(), true)]);
    bench.ok(&["filter", "off", "2"]);
    paper.add(5, "advertisement");
    bench.ok(&["run"]);
    assert_eq!(paper.asked(), [""; 0]);
    bench.ok(&["filter", "remove", "1"]);
    bench.ok(&["run"]);
    assert_eq!(paper.asked(), ["/a5"], "what the list still names arrives");
    assert_eq!(
        skipped(&bench),
        [("a2".to_owned(), true)],
        "what was read stays away"
    );
}

#[test]
fn what_was_skipped_is_kept_after_all() {
    let paper = Paper::open(&[(1, "news"), (2, "advert"), (3, "news")]);
    let bench = paper.bench();
    add(&bench, &["section equals ADVERT", "--skip"]);
    add(&bench, &["price below 2", "--skip"]);
    bench.ok(&["run"]);
    assert_eq!(titles(&bench), ["Title 3"]);
    assert_eq!(paper.asked(), ["/a1", "/a3"]);
    let number = |path: &str| {
        let listed = bench.json(&["filter", "skipped", "--site", "Paper"]);
        let mut all = listed.as_array().expect("a list").clone().into_iter();
        let found = all.find(|one| one["url"].as_str().is_some_and(|url| url.ends_with(path)));
        found.expect("on the list")["id"].to_string()
    };
    let kept = bench.json(&["filter", "keep", &number("/a1"), &number("/a2")]);
    assert_eq!((&kept["stored"], &kept["awaited"]), (&1.into(), &1.into()));
    assert_eq!(titles(&bench), ["Title 1", "Title 3"], "its page was read");
    assert_eq!(paper.asked(), [""; 0]);
    bench.ok(&["run"]);
    assert_eq!(paper.asked(), ["/a2"]);
    assert_eq!(titles(&bench), ["Title 1", "Title 2", "Title 3"]);
    assert_eq!(skipped(&bench), []);
    bench.ok(&["run"]);
    assert_eq!(paper.asked(), [""; 0]);
    bench.ok(&["storage", "check"]);
}

#[test]
fn a_record_whose_address_is_taken_stays_skipped_and_that_is_told() {
    let paper = Paper::open(&[(1, "news"), (2, "news")]);
    let bench = paper.bench();
    add(&bench, &["price below 2", "--skip"]);
    bench.ok(&["run"]);
    // The same address under another key, as a watched list gives.
    let database = rusqlite::Connection::open(bench.project()).expect("a database");
    let sql = "INSERT INTO skipped_record
                   (site, key, condition, url, title, at, was_read, content)
               SELECT site, 'other', condition, url, title, at, was_read, content
               FROM skipped_record";
    assert_eq!(database.execute(sql, []).expect("written"), 1);
    drop(database);
    let numbers = || -> Vec<String> {
        let listed = bench.json(&["filter", "skipped"]);
        let all = listed.as_array().expect("a list").iter();
        all.map(|one| one["id"].to_string()).collect()
    };
    let [one, two] = numbers().try_into().expect("two");
    let kept = bench.json(&["filter", "keep", &one, &two]);
    assert_eq!((&kept["stored"], &kept["refused"]), (&1.into(), &1.into()));
    let [left] = numbers().try_into().expect("one stays");
    let told = bench.ok(&["filter", "keep", &left]);
    assert!(told.contains(fixed_part("filter-kept-partly")), "{told}");
    assert_eq!(numbers(), [left]);
    assert_eq!(titles(&bench), ["Title 1", "Title 2"]);
    bench.ok(&["storage", "check"]);
}

#[test]
fn a_filter_that_keeps_wins_whatever_the_order() {
    let paper = Paper::open(&[(1, "news"), (2, "news"), (3, "news")]);
    let bench = paper.bench();
    add(&bench, &["* contains article", "--skip"]);
    add(
        &bench,
        &["title equals title 2", "--keep", "--add-tag", "wanted"],
    );
    bench.ok(&["run"]);
    assert_eq!(titles(&bench), ["Title 2"]);
    let wanted = bench.ok(&["search", "tag:wanted"]);
    assert!(wanted.contains("Title 2"), "{wanted}");
    let listed = bench.json(&["filter", "list"]);
    assert_eq!(listed[1]["recent"], 1, "{listed}");
    bench.ok(&["filter", "move", "2", "up"]);
    let listed = bench.json(&["filter", "list"]);
    assert_eq!(listed[0]["condition"]["id"], 2, "{listed}");
    let wrong = bench.fails(1, &["filter", "edit", "1", "price falls 10%"]);
    assert!(wrong.contains(fixed_part("filter-looks-back")), "{wrong}");
}

#[test]
fn a_filter_is_tried_on_the_past_and_applied_to_what_is_stored_with_a_way_back() {
    let paper = Paper::open(&[(1, "news"), (2, "sport"), (3, "sport")]);
    let bench = paper.bench();
    bench.ok(&["run"]);
    let test = ["filter", "test", "section equals sport", "--skip"];
    let would = bench.json(&test);
    assert_eq!(would["count"], 2, "{would}");
    assert_eq!(would["records"].as_array().map(Vec::len), Some(2));
    assert_eq!(bench.json(&["filter", "list"]), serde_json::json!([]));
    add(&bench, &["section equals sport", "--skip"]);
    add(&bench, &["price above 3", "--keep"]);
    let would = bench.json(&test);
    assert_eq!(would["count"], 1, "the other filter keeps one: {would}");
    bench.ok(&["run"]);
    assert_eq!(titles(&bench).len(), 3, "what is stored stays");
    let preview = bench.json(&["filter", "apply", "1"]);
    assert_eq!(
        (&preview["count"], &preview["applied"]),
        (&1.into(), &false.into())
    );
    assert_eq!(titles(&bench).len(), 3);
    bench.ok(&["filter", "apply", "1", "--yes"]);
    assert_eq!(titles(&bench), ["Title 1", "Title 3"]);
    let deleted = bench.json(&["record", "list-deleted"]);
    let number = deleted[0]["id"].to_string();
    bench.ok(&["record", "restore", &number]);
    assert_eq!(titles(&bench).len(), 3);
}

#[test]
fn what_was_skipped_is_forgotten_on_request_and_not_noted_again() {
    let paper = Paper::open(&[(1, "news"), (2, "Advertisement"), (3, "news")]);
    let bench = paper.bench();
    add(&bench, &["section contains Advertisement", "--skip"]);
    add(&bench, &["price above 3", "--skip", "--site", "Paper"]);
    bench.ok(&["run"]);
    let both = [("a2".to_owned(), false), ("a3".to_owned(), true)];
    assert_eq!(skipped(&bench), both);
    let shown = bench.json(&["forget", "Title 3"]);
    let kinds = shown["report"]["traces"].as_array().expect("traces").iter();
    assert!(
        kinds.filter(|trace| trace["kind"] == "skipped").count() == 1,
        "{shown}"
    );
    // Of the page that was not asked for, only the address is known.
    for word in ["a2", "Title 3"] {
        bench.ok(&["forget", word, "--apply", "--yes"]);
    }
    assert_eq!(skipped(&bench), []);
    // The site still lists them, and the filters still skip them.
    bench.ok(&["run"]);
    assert_eq!(skipped(&bench), []);
    assert_eq!(titles(&bench), ["Title 1"]);
}

#[test]
fn filters_go_where_the_rule_of_their_site_goes() {
    let paper = Paper::open(&[(1, "news"), (2, "advert"), (3, "news")]);
    let bench = paper.bench();
    bench.ok(&[
        "filter",
        "add",
        "section equals advert",
        "--site",
        "Paper",
        "--skip",
    ]);
    bench.ok(&["filter", "add", "title contains 3", "--skip"]);
    bench.ok(&[
        "alert",
        "condition",
        "add",
        "price above 2",
        "--site",
        "Paper",
    ]);
    let out = bench.path("rules");
    let written = bench.json(&["site", "export", "--out", &out.to_string_lossy()]);
    assert_eq!(
        written["conditions"], 2,
        "not the one for all sites: {written}"
    );
    let file = out.join("Paper.filters.json");
    let text = std::fs::read_to_string(&file).expect("a file beside the rule");
    assert!(text.contains("advert") && !text.contains("\"3\""), "{text}");

    let other = Bench::new();
    let rule = out.join("Paper.toml").to_string_lossy().into_owned();
    let told = other.ok(&["site", "add", &rule]);
    assert!(told.contains(t!("filters-taken", count = 2)), "{told}");
    other.ok(&["run"]);
    assert_eq!(titles(&other), ["Title 1", "Title 3"]);
    // The same file once more adds nothing.
    other.ok(&["site", "add", &rule]);
    let filters = other.json(&["filter", "list"]);
    assert_eq!(filters.as_array().map(Vec::len), Some(1), "{filters}");

    // What cannot be used is told before anything is changed.
    std::fs::write(&file, "{\"filters\": [{}]}").expect("written");
    let third = Bench::new();
    let refused = third.fails(1, &["site", "add", &rule]);
    assert!(refused.contains("Paper.filters.json"), "{refused}");
    assert!(
        !third.project().exists()
            || third
                .json(&["site", "list"])
                .as_array()
                .is_some_and(Vec::is_empty)
    );
}

#[test]
fn a_filter_is_applied_to_all_stored_records() {
    let paper = Paper::open(&[(1, "news"), (2, "advert"), (3, "news")]);
    let bench = paper.bench();
    bench.ok(&["run"]);
    bench.ok(&["filter", "add", "section equals advert", "--skip"]);
    let shown = bench.json(&["filter", "apply", "1"]);
    assert_eq!(
        (&shown["count"], &shown["applied"]),
        (&1.into(), &false.into())
    );
    assert_eq!(titles(&bench).len(), 3);
    let done = bench.json(&["filter", "apply", "1", "--yes"]);
    assert_eq!(
        (&done["count"], &done["applied"]),
        (&1.into(), &true.into())
    );
    assert_eq!(titles(&bench), ["Title 1", "Title 3"]);
    bench.ok(&["filter", "add", "title contains 3", "--add-tag", "three"]);
    bench.ok(&["filter", "apply", "2", "--yes"]);
    let tagged = bench.json(&["search", "tag:three"]);
    assert_eq!(tagged.as_array().map(Vec::len), Some(1), "{tagged}");
}
