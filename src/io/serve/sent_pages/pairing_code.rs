//! The code by which a browser is paired: shown in the window, typed in the browser. It is open for two
//! minutes and for five tries, and counts once. Pure but for the random numbers of a new one.

use std::time::{Duration, Instant};

/// How long a code is open.
pub const CODE_LIFETIME: Duration = Duration::from_secs(120);
/// Wrong codes after which another one is needed.
const MAX_WRONG: u32 = 5;
/// Letters and digits that are not taken for each other; 32 of them, so that a byte picks evenly.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Characters of a code: 40 random bits.
const LENGTH: usize = 8;

/// A code.
#[derive(Clone, PartialEq, Eq)]
pub struct PairingCode {
    code: String,
    until: Instant,
    wrong: u32,
}

impl std::fmt::Debug for PairingCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PairingCode").finish_non_exhaustive()
    }
}

/// What a typed code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeCheck {
    Right,
    /// Wrong; so many tries are left.
    Wrong(u32),
}

impl PairingCode {
    /// A new code, open from `now` on.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(now: Instant) -> std::io::Result<Self> {
        let mut bytes = [0_u8; LENGTH];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        let letters = bytes.iter().filter_map(|byte| {
            let at = usize::from(byte % 32);
            ALPHABET.get(at).map(|letter| char::from(*letter))
        });
        Ok(Self {
            code: letters.collect(),
            until: now + CODE_LIFETIME,
            wrong: 0,
        })
    }

    /// The code as it is shown: two groups of four.
    pub fn shown(&self) -> String {
        let (first, second) = self
            .code
            .split_at_checked(LENGTH / 2)
            .unwrap_or((&self.code, ""));
        format!("{first}-{second}")
    }

    /// How long it is still open.
    pub fn left(&self, now: Instant) -> Duration {
        self.until.saturating_duration_since(now)
    }

    /// Whether it may still be typed.
    pub fn is_open(&self, now: Instant) -> bool {
        now < self.until && self.wrong < MAX_WRONG
    }

    /// Checks what was typed; case, spaces and dashes do not count. A wrong one costs a try.
    pub(super) fn check(&mut self, typed: &str) -> CodeCheck {
        let plain: String = typed
            .chars()
            .filter(|c| c.is_ascii_alphanumeric())
            .map(|c| c.to_ascii_uppercase())
            .take(LENGTH + 1)
            .collect();
        if plain == self.code {
            return CodeCheck::Right;
        }
        self.wrong = self.wrong.saturating_add(1);
        CodeCheck::Wrong(MAX_WRONG.saturating_sub(self.wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_open_for_its_time_and_five_tries() {
        let now = Instant::now();
        let mut code = PairingCode::new(now).expect("random numbers");
        assert_eq!(code.shown().len(), LENGTH + 1);
        assert_ne!(code, PairingCode::new(now).expect("another"));
        assert!(code.is_open(now + CODE_LIFETIME - Duration::from_secs(1)));
        assert!(!code.is_open(now + CODE_LIFETIME));
        let typed = format!(" {} ", code.shown().to_lowercase().replace('-', " "));
        assert_eq!(code.check(&typed), CodeCheck::Right);
        let longer = format!("{}2", code.shown());
        for left in (0..MAX_WRONG).rev() {
            assert!(code.is_open(now));
            assert_eq!(code.check(&longer), CodeCheck::Wrong(left));
        }
        assert!(!code.is_open(now), "another code is needed");
        assert!(!format!("{code:?}").contains(&code.code));
    }
}
