//! What a server may set: cookies within the limits of browsers, for its own sites only. One that sets very
//! many and large ones hurts neither its own next answer nor what is kept with an account.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Ask, Reply, Site};

/// Bytes of a `Cookie` line from which common servers refuse a request.
const TOO_LONG: usize = 16 * 1024;

/// A rule of a list on `start`, with further sections.
fn rule(start: &str, more: &str) -> String {
    format!(
        "[site]\nname = \"Forum\"\nkind = \"list\"\nstart = [\"{start}\"]\n\
         [politeness]\ndelay = \"0s\"\nconcurrency = 1\nretries = 0\n{more}\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n\
         [content]\ngeneric = false\nselect = [{{ css = \"p\" }}]\n"
    )
}

fn list(links: &[&str]) -> String {
    let link = |address: &&str| format!("<li><a href='{address}'>An item</a></li>");
    format!(
        "<title>List</title><ul>{}</ul>",
        links.iter().map(link).collect::<String>()
    )
}

/// The answer with so many cookies of 900 bytes, called `prefix0`, `prefix1` and so on.
fn with_cookies(reply: Reply, prefix: &str, count: usize) -> Reply {
    let value = "v".repeat(900);
    (0..count).fold(reply, |reply, number| {
        reply.with("set-cookie", &format!("{prefix}{number}={value}; Path=/"))
    })
}

fn item(ask: &Ask) -> Reply {
    if ask.header("cookie").len() > TOO_LONG {
        return Reply::status(431, "Request Header Fields Too Large");
    }
    Reply::html(format!(
        "<h1>Item {}</h1><p>{}</p>",
        ask.path,
        cookies_of(ask.header("cookie"))
    ))
}

/// The cookies of a line, those of 900 bytes left out.
fn cookies_of(line: &str) -> String {
    let pairs = line.split("; ").filter(|pair| pair.len() < 100);
    pairs.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_page_that_sets_too_many_cookies_leaves_the_next_one_in_reach() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => with_cookies(Reply::html(list(&["/a", "/b"])), "large", 60)
            .with("set-cookie", &format!("huge={}", "h".repeat(5_000)))
            .with("set-cookie", "last=kept; Path=/"),
        _ => item(ask),
    });
    let bench = Bench::new();
    bench.add(&[("forum.toml".to_owned(), rule(&site.url("/"), ""))]);
    let said = bench.ok(&["run", "Forum"]);
    let records = records(&bench);
    // The youngest goes along, one that no browser takes does not.
    for title in ["Item /a", "Item /b"] {
        let cookies = records.get(title).map(String::as_str);
        assert_eq!(cookies, Some("last=kept"), "{records:?}: {said}");
    }
}

#[test]
fn a_cookie_that_is_renewed_or_ended_counts_as_it_was_said_last() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html(list(&["/a", "/b", "/c"]))
            .with("set-cookie", "turn=first; Path=/")
            .with("set-cookie", "gone=yes; Path=/"),
        "/a" => item(ask).with("set-cookie", "turn=second; Path=/"),
        "/b" => item(ask).with("set-cookie", "gone=; Path=/; Max-Age=0"),
        _ => item(ask),
    });
    let bench = Bench::new();
    bench.add(&[("forum.toml".to_owned(), rule(&site.url("/"), ""))]);
    bench.ok(&["run", "Forum"]);
    let records = records(&bench);
    assert_eq!(records["Item /a"], "turn=first; gone=yes");
    assert_eq!(records["Item /b"], "gone=yes; turn=second");
    assert_eq!(records["Item /c"], "turn=second");
}

/// The text of each record by its title.
fn records(bench: &Bench) -> HashMap<String, String> {
    let out = bench.path("records.jsonl");
    bench.ok(&["export", "--out", &out.display().to_string()]);
    let lines = std::fs::read_to_string(&out).expect("records");
    let record = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| record[name].as_str().unwrap_or_default().trim().to_owned();
        (text("title"), text("text"))
    };
    lines.lines().map(record).collect()
}

#[test]
fn what_is_kept_with_an_account_stays_small_however_often_the_site_sets_more() {
    let form =
        "<form method=post action=/in><input name=user><input type=password name=pass></form>";
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html(list(&["/a"])),
        "/login" => Reply::html(form),
        // New names each time.
        "/in" => with_cookies(Reply::redirect("/"), &format!("n{}x", ask.before), 60)
            .with("set-cookie", "member=m-77; Path=/; HttpOnly"),
        _ if !ask.header("cookie").contains("member=m-77") => Reply::redirect("/login"),
        _ => item(ask),
    });
    let bench = Bench::new();
    let login = format!("[login]\nurl = \"{}\"\nalways = true\n", site.url("/login"));
    bench.write("pass", "a passphrase of 77\n");
    let file = bench.write("forum.toml", &rule(&site.url("/"), &login));
    let run = |arguments: &[&str], secret: &str| {
        let mut child = bench
            .command()
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("pass"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("standard input");
        writeln!(stdin, "{secret}").expect("written");
        drop(stdin);
        let output = child.wait_with_output().expect("an end");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            output_text(&output)
        );
        output_text(&output)
    };
    run(&["site", "add", "--yes", &file.to_string_lossy()], "");
    run(
        &["account", "add", "Forum", "ann", "--secret-stdin"],
        "Pw-Of-Ann-77",
    );
    let secrets = format!("{}-secrets", bench.project().display());
    let size = || std::fs::metadata(&secrets).expect("secrets").len();
    for _ in 0..4 {
        run(&["account", "test", "Forum", "ann"], "");
        // Fifty cookies of a domain, a little around each.
        assert!(size() < 200 * 1024, "{} bytes", size());
    }
    run(&["run", "Forum"], "");
    assert!(bench.ok(&["search", "Item"]).contains("/a"));
}

/// A proxy that answers for every host itself, and keeps host, path and cookies of what it is asked.
fn every_host(answer: fn(&str) -> (&'static str, String)) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let kept = Arc::clone(&kept);
            std::thread::spawn(move || serve(&stream, &kept, answer));
        }
    });
    (address, seen)
}

fn serve(
    stream: &TcpStream,
    kept: &Mutex<Vec<String>>,
    answer: fn(&str) -> (&'static str, String),
) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let target = line
        .split(' ')
        .nth(1)?
        .trim_start_matches("http://")
        .to_owned();
    let (mut cookies, mut length) = (String::new(), 0);
    while !line.trim().is_empty() {
        line.clear();
        reader.read_line(&mut line).ok()?;
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("cookie") => {
                cookies = value.trim().to_owned();
            }
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?;
            }
            _ => {}
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    kept.lock()
        .expect("unbroken")
        .push(format!("{target} {cookies}"));
    let (head, page) = answer(&target);
    let answer = format!(
        "HTTP/1.1 200 OK\r\n{head}Content-Type: text/html\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{page}",
        page.len()
    );
    (&*stream).write_all(answer.as_bytes()).ok()
}

#[test]
fn no_cookie_is_set_for_the_sites_of_others() {
    let (proxy, seen) = every_host(|target| match target {
        "a.co.uk/" => (
            "Set-Cookie: all=1; Domain=co.uk; Path=/\r\n\
             Set-Cookie: other=1; Domain=b.co.uk; Path=/\r\n\
             Set-Cookie: sub=1; Domain=.a.co.uk; Path=/\r\n\
             Set-Cookie: own=1\r\n",
            list(&["http://b.co.uk/x", "http://www.a.co.uk/y", "/z"]),
        ),
        other if other.ends_with("/robots.txt") => ("", String::new()),
        other => ("", format!("<h1>{other}</h1><p>A text.</p>")),
    });
    let bench = Bench::new();
    let rule = rule("http://a.co.uk/", "[network]\nproxy = \"way\"\n");
    bench.add(&[("forum.toml".to_owned(), rule)]);
    bench.ok(&["proxy", "add", "way", &proxy]);
    let said = bench.ok(&["run", "Forum"]);
    let seen = seen.lock().expect("unbroken").clone();
    let cookies = |target: &str| {
        let asked = seen.iter().find_map(|line| line.strip_prefix(target));
        let asked = asked.unwrap_or_else(|| panic!("{target} in {seen:?}: {said}"));
        asked.trim().to_owned()
    };
    assert_eq!(cookies("b.co.uk/x"), "");
    assert_eq!(cookies("www.a.co.uk/y"), "sub=1");
    assert_eq!(cookies("a.co.uk/z"), "sub=1; own=1");
}
