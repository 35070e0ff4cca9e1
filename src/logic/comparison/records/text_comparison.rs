//! Compares two texts by words, line by line: what both have, what only one has. Input: two texts.
//! Output: lines in order, those that nobody needs folded. White space is no difference.

use crate::comparison::unified_diff::{DiffLine, steps};

/// Words of what both sides have that are shown around a difference in a long line.
const WORDS_AROUND: usize = 24;

/// Which of two texts has a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSide {
    /// Both.
    Both,
    /// Only the earlier one.
    Before,
    /// Only the later one.
    After,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPart {
    /// Its words, with the white space behind them.
    pub text: String,
    /// Who has it.
    pub side: TextSide,
}

/// A line of two texts that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparedLine {
    /// Both have it.
    Same(String),
    /// The lines of both sides at one place, which differ in parts.
    Differs(Vec<TextPart>),
    /// So many lines that both have were folded.
    Folded(usize),
}

/// Compares two texts; `context` is the number of equal lines that stay around a difference, and
/// with it long lines are cut around theirs. `None` shows everything.
pub fn compared_text(before: &str, after: &str, context: Option<usize>) -> Vec<ComparedLine> {
    let (old, new) = (lines(before), lines(after));
    let (old_keys, new_keys) = (line_keys(&old), line_keys(&new));
    let (old_keys, new_keys) = (borrowed(&old_keys), borrowed(&new_keys));
    let mut found = Vec::new();
    let (mut gone, mut came) = (Vec::new(), Vec::new());
    let (mut old, mut new) = (old.into_iter(), new.into_iter());
    for step in steps(&old_keys, &new_keys) {
        match step {
            DiffLine::Gone(_) => gone.extend(old.next()),
            DiffLine::Came(_) => came.extend(new.next()),
            DiffLine::Same(_) => {
                end_block(&mut found, &mut gone, &mut came, context.is_some());
                old.next();
                found.extend(new.next().map(|line| ComparedLine::Same(line.to_owned())));
            }
        }
    }
    end_block(&mut found, &mut gone, &mut came, context.is_some());
    match context {
        Some(context) => folded(found, context),
        None => found,
    }
}

/// The parts of two short values, in the order in which they are read as one.
pub fn compared_words(before: &str, after: &str) -> Vec<TextPart> {
    let (old, new) = (words(before.trim()), words(after.trim()));
    let key = |words: &[&str]| words.iter().map(|word| word.trim().to_owned()).collect();
    let (old_keys, new_keys): (Vec<String>, Vec<String>) = (key(&old), key(&new));
    let (old_keys, new_keys) = (borrowed(&old_keys), borrowed(&new_keys));
    let (mut old, mut new) = (old.into_iter(), new.into_iter());
    let mut parts: Vec<TextPart> = Vec::new();
    for step in steps(&old_keys, &new_keys) {
        let (word, side) = match step {
            DiffLine::Gone(_) => (old.next(), TextSide::Before),
            DiffLine::Came(_) => (new.next(), TextSide::After),
            DiffLine::Same(_) => {
                old.next();
                (new.next(), TextSide::Both)
            }
        };
        let word = word.unwrap_or_default();
        match parts.last_mut().filter(|part| part.side == side) {
            Some(part) => part.text.push_str(word),
            None => parts.push(TextPart {
                text: word.to_owned(),
                side,
            }),
        }
    }
    joined_differences(parts)
}

/// A sign or a bracket alone between two differences is part of them: what differs stays readable.
fn joined_differences(parts: Vec<TextPart>) -> Vec<TextPart> {
    let mut out: Vec<TextPart> = Vec::new();
    let mut block = (String::new(), String::new());
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        let in_block = !block.0.is_empty() || !block.1.is_empty();
        match part.side {
            TextSide::Before => block.0.push_str(&part.text),
            TextSide::After => block.1.push_str(&part.text),
            TextSide::Both => {
                let says_nothing = !part.text.chars().any(char::is_alphanumeric);
                if in_block && says_nothing && parts.peek().is_some() {
                    block.0.push_str(&part.text);
                    block.1.push_str(&part.text);
                    continue;
                }
                end_parts(&mut out, &mut block);
                out.push(part);
            }
        }
    }
    end_parts(&mut out, &mut block);
    out
}

fn end_parts(out: &mut Vec<TextPart>, block: &mut (String, String)) {
    let (gone, came) = std::mem::take(block);
    for (text, side) in [(gone, TextSide::Before), (came, TextSide::After)] {
        if !text.is_empty() {
            out.push(TextPart { text, side });
        }
    }
}

/// Ends a block of lines that differ.
fn end_block(
    found: &mut Vec<ComparedLine>,
    gone: &mut Vec<&str>,
    came: &mut Vec<&str>,
    is_cut: bool,
) {
    let (gone, came) = (std::mem::take(gone), std::mem::take(came));
    if gone.is_empty() && came.is_empty() {
        return;
    }
    // Paragraphs that differ one by one are shown one by one, so that both sides stay in step.
    let pairs: Vec<(String, String)> = match gone.len() == came.len() {
        true => gone
            .iter()
            .zip(&came)
            .map(|(old, new)| ((*old).to_owned(), (*new).to_owned()))
            .collect(),
        false => vec![(gone.join("\n"), came.join("\n"))],
    };
    for (old, new) in pairs {
        let parts = compared_words(&old, &new);
        found.push(ComparedLine::Differs(match is_cut {
            true => cut(parts),
            false => parts,
        }));
    }
}

/// Long parts that both have, without the words far from any difference.
fn cut(parts: Vec<TextPart>) -> Vec<TextPart> {
    let last = parts.len().saturating_sub(1);
    let short = |(at, part): (usize, TextPart)| {
        let all = words(&part.text);
        let (head, tail) = (
            if at == 0 { 0 } else { WORDS_AROUND },
            if at == last { 0 } else { WORDS_AROUND },
        );
        if part.side != TextSide::Both || all.len() <= head + tail + WORDS_AROUND {
            return part;
        }
        let head = all.get(..head).unwrap_or_default().concat();
        let tail = all.get(all.len().saturating_sub(tail)..);
        let tail = tail.unwrap_or_default().concat();
        TextPart {
            text: format!("{head}… {tail}"),
            side: part.side,
        }
    };
    parts.into_iter().enumerate().map(short).collect()
}

/// The lines without those that are further than `context` from any difference.
fn folded(lines: Vec<ComparedLine>, context: usize) -> Vec<ComparedLine> {
    let is_same = |line: &ComparedLine| matches!(line, ComparedLine::Same(_));
    let mut out = Vec::with_capacity(lines.len());
    let all = lines.len();
    let mut at = 0;
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        at += 1;
        if !is_same(&line) {
            out.push(line);
            continue;
        }
        let is_first = at == 1;
        let mut run = vec![line];
        while let Some(next) = lines.next_if(is_same) {
            at += 1;
            run.push(next);
        }
        let head = if is_first { 0 } else { context };
        let tail = if at == all { 0 } else { context };
        // One line takes as much room as the word that it was folded.
        if run.len() <= head + tail + 1 {
            out.extend(run);
            continue;
        }
        let rest = run.split_off(run.len() - tail);
        let left_out = run.len() - head;
        run.truncate(head);
        out.extend(run);
        out.push(ComparedLine::Folded(left_out));
        out.extend(rest);
    }
    out
}

/// Lines with something on them.
fn lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

fn line_keys(lines: &[&str]) -> Vec<String> {
    let key = |line: &&str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    lines.iter().map(key).collect()
}

fn borrowed(keys: &[String]) -> Vec<&str> {
    keys.iter().map(String::as_str).collect()
}

/// Words with the space behind them; characters of scripts without spaces alone.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut from = 0;
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        let ends = |before: char| before.is_whitespace() || before >= ALONE || c >= ALONE;
        if !c.is_whitespace() && before.is_some_and(ends) {
            words.extend(text.get(from..at));
            from = at;
        }
        before = Some(c);
    }
    words.extend(text.get(from..).filter(|rest| !rest.is_empty()));
    words
}

/// Characters from here on stand alone: those of scripts that write no spaces.
const ALONE: char = '\u{2E80}';

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(parts: &[TextPart]) -> String {
        let part = |part: &TextPart| match part.side {
            TextSide::Both => part.text.clone(),
            TextSide::Before => format!("[-{}-]", part.text),
            TextSide::After => format!("[+{}+]", part.text),
        };
        parts.iter().map(part).collect()
    }

    #[test]
    fn words_that_differ_stand_among_those_that_stay() {
        let parts = compared_words(
            "The ferry leaves at nine today.",
            "The ferry leaves at ten today.",
        );
        assert_eq!(shown(&parts), "The ferry leaves at [-nine -][+ten +]today.");
        let parts = compared_words("渡轮九点离开", "渡轮十点离开");
        assert_eq!(shown(&parts), "渡轮[-九-][+十+]点离开");
        let parts = compared_words("a  b\tc", "a b c");
        assert_eq!(shown(&parts), "a b c");
        let parts = compared_words("3.20 – 4.00 EUR", "3.10 – 4.20 EUR");
        assert_eq!(shown(&parts), "[-3.20 – 4.00 -][+3.10 – 4.20 +]EUR");
    }

    #[test]
    fn what_is_far_from_a_difference_is_folded() {
        let old: String = (0..20).map(|line| format!("line {line}\n")).collect();
        let new = old.replace("line 10\n", "line ten\n");
        let found = compared_text(&old, &new, Some(2));
        let folded: Vec<usize> = found
            .iter()
            .filter_map(|line| match line {
                ComparedLine::Folded(count) => Some(*count),
                _ => None,
            })
            .collect();
        assert_eq!(folded, [8, 7]);
        assert_eq!(found.len(), 2 + 4 + 1);
        assert_eq!(compared_text(&old, &new, None).len(), 20);
        let long: String = (0..200).map(|word| format!("w{word} ")).collect();
        let found = compared_text(&format!("{long}old"), &format!("{long}new"), Some(2));
        let [ComparedLine::Differs(parts)] = found.as_slice() else {
            panic!("one line differs: {found:?}");
        };
        let text = shown(parts);
        assert!(
            text.starts_with("… w176 ") && text.ends_with("[-old-][+new+]"),
            "{text}"
        );
    }

    #[test]
    fn blank_lines_and_spaces_are_no_difference() {
        let found = compared_text("one\n\n\ntwo  three\n", "one\ntwo three", None);
        assert!(
            found
                .iter()
                .all(|line| matches!(line, ComparedLine::Same(_))),
            "{found:?}"
        );
    }

    proptest! {
        #[test]
        fn each_side_can_be_read_from_the_parts(
            old in "[ab 中,.\n]{0,60}",
            new in "[ab 中,.\n]{0,60}",
        ) {
            let plain = |text: &str| text.split_whitespace().collect::<String>();
            let (mut before, mut after) = (String::new(), String::new());
            for line in compared_text(&old, &new, None) {
                match line {
                    ComparedLine::Same(line) => {
                        before.push_str(&line);
                        after.push_str(&line);
                    }
                    ComparedLine::Differs(parts) => for part in parts {
                        if part.side != TextSide::After {
                            before.push_str(&part.text);
                        }
                        if part.side != TextSide::Before {
                            after.push_str(&part.text);
                        }
                    },
                    ComparedLine::Folded(_) => prop_assert!(false, "nothing is folded"),
                }
            }
            prop_assert_eq!(plain(&before), plain(&old));
            prop_assert_eq!(plain(&after), plain(&new));
        }
    }
}
