//! What libraries say in English about JSON, TOML and secure connections, told in the language of
//! the catalogue. Input: a text such as `expected value at line 3 column 7`. Output: the message
//! that says the same, with the place if there is one; what is not known stays as it is.

use super::Message;
use super::reasons::ARGUMENTS;

/// What is found at the beginning of a text, and the message that says it. Longer ones stand before
/// those that they begin with.
const BEGINNINGS: [(&str, &str); 89] = [
    // JSON: the kinds of fault of its reader.
    ("EOF while parsing", "reason-json-ends"),
    ("expected `:`", "reason-json-colon"),
    ("expected `,` or `]`", "reason-json-list"),
    ("expected `,` or `}`", "reason-json-object"),
    ("expected ident", "reason-json-value"),
    ("expected value", "reason-json-value"),
    ("expected `\"`", "reason-json-quote"),
    ("invalid escape", "reason-json-escape"),
    ("invalid number", "reason-json-number"),
    ("number out of range", "reason-json-range"),
    ("invalid unicode code point", "reason-json-escape"),
    ("control character", "reason-json-control"),
    ("key must be a string", "reason-json-key"),
    (
        "invalid value: expected key to be a number",
        "reason-json-key-number",
    ),
    ("float key must be finite", "reason-json-key-number"),
    ("lone leading surrogate in hex escape", "reason-json-escape"),
    ("trailing comma", "reason-json-comma"),
    ("trailing characters", "reason-json-more"),
    ("unexpected end of hex escape", "reason-json-escape"),
    ("recursion limit exceeded", "reason-too-deep"),
    // Whatever is read into a form of its own.
    ("invalid type", "reason-other-type"),
    ("invalid value", "reason-other-value"),
    ("invalid length", "reason-other-length"),
    ("unknown variant", "reason-other-value"),
    ("unknown field", "reason-unknown-field"),
    ("missing field", "reason-missing-field"),
    ("duplicate field", "reason-twice"),
    ("duplicate key", "reason-twice"),
    // TOML.
    ("cannot recurse further", "reason-too-deep"),
    ("`_` may only go between digits", "reason-toml-number"),
    (
        "integers with a radix cannot be signed",
        "reason-toml-number",
    ),
    ("radix must be lowercase", "reason-toml-number"),
    ("redundant integer number prefix", "reason-toml-number"),
    ("redundant numeric sign", "reason-toml-number"),
    ("unexpected leading zero", "reason-toml-number"),
    ("unexpected sign", "reason-toml-number"),
    (
        "carriage return must be followed by newline",
        "reason-toml-line-end",
    ),
    ("extra `=`", "reason-toml-equals"),
    (
        "extra assignment between key-value pairs",
        "reason-toml-equals",
    ),
    ("unexpected `=` in array", "reason-toml-equals"),
    (
        "missing assignment between key-value pairs",
        "reason-toml-no-equals",
    ),
    ("key with no value", "reason-toml-no-equals"),
    ("missing value", "reason-toml-no-value"),
    ("extra comma", "reason-toml-comma"),
    ("missing comma", "reason-toml-no-comma"),
    ("invalid comment character", "reason-toml-comment"),
    (
        "unexpected content between comment and newline",
        "reason-toml-comment",
    ),
    ("missing comment start", "reason-toml-comment"),
    ("keys cannot be multi-line", "reason-toml-key"),
    ("invalid unquoted key", "reason-toml-key"),
    ("unquoted keys cannot be empty", "reason-toml-key"),
    ("invalid key-value pair", "reason-toml-pair"),
    ("invalid inline table element", "reason-toml-pair"),
    ("missing key for inline table element", "reason-toml-pair"),
    ("missing array opening", "reason-toml-bracket"),
    ("unclosed array", "reason-toml-bracket"),
    ("missing table open", "reason-toml-bracket"),
    ("unclosed table", "reason-toml-bracket"),
    ("missing inline table opening", "reason-toml-brace"),
    ("unclosed inline table", "reason-toml-brace"),
    ("missing opening quote", "reason-toml-quote"),
    ("string values must be quoted", "reason-toml-quote"),
    ("invalid literal string", "reason-toml-quote"),
    ("invalid basic string", "reason-toml-quote"),
    ("invalid multi-line literal string", "reason-toml-quote"),
    ("invalid multi-line basic string", "reason-toml-quote"),
    ("invalid binary number", "reason-toml-number"),
    ("invalid octal number", "reason-toml-number"),
    ("invalid hexadecimal number", "reason-toml-number"),
    ("invalid integer number", "reason-toml-number"),
    ("invalid float", "reason-toml-number"),
    ("invalid mantissa", "reason-toml-number"),
    ("invalid exponent", "reason-toml-number"),
    ("invalid fraction", "reason-toml-number"),
    ("integer number overflowed", "reason-json-range"),
    ("floating-point number overflowed", "reason-json-range"),
    ("invalid boolean", "reason-toml-value"),
    ("invalid date-time", "reason-toml-time"),
    ("invalid datetime", "reason-toml-time"),
    ("invalid date", "reason-toml-time"),
    ("invalid time", "reason-toml-time"),
    ("cannot extend value", "reason-toml-extend"),
    ("invalid key", "reason-toml-key"),
    ("invalid string", "reason-toml-quote"),
    ("invalid table", "reason-toml-bracket"),
    ("missing escaped value", "reason-json-escape"),
    ("too few unicode value digits", "reason-json-escape"),
    ("unexpected content", "reason-toml-more"),
    ("unexpected key or value", "reason-toml-more"),
];

/// The message that says what `text` says, if it is known; `None` for arguments of other names.
pub(super) fn library_reason(argument: &str, text: &str) -> Option<Message> {
    if !ARGUMENTS.contains(&argument) {
        return None;
    }
    let (said, place) = match text.rsplit_once(" at line ") {
        Some((said, place)) => (said, place_of(place)),
        None => (text, None),
    };
    if said.starts_with("invalid value,") || said == "invalid value" {
        return Some(Message::new("reason-toml-value"));
    }
    let (words, id) = BEGINNINGS
        .iter()
        .find(|(words, _)| said.starts_with(words))?;
    // A longer word is something else.
    let rest = said.get(words.len()..).unwrap_or_default();
    if rest.starts_with(|letter: char| letter.is_alphanumeric()) {
        return None;
    }
    let mut message = Message::new(*id);
    if let Some(name) = quoted(said).filter(|_| names_field(id)) {
        message = message.with("name", name);
    }
    Some(match place {
        Some((line, column)) => Message::new("reason-at")
            .with("why", message)
            .with("line", line)
            .with("column", column),
        None => message,
    })
}

fn names_field(id: &str) -> bool {
    matches!(id, "reason-unknown-field" | "reason-missing-field")
}

/// What stands first in backquotes.
fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('`')?;
    rest.split_once('`').map(|(name, _)| name)
}

/// `3 column 7`.
fn place_of(text: &str) -> Option<(usize, usize)> {
    let (line, column) = text.split_once(" column ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::{Catalogue, Language};
    use super::*;

    /// Whether a text has an English word outside of backquotes.
    fn english(text: &str) -> Option<String> {
        let marks = ['`', '“', '”'];
        let outside: String = text.split(marks).step_by(2).collect::<Vec<_>>().join(" ");
        let mut words = outside.split(|letter: char| !letter.is_ascii_alphabetic());
        words
            .find(|word| word.len() > 2 && !["JSON", "TOML", "UTF"].contains(word))
            .map(str::to_owned)
    }

    /// Tells `reason` as an argument of a message, as it is done everywhere.
    fn told(language: Language, reason: &str) -> String {
        let message = Message::new("rules-syntax").with("detail", reason);
        Catalogue::new(language).text(&message)
    }

    #[test]
    fn every_reason_has_its_message_in_both_languages() {
        for language in Language::ALL {
            let texts = Catalogue::new(language);
            for (_, id) in BEGINNINGS {
                assert_ne!(texts.get(id), format!("[{id}]"), "{language:?}");
            }
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Form {
        #[expect(dead_code, reason = "only read")]
        name: String,
        #[serde(default)]
        #[expect(dead_code, reason = "only read")]
        number: u8,
    }

    #[test]
    fn what_the_reader_of_json_says_is_told_in_chinese() {
        let mut reasons = Vec::new();
        for text in [
            "",
            "[1",
            "{\"a\"",
            "\"a",
            "{\"a\" 1}",
            "[1 2]",
            "{\"a\":1 \"b\"}",
            "tru",
            "nul",
            "?",
            "{1:2}",
            "\"\\x\"",
            "1.",
            "-",
            "1e999",
            "\"\\ud800\"",
            "\"\u{1}\"",
            "[1,]",
            "{\"a\":1,}",
            "1 2",
            "\"\\u12",
            "\"\\udc00\"",
            "{a:1}",
        ] {
            let error = serde_json::from_str::<serde_json::Value>(text).expect_err(text);
            reasons.push(error.to_string());
        }
        let deep = "[".repeat(200);
        let error = serde_json::from_str::<serde_json::Value>(&deep).expect_err("deep");
        reasons.push(error.to_string());
        for text in [
            "{}",
            "{\"name\":1}",
            "{\"name\":\"a\",\"x\":1}",
            "{\"name\":\"a\",\"number\":300}",
            "{\"name\":\"a\",\"name\":\"b\"}",
            "[]",
            "{\"name\":\"a\",\"number\":-1}",
        ] {
            let error = serde_json::from_str::<Form>(text).expect_err(text);
            reasons.push(error.to_string());
        }
        for reason in &reasons {
            let chinese = told(Language::Chinese, reason);
            assert_eq!(english(&chinese), None, "{reason}: {chinese}");
            let place = reason.rsplit_once(" at line ").map(|(_, place)| place);
            let line = place.and_then(|place| place.split(' ').next());
            assert!(line.is_none_or(|line| chinese.contains(line)), "{chinese}");
            assert_ne!(told(Language::English, reason), chinese);
        }
        assert!(reasons.len() > 25);
    }

    #[test]
    fn what_the_reader_of_toml_says_is_told_in_chinese() {
        let mut untold = Vec::new();
        for text in [
            "a",
            "a =",
            "= 1",
            "a = 1 b = 2",
            "a == 1",
            "a = [1, 2",
            "a = [1,, 2]",
            "a = [1 2]",
            "a = {b = 1",
            "a = {b = 1,, c = 2}",
            "a = {b}",
            "[a",
            "[[a]",
            "a = \"b",
            "a = 'b",
            "a = b",
            "a = 01",
            "a = 1__2",
            "a = +0x1",
            "a = 0X1",
            "a = \"\\q\"",
            "a = \"\\u12\"",
            "a = 1 x",
            "a\rb = 1",
            "# \u{1}",
            "a b = 1",
            "\"\"\"a\"\"\" = 1",
            "a = 1\na = 2",
            "[a]\n[a]",
            "a = [1 = 2]",
            "a = }",
            "]",
            "a = 2020-13-01",
            "a = 1e",
            "a.b = 1\na = 2",
            "a = {b = 1}\n[a.c]",
            "a.'' . = 1",
            "a = --1",
            "a = \"\"\"b",
            "a = '''b",
        ] {
            let error = toml::from_str::<toml::Table>(text).expect_err(text);
            let reason = error.message().lines().next().unwrap_or_default();
            let chinese = told(Language::Chinese, reason);
            if english(&chinese).is_some() {
                untold.push(format!("{text}: {reason}: {chinese}"));
            }
        }
        assert_eq!(untold, [""; 0]);
        for text in [
            "",
            "name = 1",
            "name = 'a'\nx = 1",
            "name = 'a'\nnumber = 300",
        ] {
            let error = toml::from_str::<Form>(text).expect_err(text);
            let chinese = told(Language::Chinese, error.message());
            assert_eq!(english(&chinese), None, "{text}: {chinese}");
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "expected values of the market",
            "a record",
            "invalid typewriter",
        ] {
            assert_eq!(library_reason("reason", text), None, "{text}");
        }
    }
}
