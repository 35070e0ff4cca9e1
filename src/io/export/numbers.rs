//! Numbers in an export: which fields are numbers by the rules of their sites, and their values.
//! A number that a program could not read back exactly stays text.

use std::collections::{BTreeMap, BTreeSet};

use crate::store::{StoreError, StoreReader};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::rules::{FieldRule, FieldType, parse};

/// The maximum number of digits that a floating-point number keeps.
const MAX_DIGITS: usize = 15;

/// A number, as the record has it and as a program reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number<'a> {
    /// Its notation, with a point: `100.00`.
    pub text: &'a str,
    /// Its value.
    pub value: NumberValue,
}

/// The value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberValue {
    /// Without a fraction.
    Whole(i64),
    /// With one.
    Real(f64),
}

impl<'a> Number<'a> {
    /// The number that `text` is; `None` if it is none, or too long to be kept exactly.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (unsigned, None),
        };
        let are_digits =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !fraction.is_none_or(are_digits) {
            return None;
        }
        let value = match fraction {
            None => NumberValue::Whole(text.parse().ok()?),
            Some(_) if unsigned.len() - 1 > MAX_DIGITS => return None,
            Some(_) => NumberValue::Real(text.parse().ok()?),
        };
        Some(Self { text, value })
    }

    /// The value as a floating-point number; `None` if that has too few digits.
    pub(super) fn real(&self) -> Option<f64> {
        let digits = self.text.bytes().filter(u8::is_ascii_digit).count();
        let is_exact = digits <= MAX_DIGITS;
        is_exact.then(|| self.text.parse().ok()).flatten()
    }
}

/// The fields that are numbers by the rule of every site that has them: of `site`, or of all.
pub(super) fn fields(
    store: &StoreReader,
    site: Option<SiteId>,
) -> Result<BTreeSet<String>, StoreError> {
    let sites = match site {
        Some(site) => store.site(site)?.into_iter().collect(),
        None => store.sites()?,
    };
    let mut kinds: BTreeMap<String, bool> = BTreeMap::new();
    for site in sites {
        // A rule that cannot be read says nothing of its fields.
        let Ok(rule) = parse(&site.rule_toml) else {
            continue;
        };
        let file = rule.file();
        let listed = file.list.iter().flat_map(|list| &list.fields);
        for field in file.fields.iter().chain(listed) {
            let FieldRule { name, kind, .. } = field;
            let is_number = *kind == FieldType::Number;
            kinds
                .entry(name.clone())
                .and_modify(|all| *all &= is_number)
                .or_insert(is_number);
        }
    }
    let numbers = kinds.into_iter().filter(|(_, is_number)| *is_number);
    Ok(numbers.map(|(name, _)| name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_lose_digits_stays_text() {
        let value = |text: &'static str| Number::of(text).map(|number| number.value);
        assert_eq!(value("100.00"), Some(NumberValue::Real(100.0)));
        assert_eq!(value("-0.6"), Some(NumberValue::Real(-0.6)));
        assert_eq!(
            value("1234567890123456789"),
            Some(NumberValue::Whole(1_234_567_890_123_456_789))
        );
        assert_eq!(value("007"), Some(NumberValue::Whole(7)));
        for text in [
            "",
            "-",
            "1.",
            ".5",
            "1e5",
            "+5",
            "1 000",
            "99999999999999999999",
            "0.1234567890123456",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(
            Number::of("1234567890123456789").and_then(|n| n.real()),
            None
        );
        assert_eq!(Number::of("100.00").and_then(|n| n.real()), Some(100.0));
    }
}
