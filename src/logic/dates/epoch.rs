//! Unix timestamps: seconds or milliseconds since 1970.

use jiff::Timestamp;

use super::{Moment, Reader, TokenKind};

impl Reader<'_> {
    /// Seconds or milliseconds since 1970, as the whole text.
    pub(super) fn epoch(&self) -> Option<Moment> {
        let [token] = self.tokens.as_slice() else {
            return None;
        };
        let TokenKind::Number { value, digits } = token.kind else {
            return None;
        };
        let seconds = match digits {
            10 => value,
            13 => value / 1000,
            _ => return None,
        };
        let timestamp = Timestamp::from_second(i64::try_from(seconds).ok()?).ok()?;
        let here = timestamp.to_zoned(self.zone.clone());
        let offset = here.offset();
        Some(Moment::at(here.date(), here.time(), Some(offset)))
    }
}
