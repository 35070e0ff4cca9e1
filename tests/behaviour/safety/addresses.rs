//! What began on the public web does not end inside of the network. The public web is tried in two
//! ways: by names that a proxy on loopback resolves, and, where the system lets a process have a
//! network of its own (Linux), by public addresses and a name service in there, without a proxy.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use crate::command_line::{Bench, output_text};

const ARTICLE: &str = "<h1>Public</h1><p>A text that anybody may read.</p>";

/// A server that answers by the whole target of a request and its host, and keeps both.
struct Host {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Host {
    /// `answer` gets `HOST PATH`, and gives further lines of the head (a redirect) and the page.
    fn at(place: &str, answer: impl Fn(&str) -> (String, String) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(place).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer) = (Arc::clone(&seen), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                std::thread::spawn(move || serve(&stream, &kept, answer.as_ref()));
            }
        });
        Self { port, seen }
    }

    fn requests(&self) -> Vec<String> {
        self.seen.lock().expect("unbroken").clone()
    }

    fn received(&self, text: &str) -> bool {
        self.requests().iter().any(|request| request.contains(text))
    }
}

fn serve(
    stream: &TcpStream,
    kept: &Mutex<Vec<String>>,
    answer: &dyn Fn(&str) -> (String, String),
) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut path, mut host, mut length) = (String::new(), String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if path.is_empty() {
            path = line.split(' ').nth(1)?.to_owned();
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("host") => {
                host = value.trim().to_owned();
            }
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?;
            }
            _ => {}
        }
        if line.trim().is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    // A proxy is asked for the whole address.
    let path = match path.strip_prefix("http://") {
        Some(rest) => format!("/{}", rest.split_once('/')?.1),
        None => path,
    };
    let asked = format!("{host} {path}");
    kept.lock().expect("unbroken").push(asked.clone());
    let (head, page) = answer(&asked);
    let status = match (head.is_empty(), page.is_empty()) {
        (false, _) => "302 Found",
        (_, true) => "404 Not Found",
        _ => "200 OK",
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\n{head}Content-Type: text/html; charset=utf-8\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{page}",
        page.len()
    );
    (&*stream).write_all(answer.as_bytes()).ok()
}

fn page(html: &str) -> (String, String) {
    (String::new(), html.to_owned())
}

fn to(address: &str) -> (String, String) {
    (format!("Location: {address}\r\n"), String::new())
}

fn links(addresses: &[String]) -> String {
    let link = |address: &String| format!("<li><a href='{address}'>An item</a></li>");
    format!(
        "<title>List</title>{}",
        addresses.iter().map(link).collect::<String>()
    )
}

/// A rule of a list on `start`, with what stands in its network section.
fn rule(start: &str, network: &str) -> String {
    format!(
        "[site]\nname = \"Forum\"\nkind = \"list\"\nstart = [\"{start}\"]\n\
         [politeness]\ndelay = \"0s\"\nretries = 0\n[network]\n{network}\n\
         [list]\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\
         [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n"
    )
}

/// What the run of the site came to: titles of records, and what was said of pages.
fn collected(bench: &Bench) -> (Vec<String>, String) {
    let out = bench.path("records.jsonl");
    let target = out.display().to_string();
    bench.ok(&["export", "--out", &target]);
    let lines = std::fs::read_to_string(&out).expect("records");
    let mut titles: Vec<String> = lines
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
            record["title"].as_str().unwrap_or_default().to_owned()
        })
        .collect();
    titles.sort();
    let runs = bench.json(&["runs"]);
    let number = runs[0]["id"].to_string();
    (titles, bench.ok(&["runs", &number]))
}

#[test]
fn links_and_redirects_behind_a_proxy_stay_outside_until_the_person_allows_it() {
    let inside = "http://127.0.0.1:9";
    let proxy = Host::at("127.0.0.1:0", move |asked| match asked {
        "forum.example.com /" => page(&links(&[
            "/a".to_owned(),
            "/go".to_owned(),
            "/name".to_owned(),
            format!("{inside}/direct"),
            "http://0x7f.1:9/odd".to_owned(),
            "http://[::ffff:10.0.0.1]/mapped".to_owned(),
            "http://169.254.169.254/latest".to_owned(),
            "http://printer.local/settings".to_owned(),
            "http://localhost:9/self".to_owned(),
        ])),
        "forum.example.com /go" => to(&format!("{inside}/redirected")),
        "forum.example.com /name" => to("http://jenkins.internal/redirected"),
        other if other.ends_with("/robots.txt") => page(""),
        other => page(&ARTICLE.replace("Public", other)),
    });
    let bench = Bench::new();
    let through = "proxy = \"way\"";
    let start = "http://forum.example.com/";
    bench.add(&[("forum.toml".to_owned(), rule(start, through))]);
    let address = format!("http://127.0.0.1:{}", proxy.port);
    bench.ok(&["proxy", "add", "way", &address]);
    bench.run(&["run", "Forum"]);
    let (titles, _) = collected(&bench);
    assert_eq!(titles, ["forum.example.com /a"]);
    let strangers = |seen: Vec<String>| -> Vec<String> {
        let outside = |asked: &String| !asked.starts_with("forum.example.com ");
        seen.into_iter().filter(outside).collect()
    };
    assert_eq!(strangers(proxy.requests()), Vec::<String>::new());
    let pages = bench.json(&["runs", "1"]).to_string();
    assert!(pages.contains("private = true"), "{pages}");

    // The word of the person who starts the program.
    bench.run(&["run", "Forum", "--failed", "--allow-private"]);
    assert!(proxy.received("127.0.0.1:9 /direct") && proxy.received("127.0.0.1:9 /redirected"));
    assert!(proxy.received("printer.local /settings") && proxy.received("jenkins.internal"));
    assert!(proxy.received("[::ffff:a00:1] /mapped"));
    assert!(
        !proxy.received("169.254"),
        "metadata is not part of that word"
    );
}

#[test]
fn what_was_not_asked_counts_neither_against_the_proxy_nor_the_site() {
    let proxy = Host::at("127.0.0.1:0", move |asked| match asked {
        "forum.example.com /" => {
            let mut all: Vec<String> = (0..12).map(|n| format!("http://127.0.0.1:9/{n}")).collect();
            all.push("/a".to_owned());
            page(&links(&all))
        }
        other if other.ends_with("/robots.txt") => page(""),
        other => page(&ARTICLE.replace("Public", other)),
    });
    let bench = Bench::new();
    let start = "http://forum.example.com/";
    bench.add(&[("forum.toml".to_owned(), rule(start, "proxy = \"always\""))]);
    let address = format!("http://127.0.0.1:{}", proxy.port);
    bench.ok(&["proxy", "add", "way", &address]);
    bench.ok(&["run", "Forum"]);
    let (titles, _) = collected(&bench);
    assert_eq!(titles, ["forum.example.com /a"]);
    assert!(!proxy.received("127.0.0.1:9"));
}

#[test]
fn a_rule_that_asks_for_the_inside_is_a_part_of_the_plan() {
    let proxy = Host::at("127.0.0.1:0", move |asked| match asked {
        "forum.example.com /" => page(&links(&["http://127.0.0.1:9/x".to_owned()])),
        other if other.ends_with("/robots.txt") => page(""),
        _ => page(ARTICLE),
    });
    let theirs = Bench::new();
    let network = "proxy = \"way\"\nprivate = true";
    let start = "http://forum.example.com/";
    theirs.add(&[("forum.toml".to_owned(), rule(start, network))]);
    let address = format!("http://127.0.0.1:{}", proxy.port);
    theirs.ok(&["proxy", "add", "way", &address]);

    let mine = Bench::new();
    std::fs::copy(theirs.project(), mine.project()).expect("a gift");
    let file = mine.project().display().to_string();
    let shown = mine.ok(&["project", "show", &file]);
    assert!(shown.contains("private:Forum"), "{shown}");
    mine.ok(&["project", "allow", &file, "--refuse", "private:Forum"]);
    mine.run(&["run"]);
    assert!(proxy.received("forum.example.com /"));
    assert!(!proxy.received("127.0.0.1:9"), "refused");
    mine.ok(&["project", "allow", &file]);
    mine.run(&["run", "--failed"]);
    assert!(proxy.received("127.0.0.1:9 /x"), "allowed");
}

#[test]
fn what_starts_inside_goes_on_inside() {
    let other = Host::at("127.0.0.2:0", |asked| {
        match asked.ends_with("/robots.txt") {
            true => page(""),
            false => page(ARTICLE),
        }
    });
    let target = format!("http://127.0.0.2:{}/a", other.port);
    let start = Host::at("127.0.0.1:0", move |asked| match asked.rsplit(' ').next() {
        Some("/") => page(&links(&[
            target.clone(),
            "http://169.254.169.254/latest".to_owned(),
        ])),
        _ => page(""),
    });
    let bench = Bench::new();
    let address = format!("http://127.0.0.1:{}/", start.port);
    bench.add(&[("forum.toml".to_owned(), rule(&address, ""))]);
    bench.run(&["run"]);
    let (titles, _) = collected(&bench);
    assert_eq!(titles, ["Public"]);
}

/// Without a proxy, in a network of its own: public addresses on the loopback device, and a table of
/// names that the test changes.
#[cfg(target_os = "linux")]
mod own_network {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    const MARK: &str = "BOWERBIRD_TEST_OWN_NETWORK";
    const NAMES: &str = "127.0.0.1 localhost\n\
        93.184.216.34 news.example.com both.example.com\n\
        127.0.0.1 inside.example.com both.example.com\n\
        10.77.0.1 corp.example.com\n\
        198.18.0.5 fake.example.com\n";

    /// Runs `test` again in a network of its own; false where the system does not allow one.
    fn again(test: &str) -> bool {
        let folder = tempfile::tempdir().expect("a folder");
        let names = folder.path().join("hosts");
        std::fs::write(&names, NAMES).expect("names");
        let prepare = "ip link set lo up && ip addr add 93.184.216.34/32 dev lo && \
            ip addr add 198.18.0.5/32 dev lo && ip addr add 10.77.0.1/32 dev lo && \
            mount --bind \"$NAMES\" /etc/hosts";
        let within = |script: &str| {
            let mut command = Command::new("unshare");
            command
                .args(["-rmn", "sh", "-c", script])
                .env("NAMES", &names);
            command
        };
        if !within(prepare)
            .output()
            .is_ok_and(|output| output.status.success())
        {
            return false;
        }
        let program = std::env::current_exe().expect("this test");
        let script = format!("{prepare} && exec \"$0\" --exact {test} --nocapture");
        let output = within(&script)
            .arg(program)
            .env(MARK, &names)
            .output()
            .expect("the test begins again");
        assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        true
    }

    #[test]
    fn names_are_held_to_where_they_lead_when_a_connection_is_made() {
        let Some(names) = std::env::var_os(MARK) else {
            let here = "safety::addresses::own_network::\
                        names_are_held_to_where_they_lead_when_a_connection_is_made";
            if !again(here) {
                eprintln!("left out: this system gives a process no network of its own");
            }
            return;
        };
        all_by_names(Path::new(&names));
    }

    fn all_by_names(names: &Path) {
        let inside = Host::at("127.0.0.1:8080", |_| page("<h1>Secret</h1><p>Inside.</p>"));
        let corp = Host::at("10.77.0.1:8080", |_| page("<h1>Secret</h1><p>Inside.</p>"));
        let made_up = Host::at("198.18.0.5:80", |_| {
            page(&ARTICLE.replace("Public", "Made up"))
        });
        let news = Host::at("93.184.216.34:80", |asked| match asked.split_once(' ') {
            Some((_, "/")) => page(&links(&[
                "/a".to_owned(),
                "/go".to_owned(),
                "http://127.0.0.1:8080/literal".to_owned(),
                "http://10.77.0.1:8080/literal".to_owned(),
                "http://inside.example.com:8080/name".to_owned(),
                "http://corp.example.com:8080/name".to_owned(),
                "http://both.example.com:8080/both".to_owned(),
                "http://fake.example.com/m".to_owned(),
                "http://198.18.0.5/literal".to_owned(),
            ])),
            Some((_, "/go" | "/hook")) => to("http://inside.example.com:8080/redirected"),
            Some((_, "/pictures")) => page(
                "<link rel=stylesheet href='http://inside.example.com:8080/style.css'>\
                 <h1>Pictures</h1><img src='http://127.0.0.1:8080/picture.png'>\
                 <img src='http://both.example.com:8080/picture.png'><img src='/go'>",
            ),
            Some((_, "/robots.txt")) => page("Sitemap: http://127.0.0.1:8080/map.xml\n"),
            _ => page(ARTICLE),
        });
        let start = "http://news.example.com/";
        let bench = Bench::new();
        bench.add(&[("forum.toml".to_owned(), rule(start, "proxy = \"none\""))]);
        bench.run(&["run"]);
        let (titles, _) = collected(&bench);
        assert_eq!(titles, ["Made up", "Public"]);
        assert_eq!(inside.requests(), Vec::<String>::new());
        assert_eq!(corp.requests(), Vec::<String>::new());
        assert!(!made_up.received("/literal"));

        // A crawl of the whole site, other hosts of its domain included.
        let out = bench.path("crawl.jsonl").display().to_string();
        bench.ok(&[
            "crawl", start, "--out", &out, "--stay", "site", "--delay", "0s",
        ]);
        assert_eq!(inside.requests().len() + corp.requests().len(), 0);
        // What a page brings along when it is drawn.
        let picture = bench.path("page.png").display().to_string();
        let drawn = "http://news.example.com/pictures";
        bench.ok(&["preview", drawn, "--out", &picture]);
        assert!(news.received(" /pictures") && news.received(" /go"));
        // Sitemaps that robots.txt names.
        let sitemap = rule(start, "proxy = \"none\"").replace("\"Forum\"", "\"Map\"");
        let sitemap = sitemap.replace("kind = \"list\"", "kind = \"sitemap\"");
        let sitemap = sitemap.replace("[list]\nlink = { css = \"a\" }\n", "");
        bench.add(&[("map.toml".to_owned(), sitemap)]);
        bench.run(&["run", "Map"]);
        // Where a webhook that somebody allowed redirects to.
        let hook = "http://news.example.com/hook";
        let words = bench.fails(1, &["export", "--format", "webhook", "--out", hook]);
        assert!(words.contains("in your network"), "{words}");
        assert!(news.received(" /hook"));
        assert_eq!(inside.requests(), Vec::<String>::new());
        // The address that a person names may lie inside itself.
        let own = "http://corp.example.com:8080/hook";
        bench.ok(&["export", "--format", "webhook", "--out", own]);
        assert!(corp.received("/hook"));
        // What a person types is where they want to go, though the name is one of the web.
        let text = bench.ok(&["extract", "http://corp.example.com:8080/typed"]);
        assert!(text.contains("Inside"), "{text}");
        assert!(corp.received("/typed"));

        bench.run(&["run", "--failed", "--allow-private"]);
        assert!(
            inside.received("/redirected") && inside.received("/literal") && corp.received("/name")
        );

        // The name that was public leads inside today.
        let before = news.requests().len();
        let router = Host::at("127.0.0.1:80", |_| page("<h1>Router</h1>"));
        let moved = NAMES.replace(
            "93.184.216.34 news.example.com",
            "127.0.0.1 news.example.com",
        );
        std::fs::write(names, moved).expect("names");
        // Nothing is left of the runs before: what is asked is the start.
        let bench = Bench::new();
        bench.add(&[("forum.toml".to_owned(), rule(start, "proxy = \"none\""))]);
        let words = output_text(&bench.run(&["run", "Forum"]));
        assert!(
            words.contains("127.0.0.1") && words.contains("private = true"),
            "{words}"
        );
        assert_eq!(router.requests(), Vec::<String>::new());
        assert_eq!(news.requests().len(), before);
        // A person can say that this is meant.
        let meant = rule(start, "proxy = \"none\"\nprivate = true");
        let meant = bench.write("forum.toml", &meant).display().to_string();
        bench.ok(&["site", "add", "--yes", &meant]);
        bench.run(&["run", "Forum"]);
        assert!(router.received("news.example.com /"));
    }
}
