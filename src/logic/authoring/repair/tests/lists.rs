//! Lists with a separate first item, and content whose parts changed places.

use super::*;

/// Layouts of a list with a headline article above it.
fn headed(kind: usize, numbers: &[usize]) -> String {
    let (first, rest) = numbers.split_first().unwrap();
    let title = |n: &usize| article(*n).title;
    let item = |n: &usize| match kind {
        0 => format!(
            "<li class=row><div class=t><h3><a class=go href=/story/{n}>{}</a></h3></div><p>{}</p></li>",
            title(n),
            article(*n).paragraphs[0]
        ),
        1 => format!(
            "<tr class=r><td>{}</td><td><a href=/story/{n}>{}</a></td></tr>",
            article(*n).day,
            title(n)
        ),
        _ => format!(
            "<article class=hentry><header><h2><a rel=bookmark href=/story/{n}>{}</a></h2></header><p>{}</p></article>",
            title(n),
            article(*n).paragraphs[0]
        ),
    };
    let items: String = rest.iter().map(item).collect();
    let head = match kind {
        2 => format!(
            "<section id=top><article><h2><a href=/story/{first}>{}</a></h2></article></section>",
            title(first)
        ),
        _ => format!(
            "<div class=hero><img src=/i.png><h2><a href=/story/{first}>{}</a></h2></div>",
            title(first)
        ),
    };
    let list = match kind {
        0 => format!("<ul class=rows>{items}</ul>"),
        1 => format!("<table>{items}</table>"),
        _ => format!("<div>{items}</div>"),
    };
    format!(
        "<html><head><title>Field Notes</title></head><body><div><a href=/about>About</a></div>{head}{list}
         <p><a href=/?page=2>Next</a></p></body></html>"
    )
}

fn plain(kind: usize, numbers: &[usize]) -> String {
    let page = headed(kind, &[&[99][..], numbers].concat());
    let (start, end) = match kind {
        2 => ("<section id=top>", "</section>"),
        _ => ("<div class=hero>", "</div>"),
    };
    let (before, rest) = page.split_once(start).unwrap();
    format!("{before}{}", rest.split_once(end).unwrap().1)
}

fn listed(file: &RuleFile, html: &str) -> Vec<String> {
    let rule = parse(&crate::rules::write(file)).unwrap();
    let found = rule.list_page(&page_at(html, "/?page=7"), now());
    found
        .items
        .iter()
        .map(|i| i.url.path().to_owned())
        .collect()
}

fn repaired_rule(news: &[String]) -> (Repair, RuleFile) {
    let rule = parse(RULE).unwrap();
    let numbers: Vec<usize> = (0..10).collect();
    let old = [OldPage::read(
        &rule,
        page_at(&list(Layout::Blog, &numbers, 1), "/"),
        None,
        now(),
    )];
    let new: Vec<Page> = (news.iter().enumerate())
        .map(|(n, html)| page_at(html, &format!("/?page={}", n + 3)))
        .collect();
    let found = repair(&rule, &old, &new, now());
    let file = repaired(rule.file(), &found);
    (found, file)
}

#[track_caller]
fn list_check(kind: usize, news: &[String]) {
    let (found, file) = repaired_rule(news);
    for html in [headed, plain].map(|make| make(kind, &[20, 21, 22, 23, 24, 25])) {
        let wanted: Vec<String> = (20..26).map(|n| format!("/story/{n}")).collect();
        assert_eq!(listed(&file, &html), wanted, "{kind}: {found:#?}");
    }
}

#[test]
fn an_item_that_stands_apart_is_listed() {
    for kind in 0..3 {
        list_check(
            kind,
            &[
                headed(kind, &[0, 1, 2, 3, 4, 5, 6]),
                plain(kind, &[7, 8, 9]),
            ],
        );
    }
}

#[test]
fn an_item_that_stands_apart_is_listed_without_old_ones() {
    for kind in [0, 2] {
        list_check(
            kind,
            &[
                headed(kind, &[10, 11, 12, 13, 14, 15]),
                plain(kind, &[16, 17, 18]),
            ],
        );
    }
}

#[test]
fn an_item_that_stands_apart_on_an_unseen_page() {
    list_check(
        2,
        &[plain(2, &[10, 11, 12, 13, 14, 15]), plain(2, &[16, 17, 18])],
    );
}

/// Layouts of an article: the author below, the date only for machines, advertisements inside.
fn moved(kind: usize, a: &Article) -> String {
    let (title, author, category) = (&a.title, &a.author, &a.category);
    let body = match kind {
        0 => format!(
            "<main><p class=k><a href=/c/{category}>{category}</a></p><h1>{title}</h1><div class=txt>{}</div>
             <div class=bio><img src=/f.png><p>Written by <a href=/people/x>{author}</a></p></div>
             <p><time datetime='{}T06:30:00+00:00'></time></p></main>", a.body("p"), a.day
        ),
        1 => format!(
            "<div id=w><div id=c><div class=hd><h1>{title}</h1><div class=info><span>来源：本站</span>
             <span>栏目：<a href=/c/{category}>{category}</a></span><span>记者：{author}</span>
             <span>{} 08:15</span></div></div><div class=nr>{}</div></div><div class=tj><a href=/story/5>相关阅读</a></div></div>",
            a.date("%Y-%m-%d"), a.body("p")
        ),
        _ => {
            let parts: String = (a.paragraphs.iter().enumerate())
                .map(|(n, p)| format!("<p class=x{n}>{p}</p><ins class=adsbygoogle>Offer {n} of the day, only now</ins>"))
                .collect();
            format!(
                "<div class=sc-a1><div class=sc-b2 itemprop=articleBody>{parts}</div><h2 itemprop=headline>{title}</h2>
                 <div><span itemprop=author>{author}</span> · <span itemprop=datePublished content={}>{}</span> ·
                 <a href=/c/{category}>{category}</a></div></div>", a.day, a.date("%d/%m/%Y")
            )
        }
    };
    format!(
        "<html><head><title>{title} | Field Notes</title></head><body><div class=n><a href=/>Home</a></div>{body}</body></html>"
    )
}

#[track_caller]
fn moved_check(kind: usize, old: &[usize], new: &[usize]) {
    let rule = parse(RULE).unwrap();
    let at = |n: &usize| format!("/story/{n}");
    let old: Vec<OldPage> = (old.iter())
        .map(|n| page_at(&content(Layout::Blog, &article(*n)), &at(n)))
        .map(|page| OldPage::read(&rule, page, None, now()))
        .collect();
    let new: Vec<Page> = (new.iter())
        .map(|n| page_at(&moved(kind, &article(*n)), &at(n)))
        .collect();
    let found = repair(&rule, &old, &new, now());
    let file = repaired(rule.file(), &found);
    let changed = parse(&crate::rules::write(&file)).unwrap();
    for n in 0..ARTICLES {
        let a = article(n);
        let record = changed
            .extract(&page_at(&moved(kind, &a), &at(&n)), &[], now())
            .records
            .remove(0);
        let shown = (
            record.title,
            record.author,
            record.date.get(..10).unwrap_or_default().to_owned(),
        );
        assert_eq!(
            shown,
            (a.title.clone(), a.author.clone(), a.day.clone()),
            "{kind}: {found:#?}"
        );
        assert_eq!(
            value_comparison::squeeze(&record.text),
            value_comparison::squeeze(&a.text()),
            "{kind}: {found:#?}"
        );
    }
}

#[test]
fn author_below_the_text_and_a_date_for_machines() {
    moved_check(0, &[0, 1, 2], &[0, 1, 2]);
}

#[test]
fn a_chinese_news_page() {
    moved_check(1, &[0, 1, 2], &[0, 1, 2]);
}

#[test]
fn properties_and_advertisements_between_paragraphs() {
    moved_check(2, &[0, 1, 2], &[0, 1, 2]);
}

#[test]
fn moved_parts_without_an_article_in_common() {
    moved_check(0, &[0, 1, 2], &[10, 11, 13]);
    moved_check(1, &[0, 1, 2], &[10, 11, 13]);
}

#[test]
fn a_list_that_leads_to_what_was_collected_is_confirmed() {
    let rule = parse(RULE).unwrap();
    let (first, tenth): (Vec<usize>, Vec<usize>) = ((0..10).collect(), (90..100).collect());
    let old = [OldPage::read(
        &rule,
        page_at(&list(Layout::Blog, &tenth, 10), "/?page=10"),
        None,
        now(),
    )];
    let new = [page_at(&headed(0, &first), "/")];
    let stored: Vec<Url> = first
        .iter()
        .map(|n| new[0].url().join(&format!("/story/{n}")).unwrap())
        .collect();
    let doubtful = |collected: &[Url]| {
        let found = repair_knowing(&rule, &old, collected, &new, now());
        let links = found
            .proposals
            .iter()
            .find(|p| p.part == RulePart::ListLink);
        links.map(|proposal| proposal.doubtful)
    };
    assert_eq!(doubtful(&[]), Some(true), "nothing speaks for it");
    assert_eq!(doubtful(&stored), Some(false));
}
