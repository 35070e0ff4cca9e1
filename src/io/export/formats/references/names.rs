//! The names in a line of authors, as family name and given names.

/// One author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) family: String,
    /// Empty for a name that is one word, of an organisation, or in Chinese characters.
    pub(super) given: String,
}

/// Separators that stand between authors in any case.
const BETWEEN: [&str; 8] = [" | ", ";", "；", "、", "，", " and ", " & ", " 和 "];

/// The authors of a line.
pub(super) fn names(line: &str) -> Vec<Name> {
    let mut parts = vec![line.to_owned()];
    for separator in BETWEEN {
        let split = parts.iter().flat_map(|part| part.split(separator));
        parts = split.map(str::to_owned).collect();
    }
    let mut names = Vec::new();
    for part in parts {
        let pieces: Vec<&str> = part.split(',').map(str::trim).collect();
        let whole = |piece: &&str| piece.split_whitespace().count() > 1;
        match pieces.as_slice() {
            // "Ann Lee, Bob Ray" are two; "Lee, Ann" is one.
            [_, _, ..] if pieces.iter().all(whole) => {
                names.extend(pieces.iter().copied().filter_map(in_order));
            }
            // Chinese names are whole: a comma stands between two of them.
            [family, given] if is_latin(family) && is_latin(given) => names.push(Name {
                family: (*family).to_owned(),
                given: (*given).to_owned(),
            }),
            _ => names.extend(pieces.iter().copied().filter_map(in_order)),
        }
    }
    names
}

/// Whether a part of a name is in letters that take a given and a family name apart.
fn is_latin(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c < '\u{2e80}')
}

/// A name whose family name stands last.
fn in_order(name: &str) -> Option<Name> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return None;
    }
    Some(match name.rsplit_once(' ').filter(|_| is_latin(&name)) {
        Some((given, family)) => Name {
            family: family.to_owned(),
            given: given.to_owned(),
        },
        None => Name {
            family: name,
            given: String::new(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_authors_are_taken_apart() {
        let told = |line: &str| -> Vec<String> {
            let names = names(line).into_iter();
            names
                .map(|name| format!("{}/{}", name.family, name.given))
                .collect()
        };
        for (line, expected) in [
            ("Ann Lee", vec!["Lee/Ann"]),
            ("Lee, Ann", vec!["Lee/Ann"]),
            ("Ann Lee, Bob B. Ray", vec!["Lee/Ann", "Ray/Bob B."]),
            ("Lee, Ann; Ray, Bob", vec!["Lee/Ann", "Ray/Bob"]),
            ("Ann Lee and Bob Ray", vec!["Lee/Ann", "Ray/Bob"]),
            ("Reuters", vec!["Reuters/"]),
            ("张三、李四", vec!["张三/", "李四/"]),
            ("", vec![]),
        ] {
            assert_eq!(told(line), expected, "{line}");
        }
    }
}
