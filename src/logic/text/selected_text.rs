//! Whether the text that a rule selects is the whole text of its page. Input: the selected text,
//! and the text that generic extraction finds. Output: whether the former holds the latter, and is
//! not many times as long.

/// Characters from which the found text can tell.
const LEAST_CHARS: usize = 200;
/// Share of the found text that the selected one must hold, in tenths.
const HOLDS_TENTHS: usize = 8;
/// How many times as long the selected text may be.
const MOST_TIMES: usize = 3;

/// Whether `selected` holds what was `found` on the page and little else. Letters and digits count;
/// lines may be split elsewhere. A found text that is too short to tell agrees with any text.
pub fn holds_found_text(selected: &str, found: &str) -> bool {
    let selected = squeezed(selected);
    let (mut held, mut all) = (0_usize, 0_usize);
    for line in found.lines().map(squeezed) {
        all = all.saturating_add(line.len());
        if selected.contains(&line) {
            held = held.saturating_add(line.len());
        }
    }
    all < LEAST_CHARS
        || held.saturating_mul(10) >= all.saturating_mul(HOLDS_TENTHS)
            && selected.len() <= all.saturating_mul(MOST_TIMES)
}

fn squeezed(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selected_text_is_whole_if_it_holds_what_was_found_and_little_else() {
        let line = |n: usize| format!("Line {n} of the report says what happened on that day.");
        let text = |range: std::ops::Range<usize>| range.map(line).collect::<Vec<_>>().join("\n");
        let found = text(0..20);
        let with_table = format!("{}\na cell\nanother\n{}", text(0..10), text(10..20));
        assert!(holds_found_text(&with_table, &found));
        assert!(holds_found_text(&with_table.replace('\n', " "), &found));
        assert!(!holds_found_text(&text(0..5), &found), "a part of it");
        assert!(!holds_found_text(&text(0..90), &found), "the whole page");
        assert!(holds_found_text(&with_table, "Too short to tell."));
    }
}
