//! Watching: which record it is, what changed in it, and whether it is still there.

pub mod price_table;
mod version_pages;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bowerbird::engine::types::{
    ChangeFilter, ChangeKind, Only, RecordFact, RecordFilter, RuleOrigin, RunCause, RunEnd,
    RunOptions, SiteId,
};
use bowerbird::engine::{Command, SiteCommand};

use crate::crashes_and_full_disk::killed::asked;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{list, list_rule};
use price_table::{Expected, PriceTable};

/// Readings of the table, unless the environment says otherwise.
const READINGS: (&str, u64) = ("BOWERBIRD_TEST_READINGS", 40);

fn facts(bench: &Bench, site: SiteId) -> Vec<RecordFact> {
    let filter = ChangeFilter {
        site: Some(site),
        ..ChangeFilter::default()
    };
    bench.store().changes(&filter, None, 100_000).unwrap()
}

pub fn told(facts: &[RecordFact]) -> Vec<Expected> {
    let mut told: Vec<Expected> = facts
        .iter()
        .map(|fact| {
            (
                fact.kind.token().to_owned(),
                fact.title.clone(),
                fact.field.clone(),
                fact.before.clone(),
                fact.after.clone(),
            )
        })
        .collect();
    told.sort();
    told
}

#[test]
fn every_change_of_a_restless_table_is_told_once_and_none_is_invented() {
    let table = PriceTable::start(30, 20_261_127);
    let bench = Bench::new();
    let id = bench.add(&table.rule(""));
    for reading in 0..asked(READINGS) {
        table.expect_reading();
        let run = bench.run(id);
        assert_eq!(run.end, RunEnd::Finished, "reading {reading}: {run:?}");
        let found = told(&facts(&bench, id));
        assert_eq!(found, table.expected(), "after reading {reading}");
        table.change();
    }
    let kinds = |kind: &str| table.expected().iter().filter(|one| one.0 == kind).count();
    for kind in ChangeKind::ALL {
        assert!(kinds(kind.token()) > 0, "{kind:?} happened");
    }
}

#[test]
fn rows_known_by_their_place_are_known_by_a_key_from_then_on() {
    let rows = Arc::new(AtomicUsize::new(0));
    let shown = Arc::clone(&rows);
    let site = Site::start(move |_| {
        let names: Vec<&str> = match shown.load(Ordering::SeqCst) {
            0 => vec!["Wheat", "Rye", "Oats"],
            _ => vec!["Maize", "Oats", "Wheat", "Rye"],
        };
        let rows: String = names
            .iter()
            .map(|name| format!("<tr><td>{name}</td><td>{}</td></tr>", name.len()))
            .collect();
        Reply::html(format!("<title>Grain</title><table>{rows}</table>"))
    });
    let rule = |identity: &str| {
        format!(
            "[site]\nname = 'Grain'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             {identity}[record]\nitem = {{ css = 'tr' }}\n\
             [[field]]\nname = 'a'\nselect = [{{ css = 'td:nth-of-type(1)' }}]\n\
             [[field]]\nname = 'b'\nselect = [{{ css = 'td:nth-of-type(2)' }}]\n\
             [content]\ngeneric = false\n",
            site.url("/")
        )
    };
    let bench = Bench::new();
    let id = bench.add(&rule(""));
    bench.run(id);
    assert!(bench.records(id)[0].record.url.ends_with("#record-1"));
    bench.send(Command::Site(SiteCommand::Update {
        site: id,
        rule_toml: rule("[identity]\nkey = ['a']\n"),
        origin: RuleOrigin::Edited,
    }));
    rows.store(1, Ordering::SeqCst);
    let second = bench.run(id);
    let progress = &second.progress;
    assert_eq!(
        (progress.records_new, progress.records_updated),
        (1, 0),
        "{second:?}"
    );
    let mut names: Vec<String> = bench
        .records(id)
        .iter()
        .map(|stored| stored.record.fields[0].1.joined())
        .collect();
    names.sort();
    assert_eq!(names, ["Maize", "Oats", "Rye", "Wheat"]);
    let found = told(&facts(&bench, id));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].1.as_str()), ("new", "Maize"));
}

#[test]
fn cards_with_pages_of_their_own_have_their_addresses_and_stay_the_same_records() {
    let grown = Arc::new(AtomicUsize::new(0));
    let shown = Arc::clone(&grown);
    let site = Site::start(move |_| {
        // Two link to the same page, and one to the list itself.
        let mut cards = vec![
            ("Lamp", "/p/1"),
            ("Chair", "/p/2?from=list#top"),
            ("Shelf", "/cart"),
            ("Table", "/cart"),
            ("Offer", "/#offers"),
        ];
        if shown.load(Ordering::SeqCst) > 0 {
            cards.insert(0, ("Desk", "/p/6"));
        }
        let cards = cards.iter().map(|(name, link)| {
            format!("<div class=card><h3><a href='{link}'>{name}</a></h3></div>")
        });
        Reply::html(format!("<title>Depot</title>{}", cards.collect::<String>()))
    });
    let rule = |required: bool| {
        format!(
            "[site]\nname = 'Depot'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             [record]\nitem = {{ css = '.card' }}\n\
             [[field]]\nname = 'title'\nselect = [{{ css = 'h3' }}]\n\
             [[field]]\nname = 'link'\nrequired = {required}\ntype = 'url'\n\
             select = [{{ css = 'a', take = 'href' }}]\n[content]\ngeneric = false\n",
            site.url("/")
        )
    };
    let addresses = |bench: &Bench, id: SiteId| {
        let mut all: Vec<(String, String)> = bench
            .records(id)
            .iter()
            .map(|stored| (stored.record.title.clone(), stored.record.url.clone()))
            .collect();
        all.sort();
        all
    };
    let own = [
        ("Chair", "/p/2?from=list#top"),
        ("Lamp", "/p/1"),
        ("Offer", "/#title=Offer"),
        ("Shelf", "/#title=Shelf"),
        ("Table", "/#title=Table"),
    ];
    let own = own.map(|(title, path)| (title.to_owned(), site.url(path)));
    let bench = Bench::new();
    let id = bench.add(&rule(true));
    bench.run(id);
    assert_eq!(addresses(&bench, id), own);

    // Records that were told apart by their key before are the same ones.
    let bench = Bench::new();
    let id = bench.add(&rule(false));
    bench.run(id);
    assert!(addresses(&bench, id)[1].1.ends_with("#title=Lamp"));
    bench.send(Command::Site(SiteCommand::Update {
        site: id,
        rule_toml: rule(true),
        origin: RuleOrigin::Edited,
    }));
    grown.store(1, Ordering::SeqCst);
    let second = bench.run(id);
    assert_eq!(second.progress.records_new, 1, "{second:?}");
    let all = addresses(&bench, id);
    assert_eq!(all.len(), 6, "{all:?}");
    assert_eq!(all[1], ("Desk".to_owned(), site.url("/p/6")));
    let third = bench.run(id);
    assert_eq!(third.progress.records_new, 0, "{third:?}");
    let found = told(&facts(&bench, id));
    assert_eq!(found.len(), 1, "nothing is gone: {found:?}");
}

#[test]
fn a_reading_that_failed_or_shrank_takes_nothing_away() {
    let step = Arc::new(AtomicUsize::new(0));
    let shown = Arc::clone(&step);
    let site = Site::start(move |_| {
        let rows = match shown.load(Ordering::SeqCst) {
            0 => 8,
            1 => return Reply::status(503, "down"),
            2 => 3,
            _ => 8,
        };
        let rows: String = (0..rows)
            .map(|n| format!("<tr><td>Item {n}</td><td>{n}</td></tr>"))
            .collect();
        Reply::html(format!("<title>Items</title><table>{rows}</table>"))
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = 'Items'\nkind = 'pages'\nstart = ['{}']\n\
         [politeness]\ndelay = '0s'\nretries = 0\n[identity]\ngone = 'list'\n\
         [record]\nitem = {{ css = 'tr' }}\n\
         [[field]]\nname = 'name'\nselect = [{{ css = 'td:nth-of-type(1)' }}]\n\
         [content]\ngeneric = false\n",
        site.url("/")
    ));
    let gone = || {
        let facts = facts(&bench, id);
        facts
            .iter()
            .filter(|fact| fact.kind == ChangeKind::Gone)
            .count()
    };
    bench.run(id);
    step.store(1, Ordering::SeqCst);
    bench.run(id);
    assert_eq!(gone(), 0, "the site was down");
    step.store(2, Ordering::SeqCst);
    bench.run(id);
    assert_eq!(gone(), 0, "less than half came, once");
    bench.run(id);
    assert_eq!(gone(), 5, "and so it was again");
    step.store(3, Ordering::SeqCst);
    bench.run(id);
    let facts = facts(&bench, id);
    let back = facts.iter().filter(|fact| fact.kind == ChangeKind::Back);
    assert_eq!(back.count(), 5);
    assert_eq!(bench.records(id).len(), 8, "the same records");
}

#[test]
fn an_article_that_is_not_found_any_more_is_gone_and_one_that_scrolls_off_is_not() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(1, 5, None),
        ("/", _) => list(3, 7, None),
        ("/a2", 1..) => Reply::status(404, "gone"),
        (path, _) => crate::engine::article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!("{rule}[revisit]\narticles = '1d'\n"));
    bench.run(id);
    let again = RunOptions {
        refresh_older_than: Some(0),
        ..RunOptions::default()
    };
    bench.run_with(id, again.clone());
    bench.run_with(id, again);
    let found = told(&facts(&bench, id));
    let short: Vec<(&str, &str)> = found
        .iter()
        .map(|one| (one.0.as_str(), one.1.as_str()))
        .collect();
    assert_eq!(
        short,
        [("gone", "Title 2"), ("new", "Title 5"), ("new", "Title 6")]
    );
}

#[test]
fn a_list_that_is_the_whole_says_what_is_gone_from_it() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 2..) => list(1, 4, Some("/2")),
        ("/", _) => list(1, 5, Some("/2")),
        ("/2", _) => list(5, 8, None),
        (path, _) => crate::engine::article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!("{rule}[identity]\ngone = 'list'\n"));
    bench.run(id);
    bench.run(id);
    assert!(facts(&bench, id).is_empty());
    bench.run(id);
    let found = told(&facts(&bench, id));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("gone", "Title 4")
    );
    assert_eq!(site.asked("/2"), 3, "the list is read to its end each time");

    // The record says so itself, and can be left out or asked for.
    let titles = |filter: &RecordFilter| -> Vec<(String, bool)> {
        let found = bench
            .engine
            .query()
            .records(filter, 0, 20)
            .expect("records");
        let marks = bench
            .engine
            .query()
            .marks_of(&found.iter().map(|one| one.id).collect::<Vec<_>>());
        let gone = marks
            .expect("marks")
            .into_iter()
            .map(|marks| marks.gone_at.is_some());
        found
            .into_iter()
            .map(|one| one.record.title)
            .zip(gone)
            .collect()
    };
    let only = |only: Only| RecordFilter {
        only,
        ..RecordFilter::default()
    };
    let gone = only(Only {
        gone: true,
        ..Only::default()
    });
    let present = only(Only {
        present: true,
        ..Only::default()
    });
    assert_eq!(titles(&gone), [("Title 4".to_owned(), true)]);
    let present = titles(&present);
    assert_eq!(present.len(), 6, "{present:?}");
    assert!(present.iter().all(|(_, gone)| !gone));
}

#[test]
fn a_page_listed_by_address_is_read_again_by_a_schedule_and_not_by_hand() {
    let site = Site::start(|ask| {
        Reply::html(format!(
            "<title>Rules</title><h1>House rules</h1><div class=text>Quiet from {} o'clock on, \
             in all rooms and on the stairs, also at weekends.</div>",
            20 + ask.before
        ))
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = 'Rules'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\n\
         [content]\ngeneric = false\nselect = [{{ css = '.text' }}]\n",
        site.url("/")
    ));
    bench.run(id);
    bench.run(id);
    assert_eq!(site.asked("/"), 1, "by hand only what is new");
    let scheduled = RunOptions {
        cause: RunCause::Schedule,
        ..RunOptions::default()
    };
    bench.run_with(id, scheduled);
    assert_eq!(site.asked("/"), 2);
    let found = told(&facts(&bench, id));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0.as_str(), found[0].2.as_str()),
        ("changed", "text")
    );
    assert!(found[0].3.contains("20 o'clock") && found[0].4.contains("21 o'clock"));
}

#[test]
fn a_price_that_only_the_list_tells_changes_with_it() {
    let price = Arc::new(AtomicUsize::new(450));
    let shown = Arc::clone(&price);
    let site = Site::start(move |request| {
        let price = shown.load(Ordering::SeqCst);
        Reply::html(match request.path.as_str() {
            "/" => format!(
                "<title>Shop</title><ul><li><a href='/cup'>Cup</a> <b>{price}</b></li>\
                 <li><a href='/tray'>Tray</a> <b>900</b></li></ul>"
            ),
            path => format!("<title>Thing</title><h1>Thing {path}</h1><p>It is made by hand.</p>"),
        })
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = 'Shop'\nkind = 'list'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [list]\nitem = {{ css = 'li' }}\nlink = {{ css = 'a' }}\n\
         [[list.field]]\nname = 'price'\nselect = [{{ css = 'b' }}]\n\
         [content]\nselect = [{{ css = 'p' }}]\n[revisit]\narticles = 'listed'\n",
        site.url("/")
    ));
    bench.run(id);
    price.store(240, Ordering::SeqCst);
    bench.run(id);
    let found = facts(&bench, id);
    let values: Vec<[&str; 3]> = found
        .iter()
        .map(|fact| [&*fact.field, &*fact.before, &*fact.after])
        .collect();
    assert_eq!(values, [["price", "450", "240"]]);
    bench.run(id);
    assert_eq!(facts(&bench, id).len(), 1, "nothing changed since");
}
