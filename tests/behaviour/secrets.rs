//! Secrets planted everywhere a person or a site can put them, and a search of everything that the
//! program writes: files of every kind, also what is compressed inside them, what it prints, and
//! its log at the lowest level.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use crate::command_line::{Bench, output_text};

/// What is planted, by where. All different, so that a leak names its source; with bytes that are
/// written otherwise in addresses and in JSON.
const PROXY: &str = "Pr0xy-pw\"ä77";
const ACCOUNT: &str = "Acc0unt-pw&%77";
const PASSPHRASE: &str = "Passphr4se-of-77";
const TYPED: &str = "Typed-in-url-77";
const SESSION: &str = "S3ssion-c00kie-77";
const LOGIN: &str = "L0gin-t0ken-77";
const BEARER: &str = "B3arer-t0ken-77";
const CSRF: &str = "Csrf-h3ader-77";
const MAIL: &str = "M4il-pw\"77";
const HOOK: &str = "H00k-key-77";
const ALL: [&str; 10] = [
    PROXY, ACCOUNT, PASSPHRASE, TYPED, SESSION, LOGIN, BEARER, CSRF, MAIL, HOOK,
];

/// A site for members, which is its own proxy: it sets cookies, wants a login, and writes what it
/// was sent into its pages and headers, as carelessly made ones do.
fn site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || while answer(&stream).is_some() {});
        }
    });
    address
}

/// Answers one request; `None` at the end.
fn answer(stream: &TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut headers = BTreeMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").and_then(|n| n.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let mut parts = line.split(' ');
    let (method, target) = (parts.next()?, parts.next()?);
    let path = match target.strip_prefix("http://") {
        // Asked as a proxy.
        Some(rest) => match headers.get("proxy-authorization") {
            Some(_) => rest.find('/').map_or("/", |at| &rest[at..]),
            None => "/407",
        },
        None => target,
    };
    let cookie = headers.get("cookie").cloned().unwrap_or_default();
    let answer = page(
        method,
        path,
        &cookie,
        &String::from_utf8_lossy(&body),
        &headers,
    );
    (&*stream).write_all(answer.as_bytes()).ok()
}

fn page(
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
    headers: &BTreeMap<String, String>,
) -> String {
    let member = cookie.contains(LOGIN);
    // A proxy keeps its own password to itself.
    let mut headers = headers.clone();
    headers.remove("proxy-authorization");
    let echo = format!("<!-- cookie {cookie} sent {headers:?} -->");
    let told = format!("X-Csrf-Token: {CSRF}\r\nX-Seen: {cookie}\r\n");
    let mut head = format!("Set-Cookie: sid={SESSION}; Path=/; HttpOnly\r\n{told}");
    let (status, html) = match path {
        "/407" => ("407 Proxy Authentication Required", String::new()),
        "/robots.txt" => ("404 Not Found", String::new()),
        "/" => {
            let items: String = (0..4)
                .map(|n| format!("<article><a href='/a{n}'>Item {n}</a></article>"))
                .collect();
            ("200 OK", format!("<title>List</title>{items}{echo}"))
        }
        "/login" if method == "POST" && body.contains("Acc0unt-pw") => {
            let _ = write!(
                head,
                "Set-Cookie: auth={LOGIN}; Path=/\r\nLocation: /?token={LOGIN}\r\n"
            );
            ("302 Found", String::new())
        }
        path if path.starts_with("/login") => (
            "200 OK",
            "<title>Log in</title><form method=post action=/login><input name=user>\
             <input type=password name=password><input type=submit></form>"
                .to_owned(),
        ),
        // A query may come with the address.
        path if path.starts_with("/?") => ("200 OK", format!("<title>In</title>{echo}")),
        path if path.starts_with("/a") && !member => {
            let _ = write!(head, "Location: /login?next={path}\r\n");
            ("302 Found", String::new())
        }
        path if path.starts_with("/a") => (
            "200 OK",
            format!(
                "<title>Item {path}</title><h1>Item {path}</h1><p>A text about {path}, long enough \
                 to be read and kept by everybody who comes along.</p>{echo}"
            ),
        ),
        _ => ("404 Not Found", "<title>Not here</title>".to_owned()),
    };
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{head}Content-Length: {}\r\n\r\n{html}",
        html.len()
    )
}

fn rule(site: &str, proxy: &str) -> String {
    format!(
        "[site]\nname = \"Members\"\nkind = \"list\"\nstart = [\"{site}/\"]\n\
         [politeness]\ndelay = \"0s\"\n[network]\nproxy = \"{proxy}\"\n\
         [login]\nurl = \"{site}/login\"\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n\
         [content]\nselect = [ {{ css = \"p\" }} ]\n"
    )
}

/// A project with a proxy and an account, and all that was printed on its way.
struct Planted {
    bench: Bench,
    site: String,
    printed: Vec<(String, Vec<u8>)>,
}

impl Planted {
    fn new() -> Self {
        let bench = Bench::new();
        std::fs::create_dir(bench.path("typed")).expect("a folder");
        bench.write("typed/passphrase", PASSPHRASE);
        Self {
            bench,
            site: site(),
            printed: Vec::new(),
        }
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = self.bench.command();
        command
            .args(arguments)
            .env("BOWERBIRD_LOG", "trace")
            .env("RUST_BACKTRACE", "full")
            .env("XDG_STATE_HOME", self.bench.path("state"))
            .env("XDG_CACHE_HOME", self.bench.path("cache"))
            .env("BOWERBIRD_CONFIG_DIR", self.bench.path("config"))
            .env(
                "BOWERBIRD_PASSPHRASE_FILE",
                self.bench.path("typed/passphrase"),
            );
        command
    }

    fn keep(&mut self, arguments: &[&str], output: &Output) {
        let printed = [output.stdout.as_slice(), &output.stderr].concat();
        self.printed.push((arguments.join(" "), printed));
    }

    /// Runs a command in words and in JSON and keeps what it prints; how it ended is not judged.
    fn run(&mut self, arguments: &[&str]) -> Output {
        let mut in_json = vec!["--json"];
        in_json.extend(arguments);
        let output = self.once(&in_json);
        self.once(arguments);
        output
    }

    fn once(&mut self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().expect("it starts");
        self.keep(arguments, &output);
        output
    }

    /// The same with a secret on standard input.
    fn secret(&mut self, arguments: &[&str], secret: &str) {
        let mut child = self
            .command(arguments)
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
        self.keep(arguments, &output);
    }

    fn ok(&mut self, arguments: &[&str]) -> String {
        let output = self.once(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            output_text(&output)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Fails for every secret in what was printed and written.
    fn search(&self) {
        let mut leaks = Vec::new();
        for (command, printed) in &self.printed {
            leaks.extend(found_in(printed).map(|what| format!("printed by `{command}`: {what}")));
        }
        let mut files = 0;
        let mut folders = vec![self.bench.path("")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() && !path.ends_with("typed") {
                    folders.push(path);
                } else if path.is_file() {
                    files += 1;
                    let name = path.display();
                    leaks.extend(
                        leaks_of(&path)
                            .into_iter()
                            .map(|what| format!("{name}: {what}")),
                    );
                }
            }
        }
        assert!(files >= 4, "there is something to search: {files}");
        assert!(leaks.is_empty(), "{}", leaks.join("\n"));
    }
}

/// Secrets in a file: in its bytes, in what is compressed in it, and in the tables of a project.
fn leaks_of(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).expect("a file");
    let mut leaks: Vec<String> = found_in(&bytes).collect();
    let mut inner = Vec::new();
    if flate2::read::MultiGzDecoder::new(bytes.as_slice())
        .read_to_end(&mut inner)
        .is_ok()
    {
        leaks.extend(found_in(&inner));
    }
    // Frames of zstd, wherever they begin, such as the snapshots in a database.
    for at in memchr::memmem::find_iter(&bytes, b"\x28\xb5\x2f\xfd") {
        leaks.extend(found_in(&unpacked(&bytes[at..])));
    }
    if bytes.starts_with(b"SQLite format 3\0") {
        leaks.extend(leaks_of_tables(path));
    }
    leaks
}

/// As much as can be unpacked of what may be a frame.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    if let Ok(decoder) = zstd::Decoder::new(bytes) {
        let _ = decoder.take(4_000_000).read_to_end(&mut plain);
    }
    plain
}

/// The same by the tables, where a value that does not fit into one page of the file is whole.
fn leaks_of_tables(path: &Path) -> Vec<String> {
    let project = rusqlite::Connection::open(path).expect("a project");
    let tables: Vec<String> = project
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
        .and_then(|mut found| found.query_map([], |row| row.get(0))?.collect())
        .expect("tables");
    let mut leaks = Vec::new();
    for table in tables {
        let mut rows = project
            .prepare(&format!("SELECT * FROM \"{table}\""))
            .expect("a table");
        let columns = rows.column_count();
        let mut rows = rows.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            for column in 0..columns {
                let value = row.get_ref(column).expect("a value");
                let bytes = match value {
                    rusqlite::types::ValueRef::Text(b) | rusqlite::types::ValueRef::Blob(b) => b,
                    _ => continue,
                };
                let inner = unpacked(bytes);
                for found in found_in(bytes).chain(found_in(&inner)) {
                    leaks.push(format!("table {table}, column {column}: {found}"));
                }
            }
        }
    }
    leaks
}

/// The secrets in `bytes`, in all the ways in which they are commonly written.
fn found_in(bytes: &[u8]) -> impl Iterator<Item = String> + '_ {
    ALL.into_iter().flat_map(|secret| {
        let percent: String = secret
            .bytes()
            .map(|b| match b {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => char::from(b).to_string(),
                _ => format!("%{b:02X}"),
            })
            .collect();
        let json = serde_json::to_string(secret).expect("JSON");
        let hex: String = secret.bytes().map(|b| format!("{b:02x}")).collect();
        let twice: Vec<u8> = secret.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut ways = vec![
            ("as it is", secret.as_bytes().to_vec()),
            ("percent-encoded", percent.into_bytes()),
            ("in JSON", json.trim_matches('"').as_bytes().to_vec()),
            ("in hexadecimal", hex.into_bytes()),
            ("in UTF-16", twice),
        ];
        // Of Base64 the middle is the same wherever the text begins in a group of three bytes.
        ways.extend((0..3).map(|skip| ("in Base64", base64_core(secret, skip))));
        ways.into_iter()
            .filter(|(_, way)| memchr::memmem::find(bytes, way).is_some())
            .map(move |(how, _)| format!("{secret} {how}"))
    })
}

/// The letters of Base64 (RFC 4648 §4) that stand for `text` alone when `skip` bytes of the group
/// are somebody else's.
fn base64_core(text: &str, skip: usize) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let own = text.as_bytes();
    let own = &own[(3 - skip) % 3..];
    own.chunks_exact(3)
        .flat_map(|group| {
            let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
            [18, 12, 6, 0].map(|shift| LETTERS[(bits >> shift & 63) as usize])
        })
        .collect()
}

#[test]
fn the_search_finds_what_is_there() {
    for text in [
        format!("x{SESSION}y"),
        serde_json::to_string(PROXY).expect("JSON"),
        "Acc0unt-pw%26%2577".to_owned(),
        // `bob:S3ssion-c00kie-77` in Base64.
        "Ym9iOlMzc3Npb24tYzAwa2llLTc3".to_owned(),
    ] {
        assert!(found_in(text.as_bytes()).next().is_some(), "{text}");
    }
    assert_eq!(found_in(b"nothing of the kind").count(), 0);
}

#[test]
fn no_secret_is_in_anything_that_is_written() {
    let mut planted = Planted::new();
    let site = planted.site.clone();
    planted.secret(
        &[
            "proxy",
            "add",
            "gate",
            &site,
            "--user",
            "bob",
            "--secret-stdin",
        ],
        PROXY,
    );
    let file = planted.bench.write("members.toml", &rule(&site, "gate"));
    let file = file.to_string_lossy().into_owned();
    planted.ok(&["site", "add", &file]);
    planted.secret(
        &["account", "add", "Members", "ann", "--secret-stdin"],
        ACCOUNT,
    );
    // A list says the same once more, and has a line that is no account.
    let list = format!("user,password\nann,{ACCOUNT}\n{ACCOUNT}\n");
    planted.bench.write("typed/accounts", &list);
    planted.run(&["account", "import", "Members", "typed/accounts"]);

    planted.ok(&["run", "--progress", "json"]);
    let status = planted.bench.json(&["status"]);
    assert_eq!(
        status["sites"][0]["records"], 4,
        "the login works: {status}"
    );
    assert_eq!(status["accounts"][0]["state"], "logged_in", "{status}");
    // Once more with the cookies kept from before, and with what is kept of the pages.
    planted.run(&["run", "--refresh", "--progress", "plain"]);

    let first = format!("{site}/a0");
    let test = format!("{site}/?x=1");
    for listing in [
        vec!["status"],
        vec!["site", "list"],
        vec!["site", "show", "Members"],
        vec!["proxy", "list"],
        vec!["proxy", "test", "gate", "--url", &test],
        vec!["account", "list"],
        vec!["account", "test", "Members", "ann"],
        vec!["runs"],
        vec!["runs", "1"],
        vec!["schedule", "list"],
        vec!["versions", &first],
        vec!["search", "text"],
        vec!["rule", "history", "Members"],
        vec!["rule", "rerun", "Members", "--dry-run"],
        vec!["rule", "check", &file],
        vec!["rule", "test", &file, "--page", &first],
    ] {
        planted.run(&listing);
    }
    let hook = format!("{site}/hook");
    planted.secret(
        &[
            "alert",
            "tell",
            "--webhook",
            &hook,
            "--secret-stdin",
            "webhook",
        ],
        HOOK,
    );
    planted.secret(
        &[
            "alert",
            "tell",
            "--mail",
            "127.0.0.1:9",
            "--security",
            "none",
            "--user",
            "ann",
            "--from",
            "ann@example.org",
            "--to",
            "ann@example.org",
            "--secret-stdin",
            "mail",
        ],
        MAIL,
    );
    for about in ["list", "test", "history"] {
        planted.run(&["alert", about]);
    }
    for (format, name) in [("csv", "a.csv"), ("jsonl", "a.jsonl")] {
        let out = planted.bench.path(name).to_string_lossy().into_owned();
        planted.ok(&["export", "--format", format, "--out", &out]);
    }
    let out = planted.bench.path("rules").to_string_lossy().into_owned();
    planted.ok(&["site", "export", "--out", &out]);

    // A killed process leaves its log of writes beside the project.
    let mut child = planted
        .command(&["run", "--refresh"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let wal = wal_of(&planted.bench.project());
    let until = Instant::now() + Duration::from_secs(10);
    while !wal.metadata().is_ok_and(|m| m.len() > 0) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("killed");
    child.wait().expect("an end");
    planted.search();
}

fn wal_of(project: &Path) -> PathBuf {
    let mut path = project.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

#[test]
fn what_was_typed_into_an_address_does_not_come_back() {
    let mut planted = Planted::new();
    let host = planted.site.trim_start_matches("http://").to_owned();
    let good = format!("http://ann:{TYPED}@{host}/");
    let nobody = format!("http://ann:{TYPED}@127.0.0.1:9/");
    let no_port = format!("http://ann:{TYPED}@127.0.0.1:99999/");
    let ftp = format!("ftp://ann:{TYPED}@{host}/");
    let out = planted
        .bench
        .path("out.jsonl")
        .to_string_lossy()
        .into_owned();
    let picture = planted.bench.path("out.png").to_string_lossy().into_owned();
    let file = planted
        .bench
        .write("members.toml", &rule(&planted.site, "none"));
    let file = file.to_string_lossy().into_owned();
    planted.ok(&["site", "add", "--yes", &file]);
    let secret_rule = format!(
        "{}\n[network.headers]\nAuthorization = \"Bearer {BEARER}\"\n",
        rule(&planted.site, "none").replace("[network]\nproxy = \"none\"\n", "")
    );
    let wrong = planted.bench.write("typed/wrong.toml", &secret_rule);
    let wrong = wrong.to_string_lossy().into_owned();
    let start = rule(&good, "none");
    let start = planted.bench.write("typed/start.toml", &start);
    let start = start.to_string_lossy().into_owned();
    for address in [&good, &nobody, &no_port, &ftp] {
        for command in [
            vec!["site", "add", address],
            vec!["extract", address],
            vec!["extract", "--rule", &file, address],
            vec!["detect", address],
            vec!["select", "--css", "h1", address],
            vec![
                "crawl",
                address,
                "--out",
                &out,
                "--delay",
                "0s",
                "--max-pages",
                "2",
            ],
            vec!["run", address],
            vec!["versions", address],
            vec!["rule", "test", &file, "--page", address],
        ] {
            planted.once(&command);
        }
    }
    let bare = format!("bob:{TYPED}@127.0.0.1:1");
    let odd = format!("http//bob:{TYPED}@127.0.0.1:1");
    for command in [
        vec!["preview", &good, "--out", &picture],
        vec!["rule", "check", &wrong],
        vec!["rule", "check", &start],
        vec!["site", "add", &wrong],
        vec!["site", "add", &start],
        vec!["proxy", "add", "one", &bare],
        vec!["proxy", "add", "two", &odd],
        vec!["proxy", "add", "three", &ftp],
        vec!["proxy", "list"],
        vec!["no-such-command", &good],
        vec!["status", &good],
    ] {
        planted.run(&command);
    }
    planted.search();
}

#[cfg(unix)]
#[test]
fn the_file_of_secrets_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let mut planted = Planted::new();
    let site = planted.site.clone();
    planted.secret(
        &[
            "proxy",
            "add",
            "gate",
            &site,
            "--user",
            "bob",
            "--secret-stdin",
        ],
        PROXY,
    );
    let mut path = planted.bench.project().into_os_string();
    path.push("-secrets");
    let mode = std::fs::metadata(path)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
    planted.search();
}
