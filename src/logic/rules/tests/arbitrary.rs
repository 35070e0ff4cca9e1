//! Rule files of every shape, for property tests of parsing and writing.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::super::*;
use crate::model::SourceKind;

fn word() -> impl Strategy<Value = String> {
    "[a-z][a-z \"'\\\\#=.新]{0,8}[a-z]"
}

fn text(texts: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    select(texts).prop_map(|text| Some(text.to_owned()))
}

/// An alternative that finds elements or text, with the value to take.
fn taking(takes: &'static [&'static str]) -> BoxedStrategy<Alternative> {
    let way = prop_oneof![
        text(&["h1", "a.b", "p > b", "[title='x\"y']"]).prop_map(|css| Alternative {
            css,
            ..Alternative::default()
        }),
        text(&["//h1", ".//a[@rel='next']"]).prop_map(|xpath| Alternative {
            xpath,
            ..Alternative::default()
        }),
    ];
    (way, option::of(select(takes)))
        .prop_map(|(way, take)| Alternative {
            take: take.map(str::to_owned),
            ..way
        })
        .boxed()
}

fn regex() -> BoxedStrategy<Alternative> {
    let group = prop_oneof![
        Just(GroupName::Number(0)),
        Just(GroupName::Number(1)),
        Just(GroupName::Name("day".to_owned())),
    ];
    let on = select(vec!["source", "text"]);
    (option::of(group), option::of(on))
        .prop_map(|(group, on)| Alternative {
            regex: Some(r#"(?<day>\d+)'"x"#.to_owned()),
            on: on.map(str::to_owned),
            group,
            ..Alternative::default()
        })
        .boxed()
}

fn plain() -> BoxedStrategy<Alternative> {
    let labels = prop_oneof![
        word().prop_map(Labels::One),
        proptest::collection::vec(word(), 1..3).prop_map(Labels::Many),
    ];
    prop_oneof![
        labels.prop_map(|labels| Alternative {
            label: Some(labels),
            ..Alternative::default()
        }),
        word().prop_map(|constant| Alternative {
            constant: Some(constant),
            ..Alternative::default()
        }),
        text(&["url", "fetched_at", "title", "modified", "tags", "markdown"]).prop_map(|page| {
            Alternative {
                page,
                ..Alternative::default()
            }
        }),
        text(&["$.a[*].b", "$['x y']"]).prop_map(|jsonpath| Alternative {
            jsonpath,
            ..Alternative::default()
        }),
    ]
    .boxed()
}

fn alternative() -> BoxedStrategy<Alternative> {
    prop_oneof![
        taking(&["text", "html", "markdown", "url", "title"]),
        regex(),
        plain()
    ]
    .boxed()
}

fn step() -> BoxedStrategy<TransformStep> {
    let one = |key: &str, value: toml::Value| TransformStep::from([(key.to_owned(), value)]);
    prop_oneof![
        Just(one("trim", true.into())),
        Just(one("part", (-1).into())),
        word().prop_map(move |w| one("prefix", w.into())),
        word().prop_map(move |w| one("replace", vec![r"\s+".to_owned(), w].into())),
        (word(), word()).prop_map(move |(a, b)| {
            let map: toml::Table = [(a, toml::Value::String(b))].into_iter().collect();
            one("map", toml::Value::Table(map))
        }),
    ]
    .boxed()
}

fn field() -> BoxedStrategy<FieldRule> {
    let kinds = vec![
        FieldType::Text,
        FieldType::Number,
        FieldType::Html,
        FieldType::Image,
        FieldType::Bool,
    ];
    (
        (
            select(vec!["title", "tags", "价格", "x y"]),
            any::<bool>(),
            any::<bool>(),
        ),
        proptest::collection::vec(alternative(), 1..3),
        option::of(word()),
        select(kinds),
        proptest::collection::vec(step(), 0..3),
    )
        .prop_map(
            |((name, required, many), select, default, kind, transform)| FieldRule {
                name: name.to_owned(),
                select,
                required,
                many,
                default,
                kind,
                transform,
                ..FieldRule::default()
            },
        )
        .boxed()
}

fn table() -> impl Strategy<Value = FieldRule> {
    any::<bool>().prop_map(|many| FieldRule {
        name: "table".to_owned(),
        select: vec![Alternative {
            css: Some("table".to_owned()),
            take: Some("table".to_owned()),
            ..Alternative::default()
        }],
        many,
        ..FieldRule::default()
    })
}

fn distinct(mut fields: Vec<FieldRule>) -> Vec<FieldRule> {
    let mut names = std::collections::HashSet::new();
    fields.retain(|field| names.insert(field.name.clone()));
    fields
}

fn nested() -> BoxedStrategy<FieldRule> {
    let fields = proptest::collection::vec(field(), 1..3);
    (fields, any::<bool>(), taking(&["text"]))
        .prop_map(|(fields, required, item)| FieldRule {
            name: "comments".to_owned(),
            item: Some(Alternative { take: None, ..item }),
            required,
            fields: distinct(fields),
            ..FieldRule::default()
        })
        .boxed()
}

fn fields() -> BoxedStrategy<Vec<FieldRule>> {
    let any_field = prop_oneof![4 => field(), 1 => table(), 1 => nested()];
    proptest::collection::vec(any_field, 0..4)
        .prop_map(distinct)
        .boxed()
}

/// An item, a link or a next page, with what is tried after it.
fn with_fallbacks(way: BoxedStrategy<Alternative>) -> BoxedStrategy<Alternative> {
    (way.clone(), proptest::collection::vec(way, 0..3))
        .prop_map(|(way, fallbacks)| Alternative { fallbacks, ..way })
        .boxed()
}

fn next() -> BoxedStrategy<NextRule> {
    let link = with_fallbacks(taking(&["href", "url"]));
    let link = (link, option::of(1_u32..9));
    let counted = (option::of(1_u32..3), option::of(5_u32..9));
    prop_oneof![
        link.prop_map(|(way, most)| NextRule::found_by(way, most)),
        Just(NextRule::auto()),
        (2_u32..9).prop_map(|most| NextRule {
            max_pages: Some(most),
            ..NextRule::auto()
        }),
        counted.prop_map(|(from, to)| NextRule {
            pages: Some("?page={n}".to_owned()),
            from,
            to,
            step: from,
            ..NextRule::default()
        }),
    ]
    .boxed()
}

fn list() -> BoxedStrategy<ListRule> {
    let allow = proptest::collection::vec(Just(r"/a\d+".to_owned()), 0..2);
    (
        with_fallbacks(taking(&["href", "url"])),
        fields(),
        option::of(next()),
        allow,
        any::<bool>(),
        option::of(with_fallbacks(taking(&["title", "text"]))),
    )
        .prop_map(|(link, fields, next, allow, partial, changed)| ListRule {
            item: Some(Alternative {
                css: Some("li".to_owned()),
                ..Alternative::default()
            }),
            link,
            changed,
            next,
            filter: LinkFilter {
                allow,
                deny: Vec::new(),
            },
            partial,
            fields,
        })
        .boxed()
}

fn content(record: bool) -> BoxedStrategy<Content> {
    let generic = option::of(prop_oneof![
        Just(toml::Value::Boolean(false)),
        Just(toml::Value::String("cevc".to_owned())),
    ]);
    let strip = taking(&["text"]).prop_map(|way| Alternative { take: None, ..way });
    (
        generic,
        proptest::collection::vec(alternative(), 0..2),
        proptest::collection::vec(strip, 0..3),
        option::of(next()),
        option::of(with_fallbacks(taking(&["href"]))),
    )
        .prop_map(move |(generic, select, strip, next, single_page)| Content {
            format: None,
            generic,
            check: false,
            fields_only: record,
            select,
            strip,
            next: next.filter(|_| !record),
            single_page,
        })
        .boxed()
}

fn network() -> BoxedStrategy<Network> {
    let header = (select(vec!["Referer", "Accept-Language"]), "[a-z]{1,5}");
    let headers = proptest::collection::btree_map(header.0.prop_map(str::to_owned), header.1, 0..2);
    let fetch = select(FetchMode::ALL.to_vec());
    (
        option::of(Just("me".to_owned())),
        headers,
        any::<bool>(),
        fetch,
    )
        .prop_map(|(user_agent, headers, private, fetch)| Network {
            private,
            fetch,
            user_agent,
            headers,
            ..Network::default()
        })
        .boxed()
}

prop_compose! {
    fn site()(
        name in word(),
        ranges in any::<bool>(),
        zone in option::of(Just("Asia/Tokyo".to_owned())),
    ) -> SiteSection {
        let start = if ranges { "https://a.example/[01-20:3]/[a-c]" } else { "https://a.example/" };
        SiteSection {
            name,
            kind: SourceKind::default(),
            start: vec![start.to_owned()],
            language: None,
            timezone: zone,
            tags: Vec::new(),
        }
    }
}

prop_compose! {
    /// Valid rule files of every shape.
    pub(super) fn files()(record in any::<bool>())(
        site in site(),
        list in option::of(list()),
        fields in fields(),
        retries in 0_u32..4,
        quiet in option::of(Just("22:00-06:00".to_owned())),
        network in network(),
        content in content(record),
        login in option::of(word()),
        record_next in option::of(next()),
        replace in proptest::collection::vec((word(), word()), 0..3),
        record in Just(record),
    ) -> RuleFile {
        RuleFile {
            site: SiteSection {
                kind: if list.is_some() { SourceKind::List } else { SourceKind::Pages },
                ..site
            },
            politeness: Politeness { retries, quiet, ..Politeness::default() },
            network,
            login: login.map(|user_field| Login {
                url: "https://a.example/login".to_owned(),
                user_field: Some(user_field),
                ..Login::default()
            }),
            list,
            record: record.then(|| RecordRule {
                item: Alternative { css: Some("div".to_owned()), ..Alternative::default() },
                next: record_next,
            }),
            fields,
            content,
            page: PageSection { replace },
            ..RuleFile::default()
        }
    }
}
