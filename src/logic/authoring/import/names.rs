//! Converts arbitrary names to valid names of files, sites and fields.

/// The maximum length of a name, in characters.
const LONGEST: usize = 80;

/// Names that some systems reserve for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Columns that the program itself fills.
const RESERVED: [&str; 2] = ["site", "fetched_at"];

/// The name of a rule file: letters, digits, `.`, `_` and `-`, ending in `.toml`.
pub(super) fn file_name(name: &str) -> String {
    let fitting = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut stem = String::new();
    for c in name
        .trim()
        .chars()
        .map(|c| if fitting(c) { c } else { '-' })
    {
        if stem.chars().count() < LONGEST && !(c == '-' && stem.ends_with('-')) {
            stem.push(c);
        }
    }
    let stem = stem.trim_matches(['-', '.']).to_owned();
    let first = stem.split('.').next().unwrap_or("").to_ascii_lowercase();
    if stem.is_empty() || DEVICES.contains(&first.as_str()) {
        return format!("rule-{stem}").trim_end_matches('-').to_owned() + ".toml";
    }
    stem + ".toml"
}

/// The name of a site: one line.
pub(super) fn site_name(name: &str) -> String {
    let words: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(LONGEST).collect();
    match short.trim() {
        "" => "imported".to_owned(),
        short => short.to_owned(),
    }
}

/// The name of a field: no commas or line breaks, not a built-in column, and not in `taken`.
/// `url_free` tells whether it may be `url`.
pub(super) fn field_name(name: &str, url_free: bool, taken: &[&str]) -> String {
    let fitting: String = name
        .chars()
        .map(|c| if c.is_control() || c == ',' { '_' } else { c })
        .collect();
    let base = match fitting.trim() {
        "" => "field",
        "url" if !url_free => "link",
        name if RESERVED.contains(&name) => return free(&format!("{name}_on_page"), taken),
        name => name,
    };
    free(base, taken)
}

/// `base`, with a number if it is taken.
fn free(base: &str, taken: &[&str]) -> String {
    if !taken.contains(&base) {
        return base.to_owned();
    }
    (2_u32..)
        .map(|number| format!("{base}_{number}"))
        .find(|name| !taken.contains(&name.as_str()))
        .unwrap_or_default()
}

/// The last part of a file's name without its ending.
pub(super) fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_stay_in_their_folder() {
        for (name, file) in [
            ("example.org", "example.org.toml"),
            ("../../etc/passwd", "etc-passwd.toml"),
            ("海港 公报", "海港-公报.toml"),
            ("  ", "rule.toml"),
            ("..", "rule.toml"),
            ("CON", "rule-CON.toml"),
            ("a/b\\c:d", "a-b-c-d.toml"),
        ] {
            assert_eq!(file_name(name), file, "{name}");
        }
        assert!(file_name(&"x".repeat(500)).chars().count() < 100);
    }

    #[test]
    fn field_names_fit_their_columns() {
        assert_eq!(field_name(" a,b\n", false, &[]), "a_b_");
        assert_eq!(field_name("url", false, &[]), "link");
        assert_eq!(field_name("url", true, &[]), "url");
        assert_eq!(field_name("site", false, &[]), "site_on_page");
        assert_eq!(field_name("x", false, &["x", "x_2"]), "x_3");
        assert_eq!(field_name("", false, &[]), "field");
    }
}
