//! Coming again: articles that changed, lists that say so, and tasks that adapt.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bowerbird::engine::types::{
    Bounds, PageState, RecordFilter, RunEnd, RunOptions, TaskDraft, Timing,
};
use bowerbird::engine::{Command, Event, TaskCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{list, list_rule};

/// An article whose text names its revision.
fn revision(path: &str, revision: usize) -> Reply {
    let number = path.trim_start_matches("/a");
    Reply::html(format!(
        "<title>{number}</title><h1>Title {number}</h1>\
         <div class='text'>Revision {revision} of article {number}, long enough to be one.</div>"
    ))
}

fn refresh() -> RunOptions {
    RunOptions {
        refresh_older_than: Some(0),
        ..RunOptions::default()
    }
}

#[test]
fn articles_are_fetched_again_when_asked_and_changes_become_versions() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(1, 4, None),
        ("/", _) => list(1, 5, None),
        // The first changes once, the second goes, the third loses its text.
        ("/a1", before) => revision("/a1", before.min(1)),
        ("/a2", 1..) => Reply::status(404, "gone"),
        ("/a3", 1..) => Reply::html("<h1>Title 3</h1><p>Not here any more, but elsewhere.</p>"),
        (path, _) => revision(path, 0),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).progress.records_new, 3);
    let again = bench.run_with(id, refresh());
    assert_eq!(again.end, RunEnd::Finished, "{again:?}");
    let progress = &again.progress;
    assert_eq!((progress.records_new, progress.pages_failed), (1, 0));
    assert_eq!(
        (progress.records_updated, progress.pages_kept),
        (1, 2),
        "{again:?}"
    );

    let records = bench.records(id);
    assert_eq!(
        bench.titles(id),
        ["Title 1", "Title 2", "Title 3", "Title 4"]
    );
    for (record, revision) in records.iter().zip([1, 0, 0, 0]) {
        let text = &record.record.text;
        assert!(text.starts_with(&format!("Revision {revision}")), "{text}");
    }
    let store = bench.engine.query();
    let versions = store.record_versions(records[0].id).unwrap();
    assert_eq!(versions.len(), 1);
    assert!(versions[0].record.text.starts_with("Revision 0"));
    assert!(versions[0].fetched_at < records[0].fetched_at);
    for record in &records[1..] {
        assert!(store.record_versions(record.id).unwrap().is_empty());
    }

    // What has changed is marked so until it is read.
    let changed = || {
        let mut filter = RecordFilter::default();
        filter.only.changed = true;
        let found = bench.store().records(&filter, 0, 9).unwrap();
        found.into_iter().map(|r| r.id).collect::<Vec<_>>()
    };
    assert_eq!(changed(), [records[0].id]);
    let read = vec![records[0].id];
    bench
        .store()
        .set_read(read, true, jiff::Timestamp::now())
        .unwrap();
    assert!(changed().is_empty());

    // An unchanged record keeps its time; when its page was seen last is known beside it.
    let unchanged = &records[3];
    let seen = store.last_seen(id, &unchanged.record.url).unwrap();
    assert_eq!(seen, Some(unchanged.fetched_at), "new in this run");
    let kept = &records[2];
    let seen = store.last_seen(id, &kept.record.url).unwrap();
    assert!(seen.is_some_and(|seen| seen > kept.fetched_at));

    // Unasked, nothing is fetched twice, also what was gone.
    bench.run(id);
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (2, 2));
    assert_eq!((site.asked("/"), site.asked("/a4")), (3, 1));
    // One page alone, without its list.
    let one = bench.run_with(
        id,
        RunOptions {
            only_pages: vec![site.url("/a1")],
            ..RunOptions::default()
        },
    );
    assert_eq!((one.end, one.progress.pages_ok), (RunEnd::Finished, 1));
    assert_eq!((site.asked("/a1"), site.asked("/")), (3, 3));
    let unknown = bench.run_with(
        id,
        RunOptions {
            only_pages: vec![site.url("/nowhere")],
            ..RunOptions::default()
        },
    );
    assert_eq!(unknown.message.expect("why").id, "engine-nothing-again");
}

#[test]
fn a_teaser_takes_the_place_of_an_article_only_when_it_is_read_twice() {
    let site = Site::start(|ask| {
        let words = |count: usize| "Every word of the article counts here. ".repeat(count);
        let text = match (ask.path.as_str(), ask.before) {
            ("/", _) => return list(1, 4, None),
            // A wall for one reading; a teaser from then on; shorter once, and another time yet.
            ("/a1", 1) | ("/a2", 1..) | ("/a3", 1) => words(6),
            ("/a3", 2..) => words(2),
            _ => words(20),
        };
        let title = ask.path.trim_start_matches('/');
        Reply::html(format!("<h1>{title}</h1><div class='text'>{text}</div>"))
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.run(id);
    let texts = || -> Vec<usize> {
        let records = bench.records(id).into_iter();
        records
            .map(|stored| stored.record.text.len() / 35)
            .collect()
    };
    let versions = |nth: usize| {
        let record = bench.records(id)[nth].id;
        bench.engine.query().record_versions(record).unwrap()
    };
    let full = texts();
    let again = bench.run_with(id, refresh());
    assert_eq!(
        (again.progress.records_updated, again.progress.pages_kept),
        (0, 3)
    );
    assert_eq!(texts(), full, "the longer texts stay");
    for nth in 0..3 {
        let [shorter] = &versions(nth)[..] else {
            panic!("{:?}", versions(nth));
        };
        assert!(shorter.is_withheld() && shorter.record.text.len() < 300);
    }

    let again = bench.run_with(id, refresh());
    assert_eq!(again.progress.records_updated, 1, "{again:?}");
    let now = texts();
    assert_eq!((now[0], now[2]), (full[0], full[2]));
    assert!(now[1] < full[1] / 2, "it was read so twice");
    assert!(versions(0).is_empty(), "a wall that is gone");
    let [whole] = &versions(1)[..] else {
        panic!("{:?}", versions(1));
    };
    assert!(!whole.is_withheld() && whole.record.text.len() > 600);
    assert!(
        versions(2)[0].is_withheld(),
        "two that differ confirm nothing"
    );
}

#[test]
fn a_feed_that_says_so_has_its_article_fetched_again() {
    let day = Arc::new(AtomicU32::new(6));
    let shown = Arc::clone(&day);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/feed" => {
            let entry = |number: u32, day: u32| {
                format!(
                    "<entry><title>T{number}</title><link href='/a{number}'/><id>{number}</id>\
                     <updated>2026-01-{day:02}T10:00:00Z</updated></entry>"
                )
            };
            let first = entry(1, shown.load(Ordering::SeqCst));
            let body = format!(
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>{first}{}</feed>",
                entry(2, 6)
            );
            Reply::status(200, body).with("content-type", "application/atom+xml")
        }
        path => revision(path, ask.before),
    });
    let rule = format!(
        "[site]\nname = \"Feed\"\nkind = \"feed\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [revisit]\nchanged = true\n[content]\ngeneric = false\nselect = [{{ css = \".text\" }}]\n",
        site.url("/feed")
    );
    let bench = Bench::new();
    let id = bench.add(&rule);
    bench.run(id);
    bench.run(id);
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (1, 1));
    day.store(7, Ordering::SeqCst);
    let third = bench.run(id);
    assert_eq!(third.progress.records_updated, 1, "{third:?}");
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (2, 1));
    bench.run(id);
    assert_eq!(site.asked("/a1"), 2);
}

#[test]
fn a_rule_fetches_articles_again_by_their_age() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 3, None),
        path => revision(path, ask.before),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!("{rule}[revisit]\narticles = '7d'\n"));
    bench.run(id);
    let second = bench.run(id);
    assert_eq!(second.progress.records_updated, 0);
    assert_eq!(site.asked("/a1"), 1, "fetched a moment ago");
}

#[test]
fn a_page_with_records_of_its_own_is_fetched_on_every_run() {
    let row = |name: &str, price: usize| format!("<tr><td>{name}</td><td>{price}</td></tr>");
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => Reply::html(format!(
            "<title>Prices</title><h1>Prices</h1><table>{}{}{}</table>",
            row("Wheat", 100 + ask.before),
            row("Rye", 200),
            row("Oats", 300).repeat(usize::from(ask.before > 1)),
        )),
        _ => Reply::status(404, "gone"),
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = 'Prices'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [record]\nitem = {{ css = 'tr' }}\n\
         [[field]]\nname = 'product'\nselect = [{{ css = 'td:nth-of-type(1)' }}]\n\
         [[field]]\nname = 'price'\nselect = [{{ css = 'td:nth-of-type(2)' }}]\ntype = 'number'\n\
         [content]\ngeneric = false\n",
        site.url("/")
    ));
    let first = bench.run(id);
    assert_eq!(first.progress.records_new, 2, "{first:?}");
    let second = bench.run(id);
    assert_eq!(second.progress.pages_ok, 1, "{second:?}");
    let progress = &second.progress;
    assert_eq!(
        (progress.records_new, progress.records_updated),
        (0, 1),
        "{second:?}"
    );
    let third = bench.run(id);
    assert_eq!(third.progress.records_new, 1, "{third:?}");
    assert_eq!(site.asked("/"), 3);
    assert_eq!(bench.records(id).len(), 3);
}

#[test]
fn a_task_that_adapts_comes_by_what_visits_find() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 4, None),
        path => revision(path, 0),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let adaptive = "[schedule]\nadaptive = { min = '10m', max = '1d' }\n";
    let id = bench.add(&format!("{rule}{adaptive}"));
    let task = || bench.engine.query().tasks().unwrap().remove(0);
    assert_eq!(task().timing, Timing::Adaptive(Bounds::default()));
    // Never visited: at once. Then the middle of the bounds, two hours.
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    bench.wait(|event| matches!(event, Event::RunEnded { .. }).then_some(()));
    let now = jiff::Timestamp::now();
    let wait = |next: Option<jiff::Timestamp>| {
        let next = next.expect("a next turn");
        next.duration_since(now).as_secs()
    };
    assert!(
        (7_100..=7_260).contains(&wait(task().next_at)),
        "{:?}",
        task()
    );
    let pulses = bench.engine.query().pulses(id).unwrap();
    assert_eq!((pulses.len(), pulses[0].1.visits), (1, 1));
    assert_eq!(pulses[0].0, site.url("/"));

    // A run by hand is a visit too.
    bench.run(id);
    assert_eq!(bench.engine.query().pulses(id).unwrap()[0].1.visits, 2);
    assert!(wait(task().next_at) >= 7_100);

    // Bounds that cannot be are refused.
    bench.send(Command::Task(TaskCommand::Add {
        draft: TaskDraft::of_site(
            id,
            Timing::Adaptive(Bounds {
                min_seconds: 500,
                max_seconds: 400,
            }),
        ),
    }));
    let refused = bench.wait(|event| match event {
        Event::CommandFailed { message } => Some(message),
        _ => None,
    });
    assert_eq!(refused.id, "engine-task-bounds");
}

/// An article under a theme: the later one has the site's name where the title was.
fn themed(path: &str, redesigned: bool) -> Reply {
    // Numbers alone are no titles that tell pages apart.
    let number: String = path
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect();
    let title = match redesigned {
        true => "<h1>The Daily Ferry</h1><h2>",
        false => "<h1>",
    };
    Reply::html(format!(
        "<title>{number}</title>{title}Title {number}</h1><div class='text'>Text of article {number}, \
         long enough to be one.</div>"
    ))
}

#[test]
fn a_redesign_overwrites_nothing_of_what_is_fetched_again() {
    let new_theme = Arc::new(AtomicU32::new(0));
    let theme = Arc::clone(&new_theme);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => list(0, 30, None),
        path => themed(path, theme.load(Ordering::SeqCst) > 0),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nconcurrency = 4"));
    bench.run(id);
    let before = bench.titles(id);
    assert_eq!(before.len(), 30);

    new_theme.store(1, Ordering::SeqCst);
    let again = bench.run_with(id, refresh());
    assert_eq!(again.progress.records_updated, 0, "{again:?}");
    assert_eq!(bench.titles(id), before);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::LayoutChanged);
    assert_eq!(status.reason.id, "detect-drift-page-alike");

    new_theme.store(0, Ordering::SeqCst);
    let again = bench.run_with(id, refresh());
    assert_eq!(again.progress.pages_kept, 0, "{again:?}");
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_changed_canonical_address_moves_a_record_and_never_doubles_it() {
    let moved = Arc::new(AtomicU32::new(0));
    let folder = Arc::clone(&moved);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => list(0, 5, None),
        path => {
            let folder = match folder.load(Ordering::SeqCst) {
                0 => "old",
                1 => "new",
                // Without a word of its own the page has the address that was asked for.
                _ => return themed(path, false),
            };
            let number = path.trim_start_matches("/a");
            Reply::html(format!(
                "<link rel=canonical href='/{folder}{path}'><h1>Title {number}</h1>\
                 <div class=text>Text of article {number}, long enough to be one, and to be known \
                 by its words when it comes again.</div>"
            ))
        }
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.run(id);
    let urls = || -> Vec<String> {
        let records = bench.records(id);
        records.into_iter().map(|one| one.record.url).collect()
    };
    let expected = |folder: &str| -> Vec<String> {
        (0..5)
            .map(|n| site.url(&format!("{folder}/a{n}")))
            .collect()
    };
    assert_eq!(urls(), expected("/old"));
    for (step, folder) in [(1, "/new"), (2, "")] {
        moved.store(step, Ordering::SeqCst);
        let again = bench.run_with(id, refresh());
        assert_eq!(again.end, RunEnd::Finished, "{again:?}");
        assert_eq!(urls(), expected(folder));
    }
}
