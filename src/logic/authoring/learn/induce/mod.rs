//! Learns rules from examples. Input: pages with positive and negative picks. Output: for
//! each field a ranked list of ways to find it, and the record container if a page holds several
//! records. Every way was run on the pages with the selector a rule uses.

mod check_candidates;
mod content;
mod known_records;
mod learned_rule;
mod learning_types;
mod locate;
mod path_confidence;
mod patterns;
mod propose;
mod records;
mod single_record_pages;
mod steps;
mod user_exclusions;

pub use content::{generic_finds, write_content};
pub use known_records::{learn_containers, learn_each_inside, learn_fields, learn_inside};
pub use learned_rule::to_rule;
pub use learning_types::{
    LearnError, Learned, LearnedField, MAX_ALTERNATIVES, Pick, PickTarget, Ranked,
};
pub use locate::target;

use std::borrow::Borrow;
use std::collections::BTreeSet;

use locate::LocatedPick;
use steps::indexed_page::View;

use crate::authoring::learn::induce::patterns::hidden_in;
use crate::generic::{PageType, kind_of};
use crate::page::Page;

/// The minimum confidence at which a picked page is known to be an article.
const MIN_CONFIDENCE: f64 = 0.7;

/// Learns from `picks` on `pages`. The picks of one page are complete: a field that was picked on
/// some pages, but not on another one with picks, is absent there.
///
/// # Errors
/// If there is nothing to learn from, a pick is not on its page, picks contradict each other, or
/// nothing finds all picks of a field.
pub fn learn<P: Borrow<Page>>(pages: &[P], picks: &[Pick]) -> Result<Learned, LearnError> {
    if let Some(pick) = picks.iter().find(|pick| pick.page >= pages.len()) {
        return Err(LearnError::NoSuchPage(pick.page + 1));
    }
    let views: Vec<View<'_>> = pages.iter().map(|page| View::new(page.borrow())).collect();
    let mut found: Vec<LocatedPick> = Vec::new();
    for pick in picks {
        if let Some(view) = views.get(pick.page) {
            found.extend(locate::locate(view, pick, hidden_in)?);
        }
    }
    let names = names_of(&found)?;
    contradictions(&found)?;
    if !are_single_texts(pages, picks) {
        if let Some(learned) = records::threads::posts(&views, &found, &names) {
            return Ok(learned);
        }
        let without = |picked: &[LocatedPick]| records::records(&views, picked, &names);
        if let Some(learned) = user_exclusions::records(&views, &found, without) {
            return Ok(learned);
        }
    }
    let fields = single_record_pages::fields(&views, &found, &names, false)?;
    Ok(Learned {
        record: None,
        fields,
        notes: Vec::new(),
    })
}

/// Whether the picks describe articles: each picked page is one, and has at most one pick of a
/// field. Related stories, comments and tables on it are no records then.
fn are_single_texts<P: Borrow<Page>>(pages: &[P], picks: &[Pick]) -> bool {
    let mut picked = BTreeSet::new();
    let mut wanted = picks.iter().filter(|pick| !pick.negative);
    if !wanted.all(|pick| picked.insert((pick.page, pick.field.as_str()))) {
        return false;
    }
    let on: BTreeSet<usize> = picks.iter().map(|pick| pick.page).collect();
    on.into_iter().all(|page| {
        pages.get(page).is_some_and(|page| {
            let known = kind_of(page.borrow());
            known.kind == PageType::Article && known.confidence >= MIN_CONFIDENCE
        })
    })
}

/// The fields with picks, in order.
fn names_of(found: &[LocatedPick]) -> Result<Vec<String>, LearnError> {
    let mut names: Vec<String> = Vec::new();
    for pick in found.iter().filter(|pick| !pick.negative) {
        if !names.contains(&pick.field) {
            names.push(pick.field.clone());
        }
    }
    if names.is_empty() {
        return Err(LearnError::NoPick);
    }
    Ok(names)
}

/// Rejects an element or text both picked and excluded for one field.
fn contradictions(found: &[LocatedPick]) -> Result<(), LearnError> {
    for pick in found.iter().filter(|pick| !pick.negative) {
        let against = found.iter().filter(|other| other.negative);
        for other in against.filter(|o| o.field == pick.field && o.page == pick.page) {
            let same = if pick.strict && other.strict {
                pick.places == other.places
            } else {
                pick.value == other.value
            };
            if same {
                let field = pick.field.clone();
                let value = pick.value.clone();
                return Err(LearnError::Contradiction(field, pick.page + 1, value));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
