//! A unified diff of two texts.

/// Unchanged lines around a difference.
const CONTEXT: usize = 3;
/// The maximum number of line pairs compared; larger texts become one replacement.
const MAX_PAIRS: usize = 4_000_000;

/// `before` and `after` as a unified diff with three lines of context; empty when they are equal.
/// `names` are used in its header.
pub fn unified(names: (&str, &str), before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let steps = steps(&old, &new);
    let mut text = format!("--- {}\n+++ {}\n", names.0, names.1);
    let mut at = 0;
    while let Some(first) = next_change(&steps, at) {
        let begin = first.saturating_sub(CONTEXT).max(at);
        let mut end = first + 1;
        // Differences closer than their context share a hunk.
        while let Some(change) = next_change(&steps, end)
            && change <= end + 2 * CONTEXT
        {
            end = change + 1;
        }
        let end = (end + CONTEXT).min(steps.len());
        hunk(&mut text, &steps, begin, end);
        at = end;
    }
    text
}

/// The step for one line.
pub(in crate::comparison) enum DiffLine<'a> {
    Same(&'a str),
    Gone(&'a str),
    Came(&'a str),
}

fn next_change(steps: &[DiffLine<'_>], from: usize) -> Option<usize> {
    let rest = steps.get(from..)?;
    let at = rest.iter().position(|s| !matches!(s, DiffLine::Same(_)))?;
    Some(from + at)
}

fn hunk(text: &mut String, steps: &[DiffLine<'_>], begin: usize, end: usize) {
    let count = |range: std::ops::Range<usize>| {
        let steps = steps.get(range).unwrap_or_default();
        let old = steps.iter().filter(|s| !matches!(s, DiffLine::Came(_)));
        let new = steps.iter().filter(|s| !matches!(s, DiffLine::Gone(_)));
        (old.count(), new.count())
    };
    let (old_before, new_before) = count(0..begin);
    let (old, new) = count(begin..end);
    // A side without lines has the number of the line before it.
    let first = |before: usize, count: usize| before + usize::from(count > 0);
    text.push_str(&format!(
        "@@ -{},{old} +{},{new} @@\n",
        first(old_before, old),
        first(new_before, new),
    ));
    for step in steps.get(begin..end).unwrap_or_default() {
        let (mark, line) = match step {
            DiffLine::Same(line) => (' ', line),
            DiffLine::Gone(line) => ('-', line),
            DiffLine::Came(line) => ('+', line),
        };
        text.push(mark);
        text.push_str(line);
        text.push('\n');
    }
}

/// The edit steps from `old` to `new` that keep most lines (longest common subsequence).
pub(in crate::comparison) fn steps<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<DiffLine<'a>> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()).saturating_sub(head);
    let ends = old.iter().rev().zip(new.iter().rev());
    let tail = ends.take(most).take_while(|(a, b)| a == b).count();
    let middle = |lines: &[&'a str]| -> Vec<&'a str> {
        let end = lines.len().saturating_sub(tail);
        lines.get(head..end).unwrap_or_default().to_vec()
    };
    let mut steps: Vec<DiffLine<'a>> = old
        .iter()
        .take(head)
        .map(|line| DiffLine::Same(line))
        .collect();
    between(&mut steps, &middle(old), &middle(new));
    let end = old.iter().skip(old.len().saturating_sub(tail));
    steps.extend(end.map(|line| DiffLine::Same(line)));
    steps
}

fn between<'a>(steps: &mut Vec<DiffLine<'a>>, old: &[&'a str], new: &[&'a str]) {
    if old.len().saturating_mul(new.len()) > MAX_PAIRS {
        steps.extend(old.iter().map(|line| DiffLine::Gone(line)));
        steps.extend(new.iter().map(|line| DiffLine::Came(line)));
        return;
    }
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    let place = |a: usize, b: usize| a * width + b;
    for (a, line) in old.iter().enumerate().rev() {
        for (b, other) in new.iter().enumerate().rev() {
            let get = |at: usize| longest.get(at).copied().unwrap_or(0);
            let value = if line == other {
                get(place(a + 1, b + 1)) + 1
            } else {
                get(place(a + 1, b)).max(get(place(a, b + 1)))
            };
            if let Some(slot) = longest.get_mut(place(a, b)) {
                *slot = value;
            }
        }
    }
    let get = |a: usize, b: usize| longest.get(place(a, b)).copied().unwrap_or(0);
    let (mut a, mut b) = (0, 0);
    loop {
        match (old.get(a), new.get(b)) {
            (Some(line), Some(other)) if line == other => {
                steps.push(DiffLine::Same(line));
                (a, b) = (a + 1, b + 1);
            }
            (Some(line), other) if other.is_none() || get(a + 1, b) >= get(a, b + 1) => {
                steps.push(DiffLine::Gone(line));
                a += 1;
            }
            (_, Some(line)) => {
                steps.push(DiffLine::Came(line));
                b += 1;
            }
            (_, None) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn differences_stand_in_their_context() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n";
        let new = old.replace("2\n3\n", "2\nthree\n").replace("14\n", "");
        assert_eq!(
            unified(("a", "b"), old, &new),
            "--- a\n+++ b\n@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+three\n 4\n 5\n 6\n\
             @@ -11,5 +11,4 @@\n 11\n 12\n 13\n-14\n 15\n"
        );
        assert_eq!(
            unified(("a", "b"), "", "x\n"),
            "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n"
        );
        assert_eq!(unified(("a", "b"), "x\n", "x\n"), "");
    }

    /// Applies a diff to the text it was made of.
    fn apply(old: &str, diff: &str) -> String {
        let mut lines = old.lines();
        let mut at = 0;
        let mut new = Vec::new();
        for line in diff.lines().skip(2) {
            if let Some(head) = line.strip_prefix("@@ -") {
                let (first, rest) = head.split_once(',').expect("a head");
                let first: usize = first.parse().expect("a number");
                let begin = if rest.starts_with("0 ") {
                    first
                } else {
                    first - 1
                };
                for kept in lines.by_ref().take(begin - at) {
                    new.push(kept.to_owned());
                }
                at = begin;
            } else if let Some(came) = line.strip_prefix('+') {
                new.push(came.to_owned());
            } else {
                let kept = lines.next().expect("a line");
                at += 1;
                assert_eq!(kept, line.get(1..).expect("a mark"));
                if line.starts_with(' ') {
                    new.push(kept.to_owned());
                }
            }
        }
        new.extend(lines.map(str::to_owned));
        new.join("\n")
    }

    proptest! {
        #[test]
        fn a_diff_leads_from_one_text_to_the_other(
            old in prop::collection::vec("[ab]{1,2}", 0..30),
            new in prop::collection::vec("[ab]{1,2}", 0..30),
        ) {
            let (old, new) = (old.join("\n"), new.join("\n"));
            let diff = unified(("a", "b"), &old, &new);
            prop_assert_eq!(apply(&old, &diff), new);
        }
    }
}
