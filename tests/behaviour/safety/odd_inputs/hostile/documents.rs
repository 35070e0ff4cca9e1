//! Feeds, JSON, rules, and files of other programs.

use super::{Hostile, K, hostile, laughs, nested, numbered, over, packed};

pub const ALL: &[Hostile] = &[
    hostile("web archive", "boundaries", 200 * K, |n| {
        over(
            "Content-Type: multipart/related; boundary=a\r\n\r\n",
            "--a\r\n",
            "",
            n,
        )
    }),
    hostile("web archive", "headers", 200 * K, |n| {
        over(
            "Content-Type: multipart/related; boundary=a\r\n\r\n--a\r\n",
            "a: b\r\n c\r\n",
            "",
            n,
        )
    }),
    hostile("web archive", "soft breaks", 200 * K, |n| {
        over(
            "Content-Type: multipart/related; boundary=a\r\n\r\n--a\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
            "=\r\n",
            "",
            n,
        )
    }),
    hostile("feed", "entries", 200 * K, |n| {
        numbered(
            "<rss><channel>",
            |i| format!("<item><title>t{i}</title><link>/{i}</link></item>"),
            "</channel></rss>",
            n,
        )
    }),
    hostile("feed", "entries in entries", 200 * K, |n| {
        over("<rss><channel>", "<item><title>x", "", n)
    }),
    hostile("feed", "attributes", 200 * K, |n| {
        numbered(
            "<rss><channel><item ",
            |i| format!("a{i}='x' "),
            "><title>x</title></item></channel></rss>",
            n,
        )
    }),
    hostile("feed", "namespaces", 200 * K, |n| {
        numbered(
            "<rss><channel><item ",
            |i| format!("xmlns:a{i}='x{i}' "),
            "><title>x</title></item></channel></rss>",
            n,
        )
    }),
    hostile(
        "feed",
        "elements with namespaces of their own",
        200 * K,
        |n| {
            numbered(
                "<rss><channel><item>",
                |i| format!("<a{i}:b xmlns:a{i}='x'>"),
                "</item></channel></rss>",
                n,
            )
        },
    ),
    hostile("feed", "entities of entities", 2_000, |n| {
        [
            laughs(n),
            b"<rss><channel><item><title>&l9;&l9;</title><link>/x</link></item></channel></rss>"
                .to_vec(),
        ]
        .concat()
    }),
    hostile("feed", "texts in pieces", 200 * K, |n| {
        over(
            "<rss><channel><item><title>",
            "<![CDATA[x]]>&amp;",
            "</title><link>/a</link></item></channel></rss>",
            n,
        )
    }),
    hostile("feed", "ends of nothing", 200 * K, |n| {
        over("<rss><channel><item><title>x", "</a>", "", n)
    }),
    hostile("feed", "entries deep in entries", 200 * K, |n| {
        let part = format!("<item>{}", "<a>".repeat(17));
        over("<rss><channel>", &part, "", n)
    }),
    hostile("feed", "entries below many elements", 200 * K, |n| {
        let deep = "<a>".repeat(n / 6);
        over(
            &format!("<rss><channel>{deep}"),
            "<item><title>x</title></item>",
            "",
            n,
        )
    }),
    hostile("feed", "declarations", 400 * K, |n| {
        over("<rss><channel>", "<![>", "", n)
    }),
    hostile("feed", "authors", 200 * K, |n| {
        let author = |i| format!("<author>a{i}</author><category>c{i}</category>");
        numbered(
            "<rss><channel><item><title>x</title>",
            author,
            "</item></channel></rss>",
            n,
        )
    }),
    hostile("sitemap", "addresses deep in addresses", 200 * K, |n| {
        let part = format!("<url><loc>x</loc>{}", "<a>".repeat(17));
        over("<urlset>", &part, "", n)
    }),
    hostile("feed", "html in html", 200 * K, |n| {
        over("<feed><entry><content type=xhtml>", "<div><p>x", "", n)
    }),
    hostile("feed", "bases", 200 * K, |n| {
        over(
            "<feed xml:base='http://a.example/'><entry>",
            "<a xml:base='b/'>",
            "<link href='x'/>",
            n,
        )
    }),
    hostile("feed", "JSON items", 200 * K, |n| {
        over(
            "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[",
            "{\"id\":\"1\",\"url\":\"/a\",\"tags\":[\"x\",\"y\"]},",
            "{}]}",
            n,
        )
    }),
    hostile("sitemap", "addresses", 400 * K, |n| {
        numbered(
            "<urlset>",
            |i| format!("<url><loc>http://a.example/{i}</loc></url>"),
            "</urlset>",
            n,
        )
    }),
    hostile("sitemap", "packed nothing", 100 * K, |n| packed(n * 1_000)),
    hostile("sitemap", "elements in elements", 200 * K, |n| {
        over("<urlset>", "<url><loc>", "", n)
    }),
    hostile("sitemap", "comments", 200 * K, |n| {
        over("<urlset>", "<!--", "", n)
    }),
    hostile("json", "brackets", 400 * K, |n| {
        nested("[", "1", "]", n / 2, "")
    }),
    hostile("json", "objects", 400 * K, |n| {
        nested("{\"a\":", "1", "}", n / 6, "")
    }),
    hostile("json", "long numbers", 400 * K, |n| over("[", "9", "]", n)),
    hostile("json", "long fractions", 400 * K, |n| {
        over("[0.", "9", "e-9]", n)
    }),
    hostile("json", "names", 400 * K, |n| {
        numbered("{", |i| format!("\"n{i}\":1,"), "\"x\":1}", n)
    }),
    hostile("json", "one name again", 400 * K, |n| {
        over("{", "\"a\":[],", "\"a\":1}", n)
    }),
    hostile("json", "lines", 400 * K, |n| over("", "{\"a\":1}\n", "", n)),
    hostile("json", "beginnings", 400 * K, |n| over("", "{", "", n)),
    hostile("embedded json", "beginnings", 100 * K, |n| {
        over("", "var a = {", "", n)
    }),
    hostile("embedded json", "brackets", 100 * K, |n| {
        over("x = ", "[{\"a\":", "", n)
    }),
    hostile("embedded json", "quotes", 100 * K, |n| {
        over("x = {", "\"\\", "", n)
    }),
    hostile("embedded json", "little objects", 100 * K, |n| {
        over("", "x={\"a\":1};", "", n)
    }),
    hostile("rule", "brackets", 40 * K, |n| {
        [b"a = ".to_vec(), nested("[", "1", "]", n / 2, "")].concat()
    }),
    hostile("rule", "tables", 40 * K, |n| {
        over("[a", ".a", "]\nb = 1\n", n)
    }),
    hostile("rule", "tables in lines", 40 * K, |n| {
        [b"a = ".to_vec(), nested("{a=", "1", "}", n / 4, "")].concat()
    }),
    hostile("rule", "keys", 100 * K, |n| {
        numbered("[site]\n", |i| format!("k{i} = 1\n"), "", n)
    }),
    hostile("rule", "fields", 60 * K, |n| {
        numbered(
            RULE,
            |i| format!("[[field]]\nname = \"f{i}\"\nselect = [{{ css = \"p\" }}]\n"),
            "",
            n,
        )
    }),
    hostile("rule", "alternatives", 60 * K, |n| {
        over(RULE, "{ css = \"*:has(* * *)\" }, ", "]\n", n)
    }),
    hostile("rule", "starts", 60 * K, |n| {
        numbered(
            "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [",
            |i| format!("\"http://a.example/[1-9{i}]\",\n"),
            "]\n",
            n,
        )
    }),
    hostile("rule", "ranges in ranges", 400, |n| {
        over(
            "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/",
            "[1-999999999]",
            "\"]\n",
            n,
        )
    }),
    hostile("rule", "replacements", 20 * K, |n| {
        over(
            "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n[page]\nreplace = [",
            "[\"a\", \"aa\"],",
            "]\n",
            n,
        )
    }),
    hostile("rule", "replacing patterns", 20 * K, |n| {
        over(
            &format!(
                "{RULE}[[field]]\nname = \"x\"\nselect = [{{ css = \"article\" }}]\ntransform = ["
            )
            .replace("[[field]]\nname = \"title\"\nselect = [", ""),
            "{ replace = ['', 'aa'] },",
            "]\n",
            n,
        )
    }),
    hostile("rule", "quotes", 100 * K, |n| over("a = ", "\"\"\"", "", n)),
    hostile("import", "nodes that go in circles", 60 * K, |n| {
        numbered(
            r#"{"id":1,"name":"d","url":"https://a.example/","graph":["#,
            |i| {
                format!(
                    r#"{{"index":{i},"type":1,"option":8,"sequence":[0,{},{}],"parameters":{{"loopType":1,"xpath":"//li"}}}},"#,
                    i + 1,
                    i + 2
                )
            },
            r#"{"index":99999,"sequence":[]}]}"#,
            n,
        )
    }),
    hostile("import", "selectors of each other", 60 * K, |n| {
        numbered(
            r#"{"_id":"d","startUrl":["https://a.example/"],"selectors":["#,
            |i| {
                format!(
                    r#"{{"id":"s{i}","type":"SelectorElement","parentSelectors":["_root","s{}","s{}","s{i}"],"selector":"li"}},"#,
                    i + 1,
                    i / 2
                )
            },
            r#"{"id":"x","type":"SelectorText","parentSelectors":["s1"],"selector":"a"}]}"#,
            n,
        )
    }),
    hostile("import", "links of each other", 60 * K, |n| {
        numbered(
            r#"{"_id":"d","startUrl":["https://a.example/"],"selectors":["#,
            |i| {
                format!(
                    r#"{{"id":"s{i}","type":"SelectorLink","parentSelectors":["_root","s{}","s{}"],"selector":"a"}},"#,
                    i + 1,
                    i + 2
                )
            },
            r#"{"id":"x","type":"SelectorText","parentSelectors":["s1"],"selector":"a"}]}"#,
            n,
        )
    }),
    hostile("import", "outlines", 100 * K, |n| {
        over(
            "<opml><body>",
            "<outline text='a' xmlUrl='http://a.example/f'>",
            "",
            n,
        )
    }),
    hostile("import", "feeds", 100 * K, |n| {
        numbered(
            "<opml><body>",
            |i| format!("<outline xmlUrl='http://a.example/{i}'/>"),
            "</body></opml>",
            n,
        )
    }),
    hostile("import", "entities of entities", 2_000, |n| {
        [
            laughs(n),
            b"<opml><body><outline text='&l9;' xmlUrl='http://a.example/&l9;'/></body></opml>"
                .to_vec(),
        ]
        .concat()
    }),
    hostile("import", "lines", 100 * K, |n| {
        over("body: //div\n", "strip: //p[contains(., 'x')]\n", "", n)
    }),
    hostile("import", "replacements", 100 * K, |n| {
        numbered(
            "body: //div\n",
            |i| format!("find_string: {i}\nreplace_string: x\n"),
            "",
            n,
        )
    }),
    hostile("import", "parts of a rule", 20 * K, |n| {
        over(
            r#"[{"sourceUrl":"https://a.example","sourceName":"x","ruleArticles":""#,
            "class.a@tag.b.0||",
            r#"tag.c"}]"#,
            n,
        )
    }),
    hostile("import", "fields in fields", 60 * K, |n| {
        over(
            r#"{"name":"s","baseSelector":"div","fields":["#,
            r#"{"name":"n","type":"nested","selector":"x","fields":["#,
            "",
            n,
        )
    }),
    hostile("import", "closed fields in fields", 4 * K, |n| {
        [
            br#"{"name":"s","baseSelector":"div","fields":["#.to_vec(),
            nested(
                r#"{"name":"n","type":"list","selector":"x","fields":["#,
                "",
                "]}",
                60.min(n),
                "]}",
            ),
        ]
        .concat()
    }),
    hostile("permissions", "parts", 200 * K, |n| {
        numbered(
            "{\"parts\":{",
            |i| format!("\"p{i}\":{{\"decision\":\"allowed\",\"digest\":\"\"}},"),
            "\"x\":{}}}",
            n,
        )
    }),
    hostile("sample", "rows", 200 * K, |n| {
        over(
            "{\"url\":\"http://a.example/\",\"records\":[",
            "{\"a\":[1,2]},",
            "{}]}",
            n,
        )
    }),
    hostile("sample", "brackets", 200 * K, |n| {
        over(
            "{\"url\":\"http://a.example/\",\"records\":[{\"a\":",
            "[",
            "",
            n,
        )
    }),
    hostile("addresses in columns", "rows", 200 * K, |n| {
        numbered(
            "url,title\n",
            |i| format!("http://a.example/{i},x\n"),
            "",
            n,
        )
    }),
    hostile("addresses in columns", "columns", 200 * K, |n| {
        over("", "a,", "http://a.example/\n1,2\n", n)
    }),
    hostile("addresses in columns", "columns in rows", 200 * K, |n| {
        let row = ",".repeat(2_000) + "\n";
        over("http://a.example/\n", &row, "", n)
    }),
    hostile("addresses in columns", "quotes", 200 * K, |n| {
        over("url\n\"", "\"\"\n", "", n)
    }),
    hostile("signals", "entries", 40 * K, |n| {
        numbered(
            "",
            |i| {
                format!(
                    "[[signal]]\nid = \"i{i}\"\nplace = \"body\"\npattern = 'x{i}'\nstate = \"rate_limited\"\nstrength = \"weak\"\n"
                )
            },
            "",
            n,
        )
    }),
    hostile("signals", "large patterns", 4 * K, |n| {
        numbered(
            "",
            |i| {
                format!(
                    "[[signal]]\nid = \"i{i}\"\nplace = \"body\"\npattern = '(?:\\pL{{0,99}}){{0,99}}'\nstate = \"rate_limited\"\nstrength = \"weak\"\n"
                )
            },
            "",
            n,
        )
    }),
];

/// The beginning of a rule.
const RULE: &str = "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n[[field]]\nname = \"title\"\nselect = [";
