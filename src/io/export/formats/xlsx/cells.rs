//! Cells of a sheet: inline texts and numbers.

use jiff::civil::{Date, Time, date};

use super::package::{DATE_STYLE, TIME_STYLE};
use crate::export::formats::xml::escape_into;

/// Writes a cell without a reference: its position follows the previous cell.
pub(super) fn bare_cell(line: &mut String, text: &str) -> u64 {
    line.push_str("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">");
    let left_out = cell_text(line, text);
    line.push_str("</t></is></c>");
    left_out
}

/// Writes a text cell, nothing for an empty text; returns the number of characters left out.
pub(super) fn text_cell(line: &mut String, place: usize, row: u64, text: &str, style: &str) -> u64 {
    if text.is_empty() {
        return 0;
    }
    line.push_str(&format!(
        "<c r=\"{}{row}\"{style} t=\"inlineStr\"><is><t xml:space=\"preserve\">",
        letters(place)
    ));
    let left_out = cell_text(line, text);
    line.push_str("</t></is></c>");
    left_out
}

/// A cell with a number.
pub(super) fn number_cell(line: &mut String, place: usize, row: u64, number: &str) {
    line.push_str(&format!(
        "<c r=\"{}{row}\"><v>{number}</v></c>",
        letters(place)
    ));
}

/// A cell with a date, in the style `style`.
pub(super) fn date_cell(line: &mut String, place: usize, row: u64, (serial, style): (f64, u8)) {
    line.push_str(&format!(
        "<c r=\"{}{row}\" s=\"{style}\"><v>{serial}</v></c>",
        letters(place)
    ));
}

/// A date or a time in ISO 8601 as days since 1899-12-30, with the style that shows it; the clock
/// time as written, since sheets know no zones. `None` for anything else, and before March 1900,
/// where programs count differently.
pub(super) fn serial_of(text: &str) -> Option<(f64, u8)> {
    const FIRST: Date = date(1900, 3, 1);
    const ZERO: Date = date(1899, 12, 30);
    if !text.is_ascii() || !(10..=35).contains(&text.len()) {
        return None;
    }
    let (day, time) = text.split_at(10);
    let day: Date = day.parse().ok().filter(|day| *day >= FIRST)?;
    let days = f64::from(day.since(ZERO).ok()?.get_days());
    if time.is_empty() {
        return Some((days, DATE_STYLE));
    }
    let time = time.strip_prefix(['T', ' '])?;
    let clock = time
        .find(['Z', '+', '-'])
        .map_or(time, |zone| time.get(..zone).unwrap_or(time));
    let time: Time = clock.parse().ok()?;
    let seconds = f64::from(time.hour()) * 3600.0
        + f64::from(time.minute()) * 60.0
        + f64::from(time.second());
    Some((days + seconds / 86_400.0, TIME_STYLE))
}

/// Escapes text that XML or the format itself would misread: `_x0041_` means a character
/// (ECMA-376-1, §22.9.2.19).
fn cell_text(line: &mut String, text: &str) -> u64 {
    let mut left_out = 0;
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, from) = rest.split_at(at);
        left_out += escape_into(line, before);
        let means_a_character = from.as_bytes().get(2..7).is_some_and(|code| {
            code.ends_with(b"_") && code.iter().take(4).all(u8::is_ascii_hexdigit)
        });
        line.push_str(if means_a_character { "_x005F_x" } else { "_x" });
        rest = from.get(2..).unwrap_or_default();
    }
    left_out + escape_into(line, rest)
}

/// Whether a spreadsheet shows the number exactly as written, so that converting it loses nothing.
pub(super) fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "1"));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    all_digits(whole)
        && all_digits(fraction)
        && (whole == "0" || !whole.starts_with('0'))
        && !fraction.ends_with('0')
        && digits.len() <= 15
        && text != "-0"
}

/// Splits off the longest prefix of at most `units` UTF-16 units; returns it and the rest.
pub(super) fn cut(text: &str, units: usize) -> (&str, &str) {
    if text.len() <= units {
        return (text, "");
    }
    let mut so_far = 0;
    for (at, c) in text.char_indices() {
        so_far += c.len_utf16();
        if so_far > units {
            return text.split_at(at);
        }
    }
    (text, "")
}

/// The column letters for a 0-based index: `A`, `B`, … `Z`, `AA`.
pub(super) fn letters(place: usize) -> String {
    let mut letters = Vec::new();
    let mut left = place + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'A' + u8::try_from(left % 26).unwrap_or(0)));
        left /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let names = [0, 25, 26, 701, 702, 16_383].map(letters);
        assert_eq!(names, ["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
    }

    #[test]
    fn dates_are_days_and_times_keep_their_clock() {
        assert_eq!(serial_of("2026-06-07"), Some((46180.0, DATE_STYLE)));
        assert_eq!(serial_of("1900-03-01"), Some((61.0, DATE_STYLE)));
        for noon in [
            "2026-06-07T12:00:00+08:00",
            "2026-06-07T12:00Z",
            "2026-06-07 12:00:00.250Z",
        ] {
            assert_eq!(serial_of(noon), Some((46180.5, TIME_STYLE)), "{noon}");
        }
        for other in [
            "1899-12-31",
            "2026-13-01",
            "2026-06-07 or so",
            "2026-06",
            "7. 6. 2026",
        ] {
            assert_eq!(serial_of(other), None, "{other}");
        }
    }

    #[test]
    fn only_numbers_that_stay_as_they_are_become_numbers() {
        for number in ["0", "-5", "3.25", "1234567890", "0.5"] {
            assert!(is_plain_number(number), "{number}");
        }
        for text in [
            "",
            "-",
            "007",
            "1.50",
            "1e5",
            "+5",
            "12345678901234567",
            "1.",
            ".5",
            "-0",
        ] {
            assert!(!is_plain_number(text), "{text}");
        }
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("a🦜b", 2), ("a", "🦜b"));
        assert_eq!(cut("a🦜b", 3), ("a🦜", "b"));
        assert_eq!(cut("中文", 5), ("中文", ""));
    }

    #[test]
    fn what_looks_like_an_escape_is_escaped() {
        let mut line = String::new();
        cell_text(&mut line, "_x0041_ _x_ <");
        assert_eq!(line, "_x005F_x0041_ _x_ &lt;");
    }
}
