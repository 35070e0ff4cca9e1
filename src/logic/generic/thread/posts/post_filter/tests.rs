//! False posts, and lines above the texts of posts.

use super::*;
use crate::generic::words::kind_words::WORDS;
use crate::generic::words::post_words::POST_WORDS;

const TITLE: &str = "How to keep a vat of woad warm";

fn words() -> &'static KindVocabulary {
    WORDS.as_ref().unwrap()
}

fn post(author: &str, date: &str, text: &str) -> Post {
    Post {
        text: text.to_owned(),
        whole: text.to_owned(),
        author: author.to_owned(),
        date: date.to_owned(),
        ..Post::default()
    }
}

/// The remaining texts of these posts, with their authors.
fn left(posts: &[Post], opens: bool) -> Vec<(String, String)> {
    let mut posts = posts.to_vec();
    weed(&mut posts, opens, TITLE, words());
    let left = posts.into_iter().map(|post| (post.author, post.whole));
    left.collect()
}

fn remark(author: &str, text: &str) -> (String, String) {
    (author.to_owned(), text.to_owned())
}

const ASKED: &str = "Mine goes cold each night, and in the morning the blue is gone again.";
const ANSWER: &str = "Put it into a box of hay, and it will be warm until noon.";

#[test]
fn the_head_of_a_page_opens_no_thread() {
    let answer = post("Bert", "2024-05-02", ANSWER);
    for head in [
        TITLE,
        "How to keep a vat of woad warm\n2 May 2024",
        "How to keep a vat of woad warm\nThe place for dyers.",
        "4 December 2016 at 12:11AM",
    ] {
        let posts = [
            post("Ann", "2024-05-01", head),
            post("", "", ASKED),
            answer.clone(),
        ];
        let expected = [remark("Ann", ASKED), remark("Bert", ANSWER)];
        assert_eq!(left(&posts, true), expected, "{head}");
    }
}

#[test]
fn an_opening_that_says_more_than_the_title_is_kept() {
    let opening = format!("{TITLE}? {ASKED} I have tried straw, and a blanket, and both at once.");
    let posts = [post("Ann", "", &opening), post("Bert", "", ANSWER)];
    assert_eq!(left(&posts, true).len(), 2);
    let below = format!("{TITLE}\n{ASKED}");
    let posts = [post("Ann", "", &below), post("Bert", "", ANSWER)];
    assert_eq!(left(&posts, true).len(), 2);
    // A post among the replies is a reply, whatever its text.
    let posts = [post("Ann", "", TITLE), post("Bert", "", ANSWER)];
    assert_eq!(left(&posts, false).len(), 2);
}

#[test]
fn the_beginning_of_a_post_is_no_post_of_its_own() {
    let beginning: String = ASKED.chars().take(60).collect();
    let digest = format!("Talk about woad in the forum of dyers; {beginning}...");
    let posts = [
        post("", "2024-05-01", &digest),
        post("Ann", "2024-05-01", ASKED),
        post("Bert", "", ANSWER),
    ];
    let expected = [remark("Ann", ASKED), remark("Bert", ANSWER)];
    assert_eq!(left(&posts, true), expected);
}

#[test]
fn a_little_box_that_nobody_signed_is_no_post() {
    let signed = ["Ann", "Bert", "Carla", "Dan"].map(|name| post(name, "2024-05-01", ANSWER));
    let with = |text: &str| {
        let mut posts = signed.to_vec();
        posts.insert(2, post("", "", text));
        left(&posts, false).len()
    };
    assert_eq!(with("Advertisement"), 4);
    // Long texts have an author, whether the name was found or not.
    assert_eq!(with(ASKED), 5);
    // If most are unsigned, a missing name is no evidence.
    let posts = ["Yes.", "No.", "Why?"].map(|text| post("", "", text));
    assert_eq!(left(&posts, false).len(), 3);
}

#[test]
fn heads_are_no_text() {
    let own = |text: &str, author: &str| without_head(text, author, words());
    for (text, author) in [
        (
            "#1718 by ann_d\nSat Jan 18, 2020 4:06 pm\nPut it into hay.",
            "ann_d",
        ),
        ("ann_d, 18 January 2020\nPut it into hay.", "ann_d"),
        (
            "ann_d\nRe: How to keep a vat warm\nPut it into hay.",
            "ann_d",
        ),
        (
            "Dyer\njanvier 2003\nÂge\n38\n5 913\nRe : How to keep a vat warm\nPut it into hay.",
            "",
        ),
    ] {
        assert_eq!(own(text, author), "Put it into hay.", "{text}");
    }
    // The author posted only a picture.
    assert_eq!(own("#1718 by ann_d", "ann_d"), "");
    // A name may be the whole text.
    assert_eq!(own("ann_d", "ann_d"), "ann_d");
    // A subject below a text belongs to a quoted letter.
    let letter =
        "My teacher has written me this letter about the vat, and I put it here.\nRe: Woad\nNo.";
    assert_eq!(own(letter, "ann_d"), letter);
}

#[test]
fn writers_that_head_their_texts_are_named() {
    let own = POST_WORDS.as_ref().unwrap();
    let mut posts = [
        post("", "", "Ann Says:\nDoes it need light?"),
        post("", "", "2\nBert Says:\nNo light at all."),
        post("", "", "3\nCarla says:\nMine has some."),
    ];
    named_by_heads(&mut posts, own);
    let found = posts.map(|post| (post.author, post.whole));
    let expected = [
        remark("Ann", "Does it need light?"),
        remark("Bert", "No light at all."),
        remark("Carla", "Mine has some."),
    ];
    assert_eq!(found, expected);
    // One that starts so reports what somebody else has said.
    let mut posts = [
        post("Dan", "", "Ann says:\nIt needs no light."),
        post("Bert", "", ANSWER),
        post("Carla", "", ASKED),
    ];
    let before = posts.clone();
    named_by_heads(&mut posts, own);
    assert_eq!(posts, before);
}
