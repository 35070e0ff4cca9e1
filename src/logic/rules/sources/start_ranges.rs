//! Start addresses with ranges: `[1-100]`, `[001-100]`, `[0-100:10]`, `[a-z]`, several in one
//! address. Input: an address as written. Output: the addresses it expands to, generated
//! lazily, the last range varying fastest.

use std::sync::LazyLock;

use regex::Regex;
use url::Url;

/// The maximum number of addresses that one rule may expand to.
pub(crate) const MAX_STARTS: u64 = 100_000;
/// The number of start addresses searched for a known one.
pub(super) const MAX_SEARCHED: usize = 10_000;

/// A range in brackets. IPv6 hosts in brackets have a colon before any hyphen.
static RANGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\[(?:(\d{1,18})-(\d{1,18})(?::(\d{1,18}))?|([a-z])-([a-z])|([A-Z])-([A-Z]))\]")
        .ok()
});

/// One start address as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartAddress {
    parts: Vec<Part>,
}

/// An invalid range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartFault {
    /// It is descending, or its step is 0.
    Backwards,
    /// It expands to more addresses than a rule may have.
    TooMany,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Fixed(String),
    Numbers {
        from: u64,
        step: u64,
        count: u64,
        /// The minimum number of digits, padded with zeros.
        width: usize,
    },
    Letters {
        from: u32,
        count: u64,
    },
}

impl StartAddress {
    /// Parses the ranges of `text`.
    ///
    /// # Errors
    /// If a range is invalid.
    pub fn read(text: &str) -> Result<Self, StartFault> {
        let text = text.trim();
        let mut parts = Vec::new();
        let mut end = 0;
        for found in RANGE.iter().flat_map(|range| range.captures_iter(text)) {
            let Some(whole) = found.get(0) else { continue };
            let group = |number: usize| found.get(number).map(|group| group.as_str());
            parts.push(Part::Fixed(
                text.get(end..whole.start()).unwrap_or("").to_owned(),
            ));
            let letters = group(4).zip(group(5)).or(group(6).zip(group(7)));
            parts.push(match (group(1).zip(group(2)), letters) {
                (Some((from, to)), _) => numbers(from, to, group(3))?,
                (None, Some((from, to))) => letters_of(from, to)?,
                (None, None) => continue,
            });
            end = whole.end();
        }
        parts.push(Part::Fixed(text.get(end..).unwrap_or("").to_owned()));
        let address = Self { parts };
        if address.count() > MAX_STARTS {
            return Err(StartFault::TooMany);
        }
        Ok(address)
    }

    /// The number of addresses it expands to.
    pub fn count(&self) -> u64 {
        let counts = self.parts.iter().map(Part::count);
        counts.fold(1, u64::saturating_mul)
    }

    /// The first of them, as a text.
    pub fn first(&self) -> String {
        self.text(0)
    }

    /// The addresses in order.
    pub fn urls(&self) -> impl Iterator<Item = Url> + '_ {
        (0..self.count()).filter_map(|number| Url::parse(&self.text(number)).ok())
    }

    /// The address number `number`, from 0.
    fn text(&self, number: u64) -> String {
        let mut rest = number;
        let mut pieces: Vec<String> = Vec::with_capacity(self.parts.len());
        for part in self.parts.iter().rev() {
            let count = part.count();
            pieces.push(part.text(rest % count.max(1)));
            rest /= count.max(1);
        }
        pieces.reverse();
        pieces.concat()
    }
}

impl Part {
    fn count(&self) -> u64 {
        match self {
            Self::Fixed(_) => 1,
            Self::Numbers { count, .. } | Self::Letters { count, .. } => *count,
        }
    }

    fn text(&self, place: u64) -> String {
        match self {
            Self::Fixed(text) => text.clone(),
            Self::Numbers {
                from, step, width, ..
            } => {
                let number = from.saturating_add(step.saturating_mul(place));
                format!("{number:0>width$}")
            }
            Self::Letters { from, .. } => {
                let letter = u32::try_from(place).ok().and_then(|n| from.checked_add(n));
                letter
                    .and_then(char::from_u32)
                    .map_or_else(String::new, String::from)
            }
        }
    }
}

fn numbers(from: &str, to: &str, step: Option<&str>) -> Result<Part, StartFault> {
    let padded = from.starts_with('0') && from.len() > 1;
    let width = if padded { from.len() } else { 1 };
    let number = |text: &str| text.parse::<u64>().map_err(|_| StartFault::TooMany);
    let (from, to) = (number(from)?, number(to)?);
    let step = step.map_or(Ok(1), number)?;
    let span = to.checked_sub(from).ok_or(StartFault::Backwards)?;
    let count = span.checked_div(step).ok_or(StartFault::Backwards)?;
    Ok(Part::Numbers {
        from,
        step,
        count: count.saturating_add(1),
        width,
    })
}

fn letters_of(from: &str, to: &str) -> Result<Part, StartFault> {
    let code = |text: &str| text.chars().next().map_or(0, u32::from);
    let (from, to) = (code(from), code(to));
    let span = to.checked_sub(from).ok_or(StartFault::Backwards)?;
    Ok(Part::Letters {
        from,
        count: u64::from(span) + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let address = StartAddress::read(text).unwrap();
        let urls: Vec<String> = address.urls().map(String::from).collect();
        assert_eq!(urls, expected, "{text}");
        assert_eq!(address.count(), u64::try_from(expected.len()).unwrap());
    }

    #[test]
    fn ranges_stand_for_many_addresses() {
        check("http://a.example/x", &["http://a.example/x"]);
        check("http://[::1]:80/x", &["http://[::1]/x"]);
        check(
            "http://a.example/?p=[9-11]",
            &[
                "http://a.example/?p=9",
                "http://a.example/?p=10",
                "http://a.example/?p=11",
            ],
        );
        check(
            "http://a.example/[008-010]",
            &[
                "http://a.example/008",
                "http://a.example/009",
                "http://a.example/010",
            ],
        );
        check(
            "http://a.example/?s=[0-25:10]",
            &[
                "http://a.example/?s=0",
                "http://a.example/?s=10",
                "http://a.example/?s=20",
            ],
        );
        check(
            "http://a.example/[a-b]/[1-2]",
            &[
                "http://a.example/a/1",
                "http://a.example/a/2",
                "http://a.example/b/1",
                "http://a.example/b/2",
            ],
        );
    }

    #[test]
    fn ranges_without_sense_are_refused() {
        let check = |text: &str, fault: StartFault| {
            assert_eq!(StartAddress::read(text), Err(fault), "{text}");
        };
        check("http://a.example/[9-1]", StartFault::Backwards);
        check("http://a.example/[z-a]", StartFault::Backwards);
        check("http://a.example/[1-9:0]", StartFault::Backwards);
        check("http://a.example/[1-100001]", StartFault::TooMany);
        check("http://a.example/[1-1000]/[1-1000]", StartFault::TooMany);
        check(
            "http://a.example/[0-999999999999999999]/[0-999999999999999999]",
            StartFault::TooMany,
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text: String) {
            if let Ok(address) = StartAddress::read(&text) {
                let _ = address.urls().take(3).count();
            }
        }
    }
}
