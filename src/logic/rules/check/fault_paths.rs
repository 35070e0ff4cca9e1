//! Which key of a rule file a fault belongs to, so that a form can show it beside the field. Input:
//! the text and its faults. Output: paths of keys.

use toml::de::{DeTable, DeValue};

use crate::rules::{RuleError, RuleErrors};

/// For each fault the path of the innermost key that it stands in, such as `list.link.css` or
/// `field.2.select.0.css`: names and indexes from 0, joined with points. Empty for a fault outside
/// of all keys, such as a missing section.
pub fn fault_paths(text: &str, faults: &RuleErrors) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (root, _) = DeTable::parse_recoverable(text);
    let path_of = |fault: &RuleError| {
        let mut search = Search {
            offset: offset_of(text, fault),
            here: Vec::new(),
            found: Vec::new(),
        };
        search.table(root.get_ref());
        search.found.join(".")
    };
    faults.0.iter().map(path_of).collect()
}

/// The byte of a place given by line and column in characters.
fn offset_of(text: &str, fault: &RuleError) -> usize {
    let before = fault.line.saturating_sub(1);
    let lines = text.split_inclusive('\n').take(before);
    let start: usize = lines.map(str::len).sum();
    let line = text.get(start..).unwrap_or_default();
    let inside = line.char_indices().nth(fault.column.saturating_sub(1));
    start + inside.map_or(line.len(), |(at, _)| at)
}

/// The search for the innermost key at a byte.
struct Search {
    offset: usize,
    here: Vec<String>,
    found: Vec<String>,
}

impl Search {
    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.here.push(key.get_ref().to_string());
            self.note(&key.span());
            self.note(&value.span());
            self.value(value.get_ref());
            self.here.pop();
        }
    }

    fn value(&mut self, value: &DeValue<'_>) {
        match value {
            DeValue::Table(table) => self.table(table),
            DeValue::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.here.push(index.to_string());
                    self.note(&item.span());
                    self.value(item.get_ref());
                    self.here.pop();
                }
            }
            _ => {}
        }
    }

    /// The sections of a file may overlap, so the longest path counts.
    fn note(&mut self, span: &std::ops::Range<usize>) {
        if span.contains(&self.offset) && self.here.len() > self.found.len() {
            self.found.clone_from(&self.here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse;

    fn paths(text: &str) -> Vec<String> {
        let faults = parse(text).expect_err("faults");
        fault_paths(text, &faults)
    }

    #[test]
    fn a_fault_has_the_path_of_its_key() {
        let text = r#"[site]
name = "Ä"
kind = "list"
start = ["https://a.example/"]
[network]
headers = { "X-Api-Key" = "1" }
[list]
link = { css = "a[" }
allow = ["/a/", "("]
next = { pages = "?page=" }
[[field]]
name = "title"
select = [{ css = "h1" }, { xpath = "//[" }]
[[signal]]
id = "x"
place = "nowhere"
pattern = "abc"
state = "blocked"
strength = "strong"
"#;
        assert_eq!(
            paths(text),
            [
                "network.headers.X-Api-Key",
                "list.link.css",
                "list.allow.1",
                "list.next.pages",
                "field.0.select.1.xpath",
                "signal.0.place",
            ]
        );
    }

    #[test]
    fn what_is_missing_is_told_at_its_section() {
        let text = "[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"https://a.example/\"]\n";
        assert_eq!(paths(text), ["site"], "at the top of the file");
        assert_eq!(paths(&format!("# A rule\n{text}")), [""], "in no key");
        let text = format!("{text}[list]\nitem = {{ css = \"li\" }}\n");
        assert_eq!(paths(&text), ["list"]);
    }
}
