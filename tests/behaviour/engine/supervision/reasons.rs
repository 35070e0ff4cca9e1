//! Whether the reason is the true one, and what is done about it helps: sites that let in one connection at
//! a time, other hosts that refuse, logins, pages that are alike.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bowerbird::engine::ProxyCommand;
use bowerbird::engine::single_page::evidence_page;
use bowerbird::engine::types::{EvidencePlace, PageState, RunEnd, Secret, Verdict};
use bowerbird::logic::messages::english;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list, list_rule};

#[test]
fn a_refusal_of_earlier_is_told_as_one_of_earlier() {
    let is_closed = Arc::new(AtomicBool::new(true));
    let closed = Arc::clone(&is_closed);
    let site = Site::start(move |ask| match ask.path.as_str() {
        _ if closed.load(Ordering::SeqCst) => {
            Reply::status(403, "<title>Access denied</title><h1>Access denied</h1>")
                .with("content-type", "text/html")
        }
        "/" => list(0, 4, None),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    let then = bench.status(id);
    is_closed.store(false, Ordering::SeqCst);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Ok);

    let store = bench.engine.query();
    let page = evidence_page(store, id, &then.url, &status.evidence);
    let page = page.unwrap().expect("the refusal is kept");
    assert_eq!((page.is_evidence, page.status), (true, 403));
    let verdict = page.verdict.expect("a verdict");
    assert_eq!(verdict.state, PageState::Blocked);
    assert_eq!(verdict.evidence, then.evidence);
    assert_eq!(page.found.len(), verdict.evidence.len());
    assert!(!english(&verdict.reason).is_empty());
}

#[test]
fn what_a_list_lacks_is_no_place_of_its_page() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html("<title>Harbour</title><h1>Harbour</h1><li><a href=/a1>One</a></li>"),
        path => article(path),
    });
    let bench = Bench::new();
    let url = site.url("/");
    let id = bench.add(&list_rule(&url, "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let found = |signal: &str| {
        let (state, place) = (PageState::Incomplete, EvidencePlace::Rule);
        let verdict = Verdict::by_signal(state, signal, place, "Harbour");
        let page = evidence_page(bench.engine.query(), id, &url, &verdict.evidence);
        let found = page.unwrap().expect("the list is kept").found.remove(0);
        (
            found.in_text.is_some(),
            found.in_source.is_some(),
            found.element.is_some(),
        )
    };
    assert_eq!(
        found("part-lost"),
        (true, true, true),
        "a quotation of the page"
    );
    assert_eq!(
        found("list-without-items"),
        (false, false, false),
        "its title"
    );
}

/// A site that answers one request at a time and turns the others away.
fn one_at_a_time(articles: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let busy = Arc::new(AtomicUsize::new(0));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let busy = Arc::clone(&busy);
            std::thread::spawn(move || serve(stream, &busy, articles));
        }
    });
    format!("http://{address}/")
}

fn serve(mut stream: TcpStream, busy: &AtomicUsize, articles: usize) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        if header.trim().is_empty() {
            break;
        }
    }
    let path = line.split_whitespace().nth(1)?.to_owned();
    let first = busy.fetch_add(1, Ordering::SeqCst) == 0;
    std::thread::sleep(Duration::from_millis(20));
    let (status, body) = match path.as_str() {
        "/robots.txt" => ("404 Not Found", String::new()),
        _ if !first => ("503 Service Unavailable", "busy".to_owned()),
        "/" => {
            let items: String = (0..articles)
                .map(|n| format!("<li><a href='/a{n}'>Article {n}</a></li>"))
                .collect();
            (
                "200 OK",
                format!("<html><title>List</title><ul>{items}</ul>"),
            )
        }
        _ => (
            "200 OK",
            format!("<html><h1>Title {path}</h1><div class=text><p>Text of {path}.</p></div>"),
        ),
    };
    busy.fetch_sub(1, Ordering::SeqCst);
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).ok()
}

#[test]
fn a_site_of_one_connection_at_a_time_is_asked_one_at_a_time() {
    let start = one_at_a_time(24);
    let bench = Bench::new();
    let id = bench.add(&list_rule(&start, "delay = '0s'\nconcurrency = 6"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 24);
    let store = bench.engine.query();
    let known = store.supervision(id).unwrap().unwrap();
    assert_eq!((known.memory.at_once, known.memory.slowdown), (Some(1), 0));
}

#[test]
fn the_host_that_refused_is_named_and_not_the_one_that_led_there() {
    let other = Site::whole("127.0.0.2:0", |ask| match ask.path.as_str() {
        "/robots.txt" => Reply::status(404, ""),
        _ => Reply::status(403, "no").with("content-type", "text/html"),
    });
    let there = other.url("/x");
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => list(0, 9, None),
        "/a1" | "/a2" | "/a3" | "/a4" => Reply::redirect(&there),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        ended.end,
        RunEnd::Incomplete,
        "another host's door: {ended:?}"
    );
    assert_eq!(bench.records(id).len(), 5);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Incomplete);
    let reason = english(&status.reason);
    assert!(reason.contains("127.0.0.2"), "{reason}");

    let led = other.url("/x");
    let front = Site::start(move |_| Reply::redirect(&led));
    let rule = list_rule(&front.url("/"), "delay = '0s'").replace("Test", "Front");
    let id = bench.add(&rule);
    bench.run(id);
    let reason = english(&bench.status(id).reason);
    assert!(reason.contains("127.0.0.2"), "{reason}");
}

#[test]
fn the_same_login_for_all_articles_is_asked_for_a_few_times() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 80, None),
        path if path.starts_with("/login") => Reply::html(
            "<form method=post action=/login><input name=user><input type=password name=pw></form>",
        ),
        path => Reply::redirect(&format!("/login?next={path}")),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    let asked = (0..80)
        .filter(|n| site.asked(&format!("/a{n}")) > 0)
        .count();
    assert!((3..=12).contains(&asked), "{asked}");
    assert_eq!(bench.status(id).state, PageState::LoginRequired);
    assert!(ended.progress.queued > 60, "{ended:?}");
}

#[test]
fn articles_behind_members_only_ones_are_still_collected() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 40, None),
        path if path.starts_with("/login") => Reply::html("<form><input type=password></form>"),
        path => match path.strip_prefix("/a").and_then(|n| n.parse::<u32>().ok()) {
            Some(n) if n < 20 => Reply::redirect(&format!("/login?next={path}")),
            _ => article(path),
        },
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.run(id);
    assert_eq!(bench.records(id).len(), 20);
}

#[test]
fn empty_days_of_a_calendar_are_no_block() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => {
            let days: String = (1..=20)
                .map(|day| format!("<a href='/day/{day}'>{day}</a>"))
                .collect();
            let articles: String = (0..20)
                .map(|n| format!("<a href='/a{n}'>{n}</a>"))
                .collect();
            Reply::html(format!("<title>Front</title><p>{articles}<p>{days}"))
        }
        path if path.starts_with("/day/") => Reply::html(
            "<title>Calendar</title><h2>Calendar</h2><p>Nothing happens on this day.</p>",
        ),
        path => article(path),
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Test\"\nkind = \"crawl\"\nstart = [\"{}\"]\n[politeness]\n\
         delay = \"0s\"\n[crawl]\nrecords = ['/a\\d+$']\n[[field]]\nname = \"title\"\n\
         select = [{{ css = \"h1\" }}]\nrequired = true\n",
        site.url("/")
    );
    let id = bench.add(&rule);
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_blocked),
        (RunEnd::Finished, 0),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 20);
}

#[test]
fn nobody_is_sent_for_a_proxy_who_is_refused_by_name() {
    let site = Site::start(|ask| match ask.header("user-agent").contains("python") {
        true => Reply::status(403, "no").with("content-type", "text/html"),
        false => list(0, 1, None),
    });
    let bench = Bench::new();
    let rule = list_rule(
        &site.url("/"),
        "delay = '0s'\n[network]\nuser_agent = \"python-requests/2\"",
    );
    let id = bench.add(&rule);
    bench.run(id);
    let next = bench.status(id).next.unwrap();
    assert_eq!(next.id, "engine-next-blocked-agent");
    assert!(!english(&next).contains("proxy"));
}

#[test]
fn the_password_of_a_proxy_can_be_changed() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 2, None),
        path => article(path),
    });
    let exit = crate::engine::support::proxy_servers::socks("ann", "new");
    let bench = Bench::new();
    bench.order(ProxyCommand::Add(bowerbird::engine::ProxyDraft {
        name: "exit".to_owned(),
        url: exit.url.clone(),
        user: Some("ann".to_owned()),
        password: Some(Secret::new("old")),
        traits: Default::default(),
    }));
    let id = bench.add(&list_rule(
        &site.url("/"),
        "delay = '0s'\nretries = 0\n[network]\nproxy = \"exit\"",
    ));
    bench.run(id);
    assert_eq!(bench.records(id).len(), 0);
    bench.order(ProxyCommand::SetPassword {
        proxy: bench.proxy("exit").id,
        user: None,
        password: Secret::new("new"),
    });
    bench.run(id);
    assert_eq!(bench.records(id).len(), 2);
}
