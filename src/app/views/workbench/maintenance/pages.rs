//! Further pages that the rule is tested on: the chosen pages of the list, and the rule's result on
//! each. Pages are chosen from the whole list, so that old and new ones are covered. Nothing is
//! drawn.

use std::sync::Arc;

use crate::action::Action;
use crate::views::workbench::author::{Authoring, Trial};
use crate::widgets::table::TableState;
use bowerbird_engine::types::{Content, Message, PageReading, PageRole, ReadRow};
use bowerbird_engine::{AuthoringCommand, Command};

/// Pages tested at once.
const AT_ONCE: usize = 3;

/// The tests.
#[derive(Default)]
pub struct FurtherPages {
    /// The table.
    pub table: TableState,
    /// Pages linked from the last list.
    links: Vec<String>,
    /// The reading that `links` are from.
    reading: Option<Arc<PageReading>>,
    rows: Vec<Tested>,
    /// The rule that they were tested with, in the form of [`essence`].
    text: String,
    /// The start of that rule: another one has other pages.
    start: Vec<String>,
    generation: u64,
    /// The content section that takes the box with the whole text of the tested pages.
    text_box: Option<Content>,
}

/// A page being tested.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Its address.
    pub url: String,
    /// The rule's result; `None` while pending.
    pub result: Option<Result<Arc<PageReading>, Message>>,
    /// Milliseconds to fetch it.
    pub ms: u64,
}

/// The verdict on a tested page.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is pending.
    Waiting,
    /// Every field has a value.
    Full,
    /// Some fields have no value.
    Lacking,
    /// A required field has no value, or an invalid one.
    Faulty,
    /// The rule finds nothing.
    Nothing,
    /// It could not be read.
    Failed(Message),
}

impl Tested {
    /// Its verdict.
    pub fn verdict(&self) -> Verdict {
        let reading = match &self.result {
            None => return Verdict::Waiting,
            Some(Err(message)) => return Verdict::Failed(message.clone()),
            Some(Ok(reading)) => reading,
        };
        if reading.rows.is_empty() {
            return Verdict::Nothing;
        }
        let mut cells = reading.rows.iter().flat_map(|row| &row.cells);
        if cells.clone().any(|cell| cell.fault.is_some()) {
            Verdict::Faulty
        } else if cells.clone().all(|cell| cell.value.is_none()) {
            Verdict::Nothing
        } else if cells.any(|cell| cell.value.is_none()) {
            Verdict::Lacking
        } else {
            Verdict::Full
        }
    }

    /// Names of the fields with a value, and of those without one, in some row.
    pub fn fields(&self) -> (Vec<&str>, Vec<&str>) {
        let Some(Ok(reading)) = &self.result else {
            return (Vec::new(), Vec::new());
        };
        let filled = |place: usize| {
            let value = |row: &ReadRow| row.cells.get(place).is_some_and(|c| c.value.is_some());
            !reading.rows.is_empty() && reading.rows.iter().all(value)
        };
        let mut fields = (Vec::new(), Vec::new());
        for (place, name) in reading.columns.iter().enumerate() {
            let side = if filled(place) {
                &mut fields.0
            } else {
                &mut fields.1
            };
            side.push(name.as_str());
        }
        fields
    }
}

impl FurtherPages {
    /// The tested pages, including pending ones.
    pub fn rows(&self) -> &[Tested] {
        &self.rows
    }

    /// Whether an answer is pending.
    pub fn running(&self) -> bool {
        self.rows.iter().any(|row| row.result.is_none())
    }

    /// Whether the rule changed since.
    pub fn outdated(&self, author: &Authoring) -> bool {
        !self.rows.is_empty() && essence(author) != self.text
    }

    /// the results of the rule, for the bar.
    pub fn trial(&self, author: &Authoring) -> Trial {
        let file = author.file();
        let own: Vec<&str> = file
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        let rows = self.rows.iter().map(|row| {
            let result = row.result.as_ref();
            (
                row.url.as_str(),
                result.map(|r| r.as_ref().map(AsRef::as_ref)),
            )
        });
        Trial {
            // Pages of another rule's list prove nothing.
            waiting: match &file.list {
                Some(_) => self.waiting(author),
                None => 0,
            },
            outdated: self.outdated(author),
            text_box: self.text_box.clone().filter(|_| !self.outdated(author)),
            ..Trial::of(rows, &own, &file.site.name)
        }
    }

    /// The number of pages to test.
    pub fn waiting(&self, author: &Authoring) -> usize {
        self.candidates(author).len()
    }

    /// Stores the pages linked from an open list.
    pub fn follow(&mut self, author: &Authoring) {
        let start = &author.file().site.start;
        if *start != self.start {
            // Another rule: earlier results do not apply.
            *self = Self {
                start: start.clone(),
                table: std::mem::take(&mut self.table),
                generation: self.generation,
                ..Self::default()
            };
        }
        let Some(reading) = &author.reading else {
            return;
        };
        let known = self.reading.as_ref();
        if author.role != PageRole::List || known.is_some_and(|known| Arc::ptr_eq(known, reading)) {
            return;
        }
        self.reading = Some(Arc::clone(reading));
        let mut links: Vec<String> = Vec::new();
        for link in reading.rows.iter().filter_map(|row| row.link.as_ref()) {
            if !links.contains(link) {
                links.push(link.clone());
            }
        }
        // An edit that breaks the list must not discard its known links.
        if !links.is_empty() {
            self.links = links;
        }
    }

    fn candidates(&self, author: &Authoring) -> Vec<&String> {
        let open = author.page.as_ref().map(|page| page.url.as_str());
        let tested = |url: &str| self.rows.iter().any(|row| row.url == url);
        let links = self.links.iter();
        links
            .filter(|url| Some(url.as_str()) != open && !tested(url))
            .collect()
    }

    /// Tests further pages, in addition to those tested before with the same rule.
    pub fn test(&mut self, author: &Authoring, actions: &mut Vec<Action>) {
        if self.outdated(author) {
            self.rows.clear();
        }
        let waiting = self.candidates(author);
        let chosen: Vec<String> = spread(waiting.len())
            .into_iter()
            .filter_map(|place| waiting.get(place).map(|url| (*url).clone()))
            .collect();
        self.ask(chosen, author, actions);
    }

    /// Tests the same pages with the current rule.
    pub fn again(&mut self, author: &Authoring, actions: &mut Vec<Action>) {
        let urls = std::mem::take(&mut self.rows).into_iter();
        let urls = urls.map(|row| row.url).collect();
        self.ask(urls, author, actions);
    }

    fn ask(&mut self, urls: Vec<String>, author: &Authoring, actions: &mut Vec<Action>) {
        // The engine cancels pending tests, so they are requested again.
        let waiting = self.rows.iter().filter(|row| row.result.is_none());
        let mut all: Vec<String> = waiting.map(|row| row.url.clone()).collect();
        all.extend(urls);
        self.rows.retain(|row| row.result.is_some());
        self.rows.extend(all.iter().map(|url| Tested {
            url: url.clone(),
            result: None,
            ms: 0,
        }));
        self.text = essence(author);
        self.text_box = None;
        self.generation += 1;
        if !all.is_empty() {
            actions.push(Action::Send(Command::Authoring(
                AuthoringCommand::TestPages {
                    generation: self.generation,
                    site: author.site,
                    rule_toml: author.text(),
                    urls: all,
                },
            )));
        }
    }

    /// Cancels pending tests.
    pub fn stop(&mut self, author: &Authoring, actions: &mut Vec<Action>) {
        self.rows.retain(|row| row.result.is_some());
        self.generation += 1;
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::TestPages {
                generation: self.generation,
                site: author.site,
                rule_toml: author.text(),
                urls: Vec::new(),
            },
        )));
    }

    /// The tested pages have their whole text in one box.
    pub fn box_found(&mut self, generation: u64, content: Content) {
        if generation == self.generation {
            self.text_box = Some(content);
        }
    }

    /// Handles a tested page.
    pub fn tested(
        &mut self,
        generation: u64,
        url: &str,
        result: Result<Arc<PageReading>, Message>,
        ms: u64,
    ) {
        if generation != self.generation {
            return;
        }
        let mut rows = self.rows.iter_mut();
        if let Some(row) = rows.find(|row| row.url == url && row.result.is_none()) {
            let list = self.reading.as_ref();
            row.result = Some(result.map(|reading| {
                let joined = list.and_then(|list| reading.with_list_values(list, url));
                joined.map_or(reading, Arc::new)
            }));
            row.ms = ms;
        }
    }
}

/// The parts of the rule that affect extraction: not its name or schedule.
fn essence(author: &Authoring) -> String {
    let mut file = author.file().clone();
    file.site.name.clear();
    file.schedule = None;
    toml::to_string(&file).unwrap_or_default()
}

/// Three indexes spread over `count`.
fn spread(count: usize) -> Vec<usize> {
    if count <= AT_ONCE {
        return (0..count).collect();
    }
    (1..=AT_ONCE).map(|n| n * count / (AT_ONCE + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_taken_from_all_over_the_list() {
        for (count, places) in [
            (0, vec![]),
            (2, vec![0, 1]),
            (3, vec![0, 1, 2]),
            (4, vec![1, 2, 3]),
            (10, vec![2, 5, 7]),
            (80, vec![20, 40, 60]),
        ] {
            assert_eq!(spread(count), places, "{count}");
        }
    }
}
