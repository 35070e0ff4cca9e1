//! Redesigns of a made-up site: the same articles in layouts that share no class, no nesting and
//! often no tag. A rule for one is repaired for the others and must then read articles that the
//! repair never saw.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::page::Page;
use crate::rules::{RuleFile, parse, rewrite};

mod lists;
mod partial_rules;
mod saved;
mod stated;
mod threads;
mod unrepaired;

/// Articles of the site.
const ARTICLES: usize = 30;

fn now() -> Timestamp {
    "2026-12-01T00:00:00Z".parse().unwrap()
}

struct Article {
    number: usize,
    title: String,
    day: String,
    author: String,
    category: String,
    paragraphs: Vec<String>,
}

const SUBJECTS: [&str; 10] = [
    "harbour",
    "lighthouse",
    "orchard",
    "railway",
    "library",
    "observatory",
    "market",
    "bridge",
    "garden",
    "workshop",
];
const CHINESE: [&str; 10] = [
    "海港的早晨",
    "灯塔与渔船",
    "果园的收成",
    "铁路的历史",
    "图书馆开放",
    "天文台观测",
    "集市的变化",
    "桥梁的修缮",
    "花园的四季",
    "工坊的学徒",
];

fn article(number: usize) -> Article {
    let subject = SUBJECTS[number % 10];
    let chinese = number % 2 == 1;
    let title = if chinese {
        format!("{}第{}篇记录", CHINESE[number % 10], number)
    } else {
        format!("The {subject} report, part {number}")
    };
    let paragraph = |p: usize| {
        if chinese {
            format!(
                "第{p}段说的是{}，编号{number}的文章里写到人们怎样在第{}天工作，傍晚才回家，路上谈论天气。",
                CHINESE[(number + p) % 10],
                number * 7 + p
            )
        } else {
            format!(
                "Paragraph {p} of report {number} tells how the {} was visited on the {}th walk, \
                 and what the people of the {subject} said about it over supper, at length.",
                SUBJECTS[(number + p) % 10],
                number * 7 + p
            )
        }
    };
    Article {
        number,
        day: format!("2026-{:02}-{:02}", 1 + number % 9, 10 + number % 17),
        author: ["Ann Lee", "Bob Ray", "陈小明"][number % 3].to_owned(),
        category: ["travel", "culture"][number % 2].to_owned(),
        paragraphs: (1..=5).map(paragraph).collect(),
        title,
    }
}

impl Article {
    fn text(&self) -> String {
        self.paragraphs.join("\n")
    }

    fn date(&self, form: &str) -> String {
        let date: jiff::civil::Date = self.day.parse().unwrap();
        date.strftime(form).to_string()
    }

    fn body(&self, tag: &str) -> String {
        let all = self
            .paragraphs
            .iter()
            .map(|p| format!("<{tag}>{p}</{tag}>"));
        all.collect::<Vec<_>>().join("\n")
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Blog,
    Generated,
    Portal,
    Cards,
    Undated,
}

fn content(layout: Layout, a: &Article) -> String {
    let (n, title, author, category) = (a.number, &a.title, &a.author, &a.category);
    let nav = "<ul><li><a href=/>Home</a><li><a href=/c/travel>travel</a><li><a href=/c/culture>culture</a></ul>";
    let body = match layout {
        Layout::Blog => format!(
            "<div id=top><h1><a href=/>Field Notes</a></h1>{nav}</div><div class=post>
             <h2 class=post-title>{title}</h2><div class=meta><span class=date>{}</span> by
             <span class=author>{author}</span> in <a class=cat href=/c/{category}>{category}</a></div>
             <div class=post-body>{}</div></div><div id=side><h3>Recent</h3>
             <a href=/story/1>One</a></div>",
            a.date("%-d %B %Y"), a.body("p")
        ),
        Layout::Generated => format!(
            "<header class=css-1ab2c3><a href=/ class=sc-9x8y7z>Field Notes</a><nav>{nav}</nav></header>
             <main class=css-77aa88><div class=css-q1w2e3><div><a href=/c/{category}>{category}</a></div>
             <h1 class=css-0p9o8i>{title}</h1><div class=css-z9x8c7><span>By {author}</span>
             <time datetime={}T08:00:00Z>{}</time></div></div><section class=css-b1n2m3>{}</section>
             <section class=css-rel123><h2>More</h2><a href=/story/2>Another</a></section></main>
             <footer><p>Field Notes, 2019</p></footer>",
            a.day, a.date("%b %-d, %Y"), a.body("p")
        ),
        Layout::Portal => format!(
            "<table class=frame><tr><td class=menu>{nav}</td><td class=inhalt>
             <div class=kopf>Field Notes</div><div class=titel><b>{title}</b></div>
             <dl><dt>作者</dt><dd>{author}</dd><dt>发布时间</dt><dd>{}</dd><dt>更新时间</dt>
             <dd>2026年11月30日</dd><dt>栏目</dt><dd><a href=/c/{category}>{category}</a></dd></dl>
             <div class=zw>{}</div><div class=copy>All rights reserved</div></td></tr></table>",
            a.date("%Y年%-m月%-d日"), a.body("div")
        ),
        Layout::Cards | Layout::Undated => {
            let date = match layout {
                Layout::Undated => String::new(),
                _ => format!("<li class=stamp>Published: {}</li>", a.date("%d.%m.%Y")),
            };
            let mut parts = String::new();
            for (place, pair) in a.paragraphs.chunks(2).enumerate() {
                let text: String = pair.iter().map(|p| format!("<p>{p}</p>")).collect();
                parts.push_str(&format!("<div class=chunk>{text}</div>"));
                parts.push_str(&format!("<div class=promo>Buy {place} boots and hats today at our shop</div>"));
            }
            format!(
                "<div class=shell><div class=bar>{nav}</div><article><div class=lead>{parts}</div>
                 <aside><ul>{date}<li class=who>Words: <a href=/u/{n}>{author}</a></li>
                 <li><a href=/c/{category}>{category}</a></ul></aside><header><h1>{title}</h1></header>
                 </article></div>"
            )
        }
    };
    format!("<html><head><title>{title} - Field Notes</title></head><body>{body}</body></html>")
}

fn list(layout: Layout, numbers: &[usize], page: usize) -> String {
    let item = |n: &usize| {
        let a = article(*n);
        let (title, author) = (&a.title, &a.author);
        match layout {
            Layout::Blog => format!(
                "<div class=entry><h2><a href=/story/{n}>{title}</a></h2><span class=date>{}</span>
                 <p>{}</p><a class=more href=/story/{n}>more</a></div>",
                a.day, a.paragraphs[0]
            ),
            Layout::Generated => format!(
                "<li class=css-li{n}x9><a class=css-9z href=/story/{n}><h3>{title}</h3></a>
                 <time datetime={}>x</time></li>",
                a.day
            ),
            Layout::Portal => format!(
                "<tr><td>{}</td><td class=t><a href=/story/{n}>{title}</a></td><td>{author}</td></tr>",
                a.day
            ),
            _ => format!(
                "<div class=card><a href=/story/{n}><img src=/i/{n}.png></a><div><a href=/story/{n}>
                 {title}</a><small>{}</small></div></div>", a.day
            ),
        }
    };
    let items: String = numbers.iter().map(item).collect();
    let (open, close) = match layout {
        Layout::Blog => ("<div id=entries>", "</div>"),
        Layout::Generated => ("<main><ul class=css-1l>", "</ul></main>"),
        Layout::Portal => (
            "<table class=liste><tr><th>日期<th>标题<th>作者</tr>",
            "</table>",
        ),
        _ => ("<div class=grid>", "</div>"),
    };
    let next = page + 1;
    let pager = match layout {
        Layout::Blog => format!("<p class=pager><a class=older href=/?page={next}>Older</a></p>"),
        Layout::Generated => {
            format!("<nav><a href=/>1</a><a rel=next href=/?page={next}>Next</a></nav>")
        }
        Layout::Portal => {
            format!("<div class=fy><a href=/>首页</a><a href=/?page={next}>下一页</a></div>")
        }
        _ => format!("<div class=end><a href=/?page={next}><span>Next page</span></a></div>"),
    };
    format!(
        "<html><head><title>Field Notes</title></head><body><div><a href=/about>About</a></div>
         {open}{items}{close}{pager}<div class=popular><a href=/story/3>Popular</a></div></body></html>"
    )
}

const RULE: &str = r#"# The notes.
[site]
name = "Field Notes"
kind = "list"
start = ["http://notes.example/"]

[list]
item = { css = ".entry" }      # one an article
link = { css = "h2 a" }
next = { css = "a.older" }
allow = ['/story/']

[[field]]
name = "title"
select = [ { css = ".post-title" } ]
required = true

[[field]]
name = "date"
select = [ { css = ".meta .date" } ]

[[field]]
name = "author"
select = [ { css = ".meta .author" } ]

[[field]]
name = "category"
select = [ { css = "a.cat" } ]

[content]
select = [ { css = ".post-body" } ]
"#;

fn page_at(html: &str, path: &str) -> Page {
    let url = Url::parse("http://notes.example/")
        .unwrap()
        .join(path)
        .unwrap();
    Page::parse(html, &url)
}

fn pages(layout: Layout, numbers: &[usize]) -> Vec<Page> {
    let listed: Vec<usize> = (0..10).collect();
    let mut pages = vec![page_at(&list(layout, &listed, 1), "/")];
    pages.extend(
        numbers
            .iter()
            .map(|n| page_at(&content(layout, &article(*n)), &format!("/story/{n}"))),
    );
    pages
}

fn repair_from(rule: &Rule, from: Layout, old: &[usize], to: Layout, new: &[usize]) -> Repair {
    let old: Vec<OldPage> = (pages(from, old).into_iter())
        .map(|page| OldPage::read(rule, page, None, now()))
        .collect();
    repair(rule, &old, &pages(to, new), now())
}

/// The values a rule gets wrong on all articles of a layout.
fn faults(file: &RuleFile, layout: Layout) -> BTreeMap<&'static str, usize> {
    let rule = parse(&crate::rules::write(file)).unwrap();
    let mut faults = BTreeMap::new();
    let mut check = |name: &'static str, good: bool| {
        if !good {
            *faults.entry(name).or_default() += 1;
        }
    };
    let squeezed = |text: &str| value_comparison::squeeze(text);
    for n in 0..ARTICLES {
        let a = article(n);
        let page = page_at(&content(layout, &a), &format!("/story/{n}"));
        let found = rule.extract(&page, &[], now());
        let record = found.records.first().cloned().unwrap_or_default();
        check("title", record.title == a.title);
        check("date", record.date.get(..10) == Some(a.day.as_str()));
        check("author", record.author == a.author);
        let category = record.fields.iter().find(|(name, _)| name == "category");
        check(
            "category",
            category.is_some_and(|(_, v)| v.joined() == a.category),
        );
        check("content", squeezed(&record.text) == squeezed(&a.text()));
    }
    let numbers: Vec<usize> = (10..20).collect();
    let found = rule.list_page(&page_at(&list(layout, &numbers, 2), "/?page=2"), now());
    let links: Vec<String> = found
        .items
        .iter()
        .map(|i| i.url.path().to_owned())
        .collect();
    let wanted: Vec<String> = numbers.iter().map(|n| format!("/story/{n}")).collect();
    check("links", links == wanted);
    check(
        "next",
        found.next.is_some_and(|u| u.query() == Some("page=3")),
    );
    faults
}

#[track_caller]
fn check(to: Layout, old: &[usize], new: &[usize]) {
    let rule = parse(RULE).unwrap();
    assert_eq!(
        faults(rule.file(), Layout::Blog),
        BTreeMap::new(),
        "the rule as it is"
    );
    let found = repair_from(&rule, Layout::Blog, old, to, new);
    let file = repaired(rule.file(), &found);
    assert_eq!(faults(&file, to), BTreeMap::new(), "{to:?}: {found:#?}");
    for proposal in &found.proposals {
        assert!(
            (THRESHOLD..=1.0).contains(&proposal.confidence),
            "{proposal:?}"
        );
    }
    let text = rewrite(RULE, &file).unwrap();
    assert!(text.contains("# one an article"), "{text}");
    // The old layout still works, as far as the parts allow two alternatives.
    let still = faults(&file, Layout::Blog);
    for part in ["title", "date", "author", "category"] {
        assert!(
            !still.contains_key(part),
            "{to:?}: {part} on the old layout: {text}"
        );
    }
}

#[test]
fn generated_names() {
    check(Layout::Generated, &[0, 1, 2], &[0, 1, 2]);
}

#[test]
fn tables_and_definition_lists() {
    check(Layout::Portal, &[3, 4, 5], &[3, 4, 5]);
}

#[test]
fn cards_with_text_split_by_advertisements() {
    check(Layout::Cards, &[5, 6, 7], &[5, 6, 7]);
}

#[test]
fn one_page_is_enough() {
    check(Layout::Generated, &[4], &[4]);
}

#[test]
fn no_article_in_common() {
    check(Layout::Generated, &[0, 1, 2], &[10, 11, 13]);
}

#[test]
fn a_selector_that_matches_the_wrong_thing_is_noticed() {
    // In the blog the first h2 is the title; in the other layout it is "More".
    let rule = parse(&RULE.replace(".post-title", "h2")).unwrap();
    let found = repair_from(
        &rule,
        Layout::Blog,
        &[0, 1, 2],
        Layout::Generated,
        &[0, 1, 2],
    );
    let title = RulePart::Field("title".to_owned());
    let proposal = found.proposals.iter().find(|p| p.part == title).unwrap();
    assert_eq!(proposal.why[0].id, "repair-finds-wrong");
    assert!(!proposal.new.contains(&proposal.old[0]), "{proposal:?}");
    let unknown = repair_from(
        &rule,
        Layout::Blog,
        &[0, 1, 2],
        Layout::Generated,
        &[10, 11, 12],
    );
    let proposal = unknown.proposals.iter().find(|p| p.part == title).unwrap();
    assert_eq!(proposal.why[0].id, "repair-same-everywhere");
}

#[test]
fn large_pages_stay_within_bounds() {
    let rule = parse(RULE).unwrap();
    let old = OldPage::read(&rule, pages(Layout::Blog, &[1]).remove(1), None, now());
    let noise: String = (0..3_000)
        .map(|n| format!("<div class=x{n}><p>{n} <a href=/story/{n}>s</a></p></div>"))
        .collect();
    let html =
        content(Layout::Generated, &article(1)).replace("<footer>", &format!("{noise}<footer>"));
    let new = [page_at(&html, "/story/1")];
    let found = repair(&rule, &[old], &new, now());
    assert!(
        found
            .proposals
            .iter()
            .any(|p| p.part == RulePart::Field("title".to_owned()))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_pages_are_fine(parts in prop::collection::vec(piece(), 0..40), other in prop::collection::vec(piece(), 0..40)) {
        let rule = parse(RULE).unwrap();
        let old = OldPage::read(&rule, page_at(&parts.concat(), "/story/1"), None, now());
        let list = OldPage::read(&rule, page_at(&parts.concat(), "/"), None, now());
        let new = [page_at(&other.concat(), "/story/1"), page_at(&other.concat(), "/")];
        let found = repair(&rule, &[old, list], &new, now());
        // A proposal reports exactly what the changed rule yields.
        let file = repaired(rule.file(), &found);
        let changed = parse(&crate::rules::write(&file)).unwrap();
        for proposal in &found.proposals {
            let RulePart::Field(name) = &proposal.part else { continue };
            for change in &proposal.pages {
                let records = changed.extract(&new[change.page], &[], now()).records;
                let values = records.iter().flat_map(pages::values);
                let values: Vec<String> = values
                    .filter(|(n, _)| n == name)
                    .flat_map(|(_, v)| value_comparison::texts(&v))
                    .collect();
                prop_assert_eq!(&values, &change.after);
            }
        }
    }
}

fn piece() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "<div class=post>",
        "<h2 class=post-title>",
        "Title one",
        "</h2>",
        "<div class=meta>",
        "<span class=date>",
        "5 May 2026",
        "</span>",
        "<span class=author>Ann</span>",
        "</div>",
        "<time datetime=2026-05-05>",
        "</time>",
        "<h1>Title one</h1>",
        "<a href=/story/2>two</a>",
        "<div class=entry>",
        "<title>Title one</title>",
        "<p>",
        "a b c d e f g",
        "标题一",
        "<table><tr><td>",
        "作者：陈",
        "<template>",
        "\u{0}",
        "<svg>",
        "<div class=post-body>",
    ])
    .prop_map(str::to_owned)
}
