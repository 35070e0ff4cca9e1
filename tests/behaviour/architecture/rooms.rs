//! Rooms: how many things lie side by side in one, and that no two rooms need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// Entries of a folder beyond which nobody sees what is there; the manifest and the root of a floor
/// are no rooms.
const MAX_ENTRIES: usize = 15;
/// The floors.
const FLOORS: [&str; 5] = ["logic", "io", "engine", "app", "cli"];
/// Rooms inside of rooms that still need each other. None may be added; one that no longer does is
/// to be taken out.
const INNER_CIRCLES: [&str; 4] = [
    "engine/controller: authoring, pages",
    "io/store: archives, file, records, requests, runs, schema, sites, snapshots",
    "logic/authoring/repair: candidates, content, field, pages, record",
    "logic/rules: check, evaluate, sections_and_defaults, sources",
];

/// Which names of one folder each of them uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

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
        .filter(|folder| !folder.ends_with("store/schema/migrations"))
        .filter_map(|folder| {
            let entries = std::fs::read_dir(folder).expect("a folder");
            let names = entries.map(|entry| entry.expect("an entry").file_name());
            let count = names
                .filter(|name| !["Cargo.toml", "lib.rs"].contains(&&*name.to_string_lossy()))
                .count();
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

/// The modules of a floor, each with its code, outside of tests.
fn modules(floor: &Path) -> Vec<(Vec<String>, String)> {
    let mut all = Vec::new();
    folders(floor, &mut all);
    let files = all.iter().flat_map(|folder| {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path())
    });
    let files = files.filter(|file| file.extension().is_some_and(|e| e == "rs"));
    let modules = files.map(|file| (module(floor, &file), file));
    let modules = modules.filter(|(path, _)| {
        let is_test = |part: &String| part == "tests" || part.ends_with("_tests");
        !path.iter().any(is_test)
    });
    modules
        .map(|(path, file)| {
            let text = std::fs::read_to_string(file).expect("a file");
            (path, super::code(&text))
        })
        .collect()
}

/// The ends of the paths in braces after `head`, which ends with `::`.
fn in_braces(text: &str, head: &str, found: &mut Vec<String>) {
    let mut depth = 0_u32;
    let mut part = String::new();
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            let own = std::mem::take(&mut part);
            let own = own.trim_start_matches(['{', ',']).trim();
            let own = own.split(" as ").next().unwrap_or_default();
            match own.split_once('{') {
                Some((inner, _)) => {
                    let at = inner.len();
                    in_braces(
                        &format!("{}}}", &own[at..]),
                        &format!("{head}{inner}"),
                        found,
                    );
                }
                None if !own.is_empty() => found.push(format!("{head}{own}")),
                None => {}
            }
        }
        part.push(c);
        if depth == 0 {
            return;
        }
    }
}

/// The paths in `code`, those in braces one by one.
fn paths(code: &str) -> Vec<String> {
    let path = Regex::new(r"\b(?:crate|super|self)::(?:\w+::)*(?:\w+|\{)").expect("an expression");
    let plain: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut found = Vec::new();
    for one in path.find_iter(&plain) {
        match one.as_str().strip_suffix('{') {
            Some(head) => in_braces(&plain[one.end() - 1..], head, &mut found),
            None => found.push(one.as_str().to_owned()),
        }
    }
    found
}

/// Where `path`, as written in the module `me`, leads, from its floor on.
fn target(me: &[String], path: &str) -> Vec<String> {
    let mut there: Option<Vec<String>> = None;
    for part in path.split("::").map(str::trim) {
        let known = there.take();
        there = Some(match (part, known) {
            ("crate", _) => Vec::new(),
            ("self", known) => known.unwrap_or_else(|| me.to_vec()),
            ("super", known) => {
                let mut up = known.unwrap_or_else(|| me.to_vec());
                up.pop();
                up
            }
            (name, known) => {
                let mut inner = known.unwrap_or_default();
                inner.push(name.to_owned());
                inner
            }
        });
    }
    there.unwrap_or_default()
}

/// Which of the names in `folder` each of them uses.
fn named(modules: &[(Vec<String>, String)], folder: &[String], names: &BTreeSet<String>) -> Graph {
    let mut graph = Graph::new();
    let depth = folder.len();
    for (me, code) in modules {
        let Some(own) = me.get(depth).filter(|own| names.contains(*own)) else {
            continue;
        };
        if !me.starts_with(folder) {
            continue;
        }
        for path in paths(code) {
            let there = target(me, &path);
            if !there.starts_with(folder) {
                continue;
            }
            let other = there.get(depth);
            if let Some(other) = other.filter(|other| *other != own && names.contains(*other)) {
                graph.entry(own.clone()).or_default().insert(other.clone());
            }
        }
    }
    graph
}

/// Whether `to` can be reached from `from`.
fn reaches(graph: &Graph, from: &str, to: &str) -> bool {
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

/// Those that need each other, group by group.
fn circles(graph: &Graph) -> BTreeSet<Vec<&String>> {
    let in_circle = graph.keys().filter(|room| reaches(graph, room, room));
    in_circle
        .map(|room| {
            let both = |other: &&String| reaches(graph, room, other) && reaches(graph, other, room);
            graph.keys().filter(both).collect()
        })
        .collect()
}

#[test]
fn no_rooms_need_each_other() {
    for floor in FLOORS {
        let folder = root().join(floor);
        let rooms: BTreeSet<String> = std::fs::read_dir(&folder)
            .expect("a floor")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "rs"))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .filter(|name| name != "lib")
            .collect();
        let graph = named(&modules(&folder), &[], &rooms);
        assert!(!graph.is_empty(), "the rooms of {floor} were read");
        let circles = circles(&graph);
        assert!(circles.is_empty(), "in a circle on {floor}: {circles:?}");
    }
}

/// The same for the folders in each folder of a floor.
#[test]
fn no_rooms_inside_of_rooms_need_each_other() {
    let mut found = BTreeSet::new();
    let mut read = 0;
    for floor in FLOORS {
        let folder = root().join(floor);
        let modules = modules(&folder);
        let mut all = Vec::new();
        folders(&folder, &mut all);
        for outer in all.iter().filter(|outer| **outer != folder) {
            let inner: BTreeSet<String> = all
                .iter()
                .filter(|inner| inner.parent() == Some(outer))
                .filter_map(|inner| Some(inner.file_name()?.to_string_lossy().into_owned()))
                .collect();
            let graph = named(&modules, &module(&folder, outer), &inner);
            read += graph.len();
            for circle in circles(&graph) {
                let place = outer.strip_prefix(root()).expect("below").display();
                let circle: Vec<&str> = circle.iter().map(|room| room.as_str()).collect();
                found.insert(format!("{place}: {}", circle.join(", ")));
            }
        }
    }
    assert!(read > 50, "the rooms were read: {read}");
    let known: BTreeSet<String> = INNER_CIRCLES.map(str::to_owned).into();
    let new: Vec<&String> = found.difference(&known).collect();
    let gone: Vec<&String> = known.difference(&found).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "new: {new:#?}, gone: {gone:#?}"
    );
}

#[test]
fn a_circle_of_rooms_is_found() {
    let module = |path: &str, code: &str| {
        let path: Vec<String> = path.split('/').map(str::to_owned).collect();
        (path, code.to_owned())
    };
    let one_way = [
        module(
            "a/run/start",
            "use super::super::decide::{Outcome, deferred_pages::{Aside, Held}};\n",
        ),
        module("a/decide/mend", "// crate::a::run\nuse crate::b::run;\n"),
    ];
    let folder = ["a".to_owned()];
    let names = ["run", "decide"].map(str::to_owned).into();
    let graph = named(&one_way, &folder, &names);
    assert!(graph["run"].contains("decide") && !graph.contains_key("decide"));
    assert!(circles(&graph).is_empty());
    let back = module(
        "a/decide",
        "use crate::a::{\n    read::Reading,\n    run::{SiteRun},\n};\n",
    );
    let both: Vec<_> = one_way.into_iter().chain([back]).collect();
    assert_eq!(circles(&named(&both, &folder, &names)).len(), 1);
}

#[test]
fn paths_in_braces_are_read_one_by_one() {
    let code =
        "use super::{a::B, c::{D, e::F}, self};\nuse crate::g::H as I;\nlet x = self::k::l();";
    let found = [
        "super::a::B",
        "super::c::D",
        "super::c::e::F",
        "super::self",
        "crate::g::H",
        "self::k::l",
    ];
    assert_eq!(paths(code), found);
}
