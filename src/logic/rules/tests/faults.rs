//! What the checker accepts, and where and how it rejects.

use super::super::*;
use crate::messages::{Catalogue, Language};

/// The example from the design, verbatim.
const EXAMPLE: &str = r##"# rules/example-news.toml — one site
[site]
name = "Example News"
kind = "list"                    # list | feed | sitemap | search | api | pages | crawl
start = ["http://127.0.0.1:18600/"]
language = "en"
[politeness]
delay = "2s"                     # robots.txt crawl-delay wins when longer
concurrency = 1
[network]
proxy = "pool"                   # none | pool | one by name
local_address = "127.0.0.1"      # optional: the address to send from
[list]
item = { css = "article" }
link = { css = "h2 a", take = "href" }
next = { css = "a.next", take = "href", max_pages = 8 }
allow = ['/a\d+-']
[[field]]
name = "title"
select = [ { css = "h1.entry-title" }, { xpath = "//article//h1" } ]   # alternatives, tried in order
required = true
[[field]]
name = "date"
select = [ { css = "abbr.published", take = "title" }, { regex = 'Date: ([\d-]+)' } ]
type = "date"
transform = [ { trim = true } ]
[content]                        # goes to the column text
generic = "auto"                 # or a method's name, or false; also the fallback when required fields miss
select = [ { css = ".entry-content" } ]   # optional, tried first
[schedule]
cron = "*/20 8-20 * * 1-5"
timezone = "Asia/Shanghai"
priority = 7
"##;

pub(super) const SITE: &str =
    "[site]\nname = \"A\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n";

/// Checks that `text` has exactly the faults `line:column id`, in this order, and that both
/// languages have texts for them.
#[track_caller]
pub(super) fn check(text: &str, expected: &[&str]) {
    let errors = match parse(text) {
        Ok(_) => RuleErrors::default(),
        Err(errors) => errors,
    };
    let found: Vec<String> = errors
        .0
        .iter()
        .map(|e| format!("{}:{} {}", e.line, e.column, e.message.id))
        .collect();
    assert_eq!(found, expected, "{errors}\nin\n{text}");
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        for error in &errors.0 {
            let text = catalogue.text(&error.message);
            assert!(!text.contains("[rules-") && !text.contains("{$"), "{text}");
        }
    }
}

/// As [`check`] for lines appended to a valid site (which takes up four lines).
#[track_caller]
pub(super) fn check_after_site(lines: &str, expected: &[&str]) {
    check(&format!("{SITE}{lines}"), expected);
}

#[test]
fn the_example_of_the_design_is_accepted() {
    let rule = parse(EXAMPLE).unwrap();
    assert_eq!(
        rule.start().next().unwrap().as_str(),
        "http://127.0.0.1:18600/"
    );
    assert_eq!(rule.delay(), std::time::Duration::from_secs(2));
    assert_eq!(rule.generic_method(), Some("auto"));
    assert!(rule.columns().is_empty());
    let file = rule.file();
    assert_eq!(file.fields.len(), 2);
    assert_eq!(file.fields[1].kind, FieldType::Date);
    assert_eq!(file.fields[0].select.len(), 2);
    assert_eq!(
        file.list.as_ref().unwrap().next.as_ref().unwrap().max_pages,
        Some(8)
    );
    assert_eq!(file.schedule.as_ref().unwrap().priority, Some(7));
    assert_eq!(*file, toml::from_str::<RuleFile>(EXAMPLE).unwrap());
}

#[test]
fn rules_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Rule>();
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let text = format!("\u{feff}{}", EXAMPLE.replace('\n', "\r\n"));
    assert_eq!(parse(&text).unwrap().file(), parse(EXAMPLE).unwrap().file());
}

#[test]
fn columns_are_the_rules_own_fields() {
    let rule = parse(
        r#"
[site]
name = "A"
kind = "list"
start = ["http://a.example/"]
[list]
item = { css = "li" }
link = { css = "a" }
[[list.field]]
name = "rank"
select = [{ css = "b" }]
[[list.field]]
name = "tags"
select = [{ css = "i" }]
[[field]]
name = "title"
select = [{ css = "h1" }]
[[field]]
name = "tags"
select = [{ css = ".tag" }]
many = true
[content]
generic = false
"#,
    )
    .unwrap();
    assert_eq!(rule.columns(), ["tags", "rank"]);
    assert_eq!(rule.generic_method(), None);
}

#[test]
fn every_fault_is_found_at_once() {
    check(
        r#"[site]
nam = "A"
kind = "lst"
start = ["ftp://a.example/", "news.html"]
[politeness]
delay = 2
[list]
item = { css = "li", take = "text" }
link = { css = "a[" }
[[field]]
name = "title"
selct = [ { css = "h1" } ]
"#,
        &[
            "1:1 rules-missing-key",
            "2:1 rules-unknown-key",
            "3:8 rules-kind-unknown",
            "4:10 rules-url-scheme",
            "4:30 rules-url-relative",
            "6:9 rules-wrong-type",
            "8:8 rules-item-take",
            "9:18 rules-selector-css",
            "10:1 rules-missing-key",
            "12:1 rules-unknown-key",
        ],
    );
}

#[test]
fn nothing_at_all_is_no_rule() {
    check("", &["1:1 rules-missing-site"]);
    check(
        "[sites]\n",
        &["1:1 rules-missing-site", "1:2 rules-unknown-section"],
    );
    check("site = 3", &["1:8 rules-wrong-type"]);
}

#[test]
fn the_site_section() {
    let check_site = |lines: &str, expected: &[&str]| check(&format!("[site]\n{lines}"), expected);
    check_site("name = \"A\"\nkind = \"pages\"", &["1:1 rules-missing-key"]);
    check_site(
        "name = \" \"\nkind = \"pages\"\nstart = []",
        &["2:8 rules-blank", "4:9 rules-start-none"],
    );
    check_site(
        "name = \"A\"\nkind = \"feed\"\nstart = \"http://a.example/\"",
        &["4:9 rules-wrong-type"],
    );
    check_site(
        "name = \"A\\nB\"\nkind = \"crawl\"\nstart = [\"http://ann:x@a.example/\", 'http://']",
        &[
            "2:8 rules-name-control",
            "4:10 rules-url-secret",
            "4:37 rules-url",
        ],
    );
    check_after_site(
        "language = \"english!\"\ntimezone = \"Asia/Peking\"",
        &["5:12 rules-language", "6:12 rules-timezone"],
    );
    check_after_site("language = \"zh-CN\"\ntimezone = \"Asia/Shanghai\"", &[]);
}

#[test]
fn a_list_belongs_to_its_kind() {
    let list = SITE.replace("pages", "list");
    check(&list, &["1:1 rules-missing-list"]);
    check(&format!("{list}[list]\n"), &["5:1 rules-missing-key"]);
    check_after_site("[list]\nlink = { css = \"a\" }", &["5:2 rules-list-unused"]);
    check(
        &format!(
            "{list}[list]\nlink = {{ css = \"a\" }}\n[[list.field]]\nname = \"x\"\nselect = [{{ css = \"b\" }}]"
        ),
        &["7:8 rules-list-field-item"],
    );
    check(
        &format!(
            "{list}[list]\nitem = {{ regex = \"<li>\" }}\nlink = {{ css = \"a\" }}\nnext = {{ take = \"href\", max_pages = 0 }}\nallow = ['a', '(b']\ndeny = 'c'"
        ),
        &[
            "6:8 rules-item-regex",
            "8:8 rules-alternative-none",
            "8:37 rules-range",
            "9:16 rules-pattern",
            "10:8 rules-wrong-type",
        ],
    );
}

#[test]
fn sections_about_asking() {
    check_after_site(
        "[politeness]\ndelay = \"2x\"\nconcurrency = 0\nrobots = \"no\"\nretries = -1",
        &[
            "6:9 rules-duration",
            "7:15 rules-range",
            "8:10 rules-wrong-type",
            "9:11 rules-range",
        ],
    );
    check_after_site(
        "[politeness]\ndelay = \"25h\"",
        &["6:9 rules-duration-long"],
    );
    check_after_site(
        "[politeness]\nquiet = \"22-6\"\nadaptive = 1",
        &["6:9 rules-quiet", "7:12 rules-wrong-type"],
    );
    check_after_site(
        "[network]\nproxy = \"\"\nlocal_address = \"localhost\"\nuser_agent = \"鸟\"\nprivate = 1\nfetch = \"ftp\"",
        &[
            "6:9 rules-blank",
            "7:17 rules-local-address",
            "8:14 rules-user-agent",
            "9:11 rules-wrong-type",
            "10:9 rules-fetch",
        ],
    );
    check_after_site(
        "[login]\nform = \"form[\"\nalways = 1",
        &[
            "5:1 rules-missing-key",
            "6:13 rules-selector-css",
            "7:10 rules-wrong-type",
        ],
    );
    check_after_site(
        "[schedule]\ncron = \"61 * * * *\"\ntimezone = \"Mars\"\npriority = 10",
        &["6:9 rules-cron", "7:12 rules-timezone", "8:12 rules-range"],
    );
}

#[test]
fn fields() {
    let field = |lines: &str| format!("[[field]]\nname = \"x\"\n{lines}");
    let select = "select = [{ css = \"b\" }]";
    check_after_site(&field("select = []"), &["7:1 rules-select-none"]);
    check_after_site(&field("select = [{}]"), &["7:11 rules-alternative-none"]);
    check_after_site(
        &field("select = [{ css = \"b\", regex = \"c\" }]"),
        &["7:11 rules-alternative-two"],
    );
    check_after_site(
        &field("select = [{ css = \"b\", take = \"a b\" }]"),
        &["7:31 rules-take"],
    );
    check_after_site(
        &field(&format!("{select}\ntype = \"dat\"")),
        &["8:8 rules-type-unknown"],
    );
    check_after_site(
        &format!("{}\n{}", field(select), field(select)),
        &["9:8 rules-field-twice"],
    );
    check_after_site(
        &field(select).replace("\"x\"", "\"fetched_at\""),
        &["6:8 rules-field-reserved"],
    );
    check_after_site(
        &field(select).replace("\"x\"", "\"url\""),
        &["6:8 rules-field-url"],
    );
    check_after_site(
        &field(select).replace("\"x\"", "\"a,b\""),
        &["6:8 rules-field-name"],
    );
    check_after_site("field = 3", &["5:1 rules-unknown-key"]);
    check_after_site("[field]\nname = \"x\"", &["5:1 rules-wrong-type"]);
}

#[test]
fn transform_steps() {
    let steps = |steps: &str| {
        format!("[[field]]\nname = \"x\"\nselect = [{{ css = \"b\" }}]\ntransform = [{steps}]")
    };
    check_after_site(
        &steps(
            "{trim=true},{collapse=true},{replace=['a(b)','$1']},{split=';'},{part=-1},{join=', '},\
             {case='title'},{prefix='a'},{suffix='b'},{number=true},{date=true},{date='%Y'},\
             {absolute_url=true},{strip_tags=true},{map={a='b'}}",
        ),
        &[],
    );
    check_after_site(&steps("{ strip = true }"), &["8:16 rules-step-unknown"]);
    check_after_site(
        &steps("{ trim = true, number = true }"),
        &["8:14 rules-step-keys"],
    );
    check_after_site(&steps("'trim'"), &["8:14 rules-wrong-type"]);
    check_after_site(&steps("{replace=['(a','b']}"), &["8:25 rules-pattern"]);
    for argument in [
        "trim=false",
        "replace='a'",
        "part=0",
        "case='camel'",
        "map=1",
        "date=2",
        "split=''",
    ] {
        let at = 15 + argument.find('=').unwrap_or(0);
        let expected = format!("8:{} rules-step-argument", at + 1);
        check_after_site(&steps(&format!("{{{argument}}}")), &[&expected]);
    }
}

#[test]
fn content() {
    check_after_site("[content]\ngeneric = \"atuo\"", &["6:11 rules-method"]);
    check_after_site("[content]\ngeneric = true", &["6:11 rules-wrong-type"]);
    check_after_site(
        "[content]\nselect = [{ xpath = \"//a[\" }, { css = \"p\" }]",
        &["6:25 rules-selector-xpath"],
    );
}

#[test]
fn selector_faults_point_into_the_selector() {
    // After Chinese characters, which are one column each.
    check_after_site(
        "[[field]]\nname = \"标题\"\nselect = [{ css = \"p\" }, { css = \".文章 >> b\" }]",
        &["7:40 rules-selector-css"],
    );
    // Escapes shift positions, so the string's start is used.
    check_after_site(
        "[[field]]\nname = \"x\"\nselect = [{ regex = \"\\u0041(\" }]",
        &["7:21 rules-selector-regex"],
    );
}

#[test]
fn syntax_faults_do_not_hide_others() {
    check(
        "[site]\nname = \"A\"\nkind = \"list\nstart = [\"ftp://a.example/\"]\n",
        &["3:13 rules-syntax-quote", "4:10 rules-url-scheme"],
    );
    check_after_site(
        "[[field]]\nname = \"x\"\nselect = [{ regex = \"\\d\" }]",
        &["7:23 rules-syntax-escape"],
    );
    check_after_site("kind = \"pages\"", &["5:1 rules-syntax-duplicate"]);
}

#[test]
fn a_misspelt_key_is_recognised() {
    let errors = parse(&format!("{SITE}[politness]\ndelay = \"1s\"")).unwrap_err();
    let text = errors.to_string();
    assert!(text.contains("Line 5, column 2"), "{text}");
    assert!(text.contains("politeness"), "{text}");
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,80}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_damage_to_the_example_makes_it_panic(at in 0..EXAMPLE.len(), with in "\\PC?") {
        let mut text = EXAMPLE.to_owned();
        if text.is_char_boundary(at) {
            text.insert_str(at, &with);
            text = text.chars().filter(|c| *c != '"' || at % 3 > 0).collect();
        }
        if let Err(errors) = parse(&text) {
            let lines = text.lines().count().max(1);
            proptest::prop_assert!(!errors.0.is_empty());
            proptest::prop_assert!(errors.0.iter().all(|e| e.line <= lines + 1));
        }
    }
}
