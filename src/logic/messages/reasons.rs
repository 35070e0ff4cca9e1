//! Reasons that the system and libraries give in English, told in the language of the catalogue.
//! Input: a text such as `a.csv: No such file or directory (os error 2)`. Output: the same with the
//! known words replaced; what is not known stays as it is.

/// Names of arguments that hold such reasons.
pub(super) const ARGUMENTS: [&str; 5] = ["reason", "detail", "cause", "error", "why"];

/// Words at the end of a reason, and the message that says the same.
const REASONS: [(&str, &str); 37] = [
    // The system, as Rust's library tells its errors.
    ("No such file or directory", "reason-not-found"),
    ("entity not found", "reason-not-found"),
    ("no such file", "reason-not-found"),
    ("Permission denied", "reason-no-permission"),
    ("Operation not permitted", "reason-no-permission"),
    ("permission denied", "reason-no-permission"),
    ("File exists", "reason-exists"),
    ("Not a directory", "reason-not-a-folder"),
    ("not a directory", "reason-not-a-folder"),
    ("Is a directory", "reason-is-a-folder"),
    ("is a directory", "reason-is-a-folder"),
    ("Directory not empty", "reason-folder-not-empty"),
    ("No space left on device", "reason-disk-full"),
    ("disk full", "reason-disk-full"),
    ("Read-only file system", "reason-read-only"),
    ("File name too long", "reason-name-too-long"),
    ("Too many open files", "reason-too-many-files"),
    ("Cannot allocate memory", "reason-no-memory"),
    ("Input/output error", "reason-disk-fault"),
    ("Connection refused", "reason-refused"),
    ("Connection reset by peer", "reason-reset"),
    ("Connection timed out", "reason-timed-out"),
    ("No route to host", "reason-no-route"),
    ("Network is unreachable", "reason-no-network"),
    ("Address already in use", "reason-in-use"),
    ("Resource temporarily unavailable", "reason-busy"),
    ("stream did not contain valid UTF-8", "reason-not-text"),
    ("not a regular file", "reason-no-file"),
    // Addresses, as the standard of URLs names what is wrong with them.
    ("empty host", "reason-url-no-host"),
    ("invalid port number", "reason-url-port"),
    ("invalid IPv4 address", "reason-url-ip"),
    ("invalid IPv6 address", "reason-url-ip"),
    ("invalid international domain name", "reason-url-host"),
    ("invalid domain character", "reason-url-host"),
    ("relative URL without a base", "reason-url-relative"),
    // This program.
    ("its path is not Unicode", "reason-path"),
    ("the check ended early", "reason-check-ended"),
];

/// The id of the message that says the end of `text`, and what stands before it; `None` for
/// arguments of other names and for other texts.
pub(super) fn known_reason<'a>(argument: &str, text: &'a str) -> Option<(&'a str, &'static str)> {
    if !ARGUMENTS.contains(&argument) {
        return None;
    }
    let plain = match text.rsplit_once(" (os error ") {
        Some((plain, number)) if number.ends_with(')') => plain,
        _ => text,
    };
    REASONS.iter().find_map(|(words, id)| {
        let before = plain.strip_suffix(words)?;
        // The end of a longer word or sentence is something else.
        let is_apart = before.is_empty() || before.ends_with(": ");
        is_apart.then_some((before, *id))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Catalogue, Language, Message};
    use super::*;

    #[test]
    fn every_reason_has_its_message_in_both_languages() {
        for language in Language::ALL {
            let texts = Catalogue::new(language);
            for (_, id) in REASONS {
                assert_ne!(texts.get(id), format!("[{id}]"), "{language:?}");
            }
        }
    }

    #[test]
    fn what_the_system_says_is_told_in_the_language() {
        let missing = std::fs::read("/nowhere/at/all").unwrap_err();
        let message = Message::new("diagnostic-not-written")
            .with("path", "a.txt")
            .with("reason", missing.to_string());
        let told = Catalogue::new(Language::Chinese).text(&message);
        assert!(
            !told.contains("No such") && !told.contains("os error"),
            "{told}"
        );
        let port = url::Url::parse("http://a:b/").unwrap_err().to_string();
        assert_eq!(known_reason("reason", &port), Some(("", "reason-url-port")));
        let inside = "a.csv: Permission denied (os error 13)";
        let known = known_reason("reason", inside);
        assert_eq!(known, Some(("a.csv: ", "reason-no-permission")));
        assert_eq!(known_reason("title", "Permission denied"), None);
        assert_eq!(
            known_reason("reason", "much fun: the book of empty host"),
            None
        );
    }
}
