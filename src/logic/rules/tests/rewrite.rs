//! Writing changed values back into a rule file.

use proptest::prelude::*;

use super::super::*;
use super::arbitrary::files;

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

    #[test]
    fn a_fresh_file_says_what_it_was_given(file in files()) {
        let text = write(&file);
        let read = parse(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        prop_assert_eq!(read.file(), &file, "{}", text);
    }
}

#[test]
fn fresh_files_are_laid_out_as_people_write_them() {
    let source = "[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"http://a.example/\"]\n\n\
        [list]\nitem = { css = \"li\" }\nlink = { css = \"a\" }\n\n\
        [[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\n";
    let written = write(parse(source).unwrap().file());
    for line in [
        "item = { css = \"li\" }",
        "link = { css = \"a\" }",
        "select = [{ css = \"h1\" }]",
    ] {
        assert!(written.contains(line), "{line} in {written}");
    }
}
