//! Alerts of a project by the command line: raised once, told by webhook and mail, cleared once.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

use crate::command_line::{Bench, output_text};

const KEY: &str = "h00k-key-91";
const PASSWORD: &str = "ma1l-pw-91";

/// A request to the webhook: its head, and its body.
type Posted = (String, String);

/// A site whose list has as many items as the number says, a webhook beside it, and a mail server.
#[derive(Clone, Default)]
struct World {
    items: Arc<AtomicUsize>,
    posted: Arc<Mutex<Vec<Posted>>>,
    mails: Arc<Mutex<Vec<String>>>,
}

impl World {
    fn http(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let world = self.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let world = world.clone();
                std::thread::spawn(move || while world.answer(&stream).is_some() {});
            }
        });
        address
    }

    fn answer(&self, stream: &TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let lines = head.to_ascii_lowercase();
        let length = value(&lines, "content-length").and_then(|n| n.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body).ok()?;
        let path = head.split(' ').nth(1)?;
        let (status, html) = match path {
            // What a service whose key is no longer valid answers, and a room that is entered.
            "/hooks/gone" => (404, String::new()),
            "/_matrix/client/v3/join/%23prices:here" => {
                (200, "{\"room_id\":\"!abc:here\"}".to_owned())
            }
            path if path == "/hook" || path.contains("/hooks/") || path.contains("/rooms/") => {
                let body = String::from_utf8_lossy(&body).into_owned();
                self.posted
                    .lock()
                    .expect("unbroken")
                    .push((head.clone(), body));
                (200, String::new())
            }
            "/" => {
                let count = self.items.load(Ordering::SeqCst);
                let items =
                    (0..count).map(|n| format!("<article><a href='/a{n}'>Item {n}</a></article>"));
                (200, items.collect())
            }
            path if path.starts_with("/a") => {
                let text = format!("<h1>Item {path}</h1><p>A text about {path}.</p>");
                (200, text)
            }
            _ => (404, String::new()),
        };
        let answer = format!(
            "HTTP/1.1 {status} OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{html}",
            html.len()
        );
        (&*stream).write_all(answer.as_bytes()).ok()
    }

    /// A mail server that takes everything from who knows the password. Its port.
    fn smtp(&self) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let mails = Arc::clone(&self.mails);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = take_mail(&stream, &mails);
            }
        });
        port
    }
}

fn value(head: &str, name: &str) -> Option<String> {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    Some(found.1.to_owned())
}

fn take_mail(mut stream: &TcpStream, mails: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    stream.write_all(b"220 here\r\n")?;
    let login = STANDARD.encode(format!("\0robin\0{PASSWORD}"));
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 {
        let word = line.split_whitespace().next().unwrap_or_default();
        let reply: &[u8] = match word.to_ascii_uppercase().as_str() {
            "EHLO" => b"250-here\r\n250 AUTH PLAIN\r\n",
            "AUTH" if line.contains(&login) => b"235 welcome\r\n",
            "AUTH" => b"535 wrong password\r\n",
            "DATA" => {
                stream.write_all(b"354 go on\r\n")?;
                let mut mail = String::new();
                while !mail.ends_with("\r\n.\r\n") && reader.read_line(&mut mail)? > 0 {}
                mails.lock().expect("unbroken").push(mail);
                b"250 taken\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 fine\r\n",
        };
        stream.write_all(reply)?;
        line.clear();
    }
    Ok(())
}

/// Runs with a passphrase, and with `typed` on standard input.
fn run(bench: &Bench, arguments: &[&str], typed: &str) -> Output {
    let mut child = bench
        .command()
        .args(arguments)
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let _ = writeln!(stdin, "{typed}");
    drop(stdin);
    child.wait_with_output().expect("an end")
}

fn ok(bench: &Bench, arguments: &[&str], typed: &str) -> String {
    let output = run(bench, arguments, typed);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        output_text(&output)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn project(world: &World) -> (Bench, String) {
    let (bench, site) = (Bench::new(), world.http());
    bench.write("passphrase", "open sesame");
    let rule = format!(
        "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{site}/\"]\n\
         [politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n\
         [content]\nselect = [ {{ css = \"p\" }} ]\n"
    );
    bench.add(&[("news.toml".to_owned(), rule)]);
    (bench, site)
}

#[test]
fn what_holds_is_told_once_by_webhook_and_mail_and_cleared_once() {
    let world = World::default();
    world.items.store(2, Ordering::SeqCst);
    let (bench, site) = project(&world);
    let (hook, server) = (
        format!("{site}/hook"),
        format!("127.0.0.1:{}", world.smtp()),
    );
    ok(
        &bench,
        &[
            "alert",
            "tell",
            "--webhook",
            &hook,
            "--secret-stdin",
            "webhook",
        ],
        KEY,
    );
    ok(
        &bench,
        &[
            "alert",
            "tell",
            "--mail",
            &server,
            "--security",
            "none",
            "--user",
            "robin",
            "--from",
            "robin@example.org",
            "--to",
            "wren@example.org",
            "--recoveries",
            "on",
            "--secret-stdin",
            "mail",
        ],
        PASSWORD,
    );
    ok(
        &bench,
        &[
            "alert",
            "add",
            "no-new",
            "--threshold",
            "1",
            "--site",
            "News",
        ],
        "",
    );
    let posted = || world.posted.lock().expect("unbroken").clone();
    ok(&bench, &["run"], "");
    assert!(posted().is_empty(), "there were new records");

    ok(&bench, &["run"], "");
    let first = posted();
    assert_eq!(first.len(), 1, "raised");
    let (head, body) = &first[0];
    let (id, at) = (value(head, "webhook-id"), value(head, "webhook-timestamp"));
    let signed = format!("{}.{}.{body}", id.expect("an id"), at.expect("a time"));
    let key = hmac::Key::new(hmac::HMAC_SHA256, KEY.as_bytes());
    let tag = STANDARD.encode(hmac::sign(&key, signed.as_bytes()).as_ref());
    assert_eq!(value(head, "webhook-signature"), Some(format!("v1,{tag}")));
    let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(body["raised"][0]["condition"], "no-new");
    assert_eq!(body["raised"][0]["site"], "News");
    let mails = world.mails.lock().expect("unbroken").clone();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("Subject: Alert for News"), "{}", mails[0]);
    assert!(mails[0].contains("wren@example.org"), "{}", mails[0]);

    ok(&bench, &["run"], "");
    assert_eq!(posted().len(), 1, "told once");
    world.items.store(3, Ordering::SeqCst);
    ok(&bench, &["run"], "");
    let all = posted();
    assert_eq!(all.len(), 2, "cleared");
    let over: serde_json::Value = serde_json::from_str(&all[1].1).expect("JSON");
    assert_eq!(over["cleared"][0]["site"], "News");
    assert!(over["raised"].as_array().is_some_and(Vec::is_empty));

    let history = bench.json(&["alert", "history"]);
    assert_eq!(history.as_array().map(Vec::len), Some(1));
    assert!(history[0]["cleared_at"].is_string(), "{history}");
    let listed = bench.ok(&["alert", "list"]);
    assert!(
        listed.contains("no-new") && listed.contains("News"),
        "{listed}"
    );
    for name in ["test.bower", "test.bower-secrets"] {
        let bytes = std::fs::read(bench.path(name)).unwrap_or_default();
        let leaks = |text: &str| memchr::memmem::find(&bytes, text.as_bytes()).is_some();
        assert!(!leaks(KEY) && !leaks(PASSWORD), "{name}");
    }
}

#[test]
fn messaging_services_show_what_holds_and_their_addresses_stay_secret() {
    const TOKEN: &str = "k3y-of-room-91";
    let world = World::default();
    world.items.store(2, Ordering::SeqCst);
    let (bench, site) = project(&world);
    let host = site.trim_start_matches("http://");
    let add = ["alert", "service", "add"];
    ok(&bench, &add, &format!("mmost://{host}/{TOKEN}"));
    let matrix = format!("matrix://{TOKEN}@{host}/#prices:here");
    let listed = ok(&bench, &add, &matrix);
    assert!(
        listed.contains(&format!("service-1 Mattermost {site}")),
        "{listed}"
    );
    assert!(
        listed.contains(&format!("service-2 Matrix {site}")),
        "{listed}"
    );
    ok(&bench, &["alert", "add", "no-new", "--threshold", "1"], "");
    ok(&bench, &["run"], "");
    ok(&bench, &["run"], "");
    let posted = || world.posted.lock().expect("unbroken").clone();
    let sent = posted();
    assert_eq!(sent.len(), 2, "{sent:?}");
    let of = |word: &str| {
        let found = sent.iter().find(|(head, _)| head.contains(word));
        let (head, body) = found.expect("a message");
        let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
        (head.clone(), body)
    };
    let (head, body) = of("/hooks/");
    assert!(head.starts_with(&format!("POST /hooks/{TOKEN} ")), "{head}");
    assert!(
        body["text"]
            .as_str()
            .is_some_and(|text| text.contains("Alert for News")),
        "{body}"
    );
    let (head, body) = of("/rooms/");
    assert!(
        head.starts_with("PUT /_matrix/client/v3/rooms/!abc:here/send/"),
        "{head}"
    );
    assert_eq!(
        value(&head, "authorization"),
        Some(format!("Bearer {TOKEN}"))
    );
    assert_eq!(body["msgtype"], "m.text");
    ok(&bench, &["run"], "");
    assert_eq!(posted().len(), 2, "told once");

    ok(&bench, &add, &format!("mmost://{host}/gone"));
    let refused = run(&bench, &["alert", "test", "service-3"], "");
    assert_eq!(refused.status.code(), Some(1));
    let words = output_text(&refused);
    assert!(
        words.contains("Mattermost did not accept") && !words.contains("gone"),
        "{words}"
    );
    let unknown = run(&bench, &add, "https://example.org/");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(output_text(&unknown).contains("known messaging service"));
    for name in ["test.bower", "test.bower-wal", "test.bower-secrets"] {
        let bytes = std::fs::read(bench.path(name)).unwrap_or_default();
        assert!(
            memchr::memmem::find(&bytes, TOKEN.as_bytes()).is_none(),
            "{name}"
        );
    }
    let listed = ok(&bench, &["alert", "service", "remove", "1", "3"], "");
    assert!(
        !listed.contains("Mattermost") && listed.contains("Matrix"),
        "{listed}"
    );
}

#[test]
fn new_records_are_told_after_each_run_that_finds_some() {
    let world = World::default();
    world.items.store(2, Ordering::SeqCst);
    let (bench, site) = project(&world);
    let hook = format!("{site}/hook");
    let tell = ["alert", "tell", "--webhook", &hook, "--recoveries", "on"];
    ok(&bench, &tell, "");
    ok(&bench, &["run"], "");
    ok(&bench, &["alert", "add", "new-records"], "");
    let posted = || world.posted.lock().expect("unbroken").clone();
    assert!(posted().is_empty(), "found before it was asked for");

    for (items, told) in [(2, 0), (5, 1), (6, 2), (6, 2)] {
        world.items.store(items, Ordering::SeqCst);
        ok(&bench, &["run"], "");
        assert_eq!(posted().len(), told, "{items} items");
    }
    let first: serde_json::Value = serde_json::from_str(&posted()[0].1).expect("JSON");
    assert_eq!(first["title"], "New records on News");
    let text = first["raised"][0]["text"].as_str().expect("a text");
    assert!(text.contains("3 new records"), "{text}");
    assert!(text.contains("Item /a2"), "{text}");
    assert!(first["cleared"].as_array().is_some_and(Vec::is_empty));
}

#[test]
fn a_test_says_what_came_of_it() {
    let world = World::default();
    let (bench, site) = project(&world);
    bench.fails(1, &["alert", "test"]);
    let server = format!("127.0.0.1:{}", world.smtp());
    let mail = [
        "alert",
        "tell",
        "--mail",
        &server,
        "--security",
        "none",
        "--user",
        "robin",
        "--from",
        "robin@example.org",
        "--to",
        "wren@example.org",
        "--secret-stdin",
        "mail",
    ];
    ok(&bench, &mail, "another password");
    let refused = run(&bench, &["alert", "test", "mail"], "");
    assert_eq!(refused.status.code(), Some(1));
    let words = output_text(&refused);
    assert!(words.contains("wrong password"), "{words}");
    assert!(!words.contains("another password"), "{words}");
    ok(&bench, &mail, PASSWORD);
    ok(&bench, &["alert", "test", "mail"], "");
    ok(
        &bench,
        &["alert", "tell", "--webhook", &format!("{site}/hook")],
        "",
    );
    ok(&bench, &["alert", "test", "webhook"], "");
    ok(
        &bench,
        &["alert", "tell", "--webhook", &format!("{site}/gone")],
        "",
    );
    let gone = run(&bench, &["alert", "test", "webhook"], "");
    assert_eq!(gone.status.code(), Some(1));
    assert!(output_text(&gone).contains("404"), "{}", output_text(&gone));
}

#[test]
fn what_makes_no_sense_is_refused_with_words() {
    let world = World::default();
    let (bench, _) = project(&world);
    bench.fails(2, &["alert", "add", "weather"]);
    bench.fails(1, &["alert", "add", "blocked", "--threshold", "101"]);
    bench.fails(1, &["alert", "set", "7", "--off"]);
    bench.fails(1, &["alert", "tell", "--webhook", "http://a:b@127.0.0.1/"]);
    let clear = bench.fails(
        1,
        &[
            "alert",
            "tell",
            "--mail",
            "mail.example.org",
            "--security",
            "none",
            "--user",
            "a",
            "--from",
            "a@example.org",
            "--to",
            "b@example.org",
        ],
    );
    assert!(clear.contains("STARTTLS"), "{clear}");
    bench.ok(&["alert", "add", "disk"]);
    bench.ok(&["alert", "set", "1", "--threshold", "500", "--off"]);
    let plan = bench.json(&["alert", "list"]);
    assert_eq!(plan["plan"]["rules"][0]["threshold"], 500);
    assert_eq!(plan["plan"]["rules"][0]["enabled"], false);
    bench.ok(&["alert", "remove", "1"]);
    bench.ok(&["alert", "add", "disk"]);
    let plan = bench.json(&["alert", "list"]);
    assert_eq!(plan["plan"]["rules"][0]["id"], 2, "no number twice");
}
