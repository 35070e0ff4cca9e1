//! Parses numbers on pages: group separators and decimals of any country, digits of other scripts,
//! counting words, Chinese numerals. Input: text. Output: a plain number.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

/// The zero digits of the supported scripts: full-width, Arabic, Persian, Devanagari, Bengali,
/// Thai.
const DIGIT_ZEROS: [u32; 6] = [0xFF10, 0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50];
/// The maximum number of zeros that counting words may add.
const MAX_ZEROS: usize = 24;
/// The maximum length of a number in Chinese numerals, in characters.
const MAX_NUMERAL: usize = 40;

/// The words, from the data file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberWords {
    /// Zeros by word, in lower case.
    multipliers: HashMap<String, usize>,
    /// Zeros by case-sensitive word.
    multipliers_by_case: HashMap<String, usize>,
    /// Zeros by character; several in a row add up.
    multipliers_cjk: HashMap<String, usize>,
    /// Values of digits.
    digits_cjk: HashMap<String, u128>,
    /// Characters after a single numeral that show that it counts.
    counters: HashSet<char>,
    /// Characters that make a counting character before them part of a unit.
    units: HashSet<char>,
    /// Characters that announce a number.
    before: HashSet<char>,
}

static WORDS: LazyLock<NumberWords> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../assets/words/numbers.toml")).unwrap_or_default()
});

/// The first number in `text`, with a point and without group separators. `decimal_comma` resolves
/// a lone comma or point before three digits. Counting words after it multiply (万, million, a
/// trailing `k`). Without any digit, a number in Chinese numerals is parsed.
pub(crate) fn parse_number(text: &str, decimal_comma: bool) -> Option<String> {
    let text: String = text.chars().map(plain_digit).collect();
    let Some(start) = text.find(|c: char| c.is_ascii_digit()) else {
        return chinese_number(&text);
    };
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

/// Digits of other scripts and full-width signs as their plain forms.
fn plain_digit(c: char) -> char {
    if let Some(digit) = DIGIT_ZEROS.iter().find_map(|zero| {
        let value = u32::from(c).checked_sub(*zero)?;
        char::from_digit(value, 10)
    }) {
        return digit;
    }
    match c {
        '．' | '，' | '－' | '＋' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '−' => '-',
        '٫' => '.',
        '٬' => ',',
        '’' | '＇' => '\'',
        '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' => ' ',
        other => other,
    }
}

/// Whether a minus is right before the number and is not the hyphen of a word before it.
fn is_negative(before: &str) -> bool {
    let before = before.trim_end_matches(['$', '€', '£', '¥', ' ']);
    let Some(before) = before.strip_suffix('-') else {
        return false;
    };
    !before.ends_with(char::is_alphanumeric)
}

/// The end of the run of digits and separators; a separator belongs to it if a digit follows, a
/// space only before a group of exactly three.
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

/// The whole and fractional digits of a run of digits and separators.
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

/// The power of ten in the words after a number: `万`, `百万`, `million`, `k`.
fn multiplier_zeros(after: &str) -> usize {
    let after = after.trim_start();
    let counting: Vec<usize> = after.chars().map_while(zeros_of).collect();
    let follows = after.chars().nth(counting.len());
    let is_unit = counting.last().is_some_and(|zeros| *zeros < 4)
        && follows.is_some_and(|c| WORDS.units.contains(&c));
    let counted = counting.len() - usize::from(is_unit);
    let zeros: usize = counting.iter().take(counted).sum();
    if !counting.is_empty() {
        return zeros.min(MAX_ZEROS);
    }
    let word: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    let cases = &WORDS.multipliers_by_case;
    let words = &WORDS.multipliers;
    let zeros = cases.get(&word).or_else(|| words.get(&word.to_lowercase()));
    let goes_on = after.chars().nth(word.chars().count());
    match zeros {
        Some(zeros) if goes_on.is_none_or(|c| !c.is_alphanumeric()) => *zeros,
        _ => 0,
    }
}

/// `whole.fraction` times ten to the `zeros`, without redundant zeros.
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

/// The first number in Chinese numerals. A single numeral counts only before a counted thing: 一些
/// does not mean one.
fn chinese_number(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let numeral = |at: usize| chars.get(at).is_some_and(|c| is_numeral(*c));
    let mut at = 0;
    while at < chars.len() {
        if !numeral(at) {
            at += 1;
            continue;
        }
        let end = (at..chars.len())
            .find(|end| !numeral(*end))
            .unwrap_or(chars.len());
        let run = chars.get(at..end).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| chars.get(before));
        if counts(run, before, chars.get(end))
            && let Some(value) = chinese_value(run)
        {
            let negative = matches!(before, Some('负' | '負')) && value > 0;
            return Some(format!("{}{value}", if negative { "-" } else { "" }));
        }
        at = end;
    }
    None
}

fn is_numeral(c: char) -> bool {
    digit_of(c).is_some() || zeros_of(c).is_some()
}

fn digit_of(c: char) -> Option<u128> {
    WORDS.digits_cjk.get(c.to_string().as_str()).copied()
}

fn zeros_of(c: char) -> Option<usize> {
    WORDS.multipliers_cjk.get(c.to_string().as_str()).copied()
}

/// Whether a run of numerals is a number rather than part of a word.
fn counts(run: &[char], before: Option<&char>, after: Option<&char>) -> bool {
    let begins = run
        .first()
        .is_some_and(|c| digit_of(*c).is_some() || zeros_of(*c) == Some(1));
    let announced = before.is_some_and(|c| WORDS.before.contains(c));
    let alone =
        before.is_none_or(|c| !c.is_alphabetic()) && after.is_none_or(|c| !c.is_alphabetic());
    let counted = after.is_some_and(|c| WORDS.counters.contains(c));
    run.len() <= MAX_NUMERAL && begins && (run.len() > 1 || announced || alone || counted)
}

/// The value of a run of numerals: positional (三百二十), digit by digit (二〇二四), or without the
/// last unit (三百五 is 350).
fn chinese_value(run: &[char]) -> Option<u128> {
    let (mut total, mut section) = (0_u128, 0_u128);
    let mut digits: Option<u128> = None;
    let mut unit_before = 1_u128;
    for c in run {
        if let Some(digit) = digit_of(*c) {
            digits = Some(digits.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
            if digit == 0 {
                unit_before = 1;
            }
            continue;
        }
        let zeros = u32::try_from(zeros_of(*c)?).ok()?;
        let unit = 10_u128.checked_pow(zeros)?;
        if zeros < 4 {
            section = section.checked_add(digits.take().unwrap_or(1).checked_mul(unit)?)?;
        } else {
            let whole = section.checked_add(digits.take().unwrap_or(0))?;
            let whole = if total == 0 || zeros == 4 {
                whole
            } else {
                whole.checked_add(total)?
            };
            if zeros != 4 {
                total = 0;
            }
            total = total.checked_add(whole.max(1).checked_mul(unit)?)?;
            section = 0;
        }
        unit_before = unit;
    }
    let last = digits.unwrap_or(0);
    let left_out = unit_before >= 100 && last < 10;
    let last = if left_out {
        last.checked_mul(unit_before / 10)?
    } else {
        last
    };
    total.checked_add(section)?.checked_add(last)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn numbers_of_other_countries_are_read() {
        let check = |text: &str, comma: bool, number: &str| {
            assert_eq!(parse_number(text, comma).as_deref(), Some(number), "{text}");
        };
        check("1.234,56 €", true, "1234.56");
        check("1 234,56", true, "1234.56");
        check("1\u{202f}234,56", true, "1234.56");
        check("1'234.56", false, "1234.56");
        check("1’234.56", false, "1234.56");
        check("₹ 1,23,456", false, "123456");
        check("12,34,567.89", false, "1234567.89");
        check("１，２３４．５", false, "1234.5");
        check("٣٬٤٥٦٫٥", false, "3456.5");
        check("२४", false, "24");
        check("3.2万", false, "32000");
        check("3百万", false, "3000000");
        check("5千克", false, "5");
        check("5万千米", false, "50000");
        check("1.5亿元", false, "150000000");
        check("1.2k+", false, "1200");
        check("1.5 million", false, "1500000");
        check("2,5 Mio.", true, "2500000");
        check("3 milliards", true, "3000000000");
        check("5 m", false, "5");
        check("5 M", false, "5000000");
        check("7 kilometres", false, "7");
    }

    #[test]
    fn chinese_numerals_are_read() {
        let check = |text: &str, number: Option<&str>| {
            assert_eq!(parse_number(text, false).as_deref(), number, "{text}");
        };
        check("三百", Some("300"));
        check("三百二十一人", Some("321"));
        check("三百五", Some("350"));
        check("三百零五", Some("305"));
        check("一千零二十", Some("1020"));
        check("共两万五千册", Some("25000"));
        check("一万二", Some("12000"));
        check("三亿五千万", Some("350000000"));
        check("一亿零三万", Some("100030000"));
        check("十二章", Some("12"));
        check("二〇二四", Some("2024"));
        check("第三章", Some("3"));
        check("五元", Some("5"));
        check("五", Some("5"));
        check("负三百", Some("-300"));
        check("壹佰贰拾", Some("120"));
        check("一些人", None);
        check("统一", None);
        check("千万不要", None);
        check("无", None);
        check(&"九".repeat(200), None);
    }

    #[test]
    fn the_words_load() {
        assert!(WORDS.multipliers.len() > 10 && WORDS.digits_cjk.len() > 20);
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
