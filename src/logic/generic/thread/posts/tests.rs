//! Posts of synthetic threads with the difficulties of real forums.

use proptest::prelude::*;
use url::Url;

use crate::generic::{ExtractedContent, Known, Method, PageType, extract, extract_known};
use crate::page::Page;

fn content(html: &str, url: &str) -> ExtractedContent {
    let page = Page::parse(html, &Url::parse(url).unwrap());
    extract(&page, Method::Auto)
}

fn thread(html: &str, url: &str) -> ExtractedContent {
    let found = content(html, url);
    assert_eq!(found.kind.as_ref().map(|k| k.kind), Some(PageType::Thread));
    found
}

fn texts(content: &ExtractedContent) -> Vec<&str> {
    content
        .posts
        .iter()
        .map(|post| post.text.as_str())
        .collect()
}

const QUOTE: &str = "<blockquote class='bbCodeBlock bbCodeBlock--quote'><div class=bbCodeBlock-title>\
    <a href=/goto>Ann said:</a></div><div>How do I keep the vat of woad warm through the night?</div>\
    <a>Click to expand...</a></blockquote>";

/// A post with its author in a separate box, a number, a signature and buttons.
fn post(number: u32, user: &str, text: &str) -> String {
    format!(
        "<article class=message id=js-post-{number}><div class='message-cell message-cell--user'>\
         <a class=username href=/members/{user}.{number}/>{user}</a><h5>Member</h5>\
         <dl><dt>Joined</dt><dd>May 9, 2011</dd></dl></div>\
         <div class=message-cell><header><a href=/threads/dyes.12/post-10{number}>\
         <time datetime=2024-05-0{number}T10:00:00+0100>May {number}</time></a>\
         <a href=/threads/dyes.12/post-10{number}>#{number}</a></header>\
         <div class=message-body><div class=bbWrapper>{text}</div></div>\
         <div class=message-signature>The sun sets over the old mill, and the wheel still turns.</div>\
         <footer><a href=/react>Like</a> <a href=/reply>Reply</a></footer></div></article>"
    )
}

#[test]
fn posts_with_all_that_is_known_of_them() {
    let html = format!(
        "<title>Keeping a vat warm | Dyers</title><body><h1>Keeping a vat warm</h1>{}{}{}{}\
         <div class=sidebar><a href=/threads/a.1/>Madder is the red of the poor</a></div>",
        post(
            1,
            "Ann",
            "How do I keep the vat of woad warm through the night?"
        ),
        post(
            2,
            "Bert",
            &format!("{QUOTE}Put it into a box of hay, and it will be warm.")
        ),
        post(
            3,
            "Carla",
            "I do the same with a blanket.<pre>heat --on\nheat --off</pre>"
        ),
        post(
            4,
            "Dan",
            "Mine is in the barn with the sheep, and they keep it warm."
        ),
    );
    let found = thread(&html, "http://forum.example/threads/dyes.12/");
    assert_eq!(
        texts(&found),
        [
            "How do I keep the vat of woad warm through the night?",
            "Put it into a box of hay, and it will be warm.",
            "I do the same with a blanket.\nheat --on\nheat --off",
            "Mine is in the barn with the sheep, and they keep it warm.",
        ]
    );
    let second = &found.posts[1];
    assert_eq!(second.author, "Bert");
    assert_eq!(second.date, "2024-05-02T10:00:00+01:00");
    assert_eq!(second.floor, Some(2));
    assert_eq!(second.link, "http://forum.example/threads/dyes.12/post-102");
    let [quote] = second.quotes.as_slice() else {
        panic!("{:?}", second.quotes)
    };
    assert_eq!(quote.author, "Ann");
    assert_eq!(
        quote.text,
        "How do I keep the vat of woad warm through the night?"
    );
    assert!(second.whole.starts_with("Ann said:\nHow do I keep"));
    assert!(found.text.contains(&second.whole) && !found.text.contains("The sun sets"));
}

/// A post of a Chinese forum built with tables.
fn floor(number: u32, user: &str, text: &str) -> String {
    format!(
        "<div id=post_{number}><table class=plhin><tr><td class=pls><div class=authi>\
         <a href=space-uid-{number}.html>{user}</a></div><dl><dt>积分</dt><dd>12</dd></dl></td>\
         <td class=plc><div class=pi><strong><a href='forum.php?mod=redirect&goto=findpost&pid={number}'>\
         <em>{number}</em><sup>#</sup></a></strong><div class=authi><em>发表于 2024-5-{number} 10:0{number}</em></div></div>\
         <div class=pct><table><tr><td class=t_f>{text}</td></tr></table></div>\
         <div class=sign>今天的风很大，但是我的心很静。</div><div class=po><a>回复</a> <a>举报</a></div></td></tr></table></div>"
    )
}

#[test]
fn posts_in_tables_with_chinese_quotes_and_notes() {
    let html = format!(
        "<html lang=zh-CN><title>靛蓝染缸怎么保温 - 染坊论坛</title><body><h1>靛蓝染缸怎么保温</h1>{}{}{}",
        floor(
            1,
            "小蓝",
            "晚上气温很低，我的靛蓝染缸总是凉，大家有什么办法吗？"
        ),
        floor(
            2,
            "老张",
            "<div class=quote><blockquote>小蓝 发表于 2024-5-1 10:01<br>我的靛蓝染缸总是凉</blockquote></div>\
             用旧棉被把它包起来，早上还是温的。"
        ),
        floor(
            3,
            "阿红",
            "<i class=pstatus>本帖最后由 阿红 于 2024-5-3 11:00 编辑</i><br>我是放在灶台旁边的，效果很好。"
        ),
    );
    let found = thread(&html, "http://bbs.example/thread-9-1-1.html");
    assert_eq!(
        texts(&found),
        [
            "晚上气温很低，我的靛蓝染缸总是凉，大家有什么办法吗？",
            "用旧棉被把它包起来，早上还是温的。",
            "我是放在灶台旁边的，效果很好。",
        ]
    );
    let second = &found.posts[1];
    assert_eq!((second.author.as_str(), second.floor), ("老张", Some(2)));
    assert_eq!(second.date, "2024-05-02T10:02:00+08:00");
    assert!(
        second.link.ends_with("goto=findpost&pid=2"),
        "{}",
        second.link
    );
    assert_eq!(second.quotes[0].author, "小蓝");
    assert_eq!(second.quotes[0].text, "我的靛蓝染缸总是凉");
}

#[test]
fn answers_without_days() {
    let answer = |user: &str, text: &str| {
        format!(
            "<div class=answer-item><div class=answer-text><p>{text}</p></div>\
             <div class=user><a href=/users/{user}>{user}</a></div><button>Share</button></div>"
        )
    };
    let html = format!(
        "<title>Why is the vat green?</title><body><div class=question-page><h1>Why is the vat green?</h1>\
         <div class=question-body><p>I have set a vat of woad, and it is green. Is that how it should be?</p></div>\
         <div class=user><a href=/users/ann>ann</a></div>{}{}{}</div>\
         <div class=sidebar><h4>Related</h4><a href=/questions/18/m>What is madder and where does it grow?</a></div>",
        answer("bert", "It is green as long as there is no air in it."),
        answer(
            "carla",
            "When you lift the wool out of the vat, the air makes it blue."
        ),
        answer(
            "dan",
            "If it stays green after that, then the vat was too cold."
        ),
    );
    let found = thread(
        &html,
        "http://ask.example/questions/17/why-is-the-vat-green",
    );
    assert_eq!(
        found.text,
        "I have set a vat of woad, and it is green. Is that how it should be?\n\
         It is green as long as there is no air in it.\n\
         When you lift the wool out of the vat, the air makes it blue.\n\
         If it stays green after that, then the vat was too cold."
    );
    assert_eq!(found.posts.len(), 4);
    assert_eq!(found.posts[3].author, "dan");
}

/// A comment with its replies.
fn remark(number: u32, user: &str, text: &str, answers: &str) -> String {
    format!(
        "<li class=comment id=c{number}><div class=comment-meta><a class=comment-author href=/user/{user}>{user}</a> \
         <time datetime=2024-05-0{number}T10:00:00Z>May {number}</time></div>\
         <div class=comment-content><p>{text}</p></div><a class=reply>Reply</a><ul>{answers}</ul></li>"
    )
}

#[test]
fn answers_inside_answers_are_posts_of_their_own() {
    let third = remark(
        3,
        "carla",
        "You have to sow it in the spring and not in the autumn.",
        "",
    );
    let second = remark(
        2,
        "bert",
        "It does not grow in mine, and I have tried it for a year.",
        &third,
    );
    let html = format!(
        "<title>Which dye is the best of all?</title><body><h1>Which dye is the best of all?</h1><ul>{}{}</ul>",
        remark(
            1,
            "ann",
            "Woad is the best of them, and it grows in my own garden.",
            &second
        ),
        remark(
            4,
            "dan",
            "Madder is better than woad, for it is red and not blue.",
            ""
        ),
    );
    let found = thread(&html, "http://forum.example/r/dyes/comments/12/");
    assert_eq!(
        texts(&found),
        [
            "Woad is the best of them, and it grows in my own garden.",
            "It does not grow in mine, and I have tried it for a year.",
            "You have to sow it in the spring and not in the autumn.",
            "Madder is better than woad, for it is red and not blue.",
        ]
    );
    assert_eq!(
        found.posts[2].link,
        "http://forum.example/r/dyes/comments/12/#c3"
    );
}

#[test]
fn a_thread_that_falls_into_no_posts_is_read_whole() {
    let html = "<title>How do I start with dyes?</title><body><main><article class=topic>\
        <h1>How do I start with dyes?</h1><div class=entry-meta><a href=/author/ann>Ann</a> <time>5 months ago</time></div>\
        <div class=entry-content><p>I want to begin with dyes, and I do not know which of them is the first to try.</p></div></article>\
        <div class=comments-area><ul class=comment-list><li class=comment><header><a href=/author/bert>Bert</a> January 4, 2024 at 8:00 pm</header>\
        <div class=comment-content><p>Begin with the onion, for it needs no vat and it is never wrong.</p>\
        <p>Then take walnut, and after that you may try what you like.</p></div></li></ul></div>\
        <p>You must be logged in to reply to this topic.</p></main>";
    let found = thread(html, "http://forum.example/discussion/12");
    assert_eq!(
        found.text,
        "I want to begin with dyes, and I do not know which of them is the first to try.\n\
         Begin with the onion, for it needs no vat and it is never wrong.\n\
         Then take walnut, and after that you may try what you like."
    );
}

#[test]
fn posts_of_hours_ago_are_dated_where_the_present_is_known() {
    let html: String = (1..5)
        .map(|n| {
            format!(
                "<div class=post><a class=author href=/user/u{n}>user{n}</a> <span class=date>{n} hours ago</span>\
                 <div class=post-content><p>This is the answer {n} of them, and it is as long as the others.</p></div></div>"
            )
        })
        .collect();
    let html = format!("<title>Dyes</title><body><h1>Dyes</h1>{html}");
    let page = Page::parse(&html, &Url::parse("http://forum.example/topic/7").unwrap());
    let shown = extract(&page, Method::Auto);
    assert_eq!(shown.posts[1].date, "2 hours ago");
    let now = "2024-05-06T12:00:00Z".parse().unwrap();
    let dated = extract_known(
        &page,
        Method::Auto,
        Known {
            now: Some(now),
            ..Known::default()
        },
    );
    assert!(
        dated.posts[1].date.starts_with("2024-05-06T10:00"),
        "{}",
        dated.posts[1].date
    );
}

proptest! {
    #[test]
    fn odd_pages_never_panic(
        parts in prop::collection::vec(
            prop_oneof![
                Just("<div class=post>".to_owned()),
                Just("</div>".to_owned()),
                Just("<li class=comment>".to_owned()),
                Just("<blockquote class=quote>".to_owned()),
                Just("<table><tr><td class=t_f>".to_owned()),
                Just("</table>".to_owned()),
                Just("<a href='/user/1'>Ann</a>".to_owned()),
                Just("<a href='#p3'>#3</a>".to_owned()),
                Just("<time datetime='99/99/9999'>99/99/9999</time>".to_owned()),
                Just("<h1>Dyes</h1>".to_owned()),
                Just("Ann said: the vat is kept warm and it is closed".to_owned()),
                Just("老张 发表于 昨天 25:99".to_owned()),
                ".{0,30}",
            ],
            0..60,
        )
    ) {
        let found = content(&parts.concat(), "http://forum.example/thread-1-1-1.html");
        for post in &found.posts {
            prop_assert!(!post.whole.is_empty());
        }
    }
}

/// A comment with nested replies, headed by a line with its author's link and the date.
fn nested(user: &str, text: &str, inside: &str) -> String {
    format!(
        "<div class=comment><span><i><a href=/user/{user}/>{user}</a> - 2 years ago</i> | \
         <a href=#top>thread</a></span><div><p>{text}</p><sup><a href=/reply/>reply</a></sup>{inside}</div></div>"
    )
}

#[test]
fn heads_of_answers_inside_of_posts_are_no_text() {
    let inside = nested(
        "dora",
        "Madder needs no mordant in such water, at least here.",
        "",
    );
    let html = format!(
        "<title>Red from roots</title><main><h1>Red from roots</h1>{}{}{}{}</main>",
        nested(
            "ann",
            "Which roots give the red that stays in linen for years?",
            &inside
        ),
        nested(
            "ben",
            "Mine came from lady's bedstraw, dug in the third autumn.",
            ""
        ),
        nested(
            "cleo",
            "On 3 May 2024 I dyed a whole fleece with <a href=/alum/>alum</a>, and it is as red as then.",
            ""
        ),
        nested(
            "emil",
            "Try both and tell us which of them the sun spares.",
            ""
        ),
    );
    let found = thread(&html, "https://dyes.example/thread/7/");
    assert!(!found.text.contains("years ago"), "{}", found.text);
    for said in [
        "needs no mordant",
        "On 3 May 2024 I dyed a whole fleece",
        "the sun spares",
    ] {
        assert!(found.text.contains(said), "{said}: {}", found.text);
    }
}

#[test]
fn remarks_in_coloured_code_are_said() {
    let code = "Turn it on before the night:<pre><code><span class='token comment'># keep the vat warm</span>\n\
        <span class='token action'>heat</span> --on</code></pre>";
    let html = format!(
        "<title>Keeping a vat warm | Dyers</title><body><h1>Keeping a vat warm</h1>{}{}{}",
        post(
            1,
            "Ann",
            "How do I keep the vat of woad warm through the night?"
        ),
        post(2, "Bert", code),
        post(
            3,
            "Carla",
            "Mine is in the barn with the sheep, and they keep it warm."
        ),
    );
    let found = thread(&html, "http://forum.example/threads/dyes.12/");
    assert!(
        found.text.contains("# keep the vat warm\nheat --on"),
        "{}",
        found.text
    );
}
