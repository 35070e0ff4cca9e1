//! The structure holds itself: imports point downwards, the core stays pure, files stay small,
//! licences stay ones we may ship under.

mod labels;
mod named_files;
mod rooms;
mod type_names;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines a file may have before it has become two.
const MAX_LINES: usize = 500;

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the source folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 50, "the sources were found");
    found
}

/// A file without the items that only tests are built with.
fn code(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start() != "#[cfg(test)]" {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        // What rustfmt wrote ends with a bracket or a semicolon at its own indentation.
        let indent = line.len() - line.trim_start().len();
        let is_end = |line: &&str| {
            let own = line.len() - line.trim_start().len() == indent;
            own && (line.ends_with(';') || line.ends_with('}') || line.ends_with("},"))
        };
        let _ = lines.by_ref().find(is_end);
    }
    kept
}

fn floor(path: &Path) -> Option<String> {
    let below = path
        .strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .expect("below src");
    below
        .components()
        .next()
        .map(|c| c.as_os_str().to_string_lossy().into_owned())
}

#[test]
fn items_of_tests_are_no_code() {
    let text = "use a;\n#[cfg(test)]\nuse b;\nfn c() {\n    d();\n}\n#[cfg(test)]\nmod tests {\n    \
                fn e() {}\n}\nfn f() {}\n";
    assert_eq!(code(text), "use a;\nfn c() {\n    d();\n}\nfn f() {}\n");
}

/// Each floor is a crate, so that the compiler holds the direction; this holds the manifests.
#[test]
fn floors_depend_on_lower_ones() {
    let floors: [(&str, &[&str]); 5] = [
        ("logic", &[]),
        ("io", &["logic"]),
        ("engine", &["io", "logic"]),
        ("app", &["engine"]),
        ("cli", &["engine"]),
    ];
    for (floor, lower) in floors {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{floor}/Cargo.toml"));
        let text = std::fs::read_to_string(&path).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("TOML");
        let used: BTreeSet<&str> = ["dependencies", "dev-dependencies"]
            .iter()
            .filter_map(|kind| manifest.get(*kind)?.as_table())
            .flat_map(toml::Table::keys)
            .filter_map(|name| name.strip_prefix("bowerbird-"))
            .collect();
        assert_eq!(used, lower.iter().copied().collect(), "{floor}");
    }
}

#[test]
fn the_core_is_pure() {
    let impure = [
        "std::fs",
        "std::net::Tcp",
        "std::net::Udp",
        "ToSocketAddrs",
        "std::thread",
        "std::process",
        "std::env",
        "Instant::now",
        "SystemTime",
        "Timestamp::now",
        "Zoned::now",
        "TimeZone::system",
        "tokio::",
        "reqwest::",
        "rusqlite::",
    ];
    let mut faults = Vec::new();
    for (path, text) in sources() {
        if floor(&path).as_deref() != Some("logic") {
            continue;
        }
        for word in impure {
            if code(&text)
                .lines()
                .any(|l| !l.trim_start().starts_with("//") && l.contains(word))
            {
                faults.push(format!("{}: {word}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn only_the_store_opens_sqlite() {
    for (path, text) in sources() {
        let in_store = path.components().any(|c| c.as_os_str() == "store");
        // What an export wrote is read back by other means there.
        let is_test = path.to_string_lossy().ends_with("tests.rs");
        assert!(
            in_store || is_test || !code(&text).contains("rusqlite::"),
            "{} reaches SQLite past the store",
            path.display()
        );
    }
}

#[test]
fn files_stay_small_and_finished() {
    let mut faults = Vec::new();
    for (path, text) in sources() {
        if text.lines().count() > MAX_LINES {
            faults.push(format!("{} is too long", path.display()));
        }
        for word in ["todo!(", "unimplemented!(", "dbg!("] {
            if text.contains(word) {
                faults.push(format!("{} holds {word}", path.display()));
            }
        }
        if !text.starts_with("//!") {
            faults.push(format!("{} does not say what it is for", path.display()));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_message_in_the_code_is_in_the_catalogues() {
    let catalogue =
        bowerbird::engine::types::Catalogue::new(bowerbird::engine::types::Language::English);
    let mut missing = BTreeSet::new();
    for (path, text) in sources() {
        if path.components().any(|c| c.as_os_str() == "tests") {
            continue;
        }
        let text = code(&text);
        for (start, _) in text.match_indices("Message::new(\"") {
            let rest = &text[start + "Message::new(\"".len()..];
            let id = rest.split('"').next().unwrap_or_default();
            if catalogue.get(id).starts_with('[') {
                missing.insert(format!("{id} in {}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The text between back quotes, line by line.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2))
}

#[test]
fn documents_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = vec![root.join("ARCHITECTURE.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/decisions"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        documents.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    let mut faults = Vec::new();
    let mut named = 0;
    for document in documents.iter().filter(|path| path.is_file()) {
        let text = std::fs::read_to_string(document).expect("a document");
        for path in quoted(&text).filter_map(|quoted| quoted.split("::").next()) {
            let is_path = ["src/", "tests/", "assets/", "rules/", "docs/", "benches/"]
                .iter()
                .any(|folder| path.starts_with(folder));
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            // Names in capitals stand for what is to be made.
            let is_made_up = ["NAME", "ROOM"].iter().any(|word| path.contains(word));
            if !is_path || is_made_up || !path.chars().all(is_plain) {
                continue;
            }
            named += 1;
            if !root.join(path).exists() {
                faults.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(named > 100, "the documents were read: {named}");
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Whether the SPDX expression can be met with licences of `allowed`. Old crates write `/` for OR.
fn licence_fits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut place = 0;
    any_of(&words, &mut place, allowed)
}

fn any_of(words: &[&str], place: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut fits = all_of(words, place, allowed);
    while words.get(*place) == Some(&"OR") {
        *place += 1;
        fits |= all_of(words, place, allowed);
    }
    fits
}

fn all_of(words: &[&str], place: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut fits = one(words, place, allowed);
    while words.get(*place) == Some(&"AND") {
        *place += 1;
        fits &= one(words, place, allowed);
    }
    fits
}

fn one(words: &[&str], place: &mut usize, allowed: &BTreeSet<String>) -> bool {
    if words.get(*place) == Some(&"(") {
        *place += 1;
        let fits = any_of(words, place, allowed);
        *place += 1;
        return fits;
    }
    let mut name = words.get(*place).copied().unwrap_or_default().to_owned();
    *place += 1;
    if words.get(*place) == Some(&"WITH") {
        name = format!("{name} WITH {}", words.get(*place + 1).unwrap_or(&""));
        *place += 2;
    }
    allowed.contains(&name)
}

#[test]
fn every_dependency_has_a_licence_we_may_ship() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let deny: toml::Table = std::fs::read_to_string(root.join("deny.toml"))
        .expect("deny.toml")
        .parse()
        .expect("deny.toml is TOML");
    let allowed: BTreeSet<String> = deny["licenses"]["allow"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect();
    assert!(licence_fits("(MIT OR GPL-2.0) AND ISC", &allowed));
    assert!(!licence_fits("MIT AND GPL-2.0", &allowed));
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let used: BTreeSet<&str> = metadata["resolve"]["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .filter_map(|n| n["id"].as_str())
        .collect();
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().expect("packages") {
        if !used.contains(package["id"].as_str().unwrap_or_default()) {
            continue;
        }
        let licence = package["license"].as_str().unwrap_or("none");
        if !licence_fits(licence, &allowed) {
            faults.push(format!("{}: {licence}", package["name"]));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
