//! A fingerprint of a page in a few numbers, so that similar pages are recognised. Input:
//! decoded source. Output: a [`PageFingerprint`]. The hashes are specific to this program and must not
//! change: looks are stored in projects.
//!
//! Below: quick scans of bodies, forms and lists, and how two looks differ.

pub(super) mod redesign_or_block;
pub(super) mod shape;

use std::collections::HashSet;

use crate::detect::visible_parts::{head_of, visible_parts};
use crate::model::{PageFingerprint, Simhash};

/// The maximum number of tags that are read.
const MAX_TAGS: usize = 3_000;
/// Characters of a title that are stored.
const TITLE_CHARS: usize = 120;

/// Of 64 bits, the maximum distance between structures of one template. Pages of one template
/// differ in 0 to 10 bits, of two templates in 18 to 40 (measured on collected pages).
const SAME_STRUCTURE: u32 = 12;
/// The same for texts that differ only in numbers, names and times.
const SAME_TEXT: u32 = 12;
/// Pages with fewer tags have hardly any structure.
const FEW_TAGS: u32 = 8;

/// Computes the look of `body`.
pub fn page_fingerprint(body: &str) -> PageFingerprint {
    let seen = visible_parts(body);
    let (structure, tags) = structure(head_of(body));
    PageFingerprint {
        title: title_form(&seen.title),
        structure,
        tags,
        text: text_print(&seen.text),
        chars: u32::try_from(seen.chars).unwrap_or(u32::MAX),
        bytes: body.len() as u64,
    }
}

/// The normalised title of a look: numbers and case are ignored.
pub fn title_form(title: &str) -> String {
    let digits_alike = title.chars().take(TITLE_CHARS).map(|c| match c {
        c if c.is_numeric() => '#',
        c => c,
    });
    let mut form: String = digits_alike.collect::<String>().to_lowercase();
    while form.contains("##") {
        form = form.replace("##", "#");
    }
    form.trim().to_owned()
}

/// Whether two pages use one template.
pub fn same_template(a: &PageFingerprint, b: &PageFingerprint) -> bool {
    if a.tags.min(b.tags) < FEW_TAGS {
        return a.tags.abs_diff(b.tags) <= 2 && same_text(a, b);
    }
    a.structure.distance(b.structure) <= SAME_STRUCTURE && within(a.tags.into(), b.tags.into(), 6)
}

/// Whether two pages have the same text except for numbers and names.
pub fn same_text(a: &PageFingerprint, b: &PageFingerprint) -> bool {
    let (shorter, longer) = (a.chars.min(b.chars), a.chars.max(b.chars));
    // In two short texts one more word is a large difference.
    let close = u64::from(longer) * 2 <= u64::from(shorter) * 3 + 40;
    close && a.text.distance(b.text) <= SAME_TEXT
}

/// Whether neither of two counts is more than `times` the other.
pub fn within(a: u64, b: u64, times: u64) -> bool {
    a.max(b) <= a.min(b).saturating_mul(times)
}

/// The fingerprint of the tags, with their number: each with its class, and with the two before it.
/// Repetitions do not matter: lists have any length.
fn structure(source: &str) -> (Simhash, u32) {
    let mut features = HashSet::new();
    let mut last: [u64; 2] = [0, 0];
    let mut tags = 0;
    let mut rest = source;
    while tags < MAX_TAGS {
        let Some(tag) = next_tag(&mut rest) else {
            break;
        };
        tags += 1;
        let name = fnv(tag.name.to_ascii_lowercase().as_bytes(), OFFSET);
        features.insert(fnv(
            tag.class.to_ascii_lowercase().as_bytes(),
            name ^ OFFSET,
        ));
        features.insert(mixed(last, name));
        last = [last[1], name];
    }
    (print(&features), u32::try_from(tags).unwrap_or(u32::MAX))
}

fn mixed(last: [u64; 2], name: u64) -> u64 {
    let mut bytes = [0; 24];
    let parts = last.into_iter().chain([name]);
    for (place, part) in bytes.chunks_exact_mut(8).zip(parts) {
        place.copy_from_slice(&part.to_le_bytes());
    }
    fnv(&bytes, OFFSET)
}

pub(super) struct OpeningTag<'a> {
    pub(super) name: &'a str,
    pub(super) class: &'a str,
}

/// The next opening tag; skips the content of scripts and styles.
pub(super) fn next_tag<'a>(rest: &mut &'a str) -> Option<OpeningTag<'a>> {
    loop {
        let open = rest.find('<')?;
        let after = rest.get(open + 1..)?;
        *rest = after;
        if let Some(comment) = after.strip_prefix("!--") {
            *rest = comment.find("-->").and_then(|at| comment.get(at + 3..))?;
            continue;
        }
        if !after.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let end = after.find('>').unwrap_or(after.len());
        let (tag, further) = after.split_at(end);
        *rest = further;
        let name_end = tag
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(name_end);
        if ["script", "style", "template"]
            .iter()
            .any(|raw| name.eq_ignore_ascii_case(raw))
            && !tag.ends_with('/')
        {
            *rest = past_raw(further, name);
        }
        return Some(OpeningTag {
            name,
            class: class_of(attributes),
        });
    }
}

/// The rest after the raw text of element `name`.
fn past_raw<'a>(source: &'a str, name: &str) -> &'a str {
    let mut from = 0;
    while let Some(at) = source.get(from..).and_then(|rest| rest.find("</")) {
        let begin = from + at + 2;
        let bytes = source.as_bytes().get(begin..begin + name.len());
        if bytes.is_some_and(|bytes| bytes.eq_ignore_ascii_case(name.as_bytes())) {
            return source.get(begin..).unwrap_or_default();
        }
        from = begin;
    }
    ""
}

/// The value of the class attribute, as written.
fn class_of(attributes: &str) -> &str {
    let Some(at) = attributes.find("class=") else {
        return "";
    };
    let value = attributes.get(at + 6..).unwrap_or_default();
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value.split(quote).nth(1).unwrap_or_default(),
        _ => value.split_whitespace().next().unwrap_or_default(),
    }
}

/// The fingerprint of a text: of its words, or of character pairs in scripts without spaces.
fn text_print(text: &str) -> Simhash {
    let mut features = HashSet::new();
    for word in text.split(|c: char| !c.is_alphabetic()) {
        if word.is_empty() {
            continue;
        }
        let lower = word.to_lowercase();
        if lower.is_ascii() {
            features.insert(fnv(lower.as_bytes(), OFFSET));
            continue;
        }
        let mut before = '\0';
        for c in lower.chars() {
            let mut bytes = [0; 8];
            before.encode_utf8(&mut bytes);
            let mut pair = fnv(&bytes, OFFSET);
            bytes = [0; 8];
            c.encode_utf8(&mut bytes);
            pair = fnv(&bytes, pair);
            features.insert(pair);
            before = c;
        }
    }
    print(&features)
}

/// The SimHash of a set of features (Charikar 2002).
fn print(features: &HashSet<u64>) -> Simhash {
    let mut votes = [0_i32; 64];
    for feature in features {
        let bits = finished(*feature);
        for (place, vote) in votes.iter_mut().enumerate() {
            *vote += if bits >> place & 1 == 1 { 1 } else { -1 };
        }
    }
    let mut print = 0;
    for (place, vote) in votes.iter().enumerate() {
        print |= u64::from(*vote > 0) << place;
    }
    Simhash(print)
}

/// Offset basis of FNV-1a, 64 bits (IETF draft-eastlake-fnv).
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// A hash of `text` that is stable across versions of this program.
pub(super) fn hash_of(text: &str) -> u64 {
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    let mut hash = OFFSET ^ text.len() as u64;
    for eight in eights {
        hash = finished(hash ^ u64::from_le_bytes(*eight));
    }
    finished(fnv(rest, hash))
}

/// The title and the number of readable characters (without spaces, at most 6,000) of a page.
pub fn readable(body: &str) -> (String, usize) {
    let seen = visible_parts(body);
    (seen.title, seen.chars)
}

fn fnv(bytes: &[u8], from: u64) -> u64 {
    bytes.iter().fold(from, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A hash with independent bits: FNV's high bits depend little on the last bytes (the finaliser of
/// MurmurHash3).
fn finished(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn article(title: &str, paragraphs: &[&str]) -> String {
        let text: String = paragraphs
            .iter()
            .map(|p| format!("<p class='par'>{p}</p>"))
            .collect();
        format!(
            "<html><head><title>{title} - The Paper</title><script>if (a<b) x()</script></head><body>\
             <header class='top'><nav class='menu'><ul><li class='m'><a href=/>Home</a><li class='m'>\
             <a href=/n>News</a></ul></nav></header><main class='page'><article class='post'>\
             <h1 class='headline'>{title}</h1><div class='meta'><time>today</time><span class='by'>X</span></div>\
             {text}</article><aside class='more'><h2>More</h2><ul><li><a href=/1>1</a></ul></aside></main>\
             <footer class='end'><p>Imprint</p></footer></body></html>"
        )
    }

    const REFUSED: &str = "<html><head><title>Access denied 8f2</title></head><body><div class='cf-wrapper'>\
        <div class='cf-header'><h1><span>Error</span><span>1020</span></h1></div><section class='cf-section'>\
        <h2>What happened?</h2><p>This website is using a security service.</p></section>\
        <div class='cf-footer'><p><span class='ray'>Ray ID 77</span></p></div></div></body></html>";

    #[test]
    fn pages_of_one_template_are_alike_and_others_are_not() {
        let one = page_fingerprint(&article(
            "A river in flood",
            &["Water rose.", "Nobody was hurt.", "More rain."],
        ));
        let other = page_fingerprint(&article(
            "How captchas work",
            &["They ask you things.", "Then you answer."],
        ));
        let refused = page_fingerprint(REFUSED);
        assert!(
            same_template(&one, &other),
            "{}",
            one.structure.distance(other.structure)
        );
        assert!(
            !same_template(&one, &refused),
            "{}",
            one.structure.distance(refused.structure)
        );
        assert!(!same_text(&one, &refused));
    }

    #[test]
    fn numbers_of_incidents_do_not_matter() {
        let again = page_fingerprint(&REFUSED.replace("77", "93ab4").replace("8f2", "1f7"));
        let refused = page_fingerprint(REFUSED);
        assert!(same_template(&again, &refused));
        assert!(same_text(&again, &refused));
        assert_eq!(
            title_form("Incident 4711 of 12"),
            title_form("INCIDENT 9 of 7")
        );
    }

    #[test]
    fn a_line_of_text_is_known_by_its_words() {
        let refused = page_fingerprint("Access forbidden for your address 10.0.0.1\n");
        assert!(same_template(
            &refused,
            &page_fingerprint("Access forbidden for your address 10.0.9.77")
        ));
        assert!(!same_template(
            &refused,
            &page_fingerprint("The results of the local elections are in")
        ));
    }

    #[test]
    fn the_prints_stay_what_they_are() {
        // Stored in projects: a change of these numbers invalidates every exception.
        let look = page_fingerprint("<div class='a'><p>Access denied 请求</p></div>");
        assert_eq!(
            format!("{:016x} {:016x}", look.structure.0, look.text.0),
            PRINTS
        );
    }

    const PRINTS: &str = "500c735008823041 03c1044642859080";

    proptest! {
        #[test]
        fn any_markup_is_looked_at(body in "(<|>|/|!--|-->|script|class=|div|</|\"|'|=|é|验| ){0,60}") {
            page_fingerprint(&body);
        }
    }
}
