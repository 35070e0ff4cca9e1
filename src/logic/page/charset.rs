//! Which characters the bytes mean.

/// Where the charset was read off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharsetSource {
    /// Byte order mark.
    Bom,
    /// `Content-Type` header.
    Header,
    /// `<meta charset>` or an XML declaration.
    Meta,
    /// Detected from the bytes (also when header or meta lie).
    Detected,
}

/// Decoded text.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text; malformed sequences became U+FFFD.
    pub text: String,
    /// WHATWG name of the encoding, such as `GBK`.
    pub encoding: &'static str,
    /// Where that was read off.
    pub source: CharsetSource,
}

/// Decodes `bytes`: BOM, then header, then meta, each checked against the bytes, then detection.
pub fn decode(_bytes: &[u8], _content_type: Option<&str>) -> Decoded {
    todo!()
}
