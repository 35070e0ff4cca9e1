//! Queries and what they ask.

use proptest::prelude::*;

use super::*;

fn check(typed: &str, find: &str, without: &str) {
    let query = Query::parse(typed);
    let plan = query.plan();
    assert_eq!(plan.find.unwrap_or_default(), find, "{typed}");
    assert_eq!(plan.without.unwrap_or_default(), without, "{typed}");
}

#[test]
fn words_phrases_and_operators() {
    check("rust crawler", r#"("rust" AND "crawler")"#, "");
    check("rust AND crawler", r#"("rust" AND "crawler")"#, "");
    check("rust and crawler", r#"("rust" AND "crawler")"#, "");
    check("a OR b c", r#"("a" OR ("b" AND "c"))"#, "");
    check("a or b c", r#"("a" OR ("b" AND "c"))"#, "");
    check("(a OR b) c", r#"(("a" OR "b") AND "c")"#, "");
    check("a NOT b", r#""a""#, r#""b""#);
    check("a not b", r#""a""#, r#""b""#);
    check("a -b -\"c d\"", r#""a""#, r#"("b" OR "c d")"#);
    check("-b", "", r#""b""#);
    check("a OR (b -c)", r#"("a" OR ("b" NOT "c"))"#, "");
    check("craw*", r#""craw"*"#, "");
    check(r#""two wor"* x"#, r#"("two wor"* AND "x")"#, "");
    check(
        "don't foo-bar C++",
        r#"("don t" AND "foo bar" AND "C")"#,
        "",
    );
    check("预警", r#""预警""#, "");
    check("“引号 内容”", r#""引号 号 内容""#, "");
    check("北京大风预警", r#"("北京" AND "大风" AND "预警")"#, "");
    // In small letters they are words where there is nothing to join.
    check("or", r#""or""#, "");
    check("and more", r#"("and" AND "more")"#, "");
    check("why not", r#"("why" AND "not")"#, "");
    check(
        "\"salt\" \"and\" pepper",
        r#"("salt" AND "and" AND "pepper")"#,
        "",
    );
}

#[test]
fn fields_are_asked_for_alone() {
    check("title:storm", r#"title : "storm""#, "");
    check("标题：大风", r#"title : "大风""#, "");
    check(
        "text:\"wet storm\" x",
        r#"(text : "wet storm" AND "x")"#,
        "",
    );
    let word = |field: &str, word: &str| indexed_terms::tagged(field, word);
    check(
        "author:gull",
        &format!("\"{}\"", word("author", "gull")),
        "",
    );
    check(
        "company:\"Acme Corp\"",
        &format!(
            "\"{} {}\"",
            word("company", "Acme"),
            word("company", "Corp")
        ),
        "",
    );
    check(
        "company:acm*",
        &format!("\"{}\"*", word("company", "acm")),
        "",
    );
    check(
        "company:(acme or bolt)",
        &format!(
            "(\"{}\" OR \"{}\")",
            word("company", "acme"),
            word("company", "bolt")
        ),
        "",
    );
    check("-公司:海港", "", &format!("\"{}\"", word("公司", "海港")));
    check("company:*", &filled_expression("company"), "");
    check("12:30 http://a.b/c", r#"("12 30" AND "http a b c")"#, "");
}

fn tests_of(typed: &str) -> Vec<QueryNode> {
    Query::parse(typed).plan().rest
}

#[test]
fn numbers_and_days_compare() {
    let number = |low, high| {
        let range = NumberRange { low, high };
        [QueryNode::Test(QueryTest::Number(
            "price".to_owned(),
            range,
        ))]
    };
    for typed in [
        "price:<3",
        "price<3",
        "price:< 3",
        "price:＜3",
        "price：<€3",
    ] {
        assert_eq!(tests_of(typed), number(None, Some((3.0, false))), "{typed}");
    }
    assert_eq!(tests_of("price:>=2.5"), number(Some((2.5, true)), None));
    assert_eq!(tests_of("price:≥2,5"), number(Some((2.5, true)), None));
    let between = number(Some((2.0, true)), Some((5.0, true)));
    let [QueryNode::Any(parts)] = &tests_of("price:2..5")[..] else {
        panic!("{:?}", tests_of("price:2..5"));
    };
    assert_eq!(parts[..1], between);
    let day = |text: &str| -> Option<jiff::civil::Date> { text.parse().ok() };
    for (typed, from, until) in [
        ("date:2026-11", "2026-11-01", "2026-12-01"),
        ("date:>2026-11-01", "2026-11-02", ""),
        ("date:<=2026-11", "", "2026-12-01"),
        ("日期:2026年11月", "2026-11-01", "2026-12-01"),
        ("date:2026-01..2026-03", "2026-01-01", "2026-04-01"),
    ] {
        let (from, until) = (day(from), day(until));
        let range = DayRange { from, until };
        assert_eq!(
            tests_of(typed),
            [QueryNode::Test(QueryTest::Date(range))],
            "{typed}"
        );
    }
    assert_eq!(
        tests_of("storm site:\"Harbour Gazette\" after:2026-03 -tag:done lang:ZH"),
        [
            QueryNode::Test(QueryTest::Site("Harbour Gazette".to_owned())),
            QueryNode::Test(QueryTest::After(jiff::civil::date(2026, 3, 1))),
            QueryNode::Not(Box::new(QueryNode::Test(QueryTest::Tag("done".to_owned())))),
            QueryNode::Test(QueryTest::Language("zh".to_owned())),
        ]
    );
}

#[test]
fn mistakes_say_where_they_are() {
    let own = ["price".to_owned(), "company".to_owned()];
    let check = |typed: &str, expected: &[(&str, usize)], is_fatal: bool| {
        let query = Query::parse_with(typed, &own);
        let told = query.problems.iter().map(|problem| {
            let message = problem.message();
            (message.id, problem.at.start)
        });
        let expected = expected.iter().map(|(id, at)| (format!("query-{id}"), *at));
        assert_eq!(
            told.collect::<Vec<_>>(),
            expected.collect::<Vec<_>>(),
            "{typed}"
        );
        assert_eq!(
            query.problems.iter().any(QueryProblem::is_fatal),
            is_fatal,
            "{typed}"
        );
        assert!(!is_fatal || query.is_blank(), "{typed}");
    };
    check("tram \"open", &[("unclosed-quote", 5)], false);
    check("(tram", &[("unclosed-bracket", 0)], false);
    check("tram)", &[("extra-bracket", 4)], false);
    check("tram OR", &[("nothing-to-join", 5)], false);
    check("AND tram", &[("nothing-to-join", 0)], false);
    check("tram title:", &[("no-value", 5)], false);
    check("price:", &[("no-value", 0)], false);
    check("price:<cheap", &[("not-a-number", 0)], true);
    check("date:soon", &[("not-a-date", 0)], true);
    check("author:<3", &[("not-compared", 0)], true);
    check("tram compny:acme", &[("unknown-field-near", 5)], true);
    check("zzz:acme", &[("unknown-field", 0)], true);
    check("!?", &[("no-words", 0)], false);
    check("Price:<3 COMPANY:acme", &[], false);
    check("note: tram", &[], false);
    check(&"字 ".repeat(100), &[("too-long", 128)], false);
}

#[test]
fn nonsense_asks_for_nothing() {
    for typed in [
        "", "  ", "\"", "\"\"", "*", "!?", "((", "))", "AND", "OR", "NOT", "-", "，。", "\u{301}",
        "site:", "OR OR", "()", "NOT ()",
    ] {
        let query = Query::parse(typed);
        assert!(query.is_blank(), "{typed}");
        let told = !query.problems.is_empty();
        assert_eq!(
            told,
            !typed.trim().is_empty(),
            "{typed}: nothing without a word"
        );
    }
    check(") a", r#""a""#, "");
    check("\"open end", r#""open end""#, "");
    check("nul\0byte; --", r#""nul byte""#, "");
    let deep = format!("{}x", "(".repeat(10_000));
    assert!(Query::parse(&deep).is_blank());
    assert!(!Query::parse(&"字 ".repeat(10_000)).is_blank());
}

#[test]
fn searches_of_earlier_versions_mean_the_same() {
    for (former, now) in [
        ("rust crawler", "rust crawler"),
        ("trick or treat", "trick \"or\" treat"),
        ("a OR b", "a OR b"),
        ("a OR b site:x", "(a OR b) site:x"),
        (
            "a -tag:\"two words\" OR b c",
            "(a  OR b c) -tag:\"two words\"",
        ),
        ("a OR -b", "a"),
        ("-b OR a", "a"),
        ("a －b", "a \"－b\""),
        ("Re:hello", "\"Re:hello\""),
        ("-foo:ba*", "-\"foo:ba\"*"),
        ("site:news tag:\"two words\"", "site:news tag:\"two words\""),
        ("after:2026-03 after:soon", "after:2026-03 \"after:soon\""),
        ("12:30", "\"12:30\""),
        ("title:\"x y\"", "\"title:\" \"x y\""),
        ("“北京 大风”", "\"北京 大风\""),
        ("\"open end", "\"open end\""),
        ("site:", ""),
        ("a<3", "\"a<3\""),
    ] {
        assert_eq!(from_former_syntax(former), now, "{former}");
    }
    check(
        &from_former_syntax("to be or not"),
        r#"("to" AND "be" AND "or" AND "not")"#,
        "",
    );
}

proptest! {
    /// The store's tests run SQLite itself; here: strings and parentheses are balanced, and what
    /// asks for nothing says so.
    #[test]
    fn no_input_breaks_an_expression(
        typed in "(\\PC|[\"*() :<>=.^{}+-]|AND|OR|NOT|or|not|NEAR|title:|date:|price:<|\0|中|3){0,24}"
    ) {
        let query = Query::parse(&typed);
        let plan = query.plan();
        for expression in [plan.find, plan.without].into_iter().flatten() {
            prop_assert_eq!(expression.matches('"').count() % 2, 0, "{}", expression);
            let bare: String = expression.split('"').step_by(2).collect();
            let bare = bare.replace("title :", "").replace("text :", "");
            prop_assert!(bare.chars().all(|c| " ()*ANDORT".contains(c)), "{}", bare);
            prop_assert_eq!(bare.matches('(').count(), bare.matches(')').count());
        }
        let length = typed.chars().count();
        for problem in &query.problems {
            prop_assert!(problem.at.start <= problem.at.end && problem.at.end <= length);
        }
        prop_assert!(!query.is_blank() || !query.problems.is_empty() || typed.trim().is_empty());
        let former = Query::parse(&from_former_syntax(&typed));
        prop_assert!(!former.problems.iter().any(QueryProblem::is_fatal), "{:?}", former.problems);
        for cursor in 0..=length {
            if let Some(completion) = completion_at(&typed, cursor, &[]) {
                let (_, after) = completion.apply(&typed, "x y");
                prop_assert!(after > completion.at.start);
            }
        }
    }
}
