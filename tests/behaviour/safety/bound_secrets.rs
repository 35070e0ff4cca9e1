//! Secrets go to the project, the purpose and the place that a person gave them for, and nowhere
//! else: two hosts on loopback, of which one is a stranger's, and everything that a stranger can
//! change (pages, redirects, rules, the project's file) tried against the other one's secrets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::{Arc, Mutex};

use crate::command_line::{Bench, output_text};
use crate::texts::t;

const PASSWORD: &str = "Pw-Of-Ann-77";
const FORM: &str = "<form method=post action=/in><input name=user>\
                    <input type=password name=kennwort></form>";

/// A server on an address of its own; it keeps what it was sent.
struct Host {
    address: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Host {
    /// `answer` gets method, path and the whole request, and gives status with further headers, and
    /// the page.
    fn at(
        ip: &str,
        answer: impl Fn(&str, &str, &str) -> (String, String) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((ip, 0)).expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer) = (Arc::clone(&seen), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                std::thread::spawn(move || serve(&stream, &kept, answer.as_ref()));
            }
        });
        Self { address, seen }
    }

    fn place(&self) -> String {
        self.address.trim_start_matches("http://").to_owned()
    }

    fn received(&self, text: &str) -> bool {
        let seen = self.seen.lock().unwrap();
        seen.iter().any(|request| request.contains(text))
    }
}

fn serve(
    stream: &TcpStream,
    kept: &Mutex<Vec<String>>,
    answer: &dyn Fn(&str, &str, &str) -> (String, String),
) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut request, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        request.push_str(&line);
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.push_str(&String::from_utf8_lossy(&body));
    kept.lock().unwrap().push(request.clone());
    let mut parts = request.split(' ');
    let (method, path) = (parts.next()?, parts.next()?);
    let (head, page) = answer(method, path, &request);
    if head == "drop" {
        return None;
    }
    let answer = format!(
        "HTTP/1.1 {head}\r\nContent-Type: text/html\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{page}",
        page.len()
    );
    (&*stream).write_all(answer.as_bytes()).ok()
}

fn ok(page: impl Into<String>) -> (String, String) {
    ("200 OK".to_owned(), page.into())
}

fn to(address: &str) -> (String, String) {
    (format!("302 Found\r\nLocation: {address}"), String::new())
}

/// A list of one page; `further` is another link of it. Members' pages want a login.
fn members(further: &str) -> Host {
    let further = further.to_owned();
    Host::at("127.0.0.1", move |method, path, request| {
        let member =
            request.contains("member=m-77") || request.contains(&format!("x-key: {PASSWORD}"));
        match (method, path.split('?').next().unwrap_or_default()) {
            (_, "/") => ok(format!(
                "<title>List</title><article><a href='{further}'>Item one</a></article>"
            )),
            ("POST", "/in") if request.contains(PASSWORD) => (
                "302 Found\r\nSet-Cookie: member=m-77; Path=/\r\nLocation: /".to_owned(),
                String::new(),
            ),
            (_, "/login" | "/in") => ok(format!("<title>Log in</title>{FORM}")),
            (_, path) if path.starts_with("/a") && !member => to("/login?next=a"),
            (_, path) if path.starts_with("/a") => ok("<h1>Item</h1><p>For members only.</p>"),
            _ => ("404 Not Found".to_owned(), String::new()),
        }
    })
}

/// A stranger's host with a login form everywhere, also as a proxy.
fn stranger() -> Host {
    Host::at("127.0.0.2", |_, path, _| match path {
        "/robots.txt" => ("404 Not Found".to_owned(), String::new()),
        "/shared" => to("/login?next=shared"),
        _ => (
            "200 OK\r\nSet-Cookie: planted=by-a-stranger; Path=/".to_owned(),
            format!("<title>Log in</title>{FORM}"),
        ),
    })
}

/// A rule of a site called Members; `login` is its `[login]` section, or nothing.
fn rule(start: &str, login: &str) -> String {
    format!(
        "[site]\nname = \"Members\"\nkind = \"list\"\nstart = [\"{start}/\"]\n\
         [politeness]\ndelay = \"0s\"\n{login}\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n"
    )
}

fn login_at(host: &Host) -> String {
    format!("[login]\nurl = \"{}/login\"\nalways = true\n", host.address)
}

struct Person(Bench);

impl Person {
    /// A project with the site Members and its account ann.
    fn with_account(rule: &str) -> Self {
        let person = Self::with_site(rule);
        let added = person.run_with_secret(
            &["account", "add", "Members", "ann", "--secret-stdin"],
            PASSWORD,
        );
        assert!(
            added.contains("127.0.0.1:"),
            "it says for which host: {added}"
        );
        person
    }

    fn with_site(rule: &str) -> Self {
        let bench = Bench::new();
        bench.write("pass", "a passphrase of 77\n");
        let person = Self(bench);
        person.rule(rule);
        person
    }

    fn rule(&self, rule: &str) {
        let file = self.0.write("members.toml", rule);
        // What is new about it was looked at.
        self.ok(&["site", "add", "--yes", &file.to_string_lossy()]);
    }

    fn output(&self, arguments: &[&str]) -> Output {
        self.on(&self.0.project(), arguments)
    }

    fn on(&self, project: &Path, arguments: &[&str]) -> Output {
        let mut command = self.0.command_on(project);
        command
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", self.0.path("pass"));
        command.output().expect("it starts")
    }

    fn run(&self, arguments: &[&str]) -> String {
        output_text(&self.output(arguments))
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            output_text(&output)
        );
        output_text(&output)
    }

    /// With a secret on standard input.
    fn run_with_secret(&self, arguments: &[&str], secret: &str) -> String {
        let mut child = self
            .0
            .command()
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", self.0.path("pass"))
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
    }

    /// The person's word for all that the project wants, as after an upgrade or a changed file.
    fn allow(&self, project: &Path) {
        self.ok(&["project", "allow", &project.to_string_lossy()]);
    }

    /// What a stranger writes into the project's file.
    fn doctor(&self, project: &Path, sql: &str) {
        let file = rusqlite::Connection::open(project).expect("a project");
        file.execute_batch(sql).expect("doctored");
    }
}

#[test]
fn a_link_that_redirects_to_a_strangers_login_form_gets_nothing() {
    let stranger = stranger();
    let site = members(&format!("{}/shared", stranger.address));
    let person = Person::with_account(&rule(&site.address, ""));
    person.run(&["run", "Members"]);
    assert!(stranger.received("GET /login"), "the link was followed");
    assert!(!stranger.received("POST"), "no form of theirs is filled");
    assert!(!stranger.received("ann"));
    let status = person.run(&["status"]) + &person.run(&["--json", "status"]);
    assert!(
        status.contains("--allow-host"),
        "it says what to do: {status}"
    );

    // The address in the site's evidence is the stranger's as well.
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(!stranger.received("POST"), "{tested}");
    assert!(tested.contains(&stranger.place()), "{tested}");
}

#[test]
fn a_login_page_on_the_same_site_is_still_found_by_the_redirect() {
    let site = members("/a0");
    let person = Person::with_account(&rule(&site.address, ""));
    let told = person.run(&["run", "Members"]);
    assert!(site.received(PASSWORD), "{told}");
    assert!(person.ok(&["search", "Item"]).contains("Item"), "{told}");
}

#[test]
fn a_rule_that_changed_gets_no_password_until_the_person_allows_its_host() {
    let site = members("/a0");
    let sso = members("/a0");
    let person = Person::with_account(&rule(&site.address, &login_at(&site)));
    person.rule(&rule(&site.address, &login_at(&sso)));
    let told = person.run(&["run", "Members"]);
    let status = told + &person.run(&["status"]);
    assert!(!sso.received(PASSWORD), "{status}");
    assert!(status.contains(&sso.place()), "it names the host: {status}");

    person.ok(&[
        "account",
        "set",
        "Members",
        "ann",
        "--allow-host",
        &sso.address,
    ]);
    let tested = person.ok(&["account", "test", "Members", "ann"]);
    assert!(sso.received(PASSWORD), "{tested}");
    let wrong = person.run(&[
        "account",
        "set",
        "Members",
        "ann",
        "--allow-host",
        "ftp://x y",
    ]);
    assert!(
        wrong.contains(t!("account-no-host", host = "ftp://x y")),
        "{wrong}"
    );
}

#[test]
fn a_form_that_goes_elsewhere_and_a_redirect_that_wants_the_body_again_get_nothing() {
    let stranger = stranger();
    let action = format!("{}/steal", stranger.address);
    let forms = Host::at("127.0.0.1", move |_, path, _| match path {
        "/login" => ok(FORM.replace("/in", &action)),
        _ => ok("<article><a href=/x>x</a></article>"),
    });
    let person = Person::with_account(&rule(&forms.address, &login_at(&forms)));
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(tested.contains(&stranger.place()), "{tested}");

    // The same host on another port is another place, too.
    let other = Host::at("127.0.0.1", |_, _, _| ok(FORM));
    let again = format!("{}/again", other.address);
    let site = Host::at("127.0.0.1", move |method, _, _| match method {
        "POST" => (
            format!("307 Temporary Redirect\r\nLocation: {again}"),
            String::new(),
        ),
        _ => ok(FORM),
    });
    let person = Person::with_account(&rule(&site.address, &login_at(&site)));
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(site.received(PASSWORD), "{tested}");
    assert!(!other.received(PASSWORD), "{tested}");
    assert!(tested.contains(&other.place()), "{tested}");
    assert!(!stranger.received("POST"));
}

#[test]
fn secret_headers_stay_where_they_were_given() {
    let stranger = stranger();
    let site = members("/a0");
    let header = |host: &Host| {
        let url = &host.address;
        format!(
            "[login]\nkind = \"header\"\nheader = \"x-key\"\nurl = \"{url}/a1\"\nalways = true\n"
        )
    };
    let person = Person::with_account(&rule(&site.address, &header(&site)));
    person.ok(&["account", "test", "Members", "ann"]);
    assert!(site.received(PASSWORD));
    person.rule(&rule(&stranger.address, &header(&stranger)));
    let told =
        person.run(&["run", "Members"]) + &person.run(&["account", "test", "Members", "ann"]);
    assert!(!stranger.received(PASSWORD), "{told}");
    assert!(told.contains(&stranger.place()), "{told}");
}

#[test]
fn cookies_of_an_account_stay_at_its_site_and_strangers_cookies_are_not_among_them() {
    let stranger = stranger();
    let site = members("/a0");
    let person = Person::with_account(&rule(&site.address, &login_at(&site)));
    person.ok(&["account", "test", "Members", "ann"]);
    // The same rule with another start: another port of the same address.
    let other = members("/a0");
    person.rule(&rule(&other.address, ""));
    person.run(&["run", "Members"]);
    assert!(
        !other.received("m-77"),
        "the session's cookie stays at its port"
    );
    drop(stranger);
}

#[test]
fn a_file_names_no_other_projects_secrets() {
    let thief = stranger();
    let site = members("/a0");
    let person = Person::with_account(&rule(&site.address, &login_at(&site)));
    // The stranger's project says that it rehearses the person's, and has a proxy, a site and an
    // account of the same names.
    let theirs = person.0.path("gift.bower");
    let file = person
        .0
        .write("theirs.toml", &rule(&thief.address, &login_at(&thief)));
    let added = person.on(&theirs, &["site", "add", &file.to_string_lossy()]);
    assert!(added.status.success(), "{}", output_text(&added));
    let home = person.0.project();
    person.doctor(
        &theirs,
        &format!(
            "INSERT INTO setting VALUES ('rehearsal.home', '{}');
             INSERT INTO account (site, user, state) VALUES (1, 'ann', 'untried');",
            home.display()
        ),
    );
    person.allow(&theirs);
    let told_of = output_text(&person.on(&theirs, &["run", "Members"]));
    assert!(!thief.received(PASSWORD), "{told_of}");
    // Nor does it use them at the very host that they were given for.
    let file = person
        .0
        .write("theirs.toml", &rule(&site.address, &login_at(&site)));
    let again = ["site", "add", "--yes", &file.to_string_lossy()];
    let added = person.on(&theirs, &again);
    assert!(added.status.success(), "{}", output_text(&added));
    let test = person.on(&theirs, &["account", "test", "Members", "ann"]);
    assert!(!site.received(PASSWORD), "{}", output_text(&test));
    assert!(
        output_text(&test).contains("password"),
        "there is none: {}",
        output_text(&test)
    );
}

#[test]
fn a_file_in_the_place_of_a_known_one_finds_no_secrets_and_a_moved_one_finds_its_own() {
    let site = members("/a0");
    let login = rule(&site.address, &login_at(&site));
    let person = Person::with_account(&login);
    let project = person.0.project();
    let moved = person.0.path("elsewhere.bower");
    std::fs::rename(&project, &moved).expect("moved");
    person.rule(&login);
    person.doctor(
        &project,
        "INSERT INTO account (site, user, state) VALUES (1, 'ann', 'untried');",
    );
    person.allow(&project);
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(!site.received(PASSWORD), "{tested}");

    let secrets = |of: &Path| std::path::PathBuf::from(format!("{}-secrets", of.display()));
    std::fs::copy(secrets(&project), secrets(&moved)).expect("copied");
    let tested = output_text(&person.on(&moved, &["account", "test", "Members", "ann"]));
    assert!(site.received(PASSWORD), "{tested}");
}

/// The encrypted file as earlier versions wrote it: names without a project, secrets without places.
fn former_file(passphrase: &str, content: &str) -> Vec<u8> {
    use chacha20poly1305::aead::{Aead, KeyInit, Payload};
    let (salt, nonce) = ([7_u8; 16], [9_u8; 24]);
    let mut bytes = b"BOWERSEC\x01".to_vec();
    for number in [64_u32, 1, 1] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&salt);
    bytes.extend_from_slice(&nonce);
    let params = argon2::Params::new(64, 1, 1, Some(32)).expect("parameters");
    let mut key = [0; 32];
    argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params)
        .hash_password_into(passphrase.as_bytes(), &salt, &mut key)
        .expect("a key");
    let cipher = chacha20poly1305::XChaCha20Poly1305::new(&key.into());
    let payload = Payload {
        msg: content.as_bytes(),
        aad: &bytes,
    };
    let sealed = cipher
        .encrypt(&chacha20poly1305::XNonce::from(nonce), payload)
        .expect("sealed");
    [bytes, sealed].concat()
}

#[test]
fn secrets_of_an_earlier_version_go_on_for_their_project_and_site_and_for_no_other() {
    let (site, thief) = (members("/a0"), stranger());
    let good = rule(&site.address, &login_at(&site));
    let person = Person::with_site(&good);
    let project = person.0.project();
    let account = "INSERT INTO account (site, user, state) VALUES (1, 'ann', 'untried');";
    person.doctor(&project, account);
    let former = format!("{{\"account:Members:ann\":\"{PASSWORD}\"}}");
    let secrets = std::path::PathBuf::from(format!("{}-secrets", project.display()));
    std::fs::write(&secrets, former_file("a passphrase of 77", &former)).expect("written");

    // The first thing after the upgrade is a rule of a stranger with the same name.
    person.rule(&rule(&thief.address, &login_at(&thief)));
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(!thief.received(PASSWORD), "{tested}");
    person.allow(&person.0.project());
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(!thief.received(PASSWORD), "{tested}");
    person.rule(&good);
    let tested = person.ok(&["account", "test", "Members", "ann"]);
    assert!(site.received(PASSWORD), "{tested}");

    // A stranger's file in the same place comes too late.
    site.seen.lock().unwrap().clear();
    std::fs::rename(&project, person.0.path("kept.bower")).expect("moved");
    person.rule(&good);
    person.doctor(&project, account);
    person.allow(&person.0.project());
    let tested = person.run(&["account", "test", "Members", "ann"]);
    assert!(!site.received(PASSWORD), "{tested}");
}

#[test]
fn keys_and_passwords_of_alerts_and_proxies_stay_at_their_address() {
    let (mine, thief) = (members("/a0"), stranger());
    let person = Person::with_site(&rule(&mine.address, "[network]\nproxy = \"gate\"\n"));
    let hook = format!("{}/hook", mine.address);
    person.run_with_secret(
        &[
            "alert",
            "tell",
            "--webhook",
            &hook,
            "--secret-stdin",
            "webhook",
        ],
        "Hook-Key-77",
    );
    person.run_with_secret(
        &[
            "proxy",
            "add",
            "gate",
            &mine.address,
            "--user",
            "bob",
            "--secret-stdin",
        ],
        "Proxy-Pw-77",
    );
    let project = person.0.project();
    let swap = format!(
        "UPDATE setting SET value = replace(value, '{mine}', '{thief}');
         UPDATE proxy SET url = replace(url, '{mine}', '{thief}');",
        mine = mine.place(),
        thief = thief.place()
    );
    person.doctor(&project, &swap);
    let tested = person.run(&["alert", "test", "webhook"]);
    assert!(tested.contains("restricted"), "{tested}");
    person.allow(&person.0.project());
    let tested = person.run(&["alert", "test", "webhook"]);
    assert!(!thief.received("POST"), "{tested}");
    assert!(tested.contains(&thief.place()), "{tested}");
    person.run(&["run", "Members"]);
    let proxied = person.run(&["proxy", "test", "gate"]);
    assert!(
        !thief.received("Proxy-Authorization") && !thief.received("proxy-authorization"),
        "{proxied}"
    );

    // Given again, it is for the new address.
    let hook = format!("{}/hook", thief.address);
    person.run_with_secret(
        &[
            "alert",
            "tell",
            "--webhook",
            &hook,
            "--secret-stdin",
            "webhook",
        ],
        "Hook-Key-77",
    );
    person.run(&["alert", "test", "webhook"]);
    assert!(thief.received("POST /hook"));
}

#[test]
fn the_key_of_a_kept_export_stays_at_its_address() {
    let thief = stranger();
    let site = Host::at("127.0.0.1", |_, path, _| match path {
        "/" => ok("<article><a href=/x>Item</a></article>"),
        "/x" => ok("<title>Item</title><h1>Item</h1><p>Words of an item.</p>"),
        "/hook" => ok("taken"),
        _ => ("404 Not Found".to_owned(), String::new()),
    });
    let person = Person::with_site(&rule(&site.address, ""));
    person.ok(&["run", "Members"]);
    let hook = format!("{}/hook", site.address);
    person.run_with_secret(
        &[
            "export",
            "--format",
            "webhook",
            "--out",
            &hook,
            "--save",
            "daily",
            "--secret-stdin",
        ],
        "Export-Key-77",
    );
    let told = person.ok(&["export", "run", "daily"]);
    assert!(site.received("webhook-signature"), "{told}");
    let swap = format!(
        "UPDATE saved_export SET target = replace(target, '{}', '{}');",
        site.place(),
        thief.place()
    );
    person.doctor(&person.0.project(), &swap);
    let told = person.run(&["export", "run", "daily"]);
    assert!(told.contains("restricted"), "{told}");
    person.allow(&person.0.project());
    let told = person.run(&["export", "run", "daily"]);
    assert!(!thief.received("POST"), "{told}");
    assert!(told.contains(&thief.place()), "{told}");
}

#[test]
fn a_mail_password_goes_to_no_other_server() {
    let mail = |ip: &str| {
        let listener = TcpListener::bind((ip, 0)).expect("a free port");
        let at = listener.local_addr().expect("an address");
        let seen = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut lines = BufReader::new(&stream).lines();
                let _ = (&stream).write_all(b"220 here\r\n");
                while let Some(Ok(line)) = lines.next() {
                    kept.lock().unwrap().push_str(&line);
                    let reply: &[u8] = match line.get(..4) {
                        Some("EHLO") => b"250-here\r\n250 AUTH PLAIN\r\n",
                        _ => b"235 go on\r\n",
                    };
                    let _ = (&stream).write_all(reply);
                }
            }
        });
        (at, seen)
    };
    let (mine, of_mine) = mail("127.0.0.1");
    let (thief, of_thief) = mail("127.0.0.2");
    let site = members("/a0");
    let person = Person::with_site(&rule(&site.address, ""));
    let mine = mine.to_string();
    person.run_with_secret(
        &[
            "alert",
            "tell",
            "--mail",
            &mine,
            "--security",
            "none",
            "--user",
            "ann",
            "--from",
            "a@example.org",
            "--to",
            "b@example.org",
            "--secret-stdin",
            "mail",
        ],
        "Mail-Pw-77",
    );
    person.run(&["alert", "test", "mail"]);
    assert!(
        of_mine.lock().unwrap().contains("AUTH"),
        "it is used where it was given for"
    );
    let (host, port) = mine.split_once(':').expect("a port");
    person.doctor(
        &person.0.project(),
        &format!(
            "UPDATE setting SET value = replace(replace(value, '\"{host}\"', '\"127.0.0.2\"'),
             '{port}', '{}');",
            thief.port()
        ),
    );
    person.allow(&person.0.project());
    let tested = person.run(&["alert", "test", "mail"]);
    assert!(!of_thief.lock().unwrap().contains("AUTH"), "{tested}");
    assert!(tested.contains("127.0.0.2"), "{tested}");
}

#[test]
fn a_password_never_stands_in_an_address_whatever_its_field_is_called() {
    let site = Host::at("127.0.0.1", |_, path, _| match path {
        "/login" => ok(FORM.replace("method=post", "method=get")),
        "/" => to("/login"),
        path if path.starts_with("/in") => ("drop".to_owned(), String::new()),
        _ => ("404 Not Found".to_owned(), String::new()),
    });
    let person = Person::with_account(&rule(&site.address, &login_at(&site)));
    let mut printed = person.run(&["account", "test", "Members", "ann"]);
    assert!(printed.contains("GET"), "it says why: {printed}");
    for arguments in [&["run", "Members"][..], &["status"], &["--json", "status"]] {
        printed += &person.run(arguments);
    }
    assert!(!site.received(PASSWORD), "it is not sent that way");
    assert!(!printed.contains(PASSWORD), "{printed}");
}

#[test]
fn what_a_site_redirects_to_after_a_login_is_told_without_its_query() {
    let site = Host::at("127.0.0.1", |method, path, _| match (method, path) {
        ("POST", _) => to(&format!("/done?kennwort={PASSWORD}")),
        (_, "/login") => ok(FORM),
        (_, path) if path.starts_with("/done") => ("drop".to_owned(), String::new()),
        (_, "/") => to("/login"),
        _ => ("404 Not Found".to_owned(), String::new()),
    });
    let person = Person::with_account(&rule(&site.address, &login_at(&site)));
    let mut printed = person.run(&["account", "test", "Members", "ann"]);
    assert!(site.received("GET /done"), "{printed}");
    assert!(
        printed.contains("/done"),
        "it says which address: {printed}"
    );
    for arguments in [&["run", "Members"][..], &["status"], &["--json", "status"]] {
        printed += &person.run(arguments);
    }
    assert!(!printed.contains(PASSWORD), "{printed}");
    for suffix in ["", "-wal"] {
        let file = format!("{}{suffix}", person.0.project().display());
        let bytes = std::fs::read(file).unwrap_or_default();
        let found = memchr::memmem::find(&bytes, PASSWORD.as_bytes());
        assert_eq!(found, None, "the project holds it");
    }
}

#[test]
fn a_passphrase_file_that_cannot_be_read_is_an_error_and_not_the_keychain() {
    let site = members("/a0");
    let person = Person::with_site(&rule(&site.address, ""));
    std::fs::write(person.0.path("pass"), "\n").expect("emptied");
    let told = person.run(&["site", "disable", "Members"]);
    assert!(told.contains("is empty"), "{told}");
    std::fs::remove_file(person.0.path("pass")).expect("gone");
    let gone = person.output(&["site", "disable", "Members"]);
    assert!(!gone.status.success(), "{}", output_text(&gone));
    assert!(output_text(&gone).contains("Couldn't read or write"));
}
