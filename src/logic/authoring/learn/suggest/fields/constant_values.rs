//! Values that are equal in all records: words such as "Reply" are no fields, one author, one day and a
//! column that a table names are.

use std::collections::BTreeSet;

use crate::authoring::learn::suggest::bylines;
use crate::authoring::learn::suggest::field_naming::PartName;
use crate::authoring::learn::suggest::part_names::header;
use crate::authoring::learn::suggest::record_parts::PartCandidate;
use crate::authoring::learn::suggest::tree::{At, Tree};
use crate::rules::FieldType;

/// Whether a part is equal in every record and still a field: one person's pages, or texts of one
/// day.
pub(super) fn is_constant(named: &PartName, part: &PartCandidate, needed: usize) -> bool {
    let everywhere = part.found.len() * 10 >= needed * 9 && needed > 2;
    // "Posted" before a date is a word, "Ann Lee" a name.
    let is_name = |v: &String| {
        let is_wide = |c: char| c >= '\u{2E80}';
        let several_words = v.split_whitespace().nth(1).is_some();
        v.starts_with(is_wide) || v.starts_with(char::is_uppercase) && several_words
    };
    everywhere
        && match named.name.as_str() {
            "date" => named.kind == FieldType::Date,
            "author" => {
                named.kind == FieldType::Text
                    && part.values.iter().all(is_name)
                    && bylines::names_share(&part.values) > 0.9
            }
            _ => false,
        }
}

/// Whether a part is a whole column of a table whose head names it: the table says that it is a field,
/// whatever its values.
pub(super) fn is_column(tree: &Tree<'_>, part: &PartCandidate, needed: usize) -> bool {
    let is_cell = |(_, _, at): &(At, usize, At)| tree.name(*at) == "td" && tree.in_links(*at) == 0;
    part.take == "text"
        && needed > 1
        && part.found.len() * 10 >= needed * 9
        && part.found.iter().all(is_cell)
        && part
            .found
            .first()
            .is_some_and(|(_, _, at)| header(tree, *at).is_some())
}

/// Drops values equal in all records if another part of that name differs.
pub(super) fn without_constants(
    tree: &Tree<'_>,
    named: &mut Vec<(PartName, PartCandidate)>,
    needed: usize,
) {
    let differ: BTreeSet<String> = named
        .iter()
        .filter(|(_, part)| varies_in(&part.values, needed))
        .map(|(named, _)| named.name.clone())
        .collect();
    named.retain(|(named, part)| {
        varies_in(&part.values, needed)
            || !differ.contains(&named.name)
            || is_column(tree, part, needed)
    });
}

/// As [`varies`]; the values of a record that is alone in its list are fields, as nothing shows what
/// varies.
pub(super) fn varies_in(values: &[String], records: usize) -> bool {
    records == 1 || varies(values)
}

/// A single record cannot show what varies; constants such as "Reply" are not fields.
pub(in crate::authoring::learn::suggest) fn varies(values: &[String]) -> bool {
    let different: BTreeSet<&String> = values.iter().collect();
    different.len() > 1 && different.len() * 5 >= values.len()
}
