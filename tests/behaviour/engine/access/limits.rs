//! Runs that are held: by limits of bytes, errors and time, by a pause; and failed pages alone.

use bowerbird::engine::types::{RunCause, RunEnd, RunOptions, SiteSupervisionCommand, Store};
use bowerbird::engine::{Command, Event, RunCommand, SiteCommand, project};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list, list_rule};

/// A list of 30 articles.
fn thirty() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        path => article(path),
    })
}

fn rule_with(site: &Site, politeness: &str, limits: &str) -> String {
    list_rule(&site.url("/"), politeness)
        .replace("[list]\n", &format!("[limits]\n{limits}\n[list]\n"))
}

#[test]
fn bytes_of_the_rule_end_a_run_and_the_next_one_goes_on() {
    let site = thirty();
    let bench = Bench::new();
    let id = bench.add(&rule_with(&site, "delay = '0s'", "bytes = '4KB'"));
    let first = bench.run(id);
    assert_eq!(first.end, RunEnd::Limited, "{first:?}");
    assert_eq!(first.message.expect("why").id, "engine-limit-bytes");
    assert!(first.progress.bytes >= 4_000 && first.progress.queued > 0);
    let mut runs = 1;
    while bench.run(id).end == RunEnd::Limited {
        runs += 1;
        assert!(runs < 30);
    }
    assert_eq!(bench.records(id).len(), 30);
    let kept = bench.engine.query().runs(Some(id), 1).unwrap().remove(0);
    assert_eq!(kept.limits.bytes, Some(4_000));
    assert_eq!((kept.cause, kept.resumed), (RunCause::ByHand, true));
}

#[test]
fn errors_end_a_run() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        "/a3" | "/a5" | "/a7" => Reply::status(404, "<h1>Not found</h1>"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    let options = RunOptions {
        max_errors: Some(2),
        ..RunOptions::default()
    };
    let ended = bench.run_with(id, options);
    assert_eq!(ended.end, RunEnd::Limited, "{ended:?}");
    assert_eq!(ended.message.expect("why").id, "engine-limit-errors");
    assert_eq!(ended.progress.pages_failed, 2);
    assert_eq!(site.asked("/a7"), 0);
}

#[test]
fn time_ends_a_run_that_waits_for_its_host() {
    let site = thirty();
    let bench = Bench::new();
    let id = bench.add(&rule_with(&site, "delay = '1h'", "time = '1s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Limited, "{ended:?}");
    assert_eq!(ended.message.expect("why").id, "engine-limit-time");
    assert!(ended.progress.queued > 0);
    assert!(ended.progress.milliseconds >= 1_000);
}

#[test]
fn a_site_with_nothing_queued_is_paused_all_the_same() {
    let site = thirty();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("project.bower");
    let bench = Bench::on(Store::create(&path).unwrap());
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let is_paused = |bench: &Bench| bench.engine.query().site(id).unwrap().unwrap().paused;
    let order = |order| Command::Site(SiteCommand::Supervise { site: id, order });
    for collected in [0, 30] {
        bench.send(order(SiteSupervisionCommand::Pause));
        bench.wait(|_| is_paused(&bench).then_some(()));
        bench.send(Command::Run(RunCommand::Start {
            sites: Vec::new(),
            options: RunOptions::default(),
        }));
        bench.wait(|event| match event {
            Event::RunStarted { .. } => panic!("a paused site was run"),
            Event::RunsEnded => Some(()),
            _ => None,
        });
        assert_eq!(bench.records(id).len(), collected);
        assert_eq!(bench.run(id).end, RunEnd::Finished);
        assert_eq!((bench.records(id).len(), is_paused(&bench)), (30, false));
    }
    drop(bench);
    // And where no process owns the project.
    let store = Store::open(&path).unwrap();
    project::pause(&store, &[id]).unwrap();
    drop(store);
    let bench = Bench::on(Store::open(&path).unwrap());
    assert!(is_paused(&bench));
    bench.send(Command::Run(RunCommand::Cancel { site: id }));
    bench.wait(|_| (!is_paused(&bench)).then_some(()));
}

#[test]
fn a_pause_outlasts_a_restart_and_only_the_name_resumes() {
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
        bench.send(Command::Run(RunCommand::Pause { site: id }));
        assert_eq!(bench.ended().end, RunEnd::Paused);
        id
    };
    let bench = Bench::on(Store::open(&path).unwrap());
    let stored = bench.records(id).len();
    assert!((1..30).contains(&stored), "{stored}");
    assert!(bench.engine.query().site(id).unwrap().unwrap().paused);
    bench.send(Command::Run(RunCommand::Start {
        sites: Vec::new(),
        options: RunOptions::default(),
    }));
    bench.wait(|event| match event {
        Event::RunStarted { .. } => panic!("a paused site was run"),
        Event::RunsEnded => Some(()),
        _ => None,
    });
    let rest = bench.run(id);
    assert_eq!((rest.end, rest.resumed), (RunEnd::Finished, true));
    assert_eq!(bench.records(id).len(), 30);
    assert_eq!(site.asked("/"), 1);
    assert!(!bench.engine.query().site(id).unwrap().unwrap().paused);
}

#[test]
fn only_failed_pages_are_asked_for_again_and_keep_their_places() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 5, None),
        "/a2" if ask.before == 0 => Reply::status(404, "<h1>Not found</h1>"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    let first = bench.run(id);
    assert_eq!(first.progress.pages_failed, 1, "{first:?}");
    let options = RunOptions {
        failed_only: true,
        cause: RunCause::Retry,
        ..RunOptions::default()
    };
    let again = bench.run_with(id, options.clone());
    assert_eq!((again.end, again.progress.pages_ok), (RunEnd::Finished, 1));
    let expected: Vec<String> = (0..5).map(|n| format!("Title {n}")).collect();
    assert_eq!(bench.titles(id), expected);
    assert_eq!((site.asked("/"), site.asked("/a1")), (1, 1));

    let nothing = bench.run_with(id, options);
    assert_eq!(nothing.end, RunEnd::Finished);
    assert_eq!(nothing.message.expect("why").id, "engine-nothing-failed");
    assert_eq!(site.asked("/"), 1);
}

#[test]
fn a_host_that_waits_holds_up_none_but_its_own() {
    let sites: Vec<Site> = (0..3)
        .map(|_| Site::start(|ask| article(&ask.path)))
        .collect();
    let starts = [
        sites[0].url("/a1"),
        sites[1].url("/a3"),
        sites[0].url("/a2"),
        sites[2].url("/a4"),
    ];
    let rule = format!(
        "[site]\nname = \"Test\"\nkind = \"pages\"\nstart = {starts:?}\n[politeness]\ndelay = \"1h\"\n\
         robots = false\n[limits]\ntime = \"15s\"\n[[field]]\nname = \"title\"\n\
         select = [{{ css = \"h1\" }}]\n"
    );
    let bench = Bench::new();
    let id = bench.add(&rule);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Limited, "{ended:?}");
    assert_eq!(bench.titles(id), ["Title 1", "Title 3", "Title 4"]);
    assert_eq!(sites[0].asked("/a2"), 0);
}
