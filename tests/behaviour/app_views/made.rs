//! Made-up data for the views.

use std::sync::Arc;

use bowerbird::app::action::Action;
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::views::workbench::Authoring;
use bowerbird::app::views::workbench::author::{Home, PartLocation};
use bowerbird::engine::types::{
    Account, AccountId, AccountTerms, AnalysedPage, CellSource, Evidence, EvidencePlace,
    FieldSteps, ListPosition, LoginState, Message, NextOffer, Offer, PageReading, PageRole,
    PageState, PaginationKind, PartMarks, Picked, Proxy, ProxyHealth, ProxyId, ProxyTraits,
    ReadCell, ReadRow, Record, RecordId, RunId, Site, SiteId, SiteSelection, SiteStatus,
    SourceKind, StoredRecord, Strength, StructureItem, StructureKind, Task, TaskId, Terms, Timing,
    Track, Value, Verdict, WorkbenchPart,
};
use bowerbird::engine::{AuthoringCommand, Command, OpenedPage, PageTicket};
use bowerbird::logic::authoring::learn::{Overview, OverviewKind};
use jiff::Timestamp;

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub const RULE: &str = "# The daily paper\n[site]\nname = \"Daily\"\nkind = \"list\"\nstart = [\"http://127.0.0.1:1/\"]\n\n[list]\nlink = { css = \"h2 a\", take = \"href\" }\n\n[[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\n";

pub fn site(id: i64, name: &str, state: Option<PageState>) -> Site {
    Site {
        id: SiteId(id),
        name: name.to_owned(),
        kind: SourceKind::List,
        start: "http://127.0.0.1:1/".to_owned(),
        rule_toml: RULE.to_owned(),
        enabled: true,
        status: state.map(|state| SiteStatus {
            state,
            since: at("2026-01-05T10:02:00Z"),
            reason: Message::new("app-run-blocked"),
            next: Some(Message::new("app-run-stopped")),
            evidence: vec![Evidence {
                signal: "status-429".to_owned(),
                strength: Strength::Strong,
                place: EvidencePlace::Status,
                matched: "429".to_owned(),
            }],
            url: "http://127.0.0.1:1/a".to_owned(),
        }),
        records: 80,
        last_run_at: Some(at("2026-01-05T10:00:00Z")),
        paused: false,
        interrupted: false,
        left: 0,
        news_per_day: None,
    }
}

pub fn world() -> AppState {
    AppState {
        sites: Some(vec![
            site(1, "Daily", Some(PageState::Ok)),
            site(2, "每日新闻", Some(PageState::RateLimited)),
            site(3, "Weekly", None),
        ]),
        tasks: vec![Task {
            id: TaskId(4),
            name: String::new(),
            cover: SiteSelection::Sites(vec![SiteId(1)]),
            sites: vec![SiteId(1)],
            title: "Daily".to_owned(),
            timing: Timing::Once {
                at: at("2030-01-01T00:00:00Z"),
            },
            priority: 5,
            from_rule: false,
            paused: false,
            terms: Terms::default(),
            next_at: Some(at("2030-01-01T00:00:00Z")),
            last_at: None,
            last: None,
            missed_turns: 0,
        }],
        proxies: vec![Proxy {
            id: ProxyId(5),
            name: "east".to_owned(),
            url: "http://127.0.0.1:3128".to_owned(),
            user: None,
            enabled: true,
            traits: ProxyTraits::default(),
            health: ProxyHealth::Faulty,
            track: Track::default(),
            rest_until: None,
            fault: Some(Message::new("app-run-failed")),
            fault_at: None,
            faults: 1,
            good_at: None,
            exit_address: None,
            uses_ok: 3,
            uses_failed: 1,
            month_bytes: 0,
            bytes: 0,
            sites: Vec::new(),
        }],
        accounts: vec![Account {
            id: AccountId(6),
            site: SiteId(1),
            site_name: "Daily".to_owned(),
            user: "ann".to_owned(),
            enabled: true,
            state: LoginState::LoggedIn,
            rest_until: None,
            fault: None,
            terms: AccountTerms::default(),
            last_login: None,
            cookies_until: None,
            uses_day: 0,
            uses: 0,
        }],
        records: 1_000_000,
        ..AppState::default()
    }
}

pub fn record(number: u64) -> StoredRecord {
    StoredRecord {
        id: RecordId(i64::try_from(number).unwrap()),
        site: SiteId(1),
        site_name: "Daily".to_owned(),
        run: RunId(1),
        position: ListPosition::default(),
        fetched_at: at("2026-01-05T10:00:00Z"),
        record: Record {
            url: format!("http://127.0.0.1:1/{number}"),
            title: format!("Article {number} 文章"),
            date: "2026-01-05".to_owned(),
            text: "First line.\nSecond line.".to_owned(),
            ..Record::default()
        },
        marks: Default::default(),
    }
}

pub fn page() -> OpenedPage {
    let line = |element, kind, text: &str| StructureItem {
        element,
        kind,
        text: text.to_owned(),
    };
    OpenedPage {
        url: "http://127.0.0.1:1/list".to_owned(),
        requested: "http://127.0.0.1:1/list".to_owned(),
        content_type: "text/html".to_owned(),
        headers: Vec::new(),
        from_store: false,
        sent_from: None,
        read_at: None,
        file: None,
        proxy: None,
        shown_as: None,
        ways: None,
        title: "Reading Room 阅览室".to_owned(),
        status: 200,
        encoding: "UTF-8".to_owned(),
        fetch_ms: 84,
        bytes: 12_345,
        elements: 120,
        verdict: Verdict::ok(),
        robots: None,
        structure: vec![
            line(3, StructureKind::Heading(1), "Reading Room"),
            line(
                7,
                StructureKind::Link {
                    href: "http://127.0.0.1:1/1".to_owned(),
                },
                "Article 1",
            ),
            line(9, StructureKind::Paragraph, "软件包管理基础"),
        ],
    }
}

pub fn picked() -> Picked {
    Picked {
        element: 7,
        tag: "a".to_owned(),
        text: "Article 1".to_owned(),
        attributes: vec![("href".to_owned(), "/1".to_owned())],
        path: vec![
            (0, "html".to_owned()),
            (5, "h2.title".to_owned()),
            (7, "a".to_owned()),
        ],
        css: "h2:nth-of-type(1) a".to_owned(),
        xpath: "//h2[1]/a".to_owned(),
        css_alike: Some("h2 a".to_owned()),
        next: None,
        options: Vec::new(),
        first_choice: None,
        label: None,
        is_control: true,
    }
}

/// A rule in the making, with a field shown, on a page that was read.
pub fn authored(author: &mut Authoring, ticket: PageTicket) {
    let mut actions = Vec::new();
    author.load_rule(Some(SiteId(1)), Some(LISTED.to_owned()));
    author.opened(ticket, &page());
    author.understood(ticket, Arc::new(understood()), &mut actions);
    author.choose_role(PageRole::List, &mut actions);
    answer_reading(author, ticket, &actions, reading());
    author.show(PartLocation::field(Home::List, "title"), &mut actions);
}

/// Answers the last wish to read the page.
pub fn answer_reading(
    author: &mut Authoring,
    ticket: PageTicket,
    actions: &[Action],
    reading: PageReading,
) {
    let generation = actions.iter().rev().find_map(|action| match action {
        Action::Send(Command::Authoring(AuthoringCommand::Read { generation, .. })) => {
            Some(*generation)
        }
        _ => None,
    });
    author.was_read(
        ticket,
        generation.expect("a wish to read"),
        Arc::new(reading),
    );
}

/// A list rule with fields read off the list.
pub const LISTED: &str = "[site]\nname = \"Daily\"\nkind = \"list\"\nstart = [\"http://127.0.0.1:1/list\"]\n\n[list]\nitem = { css = \"article\" }\nlink = { css = \"h2 a\" }\n\n[[list.field]]\nname = \"title\"\nselect = [{ css = \"h2\" }, { label = \"Headline\" }]\nrequired = true\n\n[[list.field]]\nname = \"date\"\nselect = [{ css = \"time\" }]\n";

/// What the engine sees on the made-up page: a list, another offer, a way on.
pub fn understood() -> AnalysedPage {
    let offer = |role, count, columns: &[&str]| Offer {
        role,
        count,
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        score: 1.0,
        why: Vec::new(),
        elements: vec![5],
        first_rows: vec![vec!["Article 1".to_owned()]],
    };
    AnalysedPage {
        role: PageRole::List,
        offers: vec![
            offer(PageRole::List, 2, &["title"]),
            offer(PageRole::Records, 7, &["text"]),
        ],
        next: vec![NextOffer {
            target: "http://127.0.0.1:1/list?page=2".to_owned(),
            words: "Older posts".to_owned(),
            confidence: 0.95,
            element: Some(9),
            alternative: None,
            kind: PaginationKind::Next,
            why: Vec::new(),
        }],
        feeds: Vec::new(),
        entries_took: None,
        entries: None,
        ready: None,
        overview: Overview {
            feeds: Vec::new(),
            sitemaps: Vec::new(),
            kind: OverviewKind::List { best: 0 },
            confidence: 0.9,
            suggestions: Vec::new(),
            why: vec![Message::new("overview-list-leads")],
            proposal: Message::new("overview-next-list"),
        },
    }
}

/// What [`LISTED`] finds on the made-up page: two items, the second without a date.
pub fn reading() -> PageReading {
    let cell = |text: &str, element| ReadCell {
        value: Some(Value::One(text.to_owned())),
        elements: vec![element],
        source: CellSource::Alternative(0),
        fault: None,
    };
    let row = |number: u32, date: ReadCell| ReadRow {
        element: Some(number * 10),
        link: Some(format!("http://127.0.0.1:1/{number}")),
        cells: vec![cell(&format!("Article {number}"), number * 10 + 1), date],
    };
    let missing = ReadCell {
        fault: Some(Message::new("app-tasks-bad-time")),
        ..ReadCell::default()
    };
    PageReading {
        role: PageRole::List,
        columns: vec!["title".to_owned(), "date".to_owned()],
        rows: vec![row(1, cell("2026-01-05", 12)), row(2, missing)],
        count: 2,
        marks: vec![PartMarks {
            part: WorkbenchPart::Field("title".to_owned()),
            elements: vec![11, 21],
            alternative: 0,
        }],
        steps: vec![FieldSteps {
            field: "list.title".to_owned(),
            alternative: 0,
            taken: vec![" Article 1 ".to_owned()],
            steps: Vec::new(),
        }],
        ..PageReading::default()
    }
}
