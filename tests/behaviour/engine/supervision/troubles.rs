//! Runs that meet resistance: faults, limits, blocks, bad proxies, logins.

use bowerbird::engine::types::{
    LoginState, PageState, ProxyHealth, ProxyTraits, RuleOrigin, RunEnd,
};
use bowerbird::engine::{Command, Event, ProxyCommand, ProxyDraft, SiteCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site, dead_address, start_proxy};
use crate::engine::{article, list, list_rule};

fn refused() -> Reply {
    Reply::status(
        403,
        "<html><title>403 Forbidden</title><h1>Access denied</h1><p>Your address is blocked.</p>",
    )
    .with("content-type", "text/html")
}

fn five(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 5, None),
        path => article(path),
    }
}

#[test]
fn a_passing_fault_is_tried_again() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/a3" if ask.before == 0 => Reply::status(500, "oops"),
        _ => five(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Finished, 0),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(site.asked("/a3"), 2);
}

#[test]
fn a_page_that_is_gone_fails_alone() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/a3" => article("/gone"),
        _ => five(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Finished, 1),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 4);
    assert_eq!(bench.status(id).state, PageState::Ok);
    let failures = bench.engine.query().failures(id, 10).unwrap();
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].url, site.url("/a3"));
}

#[test]
fn a_start_page_that_is_gone_ends_the_run_with_a_word() {
    let site = Site::start(|ask| article(&ask.path));
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/list"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed);
    assert_eq!(ended.message.unwrap().id, "engine-reason-start-gone");
    assert_eq!(bench.status(id).next.unwrap().id, "engine-next-start-gone");

    // With the start put right, the next run begins there.
    let bench_rule = list_rule(&site.url("/list"), "delay = '0s'");
    let right = Site::start(five);
    bench.send(Command::Site(SiteCommand::Update {
        site: id,
        rule_toml: bench_rule.replace(&site.url("/list"), &right.url("/")),
        origin: RuleOrigin::Edited,
    }));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
}

#[test]
fn an_unreachable_site_is_an_outage_with_its_cause() {
    let start = format!("{}/", dead_address());
    let bench = Bench::new();
    let id = bench.add(&list_rule(&start, "delay = '0s'\nretries = 0"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed);
    assert_eq!(bench.status(id).state, PageState::Outage);
    assert_eq!(ended.message.unwrap().id, "fetch-connect");
}

#[test]
fn robots_txt_is_obeyed_unless_the_rule_says_otherwise() {
    let site = Site::with_robots(Some("User-agent: *\nDisallow: /a3\n"), five);
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Finished, 1),
        "{ended:?}"
    );
    assert_eq!((bench.records(id).len(), site.asked("/a3")), (4, 0));

    let closed = Site::with_robots(Some("User-agent: *\nDisallow: /\n"), five);
    let rule = list_rule(&closed.url("/"), "delay = '0s'").replace("\"Test\"", "\"Closed\"");
    let id = bench.add(&rule);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked);
    assert_eq!(ended.message.unwrap().id, "engine-reason-robots");
    assert_eq!(closed.asked("/"), 0);
}

#[test]
fn a_rate_limit_is_waited_for_as_long_as_the_site_asks() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/a2" if ask.before == 0 => {
            Reply::status(429, "Too Many Requests").with("retry-after", "1")
        }
        _ => five(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(
        ended.states,
        [PageState::RateLimited, PageState::Ok, PageState::Ok]
    );
    assert_eq!(ended.progress.pages_blocked, 1);
    assert_eq!(bench.records(id).len(), 5);
}

#[test]
fn a_rate_limit_that_stays_ends_the_run_to_be_resumed() {
    let site = Site::start(|ask| {
        if ask.total_before >= 3 && ask.total_before < 8 {
            return Reply::status(429, "Too Many Requests").with("retry-after", "0");
        }
        five(ask)
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked);
    assert_eq!(ended.progress.pages_blocked, 4);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::RateLimited);
    assert!(!status.evidence.is_empty());
    assert_eq!(bench.records(id).len(), 2);
    let again = bench.run(id);
    assert_eq!(
        (again.end, again.resumed),
        (RunEnd::Finished, true),
        "{again:?}"
    );
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_block_is_met_with_a_proxy_of_the_pool() {
    let site = Site::start(|ask| {
        if ask.through_proxy() {
            five(ask)
        } else {
            refused()
        }
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Blocked);
    assert_eq!(status.next.unwrap().id, "engine-next-remedies");
    assert!(bench.records(id).is_empty());
    let evidence = bench.engine.query().snapshot(id, &site.url("/")).unwrap();
    assert!(evidence.unwrap().meta.evidence);

    bench.add_proxy("way out", &start_proxy());
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(bench.status(id).state, PageState::Ok);
    let proxy = bench.proxy("way out");
    assert_eq!((proxy.health, proxy.uses_ok), (ProxyHealth::Good, 6));
}

#[test]
fn a_dead_proxy_is_blamed_itself_and_the_block_stays_the_sites() {
    let site = Site::start(|_| refused());
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.add_proxy("dead", &dead_address());
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    assert_eq!(bench.status(id).state, PageState::Blocked);
    let proxy = bench.proxy("dead");
    assert_eq!(proxy.health, ProxyHealth::Faulty);
    assert!(proxy.rest_until.is_some() && proxy.fault.is_some());
}

#[test]
fn one_refused_page_does_not_block_a_site() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/a2" => refused(),
        _ => five(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Incomplete, 1),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 4);
    assert_eq!(bench.status(id).state, PageState::Incomplete);
}

/// Articles want a session; `/login` gives it to ann.
fn members_only(ask: &Ask) -> Reply {
    const FORM: &str = "<title>Log in</title><h1>Log in</h1><form method=post action='/login'>\
        <input type=hidden name=token value=t1><input name=user><input type=password name=pass>\
        <button>Log in</button></form>";
    match (ask.method.as_str(), ask.path.as_str()) {
        ("POST", "/login") if ask.body.contains("token=t1") && ask.body.contains("pass=pw") => {
            Reply::redirect("/").with("set-cookie", "session=s1; Path=/")
        }
        (_, path) if path.starts_with("/login") => Reply::html(FORM),
        (_, "/") => list(0, 3, None),
        (_, path) if ask.header("cookie").contains("session=s1") => article(path),
        (_, path) => Reply::redirect(&format!("/login?next={path}")),
    }
}

#[test]
fn pages_for_members_arrive_after_a_login() {
    let site = Site::start(members_only);
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let login = site.url("/login");
    let id = bench.add(&format!("{rule}[login]\nurl = '{login}'\n"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    let status = bench.status(id);
    assert_eq!(status.state, PageState::LoginRequired);
    assert_eq!(status.next.unwrap().id, "engine-next-login-required");
    assert!(bench.records(id).is_empty());

    bench.add_account(id, "bob", "wrong");
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    assert_eq!(bench.account("bob").state, LoginState::Refused);
    assert_eq!(
        bench.status(id).next.unwrap().id,
        "engine-next-login-failed"
    );
    // Nobody is left to try: it is said what is wrong with the one there is.
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    assert_eq!(
        bench.status(id).next.unwrap().id,
        "engine-next-account-failed"
    );

    bench.add_account(id, "ann", "pw");
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.titles(id), ["Title 0", "Title 1", "Title 2"]);
    assert_eq!(bench.account("ann").state, LoginState::LoggedIn);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_list_that_lost_its_items_has_changed_its_layout() {
    let text = "Words that fill the page so that it is plainly not an empty one. ".repeat(20);
    let site = Site::start(move |ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 5, None),
        ("/", _) => Reply::html(format!("<title>New look</title><p>{text}</p>")),
        _ => five(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
    let status = bench.status(id);
    assert_eq!(status.state, PageState::LayoutChanged);
    assert_eq!(status.next.unwrap().id, "engine-next-layout-changed");
    assert_eq!(bench.records(id).len(), 5);
}

#[test]
fn a_rule_that_cannot_be_read_changes_nothing() {
    let bench = Bench::new();
    bench.send(Command::Site(SiteCommand::Add {
        rule_toml: "[site]\nname = 3\n".to_owned(),
        origin: RuleOrigin::Added,
    }));
    bench.wait(|event| match event {
        Event::CommandFailed { .. } => Some(()),
        _ => None,
    });
    assert!(bench.engine.query().sites().unwrap().is_empty());
}

#[test]
fn a_proxy_cannot_be_called_what_rules_mean_otherwise() {
    let bench = Bench::new();
    for name in ["pool", "None", "always", "tag:x"] {
        bench.send(Command::Proxies(ProxyCommand::Add(ProxyDraft {
            name: name.to_owned(),
            url: "http://127.0.0.1:9".to_owned(),
            user: None,
            password: None,
            traits: ProxyTraits::default(),
        })));
        let message = bench.wait(|event| match event {
            Event::CommandFailed { message } => Some(message),
            Event::PoolsChanged => panic!("{name:?} was taken"),
            _ => None,
        });
        assert_eq!(message.id, "engine-bad-proxy-name", "{name:?}");
    }
}

#[test]
fn a_list_that_comes_for_every_article_is_a_block_whatever_the_rule_asks() {
    let words = "Members of the council met again to talk about the new bridge. ".repeat(9);
    let site = Site::start(move |_| {
        let items: String = (0..9)
            .map(|n| format!("<li><a href='/a{n}'>Article {n}</a> <p>{words}</p></li>"))
            .collect();
        Reply::html(format!("<title>Front</title><ul>{items}</ul>"))
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = \"Test\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nlink = {{ css = \"li a\" }}\n",
        site.url("/")
    ));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    assert_eq!(bench.status(id).state, PageState::SoftBlock);
    assert_eq!(bench.records(id).len(), 0);
}
