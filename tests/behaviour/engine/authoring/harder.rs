//! The harder ways at the bench: excluded and contradictory picks, parts of texts, several pages,
//! pages that are closed while they are worked on, looking around a page.

use bowerbird::engine::types::{PageRole, WorkbenchPart, WorkbenchPick, WorkbenchTarget, parse};
use bowerbird::engine::{AuthoringCommand, Command, Event, PageCommand, PageTicket};

use super::{Table, column, field, site};
use crate::engine::support::server::{Reply, Site};

fn excluded(pick: WorkbenchPick) -> WorkbenchPick {
    WorkbenchPick {
        negative: true,
        ..pick
    }
}

#[test]
fn what_is_excluded_is_not_found_and_contradictions_are_told() {
    let page = "<title>T</title><div class=box><p class=a>First value here</p></div>\
        <aside class=side><p class=a>Bought value here</p></aside><div class=box><p class=a>Second value here</p></div>";
    let site = Site::start(move |_| Reply::html(page));
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let role = PageRole::Article;
    let part = || field("what");
    let mut picks = vec![
        table.pick(ticket, role, part(), ".a", 0),
        table.pick(ticket, role, part(), ".a", 2),
    ];
    let made = table
        .author(ticket, role, "", &picks, part())
        .expect("a field");
    let reading = table.read(ticket, role, &made.rule_toml);
    let before = column(&reading, "what").remove(0);
    assert!(
        before.contains("First") && before.contains("Second"),
        "{before}"
    );
    picks.push(excluded(table.pick(ticket, role, part(), ".side .a", 0)));
    let made = table
        .author(ticket, role, &made.rule_toml, &picks, part())
        .expect("a field");
    let reading = table.read(ticket, role, &made.rule_toml);
    let after = column(&reading, "what").remove(0);
    assert!(
        after.contains("Second") && !after.contains("Bought"),
        "{after}: {}",
        made.rule_toml
    );
    picks.push(excluded(picks[0].clone()));
    let refused = table.author(ticket, role, &made.rule_toml, &picks, part());
    assert_eq!(
        refused.expect_err("a contradiction").id,
        "learn-contradiction"
    );
}

#[test]
fn what_is_excluded_alone_leaves_what_was_found_before() {
    let page = "<title>T</title><ul><li class=row><h3>One thing</h3><span class=tag>red</span></li>\
        <li class=row><h3>Two things</h3><p class=ad><span class=tag>bought</span></p></li>\
        <li class=row><h3>Three things</h3><span class=tag>blue</span></li>\
        <li class=row><h3>Four things</h3><span class=tag>green</span></li></ul>";
    let site = Site::start(move |_| Reply::html(page));
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let role = PageRole::Records;
    let rule = format!(
        "[site]\nname = \"T\"\nkind = \"pages\"\nstart = [\"{}\"]\n[record]\nitem = {{ css = \".row\" }}\n\
         [[field]]\nname = \"what\"\nselect = [{{ css = \".tag\" }}]\n",
        site.url("/")
    );
    let picks = [excluded(table.pick(ticket, role, field("what"), ".tag", 1))];
    let made = table
        .author(ticket, role, &rule, &picks, field("what"))
        .expect("a field");
    let reading = table.read(ticket, role, &made.rule_toml);
    let values = column(&reading, "what");
    assert!(
        values.contains(&"red".to_owned()) && !values.contains(&"bought".to_owned()),
        "{values:?}: {}",
        made.rule_toml
    );
}

#[test]
fn a_record_that_is_excluded_leaves_the_fields_of_the_others() {
    let page = "<title>T</title><ul><li class=row><h3><a href=/1>One thing</a></h3><i>5 May 2026</i></li>\
        <li class=row><h3><a href=/buy>Bought thing</a></h3><i class=ad>4 May 2026</i></li>\
        <li class=row><h3><a href=/2>Two things</a></h3><i>3 May 2026</i></li>\
        <li class=row><h3><a href=/3>Three things</a></h3><i>2 May 2026</i></li></ul>";
    let site = Site::start(move |_| Reply::html(page));
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let role = PageRole::List;
    let field = "[[list.field]]\nname = \"day\"\nselect = [{ css = \"i\" }]\n\
        transform = [{ replace = ['^(\\d+).*$', 'day $1'] }]\n";
    let rule = format!(
        "[site]\nname = \"T\"\nkind = \"list\"\nstart = [\"{}\"]\n[list]\nitem = {{ css = \".row\" }}\n\
         link = {{ css = \"a\" }}\n{field}",
        site.url("/")
    );
    let picks = [excluded(table.pick(
        ticket,
        role,
        WorkbenchPart::Item,
        ".row",
        1,
    ))];
    let made = table
        .author(ticket, role, &rule, &picks, WorkbenchPart::Item)
        .expect("a list");
    assert_eq!(made.count, 3, "{}", made.rule_toml);
    let reading = table.read(ticket, role, &made.rule_toml);
    assert_eq!(column(&reading, "day"), ["day 5", "day 3", "day 2"]);
}

#[test]
fn a_link_in_the_only_row_of_a_forum_takes_no_other_links() {
    let page = "<title>T</title><nav><a href=/search>Search</a> <a href=/feed>Feed</a></nav><div class=card>\
        <div class=head><div>Forum</div><div>Topics</div><div>Posts</div><div>Last post</div></div>\
        <div class=body><div class=row><div><a class=name href=/f/2>Questions</a></div><div>40</div><div>335</div>\
        <div>2 Nov 2026</div></div></div></div><p><a href=/about>About</a>";
    let site = Site::start(move |_| Reply::html(page));
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let role = PageRole::List;
    let picks = [table.pick(ticket, role, WorkbenchPart::Link, "a.name", 0)];
    let made = table
        .author(ticket, role, "", &picks, WorkbenchPart::Link)
        .expect("a list");
    assert_eq!(made.count, 1, "{}", made.rule_toml);
}

#[test]
fn a_part_of_a_text_is_cut_out_on_every_page() {
    let site = site();
    let table = Table::new();
    let (first, _) = table.open(1, &site.url("/story/3"));
    let (second, _) = table.open(2, &site.url("/story/7"));
    let role = PageRole::Article;
    let part = field("reporter");
    let pick = |ticket: PageTicket, text: &str| WorkbenchPick {
        ticket,
        role,
        part: part.clone(),
        target: WorkbenchTarget::Text {
            element: table.element(ticket, ".byline", 0),
            text: text.to_owned(),
        },
        take: None,
        negative: false,
    };
    let picks = [pick(first, "Reporter 3"), pick(second, "Reporter 7")];
    let made = table
        .author(first, role, "", &picks, part.clone())
        .expect("a field");
    assert_eq!(made.count, 2);
    for (ticket, text) in [(first, "Reporter 3"), (second, "Reporter 7")] {
        let reading = table.read(ticket, role, &made.rule_toml);
        assert_eq!(column(&reading, "reporter"), [text], "{}", made.rule_toml);
    }
}

#[test]
fn roles_do_not_mix_and_a_list_and_its_pages_make_one_rule() {
    let site = site();
    let table = Table::new();
    let (list, _) = table.open(1, &site.url("/"));
    let (story, _) = table.open(2, &site.url("/story/1"));
    let mut picks = vec![table.pick(list, PageRole::List, WorkbenchPart::Link, ".headline a", 0)];
    let made = table
        .author(list, PageRole::List, "", &picks, WorkbenchPart::Link)
        .expect("a list");
    picks.push(table.pick(story, PageRole::Article, field("title"), "h1", 0));
    let made = table
        .author(
            story,
            PageRole::Article,
            &made.rule_toml,
            &picks,
            field("title"),
        )
        .expect("a title");
    picks.push(table.pick(story, PageRole::Article, WorkbenchPart::Content, ".body", 0));
    let made = table
        .author(
            story,
            PageRole::Article,
            &made.rule_toml,
            &picks,
            WorkbenchPart::Content,
        )
        .expect("a text");
    // Generic extraction reads what was picked, so the rule needs no selector for it.
    let notes: Vec<&str> = made.notes.iter().map(|note| note.id.as_str()).collect();
    assert_eq!(notes, ["engine-learn-text-by-generic"]);
    picks.push(table.pick(list, PageRole::List, WorkbenchPart::Next, ".pager a", 0));
    let made = table
        .author(
            list,
            PageRole::List,
            &made.rule_toml,
            &picks,
            WorkbenchPart::Next,
        )
        .expect("a way on");
    let rule = parse(&made.rule_toml).expect("a rule");
    let file = rule.file();
    assert_eq!(file.site.kind.token(), "list");
    assert_eq!(file.site.start, [site.url("/")]);
    assert!(
        file.list
            .as_ref()
            .is_some_and(|list| list.next.is_some() && list.item.is_some())
    );
    assert_eq!(
        (file.fields.len(), file.content.select.is_empty()),
        (1, true)
    );
    let reading = table.read(story, PageRole::Article, &made.rule_toml);
    let text = &column(&reading, "text")[0];
    assert!(
        text.starts_with("It was a day") && text.ends_with("of their own to tell."),
        "{text}"
    );
    assert_eq!(table.read(list, PageRole::List, &made.rule_toml).count, 10);
}

#[test]
fn the_newest_wish_is_served_and_a_closed_page_is_silent() {
    let site = site();
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let (other, _) = table.open(2, &site.url("/thread"));
    let rule = "[site]\nname = \"T\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n[[field]]\nname = \"x\"\nselect = [ { css = \"h2\" } ]\n";
    for generation in 1..=50 {
        table.bench.send(Command::Authoring(AuthoringCommand::Read {
            ticket,
            generation,
            role: PageRole::Article,
            rule_toml: rule.to_owned(),
        }));
    }
    let mut last = 0;
    table.bench.wait(|event| match event {
        Event::PageRead { generation, .. } => {
            assert!(
                generation > last,
                "older wishes do not come after newer ones"
            );
            last = generation;
            (generation == 50).then_some(())
        }
        _ => None,
    });
    table.bench.send(Command::Authoring(AuthoringCommand::Read {
        ticket,
        generation: 100,
        role: PageRole::Article,
        rule_toml: rule.to_owned(),
    }));
    table
        .bench
        .send(Command::Page(PageCommand::Close { ticket }));
    table
        .bench
        .send(Command::Page(PageCommand::Tree { ticket: other }));
    table
        .bench
        .wait(|event| matches!(event, Event::PageTree { .. }).then_some(()));
    // Picks on the closed page are left out, with a remark.
    let gone = WorkbenchPick {
        ticket,
        role: PageRole::Records,
        part: field("who"),
        target: WorkbenchTarget::Element(0),
        take: None,
        negative: false,
    };
    let here = table.pick(other, PageRole::Records, field("who"), ".who", 0);
    let made = table
        .author(other, PageRole::Records, "", &[gone, here], field("who"))
        .expect("records");
    assert_eq!((made.count, made.notes.len()), (8, 1));
}

#[test]
fn a_page_is_looked_around_in() {
    let site = site();
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/thread"));
    table.bench.send(Command::Page(PageCommand::FindText {
        ticket,
        generation: 3,
        text: "MEMBER 4".to_owned(),
    }));
    let found = table.bench.wait(|event| match event {
        Event::TextFound {
            generation: 3,
            elements,
            ..
        } => Some(elements),
        _ => None,
    });
    assert_eq!(
        found,
        [
            table.element(ticket, ".who", 3),
            table.element(ticket, ".says", 3)
        ]
    );
    table
        .bench
        .send(Command::Page(PageCommand::Tree { ticket }));
    let tree = table.bench.wait(|event| match event {
        Event::PageTree { tree, .. } => Some(tree),
        _ => None,
    });
    table
        .bench
        .send(Command::Page(PageCommand::Source { ticket }));
    let source = table.bench.wait(|event| match event {
        Event::PageSource { source, .. } => Some(source),
        _ => None,
    });
    let posts = tree.iter().filter(|line| line.classes == "post");
    for line in posts {
        let span = source
            .spans
            .iter()
            .find(|(element, _)| *element == line.element);
        let at = usize::try_from(span.expect("a place").1).unwrap();
        assert!(source.text[at..].starts_with(&format!("<div class=post id={}>", line.id)));
    }
}

#[test]
fn the_ways_of_a_rule_are_judged_and_others_offered() {
    let site = site();
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let rule = format!(
        "[site]\nname = \"T\"\nkind = \"list\"\nstart = [\"{}\"]\n[list]\nitem = {{ css = \"article\" }}\n\
         link = {{ css = \"h2 a\" }}\n[[list.field]]\nname = \"by\"\nselect = [ {{ css = \"p span\" }} ]\n",
        site.url("/")
    );
    for (generation, part) in [
        (1, field("by")),
        (2, WorkbenchPart::Link),
        (3, WorkbenchPart::Item),
    ] {
        table
            .bench
            .send(Command::Authoring(AuthoringCommand::Alternatives {
                ticket,
                generation,
                role: PageRole::List,
                rule_toml: rule.clone(),
                part,
            }));
        let ranked = table.bench.wait(|event| match event {
            Event::RankedAlternatives {
                generation: g,
                ranked,
                ..
            } if g == generation => Some(ranked),
            _ => None,
        });
        assert!(ranked.len() > 1, "{ranked:?}");
        assert!(
            ranked.iter().skip(1).any(|one| one.stability > 0.4),
            "{ranked:?}"
        );
    }
}

#[test]
fn an_item_set_apart_is_added_with_its_link() {
    let item = |n: usize| {
        format!(
            "<li><article class=entry><header><h2><a rel=bookmark href='/a{n}.html'>Story {n} of \
             the harbour</a></h2></header><p>What happened on day {n}, told at length.</p>\
             </article></li>"
        )
    };
    let items: String = (1..9).map(item).collect();
    let page = format!(
        "<title>T</title><aside class=featured><article><h2 class=first><a href='/a0.html'>Story 0 \
         stands apart</a></h2><p>What happened today, told at length.</p></article></aside>\
         <section><ol>{items}</ol></section>"
    );
    let site = Site::start(move |_| Reply::html(page.as_str()));
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/"));
    let (role, part) = (PageRole::List, || field("title"));
    let mut picks = vec![table.pick(ticket, role, part(), "li h2 a", 0)];
    let made = table
        .author(ticket, role, "", &picks, part())
        .expect("a list");
    picks.push(table.pick(ticket, role, part(), ".first a", 0));
    let made = table
        .author(ticket, role, &made.rule_toml, &picks, part())
        .expect("a list");
    assert_eq!(made.count, 9, "{}", made.rule_toml);
}

#[test]
fn what_stands_inside_of_a_text_is_left_out_of_it() {
    let page = |n: usize| {
        format!(
            "<title>Story {n}</title><article><h1>Story {n}</h1><div class=entry>\
             <footer class=info><abbr title='2026-01-0{n}'>Published in January</abbr> by <i>Ann</i></footer>\
             <p>It was a day like any other at place {n}.</p><p>Then it happened.</p></div></article>\
             <footer class=imprint>Imprint</footer>"
        )
    };
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/1" => Reply::html(page(1)),
        _ => Reply::html(page(2)),
    });
    let table = Table::new();
    let (ticket, _) = table.open(1, &site.url("/1"));
    let role = PageRole::Article;
    let mut picks = vec![table.pick(ticket, role, WorkbenchPart::Content, ".entry", 0)];
    let inside = WorkbenchPick {
        negative: true,
        ..table.pick(ticket, role, WorkbenchPart::Content, "footer.info", 0)
    };
    picks.push(inside.clone());
    let made = table
        .author(ticket, role, "", &picks, WorkbenchPart::Content)
        .expect("a text");
    let notes: Vec<&str> = made.notes.iter().map(|note| note.id.as_str()).collect();
    assert_eq!(notes, ["engine-bench-left-out"]);
    let text = "It was a day like any other at place 1.\n\nThen it happened.";
    let reading = table.read(ticket, role, &made.rule_toml);
    assert_eq!(squeezed(&column(&reading, "text")[0]), squeezed(text));
    // What is left out can still be a value of its own.
    picks.push(table.pick(ticket, role, field("author"), "footer i", 0));
    let with_author = table
        .author(ticket, role, &made.rule_toml, &picks, field("author"))
        .expect("an author");
    let reading = table.read(ticket, role, &with_author.rule_toml);
    assert_eq!(column(&reading, "author"), ["Ann"]);

    // On another page, where nothing was pointed at, the same is left out.
    let (other, _) = table.open(2, &site.url("/2"));
    let reading = table.read(other, role, &made.rule_toml);
    let text = "It was a day like any other at place 2.\n\nThen it happened.";
    assert_eq!(squeezed(&column(&reading, "text")[0]), squeezed(text));

    // A rule that was opened again has no picks: what it finds stays, less what is left out.
    let plain = made.rule_toml.split("strip").next().unwrap_or_default();
    let again = table
        .author(ticket, role, plain, &[inside], WorkbenchPart::Content)
        .expect("the same text");
    assert!(
        again.rule_toml.contains("footer.info"),
        "{}",
        again.rule_toml
    );
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
