//! `[[signal]]`: patterns of this site's block pages, in addition to the shipped signals. Input:
//! the tables. Output: validated entries; `detect` defines their meaning.

use toml::de::DeValue;

use crate::detect::{SignalEntry, SignalFault};
use crate::messages::Explain;
use crate::rules::check::reader::{Faults, Section, SpannedValue, note_type};

const KEYS: [&str; 12] = [
    "id",
    "place",
    "header",
    "pattern",
    "only_errors",
    "statuses",
    "state",
    "strength",
    "vendor",
    "language",
    "source",
    "date",
];

pub(crate) fn read_signals(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Vec<SignalEntry> {
    let mut entries: Vec<SignalEntry> = Vec::new();
    for node in root.nodes(faults, "signal", "rules-type-tables") {
        let Some((entry, section)) = read_entry(faults, node) else {
            continue;
        };
        let twice = entries.iter().any(|known| known.id == entry.id);
        let fault = match entry.check() {
            Ok(()) if twice => SignalFault::Twice(entry.id.clone()),
            Ok(()) => {
                entries.push(entry);
                continue;
            }
            Err(fault) => fault,
        };
        faults.add(section.key_start(key_of(&fault)), fault.explain());
    }
    entries
}

/// The key of a fault.
fn key_of(fault: &SignalFault) -> &'static str {
    match fault {
        SignalFault::Toml(_) | SignalFault::NoId | SignalFault::Twice(_) => "id",
        SignalFault::Place(..) => "place",
        SignalFault::Header(_) => "header",
        SignalFault::State(..) => "state",
        SignalFault::Strength(..) => "strength",
        SignalFault::Pattern(..) | SignalFault::Everywhere(_) => "pattern",
    }
}

fn read_entry<'a, 't>(
    faults: &mut Faults<'_>,
    node: SpannedValue<'a, 't>,
) -> Option<(SignalEntry, Section<'a, 't>)> {
    let section = Section::open(faults, "[[signal]]", node, &KEYS)?;
    let required = |faults: &mut Faults<'_>, key| section.required_text(faults, key);
    let (id, place) = (required(faults, "id"), required(faults, "place"));
    let (pattern, strength) = (required(faults, "pattern"), required(faults, "strength"));
    let optional = |faults: &mut Faults<'_>, key| section.text(faults, key).map(|text| text.value);
    // `against` implies no state; the check of the entry tells where one is missing.
    let state = optional(faults, "state").unwrap_or_default();
    let entry = SignalEntry {
        header: optional(faults, "header").unwrap_or_default(),
        vendor: optional(faults, "vendor"),
        language: optional(faults, "language").unwrap_or_default(),
        source: optional(faults, "source").unwrap_or_default(),
        date: optional(faults, "date").unwrap_or_default(),
        only_errors: section.flag(faults, "only_errors").unwrap_or(false),
        statuses: statuses(faults, &section),
        id: id?.value,
        place: place?.value,
        pattern: pattern?.value,
        state,
        strength: strength?.value,
    };
    Some((entry, section))
}

fn statuses(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Vec<u16> {
    let mut statuses = Vec::new();
    for node in section.nodes(faults, "statuses", "rules-type-array") {
        let number = match node.get_ref() {
            DeValue::Integer(number) => u16::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number {
            Some(number) => statuses.push(number),
            None => note_type(faults, "statuses", "rules-type-number", node),
        }
    }
    statuses
}

#[cfg(test)]
mod tests {
    use crate::messages::english;
    use crate::rules::{parse, write};

    const RULE: &str = "[site]\nname = 'N'\nkind = 'list'\nstart = ['http://h/']\n[list]\n\
        item = { css = 'li' }\nlink = { css = 'a', take = 'href' }\n";

    fn rule(signal: &str) -> String {
        format!("{RULE}[[signal]]\n{signal}")
    }

    const VALID: &str = "id = 'queue'\nplace = 'text'\npattern = 'place in the queue'\nstate = 'soft_block'\n\
        strength = 'strong'\nstatuses = [200]\n";

    #[test]
    fn signals_are_read_and_written_back() {
        let rule = parse(&rule(VALID)).unwrap();
        let signals = &rule.file().signals;
        assert_eq!(signals.len(), 1);
        assert_eq!(
            (signals[0].id.as_str(), signals[0].statuses[0]),
            ("queue", 200)
        );
        let again = parse(&write(rule.file())).unwrap();
        assert_eq!(again.file().signals, *signals);
    }

    #[test]
    fn faults_are_told_with_their_line() {
        #[track_caller]
        fn check(text: &str, line: usize, word: &str) {
            let Err(faults) = parse(&rule(text)) else {
                panic!("no faults");
            };
            let faults = faults.0;
            let shown: Vec<String> = faults.iter().map(|f| english(&f.message)).collect();
            let found = faults
                .iter()
                .zip(&shown)
                .any(|(f, shown)| f.line == line && shown.contains(word));
            assert!(found, "{faults:?} {shown:?}");
        }
        check(&VALID.replace("soft_block", "furious"), 12, "furious");
        check(&VALID.replace("'text'", "'moon'"), 10, "moon");
        check(&VALID.replace("'place in the queue'", "'('"), 11, "queue");
        check(&VALID.replace("pattern", "patern"), 11, "patern");
        check(&VALID.replace("[200]", "['a']"), 14, "statuses");
        let twice = format!("{VALID}[[signal]]\n{VALID}");
        check(&twice, 16, "queue");
    }
}
