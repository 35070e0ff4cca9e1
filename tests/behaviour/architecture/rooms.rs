//! Rooms: how many things lie side by side in one, and that no two rooms of a floor need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// Entries of a folder beyond which nobody sees what is there.
const MAX_ENTRIES: usize = 17;
/// The floors.
const FLOORS: [&str; 5] = ["logic", "io", "engine", "app", "cli"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn folders(folder: &Path, found: &mut Vec<PathBuf>) {
    found.push(folder.to_owned());
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            folders(&path, found);
        }
    }
}

#[test]
fn rooms_hold_few_things() {
    let mut all = Vec::new();
    folders(&root(), &mut all);
    assert!(all.len() > 100, "the folders were read: {}", all.len());
    let crowded: Vec<String> = all
        .iter()
        // One file a version, which nobody looks through.
        .filter(|folder| !folder.ends_with("store/schema"))
        .filter_map(|folder| {
            let count = std::fs::read_dir(folder).expect("a folder").count();
            (count > MAX_ENTRIES).then(|| format!("{}: {count}", folder.display()))
        })
        .collect();
    assert!(crowded.is_empty(), "{crowded:#?}");
}

/// The path of the module in `file`, from its floor on.
fn module(floor: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(floor).expect("below").with_extension("");
    let mut path: Vec<String> = inside
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if path
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        path.pop();
    }
    path
}

/// Which rooms of a floor each of its rooms names, outside of tests.
fn named(floor: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = Vec::new();
    folders(floor, &mut all);
    let path = Regex::new(r"\b(crate|super|self)((?:::\w+)+)").expect("an expression");
    let rooms: BTreeSet<String> = std::fs::read_dir(floor)
        .expect("a floor")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "rs"))
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != "lib")
        .collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in all {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let file = entry.expect("an entry").path();
            if file.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            let me = module(floor, &file);
            let is_test = me
                .iter()
                .any(|part| part == "tests" || part.ends_with("_tests"));
            let Some(room) = me.first().filter(|_| !is_test) else {
                continue;
            };
            let text = std::fs::read_to_string(&file).expect("a file");
            let code = text
                .split("\n#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            for found in path.captures_iter(code) {
                let mut there = match &found[1] {
                    "crate" => Vec::new(),
                    "self" => me.clone(),
                    _ => me[..me.len() - 1].to_vec(),
                };
                for part in found[2].split("::").filter(|part| !part.is_empty()) {
                    match part {
                        "super" => drop(there.pop()),
                        part => there.push(part.to_owned()),
                    }
                }
                if let Some(other) = there.first().filter(|o| *o != room && rooms.contains(*o)) {
                    graph.entry(room.clone()).or_default().insert(other.clone());
                }
            }
        }
    }
    graph
}

/// Whether `to` can be reached from `from`.
fn reaches(graph: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(room) = open.pop() {
        for next in graph.get(&room).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    false
}

#[test]
fn no_rooms_need_each_other() {
    for floor in FLOORS {
        let graph = named(&root().join(floor));
        assert!(!graph.is_empty(), "the rooms of {floor} were read");
        let circle: Vec<&String> = graph
            .keys()
            .filter(|room| reaches(&graph, room, room))
            .collect();
        assert!(circle.is_empty(), "in a circle on {floor}: {circle:?}");
    }
}
