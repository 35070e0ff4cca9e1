//! Sets of parameter names, and the built-in ones (`assets/addresses/parameters.toml`).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

/// The minimum length of a value that may be a session id.
const SHORTEST_SESSION: usize = 16;

/// Names, some of them with a trailing `*`.
#[derive(Debug, Clone, Default)]
pub struct Names {
    exact: HashSet<String>,
    beginnings: Vec<String>,
}

impl Names {
    /// Builds a set of `names`; case is ignored.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut all = Self::default();
        for name in names {
            let name = name.as_ref().trim().to_ascii_lowercase();
            match name.strip_suffix('*') {
                Some(beginning) => all.beginnings.push(beginning.to_owned()),
                None => drop(all.exact.insert(name)),
            }
        }
        all
    }

    /// Whether the set contains `name`, in lower case.
    pub fn contains(&self, name: &str) -> bool {
        (!self.exact.is_empty() && self.exact.contains(name))
            || self.beginnings.iter().any(|b| name.starts_with(b.as_str()))
    }
}

/// The built-in names.
pub(super) struct ParameterNames {
    pub(super) tracking: Names,
    pub(super) session: Names,
    pub(super) session_like: Names,
    pub(super) in_path: Names,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tracking: Vec<String>,
    session: Vec<String>,
    session_like: Vec<String>,
    session_in_path: Vec<String>,
}

const FILE: &str = include_str!("../../../../../assets/addresses/parameters.toml");

static WORDS: LazyLock<ParameterNames> = LazyLock::new(|| {
    let file = toml::from_str(FILE).unwrap_or(File {
        tracking: Vec::new(),
        session: Vec::new(),
        session_like: Vec::new(),
        session_in_path: Vec::new(),
    });
    ParameterNames {
        tracking: Names::new(file.tracking),
        session: Names::new(file.session),
        session_like: Names::new(file.session_like),
        in_path: Names::new(file.session_in_path),
    }
});

pub(super) fn parameter_names() -> &'static ParameterNames {
    &WORDS
}

/// Whether a value looks like a session id: long, of letters and digits in an order that no person
/// writes. A word, a title and a plain number do not.
pub(super) fn is_session_like(value: &str) -> bool {
    let plain: Vec<u8> = value.bytes().filter(|b| *b != b'-').collect();
    if plain.len() < SHORTEST_SESSION || !plain.iter().all(u8::is_ascii_alphanumeric) {
        return false;
    }
    let digits = plain.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = plain.len() - digits;
    // Titles in addresses are words with dashes, and at most a year or a number at the end.
    let dashes = value.len() - plain.len();
    let uuid = dashes == 4 && plain.iter().all(u8::is_ascii_hexdigit);
    digits >= 3 && letters >= 3 && (dashes == 0 || uuid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_parameters_is_read_whole() {
        let file: File = toml::from_str(FILE).unwrap();
        for list in [&file.tracking, &file.session, &file.session_like] {
            assert!(!list.is_empty());
            let distinct: HashSet<&String> = list.iter().collect();
            assert_eq!(distinct.len(), list.len(), "one stands twice");
            assert!(list.iter().all(|name| name.to_ascii_lowercase() == *name));
        }
        assert!(parameter_names().tracking.contains("utm_source"));
        assert!(parameter_names().in_path.contains("jsessionid"));
    }

    #[test]
    fn numbers_of_visits_are_told_from_words_and_numbers() {
        for session in [
            "0123456789abcdef0123456789abcdef",
            "a81bc81b-dead-4e5d-abff-90865d1e13b1",
            "qk3v9m1z8c7b6n5x",
        ] {
            assert!(is_session_like(session), "{session}");
        }
        for other in [
            "",
            "5",
            "20240105123456789",
            "internationalization",
            "the-town-hall-in-2024",
            "a+b+c+d+e+f+g+h+i+j+k+l+m",
        ] {
            assert!(!is_session_like(other), "{other}");
        }
    }
}
