//! What each run reads again: all on the list, what was found in the last days, marked pages.

use bowerbird::engine::types::{ReadAgain, parse, reading_cost, rewrite, watching_page};

use crate::engine::list_rule;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

/// Two list pages with three articles each, whose text names how often it was asked for.
fn site() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/" => crate::engine::list(1, 4, Some("/2")),
        "/2" => crate::engine::list(4, 7, None),
        path => {
            let number = path.trim_start_matches("/a");
            Reply::html(format!(
                "<title>{number}</title><h1>Title {number}</h1>\
                 <div class='text'>Revision {} of article {number}, long enough to be one.</div>",
                ask.before
            ))
        }
    })
}

fn asked(site: &Site) -> Vec<usize> {
    (1..7)
        .map(|number| site.asked(&format!("/a{number}")))
        .collect()
}

#[test]
fn all_that_the_list_names_is_read_at_each_run_once() {
    let site = site();
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!("{rule}[revisit]\narticles = 'listed'\n"));
    let first = bench.run(id);
    assert_eq!((first.progress.records_new, asked(&site)), (6, vec![1; 6]));
    for run in 2..4 {
        let again = bench.run(id);
        let progress = &again.progress;
        assert_eq!(
            (progress.records_new, progress.records_updated),
            (0, 6),
            "{again:?}"
        );
        assert_eq!(asked(&site), vec![run; 6]);
    }
    assert_eq!(bench.records(id).len(), 6);
    // What it costs is said before: two pages of the list, six articles.
    let readings = bench.engine.query().site_readings(id).unwrap();
    let text = format!("{rule}[revisit]\narticles = 'listed'\n[schedule]\ncron = '0 * * * *'\n");
    let rule = parse(&text).unwrap();
    let cost = reading_cost(rule.file(), &readings, jiff::Timestamp::now()).unwrap();
    assert_eq!((cost.per_run, cost.per_day), (8, Some(192)));
    let mut file = rule.file().clone();
    ReadAgain::NewOnly.write(&mut file.revisit);
    let cost = reading_cost(&file, &readings, jiff::Timestamp::now()).unwrap();
    assert_eq!(cost.per_run, 1);
}

#[test]
fn what_was_found_in_the_last_days_is_read_at_each_run() {
    let site = site();
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!(
        "{rule}[revisit]\narticles = 'run'\nuntil = '7d'\n"
    ));
    bench.run(id);
    bench.run(id);
    assert_eq!(asked(&site), vec![2; 6]);
}

#[test]
fn a_field_that_changes_at_every_reading_is_named() {
    let site = site();
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!("{rule}[revisit]\narticles = 'listed'\n"));
    for _ in 0..4 {
        bench.run(id);
    }
    let restless = || bench.engine.query().site_readings(id).unwrap().restless;
    assert_eq!(restless(), [], "the first reading changed nothing");
    bench.run(id);
    let found = restless();
    let fields: Vec<&str> = found.iter().map(|one| one.field.as_str()).collect();
    assert_eq!(fields, ["text"]);
    assert!(found[0].example.0.contains("Revision 3"), "{found:?}");
}

#[test]
fn a_marked_page_is_read_at_each_run_and_no_other_one() {
    let site = site();
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let marked = watching_page(&rule, &site.url("/a2"), true).unwrap();
    let id = bench.add(&marked);
    bench.run(id);
    let second = bench.run(id);
    assert_eq!(second.progress.records_updated, 1, "{second:?}");
    bench.run(id);
    assert_eq!(asked(&site), [1, 3, 1, 1, 1, 1]);
    let changes = bench
        .engine
        .query()
        .changes(&Default::default(), None, 9)
        .unwrap();
    assert_eq!(changes.len(), 2, "{changes:?}");
    let file = parse(&marked).unwrap().file().clone();
    assert_eq!(rewrite(&marked, &file).unwrap(), marked);
}
