//! A hash of a page's text: endless pages, such as calendars, differ only in digits. Input: the
//! text, piece by piece. Output: a hash of everything but digits and spaces.

/// An incremental hash (FNV-1a, 64 bits).
#[derive(Clone, Copy, Debug)]
pub(super) struct ContentHash(u64);

impl ContentHash {
    /// The hash of no text.
    pub(super) fn nothing() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// Adds a piece of text.
    pub(super) fn take(&mut self, text: &str) {
        for byte in text.bytes() {
            if byte > b' ' && !byte.is_ascii_digit() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
            }
        }
    }

    /// The hash value.
    pub(super) fn number(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_breaks_make_no_difference() {
        let text_hash = |pieces: &[&str]| {
            let mut hash = ContentHash::nothing();
            pieces.iter().for_each(|piece| hash.take(piece));
            hash.number()
        };
        assert_eq!(
            text_hash(&["May 2031", " 1 2"]),
            text_hash(&["M", "ay 19", "\n"])
        );
        assert_ne!(text_hash(&["May 2031"]), text_hash(&["June 2031"]));
    }
}
