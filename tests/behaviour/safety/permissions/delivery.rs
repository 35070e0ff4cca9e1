//! What a person said of a run holds, what follows it can be ended, and alerts are told once by each
//! way or stay untold.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bowerbird::engine::types::{
    AlertChannel, AlertKind, AlertPlan, AlertRule, DeliveryState, ExportJob, Format, RaisedAlert,
    RunEnd, RunOptions, SavedExport, SiteId, Store,
};
use bowerbird::engine::{
    AlertCommand, AlertEvent, Command, Event, ExportCommand, ExportEvent, RunCommand,
};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

fn rule(start: &str) -> String {
    format!(
        "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{start}\"]\n\
         [politeness]\ndelay = \"20ms\"\nconcurrency = 1\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\nrequired = true\n\
         [content]\ngeneric = false\nselect = [{{ css = \"p\" }}]\n"
    )
}

fn page(ask: &Ask, articles: usize) -> Reply {
    match ask.path.as_str() {
        "/" => {
            let items = (0..articles).map(|n| format!("<li><a href='/a{n}'>Article {n}</a></li>"));
            Reply::html(format!(
                "<title>List</title><ul>{}</ul>",
                items.collect::<String>()
            ))
        }
        path => Reply::html(format!(
            "<title>T</title><h1>Title {path}</h1><p>Text of {path}."
        )),
    }
}

fn run(site: SiteId) -> Command {
    Command::Run(RunCommand::Start {
        sites: vec![site],
        options: RunOptions::default(),
    })
}

/// A project on the disk, in a folder that goes with it.
fn on_disk() -> (tempfile::TempDir, PathBuf, Bench) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    let bench = Bench::on(Store::create(&path).unwrap());
    (folder, path, bench)
}

#[test]
fn what_was_cancelled_is_not_paused_by_a_later_word() {
    let site = Site::start(|ask| page(ask, 200));
    let (_folder, path, bench) = on_disk();
    let id = bench.add(&rule(&site.url("/")));
    bench.send(run(id));
    bench.wait(|event| matches!(event, Event::RecordsChanged).then_some(()));
    // The run cannot end before all words are said: nobody can write meanwhile.
    let writer = Connection::open(&path).unwrap();
    writer
        .busy_timeout(std::time::Duration::from_secs(60))
        .unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    bench.send(Command::Run(RunCommand::Cancel { site: id }));
    bench.send(Command::Run(RunCommand::HoldAll { on: true }));
    bench.send(Command::Run(RunCommand::Pause { site: id }));
    let refused = bench.wait(|event| match event {
        Event::CommandFailed { message } => Some(message.id),
        _ => None,
    });
    writer.execute_batch("COMMIT").unwrap();
    let ended = bench.ended();
    assert_eq!((ended.end, ended.progress.queued), (RunEnd::Cancelled, 0));
    assert_eq!(refused, "engine-cancel-stands");
    let known = bench.engine.query().supervision(id).unwrap();
    assert!(
        !known.is_some_and(|known| known.memory.held),
        "it is not held either"
    );
    assert_eq!(bench.engine.query().queue_length(id).unwrap().0, 0);
}

/// An engine whose run is over and whose export waits for a receiver that asks for two minutes.
fn waiting_for_receiver() -> (tempfile::TempDir, PathBuf, Bench, SiteId, Site) {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/hook" => Reply::status(503, "").with("retry-after", "120"),
        _ => page(ask, 3),
    });
    let (folder, path, bench) = on_disk();
    let id = bench.add(&rule(&site.url("/")));
    bench.send(Command::Exports(ExportCommand::Save {
        export: SavedExport {
            name: "hook".to_owned(),
            job: ExportJob {
                format: Format::Webhook,
                target: site.url("/hook"),
                ..ExportJob::default()
            },
            after_run: true,
        },
        secret: None,
    }));
    bench.wait(|event| matches!(event, Event::Exports(ExportEvent::SavedChanged)).then_some(()));
    bench.send(run(id));
    while site.asked("/hook") == 0 {
        std::thread::yield_now();
    }
    (folder, path, bench, id, site)
}

#[test]
fn an_export_after_a_run_is_ended_by_stop() {
    let (_folder, _, bench, id, site) = waiting_for_receiver();
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    let mut failed = None;
    bench.wait(|event| {
        match event {
            Event::Exports(ExportEvent::Failed { message, .. }) => failed = Some(message.id),
            Event::RunsEnded => return Some(()),
            _ => {}
        }
        None
    });
    assert_eq!(failed.as_deref(), Some("export-cancelled"));
    assert_eq!(site.asked("/hook"), 1);
}

#[test]
fn an_export_after_a_run_does_not_outlive_the_engine() {
    let (_folder, path, bench, ..) = waiting_for_receiver();
    drop(bench);
    let again = Store::open(&path);
    assert!(again.is_ok(), "nobody holds the project any more");
}

/// A webhook that refuses for good as long as `refuses`, and says what it was told.
#[derive(Clone, Default)]
struct Hooks {
    refuses: Arc<AtomicBool>,
    asked: Arc<AtomicUsize>,
    told: Arc<Mutex<Vec<String>>>,
}

impl Hooks {
    fn site(&self, articles: &Arc<AtomicUsize>) -> Site {
        let (hooks, articles) = (self.clone(), Arc::clone(articles));
        Site::start(move |ask| match ask.path.as_str() {
            "/hook" => {
                hooks.asked.fetch_add(1, Ordering::SeqCst);
                if hooks.refuses.load(Ordering::SeqCst) {
                    return Reply::status(404, "");
                }
                hooks.told.lock().unwrap().push(ask.body.clone());
                Reply::status(204, "")
            }
            _ => page(ask, articles.load(Ordering::SeqCst)),
        })
    }

    fn delivered(&self) -> Vec<String> {
        self.told.lock().unwrap().clone()
    }
}

fn plan(site: &Site) -> AlertPlan {
    AlertPlan {
        rules: vec![AlertRule {
            id: 0,
            kind: AlertKind::NoNew,
            threshold: 1,
            site: None,
            tag: None,
            enabled: true,
        }],
        webhook: Some(site.url("/hook")),
        recoveries: true,
        ..AlertPlan::default()
    }
}

/// Waits until the newest alert stands as `is` says, and returns it.
fn alert(bench: &Bench, is: impl Fn(&RaisedAlert) -> bool) -> RaisedAlert {
    let newest = || bench.engine.query().alerts(1).unwrap().pop();
    if let Some(found) = newest().filter(&is) {
        return found;
    }
    bench.wait(|event| match event {
        Event::Alerts(AlertEvent::Changed) => newest().filter(&is),
        _ => None,
    })
}

fn judge(bench: &Bench) {
    bench.send(Command::Alerts(AlertCommand::Judge));
    bench.wait(|event| matches!(event, Event::Alerts(AlertEvent::Changed)).then_some(()));
}

fn state(alert: &RaisedAlert) -> Option<DeliveryState> {
    let of_webhook = |d: &&bowerbird::engine::types::AlertDelivery| {
        d.channel == AlertChannel::Webhook && !d.cleared
    };
    alert.deliveries.iter().find(of_webhook).map(|d| d.state)
}

#[test]
fn what_a_way_refused_is_kept_and_told_by_the_next_process_once() {
    let (hooks, articles) = (Hooks::default(), Arc::new(AtomicUsize::new(2)));
    hooks.refuses.store(true, Ordering::SeqCst);
    let site = hooks.site(&articles);
    let (_folder, path, bench) = on_disk();
    let id = bench.add(&rule(&site.url("/")));
    bench.send(Command::Alerts(AlertCommand::Plan(Box::new(plan(&site)))));
    bench.run(id);
    bench.run(id);
    let failed = alert(&bench, |alert| state(alert) == Some(DeliveryState::Waiting));
    assert_eq!(failed.told_at, None, "nobody was told");
    let delivery = &failed.deliveries[0];
    assert_eq!(delivery.tries, 1);
    assert!(delivery.reason.is_some() && failed.fault.is_some());
    assert!(
        delivery.next_at.is_some_and(|next| next > Timestamp::now()),
        "{delivery:?}"
    );
    let asked = hooks.asked.load(Ordering::SeqCst);
    judge(&bench);
    assert_eq!(
        hooks.asked.load(Ordering::SeqCst),
        asked,
        "it is left alone for a while"
    );
    drop(bench);

    hooks.refuses.store(false, Ordering::SeqCst);
    let file = Connection::open(&path).unwrap();
    let changed = file
        .execute("UPDATE alert_delivery SET next_at = 1", [])
        .unwrap();
    assert_eq!(changed, 1);
    drop(file);
    let bench = Bench::on(Store::open(&path).unwrap());
    bench.send(Command::Alerts(AlertCommand::Judge));
    let told = alert(&bench, |alert| alert.told_at.is_some());
    assert_eq!(
        (state(&told), &told.fault),
        (Some(DeliveryState::Told), &None)
    );
    assert_eq!(hooks.delivered().len(), 1);
    judge(&bench);
    bench.run(id);
    assert_eq!(hooks.delivered().len(), 1, "once");
}

#[test]
fn a_way_that_told_is_not_told_again_because_another_failed() {
    let (hooks, articles) = (Hooks::default(), Arc::new(AtomicUsize::new(2)));
    let site = hooks.site(&articles);
    let (_folder, path, bench) = on_disk();
    let id = bench.add(&rule(&site.url("/")));
    let mut both = plan(&site);
    // Nobody listens there.
    both.mail = Some(bowerbird::engine::types::MailServer {
        host: "127.0.0.1".to_owned(),
        port: Some(closed_port()),
        security: bowerbird::engine::types::MailSecurity::None,
        from: "robin@example.org".to_owned(),
        to: "wren@example.org".to_owned(),
        ..Default::default()
    });
    bench.send(Command::Alerts(AlertCommand::Plan(Box::new(both))));
    bench.run(id);
    bench.run(id);
    while hooks.delivered().is_empty() {
        std::thread::yield_now();
    }
    // The mail is called off in the middle of its tries.
    drop(bench);
    let bench = Bench::on(Store::open(&path).unwrap());
    bench.send(Command::Alerts(AlertCommand::Judge));
    bench.wait(|event| matches!(event, Event::Alerts(AlertEvent::Changed)).then_some(()));
    drop(bench);
    let told = hooks.delivered();
    assert_eq!(told.len(), 1, "{told:?}");
    let store = Store::open_read_only(&path).unwrap();
    let alert = store.alerts(1).unwrap().pop().unwrap();
    assert_eq!(state(&alert), Some(DeliveryState::Told));
    let by_mail = |d: &&bowerbird::engine::types::AlertDelivery| d.channel == AlertChannel::Mail;
    let mail = alert.deliveries.iter().find(by_mail);
    assert!(
        mail.is_none_or(|mail| mail.state == DeliveryState::Waiting),
        "{mail:?}"
    );
}

fn closed_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

#[test]
fn what_is_over_before_it_could_be_told_ends_with_a_reason() {
    let (hooks, articles) = (Hooks::default(), Arc::new(AtomicUsize::new(2)));
    hooks.refuses.store(true, Ordering::SeqCst);
    let site = hooks.site(&articles);
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/")));
    bench.send(Command::Alerts(AlertCommand::Plan(Box::new(plan(&site)))));
    bench.run(id);
    bench.run(id);
    alert(&bench, |alert| state(alert) == Some(DeliveryState::Waiting));
    articles.store(3, Ordering::SeqCst);
    bench.run(id);
    let over = alert(&bench, |alert| state(alert) == Some(DeliveryState::Ended));
    let reason = over.deliveries[0]
        .reason
        .as_ref()
        .map(|reason| reason.id.as_str());
    assert_eq!((over.told_at, reason), (None, Some("alert-passed")));
    assert!(over.cleared_at.is_some());
    hooks.refuses.store(false, Ordering::SeqCst);
    judge(&bench);
    assert!(
        hooks.delivered().is_empty(),
        "neither that it held, nor that it is over"
    );
}
