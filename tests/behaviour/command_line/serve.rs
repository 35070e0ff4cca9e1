//! `serve`: what other programs get over a real connection, and what they do not get; the Model Context
//! Protocol as its other side sees it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use bowerbird::io::store::{RecordFilter, Store};
use bowerbird::logic::sources::feed;
use serde_json::{Value, json};

use crate::command_line::{Bench, changes, exports};
use crate::texts::fixed_part;

const SECRET: &str = "hunter2-hunter2";

/// A running server of a project with three records, one saved search, and an account.
struct Served {
    bench: Bench,
    child: Child,
    address: String,
    token: String,
}

impl Served {
    fn start() -> Self {
        let bench = exports::collected();
        let store = Store::open(&bench.project()).expect("the project");
        let filter = RecordFilter {
            search: Some("天气".to_owned()),
            ..RecordFilter::default()
        };
        store
            .save_search("天气 & more/less", Some(&filter))
            .expect("a saved search");
        drop(store);
        bench.write("passphrase", "correct horse\n");
        bench.write("list", &format!("ann:{SECRET}\n"));
        let mut command = bench.command();
        let added = command
            .args(["account", "import", "News", "list"])
            .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"))
            .output();
        assert!(added.expect("it runs").status.success());
        Self::of(bench)
    }

    /// A server of a project, with a token in a file.
    fn of(bench: Bench) -> Self {
        let arguments = [
            "--json",
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--token-file",
            "token",
        ];
        let mut child = bench
            .command()
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut told = BufReader::new(child.stdout.take().expect("standard output"));
        let mut text = String::new();
        while serde_json::from_str::<Value>(&text).is_err() {
            assert_ne!(told.read_line(&mut text).expect("a line"), 0, "{text}");
        }
        let told: Value = serde_json::from_str(&text).expect("JSON");
        let address = told["address"].as_str().expect("an address");
        let address = address
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned();
        let token = std::fs::read_to_string(bench.path("token")).expect("the token");
        Self {
            bench,
            child,
            address,
            token: token.trim().to_owned(),
        }
    }

    /// The status, the head and the content of the answer to a request with these lines.
    fn ask(&self, request: &str, headers: &[String]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let limit = Some(Duration::from_secs(20));
        stream.set_read_timeout(limit).expect("a limit");
        let head = format!("{request} HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n"));
        // A server that has enough closes before all is written.
        let _ = stream.write_all(head.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let head = head.to_ascii_lowercase();
        (status.unwrap_or_default(), head, body.to_owned())
    }

    fn usual(&self) -> Vec<String> {
        vec![
            format!("Host: {}", self.address),
            format!("Authorization: Bearer {}", self.token),
            "Connection: close".to_owned(),
        ]
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.ask(&format!("GET {path}"), &self.usual());
        (status, body)
    }

    fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_whoever_has_the_token_and_asks_by_a_name_of_this_machine_gets_an_answer() {
    let served = Served::start();
    assert_eq!(served.token.len(), 64, "{}", served.token);
    let with = |changed: &[&str]| {
        let names: Vec<&str> = changed
            .iter()
            .filter_map(|line| line.split(':').next())
            .collect();
        let mut headers = served.usual();
        headers.retain(|line| !names.contains(&line.split(':').next().unwrap_or_default()));
        headers.extend(
            changed
                .iter()
                .filter(|line| !line.ends_with(':'))
                .map(|line| (*line).to_owned()),
        );
        served.ask("GET /records", &headers)
    };
    assert_eq!(with(&[]).0, 200);
    for (refused, status) in [
        (["Authorization:"].as_slice(), 401),
        (&["Authorization: Bearer 0000"], 401),
        (&["Host: evil.example"], 403),
        (&["Host:"], 403),
        (&["Origin: https://evil.example"], 403),
        (&["Sec-Fetch-Site: cross-site"], 403),
        (&["Host: evil.example", "Authorization:"], 403),
    ] {
        let (told, head, body) = with(refused);
        assert_eq!(told, status, "{refused:?} {body}");
        assert!(!body.contains("标题"), "{body}");
        assert!(!head.contains("access-control"), "{head}");
    }
    let (_, head, _) = with(&[]);
    assert!(!head.contains("access-control"), "{head}");
    assert!(
        head.contains("nosniff") && head.contains("no-store"),
        "{head}"
    );
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"] {
        let (status, _, _) = served.ask(&format!("{method} /records"), &served.usual());
        assert_eq!(status, 405, "{method}");
    }
    // More than a head may have.
    let mut long = served.usual();
    long.push(format!("X-Long: {}", "x".repeat(100_000)));
    assert!(matches!(served.ask("GET /records", &long).0, 0 | 431));
    let mut many = served.usual();
    many.extend((0..200).map(|n| format!("X-{n}: y")));
    assert!(matches!(served.ask("GET /records", &many).0, 0 | 431));
    assert_eq!(served.get("/records").0, 200, "it goes on");
}

#[test]
fn records_come_in_pages_that_join_to_all_of_them_also_while_some_are_added() {
    let served = Served::start();
    let first = served.json("/records?limit=2");
    assert_eq!(first["records"].as_array().map(Vec::len), Some(2));
    let cursor = first["next_cursor"]
        .as_str()
        .expect("another page")
        .to_owned();
    // Another process owns the project and stores a record meanwhile.
    served.bench.ok(&[
        "record",
        "add",
        "http://127.0.0.1/by-hand",
        "--site",
        "News",
        "--set",
        "title=By hand",
    ]);
    let second = served.json(&format!("/records?limit=2&text=true&cursor={cursor}"));
    assert_eq!(second["next_cursor"], Value::Null);
    let titles = |page: &Value| -> Vec<String> {
        let records = page["records"].as_array().expect("records");
        let title = |record: &Value| record["title"].as_str().unwrap_or_default().to_owned();
        records.iter().map(title).collect()
    };
    let mut both = titles(&first);
    both.extend(titles(&second));
    both.sort();
    assert_eq!(both, ["标题 0", "标题 1", "标题 2"]);
    let record = &second["records"][0];
    assert!(
        record["text"]
            .as_str()
            .is_some_and(|text| text.contains("天气")),
        "{record}"
    );
    assert!(first["records"][0].get("text").is_none());
    assert_eq!(titles(&served.json("/records?limit=1")), ["By hand"]);
    let found = served.json("/records?query=%E5%A4%A9%E6%B0%94+2&site=news&since=2020-01-01");
    assert_eq!(titles(&found), ["标题 2"]);
    let id = record["id"].as_i64().expect("an id");
    let whole = served.json(&format!("/records/{id}"));
    assert_eq!(whole["fields"]["price"], record["fields"]["price"]);
    assert_eq!(whole["versions"], json!([]));
    assert_eq!(whole["changes"], json!([]));
    let sites = served.json("/sites");
    assert_eq!(sites["sites"][0]["name"], "News");
    assert_eq!(sites["sites"][0]["state"]["state"], "ok");
    for (path, status) in [
        ("/records?limit=0", 400),
        ("/records?limit=201", 400),
        ("/records?cursor=1", 400),
        ("/records?querry=x", 400),
        ("/records?since=yesterday", 400),
        ("/records?site=Nobody", 404),
        ("/records/99999", 404),
        ("/records/../sites", 404),
        ("/nothing", 404),
        ("/searches/none.atom", 404),
        ("/changes?kind=odd", 400),
    ] {
        assert_eq!(served.get(path).0, status, "{path}");
    }
}

#[test]
fn archived_records_have_their_changes_and_missing_archives_are_named() {
    let (_table, bench) = changes::watched();
    let told = bench.json(&["changes", "--limit", "1000"]);
    let told = told.as_array().expect("changes").iter();
    let changed: BTreeSet<i64> = told.filter_map(|fact| fact["record"].as_i64()).collect();
    bench.ok(&["storage", "archive", "--before", "2099-01-01"]);
    let project = bench.project();
    let store = Store::open_read_only(&project).expect("the project");
    let files: Vec<String> = store
        .archives()
        .expect("archives")
        .into_iter()
        .map(|archive| archive.file)
        .collect();
    assert!(!files.is_empty());
    drop(store);
    let served = Served::of(bench);
    let page = served.json("/records");
    assert_eq!(page.get("missing_archives"), None, "{page}");
    let records = page["records"].as_array().expect("records");
    let mut with_changes = BTreeSet::new();
    for record in records {
        let whole = served.json(&format!("/records/{}", record["id"]));
        for change in whole["changes"].as_array().expect("changes") {
            assert_eq!(change["record"], record["id"], "{whole}");
            assert_eq!(change["site"], record["site"], "{whole}");
            with_changes.extend(record["id"].as_i64());
        }
    }
    assert_eq!(with_changes, changed);
    assert!(changed.len() > 1, "some of them are in the archive");
    for file in &files {
        let path = project.with_file_name(file);
        let away = project.with_file_name(format!("{file}.away"));
        std::fs::rename(path, away).expect("moved away");
    }
    let page = served.json("/records");
    assert_eq!(page["missing_archives"], json!(files), "{page}");
    assert_eq!(page["records"].as_array().map(Vec::len), Some(1));
}

#[test]
fn changes_come_in_pages_too() {
    let (table, bench) = changes::watched();
    let served = Served::of(bench);
    let expected = table.expected();
    let mut ids = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = served.json(&format!("/changes?limit=7&cursor={cursor}"));
        let facts = page["changes"].as_array().expect("changes");
        ids.extend(facts.iter().filter_map(|fact| fact["id"].as_i64()));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(ids.len(), expected.len());
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), expected.len(), "each once");
    let changed = served.json("/changes?kind=changed&field=price&site=prices&limit=1");
    let fact = &changed["changes"][0];
    let record = served.json(&format!("/records/{}", fact["record"]));
    assert_eq!(record["url"], fact["url"]);
    let of_it = record["changes"].as_array().expect("changes");
    assert!(of_it.iter().any(|one| one["id"] == fact["id"]), "{record}");
    assert_eq!(
        record["versions"].as_array().map(Vec::is_empty),
        Some(false)
    );
}

#[test]
fn saved_searches_are_feeds_that_a_reader_reads() {
    let served = Served::start();
    let all = served.json("/searches");
    let search = &all["searches"][0];
    assert_eq!(search["name"], "天气 & more/less");
    for form in ["atom", "json_feed"] {
        let (status, text) = served.get(search[form].as_str().expect("a path"));
        assert_eq!(status, 200, "{text}");
        let read = feed(&text).expect("a feed");
        assert_eq!(read["feed"]["title"], "天气 & more/less", "{form}");
        let entries = read["entries"].as_array().expect("entries");
        let mut titles: Vec<&str> = entries.iter().filter_map(|e| e["title"].as_str()).collect();
        titles.sort_unstable();
        assert_eq!(titles, ["标题 0", "标题 1", "标题 2"], "{form}");
        let link = entries[0]["url"].as_str().unwrap_or_default();
        assert!(link.starts_with("http://127.0.0.1"), "{read}");
        let (_, again) = served.get(search[form].as_str().expect("a path"));
        assert_eq!(text, again, "its ids stay");
    }
    // As a feed reader logs in.
    let basic = base64::Engine::encode(
        &base64::engine::general_purpose::STANDARD,
        format!("reader:{}", served.token),
    );
    let mut headers = served.usual();
    headers[1] = format!("Authorization: Basic {basic}");
    assert_eq!(served.ask("GET /searches", &headers).0, 200);
}

#[test]
fn every_path_is_described_and_no_answer_has_a_secret() {
    let served = Served::start();
    let described = served.json("/openapi.json");
    let search = served.json("/searches");
    let id = served.json("/records?limit=1")["records"][0]["id"].clone();
    let paths = described["paths"].as_object().expect("paths");
    assert!(paths.len() >= 7);
    for (path, about) in paths {
        let asked = match path.as_str() {
            "/searches/{name}.atom" => search["searches"][0]["atom"]
                .as_str()
                .expect("a path")
                .to_owned(),
            "/searches/{name}.json" => search["searches"][0]["json_feed"]
                .as_str()
                .expect("a path")
                .to_owned(),
            path => path.replace("{id}", &id.to_string()),
        };
        let (status, body) = served.get(&asked);
        assert_eq!(status, 200, "{asked}: {body}");
        assert!(
            !body.contains(SECRET) && !body.contains(&served.token),
            "{asked}"
        );
        // Each parameter is taken; a made-up one is not.
        for parameter in about["get"]["parameters"].as_array().into_iter().flatten() {
            if parameter["in"] != "query" {
                continue;
            }
            let value = match parameter["name"].as_str().expect("a name") {
                "site" => "News".to_owned(),
                "cursor" if path == "/changes" => "c1-1".to_owned(),
                "cursor" => "r1".to_owned(),
                "since" | "until" => "2026-01-01".to_owned(),
                _ => match (
                    &parameter["schema"]["enum"][0],
                    &parameter["schema"]["type"],
                ) {
                    (Value::String(first), _) => first.clone(),
                    (_, kind) if kind == "boolean" => "true".to_owned(),
                    (_, kind) if kind == "integer" => "1".to_owned(),
                    _ => "word".to_owned(),
                },
            };
            let name = parameter["name"].as_str().expect("a name");
            let (status, body) = served.get(&format!("{asked}?{name}={value}"));
            assert_eq!(status, 200, "{asked} {name}: {body}");
        }
        assert_eq!(served.get(&format!("{asked}?made_up=1")).0, 400, "{asked}");
    }
    // Every name in a record is described.
    let known = &described["components"]["schemas"]["Record"]["properties"];
    let record = &served.json("/records?limit=1&text=1")["records"][0];
    for name in record.as_object().expect("a record").keys() {
        assert!(known.get(name).is_some(), "{name}");
    }
}

#[test]
fn a_new_token_replaces_the_one_before_and_a_file_can_hold_one() {
    let bench = exports::collected();
    bench.write("passphrase", "correct horse\n");
    let run = |arguments: &[&str]| {
        let mut command = bench.command();
        command
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"));
        let output = command.output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.trim().to_owned()
    };
    let made = run(&["serve", "--show-token"]);
    assert_eq!(made.len(), 64, "{made}");
    assert_eq!(run(&["serve", "--show-token"]), made);
    let new = run(&["serve", "--new-token"]);
    assert_ne!(new, made);
    assert_eq!(run(&["serve", "--show-token"]), new);
    // Without a keychain and a passphrase.
    let arguments = ["serve", "--token-file", "token", "--show-token"];
    let made = bench.ok(&arguments);
    assert_eq!(bench.ok(&arguments), made);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let about = std::fs::metadata(bench.path("token")).expect("the file");
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }
    bench.write("token", "short\n");
    let fails = bench.fails(1, &arguments);
    assert!(fails.contains(fixed_part("serve-token-short")), "{fails}");
    let fails = bench.fails(2, &["serve", "--listen", "nowhere", "--token-file", "t"]);
    assert!(fails.contains(fixed_part("serve-bad-address")), "{fails}");
}

/// The other side of the Model Context Protocol, line by line.
struct McpClient {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl McpClient {
    fn start(bench: &Bench) -> Self {
        let mut child = bench
            .command()
            .args(["serve", "--mcp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = child.stdin.take().expect("standard input");
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        Self {
            child,
            input,
            output,
            next: 1,
        }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn request(&mut self, method: &str, parameters: &Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        let mut line = String::new();
        self.output.read_line(&mut line).expect("an answer");
        let answer: Value = serde_json::from_str(&line).expect(&line);
        assert_eq!(answer["id"], id, "{line}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.request(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        );
        answer["result"].clone()
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The JSON between the marks of an answer.
fn marked(result: &Value) -> Value {
    let text = result["content"][1]["text"]
        .as_str()
        .expect("a second text");
    let (begin, rest) = text.split_once('\n').expect("lines");
    let (json, end) = rest.rsplit_once('\n').expect("lines");
    assert!(
        begin.starts_with("<untrusted-") && begin.len() > 20,
        "{begin}"
    );
    assert_eq!(end, begin.replace('<', "</"));
    let told = result["content"][0]["text"].as_str().expect("a text");
    assert!(told.contains(begin), "{told}");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn the_model_context_protocol_offers_tools_that_read_and_marks_text_of_pages() {
    let bench = exports::collected();
    let mut client = McpClient::start(&bench);
    let begun = client.request(
        "initialize",
        &json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        }),
    );
    assert_eq!(
        begun["result"]["serverInfo"]["name"], "bowerbird",
        "{begun}"
    );
    assert!(
        begun["result"]["instructions"]
            .as_str()
            .is_some_and(|told| told.contains("untrusted"))
    );
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let tools = client.request("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().expect("tools");
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "search_records",
            "read_record",
            "list_sites",
            "list_changes"
        ]
    );
    assert!(
        tools
            .iter()
            .all(|tool| tool["annotations"]["readOnlyHint"] == true)
    );
    let found = client.call("search_records", &json!({ "query": "天气", "limit": 2 }));
    let page = marked(&found);
    assert_eq!(page["records"].as_array().map(Vec::len), Some(2));
    let cursor = page["next_cursor"].clone();
    let rest = client.call(
        "search_records",
        &json!({ "query": "天气", "cursor": cursor, "text": true }),
    );
    let rest = marked(&rest);
    assert_eq!(rest["records"].as_array().map(Vec::len), Some(1));
    let id = rest["records"][0]["id"].clone();
    let read = client.call("read_record", &json!({ "id": id }));
    assert_eq!(marked(&read)["id"], id);
    let sites = client.call("list_sites", &json!({}));
    assert_eq!(marked(&sites)["sites"][0]["name"], "News");
    let changes = client.call("list_changes", &json!({ "kind": "new" }));
    assert_eq!(marked(&changes)["changes"], json!([]));
    // Each answer has marks of its own, which no page can know.
    assert_ne!(found["content"][0], read["content"][0]);
    let wrong = client.call("search_records", &json!({ "limit": 1000 }));
    assert_eq!(wrong["isError"], true, "{wrong}");
    let unknown = client.request(
        "tools/call",
        &json!({ "name": "delete_records", "arguments": {} }),
    );
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    // The other side ends it.
    let McpClient { .. } = client;
}
