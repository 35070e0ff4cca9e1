//! Converts the chosen way to cut pages into records into a result: its fields with their
//! alternatives, which of them are required, and its container. Input: the winning way.
//! Output: what was learned. Does not search.

use super::required_fields::required_fields;
use super::{Cast, units};
use crate::authoring::learn::induce::check_candidates::{self, Unit};
use crate::authoring::learn::induce::learning_types::{Learned, LearnedField, Ranked};
use crate::authoring::learn::induce::locate::value_in_text::without_colon;
use crate::authoring::learn::induce::locate::{LocatedPick, Taking};
use crate::authoring::learn::induce::propose::Idea;
use crate::authoring::learn::induce::single_record_pages::{
    kind, once_each, ranked, with_patterns,
};
use crate::authoring::learn::induce::steps::indexed_page::View;
use crate::authoring::learn::induce::{path_confidence, patterns};
use crate::messages::Message;
use crate::rules::Alternative;
use crate::select::SelectorKind;

/// The maximum number of ways returned for one field.
const MAX_RANKED: usize = 6;

/// The fields of the chosen cast as they are returned.
pub(super) fn finished(
    views: &[View<'_>],
    found: &[LocatedPick],
    names: &[String],
    cast: &Cast,
) -> Option<Learned> {
    let needed = required_fields(views, found, cast);
    let mut notes = Vec::new();
    let mut fields = Vec::new();
    for (name, judged) in &cast.fields {
        let units = units(views, found, name, &cast.items)?;
        let best = check_candidates::checked(views, &units, judged, 1);
        let Some((best, _)) = best.first() else {
            if fields.is_empty() {
                return None;
            }
            notes.push(Message::new("learn-note-no-way").with("field", name.as_str()));
            continue;
        };
        let mut order = vec![best.clone()];
        // Of the picked record, if similar records have the field elsewhere.
        let own = judged.iter().find(|one| !one.tally.right_in.is_empty());
        order.extend(own.filter(|_| best.tally.right_in.is_empty()).cloned());
        let others = judged.iter().filter(|one| {
            one.idea.cut == best.idea.cut && one.tally.filled * 2 >= best.tally.filled
        });
        order.extend(check_candidates::diverse(
            others
                .filter(|one| one.idea != best.idea)
                .cloned()
                .collect(),
        ));
        let wanted: Vec<&LocatedPick> = units.iter().flat_map(|unit| unit.wanted.clone()).collect();
        let firm = 1 + usize::from(best.tally.right_in.is_empty());
        let chosen = check_candidates::in_order(
            check_candidates::checked(views, &units, &order, MAX_RANKED),
            firm,
        );
        let mut cut = best.idea.cut.clone();
        let ways = once_each(
            chosen
                .into_iter()
                .map(|(one, values)| ranked(&one, by_page(&units, values, views.len()), true)),
        );
        let offers = patterns::offers(views, &units, false);
        let ways = with_patterns(ways, offers, &mut cut, best.tally.right, 1);
        let field = LearnedField {
            name: name.clone(),
            kind: kind(&best.idea, wanted.iter()),
            many: false,
            required: needed.contains(&name.as_str()),
            transform: cut.steps(),
            ranked: ways,
        };
        fields.push(without_colon(field, &wanted));
    }
    fields.sort_by_key(|field| names.iter().position(|name| *name == field.name));
    Some(Learned {
        record: Some(container(cast)),
        fields,
        notes,
    })
}

/// Regroups values from units to pages.
fn by_page(units: &[Unit<'_>], values: Vec<Vec<String>>, pages: usize) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new(); pages];
    for (unit, values) in units.iter().zip(values) {
        if let Some(page) = all.get_mut(unit.page) {
            page.extend(values.into_iter().take(1));
        }
    }
    all
}

fn container(cast: &Cast) -> Ranked {
    let (kind, source) = crate::authoring::learn::induce::steps::written(&cast.items.path, false);
    let (css, xpath) = match kind {
        SelectorKind::Css => (Some(source), None),
        _ => (None, Some(source)),
    };
    let idea = Idea {
        path: cast.items.path.clone(),
        taking: Taking::Text,
        cut: crate::authoring::learn::induce::locate::value_in_text::Cut::None,
        family: crate::authoring::learn::induce::propose::Family::Name,
        of_page: false,
    };
    let why = Message::new("learn-why-containers")
        .with("records", cast.records)
        .with("all", cast.containers);
    Ranked {
        alternative: Alternative {
            css,
            xpath,
            ..Alternative::default()
        },
        stability: path_confidence::prior(&idea),
        why: vec![why],
        values: Vec::new(),
    }
}
