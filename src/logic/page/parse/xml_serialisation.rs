//! Recognises pages written by an XML tool. Input: source text. Output: whether `<span/>` in
//! it means an empty element, as in XML, or an open one, as in HTML. Browsers parse such pages as
//! HTML and break them; an extractor that did the same would put the rest of a page into an empty
//! anchor. It does not parse: it makes one pass over the tags.

/// Share of void elements (`<br/>`, `<img/>`) that must be written the XML way, in percent. XML
/// writers close all of them; the rest are in attributes and `<noscript>`.
const MIN_CLOSED_PERCENT: usize = 95;
/// With fewer void elements the page is not classified.
const MIN_VOIDS: usize = 8;
/// Fewer closed ordinary elements are typing errors.
const MIN_CLOSED_ORDINARY: usize = 3;
/// With more open void elements no page is long enough to be classified as XML.
const MAX_OPEN_VOIDS: usize = 60;

/// Whether `source` is written as XML throughout, even if it is declared as HTML.
pub fn is_xml_serialised(source: &str) -> bool {
    let mut closed_voids = 0_usize;
    let mut open_voids = 0_usize;
    let mut closed_ordinary = 0_usize;
    let mut rest = source;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let name_end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == ':'))
            .unwrap_or(rest.len());
        let (name, attributes) = rest.split_at(name_end);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let (closes, after) = to_tag_end(attributes);
        rest = after;
        match (is_void_name(name), closes) {
            (true, true) => closed_voids += 1,
            (true, false) => open_voids += 1,
            (false, true) => closed_ordinary += 1,
            (false, false) => rest = behind_raw_text(name, rest),
        }
        if open_voids > MAX_OPEN_VOIDS {
            return false;
        }
    }
    let voids = closed_voids + open_voids;
    voids >= MIN_VOIDS
        && closed_ordinary >= MIN_CLOSED_ORDINARY
        && closed_voids * 100 >= voids * MIN_CLOSED_PERCENT
}

/// Whether the tag ends in `/>`, and the rest after it. Quoted values may contain `>`.
fn to_tag_end(attributes: &str) -> (bool, &str) {
    let mut in_bare_value = false;
    let mut last = ' ';
    let mut rest = attributes;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        // A quote starts a value only after an equals sign.
        if (c == '"' || c == '\'') && last == '=' {
            // Values are most of a tag's content.
            let end = memchr::memchr(u8::try_from(c).unwrap_or(b'"'), rest.as_bytes());
            rest = end.and_then(|end| rest.get(end + 1..)).unwrap_or_default();
        } else if c == '>' {
            return (last == '/' && !in_bare_value, rest);
        } else if c.is_whitespace() {
            in_bare_value = false;
            continue;
        } else {
            in_bare_value |= last == '=';
        }
        last = c;
    }
    (false, "")
}

/// The rest after an element whose content is not markup.
fn behind_raw_text<'a>(name: &str, rest: &'a str) -> &'a str {
    let end = match name {
        "script" => "</script",
        "style" => "</style",
        "svg" => "</svg",
        "math" => "</math",
        _ => return rest,
    };
    rest.split_once(end).map_or("", |(_, after)| after)
}

fn is_void_name(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOIDS: &str = "<br/><img src=\"a>b\" alt='/' /><meta charset=\"utf-8\"/><hr/>";
    const EMPTIES: &str = "<span class=\"x\"/><a name=\"top\"/><i/>";

    #[track_caller]
    fn check(source: &str, expected: bool) {
        assert_eq!(is_xml_serialised(source), expected, "{source}");
    }

    #[test]
    fn pages_of_xml_tools_are_told() {
        let page = VOIDS.repeat(3) + EMPTIES;
        check(&page, true);
        check(&format!("<script>if (a<br) x();</script>{page}"), true);
        check(&format!("<!-- <br><br><br> -->{page}"), true);
    }

    #[test]
    fn pages_of_people_are_not() {
        check("", false);
        check("<", false);
        check("<br", false);
        check(&VOIDS.repeat(3), false);
        check(&EMPTIES.repeat(9), false);
        check(&(VOIDS.repeat(3) + "<br><br>" + EMPTIES), false);
        // SVG shapes are closed in any HTML.
        let picture = "<svg viewBox='0 0 1 1'><path d=\"M0\"/><g/><use/></svg>";
        check(&(VOIDS.repeat(3) + &picture.repeat(4)), false);
        // A slash that belongs to an address closes nothing.
        check(&(VOIDS.repeat(3) + &"<a href=/b/>x</a>".repeat(4)), false);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_answered(text in "(<|/|>|br|\"|'|=|a|中| |!--|script){0,60}") {
            is_xml_serialised(&text);
        }
    }
}
