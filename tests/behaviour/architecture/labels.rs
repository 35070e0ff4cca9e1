//! Tests of the window find things by the ids of messages, not by their words: those are to change
//! without a test that fails.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bowerbird::engine::types::{Arg, Catalogue, Language, Message};
use regex::Regex;

use crate::texts::t;

/// Literals that some message equals and that are none: data, and what assertions say.
const ALLOWED: [&str; 23] = [
    // Names of fields, steps, columns and properties.
    "Name",
    "address",
    "date",
    "label",
    "picture",
    "proxy",
    "replace",
    "text",
    "title",
    "trim",
    // What is typed, and a field that is never there.
    "good",
    "new",
    "nothing",
    "标题",
    // The program's name.
    "Bowerbird",
    // Assertions.
    "a list",
    "a number",
    "every article once",
    "no site is chosen",
    "none is chosen",
    "of another page",
    "once",
    "once, until they come",
];

/// Stands for an argument whose value is not known.
const ANY: &str = "\u{1}";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All that messages of `language` can say, with [`ANY`] for arguments.
fn texts(language: Language) -> BTreeSet<String> {
    let catalogue = Catalogue::new(language);
    // A message begins at the left edge; what belongs to it is indented or closes a brace.
    let start = Regex::new(r"(?m)^([a-z][\w-]*) =").unwrap();
    let argument = Regex::new(r"\$([\w-]+)").unwrap();
    let selector = Regex::new(r"\$([\w-]+)[^{}]*->").unwrap();
    let variant = Regex::new(r"\[([\w-]+)\]").unwrap();
    let names = |of: &Regex, text: &str| -> BTreeSet<String> {
        of.captures_iter(text)
            .map(|found| found[1].to_owned())
            .collect()
    };
    let mut found = BTreeSet::new();
    let folder = root().join("assets/messages").join(language.tag());
    for entry in std::fs::read_dir(folder).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let source = source.lines().filter(|line| !line.starts_with('#'));
        let source = source.collect::<Vec<_>>().join("\n");
        let starts: Vec<_> = start.captures_iter(&source).collect();
        for (number, begins) in starts.iter().enumerate() {
            let from = begins.get(0).unwrap().end();
            let until = starts.get(number + 1).map(|next| next.get(0).unwrap());
            let body = &source[from..until.map_or(source.len(), |next| next.start())];
            let mut all = vec![Vec::new()];
            let selectors = names(&selector, body);
            for name in names(&argument, body) {
                let mut values = vec![Arg::Text(ANY.to_owned())];
                if selectors.contains(&name) {
                    values.extend(names(&variant, body).iter().map(|key| value(key)));
                }
                all = all
                    .into_iter()
                    .flat_map(|args: Vec<(String, Arg)>| {
                        let name = name.clone();
                        values.iter().map(move |value| {
                            let mut args = args.clone();
                            args.push((name.clone(), value.clone()));
                            args
                        })
                    })
                    .collect();
            }
            found.extend(all.into_iter().map(|args| {
                catalogue.text(&Message {
                    id: begins[1].to_owned(),
                    args,
                })
            }));
        }
    }
    found
}

/// What chooses the variant `key`.
fn value(key: &str) -> Arg {
    match (key, key.parse()) {
        ("one", _) => Arg::Number(1),
        (_, Ok(number)) => Arg::Number(number),
        _ => Arg::Text(key.to_owned()),
    }
}

/// Whether `text` says more than its arguments do: words at one of its ends, or many in between.
fn has_own_words(text: &str) -> bool {
    let letters = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count();
    let last = text.split(ANY).count() - 1;
    text.split(ANY).enumerate().any(|(place, part)| {
        let least = if place == 0 || place == last { 2 } else { 12 };
        letters(part) >= least
    })
}

/// Whether `literal` can be what `text` says.
fn fits(text: &str, literal: &str) -> bool {
    let mut parts = text.split(ANY);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = literal.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.len() > part.len() && rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    true
}

/// What all messages can say, laid out so that thousands of literals are looked up quickly.
struct Texts {
    /// Those without arguments.
    plain: BTreeSet<String>,
    /// Those with arguments, by what they begin with.
    filled: BTreeMap<Option<char>, Vec<String>>,
    /// All, one after another.
    joined: String,
}

impl Texts {
    fn new(all: BTreeSet<String>) -> Self {
        let joined = all.iter().map(String::as_str).collect::<Vec<_>>();
        let joined = joined.join("\u{2}");
        let (filled, plain): (BTreeSet<_>, _) = all.into_iter().partition(|t| t.contains(ANY));
        let mut by_start: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for text in filled {
            let first = text.chars().next().filter(|c| !ANY.contains(*c));
            by_start.entry(first).or_default().push(text);
        }
        Self {
            plain,
            filled: by_start,
            joined,
        }
    }

    /// Whether `literal` can be what a message says.
    fn say(&self, literal: &str) -> bool {
        let starts = [None, literal.chars().next()];
        let mut filled = starts.iter().filter_map(|start| self.filled.get(start));
        self.plain.contains(literal)
            || filled.any(|texts| texts.iter().any(|text| fits(text, literal)))
    }

    /// Whether `words` stand in what a message says.
    fn contain(&self, words: &str) -> bool {
        // The expression finds them by the processor's wide instructions, also in a debug build.
        let words = Regex::new(&regex::escape(words)).unwrap();
        words.is_match(&self.joined)
    }
}

/// Literals of `code` that say what a message says.
fn words_in(code: &str, texts: &Texts) -> Vec<String> {
    let literal = Regex::new(r#""((?:[^"\\\n]|\\.)*)""#).unwrap();
    let part = Regex::new(
        r#"\w*(?:contains|wait|shows)\w*\(\s*(?:&?(?:mut )?\w+,\s*)?"((?:[^"\\\n]|\\.)*)""#,
    )
    .unwrap();
    let plain = |found: regex::Captures<'_>| found[1].replace("\\\"", "\"");
    let lines = code.lines();
    let code: Vec<&str> = lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let whole = literal.captures_iter(&code).map(plain);
    let whole = whole.filter(|word| texts.say(word));
    let parts = part.captures_iter(&code).map(plain);
    let parts = parts.filter(|word| {
        let is_sentence = word.trim().contains(' ');
        is_sentence && texts.contain(word)
    });
    let found: BTreeSet<String> = whole.chain(parts).collect();
    let is_word = |word: &String| word.chars().any(char::is_alphabetic);
    found
        .into_iter()
        .filter(|word| is_word(word) && !ALLOWED.contains(&word.as_str()))
        .collect()
}

/// The files of tests that look at the window.
fn files() -> Vec<PathBuf> {
    let mut folders = ["app_views", "real_window"]
        .map(|name| root().join("tests/behaviour").join(name))
        .to_vec();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("whole_window/literals.rs") {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 30, "the tests were found: {}", found.len());
    found
}

#[test]
fn tests_find_things_in_the_window_by_message_ids() {
    let mut all = BTreeSet::new();
    for language in Language::ALL {
        all.extend(
            texts(language)
                .into_iter()
                .filter(|text| has_own_words(text)),
        );
    }
    assert!(all.len() > 2_000, "the messages were read: {}", all.len());
    let all = Texts::new(all);
    let sentence = t!("app-error-open");
    let seen = [
        t!("app-cancel"),
        t!("app-author-open-one", count = 1),
        t!("app-author-open-one", count = 7),
        t!("app-form-field-remove", field = "price"),
        t!(Language::Chinese; "app-sites-empty"),
        &sentence[..sentence.rfind(' ').unwrap()],
    ];
    for words in seen {
        let code = format!("harness\n    .get_by_label_contains({words:?})\n    .click();");
        assert_eq!(words_in(&code, &all), [words], "the test can see");
    }
    let code = "harness.get_by_label(t!(\"app-cancel\"));\nharness.get_by_label(\"Daily\");";
    assert!(words_in(code, &all).is_empty());

    let mut faults = Vec::new();
    for file in files() {
        let code = std::fs::read_to_string(&file).unwrap();
        for words in words_in(&code, &all) {
            faults.push(format!("{}: {words:?}", file.display()));
        }
    }
    assert!(
        faults.is_empty(),
        "take these from the catalogue by their ids, with `t!`: {faults:#?}"
    );
}
