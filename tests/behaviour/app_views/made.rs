//! Made-up data for the views.

use bowerbird::app::world::World;
use bowerbird::engine::OpenedPage;
use bowerbird::engine::types::{
    Account, AccountId, Evidence, ListPosition, LoginState, Message, MissedPolicy, OverlapPolicy,
    PageState, Picked, Place, Proxy, ProxyHealth, ProxyId, Record, RecordId, RunId, Site, SiteId,
    SiteStatus, StoredRecord, Strength, StructureItem, StructureKind, Task, TaskId, Timing,
    Verdict,
};
use jiff::Timestamp;

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub const RULE: &str = "# The daily paper\n[site]\nname = \"Daily\"\nkind = \"list\"\nstart = [\"http://127.0.0.1:1/\"]\n\n[list]\nlink = { css = \"h2 a\", take = \"href\" }\n\n[[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\n";

pub fn site(id: i64, name: &str, state: Option<PageState>) -> Site {
    Site {
        id: SiteId(id),
        name: name.to_owned(),
        kind: "list".to_owned(),
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
                place: Place::Status,
                matched: "429".to_owned(),
            }],
            url: "http://127.0.0.1:1/a".to_owned(),
        }),
        records: 80,
        last_run_at: Some(at("2026-01-05T10:00:00Z")),
    }
}

pub fn world() -> World {
    World {
        sites: Some(vec![
            site(1, "Daily", Some(PageState::Ok)),
            site(2, "每日新闻", Some(PageState::RateLimited)),
            site(3, "Weekly", None),
        ]),
        tasks: vec![Task {
            id: TaskId(4),
            site: SiteId(1),
            site_name: "Daily".to_owned(),
            timing: Timing::Once {
                at: at("2030-01-01T00:00:00Z"),
            },
            priority: 5,
            from_rule: false,
            paused: false,
            overlap: OverlapPolicy::Skip,
            missed: MissedPolicy::RunOnce,
            next_at: Some(at("2030-01-01T00:00:00Z")),
            last_at: None,
            missed_turns: 0,
        }],
        proxies: vec![Proxy {
            id: ProxyId(5),
            name: "east".to_owned(),
            url: "http://127.0.0.1:3128".to_owned(),
            user: None,
            enabled: true,
            health: ProxyHealth::Faulty,
            rest_until: None,
            fault: Some(Message::new("app-run-failed")),
            uses_ok: 3,
            uses_failed: 1,
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
        }],
        records: 1_000_000,
        ..World::default()
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
        title: "Reading Room 阅览室".to_owned(),
        status: 200,
        encoding: "UTF-8".to_owned(),
        fetch_ms: 84,
        bytes: 12_345,
        elements: 120,
        verdict: Verdict::ok(),
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
    }
}
