//! Metadata of realistic pages.

use url::Url;

use super::title::common;
use super::*;
use person_names::{name_of, signed_name};

#[track_caller]
fn check(url: &str, html: &str, title: &str, date: &str, author: &str) {
    let page = Page::parse(html, &Url::parse(url).unwrap());
    let found = metadata(&page);
    let found = (
        found.title.as_str(),
        found.date.as_str(),
        found.author.as_str(),
    );
    assert_eq!(found, (title, date, author), "{html}");
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
    let remarks = "<title>织机日报</title><p>羊毛的染色</p><h1>《羊毛的染色》已有3件评论</h1>";
    assert!(!title(remarks).contains("评论"));
    assert_eq!(title(""), "");
}

#[test]
fn common_parts_respect_characters() {
    assert_eq!(common("羊毛的染色_织机", "关于羊毛的染色"), "羊毛的染色");
    assert_eq!(common("abc", "xyz"), "");
    assert_eq!(common("", ""), "");
    assert_eq!(common("the dye", "the dye"), "the dye");
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
    // An address of another kind, a list of authors, and authors of further reading.
    assert_eq!(of("<address>12 Dyers Lane, Woadham</address>"), "");
    assert_eq!(of("<a href='/authors/'>All authors</a>"), "");
    assert_eq!(
        of("<a href='/author/ann'>Ann Lee</a> <a href='/author/bo'>Bo Li</a>"),
        ""
    );
    // The operator of the site wrote none of its articles.
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
    assert_eq!(signed_name("□ 本报记者 葛小丹").as_deref(), Some("葛小丹"));
    assert_eq!(
        signed_name("记者 刘小涛 王宁").as_deref(),
        Some("刘小涛 王宁")
    );
    assert_eq!(signed_name("记者昨日来到染坊。"), None);
    let line = |text: &str| person_names::labelled_name(text);
    assert_eq!(
        line("来源:织机报 作者:宋怡 杨志华").as_deref(),
        Some("宋怡 杨志华")
    );
    assert_eq!(
        line("作者:宋怡 杨志华 编辑:李明").as_deref(),
        Some("宋怡 杨志华")
    );
    assert_eq!(line("作者:王小明 来源:织机报").as_deref(), Some("王小明"));
}

#[test]
fn a_player_in_a_heading_is_no_title() {
    let title = |html: &str| metadata(&Page::parse(html, &Url::parse(URL).unwrap())).title;
    let html = "<title>羊毛怎样染成蓝色_【织机】</title><h1><span>羊毛怎样染成蓝色</span>\
        <div><div>播报文章</div><audio></audio></div></h1>";
    assert_eq!(title(html), "羊毛怎样染成蓝色");
    let html = "<title>Wool and its dyes</title><h1>Wool and its dyes <button>Listen</button></h1>";
    assert_eq!(title(html), "Wool and its dyes");
    // A heading of nothing but boxes is read whole.
    let html = "<h1><div>Wool</div><div>and its dyes</div></h1>";
    assert_eq!(title(html), "Wool and its dyes");
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

fn of(url: &str, html: &str) -> Metadata {
    metadata(&Page::parse(html, &Url::parse(url).unwrap()))
}

#[test]
fn the_words_load() {
    let own = include_str!("../../../../assets/generic/names.toml");
    let bylines = include_str!("../../../../assets/learn/bylines.toml");
    person_names::read(own, bylines).unwrap();
    assert!(person_names::WORDS.is_some());
}

#[test]
fn the_heading_that_others_speak_for_is_the_title() {
    let title = |html: &str| of("https://loom.example/blue-from-woad", html).title;
    // A banner shares no word with anything; the site's name and sections are not titles either.
    assert_eq!(
        title(
            "<title>Blue from woad | Loom</title><meta property=og:site_name content=Loom>\
             <h1>Join our autumn fair</h1>"
        ),
        "Blue from woad"
    );
    assert_eq!(
        title(
            "<title>Blue from woad - The Craft Pages</title><meta property=og:site_name content='The Craft Pages'>\
             <h1><a href=/>The Craft Pages</a></h1><h1>Blue from woad, step by step</h1>"
        ),
        "Blue from woad, step by step"
    );
    // One search-engine title fills three fields: the heading is the title.
    assert_eq!(
        title(
            "<title>Woad Dye Guide 2025 | Loom</title><meta property=og:title content='Woad Dye Guide 2025'>\
             <meta name=twitter:title content='Woad Dye Guide 2025'><h1>How blue comes from woad</h1><h2>A guide to the dye</h2>"
        ),
        "How blue comes from woad"
    );
    // A section that is both the page's heading and the end of the title is not the title; a
    // one-word title before a longer site name is.
    assert_eq!(
        title(
            "<title>Blue from woad is back in town - Craft News - The Craft Pages</title><h1>Craft News</h1>\
             <h2>Blue from woad is back in town</h2>"
        ),
        "Blue from woad is back in town"
    );
    assert_eq!(
        title(
            "<title>Blue from woad is back in town - Craft News - Loom</title><h1>Craft News</h1>\
             <h1>Blue from woad is back in town</h1>"
        ),
        "Blue from woad is back in town"
    );
    assert_eq!(
        title("<title>Woad - The Long Name of a Free Book of Crafts</title><h1>Woad</h1>"),
        "Woad"
    );
    assert_eq!(
        title("<title>loom.example Blue from woad</title><h1>loom.example</h1>"),
        "Blue from woad"
    );
    assert_eq!(
        title("<title>女工染出新蓝色 | 手艺 | 即时新闻 | 织机网</title>"),
        "女工染出新蓝色"
    );
    assert_eq!(
        title("<title>女工染出新蓝色-织机新闻网</title><p>x"),
        "女工染出新蓝色"
    );
}

#[test]
fn persons_come_before_accounts_and_the_site() {
    let author = |html: &str| {
        let html = format!("<title>Wool and its dyes</title>{html}");
        of("https://www.loomdaily.example/wool", &html).author
    };
    let json = |author: &str, body: &str| {
        format!(
            "<script type='application/ld+json'>{{\"@type\":\"Article\",\"author\":{author}}}</script>\
             <h1>Wool and its dyes</h1>{body}"
        )
    };
    let shown = "<p>By <a rel=author href=/ann>Ann Lee</a></p>";
    assert_eq!(author(&json("\"loomdaily\"", shown)), "Ann Lee");
    assert_eq!(author(&json("{\"name\":\"admin\"}", shown)), "Ann Lee");
    assert_eq!(author(&json("{\"name\":\"ann.lee\"}", shown)), "Ann Lee");
    assert_eq!(
        author(&json(
            "{\"@type\":\"Organization\",\"name\":\"Loom Ltd\"}",
            shown
        )),
        "Ann Lee"
    );
    assert_eq!(author(&json("{\"name\":\"admin\"}", "<p>x")), "admin");
    assert_eq!(
        author(
            "<script type='application/ld+json'>{\"@graph\":[{\"@type\":\"NewsArticle\",\"author\":[{\"@id\":\"#a\"},{\"@id\":\"#b\"},{\"@id\":\"#none\"}]},\
             {\"@type\":\"Person\",\"@id\":\"#a\",\"name\":\"Ann Lee\"},{\"@type\":\"Person\",\"@id\":\"#b\",\"name\":\"Bo Li\"}]}</script>"
        ),
        "Ann Lee, Bo Li"
    );
    assert_eq!(
        author(
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ann Lee'>"
        ),
        "Ann Lee"
    );
    assert_eq!(
        author("<h1>Wool and its dyes</h1><p>Written by</p><p>Ann Lee</p><p>The vat is warm.</p>"),
        "Ann Lee"
    );
    assert_eq!(
        author("<h1>Wool and its dyes</h1><div><span>By</span><span>Ann Lee</span></div>"),
        "Ann Lee"
    );
    assert_eq!(
        author(
            "<h1>Wool and its dyes</h1><div class=author-box>About the author</div><b class=author-name>Ann Lee</b>\
             <i class=comment-author>Bo Li</i>"
        ),
        "Ann Lee"
    );
    assert_eq!(
        author(
            "<div itemprop=author itemscope><img><span itemprop=name>Ann Lee</span> wrote 12 articles</div>"
        ),
        "Ann Lee"
    );
}

#[test]
fn what_else_a_page_says() {
    let found = of(
        "https://www.loom.example/a?utm=1",
        "<html lang=en_GB><head><title>Wool and its dyes | Loom</title><meta property=og:site_name content='The Daily Loom'>\
         <meta name=description content='All about dyes.'><meta property=og:image content=/pic/vat.jpg>\
         <link rel=canonical href=/wool><meta property='article:modified_time' content='2024-03-06T08:00:00+01:00'>\
         <meta property='article:tag' content=wool><meta name=keywords content='dyes, Wool; woad'><body><h1>Wool and its dyes</h1>",
    );
    assert_eq!(found.site, "The Daily Loom");
    assert_eq!(found.language, "en-GB");
    assert_eq!(found.description, "All about dyes.");
    assert_eq!(found.image, "https://www.loom.example/pic/vat.jpg");
    assert_eq!(found.canonical, "https://www.loom.example/wool");
    assert_eq!(found.modified, "2024-03-06T08:00:00+01:00");
    assert_eq!(found.tags, ["wool", "dyes", "woad"]);
    assert_eq!(found.values("tags").len(), 3);
    assert_eq!(found.values("site"), ["The Daily Loom"]);
    for name in Metadata::MORE {
        assert!(!found.values(name).is_empty(), "{name}");
    }
}

#[test]
fn json_ld_says_as_much() {
    let found = of(
        URL,
        r#"<script type="application/ld+json">{"@type":"BlogPosting","headline":"Wool &amp; dyes","datePublished":"2024-03-05","dateModified":"2024-03-07",
        "publisher":{"@type":"Organization","name":"Loom"},"image":{"@type":"ImageObject","url":"http://example.com/vat.jpg"},
        "inLanguage":"de-AT","keywords":["Wolle","Färber"],"description":"Vom Färben."}</script><title>x</title>"#,
    );
    assert_eq!(found.title, "Wool & dyes");
    assert_eq!(found.modified, "2024-03-07");
    assert_eq!(
        (found.site.as_str(), found.language.as_str()),
        ("Loom", "de-AT")
    );
    assert_eq!(found.image, "http://example.com/vat.jpg");
    assert_eq!(found.description, "Vom Färben.");
    assert_eq!(found.tags, ["Wolle", "Färber"]);
}

#[test]
fn the_text_shows_its_language() {
    let of_text =
        |lang: &str, text: &str| of(URL, &format!("<html {lang}><body><p>{text}")).language;
    let chinese = "染缸要保持温暖,一周之内不许打开,等到蓝色出来以后才把羊毛放进去。";
    assert_eq!(of_text("", chinese), "zh");
    assert_eq!(of_text("lang=en", chinese), "zh");
    assert_eq!(of_text("lang=zh-TW", chinese), "zh-TW");
    let german = "Der Bottich wird eine Woche lang warm gehalten, und niemand darf ihn öffnen, bevor das Blau da ist.";
    assert_eq!(of_text("", german), "de");
    assert_eq!(of_text("lang=de_CH", german), "de-CH");
    assert_eq!(of_text("lang='<none>'", "Woad"), "");
}

#[test]
fn changes_have_dates_of_their_own() {
    let found = of(
        URL,
        "<title>Wool and its dyes</title><h1>Wool and its dyes</h1><p>March 5, 2024</p><p>Last updated: 7 March 2024</p>",
    );
    assert_eq!(
        (found.date.as_str(), found.modified.as_str()),
        ("2024-03-05", "2024-03-07")
    );
    let found = of(
        URL,
        "<title>羊毛的染色</title><h1>羊毛的染色</h1><div>发布时间:2024年3月5日 10:20 来源:织机日报</div><div>更新时间:2024-03-06 08:00</div>",
    );
    assert_eq!(found.date, "2024-03-05T10:20:00+08:00");
    assert_eq!(found.modified, "2024-03-06T08:00:00+08:00");
}

#[test]
fn newsrooms_sign_articles_that_name_nobody() {
    let newsroom = r#"<script type="application/ld+json">{"@type":"NewsArticle","headline":"Wool and its dyes",
        "author":{"@type":"Organization","name":"The Daily Loom"},"publisher":{"@type":"Organization","name":"The Daily Loom"}}</script>"#;
    let of = |shown: &str| {
        let html = format!(
            "<title>Wool and its dyes</title>{newsroom}<h1>Wool and its dyes</h1>{shown}<p>The vat is kept warm for a week.</p>"
        );
        metadata(&Page::parse(&html, &Url::parse(URL).unwrap())).author
    };
    assert_eq!(of(""), "The Daily Loom");
    assert_eq!(of("<p class=author>Ann Lee</p>"), "Ann Lee");
    assert_eq!(of("<p class=author>Follow</p>"), "The Daily Loom");
    assert_eq!(of("<p class=author>Quelle: abc/def</p>"), "The Daily Loom");
    // Text editors are no editors.
    assert_eq!(
        of("<div class=x-text-editor>For a warm vat, see here</div>"),
        "The Daily Loom"
    );
}

#[test]
fn names_without_what_stands_beside_them() {
    let of = |shown: &str| {
        let html = format!(
            "<title>Wool and its dyes</title><h1>Wool and its dyes</h1>{shown}<p>The vat is kept warm.</p>"
        );
        metadata(&Page::parse(&html, &Url::parse(URL).unwrap())).author
    };
    for (shown, name) in [
        ("<p class=author>Ann Lee<br> 4 August 2010</p>", "Ann Lee"),
        ("<p class=author>Ann Lee, Aug 4, 2010</p>", "Ann Lee"),
        ("<p class=author>Ann - Product marketer</p>", "Ann"),
        ("<p class=author>Dec 17, 2025</p>", ""),
        // The first name is the word for "by" of another language.
        ("<p class=author>Oleh Kovalenko</p>", "Oleh Kovalenko"),
        ("<p class=author>Di Zhang</p>", "Di Zhang"),
        ("<p class=author>Marco Fonte</p>", "Marco Fonte"),
        ("<p class=author>Von Ann Lee</p>", "Ann Lee"),
        ("<p class=author>Von Loomwire</p>", "Loomwire"),
        ("<p class=author>I dove into dyes long ago</p>", ""),
        ("<p class=byline>이소정 기자</p>", "이소정"),
        ("<p>Penulis: Budi Santoso</p>", "Budi Santoso"),
        ("<p class=byline>Oleh Budi Santoso</p>", "Budi Santoso"),
        ("<p class=byline>Skriven av Eva Berg</p>", "Eva Berg"),
        ("<p class=byline>Автор: Анна Орлова</p>", "Анна Орлова"),
        ("<p>Posted by Ann at December 16, 2025 11:15 AM</p>", "Ann"),
        ("<p>(责编：王小明、李大白)</p>", "王小明、李大白"),
        (
            "<p>染缸要保持温暖。（记者 张小倩）</p><p>责任编辑：王小明</p>",
            "张小倩",
        ),
    ] {
        assert_eq!(of(shown), name, "{shown}");
    }
}
