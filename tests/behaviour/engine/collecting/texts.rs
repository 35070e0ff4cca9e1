//! Texts through the engine: pictures only when asked for, where a record came from, summaries by
//! a service over HTTP, and texts that are hard on search.

use bowerbird::engine::records::texts::{RecordAssessor, Step};
use bowerbird::engine::types::{
    Query, Record, RecordFilter, RecordPicture, Store, StoredRecord, SummaryLength, marks, snippet,
};
use bowerbird::engine::{Command, Event, TextCommand, TextEvent};
use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState};
use bowerbird::logic::model::{ListPosition, RequestId, SiteDraft, SourceKind, Verdict};
use image::{ImageFormat, RgbaImage};
use jiff::Timestamp;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site, start_proxy};
use crate::engine::{list, list_rule};

const WHEEL: &str = "/wheel.png";

fn picture_site() -> Site {
    Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 1, None),
        WHEEL => {
            let mut png = Vec::new();
            RgbaImage::new(30, 20)
                .write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png)
                .unwrap();
            Reply::status(200, png).with("content-type", "image/png")
        }
        _ => Reply::html(
            "<html><title>Mill</title><h1>The old mill</h1><div class=text><p>The old mill was \
             opened again on Sunday after three years of work by many hands.</p><figure><img \
             src='/wheel.png' alt='The wheel'></figure><p>Its wheel turns from May to October, and \
             bread is baked there on Saturdays.</p></div>",
        ),
    })
}

fn text_failure(event: &Event) {
    if let Event::CommandFailed { message } = event {
        panic!("{message:?}");
    }
}

fn pictures(bench: &Bench, of: &StoredRecord) -> Vec<RecordPicture> {
    bench.send(Command::Texts(TextCommand::Pictures(of.id)));
    bench.wait(|event| {
        text_failure(&event);
        match event {
            Event::Pictures { record, pictures } if record == of.id => Some(pictures),
            _ => None,
        }
    })
}

#[test]
fn pictures_are_loaded_when_asked_for_and_it_is_known_how_a_record_came() {
    let (site, bench) = (picture_site(), Bench::new());
    bench.add_proxy("exit one", &start_proxy());
    let politeness = "delay = '0s'\n[network]\nproxy = \"exit one\"";
    let id = bench.add(&list_rule(&site.url("/"), politeness));
    bench.run(id);
    let records = bench.records(id);
    assert_eq!(records.len(), 1);
    assert_eq!(site.asked(WHEEL), 0, "nothing is loaded unasked");
    let store = bench.engine.query();
    let proxy = store.record_proxy(records[0].id).unwrap();
    assert_eq!(proxy.as_deref(), Some("exit one"));
    let kept = store.kept_since(id, &records[0].record.url).unwrap();
    assert_eq!(kept, Some(records[0].fetched_at));
    let came = pictures(&bench, &records[0]);
    assert_eq!(came.len(), 1, "{came:?}");
    assert_eq!(
        (came[0].alt.as_str(), came[0].size),
        ("The wheel", Some([30, 20]))
    );
    assert_eq!(came[0].rgba.len(), 30 * 20 * 4);
    assert_eq!(site.asked(WHEEL), 1);
}

/// A project with these texts under one site; the store and the records' titles are numbers.
pub(crate) fn project(texts: &[&str]) -> Store {
    let store = Store::temporary().unwrap();
    let draft = SiteDraft {
        name: "Texts".to_owned(),
        kind: SourceKind::List,
        start: String::new(),
        rule_toml: String::new(),
    };
    let site = store.add_site(&draft).unwrap();
    let now = Timestamp::now();
    let (run, _) = store.start_run(site, now).unwrap();
    let records = texts.iter().enumerate().map(|(number, text)| Record {
        url: format!("http://127.0.0.1/{number}"),
        title: format!("Number {number}"),
        text: (*text).to_owned(),
        ..Record::default()
    });
    let outcome = PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), now),
        yields: PageYield {
            records: records.collect(),
            ..PageYield::default()
        },
    };
    store.commit(site, run, vec![outcome]).unwrap();
    store
}

fn found(store: &Store, typed: &str) -> Vec<String> {
    let filter = RecordFilter {
        search: Some(typed.to_owned()),
        ..RecordFilter::default()
    };
    let records = store.records(&filter, 0, 100).unwrap();
    let count = store.count_found(&filter).unwrap().records;
    assert_eq!(count, records.len() as u64, "{typed:?}");
    let mut titles: Vec<String> = records.into_iter().map(|r| r.record.title).collect();
    titles.sort();
    titles
}

#[test]
fn control_characters_right_to_left_texts_and_signs_are_found_like_others() {
    let store = project(&[
        "bell\u{7} and nul\u{0} and escape \u{1b}[31m stand in this text about herring",
        "הספינה הגיעה לנמל בבוקר עם ארבעים נוסעים",
        "وصلت السفينة إلى الميناء في الصباح",
        "Der Zug 🚆 hält in Zürich 👩‍👩‍👧 und fährt weiter",
        "港口的灯塔在夜里亮着，\u{202e}渔船慢慢回来",
    ]);
    let mut settler = RecordAssessor::new(store.clone());
    while settler.step().unwrap() == Step::More {}
    for (typed, number) in [
        ("herring", 0),
        ("escape", 0),
        ("לנמל", 1),
        ("الميناء", 2),
        ("zurich", 3),
        ("灯塔", 4),
        ("渔船", 4),
    ] {
        assert_eq!(
            found(&store, typed),
            [format!("Number {number}")],
            "{typed}"
        );
    }
    // Marks and lines to show never cut a character.
    let all = store.records(&RecordFilter::default(), 0, 100).unwrap();
    for stored in &all {
        for typed in [
            "herring",
            "לנמל",
            "الميناء",
            "🚆",
            "zurich",
            "渔船",
            "e",
            "\"",
        ] {
            let query = Query::parse(typed);
            let text = &stored.record.text;
            for mark in marks(text, &query) {
                assert!(text.get(mark.clone()).is_some(), "{typed} {mark:?}");
            }
            let _ = snippet(text, &query, 40);
        }
    }
}

#[test]
fn a_search_for_nothing_or_for_signs_alone_is_an_answer_and_no_error() {
    let store = project(&["one herring", "two herrings", "三条鱼"]);
    for blank in ["", "   ", "\t"] {
        assert_eq!(found(&store, blank).len(), 3, "{blank:?} hides nothing");
    }
    for typed in [
        "\"", "\"\"", "\"\"\"", "'", "*", "(", ")", "()", "AND", "NOT", "-", ":", "site:", "\\",
        "\u{0}", "^", "{", "NEAR(", "a AND", "\" OR \"", "NOT NOT", "🦀", "。", "-\"",
    ] {
        // Whatever it finds, it is no error.
        found(&store, typed);
    }
    assert_eq!(found(&store, "herring"), ["Number 0"]);
    assert_eq!(
        found(&store, "\"one herring"),
        ["Number 0"],
        "a quote left open"
    );
    assert_eq!(found(&store, "herring*").len(), 2);
}

#[test]
fn a_record_of_20_mb_is_stored_settled_found_and_read() {
    // Lines of a table of numbers written without spaces: few words, so that the test is quick.
    let paragraph = format!("{} harbour\n", "0123456789abcdef".repeat(125));
    let mut text = paragraph.repeat(20_000_000 / paragraph.len() + 1);
    text.push_str("最后一句提到了灯塔 and one zeppelin.");
    let store = project(&[
        &text,
        "A short text about a zeppelin, and nothing else at all.",
    ]);
    let mut settler = RecordAssessor::new(store.clone());
    while settler.step().unwrap() == Step::More {}
    assert_eq!(found(&store, "灯塔"), ["Number 0"]);
    assert_eq!(found(&store, "zeppelin").len(), 2);
    let filter = RecordFilter::default();
    let stored = store.records(&filter, 0, 10).unwrap();
    assert_eq!(stored[0].record.text.len(), text.len());
}

fn summarise(bench: &Bench) -> Result<u64, String> {
    bench.send(Command::Texts(TextCommand::Summarise {
        filter: Box::default(),
        length: SummaryLength::Sentences(1),
    }));
    bench.wait(|event| match event {
        Event::Texts(TextEvent::Summarised(made)) => Some(Ok(made)),
        Event::CommandFailed { message } => Some(Err(format!("{message:?}"))),
        _ => None,
    })
}

fn use_service(bench: &Bench, address: &str) -> Result<(), String> {
    bench.send(Command::Texts(TextCommand::SummaryService(
        address.to_owned(),
    )));
    bench.wait(|event| match event {
        Event::Texts(TextEvent::Changed) => Some(Ok(())),
        Event::CommandFailed { message } => Some(Err(format!("{message:?}"))),
        _ => None,
    })
}

#[test]
fn a_service_of_ones_own_sums_up_and_its_failures_are_told() {
    let service = Site::start(|ask: &Ask| {
        if ask.path != "/sum" || ask.method != "POST" {
            return Reply::status(500, "out of order");
        }
        let asked: serde_json::Value = serde_json::from_str(&ask.body).unwrap();
        let title = asked["title"].as_str().unwrap();
        assert!(asked["text"].as_str().unwrap().contains("harbour"));
        assert_eq!(
            asked["length"],
            serde_json::json!({ "unit": "sentences", "count": 1 })
        );
        let answer =
            serde_json::json!({ "summary": format!("In short: {title}"), "keywords": ["sea"] });
        Reply::status(200, answer.to_string()).with("content-type", "application/json")
    });
    let text = "A long walk along the harbour ends at the light. It is not steep at all.";
    let bench = Bench::on(project(&[
        text,
        "Another text about the harbour and its cranes.",
    ]));
    let refused = use_service(&bench, "http://me:word@127.0.0.1:9/").unwrap_err();
    assert!(
        refused.contains("texts-service-password") && !refused.contains("word@"),
        "{refused}"
    );
    assert!(use_service(&bench, "ftp://127.0.0.1/").is_err());
    use_service(&bench, &service.url("/broken")).unwrap();
    let failed = summarise(&bench).unwrap_err();
    assert!(
        failed.contains("texts-service-failed") && failed.contains("500"),
        "{failed}"
    );
    use_service(&bench, &service.url("/sum")).unwrap();
    assert_eq!(summarise(&bench).unwrap(), 2);
    let store = bench.engine.query();
    let records = store.records(&RecordFilter::default(), 0, 10).unwrap();
    let (length, summary) = store.summary(records[0].id).unwrap().unwrap();
    assert_eq!(length, SummaryLength::Sentences(1));
    assert_eq!(summary.text, "In short: Number 0");
    assert_eq!(summary.keywords, ["sea"]);
    let asked = service.asked("/sum");
    assert_eq!(summarise(&bench).unwrap(), 0, "each is made once");
    assert_eq!(service.asked("/sum"), asked);
}
