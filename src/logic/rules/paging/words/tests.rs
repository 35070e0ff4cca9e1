//! Labels and names as found on pages.

use super::*;

#[test]
fn the_word_file_loads_in_full() {
    let file: File = toml::from_str(WORDS).unwrap();
    for language in [
        "en", "zh", "ja", "ko", "de", "fr", "es", "pt", "it", "nl", "ru",
    ] {
        let lists = &file.languages[language];
        for list in [
            &lists.next,
            &lists.older,
            &lists.previous,
            &lists.first,
            &lists.last,
            &lists.more,
            &lists.single,
            &lists.print,
            &lists.page,
            &lists.many,
            &lists.item,
            &lists.filler,
            &lists.of,
        ] {
            assert!(!list.is_empty(), "{language}");
            assert!(list.iter().all(|w| !w.trim().is_empty()), "{language}");
        }
    }
    assert!(!BOOK.languages.is_empty() && !BOOK.names.pager.is_empty());
    assert!(!BOOK.keys.page.is_empty());
}

#[track_caller]
fn check(text: &str, meaning: Option<LabelMeaning>) {
    assert_eq!(LinkLabel::read(text).meaning, meaning, "{text}");
}

#[test]
fn labels_are_read_as_people_read_them() {
    check("Next »", Some(LabelMeaning::Next));
    check("NEXT PAGE (2/8)", Some(LabelMeaning::NextPage));
    check("Next 20 results", Some(LabelMeaning::NextPage));
    check("Go to the next page", Some(LabelMeaning::NextPage));
    check("Next article", Some(LabelMeaning::Item));
    check("Older Posts", Some(LabelMeaning::Older));
    check("Older Post", Some(LabelMeaning::Item));
    check("« Previous Entries", Some(LabelMeaning::Older));
    check("Last page", Some(LabelMeaning::Last));
    check("下一页>", Some(LabelMeaning::NextPage));
    check("点击进入下一页", Some(LabelMeaning::NextPage));
    check("下一篇：某某文章", Some(LabelMeaning::Item));
    check("末页", Some(LabelMeaning::Last));
    check("尾頁", Some(LabelMeaning::Last));
    check("Nächste Seite ›", Some(LabelMeaning::NextPage));
    check("Plus d’articles", Some(LabelMeaning::More));
    check("Fin", Some(LabelMeaning::Last));
    check("Read more", None);
    check("Next time we meet in the city of light", None);
    check("", None);
}

#[test]
fn numbers_and_positions_are_told_from_other_numbers() {
    let number = |text| LinkLabel::read(text).number;
    for text in [
        "2",
        "[2]",
        " 2. ",
        "Page 2",
        "第２页",
        "2페이지",
        "Seite 2",
        "21-40",
    ] {
        assert_eq!(number(text), Some(2), "{text}");
    }
    for text in ["2 comments?", "Top 10", "10,000", "0", "1 2", "22-40", "x2"] {
        assert_eq!(number(text), None, "{text}");
    }
    let position = |text| LinkLabel::read(text).position;
    for text in [
        "Page 2 of 8",
        "2 / 8",
        "第2页 共8页",
        "Seite 2 von 8",
        "2/8页",
    ] {
        assert_eq!(position(text), Some((2, 8)), "{text}");
    }
    assert_eq!(position("8 of 2"), None);
}

#[test]
fn names_are_read_by_their_parts() {
    for name in [
        "next",
        "pagination-next",
        "paginationNext",
        "next_page",
        "nextpostslink",
    ] {
        assert!(is_next_name(name), "{name}");
    }
    for name in ["next-post", "nextThread", "context", "prev"] {
        assert!(!is_next_name(name), "{name}");
    }
    assert_eq!(pager_box_meaning("wp-pagenavi"), Some(true));
    assert_eq!(pager_box_meaning("post-navigation"), Some(false));
    assert_eq!(pager_box_meaning("content"), None);
}
