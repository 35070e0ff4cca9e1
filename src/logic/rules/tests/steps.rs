//! The results of transform steps in sequence, and that none of them can do harm.

use jiff::Timestamp;
use proptest::prelude::*;
use url::Url;

use super::super::*;
use crate::page::Page;

fn now() -> Timestamp {
    "2026-03-18T12:30:00Z".parse().unwrap()
}

fn page() -> Page {
    Page::parse("<p>", &Url::parse("http://a.example/b/").unwrap())
}

fn rule(field: &str) -> Rule {
    let text = format!(
        "[site]\nname = \"A\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n\
         [[field]]\nname = \"v\"\nselect = [{{ css = \"p\" }}]\n{field}"
    );
    parse(&text).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

fn trace(field: &str, inputs: &[&str]) -> Vec<(String, Vec<String>)> {
    let inputs: Vec<String> = inputs.iter().map(|text| (*text).to_owned()).collect();
    rule(field)
        .trace_field("v", &inputs, &page(), now())
        .unwrap()
}

#[test]
fn every_step_shows_what_it_made() {
    let steps = trace(
        r#"type = "number"
transform = [{ split = ";" }, { replace = ['\s*pcs', ""] }, { part = -1 }, { suffix = "k" }]"#,
        &["1 pcs; 2 pcs", "3 pcs"],
    );
    let shown: Vec<(&str, Vec<&str>)> = steps
        .iter()
        .map(|(step, values)| (step.as_str(), values.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(
        shown,
        [
            ("split = \";\"", vec!["1 pcs", "2 pcs", "3 pcs"]),
            ("replace = ['\\s*pcs', \"\"]", vec!["1", "2", "3"]),
            ("part = -1", vec!["3"]),
            ("suffix = \"k\"", vec!["3k"]),
            ("type = \"number\"", vec!["3000"]),
        ]
    );
}

#[test]
fn list_fields_and_nested_ones_are_traced_by_their_path() {
    let text = "[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"http://a.example/\"]\n\
        [list]\nitem = { css = \"li\" }\nlink = { css = \"a\" }\n\
        [[list.field]]\nname = \"n\"\nselect = [{ css = \"i\" }]\ntransform = [{ case = \"upper\" }]\n\
        [[field]]\nname = \"c\"\nitem = { css = \"li\" }\n\
        [[field.field]]\nname = \"n\"\nselect = [{ css = \"b\" }]\ntransform = [{ case = \"title\" }]";
    let rule = parse(text).unwrap();
    let last = |name: &str| {
        let steps = rule.trace_field(name, &["ab".to_owned()], &page(), now())?;
        steps.last().map(|(_, values)| values.join(","))
    };
    assert_eq!(last("list.n").as_deref(), Some("AB"));
    assert_eq!(last("c.n").as_deref(), Some("Ab"));
    assert_eq!(last("n"), None);
}

#[test]
fn steps_cannot_outgrow_memory() {
    let double = r#"{ replace = ['(?s)^(.*)$', "$1$1"] }"#;
    let field = format!("transform = [{}]", [double; 40].join(", "));
    let steps = trace(&field, &["abc"]);
    assert!(
        steps
            .iter()
            .all(|(_, values)| values.iter().map(String::len).sum::<usize>() < 50_000_000)
    );
    let many = format!(
        "transform = [{{ replace = ['x?', \"{}\"] }}, {{ prefix = \"{0}\" }}]",
        "x".repeat(4_000)
    );
    let value = "y".repeat(100_000);
    assert!(
        trace(&many, &[&value])[0].1.is_empty(),
        "too long to be kept"
    );
}

#[test]
fn patterns_that_are_too_much_are_refused_with_a_reason() {
    for pattern in ["(a{1000}){1000}", "(((", "(?<n>a)(?<n>b)", r"(?=look)"] {
        for field in [
            format!("select = [{{ regex = '{pattern}' }}]"),
            format!(
                "select = [{{ css = \"p\" }}]\ntransform = [{{ replace = ['{pattern}', \"\"] }}]"
            ),
        ] {
            let text = format!(
                "[site]\nname = \"A\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n[[field]]\nname = \"v\"\n{field}"
            );
            let errors = parse(&text)
                .err()
                .map(|errors| errors.0)
                .unwrap_or_default();
            assert_eq!(errors.len(), 1, "{field}");
            assert!(
                errors[0].line > 5 && errors[0].to_string().len() > 30,
                "{field}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_step_panics_on_any_value(
        values in proptest::collection::vec("\\PC{0,24}|[0-9 .,:/年月日时分-]{0,24}", 0..4),
        place in -3_i64..4,
        kind in proptest::sample::select(vec!["text", "number", "date", "url", "html", "image", "bool"]),
    ) {
        let place = if place == 0 { 1 } else { place };
        let field = format!(
            "type = \"{kind}\"\ntransform = [{{ trim = true }}, {{ split = \"-\" }}, {{ part = {place} }}, \
             {{ strip_tags = true }}, {{ replace = ['(\\w)(\\d)?', \"$2$1\"] }}, {{ case = \"title\" }}, \
             {{ map = {{ \"A\" = \"b\" }} }}, {{ collapse = true }}, {{ join = \"|\" }}]"
        );
        let rule = rule(&field);
        prop_assert!(rule.trace_field("v", &values, &page(), now()).is_some());
        for step in ["number = true", "date = true", "date = \"%d|%m|%Y\"", "absolute_url = true"] {
            let rule = rule_with(step, kind);
            prop_assert!(rule.trace_field("v", &values, &page(), now()).is_some());
        }
    }
}

fn rule_with(step: &str, kind: &str) -> Rule {
    rule(&format!("type = \"{kind}\"\ntransform = [{{ {step} }}]"))
}
