//! The proxy pool: bad ones cost no page, sites keep what works, tests tell what is wrong, lists
//! come in.

use std::sync::Arc;
use std::time::Duration;

use bowerbird::engine::types::{
    PageState, ProxyChange, ProxyHealth, ProxyScheme, ProxyStatus, RunEnd, Secret, SiteId,
    proxy_status,
};
use bowerbird::engine::{
    Command, Event, ImportedProxies, ProxyCommand, ProxySource, ProxyTest, TestAgainst,
};

use crate::engine::support::bench::Bench;
use crate::engine::support::proxy_servers::{
    Meeting, answering, babbling, closing, forwarding, guarded, hanging, meeting_at, portal, socks,
};
use crate::engine::support::server::{Ask, Reply, Site, dead_address};
use crate::engine::{article, list, list_rule};

fn refused() -> Reply {
    Reply::status(
        403,
        "<html><title>403 Forbidden</title><h1>Access denied</h1><p>Your address is blocked.</p>",
    )
    .with("content-type", "text/html")
}

fn pages(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 5, None),
        path => article(path),
    }
}

/// A site that answers only what comes through the exits of these names.
fn open_to(exits: &'static [&'static str]) -> Site {
    Site::start(move |ask| match exits.contains(&ask.header("x-exit")) {
        true => pages(ask),
        false => refused(),
    })
}

fn rule(site: &Site, proxy: &str) -> String {
    format!(
        "{}\n[network]\nproxy = \"{proxy}\"\n",
        list_rule(&site.url("/"), "delay = '0s'")
    )
}

impl Bench {
    fn add_bad_proxies(&self) {
        self.add_proxy("a hangs", &hanging().url);
        self.add_proxy("b hangs too", &hanging().url);
        self.add_proxy("c closes", &closing().url);
        self.add_proxy("d babbles", &babbling().url);
        self.add_proxy("e portal", &portal().url);
        self.add_proxy("f dead", &dead_address());
        let own = answering(
            "403 Forbidden",
            "X-Squid-Error: ERR_ACCESS_DENIED 0\r\n",
            "no",
        );
        self.add_proxy("g refuses", &own.url);
        let wants = answering("407 Proxy Authentication Required", "", "");
        self.add_proxy("h wants a password", &wants.url);
        let busy = answering(
            "503 Service Unavailable",
            "X-Squid-Error: ERR_CANNOT_FORWARD\r\n",
            "",
        );
        self.add_proxy("i busy", &busy.url);
    }

    fn tests(&self, order: ProxyCommand) -> Vec<ProxyTest> {
        self.send(Command::Proxies(order));
        let mut tests = Vec::new();
        self.wait(|event| {
            match event {
                Event::ProxyTested(test) => tests.push(*test),
                Event::ProxyTests { ended: true, .. } => return Some(()),
                Event::CommandFailed { message } => panic!("{message:?}"),
                _ => {}
            }
            None
        });
        tests.sort_by(|a, b| a.name.cmp(&b.name));
        tests
    }

    fn import(&self, list: &str) -> ImportedProxies {
        self.send(Command::Proxies(ProxyCommand::Import {
            source: ProxySource::Text(Secret::new(list)),
            scheme: ProxyScheme::Http,
            change: ProxyChange::default(),
            dry_run: false,
        }));
        self.wait(|event| match event {
            Event::ProxiesImported(report) => Some(*report),
            Event::CommandFailed { message } => panic!("{message:?}"),
            _ => None,
        })
    }
}

#[test]
fn a_blocked_site_is_not_asked_again_and_again_when_every_proxy_is_dead() {
    let site = open_to(&[]);
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "pool"));
    for name in ["a", "b", "c"] {
        bench.add_proxy(name, &dead_address());
    }
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    let asked = site.asked("/");
    assert!(asked <= 3, "{asked} requests to a site that keeps us out");
}

#[test]
fn a_pool_full_of_bad_proxies_costs_no_page() {
    let site = open_to(&["good"]);
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "pool"));
    bench.add_bad_proxies();
    let good = forwarding("good");
    bench.add_proxy("z good", &good.url);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(bench.status(id).state, PageState::Ok);
    let known = bench.proxy("z good");
    assert_eq!(known.health, ProxyHealth::Good);
    assert_eq!(known.at(id).unwrap().uses_ok, known.uses_ok);
    assert!(known.month_bytes > 0 && known.track.latency_ms > 0.0);
    for name in [
        "c closes",
        "d babbles",
        "f dead",
        "g refuses",
        "h wants a password",
    ] {
        let bad = bench.proxy(name);
        assert_eq!(bad.health, ProxyHealth::Faulty, "{name}");
        assert!(bad.rest_until.is_some() && bad.fault.is_some(), "{name}");
    }
    // The next run goes straight to the one that works.
    let before = good.asked();
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert!(good.asked() > before);
}

#[test]
fn without_a_good_proxy_the_block_stays_the_sites() {
    let site = open_to(&[]);
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "pool"));
    bench.add_proxy("closes", &closing().url);
    bench.add_proxy("babbles", &babbling().url);
    bench.add_proxy("portal", &portal().url);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Blocked, "{status:?}");
}

#[test]
fn a_proxy_that_one_site_blocks_serves_another() {
    let closed = open_to(&["two"]);
    let open = open_to(&["one", "two"]);
    let bench = Bench::new();
    let first = bench.add(&rule(&closed, "pool"));
    let second = bench.add(&rule(&open, "pool").replace("\"Test\"", "\"Other\""));
    bench.add_proxy("one", &forwarding("one").url);
    bench.add_proxy("two", &forwarding("two").url);
    let change = ProxyChange {
        tier: Some(2),
        ..ProxyChange::default()
    };
    let proxies = vec![bench.proxy("two").id];
    bench.order(ProxyCommand::Change { proxies, change });
    assert_eq!(bench.run(first).end, RunEnd::Finished);
    let one = bench.proxy("one");
    assert_eq!(one.at(first).unwrap().refused, Some(PageState::Blocked));
    assert_eq!(one.rest_until, None, "it rests for that site alone");
    assert_eq!(bench.run(second).end, RunEnd::Finished);
    // The dearer one was needed at one site only.
    assert!(bench.proxy("two").at(second).is_none());
    assert!(bench.proxy("one").at(second).unwrap().uses_ok > 0);
}

#[test]
fn rules_choose_by_tag_tier_and_never_go_directly() {
    let site = open_to(&["home"]);
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "tag:home"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed);
    assert_eq!(ended.message.unwrap().id, "pools-none-allowed");
    assert_eq!(site.asked("/"), 0, "never directly");
    bench.add_proxy("office", &forwarding("office").url);
    let list = format!(
        "{} tag=home tier=2 country=DE",
        forwarding("home").authority()
    );
    bench.import(&list);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(bench.proxy("office").uses_ok, 0);
}

#[test]
fn a_site_that_is_down_is_not_the_fault_of_its_proxies() {
    let bench = Bench::new();
    let down = format!("{}/", dead_address());
    let id = bench.add(&format!(
        "{}\n[network]\nproxy = \"always\"\n",
        list_rule(&down, "delay = '0s'\nretries = 0")
    ));
    bench.add_proxy("one", &socks("ann", "pw").url);
    let ended = bench.run(id);
    assert_ne!(ended.end, RunEnd::Finished);
}

#[test]
fn proxies_are_tested_side_by_side_against_a_site() {
    let site = Site::start(|ask| match ask.header("x-exit") {
        "banned" => refused(),
        _ => pages(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "pool"));
    bench.add_bad_proxies();
    bench.add_proxy("y banned", &forwarding("banned").url);
    bench.add_proxy("z good", &forwarding("good").url);
    let meeting = Arc::<Meeting>::default();
    bench.add_proxy("j meets", &meeting_at(&meeting).url);
    bench.add_proxy("k meets", &meeting_at(&meeting).url);
    let proxies: Vec<_> = bench.engine.query().proxies().unwrap();
    let quick = proxies.iter().filter(|proxy| !proxy.name.contains("hangs"));
    let tests = bench.tests(ProxyCommand::Test {
        proxies: quick.map(|proxy| proxy.id).collect(),
        against: TestAgainst::Site(id),
    });
    assert!(meeting.both_came(), "side by side");
    assert_eq!(tests.len(), 11);
    for test in &tests {
        let expected = match test.name.as_str() {
            "y banned" => (true, PageState::Blocked),
            "z good" => (true, PageState::Ok),
            _ => (false, PageState::ProxyFault),
        };
        assert_eq!((test.works, test.state), expected, "{test:?}");
    }
    let banned = bench.proxy("y banned");
    assert_eq!(banned.health, ProxyHealth::Good);
    assert_eq!(banned.at(id).unwrap().refused, Some(PageState::Blocked));
    let now = "2999-01-01T00:00:00Z".parse().unwrap();
    assert_eq!(
        proxy_status(&bench.proxy("f dead"), now),
        ProxyStatus::Faulty
    );
    // Without a site the project's own start pages are asked for.
    let tests = bench.tests(ProxyCommand::Test {
        proxies: vec![bench.proxy("z good").id],
        against: TestAgainst::OwnSites,
    });
    assert_eq!(tests[0].url, site.url("/"));
    assert!(tests[0].is_useful() && tests[0].took_ms.is_some());
}

#[test]
fn a_test_tells_the_exit_and_can_be_stopped() {
    let echo = Site::start(|_| Reply::status(200, "{\"ip\": \"203.0.113.7\"}"));
    let bench = Bench::new();
    bench.add_proxy("good", &forwarding("good").url);
    let against = || TestAgainst::Address(echo.url("/ip"));
    let tests = bench.tests(ProxyCommand::Test {
        proxies: Vec::new(),
        against: against(),
    });
    let exit = tests[0].exit_address.map(|address| address.to_string());
    assert_eq!(exit.as_deref(), Some("203.0.113.7"));
    assert_eq!(
        bench.proxy("good").exit_address.as_deref(),
        Some("203.0.113.7")
    );
    let hangs = hanging();
    bench.add_proxy("hangs", &hangs.url);
    bench.send(Command::Proxies(ProxyCommand::Test {
        proxies: vec![bench.proxy("hangs").id],
        against: against(),
    }));
    while hangs.asked() == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let tests = bench.tests(ProxyCommand::StopTests);
    assert!(tests.is_empty());
    assert_eq!(bench.proxy("hangs").health, ProxyHealth::Untested);
}

#[test]
fn without_a_site_nobody_is_asked() {
    let bench = Bench::new();
    bench.add_proxy("good", &forwarding("good").url);
    bench.send(Command::Proxies(ProxyCommand::Test {
        proxies: Vec::new(),
        against: TestAgainst::OwnSites,
    }));
    let message = bench.wait(|event| match event {
        Event::CommandFailed { message } => Some(message),
        _ => None,
    });
    assert_eq!(message.id, "pools-no-site");
}

#[test]
fn an_imported_list_works_with_its_passwords() {
    let site = open_to(&["guarded"]);
    let bench = Bench::new();
    let id: SiteId = bench.add(&rule(&site, "always"));
    // ann:p@w:x in base64
    let guarded = guarded("guarded", "YW5uOnBAdzp4");
    let socks = socks("bob", "s3:cr%et");
    let list = format!(
        "# ours\n{}:wrong\nann:p@w:x@{}\n{}:bob:s3:cr%et tag=far\n{0}\n",
        "nonsense",
        guarded.authority(),
        socks.url,
    );
    let report = bench.import(&list);
    assert_eq!(report.added.len(), 2, "{report:?}");
    let lines: Vec<usize> = report.faults.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 5]);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let through = bench.proxy(guarded.authority());
    assert_eq!(
        (through.user.as_deref(), through.uses_ok > 0),
        (Some("ann"), true)
    );
    // Again: nothing is added, tags and passwords are taken from the list.
    let again = bench.import(&format!("{}:bob:other tier=3\n", socks.url));
    assert_eq!((again.added.len(), again.known.len()), (0, 1));
    let far = bench.proxy(socks.authority());
    assert_eq!(
        (far.traits.tier, far.traits.tags.contains("far")),
        (3, true)
    );
}

#[test]
fn pages_come_through_a_socks_proxy_with_a_password() {
    let site = Site::start(pages);
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "far"));
    let socks = socks("bob", "s3:cr%et");
    bench.import(&format!("{}:bob:s3:cr%et name=far\n", socks.url));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
    assert!(socks.asked() > 0);
}

#[test]
fn a_proxy_stops_at_its_monthly_limit() {
    let site = Site::start(pages);
    let bench = Bench::new();
    let id = bench.add(&rule(&site, "always"));
    bench.add_proxy("one", &forwarding("one").url);
    bench.add_proxy("two", &forwarding("two").url);
    let change = ProxyChange {
        month_limit: Some(Some(1)),
        ..ProxyChange::default()
    };
    let proxies = vec![bench.proxy("one").id, bench.proxy("two").id];
    bench.order(ProxyCommand::Change { proxies, change });
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
    assert_eq!(ended.message.unwrap().id, "pools-limit-reached");
    for name in ["one", "two"] {
        let proxy = bench.proxy(name);
        assert_eq!(
            proxy_status(&proxy, "2026-01-01T00:00:00Z".parse().unwrap()),
            ProxyStatus::SpentUp
        );
    }
    let lift = ProxyChange {
        month_limit: Some(None),
        ..ProxyChange::default()
    };
    let proxies = vec![bench.proxy("two").id];
    bench.order(ProxyCommand::Change {
        proxies,
        change: lift,
    });
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
}
