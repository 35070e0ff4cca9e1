//! Every parser that meets outside bytes, by name, as a function from bytes to how much was made of them. The
//! calls stand here and nowhere else, so that the rooms behind them may be rebuilt.

use std::sync::OnceLock;

use bowerbird::io::fetch::Robots;
use bowerbird::logic::authoring::import::{self, recognise};
use bowerbird::logic::authoring::learn::{overview, pagination};
use bowerbird::logic::authoring::samples::Sample;
use bowerbird::logic::dates::parse_date_in;
use bowerbird::logic::detect::{
    Answer, Signals, find_in_source, find_in_text, judge, page_fingerprint, readable,
    signal_entries,
};
use bowerbird::logic::generic::{Method, TextFormat, document, extract, kind_of};
use bowerbird::logic::model::Terms;
use bowerbird::logic::page::{
    Canonical, Outline, Page, archive, claim, decode, decode_owned, foreign, join, same_site,
    visible_text,
};
use bowerbird::logic::policy::caching_headers::caching_headers;
use bowerbird::logic::policy::pools::account_list::read_accounts;
use bowerbird::logic::policy::pools::cookies::read_cookies;
use bowerbird::logic::policy::pools::proxies::proxy_list::{Scheme, read_list};
use bowerbird::logic::policy::project_permission::Permissions;
use bowerbird::logic::policy::schedule::{Cron, CronPicks, Opening, QuietHours, describe_cron};
use bowerbird::logic::policy::wait_headers::{pause_asked, retry_after};
use bowerbird::logic::rules::{self, parse_duration, parse_size};
use bowerbird::logic::select::{Selector, SelectorKind, Take, json_of, table};
use bowerbird::logic::sources::{
    self, MAX_UNPACKED, Traps, addresses, behind, is_likely_endless, next_link, unpacked,
    with_parameters,
};
use bowerbird::logic::text::{
    Query, Signature, SummaryLength, index_terms, pasteable, printable, printable_json, snippet,
    summarise,
};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use url::Url;

use super::seeds;

/// A parser.
pub struct Parser {
    /// Its name.
    pub name: &'static str,
    /// Reads bytes; says how much it made of them: elements, entries, bytes of values.
    pub read: fn(&[u8]) -> usize,
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Mutations of an ordinary run.
    pub turns: u64,
}

const fn parser(
    name: &'static str,
    turns: u64,
    seeds: fn() -> Vec<Vec<u8>>,
    read: fn(&[u8]) -> usize,
) -> Parser {
    Parser {
        name,
        read,
        seeds,
        turns,
    }
}

/// All of them.
pub const PARSERS: [Parser; 32] = [
    parser("page", 120, seeds::pages, page),
    parser("extraction", 60, seeds::pages, extraction),
    parser("learning", 40, seeds::pages, learning),
    parser("outline", 200, seeds::pages, outline),
    parser("charset", 400, seeds::encoded, charset),
    parser("web archive", 300, seeds::archives, web_archive),
    parser("look", 150, seeds::pages, fingerprint),
    parser("css", 150, seeds::css, |bytes| {
        selector(SelectorKind::Css, bytes)
    }),
    parser("xpath", 150, seeds::xpath, |bytes| {
        selector(SelectorKind::XPath, bytes)
    }),
    parser("regex", 100, seeds::regex, |bytes| {
        selector(SelectorKind::Regex, bytes)
    }),
    parser("label", 100, seeds::labels, |bytes| {
        selector(SelectorKind::Label, bytes)
    }),
    parser("jsonpath", 200, seeds::jsonpath, json_path),
    parser("feed", 300, seeds::feeds, |bytes| {
        json_size(sources::feed(&text(bytes)))
    }),
    parser("sitemap", 300, seeds::sitemaps, sitemap),
    parser("json", 300, seeds::json, |bytes| {
        json_size(sources::json(&text(bytes)))
    }),
    parser("embedded json", 150, seeds::json, embedded),
    parser("robots", 300, seeds::robots, robots),
    parser("cookie file", 300, seeds::cookies, cookie_file),
    parser("headers", 300, seeds::headers, headers),
    parser("address", 400, seeds::urls, address),
    parser("date", 400, seeds::dates, date),
    parser("rule", 120, seeds::rules, rule),
    parser("import", 200, seeds::imports, imports),
    parser("proxies", 300, seeds::proxies, proxies),
    parser("accounts", 300, seeds::accounts, |bytes| {
        let list = read_accounts(&text(bytes));
        list.entries.len() + list.faults.len()
    }),
    parser("schedule", 200, seeds::schedules, schedule),
    parser("query", 150, seeds::queries, query),
    parser("text", 60, seeds::texts, whole_text),
    parser("permissions", 200, seeds::permissions, |bytes| {
        let read = serde_json::from_slice::<Permissions>(bytes);
        read.map_or(0, |read| format!("{read:?}").len() / 16)
    }),
    parser("sample", 200, seeds::samples, |bytes| {
        let read = Sample::parse(&text(bytes));
        read.map_or(0, |sample| sample.to_json().len())
    }),
    parser("addresses in columns", 300, seeds::columns, columns),
    parser("signals", 100, seeds::signals, signals),
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn here() -> Url {
    Url::parse("http://odd.example/a/list?page=1").expect("an address")
}

fn now() -> Timestamp {
    "2026-03-01T10:00:00Z".parse().expect("a time")
}

fn page_of(bytes: &[u8]) -> Page {
    Page::parse_decoded(&decode(bytes, None), &here())
}

fn page(bytes: &[u8]) -> usize {
    let page = page_of(bytes);
    let said = visible_text(&page).len();
    assert!(
        said <= 4 * page.source().len() + 64,
        "more text than source"
    );
    let _ = (claim(&page), foreign(bytes));
    for index in 0..u32::try_from(page.len().min(20)).expect("few") {
        let _ = table(&page, index);
    }
    page.len()
}

fn extraction(bytes: &[u8]) -> usize {
    let page = page_of(bytes);
    let kind = kind_of(&page);
    assert!(
        (0.0..=1.0).contains(&kind.confidence),
        "{}",
        kind.confidence
    );
    let content = extract(&page, Method::Auto);
    let document = document(&page, &content);
    let formats = [TextFormat::Text, TextFormat::Markdown, TextFormat::Html];
    formats
        .map(|format| document.write(format).len())
        .iter()
        .sum()
}

fn learning(bytes: &[u8]) -> usize {
    let page = page_of(bytes);
    overview(&page).suggestions.len() + pagination(&page).len()
}

fn outline(bytes: &[u8]) -> usize {
    let source = decode(bytes, None).text;
    let outline = Outline::read(&source);
    let page = Page::parse(&source, &here());
    let tree = Outline::of_page(&page);
    assert_eq!(
        (&outline.title, &outline.h1, &outline.base, &outline.links),
        (&tree.title, &tree.h1, &tree.base, &tree.links),
        "tags and tree say the same"
    );
    outline.links.len()
}

fn charset(bytes: &[u8]) -> usize {
    let (head, rest) = first_line(bytes);
    let kind = text(head);
    let decoded = decode(rest, Some(&kind));
    let owned = decode_owned(rest.to_vec(), Some(&kind));
    assert_eq!(
        (&decoded.text, decoded.encoding, decoded.source),
        (&owned.text, owned.encoding, owned.source)
    );
    let _ = decode(bytes, None);
    decoded.text.len()
}

fn web_archive(bytes: &[u8]) -> usize {
    archive(bytes).map_or(0, |archive| {
        let parts = archive.parts.iter().map(|(_, bytes)| bytes.len());
        parts.sum::<usize>() + archive.html.len()
    })
}

fn fingerprint(bytes: &[u8]) -> usize {
    let body = text(bytes);
    let _ = page_fingerprint(&body);
    let (said, _) = readable(&body);
    let wanted: String = said.chars().take(40).collect();
    let _ = (find_in_source(&body, &wanted), find_in_text(&said, &wanted));
    said.len()
}

/// A selector of the first line on the page of the others; without others on one that has a bit of all.
fn selector(kind: SelectorKind, bytes: &[u8]) -> usize {
    let (head, rest) = first_line(bytes);
    let Ok(selector) = Selector::compile(kind, &text(head)) else {
        return 0;
    };
    let page = page_of(match rest {
        [] => seeds::USUAL_PAGE.as_bytes(),
        rest => rest,
    });
    let mut size = 0;
    for take in [Take::Text, Take::Attribute("href".to_owned())] {
        let found = selector.try_select(&page, None, &take).unwrap_or_default();
        size += found.len();
    }
    size + selector.matching(&page, Some(3)).len()
}

fn json_path(bytes: &[u8]) -> usize {
    let (head, rest) = first_line(bytes);
    let Ok(selector) = Selector::compile(SelectorKind::JsonPath, &text(head)) else {
        return 0;
    };
    let usual = serde_json::from_str(seeds::USUAL_JSON).expect("JSON");
    let json = serde_json::from_slice(rest).unwrap_or(usual);
    selector.try_select_json(&json).unwrap_or_default().len()
}

fn json_size(json: Option<serde_json::Value>) -> usize {
    json.map_or(0, |json| json.to_string().len())
}

fn sitemap(bytes: &[u8]) -> usize {
    let bytes = unpacked(bytes, MAX_UNPACKED / 10);
    json_size(sources::sitemap(&text(&bytes)))
}

fn embedded(bytes: &[u8]) -> usize {
    let kinds = ["type='application/ld+json'", "", "type='application/json'"];
    let source: String = kinds
        .iter()
        .map(|kind| format!("<script {kind}>{}</script>", text(bytes)))
        .collect();
    let page = Page::parse(&source, &here());
    let _ = bowerbird::logic::generic::metadata(&page);
    json_of(&page)
        .iter()
        .map(|json| json.to_string().len())
        .sum()
}

fn robots(bytes: &[u8]) -> usize {
    let robots = Robots::parse(&text(bytes));
    for path in [
        "/",
        "/a/b.html?x=1",
        "/%7ea/中",
        "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
    ] {
        let _ = robots.check("bowerbird", path);
    }
    robots.sitemaps().len()
}

fn cookie_file(bytes: &[u8]) -> usize {
    let (cookies, _) = read_cookies(&text(bytes), "odd.example").for_host("odd.example", now());
    cookies.len()
}

/// Lines of headers as they come, then a body.
fn headers(bytes: &[u8]) -> usize {
    static SIGNALS: OnceLock<Signals> = OnceLock::new();
    let all = text(bytes);
    let (head, body) = all.split_once("\n\n").unwrap_or((&all, ""));
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let headers: Vec<(String, String)> = lines
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let at = now().as_second();
    let _ = (retry_after(&headers, at), pause_asked(&headers, at));
    let _ = (caching_headers(&headers, now()), next_link(&headers));
    let kind = headers.iter().find(|(name, _)| name == "content-type");
    let _ = decode(body.as_bytes(), kind.map(|(_, kind)| kind.as_str()));
    let signals = SIGNALS.get_or_init(|| Signals::shipped().expect("those that ship"));
    for status in [200, 429, 503] {
        let _ = judge(signals, &answer(status, &headers, body, at));
    }
    headers.len()
}

fn answer<'a>(
    status: u16,
    headers: &'a [(String, String)],
    body: &'a str,
    now_s: i64,
) -> Answer<'a> {
    Answer {
        requested_url: "http://odd.example/",
        final_url: "http://odd.example/a",
        status,
        headers,
        body,
        now_s,
        ..Answer::default()
    }
}

/// Addresses, one a line.
fn address(bytes: &[u8]) -> usize {
    let all = text(bytes);
    let here = here();
    let (canonical, mut traps) = (Canonical::default(), Traps::default());
    let sorted = Canonical {
        sort: true,
        index: vec!["index.html".to_owned()],
        ..Canonical::default()
    };
    let mut size = 0;
    for line in all.lines() {
        let Some(url) = join(&here, line) else {
            continue;
        };
        for form in [&canonical, &sorted] {
            let once = form.of(&url);
            assert_eq!(form.of(&once), once, "the canonical form is its own");
            size += once.as_str().len();
        }
        let _ = (
            behind(&url, &here),
            is_likely_endless(&url),
            same_site(&url, &here),
        );
        let _ = (traps.admits(&url), traps.note(&url, 7));
        let _ = with_parameters(&url, "&page={id}&x=1", "id", line);
    }
    size
}

fn date(bytes: &[u8]) -> usize {
    let all = text(bytes);
    let lines = all.lines().chain([all.as_str()]);
    lines
        .map(|line| {
            let read = ["", "en", "de", "zh-CN"].map(|language| {
                parse_date_in(line, now(), &TimeZone::UTC, Some(language)).unwrap_or_default()
            });
            read.iter().map(String::len).sum::<usize>()
        })
        .sum()
}

fn rule(bytes: &[u8]) -> usize {
    let Ok(rule) = rules::parse(&text(bytes)) else {
        return 0;
    };
    let written = rules::write(rule.file());
    let again = rules::parse(&written).unwrap_or_else(|faults| panic!("{written}\n{faults:?}"));
    assert_eq!(
        rule.file(),
        again.file(),
        "what is written is what was read"
    );
    let page = page_of(seeds::USUAL_PAGE.as_bytes());
    let starts = rule.start().take(500).count();
    let _ = rule.prepare(seeds::USUAL_PAGE);
    rule.list_page(&page, now()).items.len()
        + rule.extract(&page, &[], now()).records.len()
        + starts
}

fn imports(bytes: &[u8]) -> usize {
    let _ = recognise(bytes);
    let formats = import::ImportFormat::ALL.iter();
    let made = formats.filter_map(|format| import::import(*format, "odd", bytes).ok());
    made.map(|made| made.len()).sum()
}

fn proxies(bytes: &[u8]) -> usize {
    let list = read_list(&text(bytes), Scheme::Http);
    list.entries.len() + list.faults.len()
}

/// An expression, windows, days off, and spans of time, a line each.
fn schedule(bytes: &[u8]) -> usize {
    let all = text(bytes);
    for line in all.lines().take(20) {
        if let Ok(cron) = Cron::parse(line) {
            let mut at = Some(now());
            for _ in 0..3 {
                at = at.and_then(|at| cron.next_after(at, &TimeZone::UTC));
            }
        }
        let _ = (
            describe_cron(line),
            CronPicks::of(line),
            QuietHours::parse(line),
        );
        let _ = (parse_duration(line), parse_size(line));
        for (windows, holidays) in [(line, ""), ("", line)] {
            let terms = Terms {
                windows: windows.to_owned(),
                holidays: holidays.to_owned(),
                ..Terms::default()
            };
            if let Ok(Some(opening)) = Opening::of(&terms) {
                let _ = (opening.next_open(now()), opening.closes(now()));
            }
        }
    }
    all.lines().count()
}

fn query(bytes: &[u8]) -> usize {
    let (head, rest) = first_line(bytes);
    let query = Query::parse(&text(head));
    let snippet = snippet(&text(rest), &query, 80);
    assert!(snippet.text.chars().count() <= 82, "{}", snippet.text);
    for mark in &snippet.marks {
        assert!(snippet.text.get(mark.clone()).is_some(), "{mark:?}");
    }
    snippet.marks.len()
}

fn whole_text(bytes: &[u8]) -> usize {
    let text = text(bytes);
    let shown = (printable(&text), pasteable(&text), printable_json(&text));
    let _ = (Signature::of(&text), shown);
    let summary = summarise(&text, SummaryLength::Sentences(2), 5);
    index_terms(&text).len() + summary.text.len()
}

fn columns(bytes: &[u8]) -> usize {
    let text = text(bytes);
    let keep = ["title".to_owned(), "date".to_owned()];
    let all = [
        addresses(&text, None, &keep),
        addresses(&text, Some("2"), &[]),
    ];
    all.into_iter().flatten().map(|found| found.len()).sum()
}

fn signals(bytes: &[u8]) -> usize {
    let Ok(entries) = signal_entries(&text(bytes)) else {
        return 0;
    };
    entries.iter().filter(|entry| entry.check().is_ok()).count()
}

/// The first line, and what follows.
fn first_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[]),
    }
}
