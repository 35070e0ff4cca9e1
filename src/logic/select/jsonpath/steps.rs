//! Estimates the steps of a JSONPath on a document before it is run: the crate that runs it has no
//! bound, and five `..*` on 60 nested arrays give millions of matches. The estimate is never lower
//! than what the path visits; a filter counts as if it accepted everything.

use serde_json::Value;

/// The step limit of an evaluation that may visit a value several times; tens of milliseconds.
pub(super) const MAX_STEPS: u64 = 2_000_000;

/// Steps per character of a pattern in a filter: it is compiled again for each value.
const PATTERN_STEPS: u64 = 5;
/// The same for a pattern that repeats or comes from the document, and may be large.
const LARGE_PATTERN_STEPS: u64 = 5_000;

/// How far a path spreads over a document.
#[derive(Debug)]
pub(super) enum Spread {
    /// It follows this many keys.
    Names(usize),
    /// It visits each value a few times at most, like nearly all paths: no more than one `..`, and
    /// filters without paths that spread.
    Once,
    /// It may visit a value many times.
    Many(Vec<Segment>),
}

#[derive(Debug)]
pub(super) struct Segment {
    /// Whether it visits all levels below.
    descends: bool,
    /// The one key it selects; `None` for several or any.
    name: Option<String>,
    /// The number of paths in its filters: below the current value, and from the root.
    below: u32,
    from_root: u32,
    /// The cost of its patterns at one value.
    patterns: u64,
}

impl Spread {
    /// The spread of `source`, a path that parses.
    pub(super) fn of(source: &str) -> Self {
        let segments = segments(source);
        let wide = |s: &Segment| {
            usize::from(s.descends) + (s.below.saturating_sub(1) + s.from_root) as usize
        };
        let spreads: usize = segments.iter().map(wide).sum();
        let is_dear = |s: &Segment| s.from_root > 0 || s.patterns > 0;
        let is_name = |s: &Segment| s.name.is_some() && !s.descends;
        if spreads > 1 || segments.iter().any(is_dear) {
            Self::Many(segments)
        } else if segments.iter().all(is_name) {
            Self::Names(segments.len())
        } else {
            Self::Once
        }
    }

    /// The maximum number of steps on `json`; `None` above [`MAX_STEPS`].
    pub(super) fn steps(&self, json: &Value) -> Option<u64> {
        match self {
            Self::Names(names) => Some(*names as u64),
            Self::Once => size(json, &mut u64::MAX.clone()),
            Self::Many(segments) => {
                let mut left = MAX_STEPS;
                let whole = match segments.iter().any(|segment| segment.from_root > 0) {
                    true => size(json, &mut left)?,
                    false => 0,
                };
                walk(json, segments, whole, &mut left)?;
                Some(MAX_STEPS - left)
            }
        }
    }
}

/// The number of values in `json`, including itself; `None` when more than `left`.
fn size(json: &Value, left: &mut u64) -> Option<u64> {
    *left = left.checked_sub(1)?;
    let mut sum = 1;
    for child in children(json) {
        sum += size(child, left)?;
    }
    Some(sum)
}

fn children(json: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match json {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Spends the cost of the segments from `json` on; `None` when that exceeds what is left. Recurses
/// as deep as the document (128 levels at most) for each segment.
fn walk(json: &Value, segments: &[Segment], whole: u64, left: &mut u64) -> Option<()> {
    *left = left.checked_sub(1)?;
    let Some((segment, rest)) = segments.split_first() else {
        return Some(());
    };
    match (&segment.name, json) {
        (Some(name), Value::Object(fields)) => {
            if let Some(child) = fields.get(name) {
                walk(child, rest, whole, left)?;
            }
        }
        (Some(_), _) => {}
        (None, json) => {
            for child in children(json) {
                filter(child, segment, whole, left)?;
                walk(child, rest, whole, left)?;
            }
        }
    }
    if segment.descends {
        for child in children(json) {
            walk(child, segments, whole, left)?;
        }
    }
    Some(())
}

/// The cost of a segment's filters at one value.
fn filter(child: &Value, segment: &Segment, whole: u64, left: &mut u64) -> Option<()> {
    *left = left.checked_sub(whole.checked_mul(u64::from(segment.from_root))?)?;
    *left = left.checked_sub(segment.patterns)?;
    if segment.below > 0 {
        let size = size(child, &mut left.clone())?;
        let cost = size.checked_pow(segment.below)?;
        *left = left.checked_sub(cost)?;
    }
    Some(())
}

/// The segments of a path that parses.
fn segments(source: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut chars = source.trim().chars().skip(1).peekable();
    while let Some(c) = chars.next() {
        let mut segment = Segment {
            descends: false,
            name: None,
            below: 0,
            from_root: 0,
            patterns: 0,
        };
        let mut bracket = c == '[';
        if c == '.' {
            segment.descends = chars.next_if_eq(&'.').is_some();
            bracket = chars.next_if_eq(&'[').is_some();
        } else if !bracket {
            // Blanks between segments.
            continue;
        }
        let inside = match bracket {
            true => bracketed(&mut chars),
            false => {
                let mut name = String::new();
                while let Some(c) = chars.next_if(|c| !matches!(c, '.' | '[' | ' ' | '\n' | '\t')) {
                    name.push(c);
                }
                name
            }
        };
        segment.name = name(&inside, bracket);
        if bracket && inside.contains('?') {
            let bare = without_texts(&inside);
            // One that names its keys visits only a few values.
            let spreads = bare.contains(['*', ':']) || bare.contains("..");
            segment.from_root = if spreads { count(&bare, "$") } else { 0 };
            segment.patterns = patterns(&inside, &bare);
            segment.below = count(&bare, "..") + count(&bare, "?").saturating_sub(1);
        }
        segments.push(segment);
    }
    segments
}

/// The text up to the matching bracket.
fn bracketed(chars: &mut std::iter::Peekable<impl Iterator<Item = char>>) -> String {
    let (mut inside, mut depth, mut quote) = (String::new(), 0_usize, None);
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                inside.push(c);
                inside.extend(chars.next());
                continue;
            }
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') if depth == 0 => break,
            (None, ']') => depth -= 1,
            (None, _) => {}
        }
        inside.push(c);
    }
    inside
}

/// The one selected key.
fn name(inside: &str, bracket: bool) -> Option<String> {
    if !bracket {
        return (inside != "*").then(|| inside.to_owned());
    }
    let inside = inside.trim();
    let bare = inside
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''))
        .or_else(|| inside.strip_prefix('"')?.strip_suffix('"'))?;
    // Escapes and further names count as any key.
    (!bare.contains(['\\', '\'', '"'])).then(|| bare.to_owned())
}

/// `inside` without quoted texts.
fn without_texts(inside: &str) -> String {
    let (mut bare, mut quote, mut escaped) = (String::new(), None, false);
    for c in inside.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None => bare.push(c),
        }
    }
    bare
}

/// The cost of a filter's patterns at one value; `bare` is the filter without its texts.
fn patterns(inside: &str, bare: &str) -> u64 {
    let calls = count(bare, "match(") + count(bare, "search(");
    if calls == 0 {
        return 0;
    }
    let packed: String = bare.split_whitespace().collect();
    let is_small = count(&packed, ",)") == calls && !inside.contains('{');
    let steps = match is_small {
        true => PATTERN_STEPS * inside.len() as u64,
        false => LARGE_PATTERN_STEPS,
    };
    u64::from(calls) * steps
}

fn count(text: &str, what: &str) -> u32 {
    u32::try_from(text.matches(what).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Spread;

    fn fits(path: &str, json: &Value) -> bool {
        Spread::of(path).steps(json).is_some()
    }

    fn nested(levels: usize) -> Value {
        (0..levels).fold(json!(1), |inner, _| json!([inner]))
    }

    #[test]
    fn what_spreads_over_levels_of_levels_does_not_fit() {
        let deep = nested(60);
        assert!(fits("$..*", &deep));
        assert!(fits("$..*..*", &deep));
        for path in [
            "$..*..*..*..*..*",
            "$..[*]..[0]..[*]..[-1:]..*..*",
            "$..[?@..*]..*..*..[?count(@..*) > 1]",
            "$..[?count($..*) > 1]..[?count($..*..*) > 1]..[?count($..*) > 1]..*",
        ] {
            assert!(!fits(path, &deep), "{path}");
        }
    }

    #[test]
    fn filters_that_ask_the_whole_at_each_value_or_compile_patterns_are_counted() {
        let flat = Value::from(vec![json!("x"); 20_000]);
        for path in [
            "$[?count($..*) > 1]",
            "$[?count($[*]) > 1]",
            "$[?match(@, '(?:a{0,99}){0,99}')]",
            "$[?search(@, @)]",
        ] {
            assert!(!fits(path, &flat), "{path}");
        }
        for path in [
            "$[?@ == $[0]]",
            "$[?@ == '$..*']",
            "$[?search(@, 'x')]",
            "$[?length(@) > 3]",
        ] {
            assert!(fits(path, &flat), "{path}");
        }
    }

    #[test]
    fn steps_are_those_of_the_values_looked_at() {
        let flat = json!({"list": vec![json!({"a": 1}); 1_000], "by": {"name": "b"}});
        let steps = |path: &str| Spread::of(path).steps(&flat).unwrap_or(u64::MAX);
        assert_eq!(steps("$.by.name"), 2);
        assert_eq!(steps("$['by']['name']"), 2);
        assert_eq!(steps("$.list[*].a"), 2_004);
        assert!(steps("$..a..*") >= 2_004, "{}", steps("$..a..*"));
    }

    #[test]
    fn usual_paths_fit_large_documents() {
        let items: Vec<Value> = (0..20_000)
            .map(|n| json!({"id": n, "title": "a", "by": {"name": "b", "tags": ["c", "d"]}}))
            .collect();
        let json = json!({"data": {"list": items}, "list": []});
        for path in [
            "$.data.list[*].title",
            "$..title",
            "$..list..title",
            "$..list[?@.id > 5].by..name",
            "$.data.list[?@.title == 'x..y$?']",
            "$['data']['list'][*]['by']..tags[*]",
        ] {
            assert!(fits(path, &json), "{path}");
        }
    }
}
