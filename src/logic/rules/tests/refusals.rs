//! How the checker rejects invalid values of the newer keys.

use super::faults::{SITE, check, check_after_site};

fn check_field(lines: &str, expected: &[&str]) {
    check_after_site(&format!("[[field]]\nname = 'v'\n{lines}"), expected);
}

fn check_list(lines: &str, expected: &[&str]) {
    let site = SITE.replace("pages", "list");
    check(
        &format!("{site}[list]\nlink = {{ css = 'a' }}\n{lines}"),
        expected,
    );
}

#[test]
fn alternatives_say_one_thing() {
    check_field(
        "select = [{ take = 'href' }]",
        &["7:11 rules-alternative-none"],
    );
    check_field(
        "select = [{ label = 'a', constant = 'b' }]",
        &["7:11 rules-alternative-two"],
    );
    check_field(
        "select = [{ lable = 'a' }]",
        &["7:11 rules-alternative-none", "7:13 rules-unknown-key"],
    );
    check_field("select = [{ label = [] }]", &["7:21 rules-blank"]);
    check_field("select = [{ label = 7 }]", &["7:21 rules-wrong-type"]);
    check_field("select = [{ constant = ' ' }]", &["7:24 rules-blank"]);
    check_field("select = [{ page = 'adress' }]", &["7:20 rules-page-fact"]);
    check_field(
        "select = [{ jsonpath = 'a.b' }]",
        &["7:25 rules-selector-jsonpath"],
    );
    check_field(
        "select = [{ css = 'a', on = 'text' }]",
        &["7:24 rules-only-regex"],
    );
    check_field("select = [{ regex = 'a', on = 'txt' }]", &["7:31 rules-on"]);
    check_field(
        "select = [{ regex = '(a)', group = 2 }]",
        &["7:36 rules-group"],
    );
    check_field(
        "select = [{ regex = '(?<b>a)', group = 'c' }]",
        &["7:40 rules-group"],
    );
    check_field(
        "select = [{ regex = 'a', group = true }]",
        &["7:34 rules-wrong-type"],
    );
    check_field(
        "select = [{ constant = 'a', take = 'html' }]",
        &["7:36 rules-take-plain"],
    );
    check_field(
        "select = [{ jsonpath = '$.a', take = 'html' }]",
        &["7:38 rules-take-plain"],
    );
}

#[test]
fn tables_and_nested_lists_have_their_place() {
    check_list(
        "next = { css = 'a', take = 'table' }",
        &["7:28 rules-take-table"],
    );
    check_field(
        "select = [{ css = 'table', take = 'table' }]\ntype = 'number'\ntransform = [{ trim = true }]",
        &["8:1 rules-table-plain", "9:1 rules-table-plain"],
    );
    check_field("item = { css = 'li' }", &["7:1 rules-nested-fields"]);
    check_field(
        "many = true\nitem = { css = 'li' }\n[[field.field]]\nname = 'a'\nselect = [{ css = 'b' }]",
        &["7:1 rules-nested-plain"],
    );
    check_field(
        "[[field.field]]\nname = 'a'\nselect = [{ css = 'b' }]",
        &["5:1 rules-missing-key"],
    );
    check_field(
        "item = { css = 'li' }\n[[field.field]]\nname = 'a'\nitem = { css = 'b' }\n\
         [[field.field.field]]\nname = 'c'\nselect = [{ css = 'i' }]",
        &["8:1 rules-nested-twice"],
    );
    check_field(
        "select = [{ css = 'b' }]\ntype = 'picture'",
        &["8:8 rules-type-unknown"],
    );
}

#[test]
fn ways_to_further_pages_are_clear() {
    check_list("next = 'auto'", &[]);
    check_list("next = 'Auto'", &["7:8 rules-next-word"]);
    check_list("next = { auto = true, css = 'a' }", &["7:8 rules-next-two"]);
    check_list("next = { pages = '?p=2' }", &["7:18 rules-next-number"]);
    check_list("next = { pages = '{n}{n}' }", &["7:18 rules-next-number"]);
    check_list(
        "next = { pages = '{n}', from = 5, to = 4 }",
        &["7:35 rules-next-order"],
    );
    check_list(
        "next = { css = 'a', from = 5 }",
        &["7:21 rules-next-pages-only"],
    );
    check_list("next = { pages = '{n}', step = 0 }", &["7:32 rules-range"]);
    check_list("next = { max_pages = 3 }", &["7:8 rules-alternative-none"]);
    check_after_site(
        "[record]\nitem = { css = 'p' }\n[content]\nnext = 'auto'",
        &["8:1 rules-content-next-record"],
    );
    check_after_site(
        "[content]\nstrip = [{ regex = 'a' }]",
        &["6:10 rules-alternative-none", "6:12 rules-unknown-key"],
    );
}

#[test]
fn ranges_headers_and_replacements_make_sense() {
    let start = |start: &str, expected: &[&str]| {
        check(&SITE.replace("http://a.example/", start), expected);
    };
    start("http://a.example/[9-1]", &["4:10 rules-start-range"]);
    start("http://a.example/[1-999999]", &["4:10 rules-start-many"]);
    start("/[1-9]", &["4:10 rules-url-relative"]);
    start(
        "http://a.example/[1-60000]\", \"http://b.example/[1-60000]",
        &["4:1 rules-start-many"],
    );
    let headers = |headers: &str, expected: &[&str]| {
        check_after_site(&format!("[network]\nheaders = {{ {headers} }}"), expected);
    };
    headers("Accept-Language = 'de'", &[]);
    headers("Cookie = 'a=b'", &["6:13 rules-header-secret"]);
    headers("authorization = 'Basic x'", &["6:13 rules-header-secret"]);
    headers("X-Api-Key = 'x'", &["6:13 rules-header-secret"]);
    headers("X-Auth-Token = 'x'", &["6:13 rules-header-secret"]);
    headers("Host = 'x'", &["6:13 rules-header-own"]);
    headers("'a b' = 'x'", &["6:13 rules-header-name"]);
    headers("Referer = \"a\\nb\"", &["6:13 rules-header-value"]);
    headers("Referer = 7", &["6:23 rules-wrong-type"]);
    check_after_site("[page]\nreplace = [['', 'x']]", &["6:13 rules-blank"]);
    check_after_site("[page]\nreplace = [['a']]", &["6:12 rules-wrong-type"]);
    check_after_site("[page]\nreplase = []", &["6:1 rules-unknown-key"]);
}
