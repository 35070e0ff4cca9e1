//! Aligns the rows before with the rows after: in order, so that as many values as possible stay
//! equal. An inserted record then shifts nothing.

use super::SampleRow;

/// The maximum number of pairs compared; beyond that rows are paired by index.
const MAX_PAIRS: usize = 1_000_000;
/// The score of a pair, and of each value that is equal in both: a long one is stronger evidence
/// than a number or a date.
const PAIRED: u32 = 1;
const EQUAL: u32 = 2;
const CHARACTERS_A_POINT: usize = 8;
const MAX_LENGTH_POINTS: usize = 16;

/// Rows of `before` and `after` aligned in order; one side is `None` if the other has no partner.
pub fn align(before: &[SampleRow], after: &[SampleRow]) -> Vec<(Option<usize>, Option<usize>)> {
    let same = |(a, b): &(&SampleRow, &SampleRow)| a == b;
    let head = before.iter().zip(after).take_while(same).count();
    let rest = before.len().min(after.len()).saturating_sub(head);
    let ends = before.iter().rev().zip(after.iter().rev());
    let tail = ends.take(rest).take_while(same).count();
    let middle_before = before.len().saturating_sub(head + tail);
    let middle_after = after.len().saturating_sub(head + tail);

    let mut pairs: Vec<_> = (0..head).map(|at| (Some(at), Some(at))).collect();
    let middle = best_pairs(
        before.get(head..head + middle_before).unwrap_or_default(),
        after.get(head..head + middle_after).unwrap_or_default(),
    );
    let moved = |at: Option<usize>| at.map(|at| at + head);
    pairs.extend(middle.into_iter().map(|(a, b)| (moved(a), moved(b))));
    pairs.extend((0..tail).map(|at| {
        let (a, b) = (head + middle_before + at, head + middle_after + at);
        (Some(a), Some(b))
    }));
    pairs
}

/// The alignment with the highest score (Needleman and Wunsch 1970, without a gap penalty).
fn best_pairs(before: &[SampleRow], after: &[SampleRow]) -> Vec<(Option<usize>, Option<usize>)> {
    let (rows, columns) = (before.len(), after.len());
    if rows.saturating_mul(columns) > MAX_PAIRS {
        let most = rows.max(columns);
        let within = |at: usize, count: usize| (at < count).then_some(at);
        return (0..most)
            .map(|at| (within(at, rows), within(at, columns)))
            .collect();
    }
    // best[a][b]: the best score from index a of before and index b of after onwards.
    let width = columns + 1;
    let mut best = vec![0_u32; (rows + 1) * width];
    let at = |a: usize, b: usize| a * width + b;
    for a in (0..rows).rev() {
        for b in (0..columns).rev() {
            let score = |place: usize| best.get(place).copied().unwrap_or(0);
            let paired = score(at(a + 1, b + 1)) + likeness(before.get(a), after.get(b));
            let value = paired.max(score(at(a + 1, b))).max(score(at(a, b + 1)));
            if let Some(slot) = best.get_mut(at(a, b)) {
                *slot = value;
            }
        }
    }
    let score = |a: usize, b: usize| best.get(at(a, b)).copied().unwrap_or(0);
    let mut pairs = Vec::with_capacity(rows.max(columns));
    let (mut a, mut b) = (0, 0);
    while a < rows || b < columns {
        if a < rows && b < columns {
            let paired = score(a + 1, b + 1) + likeness(before.get(a), after.get(b));
            if paired == score(a, b) {
                pairs.push((Some(a), Some(b)));
                (a, b) = (a + 1, b + 1);
                continue;
            }
        }
        if a < rows && (b >= columns || score(a + 1, b) == score(a, b)) {
            pairs.push((Some(a), None));
            a += 1;
        } else {
            pairs.push((None, Some(b)));
            b += 1;
        }
    }
    pairs
}

fn likeness(before: Option<&SampleRow>, after: Option<&SampleRow>) -> u32 {
    let (Some(before), Some(after)) = (before, after) else {
        return 0;
    };
    before
        .iter()
        .filter(|(name, value)| !value.is_null() && after.get(*name) == Some(value))
        .fold(PAIRED, |score, (_, value)| {
            score + EQUAL + length_points(value)
        })
}

fn length_points(value: &serde_json::Value) -> u32 {
    let length = match value {
        serde_json::Value::String(text) => text.len(),
        serde_json::Value::Array(values) => values.len().saturating_mul(CHARACTERS_A_POINT),
        _ => 0,
    };
    let points = (length / CHARACTERS_A_POINT).min(MAX_LENGTH_POINTS);
    u32::try_from(points).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[&str]) -> Vec<SampleRow> {
        let row = |(at, text): (usize, &&str)| {
            let mut row = SampleRow::new();
            let text = format!("{text}, said somebody on the pier");
            row.insert("text".to_owned(), text.into());
            row.insert("floor".to_owned(), at.to_string().into());
            row
        };
        texts.iter().enumerate().map(row).collect()
    }

    #[track_caller]
    fn check(before: &[&str], after: &[&str], expected: &str) {
        let word = |at: Option<usize>| at.map_or("-".to_owned(), |at| at.to_string());
        let found: Vec<String> = align(&rows(before), &rows(after))
            .into_iter()
            .map(|(a, b)| format!("{}:{}", word(a), word(b)))
            .collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn a_record_between_shifts_nothing() {
        check(&["a", "b", "c"], &["a", "b", "c"], "0:0 1:1 2:2");
        check(&["a", "b", "c"], &["a", "x", "b", "c"], "0:0 -:1 1:2 2:3");
        check(&["a", "b", "c"], &["b", "c"], "0:- 1:0 2:1");
        check(&["a"], &["b"], "0:0");
        check(&[], &["b"], "-:0");
        check(&["a"], &[], "0:-");
    }

    #[test]
    fn very_many_rows_are_paired_by_place() {
        let many: Vec<String> = (0..1200).map(|n| format!("a{n}")).collect();
        let others: Vec<String> = (0..1201).map(|n| format!("b{n}")).collect();
        let many = rows(&many.iter().map(String::as_str).collect::<Vec<_>>());
        let mut others = rows(&others.iter().map(String::as_str).collect::<Vec<_>>());
        others.reverse();
        let pairs = align(&many, &others);
        assert_eq!(pairs.len(), 1201);
        assert_eq!(pairs.last(), Some(&(None, Some(1200))));
    }
}
