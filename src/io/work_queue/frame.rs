//! A message before it is sealed: a head as JSON, and bytes that stay as they are.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes of the length of the head.
const LENGTH_BYTES: usize = 4;

/// Joins a head and bytes.
pub fn pack<T: Serialize>(head: &T, bytes: &[u8]) -> Option<Vec<u8>> {
    let head = serde_json::to_vec(head).ok()?;
    let length = u32::try_from(head.len()).ok()?;
    let mut whole = Vec::with_capacity(LENGTH_BYTES + head.len() + bytes.len());
    whole.extend_from_slice(&length.to_le_bytes());
    whole.extend_from_slice(&head);
    whole.extend_from_slice(bytes);
    Some(whole)
}

/// Takes a message apart; `None` if it is none.
pub fn unpack<T: DeserializeOwned>(whole: &[u8]) -> Option<(T, &[u8])> {
    let (length, rest) = whole.split_at_checked(LENGTH_BYTES)?;
    let length = u32::from_le_bytes(length.try_into().ok()?);
    let (head, bytes) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    Some((serde_json::from_slice(head).ok()?, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_nothing_else() {
        let whole = pack(&("a", 1), b"rest").unwrap();
        let (head, rest) = unpack::<(String, u32)>(&whole).unwrap();
        assert_eq!((head, rest), (("a".to_owned(), 1), b"rest".as_slice()));
        for length in 0..LENGTH_BYTES + 2 {
            assert!(unpack::<(String, u32)>(&whole[..length]).is_none());
        }
        assert!(unpack::<u32>(&[255; 40]).is_none());
    }
}
