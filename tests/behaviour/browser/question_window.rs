//! A run that waits for a person, who answers in a real browser window: what the site hands out there
//! is kept with the site's own session. Needs a browser that draws windows; without one the tests are
//! skipped, with a word.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use bowerbird::engine::project;
use jiff::{SignedDuration, Timestamp};

use super::login_window::locate_with_a_window;
use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Reply, Site, start_proxy};
use crate::engine::{article, list, list_rule};
use crate::real_window::display::Display;
use crate::real_window::input::Hands;

/// Longest wait for anything; never reached when all is well.
const PATIENCE: Duration = Duration::from_secs(90);

/// What the page hands to whoever presses its button.
const PASS: &str = "pass-3f9a61c2";

/// The question, whose button fills the page.
fn question() -> Reply {
    let page = format!(
        "<title>Just a moment...</title><h1>Are you a person?</h1><button id=b style='position:fixed;inset:0;\
         width:100%'>Yes</button><script>b.onclick = () => {{\
         document.cookie = 'clearance={PASS}; path=/'; document.cookie = 'wall=; path=/; max-age=0'; \
         location.reload(); }};</script>"
    );
    Reply::status(403, page)
        .with("content-type", "text/html")
        .with("cf-mitigated", "challenge")
        .with("set-cookie", "wall=w1; Path=/")
}

/// Whether a visitor must answer first: what the question set is gone once it is answered.
fn is_asked(cookies: &str) -> bool {
    !cookies.contains(PASS) || cookies.contains("wall=")
}

/// A site whose third list asks; it lets in one name of a visitor only, and nobody past the proxy.
fn site(by_proxy: bool) -> Site {
    Site::start(move |ask| match ask.path.as_str() {
        _ if ask.through_proxy() != by_proxy => Reply::status(404, "nobody"),
        "/" => list(0, 2, Some("/p2")),
        "/p2" => list(2, 4, Some("/p3")),
        "/p3" | "/a4" if is_asked(ask.header("cookie")) => question(),
        "/p3" if ask.header("user-agent").contains("Chrome") => question(),
        "/p3" => list(4, 6, None),
        path => article(path),
    })
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A command that goes on, with its words in a file.
fn begin(bench: &Bench, arguments: &[&str], display: &Display) -> Child {
    let words = fs::File::create(bench.path("words")).expect("a file");
    bench
        .command()
        .args(arguments)
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .env("DISPLAY", display.name())
        .env_remove("WAYLAND_DISPLAY")
        .stdout(words.try_clone().expect("a file"))
        .stderr(words)
        .stdin(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn prepared(site: &Site, network: &str) -> Bench {
    let bench = Bench::new();
    fs::write(bench.path("passphrase"), "a passphrase of the test").expect("written");
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let rule = format!("{rule}[supervise]\nactions = []\n{network}");
    bench.add(&[("test.toml".to_owned(), rule)]);
    bench
}

/// Presses the button in the window, and closes it once the site let the person in.
fn answer(site: &Site, display: &Display, before: usize) {
    let mut hands = Hands::on(display.name());
    until("there is a window", || hands.has_window());
    until("the page asks", || site.asked("/p3") > before);
    std::thread::sleep(Duration::from_millis(1_500));
    assert!(hands.take_window());
    until("the button is pressed", || {
        hands.click([500.0, 600.0]);
        std::thread::sleep(Duration::from_millis(500));
        site.asked("/p3") > before + 1
    });
    std::thread::sleep(Duration::from_millis(1_500));
    hands.with_ctrl('w');
}

#[test]
fn what_a_person_answers_in_the_window_lets_the_run_go_on() {
    if locate_with_a_window().is_none() {
        return;
    }
    let (site, display) = (site(false), Display::start());
    let bench = prepared(&site, "");
    let mut run = begin(&bench, &["run", "Test", "--wait-for-person=3m"], &display);
    let words = || fs::read_to_string(bench.path("words")).unwrap_or_default();
    until("it says how to answer", || {
        words().contains("bowerbird answer")
    });
    assert_eq!(site.asked("/p3"), 1);

    // Another process reads what is asked, and has the window opened.
    let status = bench.json(&["status"]);
    let question = &status["sites"][0]["question"];
    assert_eq!(question["url"], site.url("/p3"));
    assert_eq!(question["state"], "challenge");
    assert_eq!(status["sites"][0]["supervision"]["phase"], "needs_you");
    bench.ok(&["answer", "Test"]);
    // An open window gives time.
    let left = || {
        let question = &bench.json(&["status"])["sites"][0]["question"];
        let at = |key: &str| {
            question[key]
                .as_str()
                .and_then(|at| at.parse::<Timestamp>().ok())
        };
        at("since")
            .zip(at("until"))
            .map(|(since, until)| until.duration_since(since))
    };
    until("the run waits longer", || {
        left().is_some_and(|left| left >= SignedDuration::from_mins(10))
    });
    answer(&site, &display, 1);
    until("the run ends", || {
        run.try_wait().expect("a child").is_some()
    });
    let status = run.wait().expect("ended");
    assert!(status.success(), "{}", words());
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], 6);
    for path in ["/", "/p2", "/a0", "/a1", "/a2", "/a3", "/a4", "/a5"] {
        assert_eq!(site.asked(path), 1, "{path}");
    }
    // Once to meet the question, twice in the window, once with the answer.
    assert_eq!(site.asked("/p3"), 4);

    // The next process is let in with it; nobody else can read it.
    let output = bench
        .command()
        .args(["run", "Test", "--page"])
        .arg(site.url("/a4"))
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(site.asked("/a4"), 2);
    let project = fs::read(bench.project()).expect("the project");
    let holds = |bytes: &[u8]| {
        bytes
            .windows(PASS.len())
            .any(|part| part == PASS.as_bytes())
    };
    assert!(!holds(&project) && !words().contains(PASS) && !said.contains(PASS));
}

#[test]
fn a_run_that_was_killed_while_it_waited_asks_again_through_its_proxy() {
    if locate_with_a_window().is_none() {
        return;
    }
    let (site, display) = (site(true), Display::start());
    // Its only way out, which the window takes too: the site knows nobody who comes another way.
    let bench = prepared(&site, "[network]\nproxy = 'way out'\n");
    bench.ok(&["proxy", "add", "way out", &start_proxy()]);
    let mut run = begin(&bench, &["run", "Test", "--wait-for-person=2h"], &display);
    let words = || fs::read_to_string(bench.path("words")).unwrap_or_default();
    until("it waits", || words().contains("bowerbird answer"));
    run.kill().expect("killed");
    let _ = run.wait();
    // What is asked can still be answered.
    let status = bench.json(&["status"]);
    assert_eq!(status["sites"][0]["question"]["url"], site.url("/p3"));

    // Without a run, the command starts one that meets the question, and shows it.
    let mut run = begin(&bench, &["answer", "Test"], &display);
    answer(&site, &display, 2);
    until("the run ends", || {
        run.try_wait().expect("a child").is_some()
    });
    let status = run.wait().expect("ended");
    assert!(status.success(), "{}", words());
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], 6);
    assert_eq!(site.asked("/p2"), 1);
    // Each run met it once, the window twice, and one had the answer.
    assert_eq!(site.asked("/p3"), 5);
    for path in ["/a0", "/a1", "/a2", "/a3", "/a4", "/a5"] {
        assert_eq!(site.asked(path), 1, "{path}");
    }
}

#[test]
fn what_was_answered_for_an_account_is_kept_with_it() {
    if locate_with_a_window().is_none() {
        return;
    }
    // Whoever is no member sees nothing at all.
    let site = Site::start(|ask| {
        let cookies = ask.header("cookie").to_owned();
        match ask.path.as_str() {
            _ if !cookies.contains("member=m1") => Reply::status(404, "nobody"),
            "/" => list(0, 2, Some("/p3")),
            "/p3" | "/a4" if is_asked(&cookies) => question(),
            "/p3" => list(4, 6, None),
            path => article(path),
        }
    });
    let display = Display::start();
    let bench = prepared(&site, "");
    let brought = bench.write("cookies.txt", "Cookie: member=m1\n");
    let output = bench
        .command()
        .args(["account", "cookies", "Test", "me"])
        .arg(&brought)
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", output_text(&output));

    let mut run = begin(&bench, &["answer", "Test"], &display);
    answer(&site, &display, 1);
    until("the run ends", || {
        run.try_wait().expect("a child").is_some()
    });
    assert!(run.wait().expect("ended").success());
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], 4);
    assert_eq!(site.asked("/p3"), 4);
    // Nobody knows how long the login lasts: none of its cookies has an end.
    let stored = project::read(&bench.project()).expect("a project");
    let accounts = stored.accounts().expect("accounts");
    assert_eq!(accounts[0].cookies_until, None);

    // The next process has both: what made it a member, and what the person answered.
    let output = bench
        .command()
        .args(["run", "Test", "--page"])
        .arg(site.url("/a4"))
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", output_text(&output));
    assert_eq!((site.asked("/p3"), site.asked("/a4")), (4, 2));
}

#[test]
fn a_run_whose_login_failed_goes_on_as_a_member_after_a_login_by_hand() {
    if locate_with_a_window().is_none() {
        return;
    }
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 2, Some("/p3")),
        path if path.starts_with("/login") => Reply::html(format!(
            "<title>Log in</title><h1>Log in</h1><form method=post action='/login'><input name=user>\
             <input type=password name=pass></form><button id=b style='position:fixed;inset:0;\
             width:100%'>Log in</button><script>b.onclick = () => {{\
             document.cookie = 'clearance={PASS}; path=/'; location = '/p3'; }};</script>"
        )),
        "/p3" if !ask.header("cookie").contains(PASS) => Reply::redirect("/login?next=p3"),
        "/p3" => list(4, 6, None),
        path => article(path),
    });
    let display = Display::start();
    let login = format!("[login]\nurl = '{}'\nalways = true\n", site.url("/login"));
    let bench = prepared(&site, &login);
    let mut adding = bench
        .command()
        .args(["account", "add", "Test", "ann", "--secret-stdin"])
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = adding.stdin.take().expect("piped");
    input.write_all(b"wrong\n").expect("written");
    drop(input);
    assert!(adding.wait().expect("ended").success());

    let mut run = begin(&bench, &["answer", "Test"], &display);
    answer(&site, &display, 1);
    until("the run ends", || {
        run.try_wait().expect("a child").is_some()
    });
    let words = fs::read_to_string(bench.path("words")).unwrap_or_default();
    assert!(run.wait().expect("ended").success(), "{words}");
    assert!(!words.contains("public content"), "{words}");
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], 4);
}
