//! The lines of a site file of ftr-site-config: `key: value` and `key(argument): value`.

/// Keys of this format, without their arguments and those of [`LAYOUT`].
pub(super) const KEYS: [&str; 25] = [
    "title",
    "body",
    "author",
    "date",
    "strip",
    "strip_id_or_class",
    "strip_image_src",
    "next_page_link",
    "single_page_link",
    "single_page_link_in_feed",
    "find_string",
    "replace_string",
    "native_ad_clue",
    "autodetect_on_failure",
    "autodetect_next_page",
    "if_page_contains",
    "http_header",
    "requires_login",
    "login_uri",
    "login_username_field",
    "login_password_field",
    "login_extra_fields",
    "not_logged_in_xpath",
    "test_url",
    "test_contains",
];

/// Keys about the layout of the article's HTML.
pub(super) const LAYOUT: [&str; 12] = [
    "prune",
    "tidy",
    "parser",
    "wrap_in",
    "dissolve",
    "convert_double_br_tags",
    "footnotes",
    "insert_detected_image",
    "strip_attr",
    "strip_comments",
    "skip_id_or_class",
    "skip_json_ld",
];

/// One line of a site file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FtrLine<'a> {
    /// Blank, or a comment.
    Blank,
    /// A key with its value.
    Entry {
        /// Number, from 1.
        number: usize,
        /// The key, without its argument.
        key: &'a str,
        /// The text in brackets after the key, as written.
        argument: Option<&'a str>,
        /// The trimmed value.
        value: &'a str,
    },
    /// Any other line; its number.
    Other(usize),
}

/// The lines of a file.
pub(super) fn lines(text: &str) -> impl Iterator<Item = FtrLine<'_>> {
    // Old editors end a line with a carriage return only.
    let only_returns = !text.contains('\n') && text.contains('\r');
    let end = if only_returns { '\r' } else { '\n' };
    (1..)
        .zip(text.split(end))
        .map(|(number, line)| read(number, line))
}

fn read(number: usize, line: &str) -> FtrLine<'_> {
    let line = line.trim_matches(['\r', '\u{feff}']);
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with('#') {
        return FtrLine::Blank;
    }
    let name_end = trimmed
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(trimmed.len());
    let (Some(key), Some(rest)) = (trimmed.get(..name_end), trimmed.get(name_end..)) else {
        return FtrLine::Other(number);
    };
    if key.is_empty() {
        return FtrLine::Other(number);
    }
    // The argument ends at `):`, so that it may contain brackets and colons.
    if let Some(inner) = rest.strip_prefix('(') {
        return match inner.split_once("):") {
            Some((argument, value)) => FtrLine::Entry {
                number,
                key,
                argument: Some(argument),
                value: value.trim(),
            },
            None => FtrLine::Other(number),
        };
    }
    match rest.trim_start().strip_prefix(':') {
        Some(value) => FtrLine::Entry {
            number,
            key,
            argument: None,
            value: value.trim(),
        },
        None => FtrLine::Other(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, key: &str, argument: Option<&str>, value: &str) {
        let expected = FtrLine::Entry {
            number: 1,
            key,
            argument,
            value,
        };
        assert_eq!(lines(line).next(), Some(expected), "{line}");
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        check("title: //h1\r", "title", None, "//h1");
        check("body://div", "body", None, "//div");
        check(" date :  //a/@b ", "date", None, "//a/@b");
        check(
            "replace_string(<h2): <h3",
            "replace_string",
            Some("<h2"),
            "<h3",
        );
        check(
            "replace_string(to post)): </div>",
            "replace_string",
            Some("to post)"),
            "</div>",
        );
        check(
            "replace_string( a:b ):",
            "replace_string",
            Some(" a:b "),
            "",
        );
        check(
            "http_header(user-agent): X/1",
            "http_header",
            Some("user-agent"),
            "X/1",
        );
        check(
            "test_url: http://a.example/x",
            "test_url",
            None,
            "http://a.example/x",
        );
    }

    #[test]
    fn other_lines_keep_their_number() {
        let found: Vec<_> = lines("# a: b\n\nno colon here\n: x\nreplace_string(x").collect();
        let expected = [
            FtrLine::Blank,
            FtrLine::Blank,
            FtrLine::Other(3),
            FtrLine::Other(4),
            FtrLine::Other(5),
        ];
        assert_eq!(found, expected);
    }
}
