//! Second fields of one name: those that repeat the first are left out, and the links of one list of
//! categories are one field with several values. Input: parts and fields already taken. Output:
//! whether a part repeats another, and the field that takes it in.

use crate::authoring::learn::induce::LearnedField;
use crate::authoring::learn::suggest::record_parts::PartCandidate;
use crate::authoring::learn::suggest::tree::{At, Tree};
use crate::authoring::learn::value_forms::day_of;
use crate::page::{ElementIndex, Page};
use crate::rules::FieldType;
use crate::select::{Selector, SelectorKind};

/// The number of records on which a selector is tried.
const MAX_TRIED: usize = 12;
/// The end of a selector by position.
const BY_POSITION: &str = ":nth-of-type(1)";

/// A part that became a field.
pub struct Taken {
    /// The name of its kind.
    pub name: String,
    /// The name of the field.
    pub own_name: String,
    /// The part.
    pub part: PartCandidate,
}

/// Whether most values of `second` are equal to the `first` one of their record or contained in it.
pub fn is_repeated(first: &PartCandidate, second: &PartCandidate, kind: FieldType) -> bool {
    let plain = |value: &str| -> String {
        let letters = value.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let same_day = |one: &str, other: &str| {
        let day = |value: &str| day_of(value).map(|day| day.chars().take(10).collect::<String>());
        kind == FieldType::Date && day(one).is_some_and(|own| Some(own) == day(other))
    };
    let mut known = first.found.iter().zip(&first.values).peekable();
    let mut repeated = 0;
    for ((item, ..), value) in second.found.iter().zip(&second.values) {
        while known.next_if(|((other, ..), _)| other < item).is_some() {}
        let own = known.peek().filter(|((other, ..), _)| other == item);
        repeated += usize::from(own.is_some_and(|(_, other)| {
            plain(other).contains(&plain(value)) || same_day(other, value)
        }));
    }
    repeated * 2 > second.found.len()
}

/// Lets `field`, made of `first`, take all links of one list if `second` is another of them in most
/// records. Returns whether it did.
pub fn takes_in(
    page: &Page,
    tree: &Tree<'_>,
    field: &mut LearnedField,
    first: &PartCandidate,
    second: &PartCandidate,
) -> bool {
    let beside = |(item, _, at): &&(At, usize, At)| {
        let own = first.found.iter().find(|(other, ..)| other == item);
        own.is_some_and(|(_, _, own)| tree.parent(*own) == tree.parent(*at))
    };
    let together = second.found.iter().filter(beside).count() * 2 > second.found.len();
    let Some(way) = field.ranked.first_mut().filter(|_| together) else {
        return false;
    };
    let Some(css) = way.alternative.css.clone() else {
        return false;
    };
    let css = css.strip_suffix(BY_POSITION).unwrap_or(&css).to_owned();
    let Ok(selector) = Selector::compile(SelectorKind::Css, &css) else {
        return false;
    };
    // Each match is beside the first: links elsewhere in the record are others.
    let fits = |(item, _, own): &(At, usize, At)| {
        let scope = ElementIndex::try_from(*item).ok();
        let found = selector.matching(page, scope);
        let mut found = found.into_iter().filter_map(|at| At::try_from(at).ok());
        found.all(|at| tree.parent(at) == tree.parent(*own))
    };
    if !first.found.iter().take(MAX_TRIED).all(fits) {
        return false;
    }
    way.alternative.css = Some(css);
    field.many = true;
    true
}
