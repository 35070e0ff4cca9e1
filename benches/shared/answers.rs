//! What collected answers are stored as: headers in a JSON object, bodies plain or packed.

use std::io::Read;
use std::path::Path;

use bowerbird::logic::page::decode_owned;
use serde_json::Value;

/// The labels of refusals; all others are of ordinary pages.
const REFUSALS: [&str; 6] = [
    "positive",
    "block",
    "challenge",
    "rate_limited",
    "geo",
    "network",
];

/// The entries of a set: a folder with `manifest.jsonl`, or such a file.
pub fn entries(set: &Path) -> Vec<Value> {
    let manifest = if set.is_dir() {
        set.join("manifest.jsonl")
    } else {
        set.to_owned()
    };
    let manifest = std::fs::read_to_string(manifest).expect("a manifest");
    let lines = manifest.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// The body of an entry: its text, or the file in the set that it names.
pub fn body(set: &Path, entry: &Value) -> String {
    match (entry["body"].as_str(), entry["page"].as_str()) {
        (Some(body), _) | (None, Some(body)) => body.to_owned(),
        _ => {
            let file = entry["file"].as_str().expect("a file");
            decode_owned(bytes(&set.join(file)), None).text
        }
    }
}

/// Whether an entry is labelled as a refusal.
pub fn is_refusal(entry: &Value) -> bool {
    let labels = ["label", "is"].map(|key| entry[key].as_str().unwrap_or_default());
    labels.iter().any(|label| REFUSALS.contains(label))
}

/// Whether an entry is there to be looked at only.
pub fn is_unscored(entry: &Value) -> bool {
    let begins = |key: &str, start: &str| {
        entry[key]
            .as_str()
            .is_some_and(|text| text.starts_with(start))
    };
    begins("label", "ambiguous") || begins("kind", "mock")
}

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
fn bytes(path: &Path) -> Vec<u8> {
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
