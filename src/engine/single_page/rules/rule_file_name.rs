//! The name of a rule file, from the name of its site.

/// The maximum length of the name before its ending, in characters.
const MAX_STEM_CHARS: usize = 60;

/// A name for the rule file of the site `name`.
pub fn rule_file_name(name: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let stem: String = name.trim().chars().take(MAX_STEM_CHARS).map(kept).collect();
    let stem = stem.trim_matches('-');
    format!("{}.toml", if stem.is_empty() { "rule" } else { stem })
}
