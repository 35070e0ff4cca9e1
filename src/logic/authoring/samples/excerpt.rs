//! Shortens two long texts so that their first difference is visible.

/// Characters of the common text kept before the difference.
const LEAD: usize = 12;
/// The minimum length of a common prefix that is cut.
const WORTH_CUTTING: usize = 40;

/// `before` and `after` in one line each, keeping only the end of a long common prefix. Line ends
/// are shown as `⏎`.
pub fn excerpts(before: &str, after: &str) -> (String, String) {
    let (before, after) = (one_line(before), one_line(after));
    let common = before
        .chars()
        .zip(after.chars())
        .take_while(|(a, b)| a == b)
        .count();
    if common < WORTH_CUTTING {
        return (before, after);
    }
    let cut = |text: &str| {
        let end: String = text.chars().skip(common.saturating_sub(LEAD)).collect();
        format!("…{end}")
    };
    (cut(&before), cut(&after))
}

fn one_line(text: &str) -> String {
    text.trim().replace("\r\n", "⏎").replace(['\n', '\r'], "⏎")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_where_they_part_is_shown() {
        assert_eq!(excerpts("a\nb", "a b"), ("a⏎b".into(), "a b".into()));
        let same = "港".repeat(100);
        let (before, after) = excerpts(&format!("{same}一"), &format!("{same}二三"));
        assert_eq!(before, format!("…{}一", "港".repeat(LEAD)));
        assert_eq!(after, format!("…{}二三", "港".repeat(LEAD)));
    }
}
