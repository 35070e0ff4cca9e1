//! What pages, rules and project files may cost: a few bytes that stand for gigabytes or for hours end
//! as a page that was cut down, or as an error with a reason; the program and its other work live on.

use std::io::Read as _;
use std::process::{Command, Output};

use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Ask, Reply, Site};
use crate::texts::t;

/// Kilobytes of address space that a run may take: the findings took more.
const MAX_MEMORY: &str = "3000000";

/// Runs the program with bounded memory.
fn bounded(bench: &Bench, arguments: &[&str]) -> Output {
    let plain = bench.command();
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("ulimit -v {MAX_MEMORY}; exec \"$0\" \"$@\""))
        .arg(plain.get_program())
        .args(plain.get_args())
        .args(arguments);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if let Some(folder) = plain.get_current_dir() {
        command.current_dir(folder);
    }
    command.output().expect("it starts")
}

fn rule(site: &Site) -> String {
    format!(
        "[site]\nname = \"Odd\"\nkind = \"list\"\nstart = [\"{}\"]\n\
         [politeness]\ndelay = \"0s\"\nconcurrency = 1\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n",
        site.url("/")
    )
}

fn list(paths: &[&str]) -> Reply {
    let links = paths
        .iter()
        .map(|path| format!("<li><a href='{path}'>{path}</a></li>"));
    Reply::html(format!(
        "<title>List</title><ul>{}</ul>",
        links.collect::<String>()
    ))
}

/// Formatting elements that stay open, and paragraphs that each open all of them again.
fn reopening(elements: usize, paragraphs: usize) -> String {
    let open: String = (0..elements).map(|n| format!("<b id={n}>")).collect();
    format!("<h1>Odd</h1><div>{open}</div>{}", "<p>x".repeat(paragraphs))
}

#[test]
fn a_page_on_which_the_rule_works_without_measure_is_named_and_the_rest_is_stored() {
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(&["/nested", "/good"]),
        "/nested" => {
            let open: String = (0..400).map(|n| format!("<div><i>{n}</i>")).collect();
            Reply::html(format!("<h1>Nested</h1>{open}{}", "word ".repeat(200_000)))
        }
        _ => Reply::html("<h1>A good page</h1><div>That says a little.</div>"),
    });
    let bench = Bench::new();
    let every_box = "[record]\nitem = { css = \"div\" }\n\
                     [[field]]\nname = \"all\"\nselect = [{ xpath = \".\" }]\n";
    let rule = format!("{}{every_box}", rule(&site));
    bench.write("odd.toml", &rule);
    bench.ok(&["site", "add", "odd.toml"]);
    let ran = bench.run(&["run"]);
    let wrong = output_text(&bench.run(&["runs", "1"]));
    assert!(
        wrong.contains("too much work"),
        "{wrong}\n{}",
        output_text(&ran)
    );
    bench.ok(&["export", "--out", "rows.jsonl"]);
    let rows = std::fs::read_to_string(bench.path("rows.jsonl")).expect("rows");
    assert!(rows.contains("That says a little."), "{rows}");
    assert!(!rows.contains("/nested"), "{rows}");
}

#[test]
fn pages_of_elements_without_measure_end_neither_the_run_nor_the_program() {
    let paths = ["/b", "/cells", "/many", "/attributes", "/good"];
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(&paths),
        "/b" => Reply::html(reopening(480, 60_000)),
        // Closed inside of a cell, where those outside are out of reach.
        "/cells" => Reply::html(format!(
            "{}<table><tr><td>{}</table>{}",
            reopening(60, 1),
            reopening(480, 2_000),
            "<p>x".repeat(60_000)
        )),
        "/many" => Reply::html(format!("<h1>Many</h1>{}", "<p>".repeat(1_100_000))),
        "/attributes" => {
            let names: String = (0..300_000).map(|n| format!(" a{n}")).collect();
            Reply::html(format!("<h1>Long</h1><p{names}>x"))
        }
        _ => Reply::html("<h1>A good page</h1><p>That says a little."),
    });
    let bench = Bench::new();
    bench.add(&[("odd.toml".to_owned(), rule(&site))]);
    let output = bounded(&bench, &["run", "Odd"]);
    assert!(
        output.status.code().is_some(),
        "it lives: {}",
        output_text(&output)
    );
    for path in paths {
        assert!(site.asked(path) > 0, "{path}: {}", output_text(&output));
    }
    let found = bench.ok(&["search", "good"]);
    assert!(found.contains("A good page"), "{found}");
    // What was cut is no record, and it is said why.
    let runs = bench.ok(&["runs", "1"]);
    for path in ["/many", "/attributes"] {
        let line = runs.lines().find(|line| line.contains(path));
        let line = line.unwrap_or_else(|| panic!("{path} in {runs}"));
        assert!(line.contains("elements"), "{line}");
    }
}

#[test]
fn a_path_through_json_takes_no_more_steps_than_it_may() {
    let bench = Bench::new();
    let json = format!("{}1{}", "[".repeat(60), "]".repeat(60));
    let file = bench.write("deep.json", &json);
    let file = file.to_string_lossy();
    let said = bench.fails(1, &["select", "--jsonpath", "$..*..*..*..*..*", &file]);
    assert!(said.contains(t!("select-jsonpath-expensive")), "{said}");
    let found = bench.ok(&["select", "--jsonpath", "$..*..*", &file]);
    assert!(!found.is_empty());
}

#[test]
fn packed_pages_of_a_project_unpack_to_no_more_than_a_page() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => list(&["/a", "/b"]),
        path => Reply::html(format!("<h1>Page {path}</h1><p>That says a little.")),
    });
    let bench = Bench::new();
    bench.add(&[("odd.toml".to_owned(), rule(&site))]);
    bench.ok(&["run", "Odd"]);
    let much = std::io::repeat(0).take(4 << 30);
    let packed = zstd::stream::encode_all(much, 1).expect("packed");
    let file = rusqlite::Connection::open(bench.project()).expect("a project");
    let changed = file.execute("UPDATE snapshot SET body = ?1", [&packed]);
    assert!(changed.expect("doctored") > 0);
    drop(file);
    let warc = bench.path("out.warc");
    for arguments in [
        &["storage", "warc", "--out", &warc.to_string_lossy()][..],
        &["run", "Odd", "--refresh"],
        &["rule", "rerun", "Odd"],
    ] {
        let output = bounded(&bench, arguments);
        assert!(
            output.status.code().is_some(),
            "{arguments:?}: {}",
            output_text(&output)
        );
        assert!(
            !output_text(&output).contains("panicked"),
            "{}",
            output_text(&output)
        );
    }
    assert!(bench.ok(&["search", "Page"]).contains("Page /a"));
}

#[test]
fn addresses_stay_within_measure_however_they_are_made() {
    let long = format!("/{}", "x".repeat(200_000));
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(&["/one", long.as_str()]),
        _ => Reply::html("<h1>A page</h1><p>That says a little."),
    });
    let bench = Bench::new();
    let growing = "['a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'], ".repeat(12);
    let rule = format!("{}[urls]\nrewrite = [{growing}]\n", rule(&site));
    bench.add(&[("one.toml".to_owned(), rule)]);
    let output = bounded(&bench, &["run"]);
    assert!(
        output_text(&output).len() < 20_000,
        "{}",
        output_text(&output).len()
    );
    let out = bench.path("out.jsonl").display().to_string();
    bench.ok(&["export", "--format", "jsonl", "--out", &out]);
    let exported = std::fs::read_to_string(&out).expect("records");
    assert!(exported.contains("/one"), "{exported}");
    let size = std::fs::metadata(bench.project())
        .expect("the project")
        .len();
    assert!(size < 3_000_000, "{size} bytes");
}
