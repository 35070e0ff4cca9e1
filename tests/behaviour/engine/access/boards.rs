//! A board of a forum that only members read, collected under an account: its name says "members
//! only", its lists have links that do something, and some of its pages are closed to the account.

use bowerbird::engine::types::{PageState, RunEnd, SiteId, parse, starter};
use bowerbird::engine::{Command, Event, SiteCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

/// Titles as people write them, some of two characters.
const TOPICS: [&str; 10] = [
    "正则表达式",
    "Shell 通配符",
    "使用 Vim",
    "定制 Bash",
    "链接",
    "文件系统权限",
    "建议新手安装的额外软件包",
    "What is a package and what is it for",
    "What is the latest version of this system",
    "Which tools build a kernel of one's own",
];
const MARK: &str = "/tracking/mark/forum/3/topics/";
const WRITE: &str = "/forum/members-only-3/topic/create/";
const STAFF: &str = "/forum/members-only-3/topic/room-of-the-staff-78/";
const CLOSED: &str = "/forum/members-only-3/topic/archive-of-moderators-77/";

fn answer(ask: &Ask) -> Reply {
    let path = ask.path.as_str();
    let member = ask.header("cookie").contains("member=");
    if path == "/login" && ask.method == "POST" {
        let let_in = ask.body.contains("pass=ann-pw");
        return match let_in {
            true => Reply::redirect("/").with("set-cookie", "member=m1; Path=/"),
            false => form(),
        };
    }
    match path {
        "/login" | "/login?next=staff" if member => {
            frame("Home", "<p>Welcome back, ann. Here are your boards.</p>")
        }
        "/login" => form(),
        _ if !member => Reply::redirect("/login"),
        "/forum/members-only-3/" => board(),
        WRITE => frame(
            "Post a new topic",
            "<form method=post><label>Subject</label><input name=subject><textarea name=content>\
             </textarea><input type=submit></form>",
        ),
        STAFF => Reply::redirect("/login?next=staff"),
        CLOSED => frame("Archive", "<h2>Please log in as a moderator</h2>"),
        _ => {
            let words = "Every post says a few words about the tools that people use. ".repeat(12);
            frame(
                path,
                &format!("<article><h2>{path}</h2><p>{words}</p></article>"),
            )
        }
    }
}

fn form() -> Reply {
    Reply::html(
        "<title>Log in</title><h1>Log in</h1><form method=post action=/login><input name=user>\
         <input type=password name=pass><button>Log in</button></form>",
    )
}

fn frame(title: &str, body: &str) -> Reply {
    Reply::html(format!(
        "<title>Forum: {title}</title><a href=/>Forum index</a>\
         <a href=/forum/members-only-3/>Members only</a><h1>Members only</h1>{body}"
    ))
}

fn board() -> Reply {
    let topics: String = TOPICS
        .iter()
        .enumerate()
        .map(|(n, title)| {
            format!(
                "<div class=row><a class=topic-name-link href='/forum/members-only-3/topic/t-{n}/'>\
                 {title}</a></div>"
            )
        })
        .collect();
    frame(
        "Members only",
        &format!(
            "<a href='{WRITE}'>Start a new topic</a><a href='{MARK}'>Mark topics read</a>{topics}\
             <a href='{CLOSED}'>Archive of the moderators</a>\
             <a href='{STAFF}'>Room of the staff, for the staff</a>"
        ),
    )
}

/// The board under the account, with the rule that an address alone gives.
fn collected(bench: &Bench, site: &Site, allow: &str) -> SiteId {
    let rule = starter("Board", &site.url("/forum/members-only-3/"));
    let own = rule.lines().find(|line| line.starts_with("allow"));
    let rule = rule.replace(own.expect("allow"), allow);
    let rule = rule.replace("\"2s\"", "\"0s\"");
    let login = site.url("/login");
    let added = bench.add(&format!("{rule}\n[login]\nurl = \"{login}\"\n"));
    bench.add_account(added, "ann", "ann-pw");
    added
}

#[test]
fn a_members_board_is_collected_whole_and_nothing_on_it_is_done() {
    let (bench, site) = (Bench::new(), Site::start(answer));
    let added = collected(&bench, &site, "allow = []");
    let ended = bench.run(added);
    assert_eq!(ended.end, RunEnd::Finished, "{:?}", ended.message);
    for (n, title) in TOPICS.iter().enumerate() {
        let path = format!("/forum/members-only-3/topic/t-{n}/");
        assert!(site.asked(&path) > 0, "{title}");
    }
    assert_eq!((site.asked(MARK), site.asked(WRITE)), (0, 0));
    assert_eq!(bench.records(added).len(), TOPICS.len());
    // Pages closed to the account say nothing about the site.
    assert!(site.asked(CLOSED) > 0 && site.asked(STAFF) > 0);
    assert_eq!(bench.status(added).state, PageState::Ok);
}

#[test]
fn a_rule_that_names_what_a_link_does_follows_it() {
    let (bench, site) = (Bench::new(), Site::start(answer));
    let added = collected(&bench, &site, "allow = ['/topic/create/']");
    bench.run(added);
    assert_eq!((site.asked(MARK), site.asked(WRITE)), (0, 1));
}

/// A forum whose front page shows members one board more.
fn boards_of(ask: &Ask) -> Reply {
    let member = ask.header("cookie").contains("member=");
    let path = ask.path.as_str();
    if path == "/login" && ask.method == "POST" {
        return Reply::redirect("/").with("set-cookie", "member=m1; Path=/");
    }
    let head = "<link rel=stylesheet href=/static/machina.board_theme.min.css>";
    let name = |number: u32| {
        format!("<h2><a class=forum-name-link href='/forum/b-{number}/'>Board {number}</a></h2>")
    };
    match path {
        "/login" => form(),
        "/" => {
            let seen = if member { 3 } else { 2 };
            let names: String = (1..=seen).map(name).collect();
            let out = match member {
                true => "<a href=/logout>Log out</a>",
                false => "<a href=/login>Log in</a>",
            };
            Reply::html(format!(
                "<title>Forum</title>{head}<h1>Boards</h1>{out}{names}"
            ))
        }
        _ => Reply::status(404, "none"),
    }
}

/// The site begins at one of the boards that visitors see, and its rule knows no login.
#[test]
fn a_board_that_only_an_account_sees_is_offered_once_there_is_one() {
    let (bench, site) = (Bench::new(), Site::start(boards_of));
    let start = |number: u32| site.url(&format!("/forum/b-{number}/"));
    let rule = format!(
        "[site]\nname = \"Club\"\nkind = \"list\"\nstart = [\"{}\"]\n\n[politeness]\n\
         delay = \"0s\"\n\n[list]\nlink = {{ css = \"a.topic\" }}\n\n[record]\n\
         item = {{ css = \"div.post\" }}\n\n[[field]]\nname = \"author\"\nselect = [{{ css = \"b\" }}]\n",
        start(1)
    );
    let added = bench.add(&rule);
    bench.add_account(added, "ann", "ann-pw");
    let found = bench.wait(|event| match event {
        Event::BoardsFound(found) => Some(found),
        _ => None,
    });
    assert_eq!((found.site, found.boards.len()), (added, 1));
    assert_eq!(found.boards[0].name, "Board 3");
    bench.send(Command::Site(SiteCommand::AddStarts {
        site: added,
        urls: found.boards.iter().map(|board| board.url.clone()).collect(),
    }));
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    let sites = bench.store().sites().expect("the sites");
    let rule = parse(&sites[0].rule_toml).expect("a rule");
    assert_eq!(rule.file().site.start, [start(1), start(3)]);
}

#[test]
fn nothing_is_looked_for_in_the_quiet_hours_of_a_site() {
    let (bench, site) = (Bench::new(), Site::start(boards_of));
    let rule = format!(
        "[site]\nname = \"Club\"\nkind = \"list\"\nstart = [\"{}\"]\n\n[politeness]\n\
         delay = \"0s\"\nquiet = \"00:00-12:00, 12:00-00:00\"\n\n[list]\n\
         link = {{ css = \"a.topic\" }}\n\n[record]\nitem = {{ css = \"div.post\" }}\n\n\
         [[field]]\nname = \"author\"\nselect = [{{ css = \"b\" }}]\n",
        site.url("/forum/b-1/")
    );
    let added = bench.add(&rule);
    bench.add_account(added, "ann", "ann-pw");
    bench.send(Command::Site(SiteCommand::LookForBoards { site: added }));
    // Another site of the same forum is looked at meanwhile.
    let awake = rule
        .replace("quiet =", "# quiet =")
        .replace("Club", "Awake");
    let awake = bench.add(&awake);
    bench.add_account(awake, "bob", "bob-pw");
    let found = bench.wait(|event| match event {
        Event::BoardsFound(found) => Some(found),
        _ => None,
    });
    assert_eq!(found.site, awake);
    // The form and its answer, once.
    assert_eq!(site.asked("/login"), 2, "only one of them logged in");
}
