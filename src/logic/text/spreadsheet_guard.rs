//! Guards cells that a spreadsheet would run as a formula. Input: the text of a cell, possibly
//! from a malicious page. Output: the same, with an apostrophe before every place where a
//! formula could begin, whichever separator the spreadsheet splits by.

use std::borrow::Cow;

/// Characters that begin a formula, full-width ones included.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Characters that spreadsheets strip before they check for a sign.
const CUT_OFF: [char; 3] = ['\t', '\r', '\n'];
/// Where a spreadsheet with other separators starts a new cell inside this one. Quotes do not
/// prevent that: they count only at the beginning of a cell.
const BREAKS: [char; 4] = [';', '\t', '\r', '\n'];

/// `text` with an apostrophe at its beginning if a spreadsheet would take it for a formula, and
/// inside it where a part could call something if it became a cell of its own. Signed numbers, and
/// lines that only begin with a sign, are left unchanged: no separator makes a call of them.
pub fn formula_guarded(text: &str) -> Cow<'_, str> {
    let begins = text.starts_with(CUT_OFF) || (text.starts_with(SIGNS) && !is_number(text));
    let inside = |(at, _): &(usize, &str)| {
        let rest = text.get(at + 1..).unwrap_or_default();
        runs(rest.split(BREAKS).next().unwrap_or_default())
    };
    let mut places: Vec<usize> = match text.contains(BREAKS) {
        true => text
            .match_indices(BREAKS)
            .filter(inside)
            .map(|(at, _)| at + 1)
            .collect(),
        false => Vec::new(),
    };
    if begins {
        places.insert(0, 0);
    }
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + places.len());
    let mut from = 0;
    for place in places {
        safe.push_str(text.get(from..place).unwrap_or_default());
        safe.push('\'');
        from = place;
    }
    safe.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(safe)
}

/// Whether a part of a cell would call something if it were a cell of its own: a function, whose
/// name stands right before its bracket, or another program (DDE: `program|arguments!cell`).
fn runs(part: &str) -> bool {
    let Some(rest) = part.strip_prefix(SIGNS) else {
        return false;
    };
    let mut before = ' ';
    let calls = rest.chars().any(|here| {
        let opens = matches!(here, '(' | '（') && (before.is_alphanumeric() || before == '_');
        before = here;
        opens
    });
    calls || rest.contains(['|', '｜'])
}

/// A sign, digits, and points or commas between digits; nothing that could be a call.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = digits.strip_suffix('%').unwrap_or(digits);
    let mut parts = digits.split(['.', ',']);
    parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(formula_guarded(text), expected);
    }

    #[test]
    fn formulas_are_guarded_for_every_separator() {
        check("News;=1+cmd|calc!A0", "News;'=1+cmd|calc!A0");
        check("a\t@SUM(A1)", "a\t'@SUM(A1)");
        check("a\n=SUM(1)", "a\n'=SUM(1)");
        check("a\n＝HYPERLINK（1）", "a\n'＝HYPERLINK（1）");
        check("=1+1", "'=1+1");
        check("\n=1", "'\n=1");
        check("＝1+1", "'＝1+1");
        check("＋a", "'＋a");
        check("－a", "'－a");
        check("＠a", "'＠a");
        check("x;- cmd|' /C calc'!A0", "x;'- cmd|' /C calc'!A0");
    }

    #[test]
    fn usual_cells_stay() {
        for text in [
            "a; b",
            "1;-5;+3.5%",
            "- one\n- two".trim_start_matches('-'),
            "a=b",
            "Options:\n-s runs it dry\n+ adds (one)\n=====\n@home",
            "",
        ] {
            check(text, text);
        }
    }
}
