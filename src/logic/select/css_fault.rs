//! Faults of CSS selectors with their position, which `scraper` does not report. Input: a selector
//! that does not compile. Output: where it becomes invalid, and what is wrong there.

use scraper::error::SelectorErrorKind;

use super::SelectorFault;
use crate::messages::Message;

/// How many prefixes of a selector are tried to find a fault's position.
const MAX_BEGINNINGS: usize = 500;

/// What is wrong with `part`, a plain part of a selector that begins at character `at`.
pub fn fault_in(part: &str, at: usize) -> SelectorFault {
    let fault = match scraper::Selector::parse(part) {
        Err(error) => fault(part, &error),
        Ok(_) => SelectorFault::at(0, Message::new("select-css-ends-early")),
    };
    SelectorFault {
        position: Some(at + fault.position.unwrap_or(0)),
        ..fault
    }
}

/// What is wrong with a selector that failed with `error`.
pub fn fault(source: &str, error: &SelectorErrorKind) -> SelectorFault {
    if source.trim_start().starts_with(['/', '(']) {
        return SelectorFault::at(0, Message::new("select-css-is-xpath"));
    }
    let position = position(source);
    let rest: String = source.chars().skip(position).collect();
    let pseudo = rest.trim_start_matches(':');
    let id = if matches!(error, SelectorErrorKind::EndOfLine) || rest.trim().is_empty() {
        "select-css-ends-early"
    } else if rest.starts_with("::") && (pseudo.starts_with("text") || pseudo.starts_with("attr("))
    {
        "select-css-take"
    } else if rest.starts_with(':') {
        "select-css-pseudo"
    } else {
        "select-css-token"
    };
    SelectorFault::at(position, Message::new(id).with("rest", shortened(&rest)))
}

/// Where the selector becomes invalid: after its longest valid prefix and any white space and one
/// combinator or comma that follow.
fn position(source: &str) -> usize {
    let chars: Vec<char> = source.chars().collect();
    let readable = |length: &usize| {
        let beginning: String = chars.iter().take(*length).collect();
        scraper::Selector::parse(&beginning).is_ok()
    };
    let beginnings = (1..chars.len()).rev().take(MAX_BEGINNINGS);
    let read = beginnings.into_iter().find(readable).unwrap_or(0);
    let mut at = read;
    let mut combinators = usize::from(read > 0);
    while let Some(c) = chars.get(at) {
        match c {
            c if c.is_whitespace() => at += 1,
            '>' | '+' | '~' | ',' if combinators > 0 => {
                combinators = 0;
                at += 1;
            }
            _ => break,
        }
    }
    at
}

fn shortened(rest: &str) -> String {
    const SHOWN_CHARS: usize = 24;
    let mut shown: String = rest.chars().take(SHOWN_CHARS).collect();
    if shown.len() < rest.len() {
        shown.push('…');
    }
    shown
}
