//! Evaluates selectors with extensions: sets of elements, one compound after the other, each step
//! in one pass over the page.

use super::super::{Hit, StepCount, TooExpensive};
use super::text::{Text, push};
use super::{Chain, Combinator, Part, Place, Program, Step};
use crate::page::{ElementIndex, Page, PageIndex};
use scraper::ElementRef;
use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// The maximum number of elements visited and bytes searched by patterns in one evaluation.
const MAX_STEPS: usize = 40_000_000;
const MAX_BYTES: usize = 400_000_000;
/// Bytes of text searched in one step.
const BYTES_A_STEP: usize = 32;

/// Elements in document order.
type Set = Vec<ElementIndex>;

impl Program {
    /// The matches in document order, each once.
    pub fn run(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, TooExpensive> {
        let run = Run::new(page, scope);
        if run.top.is_none() {
            return Ok(Vec::new());
        }
        let mut found = Set::new();
        for chain in &self.chains {
            let matches = run.chain(chain, false)?;
            found.extend(matches.into_iter().filter(|e| run.is_in_scope(*e, chain)));
        }
        steps.add((run.steps.get() + run.bytes.get() / BYTES_A_STEP) as u64);
        found.sort_unstable();
        found.dedup();
        Ok(found.into_iter().map(Hit::Element).collect())
    }
}

struct Run<'a> {
    page: &'a Page,
    index: &'a PageIndex,
    scope: Option<ElementIndex>,
    top: Option<ElementRef<'a>>,
    /// The scope and the elements below it.
    inside: Range<ElementIndex>,
    text: OnceCell<Text>,
    lower: OnceCell<Text>,
    steps: Cell<usize>,
    bytes: Cell<usize>,
}

impl<'a> Run<'a> {
    fn new(page: &'a Page, scope: Option<ElementIndex>) -> Self {
        let first = scope.unwrap_or(0);
        let index = page.index();
        Self {
            page,
            index,
            scope,
            top: page.element(first),
            inside: index.within(first),
            text: OnceCell::new(),
            lower: OnceCell::new(),
            steps: Cell::new(0),
            bytes: Cell::new(0),
        }
    }

    /// All elements of the page.
    fn all(&self) -> Range<ElementIndex> {
        0..ElementIndex::try_from(self.page.len()).unwrap_or(ElementIndex::MAX)
    }

    /// The element from which one step of `combinator` reaches `element`.
    fn near(&self, element: ElementIndex, combinator: Combinator) -> Option<ElementIndex> {
        match combinator {
            Combinator::Descendant | Combinator::Child => self.index.parent(element),
            Combinator::NextSibling | Combinator::LaterSibling => self.index.previous(element),
        }
    }

    fn spend(&self, steps: usize) -> Result<(), TooExpensive> {
        self.steps.set(self.steps.get().saturating_add(steps));
        if self.steps.get() > MAX_STEPS {
            return Err(TooExpensive);
        }
        Ok(())
    }

    /// Whether a match is in a permitted place: below the scope, or the scope itself if that is the
    /// page's root or named by `:scope`, as in plain CSS.
    fn is_in_scope(&self, element: ElementIndex, chain: &Chain) -> bool {
        self.inside.contains(&element)
            && (element != self.inside.start || self.scope.is_none() || chain.names_scope)
    }

    /// The matches of `chain` on the whole page; positions count below the scope only.
    fn chain(&self, chain: &Chain, everywhere: bool) -> Result<Set, TooExpensive> {
        self.spend(self.page.len())?;
        let scope = self.scope.and(self.top);
        let mut set = Set::new();
        for (index, element) in (0..).zip(self.page.elements()) {
            if chain.prefix.matches_with_scope(&element, scope) {
                set.push(index);
            }
        }
        set = self.filter(set, &chain.parts, chain, everywhere)?;
        for step in &chain.steps {
            set = self.walk(&set, step.combinator)?;
            set = self.filter(set, &step.parts, chain, everywhere)?;
        }
        Ok(set)
    }

    fn filter(
        &self,
        mut set: Set,
        parts: &[Part],
        chain: &Chain,
        everywhere: bool,
    ) -> Result<Set, TooExpensive> {
        for part in parts {
            if part.counts() && !everywhere {
                set.retain(|e| self.is_in_scope(*e, chain));
            }
            set = self.apply(set, part)?;
        }
        Ok(set)
    }

    fn apply(&self, mut set: Set, part: &Part) -> Result<Set, TooExpensive> {
        self.spend(set.len())?;
        match part {
            Part::Plain(selector) => {
                let scope = self.scope.and(self.top);
                set.retain(|e| {
                    let element = self.page.element(*e);
                    element.is_some_and(|e| selector.matches_with_scope(&e, scope))
                });
            }
            Part::Contains { text, any_case } => self.contains(&mut set, text, *any_case),
            Part::Matches(regex) => {
                for element in &set {
                    let length = self.text_of(*element).len();
                    self.bytes.set(self.bytes.get() + length);
                }
                if self.bytes.get() > MAX_BYTES {
                    return Err(TooExpensive);
                }
                set.retain(|e| match self.script(*e) {
                    Some(script) => regex.is_match(&script),
                    None => regex.is_match(self.text_of(*e)),
                });
            }
            Part::Place(place) => set = placed(&set, *place),
            Part::Among { chains, negative } => {
                let mut among = Set::new();
                for chain in chains {
                    among.extend(self.chain(chain, true)?);
                }
                among.sort_unstable();
                set.retain(|e| among.binary_search(e).is_ok() != *negative);
            }
            Part::Without(parts) => {
                let mut without = set.clone();
                for part in parts {
                    without = self.apply(without, part)?;
                }
                set.retain(|e| without.binary_search(e).is_err());
            }
            Part::Has(alternatives) => {
                let mut having = Set::new();
                for steps in alternatives {
                    having.extend(self.having(steps)?);
                }
                having.sort_unstable();
                set.retain(|e| having.binary_search(e).is_ok());
            }
        }
        Ok(set)
    }

    fn contains(&self, set: &mut Set, wanted: &str, any_case: bool) {
        let mut needle = String::new();
        push(&mut needle, &mut false, wanted, any_case);
        let text = if any_case {
            self.lower.get_or_init(|| Text::new(self.page, true))
        } else {
            self.text.get_or_init(|| Text::new(self.page, false))
        };
        let places = text.places(&needle);
        set.retain(|e| {
            if let Some(script) = self.script(*e) {
                let mut data = String::new();
                push(&mut data, &mut false, &script, any_case);
                return data.contains(&needle);
            }
            text.holds(*e, &places, needle.len())
        });
    }

    fn text_of(&self, element: ElementIndex) -> &str {
        let text = self.text.get_or_init(|| Text::new(self.page, false));
        text.of(element)
    }

    /// The data of a script.
    fn script(&self, element: ElementIndex) -> Option<String> {
        let element = self.page.element(element)?;
        let script = matches!(element.value().name(), "script" | "style");
        script.then(|| element.text().collect())
    }

    /// The elements that `combinator` reaches from `set`.
    fn walk(&self, set: &Set, combinator: Combinator) -> Result<Set, TooExpensive> {
        self.spend(self.page.len())?;
        let from = flags(set, self.page.len());
        let far = matches!(
            combinator,
            Combinator::Descendant | Combinator::LaterSibling
        );
        let mut reached = vec![false; self.page.len()];
        let mut found = Set::new();
        for element in self.all() {
            let Some(near) = self.near(element, combinator).map(|n| n as usize) else {
                continue;
            };
            let hit = from.get(near) == Some(&true) || (far && reached.get(near) == Some(&true));
            if hit && let Some(flag) = reached.get_mut(element as usize) {
                *flag = true;
                found.push(element);
            }
        }
        Ok(found)
    }

    /// The elements from which `combinator` reaches one of `set`.
    fn back(&self, set: &Set, combinator: Combinator) -> Result<Set, TooExpensive> {
        self.spend(self.page.len())?;
        let mut flags = vec![false; self.page.len()];
        let far = matches!(
            combinator,
            Combinator::Descendant | Combinator::LaterSibling
        );
        for element in set {
            let mut at = self.near(*element, combinator);
            while let Some(here) = at {
                match flags.get_mut(here as usize) {
                    Some(flag) if !*flag => *flag = true,
                    _ => break,
                }
                at = far.then(|| self.near(here, combinator)).flatten();
            }
        }
        let found = (0..).zip(flags).filter(|(_, flag)| *flag);
        Ok(found.map(|(index, _)| index).collect())
    }

    /// The elements that match `steps`, from the last compound back to the first.
    fn having(&self, steps: &[Step]) -> Result<Set, TooExpensive> {
        let mut reachable: Option<Set> = None;
        for step in steps.iter().rev() {
            let mut set: Set = match reachable {
                Some(set) => set,
                None => self.all().collect(),
            };
            for part in &step.parts {
                set = self.apply(set, part)?;
            }
            reachable = Some(self.back(&set, step.combinator)?);
        }
        Ok(reachable.unwrap_or_default())
    }
}

fn flags(set: &Set, length: usize) -> Vec<bool> {
    let mut flags = vec![false; length];
    for element in set {
        if let Some(flag) = flags.get_mut(*element as usize) {
            *flag = true;
        }
    }
    flags
}

fn placed(set: &Set, place: Place) -> Set {
    let count = i64::try_from(set.len()).unwrap_or(i64::MAX);
    let from_start = |n: i64| if n < 0 { n.saturating_add(count) } else { n };
    let keeps = |at: i64| match place {
        Place::At(n) => at == from_start(n),
        Place::Before(n) => at < from_start(n),
        Place::After(n) => at > from_start(n),
        Place::Even => at % 2 == 0,
        Place::Odd => at % 2 == 1,
    };
    let placed = (0_i64..).zip(set).filter(|(at, _)| keeps(*at));
    placed.map(|(_, element)| *element).collect()
}
