//! Lines that are no text of an article: labels, links elsewhere, notices. Input: a line. Output:
//! whether it is one. The patterns are data in `assets/generic/noise.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::kind_words::plain_words;
use super::wording::Wording;

/// Shipped data; a test loads it, so it is never missing.
static LINES: LazyLock<Option<Wording>> =
    LazyLock::new(|| read(include_str!("../../../../assets/generic/noise.toml")).ok());

#[derive(Deserialize)]
struct File {
    lines: Lines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    patterns: Vec<String>,
}

fn read(source: &str) -> Result<Wording, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    let patterns = file.lines.patterns.iter();
    Wording::of(patterns.map(|pattern| plain_words(pattern)))
}

/// The patterns of such lines.
pub(in crate::generic) fn noise_lines() -> Option<&'static Wording> {
    LINES.as_ref()
}

/// Whether a line of text is a label, a link elsewhere or a notice rather than article text.
pub(in crate::generic) fn is_noise_line(text: &str) -> bool {
    noise_lines().is_some_and(|lines| lines.is_match(text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_loads() {
        assert!(noise_lines().is_some());
    }
}
