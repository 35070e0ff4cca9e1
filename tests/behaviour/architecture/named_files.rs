//! Files that comments and documents name exist: a renamed file takes its mentions along.

use std::path::{Path, PathBuf};

use regex::Regex;

/// The source files that a text names in backquotes and that none of `files` is. A name may be the end
/// of a path; one in capitals, such as `NAME.rs`, stands for any.
fn missing<'t>(text: &'t str, files: &[String]) -> Vec<&'t str> {
    let named = Regex::new(r"`([\w./-]+\.rs)\b").expect("an expression");
    let exists = |name: &str| {
        let name = name.trim_start_matches("../");
        files
            .iter()
            .any(|file| file == name || file.ends_with(&format!("/{name}")))
    };
    named
        .captures_iter(text)
        .filter_map(|found| found.get(1))
        .map(|name| name.as_str())
        .filter(|name| !name.ends_with("NAME.rs") && !exists(name))
        .collect()
}

/// The files with one of these endings below a folder of the project.
fn files_below(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|own| endings.iter().any(|ending| own == *ending))
            {
                found.push(path);
            }
        }
    }
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_name_without_a_file_is_found() {
    let files = ["src/io/log/mod.rs", "src/io/lib.rs", "build.rs"].map(str::to_owned);
    let text =
        "See `log/mod.rs`, `../lib.rs::open`, `src/app/views/NAME.rs`, `build.rs` and gone.rs.";
    assert!(missing(text, &files).is_empty());
    let text = "See `gone.rs`, `og/mod.rs` and `src/app/mod.rs::open`.";
    assert_eq!(
        missing(text, &files),
        ["gone.rs", "og/mod.rs", "src/app/mod.rs"]
    );
}

#[test]
fn named_files_exist() {
    let mut code: Vec<PathBuf> = vec![root().join("build.rs")];
    for folder in ["src", "tests", "benches", "packaging"] {
        code.extend(files_below(folder, &["rs"]));
    }
    let files: Vec<String> = code
        .iter()
        .filter_map(|path| path.strip_prefix(root()).ok())
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .collect();
    assert!(files.len() > 100, "the sources were found");
    let mut documents = files_below("docs", &["md"]);
    documents
        .extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"].map(|name| root().join(name)));
    let comments = |text: &str| -> String {
        let lines = text
            .lines()
            .filter(|line| line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let mut faults = Vec::new();
    for path in code.iter().chain(&documents) {
        let text = std::fs::read_to_string(path).expect("a text");
        let text = if path.extension().is_some_and(|own| own == "rs") {
            comments(&text)
        } else {
            text
        };
        let gone = missing(&text, &files);
        faults.extend(
            gone.iter()
                .map(|name| format!("{}: {name}", path.display())),
        );
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
