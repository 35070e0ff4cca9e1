//! What the mutations begin with: small inputs of every form, sound and odd ones. Those of selectors and
//! searches have what is searched behind the first line.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// A page with a bit of everything that selectors and rules ask for.
pub const USUAL_PAGE: &str = include_str!("corpus/usual.html");
/// A document for paths.
pub const USUAL_JSON: &str =
    r#"{"a":[{"b":1,"c":[1,[2,[3]]]},{"b":null,"x y":"é"}],"b":{"a":{"a":{"a":[]}}}}"#;

fn all(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub fn pages() -> Vec<Vec<u8>> {
    let mut pages = all(&[
        USUAL_PAGE,
        include_str!("corpus/thread.html"),
        include_str!("corpus/paper.html"),
        include_str!("corpus/markup.html"),
        "",
        "\u{feff}<p>\0<b\0 c=\0>\u{ffff}",
        "<select><option><p><table><select><td></select><input><b><template><tr></template>",
        "<table><p>a<table><td><a href=1><tr><b><a href=2></table>x<caption><form><form>",
        "<svg><foreignObject><p><math><mi><b><mtext><svg></p><desc><title>x</svg><h1>",
        "<frameset><frame><noframes><body><a href=x>y</noframes></frameset><a href=z>",
        "<!--><!-x--!><!doctype x [<!ENTITY a \"b\">]><![CDATA[<a href=c>]]><?x y?></p></br>",
        "<a href='&#x110000;&#0;&#xD800;&notit;&amp'>a</a><textarea><title></textarea></title>",
        "<plaintext><a href=x></plaintext>",
        "<script><!--<script></script>--></script><style></style x><a href=//[::1]:99999/>",
        "<?xml version='1.0'?><html xmlns='x'><title/><body><script src='x'/><h1>a<table>b</h1>",
    ]);
    pages.push(
        USUAL_PAGE
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect(),
    );
    pages
}

pub fn encoded() -> Vec<Vec<u8>> {
    let mut found = all(&[
        "text/html; charset=\"gb2312\"\n\n<meta charset=big5>",
        "text/html; charset=utf-7\n+ADw-script+AD4-",
        "text/html; charset=iso-2022-jp; charset=x\n\u{1b}$B$3\u{1b}(B",
        "text/html;charset=replacement\n<meta http-equiv=content-type content='text/html; charset=",
        "\n<?xml version=\"1.0\" encoding=\"EUC-KR\"?>",
    ]);
    found
        .push(b"text/html\n\xd6\xd0\xce\xc4\xb1\xea\xcc\xe2\xa3\xac\x81\x30\x89\x38 \xff".to_vec());
    found.push(b"text/html;charset=utf-16\n\xff\xfe<\0p\0>\0\x3d\xd8".to_vec());
    found.push(b"x\n\xef\xbb\xbfa\xe4\xb8\xad\xe4\xb8".to_vec());
    found
}

pub fn archives() -> Vec<Vec<u8>> {
    all(&[
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"--x\"; type=\"text/html\"\r\n\r\n\
         ----x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Location: http://a.example/\r\n\
         Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>=E4=B8=AD=\r\n=ZZ</p>\r\n\
         ----x\r\nContent-Type: image/png\r\nContent-ID: <a@b>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0K\r\n----x--\r\n",
        "Content-Type: multipart/related;\r\n boundary=a\r\n\r\n--a\n\n--a\nContent-Type: text/html\n\n--a--a",
        "Content-Type: multipart/related; boundary=\r\n\r\n--\r\nContent-Type: text/html\r\n\r\nx\r\n--",
    ])
}

pub fn css() -> Vec<Vec<u8>> {
    all(&[
        "ul > li.item:nth-child(2n+1 of .item) a[href^='/' i]:not(.x, :has(b))",
        "*:has(*:has(*)) ~ :is(a, b, :where(c)) + d||e",
        "a:contains('x'):eq(-1):gt(0):even:matches(^a+$):not(:contains(\"y\"):first)",
        ":scope > *:has(> a:contains(b)) li:nth-last-of-type(-n + 99999999999)",
        "li:lt(1):has(+ li ~ li), \\000041 \\, a\\",
        "[a=\"\\\"][b='",
        "p:not(:not(:not(p)))\n<p><p>x<p class='a b'>y",
        "::before, a::text, a::attr(href), *|*, svg|a, :root:empty:lang(en):dir(ltr)",
    ])
}

pub fn xpath() -> Vec<Vec<u8>> {
    all(&[
        "//ul/li[position() mod 2 = 1]/a[starts-with(@href, '/')]/@href | //h1",
        "//*[count(.//*[count(ancestor::*) > last()]) >= 1]//text()[normalize-space()]",
        "substring(concat(//h1, translate('a', 'b', 'c')), -1 div 0, 0 div 0)",
        "//*//*//*//*//*[. = //*]",
        "id('a b')/preceding::node()[lang('en')]/following-sibling::*[last()]/..",
        "-(--1 - -(2 * 3 mod 0)) or not(true() and 1 < 2) != 'x'",
        "string-length(string(//@*[name() = 'href'])) + sum(//li) * round(1.5e3)",
        "processing-instruction('a') | comment() | namespace::* | child::svg:a",
        "((((((((((//a))))))))))[1][1][1]/self::node()\n<a><a><b>x",
    ])
}

pub fn regex() -> Vec<Vec<u8>> {
    all(&[
        r#"href=['"](?<link>[^'"]+)['"]"#,
        r"(a+)+$|(?i:(\p{L}+\s*){1,50})x",
        r"(?s)<li.*?>(.*?)</li>(?P<x>)",
        r"(?:(?:(?:a{0,99}){0,99}){0,99})",
        "\\x{10FFFF}[\\w--\\d&&[^x]](?x: # c\n<p>aaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
}

pub fn labels() -> Vec<Vec<u8>> {
    all(&[
        "Publisher\u{1f}出版社",
        "Author:\n<dl><dt>Author:<dd>A<dt>Author<dd>B</dl><table><tr><th>Author<td colspan=99999999 rowspan=-1>C",
        "作者\n<p>作者：<b>某</b> 日期：2026<li>作者<span>x</span>",
        "a\n<table><tr><td rowspan=65534 colspan=1000>a<td>b<tr><td>c<td>d</table>",
    ])
}

pub fn jsonpath() -> Vec<Vec<u8>> {
    all(&[
        "$.a[*].b",
        "$..*..[?@.a == 'x' && count(@.*) > 1 || !@.b]",
        "$['a']['x y'][-1:0:-1][9007199254740991, 1]",
        "$[?match(@.b, '(a+)+$') || search(@, '[')]..[::0]",
        "$..a..a..a[?length(value($..b)) >= 1e400]\n[[[[1]]],{\"a\":[{\"a\":{}}]}]",
        "$.\u{10ffff}['\\uD800\\uDC00\\uD83D']",
    ])
}

pub fn feeds() -> Vec<Vec<u8>> {
    all(&[
        "<?xml version='1.0'?><rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><title>T</title>\
         <item><title><![CDATA[a <b>]]></title><link>/1</link><guid isPermaLink='true'>x</guid><pubDate>Tue, 10 Jun 2026 04:00:00 GMT</pubDate>\
         <content:encoded>&lt;p&gt;x&lt;/p&gt;</content:encoded><enclosure url='/a.mp3' length='99999999999999999999'/></item></channel></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/x/'><entry><title type='html'>&amp;lt;</title><link rel='alternate' href='?a'/>\
         <id>urn:x</id><updated>+292277026596-12-04T15:30:07.999999999Z</updated><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>y</div></content></entry></feed>",
        "<!DOCTYPE rss [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'><!ENTITY c SYSTEM 'file:///etc/passwd'>]><rss><channel><item><title>&b;&c;</title><link>/x</link></item></channel></rss>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><item rdf:about='x'><title>a</title></item></rdf:RDF>",
        r#"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":1e999,"url":"/a","title":"\ud800","content_html":"<p>","date_published":"0000-00-00","authors":[{}],"attachments":[null]}],"next_url":"?2"}"#,
        "\u{feff}  <rss><channel><item><item><item><link>x</item></channel>",
        "<rss><channel><item xmlns:a='' a:a='1' a:a=\"2\"><a:title>&#x0;&#xFFFFFFFFF;&unknown;</a:title></item></rss><!--",
    ])
}

pub fn sitemaps() -> Vec<Vec<u8>> {
    let mut found = all(&[
        "<?xml version='1.0' encoding='UTF-8'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:news='n'><url><loc> http://a.example/1 </loc>\
         <lastmod>2026-01-01</lastmod><news:news><news:title>x</news:title></news:news></url><url><loc>http://a.example/2&amp;b</loc></url></urlset>",
        "<sitemapindex><sitemap><loc>http://a.example/s.xml.gz</loc><lastmod>x</lastmod></sitemap></sitemapindex>",
        "http://a.example/1\nhttp://a.example/2\r\n\nftp://x\n",
        "<urlset><url><url><loc><loc>a</loc></url>",
    ]);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&found[0]).expect("packed");
    found.push(gzip.finish().expect("packed"));
    found
}

pub fn json() -> Vec<Vec<u8>> {
    all(&[
        USUAL_JSON,
        r##"{"@context":"https://schema.org","@graph":[{"@type":["NewsArticle",null],"headline":"a","author":{"@id":"#a"},"datePublished":"2026-01-01T00:00:00+99:99","mainEntityOfPage":{"@id":"x"},"articleBody":"b","comment":[{"text":"c","author":[[]]}]},{"@id":"#a","name":["n",{"@value":"m"}],"sameAs":{"@id":"#a"}}]}"##,
        r#"callback({"a":1,"a":2,"b":-0e-99999,"c":1E400,"d":"\u0000\ud800\udfff\uDFFF"});"#,
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "window.__DATA__ = {\"a\":\"</script>\"};var x=[1,2,];\n//{\"b\":\n",
        "{\"a\":{\"a\":{\"a\":{\"a\":",
        ")]}'\n{\"x\":[{\"title\":\"a\",\"url\":\"/1\"},{\"title\":\"b\",\"url\":\"/2\"}]}",
        "{\"a\":1}\n{\"a\":2}\n\n{\"a\":",
    ])
}

pub fn robots() -> Vec<Vec<u8>> {
    all(&[
        "User-agent: *\nUser-agent: bowerbird\nDisallow: /a*b*c$\nAllow: /%7Ea\nCrawl-delay: 1e99\nSitemap: http://a.example/s.xml\n",
        "\u{feff}user-agent:bowerbird/1.0#x\r\rDisallow:/*a*a*a*a*a*a*a*a*a*a$\nRequest-rate: 1/0\nVisit-time: 9999-0000\n",
        "<html>Disallow: /</html>\nDisallow: /before\nUser-agent: \nDisallow: *\nCrawl-delay: -1\nCrawl-delay: NaN",
    ])
}

pub fn cookies() -> Vec<Vec<u8>> {
    all(&[
        "# Netscape HTTP Cookie File\n.odd.example\tTRUE\t/\tTRUE\t2000000000\tsid\tabc=1\n#HttpOnly_odd.example\tFALSE\t/in\tFALSE\t0\ttok\tx\n",
        r#"[{"domain":".odd.example","expirationDate":1e300,"hostOnly":false,"httpOnly":true,"name":"a","path":"/","secure":true,"value":"b","sameSite":null},{"name":1}]"#,
        "Cookie: a=b; c=\"d;e\"; __Host-x=y; =z; q",
        "Set-Cookie: a=b; Path=/; Domain=odd.example; Max-Age=99999999999999999999; Expires=Thu, 32 Foo 9999 25:61:61 GMT; HttpOnly; Secure",
        "{\"cookies\":[{\"name\":\"a\",\"value\":\"b\",\"domain\":\"x.odd.example\",\"expires\":-1}],\"origins\":[]}",
    ])
}

pub fn headers() -> Vec<Vec<u8>> {
    all(&[
        "content-type: text/html; charset=\"\u{e9}\nretry-after: 99999999999999999999\nlink: <?p=2>; rel=\"next last\", </a,b>; rel=prev;x=\",\"\n\
         cache-control: max-age=99999999999999999999, s-maxage=\"1\", no-cache=\"a,b\", no-store\nexpires: Sun, 06 Nov 1994 08:49:37 GMT\ndate: Sunday, 06-Nov-94 08:49:37 GMT\nage: -1\nvary: *\netag: W/\"x\"\n\n<p>x",
        "retry-after: Fri, 31 Dec 999999 23:59:59 GMT\nx-ratelimit-remaining: 0\nx-ratelimit-reset: 1e30\nratelimit: \"a\";r=0;t=99999999999999999999\nratelimit-policy: \"a\";q=1;w=-1\n",
        "last-modified: Thu, 01 Jan 1970 00:00:00 +9999\nserver: cloudflare\ncf-mitigated: challenge\nwww-authenticate: Basic realm=\"\nlocation: //\n\n<title>Just a moment...</title>",
    ])
}

pub fn urls() -> Vec<Vec<u8>> {
    all(&[
        "http://user:pw@ODD.example:80/a/../b/./c//d/?b=2&a=1&utm_source=x&PHPSESSID=1;jsessionid=2#f",
        "//[::ffff:7f00:1]/\nhttp://0x7f.1/\nhttp://2130706433/%00%ff%zz?%26=%3D&&=&a\nhttp://xn--55qx5d.cn/中?q=中",
        "/a;jsessionid=1/b;c?x=1?y=2&x=3&amp;z=4#!/route\n?page=99999999999999999999\nhttp://a.b.c.d.e.f.g.h.co.uk./index.html",
        "http://odd.example/redirect?url=http%3A%2F%2Fb.example%2F%3Furl%3Dhttp%253A%252F%252Fc.example\nhttps://x@[::1%25eth0]/\ndata:text/html,x\njavascript:1",
        "/2026/02/30/a/a/a/a/a/a/a/a/a/a?d=2026-02-30&sort=asc&sort=desc\n\\\\x\\y\nhttp:a\nhttp://a.example:99999/\n///x",
    ])
}

pub fn dates() -> Vec<Vec<u8>> {
    all(&[
        "2026-03-05T10:20:00+08:00\n5. März 2026, 10 Uhr\n2026年3月5日 下午3:07\n民國115年3月5日\n3 hours ago\nvor 2 Tagen\n昨天 12:00",
        "Tue, 10 Jun 2026 04:00:00 GMT\n10/06/26\n99999999999999999999 years ago\n-1 days ago\n9999-12-31T23:59:60.999999999999Z\n+292277026596-12-04",
        "1772697600\n1772697600000\n1e308 seconds ago\nin 99999999999 weeks\n0000-00-00\n31 Feb 2026\n29/02/2025 24:00:00 am pm\n2026-W53-7\n1404/12/29\n٢٠٢٦/٠٣/٠٥",
        "一万亿年前\n十一点五十九分\n去年今日\n上個月\n半小时前 noon midnight now today",
    ])
}

pub fn rules() -> Vec<Vec<u8>> {
    all(&[
        include_str!("corpus/rule.toml"),
        "[site]\nname = \"中\"\nkind = \"pages\"\nstart = [\"http://a.example/?p=[1-99999999999]\", \"http://a.example/[a-z]/[001-100:7]\"]\n[[field]]\nname = \"x\"\nselect = [{ regex = '(a{0,99}){0,99}', group = 1, on = \"text\" }, { label = [\"a\", \"b\"] }]\n",
        "[site]\nname = \"a\"\nkind = \"feed\"\nstart = [\"http://a.example/f\"]\n[feed]\n[revisit]\n[schedule]\nevery = \"1s\"\ncron = \"* * * * *\"\n",
        "[site]\nname = \"a\"\nkind = \"search\"\n[search]\nkeywords = [\"x\"]\n[[search.engine]]\nname = \"e\"\nurl = \"http://a.example/?q={query}\"\n",
        "\u{feff}site = { name = \"\\uD800\", kind = 1e400, start = [[]] }\n[page]\nreplace = [['', 'x'], ['a', 'aaaaaaaaaaaaaaa']]\n",
        "[site]\nname = \"a\"\nkind = \"api\"\nstart = [\"http://a.example/i\"]\n[api]\nitems = \"$..*..*..*..*\"\nnext = { cursor = \"$.x\" }\nbody = '{\"a\": {cursor}}'\n",
    ])
}

pub fn imports() -> Vec<Vec<u8>> {
    all(&[
        r#"{"_id":"docks","startUrl":["https://a.example/l?p=[01-10:3]"],"selectors":[{"id":"p","type":"SelectorPagination","parentSelectors":["_root","p"],"selector":"a.next"},{"id":"i","type":"SelectorElement","parentSelectors":["_root","p","i"],"selector":"li","multiple":true,"delay":99999999999999999999},{"id":"l","type":"SelectorLink","parentSelectors":["i","l"],"selector":"a"},{"id":"t","type":"SelectorText","parentSelectors":["l"],"selector":"h1","regex":"("}]}"#,
        "title: //h1\nbody: //div[@id='a']\nstrip: //p\nreplace_string(<br>): <p>\nsingle_page_link: //a\nnext_page_link: //a[.='next']\ntest_url: http://a.example/x\nprune: no\ndate: substring-after(//x, ':')\n",
        "<?xml version='1.0'?><opml version='2.0'><body><outline text='a'><outline text='b' type='rss' xmlUrl='http://a.example/f' htmlUrl='http://a.example/' category='/x'/><outline><outline/></outline></outline></body></opml>",
        r#"[{"sourceUrl":"https://a.example","sourceName":"海","header":"{\"User-Agent\":\"x\"}","ruleArticles":"class.list.0:2@tag.li||@CSS:p&&@XPath://a%%$.x","ruleTitle":"tag.h3!0@text##a(##b###","ruleLink":"<js>x</js>@js:y","ruleNextPage":"class.page.-1@href","concurrentRate":"20/0","sortUrl":"a::https://a.example/<1,2>"}]"#,
        r#"{"name":"shop","baseSelector":"div","fields":[{"name":"t","selector":"h2","type":"text"},{"name":"n","type":"nested","selector":"x","fields":[{"name":"l","type":"list","fields":[{"name":"d","type":"nested_list","fields":[]}]}]},{"name":"r","type":"regex","pattern":"("}]}"#,
        r#"{"id":1,"name":"d","url":"https://a.example/","graph":[{"index":0,"type":-1,"option":0,"sequence":[1,2,0],"parameters":{}},{"index":1,"type":0,"option":1,"sequence":[1],"parameters":{"url":"x","links":"a\nb"}},{"index":2,"type":1,"option":8,"sequence":[2,3],"parameters":{"loopType":1,"xpath":"//li","exitCount":-5}},{"index":3,"type":0,"option":3,"sequence":[],"parameters":{"params":[{"name":"h","relative":true,"relativeXPath":"/h2[","nodeType":9,"contentType":-1}]}}]}"#,
    ])
}

pub fn proxies() -> Vec<Vec<u8>> {
    all(&[
        "10.0.0.1:3128\nhttp://u:p@h.example:8080\nsocks5://[::1]:1080\nh.example:80:u:p\nu:p:h.example:99999\n[::1]\n;x\n# y\n",
        "ip,port,protocol,user,pass,country\n10.0.0.1,80,http,,,DE\n10.0.0.2,\"8\n0\",socks4,a,b,\n",
        r#"{"proxies":[{"ip":"10.0.0.1","port":80,"protocols":["http"]},{"host":"x","port":"99999999999"}]}"#,
        "proxies:\n  - {name: a, type: socks5, server: h.example, port: 1}\n",
    ])
}

pub fn accounts() -> Vec<Vec<u8>> {
    all(&[
        "user,password,limit,ends\nann,p\"w,10,2026-13-01\nbob,\"x,y\",99999999999999,2026-01-01\n",
        "ann:pw:with:colons\nbob\tpw\n\u{feff}c;d\n,\n",
        r#"[{"user":"ann","password":"x","day_limit":-1}]"#,
    ])
}

pub fn schedules() -> Vec<Vec<u8>> {
    all(&[
        "0 30 2 * * Mon-Fri\n*/5 * * * *\n0 0 29 2 *\n0 0 31 2,4,6 *\n59-0/99999999999 1-1/0 * * 7\n@daily\n0 0 0 L * ?\n0 0 1 1 * 2099/100\n* * * * * * 99999999999999999999",
        "mon-fri 8:00-20:00, sat 23:59-0:00\n2026-12-25, 01-01..01-06, 02-30\n23:00-7:00\n1h30m\n99999999999999999999d\n5 MB\n1e30 GB\n-1s",
    ])
}

pub fn queries() -> Vec<Vec<u8>> {
    all(&[
        "harbour -site:x \"a phrase* near\" OR (title:a NOT b) after:2026-99-99 before:x\nThe old harbour wall and a phrase near it. HARBOUR İı ﬁ ß",
        "中文搜索 \"引 号 -x :::\n中文的搜索引号在这里，搜索",
        "\"\"\"\"-\"* NEAR(a b, 99999999999) ^a {x}: + AND AND\nand",
    ])
}

pub fn texts() -> Vec<Vec<u8>> {
    all(&[
        "The harbour wall broke in the night. Nobody was hurt! \"Dr. Smith et al. said so,\" said Mr. Jones?! Repairs begin at 3.5 p.m. on Monday.\n\nA third of it fell.",
        "港口的墙在夜里塌了。没有人受伤！“维修从星期一开始”，他说。第三部分倒下了。㍿①ﷺ",
        "\u{202e}abc\u{2066}\u{1b}[31m\u{9b}x\u{7f}\r\u{85}a\u{300}\u{301}\u{302}👩‍👩‍👧‍👦🇩🇪\u{e0001}\u{fffd}",
    ])
}

pub fn permissions() -> Vec<Vec<u8>> {
    all(&[
        r#"{"parts":{"site:One":{"decision":"allowed","digest":"abc","wants":["http://a.example"],"more":0}}}"#,
        r#"{"parts":{"":{"decision":"Refused","digest":"","wants":[],"more":99999999999999999999}}}"#,
    ])
}

pub fn samples() -> Vec<Vec<u8>> {
    all(&[
        r#"{"url":"http://a.example/x","fetched_at":"2026-01-01T00:00:00Z","kind":"list","status":200,"headers":{"content-type":"text/html"},"items":[{"url":"/1","title":["a",1e999]}],"next":null}"#,
        r#"{"url":"x","records":[{"a":{"b":[[[]]]}}]}"#,
    ])
}

pub fn columns() -> Vec<Vec<u8>> {
    all(&[
        "url,title,date\nhttp://a.example/1,\"a, \"\"b\"\"\",2026\nhttp://a.example/2,x\n",
        "\u{feff}a;b;c\nx;http://a.example/1;\"\n\n\"\n;;;;\n",
        "http://a.example/1\thttp://a.example/2\nnone\n",
    ])
}

pub fn signals() -> Vec<Vec<u8>> {
    all(&[
        "[[signal]]\nid = \"own\"\nplace = \"body\"\npattern = '(a{0,99}){0,99}'\nstate = \"rate_limited\"\nstrength = \"weak\"\nstatuses = [0, 65535]\n",
        "[[signal]]\nid = \"\"\nplace = \"header\"\nheader = \"x\\ny\"\npattern = '('\nstate = \"ok\"\nstrength = \"strong\"\n",
    ])
}
