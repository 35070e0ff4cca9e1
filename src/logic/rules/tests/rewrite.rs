//! Writing changed values back into a rule file.

use proptest::prelude::*;

use super::super::*;

const COMMENTED: &str = r##"# My site
[site]
name = "A"   # its name
kind = "pages"
start = [
    "http://a.example/1",  # first
    "http://a.example/2",  # second
]

# Fields follow
[[field]]
# the headline
name = "title"
required = false  # not yet
select = [ { css = "h1" }, { css = ".title" } ]   # two ways

[[field]]
name = "tags"   # many of them
many = true
select = [{css="a.tag"}]

[content]  # the text
generic = "auto"
"##;

fn file() -> RuleFile {
    parse(COMMENTED).unwrap().file().clone()
}

#[track_caller]
fn check(change: impl Fn(&mut RuleFile), expected: &str) {
    let mut wanted = file();
    change(&mut wanted);
    let written = rewrite(COMMENTED, &wanted).unwrap();
    assert_eq!(written, expected);
    assert_eq!(*parse(&written).unwrap().file(), wanted);
}

#[test]
fn the_same_rule_leaves_the_text_alone() {
    check(|_| {}, COMMENTED);
}

#[test]
fn a_value_changes_in_its_place() {
    check(
        |file| file.site.name = "B".to_owned(),
        &COMMENTED.replace("name = \"A\"   #", "name = \"B\"   #"),
    );
    check(
        |file| file.fields[0].required = true,
        &COMMENTED.replace("required = false", "required = true"),
    );
    check(
        |file| file.fields[0].select[1].css = Some(".headline".to_owned()),
        &COMMENTED.replace(".title", ".headline"),
    );
}

#[test]
fn lists_grow_and_shrink() {
    check(
        |file| file.site.start.push("http://a.example/3".to_owned()),
        &COMMENTED.replace("# second\n", "# second\n    \"http://a.example/3\",\n"),
    );
    check(
        |file| {
            file.fields[0].select.push(Alternative {
                css: Some("title".to_owned()),
                ..Alternative::default()
            })
        },
        &COMMENTED.replace(".title\" } ]", ".title\" }, { css = \"title\" } ]"),
    );
    check(
        |file| {
            file.fields[0].select.remove(0);
        },
        &COMMENTED.replace("{ css = \"h1\" }, ", ""),
    );
}

#[test]
fn sections_come_and_go() {
    let written = rewrite(COMMENTED, &{
        let mut wanted = file();
        wanted.politeness.delay = "3s".to_owned();
        wanted.fields.remove(1);
        wanted
    })
    .unwrap();
    assert!(written.contains("delay = \"3s\""), "{written}");
    assert!(!written.contains("tags"), "{written}");
    assert!(
        written.contains("# the headline") && written.contains("# two ways"),
        "{written}"
    );
}

#[test]
fn fields_change_places_with_their_comments() {
    let mut wanted = file();
    wanted.fields.swap(0, 1);
    let written = rewrite(COMMENTED, &wanted).unwrap();
    assert_eq!(*parse(&written).unwrap().file(), wanted, "{written}");
    let headline = written.find("# the headline").unwrap();
    let tags = written.find("# many of them").unwrap();
    assert!(tags < headline, "{written}");
}

#[test]
fn what_is_no_rule_yet_becomes_one() {
    let text = "# keep me\n[site]\nnmae = \"A\"\nkind = \"pages\"\n";
    let written = rewrite(text, &file()).unwrap();
    assert_eq!(*parse(&written).unwrap().file(), file());
    assert!(written.starts_with("# keep me"), "{written}");
}

#[test]
fn what_is_no_toml_is_refused_with_its_place() {
    let errors = rewrite("[site\nname = 3", &file()).unwrap_err();
    assert_eq!(errors.0[0].line, 1, "{errors}");
}

#[test]
fn a_starter_is_a_rule_whatever_the_name() {
    for name in ["A", "it's \"quoted\" \\ 新闻", "a\tb"] {
        let text = starter(name, "https://www.example.org:8080/news/?a='b'\"c\"");
        let errors = parse(&text).err().map(|e| e.to_string());
        if name.contains('\t') {
            assert!(errors.is_some());
            continue;
        }
        assert_eq!(errors, None, "{text}");
        assert_eq!(parse(&text).unwrap().file().site.name, name);
    }
}

fn word() -> impl Strategy<Value = String> {
    "[a-z][a-z \"'\\\\#=.新]{0,8}[a-z]"
}

fn alternative() -> impl Strategy<Value = Alternative> {
    let take = proptest::option::of(proptest::sample::select(vec![
        "text", "html", "url", "title",
    ]));
    let css = proptest::sample::select(vec!["h1", "a.b", "p > b"]);
    let regex = proptest::sample::select(vec![r"Date: (\d+)", "a'b\"c"]);
    let either = prop_oneof![
        css.prop_map(|c| (Some(c), None)),
        regex.prop_map(|r| (None, Some(r)))
    ];
    (either, take).prop_map(|((css, regex), take)| Alternative {
        css: css.map(str::to_owned),
        xpath: None,
        regex: regex.map(str::to_owned),
        take: take.map(str::to_owned),
    })
}

fn step() -> impl Strategy<Value = TransformStep> {
    let one = |key: &str, value: toml::Value| TransformStep::from([(key.to_owned(), value)]);
    prop_oneof![
        Just(one("trim", true.into())),
        word().prop_map(move |w| one("prefix", w.into())),
        word().prop_map(move |w| one("replace", vec![r"\s+".to_owned(), w].into())),
        (word(), word()).prop_map(move |(a, b)| {
            let map: toml::Table = [(a, toml::Value::String(b))].into_iter().collect();
            one("map", toml::Value::Table(map))
        }),
    ]
}

fn fields() -> impl Strategy<Value = Vec<FieldRule>> {
    let kinds = vec![FieldType::Text, FieldType::Number, FieldType::Html];
    let field = (
        (
            proptest::sample::select(vec!["title", "tags", "价格", "x y"]),
            any::<bool>(),
            any::<bool>(),
        ),
        proptest::collection::vec(alternative(), 1..3),
        proptest::option::of(word()),
        proptest::sample::select(kinds),
        proptest::collection::vec(step(), 0..3),
    );
    let field = field.prop_map(
        |((name, required, many), select, default, kind, transform)| FieldRule {
            name: name.to_owned(),
            select,
            required,
            many,
            default,
            kind,
            transform,
        },
    );
    proptest::collection::vec(field, 0..4).prop_map(|mut fields| {
        let mut names = std::collections::HashSet::new();
        fields.retain(|field| names.insert(field.name.clone()));
        fields
    })
}

fn list() -> impl Strategy<Value = ListRule> {
    (
        alternative(),
        fields(),
        proptest::option::of(1_u32..9),
        proptest::collection::vec(Just(r"/a\d+".to_owned()), 0..2),
    )
        .prop_map(|(link, fields, max_pages, allow)| ListRule {
            item: Some(Alternative {
                css: Some("li".to_owned()),
                ..Alternative::default()
            }),
            link,
            next: max_pages.map(|pages| NextRule {
                xpath: Some("//a[@rel='next']".to_owned()),
                max_pages: Some(pages),
                ..NextRule::default()
            }),
            allow,
            deny: Vec::new(),
            fields,
        })
}

prop_compose! {
    fn files()(
        name in word(),
        list in proptest::option::of(list()),
        fields in fields(),
        retries in 0_u32..4,
        user_agent in proptest::option::of(Just("me".to_owned())),
        generic in proptest::option::of(prop_oneof![
            Just(toml::Value::Boolean(false)),
            Just(toml::Value::String("cevc".to_owned())),
        ]),
        content in proptest::collection::vec(alternative(), 0..2),
        login in proptest::option::of(word()),
        record in any::<bool>(),
    ) -> RuleFile {
        RuleFile {
            site: SiteSection {
                name,
                kind: if list.is_some() { "list" } else { "pages" }.to_owned(),
                start: vec!["https://a.example/".to_owned()],
                language: None,
                timezone: Some("Asia/Tokyo".to_owned()),
            },
            politeness: Politeness { retries, ..Politeness::default() },
            network: Network { user_agent, ..Network::default() },
            login: login.map(|user_field| Login {
                url: "https://a.example/login".to_owned(),
                user_field: Some(user_field),
                ..Login::default()
            }),
            list,
            record: record.then(|| RecordRule {
                item: Alternative { css: Some("div".to_owned()), ..Alternative::default() },
                next: None,
            }),
            fields,
            content: Content { generic, select: content },
            schedule: None,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_what_is_read(first in files(), second in files()) {
        for start in ["", COMMENTED] {
            let text = rewrite(start, &first).unwrap();
            let read = parse(&text).unwrap();
            prop_assert_eq!(read.file(), &first, "{}", text);
            let text = rewrite(&text, &second).unwrap();
            let read = parse(&text).unwrap();
            prop_assert_eq!(read.file(), &second, "{}", text);
        }
    }
}
