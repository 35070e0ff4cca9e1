//! Documents as HTML, Markdown and text.

use proptest::prelude::*;
use url::Url;

use super::*;
use crate::generic::{Method, Post, extract};
use crate::page::{inner_text, visible_text};

const FIRST: &str =
    "The vat is kept warm for a week, and nobody may open it before the blue has come.";
const SECOND: &str =
    "Then the wool is laid in, and it is turned with a long stick until it is wet through.";

fn page(html: &str) -> Page {
    Page::parse(html, &Url::parse("https://loom.example/news/a1").unwrap())
}

/// The document of the body of `html`.
fn whole(html: &str) -> Document {
    let page = page(html);
    let body = page
        .elements()
        .find(|e| e.value().name() == "body")
        .and_then(|e| page.index_of(e));
    document_of(&page, &[body.unwrap()])
}

#[track_caller]
fn check(html: &str, as_html: &str, as_markdown: &str) {
    let document = whole(html);
    assert_eq!(document.html(), as_html, "{html}");
    assert_eq!(document.markdown(), as_markdown, "{html}");
}

#[test]
fn headings_paragraphs_and_looks() {
    check(
        "<div><h2>Dyes &amp; <b>wool</b></h2><div>Madder is <a href=/r>very <b>red</b></a>.<br>Woad <em>is</em> blue<br><br>H<sub>2</sub>O</div>tail</div>",
        "<h2>Dyes &amp; wool</h2>\n<p>Madder is <a href=\"https://loom.example/r\">very <strong>red</strong></a>.<br>\nWoad <em>is</em> blue</p>\n<p>H<sub>2</sub>O</p>\n<p>tail</p>",
        "## Dyes & wool\n\nMadder is [very **red**](https://loom.example/r).\\\nWoad *is* blue\n\nH<sub>2</sub>O\n\ntail",
    );
}

#[test]
fn lists_in_lists() {
    check(
        "<ul><li>one<ol start=3><li>a<li>b</ol><li><p>two</p></ul><ul><li>other</ul>",
        "<ul>\n<li>one<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n</li>\n<li>two</li>\n</ul>\n<ul>\n<li>other</li>\n</ul>",
        "- one\n  3. a\n  4. b\n- two\n\n* other",
    );
    check(
        "<ul><li><p>one</p><p>more</p><li>two</ul>",
        "<ul>\n<li><p>one</p>\n<p>more</p>\n</li>\n<li>two</li>\n</ul>",
        "- one\n\n  more\n\n- two",
    );
}

#[test]
fn quotes_code_and_rules() {
    check(
        "<blockquote><p>said</p><p>twice</p></blockquote><hr><pre class='language-rust'>fn a() {\n    b&lt;c&gt;();\n}\n</pre><p>Use <code>a`b</code> here.",
        "<blockquote>\n<p>said</p>\n<p>twice</p>\n</blockquote>\n<hr>\n<pre><code class=\"language-rust\">fn a() {\n    b&lt;c&gt;();\n}</code></pre>\n<p>Use <code>a`b</code> here.</p>",
        "> said\n>\n> twice\n\n---\n\n```rust\nfn a() {\n    b<c>();\n}\n```\n\nUse ``a`b`` here.",
    );
}

#[test]
fn tables_of_data_and_of_layout() {
    check(
        "<table><tr><th>dye<th>colour<tr><td>wo|ad<td>blue<br>deep</table>",
        "<table>\n<tr>\n<th>dye</th><th>colour</th></tr>\n<tr>\n<td>wo|ad</td><td>blue<br>\ndeep</td></tr>\n</table>",
        "| dye | colour |\n| --- | --- |\n| wo\\|ad | blue<br>deep |",
    );
    check(
        "<table><tr><td><p>only</p><p>one cell</p></table>",
        "<p>only</p>\n<p>one cell</p>",
        "only\n\none cell",
    );
}

#[test]
fn pictures_however_they_are_loaded() {
    check(
        "<figure><img src='data:image/gif;base64,x' data-src='/vat.jpg' alt='A &quot;vat&quot;'><figcaption>The vat</figcaption></figure><p>a <img src=s.gif width=1 height=1> b</p>",
        "<figure>\n<p><img src=\"https://loom.example/vat.jpg\" alt=\"A &quot;vat&quot;\"></p>\n<figcaption>The vat</figcaption>\n</figure>\n<p>a b</p>",
        "![A \"vat\"](https://loom.example/vat.jpg)\n\nThe vat\n\na b",
    );
}

#[test]
fn nothing_runs() {
    let html = "<p onclick=x()>a <a href='javascript:alert(1)' onclick=y()>b</a> <a href=' JaVaScript:z'>c</a>\
        <img src='javascript:1' onerror=e()><script>alert(2)</script><style>p{}</style><iframe src=//evil.example></iframe>\
        <svg onload=s()><a href='data:text/html,x'>d</a></svg> <a href='data:text/html,x'>e</a> &lt;script&gt;f&lt;/script&gt;</p>";
    let written = whole(html).html();
    for bad in [
        "javascript",
        "onclick",
        "onerror",
        "<script",
        "<style",
        "iframe",
        "data:",
        "svg",
    ] {
        assert!(!written.contains(bad), "{bad} in {written}");
    }
    assert!(written.contains("&lt;script&gt;f"));
}

#[test]
fn footnotes_become_notes() {
    check(
        "<p>Woad<sup><a href='#n1'>[1]</a></sup> is blue.</p><p>More.</p><ol><li id=n1>See the book. <a href='#r1'>↩</a></ol>",
        "<p>Woad<sup><a href=\"#note-1\" id=\"mark-1\">1</a></sup> is blue.</p>\n<p>More.</p>\n<section class=\"footnotes\">\n<ol>\n<li id=\"note-1\">See the book. <a href=\"#mark-1\">↩</a></li>\n</ol>\n</section>",
        "Woad[^1] is blue.\n\nMore.\n\n[^1]: See the book.",
    );
}

#[test]
fn chinese_emphasis_is_read() {
    check(
        "<p>他说<b>重点。</b>后面是<b>蓝色</b>的。",
        "<p>他说<strong>重点。</strong>后面是<strong>蓝色</strong>的。</p>",
        "他说<strong>重点。</strong>后面是**蓝色**的。",
    );
}

#[test]
fn looks_that_overlap_are_nested() {
    check(
        "<p>for <b>teams, and <a href=/w>flows</a></b>. <a href=/x>one <b>two</b></a>",
        "<p>for <strong>teams, and </strong><a href=\"https://loom.example/w\"><strong>flows</strong></a>. <a href=\"https://loom.example/x\">one <strong>two</strong></a></p>",
        "for **teams, and [flows](https://loom.example/w)**. [one **two**](https://loom.example/x)",
    );
}

#[test]
fn signs_in_words_survive_markdown() {
    let of = |text: &str| whole(&format!("<p>{text}")).markdown();
    assert_eq!(of("# no heading"), "\\# no heading");
    assert_eq!(of("a * b _c_ d_e [x](y)"), "a \\* b \\_c\\_ d_e \\[x\\](y)");
    assert_eq!(of("1. no list"), "1\\. no list");
    assert_eq!(of("- no list"), "\\- no list");
    assert_eq!(of("&gt; no quote"), "\\> no quote");
    assert_eq!(of("&lt;b&gt; and 3 &lt; 4"), "\\<b> and 3 < 4");
    assert_eq!(of("AT&amp;T, &amp;amp;"), "AT\\&T, \\&amp;");
    assert_eq!(of("a<br># b<br>--- c"), "a\\\n\\# b\\\n\\--- c");
    assert_eq!(whole("<h2>C#</h2>").markdown(), "## C\\#");
}

#[test]
fn plain_text_keeps_paragraphs_apart() {
    let text = whole("<h2>Dyes</h2><p>Woad<br>and weld</p><ul><li>one<li>two</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><pre>x\n  y</pre>").text();
    assert_eq!(
        text,
        "Dyes\n\nWoad\nand weld\n\n- one\n- two\n\na\tb\n1\t2\n\nx\n  y"
    );
}

#[test]
fn what_stands_between_kept_text_comes_along() {
    let html = format!(
        "<title>Woad</title><body><nav><a href=/1>All the news of this site</a></nav><article class=post><h1>Woad</h1><p>{FIRST}</p>\
         <figure><img src=/vat.jpg alt=vat><figcaption>A vat</figcaption></figure><p>{SECOND}</p><ul><li>two kilos of wool<li>one of woad</ul>\
         <p>{FIRST} Again.</p><pre>boil 3</pre><p>{SECOND} Again.</p><div class=share-bar>Share it with others <a href=/s>now</a></div></article>\
         <footer>All of this is ours</footer>"
    );
    let page = page(&html);
    let content = extract(&page, Method::Auto);
    let document = document(&page, &content);
    assert!(
        document
            .html()
            .contains("alt=\"vat\"></p>\n<figcaption>A vat</figcaption>\n</figure>"),
        "{}",
        document.html()
    );
    let markdown = document.markdown();
    assert_eq!(
        markdown,
        format!(
            "{FIRST}\n\n![vat](https://loom.example/vat.jpg)\n\nA vat\n\n{SECOND}\n\n- two kilos of wool\n- one of woad\n\n{FIRST} Again.\n\n```\nboil 3\n```\n\n{SECOND} Again."
        )
    );
}

#[test]
fn posts_are_sections() {
    let page = page(&format!("<body><p>{FIRST}</p><p>{SECOND}</p>"));
    let post = |author: &str, text: &str| Post {
        text: text.to_owned(),
        author: author.to_owned(),
        date: "2024-03-05".to_owned(),
        ..Post::default()
    };
    let content = ExtractedContent {
        posts: vec![post("Ann <Lee>", FIRST), post("", SECOND)],
        ..ExtractedContent::default()
    };
    let document = document(&page, &content);
    assert_eq!(
        document.html(),
        format!(
            "<section>\n<p><strong>Ann &lt;Lee&gt;</strong>, <time>2024-03-05</time></p>\n<p>{FIRST}</p>\n</section>\n\
             <section>\n<p><time>2024-03-05</time></p>\n<p>{SECOND}</p>\n</section>"
        )
    );
    assert!(
        document
            .markdown()
            .starts_with("**Ann \\<Lee>**, 2024-03-05\n\nThe vat")
    );
}

#[test]
fn a_text_that_stands_nowhere_comes_as_paragraphs() {
    let page = page("<body><p>The rest is for subscribers.");
    let content = ExtractedContent {
        text: format!("{FIRST}\n{SECOND}"),
        ..ExtractedContent::default()
    };
    assert_eq!(
        document(&page, &content).text(),
        format!("{FIRST}\n\n{SECOND}")
    );
}

#[test]
fn any_depth_is_written() {
    for tag in ["div", "ul><li", "blockquote", "table><tr><td", "b", "span"] {
        let html = format!("{}deep down", format!("<{tag}>").repeat(2_000));
        let document = whole(&html);
        assert!(document.html().contains("deep down"), "{tag}");
        assert!(document.markdown().contains("deep down"), "{tag}");
    }
}

/// Pages built from difficult parts.
fn any_page() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z#*_`\\[\\]<>&|~!.1-3 -]{0,12}",
        "[\u{4E00}-\u{4E20}。，]{1,6}",
        prop::sample::select(vec![
            "<p>",
            "</p>",
            "<br>",
            "<b>",
            "</b>",
            "<i>",
            "</i>",
            "<a href='/x(y)'>",
            "</a>",
            "<ul>",
            "<ol start=0>",
            "<li>",
            "</ul>",
            "</ol>",
            "<blockquote>",
            "</blockquote>",
            "<table>",
            "<tr>",
            "<td>",
            "<th colspan=3>",
            "</table>",
            "<pre>",
            "</pre>",
            "<code>",
            "</code>",
            "<h2>",
            "</h2>",
            "<hr>",
            "<img src=a.png alt='*x*'>",
            "<figure>",
            "<figcaption>",
            "</figure>",
            "<sup><a href='#n'>1</a></sup>",
            "<p id=n>",
            "<dl>",
            "<dt>",
            "<dd>",
            "<script>x</script>",
            "<del>",
            "<div>",
            "</div>",
            "<video src=v.mp4>",
            "<caption>",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

/// Only letters, so that layout does not matter.
fn letters(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// The letters of a document's words and code.
fn words(document: &Document) -> String {
    let texts = document.pieces.iter().map(|piece| match piece {
        OutputEvent::Run(text, _) => text.as_str(),
        OutputEvent::Code(code, _) => code.as_str(),
        _ => "",
    });
    letters(&texts.collect::<String>())
}

proptest! {
    #[test]
    fn html_reads_back_as_the_same_words(html in any_page()) {
        // Note marks are renumbered.
        prop_assume!(!html.contains("<sup>"));
        let document = whole(&html);
        let written = document.html();
        let back = page(&format!("<body>{written}"));
        prop_assert_eq!(letters(&visible_text(&back)), words(&document), "{}", written);
        prop_assert_eq!(words(&whole(&written)), words(&document), "{}", written);
    }

    #[test]
    fn nothing_panics_on_any_page(html in any_page()) {
        let page = page(&html);
        let content = extract(&page, Method::Auto);
        let document = document(&page, &content);
        let _ = (document.html(), document.markdown(), document.text());
        let kept = document.pieces.iter().filter(|p| matches!(p, OutputEvent::Run(..))).count();
        prop_assert!(kept == 0 || !inner_text(&page, 0).is_empty());
    }

    #[test]
    fn words_survive_markdown(text in "[a-z#*_`\\[\\]<>&|~!.()+=1-3 -]{1,30}") {
        let html: String = text.replace('&', "&amp;").replace('<', "&lt;");
        let markdown = whole(&format!("<p>{html}")).markdown();
        // Removing every escape restores the words.
        let mut plain = String::new();
        let mut chars = markdown.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\\' && chars.peek().is_some_and(char::is_ascii_punctuation) {
                plain.extend(chars.next());
            } else {
                plain.push(c);
            }
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        prop_assert_eq!(plain, words.join(" "));
        // No markup character is left without an escape.
        for sign in ['*', '`', '[', ']'] {
            let mut before = ' ';
            for c in markdown.chars() {
                prop_assert!(c != sign || before == '\\', "{}", markdown);
                before = if before == '\\' && c == '\\' { ' ' } else { c };
            }
        }
    }
}
