//! What people see is what is there: characters of strangers that a terminal, a mail or a file's
//! reader would obey, links that files of a shared folder plant, and what the shipped program must
//! not be built with.

use std::process::Command;

use crate::command_line::{Bench, output_text};
use crate::servers::Pages;

/// A title that sets the terminal's, colours it, goes back in the line and turns letters round.
const EVIL: &str = "Fine\u{1b}]0;PWNED\u{7}\u{1b}[31m\u{9b}2J\rx\u{8}\u{7f}\u{202e}gpj.exe\u{2066}";

/// What of `text` a terminal would obey.
fn obeyed(text: &str) -> Vec<char> {
    let turns = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is = |c: &char| (c.is_control() && !matches!(c, '\n' | '\t')) || turns(c);
    text.chars().filter(is).collect()
}

/// A project with a record of that title, and everything that its run said.
fn evil() -> (Bench, String) {
    let article =
        format!("<title>{EVIL}</title><h1>{EVIL}</h1><p>A text {EVIL} to be searched.</p>");
    let pages = Pages::new()
        .page(
            "/",
            "<title>List</title><a href='/a'>One</a><a href='/gone'>Two</a>",
        )
        .page("/a", &article)
        .start();
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         retries = 0\n[list]\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\
         [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
        pages.url("/")
    );
    bench.add(&[("news.toml".to_owned(), rule)]);
    let output = bench
        .command()
        .args(["--progress", "plain", "run"])
        .env("BOWERBIRD_LOG", "debug")
        .output()
        .expect("it runs");
    (bench, output_text(&output))
}

#[test]
fn no_command_puts_what_a_terminal_obeys_on_it() {
    let (bench, said) = evil();
    assert_eq!(obeyed(&said), Vec::<char>::new(), "{said:?}");
    for arguments in [
        ["search", "searched"].as_slice(),
        &["--json", "search", "searched"],
        &["runs", "1"],
        &["--json", "runs", "1"],
        &["status"],
        &["log"],
        &["--json", "log"],
        &["summarise"],
    ] {
        let said = output_text(&bench.run(arguments));
        assert_eq!(obeyed(&said), Vec::<char>::new(), "{arguments:?}: {said:?}");
    }
    let found = bench.ok(&["search", "searched"]);
    assert!(
        found.contains("Fine") && found.contains("gpj.exe"),
        "{found:?}"
    );
    // For programs nothing is lost.
    let found = bench.json(&["search", "searched"]).to_string();
    assert!(found.contains("\u{202e}gpj.exe"), "{found}");
}

#[test]
fn names_and_heads_of_exported_files_obey_nobody() {
    let (bench, _) = evil();
    let folder = bench.path("articles");
    let target = folder.display().to_string();
    bench.ok(&["export", "--format", "markdown", "--out", &target]);
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert_eq!(obeyed(&name), Vec::<char>::new(), "{name:?}");
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(
            !text.contains(['\u{1b}', '\u{9b}', '\u{7f}', '\r']),
            "{text:?}"
        );
        files += 1;
    }
    assert_eq!(files, 1);
}

#[test]
fn the_log_files_hold_nothing_that_a_terminal_obeys() {
    let (bench, _) = evil();
    let folder = bench.path("state");
    let output = bench
        .command()
        .args(["run"])
        .env("BOWERBIRD_STATE_DIR", &folder)
        .output()
        .expect("it runs");
    assert!(output.status.code().is_some());
    let mut files = 0;
    for entry in std::fs::read_dir(folder.join("log"))
        .expect("a log")
        .flatten()
    {
        let text = std::fs::read_to_string(entry.path()).expect("lines");
        assert_eq!(obeyed(&text), Vec::<char>::new(), "{text:?}");
        files += 1;
    }
    assert!(files > 0);
}

#[cfg(unix)]
mod planted {
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};

    use super::*;

    /// A file of somebody that links of a shared folder lead to.
    fn victim(bench: &Bench) -> PathBuf {
        bench.write("victim", "what was there")
    }

    fn is_unharmed(victim: &Path) {
        let text = std::fs::read_to_string(victim).expect("the victim");
        assert_eq!(text, "what was there");
    }

    #[test]
    fn exports_follow_no_link_planted_under_the_name_of_their_part() {
        let (bench, _) = evil();
        let victim = victim(&bench);
        // The names go by the number of the process: those to come can be foreseen.
        let next = std::process::id();
        for number in next..next + 4_000 {
            let link = bench.path(&format!(".out.csv.{number}-0.part"));
            symlink(&victim, link).expect("a link is planted");
        }
        let out = bench.path("out.csv");
        bench.ok(&["export", "--out", &out.display().to_string()]);
        is_unharmed(&victim);
        let text = std::fs::read_to_string(&out).expect("the export");
        assert!(text.contains("gpj.exe"), "{text:?}");
        let kind = std::fs::symlink_metadata(&out).expect("the export");
        assert!(kind.is_file());
    }

    #[test]
    fn a_crawl_follows_no_planted_link() {
        let bench = Bench::new();
        let pages = Pages::new().page("/", "<title>One page</title>").start();
        let victim = victim(&bench);
        let out = bench.path("pages.jsonl");
        symlink(&victim, bench.path("pages.jsonl.part")).expect("a link is planted");
        let target = out.display().to_string();
        bench.ok(&["crawl", &pages.url("/"), "--out", &target, "--delay", "0s"]);
        is_unharmed(&victim);
        let text = std::fs::read_to_string(&out).expect("the crawl");
        assert!(text.contains("One page"), "{text}");
    }

    #[test]
    fn imported_rules_follow_no_planted_link() {
        let bench = Bench::new();
        let opml = bench.write(
            "feeds.opml",
            "<opml version='2.0'><body><outline type='rss' text='News' \
             xmlUrl='http://news.example/feed'/></body></opml>",
        );
        let opml = opml.display().to_string();
        let folder = bench.path("rules").display().to_string();
        bench.ok(&["rule", "import", "opml", &opml, "--out", &folder]);
        let victim = victim(&bench);
        let rules: Vec<PathBuf> = std::fs::read_dir(&folder)
            .expect("the rules")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        assert!(!rules.is_empty());
        for rule in &rules {
            let mut link = rule.clone().into_os_string();
            link.push(".part");
            symlink(&victim, link).expect("a link is planted");
        }
        bench.ok(&["rule", "import", "opml", &opml, "--out", &folder, "--force"]);
        is_unharmed(&victim);
        for rule in &rules {
            let kind = std::fs::symlink_metadata(rule).expect("a rule");
            assert!(kind.is_file());
        }
    }
}

#[test]
fn the_shipped_program_has_no_remote_inspection() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--offline", "--edges", "no-dev"])
        .args(["--prefix", "none", "--format", "{p}|{f}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", output_text(&output));
    let tree = String::from_utf8_lossy(&output.stdout);
    let built: Vec<&str> = tree
        .lines()
        .filter(|line| line.starts_with("eframe "))
        .collect();
    assert!(!built.is_empty(), "the window's library is in the tree");
    for line in tree.lines() {
        assert!(!line.contains("inspection"), "{line}");
    }
}
