//! Short signatures of texts, by which reposts are found without comparing all pairs: a content
//! hash for equal texts, and the bands of a MinHash for similar ones (Broder, On the resemblance
//! and containment of documents, 1997; bands: Leskovec, Rajaraman & Ullman, Mining of Massive
//! Datasets, section 3.4). Stored, so changes here need a new schema step.

use blake2::{Blake2b, Digest, digest::consts::U8};

use super::same_article::TextSketch;
use super::vector::terms;

/// Bands of a signature; texts that share one are candidates.
pub const BANDS: usize = 24;
/// Hashes in a band. With 24 bands of 3, texts that share 0.6 of their shingles are candidates with
/// a probability of 0.997, texts that share 0.05 with one of 0.003.
const ROWS: usize = 3;
/// Words of a shingle.
const SHINGLE: usize = 3;
/// Words, without stop words, below which a text is too short to be distinguished from similar
/// ones.
const FEW_WORDS: usize = 8;

/// The signature of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// Hash of its letters and digits; `None` when it has too few words.
    pub content: Option<i64>,
    /// Its bands; empty when it has too few words.
    pub bands: Vec<u32>,
    /// The sketch for comparison.
    pub sketch: TextSketch,
}

impl Signature {
    /// The signature of a text.
    pub fn of(text: &str) -> Self {
        let words = terms(text);
        let sketch = TextSketch::of_words(&words);
        if words.len() < FEW_WORDS {
            return Self {
                content: None,
                bands: Vec::new(),
                sketch,
            };
        }
        Self {
            content: Some(content_hash(text)),
            bands: bands(&words),
            sketch,
        }
    }
}

/// The bands as bytes, for the store.
pub fn bands_to_bytes(bands: &[u32]) -> Vec<u8> {
    bands.iter().flat_map(|band| band.to_le_bytes()).collect()
}

/// Parses the bands from such bytes.
pub fn bands_from_bytes(bytes: &[u8]) -> Vec<u32> {
    let (chunks, _) = bytes.as_chunks::<4>();
    chunks
        .iter()
        .map(|chunk| u32::from_le_bytes(*chunk))
        .collect()
}

/// BLAKE2b of letters and digits alone, 8 bytes: line breaks, quotes and case do not matter.
fn content_hash(text: &str) -> i64 {
    let mut hasher = Blake2b::<U8>::new();
    let mut buffer = String::with_capacity(4096);
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        buffer.extend(c.to_lowercase());
        if buffer.len() > 4000 {
            hasher.update(buffer.as_bytes());
            buffer.clear();
        }
    }
    hasher.update(buffer.as_bytes());
    i64::from_le_bytes(hasher.finalize().into())
}

fn bands(words: &[u64]) -> Vec<u32> {
    let mut least = [u64::MAX; BANDS * ROWS];
    for joined in shingles(words) {
        for (place, least) in (1_u64..).zip(least.iter_mut()) {
            // One good hash, and odd multiples of it mixed again, as a family of hashes.
            let hash = mixed(joined.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            *least = hash.min(*least);
        }
    }
    let (bands, _) = least.as_chunks::<ROWS>();
    bands
        .iter()
        .map(|rows| {
            let joined = rows.iter().fold(0_u64, |sum, row| mixed(sum ^ row));
            u32::try_from(joined >> 32).unwrap_or(u32::MAX)
        })
        .collect()
}

/// Hashes of the shingles of a text, in order.
pub(super) fn shingles(words: &[u64]) -> impl Iterator<Item = u64> {
    let join = |shingle: &[u64]| {
        let words = shingle.iter();
        words.fold(0_u64, |sum, word| mixed(sum.rotate_left(21) ^ word))
    };
    words.windows(SHINGLE).map(join)
}

/// The finaliser of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The city council met on Monday and voted for a new tram line to the harbour, \
        against the advice of its own planners; building begins next year and will take three more.";

    #[test]
    fn wrapping_and_quotes_do_not_change_the_content() {
        let one = Signature::of(TEXT);
        let other = Signature::of(&TEXT.replace(", ", ",\n  ").to_uppercase());
        assert_eq!(one.content, other.content);
        assert_eq!(one.bands, other.bands);
        assert_ne!(one.content, Signature::of(&format!("{TEXT} 2")).content);
        assert_eq!(Signature::of("Read more").content, None);
    }

    #[test]
    fn signatures_are_stored_and_so_never_change() {
        let bands = Signature::of(TEXT).bands;
        assert_eq!(bands.len(), BANDS);
        assert_eq!(bands_from_bytes(&bands_to_bytes(&bands)), bands);
    }

    #[test]
    fn a_text_with_another_ending_shares_bands_and_another_text_does_not() {
        let shared = |one: &str, other: &str| {
            let (one, other) = (Signature::of(one).bands, Signature::of(other).bands);
            one.iter().zip(&other).filter(|(a, b)| a == b).count()
        };
        assert!(shared(TEXT, &format!("{TEXT} Printed from the Gazette.")) > 0);
        let other = "Rain fell over the northern valleys for a third day while farmers moved \
            cattle to higher pastures and villages closed their bridges to all heavy lorries.";
        assert_eq!(shared(TEXT, other), 0);
    }
}
