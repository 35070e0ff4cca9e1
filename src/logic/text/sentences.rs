//! Splits a text into sentences, for summaries.

/// Words that end in a full stop without ending a sentence.
const ABBREVIATIONS: [&str; 24] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "etc", "e.g", "i.e", "no", "gen",
    "col", "sen", "rep", "gov", "inc", "ltd", "co", "corp", "fig", "u.s",
];

/// The sentences of `text`, each trimmed; a line break ends one too.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let full = matches!(c, '。' | '！' | '？' | '!' | '?' | '…' | '；');
            if !full && c != '.' {
                continue;
            }
            // Closing quotes and further marks belong to the sentence.
            let mut end = at + c.len_utf8();
            while let Some((at, c)) = chars.next_if(|(_, c)| "。！？!?….”’\"'」』）)".contains(*c))
            {
                end = at + c.len_utf8();
            }
            let wide = matches!(c, '。' | '！' | '？' | '；');
            let before = line.get(start..at).unwrap_or_default();
            let ends = wide
                || chars.peek().is_none()
                || chars.peek().is_some_and(|(_, c)| c.is_whitespace())
                    && (c != '.' || ends_sentence(before, line.get(end..).unwrap_or_default()));
            if ends {
                push(&mut out, line.get(start..end));
                start = end;
            }
        }
        push(&mut out, line.get(start..));
    }
    out
}

/// Whether a full stop between the two ends a sentence.
fn ends_sentence(before: &str, after: &str) -> bool {
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let known = ABBREVIATIONS.contains(&word.to_lowercase().as_str());
    let goes_on = after.trim_start().starts_with(char::is_lowercase);
    !initial && !known && !goes_on
}

fn push<'a>(out: &mut Vec<&'a str>, sentence: Option<&'a str>) {
    let sentence = sentence.unwrap_or_default().trim();
    if sentence.chars().any(char::is_alphanumeric) {
        out.push(sentence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_split() {
        assert_eq!(
            sentences("Dr. J. Smith paid 3.5 million. \"Really?\" she asked. Yes!\nNew line"),
            [
                "Dr. J. Smith paid 3.5 million.",
                "\"Really?\"",
                "she asked.",
                "Yes!",
                "New line"
            ]
        );
        assert_eq!(
            sentences("今天有风。“真的吗？”他问；没有回答！"),
            ["今天有风。", "“真的吗？”", "他问；", "没有回答！"]
        );
        assert!(sentences(" … \n!").is_empty());
    }
}
