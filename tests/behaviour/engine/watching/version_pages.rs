//! Pictures of the pages of two versions of a record, from what is stored.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bowerbird::engine::types::{Retention, Store};
use bowerbird::engine::{
    Command, Engine, EngineOptions, Event, ExportCommand, PagesOfVersions, TextCommand, VersionPage,
};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

fn bench() -> Bench {
    let options = EngineOptions {
        worker: PathBuf::from(env!("CARGO_BIN_EXE_bowerbird")),
        watch: false,
        ..EngineOptions::default()
    };
    let store = Store::temporary().unwrap();
    Bench::of(Engine::start_with(store, options, Box::new(|| {})).unwrap())
}

fn pages(bench: &Bench, of: &PagesOfVersions) -> [VersionPage; 2] {
    bench.send(Command::Texts(TextCommand::VersionPages(of.clone())));
    bench.wait(|event| match event {
        Event::CommandFailed { message } => panic!("{message:?}"),
        Event::VersionPages { of: told, pages } if told == *of => Some(*pages),
        _ => None,
    })
}

#[test]
fn both_pages_are_drawn_with_the_field_and_one_that_was_not_kept_says_so() {
    let day = Arc::new(AtomicUsize::new(0));
    let shown = Arc::clone(&day);
    let site = Site::start(move |_| {
        let price = ["3.20", "3.20", "3.10"][shown.load(Ordering::SeqCst)];
        Reply::html(format!(
            "<title>Grain</title><h1>Grain</h1><table><tr><td>Rye</td><td>3.20</td></tr>\
             <tr><td>Wheat</td><td>{price}</td></tr></table>"
        ))
    });
    let bench = bench();
    let id = bench.add(&format!(
        "[site]\nname = 'Grain'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [identity]\nkey = ['grain']\n[record]\nitem = {{ css = 'tr' }}\n\
         [[field]]\nname = 'grain'\nselect = [{{ css = 'td:nth-of-type(1)' }}]\n\
         [[field]]\nname = 'price'\nselect = [{{ css = 'td:nth-of-type(2)' }}]\n\
         [content]\ngeneric = false\n",
        site.url("/")
    ));
    for reading in 0..3 {
        day.store(reading, Ordering::SeqCst);
        bench.run(id);
    }
    let records = bench.records(id);
    let wheat = records.iter().find(|one| one.record.url.contains("Wheat"));
    let of = PagesOfVersions {
        record: wheat.expect("the record").id,
        before: Some(1),
        after: None,
        field: Some("price".to_owned()),
    };
    let [before, after] = pages(&bench, &of);
    assert!(
        before.fetched_at < after.fetched_at,
        "{:?}",
        before.fetched_at
    );
    for page in [&before, &after] {
        assert_eq!(page.fault, None);
        let pixels = page.size.map(|side| side as usize);
        assert_eq!(page.rgba.len(), pixels[0] * pixels[1] * 4);
        let [[_, y, width, height]] = page.boxes[..] else {
            panic!("one place: {:?}", page.boxes);
        };
        // The second row, not the first one, which has the same price on one of the pages.
        assert!(y > 40.0 && width > 5.0 && height > 5.0, "{:?}", page.boxes);
    }
    assert_ne!(before.rgba, after.rgba);

    let asked = site.asked("/");
    let store = bench.engine.query();
    let newest = store.snapshot_counts().unwrap().bytes / 2 + 1;
    bench.send(Command::Exports(ExportCommand::Keep(Retention {
        picture_bytes: None,
        days: 90,
        bytes_per_site: newest,
    })));
    bench.wait(|event| matches!(event, Event::Exports(_)).then_some(()));
    let [before, after] = pages(&bench, &of);
    assert_eq!((before.fetched_at, before.fault), (None, None));
    assert!(after.fetched_at.is_some());
    assert_eq!(site.asked("/"), asked, "nothing is requested for them");
}
