//! The judge against answers of real servers.

mod families;

use std::sync::LazyLock;

use super::*;

static SIGNALS: LazyLock<Signals> = LazyLock::new(|| Signals::shipped().expect("shipped"));

/// An answer of a plain site: 200, no headers, no proxy, first request.
fn answer(body: &str) -> Answer<'_> {
    Answer {
        requested_url: "http://example.com/a1-title.html",
        final_url: "http://example.com/a1-title.html",
        status: 200,
        body,
        now_s: 1_795_248_000,
        ..Answer::default()
    }
}

fn headers(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
        .collect()
}

#[track_caller]
fn check(answer: &Answer<'_>, state: PageState) -> Verdict {
    let verdict = judge(&SIGNALS, answer);
    assert_eq!(verdict.state, state, "{verdict:?}");
    assert_eq!(verdict.evidence.is_empty(), state == PageState::Ok);
    verdict
}

const FORBIDDEN: &str = "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>";
const ARTICLE: &str = "<html><head><title>Wool and its dyes</title></head><body><article><h1>Wool and its dyes</h1><p>Madder gives red, weld gives yellow, and woad gives blue, if the vat is kept warm and nobody opens it too soon.</p></article></body></html>";
const HOME: &str = "<html><head><title>Example</title></head><body><h1>Example</h1><article><h2><a href=/a1-title.html>One</a></h2></article><p>All our articles about wool, dyes, looms and the people who work with them, newest first.</p></body></html>";

#[test]
fn the_name_of_a_board_is_no_login_wall() {
    let page = |link: &str| {
        format!(
            "<title>Forum: post a new topic</title><a href=/>Forum index</a>{link}\
             <h1>Members only</h1><h3>Post a new topic</h3><form method=post><label>Subject\
             </label><textarea name=content></textarea></form>"
        )
    };
    let board = page("<a href='/forum/3/'>Members only</a>");
    check(&answer(&board), PageState::Ok);
    let bare = page("");
    let named = Answer {
        requested_url: "http://h/forum/members-only-3/topic/create/",
        final_url: "http://h/forum/members-only-3/topic/create/",
        ..answer(&bare)
    };
    check(&named, PageState::Ok);
    // The same words without a place of that name, and a link to the login, stay what they say.
    check(&answer(&bare), PageState::LoginRequired);
    let wall = page("<a href='/login?next=/x'>Members only</a>");
    check(&answer(&wall), PageState::LoginRequired);
}

#[test]
fn statuses() {
    let of = |status, body| Answer {
        status,
        ..answer(body)
    };
    check(&of(200, ARTICLE), PageState::Ok);
    check(&of(429, ""), PageState::RateLimited);
    check(&of(403, FORBIDDEN), PageState::Blocked);
    check(&of(401, "Unauthorized"), PageState::LoginRequired);
    check(&of(407, ""), PageState::ProxyFault);
    check(&of(404, "<h1>Not found</h1>"), PageState::Empty);
    check(&of(500, "<h1>Oops</h1>"), PageState::Outage);
    check(&of(503, "<h1>Down for maintenance</h1>"), PageState::Outage);
    check(&of(521, ""), PageState::Outage);
    check(&of(418, ""), PageState::Blocked);
    check(&of(304, ""), PageState::Ok);
    check(&of(200, ""), PageState::Empty);
}

#[test]
fn a_server_error_after_our_own_rush_is_a_limit() {
    let plain = |status, since_ms: u64| Answer {
        status,
        since_last_request: Some(Duration::from_millis(since_ms)),
        ..answer("<h1>Service unavailable</h1>")
    };
    let verdict = check(&plain(503, 300), PageState::RateLimited);
    assert!(verdict.evidence.iter().any(|e| e.signal == "own-rate"));
    check(&plain(500, 300), PageState::Outage);
    check(&plain(502, 300), PageState::Outage);
    check(&plain(521, 300), PageState::Outage);
    check(&plain(503, 60_000), PageState::Outage);
    check(&plain(500, 5_000), PageState::Outage);
    // Some limiters delay the answer first.
    let held = |took_ms: u64| Answer {
        took: Some(Duration::from_millis(took_ms)),
        ..plain(500, 300)
    };
    check(&held(90), PageState::Outage);
    check(&held(4_000), PageState::RateLimited);
}

#[test]
fn retry_after_in_both_forms() {
    let seconds = headers(&[("retry-after", "15")]);
    let of = |headers| Answer {
        status: 429,
        headers,
        ..answer("")
    };
    let verdict = check(&of(&seconds), PageState::RateLimited);
    assert_eq!(verdict.retry_after, Some(Duration::from_secs(15)));
    // 2026-11-21 08:00:00 is 1795248000.
    let date = headers(&[("retry-after", "Sat, 21 Nov 2026 08:02:00 GMT")]);
    let verdict = check(&of(&date), PageState::RateLimited);
    assert_eq!(verdict.retry_after, Some(Duration::from_secs(120)));
    let past = headers(&[("retry-after", "Sat, 21 Nov 2020 08:02:00 GMT")]);
    assert_eq!(
        check(&of(&past), PageState::RateLimited).retry_after,
        Some(Duration::ZERO)
    );
    let odd = headers(&[("retry-after", "soon")]);
    assert_eq!(check(&of(&odd), PageState::RateLimited).retry_after, None);
}

#[test]
fn faults_below_http() {
    let of = |fault, since: Option<u64>| Answer {
        fault: Some(fault),
        status: 0,
        since_last_request: since.map(Duration::from_millis),
        ..answer("")
    };
    let proxy = TransportFault::Proxy(String::from("tunnel failed"));
    check(&of(&proxy, Some(1)), PageState::ProxyFault);
    let unreachable = TransportFault::Unreachable(String::from("refused"));
    check(&of(&unreachable, Some(1)), PageState::Outage);
    let dropped = TransportFault::Dropped(String::from("reset"));
    check(&of(&dropped, None), PageState::Blocked);
    check(&of(&dropped, Some(400)), PageState::RateLimited);
    let timeout = TransportFault::Timeout(String::from("30 s"));
    check(&of(&timeout, None), PageState::Outage);
    check(&of(&timeout, Some(400)), PageState::RateLimited);
    let other = TransportFault::Other(String::from("TLS"));
    check(&of(&other, None), PageState::Outage);
}

#[test]
fn a_proxy_is_blamed_for_its_own_pages_only() {
    let squid = headers(&[
        ("x-squid-error", "ERR_ACCESS_DENIED 0"),
        ("via", "1.1 squid"),
    ]);
    let own = Answer {
        status: 403,
        headers: &squid,
        through_proxy: true,
        ..answer("<h1>ERROR</h1> Access Denied.")
    };
    let verdict = check(&own, PageState::ProxyFault);
    assert_eq!(verdict.evidence[0].signal, "squid-error");
    // `Via` alone proves nothing: this 403 comes from the site.
    let via = headers(&[("via", "1.1 squid")]);
    let passed = Answer {
        status: 403,
        headers: &via,
        through_proxy: true,
        ..answer(FORBIDDEN)
    };
    check(&passed, PageState::Blocked);
    let silent = Answer {
        status: 504,
        through_proxy: true,
        ..answer("")
    };
    check(&silent, PageState::ProxyFault);
}

#[test]
fn a_sign_in_portal_is_the_proxys_fault() {
    let page = "<html><head><title>Hotel Wi-Fi</title></head><body>Please accept the terms to use the internet.</body></html>";
    let portal = |rule, through_proxy| Answer {
        rule,
        through_proxy,
        ..answer(page)
    };
    check(&portal(RuleOutcome::Unknown, true), PageState::ProxyFault);
    check(&portal(RuleOutcome::Misses, true), PageState::ProxyFault);
    check(&portal(RuleOutcome::Fits, true), PageState::Ok);
    check(&portal(RuleOutcome::Unknown, false), PageState::Ok);
}

#[test]
fn where_the_request_ended() {
    let ended = |url| Answer {
        final_url: url,
        ..answer("<form><input type=password></form>")
    };
    check(
        &ended("http://example.com/login?next=/a1-title.html"),
        PageState::LoginRequired,
    );
    check(
        &ended("http://example.com/captcha/?from=/a1-title.html"),
        PageState::Challenge,
    );
    check(&ended("http://example.com/login-tips.html"), PageState::Ok);
    let asked = Answer {
        requested_url: "http://example.com/login",
        ..ended("http://example.com/login?lang=en")
    };
    check(&asked, PageState::Ok);
    let location = headers(&[("location", "/login?next=%2Fa1-title.html")]);
    let unfollowed = Answer {
        status: 302,
        headers: &location,
        ..answer("")
    };
    check(&unfollowed, PageState::LoginRequired);
}

#[test]
fn challenge_headers_and_pages() {
    let mitigated = headers(&[("cf-mitigated", "challenge")]);
    let of = |status, headers| Answer {
        status,
        headers,
        ..answer("<p>x</p>")
    };
    check(&of(403, &mitigated), PageState::Challenge);
    let datadome = headers(&[("x-datadome", "protected")]);
    check(&of(403, &datadome), PageState::Challenge);
    check(
        &Answer {
            headers: &datadome,
            ..answer(ARTICLE)
        },
        PageState::Ok,
    );
    let wait = "<title>Just a moment...</title><body><noscript>Enable JavaScript and cookies to continue</noscript>";
    check(&of(200, &[]), PageState::Ok);
    check(
        &Answer {
            status: 503,
            ..answer(wait)
        },
        PageState::Challenge,
    );
    check(&answer(wait), PageState::Challenge);
    let limit = Answer {
        status: 429,
        ..answer(wait)
    };
    check(&limit, PageState::Challenge);
    let chinese = "<title>安全验证</title><h1>安全验证</h1><p>您的访问过于频繁,请输入验证码后继续访问。<form action=/verify><img src=/captcha.png>";
    check(&answer(chinese), PageState::Challenge);
    // What can be done on the page counts, whatever its title says and whatever the status is.
    let form = "<form method=post action=/v><input name=code><button>提交</button></form>";
    for (title, words) in [
        ("访问受限", "当前网络环境存在风险，请完成安全验证"),
        ("访问被拒绝", "您的访问被拒绝。请拖动滑块完成验证后继续访问"),
        ("403 Forbidden", "您的IP已被限制，请输入验证码"),
    ] {
        let page = format!("<title>{title}</title><h1>{title}</h1><p>{words}</p>{form}");
        for status in [200, 403, 405] {
            let asked = Answer {
                status,
                ..answer(&page)
            };
            check(&asked, PageState::Challenge);
        }
    }
    // Without a place to do it, nothing can be done.
    let refused =
        "<title>访问被拒绝</title><h1>访问被拒绝</h1><p>您未能完成安全验证，访问已被拒绝。</p>";
    check(&answer(refused), PageState::Blocked);
    let denied = "<title>访问受限</title><p>您的请求已被安全策略拦截</p>";
    check(&answer(denied), PageState::Blocked);
}

#[test]
fn pages_about_blocks_and_login_forms_are_fine() {
    let about = format!(
        "<title>How captchas work</title><h1>How captchas work</h1><pre>window._pxAppId = 'x'; _Incapsula_Resource</pre><p>{}</p>",
        "Sites that see too many requests verify that you are human with a captcha, or answer that access is denied. ".repeat(30)
    );
    check(&answer(&about), PageState::Ok);
    let login = "<title>用户登录</title><h2>用户登录</h2><form><input name=user><input type=password name=pw><img src=/captcha.png>请输入验证码<button>登录</button></form>";
    let asked = Answer {
        requested_url: "http://example.com/login",
        final_url: "http://example.com/login",
        ..answer(login)
    };
    check(&asked, PageState::Ok);
}

#[test]
fn the_rule_vetoes_phrases_but_not_a_repeated_page() {
    let wall =
        "<title>Access denied</title><h1>Access denied</h1><p>Your request has been blocked.</p>";
    check(&answer(wall), PageState::Blocked);
    let fits = Answer {
        rule: RuleOutcome::Fits,
        ..answer(wall)
    };
    check(&fits, PageState::Ok);
    let state_of_repeated = |rule, body| {
        let answer = Answer {
            rule,
            ..answer(body)
        };
        judgement(&SIGNALS, &answer).verdict_of(true).state
    };
    let canonical = format!("<link rel=canonical href=/a1-title.html>{ARTICLE}");
    for (rule, body, expected) in [
        (RuleOutcome::Fits, HOME, PageState::SoftBlock),
        (RuleOutcome::Misses, HOME, PageState::SoftBlock),
        (RuleOutcome::Unknown, HOME, PageState::Ok),
        (RuleOutcome::Fits, canonical.as_str(), PageState::Ok),
    ] {
        assert_eq!(state_of_repeated(rule, body), expected, "{rule:?}");
    }
}

#[test]
fn what_a_failing_rule_means() {
    let misses = |body| Answer {
        rule: RuleOutcome::Misses,
        ..answer(body)
    };
    check(&misses(ARTICLE), PageState::LayoutChanged);
    // Words of texts about blocks say nothing of a page on which nothing blocks.
    let quoted =
        format!("{ARTICLE}<p>By Ann Lee: last week some visitors asked “who rings the bell”.</p>");
    check(&misses(&quoted), PageState::LayoutChanged);
    check(&misses("<div id=root></div>"), PageState::SoftBlock);
    check(&answer("<div id=root></div>"), PageState::Ok);
    let nothing = "<h1>Search</h1><p>Your search for quince jelly did not match any of our documents, sorry.</p>";
    check(&misses(nothing), PageState::Empty);
    let login = "<p>Welcome back to the reading room of the society. Name and password, please.</p><input type=password>";
    check(&misses(login), PageState::LoginRequired);
    let home = Answer {
        final_url: "http://example.com/",
        ..misses(HOME)
    };
    check(&home, PageState::SoftBlock);
}

#[test]
fn data_is_not_read_as_a_page() {
    let json = headers(&[("content-type", "application/json")]);
    let text = "{\"note\": \"captcha, access denied, too many requests\"}";
    let fine = Answer {
        headers: &json,
        ..answer(text)
    };
    check(&fine, PageState::Ok);
    let limited = Answer {
        status: 429,
        headers: &json,
        ..answer(text)
    };
    check(&limited, PageState::RateLimited);
}

#[test]
fn a_title_alone_does_not_make_an_article_a_challenge() {
    let about = "The page waits for some seconds, runs a script that costs a browser nothing and a robot much, and \
                 goes on by itself when the sum is right. ";
    let page = |text: &str| {
        format!(
            "<title>Just a moment...</title><article><h1>Waiting rooms</h1><p>{text}</p></article>"
        )
    };
    check(&answer(&page(&about.repeat(6))), PageState::Ok);
    check(&answer(&page("Please wait.")), PageState::Challenge);
    let machinery = page(&about.repeat(6)) + "<form id=\"challenge-form\"></form>";
    check(&answer(&machinery), PageState::Challenge);
}

#[test]
fn a_page_for_other_ranks_is_no_block() {
    let body = "<title>Error</title><h1>You need a higher level of permission.</h1><p>Sorry, you are not allowed to list users.";
    let of = |status| Answer {
        status,
        ..answer(body)
    };
    check(&of(403), PageState::Empty);
    let forged = "<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.";
    let of = |status| Answer {
        status,
        ..answer(forged)
    };
    check(&of(403), PageState::Empty);
}

#[test]
fn a_page_that_is_one_message_says_it_even_without_its_status() {
    let bare = |body| Answer {
        status: 0,
        requested_url: "",
        final_url: "",
        ..answer(body)
    };
    check(
        &bare("Too many requests, please try again later."),
        PageState::RateLimited,
    );
    check(&bare("Forbidden\n"), PageState::Blocked);
    let shell = "<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id=root>";
    check(&bare(shell), PageState::Ok);
}

#[test]
fn the_search_of_a_site_is_no_place_to_answer() {
    let page = |search: &str| {
        format!(
            "<title>Too many requests</title><header>{search}</header><h1>Too many requests</h1>\
             <p>You have sent too many requests in a short time, so this page is not shown for a \
             while. Please slow down, or enter the code shown in our app, where you have a limit of \
             your own that is higher than this one, as long as you are a guest of this site.</p>"
        )
    };
    for search in [
        "<form role=\"search\" action=/find><input type=text name=term><button>Go</button></form>",
        "<form action='/find'><input type='text' name='q'/><input type=submit></form>",
        "<form><input type=hidden name=lang value=en><input name=keyword placeholder=Search></form>",
        "<input type=\"search\" id=find>",
    ] {
        let body = page(search);
        for status in [429, 200] {
            let limited = Answer {
                status,
                ..answer(&body)
            };
            check(&limited, PageState::RateLimited);
        }
    }
}

#[test]
fn a_message_in_xml_is_read_and_feeds_and_listings_are_not() {
    let state = |body: &str| {
        let answer = Answer {
            status: 200,
            headers: &[("content-type".to_owned(), "application/xml".to_owned())],
            body,
            ..Answer::default()
        };
        judge(&Signals::shipped().expect("shipped signals"), &answer).state
    };
    let denied = "<Code>AccessDenied</Code><Message>Your request was blocked: access from your IP address is denied</Message>";
    assert!(state(&format!("<?xml version=\"1.0\"?>\n<Error>{denied}</Error>")).is_block());
    for body in [
        format!(
            "<?xml version=\"1.0\"?><rss><channel><item><title>{denied}</title></item></channel></rss>"
        ),
        "<?xml version=\"1.0\"?><response><items><item>tea</item></items></response>".to_owned(),
        "<?xml".to_owned(),
        "<?<!<".to_owned(),
    ] {
        assert_eq!(state(&body), PageState::Ok, "{body}");
    }
}
