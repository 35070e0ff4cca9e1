//! Metadata of pages as sites write them.

use url::Url;

use super::*;

#[track_caller]
fn check(url: &str, html: &str, title: &str, date: &str, author: &str) {
    let page = Page::parse(html, &Url::parse(url).unwrap());
    let expected = Metadata {
        title: title.to_owned(),
        date: date.to_owned(),
        author: author.to_owned(),
    };
    assert_eq!(metadata(&page), expected, "{html}");
}

const URL: &str = "http://example.com/a";

#[test]
fn the_title_is_what_title_and_heading_share() {
    let title = |html: &str| metadata(&Page::parse(html, &Url::parse(URL).unwrap())).title;
    assert_eq!(
        title(
            "<title>Wool and its dyes | The Daily Loom</title><h1>The Daily Loom</h1><h2>Wool and its dyes</h2>"
        ),
        "Wool and its dyes"
    );
    assert_eq!(
        title("<title>羊毛的染色_织机日报</title><body><h1>羊毛的染色</h1>"),
        "羊毛的染色"
    );
    assert_eq!(
        title("<title>Wool and dyes - Loom</title>"),
        "Wool and dyes"
    );
    assert_eq!(title("<body><h1>Only a heading</h1>"), "Only a heading");
    assert_eq!(
        title(
            "<meta property='og:title' content='Blue from woad'><title>Blue from woad :: Loom</title><h1>Menu</h1>"
        ),
        "Blue from woad"
    );
    assert_eq!(title(""), "");
}

#[test]
fn common_parts_respect_characters() {
    assert_eq!(common("羊毛的染色_织机", "关于羊毛的染色"), "羊毛的染色");
    assert_eq!(common("abc", "xyz"), "");
    assert_eq!(common("", ""), "");
    assert_eq!(common("the dye", "the dye"), "the dye");
}

proptest::proptest! {
    #[test]
    fn no_heading_is_passed_over_unread(whole in "[ab染 ]{0,14}", heading in "[ab染 ]{0,14}") {
        let shared = is_most_of(common(&whole, &heading), &heading);
        proptest::prop_assert!(!shared || may_be_most_of(&whole, &heading));
    }
}

#[test]
fn declared_metadata() {
    check(
        URL,
        r#"<title>Wool and its dyes</title><script type="application/ld+json">{"@context":"x","@graph":[{"@type":"Organization","name":"Loom"},
        {"@type":["NewsArticle"],"headline":"Wool and its dyes","datePublished":"2024-03-05T10:20:00+08:00","author":[{"@type":"Person","name":"Ann Lee"},{"name":"Bo Li"}]}]}</script>
        <h1>Wool and its dyes</h1>"#,
        "Wool and its dyes",
        "2024-03-05T10:20:00+08:00",
        "Ann Lee, Bo Li",
    );
    check(
        URL,
        "<title>Wool and its dyes</title><meta name=author content='Ann Lee'><meta property='article:published_time' content='2024-03-05'>",
        "Wool and its dyes",
        "2024-03-05",
        "Ann Lee",
    );
}

#[test]
fn shown_metadata() {
    check(
        URL,
        "<title>Wool and its dyes</title><p>1 May 2020 is the day of the fair</p><nav>x</nav><nav>y</nav><nav>z</nav><h1>Wool and its dyes</h1><p>By Ann Lee</p><p>March 5, 2024</p><p>The vat is warm.</p>",
        "Wool and its dyes",
        "2024-03-05",
        "Ann Lee",
    );
    check(
        URL,
        "<title>羊毛的染色</title><body><h1>羊毛的染色</h1><div>2011年12月9日 18:51 来源:织机日报 作者:王小明</div><p>染缸要保持温暖。</p>",
        "羊毛的染色",
        "2011-12-09T18:51:00+08:00",
        "王小明",
    );
    check(
        "http://example.com/news/2024/03/05/wool.html",
        "<title>Wool and its dyes</title>",
        "Wool and its dyes",
        "2024-03-05",
        "",
    );
}

#[test]
fn authors_named_below_a_long_text() {
    let long = "<p>The vat is kept warm for a week.</p>".repeat(40);
    let of = |below: &str| {
        let html = format!(
            "<title>Wool and its dyes</title><main><article><h2>Wool and its dyes</h2>{long}<footer>{below}</footer></article></main>"
        );
        metadata(&Page::parse(&html, &Url::parse(URL).unwrap())).author
    };
    assert_eq!(
        of("<address>By   <a href='/people/7'>Loom Writing Circle</a></address>"),
        "Loom Writing Circle"
    );
    assert_eq!(of("<a href='/author/ann-lee.html'>Ann Lee</a>"), "Ann Lee");
    assert_eq!(of("<a href='/zuozhe/7?page=1'>王小明</a>"), "王小明");
    // An address of another kind, a list of authors, and authors of what else there is.
    assert_eq!(of("<address>12 Dyers Lane, Woadham</address>"), "");
    assert_eq!(of("<a href='/authors/'>All authors</a>"), "");
    assert_eq!(
        of("<a href='/author/ann'>Ann Lee</a> <a href='/author/bo'>Bo Li</a>"),
        ""
    );
    // Whoever runs the site wrote none of its articles.
    let page = format!(
        "<title>Wool and its dyes</title><h2>Wool and its dyes</h2>{long}<footer><address>By Loom Software</address></footer>"
    );
    let page = Page::parse(&page, &Url::parse(URL).unwrap());
    assert_eq!(metadata(&page).author, "");
}

#[test]
fn reporters_sign_at_the_end() {
    assert_eq!(
        signed_name("染缸要保持温暖。(总台记者 张小倩)").as_deref(),
        Some("张小倩")
    );
    assert_eq!(signed_name("文:眉间尺").as_deref(), Some("眉间尺"));
    assert_eq!(signed_name("记者昨日来到染坊。"), None);
}

#[test]
fn the_only_main_heading_is_the_title() {
    let html = "<title>Top dyes of the year | Loom</title><h1>Which dyes last longest in wool</h1>";
    let page = Page::parse(html, &Url::parse(URL).unwrap());
    assert_eq!(metadata(&page).title, "Which dyes last longest in wool");
}

#[test]
fn what_is_no_name_or_date_is_left_out() {
    for text in [
        "http://example.com/ann",
        "ann@example.com",
        "12 May 2024",
        "x",
        "",
    ] {
        assert_eq!(name_of(text), None, "{text}");
    }
    check(
        URL,
        "<title>Wool and its dyes</title><time>3 hours ago</time><p>Copyright 2010 Loom</p>",
        "Wool and its dyes",
        "",
        "",
    );
}

#[test]
fn damaged_json_ld_is_skipped() {
    for source in [
        "{",
        "[1, 2, null]",
        "null",
        "{\"@type\": 3, \"author\": {\"name\": []}}",
        "{\"@type\":\"Article\",\"author\":7}",
    ] {
        let html = format!(
            "<title>Wool and dyes</title><script type='application/ld+json'>{source}</script>"
        );
        check(URL, &html, "Wool and dyes", "", "");
    }
}
