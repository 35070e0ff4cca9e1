//! Quotes texts as one word of a command that a person may copy into a terminal. Names come from
//! untrusted rule files and projects: nothing in them may be executed. In messages:
//! `{ SHELL($site) }`.

use fluent_bundle::{FluentArgs, FluentValue};

/// `text` as one word of the system's shell: sh and the like, PowerShell on Windows.
pub fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./:@%+,-".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let quote = if cfg!(windows) { "''" } else { "'\\''" };
    format!("'{}'", text.replace('\'', quote))
}

/// The same for the catalogues.
pub fn function<'a>(arguments: &[FluentValue<'a>], _: &FluentArgs<'_>) -> FluentValue<'a> {
    match arguments.first() {
        Some(FluentValue::String(text)) => word(text).into(),
        Some(FluentValue::Number(number)) => number.as_string().into_owned().into(),
        _ => FluentValue::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::word;
    use crate::messages::{Catalogue, Language, Message};

    #[test]
    fn nothing_in_a_name_is_carried_out() {
        assert_eq!(word("news"), "news");
        assert_eq!(word("/a/b.bower"), "/a/b.bower");
        assert_eq!(word("Daily News"), "'Daily News'");
        assert_eq!(word("$(touch x) `id`"), "'$(touch x) `id`'");
        assert_eq!(word("中文"), "'中文'");
        assert_eq!(word(""), "''");
        if cfg!(unix) {
            assert_eq!(word("it's; rm"), "'it'\\''s; rm'");
        }
    }

    #[test]
    fn commands_in_messages_quote_what_strangers_name() {
        for language in Language::ALL {
            let message = Message::new("engine-next-incomplete-of").with("site", "$(touch x)");
            let text = Catalogue::new(language).text(&message);
            assert!(text.contains("'$(touch x)'"), "{text}");
            for source in language.sources() {
                let lines = source.lines().filter(|line| line.contains("bowerbird "));
                for line in lines {
                    assert!(!line.contains("\"{ $"), "{line}");
                }
            }
        }
    }
}
