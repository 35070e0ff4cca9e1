//! Records: orders, windows, search.

use super::*;

fn by(name: &str, descending: bool) -> RecordFilter {
    RecordFilter {
        sort: RecordSort::Column {
            name: name.to_owned(),
            descending,
        },
        ..RecordFilter::default()
    }
}

fn search(query: &str) -> RecordFilter {
    RecordFilter {
        search: Some(query.to_owned()),
        ..RecordFilter::default()
    }
}

fn with_field(name: &str, value: &str) -> Record {
    Record {
        fields: vec![("price".into(), one(value))],
        ..record(name)
    }
}

#[test]
fn a_record_comes_back_as_it_went_in() {
    let (store, site) = project();
    let full = Record {
        url: "http://127.0.0.1/1".into(),
        title: "标题 “quoted”".into(),
        date: "2026-01-02".into(),
        author: "作者".into(),
        text: "第一段\n第二段".into(),
        fields: vec![
            ("z".into(), one("1")),
            (
                "a \"b\"".into(),
                Value::Many(vec!["x".into(), String::new()]),
            ),
        ],
        provenance: [("title".to_owned(), 1), ("text".to_owned(), 1000)].into(),
        ..Record::default()
    };
    let run = fill(&store, site, vec![full.clone()]);
    let stored = store
        .records(&RecordFilter::default(), 0, 9)
        .expect("records")
        .remove(0);
    assert_eq!(stored.record, full);
    assert_eq!(
        (stored.site, stored.run, stored.fetched_at),
        (site, run, at(0))
    );
    assert_eq!(store.record(stored.id).expect("read"), Some(stored));
    assert_eq!(
        store.field_columns(None).expect("columns"),
        ["z", "a \"b\""]
    );
}

#[test]
fn default_columns_sort_with_blanks_last() {
    let (store, site) = project();
    let names = ["b", "", "C", "a"];
    let records = names.iter().enumerate().map(|(n, title)| Record {
        url: format!("http://127.0.0.1/{n}"),
        title: (*title).to_owned(),
        date: format!("2026-01-0{}", 9 - n),
        text: (*title).to_owned(),
        ..Record::default()
    });
    fill(&store, site, records.collect());
    for filter in [by("title", false), by("text", false)] {
        assert_eq!(titles(&store, &filter), ["a", "b", "C", ""]);
    }
    for filter in [by("title", true), by("text", true)] {
        assert_eq!(titles(&store, &filter), ["C", "b", "a", ""]);
    }
    assert_eq!(titles(&store, &by("date", false)), ["a", "C", "", "b"]);
    assert_eq!(titles(&store, &by("fetched_at", true)), ["a", "C", "", "b"]);
    assert_eq!(titles(&store, &by("url", false)), names);
    assert_eq!(titles(&store, &by("no such column", false)), names);
    let of_site = RecordFilter {
        site: Some(site),
        ..by("title", true)
    };
    assert_eq!(titles(&store, &of_site), ["C", "b", "a", ""]);
}

#[test]
fn fields_sort_numbers_by_size_before_texts() {
    let (store, site) = project();
    let records = vec![
        with_field("ten", "10"),
        with_field("nine", "9.5"),
        record("none"),
        with_field("minus", "-3"),
        with_field("text", "on request"),
        with_field("blank", ""),
    ];
    fill(&store, site, records);
    let up = ["minus", "nine", "ten", "text", "none", "blank"];
    assert_eq!(titles(&store, &by("price", false)), up);
    let down = ["ten", "nine", "minus", "text", "none", "blank"];
    assert_eq!(titles(&store, &by("price", true)), down);
}

#[test]
fn sites_are_told_apart_in_every_order() {
    let (store, news) = project();
    let blog = store.add_site(&draft("Blog")).expect("a site");
    fill(&store, news, vec![record("n2"), record("n1")]);
    fill(&store, blog, vec![record("b1")]);
    assert_eq!(titles(&store, &RecordFilter::default()), ["n2", "n1", "b1"]);
    assert_eq!(titles(&store, &by("site", false)), ["b1", "n2", "n1"]);
    assert_eq!(titles(&store, &by("site", true)), ["n2", "n1", "b1"]);
    let only = RecordFilter {
        site: Some(blog),
        ..by("title", false)
    };
    assert_eq!(titles(&store, &only), ["b1"]);
    assert_eq!(store.count_records(&only).expect("count"), 1);
    let since = RecordFilter {
        since: Some(at(1)),
        ..by("title", false)
    };
    assert_eq!(titles(&store, &since), ["n1"]);
    assert_eq!(store.count_records(&since).expect("count"), 1);
    let filter = RecordFilter {
        since: Some(at(1)),
        ..RecordFilter::default()
    };
    assert_eq!(titles(&store, &filter), ["n1"]);
}

#[test]
fn windows_join_and_follow_what_is_added_and_removed() {
    let (store, site) = project();
    fill(
        &store,
        site,
        (0..25).map(|n| record(&format!("{n:02}"))).collect(),
    );
    let filter = by("title", true);
    let window = |from| store.records(&filter, from, 10).expect("records");
    let sizes: Vec<usize> = [0, 10, 20, 30, u64::MAX]
        .map(|from| window(from).len())
        .into();
    assert_eq!(sizes, [10, 10, 5, 0, 0]);
    assert_eq!(window(10)[0].record.title, "14");

    let other = store.add_site(&draft("Blog")).expect("a site");
    fill(&store, other, vec![record("99")]);
    assert_eq!(window(0)[0].record.title, "99");
    store.remove_site(other).expect("removed");
    assert_eq!(window(0)[0].record.title, "24");
    assert_eq!(store.count_records(&filter).expect("count"), 25);
}

#[test]
fn streams_follow_the_order_and_stop_when_told() {
    let (store, site) = project();
    fill(&store, site, vec![record("b"), record("c"), record("a")]);
    let mut seen = Vec::new();
    store
        .each_record(&RecordFilter::default(), &mut |r| {
            seen.push(r.record.title);
            seen.len() < 2
        })
        .expect("streamed");
    assert_eq!(seen, ["b", "c"]);
    seen.clear();
    store
        .each_record(&by("title", false), &mut |r| {
            seen.push(r.record.title);
            true
        })
        .expect("streamed");
    assert_eq!(seen, ["a", "b", "c"]);
}

#[test]
fn words_of_both_languages_are_found() {
    let (store, site) = project();
    let page = |name: &str, title: &str, text: &str| Record {
        title: title.to_owned(),
        text: text.to_owned(),
        ..record(name)
    };
    fill(
        &store,
        site,
        vec![
            page("1", "城市公园重新开放", "市民可以免费入园。"),
            page("2", "Markets", "The park was mentioned once; 公开的园区。"),
            page("3", "A new park opens", "Visitors came early to the café."),
        ],
    );
    assert_eq!(titles(&store, &search("公园")), ["城市公园重新开放"]);
    assert_eq!(titles(&store, &search("入园")), ["城市公园重新开放"]);
    // The title has more weight than the text.
    assert_eq!(
        titles(&store, &search("park")),
        ["A new park opens", "Markets"]
    );
    assert_eq!(titles(&store, &search("park once")), ["Markets"]);
    assert_eq!(titles(&store, &search("CAFE")), ["A new park opens"]);
    assert_eq!(titles(&store, &search("absent")), Vec::<String>::new());
    assert_eq!(store.count_records(&search("park")).expect("count"), 2);
    assert_eq!(store.count_records(&search("  ")).expect("count"), 3);
    let sorted = RecordFilter {
        search: Some("park".into()),
        ..by("title", true)
    };
    assert_eq!(titles(&store, &sorted), ["Markets", "A new park opens"]);
    for odd in [
        "\"", "AND", "park OR", "*", "NEAR(", "title:x", "-", "'", "(", "公园*",
    ] {
        assert!(store.records(&search(odd), 0, 9).is_ok(), "{odd}");
    }
    store.remove_site(site).expect("removed");
    assert_eq!(store.count_records(&search("park")).expect("count"), 0);
}
