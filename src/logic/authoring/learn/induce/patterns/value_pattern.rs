//! Generalises the form of values into a pattern: digits for digits, the same separators, words of
//! any letters. Input: the picked values. Output: a pattern that fits them all and similar
//! ones, or nothing if they have no common form.

/// The maximum length of a run of digits whose length is written out.
const COUNTED_DIGITS: usize = 8;
/// The maximum number of pieces in a value; beyond that it is running text.
const MAX_PIECES: usize = 16;

/// The common form of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValueForm {
    /// The pattern, without a group.
    pub pattern: String,
    /// Whether the form alone is distinctive: a date, a long number.
    pub telling: bool,
}

/// One run of the same kind of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Number(&'t str),
    Word(&'t str),
    /// Letters of a script without spaces, matched literally.
    Sign(&'t str),
    Space,
    Mark(char),
}

/// The form of `values`; `None` for words without a digit and for values of different forms.
pub(super) fn of(values: &[&str]) -> Option<ValueForm> {
    if values.is_empty() || !values.iter().all(|value| has_digit(value)) {
        return None;
    }
    let all = |test: fn(&str) -> bool| values.iter().all(|value| test(value));
    if all(|value| value.bytes().all(|b| b.is_ascii_digit())) {
        return Some(digits(values));
    }
    if all(is_number) {
        return Some(ValueForm {
            pattern: NUMBER.to_owned(),
            telling: false,
        });
    }
    let joined = |value: &str| {
        value.bytes().all(|b| b.is_ascii_digit() || b == b'-')
            && value.bytes().filter(|b| *b == b'-').count() > 2
    };
    if values.iter().all(|value| joined(value)) {
        return Some(ValueForm {
            pattern: r"\d[\d-]*\d".to_owned(),
            telling: true,
        });
    }
    let mut pieces = values.iter().map(|value| pieces(value));
    let first = pieces.next()??;
    for other in pieces {
        if !alike(&first, &other?) {
            return None;
        }
    }
    let numbers = first.iter().filter(|p| matches!(p, Piece::Number(_)));
    Some(ValueForm {
        telling: numbers.count() > 2,
        pattern: first.iter().map(written).collect(),
    })
}

/// A number with its separators.
const NUMBER: &str = r"\d+(?:[.,]\d+)*";

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn is_number(value: &str) -> bool {
    value
        .split(['.', ','])
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

fn digits(values: &[&str]) -> ValueForm {
    let length = values.first().map_or(0, |value| value.len());
    let same = values.iter().all(|value| value.len() == length);
    if same && length >= COUNTED_DIGITS {
        return ValueForm {
            pattern: format!(r"\d{{{length}}}"),
            telling: true,
        };
    }
    ValueForm {
        pattern: r"\d+".to_owned(),
        telling: false,
    }
}

fn pieces(value: &str) -> Option<Vec<Piece<'_>>> {
    let mut found = Vec::new();
    let mut rest = value;
    while let Some(c) = rest.chars().next() {
        let run = |test: fn(char) -> bool| {
            let end = rest.find(|c| !test(c)).unwrap_or(rest.len());
            rest.split_at_checked(end).unwrap_or((rest, ""))
        };
        let (piece, after) = if c.is_ascii_digit() {
            let (run, after) = run(|c| c.is_ascii_digit());
            (Piece::Number(run), after)
        } else if c.is_whitespace() {
            (Piece::Space, run(char::is_whitespace).1)
        } else if is_sign(c) {
            let (run, after) = run(is_sign);
            (Piece::Sign(run), after)
        } else if c.is_alphabetic() {
            let (run, after) = run(|c| c.is_alphabetic() && !is_sign(c));
            (Piece::Word(run), after)
        } else {
            (Piece::Mark(c), rest.get(c.len_utf8()..).unwrap_or(""))
        };
        found.push(piece);
        rest = after;
    }
    (found.len() <= MAX_PIECES).then_some(found)
}

/// Letters of scripts that put no space between words.
pub(super) fn is_sign(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF)
}

fn alike(a: &[Piece<'_>], b: &[Piece<'_>]) -> bool {
    let same = |(a, b): (&Piece<'_>, &Piece<'_>)| match (a, b) {
        (Piece::Number(_), Piece::Number(_)) | (Piece::Word(_), Piece::Word(_)) => true,
        (a, b) => a == b,
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

fn written(piece: &Piece<'_>) -> String {
    match piece {
        Piece::Number(run) => match run.len() {
            1 | 2 => r"\d{1,2}".to_owned(),
            4 => r"\d{4}".to_owned(),
            _ => r"\d+".to_owned(),
        },
        // A single letter is matched literally, such as the T of a date.
        Piece::Word(word) if word.chars().count() == 1 => (*word).to_owned(),
        Piece::Word(_) => r"\p{L}+".to_owned(),
        Piece::Sign(text) => (*text).to_owned(),
        Piece::Space => r"\s+".to_owned(),
        Piece::Mark('-') => "-".to_owned(),
        Piece::Mark(mark) => regex::escape(mark.encode_utf8(&mut [0; 4])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_form_share_a_pattern() {
        for (values, pattern, telling) in [
            (vec!["123"], r"\d+", false),
            (vec!["12.50", "1,299.00"], NUMBER, false),
            (vec!["9780000000001", "9780000000002"], r"\d{13}", true),
            (vec!["978-3-16-148410-0"], r"\d[\d-]*\d", true),
            (
                vec!["2024-03-05", "2023-12-1"],
                r"\d{4}-\d{1,2}-\d{1,2}",
                true,
            ),
            (vec!["2024年3月5日"], r"\d{4}年\d{1,2}月\d{1,2}日", true),
            (
                vec!["5 March 2024", "12 May 2023"],
                r"\d{1,2}\s+\p{L}+\s+\d{4}",
                false,
            ),
            (
                vec!["2024-03-05T10:20"],
                r"\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{1,2}",
                true,
            ),
        ] {
            let form = of(&values).unwrap_or_else(|| panic!("{values:?}"));
            assert_eq!(
                (form.pattern.as_str(), form.telling),
                (pattern, telling),
                "{values:?}"
            );
            let regex = regex::Regex::new(&format!("^(?:{pattern})$")).unwrap();
            assert!(values.iter().all(|value| regex.is_match(value)));
        }
        assert_eq!(of(&["Ann Lee"]), None);
        assert_eq!(of(&["3 of 4", "x"]), None);
        assert_eq!(of(&["2024年3月5日", "2024/3/5"]), None);
    }
}
