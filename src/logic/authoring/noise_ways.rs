//! What is done about a field that differs between two readings: noise is left out, or a part of it
//! is ignored; what tells something stays watched. A price that moved between the two readings is no
//! noise, and a value that rose in one row and fell in another is measured: counters only grow, and
//! random tokens jump. Input: the name of a field, its values before and after. Output: a proposal.

use serde::Serialize;

use super::field_words::{meaning, of_label, of_name};
use crate::comparison::{counts_readers, number};

/// How much text on either side of what changes goes into a pattern, in characters.
const AROUND: usize = 12;
/// The number of letters around what changes from which the rest of a value says something.
const FEWEST_LETTERS: usize = 3;
/// The longest price, in characters.
const MAX_PRICE: usize = 40;
/// The share of the greater value by which a measured one moves at most.
const MOST_MOVED: f64 = 0.5;
/// Signs of currencies.
const SIGNS: &[char] = &['$', '€', '£', '¥', '￥', '₽', '₩', '₹', '元'];
/// Codes of currencies beside a number.
const CODES: [&str; 10] = [
    "USD", "EUR", "GBP", "CNY", "RMB", "JPY", "CHF", "KRW", "HKD", "TWD",
];

/// How a field is kept from being noise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum NoiseWay {
    /// Its changes are not told.
    LeaveOut,
    /// Its values are compared without regard to their order.
    AsSet,
    /// What this pattern matches is ignored.
    Ignore(String),
    /// Nothing: it is a price or another measured value, whose changes are what is watched.
    KeepWatched,
}

/// Whether what changed from `before` to `after` in a field is worth telling although it changes at
/// every reading: a price.
#[must_use]
pub fn stays_watched(name: &str, before: &str, after: &str) -> bool {
    is_money(name, &[(before, after)])
}

/// Whether all values are prices, by the name of their field or by a sign beside their number.
fn is_money(name: &str, differing: &[(&str, &str)]) -> bool {
    let named = of_name(name).and(of_label(name)).meet(meaning("price"));
    let is_price = |value: &str| {
        let short = value.chars().nth(MAX_PRICE).is_none();
        let signed = value.contains(SIGNS)
            || value
                .split(|c: char| !c.is_alphabetic())
                .any(|word| CODES.contains(&word));
        short && (named || signed) && number(value).is_some()
    };
    all_values(differing, is_price)
}

/// Whether all values are mere numbers of which some rose and some fell, none of them far.
fn is_measured(name: &str, differing: &[(&str, &str)]) -> bool {
    let is_number = |value: &str| {
        value.contains(|c: char| c.is_ascii_digit())
            && value
                .chars()
                .all(|c| c.is_ascii_digit() || " .,+-−%°".contains(c))
    };
    if counts_readers(name) || !all_values(differing, is_number) {
        return false;
    }
    let moved: Option<Vec<(f64, f64)>> = differing
        .iter()
        .map(|(before, after)| number(before).zip(number(after)))
        .collect();
    let moved = moved.unwrap_or_default();
    let rose = moved.iter().any(|(before, after)| after > before);
    let fell = moved.iter().any(|(before, after)| after < before);
    let near = |(before, after): &(f64, f64)| {
        (after - before).abs() <= MOST_MOVED * before.abs().max(after.abs())
    };
    rose && fell && moved.iter().all(near)
}

fn all_values(differing: &[(&str, &str)], fits: impl Fn(&str) -> bool) -> bool {
    let mut values = differing
        .iter()
        .flat_map(|(before, after)| [*before, *after]);
    !differing.is_empty() && values.all(|value| fits(value.trim()))
}

/// What keeps a field quiet without losing what it says, as far as that is possible.
pub(super) fn way_of(name: &str, differing: &[(&str, &str)]) -> NoiseWay {
    if is_money(name, differing) || is_measured(name, differing) {
        return NoiseWay::KeepWatched;
    }
    let sorted = |value: &str| {
        let by = if value.contains(" | ") { " | " } else { "," };
        let mut parts: Vec<String> = value.split(by).map(|part| part.trim().to_owned()).collect();
        parts.sort_unstable();
        parts
    };
    if differing
        .iter()
        .all(|(before, after)| sorted(before).len() > 1 && sorted(before) == sorted(after))
    {
        return NoiseWay::AsSet;
    }
    let pattern = differing
        .first()
        .and_then(|(before, after)| pattern_of(before, after));
    let compiled = pattern
        .as_deref()
        .and_then(crate::comparison::compile_ignored);
    match (pattern, compiled) {
        (Some(pattern), Some(compiled))
            if differing.iter().all(|(before, after)| {
                compiled.replace_all(before, "") == compiled.replace_all(after, "")
            }) =>
        {
            NoiseWay::Ignore(pattern)
        }
        _ => NoiseWay::LeaveOut,
    }
}

/// A pattern of the number or token in which two values differ, with some of what stands around it.
fn pattern_of(before: &str, after: &str) -> Option<String> {
    let one: Vec<char> = before.chars().collect();
    let two: Vec<char> = after.chars().collect();
    let token = |c: &char| c.is_ascii_alphanumeric();
    let mut start = one.iter().zip(&two).take_while(|(a, b)| a == b).count();
    // Whole tokens: 12 and 13 differ in two digits.
    while start > 0 && one.get(start - 1).is_some_and(token) {
        start -= 1;
    }
    let most = one.len().min(two.len()) - start;
    let back = one.iter().rev().zip(two.iter().rev());
    let mut end = back.take_while(|(a, b)| a == b).count().min(most);
    while end > 0 && one.get(one.len() - end).is_some_and(token) {
        end -= 1;
    }
    let middle = |all: &[char]| -> Option<String> {
        let middle = all.get(start..all.len().checked_sub(end)?)?;
        (!middle.is_empty()).then(|| middle.iter().collect())
    };
    let (old, new) = (middle(&one)?, middle(&two)?);
    let is_number = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || ".,:".contains(c))
    };
    let is_token = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric());
    let varying = match (
        is_number(&old) && is_number(&new),
        is_token(&old) && is_token(&new),
    ) {
        (true, _) => "[0-9.,:]+",
        (_, true) => "[0-9A-Za-z]+",
        _ => return None,
    };
    let head: String = one
        .get(start.saturating_sub(AROUND)..start)?
        .iter()
        .collect();
    let tail = one.get(one.len() - end..)?;
    let tail: String = tail.iter().take(AROUND).collect();
    let letters = head
        .chars()
        .chain(tail.chars())
        .filter(|c| c.is_alphabetic())
        .count();
    (letters >= FEWEST_LETTERS)
        .then(|| format!("{}{varying}{}", regex::escape(&head), regex::escape(&tail)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, differing: &[(&str, &str)], kept: bool) {
        let way = way_of(name, differing);
        assert_eq!(
            way == NoiseWay::KeepWatched,
            kept,
            "{name} {differing:?}: {way:?}"
        );
    }

    #[test]
    fn a_price_that_truly_changes_is_no_noise() {
        check("price", &[("3.20", "2.90")], true);
        check("unit-price", &[("12", "13"), ("9", "10")], true);
        check("价格", &[("128.00", "118.00")], true);
        check(
            "cell-3",
            &[("€ 3,20", "€ 2,90"), ("€ 5,00", "€ 5,10")],
            true,
        );
        check("cell-3", &[("1,299.00 USD", "1,199.00 USD")], true);
        check("cell-3", &[("299元", "279元")], true);
        assert!(stays_watched("price", "3.20", "2.90"));
        assert!(!stays_watched("views", "320", "321"));
    }

    #[test]
    fn what_rises_and_falls_is_measured_and_counters_and_tokens_are_not() {
        check("rate", &[("7.1012", "7.1020"), ("0.912", "0.911")], true);
        check("stock", &[("17", "16"), ("20", "24")], true);
        // Counters only grow.
        check("sold", &[("17", "18"), ("20", "24")], false);
        // Counts of readers say nothing, whichever way they go.
        check("views", &[("17", "18"), ("24", "20")], false);
        // Numbers drawn at random jump.
        check("id", &[("88213", "1207"), ("412", "90444")], false);
        check("token", &[("a8f3", "b1c9"), ("99fe", "12ab")], false);
        check(
            "time",
            &[("12:30:05", "12:30:09"), ("12:30:59", "12:30:02")],
            false,
        );
        // A text in which a number changes is no price.
        let stock = [("In stock (12 watching)", "In stock (10 watching)")];
        check("stock", &stock, false);
    }
}
