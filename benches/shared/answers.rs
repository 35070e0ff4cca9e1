//! What collected answers are stored as: headers in a JSON object, bodies plain or packed.

use std::io::Read;
use std::path::Path;

use serde_json::Value;

/// Names in lower case with their values.
pub fn headers(given: &Value) -> Vec<(String, String)> {
    let Some(given) = given.as_object() else {
        return Vec::new();
    };
    given
        .iter()
        .map(|(name, value)| {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            (name.to_ascii_lowercase(), value)
        })
        .collect()
}

/// The bytes of a file, unpacked if its name ends with `.gz`.
pub fn bytes(path: &Path) -> Vec<u8> {
    let packed = std::fs::read(path).expect("a file");
    if path.extension().is_none_or(|ext| ext != "gz") {
        return packed;
    }
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(packed.as_slice())
        .read_to_end(&mut bytes)
        .expect("gzip");
    bytes
}
