//! Parses external JSON within bounded memory: a value takes about seventy bytes, and `[0,0,0` has
//! one per two bytes of text.

use serde::de::DeserializeOwned;

/// The approximate maximum number of values in a document: half a gigabyte. A large catalogue has
/// some hundred thousand.
const MAX_VALUES: usize = 4_000_000;

/// Parses `text` as JSON; `None` if it is invalid, or has more than the maximum of values.
pub(crate) fn read_json<T: DeserializeOwned>(text: &str) -> Option<T> {
    fits(text)
        .then(|| serde_json::from_str(text).ok())
        .flatten()
}

/// Whether `text` is within the value limit. Signs inside strings count as well.
pub(crate) fn fits(text: &str) -> bool {
    Room::default().takes(text)
}

/// The budget left for the documents of one page.
pub(crate) struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self(MAX_VALUES)
    }
}

impl Room {
    /// Whether the budget covers one more document; deducts its values.
    pub fn takes(&mut self, text: &str) -> bool {
        let values = memchr::memchr3_iter(b',', b'[', b'{', text.as_bytes());
        let left = self.0.checked_sub(values.take(MAX_VALUES + 1).count());
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn documents_of_very_many_values_are_none() {
        assert_eq!(
            read_json::<Value>("[0,1]")
                .map(|json| json.to_string())
                .as_deref(),
            Some("[0,1]")
        );
        assert_eq!(read_json::<Value>("[0,"), None);
        let many = format!("[{}0]", "0,".repeat(MAX_VALUES));
        assert_eq!(read_json::<Value>(&many), None);
    }
}
