//! What is new by a rule is said before it counts: hosts, logins, files of this machine and addresses
//! inside of the network.

use crate::command_line::{Bench, output_text};

fn rule(start: &str, more: &str) -> String {
    format!(
        "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{start}\"]\n{more}\n\
         [list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n"
    )
}

fn start_of(bench: &Bench) -> String {
    bench.ok(&["site", "show", "News"])
}

#[test]
fn a_rule_that_asks_elsewhere_replaces_none_without_a_word() {
    let bench = Bench::new();
    let first = bench.write("news.toml", &rule("https://a.example/", ""));
    let first = first.to_string_lossy().into_owned();
    let words = output_text(&bench.run(&["site", "add", &first]));
    assert!(words.contains("https://a.example"), "{words}");
    // The same hosts again: no question.
    let slower = rule("https://a.example/other", "[politeness]\ndelay = \"9s\"");
    bench.write("news.toml", &slower);
    bench.ok(&["site", "add", &first]);
    for (start, more, said) in [
        ("https://b.example/", "", "https://b.example"),
        ("http://192.168.7.7/", "", "in your network"),
        (
            "https://a.example/other",
            "[login]\nurl = \"https://b.example/in\"",
            "https://b.example/in",
        ),
    ] {
        bench.write("news.toml", &rule(start, more));
        let words = bench.fails(2, &["site", "add", &first]);
        assert!(words.contains(said) && words.contains("--yes"), "{words}");
        assert_eq!(start_of(&bench), slower, "nothing was changed");
    }
    bench.ok(&["site", "add", "--yes", &first]);
    assert!(start_of(&bench).contains("b.example/in"));
    // Nor does an earlier version come back without a word.
    bench.ok(&["rule", "restore", "News", "1"]);
    assert!(!start_of(&bench).contains("b.example"));
    let words = bench.fails(2, &["rule", "restore", "News", "3"]);
    assert!(words.contains("--yes"), "{words}");
    bench.ok(&["rule", "restore", "--yes", "News", "3"]);
    assert!(start_of(&bench).contains("b.example/in"));
}

#[test]
fn a_rule_that_makes_addresses_or_sends_bodies_is_no_silent_change() {
    let bench = Bench::new();
    let before = rule("https://a.example/", "");
    let file = bench.write("news.toml", &before);
    let file = file.to_string_lossy().into_owned();
    bench.ok(&["site", "add", &file]);
    let linked = |way: &str| before.replace("css = \"a\"", way);
    let search = |body: &str| {
        format!(
            "[site]\nname = \"News\"\nkind = \"search\"\n[search]\nkeywords = [\"x\"]\n\
             url = \"https://a.example/find\"\nbody = '{body}'\n[list]\nlink = {{ css = \"a\" }}\n\
             [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n"
        )
    };
    for (changed, said) in [
        (
            linked("xpath = \"concat('http://b.example/?x=', //p)\""),
            "http://b.example",
        ),
        (
            rule(
                "https://a.example/",
                "[urls]\nrewrite = [['^.*$', 'http://b.example/in']]",
            ),
            "http://b.example",
        ),
        (
            rule(
                "https://a.example/",
                "[page]\nreplace = [['<p>', '<a href=\"http://b.example/\">']]",
            ),
            "http://b.example",
        ),
        (search("{\"q\": \"{query}\"}"), "POST https://a.example"),
    ] {
        bench.write("news.toml", &changed);
        let words = bench.fails(2, &["site", "add", &file]);
        assert!(words.contains(said) && words.contains("--yes"), "{words}");
        assert_eq!(start_of(&bench), before, "nothing was changed");
    }
    bench.write("news.toml", &search("{\"q\": \"{query}\"}"));
    bench.ok(&["site", "add", "--yes", &file]);
    bench.write("news.toml", &search("{\"cmd\": \"{query}\"}"));
    bench.fails(2, &["site", "add", &file]);
}

#[test]
fn of_several_files_none_counts_when_one_is_asked_about() {
    let bench = Bench::new();
    let news = bench.write("news.toml", &rule("https://a.example/", ""));
    let news = news.to_string_lossy().into_owned();
    bench.ok(&["site", "add", &news]);
    bench.write("news.toml", &rule("https://b.example/", ""));
    let other = rule("https://c.example/", "").replace("\"News\"", "\"Other\"");
    let other = bench.write("other.toml", &other);
    let other = other.to_string_lossy().into_owned();
    bench.fails(2, &["site", "add", &other, &news]);
    assert!(!bench.ok(&["site", "list"]).contains("Other"));
}

#[test]
fn ones_own_copy_and_a_project_on_another_machine_ask_once_at_most() {
    let bench = Bench::new();
    let news = bench.write("news.toml", &rule("https://a.example/", ""));
    bench.ok(&["site", "add", &news.to_string_lossy()]);
    let copy = bench.path("copy.bower");
    std::fs::copy(bench.project(), &copy).expect("a copy");
    let copy = copy.to_string_lossy().into_owned();
    assert_eq!(bench.json(&["project", "show", &copy])["at_rest"], false);
    let moved = Bench::new();
    std::fs::copy(bench.project(), moved.project()).expect("a move");
    let file = moved.project().to_string_lossy().into_owned();
    assert_eq!(moved.json(&["project", "show", &file])["at_rest"], true);
    moved.ok(&["project", "allow", &file]);
    assert_eq!(moved.json(&["project", "show", &file])["at_rest"], false);
}
