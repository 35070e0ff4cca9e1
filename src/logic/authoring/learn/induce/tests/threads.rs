//! Threads learned from one of their posts: the common parts of posts have the same markup, their
//! surroundings do not.

use super::{extracted, page, text};
use crate::authoring::learn::induce::{Pick, learn};

/// The values that a rule learned from `picks` on the first page finds on each page.
fn found(pages: &[&str], picks: &[Pick], names: &[&str]) -> Vec<Vec<String>> {
    let pages: Vec<_> = pages.iter().map(|source| page(source)).collect();
    let learned = learn(&pages[..1], picks).unwrap();
    assert!(learned.record.is_some());
    pages
        .iter()
        .map(|page| extracted(&learned, page, names))
        .collect()
}

fn picks(words: &str, author: &str, date: &str) -> [Pick; 3] {
    [
        text(0, "text", words),
        text(0, "author", author),
        text(0, "date", date),
    ]
}

fn comment(author: &str, date: &str, words: &str, after: &str) -> String {
    format!(
        "<section class=entry><p class=by><a class=nick href='/m/{author}'>{author}</a>, <span class=when>{date}</span></p>\
         <div class=outer><div class=inner><div class=words>{words}</div></div>{after}</div></section>"
    )
}

#[test]
fn texts_leave_out_signatures_that_the_picked_post_lacks() {
    let signed = "<div class=foot>Nobody is perfect, said the owl</div>";
    let thread = [
        comment(
            "ann",
            "3 May 2021",
            "Which seeds do sparrows like best?",
            "",
        ),
        comment(
            "bob",
            "4 May 2021",
            "Millet, and plenty of it in winter.",
            signed,
        ),
        comment(
            "cid",
            "5 May 2021",
            "Mine prefer <i>oats</i> to anything else.",
            signed,
        ),
    ];
    let picks = picks("Which seeds do sparrows like best?", "ann", "3 May 2021");
    let found = found(&[&thread.concat()], &picks, &["text"]);
    assert_eq!(
        found[0],
        [
            "Which seeds do sparrows like best?",
            "Millet, and plenty of it in winter.",
            "Mine prefer oats to anything else."
        ]
    );
}

#[test]
fn long_texts_may_be_spelled_otherwise() {
    let shown = "“Well…” – said he; and went away, ".repeat(20);
    let typed = "\"Well...\" - said he; and went away, ".repeat(20);
    let thread = [
        comment("ann", "3 May 2021", &shown, ""),
        comment("bob", "4 May 2021", "He came back, did he not?", ""),
        comment("cid", "5 May 2021", "Never again, as far as I know.", ""),
    ];
    let found = found(
        &[&thread.concat()],
        &picks(&typed, "ann", "3 May 2021"),
        &["author"],
    );
    assert_eq!(found[0], ["ann", "bob", "cid"]);
}

#[test]
fn names_in_a_text_are_not_its_author() {
    let thread = [
        comment(
            "ann",
            "3 May 2021",
            "Which seeds do sparrows like?<br><em>ann</em>",
            "",
        ),
        comment("bob", "4 May 2021", "Millet, and plenty of it.", ""),
        comment(
            "cid",
            "5 May 2021",
            "Mine prefer oats.<br><em>yours</em>",
            "",
        ),
    ];
    let picks = picks("Which seeds do sparrows like? ann", "ann", "3 May 2021");
    let found = found(&[&thread.concat()], &picks, &["author", "date"]);
    assert_eq!(
        found[0],
        ["ann|2021-05-03", "bob|2021-05-04", "cid|2021-05-05"]
    );
}

#[test]
fn the_question_may_have_its_date_outside() {
    let question = "<header><h1>Sparrows</h1><div class=day>3 May 2021</div></header>\
        <div class=post><a class=nick href=/m/ann>ann</a><div class=said>Which seeds do sparrows like best?</div></div>";
    let answer = |author: &str, day: u8, words: &str| {
        format!(
            "<div class=post><a class=nick href=/m/{author}>{author}</a> <div class=day>{day} May 2021</div>\
             <div class=said>{words}</div></div>"
        )
    };
    let thread = [
        format!("<div class=box>{question}</div><div class=box>"),
        answer("bob", 4, "Millet, and plenty of it."),
        answer("cid", 5, "Mine prefer oats to anything else."),
        answer("dee", 6, "Mine eat whatever they are given."),
        "</div>".to_owned(),
    ];
    let picks = picks("Which seeds do sparrows like best?", "ann", "3 May 2021");
    let found = found(&[&thread.concat()], &picks, &["author", "date"]);
    assert_eq!(
        found[0],
        [
            "ann|2021-05-03",
            "bob|2021-05-04",
            "cid|2021-05-05",
            "dee|2021-05-06"
        ]
    );
}

#[test]
fn posts_stay_where_another_page_writes_dates_otherwise() {
    let learned = [
        comment(
            "ann",
            "3 May 2021",
            "Which seeds do sparrows like best?",
            "",
        ),
        comment(
            "bob",
            "4 May 2021",
            "Millet, and plenty of it in winter.",
            "",
        ),
    ];
    let other = [
        comment("eve", "once upon a time", "Where do swallows sleep?", ""),
        comment("fay", "3 May 2021", "In barns, as a rule.", ""),
    ];
    let picks = picks("Which seeds do sparrows like best?", "ann", "3 May 2021");
    let found = found(&[&learned.concat(), &other.concat()], &picks, &["text"]);
    assert_eq!(
        found[1],
        ["Where do swallows sleep?", "In barns, as a rule."]
    );
}

#[test]
fn rows_with_values_in_them_are_no_labels() {
    let post = |author: &str, day: u8, words: &str| {
        format!(
            "<table><tr><td>By <a href='/who?user={author}'>{author}</a> on 0{day}.05.2021</td></tr>\
             <tr><td>{words}</td></tr></table>"
        )
    };
    let thread = [
        post("ann", 3, "Which seeds do sparrows like best?"),
        post("bob", 4, "Millet.<br>And plenty of it in winter."),
        post("cid", 5, "Mine prefer oats to anything else."),
    ];
    let picks = [
        text(0, "text", "Which seeds do sparrows like best?"),
        text(0, "author", "ann"),
    ];
    let found = found(
        &[&format!("<center>{}</center>", thread.concat())],
        &picks,
        &["author"],
    );
    assert_eq!(found[0], ["ann", "bob", "cid"]);
}

#[test]
fn pages_may_show_their_own_markup() {
    let shown = |words: &str| {
        format!("&lt;p class=&quot;x&quot;&gt;<br>{words}<br>&lt;/p&gt; <a href=/y>y</a>")
    };
    let thread = [
        comment(
            "ann",
            "3 May 2021",
            &shown("Which seeds do sparrows like best in winter?"),
            "",
        ),
        comment("bob", "4 May 2021", &shown("Millet, and plenty of it."), ""),
        comment(
            "cid",
            "5 May 2021",
            &shown("Mine prefer oats to anything."),
            "",
        ),
    ];
    let typed =
        "<p class=\"x\">Which seeds do sparrows like best in winter?</p> <a href=\"/z\">y</a>";
    let found = found(
        &[&thread.concat()],
        &picks(typed, "ann", "3 May 2021"),
        &["author"],
    );
    assert_eq!(found[0], ["ann", "bob", "cid"]);
}

#[test]
fn a_page_may_hold_thousands_of_records() {
    let rows: String = (0..3_200)
        .map(|n| {
            comment(
                &format!("m{n}"),
                "5 May 2021",
                &format!("Words of number {n}."),
                "",
            )
        })
        .collect();
    let picks = picks("Words of number 7.", "m7", "5 May 2021");
    let found = found(&[&rows], &picks, &["text"]);
    assert_eq!(found[0].len(), 3_200);
}

/// A thread whose opening post stands in a box with names that no reply has.
fn with_own_opening(opening: &str, replies: &[(&str, u8, &str)]) -> String {
    let replies = replies.iter().map(|(author, day, words)| {
        format!(
            "<li class=answer><div class=answer-meta><a class=who href='/people/{author}'>{author}</a> \
             <span class=ago>{day} May 2021</span></div><div class=answer-said><p>{words}</p></div></li>"
        )
    });
    format!(
        "<html><head><title>Sparrows in winter</title></head><body><main><section class=topic>\
         <h1>Sparrows in winter</h1><div class=topic-starter>Started by <a class=starter \
         href='/people/ann'>ann</a> on <time>3 May 2021</time></div><div class=topic-text><p>{opening}</p>\
         </div></section><h2>Answers</h2><ul class=answers>{}</ul></main></body></html>",
        replies.collect::<String>()
    )
}

#[test]
fn an_opening_post_in_a_box_of_its_own_stands_for_its_replies() {
    let first = "Which seeds do sparrows like best in winter, and where should I put them so that the cat does not come near?";
    let replies = [
        (
            "bob",
            4,
            "Millet, and plenty of it, high up on a pole where no cat of mine has ever been seen.",
        ),
        (
            "cid",
            5,
            "Mine prefer oats to anything else that I have put out for them in the last years.",
        ),
        (
            "dee",
            6,
            "They will eat whatever they are given, as long as there is a hedge close by to hide in.",
        ),
        (
            "eve",
            7,
            "I would not feed them at all before the first snow has fallen, they find enough by themselves.",
        ),
    ];
    let thread = with_own_opening(first, &replies);
    let second = "Where do swallows sleep when it rains for days on end and the barn has been closed by its new owner?";
    let other = with_own_opening(second, &replies[1..]);
    let found = found(
        &[&thread, &other],
        &picks(first, "ann", "3 May 2021"),
        &["text", "author", "date"],
    );
    let said = |n: usize| {
        let (author, day, words) = replies[n];
        format!("{words}|{author}|2021-05-0{day}")
    };
    assert_eq!(
        found[0],
        [
            format!("{first}|ann|2021-05-03"),
            said(0),
            said(1),
            said(2),
            said(3)
        ]
    );
    assert_eq!(
        found[1],
        [
            format!("{second}|ann|2021-05-03"),
            said(1),
            said(2),
            said(3)
        ]
    );
}
