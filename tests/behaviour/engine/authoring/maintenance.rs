//! What keeps a rule well: samples, further pages, repair after a redesign, health, kept pages
//! opened without a request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{
    PageRole, RepairOffer, SampleInfo, SampleResult, SiteId, Store, WorkbenchPart,
};
use bowerbird::engine::{AuthoringCommand, Command, Event, PageCommand, SampleCommand};

use super::{Table, column, site, story};
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

fn samples(table: &Table, command: Command) -> Vec<SampleInfo> {
    table.bench.send(command);
    table.bench.wait(|event| match event {
        Event::SamplesChanged { samples, .. } => Some(samples),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    })
}

fn tested(table: &Table, site: Option<SiteId>, rule_toml: &str) -> Vec<SampleResult> {
    let wanted = table.next_generation();
    table.bench.send(Command::Sample(SampleCommand::Run {
        generation: wanted,
        site,
        rule_toml: rule_toml.to_owned(),
    }));
    table.bench.wait(|event| match event {
        Event::SamplesTested {
            generation,
            results,
        } if generation == wanted => Some(results),
        _ => None,
    })
}

fn rule(start: &str, title: &str) -> String {
    format!(
        "[site]\nname = \"Care\"\nkind = \"list\"\nstart = [\"{start}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"h2 a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"{title}\" }} ]\nrequired = true\n\
         [[field]]\nname = \"by\"\nselect = [ {{ css = \".byline b\" }} ]\n\
         [content]\nselect = [ {{ css = \".body\" }} ]\n"
    )
}

#[test]
fn samples_outlive_the_engine_and_tell_what_an_edit_changes() {
    let site = site();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("project");
    let good = rule(&site.url("/"), "h1");
    let kept = {
        let table = Table::on(Bench::on(Store::create(&path).unwrap()));
        let (ticket, _) = table.open(1, &site.url("/story/2"));
        // Before the rule is saved, samples wait in the engine.
        let waiting = samples(
            &table,
            Command::Sample(SampleCommand::Add {
                ticket,
                site: None,
                rule_toml: good.clone(),
                role: PageRole::Article,
            }),
        );
        assert!(waiting.len() == 1 && waiting[0].id.0 < 0);
        assert!(tested(&table, None, &good)[0].equal);
        let id = table.bench.add(&good);
        let saved = samples(&table, Command::Sample(SampleCommand::Save { site: id }));
        assert!(saved.len() == 1 && saved[0].id.0 > 0);
        assert_eq!(
            samples(&table, Command::Sample(SampleCommand::List { site: None })),
            []
        );
        (id, saved)
    };
    let table = Table::on(Bench::on(Store::open_or_create(&path).unwrap()));
    let (id, saved) = kept;
    assert_eq!(
        samples(
            &table,
            Command::Sample(SampleCommand::List { site: Some(id) })
        ),
        saved
    );
    assert!(tested(&table, Some(id), &good)[0].equal);
    let worse = rule(&site.url("/"), ".byline");
    let result = tested(&table, Some(id), &worse).remove(0);
    assert!(!result.equal && result.fault.is_none());
    let change = &result.changes[0];
    assert_eq!(
        (change.field.as_str(), change.before.as_str()),
        ("title", Some("Story number 2 of the day"))
    );
    samples(
        &table,
        Command::Sample(SampleCommand::Accept {
            site: Some(id),
            id: saved[0].id,
            rule_toml: worse.clone(),
        }),
    );
    assert!(tested(&table, Some(id), &worse)[0].equal);
    let broken = tested(&table, Some(id), "[site]\nname = 1");
    assert!(broken[0].fault.is_some());
    table.bench.send(Command::Page(PageCommand::OpenSample {
        ticket: bowerbird::engine::PageTicket(9),
        site: Some(id),
        id: saved[0].id,
        width: 800,
        scale: 1.0,
    }));
    let asked_before = site.asked("/story/2");
    let page = table.bench.wait(|event| match event {
        Event::PageOpened { page, .. } => Some(page),
        Event::PageFailed { message, .. } => panic!("{message:?}"),
        _ => None,
    });
    assert!(page.from_store && page.title == "Story 2");
    assert_eq!(site.asked("/story/2"), asked_before);
    let left = samples(
        &table,
        Command::Sample(SampleCommand::Remove {
            site: Some(id),
            id: saved[0].id,
        }),
    );
    assert_eq!(left, []);
}

#[test]
fn further_pages_are_tested_and_errors_told() {
    let site = site();
    let table = Table::new();
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::TestPages {
            generation: 5,
            site: None,
            rule_toml: rule(&site.url("/"), "h1"),
            urls: vec![site.url("/story/4"), site.url("/nowhere"), site.url("/")],
        }));
    let mut results = Vec::new();
    table.bench.wait(|event| {
        if let Event::PageTested {
            generation: 5,
            result,
            ..
        } = event
        {
            results.push(result);
        }
        (results.len() == 3).then_some(())
    });
    let read = results[0].as_ref().expect("a page");
    assert_eq!(column(read, "title"), ["Story number 4 of the day"]);
    assert!(read.usual.is_empty(), "nothing was collected");
    assert_eq!(
        results[1].as_ref().expect_err("an error").id,
        "engine-page-status"
    );
    let list = results[2].as_ref().expect("a list");
    assert_eq!((list.role, list.count), (PageRole::List, 10));
}

/// A site whose theme can be changed, and a project that has collected the old one.
fn redesigned() -> (Site, Arc<AtomicBool>) {
    let new = Arc::new(AtomicBool::new(false));
    let theme = Arc::clone(&new);
    let site = Site::start(move |ask| {
        let new = theme.load(Ordering::Relaxed);
        let number = ask
            .path
            .strip_prefix("/story/")
            .and_then(|n| n.parse().ok());
        match (ask.path.as_str(), number) {
            ("/", _) => Reply::html(super::news(if new { 20 } else { 6 }, false)),
            (_, Some(n)) if new => Reply::html(
                story(n)
                    .replace("<h1 class=title>", "<header><div class=head-line><span>")
                    .replace("</h1>", "</span></div></header>")
                    .replace("class=byline", "class=credits")
                    .replace("<b>", "<a class=writer href=/w>")
                    .replace("</b>", "</a>")
                    .replace("class=body", "class=story-text"),
            ),
            (_, Some(n)) => Reply::html(story(n)),
            _ => Reply::status(404, "gone"),
        }
    });
    (site, new)
}

#[test]
fn a_test_of_pages_says_what_the_records_of_the_site_usually_have() {
    let (site, new) = redesigned();
    let table = Table::new();
    let text = rule(&site.url("/"), "h1.title");
    let id = table.bench.add(&text);
    table.bench.run(id);
    assert_eq!(table.bench.records(id).len(), 6);
    new.store(true, Ordering::Relaxed);
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::TestPages {
            generation: 8,
            site: Some(id),
            rule_toml: text,
            urls: vec![site.url("/story/12")],
        }));
    let read = table.bench.wait(|event| match event {
        Event::PageTested {
            generation: 8,
            result,
            ..
        } => Some(result.expect("a page")),
        _ => None,
    });
    assert!(read.usual.contains(&"title".to_owned()), "{:?}", read.usual);
}

#[test]
fn a_rule_is_repaired_from_stored_pages_after_a_redesign() {
    let (site, new) = redesigned();
    let table = Table::new();
    let text = rule(&site.url("/"), "h1.title");
    let id = table.bench.add(&text);
    table.bench.run(id);
    assert_eq!(table.bench.records(id).len(), 6);
    let health = table.bench.engine.query().rule_health(id).unwrap();
    let title = health
        .fields
        .iter()
        .find(|f| f.field == "title")
        .expect("a title");
    assert_eq!((title.alternatives.get(&0), health.records), (Some(&6), 6));
    assert_eq!(health.runs.first().map(|run| run.records), Some(6));

    new.store(true, Ordering::Relaxed);
    let (ticket, _) = table.open(1, &site.url("/story/2"));
    table.open(2, &site.url("/story/5"));
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::ProposeRepair {
            ticket,
            site: id,
            rule_toml: text.clone(),
        }));
    let offer: Arc<RepairOffer> = table.bench.wait(|event| match event {
        Event::RepairProposed { result, .. } => Some(result.expect("a repair")),
        _ => None,
    });
    let parts: Vec<String> = offer.proposals.iter().map(|p| p.part.name()).collect();
    assert_eq!(
        parts,
        ["field.title", "field.by", "content"],
        "{:?}",
        offer.rest
    );
    assert!(
        offer
            .old
            .first()
            .is_some_and(|old| old.url == site.url("/story/2"))
    );
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::AcceptRepair {
            ticket,
            generation: 8,
            role: PageRole::Article,
            rule_toml: text.clone(),
            accepted: vec![0, 2],
        }));
    let taken = table.authored(8).expect("a rule");
    let reading = table.read(ticket, PageRole::Article, &taken.rule_toml);
    assert_eq!(column(&reading, "title"), ["Story number 2 of the day"]);
    assert_eq!(column(&reading, "by"), [""], "this proposal was not taken");
    assert!(taken.rule_toml.contains(".byline b"));

    // The kept page is the old one, and opens without a request.
    let before = site.asked("/story/2");
    table.bench.send(Command::Page(PageCommand::OpenStored {
        ticket: bowerbird::engine::PageTicket(3),
        site: id,
        url: site.url("/story/2"),
        evidence: false,
        width: 800,
        scale: 1.0,
    }));
    let old = table.understood(bowerbird::engine::PageTicket(3));
    assert_eq!(old.role, PageRole::Article);
    assert_eq!(site.asked("/story/2"), before);
    let reading = table.read(bowerbird::engine::PageTicket(3), PageRole::Article, &text);
    assert_eq!(column(&reading, "by"), ["Reporter 2"]);
    assert!(
        reading
            .marks
            .iter()
            .any(|marks| marks.part == WorkbenchPart::Content)
    );

    table
        .bench
        .send(Command::Authoring(AuthoringCommand::Agreement { site: id }));
    let (pages, fields) = table.bench.wait(|event| match event {
        Event::Agreement { pages, fields, .. } => Some((pages, fields)),
        _ => None,
    });
    assert_eq!(pages, 6);
    let title = fields.iter().find(|f| f.field == "title").expect("a title");
    assert_eq!((title.both, title.same), (6, 6));
}

#[test]
fn pages_read_with_a_broken_rule_push_out_no_good_ones() {
    let (site, new) = redesigned();
    let table = Table::new();
    let text = rule(&site.url("/"), "h1.title");
    let id = table.bench.add(&text);
    table.bench.run(id);
    // More pages of the new theme than a repair looks at, all without a title of the rule.
    new.store(true, Ordering::Relaxed);
    table.bench.run(id);
    assert_eq!(table.bench.records(id).len(), 20);

    let (ticket, _) = table.open(1, &site.url("/story/2"));
    table.open(2, &site.url("/story/5"));
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::ProposeRepair {
            ticket,
            site: id,
            rule_toml: text,
        }));
    let offer: Arc<RepairOffer> = table.bench.wait(|event| match event {
        Event::RepairProposed { result, .. } => Some(result.expect("a repair")),
        _ => None,
    });
    let articles = offer.old.iter().filter(|old| old.role == PageRole::Article);
    let mut numbers: Vec<&str> = articles
        .map(|old| old.url.rsplit('/').next().expect("a number"))
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"]);
    let title = offer
        .proposals
        .iter()
        .find(|p| p.part.name() == "field.title");
    assert!(
        title.is_some_and(|title| !title.doubtful),
        "{:?}",
        offer.rest
    );
}

#[test]
fn a_file_is_opened_with_its_own_address() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.html");
    let page = "<link rel=canonical href='https://site.example/story/1'><title>Kept</title><h1>Head</h1><a href=/x>x</a>";
    std::fs::write(&path, page).unwrap();
    let table = Table::new();
    let open = |number, path: &std::path::Path| {
        table.bench.send(Command::Page(PageCommand::OpenFile {
            ticket: bowerbird::engine::PageTicket(number),
            path: path.to_owned(),
            base: None,
            width: 800,
            scale: 1.0,
        }));
    };
    open(1, &path);
    let page = table.bench.wait(|event| match event {
        Event::PageOpened { page, .. } => Some(page),
        _ => None,
    });
    assert_eq!(
        (page.url.as_str(), page.from_store),
        ("https://site.example/story/1", true)
    );
    open(2, &folder.path().join("none.html"));
    let failed = table.bench.wait(|event| match event {
        Event::PageFailed { message, .. } => Some(message),
        _ => None,
    });
    assert_eq!(failed.id, "engine-no-file");
}
