//! Exports and moves into archives through the engine: how far they are is told, with what there is
//! to do in all.

use std::time::Duration;

use bowerbird::engine::types::{ExportJob, Period};
use bowerbird::engine::{Command, ErrandProgress, Event, ExportNews, ExportOrder};
use jiff::Timestamp;

use super::bench::Bench;
use super::texts::project;

/// What is told until the errand is done.
fn told(bench: &Bench, order: ExportOrder) -> (Vec<ErrandProgress>, ExportNews) {
    bench.send(Command::Exports(order));
    let mut progress = Vec::new();
    let news = bench.wait(|event| match event {
        Event::Exports(ExportNews::Progress(now)) => {
            progress.push(now);
            None
        }
        Event::Exports(news @ (ExportNews::Written { .. } | ExportNews::Archived { .. })) => {
            Some(news)
        }
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
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
    let write = |since_last| ExportOrder::Write {
        job: ExportJob {
            since_last,
            ..job.clone()
        },
        secret: None,
    };
    let (progress, news) = told(&bench, write(false));
    assert_eq!((progress[0].rows, progress[0].of), (0, Some(3)));
    assert!(matches!(news, ExportNews::Written { rows: 3, .. }));
    let (progress, _) = told(&bench, write(true));
    assert_eq!(progress, [], "what is new is not counted first");

    let warc = ExportOrder::Warc {
        site: None,
        path: folder.path().join("pages.warc"),
    };
    let (progress, _) = told(&bench, warc);
    assert_eq!(progress[0].of, Some(0), "no pages are kept");

    let archive = ExportOrder::Archive {
        before: Timestamp::now() + Duration::from_secs(60),
        period: Period::Year,
    };
    let (progress, news) = told(&bench, archive);
    assert_eq!(progress[0].of, Some(2), "the newest stays");
    assert_eq!(news, ExportNews::Archived { moved: 2 });
}
