//! Pages that a person saved under names of their own, and values that keep all that they had: the
//! time of a date, the box of a text without what stands around it.

use super::*;

const TIMED: &str = r#"
[site]
name = "Field Notes"
kind = "pages"
start = ["http://notes.example/"]
[[field]]
name = "title"
select = [{ css = ".post-title" }]
[[field]]
name = "date"
type = "date"
select = [{ css = "time.when", take = "datetime" }]
[content]
select = [{ css = ".post-body" }]
"#;

/// The hour and minute of an article.
fn time(n: usize) -> String {
    format!("{:02}:{:02}", 6 + n % 14, (n * 7) % 60)
}

/// The article before and after (`new`) the redesign, which shows days and keeps times in an attribute.
fn timed(n: usize, new: bool) -> Page {
    let a = article(n);
    let (title, author, body) = (&a.title, &a.author, a.body("p"));
    let (shown, moment) = (a.date("%-d %B %Y"), format!("{}T{}:00Z", a.day, time(n)));
    let body = if new {
        format!(
            "<main><div class=page-frame><h1>{title}</h1><p class=byline>By {author} on
             <time datetime={moment}>{shown}</time></p><div class=prose>{body}</div></div>
             <p>Read on: {shown}</p></main>"
        )
    } else {
        format!(
            "<div class=post><h2 class=post-title>{title}</h2><time class=when datetime={moment}>{shown}</time>
             <div class=post-body>{body}</div></div>"
        )
    };
    let html = format!(
        "<html><head><title>{title} - Field Notes</title></head><body>{body}</body></html>"
    );
    page_at(&html, &format!("/saved-{n}.html"))
}

#[test]
fn a_repaired_date_keeps_its_time_and_a_text_its_inner_box() {
    let rule = parse(TIMED).unwrap();
    for news in [[0, 1, 2], [7, 8, 9]] {
        let old: Vec<OldPage> = (0..3)
            .map(|n| OldPage::read(&rule, timed(n, false), None, now()))
            .collect();
        let new: Vec<Page> = news.iter().map(|n| timed(*n, true)).collect();
        let found = repair(&rule, &old, &new, now());
        let text = toml::to_string(&repaired(rule.file(), &found)).unwrap();
        let repaired = parse(&text).unwrap();
        for n in 0..ARTICLES {
            let record = repaired
                .extract(&timed(n, true), &[], now())
                .records
                .remove(0);
            let moment = format!("{}T{}:00+00:00", article(n).day, time(n));
            assert_eq!(record.date, moment, "{text}");
            assert_eq!(record.text, article(n).text(), "{text}");
        }
    }
}

#[test]
fn a_front_page_saved_under_any_name_is_known_as_the_list() {
    let rule = parse(RULE).unwrap();
    let old: Vec<OldPage> = (pages(Layout::Blog, &[0, 1, 2]).into_iter())
        .map(|page| OldPage::read(&rule, page, None, now()))
        .collect();
    let listed: Vec<usize> = (20..30).collect();
    for name in ["/index.html", "/front page of today.html"] {
        let mut new = pages(Layout::Generated, &[3, 4, 5]).split_off(1);
        new.push(page_at(&list(Layout::Generated, &listed, 1), name));
        let found = repair(&rule, &old, &new, now());
        let item = found
            .proposals
            .iter()
            .find(|p| p.part == RulePart::ListItem);
        let item = item.unwrap_or_else(|| panic!("{name}: {found:#?}"));
        assert_eq!(
            item.pages.iter().map(|p| p.page).collect::<Vec<_>>(),
            [3],
            "{name}"
        );
        let faults = faults(&repaired(rule.file(), &found), Layout::Generated);
        assert!(!faults.contains_key("links"), "{name}: {faults:?}");
    }
}
