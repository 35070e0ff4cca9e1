//! Synthetic pages of each kind.

use url::Url;

use super::decide_kind::SHOP_LIST;
use super::*;
use crate::messages::{Catalogue, Language};

fn page(source: &str) -> Page {
    Page::parse(source, &Url::parse("http://a.example/").unwrap())
}

#[track_caller]
fn check(source: &str, expected: PageType) -> KindOfPage {
    let found = kind_of(&page(source));
    assert_eq!(found.kind, expected, "{:?}", found.evidence);
    assert!((0.0..=1.0).contains(&found.confidence));
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        for message in &found.why {
            let text = catalogue.text(message);
            assert!(!text.contains('{') && text != message.id, "{text}");
        }
    }
    assert!(!found.why.is_empty());
    found
}

fn repeated(count: usize, make: impl Fn(usize) -> String) -> String {
    (1..=count).map(make).collect()
}

const MENU: &str = "<nav><ul><li><a href=/a>Home</a><li><a href=/b>All of the news</a><li><a href=/c>About us</a></ul></nav>";
const TEXT: &str = "<p>The vat is kept warm for a week, and nobody may open it before the blue has come \
    to the top, which the older dyers tell by its smell and the younger ones by the clock.</p>";

fn teaser(n: usize) -> String {
    format!(
        "<li class=entry><h2><a href=/a{n:03}-story>The story number {n} of the dyers</a></h2>\
         <time>2026-01-0{n}</time><p>In the year {n} the dyers of the town had no blue, and this is how they came by it.</p></li>"
    )
}

#[test]
fn a_text_with_related_stories_is_an_article() {
    let more = repeated(9, |n| {
        format!("<li><a href=/m{n}>Another story that you may like {n}</a></li>")
    });
    check(
        &format!(
            "<title>On blue - Dyes</title>{MENU}<article><h1>On blue</h1>{}</article><div class=related><ul>{more}</ul></div>",
            TEXT.repeat(9)
        ),
        PageType::Article,
    );
    let zh = "<p>染缸要保持温暖整整一个星期，在蓝色浮上来之前谁也不许打开，老染匠靠气味判断，年轻人看钟。</p>";
    let more = repeated(8, |n| {
        format!("<li><a href=/n{n}.html>本市第{n}家染坊今天上午正式开张迎客</a></li>")
    });
    check(
        &format!(
            "<title>染缸里的蓝色_新闻</title><div class=main><h1>染缸里的蓝色</h1><div class=txt>{}</div><div class=box><h3>相关新闻</h3><ul>{more}</ul></div></div>",
            zh.repeat(7)
        ),
        PageType::Article,
    );
}

#[test]
fn a_front_page_with_a_featured_article_is_a_list() {
    let featured = format!(
        "<aside class=featured><article><h1><a href=/a000-story>The first story of the dyers</a></h1><time>2026-01-01</time>{TEXT}{TEXT}</article></aside>"
    );
    let more = repeated(9, teaser);
    check(
        &format!("<title>Dyes</title>{MENU}{featured}<section><ol>{more}</ol></section>"),
        PageType::List,
    );
}

#[test]
fn posts_are_a_thread() {
    let post = |n: usize| {
        format!(
            "<div class=post id=p{n}><a class=author href=/members/m{n}>Member {n}</a><span class=date>2026-01-0{n} 10:00</span>\
             <div class=body>I have kept the vat for {n} days and it is still not warm, what is it that I do wrong?</div>\
             <a href=#r>Reply</a></div>"
        )
    };
    let seen = check(
        &format!(
            "<title>A question</title>{MENU}<h1>A question</h1>{}",
            repeated(9, post)
        ),
        PageType::Thread,
    );
    assert!(seen.confidence > 0.5);
}

#[test]
fn remarks_below_a_text_are_no_thread() {
    let remark = |n: usize| {
        format!(
            "<li class=comment-item><a class=username href=/user/m{n}>Member {n}</a><span>2026-01-0{n} 10:00</span>\
             <p>I have kept the vat for {n} days as it says here, and it is as blue as it can be, what do you say to that?</p>\
             <a href=#r>Reply</a> <a href=#l>Like</a></li>"
        )
    };
    let remarks = repeated(9, remark).repeat(4);
    check(
        &format!(
            "<title>On blue - Dyes</title>{MENU}<h1>On blue</h1><div class=txt>{}</div><ul class=comments>{remarks}</ul>",
            TEXT.repeat(5)
        ),
        PageType::Article,
    );
}

#[test]
fn nothing_is_nothing() {
    for source in ["", "<p>Sign in", "<body><div id=app></div>"] {
        check(source, PageType::Nothing);
    }
}

#[test]
fn a_thing_to_buy_is_a_product() {
    check(
        &format!(
            "<title>Woad</title><script type='application/ld+json'>{{\"@type\":\"Product\",\"name\":\"Woad\"}}</script>\
         <h1>Woad</h1><span>$ 12.50</span><button>Add to cart</button>{TEXT}"
        ),
        PageType::Product,
    );
}

#[test]
fn a_shop_with_a_long_text_below_is_a_list() {
    let goods = repeated(14, |n| {
        format!(
            "<div class=card><a href=/woad-{n}><h3>Woad of the good vat number {n}</h3></a><span>$ {n}.50</span></div>"
        )
    });
    let source = |head: &str| {
        format!(
            "<title>Woad - Dyes</title>{head}{MENU}<h1>Woad</h1><div class=grid>{goods}</div><div>{}</div>",
            TEXT.repeat(9)
        )
    };
    check(&source(""), PageType::List);
    let found = kind_of(&page(&source("<meta property=og:type content=article>")));
    assert!(
        found.kind != PageType::List || found.confidence < SHOP_LIST,
        "an article about things to buy"
    );
}

#[test]
fn an_address_from_nowhere_says_nothing() {
    let of = |url: &str| {
        let page = Page::parse(&repeated(9, teaser), &Url::parse(url).unwrap());
        kind_of(&page).evidence["url_list"]
    };
    assert!(of("http://localhost/") < 0.5);
    assert!(of("http://a.example/") > 0.5);
}

#[test]
fn any_depth_is_fine() {
    kind_of(&page(&format!(
        "{}{TEXT}",
        "<div class=post>".repeat(3_000)
    )));
}
