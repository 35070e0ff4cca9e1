//! The command line with `--lang zh-CN`: what goes wrong is told in Chinese, with the reasons of the
//! system and of libraries in it.

use super::Bench;

/// Words of a text that stand for themselves in any language.
fn english_words(text: &str) -> Vec<String> {
    let mut rows = Vec::new();
    let mut row: Vec<&str> = Vec::new();
    let words = text.split(|c: char| c.is_whitespace() || "，。：；（）“”、,".contains(c));
    for word in words {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_word = bare.len() > 1 && bare.chars().all(|c| c.is_ascii_lowercase());
        match is_word {
            true => row.push(bare),
            false => {
                rows.push(std::mem::take(&mut row));
            }
        }
    }
    rows.push(row);
    // A command to type has words too, but a sentence has several beside each other.
    let sentences = rows.into_iter().filter(|row| row.len() > 2);
    sentences.map(|row| row.join(" ")).collect()
}

#[test]
fn what_goes_wrong_is_told_in_chinese_to_the_last_word() {
    let bench = Bench::new();
    bench.write("broken.toml", "[site\nname = 1");
    bench.write("odd.toml", "[site]\nname = \"a\"\nkind = \"nothing\"\n");
    bench.write("notes.json", "{\"a\": ");
    std::fs::create_dir(bench.path("folder")).expect("a folder");
    for arguments in [
        vec!["site", "list"],
        vec!["status"],
        vec!["run"],
        vec!["site", "add", "missing.toml"],
        vec!["rule", "check", "missing.toml"],
        vec!["rule", "check", "odd.toml"],
        vec!["extract", "missing.html"],
        vec!["extract", "http://127.0.0.1:1/"],
        vec!["extract", "http://a:b/"],
        vec!["extract", "folder"],
        vec!["detect", "missing.html"],
        vec!["diagnose", "-o", "nowhere/a.txt"],
        vec!["log", "--since", "never"],
        vec!["storage", "backup", "--to", "broken.toml/x"],
    ] {
        let mut all = vec!["--lang", "zh-CN"];
        all.extend(&arguments);
        let output = bench.run(&all);
        if output.status.code() == Some(2) {
            // How the arguments are written is told by the parser of the command line.
            continue;
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && !said.is_empty(),
            "{arguments:?}: {said}"
        );
        let english = english_words(&said);
        assert!(
            english.is_empty(),
            "{arguments:?} says {english:?} in\n{said}"
        );
        assert!(!said.contains("os error"), "{arguments:?}: {said}");
    }
}
