//! What pages declare of themselves (JSON-LD, meta elements) as a way to find a date or an author: it
//! outlives every layout. Input: the pages with their picks. Output: the way, where every page with
//! a pick declares it.

use super::super::check_candidates::{self, Tally, Unit};
use super::super::learning_types::Ranked;
use super::super::locate::{LocatedPick, picked_dates};
use super::super::path_confidence;
use super::super::steps::indexed_page::View;
use super::Offer;
use super::value_context::By;
use crate::generic::metadata;
use crate::messages::Message;
use crate::model::DefaultColumn;
use crate::rules::{Alternative, AlternativeKind};

/// How likely a declaration is to stay: less than a place with a good name, as some pages declare
/// nothing, and more than every position.
const PRIOR: f64 = 0.92;

/// The declared value as a way to find the column `name`.
pub(super) fn offer(views: &[View<'_>], units: &[Unit<'_>], name: &str) -> Option<Offer> {
    let column = DefaultColumn::from_token(name)
        .filter(|column| matches!(column, DefaultColumn::Date | DefaultColumn::Author))?;
    let mut tally = Tally::default();
    let mut values = vec![Vec::new(); views.len()];
    for unit in units {
        let view = views.get(unit.page).filter(|_| unit.scope.is_none())?;
        let said = metadata(view.page);
        let is_declared = match column {
            DefaultColumn::Date => said.date_is_declared,
            _ => said.author_is_declared,
        };
        let found: Vec<String> = is_declared
            .then(|| said.column(column).to_owned())
            .into_iter()
            .collect();
        let right = tally.count(unit, &found, false, |pick, value| says(column, pick, value));
        if right == Some(false) {
            return None;
        }
        if let Some(page) = values.get_mut(unit.page) {
            *page = found;
        }
    }
    if tally.right == 0 || tally.fired > 0 || tally.excluded > 0 {
        return None;
    }
    let mut why = path_confidence::measured_why(&tally);
    why.push(Message::new("learn-why-declared"));
    Some(Offer {
        right: tally.right,
        by: By::Page,
        ranked: Ranked {
            alternative: Alternative::of_kind(AlternativeKind::Page, column.token()),
            stability: path_confidence::measured(PRIOR, &tally),
            why,
            values,
        },
    })
}

/// Whether a declared value is the pick.
fn says(column: DefaultColumn, pick: &LocatedPick, value: &str) -> bool {
    if column == DefaultColumn::Date
        && let Some(day) = pick.day.clone().or_else(|| picked_dates::read(&pick.value))
    {
        return picked_dates::matches_day(value, &day);
    }
    check_candidates::reads(pick, value)
}
