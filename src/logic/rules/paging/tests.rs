//! Lists in eleven languages and with every address pattern, generated here.

use proptest::prelude::*;
use url::Url;

use super::{PaginationKind, next_page, pagination};
use crate::page::Page;
use crate::select::{Selector, SelectorKind};

const ROOT: &str = "http://a.example";

fn page(path: &str, source: &str) -> Page {
    Page::parse(source, &Url::parse(&format!("{ROOT}{path}")).unwrap())
}

fn best(path: &str, source: &str) -> Option<(PaginationKind, String)> {
    let page = page(path, source);
    pagination(&page)
        .first()
        .map(|p| (p.kind, p.target.as_str().replacen(ROOT, "", 1)))
}

/// The next page of the page at `path` is `target`, if any.
#[track_caller]
fn check(path: &str, source: &str, target: Option<&str>) {
    let page = page(path, source);
    let found = next_page(&page).map(|p| p.target.as_str().replacen(ROOT, "", 1));
    assert_eq!(found.as_deref(), target, "{source}");
}

/// The selector found on page 2 finds page 4 on page 3, and nothing on the last.
#[track_caller]
fn check_again(make: impl Fn(u32) -> String, path: impl Fn(u32) -> String) {
    let second = page(&path(2), &make(2));
    let found = next_page(&second).unwrap_or_else(|| panic!("no next page in {}", make(2)));
    assert_eq!(found.target.as_str(), format!("{ROOT}{}", path(3)));
    let alternative = found
        .alternative
        .unwrap_or_else(|| panic!("no way in {}", make(2)));
    let selector = match (&alternative.css, &alternative.xpath) {
        (Some(css), _) => Selector::compile(SelectorKind::Css, css).unwrap(),
        (_, Some(xpath)) => Selector::compile(SelectorKind::XPath, xpath).unwrap(),
        _ => panic!("neither"),
    };
    let third = page(&path(3), &make(3));
    let links: Vec<String> = selector
        .matching(&third, None)
        .into_iter()
        .filter_map(|e| Some(third.join(third.element(e)?.attr("href")?)?.to_string()))
        .collect();
    assert!(!links.is_empty(), "{alternative:?} in {}", make(3));
    for link in links {
        assert_eq!(
            link,
            format!("{ROOT}{}", path(4)),
            "{alternative:?} in {}",
            make(3)
        );
    }
}

/// Words for next, previous, the last page, the next item, more and the whole, by language.
const LANGUAGES: [(&str, [&str; 6]); 12] = [
    (
        "en",
        [
            "Next page",
            "Previous",
            "Last",
            "Next article",
            "Load more",
            "Single page",
        ],
    ),
    (
        "zh-Hans",
        ["下一页", "上一页", "末页", "下一篇", "加载更多", "单页阅读"],
    ),
    (
        "zh-Hant",
        [
            "下一頁",
            "上一頁",
            "最後一頁",
            "下一則",
            "載入更多",
            "顯示全文",
        ],
    ),
    (
        "ja",
        [
            "次へ",
            "前へ",
            "最後",
            "次の記事",
            "もっと見る",
            "全ページ表示",
        ],
    ),
    (
        "ko",
        ["다음", "이전", "마지막", "다음 글", "더보기", "전체보기"],
    ),
    (
        "de",
        [
            "Nächste Seite",
            "Zurück",
            "Letzte Seite",
            "Nächster Beitrag",
            "Mehr laden",
            "Auf einer Seite lesen",
        ],
    ),
    (
        "fr",
        [
            "Page suivante",
            "Précédent",
            "Dernière page",
            "Article suivant",
            "Afficher plus",
            "Lire sur une seule page",
        ],
    ),
    (
        "es",
        [
            "Siguiente »",
            "« Anterior",
            "Última",
            "Siguiente artículo",
            "Cargar más",
            "Ver en una sola página",
        ],
    ),
    (
        "pt",
        [
            "Próxima página",
            "Anterior",
            "Última",
            "Próximo artigo",
            "Carregar mais",
            "Página única",
        ],
    ),
    (
        "it",
        [
            "Pagina successiva",
            "Precedente",
            "Ultima",
            "Articolo successivo",
            "Carica altri",
            "Leggi in una sola pagina",
        ],
    ),
    (
        "nl",
        [
            "Volgende",
            "Vorige",
            "Laatste",
            "Volgend bericht",
            "Meer laden",
            "Artikel op één pagina",
        ],
    ),
    (
        "ru",
        [
            "Следующая страница",
            "Назад",
            "Последняя",
            "Следующая статья",
            "Показать ещё",
            "На одной странице",
        ],
    ),
];

/// Address patterns of lists: the address of page n.
const PATTERNS: [fn(u32) -> String; 12] = [
    |n| first(n, "/list", format!("/list?page={n}")),
    |n| first(n, "/list/", format!("/list/page/{n}/")),
    |n| first(n, "/", format!("/page/{n}")),
    |n| first(n, "/l?f=7", format!("/l?f=7&start={}", 20 * (n - 1))),
    |n| first(n, "/l?f=7", format!("/l?f=7&offset={}", 15 * (n - 1))),
    |n| first(n, "/l/p.html", format!("/l/p-{n}.html")),
    |n| first(n, "/l/12345.html", format!("/l/12345_{n}.html")),
    |n| first(n, "/l/index.html", format!("/l/index_{n}.html")),
    |n| format!("/thread-77-{n}-1.html"),
    |n| first(n, "/threads/x.77/", format!("/threads/x.77/page-{n}")),
    |n| first(n, "/t/slug/", format!("/t/slug/{n}/")),
    |n| first(n, "/s?q=a+b", format!("/s?q=a+b&pn={}", 10 * (n - 1))),
];

fn first(n: u32, bare: &str, numbered: String) -> String {
    if n == 1 { bare.to_owned() } else { numbered }
}

#[test]
fn every_language_goes_on_and_not_back_nor_to_the_end() {
    for (language, [next, previous, last, item, _, _]) in LANGUAGES {
        for path in PATTERNS {
            let pager = |n: u32| {
                format!(
                    "<ul><li><a href='/story/other-one'>{item}</a></ul><p><a href='{}'>{previous}</a> \
                     <a href='{}'>{last}</a> <a href='{}'>{next}</a></p>",
                    path(n - 1),
                    path(9),
                    path(n + 1),
                )
            };
            check_again(pager, path);
            let end = format!(
                "<p><a href='{}'>{previous}</a><a href='/story/2'>{item}</a><a href='{}'>{last}</a></p>",
                path(1),
                path(9)
            );
            check(&path(2), &end, None);
            let _ = language;
        }
    }
}

#[test]
fn numbers_go_on_however_the_open_page_is_shown() {
    type Show = fn(&str, u32) -> String;
    let shown: [Show; 6] = [
        |_, n| format!("{n} "),
        |_, n| format!("[{n}] "),
        |_, n| format!("<span>{n}</span>"),
        |_, n| format!("<b class=current>{n}</b>"),
        |href, n| format!("<a class=active href='{href}'>{n}</a>"),
        |href, n| format!("<a aria-current=page href='{href}'>{n}</a>"),
    ];
    for show in shown {
        for path in PATTERNS {
            let pager = |n: u32| {
                let numbers = (1..=9).map(|m| {
                    if m == n {
                        show(&path(m), m)
                    } else if m > n + 2 && m < 8 {
                        if m == n + 3 {
                            " … ".to_owned()
                        } else {
                            String::new()
                        }
                    } else {
                        format!("<a href='{}'>{m}</a> ", path(m))
                    }
                });
                format!("<div class=foot>{}</div>", numbers.collect::<String>())
            };
            check_again(pager, path);
            check(&path(9), &pager(9), None);
        }
    }
}

#[test]
fn more_and_the_whole_are_found_in_every_language() {
    for (language, [_, _, _, _, more, single]) in LANGUAGES {
        let found = best(
            "/news",
            &format!("<div><a href='/news?page=2'>{more}</a></div>"),
        );
        assert_eq!(
            found,
            Some((PaginationKind::LoadMore, "/news?page=2".to_owned())),
            "{language}"
        );
        let found = best(
            "/a/12345.html",
            &format!("<p>1 <a href='/a/12345_2.html'>2</a> <a href='?page=all'>{single}</a></p>"),
        );
        assert!(found.is_some(), "{language}");
        let page = page(
            "/a/12345.html",
            &format!(
                "<p>1 <a href='/a/12345_2.html'>2</a> <a href='12345_all.html'>{single}</a></p>"
            ),
        );
        let kinds: Vec<_> = pagination(&page).iter().map(|p| p.kind).collect();
        assert!(
            kinds.contains(&PaginationKind::SinglePage),
            "{language} {kinds:?}"
        );
        // The sections of a front page have "more" links too.
        check(
            "/",
            &format!("<h2>Sport</h2><a href='/sport/'>{more}</a>"),
            None,
        );
    }
}

#[test]
fn what_is_no_plain_link_on_this_site_is_left_out() {
    for href in [
        "#",
        "#page2",
        "javascript:next()",
        "",
        "http://b.example/list?page=2",
        "/list",
        "mailto:a@b.example",
        "/list?page=1",
        "/list#top",
    ] {
        check(
            "/list?page=1",
            &format!("<a rel=next class=next href='{href}'>Next page</a>"),
            None,
        );
    }
    check(
        "/list",
        "<base href='http://www.a.example/'><a href='list?page=2'>Next</a>",
        Some("http://www.a.example/list?page=2"),
    );
}

#[test]
fn neighbours_galleries_and_calendars_are_not_the_list() {
    for source in [
        "<nav class='navigation post-navigation'><a rel=next href='/b/other'>Other text →</a></nav>",
        "<link rel=next href='/b/other-story'>",
        "<div class=carousel><a class=next href='?slide=2'>›</a></div>",
        "<table class=wp-calendar><tr><td><a href='/b/2'>2</a><td><a href='/b/3'>3</a>\
         <tr><td><a href='?m=6'>»</a></table>",
        "<a href='/b/12346'>下一篇：别的文章</a>",
        "<a href='/b/chapter-5'>下一章</a>",
        "<a href='/b/other'>Next Post »</a>",
        "<a title='Next thread' href='/b/other'>»</a>",
    ] {
        check("/b/story", source, None);
    }
}

#[test]
fn older_posts_go_on_whichever_way_the_arrow_points() {
    check(
        "/",
        "<a href='/page/2/'>« Older Entries</a>",
        Some("/page/2/"),
    );
    check(
        "/page/2/",
        "<a href='/page/3/'>&laquo; Previous Entries</a><a href='/'>Next Entries »</a>",
        Some("/page/3/"),
    );
    check(
        "/page/2/",
        "<a href='/page/3/'>←</a><a href='/'>→</a>",
        None,
    );
    check(
        "/page/2/",
        "<a href='/'>« Newer</a> <a href='/page/3/'>Older »</a>",
        Some("/page/3/"),
    );
}

#[test]
fn the_comments_of_an_article_go_on_at_its_address() {
    let older = "<a href='/2026/post/comment-page-2/#comments'>Older comments</a>";
    let source = format!("<p>Text</p><nav class=comment-navigation>{older}</nav>");
    let next = next_page(&page("/2026/post/", &source)).expect("a next page");
    let target = format!("{ROOT}/2026/post/comment-page-2/");
    assert_eq!(next.target.as_str(), target);
    assert!(next.confidence > 0.6, "{}", next.confidence);
}

#[test]
fn pages_of_other_lists_are_not_those_of_this_one() {
    // Threads of a forum with several pages each.
    let threads: String = (10..20)
        .map(|t| {
            format!(
                "<li><a href='/t?id={t}00'>A thread</a> <a href='/t?id={t}00&page=2'>2</a> \
                 <a href='/t?id={t}00&page=3'>3</a></li>"
            )
        })
        .collect();
    check("/f?id=7", &format!("<ul>{threads}</ul>"), None);
    check(
        "/f?id=7",
        &format!("<ul>{threads}</ul><p><b>1</b> <a href='/f?id=7&page=2'>2</a></p>"),
        Some("/f?id=7&page=2"),
    );
}

#[test]
fn a_gap_is_crossed_by_the_pattern_of_the_addresses() {
    let source =
        "<div class=pager><a href='?page=1'>1</a> <b>2</b> … <a href='?page=8'>8</a></div>";
    let found = best("/l?page=2", source);
    assert_eq!(found, Some((PaginationKind::Range, "/l?page=3".to_owned())));
}

#[test]
fn signs_that_agree_are_surer_than_one() {
    let sure = |source: &str| {
        let found = pagination(&page("/l", source));
        found.first().map_or(0.0, |p| p.confidence)
    };
    let word = sure("<a href='/l?page=2'>Next</a>");
    let both = sure("<b>1</b> <a href='/l?page=2'>2</a> <a href='/l?page=2'>Next</a>");
    assert!(both > word && word >= 0.5 && both < 1.0, "{word} {both}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn findings_stay_on_the_site_and_leave_the_page(parts in prop::collection::vec(part(), 0..25)) {
        let page = page("/l?page=2", &parts.concat());
        for found in pagination(&page) {
            prop_assert_eq!(found.target.host_str(), Some("a.example"));
            prop_assert_ne!(found.target.as_str(), "http://a.example/l?page=2");
            prop_assert!((0.5..=1.0).contains(&found.confidence));
        }
    }
}

fn part() -> impl Strategy<Value = String> {
    let href = prop::sample::select(vec![
        "?page=1",
        "?page=2",
        "?page=3",
        "?page=99999999999999999999",
        "#",
        "//b.example/2",
        "/l/2",
        "/l-00.html",
        "/%32?=&&page=",
        "/4294967295",
        "?start=0&page=3",
        "/9/8/7/6-5_4.3",
        "?page=4294967295",
        "/é2",
        "javascript:1",
    ]);
    let text = prop::sample::select(vec![
        "1",
        "2",
        "3",
        "99999999999",
        "4294967295",
        "Next",
        "»",
        "下一页",
        "1/3",
        "21-40",
        "0-0",
        "Page 3 of 2",
        "更多",
        "",
        "‹",
        "Single page",
        "第２页",
    ]);
    prop_oneof![
        4 => (href, text.clone()).prop_map(|(h, t)| format!("<a href='{h}'>{t}</a> ")),
        1 => text.prop_map(|t| format!("{t} ")),
        1 => prop::sample::select(vec!["<p class=pager>", "</p>", "<b class=current>", "</b>", "<li>"])
            .prop_map(str::to_owned),
    ]
}

#[test]
fn the_next_thread_is_no_next_page() {
    for query in [
        "topic=34;prev_next=next",
        "t=34&goto=nextnewest",
        "t=34&view=next",
    ] {
        let source = format!("<div class=pages><a href='/index.php?{query}'>next »</a></div>");
        check("/index.php?topic=34", &source, None);
    }
}
