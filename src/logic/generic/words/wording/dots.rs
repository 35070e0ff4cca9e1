//! Patterns without the characters that they let stand before and behind. Flows in: a pattern. Flows out:
//! whether a text matches it, where what is left of it can tell.

use regex::Regex;
use regex_syntax::hir::{Dot, Hir, HirKind, Look};

/// What is left of a pattern such as `^.{0,60}CORE.{0,90}$` without the dots: counted repetitions of any
/// character have a state for each count, which have to be made again and again.
#[derive(Debug)]
pub(super) struct Core {
    regex: Regex,
    /// Characters that may stand before it; `None` where it holds the beginning of the pattern.
    before: Option<usize>,
    /// The same behind it.
    behind: Option<usize>,
}

impl Core {
    /// Takes the pattern apart; `None` where there is nothing to take off.
    pub fn of(hir: &Hir) -> Option<Self> {
        let HirKind::Concat(parts) = hir.kind() else {
            return None;
        };
        let mut parts = parts.as_slice();
        let (mut before, mut behind) = (None, None);
        if let [start, dots, rest @ ..] = parts
            && *start.kind() == HirKind::Look(Look::Start)
            && let Some(most) = dots_of(dots)
        {
            (before, parts) = (Some(most), rest);
        }
        if let [rest @ .., dots, end] = parts
            && *end.kind() == HirKind::Look(Look::End)
            && let Some(most) = dots_of(dots)
        {
            (behind, parts) = (Some(most), rest);
        }
        if before.is_none() && behind.is_none() || parts.is_empty() {
            return None;
        }
        let core = Hir::concat(parts.to_vec()).to_string();
        let regex = Regex::new(&core).ok()?;
        Some(Self {
            regex,
            before,
            behind,
        })
    }

    /// Whether the whole pattern matches; `None` where the core alone cannot tell.
    pub fn is_match(&self, text: &str) -> Option<bool> {
        let Some(found) = self.regex.find(text) else {
            return Some(false);
        };
        let fits = |part: Option<&str>, most: Option<usize>| {
            let Some(most) = most else { return true };
            part.is_some_and(|part| !part.contains('\n') && part.chars().count() <= most)
        };
        let is_near = fits(text.get(..found.start()), self.before)
            && fits(text.get(found.end()..), self.behind);
        // Another place of the core may do better.
        is_near.then_some(true)
    }
}

/// How many characters at most, where `hir` is any of them, none included.
fn dots_of(hir: &Hir) -> Option<usize> {
    let HirKind::Repetition(repetition) = hir.kind() else {
        return None;
    };
    let most = repetition.max.filter(|_| repetition.min == 0)?;
    let any = Hir::dot(Dot::AnyCharExceptLF);
    (*repetition.sub == any).then(|| usize::try_from(most).unwrap_or(usize::MAX))
}
