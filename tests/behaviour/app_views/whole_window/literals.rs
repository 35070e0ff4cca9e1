//! No text a person reads stands in the window's code: all of it comes from the catalogues, in
//! both languages. Words in the code are ids, names and keys.

use std::path::{Path, PathBuf};

use regex::Regex;

/// Literals that look like words and are none that a person reads in another language.
const ALLOWED: [&str; 9] = [
    // The program's name.
    "Bowerbird",
    // Names of fonts, and what is printed on a key.
    "Ubuntu-Light",
    "Hack",
    "Esc",
    // The name of a notation.
    "Regex",
    // An example of what is to be typed.
    "Asia/Shanghai",
    // The same: how a browser calls itself.
    "Mozilla/5.0 …",
    // For the console, when there is no window.
    "the window cannot be shown: {error}",
    // English words by which the palette finds an entry in any language; not shown.
    "open project {name}",
];

/// Literals of `text` that read like words: several, or one that begins with a capital, or Han
/// characters.
fn words_in(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let skipped = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("//") || line.contains("reason = \"") || line.contains("#[doc")
    };
    let code: Vec<&str> = code.lines().filter(|line| !skipped(line)).collect();
    let literal = Regex::new(r#""((?:[^"\\\n]|\\.)*)""#).unwrap();
    let inserted = Regex::new(r"\{[^}]*\}").unwrap();
    let wordy =
        Regex::new(r"[\u{3400}-\u{9fff}]|[A-Za-z]{2,}\s+[A-Za-z]{2,}|^[A-Z][a-z]+").unwrap();
    literal
        .captures_iter(&code.join("\n"))
        .map(|found| found[1].to_owned())
        .filter(|found| wordy.is_match(&inserted.replace_all(found, "")))
        .filter(|found| !ALLOWED.contains(&found.as_str()))
        .collect()
}

#[test]
fn no_word_a_person_reads_stands_in_the_code() {
    let seen = "ui.label(\"Press here\"); ui.label(look.t(\"app-close\")); ui.button(\"保存\");";
    assert_eq!(words_in(seen), ["Press here", "保存"], "the test can see");

    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/app")];
    let mut faults = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                faults.extend(faults_of(&path));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "put these into the catalogues: {faults:#?}"
    );
}

fn faults_of(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let place = |word| format!("{}: {word:?}", path.display());
    words_in(&text).into_iter().map(place).collect()
}
