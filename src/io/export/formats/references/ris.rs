//! RIS: lines of two letters and a value, as reference managers import them.

use super::reference::Reference;

/// The lines of a reference.
pub(super) fn entry(reference: &Reference) -> String {
    let mut out = String::new();
    let mut line = |tag: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("{tag}  - {value}\r\n"));
        }
    };
    line("TY", if reference.is_article { "JOUR" } else { "ELEC" });
    line("ID", &reference.key);
    line("TI", &reference.title);
    for name in &reference.authors {
        match name.given.is_empty() {
            true => line("AU", &name.family),
            false => line("AU", &format!("{}, {}", name.family, name.given)),
        }
    }
    if let Some(year) = reference.date.first() {
        line("PY", &year.to_string());
        let part = |at: usize| {
            let found = reference.date.get(at);
            found.map(|part| format!("{part:02}")).unwrap_or_default()
        };
        line("DA", &format!("{year:04}/{}/{}/", part(1), part(2)));
    }
    line("T2", &reference.container);
    line("VL", &reference.volume);
    line("IS", &reference.issue);
    let pages = reference.pages.replace('–', "-");
    match pages.split_once('-') {
        Some((first, last)) => {
            line("SP", first.trim());
            line("EP", last.trim_matches(['-', ' ']));
        }
        None => line("SP", &pages),
    }
    line("PB", &reference.publisher);
    line(
        "SN",
        match reference.issn.is_empty() {
            true => &reference.isbn,
            false => &reference.issn,
        },
    );
    line("DO", &reference.doi);
    line("UR", &reference.url);
    let [year, month, day] = reference.read_on;
    line("Y2", &format!("{year:04}/{month:02}/{day:02}/"));
    line("LA", &reference.language);
    for keyword in &reference.keywords {
        line("KW", keyword);
    }
    line("AB", &reference.summary);
    out.push_str("ER  - \r\n\r\n");
    out
}
