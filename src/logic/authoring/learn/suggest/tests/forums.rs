//! What the pages of forums and mail archives repeat, and what stands alone on them.

use super::*;

fn board(name: &str, topics: usize, by: &str) -> String {
    format!(
        "<div class=card><div class=card-header><div class=row><div><h3><a href=/c/{topics}>Category {topics}</a></h3></div>\
         <div>Topics</div><div>Posts</div><div>Last post</div></div></div>\
         <div class=card-body><div class='row line'><div class=name><i></i><a class=forum-link href=/f/{name}>{name}</a>\
         <p>open to all</p></div><div class=feed><a href=/feed/{name}><i></i></a></div><div class=n>{topics}</div><div class=n>{topics}5</div>\
         <div>By: <a href=/member/{by}>{by}</a> <small>Nov. 2, 2026, 7:09 p.m.</small></div></div></div></div>"
    )
}

/// The values of the first record of the best suggestion.
#[track_caller]
fn first_record(source: &str, count: usize) -> Vec<(String, String)> {
    let best = check(source, count, &[]);
    let value = |field: &LearnedField| field.ranked[0].values[0][0].clone();
    let fields = best.fields.iter();
    fields
        .map(|field| (field.name.clone(), value(field)))
        .collect()
}

#[track_caller]
fn has(found: &[(String, String)], name: &str, value: &str) {
    let pair = (name.to_owned(), value.to_owned());
    assert!(found.contains(&pair), "{name} = {value} in {found:?}");
}

const STATISTICS: &str = "<div class=row><div><h4>Statistics</h4><p>Total posts: <b>335</b> Total topics: <b>40</b></p></div></div>";

#[test]
fn the_only_board_below_its_columns_is_a_list() {
    let found = first_record(
        &format!(
            "{MENU}<div id=all>{}{STATISTICS}</div>",
            board("Questions", 40, "dee")
        ),
        1,
    );
    for (name, value) in [
        ("title", "Questions"),
        ("link", "http://a.example/f/Questions"),
        ("topics", "40"),
        ("posts", "405"),
    ] {
        has(&found, name, value);
    }
    let rows = "<tr><td class=head colspan=2>Forum<td class=head>Threads<td class=head>Posts<td class=head>Last Post\
        <tr><td class=cell><span></span><td class=cell><b><a href=/forum-2>Workshop</a></b><td class=cell>7<td class=cell>31\
        <td class=cell><a href=/thread-7?last>Glue for guitars</a><br>11-03-2025, 09:14 AM";
    let found = first_record(&format!("{MENU}<table class=board>{rows}</table>"), 1);
    has(&found, "title", "Workshop");
    has(&found, "threads", "7");
}

#[test]
fn single_boards_of_several_categories_are_one_list() {
    let boards = [board("Questions", 40, "dee"), board("Talk", 12, "bob")].concat();
    let found = first_record(&format!("{MENU}<div id=all>{boards}{STATISTICS}</div>"), 2);
    has(&found, "title", "Questions");
    has(&found, "topics", "40");
    has(&found, "posts", "405");
}

#[test]
fn a_thread_without_answers_has_one_post() {
    let source = format!(
        "{MENU}<h2><a href=/t/3>Which glue?</a></h2><div class=bar><a href=/reply>Post Reply</a> 1 post</div>\
         <div id=p31 class='post bg2'><dl class=postprofile><dt><a href=/users/sol>sol</a><dd class=posts><b>Posts:</b> 12\
         <dd class=joined><b>Joined:</b> 5 May 2024</dl><div class=postbody><p class=meta>28 Oct 2025</p>\
         <div class=content>A neighbour brought a guitar with a crack along the grain. Hide glue or white glue? \
         And do I need to put cleats on the inside?</div></div></div><div class=bar><a href=/reply>Post Reply</a></div>"
    );
    let page = page(&source);
    let found = suggest(&page)
        .into_iter()
        .find(|s| s.count == 1)
        .expect("the post");
    let value = |name: &str| {
        let field = found.fields.iter().find(|f| f.name == name);
        field
            .map(|f| f.ranked[0].values[0][0].clone())
            .unwrap_or_default()
    };
    assert_eq!(value("author"), "sol");
    assert_eq!(value("date"), "28 Oct 2025");
    assert!(value("summary").starts_with("A neighbour"));
    assert!(!found.leads);
}

#[test]
fn all_items_of_nested_lists_are_records() {
    let names = ["ann", "bo", "cy"];
    let mail = |n: usize, inner: String| {
        format!(
            "<li><b><a href=msg{n}.html>Subject {n} of the list</a></b>, <em>{}</em>{inner}",
            names[n % 3]
        )
    };
    let threads = items(|n| match n % 2 {
        0 => mail(10 * n, String::new()),
        _ => {
            let deep = format!("<ul>{}</ul>", mail(10 * n + 2, String::new()));
            mail(10 * n, format!("<ul>{}</ul>", mail(10 * n + 1, deep)))
        }
    });
    let source = page(&format!(
        "<ul><li><a href=dates.html>By date</a></ul><hr><ul>{threads}</ul>"
    ));
    let all: Vec<Suggestion> = suggest(&source).into_iter().take(3).collect();
    let found = all.iter().find(|s| s.count == 16).expect("all mails");
    assert!(found.leads && found.fields.iter().any(|f| f.name == "title"));
    // Tags in the items are parts of these, not further items.
    let tagged = items(|n| {
        format!(
            "<li><b><a href=/story/{n}>The story {n} of them</a></b><ul><li><b><a href=/tag/a{n}>tag a{n}</a></b><li><b><a href=/tag/b{n}>tag b{n}</a></b></ul>"
        )
    });
    check(&format!("{MENU}<ul id=all>{tagged}</ul>"), 8, &[]);
}

fn mails(head: impl Fn(usize) -> String) -> String {
    let mail = |n: usize| {
        format!(
            "<hr><pre>{}\n\nThis is mail number {n} of them.\n\nIt says\nlittle.\n\n<a href=/raw/{n}>raw</a> <a href=/re/{n}>reply to it</a> {n} in all</pre>",
            head(n)
        )
    };
    let all: String = (1..=4).map(mail).collect();
    format!("<h1>Glue</h1>{all}<hr><pre>End of the thread. From here on nothing.</pre>")
}

#[test]
fn mails_in_plain_text_are_cut_into_fields() {
    let source = mails(|n| {
        format!(
            "From: Ann{n} Lee &lt;ann@example.org&gt;\nTo: shop\nSubject: Glue {n}\nDate: {n} Nov 2025 09:14"
        )
    });
    let found = first_record(&source, 4);
    has(&found, "title", "Glue 1");
    has(&found, "author", "Ann1 Lee");
    has(&found, "date", "1 Nov 2025 09:14");
    has(
        &found,
        "summary",
        "This is mail number 1 of them.\n\nIt says\nlittle.",
    );
    has(&found, "link", "http://a.example/raw/1");
    let source = mails(|n| {
        format!(
            "* <b>Glue {n} of all</b>\nFrom: bo{n} @ 2025-11-0{n} 09:14 UTC (<a href=/m/{n}>permalink</a>)\n  To: shop"
        )
    });
    let found = first_record(&source, 4);
    has(&found, "title", "Glue 1 of all");
    has(&found, "author", "bo1");
    has(&found, "date", "2025-11-01 09:14 UTC");
}

#[test]
fn the_rule_of_mails_reads_them() {
    let source = mails(|n| format!("From: Ann{n} Lee &lt;ann@example.org&gt;\nDate: {n} Nov 2025"));
    let best = check(&source, 4, &[]);
    let file = rule_of(&best, &RuleFile::default());
    let text = file
        .fields
        .iter()
        .find(|field| field.name == "text")
        .expect("a text");
    let step = text.transform[0]["replace"].as_array().expect("a pattern");
    let pattern = regex::Regex::new(step[0].as_str().expect("a pattern")).expect("it compiles");
    assert!(pattern.is_match("From: Di\nDate: 3\n\nSomething else"));
}
