//! The compounds of a selector that inspect siblings: earlier ones, or positions among them.
//! Input: a selector in lower case that scraper accepts. Output: those compounds, each with the tag
//! name it applies to. Unknown costs are assumed to be high.

/// Deepest nesting of brackets that is parsed.
const MAX_DEPTH: u32 = 64;
/// Pseudo-classes that take selectors.
const WITH_SELECTORS: [&str; 4] = ["not", "is", "where", "has"];

/// A compound that inspects siblings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CostlyCompound {
    /// Tag name of the elements it is tested on; `None` for any.
    pub(super) name: Option<String>,
    /// Whether it is matched at ancestors of the subject, and so again for each element below them.
    pub(super) above: bool,
    /// How often it searches earlier or later siblings.
    pub(super) siblings: u64,
    /// How often it asks for a position among all siblings.
    pub(super) counts: u64,
    /// How often it asks for a position among those of its name.
    pub(super) of_type: u64,
}

impl CostlyCompound {
    fn is_dear(&self) -> bool {
        self.siblings + self.counts + self.of_type > 0
    }
}

/// The compounds of `source` that inspect siblings.
pub(super) fn compounds(source: &str) -> Vec<CostlyCompound> {
    let mut reader = Reader {
        chars: source.chars().collect(),
        at: 0,
        found: Vec::new(),
    };
    reader.list(0);
    reader.found
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    found: Vec<CostlyCompound>,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Parses selectors separated by commas, up to the closing bracket.
    fn list(&mut self, depth: u32) {
        while self.peek().is_some_and(|c| c != ')') {
            self.complex(depth);
            if self.peek() == Some(',') {
                self.at += 1;
            }
        }
    }

    /// Parses compounds joined by combinators. Those before a space or `>` are matched above.
    fn complex(&mut self, depth: u32) {
        let begin = self.found.len();
        loop {
            let (is_sibling, goes_down) = self.combinator();
            if goes_down {
                self.found
                    .iter_mut()
                    .skip(begin)
                    .for_each(|before| before.above = true);
            }
            if matches!(self.peek(), None | Some(',' | ')')) {
                return;
            }
            let from = self.at;
            let mut compound = self.compound(depth);
            compound.siblings += u64::from(is_sibling);
            if depth > 0 {
                // Inside brackets it is tested on elements of any name.
                compound.name = None;
            }
            if compound.is_dear() {
                self.found.push(compound);
            }
            if self.at == from {
                self.at += 1;
            }
        }
    }

    /// Parses the spaces and signs between compounds: whether siblings are searched, and whether
    /// the compound before is matched above.
    fn combinator(&mut self) -> (bool, bool) {
        let (mut is_sibling, mut is_space, mut is_sign) = (false, false, false);
        while let Some(c) = self.peek() {
            match c {
                c if c.is_whitespace() => is_space = true,
                '~' => (is_sibling, is_sign) = (true, true),
                '+' => is_sign = true,
                '>' => is_space = true,
                _ => break,
            }
            self.at += 1;
        }
        let ends = matches!(self.peek(), None | Some(',' | ')'));
        (is_sibling, is_space && !is_sign && !ends)
    }

    fn compound(&mut self, depth: u32) -> CostlyCompound {
        let mut compound = CostlyCompound::default();
        let name = self.word();
        compound.name = Some(name).filter(|name| !name.is_empty());
        while let Some(c) = self.peek() {
            match c {
                '.' | '#' => {
                    self.at += 1;
                    self.word();
                }
                '*' => self.at += 1,
                // A namespace does not restrict the name after it.
                '|' => {
                    self.at += 1;
                    compound.name = None;
                    self.word();
                }
                '[' => self.skip_bracket(']'),
                ':' => self.pseudo(&mut compound, depth),
                _ => break,
            }
        }
        compound
    }

    fn pseudo(&mut self, compound: &mut CostlyCompound, depth: u32) {
        while self.peek() == Some(':') {
            self.at += 1;
        }
        let word = self.word();
        let times = 1 + u64::from(word.starts_with("only-"));
        if word.ends_with("-of-type") {
            compound.of_type += times;
        } else if word.starts_with("nth-") || word.starts_with("only-") {
            compound.counts += times;
        }
        if self.peek() != Some('(') {
            return;
        }
        let has_selectors = WITH_SELECTORS.contains(&word.as_str());
        if word.starts_with("nth-") && self.skip_formula() || has_selectors {
            if depth >= MAX_DEPTH {
                (compound.siblings, compound.counts) = (1, 1);
                return self.skip_bracket(')');
            }
            self.at += usize::from(has_selectors);
            self.list(depth + 1);
            self.at += 1;
        } else if self.peek() == Some('(') {
            self.skip_bracket(')');
        }
    }

    /// Skips the formula of `:nth-child(2n of …)`; returns whether selectors follow.
    fn skip_formula(&mut self) -> bool {
        let rest: String = self.chars.iter().skip(self.at).collect();
        let end = rest.find(')').unwrap_or(rest.len());
        let of = rest.find(" of ").filter(|of| *of < end);
        if let Some(of) = of {
            // The formula has no characters of several bytes.
            self.at += of + " of ".len();
        }
        of.is_some()
    }

    /// Skips to the sign that closes the bracket open here.
    fn skip_bracket(&mut self, close: char) {
        let (mut open, mut quote) = (0_u32, None);
        let opens = self.peek();
        while let Some(c) = self.next() {
            match (quote, c) {
                (_, '\\') => drop(self.next()),
                (Some(of), c) if of == c => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, c) if Some(c) == opens => open += 1,
                (None, c) if c == close => {
                    open = u32::saturating_sub(open, 1);
                    if open == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.peek() {
            match c {
                '\\' => {
                    self.at += 1;
                    word.extend(self.next());
                }
                c if c.is_alphanumeric() || matches!(c, '-' | '_') => {
                    self.at += 1;
                    word.push(c);
                }
                _ => break,
            }
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compounds_that_look_around_are_told_with_their_names() {
        let dear = |name: &str, above, siblings, counts, of_type| CostlyCompound {
            name: Some(name.to_owned()).filter(|name| !name.is_empty()),
            above,
            siblings,
            counts,
            of_type,
        };
        for (source, expected) in [
            ("table tr > td.x[a='~ b']", vec![]),
            ("h2 + p a", vec![]),
            ("b ~ p", vec![dear("p", false, 1, 0, 0)]),
            ("b ~ ul > li a", vec![dear("ul", true, 1, 0, 0)]),
            (
                "a ~ b ~ c",
                vec![dear("b", false, 1, 0, 0), dear("c", false, 1, 0, 0)],
            ),
            ("tr:nth-child(2n + 1) td", vec![dear("tr", true, 0, 1, 0)]),
            ("td:nth-child(2)", vec![dear("td", false, 0, 1, 0)]),
            (
                "p:first-of-type, q:only-child",
                vec![dear("p", false, 0, 0, 1), dear("q", false, 0, 2, 0)],
            ),
            ("p:has(~ b)", vec![dear("", false, 1, 0, 0)]),
            ("p:not(.a ~ b c) d", vec![dear("", true, 1, 0, 0)]),
            (
                "*:nth-child(2 of a ~ b)",
                vec![dear("", false, 1, 0, 0), dear("", false, 0, 1, 0)],
            ),
            (":contains(a ~ b) i", vec![]),
        ] {
            assert_eq!(compounds(source), expected, "{source}");
        }
    }

    #[test]
    fn whatever_is_typed_is_read_to_its_end() {
        for source in [
            "(",
            "a:not(",
            "a[b",
            ")~(",
            "~~~",
            ":nth-child(",
            "\\",
            ":is(:is(:is(",
            "a::b c",
        ] {
            compounds(source);
        }
        compounds(&":not(".repeat(2_000));
    }
}
