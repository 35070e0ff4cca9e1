//! Small notations of rule files and pages: durations and numbers.

use std::time::Duration;

/// Reads `"2s"`, `"500ms"`, `"1.5m"`, `"1h"`; `None` for anything else, a bare number included.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let unit_start = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(unit_start);
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let seconds = match unit.trim() {
        "ms" => number / 1000.0,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

/// The first number in `text`, with a point and without group separators. `decimal_comma` says
/// how a lone comma or point before three digits is meant. The counting words 万 and 亿 and a
/// trailing `k` or `M` multiply.
pub(super) fn parse_number(text: &str, decimal_comma: bool) -> Option<String> {
    let text: String = text.chars().map(plain_digit).collect();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at(start);
    let negative = is_negative(before);
    let end = number_end(rest);
    let (digits, after) = rest.split_at(end);
    let (whole, fraction) = split_decimal(digits, decimal_comma);
    let zeros = multiplier_zeros(after);
    let number = shifted(&whole, &fraction, zeros);
    let sign = if negative && number != "0" { "-" } else { "" };
    Some(format!("{sign}{number}"))
}

/// Full-width digits and signs as their plain forms.
fn plain_digit(c: char) -> char {
    match c {
        '０'..='９' | '．' | '，' | '－' | '＋' => {
            char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c)
        }
        '−' => '-',
        '٫' => '.',
        '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        other => other,
    }
}

/// Whether a minus stands right before the number and is no hyphen of a word before it.
fn is_negative(before: &str) -> bool {
    let before = before.trim_end_matches(['$', '€', '£', '¥', ' ']);
    let Some(before) = before.strip_suffix('-') else {
        return false;
    };
    !before.ends_with(char::is_alphanumeric)
}

/// Where the run of digits and separators ends; a separator belongs to it when a digit follows,
/// a space only before a group of exactly three.
fn number_end(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    let mut group_length = 0;
    while let Some(byte) = bytes.get(at) {
        let goes_on = match byte {
            b'0'..=b'9' => true,
            b'.' | b',' | b'\'' => digit(at + 1),
            b' ' => group_length <= 3 && (1..=3).all(|n| digit(at + n)) && !digit(at + 4),
            _ => false,
        };
        if !goes_on {
            break;
        }
        group_length = if byte.is_ascii_digit() {
            group_length + 1
        } else {
            0
        };
        at += 1;
    }
    at
}

/// Whole and fractional digits of a run of digits and separators.
fn split_decimal(run: &str, decimal_comma: bool) -> (String, String) {
    let only_digits = |part: &str| part.chars().filter(char::is_ascii_digit).collect();
    let marks: Vec<(usize, char)> = run
        .char_indices()
        .filter(|(_, c)| matches!(c, '.' | ','))
        .collect();
    let decimal = match marks.as_slice() {
        [] => None,
        [(at, mark)] => {
            let group_like = run.len() - at - 1 == 3 && *at <= 3 && !run.starts_with('0');
            let usual = if decimal_comma { ',' } else { '.' };
            (!group_like || *mark == usual).then_some(*at)
        }
        [.., (at, last)] => {
            let groups = marks.iter().filter(|(_, mark)| mark == last).count() > 1;
            (!groups).then_some(*at)
        }
    };
    match decimal {
        None => (only_digits(run), String::new()),
        Some(at) => {
            let (whole, fraction) = run.split_at(at);
            (only_digits(whole), only_digits(fraction))
        }
    }
}

/// Powers of ten that the word after a number stands for.
fn multiplier_zeros(after: &str) -> usize {
    let mut letters = after.trim_start().chars();
    let first = letters.next();
    let word_goes_on = letters.next().is_some_and(char::is_alphanumeric);
    match first {
        Some('万' | '萬') => 4,
        Some('亿' | '億') => 8,
        Some('k' | 'K') if !word_goes_on => 3,
        Some('M') if !word_goes_on => 6,
        _ => 0,
    }
}

/// `whole.fraction` times ten to the `zeros`, without needless zeros.
fn shifted(whole: &str, fraction: &str, zeros: usize) -> String {
    let mut whole = whole.to_owned();
    let mut fraction = fraction.chars();
    for _ in 0..zeros {
        whole.push(fraction.next().unwrap_or('0'));
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction.as_str() {
        "" => whole.to_owned(),
        fraction if zeros > 0 && fraction.chars().all(|c| c == '0') => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        let check = |text: &str, ms: Option<u64>| {
            assert_eq!(
                parse_duration(text),
                ms.map(Duration::from_millis),
                "{text}"
            );
        };
        check("2s", Some(2_000));
        check("500ms", Some(500));
        check("1m", Some(60_000));
        check("1.5 s", Some(1_500));
        check("1h", Some(3_600_000));
        check("0s", Some(0));
        for bad in [
            "2",
            "",
            "s",
            "-2s",
            "2x",
            "1.2.3s",
            "99999999999999999999999h",
            ".s",
            "二s",
        ] {
            check(bad, None);
        }
    }

    #[test]
    fn numbers_lose_their_group_separators() {
        let check = |text: &str, comma: bool, number: &str| {
            assert_eq!(parse_number(text, comma).as_deref(), Some(number), "{text}");
        };
        check("1,234,567.8", false, "1234567.8");
        check("1.234.567,8", false, "1234567.8");
        check("1.234.567,8", true, "1234567.8");
        check("1 234 567,80", true, "1234567.80");
        check("1'234.50", false, "1234.50");
        check("1.234", false, "1.234");
        check("1.234", true, "1234");
        check("1,234", false, "1234");
        check("1,234", true, "1.234");
        check("3,5", false, "3.5");
        check("0.125", true, "0.125");
        check("$ 12.50 each", false, "12.50");
        check("阅读 3.2万 次", false, "32000");
        check("1２,３００ 人", false, "12300");
        check("1.2k", false, "1200");
        check("5 km", false, "5");
        check("-4 °C", false, "-4");
        check("covid-19", false, "19");
        check("page 2 of 10", false, "2");
        check("007", false, "7");
        check("2024 100", false, "2024");
    }

    #[test]
    fn no_digit_is_no_number() {
        assert_eq!(parse_number("none", false), None);
    }

    proptest::proptest! {
        #[test]
        fn a_number_is_one_that_rust_reads(text in "\\PC{0,30}", comma: bool) {
            if let Some(number) = parse_number(&text, comma) {
                proptest::prop_assert!(number.parse::<f64>().is_ok(), "{number}");
            }
        }
    }
}
