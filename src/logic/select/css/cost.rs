//! How many nodes scraper may look at for a selector on a page, estimated before it is run: scraper counts
//! no steps, and some short selectors take the square of a page or worse. Flows in: a selector, a page. Flows
//! out: a number that is hardly too low.

use crate::page::{ElementIndex, Page};

/// How many siblings are counted in the time that one look takes.
const COUNTED_FOR_A_LOOK: u64 = 4;

/// What of a selector is dear.
#[derive(Debug)]
pub(crate) struct Cost {
    /// How often it looks for earlier or later siblings.
    siblings: u64,
    /// How often it looks inside elements.
    inside: u64,
    /// How often it counts siblings, each time anew.
    counts: u64,
    /// How deep brackets that look around stand in one another. For each element that the outer one
    /// looks at, the inner one looks around again.
    levels: u32,
}

impl Cost {
    /// That of `source`.
    pub(crate) fn of(source: &str) -> Self {
        let lower = source.to_ascii_lowercase();
        let count = |what: &str| lower.matches(what).count() as u64;
        let counting = [":nth-", ":only-", ":first-of-", ":last-of-"];
        Self {
            siblings: count("~") - count("~="),
            inside: count(":has("),
            counts: counting.into_iter().map(count).sum(),
            levels: levels(&lower),
        }
    }

    /// How many nodes of `page`, inside `scope` where there is one, scraper may look at beside those that
    /// it looks at anyway.
    pub(crate) fn on(&self, page: &Page, scope: Option<ElementIndex>) -> u64 {
        if self.siblings + self.inside + self.counts == 0 && self.levels < 2 {
            return 0;
        }
        let index = page.index();
        let scope = scope.filter(|scope| !index.within(*scope).is_empty());
        let first = scope.unwrap_or(0);
        let inside = index.within(first);
        let mut places = vec![Place::default(); inside.len()];
        // What lies above the scope is all taken for the scope's own place.
        if let Some(place) = places.first_mut() {
            let above_root = u64::from(scope.is_some());
            place.depth = index.around(first).count() as u64 + above_root;
        }
        let at = |element: ElementIndex| Some(element.checked_sub(first)? as usize);
        let parent = |element| index.parent(element).and_then(at);
        for element in inside.clone() {
            let Some(parent) = parent(element).and_then(|at| places.get_mut(at)) else {
                continue;
            };
            parent.children += 1;
            let depth = parent.depth + 1;
            if let Some(place) = at(element).and_then(|at| places.get_mut(at)) {
                place.depth = depth;
            }
        }
        let document = Place {
            children: u64::from(scope.is_none()),
            ..Place::default()
        };
        let mut cost = 0_u64;
        for element in inside {
            let parent = parent(element).and_then(|at| places.get(at)).copied();
            let parent = parent.unwrap_or(document);
            let around = parent.around + parent.children;
            let place = at(element).and_then(|at| places.get_mut(at));
            let above = place.map_or(0, |place| {
                place.around = around;
                place.depth
            });
            cost = cost.saturating_add(self.looks(above, parent.children, around));
        }
        cost
    }

    /// Those at an element `above` levels deep, `among` so many siblings, with `around` siblings of all
    /// that it stands in.
    fn looks(&self, above: u64, among: u64, around: u64) -> u64 {
        let inside = above.saturating_mul(self.inside);
        let looks = match self.siblings {
            0 => inside,
            siblings => (among / 2)
                .saturating_mul(siblings)
                .saturating_mul(1 + inside),
        };
        let counts = (around / COUNTED_FOR_A_LOOK)
            .saturating_mul(self.counts)
            .saturating_mul(1 + inside);
        let nested = match self.levels {
            0 | 1 => 1,
            levels if self.siblings > 0 => ways(above + among, levels),
            levels => ways(above, levels),
        };
        looks.saturating_add(counts).max(1).saturating_mul(nested)
    }
}

/// Ways to choose `levels` of `nodes` in order.
fn ways(nodes: u64, levels: u32) -> u64 {
    let orders: u64 = (1..=u64::from(levels.min(20))).product();
    nodes
        .checked_pow(levels)
        .map_or(u64::MAX, |all| all / orders)
}

/// Where a node stands.
#[derive(Clone, Copy, Default)]
struct Place {
    /// How many elements it has, and how many all that it stands in.
    children: u64,
    around: u64,
    depth: u64,
}

/// An open bracket.
#[derive(Default)]
struct Bracket {
    /// Whether it only counts: signs in it are those of a formula.
    formula: bool,
    looks: bool,
    levels: u32,
}

/// How deep brackets with combinators in them stand in one another, in a selector in lower case.
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
