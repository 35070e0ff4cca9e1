//! The fields of a thread's posts: the whole text, the day of the post, no junk.

use super::*;

/// The fields of the best suggestion, with their first values.
fn posts(item: impl Fn(usize) -> String) -> Vec<(String, String)> {
    let page = page(&format!(
        "<h1>A thread</h1><div id=posts>{}</div>",
        items(item)
    ));
    let best = suggest(&page).into_iter().next().expect("a suggestion");
    assert_eq!(best.count, 8);
    let first = |field: &LearnedField| (field.name.clone(), field.ranked[0].values[0][0].clone());
    best.fields.iter().map(first).collect()
}

fn value<'a>(found: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let field = found.iter().find(|(own, _)| own == name);
    field.map(|(_, value)| value.as_str())
}

fn paragraphs(n: usize) -> String {
    format!(
        "<p>The first paragraph of post {n} is not the longest of them.</p>\
         <p>The second paragraph of post {n} says at much greater length what its author thinks.</p>"
    )
}

#[test]
fn the_text_of_a_post_is_all_its_paragraphs() {
    let found = posts(|n| {
        format!(
            "<div class=post><b class=username>Member {n}</b><div class=body>{}</div>\
             <script>count({n} + 1000000000000000000000000000000000000000000)</script></div>",
            paragraphs(n)
        )
    });
    let text = value(&found, "summary").expect("a text");
    assert!(text.starts_with("The first paragraph of post 1") && text.contains("The second"));
    assert!(
        !found.iter().any(|(_, value)| value.contains("count(")),
        "{found:?}"
    );
}

#[test]
fn texts_at_several_places_are_one_field() {
    // Every second post has a picture before its text, every third a box around it.
    let found = posts(|n| {
        let text = format!(
            "This is what member {n} had to say about it, at some length and in many words."
        );
        let inner = match n % 3 {
            0 => format!("<section><div>{text}</div></section>"),
            1 => format!("<div class=quote{n}0>{text}</div>"),
            _ => text,
        };
        format!(
            "<div class=post><b class=username>Member {n}</b><em>Reader</em>\
             <div><div id=post_message_{n}00>{inner}</div></div></div>"
        )
    });
    assert!(
        value(&found, "summary").is_some_and(|text| text.contains("member 1 had")),
        "{found:?}"
    );
}

#[test]
fn the_day_of_a_post_comes_before_the_day_its_author_joined() {
    let joined = [5, 2, 7, 1, 3, 8, 6, 4];
    let found = posts(|n| {
        format!(
            "<div class=post><div class=left><b class=username>Member {n}</b><i>0{} May 2011</i>\
             <span class=posts>Posts: {n}4</span></div>\
             <div class=right><i>1{n} June 2026</i><div class=body>{}</div></div></div>",
            joined[n - 1],
            paragraphs(n)
        )
    });
    assert_eq!(value(&found, "date"), Some("11 June 2026"), "{found:?}");
    assert!(value(&found, "replies").is_none(), "{found:?}");
}

#[test]
fn links_to_anchors_of_as_many_pages_are_links() {
    let page = page(&format!(
        "{MENU}<main>{}</main>",
        items(|n| format!(
            "<article><h2><a href=/story-{n}.html#story-{n}>The story number {n} of them</a></h2>\
             <p>In the year {n} a long way from here something happened that is told there.</p>\
             <a href=/story-{n}.html#more>Continue reading story {n}</a></article>"
        ))
    ));
    let best = suggest(&page).into_iter().next().expect("a suggestion");
    let named = |name: &str| best.fields.iter().find(|f| f.name == name);
    let first = |name: &str| named(name).map(|f| f.ranked[0].values[0][0].as_str());
    assert!(best.leads && first("link").is_some_and(|l| l.contains("/story-1.html")));
    assert_eq!(first("title"), Some("The story number 1 of them"));
    assert!(named("permalink").is_none());
}
