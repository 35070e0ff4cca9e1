//! Elements inside a value that do not belong to it: a date above a text, a badge in a headline, a
//! signature. Input: picks that exclude, with those that include. Output: the former removed
//! from the picks, and added to the rule as exclusions from the content.

use super::Work;
use super::examples::Sorted;
use crate::protocol::authoring::{PageRole, WorkbenchPart};
use crate::workbench::reading::read_page;
use bowerbird_logic::authoring::learn::containers::elements_of;
use bowerbird_logic::authoring::learn::{Pick, PickTarget, learn_fields};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{ElementIndex, Page, collapse, inner_text};
use bowerbird_logic::rules::{Alternative, RuleFile};

/// The share of a value's text from which an element in it counts as the value itself, in tenths.
const ALL_OF_IT: usize = 8;

/// Removes the excluded picks inside included ones from the picks: an exclusion does not mean that
/// the value is elsewhere.
pub(super) fn split(sorted: &mut Sorted<'_>, work: &Work<'_>) {
    if work.role == PageRole::List || matches!(work.part, WorkbenchPart::Next | WorkbenchPart::Item)
    {
        return;
    }
    let Some(name) = sorted.name_of(work.part) else {
        return;
    };
    let own = |pick: &Pick| pick.field == name;
    if !sorted.picks.iter().any(|pick| own(pick) && pick.negative) {
        return;
    }
    let meant = meant(sorted, work, &name);
    let (mut picks, mut inside) = (Vec::new(), Vec::new());
    for mut pick in std::mem::take(&mut sorted.picks) {
        let holder = match (pick.negative && own(&pick), element_of(&pick)) {
            (true, Some((page, element))) => sorted.pages.get(page).and_then(|page_| {
                let mut held = meant.iter().filter(|(at, _)| *at == page);
                held.find(|(_, outer)| holds(page_, *outer, element))
                    .map(|(_, outer)| (*outer, is_most(page_, *outer, element)))
            }),
            _ => None,
        };
        match holder {
            Some((_, false)) => inside.push(pick),
            Some((outer, true)) => {
                pick.target = PickTarget::Element(outer);
                picks.push(pick);
            }
            None => picks.push(pick),
        }
    }
    sorted.picks = picks;
    sorted.inside = inside;
}

/// Whether only exclusions are to be learned: the rule's results stay.
pub(super) fn is_all(sorted: &Sorted<'_>, part: &WorkbenchPart) -> bool {
    let name = sorted.name_of(part);
    let own = |pick: &&Pick| Some(&pick.field) == name.as_ref();
    !sorted.inside.is_empty() && !sorted.picks.iter().any(|pick| own(&pick))
}

/// Writes the exclusions of the content into the rule.
pub(super) fn write(sorted: &Sorted<'_>, file: &mut RuleFile, notes: &mut Vec<Message>) {
    for pick in &sorted.inside {
        let Some((at, element)) = element_of(pick) else {
            continue;
        };
        let Some(page) = sorted.pages.get(at).copied() else {
            continue;
        };
        let meant = sorted
            .picks
            .iter()
            .filter(|p| !p.negative)
            .filter_map(element_of);
        let meant: Vec<ElementIndex> = meant
            .filter(|(on, _)| *on == at)
            .map(|(_, element)| element)
            .collect();
        let Some(way) = alternative_for(page, element, &meant) else {
            notes.push(Message::new("engine-bench-not-left-out"));
            continue;
        };
        if !file.content.strip.contains(&way) {
            let source = way.css.clone().or(way.xpath.clone()).unwrap_or_default();
            notes.push(Message::new("engine-bench-left-out").with("selector", source));
            file.content.strip.push(way);
        }
    }
}

/// A selector for `element` that matches nothing around one of `meant`.
fn alternative_for(
    page: &Page,
    element: ElementIndex,
    meant: &[ElementIndex],
) -> Option<Alternative> {
    let pick = Pick {
        page: 0,
        field: "inside".to_owned(),
        target: PickTarget::Element(element),
        take: Some("html".to_owned()),
        negative: false,
    };
    let fields = learn_fields(&[page], &[pick]).ok()?;
    let ranked = fields.into_iter().flat_map(|field| field.ranked);
    let ways = ranked.map(|one| Alternative {
        css: one.alternative.css,
        xpath: one.alternative.xpath,
        ..Alternative::default()
    });
    let mut ways = ways.filter(|way| way.css.is_some() || way.xpath.is_some());
    ways.find(|way| {
        let found = elements_of(page, way);
        let spares = |inner: &ElementIndex| {
            found
                .iter()
                .all(|outer| outer != inner && !holds(page, *outer, *inner))
        };
        found.contains(&element) && meant.iter().all(spares)
    })
}

/// The included elements: the picked ones, else those that the rule finds.
fn meant(sorted: &Sorted<'_>, work: &Work<'_>, name: &str) -> Vec<(usize, ElementIndex)> {
    let own = sorted
        .picks
        .iter()
        .filter(|p| !p.negative && p.field == name);
    let picked: Vec<(usize, ElementIndex)> = own.filter_map(element_of).collect();
    if !picked.is_empty() || work.rule_toml.trim().is_empty() {
        return picked;
    }
    let Some(page) = sorted.pages.first() else {
        return Vec::new();
    };
    let reading = read_page(work.rule_toml, work.role, page, work.now);
    let marks = reading
        .marks
        .iter()
        .filter(|marks| marks.part == *work.part);
    let elements = marks.flat_map(|marks| &marks.elements);
    elements.map(|element| (0, *element)).collect()
}

fn element_of(pick: &Pick) -> Option<(usize, ElementIndex)> {
    match &pick.target {
        PickTarget::Element(element) | PickTarget::Part(element, _) => Some((pick.page, *element)),
        _ => None,
    }
}

/// Whether `inner` is inside `outer` and is a different element.
fn holds(page: &Page, outer: ElementIndex, inner: ElementIndex) -> bool {
    let (Some(outer), Some(inner)) = (page.element(outer), page.element(inner)) else {
        return false;
    };
    inner.ancestors().any(|around| around.id() == outer.id())
}

/// Whether `inner` contains nearly all text of `outer`.
fn is_most(page: &Page, outer: ElementIndex, inner: ElementIndex) -> bool {
    let length = |element| collapse(&inner_text(page, element)).chars().count();
    length(inner) * 10 >= length(outer) * ALL_OF_IT
}
