//! Rules made on the bench: offers accepted, picks learned from, pages read with the result.
//!
//! Below: the harder ways, clicks, care.

pub(super) mod clicking;
pub(super) mod harder;
pub(super) mod maintenance;

use bowerbird::engine::types::{
    AnalysedPage, Authored, CellSource, Message, PageReading, PageRole, SelectorKind, Take, Value,
    WorkbenchPart, WorkbenchPick, WorkbenchTarget, parse,
};
use bowerbird::engine::{AuthoringCommand, Command, Event, PageCommand, PageTicket, SelectorDraft};

use super::article;
use super::support::bench::Bench;
use super::support::server::{Reply, Site};

/// What tests do at the bench.
pub struct Table {
    pub bench: Bench,
    generation: std::cell::Cell<u64>,
}

impl Table {
    pub fn new() -> Self {
        Self::on(Bench::new())
    }

    pub fn on(bench: Bench) -> Self {
        Self {
            bench,
            generation: std::cell::Cell::new(0),
        }
    }

    pub fn next_generation(&self) -> u64 {
        self.generation.set(self.generation.get() + 1);
        self.generation.get()
    }

    /// Opens a page and waits until it is understood.
    pub fn open(&self, number: u64, url: &str) -> (PageTicket, std::sync::Arc<AnalysedPage>) {
        let ticket = PageTicket(number);
        self.bench.send(Command::Page(PageCommand::Open {
            ticket,
            url: url.to_owned(),
            site: None,
            egress: bowerbird::engine::PageEgress::Usual,
            login: bowerbird::engine::PageLogin::Usual,
            width: 800,
            scale: 1.0,
        }));
        (ticket, self.understood(ticket))
    }

    pub fn understood(&self, page: PageTicket) -> std::sync::Arc<AnalysedPage> {
        self.bench.wait(|event| match event {
            Event::PageUnderstood { ticket, understood } if ticket == page => Some(understood),
            Event::PageFailed { message, .. } => panic!("{message:?}"),
            _ => None,
        })
    }

    /// The first element that `css` matches, counted from `skip`.
    pub fn element(&self, ticket: PageTicket, css: &str, skip: usize) -> u32 {
        self.bench.send(Command::Page(PageCommand::Select {
            ticket,
            selector: SelectorDraft {
                kind: SelectorKind::Css,
                source: css.to_owned(),
                take: Take::Text,
            },
        }));
        let result = self.bench.wait(|event| match event {
            Event::Selection { result, .. } => Some(result),
            _ => None,
        });
        let found = result.matches.get(skip).and_then(|m| m.element);
        found.unwrap_or_else(|| panic!("{css} matches {} elements", result.count))
    }

    pub fn pick(
        &self,
        ticket: PageTicket,
        role: PageRole,
        part: WorkbenchPart,
        css: &str,
        skip: usize,
    ) -> WorkbenchPick {
        WorkbenchPick {
            ticket,
            role,
            part,
            target: WorkbenchTarget::Element(self.element(ticket, css, skip)),
            take: None,
            negative: false,
        }
    }

    pub fn author(
        &self,
        ticket: PageTicket,
        role: PageRole,
        rule_toml: &str,
        picks: &[WorkbenchPick],
        part: WorkbenchPart,
    ) -> Result<Box<Authored>, Message> {
        let generation = self.next_generation();
        self.bench.send(Command::Authoring(AuthoringCommand::Learn {
            ticket,
            generation,
            role,
            rule_toml: rule_toml.to_owned(),
            picks: picks.to_vec(),
            part,
        }));
        self.authored(generation)
    }

    pub fn authored(&self, wanted: u64) -> Result<Box<Authored>, Message> {
        self.bench.wait(|event| match event {
            Event::Authored {
                generation, result, ..
            } if generation == wanted => Some(result),
            _ => None,
        })
    }

    pub fn read(
        &self,
        ticket: PageTicket,
        role: PageRole,
        rule_toml: &str,
    ) -> std::sync::Arc<PageReading> {
        let wanted = self.next_generation();
        self.bench.send(Command::Authoring(AuthoringCommand::Read {
            ticket,
            generation: wanted,
            role,
            rule_toml: rule_toml.to_owned(),
        }));
        self.bench.wait(|event| match event {
            Event::PageRead {
                generation,
                reading,
                ..
            } if generation == wanted => Some(reading),
            _ => None,
        })
    }
}

pub fn field(name: &str) -> WorkbenchPart {
    WorkbenchPart::Field(name.to_owned())
}

/// The texts of a column.
pub fn column(reading: &PageReading, name: &str) -> Vec<String> {
    let at = reading.columns.iter().position(|column| column == name);
    let at = at.unwrap_or_else(|| panic!("no column {name} in {:?}", reading.columns));
    let value = |value: &Option<Value>| value.as_ref().map(Value::joined).unwrap_or_default();
    reading
        .rows
        .iter()
        .map(|row| value(&row.cells[at].value))
        .collect()
}

/// A list of `count` articles with a menu, a tag cloud and a way on.
pub fn news(count: usize, chinese: bool) -> String {
    let items: String = (1..=count)
        .map(|n| {
            let (title, teaser, by) = match chinese {
                false => (format!("Story number {n} of the day"), format!("What happened at place {n} is told here at some length."), format!("Reporter {n}")),
                true => (format!("今日第{n}条新闻的标题"), format!("这里详细讲述第{n}个地方发生的事情，内容各不相同。"), format!("记者{n}")),
            };
            format!(
                "<article class=card><h2 class=headline><a href='/story/{n}'>{title}</a></h2>\
                 <p class=meta><span class=by>{by}</span> <time datetime='2026-01-{n:02}'>{n} Jan 2026</time></p>\
                 <p class=teaser>{teaser}</p><ul class=tags><li><a href='/tag/a'>alpha</a><li><a href='/tag/b'>beta</a></ul></article>"
            )
        })
        .collect();
    let next = if chinese { "下一页" } else { "Older posts" };
    format!(
        "<html><title>News</title><nav><ul><li><a href=/>Home</a><li><a href=/about>About</a><li><a href=/help>Help</a></ul></nav>\
         <main>{items}<nav class=pager><a href='/page/2'>{next}</a></nav></main></html>"
    )
}

pub fn story(n: usize) -> String {
    format!(
        "<html><title>Story {n}</title><article><h1 class=title>Story number {n} of the day</h1>\
         <p class=byline>By <b>Reporter {n}</b> on <time>2026-01-{n:02}</time></p>\
         <div class=body><p>It was a day like any other at place {n}, and nobody had thought of it before.</p>\
         <p>Then it happened, and everybody who saw it had a story of their own to tell.</p></div></article></html>"
    )
}

pub fn thread(count: usize) -> String {
    let posts: String = (1..=count)
        .map(|n| format!("<div class=post id=p{n}><b class=who>Member {n}</b><i class=when>2026-01-{n:02} 10:00</i><div class=says>This is what member {n} had to say about it, at some length.</div></div>"))
        .collect();
    format!(
        "<html><title>A question</title><h1>A question of taste</h1><div id=posts>{posts}</div></html>"
    )
}

pub fn site() -> Site {
    Site::start(|ask| {
        let number = |prefix: &str| ask.path.strip_prefix(prefix).and_then(|n| n.parse().ok());
        match ask.path.as_str() {
            "/" => Reply::html(news(10, false)),
            "/zh" => Reply::html(news(10, true)),
            "/thread" => Reply::html(thread(8)),
            _ => match number("/story/") {
                Some(n) => Reply::html(story(n)),
                None => Reply::status(404, "gone"),
            },
        }
    })
}

#[test]
fn the_ready_rule_for_the_software_of_a_page_is_known_in_the_workbench() {
    let site = Site::start(|_| {
        Reply::html(
            "<html><title>Garden Talk</title><script src=/static/js/machina.packages.js></script>\
             <div class=forum-name><a href=/forum/roses-1/>Roses</a></div>\
             <div class=forum-name><a href=/forum/herbs-2/>Herbs</a></div>",
        )
    });
    let table = Table::new();
    let (_, seen) = table.open(1, &site.url("/"));
    let ready = seen.ready.as_deref().expect("a ready rule");
    assert_eq!(ready.label.id, "look-choice-boards");
    assert_eq!(ready.titles, ["Roses", "Herbs"]);
}

#[test]
fn an_offered_list_is_taken_and_its_way_on_with_it() {
    let site = site();
    let table = Table::new();
    let (ticket, seen) = table.open(1, &site.url("/"));
    assert_eq!(seen.role, PageRole::List);
    let offer = &seen.offers[0];
    assert_eq!(
        (offer.role, offer.count, offer.elements.len()),
        (PageRole::List, 10, 10)
    );
    assert!(offer.first_rows[0].contains(&"Story number 1 of the day".to_owned()));
    let generation = table.next_generation();
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::AcceptOffer {
            ticket,
            generation,
            rule_toml: String::new(),
            offer: 0,
            role: PageRole::Records,
        }));
    let records = table.authored(generation).expect("a rule");
    assert_eq!(records.count, 10);
    assert!(!records.rule_toml.contains("[list]"), "records of the page");
    let generation = table.next_generation();
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::AcceptOffer {
            ticket,
            generation,
            rule_toml: String::new(),
            offer: 0,
            role: PageRole::List,
        }));
    let taken = table.authored(generation).expect("a rule");
    assert_eq!(taken.count, 10);
    assert_eq!(seen.next[0].words, "Older posts");
    let generation = table.next_generation();
    table
        .bench
        .send(Command::Authoring(AuthoringCommand::AcceptNext {
            ticket,
            generation,
            role: PageRole::List,
            rule_toml: taken.rule_toml,
            offer: 0,
        }));
    let taken = table.authored(generation).expect("a rule");
    let reading = table.read(ticket, PageRole::List, &taken.rule_toml);
    assert_eq!(reading.next.as_deref(), Some(site.url("/page/2").as_str()));
    assert_eq!(reading.count, 10);
    assert_eq!(
        reading.rows[2].link.as_deref(),
        Some(site.url("/story/3").as_str())
    );
    let next = reading
        .marks
        .iter()
        .find(|marks| marks.part == WorkbenchPart::Next);
    assert_eq!(next.map(|marks| marks.elements.len()), Some(1));
}

#[track_caller]
fn one_headline_makes_a_list(path: &str) {
    let site = site();
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url(path));
    let role = PageRole::List;
    let mut picks = vec![table.pick(ticket, role, WorkbenchPart::Link, ".headline a", 2)];
    let first = table
        .author(ticket, role, "", &picks, WorkbenchPart::Link)
        .expect("a list");
    assert_eq!(first.count, 10, "{}", first.rule_toml);
    let rule = parse(&first.rule_toml).expect("a rule");
    let list = rule.file().list.as_ref().expect("a list");
    assert!(list.item.is_some());
    assert_eq!(list.fields.len(), 1);
    let reading = table.read(ticket, role, &first.rule_toml);
    assert_eq!(reading.columns, ["title"]);
    assert_eq!(
        reading.rows[9].link.as_deref(),
        Some(site.url("/story/10").as_str())
    );

    picks.push(table.pick(ticket, role, field("date"), "time", 2));
    picks.push(table.pick(ticket, role, field("author"), ".by", 0));
    let text = table
        .author(ticket, role, &first.rule_toml, &picks, field("date"))
        .expect("a date")
        .rule_toml;
    let last = table
        .author(ticket, role, &text, &picks, field("author"))
        .expect("an author");
    let reading = table.read(ticket, role, &last.rule_toml);
    assert_eq!(
        reading.columns,
        ["title", "date", "author"],
        "{}",
        last.rule_toml
    );
    assert_eq!(column(&reading, "date")[9], "2026-01-10");
    assert!(column(&reading, "author")[4].ends_with('5'));
    let cell = &reading.rows[0].cells[1];
    assert_eq!(
        (cell.source, cell.elements.len()),
        (CellSource::Alternative(0), 1)
    );
    assert!(!last.ranked.is_empty() && last.ranked[0].stability > 0.0);
}

#[test]
fn one_headline_makes_a_list_in_english() {
    one_headline_makes_a_list("/");
}

#[test]
fn one_headline_makes_a_list_in_chinese() {
    one_headline_makes_a_list("/zh");
}

#[test]
fn comments_of_the_rule_stay_and_only_the_part_changes() {
    let site = site();
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/story/3"));
    let rule = format!(
        "# my rule\n[site]\nname = \"Mine\"\nkind = \"pages\"\nstart = [\"{}\"] # here\n\n\
         [[field]]\nname = \"title\" # the head\nselect = [ {{ css = \".none\" }} ]\nrequired = true\n\n\
         [[field]]\nname = \"other\"\nselect = [ {{ css = \"h6\" }} ]\n",
        site.url("/story/3")
    );
    let role = PageRole::Article;
    let picks = [table.pick(ticket, role, field("title"), "h1", 0)];
    let made = table
        .author(ticket, role, &rule, &picks, field("title"))
        .expect("a title");
    for kept in [
        "# my rule",
        "# here",
        "# the head",
        "required = true",
        "css = \"h6\"",
    ] {
        assert!(
            made.rule_toml.contains(kept),
            "{kept} in {}",
            made.rule_toml
        );
    }
    let reading = table.read(ticket, role, &made.rule_toml);
    assert_eq!(column(&reading, "title"), ["Story number 3 of the day"]);
    assert_eq!(column(&reading, "date"), ["2026-01-03"]);
    let at = reading
        .columns
        .iter()
        .position(|c| c == "text")
        .expect("a text");
    assert_eq!(reading.rows[0].cells[at].source, CellSource::Generic);
    // The older text sent again, as undo does, gives the older reading.
    let reading = table.read(ticket, role, &rule);
    assert!(reading.rows[0].cells[0].fault.is_some());
}

#[test]
fn records_are_made_from_one_post() {
    let site = site();
    let table = Table::new();
    let (ticket, seen) = table.open(1, &site.url("/thread"));
    assert_eq!(seen.role, PageRole::Records);
    let role = PageRole::Records;
    let mut picks = vec![table.pick(ticket, role, field("author"), ".who", 1)];
    let made = table
        .author(ticket, role, "", &picks, field("author"))
        .expect("records");
    assert_eq!(made.count, 8, "{}", made.rule_toml);
    picks.push(table.pick(ticket, role, WorkbenchPart::Content, ".says", 3));
    let made = table
        .author(
            ticket,
            role,
            &made.rule_toml,
            &picks,
            WorkbenchPart::Content,
        )
        .expect("texts");
    let reading = table.read(ticket, role, &made.rule_toml);
    assert_eq!(column(&reading, "author")[7], "Member 8");
    assert!(
        column(&reading, "text")[7].starts_with("This is what member 8"),
        "{}",
        made.rule_toml
    );
}

#[test]
fn the_entries_of_an_interface_are_shown_instead_of_its_json() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/api" => {
            let entries: Vec<String> = (1..=6)
                .map(|n| {
                    format!(
                        "{{\"id\": {n}, \"title\": \"Headline {n} of the day\", \"url\": \"/a{n}\", \
                         \"body\": \"What report {n} says in a sentence or two.\"}}"
                    )
                })
                .collect();
            let body = format!("{{\"items\": [{}]}}", entries.join(", "));
            Reply::status(200, body).with("content-type", "application/json")
        }
        path => article(path),
    });
    let author = Table::new();
    let (_, seen) = author.open(1, &site.url("/api"));
    assert!(seen.ready.as_ref().is_some_and(|ready| ready.is_of_data()));
    let entries = seen.entries.as_ref().expect("entries");
    assert_eq!(entries.count, 6);
    assert!(entries.columns.iter().any(|column| column == "title"));
}
