//! `[validity]`: which records of a site are marked as doubtful.

use crate::messages::Message;
use crate::rules::check::reader::{Faults, Section};
use crate::text::Validity;

/// The maximum number of characters in a limit.
const MAX_CHARS: u32 = 1_000_000;
/// The maximum number of days ahead: more than a year is no limit.
const MAX_DAYS: u32 = 366;

pub(crate) fn read_validity(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Validity {
    let keys = [
        "min_title",
        "min_text",
        "earliest",
        "max_days_ahead",
        "date_required",
    ];
    let section = root.section(faults, "validity", &keys);
    let Some(section) = section else {
        return Validity::default();
    };
    let mut chars = |key: &str| {
        let number = section.number(faults, key, 0..=MAX_CHARS)?;
        usize::try_from(number).ok()
    };
    let (min_title, min_text) = (chars("min_title"), chars("min_text"));
    let earliest = section.text(faults, "earliest").map(|text| text.value);
    let earliest = earliest.filter(|day| {
        let fits = is_date(day);
        if !fits {
            let message = Message::new("rules-validity-date").with("found", day.as_str());
            faults.add(section.key_start("earliest"), message);
        }
        fits
    });
    Validity {
        min_title,
        min_text,
        earliest,
        max_days_ahead: section.number(faults, "max_days_ahead", 0..=MAX_DAYS),
        date_required: section.flag(faults, "date_required").unwrap_or_default(),
    }
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let full = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    full.parse::<jiff::civil::Date>().is_ok()
}

#[cfg(test)]
mod tests {
    use crate::rules::parse;

    #[test]
    fn limits_are_read_and_faults_are_told() {
        let rule = |section: &str| {
            parse(&format!(
                "[site]\nname = \"N\"\nkind = \"list\"\nstart = [\"http://127.0.0.1/\"]\n[list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n[validity]\n{section}\n"
            ))
        };
        let read = rule("min_title = 5\nmin_text = 200\nearliest = \"2000\"\nmax_days_ahead = 1")
            .map(|rule| rule.file().validity.clone());
        let read = read.unwrap();
        assert_eq!((read.min_title, read.min_text), (Some(5), Some(200)));
        assert_eq!(read.earliest.as_deref(), Some("2000"));
        assert!(rule("earliest = \"long ago\"").is_err());
        assert!(rule("min_titel = 5").is_err());
    }
}
