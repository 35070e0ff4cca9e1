//! Guards cells that a spreadsheet would run as a formula. Input: the text of a cell, possibly
//! from a malicious page. Output: the same, with an apostrophe before every place where a
//! formula could do harm, whichever separator the spreadsheet splits by.

use std::borrow::Cow;

/// Characters that begin a formula, full-width ones included.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Characters that spreadsheets strip before they check for a sign.
const CUT_OFF: [char; 3] = ['\t', '\r', '\n'];
/// Where a spreadsheet with other separators starts a new cell inside this one. Quotes do not
/// prevent that: they count only at the beginning of a cell.
const SEPARATORS: [char; 4] = [';', '\t', ',', '|'];
/// The ends of rows.
const ROW_ENDS: [char; 2] = ['\r', '\n'];

/// `text` with an apostrophe at its beginning if a spreadsheet would take it for a formula, and
/// inside it where a part would be one if it became a cell of its own. Signed numbers are left
/// unchanged, and so are lines that begin with `-` or `+` and call nothing: no separator makes
/// more than an error of them.
pub fn formula_guarded(text: &str) -> Cow<'_, str> {
    let mut places = Vec::new();
    if text.starts_with(CUT_OFF) || (text.starts_with(SIGNS) && !is_number(text)) {
        places.push(0);
    }
    let mut from = 0;
    for row in text.split_inclusive(ROW_ENDS) {
        let call = last_call(row);
        let breaks = row.match_indices(SEPARATORS);
        let starts = breaks.map(|(at, separator)| at + separator.len());
        let starts = (from > 0).then_some(0).into_iter().chain(starts);
        let harmful = starts.filter(|&start| {
            let calls = call.is_some_and(|call| start < call);
            begins_formula(row, start) && (calls || is_unmistakable(row, start))
        });
        places.extend(harmful.map(|start| from + start));
        from += row.len();
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

/// Whether a formula that is no number begins there in a row.
fn begins_formula(row: &str, start: usize) -> bool {
    let rest = row.get(start..).unwrap_or_default();
    rest.starts_with(SIGNS) && !is_number(rest.split(SEPARATORS).next().unwrap_or_default())
}

/// Whether what begins there has a sign with which no text begins a line of a list.
fn is_unmistakable(row: &str, start: usize) -> bool {
    let mut rest = row.get(start..).unwrap_or_default().chars();
    matches!(rest.next(), Some('=' | '@' | '＝' | '＠'))
        && rest.next().is_some_and(|next| !next.is_whitespace())
}

/// Where in a row something is called last: a function, whose name stands before its bracket,
/// another program (DDE: `program|arguments!cell`), or another file (`'file'#cell`, `[file]`).
fn last_call(row: &str) -> Option<usize> {
    let (mut last, mut before) = (None, ' ');
    for (at, here) in row.char_indices() {
        let calls = match here {
            '(' | '（' => before.is_alphanumeric() || matches!(before, '_' | '.'),
            '|' | '｜' | '[' | '［' => true,
            '!' | '！' | '#' | '＃' => before == '\'',
            _ => false,
        };
        if calls {
            last = Some(at);
        }
        // A blank may stand between a name and its bracket.
        if !here.is_whitespace() {
            before = here;
        }
    }
    last
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
        check("a\n=1+1", "a\n'=1+1");
        check("x;=HYPERLINK (A1)", "x;'=HYPERLINK (A1)");
        check("x;='http://e/x.ods'#$S.A1", "x;'='http://e/x.ods'#$S.A1");
        check("x;=[b.xlsx]S!A1", "x;'=[b.xlsx]S!A1");
        check("x;=\tHYPERLINK(1)", "x;'=\tHYPERLINK(1)");
        check("a,=cmd|'/c calc'!A0", "a,'=cmd|'/c calc'!A0");
        check("a\n＝HYPERLINK（1）", "a\n'＝HYPERLINK（1）");
        check("=1+1", "'=1+1");
        check("\n=1", "'\n'=1");
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
            "Options:\n-s runs it dry\n+ adds one",
            "",
        ] {
            check(text, text);
        }
    }
}
