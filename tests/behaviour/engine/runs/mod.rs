//! Runs that go well, stop, and go on.
//!
//! Below: runs that are commanded, that want the same site or the same host, that must be complete.

pub(super) mod background_jobs;
mod batches;
pub mod complete;
pub(super) mod control;
pub(super) mod overlaps;
pub(super) mod renaming;
mod shared_host;
pub(super) mod started_twice;

use bowerbird::engine::types::{
    PageState, RuleOrigin, RunEnd, RunOptions, Store, TaskDraft, Timing, Value,
};
use bowerbird::engine::{Command, Event, RunCommand, SiteCommand, TaskCommand};

use super::support::bench::Bench;
use super::support::server::{Reply, Site};
use super::{article, list, list_rule};

/// Three list pages with three articles each.
fn three_pages() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 4, Some("/?page=2")),
        "/?page=2" => list(4, 7, Some("/?page=3")),
        // The last page leads back to the first.
        "/?page=3" => list(7, 10, Some("/")),
        path => article(path),
    })
}

#[test]
fn a_list_site_is_collected_in_list_order_each_address_once() {
    let site = three_pages();
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nconcurrency = 3"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(
        (ended.progress.pages_ok, ended.progress.records_new),
        (12, 9)
    );
    let expected: Vec<String> = (1..10).map(|n| format!("Title {n}")).collect();
    assert_eq!(bench.titles(id), expected);
    let first = &bench.records(id)[0].record;
    assert_eq!(first.url, site.url("/a1"));
    assert_eq!(
        first.text,
        "Text of article 1, long enough to be one, and in one paragraph."
    );
    assert_eq!(
        first.fields,
        [("section".to_owned(), Value::One("News 1".to_owned()))]
    );
    for path in ["/", "/?page=2", "/?page=3", "/a1", "/a9"] {
        assert_eq!(site.asked(path), 1, "{path}");
    }
    assert_eq!(bench.status(id).state, PageState::Ok);

    // Nothing is new: the first list page says so, and the rest is left alone.
    let again = bench.run(id);
    assert_eq!((again.end, again.resumed), (RunEnd::Finished, false));
    assert_eq!(again.progress.records_new, 0);
    assert_eq!((site.asked("/"), site.asked("/?page=2")), (2, 1));
    assert_eq!(site.asked("/a1"), 1);
    assert_eq!(bench.records(id).len(), 9);
}

#[test]
fn a_page_limit_ends_a_run_and_the_next_one_goes_on() {
    let site = three_pages();
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let options = RunOptions {
        max_pages: Some(5),
        ..RunOptions::default()
    };
    let first = bench.run_with(id, options);
    assert_eq!((first.end, first.progress.pages_ok), (RunEnd::Limited, 5));
    assert_eq!(first.message.expect("why").id, "engine-limit-pages");
    let second = bench.run(id);
    assert_eq!((second.end, second.resumed), (RunEnd::Finished, true));
    let expected: Vec<String> = (1..10).map(|n| format!("Title {n}")).collect();
    assert_eq!(bench.titles(id), expected);
    assert_eq!(site.asked("/a1"), 1);
}

/// A list of 30 articles.
fn thirty() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        path => article(path),
    })
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let site = thirty();
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '30ms'"));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    }));
    bench.wait(|event| match event {
        Event::RecordsChanged => Some(()),
        _ => None,
    });
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    let stopped = bench.ended();
    assert_eq!(stopped.end, RunEnd::Stopped);
    let stored = bench.records(id).len();
    assert!((1..30).contains(&stored), "{stored}");
    let rest = bench.run(id);
    assert_eq!((rest.end, rest.resumed), (RunEnd::Finished, true));
    assert_eq!(bench.records(id).len(), 30);
    assert_eq!(site.asked("/"), 1);
}

#[test]
fn an_engine_that_is_dropped_in_a_run_loses_nothing() {
    let site = thirty();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("project.bower");
    let id = {
        let bench = Bench::on(Store::create(&path).unwrap());
        let id = bench.add(&list_rule(&site.url("/"), "delay = '30ms'"));
        bench.send(Command::Run(RunCommand::Start {
            sites: vec![id],
            options: RunOptions::default(),
        }));
        bench.wait(|event| match event {
            Event::RecordsChanged => Some(()),
            _ => None,
        });
        id
    };
    let bench = Bench::on(Store::open(&path).unwrap());
    assert!(!bench.records(id).is_empty());
    let rest = bench.run(id);
    assert_eq!((rest.end, rest.resumed), (RunEnd::Finished, true));
    assert_eq!(bench.records(id).len(), 30);
}

#[test]
fn a_page_whose_header_lies_about_its_charset_is_read_right() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 2, None),
        _ => {
            let html = "<html><meta charset=gbk><title>站</title><h1>今天的新闻标题</h1>\
                        <div class=text>这是一段足够长的中文正文，用来检查编码是否正确识别。</div>";
            let (bytes, _, _) = encoding_rs::GBK.encode(html);
            Reply::html(bytes.into_owned())
        }
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.titles(id), ["今天的新闻标题"]);
}

#[test]
fn a_thread_of_several_pages_gives_one_record_a_post() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/thread" => Reply::html(
            "<title>Thread</title><h1>Thread</h1>\
             <div class=post><b>ann</b><p>First post of the thread</p></div>\
             <div class=post><b>ben</b><p>Second post of the thread</p></div>\
             <a class=next href='/thread?page=2'>2</a>",
        ),
        "/thread?page=2" => Reply::html(
            "<title>Thread</title><h1>Thread</h1>\
             <div class=post><b>ann</b><p>Third post of the thread</p></div>",
        ),
        path => article(path),
    });
    let rule = format!(
        r#"
[site]
name = "Forum"
kind = "pages"
start = ["{}"]
[politeness]
delay = "0s"
[record]
item = {{ css = ".post" }}
next = {{ css = "a.next", take = "href" }}
[[field]]
name = "author"
select = [{{ css = "b" }}]
[[field]]
name = "text"
select = [{{ css = "p" }}]
required = true
"#,
        site.url("/thread")
    );
    let bench = Bench::new();
    let id = bench.add(&rule);
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.records_new),
        (RunEnd::Finished, 3),
        "{ended:?}"
    );
    let posts: Vec<(String, String)> = bench
        .records(id)
        .into_iter()
        .map(|r| (r.record.author, r.record.text))
        .collect();
    let expected = [
        ("ann", "First post of the thread"),
        ("ben", "Second post of the thread"),
        ("ann", "Third post of the thread"),
    ];
    assert_eq!(posts, expected.map(|(a, t)| (a.to_owned(), t.to_owned())));
}

#[test]
fn several_sites_run_at_once_and_the_command_ends_with_the_last() {
    let (one, two) = (three_pages(), thirty());
    let bench = Bench::new();
    let first = bench.add(&list_rule(&one.url("/"), "delay = '0s'"));
    let rule = list_rule(&two.url("/"), "delay = '0s'").replace("\"Test\"", "\"Other\"");
    let second = bench.add(&rule);
    bench.send(Command::Run(RunCommand::Start {
        sites: Vec::new(),
        options: RunOptions::default(),
    }));
    assert_eq!(bench.ended().end, RunEnd::Finished);
    assert_eq!(bench.records(first).len(), 9);
    assert_eq!(bench.records(second).len(), 30);
}

#[test]
fn a_due_task_runs_its_site() {
    let site = three_pages();
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.send(Command::Task(TaskCommand::Add {
        draft: TaskDraft::of_site(
            id,
            Timing::Once {
                at: jiff::Timestamp::now(),
            },
        ),
    }));
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let end = bench.wait(|event| match event {
        Event::RunEnded { end, .. } => Some(end),
        _ => None,
    });
    assert_eq!(end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 9);
    let tasks = bench.engine.query().tasks().unwrap();
    assert!(tasks[0].last_at.is_some() && tasks[0].next_at.is_none());
}

#[test]
fn the_schedule_of_a_rule_is_its_sites_default_task() {
    let bench = Bench::new();
    let rule = list_rule("http://127.0.0.1:9/", "delay = '0s'");
    let scheduled = format!("{rule}[schedule]\ncron = '0 8 * * *'\ntimezone = 'Asia/Shanghai'\n");
    let id = bench.add(&scheduled);
    let tasks = bench.engine.query().tasks().unwrap();
    assert_eq!(tasks.len(), 1);
    assert!(tasks[0].from_rule && tasks[0].next_at.is_some());
    let update = |rule_toml: String| {
        bench.send(Command::Site(SiteCommand::Update {
            site: id,
            rule_toml,
            origin: RuleOrigin::Edited,
        }));
        bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    };
    update(scheduled.replace("0 8", "0 9"));
    let changed = bench.engine.query().tasks().unwrap();
    assert_eq!(changed.len(), 1);
    assert_ne!(changed[0].timing, tasks[0].timing);
    update(rule);
    assert!(bench.engine.query().tasks().unwrap().is_empty());
}
