//! What people teach about pages of a site, and what the site's own history says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{EvidencePlace, PageState, Ruling, RunEnd};
use bowerbird::engine::{Command, Event, RunCommand, SiteCommand, TaughtPage};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{list, list_rule};

/// An article of a site whose server answers 403 to everybody and sends the page all the same.
fn odd(path: &str) -> Reply {
    let number = path.trim_start_matches("/a");
    Reply::status(
        403,
        format!(
            "<html><head><title>Story {number}</title></head><body><header class=top><nav class=menu>\
             <a href=/>Home</a></nav></header><main class=page><article class=post><h1>Title {number}</h1>\
             <div class=text><p>Text of article {number}, long enough to be one.</p><p>More of it.</p></div>\
             </article></main><footer class=end><p>Imprint</p></footer></body></html>"
        ),
    )
    .with("content-type", "text/html")
}

fn refusal() -> Reply {
    Reply::status(
        403,
        "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr>\
         <center>nginx</center></body></html>",
    )
    .with("content-type", "text/html")
}

/// Teaches, and waits until it is kept.
fn teach(bench: &Bench, taught: TaughtPage) {
    let site = taught.site;
    let count = || bench.engine.query().exceptions(site).unwrap().len();
    let before = count();
    bench.send(Command::Site(SiteCommand::TeachException(taught)));
    bench.wait(|_| (count() > before).then_some(()));
}

#[test]
fn a_page_that_a_person_calls_no_block_is_collected_and_a_real_block_still_is_one() {
    let refusing = Arc::new(AtomicBool::new(false));
    let refuses = Arc::clone(&refusing);
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 6, None),
        _ if refuses.load(Ordering::SeqCst) => refusal(),
        path => odd(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nrobots = false"));
    bench.run(id);
    assert_eq!(bench.status(id).state, PageState::Blocked);
    assert!(bench.records(id).is_empty());

    let page = bench.status(id).url;
    teach(
        &bench,
        TaughtPage {
            site: id,
            page: page.clone(),
            ruling: Ruling::NotABlock,
            state: None,
        },
    );
    let known = bench.engine.query().exceptions(id).unwrap();
    assert_eq!(known.len(), 1);
    assert!(
        known[0].draft.signals.contains(&"status".to_owned()),
        "{known:?}"
    );
    assert_eq!(bench.status(id).state, PageState::Ok);

    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 6);
    let used = bench.engine.query().exceptions(id).unwrap();
    assert_eq!(used[0].runs, 1);

    // The site's own refusal looks otherwise, and is one.
    refusing.store(true, Ordering::SeqCst);
    let other = bench
        .add(&list_rule(&site.url("/"), "delay = '0s'\nrobots = false").replace("Test", "Other"));
    teach(
        &bench,
        TaughtPage {
            site: id,
            page,
            ruling: Ruling::NotABlock,
            state: None,
        },
    );
    bench.run(other);
    assert_eq!(bench.status(other).state, PageState::Blocked);
}

#[test]
fn a_word_said_while_a_run_goes_on_outlives_its_end() {
    let (open, waits) = (
        Arc::new(AtomicBool::new(true)),
        Arc::new(AtomicBool::new(false)),
    );
    let (may_go_on, is_waiting) = (Arc::clone(&open), Arc::clone(&waits));
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 2, None),
        path => {
            // The second run's last page comes when it may.
            while path == "/a1" && !may_go_on.load(Ordering::SeqCst) {
                is_waiting.store(true, Ordering::SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            odd(path)
        }
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nrobots = false"));
    bench.run(id);
    let page = bench.status(id).url;
    assert_eq!(bench.status(id).state, PageState::Blocked);

    open.store(false, Ordering::SeqCst);
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: bowerbird::engine::types::RunOptions {
            now: true,
            ..Default::default()
        },
    }));
    bench.wait(|_| waits.load(Ordering::SeqCst).then_some(()));
    let denied = TaughtPage {
        site: id,
        page,
        ruling: Ruling::NotABlock,
        state: None,
    };
    teach(&bench, denied);
    open.store(true, Ordering::SeqCst);
    bench.ended();
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_page_that_a_person_calls_a_block_is_one_from_then_on() {
    let sold_out = "<html><head><title>Fair use</title></head><body><div class=box><h1>Take it easy</h1>\
        <p class=text>You have read all that there is for today. Come back tomorrow, or have a coffee.</p>\
        <p>It is on the house.</p></div></body></html>";
    let blocking = Arc::new(AtomicBool::new(true));
    let blocks = Arc::clone(&blocking);
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 8, None),
        "/a3" => Reply::html(sold_out.to_owned()),
        _ if blocks.load(Ordering::SeqCst) => crate::engine::article(&ask.path),
        _ => Reply::html(sold_out.replace("today", "Tuesday")),
    });
    let rule = list_rule(&site.url("/"), "delay = '0s'\nrobots = false");
    let bench = Bench::new();
    let id = bench.add(&rule);
    bench.run(id);
    // The rule finds a title and a text on it, so nobody but a person can know.
    assert_eq!(bench.records(id).len(), 8);
    teach(
        &bench,
        TaughtPage {
            site: id,
            page: site.url("/a3"),
            ruling: Ruling::IsABlock,
            state: Some(PageState::RateLimited),
        },
    );
    blocking.store(false, Ordering::SeqCst);
    bench.store().clear_site(id).unwrap();
    bench.run(id);
    assert!(bench.records(id).is_empty(), "{:?}", bench.records(id));
    let status = bench.status(id);
    assert_eq!(status.state, PageState::RateLimited, "{status:?}");
    assert_eq!(status.evidence[0].signal, "taught");
    assert_eq!(status.evidence[0].place, EvidencePlace::History);

    let exception = bench.engine.query().exceptions(id).unwrap()[0].id;
    bench.send(Command::Site(SiteCommand::ForgetException(exception)));
    bench.wait(|_| {
        let left = bench.engine.query().exceptions(id).unwrap();
        left.is_empty().then_some(())
    });
}

#[test]
fn a_word_counts_at_once_and_can_be_taken_back() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => refusal(),
        path => crate::engine::article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nrobots = false"));
    bench.run(id);
    let before = bench.status(id);
    assert_eq!(before.state, PageState::Blocked);
    let say = |ruling| {
        bench.send(Command::Site(SiteCommand::TeachException(TaughtPage {
            site: id,
            page: before.url.clone(),
            ruling,
            state: None,
        })));
        bench.wait(|event| match event {
            Event::Taught(word) => Some(word.id),
            Event::CommandFailed { message } => panic!("{message:?}"),
            _ => None,
        })
    };
    let settles = |state: PageState, by_word: bool| {
        let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
        while std::time::Instant::now() < end {
            let status = bench.status(id);
            if status.state == state && status.is_by_word() == by_word {
                return status;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("{:?}", bench.status(id));
    };
    let denied = say(Ruling::NotABlock);
    assert_eq!(bench.status(id).state, PageState::Ok);
    // The newer word counts.
    let called = say(Ruling::IsABlock);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Blocked, "{status:?}");
    assert_eq!(status.evidence[0].signal, "taught");
    bench.send(Command::Site(SiteCommand::ForgetException(called)));
    settles(PageState::Ok, true);
    bench.send(Command::Site(SiteCommand::ForgetException(denied)));
    let after = settles(PageState::Blocked, false);
    let signals = |status: &bowerbird::engine::types::SiteStatus| {
        let all = status.evidence.iter();
        all.map(|piece| piece.signal.clone()).collect::<Vec<_>>()
    };
    assert!(signals(&after).contains(&"status".to_owned()), "{after:?}");
}

#[test]
fn what_was_no_block_before_cannot_be_denied() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 2, None),
        path => crate::engine::article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nrobots = false"));
    bench.run(id);
    bench.send(Command::Site(SiteCommand::TeachException(TaughtPage {
        site: id,
        page: site.url("/a1"),
        ruling: Ruling::NotABlock,
        state: None,
    })));
    let told = bench.wait(|event| match event {
        Event::CommandFailed { message } => Some(message.id),
        _ => None,
    });
    assert_eq!(told, "exceptions-nothing-to-teach");
}

#[test]
fn the_history_of_a_site_survives_and_stays_small() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 120, None),
        path => crate::engine::article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(
        &site.url("/"),
        "delay = '0s'\nrobots = false\nconcurrency = 4",
    ));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 120);
    let history = bench.engine.query().history(id).unwrap();
    let json = serde_json::to_string(&history).unwrap();
    assert!(json.len() > 1_000 && json.len() < 20_000, "{}", json.len());
}
