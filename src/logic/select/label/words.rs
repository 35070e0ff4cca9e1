//! How labels are compared: folded characters, colons, and built-in labels.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::page_lines::is_gap;

const KNOWN: &str = include_str!("../../../../assets/words/label-selector-words.txt");

static KNOWN_LABELS: LazyLock<HashSet<Vec<char>>> = LazyLock::new(|| {
    let lines = KNOWN.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(folded_label)
        .collect()
});

/// Whether `text` is a label that pages often use.
pub fn is_known(text: &[char]) -> bool {
    KNOWN_LABELS.contains(&folded_chars(text))
}

/// Whether `c` ends a label.
pub fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：' | '﹕' | '∶' | '︰' | '꞉')
}

/// Whether `c` separates one labelled value from the next.
pub fn is_separator(c: char) -> bool {
    matches!(
        c,
        '|' | '｜'
            | '│'
            | '┊'
            | '丨'
            | '·'
            | '•'
            | '∙'
            | '・'
            | ','
            | '，'
            | '、'
            | ';'
            | '；'
            | '/'
            | '／'
            | '»'
            | '›'
            | '>'
            | '-'
            | '–'
            | '—'
            | '*'
            | '※'
            | '■'
            | '●'
            | '◆'
            | '▪'
            | '►'
            | '▶'
            | '→'
            | '~'
            | '+'
            | '='
    )
}

/// The bracket that closes `c`.
pub fn closing(c: char) -> Option<char> {
    Some(match c {
        '(' => ')',
        '（' => '）',
        '[' => ']',
        '［' => '］',
        '【' => '】',
        '〔' => '〕',
        '〖' => '〗',
        '「' => '」',
        '『' => '』',
        '<' => '>',
        '〈' => '〉',
        _ => return None,
    })
}

/// Whether `c` belongs to a script that puts no spaces between words.
pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// One character normalised for comparison: lower case, full-width forms as ordinary ones.
fn folded(c: char) -> impl Iterator<Item = char> {
    let narrow = match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2212}' => '-',
        '\u{2019}' => '\'',
        c => c,
    };
    narrow.to_lowercase()
}

/// `text` folded, each character with its place; white space is one space, and none between
/// characters of scripts without spaces, which are often spaced out.
pub fn folded_places(text: &[char]) -> Vec<(char, usize)> {
    let mut out: Vec<(char, usize)> = Vec::with_capacity(text.len());
    let mut gap = None;
    for (at, &c) in text.iter().enumerate() {
        if is_gap(c) || c.is_whitespace() {
            gap = gap.or(Some(at));
            continue;
        }
        if let Some(place) = gap.take()
            && let Some((before, _)) = out.last()
            && !(is_cjk(*before) && is_cjk(c))
        {
            out.push((' ', place));
        }
        out.extend(folded(c).map(|c| (c, at)));
    }
    out
}

fn folded_chars(text: &[char]) -> Vec<char> {
    folded_places(text).into_iter().map(|(c, _)| c).collect()
}

/// A typed label, folded, without its colon.
pub fn folded_label(label: &str) -> Vec<char> {
    let chars: Vec<char> = label.trim().chars().collect();
    let mut folded = folded_chars(&chars);
    while folded.last().is_some_and(|c| is_colon(*c) || *c == ' ') {
        folded.pop();
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> bool {
        is_known(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn the_known_labels_load() {
        assert!(KNOWN_LABELS.len() > 300);
        assert!(known("Publisher") && known("作　　者") && known("ＩＳＢＮ"));
        assert!(!known("Penguin") && !known(""));
    }

    #[test]
    fn labels_fold() {
        let label = |text: &str| folded_label(text).into_iter().collect::<String>();
        assert_eq!(label(" Publication   DATE ："), "publication date");
        assert_eq!(label("出 版 社:"), "出版社");
        assert_eq!(label("Größe"), "größe");
        assert_eq!(label("::"), "");
    }
}
