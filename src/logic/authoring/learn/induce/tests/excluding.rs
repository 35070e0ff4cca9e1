//! Excluded elements are left out by whatever distinguishes them from similar ones; and what
//! picking an element means.

use super::*;
use crate::page::ElementIndex;
use crate::rules::{Alternative, FieldType};

fn at(page: &Page, css: &str) -> Vec<ElementIndex> {
    Selector::compile(SelectorKind::Css, css)
        .unwrap()
        .matching(page, None)
}

fn pick(field: &str, element: ElementIndex) -> Pick {
    Pick {
        page: 0,
        field: field.to_owned(),
        target: PickTarget::Element(element),
        take: None,
        negative: false,
    }
}

/// The texts found by the first way of the field, with the second and the last `.t` picked and the
/// `out`th excluded.
fn left(source: &str, out: usize) -> Vec<String> {
    let page = page(source);
    let all = at(&page, ".t");
    let picks = [
        pick("name", all[1]),
        pick("name", all[all.len() - 2]),
        not(pick("name", all[out])),
    ];
    let fields = learn_fields(&[page], &picks).unwrap();
    let way = &fields[0].ranked[0];
    assert!(
        way.why.iter().any(|why| why.id == "learn-why-without"),
        "{way:?}"
    );
    way.values[0].clone()
}

#[test]
fn one_of_several_is_left_out_by_what_tells_it_apart() {
    let by_class = "<p class=t>a</p><p class=t>b</p><p class='t ad'>c</p><p class=t>d</p>\
                    <p class='t ad'>e</p><p class=t>f</p><p class=t>g</p>";
    assert_eq!(left(by_class, 2), ["a", "b", "d", "f", "g"]);
    let by_attribute = "<p class=t>a</p><p class=t>b</p><p class=t data-sponsored=yes>c</p>\
                        <p class=t>d</p><p class=t>e</p><p class=t>f</p>";
    assert_eq!(left(by_attribute, 2), ["a", "b", "d", "e", "f"]);
    let by_outer = "<div><p class=t>a</p><p class=t>b</p><p class=t>c</p></div><div class=promo>\
                    <p class=t>x</p></div><div><p class=t>d</p><p class=t>e</p></div>";
    assert_eq!(left(by_outer, 3), ["a", "b", "c", "d", "e"]);
    let by_held = "<p class=t>a</p><p class=t>b</p><p class=t>c <i class=badge>x</i></p>\
                   <p class=t>d</p><p class=t>e</p>";
    assert_eq!(left(by_held, 2), ["a", "b", "d", "e"]);
    let by_words = "<p class=t>alpha</p><p class=t>beta</p><p class=t>Advertisement</p>\
                    <p class=t>delta</p><p class=t>Advertisement</p><p class=t>eps</p><p class=t>eta</p>";
    assert_eq!(left(by_words, 2), ["alpha", "beta", "delta", "eps", "eta"]);
    let by_place =
        "<ul><li class=t>1</li><li class=t>2</li><li class=t>3</li><li class=t>4</li></ul>";
    assert_eq!(left(by_place, 0), ["2", "3", "4"]);
    assert_eq!(left(by_place, 3), ["1", "2", "3"]);
    let by_address = "<p><a class=t href=/n/1>a</a><p><a class=t href=/n/2>b</a>\
                      <p><a class=t href=https://ads.example/x>c</a><p><a class=t href=/n/4>d</a><p><a class=t href=/n/5>e</a>";
    assert_eq!(left(by_address, 2), ["a", "b", "d", "e"]);
}

#[test]
fn items_are_left_out_of_a_list_by_what_they_hold() {
    let item =
        |n: usize, more: &str| format!("<li><h3><a href=/s/{n}>Story {n}</a></h3>{more}</li>");
    let list = [
        item(1, ""),
        item(2, "<em class=sponsored>Sponsored</em>"),
        item(3, ""),
        item(4, ""),
        item(5, "<em class=sponsored>Sponsored</em>"),
    ];
    let page = page(&format!("<ul id=list>{}</ul>", list.concat()));
    let items = at(&page, "li");
    let ways = learn_containers(&[&page], &[(0, items[0])], &[(0, items[1])]);
    let found = ways
        .iter()
        .map(|way| at(&page, way.alternative.css.as_deref().unwrap_or("none")));
    let wanted = vec![items[0], items[2], items[3]];
    assert!(found.into_iter().any(|own| own == wanted), "{ways:#?}");

    // A headline inside an item is left out while the items stay.
    let heads = at(&page, "h3");
    let record = Alternative {
        css: Some("#list > li".to_owned()),
        ..Alternative::default()
    };
    let picks = [pick("title", heads[0]), not(pick("title", heads[1]))];
    let learned = learn_inside(&[page], &record, &picks).unwrap();
    let values = &learned.fields[0].ranked[0].values[0];
    assert_eq!(*values, ["Story 1", "Story 3", "Story 4"]);
}

#[test]
fn what_cannot_be_told_apart_is_refused() {
    let page = page("<p><b>x</b></p>");
    let one = at(&page, "b")[0];
    let outer = at(&page, "p")[0];
    let picks = [pick("a", one), not(pick("a", outer))];
    assert!(learn(&[page], &picks).is_err());
}

#[test]
fn a_picked_time_is_its_moment_and_a_picture_its_address() {
    let page = page(
        "<h1>T</h1><time datetime=2026-05-01T10:00:05Z>last week</time><time datetime=soon>x 1</time>\
         <img class=hero src=data:, data-src=/late.png>",
    );
    let of = |field: &str, css: &str, nth: usize, take: Option<&str>| {
        let pick = Pick {
            take: take.map(str::to_owned),
            ..pick(field, at(&page, css)[nth])
        };
        let field = learn(&[&page], &[pick]).unwrap().fields.remove(0);
        (field.ranked[0].values[0][0].clone(), field.kind)
    };
    let moment = "2026-05-01T10:00:05Z".to_owned();
    assert_eq!(of("date", "time", 0, None), (moment, FieldType::Date));
    assert_eq!(of("date", "time", 0, Some("text")).0, "last week");
    assert_eq!(of("when", "time", 0, None).0, "last week");
    assert_eq!(of("date", "time", 1, None).0, "x 1");
    assert_eq!(
        of("picture", "img", 0, None),
        ("/late.png".to_owned(), FieldType::Image)
    );
}
