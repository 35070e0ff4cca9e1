//! Patterns without the leading and trailing characters that they allow. Input: a pattern.
//! Output: whether a text matches it, if the rest of the pattern can decide.

use regex::Regex;
use regex_syntax::hir::{Dot, Hir, HirKind, Look};

/// The core of a pattern such as `^.{0,60}CORE.{0,90}$` without the dots: counted repetitions of
/// any character need a state per count, which would be rebuilt again and again.
#[derive(Debug)]
pub(super) struct Core {
    regex: Regex,
    /// The number of characters allowed before it; `None` if it includes the start of the pattern.
    before: Option<usize>,
    /// The same after it.
    behind: Option<usize>,
}

impl Core {
    /// Splits the pattern; `None` if there is nothing to remove.
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

    /// Whether the whole pattern matches; `None` if the core alone cannot decide.
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
        // Another match of the core may fit.
        is_near.then_some(true)
    }
}

/// The maximum number of characters if `hir` matches any of them, including none.
fn dots_of(hir: &Hir) -> Option<usize> {
    let HirKind::Repetition(repetition) = hir.kind() else {
        return None;
    };
    let most = repetition.max.filter(|_| repetition.min == 0)?;
    let any = Hir::dot(Dot::AnyCharExceptLF);
    (*repetition.sub == any).then(|| usize::try_from(most).unwrap_or(usize::MAX))
}
