//! Form logins against a small site with a CSRF token, a session cookie and a lock.

use super::super::{LoginForm, LoginOutcome};
use super::*;
use crate::secrets::{BoundSecret, Secret};
use bowerbird_logic::policy::pools::secret_scope::SecretScope;

const FORM: &str = "<form method=post action='/in?next=/'><input type=hidden name=csrf value=t0k>\
    <input name=user><input type=password name=pw></form>";

/// Sets `sid` before the login, requires it and the token, and answers a wrong password with the
/// form and status 200. `lee` is locked, `max` is rate limited, `eve` breaks the server.
fn site() -> Server {
    Server::new(|request| {
        let member = request.header("cookie") == Some("sid=member");
        match (request.method.as_str(), request.target.as_str()) {
            ("POST", "/in?next=/") if request.header("cookie") != Some("sid=guest") => {
                answer("403 Forbidden", "no cookie")
            }
            ("POST", "/in?next=/") => match request.body.as_str() {
                "csrf=t0k&user=ann&pw=ann-pw1" => answer(
                    "302 Found\r\nLocation: /\r\nSet-Cookie: sid=member; Path=/",
                    "",
                ),
                body if body.contains("user=lee") => answer(
                    "200 OK",
                    format!("<p>Your account has been locked.</p>{FORM}"),
                ),
                body if body.contains("user=max") => answer("429 Too Many", "later"),
                body if body.contains("user=eve") => answer("500 Oops", "oops"),
                _ => answer("200 OK", format!("<p>Wrong.</p>{FORM}")),
            },
            ("GET", "/login") if member => redirect("/"),
            ("GET", "/login") => answer("200 OK\r\nSet-Cookie: sid=guest; Path=/", FORM),
            ("GET", "/") if member => answer("200 OK", "<a class=logout>Out</a> account locked"),
            ("GET", "/") => answer("200 OK", "<p>Welcome, guest"),
            _ => answer("404 Not Found", "<p>nothing"),
        }
    })
}

fn form(server: &Server, path: &str, success: Option<&str>) -> LoginForm {
    LoginForm {
        success: success.map(str::to_owned),
        ..LoginForm::at(server.url(path))
    }
}

fn tries(form: &LoginForm, session: &Session, user: &str) -> LoginOutcome {
    let scope = SecretScope::of_sites([&form.url]);
    let password = BoundSecret::new(Secret::new("ann-pw1"), scope);
    run(Fetcher::new(short()).login(session, form, user, &password)).unwrap()
}

fn id_of(outcome: &LoginOutcome) -> &str {
    match outcome {
        LoginOutcome::LoggedIn => "in",
        LoginOutcome::Elsewhere(_) => "elsewhere",
        LoginOutcome::Refused(m) | LoginOutcome::Locked(m) | LoginOutcome::NoForm(m) => &m.id,
    }
}

#[test]
fn the_right_password_logs_in_and_the_session_stays_so() {
    let server = site();
    for success in [None, Some(".logout")] {
        let (session, form) = (session(), form(&server, "/login", success));
        assert_eq!(tries(&form, &session, "ann"), LoginOutcome::LoggedIn);
        let posted = server.requests().into_iter().rfind(|r| r.method == "POST");
        let referer = posted.unwrap().header("referer").map(str::to_owned);
        assert_eq!(referer.as_deref(), Some(server.url("/login").as_str()));
        let before = server.requests().len();
        assert_eq!(tries(&form, &session, "ann"), LoginOutcome::LoggedIn);
        let later = &server.requests()[before..];
        assert!(later.iter().all(|r| r.method == "GET"), "logged in already");
    }
}

#[test]
fn refusals_locks_and_errors_are_told_apart() {
    let server = site();
    for (user, expected) in [
        ("bob", "fetch-login-refused"),
        ("lee", "fetch-login-locked"),
        ("max", "fetch-login-locked"),
        ("eve", "fetch-login-status"),
    ] {
        for success in [None, Some(".logout")] {
            let outcome = tries(&form(&server, "/login", success), &session(), user);
            assert_eq!(id_of(&outcome), expected, "{user}");
        }
    }
}

#[test]
fn a_sign_of_success_that_never_shows_is_named() {
    let server = site();
    let outcome = tries(&form(&server, "/login", Some(".typo")), &session(), "ann");
    assert_eq!(id_of(&outcome), "fetch-login-no-sign");
}

#[test]
fn pages_without_a_form_say_so() {
    let server = site();
    let check = |path: &str, success: Option<&str>, expected: &str| {
        let outcome = tries(&form(&server, path, success), &session(), "ann");
        assert_eq!(id_of(&outcome), expected);
    };
    check("/", None, "fetch-login-no-form");
    check("/absent", None, "fetch-login-status");
    check("/login", Some("a["), "fetch-login-selector");
}

/// A site that sends an incomplete login page the first time, and always incomplete answers to its
/// form. `ann` is logged in all the same.
fn broken_site() -> Server {
    let asked = std::sync::atomic::AtomicBool::new(false);
    let cut = |head: &str| format!("HTTP/1.1 {head}\r\nContent-Length: 999\r\n\r\n<p>Wel");
    Server::new(move |request| {
        let member = request.header("cookie") == Some("sid=member");
        let first = || !asked.swap(true, std::sync::atomic::Ordering::SeqCst);
        match request.method.as_str() {
            "POST" if request.body.contains("user=ann") => {
                cut("200 OK\r\nSet-Cookie: sid=member; Path=/").into_bytes()
            }
            "POST" => cut("200 OK").into_bytes(),
            _ if member => answer("200 OK", "<a class=logout>Out</a>"),
            _ if first() => cut("200 OK").into_bytes(),
            _ => answer("200 OK", FORM),
        }
    })
}

#[test]
fn a_form_is_sent_once_where_answers_come_in_part() {
    for (user, is_let_in) in [("ann", true), ("bob", false)] {
        let server = broken_site();
        let form = form(&server, "/login", Some(".logout"));
        let scope = SecretScope::of_sites([&form.url]);
        let password = BoundSecret::new(Secret::new("ann-pw1"), scope);
        let told = run(Fetcher::new(short()).login(&session(), &form, user, &password));
        match is_let_in {
            true => assert_eq!(told, Ok(LoginOutcome::LoggedIn)),
            false => assert!(
                matches!(told, Err(FetchError::Incomplete { .. })),
                "{told:?}"
            ),
        }
        let sent = server.requests().into_iter().filter(|r| r.method == "POST");
        assert_eq!(sent.count(), 1, "{user}");
    }
}

#[test]
fn no_login_message_holds_the_password() {
    let server = site();
    let outcome = tries(&form(&server, "/login", None), &session(), "bob");
    assert!(!format!("{outcome:?}").contains("ann-pw1"));
}
