//! The picture of a page that a record was read from. Types only.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The first bytes of a JPEG file (ITU-T T.81, annex B).
const JPEG: [u8; 3] = [0xFF, 0xD8, 0xFF];

/// A picture of a page as it was read.
#[derive(Clone, PartialEq, Eq)]
pub struct PagePicture {
    /// A JPEG file.
    pub jpeg: Arc<[u8]>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The words that the page shows: whoever is in them is in the picture.
    pub words: String,
}

impl PagePicture {
    /// Maximum bytes of the file.
    pub const MAX_BYTES: usize = 4 * 1024 * 1024;
    /// Maximum width in pixels.
    pub const MAX_WIDTH: u32 = 2_560;
    /// Maximum height in pixels: what is below is cut off.
    pub const MAX_HEIGHT: u32 = 10_000;
    /// Maximum bytes of its words.
    pub const MAX_WORDS: usize = 4 * 1024 * 1024;

    /// Whether it can be what a browser made, by its first bytes and its sizes.
    pub fn is_plausible(&self) -> bool {
        self.jpeg.starts_with(&JPEG)
            && self.jpeg.len() <= Self::MAX_BYTES
            && (1..=Self::MAX_WIDTH).contains(&self.width)
            && (1..=Self::MAX_HEIGHT).contains(&self.height)
            && self.words.len() <= Self::MAX_WORDS
    }
}

impl fmt::Debug for PagePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PagePicture")
            .field("bytes", &self.jpeg.len())
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

/// What is known of a stored picture without its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagePictureFacts {
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A stored picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPagePicture {
    /// What is known of it.
    pub facts: PagePictureFacts,
    /// The file, a JPEG.
    pub jpeg: Vec<u8>,
    /// SHA-256 of the file.
    pub hash: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_browser_makes_is_plausible() {
        let picture = |jpeg: &[u8], width, height| PagePicture {
            jpeg: jpeg.into(),
            width,
            height,
            words: String::new(),
        };
        assert!(picture(&[0xFF, 0xD8, 0xFF, 0xE0], 800, 600).is_plausible());
        for wrong in [
            picture(b"<svg>", 800, 600),
            picture(&JPEG, 0, 600),
            picture(&JPEG, 800, PagePicture::MAX_HEIGHT + 1),
        ] {
            assert!(!wrong.is_plausible(), "{wrong:?}");
        }
    }
}
