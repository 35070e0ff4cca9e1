//! `kill -9` at random moments over two sites that show their articles to members only and end every
//! session after a few pages: what is held in the end is what an undisturbed run leaves. More kills:
//! `BOWERBIRD_TEST_KILLS=250 cargo test --test behaviour killed_sessions`.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::command_line::{Bench, output_text};
use crate::crashes_and_full_disk::killed::{Numbers, SEED, asked, held, kill_after};
use crate::engine::support::server::{Ask, Reply, Site};

const KILLS: (&str, u64) = ("BOWERBIRD_TEST_KILLS", 25);
/// Runs that are killed before one comes to its end.
const KILLS_A_ROUND: u64 = 5;
const LISTS: usize = 3;
const PER_LIST: usize = 6;
/// Pages that a session sees before the site ends it.
const PAGES_A_SESSION: usize = 7;

/// A site with a login, and how many requests it has answered.
struct Members {
    site: Site,
    hits: Arc<AtomicUsize>,
}

impl Members {
    fn start(about: &'static str) -> Self {
        let hits = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&hits);
        let sessions: Mutex<HashMap<String, usize>> = Mutex::default();
        let site = Site::start(move |ask: &Ask| {
            counted.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(4));
            answer(about, ask, &sessions)
        });
        Self { site, hits }
    }

    fn rule(&self, name: &str) -> String {
        format!(
            "[site]\nname = \"{name}\"\nkind = \"list\"\nstart = [\"{}\"]\n\
             [politeness]\ndelay = \"0s\"\nconcurrency = 2\nretries = 0\nrobots = false\n\
             [login]\nurl = \"{}\"\nalways = true\nsuccess = \"#out\"\n\
             [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
             next = {{ css = \"a.next\", take = \"href\" }}\n\
             [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n\
             [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
            self.site.url("/list0"),
            self.site.url("/login"),
        )
    }
}

fn answer(about: &str, ask: &Ask, sessions: &Mutex<HashMap<String, usize>>) -> Reply {
    let mut sessions = sessions.lock().unwrap();
    let cookie = ask.header("cookie").to_owned();
    if ask.path == "/login" {
        return Reply::html(
            "<title>Log in</title><form method=post action=/in><input name=user>\
             <input type=password name=word></form>",
        );
    }
    if ask.path == "/in" {
        let session = format!("session={}", sessions.len() + 1);
        sessions.insert(session.clone(), 0);
        return Reply::html("<title>In</title><a id=out href=/out>Log out</a>")
            .with("set-cookie", &session);
    }
    let seen = sessions.get_mut(&cookie);
    let is_member = seen.is_some_and(|seen| {
        *seen += 1;
        *seen <= PAGES_A_SESSION
    });
    if !is_member {
        return Reply::redirect("/login");
    }
    let number = |text: &str| text.parse::<usize>().ok();
    if let Some(list) = ask.path.strip_prefix("/list").and_then(number) {
        let first = list * PER_LIST;
        let items: String = (first..first + PER_LIST)
            .map(|n| format!("<article><a href='/a{n}'>Item {n}</a></article>"))
            .collect();
        let next = match list + 1 {
            LISTS => String::new(),
            next => format!("<a class=next href='/list{next}'>More</a>"),
        };
        return Reply::html(format!(
            "<title>List {list}</title><a id=out href=/out>Log out</a>{items}{next}"
        ));
    }
    let words = "so ".repeat(ask.path.len() + number(&ask.path[2..]).unwrap_or(0));
    Reply::html(format!(
        "<title>Item</title><a id=out href=/out>Log out</a><h1>Item {} of {about}</h1>\
         <p>What is said there, which is {words}.</p>",
        ask.path
    ))
}

/// A project with both sites and an account of each.
struct Project {
    bench: Bench,
    hits: [Arc<AtomicUsize>; 2],
}

impl Project {
    fn of(sites: &[Members; 2]) -> Self {
        let bench = Bench::new();
        bench.write("pass", "a passphrase of 77\n");
        let names = ["Dogs", "Cats"];
        bench.add(&[
            ("dogs.toml".to_owned(), sites[0].rule(names[0])),
            ("cats.toml".to_owned(), sites[1].rule(names[1])),
        ]);
        let project = Self {
            bench,
            hits: [Arc::clone(&sites[0].hits), Arc::clone(&sites[1].hits)],
        };
        for name in names {
            let mut child = project
                .command(&["account", "add", name, "ann", "--secret-stdin"])
                .stdin(Stdio::piped())
                .spawn()
                .expect("it starts");
            let mut stdin = child.stdin.take().expect("standard input");
            writeln!(stdin, "secret-77").expect("written");
            drop(stdin);
            assert!(child.wait().expect("an end").success());
        }
        project
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.bench.command();
        command
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", self.bench.path("pass"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    fn start(&self) -> Child {
        self.command(&["run"]).spawn().expect("it starts")
    }

    fn hits(&self) -> usize {
        let hits = self.hits.iter().map(|hits| hits.load(Ordering::SeqCst));
        hits.sum()
    }

    /// Runs until all that was promised is there; the records, sorted.
    fn collected(&self, moments: &[(u64, u64)]) -> Vec<String> {
        let mut last = String::new();
        for _ in 0..12 {
            let mut command = self.command(&["run"]);
            let output = command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let output = output.output().expect("it runs");
            if output.status.success() {
                let mut records = held(&self.bench);
                records.sort_unstable();
                return records;
            }
            last = output_text(&output);
        }
        panic!("never whole: {moments:?} {last}");
    }
}

#[test]
fn kills_over_two_sites_with_a_login_lose_and_double_nothing() {
    let sites = [Members::start("dogs"), Members::start("cats")];
    let undisturbed = Project::of(&sites).collected(&[]);
    assert_eq!(undisturbed.len(), 2 * LISTS * PER_LIST);
    let mut numbers = Numbers(asked(SEED));
    let most = asked(KILLS);
    let mut kills = 0;
    while kills < most {
        let project = Project::of(&sites);
        let mut moments = Vec::new();
        for _ in 0..KILLS_A_ROUND {
            let (answers, after) = (numbers.below(20), numbers.below(120));
            moments.push((answers, after));
            let mut child = project.start();
            let after = Duration::from_millis(after);
            kills += u64::from(kill_after(&mut child, &|| project.hits(), answers, after));
        }
        assert_eq!(project.collected(&moments), undisturbed, "{moments:?}");
    }
}
