//! Runs that are commanded: cancelled with what they have queued, taken back, told by another
//! process; their pages with causes; hosts that are not found or vanish.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bowerbird::engine::types::{
    ErasureRequest, PageFilter, PageOutcomeKind, RemoteCommand, RemoteCommandKind, RunEnd,
    RunOptions, SiteId, Store,
};
use bowerbird::engine::{Command, Event, ExportCommand, RunCommand};
use bowerbird::io::store::RemoteAnswer;
use jiff::{SignedDuration, Timestamp};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list, list_rule};

fn thirty() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        path => article(path),
    })
}

/// A run of thirty articles that has stored some.
fn begun(bench: &Bench, site: &Site) -> SiteId {
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
}

#[test]
fn a_cancel_drops_what_is_queued_and_the_next_run_begins_anew() {
    let site = thirty();
    let bench = Bench::new();
    let id = begun(&bench, &site);
    bench.send(Command::Run(RunCommand::Cancel { site: id }));
    let ended = bench.ended();
    assert_eq!((ended.end, ended.progress.queued), (RunEnd::Cancelled, 0));
    assert_eq!(ended.message.expect("how many").id, "engine-cancelled");
    let stored = bench.records(id).len();
    assert!((1..30).contains(&stored), "{stored}");
    assert_eq!(bench.engine.query().queue_length(id).unwrap().0, 0);

    let anew = bench.run(id);
    assert_eq!((anew.end, anew.resumed), (RunEnd::Finished, false));
    assert_eq!((bench.records(id).len(), site.asked("/")), (30, 2));
    assert_eq!(site.asked("/a0"), 1, "what was read is not read again");
}

#[test]
fn a_run_is_slowed_down_while_it_goes_on_and_let_go_again() {
    let site = thirty();
    let bench = Bench::new();
    let id = begun(&bench, &site);
    let pace = |seconds| {
        Command::Run(RunCommand::Pace {
            site: id,
            gap: Duration::from_secs(seconds),
        })
    };
    bench.send(pace(300));
    bench.wait(|event| match event {
        Event::RunProgress { progress, .. } => progress
            .waiting
            .as_ref()
            .is_some_and(|waits| waits.id == "engine-waiting-person")
            .then_some(()),
        _ => None,
    });
    let held = bench.records(id).len();
    assert!(held < 30, "{held}");
    // What waits already must not wait for five minutes.
    bench.send(pace(0));
    assert_eq!(bench.ended().end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 30);
}

#[test]
fn a_cancel_is_taken_back_until_the_next_run() {
    let site = thirty();
    let bench = Bench::new();
    let id = begun(&bench, &site);
    bench.send(Command::Run(RunCommand::Cancel { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Cancelled);
    bench.send(Command::Run(RunCommand::RestoreQueue { site: id }));
    bench.wait(|event| match event {
        Event::SitesChanged if bench.engine.query().queue_length(id).unwrap().0 > 0 => Some(()),
        _ => None,
    });
    let latest = bench.engine.query().runs(Some(id), 1).unwrap();
    let latest = latest.first().expect("the run");
    assert_eq!(
        (latest.end, &latest.message),
        (Some(RunEnd::Stopped), &None)
    );
    let rest = bench.run(id);
    assert_eq!((rest.end, rest.resumed), (RunEnd::Finished, true));
    assert_eq!((bench.records(id).len(), site.asked("/")), (30, 1));
    bench.send(Command::Run(RunCommand::Cancel { site: id }));
    bench.send(Command::Run(RunCommand::RestoreQueue { site: id }));
    assert!(!bench.run(id).resumed, "there was nothing to drop");
}

#[test]
fn another_process_pauses_and_resumes_through_the_project_file() {
    let open = Arc::new(AtomicBool::new(false));
    let gate = Arc::clone(&open);
    // The run cannot end before it is paused: one article waits for that.
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        path => {
            while path == "/a20" && !gate.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            article(path)
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("project.bower");
    let bench = Bench::on(Store::create(&path).unwrap());
    let id = begun(&bench, &site);
    let answer = |kind| {
        let site = Some(id);
        let text = None;
        let command = RemoteCommand { kind, site, text };
        let left = Store::leave_command(&path, &command, Timestamp::now()).unwrap();
        loop {
            match left.answer().unwrap() {
                RemoteAnswer::Waiting | RemoteAnswer::Taken => std::thread::yield_now(),
                answer => return answer,
            }
        }
    };
    // What cannot be done now is refused with the reason.
    let RemoteAnswer::Refused(why) = answer(RemoteCommandKind::Probe) else {
        panic!("a site that runs is not probed");
    };
    assert_eq!(why.id, "supervise-runs-already");
    assert_eq!(answer(RemoteCommandKind::Pause), RemoteAnswer::Done);
    assert_eq!(bench.ended().end, RunEnd::Paused);
    open.store(true, Ordering::SeqCst);
    assert_eq!(answer(RemoteCommandKind::Resume), RemoteAnswer::Done);
    let ended = bench.ended();
    assert_eq!((ended.end, ended.resumed), (RunEnd::Finished, true));
    assert_eq!(bench.records(id).len(), 30);
}

#[test]
fn a_run_keeps_its_pages_with_their_causes() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 5, None),
        "/a2" => Reply::status(404, "<h1>Not found</h1>"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    bench.run(id);
    let store = bench.engine.query();
    let first = store.runs(Some(id), 1).unwrap().remove(0).id;
    let all = store.run_pages(first, PageFilter::All, 100).unwrap();
    assert_eq!(all.len(), 6);
    assert_eq!(all[0].outcome, PageOutcomeKind::Failed, "the worst first");
    let newest = store.newest_run_pages(first, PageFilter::All, 100).unwrap();
    assert!(newest.is_sorted_by(|a, b| a.at >= b.at), "{newest:?}");
    let of = |path: &str| {
        let page = all.iter().find(|page| page.url == site.url(path));
        page.and_then(|page| page.answer).expect("an answer")
    };
    assert_eq!((of("/").status, of("/").matches), (200, 5));
    assert_eq!((of("/a1").status, of("/a1").matches), (200, 1));
    assert_eq!((of("/a2").status, of("/a2").matches), (404, 0));
    assert!(of("/a1").bytes > 100, "{:?}", of("/a1"));
    let wrong = store.run_pages(first, PageFilter::Wrong, 100).unwrap();
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].url, site.url("/a2"));
    let verdict = wrong[0].verdict.as_ref().expect("a cause");
    assert!(verdict.evidence[0].matched.contains("404"), "{verdict:?}");
    assert_eq!(store.run_page_counts(first).unwrap(), [5, 0, 0, 0, 1, 0]);
    assert_eq!(all.iter().map(|page| page.records).sum::<u64>(), 4);

    bench.run(id);
    let second = store.runs(Some(id), 1).unwrap().remove(0).id;
    assert_eq!(
        store.run_pages(second, PageFilter::All, 9).unwrap().len(),
        2
    );
    assert_eq!(store.run_pages(first, PageFilter::All, 9).unwrap(), all);
}

#[test]
fn quiet_hours_hold_no_place() {
    let site = thirty();
    let clock = |hours: i64| {
        let at = Timestamp::now() + SignedDuration::from_hours(hours);
        at.strftime("%H:%M").to_string()
    };
    let quiet = format!("delay = '0s'\nquiet = '{}-{}'", clock(-2), clock(2));
    let bench = Bench::of_places(1);
    let resting = bench.add(&list_rule(&site.url("/"), &quiet));
    let other = list_rule(&site.url("/"), "delay = '0s'").replace("\"Test\"", "\"Other\"");
    let other = bench.add(&other);
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![resting, other],
        options: RunOptions::default(),
    }));
    bench.wait(|event| match event {
        Event::RunEnded { site, end, .. } if site == other => {
            assert_eq!(end, RunEnd::Finished);
            Some(())
        }
        _ => None,
    });
    assert_eq!(
        (bench.records(other).len(), bench.records(resting).len()),
        (30, 0)
    );
    bench.send(Command::Run(RunCommand::Stop { site: resting }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
}

/// No name server is asked about a label of more than 63 letters (RFC 1035 section 2.3.4).
fn nobody(path: &str) -> String {
    format!("http://{}.invalid{path}", "a".repeat(70))
}

#[test]
fn a_host_that_has_no_address_is_named() {
    let bench = Bench::new();
    let rule = list_rule(&nobody("/"), "delay = '0s'\nretries = 0\nrobots = false");
    let id = bench.add(&rule);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
    assert_eq!(ended.message.expect("why").id, "fetch-dns");
}

#[test]
fn links_to_hosts_without_an_address_fail_alone() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html(format!(
            "<ul><li><a href='/a1'>One</a></li><li><a href='{}'>Two</a></li>\
             <li><a href='/a3'>Three</a></li></ul>",
            nobody("/a2")
        )),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(
        &site.url("/"),
        "delay = '0s'\nretries = 0\nrobots = false",
    ));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Incomplete, 1)
    );
    assert_eq!(bench.records(id).len(), 2);
}

#[test]
fn a_host_that_vanishes_loses_nothing_and_is_gone_on_with() {
    let gone = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&gone);
    let stored = Arc::new(Mutex::new(0));
    let count = Arc::clone(&stored);
    let site = Site::start(move |ask| {
        if seen.load(Ordering::SeqCst) {
            // It hangs up without a word.
            return Reply::status(502, "");
        }
        *count.lock().unwrap() += 1;
        if *count.lock().unwrap() == 8 {
            seen.store(true, Ordering::SeqCst);
        }
        match ask.path.as_str() {
            "/" => list(0, 12, None),
            path => article(path),
        }
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(
        &site.url("/"),
        "delay = '0s'\nretries = 0\nrobots = false",
    ));
    let first = bench.run(id);
    assert_eq!(bench.records(id).len(), 7, "{first:?}");
    assert!(first.progress.pages_failed > 0 || first.progress.queued > 0);
    gone.store(false, Ordering::SeqCst);
    let options = RunOptions {
        failed_only: true,
        ..RunOptions::default()
    };
    bench.run_with(id, options);
    assert_eq!(bench.records(id).len(), 12);
    assert_eq!(site.asked("/"), 1);
}

#[test]
fn pages_of_a_host_that_is_gone_wait_for_it() {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // A host that is gone after its list was read: connections are refused from then on.
    let gone = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        drop(listener);
        let _ = stream.read(&mut [0; 4096]);
        let items: String = (0..12)
            .map(|n| format!("<li><a href='/a{n}'>A {n}</a></li>"))
            .collect();
        let list = format!("<title>List</title><ul>{items}</ul>");
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
        let _ = write!(
            stream,
            "{head}\r\nContent-Length: {}\r\n\r\n{list}",
            list.len()
        );
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(
        &format!("http://{address}/"),
        "delay = '0s'\nretries = 0\nrobots = false",
    ));
    let ended = bench.run(id);
    gone.join().unwrap();
    assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
    assert_eq!(ended.message.expect("why").id, "fetch-connect");
    // None of them is given up: the next run asks for all again.
    assert_eq!(
        (ended.progress.queued, ended.progress.pages_failed),
        (12, 0)
    );
}

#[test]
fn pages_that_fail_in_a_row_do_not_stop_a_site_for_ever() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 8, None),
        "/a7" => article("/a7"),
        _ => Reply::status(500, "<h1>Oops</h1>"),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(
        &site.url("/"),
        "delay = '0s'\nretries = 0\nrobots = false",
    ));
    for _ in 0..3 {
        bench.run(id);
    }
    assert_eq!(bench.records(id).len(), 1);
}

#[test]
fn a_run_waits_while_something_is_removed_for_good() {
    let site = thirty();
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let words = vec!["Zyxquarta Voltanen".to_owned()];
    let request = ErasureRequest {
        words,
        ..ErasureRequest::default()
    };
    bench.send(Command::Exports(ExportCommand::Erase(request)));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    }));
    let mut is_removed = false;
    bench.wait(|event| match event {
        // The removal tells this when it has ended; the run has stored nothing yet.
        Event::RecordsChanged => {
            is_removed = true;
            None
        }
        Event::RunStarted { .. } => Some(()),
        _ => None,
    });
    assert!(is_removed, "the run began before");
    assert_eq!(bench.ended().end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 30);
}
