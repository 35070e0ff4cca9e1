//! A run is finished when all that was promised came: every kind of wrong answer in the place of a
//! page of every kind of source. While it lasts the run says so; once the site answers as it should,
//! a plain run brings what was missing.

mod cases;
pub mod server;

use std::sync::atomic::{AtomicUsize, Ordering};

use bowerbird::engine::types::{PageFilter, PageOutcomeKind, PageState, RunEnd, SiteId};

use crate::engine::support::bench::Bench;
use server::{Page, Site, Wrong};

/// Cells that are tried side by side.
const AT_ONCE: usize = 6;
/// Plain runs after which all must be there.
const RUNS: usize = 3;

/// A source: its pages, its rule, the page that comes wrong, and how many records there are.
struct Source {
    name: &'static str,
    pages: Vec<(String, Page)>,
    rule: fn(&Site, u32) -> String,
    spoilt: &'static str,
    records: usize,
}

fn html(body: String) -> Page {
    ("text/html; charset=utf-8", body)
}

fn articles(count: usize) -> impl Iterator<Item = (String, Page)> {
    (1..=count).map(|n| {
        let text = "and more of it, ".repeat(n);
        let body = format!(
            "<html><title>Title {n}</title><h1>Title {n}</h1><div class=text><p>The text of article {n}, \
             {text} long enough to be one.</p></div>"
        );
        (format!("/a{n}"), html(body))
    })
}

/// List page `n` of two articles each.
fn list(n: usize, next: Option<&str>) -> Page {
    let items: String = (n * 2 - 1..=n * 2)
        .map(|n| format!("<li><a href='/a{n}'>Article {n}</a></li>"))
        .collect();
    let next = next.map_or(String::new(), |next| {
        format!("<a class=next href='{next}'>More</a>")
    });
    html(format!(
        "<html><title>News {n}</title><div class=list><h2>All the news of the town</h2><ul>{items}</ul>{next}</div>"
    ))
}

fn linked_lists() -> Vec<(String, Page)> {
    vec![
        ("/".to_owned(), list(1, Some("/list2"))),
        ("/list2".to_owned(), list(2, Some("/list3"))),
        ("/list3".to_owned(), list(3, Some("/list4"))),
        ("/list4".to_owned(), list(4, None)),
    ]
}

fn head(kind: &str, start: &str, retries: u32) -> String {
    let start = match start {
        "" => String::new(),
        start => format!("start = [{start}]\n"),
    };
    format!(
        "[site]\nname = \"Test\"\nkind = \"{kind}\"\n{start}[politeness]\ndelay = \"0s\"\nretries = {retries}\n"
    )
}

const FIELDS: &str = "[[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\nrequired = true\n\
    [content]\ngeneric = false\nselect = [{ css = \".text\" }]\n";

fn quoted(site: &Site, path: &str) -> String {
    format!("\"{}\"", site.url(path))
}

fn linked(site: &Site, retries: u32) -> String {
    head("list", &quoted(site, "/"), retries)
        + "[list]\nitem = { css = \"li\" }\nlink = { css = \"a\" }\nnext = { css = \"a.next\" }\n\
           [[list.field]]\nname = \"title\"\nselect = [{ css = \"a\" }]\n"
        + FIELDS
}

fn counted(site: &Site, retries: u32) -> String {
    linked(site, retries).replace("{ css = \"a.next\" }", "{ pages = \"/list{n}\" }")
}

/// What a cell of the matrix came to, where that is not as it must be.
fn cell(source: &Source, how: Wrong) -> Result<(), String> {
    let site = Site::start(source.pages.clone());
    let bench = Bench::new();
    let id = bench.add(&(source.rule)(&site, 0));
    site.spoil(source.spoilt, how, usize::MAX);
    let ended = bench.run(id);
    let status = bench.status(id);
    if ended.end == RunEnd::Finished || status.state == PageState::Ok {
        return Err(format!("said to be whole: {ended:?} {status:?}"));
    }
    let early = bench.records(id).len();
    if early >= source.records {
        return Err(format!("{early} records though a page is missing"));
    }
    site.heal();
    let mut ends = Vec::new();
    for _ in 0..RUNS {
        let ended = bench.run(id);
        let count = bench.records(id).len();
        ends.push((ended.end, count));
        if count == source.records && ended.end == RunEnd::Finished {
            return sound(&bench, id);
        }
    }
    Err(format!(
        "not whole after: {early} {ends:?} {:?}",
        bench.status(id)
    ))
}

/// The records are those of the site, and nothing is said to be missing.
fn sound(bench: &Bench, id: SiteId) -> Result<(), String> {
    let status = bench.status(id);
    let missing = bench.engine.query().missing_count(id).unwrap();
    if status.state != PageState::Ok || missing > 0 {
        return Err(format!("in the end: {missing} missing, {status:?}"));
    }
    let wrong: Vec<String> = bench
        .records(id)
        .into_iter()
        .map(|found| found.record)
        .filter(|record| !record.title.starts_with("Title ") || record.text.contains("code"))
        .map(|record| format!("{record:?}"))
        .collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

#[test]
fn no_wrong_answer_passes_for_a_page_of_any_source() {
    let sources = cases::all();
    let cells: Vec<(&Source, Wrong)> = sources
        .iter()
        .flat_map(|source| Wrong::ALL.map(|how| (source, how)))
        .collect();
    let next = AtomicUsize::new(0);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE)
            .map(|_| {
                scope.spawn(|| {
                    let mut faults = Vec::new();
                    while let Some((source, how)) = cells.get(next.fetch_add(1, Ordering::SeqCst)) {
                        if let Err(fault) = cell(source, *how) {
                            faults.push(format!("{} × {how:?}: {fault}", source.name));
                        }
                    }
                    faults
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert!(
        faults.is_empty(),
        "{} of {} cells:\n{}",
        faults.len(),
        cells.len(),
        faults.join("\n")
    );
}

#[test]
fn a_page_that_comes_wrong_once_is_asked_for_again_in_the_same_run() {
    for how in [
        Wrong::Code,
        Wrong::Empty,
        Wrong::Half,
        Wrong::Home,
        Wrong::Part,
    ] {
        let site = Site::start(linked_lists().into_iter().chain(articles(8)));
        site.spoil("/list2", how, 1);
        let bench = Bench::new();
        let id = bench.add(&linked(&site, 2));
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{how:?} {ended:?}");
        assert_eq!(bench.records(id).len(), 8, "{how:?}");
        assert_eq!(site.asked("/list2"), 2, "{how:?}");
        // A cut-off answer says nothing of how fast we ask.
        assert!(!ended.states.contains(&PageState::RateLimited), "{how:?}");
    }
}

#[test]
fn an_incomplete_run_names_what_is_missing_and_why() {
    let site = Site::start(linked_lists().into_iter().chain(articles(8)));
    site.spoil("/list3", Wrong::Code, usize::MAX);
    let bench = Bench::new();
    let id = bench.add(&linked(&site, 0));
    let ended = bench.run(id);
    assert_eq!((ended.end, ended.progress.missing), (RunEnd::Incomplete, 1));
    assert_eq!(bench.records(id).len(), 4);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Incomplete);
    assert_eq!(status.reason.id, "engine-reason-incomplete");
    assert_eq!(status.url, site.url("/list3"));
    let missing = bench.engine.query().missing(id, 10).unwrap();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].url, site.url("/list3"));
    assert_eq!(missing[0].verdict.evidence[0].signal, "json-error");
    let run = bench.engine.query().runs(Some(id), 1).unwrap().remove(0);
    let pages = bench
        .engine
        .query()
        .run_pages(run.id, PageFilter::Wrong, 10)
        .unwrap();
    let found: Vec<_> = pages
        .iter()
        .map(|page| (page.url.as_str(), page.outcome))
        .collect();
    assert_eq!(
        found,
        [(site.url("/list3").as_str(), PageOutcomeKind::Missing)]
    );
}

#[test]
fn an_incomplete_site_stays_so_where_a_page_answers_with_an_error() {
    let site = Site::start(linked_lists().into_iter().chain(articles(8)));
    site.spoil("/a3", Wrong::Error, usize::MAX);
    let bench = Bench::new();
    let id = bench.add(&linked(&site, 0));
    for _ in 0..2 {
        let ended = bench.run(id);
        assert_eq!((ended.end, ended.progress.missing), (RunEnd::Incomplete, 1));
        assert_eq!(bench.status(id).state, PageState::Incomplete);
    }
}

#[test]
fn lists_that_end_end() {
    let mut pages = linked_lists();
    // Past the end the same template comes without items.
    pages.push((
        "/list5".to_owned(),
        html(
            "<html><title>News 5</title><div class=list><h2>All the news of the town</h2></div>"
                .to_owned(),
        ),
    ));
    let site = Site::start(pages.into_iter().chain(articles(8)));
    let bench = Bench::new();
    let id = bench.add(&counted(&site, 0));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!((bench.records(id).len(), ended.progress.missing), (8, 0));
    assert_eq!(bench.status(id).state, PageState::Ok);
    assert_eq!(site.asked("/list5"), 1);

    // Or it is not there, where pages are counted.
    let site = Site::start(linked_lists().into_iter().chain(articles(8)));
    let bench = Bench::new();
    let id = bench.add(&counted(&site, 0));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 8);
    assert_eq!(bench.status(id).state, PageState::Ok);

    // Or it is the first page again.
    let mut pages = linked_lists();
    pages.push(("/list5".to_owned(), list(1, Some("/list2"))));
    let site = Site::start(pages.into_iter().chain(articles(8)));
    let bench = Bench::new();
    let id = bench.add(&counted(&site, 0));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 8);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn an_article_that_is_gone_is_not_missing() {
    let site = Site::start(linked_lists().into_iter().chain(articles(7)));
    let bench = Bench::new();
    let id = bench.add(&linked(&site, 0));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.missing),
        (RunEnd::Finished, 0),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 7);
}

#[test]
fn what_never_comes_is_given_up_by_name_in_the_fifth_run() {
    let site = Site::start(linked_lists().into_iter().chain(articles(8)));
    site.spoil("/a3", Wrong::Code, usize::MAX);
    let bench = Bench::new();
    let id = bench.add(&linked(&site, 0));
    for _ in 0..4 {
        assert_eq!(bench.run(id).end, RunEnd::Incomplete);
    }
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 7);
    let run = bench.engine.query().runs(Some(id), 1).unwrap().remove(0);
    let wrong = bench
        .engine
        .query()
        .run_pages(run.id, PageFilter::Wrong, 10)
        .unwrap();
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].outcome, PageOutcomeKind::Failed);
    // Where the list names it, it is asked for again.
    site.heal();
    bench.run(id);
    assert_eq!(bench.records(id).len(), 8);
}

#[test]
fn a_required_field_is_required_of_the_page_and_not_of_the_list() {
    let mut pages: Vec<(String, Page)> = linked_lists().into_iter().chain(articles(8)).collect();
    pages.retain(|(path, _)| path != "/a5");
    let words = "Words of a page that is none of the articles. ".repeat(20);
    let page = format!("<html><title>Other</title><div class=text><p>{words}</p></div>");
    pages.push(("/a5".to_owned(), html(page)));
    let site = Site::start(pages);
    let bench = Bench::new();
    let id = bench.add(&linked(&site, 0));
    let ended = bench.run(id);
    assert_eq!((ended.end, ended.progress.missing), (RunEnd::Incomplete, 1));
    assert_eq!(bench.records(id).len(), 7);
}

#[test]
fn a_run_that_goes_on_knows_the_first_page_of_the_one_before() {
    let site = Site::start(linked_lists().into_iter().chain(articles(8)));
    let store = bowerbird::engine::types::Store::temporary().unwrap();
    let rule = linked(&site, 0);
    let id = {
        let bench = Bench::on(store.clone());
        let id = bench.add(&rule);
        let limits = bowerbird::engine::types::RunOptions {
            max_pages: Some(1),
            ..Default::default()
        };
        assert_eq!(bench.run_with(id, limits).end, RunEnd::Limited);
        id
    };
    // From now on everybody is sent the first page, whatever was asked for.
    let first = list(1, Some("/list2"));
    let spoilt = Site::pretend(&site, &first, &["/list2", "/a1", "/a2"]);
    let bench = Bench::on(store);
    let ended = bench.run(id);
    assert_ne!(ended.end, RunEnd::Finished, "{ended:?}");
    assert!(!ended.states.contains(&PageState::Ok), "{ended:?}");
    spoilt();
    for _ in 0..RUNS {
        if bench.run(id).end == RunEnd::Finished {
            break;
        }
    }
    assert_eq!(bench.records(id).len(), 8);
    assert_eq!(bench.status(id).state, PageState::Ok);
}
