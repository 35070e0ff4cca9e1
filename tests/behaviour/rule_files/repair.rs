//! `rule repair` through the command line: what nothing confirms is shown as doubtful and written
//! only when asked for; a list that yields nothing is broken.

use crate::command_line::Bench;

const RULE: &str = r#"[site]
name = "Field Notes"
kind = "list"
start = ["http://notes.example/"]

[list]
item = { css = ".entry" }
link = { css = "h2 a" }
allow = ['/story/']

[[field]]
name = "title"
select = [ { css = ".post-title" } ]

[[field]]
name = "category"
select = [ { css = "a.cat" } ]
"#;

const SUBJECTS: [&str; 6] = [
    "harbour",
    "lighthouse",
    "orchard",
    "railway",
    "library",
    "market",
];

/// A story before (`new` false) and after the redesign.
fn story(number: usize, new: bool) -> String {
    let subject = SUBJECTS[number % 6];
    let title = format!("The {subject} report, part {number}");
    let category = ["travel", "culture"][number % 2];
    let paragraphs: String = (1..=5)
        .map(|p| {
            format!(
                "<p>Paragraph {p} of report {number} tells how the {} was visited on the {}th walk, and what \
                 the people of the {subject} said about it over supper, at length.</p>",
                SUBJECTS[(number + p) % 6],
                number * 7 + p
            )
        })
        .collect();
    let body = if new {
        format!(
            "<main><div class=css-q1><div><a class=kick href=/c/{category}>{category}</a></div>\
             <h1 class=css-0p>{title}</h1></div><section class=css-b1>{paragraphs}</section></main>"
        )
    } else {
        format!(
            "<div class=post><h2 class=post-title>{title}</h2><div class=meta>in \
             <a class=cat href=/c/{category}>{category}</a></div><div class=post-body>{paragraphs}</div></div>"
        )
    };
    format!(
        "<html><head><title>{title} - Field Notes</title><link rel=canonical \
         href=http://notes.example/story/{number}></head><body>{body}</body></html>"
    )
}

fn bench() -> (Bench, Vec<String>) {
    let bench = Bench::new();
    bench.write("notes.toml", RULE);
    let mut arguments: Vec<String> = ["rule", "repair", "notes.toml", "--old"]
        .map(String::from)
        .to_vec();
    for number in 0..4 {
        let name = format!("old{number}.html");
        bench.write(&name, &story(number, false));
        arguments.push(name);
    }
    arguments.push("--new".to_owned());
    for number in 44..48 {
        let name = format!("new{number}.html");
        bench.write(&name, &story(number, true));
        arguments.push(name);
    }
    (bench, arguments)
}

fn strs(arguments: &[String], more: &[&'static str]) -> Vec<String> {
    let more = more.iter().map(|text| (*text).to_owned());
    arguments.iter().cloned().chain(more).collect()
}

#[test]
fn what_nothing_confirms_is_doubtful_and_written_only_when_asked_for() {
    let (bench, arguments) = bench();
    let all = strs(&arguments, &["--out", "repaired.toml"]);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let json = bench.json(&all);
    let proposals = json["proposals"].as_array().expect("proposals");
    let doubtful = |part: &str| {
        let proposal = proposals.iter().find(|p| p["part"] == part);
        proposal.map(|p| p["doubtful"].as_bool().expect("told"))
    };
    // The title is what the page says of itself; nothing says what its category is.
    assert_eq!(doubtful("field.title"), Some(false), "{json}");
    assert_eq!(doubtful("field.category"), Some(true), "{json}");
    let written = std::fs::read_to_string(bench.path("repaired.toml")).expect("written");
    assert!(written.contains("h1"), "{written}");
    assert!(
        written.contains("select = [ { css = \"a.cat\" } ]"),
        "{written}"
    );
    let told = bench.ok(&all);
    assert!(
        told.contains("field.category: doubtful suggestion"),
        "{told}"
    );
    assert!(told.contains("--doubtful"), "{told}");

    let with = strs(&arguments, &["--out", "all.toml", "--doubtful"]);
    bench.ok(&with.iter().map(String::as_str).collect::<Vec<_>>());
    let written = std::fs::read_to_string(bench.path("all.toml")).expect("written");
    assert!(
        !written.contains("select = [ { css = \"a.cat\" } ]"),
        "{written}"
    );
}

#[test]
fn a_list_rule_is_not_whole_while_it_yields_nothing() {
    let bench = Bench::new();
    bench.write("notes.toml", RULE);
    // What was kept from before is an article; of the new list the rule reads nothing.
    bench.write("old0.html", &story(0, false));
    bench.write(
        "index.html",
        "<html><head><title>Field Notes</title><link rel=canonical href=http://notes.example/></head>\
         <body><main><p>Welcome.</p><a href=/about>About these notes</a></main></body></html>",
    );
    let arguments = [
        "rule",
        "repair",
        "notes.toml",
        "--old",
        "old0.html",
        "--new",
        "index.html",
        "--json",
    ];
    let output = bench.run(&arguments);
    let json: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("an answer in JSON");
    assert_eq!(json["whole"], false, "{json}");
}
