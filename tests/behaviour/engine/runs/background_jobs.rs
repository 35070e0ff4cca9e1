//! Exports and moves into archives through the engine: how far they are is told, with what there is
//! to do in all.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::channel;
use std::time::Duration;

use bowerbird::engine::records::exports;
use bowerbird::engine::types::{ExportJob, Format, Period, RecordFilter, RecordId};
use bowerbird::engine::{
    BackgroundJobKind, BackgroundJobProgress, Command, Event, ExportCommand, ExportEvent,
    TextCommand, TextEvent,
};
use bowerbird::logic::model::ErasureRequest;
use jiff::Timestamp;

use crate::engine::collecting::texts::project;
use crate::engine::support::bench::Bench;

/// What is told until the job is done.
fn collect_news(bench: &Bench, order: ExportCommand) -> (Vec<BackgroundJobProgress>, ExportEvent) {
    bench.send(Command::Exports(order));
    let mut progress = Vec::new();
    let news = bench.wait(|event| match event {
        Event::Exports(ExportEvent::Progress(_, now)) => {
            progress.push(now);
            None
        }
        Event::Exports(news @ (ExportEvent::Written { .. } | ExportEvent::Archived { .. })) => {
            Some(news)
        }
        other => {
            assert_eq!(other.failure(), None);
            None
        }
    });
    (progress, news)
}

#[test]
fn what_is_to_do_is_told_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::on(project(&["One by the sea.", "Two by the sea.", "Three."]));
    let job = ExportJob {
        target: folder.path().join("all.csv").display().to_string(),
        ..ExportJob::default()
    };
    let write = |since_last| ExportCommand::Write {
        job: ExportJob {
            since_last,
            ..job.clone()
        },
        secret: None,
    };
    let (progress, news) = collect_news(&bench, write(false));
    assert_eq!((progress[0].rows, progress[0].of), (0, Some(3)));
    assert!(matches!(news, ExportEvent::Written { rows: 3, .. }));
    let (progress, _) = collect_news(&bench, write(true));
    assert_eq!(progress, [], "what is new is not counted first");

    let warc = ExportCommand::Warc {
        site: None,
        path: folder.path().join("pages.warc"),
    };
    let (progress, _) = collect_news(&bench, warc);
    assert_eq!(progress[0].of, Some(0), "no pages are kept");

    let archive = ExportCommand::Archive {
        before: Timestamp::now() + Duration::from_secs(60),
        period: Period::Year,
    };
    let (progress, news) = collect_news(&bench, archive);
    assert_eq!(progress[0].of, Some(2), "the newest stays");
    assert_eq!(news, ExportEvent::Archived { moved: 2 });
}

#[test]
fn picked_records_are_written_alone_and_leave_the_mark_of_the_target() {
    let folder = tempfile::tempdir().unwrap();
    let store = project(&["One by the sea.", "Two by the sea.", "Three."]);
    let reader = store.clone();
    let bench = Bench::on(store);
    let mut job = ExportJob {
        target: folder.path().join("new.csv").display().to_string(),
        since_last: true,
        ..ExportJob::default()
    };
    let records = reader.records(&job.options.filter, 0, 9).unwrap();
    let second = records.iter().find(|r| r.record.text.starts_with("Two"));
    let mut rows = |picked: Vec<RecordId>| {
        job.options.filter.part.picked = picked;
        let told = exports::count(&reader, &job).unwrap();
        let order = ExportCommand::Write {
            job: job.clone(),
            secret: None,
        };
        let (_, news) = collect_news(&bench, order);
        let ExportEvent::Written { rows, .. } = news else {
            panic!("{news:?}");
        };
        assert_eq!(told, rows, "what is told before is what is written");
        rows
    };
    assert_eq!(rows(vec![second.unwrap().id]), 1);
    assert_eq!(rows(Vec::new()), 3, "the others are still new");
    assert_eq!(rows(Vec::new()), 0);
    assert_eq!(rows(vec![second.unwrap().id]), 1, "picked, new or not");
}

#[test]
fn what_is_moved_does_not_stop_what_is_exported() {
    let bench = Bench::on(project(&["One by the sea.", "Two by the sea."]));
    // Takes what is pushed, and answers when it is told to.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let target = format!("http://{}/", listener.local_addr().unwrap());
    let (answer, answers) = channel::<()>();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 65_536]);
        let _ = answers.recv();
        let _ =
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
    let write = || {
        Command::Exports(ExportCommand::Write {
            job: ExportJob {
                format: Format::Webhook,
                target: target.clone(),
                ..ExportJob::default()
            },
            secret: None,
        })
    };
    bench.send(write());
    bench.wait(|event| matches!(event, Event::Exports(ExportEvent::Progress(..))).then_some(()));
    let (_, news) = collect_news(
        &bench,
        ExportCommand::Archive {
            before: Timestamp::now() + Duration::from_secs(60),
            period: Period::Year,
        },
    );
    assert_eq!(news, ExportEvent::Archived { moved: 1 });
    // A second export waits for nothing: it is refused, and the first goes on.
    bench.send(write());
    let refused = bench.wait(|event| event.failure().cloned());
    assert_eq!(refused.id, "engine-export-busy");
    // Nor is it meant when storage is given up.
    bench.send(Command::Exports(ExportCommand::Cancel(
        BackgroundJobKind::Storage,
    )));
    answer.send(()).unwrap();
    let (by, rows) = bench.wait(|event| match event {
        Event::Exports(ExportEvent::Written { by, rows, .. }) => Some((by, rows)),
        _ => None,
    });
    assert_eq!((by, rows), (BackgroundJobKind::Export, 2));
    server.join().unwrap();
}

fn all_ids(bench: &Bench) -> Vec<RecordId> {
    let mut ids = Vec::new();
    bench
        .store()
        .each_record_anywhere(&RecordFilter::default(), &mut |stored| {
            ids.push(stored.id);
            true
        })
        .unwrap();
    ids.sort();
    ids
}

#[test]
fn commands_about_archived_records_keep_their_order() {
    let bench = Bench::on(project(&["One by the sea.", "Two by the sea.", "Three."]));
    let ids = all_ids(&bench);
    let archive = ExportCommand::Archive {
        before: Timestamp::now() + Duration::from_secs(60),
        period: Period::Year,
    };
    collect_news(&bench, archive);
    for round in 0..20 {
        let tag = |on| {
            let (records, tag) = (ids.clone(), "seen".to_owned());
            Command::Texts(TextCommand::Tag { records, tag, on })
        };
        let note = |note: &str| {
            let (record, note) = (ids[0], note.to_owned());
            Command::Texts(TextCommand::Note { record, note })
        };
        let last = format!("last of {round}");
        for command in [tag(true), note("first"), tag(false), note(&last)] {
            bench.send(command);
        }
        let mut changes = 0;
        bench.wait(|event| {
            assert_eq!(event.failure(), None);
            changes += u32::from(matches!(event, Event::Texts(TextEvent::Changed)));
            (changes == 4).then_some(())
        });
        let marks = bench.store().record(ids[0]).unwrap().unwrap().marks;
        assert_eq!((marks.note, marks.tags), (last, Vec::new()));
    }
    assert_eq!(bench.store().archives().unwrap(), []);
    assert_eq!(all_ids(&bench), ids);
}

#[test]
fn many_deleted_records_come_back_beside_other_work() {
    let texts: Vec<String> = (0..1_100).map(|number| format!("Text {number}.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let bench = Bench::on(project(&texts));
    let ids = all_ids(&bench);
    let gone = ids[..1_050].to_vec();
    let store = bench.store();
    assert_eq!(
        store
            .delete_records(gone.clone(), Timestamp::now())
            .unwrap(),
        1_050
    );
    bench.send(Command::Texts(TextCommand::Restore(gone)));
    let (record, note) = (ids[1_099], "meanwhile".to_owned());
    bench.send(Command::Texts(TextCommand::Note { record, note }));
    // The small command does not wait for the long one.
    let mut is_noted = false;
    let restored = bench.wait(|event| match event {
        Event::Texts(TextEvent::Restored(count)) => Some(count),
        Event::Texts(TextEvent::Changed) => {
            is_noted = true;
            None
        }
        other => {
            assert_eq!(other.failure(), None);
            None
        }
    });
    assert_eq!(restored, 1_050);
    assert!(is_noted, "the note came first");
    assert_eq!(all_ids(&bench), ids);
}

#[test]
fn what_an_erasure_keeps_from_beginning_is_told_as_ended() {
    let texts: Vec<String> = (0..3_000).map(|number| format!("Text {number}.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::on(project(&texts));
    let request = ErasureRequest {
        words: vec!["nobody".to_owned()],
        ..ErasureRequest::default()
    };
    let records = all_ids(&bench);
    bench.send(Command::Exports(ExportCommand::FindTraces(request)));
    bench.send(Command::Exports(ExportCommand::WriteEvidence {
        records,
        path: folder.path().join("case.wacz"),
        replaces: false,
    }));
    let by = bench.wait(|event| match event {
        Event::Exports(ExportEvent::Failed { by, .. }) => Some(by),
        other => {
            assert_eq!(other.failure(), None);
            None
        }
    });
    assert_eq!(by, BackgroundJobKind::Evidence);
}
