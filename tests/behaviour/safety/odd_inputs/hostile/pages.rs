//! Pages.

use super::{Hostile, K, hostile, numbered, over};

pub const ALL: &[Hostile] = &[
    hostile("page", "tags left open", 200 * K, |n| {
        over("", "<b><i>x", "", n)
    }),
    hostile("page", "tables in tables", 200 * K, |n| {
        over("", "<table><td>", "", n)
    }),
    hostile("page", "text moved out of tables", 200 * K, |n| {
        over("<table>", "x<a>", "", n)
    }),
    hostile("page", "cells of a table in another", 200 * K, |n| {
        over("<table><tr>", "<td><b>x", "", n)
    }),
    hostile("page", "options", 200 * K, |n| {
        over("<select>", "<option>x<b>", "", n)
    }),
    hostile("page", "templates", 200 * K, |n| {
        over("", "<template><td>", "", n)
    }),
    hostile("page", "foreign content", 200 * K, |n| {
        over("", "<svg><g><math><mi>", "", n)
    }),
    hostile("page", "ends of nothing", 200 * K, |n| {
        over("<div><p><b>", "</i></a></q>", "", n)
    }),
    hostile("page", "paragraphs ended in buttons", 200 * K, |n| {
        over("", "<button></p>", "", n)
    }),
    hostile("page", "links in links", 200 * K, |n| {
        over("", "<a href=x><div>", "", n)
    }),
    hostile("page", "anchors closed across blocks", 200 * K, |n| {
        over("", "<a><p></a>", "", n)
    }),
    hostile("page", "nobr", 200 * K, |n| over("", "<nobr><p>x", "", n)),
    hostile("page", "attributes", 200 * K, |n| {
        numbered("<p ", |i| format!("a{i}=x "), ">", n)
    }),
    hostile("page", "tags of many attributes", 400 * K, |n| {
        let tag: String = (0..4_000).map(|i| format!(" a{i}")).collect();
        over("", &format!("<p{tag}>"), "", n)
    }),
    hostile("page", "attributes of body again", 200 * K, |n| {
        numbered("<body>", |i| format!("<body a{i}=x>"), "", n)
    }),
    hostile("page", "classes", 200 * K, |n| {
        numbered("<p class='", |i| format!("c{i} "), "'>", n)
    }),
    hostile("page", "character references", 200 * K, |n| {
        over("", "&#1;&amp&notit;", "", n)
    }),
    hostile("page", "comments", 200 * K, |n| {
        over("", "<!--a--!>", "", n)
    }),
    hostile("page", "a comment without end", 200 * K, |n| {
        over("", "<!-- <a ", "", n)
    }),
    hostile("page", "NULs", 200 * K, |n| over("<p>", "\0", "", n)),
    hostile("page", "lists in lists", 200 * K, |n| {
        over("", "<ul><li>x", "", n)
    }),
    hostile("page", "one cell over many", 200 * K, |n| {
        over("<table>", "<tr><td rowspan=65534 colspan=1000>", "", n)
    }),
    hostile("page", "columns", 200 * K, |n| {
        over("<table>", "<col span=1000>", "<tr><td>x", n)
    }),
    hostile("extraction", "tags left open", 60 * K, |n| {
        over("", "<b><i>x", "", n)
    }),
    hostile("extraction", "deep boxes", 60 * K, |n| {
        over("", "<div>word word", "", n)
    }),
    hostile("extraction", "paragraphs", 100 * K, |n| {
        over("", "<p>word, word. ", "", n)
    }),
    hostile("extraction", "links", 100 * K, |n| {
        numbered("", |i| format!("<a href=/{i}>w{i}</a>"), "", n)
    }),
    hostile("extraction", "breaks", 100 * K, |n| {
        over("<p>", "x<br>", "", n)
    }),
    hostile("extraction", "one line", 200 * K, |n| {
        over("<p>", "word word, ", "", n)
    }),
    hostile("extraction", "one word", 200 * K, |n| {
        over("<p>", "w", "", n)
    }),
    hostile("extraction", "one Chinese line", 200 * K, |n| {
        over("<p>", "中文字", "", n)
    }),
    hostile("extraction", "meta elements", 100 * K, |n| {
        numbered(
            "",
            |i| format!("<meta name=author content='a{i}'>"),
            "<p>x",
            n,
        )
    }),
    hostile("extraction", "authors of a paper", 100 * K, |n| {
        numbered(
            "<meta name=citation_title content=x>",
            |i| format!("<meta name=citation_author content='A{i}, B'>"),
            "<p>x",
            n,
        )
    }),
    hostile("extraction", "data of a page", 100 * K, |n| {
        numbered(
            "<script type='application/ld+json'>[",
            |i| format!("{{\"@id\":\"{i}\",\"author\":{{\"@id\":\"{}\"}}}},", i + 1),
            "1]</script>",
            n,
        )
    }),
    hostile("extraction", "data that points in a circle", 100 * K, |n| {
        over(
            "<script type='application/ld+json'>{\"@graph\":[",
            "{\"@id\":\"a\",\"@type\":\"Article\",\"comment\":{\"@id\":\"a\"}},",
            "1]}</script>",
            n,
        )
    }),
    hostile("extraction", "posts", 100 * K, |n| {
        numbered(
            "",
            |i| {
                format!(
                    "<div class=post id=p{i}><a class=username href=/u/{i}>u{i}</a><time datetime=2026-01-01>x</time><div class=content>Some words here {i}.</div></div>"
                )
            },
            "",
            n,
        )
    }),
    hostile("extraction", "quotes in quotes", 60 * K, |n| {
        over("<div class=post>", "<blockquote>max wrote:", "", n)
    }),
    hostile("extraction", "rows", 100 * K, |n| {
        numbered("<table>", |i| format!("<tr><td>{i}<td>x"), "</table>", n)
    }),
    hostile("extraction", "headings", 100 * K, |n| {
        numbered("", |i| format!("<h2>H{i}</h2>"), "", n)
    }),
    hostile("extraction", "times", 100 * K, |n| {
        over("", "<time>2026-01-02</time> 3 hours ago ", "", n)
    }),
    hostile("extraction", "references of a paper", 100 * K, |n| {
        numbered(
            "<meta name=citation_title content=x><h2>References</h2><ol>",
            |i| format!("<li>[{i}] A. B, T, 2020. https://doi.org/10.1/{i}"),
            "",
            n,
        )
    }),
    hostile("extraction", "parts that were streamed", 100 * K, |n| {
        numbered(
            "",
            |i| {
                format!(
                    "<div hidden id=S:{i}>x</div><template id=B:{i}></template><script>$RC(\"B:{i}\",\"S:{i}\")</script>"
                )
            },
            "",
            n,
        )
    }),
    hostile("learning", "links", 60 * K, |n| {
        numbered("", |i| format!("<a href=?p={i}>{i}</a>"), "", n)
    }),
    hostile("learning", "items", 60 * K, |n| {
        numbered(
            "<ul>",
            |i| format!("<li class=c{i}><a href=/{i}>x</a><b>{i}</b>"),
            "",
            n,
        )
    }),
    hostile("learning", "items that differ", 60 * K, |n| {
        numbered(
            "",
            |i| format!("<div class='a{i} b{}'><x{i}>y</x{i}></div>", i % 7),
            "",
            n,
        )
    }),
    hostile("learning", "deep boxes", 60 * K, |n| {
        over("", "<div class=a>x", "", n)
    }),
    hostile("learning", "classes", 60 * K, |n| {
        numbered(
            "<ul><li><a href=1 class='",
            |i| format!("c{i} "),
            "'>x</a><li><a href=2>y</a>",
            n,
        )
    }),
    hostile("outline", "links that tables move", 200 * K, |n| {
        over("<table>", "<a href=x>y<td>", "", n)
    }),
    hostile("outline", "openings of comments", 200 * K, |n| {
        over("", "<!-", "", n)
    }),
    hostile("outline", "openings of scripts", 200 * K, |n| {
        over("", "<script><!--<script>", "", n)
    }),
    hostile("outline", "titles without end", 200 * K, |n| {
        over("", "<title><textarea>", "", n)
    }),
    hostile("outline", "quotes", 200 * K, |n| {
        over("<a href=", "\"'`", "", n)
    }),
    hostile("outline", "less-than signs", 200 * K, |n| {
        over("", "<", "", n)
    }),
    hostile("outline", "open tags", 200 * K, |n| over("", "<a ", "", n)),
    hostile("charset", "halves of characters", 200 * K, |n| {
        [b"text/html\n".as_slice(), &b"\xe4\xb8".repeat(n / 2)].concat()
    }),
    hostile("charset", "two encodings mixed", 200 * K, |n| {
        [
            b"text/html\n".as_slice(),
            &b"\xe4\xb8\xad\xd6\xd0 ".repeat(n / 6),
        ]
        .concat()
    }),
    hostile("charset", "meta elements", 200 * K, |n| {
        over("text/html\n", "<meta charset=x ", "", n)
    }),
    hostile("look", "open tags", 200 * K, |n| over("", "<a ", "", n)),
    hostile("look", "openings of scripts", 200 * K, |n| {
        over("", "<script>", "", n)
    }),
    hostile("look", "openings of comments", 200 * K, |n| {
        over("", "<!--", "", n)
    }),
    hostile("look", "less-than signs", 200 * K, |n| over("", "<", "", n)),
    hostile("look", "words", 200 * K, |n| over("", "word ", "", n)),
    hostile("look", "references", 200 * K, |n| over("", "&amp;", "", n)),
];
