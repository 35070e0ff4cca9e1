//! Difficult pages: text in many boxes, layout tables, several articles, comments longer than the
//! text. Each page has the typical surroundings of a real text.

use url::Url;

use crate::generic::article::default_method;
use crate::generic::article::line_features::Blocks;
use crate::generic::article::line_selection::choose;
use crate::generic::features::BodyTree;
use crate::page::Page;

const TEXTS: [&str; 6] = [
    "The dyers of the old town have lit their vats again after more than thirty years, and on Monday the first bolts of blue cloth were hung out to dry along the river.",
    "\"We did not know whether the woad would take at all,\" said Ann Marlow, who learned the craft from her grandfather and now leads a workshop of eleven people.",
    "The plant was sown in April on two fields behind the mill. It was cut in July, ground to a paste, and kept under water for nine weeks until it began to smell.",
    "A vat has to be kept warm day and night, because the bacteria that free the dye die when it cools. Twice the heating failed, and twice the whole batch was lost.",
    "The town council has promised the workshop a place in the former customs house, where visitors will be able to watch the work from a gallery above the vats.",
    "Whether it will pay is another question. A metre of the cloth costs about as much as a good coat, and the first orders came from museums rather than from shops.",
];

const MENU: &str = "<header><a href=/>The Mill Courier</a><nav><ul><li><a href=/news>News</a><li><a href=/sport>Sport</a>\
    <li><a href=/culture>Culture</a><li><a href=/weather>Weather</a><li><a href=/contact>Contact</a></ul></nav></header>";
const BELOW: &str = "<aside class=related><h3>More from the town</h3><ul><li><a href=/1>Bridge closed until the autumn</a>\
    <li><a href=/2>Market moves to the square</a><li><a href=/3>New bells for the tower</a></ul></aside>\
    <footer><p>© 2024 The Mill Courier. All rights reserved.</p><a href=/terms>Terms</a> <a href=/privacy>Privacy</a></footer>";
const TITLE: &str = "Blue cloth by the river again";

fn page(inside: &str) -> String {
    format!(
        "<html><head><title>{TITLE} - The Mill Courier</title></head><body>{MENU}{inside}{BELOW}</body></html>"
    )
}

fn text_of(html: &str, title: &str) -> String {
    let page = Page::parse(
        html,
        &Url::parse("http://example.com/news/blue-cloth").unwrap(),
    );
    default_method::extract(&BodyTree::of(&page), "", title)
}

fn paragraphs(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("<p>{text}</p>")).collect()
}

fn check(inside: &str, expected: &[&str]) {
    assert_eq!(
        text_of(&page(inside), TITLE),
        expected.join("\n"),
        "{inside}"
    );
}

#[test]
fn a_text_in_many_boxes_is_whole() {
    let boxes: String = TEXTS
        .iter()
        .map(|text| format!("<div class=row><div class=cell><p>{text}</p></div></div>"))
        .collect();
    check(
        &format!("<div class=page><h1>{TITLE}</h1>{boxes}</div>"),
        &TEXTS,
    );
}

#[test]
fn a_text_in_sections_is_whole() {
    let sections: String = TEXTS
        .chunks(2)
        .map(|texts| format!("<section>{}</section>", paragraphs(texts)))
        .collect();
    check(
        &format!("<main><article><h1>{TITLE}</h1>{sections}</article></main>"),
        &TEXTS,
    );
}

#[test]
fn a_layout_table_is_no_table_of_data() {
    let rows: String = TEXTS.iter().map(|text| format!("<p>{text}</p>")).collect();
    let html = format!(
        "<html><head><title>{TITLE}</title></head><body><table width=100%><tr><td colspan=2>{MENU}</td></tr><tr>\
         <td width=120><a href=/news>News</a><br><a href=/sport>Sport</a><br><a href=/culture>Culture</a></td>\
         <td><h1>{TITLE}</h1>{rows}</td></tr><tr><td colspan=2>{BELOW}</td></tr></table></body></html>"
    );
    assert_eq!(text_of(&html, TITLE), TEXTS.join("\n"));
}

#[test]
fn teasers_in_articles_of_their_own_are_left_out() {
    let teasers: String = (1..6)
        .map(|n| format!("<article class=card><h3><a href=/{n}>The market moves to the square {n}</a></h3><p>Stalls will be set up there from May on …</p></article>"))
        .collect();
    let inside = format!(
        "<article class=post><h1>{TITLE}</h1>{}</article><section class=teasers>{teasers}</section>",
        paragraphs(&TEXTS)
    );
    check(&inside, &TEXTS);
}

#[test]
fn what_follows_an_early_end_of_the_page_is_read() {
    let html = format!(
        "<html><head><title>{TITLE}</title></head><body>{MENU}</body></html><div class=article><h1>{TITLE}</h1>{}</div>{BELOW}</body></html>",
        paragraphs(&TEXTS)
    );
    assert_eq!(text_of(&html, TITLE), TEXTS.join("\n"));
}

#[test]
fn news_of_one_paragraph_is_found() {
    check(
        &format!(
            "<main><article><h1>{TITLE}</h1><p>{}</p></article></main>",
            TEXTS[0]
        ),
        &TEXTS[..1],
    );
}

#[test]
fn comments_longer_than_the_text_are_left_out() {
    let comments: String = (1..9)
        .map(|n| {
            format!(
                "<li class=comment><span class=comment-author>Reader {n}</span> <time>March {n}, 2024 at 10:{n}2 am</time>\
                 <div class=comment-body><p>I remember when they did this before the war number {n}, and nobody wanted the blue cloth then either, so why would they now?</p></div>\
                 <a href=#reply>Reply</a></li>"
            )
        })
        .collect();
    let inside = format!(
        "<div id=content><div class=entry-content><h1>{TITLE}</h1>{}</div><div id=comments><h3>8 comments</h3><ol class=commentlist>{comments}</ol></div></div>",
        paragraphs(&TEXTS[..3])
    );
    check(&inside, &TEXTS[..3]);
}

#[test]
fn a_page_without_a_title_has_its_text() {
    let html = format!(
        "<html><body>{MENU}<div class=text>{}</div>{BELOW}</body></html>",
        paragraphs(&TEXTS)
    );
    assert_eq!(text_of(&html, ""), TEXTS.join("\n"));
}

#[test]
fn what_a_page_says_twice_is_kept_once() {
    let inside = format!(
        "<main><article><h1>{TITLE}</h1>{0}</article><div class=print-version>{0}</div></main>",
        paragraphs(&TEXTS)
    );
    check(&inside, &TEXTS);
}

#[test]
fn nothing_in_nothing_out() {
    for html in [
        "",
        "<body></body>",
        "<frameset></frameset>",
        "<p>\u{200B}</p>",
        "<pre>\n\n</pre>",
    ] {
        assert_eq!(text_of(html, ""), "", "{html}");
    }
}

#[test]
fn a_notice_longer_than_the_text_is_left_out() {
    let notice = "<p>This Cookie Notice says how we and our partners use cookies, with your consent, to keep the browser's preferences and for advertising by third parties.</p>\
        <p>Cookies that measure tell us which pages are read; you may turn these cookies off in your browser, or withdraw the consent to tracking cookies at any time.</p>"
        .repeat(9);
    let inside = format!(
        "<div class=x1>{notice}</div><main><article><h1>{TITLE}</h1>{}</article></main>",
        paragraphs(&TEXTS)
    );
    check(&inside, &TEXTS);
}

#[test]
fn a_text_of_very_many_lines_is_whole() {
    let lines: Vec<String> = (0..9_000)
        .map(|n| format!("In the year {n} the vat was kept warm, and nobody opened it before the blue had come."))
        .collect();
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    let inside = format!(
        "<main><article><h1>{TITLE}</h1>{}</article></main>",
        paragraphs(&all)
    );
    let found = text_of(&page(&inside), TITLE);
    assert_eq!(found.lines().count(), all.len());
}

#[test]
fn rules_that_missed_the_text_are_not_asked() {
    let inside = format!(
        "<p>{}</p><p>{}</p><p>Key words: woad</p>",
        TEXTS[0], TEXTS[1]
    );
    let page = Page::parse(
        &page(&inside),
        &Url::parse("http://example.com/news/blue-cloth").unwrap(),
    );
    let mut blocks = Blocks::of(&BodyTree::of(&page), "", TITLE);
    let is = |at: usize, text: &str| blocks.lines[at].text.contains(text);
    let count = blocks.lines.len();
    let last: Vec<bool> = (0..count).map(|at| is(at, "Key words")).collect();
    // One of two texts is likely, the other hardly less: the expected F1 of any choice is low.
    let first: Vec<bool> = (0..count).map(|at| is(at, "lit their vats")).collect();
    let second: Vec<bool> = (0..count).map(|at| is(at, "Ann Marlow")).collect();
    let p = |at: usize| {
        if first[at] {
            0.6
        } else if second[at] {
            0.45
        } else {
            0.3
        }
    };
    let likely: Vec<f32> = (0..count).map(p).collect();
    blocks.rough = last;
    let (kept, expected) = choose(&blocks, &likely);
    let keeps_first = kept.iter().zip(&first).any(|(kept, first)| *kept && *first);
    assert!(expected > 0.0 && keeps_first);
    // Rules that select as much are trusted.
    blocks.rough.clone_from(&first);
    assert_eq!(choose(&blocks, &likely), (first, 0.0));
}

#[test]
fn remarks_in_coloured_code_are_code() {
    let code = "<pre><code><span class='token comment'># keep the vat of woad warm through the night</span>\n\
        <span class='token tag'>heat</span> --on\n<span class='token comment'># and let it rest</span>\nheat --off</code></pre>";
    let inside = format!(
        "<article><h1>{TITLE}</h1>{}{code}{}</article>",
        paragraphs(&TEXTS[..3]),
        paragraphs(&TEXTS[3..])
    );
    let found = text_of(&page(&inside), TITLE);
    for line in [
        "# keep the vat of woad warm",
        "heat --on",
        "# and let it rest",
    ] {
        assert!(found.contains(line), "{line}: {found}");
    }
}
