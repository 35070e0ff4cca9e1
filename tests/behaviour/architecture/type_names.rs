//! A type's name says what it is: no two types of a floor share one.

use std::collections::BTreeMap;

use regex::Regex;

use super::{code, floor, sources};

/// The names that stand more than once on a floor, with the files they stand in. Each source is its
/// floor, its file and its code.
fn doubles(sources: &[(String, String, String)]) -> Vec<String> {
    let item = Regex::new(r"(?m)^\s*pub(?:\([^)]*\))? (?:struct|enum|trait|type) (\w+)")
        .expect("an expression");
    let mut files: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (floor, file, code) in sources {
        for found in item.captures_iter(code) {
            let name = found.get(1).map_or("", |name| name.as_str());
            files.entry((floor, name)).or_default().push(file);
        }
    }
    assert!(!files.is_empty(), "types were found");
    files
        .into_iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|((floor, name), files)| format!("{name} on {floor}: {}", files.join(", ")))
        .collect()
}

#[test]
fn a_double_name_is_found() {
    let source =
        |floor: &str, file: &str, code: &str| (floor.to_owned(), file.to_owned(), code.to_owned());
    let sources = [
        source("io", "a.rs", "pub struct Place;\nstruct Own;\n"),
        source("io", "b.rs", "    pub(in crate::b) enum Place {}\n"),
        source("io", "c.rs", "struct Own;\npub type Places = u8;\n"),
        source("app", "d.rs", "pub(crate) trait Place {}\n"),
    ];
    assert_eq!(doubles(&sources), ["Place on io: a.rs, b.rs"]);
}

#[test]
fn types_of_a_floor_have_names_of_their_own() {
    let sources: Vec<(String, String, String)> = sources()
        .iter()
        .filter(|(path, _)| {
            !path.with_extension("").iter().any(|part| {
                let part = part.to_string_lossy();
                part == "tests" || part.ends_with("_tests")
            })
        })
        .filter_map(|(path, text)| {
            let file = path.to_string_lossy().into_owned();
            Some((floor(path)?, file, code(text)))
        })
        .collect();
    let doubles = doubles(&sources);
    assert!(doubles.is_empty(), "{doubles:#?}");
}
