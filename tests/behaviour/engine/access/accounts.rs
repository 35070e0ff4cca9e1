//! Accounts against a small forum: a token in the form, a session cookie before the login, wrong
//! passwords that are answered with 200, a lock at the third one, members' pages that redirect.

use std::collections::HashMap;
use std::io::Read;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use bowerbird::engine::types::{AccountTerms, LoginState, RunEnd, RunOptions, Secret, SiteId};
use bowerbird::engine::{AccountCommand, AccountDraft, Command, Event, RunCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{article, list, list_rule};

/// What the forum knows.
#[derive(Default)]
struct Forum {
    /// Wrong passwords by user.
    wrong: Mutex<HashMap<String, u32>>,
    /// User agents of members.
    agents: Arc<Mutex<Vec<String>>>,
}

impl Forum {
    fn answer(&self, ask: &Ask) -> Reply {
        let cookie = ask.header("cookie").to_owned();
        let path = ask.path.as_str();
        if path == "/" || path.starts_with("/?") {
            return list(0, 3, None);
        }
        if ask.method == "POST" && path.starts_with("/login") {
            return self.log_in(ask, &cookie);
        }
        if path.starts_with("/login") {
            return form("").with("set-cookie", "guest=g1; Path=/; HttpOnly");
        }
        let member = cookie.contains("member=") || ask.header("authorization") == "Token t0k";
        match member {
            true => {
                let agent = ask.header("user-agent").to_owned();
                self.agents.lock().unwrap().push(agent);
                article(path)
            }
            false => Reply::redirect(&format!("/login?next={path}")),
        }
    }

    fn log_in(&self, ask: &Ask, cookie: &str) -> Reply {
        if !ask.body.contains("csrf=c1") || !cookie.contains("guest=g1") {
            return page(403, "<p>The token is missing.</p>");
        }
        let user = ask
            .body
            .split("user=")
            .nth(1)
            .and_then(|rest| rest.split('&').next());
        let user = user.unwrap_or_default().to_owned();
        if ask.body.contains(&format!("pass={user}-pw")) {
            return Reply::redirect("/").with("set-cookie", "member=m1; Path=/; HttpOnly");
        }
        let mut wrong = self.wrong.lock().unwrap();
        let count = wrong.entry(user).or_default();
        *count += 1;
        match *count {
            3.. => page(429, "<h1>Account locked</h1>"),
            _ => form("<p>Wrong password.</p>"),
        }
    }
}

fn page(status: u16, body: &str) -> Reply {
    Reply::status(status, body).with("content-type", "text/html")
}

fn form(told: &str) -> Reply {
    Reply::html(format!(
        "<title>Log in</title><h1>Log in</h1>{told}<form method=post action='/login'>\
         <input type=hidden name=csrf value=c1><input name=user><input type=password name=pass>\
         <button>Log in</button></form>"
    ))
}

pub fn forum() -> Site {
    let forum = Forum::default();
    Site::start(move |ask| forum.answer(ask))
}

pub fn add(bench: &Bench, site: &Site, login: &str) -> SiteId {
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&format!("{rule}[login]\n{login}\n"))
}

/// Tests the account; whether it works, and the id of what is said.
fn test(bench: &Bench, user: &str) -> (bool, String) {
    let account = bench.account(user).id;
    bench.send(Command::Accounts(AccountCommand::Test { account }));
    bench.wait(|event| match event {
        Event::AccountTested { ok, message, .. } => Some((ok, message.id)),
        _ => None,
    })
}

fn limited(bench: &Bench, site: SiteId, user: &str, limit: u32) {
    bench.send(Command::Accounts(AccountCommand::Add(AccountDraft {
        site,
        user: user.to_owned(),
        password: Some(Secret::new(format!("{user}-pw"))),
        terms: AccountTerms {
            day_limit: Some(limit),
            ..AccountTerms::default()
        },
    })));
    changed(bench);
}

fn changed(bench: &Bench) {
    bench.wait(|event| match event {
        Event::PoolsChanged => Some(()),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    });
}

#[test]
fn a_wrong_password_is_named_and_tried_once_until_a_person_corrects_it() {
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    bench.add_account(id, "ann", "wrong");
    for _ in 0..3 {
        assert_eq!(bench.run(id).end, RunEnd::Blocked);
    }
    let account = bench.account("ann");
    assert_eq!(
        account.state,
        LoginState::Refused,
        "one try in three runs: no lock"
    );
    assert_eq!(account.fault.unwrap().id, "fetch-login-refused");

    bench.send(Command::Accounts(AccountCommand::Change {
        account: account.id,
        password: Some(Secret::new("ann-pw")),
        terms: AccountTerms::default(),
    }));
    changed(&bench);
    assert_eq!(bench.account("ann").state, LoginState::Untried);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let account = bench.account("ann");
    assert_eq!((account.state, account.uses), (LoginState::LoggedIn, 3));
    assert!(account.last_login.is_some());
}

#[test]
fn a_run_without_the_login_that_its_rule_wants_says_so() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/login" => form("<p>Wrong password.</p>"),
        "/" => list(1, 3, None),
        path => article(path),
    });
    let bench = Bench::new();
    let login = format!("url = '{}'\nalways = true", site.url("/login"));
    let id = add(&bench, &site, &login);
    bench.add_account(id, "ann", "wrong");
    for run in 0..2 {
        let ended = bench.run(id);
        let message = ended
            .message
            .unwrap_or_else(|| panic!("{run}: nothing is said"));
        assert_eq!(message.id, "engine-reason-as-visitor", "{run}");
    }
    assert_eq!(bench.records(id).len(), 2);
    assert!(bench.status(id).next.is_some(), "and what to do");
}

#[test]
fn what_keeps_an_account_from_being_tried_is_said_of_it() {
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/")));
    bench.add_account(id, "ann", "ann-pw");
    let (works, why) = test(&bench, "ann");
    assert!(!works);
    let account = bench.account("ann");
    assert_eq!(account.state, LoginState::Untried, "it is not its fault");
    assert_eq!(account.fault.unwrap().id, why);
}

#[test]
fn a_lock_is_the_accounts_and_another_account_goes_on() {
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    bench.add_account(id, "ann", "wrong");
    assert_eq!(
        test(&bench, "ann"),
        (false, "fetch-login-refused".to_owned())
    );
    assert_eq!(
        test(&bench, "ann"),
        (false, "fetch-login-refused".to_owned())
    );
    assert_eq!(
        test(&bench, "ann"),
        (false, "fetch-login-locked".to_owned())
    );
    let locked = bench.account("ann");
    assert_eq!(locked.state, LoginState::Locked);
    assert!(locked.rest_until.is_some());
    bench.add_account(id, "bob", "bob-pw");
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 3);
    assert_eq!(bench.account("ann").state, LoginState::Locked);
}

#[test]
fn a_list_of_accounts_is_read_and_all_of_them_are_tried_in_turn() {
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    bench.add_account(id, "ann", "wrong");
    let read = |text: &str, dry_run| {
        bench.send(Command::Accounts(AccountCommand::Import {
            site: id,
            text: Secret::new(text),
            dry_run,
        }));
        bench.wait(|event| match event {
            Event::AccountsImported(report) => Some(*report),
            Event::CommandFailed { message } => panic!("{message:?}"),
            _ => None,
        })
    };
    let list = "user;password;limit\nann;ann-pw;\nbob;bob-pw;7\ncyd;wrong;\n;no-user;\n";
    let report = read(list, true);
    assert_eq!((report.added.len(), report.known.len()), (2, 1));
    let count = || bench.engine.query().accounts().unwrap().len();
    assert_eq!(count(), 1, "nothing is done yet");
    let report = read(list, false);
    assert_eq!(report.added, ["bob", "cyd"]);
    assert_eq!(report.known, ["ann"]);
    assert_eq!(report.faults.len(), 1);
    assert!(!format!("{report:?}").contains("no-user"));
    assert_eq!(bench.account("bob").terms.day_limit, Some(7));

    let accounts = bench.engine.query().accounts().unwrap();
    bench.send(Command::Accounts(AccountCommand::TestAll {
        accounts: accounts.iter().map(|account| account.id).collect(),
    }));
    let mut told = HashMap::new();
    bench.wait(|event| {
        if let Event::AccountTested { account, ok, .. } = event {
            told.insert(account, ok);
        }
        (told.len() == 3).then_some(())
    });
    for account in accounts {
        assert_eq!(told[&account.id], account.user != "cyd", "{}", account.user);
    }
}

#[test]
fn accounts_take_turns_at_their_pages_of_a_day() {
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    limited(&bench, id, "ann", 2);
    limited(&bench, id, "bob", 2);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 3);
    let uses = |user: &str| bench.account(user).uses;
    assert!(uses("ann") <= 2 && uses("bob") <= 2);
    assert_eq!(uses("ann") + uses("bob"), 3);
}

#[test]
fn cookies_from_a_browser_let_a_new_account_in() {
    let forum = Forum::default();
    let agents = Arc::clone(&forum.agents);
    let site = Site::start(move |ask| forum.answer(ask));
    let bench = Bench::new();
    let id = add(&bench, &site, "kind = 'cookies'");
    bench.send(Command::Accounts(AccountCommand::BringCookies {
        site: id,
        user: "me".to_owned(),
        text: Secret::new(
            "127.0.0.1\tFALSE\t/\tFALSE\t2000000000\tmember\tm1\n.other.example\tTRUE\t/\tFALSE\t0\ta\tb",
        ),
        user_agent: Some("Browser/7".to_owned()),
    }));
    let brought = bench.wait(|event| match event {
        Event::CookiesBrought(brought) => Some(*brought),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    });
    assert_eq!((brought.taken, brought.left), (1, 1));
    let account = bench.account("me");
    let end = account.cookies_until.map(|end| end.as_second());
    assert_eq!(end, Some(2_000_000_000));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 3);
    let agents = agents.lock().unwrap();
    assert!(!agents.is_empty() && agents.iter().all(|agent| agent == "Browser/7"));
}

#[test]
fn a_token_goes_in_the_header_that_the_rule_names() {
    let site = forum();
    let bench = Bench::new();
    let members = site.url("/a1");
    let login =
        format!("kind = 'header'\nheader = 'Authorization'\nprefix = 'Token '\nurl = '{members}'");
    let id = add(&bench, &site, &login);
    bench.add_account(id, "bad", "nonsense");
    assert_eq!(
        test(&bench, "bad"),
        (false, "fetch-login-not-let-in".to_owned())
    );
    bench.add_account(id, "api", "t0k");
    assert!(test(&bench, "api").0);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 3);
}

/// A forum whose members' pages are not there for visitors, and which forgets a session after some pages.
fn forgetful(pages: u32) -> Site {
    // The session of now, and how many pages it has left.
    let session = Mutex::new((0_u32, 0_u32));
    Site::start(move |ask| {
        let mut session = session.lock().unwrap();
        let (number, left) = &mut *session;
        let cookie = format!("member=m{number}");
        let member = ask.header("cookie").contains(&cookie) && *left > 0;
        let bar = match member {
            true => "<a id=out href=/out>Log out</a>",
            false => "<a href=/login>Log in</a>",
        };
        match ask.path.as_str() {
            "/" => list(0, 12, None),
            "/login" if ask.method == "POST" => {
                (*number, *left) = (*number + 1, pages);
                let cookie = format!("member=m{number}; Path=/; HttpOnly");
                Reply::redirect("/").with("set-cookie", &cookie)
            }
            "/login" => Reply::html(format!(
                "{bar}<form method=post action='/login'><input name=user>\
                 <input type=password name=pass><button>Log in</button></form>"
            )),
            path if member && path.starts_with("/a") => {
                *left -= 1;
                Reply::html(format!(
                    "{bar}<h1>Title {path}</h1><div class=text><p>Text of {path}.</p></div>"
                ))
            }
            _ => page(404, &format!("{bar}<h1>Nothing here</h1>")),
        }
    })
}

#[test]
fn a_session_that_ends_in_mid_run_is_renewed_once_and_nothing_is_missing() {
    let site = forgetful(8);
    let bench = Bench::new();
    let login = format!(
        "url = '{}'\nalways = true\nsuccess = '#out'",
        site.url("/login")
    );
    let id = add(&bench, &site, &login);
    bench.add_account(id, "ann", "ann-pw");
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 12);
    assert_eq!(ended.progress.pages_failed, 0);
    assert_eq!(bench.account("ann").state, LoginState::LoggedIn);
}

#[test]
fn without_a_sign_a_page_that_is_not_there_is_doubted_while_somebody_is_logged_in() {
    let site = forgetful(8);
    let bench = Bench::new();
    let login = format!("url = '{}'\nalways = true", site.url("/login"));
    let id = add(&bench, &site, &login);
    bench.add_account(id, "ann", "ann-pw");
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 12);
}

#[test]
fn a_page_that_is_gone_for_members_too_costs_no_login() {
    let logins = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&logins);
    let site = Site::start(move |ask| {
        let member = ask.header("cookie").contains("member=m1");
        let bar = if member { "<a id=out>Log out</a>" } else { "" };
        match ask.path.as_str() {
            "/" => list(0, 6, None),
            "/login" if ask.method == "POST" => {
                *counted.lock().unwrap() += 1;
                Reply::redirect("/").with("set-cookie", "member=m1; Path=/; HttpOnly")
            }
            "/login" => Reply::html(format!(
                "{bar}<form method=post action='/login'><input name=user>\
                 <input type=password name=pass></form>"
            )),
            "/a3" | "/a4" => page(404, "<h1>Gone</h1>"),
            path => Reply::html(format!(
                "{bar}<h1>Title {path}</h1><div class=text><p>Text of {path}.</p></div>"
            )),
        }
    });
    let bench = Bench::new();
    let login = format!(
        "url = '{}'\nalways = true\nsuccess = '#out'",
        site.url("/login")
    );
    let id = add(&bench, &site, &login);
    bench.add_account(id, "ann", "ann-pw");
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 4);
    assert_eq!(*logins.lock().unwrap(), 1);
}

#[test]
fn a_login_page_that_never_answers_delays_no_stop() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let login = format!("http://{}/login", silent.local_addr().unwrap());
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{login}'\nalways = true"));
    bench.add_account(id, "ann", "ann-pw");
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    }));
    let (mut visit, _) = silent.accept().unwrap();
    let mut request = [0; 10];
    visit.read_exact(&mut request).unwrap();
    assert_eq!(&request, b"GET /login");
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
    // The stop ended the visit, not its own patience, which would have left a fault.
    assert_eq!(bench.account("ann").fault, None);
}
