//! Texts of lines: robots.txt, headers, cookies, addresses, dates, lists, and texts themselves.

use super::{Hostile, K, hostile, numbered, over};

pub const ALL: &[Hostile] = &[
    hostile("robots", "stars", 200 * K, |n| {
        over("User-agent: *\nDisallow: /", "*a", "$\n", n)
    }),
    hostile("robots", "lines of stars", 200 * K, |n| {
        over("User-agent: *\n", "Disallow: /*a*a*a*a*a*a*a*a*b$\n", "", n)
    }),
    hostile("robots", "agents", 200 * K, |n| {
        numbered("", |i| format!("User-agent: a{i}\n"), "Disallow: /", n)
    }),
    hostile("robots", "sitemaps", 200 * K, |n| {
        numbered("", |i| format!("Sitemap: http://a.example/{i}\n"), "", n)
    }),
    hostile("cookie file", "cookies", 200 * K, |n| {
        numbered(
            "",
            |i| format!("odd.example\tTRUE\t/\tFALSE\t0\tc{i}\tx\n"),
            "",
            n,
        )
    }),
    hostile("cookie file", "pairs", 200 * K, |n| {
        numbered("Cookie: ", |i| format!("c{i}=x; "), "", n)
    }),
    hostile("cookie file", "brackets", 200 * K, |n| over("", "[", "", n)),
    hostile("headers", "links", 400 * K, |n| {
        over("link: ", "</a>; rel=\"prev\", ", "\n", n)
    }),
    hostile("headers", "lines of links", 400 * K, |n| {
        over("", "link: <a>; rel=x; y=\"\n", "", n)
    }),
    hostile("headers", "parts of cache-control", 400 * K, |n| {
        over("cache-control: ", "max-age=\"1\",", "\n", n)
    }),
    hostile("headers", "lines", 400 * K, |n| {
        numbered("", |i| format!("x-{i}: y\n"), "", n)
    }),
    hostile("headers", "policies", 400 * K, |n| {
        over(
            "ratelimit: ",
            "\"a\";r=0;t=1, ",
            "\nratelimit-policy: \"a\";q=1;w=1\n",
            n,
        )
    }),
    hostile("headers", "words in a body", 400 * K, |n| {
        over("a: b\n\n", "access denied <b>captcha ", "", n)
    }),
    hostile("headers", "one line in a body", 400 * K, |n| {
        over("a: b\n\n", "aaaaaaaa", "", n)
    }),
    hostile("headers", "a date without end", 400 * K, |n| {
        over("retry-after: ", "Fri, 31 Dec ", "\n", n)
    }),
    hostile("address", "parameters", 200 * K, |n| {
        numbered("/?", |i| format!("p{i}=x&"), "", n)
    }),
    hostile("address", "parameters that track", 200 * K, |n| {
        numbered("/?", |i| format!("utm_{i}=x&"), "", n)
    }),
    hostile("address", "folders", 200 * K, |n| over("", "/a", "", n)),
    hostile("address", "ways up", 200 * K, |n| over("/", "a/../", "", n)),
    hostile("address", "slashes", 200 * K, |n| over("/", "/;", "", n)),
    hostile("address", "escapes", 200 * K, |n| {
        over("/?a=", "%25", "", n)
    }),
    hostile("address", "sessions", 200 * K, |n| {
        over("/a", ";jsessionid=1", "", n)
    }),
    hostile("address", "addresses in addresses", 200 * K, |n| {
        over("/?url=", "http://b.example/?url=", "", n)
    }),
    hostile("address", "labels of a host", 200 * K, |n| {
        over("http://", "a.", "example/", n)
    }),
    hostile("address", "signs of a host", 200 * K, |n| {
        over("http://", "ü", ".example/", n)
    }),
    hostile("address", "lines", 100 * K, |n| {
        numbered("", |i| format!("/{i}?a={i}\n"), "", n)
    }),
    hostile("date", "numbers", 100 * K, |n| over("", "12 ", "", n)),
    hostile("date", "digits", 100 * K, |n| over("", "9", "", n)),
    hostile("date", "Chinese numbers", 100 * K, |n| {
        over("", "十万亿", "年前", n)
    }),
    hostile("date", "lines", 40 * K, |n| {
        over("", "10 Jun 2026 3 hours ago\n", "", n)
    }),
    hostile("proxies", "lines", 200 * K, |n| {
        numbered(
            "",
            |i| format!("10.{}.{}.{}:80\n", i >> 16, i >> 8 & 255, i & 255),
            "",
            n,
        )
    }),
    hostile("proxies", "one line again", 200 * K, |n| {
        over("", "10.0.0.1:80\n", "", n)
    }),
    hostile("proxies", "colons", 200 * K, |n| over("", ":", "", n)),
    hostile("proxies", "brackets", 200 * K, |n| {
        over("", "[{\"ip\":", "", n)
    }),
    hostile("accounts", "lines", 200 * K, |n| {
        numbered("", |i| format!("u{i},p\n"), "", n)
    }),
    hostile("accounts", "quotes", 200 * K, |n| {
        over("user,password\n", "\"\"", "", n)
    }),
    hostile("schedule", "parts of an expression", 100 * K, |n| {
        over("0 0 ", "1-31/2,", "1 * *", n)
    }),
    hostile("schedule", "days that never come", 200, |_| {
        b"0 0 31 2 *\n0 0 30 2 * 2026\n0 0 31 2,4,6,9,11 *\n0 0 29 2 * 1\n".to_vec()
    }),
    hostile("schedule", "windows", 100 * K, |n| {
        over("", "mon 8:00-9:00, ", "", n)
    }),
    hostile("schedule", "holidays", 100 * K, |n| {
        over("", "2026-01-01..2999-12-31, ", "", n)
    }),
    hostile("schedule", "all the year off", 300, |_| {
        b"01-01..12-31\n0001-01-01..9999-12-31\nmon 0:00-0:00\n".to_vec()
    }),
    hostile("query", "words", 100 * K, |n| {
        over("", "word ", "\nword and word", n)
    }),
    hostile("query", "quotes", 100 * K, |n| {
        over("", "\"a b\" -", "\na b", n)
    }),
    hostile("query", "one letter in a long text", 100 * K, |n| {
        over("a \"a a\"\n", "a", "", n)
    }),
    hostile("query", "brackets", 100 * K, |n| {
        over("", "(a OR ", "\na", n)
    }),
    hostile("text", "sentences", 60 * K, |n| {
        numbered("", |i| format!("Word{i} was here and there. "), "", n)
    }),
    hostile("text", "one word", 100 * K, |n| over("", "w", "", n)),
    hostile("text", "one Chinese sentence", 60 * K, |n| {
        over("", "中文字港口", "", n)
    }),
    hostile("text", "marks on a letter", 100 * K, |n| {
        over("a", "\u{300}", "", n)
    }),
    hostile("text", "joined signs", 100 * K, |n| {
        over("", "👩\u{200d}", "", n)
    }),
];
