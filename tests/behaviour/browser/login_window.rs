//! Logging in by hand: a window of the browser for a person, whose cookies become an account's.
//! Needs a browser that draws windows; without one the test is skipped, with a word.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use bowerbird::io::browser::{locate, usual_browser_with_window};

use crate::command_line::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::real_window::display::Display;
use crate::real_window::input::Hands;

/// Longest wait for anything; never reached when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// A site that lets in whoever has been at its door.
fn site() -> Site {
    Site::start(|ask| {
        let is_member = ask.header("cookie").contains("member=m1");
        match ask.path.as_str() {
            "/login" => Reply::html("<title>Log in</title><input type=password>")
                .with("set-cookie", "member=m1; Path=/; HttpOnly"),
            _ if !is_member => Reply::redirect("/login"),
            _ => Reply::html(format!(
                "<html><head><title>Members</title></head><body><article><h1>News for members</h1>\
                <p>{}</p></article></body></html>",
                "Only members read this. ".repeat(20)
            )),
        }
    })
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The command that opens the window, with its words in a file.
fn log_in(bench: &Bench, display: &Display, user: &str) -> Child {
    let words = fs::File::create(bench.path("words")).expect("a file");
    bench
        .command()
        .args(["account", "login", "Members", user])
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .env("DISPLAY", display.name())
        .env_remove("WAYLAND_DISPLAY")
        .stdout(words.try_clone().expect("a file"))
        .stderr(words)
        .stdin(Stdio::null())
        .spawn()
        .expect("the program starts")
}

#[test]
fn what_a_person_did_in_the_window_lets_the_next_run_in() {
    if locate_with_a_window().is_none() {
        return;
    }
    let (bench, site, display) = (Bench::new(), site(), Display::start());
    fs::write(bench.path("passphrase"), "a passphrase of the test").expect("written");
    let rule = format!(
        "[site]\nname = 'Members'\nkind = 'pages'\nstart = ['{}']\n",
        site.url("/")
    );
    bench.add(&[("members.toml".to_owned(), rule)]);
    let refused = bench.run(&["run", "Members"]);
    assert!(!refused.status.success());

    // The person sees the login page, which lets them in, and closes the window.
    let mut command = log_in(&bench, &display, "me");
    let doors = site.asked("/login");
    until("the login page is shown", || site.asked("/login") > doors);
    let mut hands = Hands::on(display.name());
    until("there is a window", || hands.take_window());
    let words = || fs::read_to_string(bench.path("words")).unwrap_or_default();
    until("it says what to do", || words().contains("127.0.0.1"));
    std::thread::sleep(Duration::from_millis(1_500));
    hands.with_ctrl('w');
    until("the command ends", || {
        command.try_wait().expect("a child").is_some()
    });
    let status = command.wait().expect("ended");
    assert!(status.success(), "{}", words());

    let output = bench
        .command()
        .args(["run", "Members"])
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        bench
            .ok(&["search", "members"])
            .contains("News for members")
    );

    // Another user begins as a visitor, not as the first one.
    let doors = site.asked("/login");
    let mut command = log_in(&bench, &display, "other");
    until("the other user is asked to log in", || {
        site.asked("/login") > doors
    });
    let _ = command.kill();
    let _ = command.wait();
}

/// A browser with windows, if this machine has one.
pub(super) fn locate_with_a_window() -> Option<()> {
    let found = locate(None).ok().and_then(|_| usual_browser_with_window());
    if found.is_none() {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: no browser that draws windows");
        }
    }
    found.map(|_| ())
}
