//! Parses a selector with extensions. scraper compiles every standard CSS part, so that it means
//! the same as elsewhere.

use super::super::{SelectorFault, css_fault};
use super::pseudo::{HOLDERS, is_extension, part, refusal};
use super::{Chain, Combinator, Part, Program, Step};
use crate::messages::Message;

/// Deepest nesting of `:not()` and the like around extensions.
const MAX_DEPTH: usize = 8;

/// A piece of the source with the character it begins at.
#[derive(Clone, Copy)]
struct Piece<'s> {
    chars: &'s [char],
    at: usize,
}

impl<'s> Piece<'s> {
    fn cut(self, from: usize, to: usize) -> Self {
        Self {
            chars: self.chars.get(from..to.max(from)).unwrap_or_default(),
            at: self.at + from,
        }
    }

    fn text(self) -> String {
        self.chars.iter().collect()
    }

    fn trimmed(self) -> Self {
        let lead = self.chars.iter().take_while(|c| c.is_whitespace()).count();
        let rest = self.chars.get(lead..).unwrap_or_default();
        let tail = rest.iter().rev().take_while(|c| c.is_whitespace()).count();
        self.cut(lead, self.chars.len() - tail)
    }

    fn end(self) -> usize {
        self.at + self.chars.len()
    }
}

/// A pseudo-class, with its argument if it has brackets.
struct Pseudo<'s> {
    name: String,
    argument: Option<Piece<'s>>,
    /// Position after it, in its piece.
    behind: usize,
}

/// Whether `source` names an extension, or a jQuery pseudo-class for which there is a hint.
pub fn has_extension(source: &str) -> bool {
    let chars: Vec<char> = source.chars().collect();
    extends(Piece {
        chars: &chars,
        at: 0,
    })
}

/// Compiles `source`.
///
/// # Errors
/// A fault at its place.
pub fn compile(source: &str) -> Result<Program, SelectorFault> {
    let chars: Vec<char> = source.chars().collect();
    let whole = Piece {
        chars: &chars,
        at: 0,
    };
    let chains = list(whole)?
        .into_iter()
        .map(|piece| chain(piece, 0))
        .collect::<Result<_, _>>()?;
    Ok(Program { chains })
}

/// The alternatives of a list.
fn list(piece: Piece<'_>) -> Result<Vec<Piece<'_>>, SelectorFault> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < piece.chars.len() {
        if piece.chars.get(at) == Some(&',') {
            found.push(piece.cut(from, at).trimmed());
            from = at + 1;
            at += 1;
        } else {
            at = skip(piece, at)?;
        }
    }
    found.push(piece.cut(from, piece.chars.len()).trimmed());
    match found.iter().find(|piece| piece.chars.is_empty()) {
        Some(empty) => Err(SelectorFault::at(
            empty.at,
            Message::new("select-css-ends-early"),
        )),
        None => Ok(found),
    }
}

/// The position after the token at `at`: a bracket with its content, a quoted text, an escape or a
/// character.
fn skip(piece: Piece<'_>, at: usize) -> Result<usize, SelectorFault> {
    let unclosed = || SelectorFault::at(piece.at + at, Message::new("select-css-unclosed"));
    let mut open: Vec<char> = Vec::new();
    let mut here = at;
    loop {
        let Some(&c) = piece.chars.get(here) else {
            return if open.is_empty() {
                Ok(here)
            } else {
                Err(unclosed())
            };
        };
        here += 1;
        match c {
            '\\' => here += 1,
            '"' | '\'' if !follows_word(piece, here - 1) => {
                let rest = piece.chars.get(here..).unwrap_or_default();
                match closing_quote(rest, c) {
                    Some(length) => here += length + 1,
                    // In an unquoted argument this is an apostrophe.
                    None if !open.is_empty() => {}
                    None => return Err(unclosed()),
                }
            }
            '(' => open.push(')'),
            '[' if open.last() != Some(&')') || open.is_empty() => open.push(']'),
            ')' | ']' if open.last() == Some(&c) => {
                open.pop();
            }
            _ => {}
        }
        if open.is_empty() {
            return Ok(here.min(piece.chars.len()));
        }
    }
}

/// Whether the mark at `at` is an apostrophe rather than an opening quote.
fn follows_word(piece: Piece<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| piece.chars.get(at));
    before.is_some_and(|c| c.is_alphanumeric())
}

fn closing_quote(rest: &[char], quote: char) -> Option<usize> {
    let mut escaped = false;
    rest.iter().position(|c| {
        let closes = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    })
}

/// The pseudo-class at `at`, if one begins there.
fn pseudo(piece: Piece<'_>, at: usize) -> Result<Option<Pseudo<'_>>, SelectorFault> {
    let double =
        piece.chars.get(at + 1) == Some(&':') || (at > 0 && piece.chars.get(at - 1) == Some(&':'));
    if piece.chars.get(at) != Some(&':') || double {
        return Ok(None);
    }
    let rest = piece.chars.get(at + 1..).unwrap_or_default();
    let length = rest
        .iter()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        .count();
    let name: String = rest.iter().take(length).collect();
    let open = at + 1 + length;
    if piece.chars.get(open) != Some(&'(') {
        return Ok(Some(Pseudo {
            name,
            argument: None,
            behind: open,
        }));
    }
    let behind = skip(piece, open)?;
    Ok(Some(Pseudo {
        name,
        argument: Some(piece.cut(open + 1, behind - 1)),
        behind,
    }))
}

/// Whether `piece` contains extensions or other jQuery pseudo-classes.
fn extends(piece: Piece<'_>) -> bool {
    let mut waiting = vec![piece];
    while let Some(piece) = waiting.pop() {
        let mut at = 0;
        while at < piece.chars.len() {
            let read = pseudo(piece, at);
            if read.is_err() && calls_extension(piece, at) {
                return true;
            }
            if let Ok(Some(pseudo)) = read {
                if is_ours(&pseudo) || refusal(&pseudo.name).is_some() {
                    return true;
                }
                waiting.extend(pseudo.argument);
                at = pseudo.behind;
            } else {
                at = skip(piece, at).unwrap_or(at + 1).max(at + 1);
            }
        }
    }
    false
}

/// Whether an extension with an unterminated argument begins at `at`.
fn calls_extension(piece: Piece<'_>, at: usize) -> bool {
    let rest = piece.chars.get(at + 1..).unwrap_or_default();
    let name: String = rest.iter().take_while(|c| **c != '(').collect();
    is_extension(&name, true)
}

fn is_ours(pseudo: &Pseudo<'_>) -> bool {
    is_extension(&pseudo.name, pseudo.argument.is_some())
        || is_extension(&pseudo.name, pseudo.argument.is_none())
}

/// One alternative.
fn chain(piece: Piece<'_>, depth: usize) -> Result<Chain, SelectorFault> {
    let compounds = compounds(piece)?;
    let first_extended = compounds
        .iter()
        .position(|(_, compound)| extends(*compound));
    let Some(at) = first_extended else {
        let prefix = plain(piece, 0)?;
        return Ok(Chain {
            prefix,
            names_scope: piece.text().contains(":scope"),
            parts: Vec::new(),
            steps: Vec::new(),
        });
    };
    let mut compounds = compounds.into_iter().skip(at);
    let Some((_, compound)) = compounds.next() else {
        return Err(SelectorFault::at(
            piece.at,
            Message::new("select-css-ends-early"),
        ));
    };
    // The part of the compound before its first extension belongs to the prefix.
    let lead = plain_length(compound)?;
    let prefix_piece = piece.cut(0, compound.at + lead - piece.at);
    let text = prefix_piece.text();
    let complete = if lead == 0 { format!("{text}*") } else { text };
    let prefix = scraper::Selector::parse(&complete)
        .map_err(|_| css_fault::fault_in(&complete, prefix_piece.at))?;
    let parts = parts(compound.cut(lead, compound.chars.len()), depth)?;
    let steps = compounds
        .map(|(combinator, compound)| {
            Ok(Step {
                combinator: combinator.unwrap_or(Combinator::Descendant),
                parts: self::parts(compound, depth)?,
            })
        })
        .collect::<Result<_, SelectorFault>>()?;
    Ok(Chain {
        prefix,
        names_scope: complete.contains(":scope"),
        parts,
        steps,
    })
}

/// The length of a compound up to its first extension.
fn plain_length(compound: Piece<'_>) -> Result<usize, SelectorFault> {
    let mut at = 0;
    while at < compound.chars.len() {
        at = match pseudo(compound, at)? {
            Some(pseudo) if extends(compound.cut(at, pseudo.behind)) => return Ok(at),
            Some(pseudo) => pseudo.behind,
            None => skip(compound, at)?,
        };
    }
    Ok(at)
}

/// The compounds with the combinators before them; only a relative selector starts with one.
fn compounds(piece: Piece<'_>) -> Result<Vec<(Option<Combinator>, Piece<'_>)>, SelectorFault> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut combinator = None;
    while at < piece.chars.len() {
        let Some(&c) = piece.chars.get(at) else { break };
        let named = match c {
            '>' => Some(Combinator::Child),
            '+' => Some(Combinator::NextSibling),
            '~' => Some(Combinator::LaterSibling),
            _ => None,
        };
        if named.is_some() {
            if combinator.is_some_and(|c| c != Combinator::Descendant) {
                let rest = piece.cut(at, piece.chars.len()).text();
                let reason = Message::new("select-css-token").with("rest", rest);
                return Err(SelectorFault::at(piece.at + at, reason));
            }
            combinator = named;
            at += 1;
        } else if c.is_whitespace() {
            combinator = combinator.or((!found.is_empty()).then_some(Combinator::Descendant));
            at += 1;
        } else {
            let from = at;
            while at < piece.chars.len() {
                match piece.chars.get(at) {
                    Some(c) if c.is_whitespace() || matches!(c, '>' | '+' | '~') => break,
                    _ => at = skip(piece, at)?,
                }
            }
            found.push((combinator.take(), piece.cut(from, at)));
        }
    }
    if found.is_empty() || combinator.is_some() {
        return Err(SelectorFault::at(
            piece.end(),
            Message::new("select-css-ends-early"),
        ));
    }
    Ok(found)
}

/// The conditions of a compound, in order.
fn parts(compound: Piece<'_>, depth: usize) -> Result<Vec<Part>, SelectorFault> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < compound.chars.len() {
        let Some(pseudo) = pseudo(compound, at)? else {
            at = skip(compound, at)?;
            continue;
        };
        let own = compound.cut(at, pseudo.behind);
        if extends(own) {
            if at > from {
                found.push(Part::Plain(plain(compound.cut(from, at), depth)?));
            }
            found.push(extension(own, &pseudo, depth)?);
            from = pseudo.behind;
        }
        at = pseudo.behind;
    }
    if from < compound.chars.len() {
        let rest = compound.cut(from, compound.chars.len());
        found.push(Part::Plain(plain(rest, depth)?));
    }
    Ok(found)
}

fn extension(own: Piece<'_>, pseudo: &Pseudo<'_>, depth: usize) -> Result<Part, SelectorFault> {
    if depth > MAX_DEPTH {
        let reason = Message::new("select-deep").with("limit", MAX_DEPTH);
        return Err(SelectorFault::at(own.at, reason));
    }
    let argument = pseudo.argument;
    if let Some(id) = refusal(&pseudo.name) {
        let rest = format!(":{}", pseudo.name);
        return Err(SelectorFault::at(
            own.at,
            Message::new(id).with("rest", rest),
        ));
    }
    if is_ours(pseudo) {
        let called = argument.is_some();
        if !is_extension(&pseudo.name, called) {
            let id = if called {
                "select-css-no-argument"
            } else {
                "select-css-argument"
            };
            let reason = Message::new(id).with("name", pseudo.name.as_str());
            return Err(SelectorFault::at(own.at, reason));
        }
        let text = argument.map(Piece::text);
        let inside = argument.map_or(own.at, |argument| argument.at);
        return part(&pseudo.name, text.as_deref(), own.at, inside);
    }
    let Some(argument) = argument.filter(|_| HOLDERS.contains(&pseudo.name.as_str())) else {
        let reason = Message::new("select-css-inside").with("name", pseudo.name.as_str());
        return Err(SelectorFault::at(own.at, reason));
    };
    let pieces = list(argument)?;
    match pseudo.name.as_str() {
        "has" => has(&pieces, depth + 1),
        name => among(&pieces, name == "not", own.at, depth + 1),
    }
}

fn among(
    pieces: &[Piece<'_>],
    negative: bool,
    at: usize,
    depth: usize,
) -> Result<Part, SelectorFault> {
    let chains = pieces
        .iter()
        .map(|piece| chain(*piece, depth))
        .collect::<Result<Vec<_>, _>>()?;
    let counts = |chain: &Chain| {
        let steps = chain.steps.iter().flat_map(|step| &step.parts);
        chain.parts.iter().chain(steps).any(Part::counts)
    };
    if !chains.iter().any(counts) {
        return Ok(Part::Among { chains, negative });
    }
    // A position counts among the matches so far, which is defined for a single compound only.
    match pieces {
        [only] if negative && compounds(*only)?.len() == 1 => {
            Ok(Part::Without(parts(*only, depth)?))
        }
        _ => Err(SelectorFault::at(
            at,
            Message::new("select-css-place-inside"),
        )),
    }
}

fn has(pieces: &[Piece<'_>], depth: usize) -> Result<Part, SelectorFault> {
    let mut found = Vec::new();
    for piece in pieces {
        let mut steps = Vec::new();
        for (combinator, compound) in compounds(*piece)? {
            let step = Step {
                combinator: combinator.unwrap_or(Combinator::Descendant),
                parts: parts(compound, depth)?,
            };
            if step.parts.iter().any(Part::counts) {
                let reason = Message::new("select-css-place-inside");
                return Err(SelectorFault::at(compound.at, reason));
            }
            steps.push(step);
        }
        found.push(steps);
    }
    Ok(Part::Has(found))
}

fn plain(piece: Piece<'_>, _depth: usize) -> Result<scraper::Selector, SelectorFault> {
    let text = piece.text();
    scraper::Selector::parse(&text).map_err(|_| css_fault::fault_in(&text, piece.at))
}
