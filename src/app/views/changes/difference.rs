//! How two values differ: numbers by how much, texts by their words.

use bowerbird_engine::types::plain_number;

/// A part of a text, and whether only this side has it.
pub(super) type TextPart = (String, bool);

/// The difference of two numbers with its percentage; `None` for values that are no numbers.
pub(super) fn number_words(before: &str, after: &str) -> Option<String> {
    let is_number = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        letters <= 4 && text.chars().count() <= 24
    };
    if !is_number(before) || !is_number(after) {
        return None;
    }
    let (old, new) = (plain_number(before)?, plain_number(after)?);
    let by = new - old;
    if by == 0.0 {
        return None;
    }
    let sign = if by > 0.0 { "+" } else { "−" };
    let mut words = format!("{sign}{}", trimmed(by.abs()));
    if old != 0.0 {
        words.push_str(&format!(" ({sign}{:.1}%)", (by / old).abs() * 100.0));
    }
    Some(words)
}

/// A number with two decimals at most.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Both texts in parts: what they begin and end with in common, and what differs between.
pub(super) fn text_parts(before: &str, after: &str) -> (Vec<TextPart>, Vec<TextPart>) {
    let (old, new) = (words(before), words(after));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (
        old.get(start..).unwrap_or_default(),
        new.get(start..).unwrap_or_default(),
    );
    let same_end = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = same_end.take_while(|(a, b)| a == b).count();
    (parts(&old, start, end), parts(&new, start, end))
}

fn parts(words: &[&str], start: usize, end: usize) -> Vec<TextPart> {
    let middle = words.len().saturating_sub(end);
    let part = |range: std::ops::Range<usize>| words.get(range).unwrap_or_default().concat();
    let found = [
        (part(0..start), false),
        (part(start..middle), true),
        (part(middle..words.len()), false),
    ];
    found
        .into_iter()
        .filter(|(text, _)| !text.is_empty())
        .collect()
}

/// Words with the space behind them; characters of scripts without spaces alone.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if c.is_whitespace() || c >= '\u{2E80}' {
            words.extend(text.get(from..end));
            from = end;
        }
    }
    words.extend(text.get(from..).filter(|rest| !rest.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ_by_an_amount_and_a_share() {
        let by = |before: &str, after: &str| number_words(before, after);
        assert_eq!(by("100", "110").as_deref(), Some("+10 (+10.0%)"));
        assert_eq!(by("3.20 €", "3.10 €").as_deref(), Some("−0.1 (−3.1%)"));
        assert_eq!(by("0", "4").as_deref(), Some("+4"));
        assert_eq!(by("open", "closed"), None);
        assert_eq!(by("Room 3 is open", "Room 4 is open"), None);
    }

    #[test]
    fn texts_differ_between_what_they_share() {
        let (old, new) = text_parts("The ferry leaves at nine.", "The ferry leaves at ten.");
        let own = |parts: &[TextPart]| {
            let own = parts.iter().filter(|(_, own)| *own);
            own.map(|(text, _)| text.clone()).collect::<String>()
        };
        assert_eq!((own(&old).as_str(), own(&new).as_str()), ("nine.", "ten."));
        let (old, new) = text_parts("渡轮九点离开", "渡轮十点离开");
        assert_eq!((own(&old).as_str(), own(&new).as_str()), ("九", "十"));
    }
}
