//! Estimates, before a selector runs, how many nodes scraper may visit: scraper counts no steps,
//! and some short selectors are quadratic in the page or worse. Input: a selector, a page.
//! Output: a number that is rarely too low.

use std::collections::HashSet;

use html5ever::LocalName;

use super::combinators::{CostlyCompound, compounds};
use crate::page::{ElementIndex, Flat, FlatNode, NONE, NameId, Page};

/// The expensive parts of a selector.
#[derive(Debug)]
pub(crate) struct Cost {
    /// The compounds that search or count siblings.
    compounds: Vec<CostlyCompound>,
    /// How often it searches inside elements.
    inside: u64,
    /// Nesting depth of brackets that search siblings or descendants. The inner one searches again
    /// for each element that the outer one visits.
    levels: u32,
}

/// A compound on a page: only elements with its name search siblings.
struct PlacedCompound {
    /// The number of the name on this page; `None` for any.
    name: Option<NameId>,
    /// Whether it is matched at ancestors of the subject.
    above: bool,
    siblings: u64,
    counts: u64,
    of_type: u64,
}

impl PlacedCompound {
    fn concerns(&self, name: Option<NameId>) -> bool {
        self.name.is_none() || self.name == name
    }
}

impl Cost {
    /// The cost of `source`.
    pub(crate) fn of(source: &str) -> Self {
        let lower = source.to_ascii_lowercase();
        Self {
            compounds: compounds(&lower),
            inside: lower.matches(":has(").count() as u64,
            levels: levels(&lower),
        }
    }

    /// How many nodes of `page`, inside `scope` if given, scraper may visit beyond the pass
    /// that it always makes.
    pub(crate) fn on(&self, page: &Page, scope: Option<ElementIndex>) -> u64 {
        if self.compounds.is_empty() && self.inside == 0 && self.levels < 2 {
            return 0;
        }
        let flat = page.flat();
        let lookers: Vec<PlacedCompound> = self
            .compounds
            .iter()
            .filter_map(|compound| placed_compound(compound, flat))
            .collect();
        let top = scope.and_then(|scope| flat.element(scope));
        let (first, end) = top.map_or((0, flat.len()), |top| (top, flat.entry(top).end));
        let mut places = vec![Place::default(); end.saturating_sub(first) as usize];
        // scraper searches above the scope too, and again each time.
        let mut cost = 0_u64;
        let mut outside = Place::default();
        let parent = |node: &FlatNode| Some(flat.entry(*node).parent).filter(|at| *at != NONE);
        for node in std::iter::successors(top.and_then(|top| parent(&top)), parent) {
            outside = outside.with(&lookers, flat, node);
        }
        let at = |node: FlatNode| Some(node.checked_sub(first)? as usize);
        let mut names = HashSet::new();
        for node in flat.elements_between(first, end) {
            let entry = flat.entry(*node);
            let around = at(entry.parent).and_then(|at| places.get(at)).copied();
            let around = around.unwrap_or(outside);
            let place = around.with(&lookers, flat, *node);
            if let Some(own) = at(*node).and_then(|at| places.get_mut(at)) {
                *own = place;
            }
            let is_new_name = names.insert((entry.parent, entry.name()));
            cost = cost.saturating_add(self.visits(&place, &around, is_new_name));
        }
        let own = top.map_or(0, |top| among_siblings(&lookers, flat, top));
        cost.saturating_add(outside.counted).saturating_add(own)
    }

    /// The visits for an element in `place`, whose ancestors are in the place `above`.
    fn visits(&self, place: &Place, above: &Place, is_new_name: bool) -> u64 {
        let inside = place.depth.saturating_mul(self.inside);
        // An ancestor searches again for each element below it; positions are counted once.
        let siblings = (place.own + above.passed).saturating_mul(1 + inside);
        let counted = match is_new_name {
            true => place.own_of_type,
            false => 0,
        };
        let looks = inside.saturating_add(siblings).saturating_add(counted);
        let nested = match self.levels {
            0 | 1 => 1,
            levels if !self.compounds.is_empty() => combinations(place.depth + place.among, levels),
            levels => combinations(place.depth, levels),
        };
        looks.max(1).saturating_mul(nested)
    }
}

/// The siblings of the scope's element that are counted, anew for each scope, when it is matched as
/// an ancestor: `:nth-child(n) > td` in each row of a table.
fn among_siblings(lookers: &[PlacedCompound], flat: &Flat, top: FlatNode) -> u64 {
    let entry = flat.entry(top);
    let among = u64::from(flat.children(entry.parent));
    let above = lookers
        .iter()
        .filter(|looker| looker.above && looker.concerns(entry.name()));
    above.fold(0, |cost, looker| {
        cost.saturating_add(among.saturating_mul(looker.counts + looker.of_type))
    })
}

/// A compound on a page; `None` where no element has its name.
fn placed_compound(compound: &CostlyCompound, flat: &Flat) -> Option<PlacedCompound> {
    let name = match &compound.name {
        Some(name) => Some(flat.element_name(&LocalName::from(name.as_str()))?),
        None => None,
    };
    Some(PlacedCompound {
        name,
        above: compound.above,
        siblings: compound.siblings,
        counts: compound.counts,
        of_type: compound.of_type,
    })
}

/// The number of ordered ways to choose `levels` of `nodes`.
fn combinations(nodes: u64, levels: u32) -> u64 {
    let orders: u64 = (1..=u64::from(levels.min(20))).product();
    nodes
        .checked_pow(levels)
        .map_or(u64::MAX, |all| all / orders)
}

/// The position of an element.
#[derive(Clone, Copy, Default)]
struct Place {
    depth: u64,
    /// The number of its siblings.
    among: u64,
    /// Siblings that it visits itself.
    own: u64,
    /// Siblings visited through all its ancestors, by compounds matched above the subject.
    passed: u64,
    /// Siblings counted through all its ancestors, once for each run.
    counted: u64,
    /// Siblings counted for the first element of its name.
    own_of_type: u64,
}

impl Place {
    /// The place of `node`, a child of this one.
    fn with(self, lookers: &[PlacedCompound], flat: &Flat, node: FlatNode) -> Self {
        let entry = flat.entry(node);
        let among = u64::from(flat.children(entry.parent));
        let mut place = Self {
            depth: self.depth + 1,
            among,
            own: 0,
            own_of_type: 0,
            ..self
        };
        for looker in lookers
            .iter()
            .filter(|looker| looker.concerns(entry.name()))
        {
            let looked = (among / 2).saturating_mul(looker.siblings);
            match looker.above {
                true => place.passed = place.passed.saturating_add(looked),
                false => place.own = place.own.saturating_add(looked),
            }
            let counted = among.saturating_mul(looker.counts + looker.of_type);
            place.counted = place.counted.saturating_add(counted);
            place.own_of_type += among.saturating_mul(looker.of_type);
        }
        place
    }
}

/// An open bracket.
#[derive(Default)]
struct Bracket {
    /// Whether it only counts: its signs are those of a formula.
    formula: bool,
    looks: bool,
    levels: u32,
}

/// The nesting depth of brackets that contain combinators, in a selector in lower case.
fn levels(source: &str) -> u32 {
    let mut open = vec![Bracket::default()];
    let mut word = String::new();
    let (mut quote, mut last) = (None, '(');
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (_, '\\') => drop(chars.next()),
            (Some(of), c) if of == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => open.push(Bracket {
                formula: word.starts_with("nth-"),
                looks: word == "has",
                levels: 0,
            }),
            (None, ')') => close(&mut open),
            (None, c) if c.is_whitespace() || matches!(c, '>' | '~' | '+') => {
                let ends = matches!(chars.peek(), None | Some(',' | ')'));
                let joins = !c.is_whitespace() || !(ends || matches!(last, '(' | ','));
                if let Some(bracket) = open.last_mut().filter(|bracket| !bracket.formula) {
                    bracket.looks |= joins;
                }
            }
            _ => {}
        }
        match c.is_ascii_alphanumeric() || c == '-' {
            true => word.push(c),
            false => word.clear(),
        }
        last = c;
    }
    // Brackets may be left open at the end.
    while open.len() > 1 {
        close(&mut open);
    }
    open.first().map_or(0, |whole| whole.levels)
}

fn close(open: &mut Vec<Bracket>) {
    if open.len() > 1
        && let Some(inner) = open.pop()
        && let Some(outer) = open.last_mut()
    {
        let levels = inner.levels + u32::from(inner.looks);
        outer.levels = outer.levels.max(levels);
    }
}

#[cfg(test)]
mod tests {
    use super::levels;

    #[test]
    fn brackets_that_look_around_are_told() {
        for (source, expected) in [
            ("a b > c", 0),
            (":is(a, b):not( c )", 0),
            (":nth-child(2n + 1 of a)", 0),
            ("a:not(b c)", 1),
            (":has(a):has(b)", 1),
            (":is(:is(:not(a b) c) d) e", 3),
            ("*:has(*:has(*", 2),
            ("a[b=') ('] :is([c='( (x y)'])", 0),
        ] {
            assert_eq!(levels(source), expected, "{source}");
        }
    }
}
