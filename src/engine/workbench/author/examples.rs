//! Prepares picks for the learner. Input: all picks so far, and the current rule. Output: the
//! picks of one role, named by field, with those that a pick implies: the link of a headline, the
//! headline of a link.

use scraper::ElementRef;

use super::rule_writer::{write_field, write_text};
use super::{ExamplePage, Work, excluded_elements};
use crate::protocol::authoring::{CellSource, PageRole, WorkbenchPart, WorkbenchTarget};
use crate::workbench::reading::read_page;
use bowerbird_logic::authoring::learn::{LearnedField, Pick, PickTarget};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{ElementIndex, Page, collapse, inner_text};
use bowerbird_logic::rules::{Alternative, FieldRule, FieldType, RuleFile};

/// Names of parts that are not fields; a person cannot name a field like this.
const LINK: &str = "@link";
const NEXT: &str = "@next";
const CONTENT: &str = "@content";
/// The field that a picked link implies.
const TITLE: &str = "title";
/// Records whose values replace picks of a field without any.
const IMPLIED_ROWS: usize = 2;
/// Earlier results used for a part that has only exclusions.
const KEPT: usize = 3;

/// The picks of one role.
pub(super) struct Sorted<'p> {
    /// The pages, the viewed one first.
    pub pages: Vec<&'p Page>,
    /// Picks of fields and links.
    pub picks: Vec<Pick>,
    /// Picked containers: page, element, whether it is excluded.
    pub items: Vec<(usize, ElementIndex, bool)>,
    /// Remarks.
    pub notes: Vec<Message>,
    /// Elements inside the changed part that do not belong to it.
    pub inside: Vec<Pick>,
    role: PageRole,
    has_text_pick: bool,
    /// The rule's earlier results: field, page, element, extraction.
    before: Vec<(String, ElementIndex, Option<String>)>,
    /// The links that the rule found on the viewed page.
    links: Vec<ElementIndex>,
    /// Whether the link must be learned again with the part.
    follows: bool,
}

/// Sorts the picks of `work`.
pub(super) fn sorted<'p>(
    work: &Work<'_>,
    pages: &[ExamplePage<'p>],
    file: &RuleFile,
) -> Result<Sorted<'p>, Message> {
    let mut sorted = Sorted {
        pages: pages.iter().map(|example| example.page).collect(),
        picks: Vec::new(),
        items: Vec::new(),
        notes: Vec::new(),
        inside: Vec::new(),
        role: work.role,
        has_text_pick: false,
        before: Vec::new(),
        links: Vec::new(),
        follows: false,
    };
    let mut gone = 0;
    for pick in work.picks.iter().filter(|pick| pick.role == work.role) {
        let at = pages.iter().position(|page| page.ticket == pick.ticket);
        let Some((at, example)) = at.and_then(|at| Some((at, pages.get(at)?))) else {
            gone += 1;
            continue;
        };
        let element = match &pick.target {
            WorkbenchTarget::Element(element) | WorkbenchTarget::Text { element, .. } => *element,
        };
        if example.page.element(element).is_none() {
            return Err(Message::new("engine-no-such-element"));
        }
        if pick.part == WorkbenchPart::Item {
            sorted.items.push((at, element, pick.negative));
            continue;
        }
        let name = sorted.name_of(&pick.part).unwrap_or_default();
        let is_link = matches!(pick.part, WorkbenchPart::Link | WorkbenchPart::Next);
        let (target, take) = match &pick.target {
            WorkbenchTarget::Element(element) if is_link => {
                let link = link_of(example.page, *element);
                let take = pick.take.clone().unwrap_or_else(|| "href".to_owned());
                let link = link.ok_or_else(|| Message::new("engine-bench-no-link"))?;
                (PickTarget::Element(link), Some(take))
            }
            WorkbenchTarget::Element(element) => (PickTarget::Element(*element), pick.take.clone()),
            WorkbenchTarget::Text { element, text } => {
                sorted.has_text_pick |= pick.part == *work.part;
                (PickTarget::Part(*element, text.clone()), pick.take.clone())
            }
        };
        sorted.picks.push(Pick {
            page: at,
            field: name,
            target,
            take,
            negative: pick.negative,
        });
    }
    if gone > 0 {
        sorted
            .notes
            .push(Message::new("engine-bench-picks-gone").with("count", gone));
    }
    excluded_elements::split(&mut sorted, work);
    sorted.remember(work);
    sorted.keep_others(work);
    if work.role == PageRole::List {
        match file.list.as_ref().is_none_or(|list| list.item.is_none()) {
            true => sorted.bring_along(),
            false => sorted.follow(work),
        }
    }
    Ok(sorted)
}

impl<'p> Sorted<'p> {
    /// The learner's name of a part; `None` for a container.
    pub fn name_of(&self, part: &WorkbenchPart) -> Option<String> {
        match part {
            WorkbenchPart::Item => None,
            WorkbenchPart::Link => Some(LINK.to_owned()),
            WorkbenchPart::Next => Some(NEXT.to_owned()),
            WorkbenchPart::Content => Some(CONTENT.to_owned()),
            WorkbenchPart::Field(name) => Some(name.clone()),
        }
    }

    /// Whether the changed part was picked by part of a text.
    pub fn has_text_pick(&self) -> bool {
        self.has_text_pick
    }

    /// The picks of one part, with their pages.
    pub fn only(&self, part: &WorkbenchPart) -> (Vec<&'p Page>, Vec<Pick>) {
        let name = self.name_of(part);
        let own = self
            .picks
            .iter()
            .filter(|p| Some(&p.field) == name.as_ref());
        let mut places: Vec<usize> = Vec::new();
        let mut picks = Vec::new();
        for pick in own {
            let known = places.iter().position(|place| *place == pick.page);
            let page = known.unwrap_or_else(|| {
                places.push(pick.page);
                places.len() - 1
            });
            picks.push(Pick {
                page,
                ..pick.clone()
            });
        }
        let pages = places.iter().filter_map(|place| self.pages.get(*place));
        (pages.copied().collect(), picks)
    }

    /// The elements picked for a part: page and element.
    pub fn elements(&self, part: &WorkbenchPart) -> Vec<(usize, ElementIndex)> {
        let name = self.name_of(part);
        let own = self
            .picks
            .iter()
            .filter(|p| Some(&p.field) == name.as_ref());
        own.filter(|pick| !pick.negative)
            .filter_map(place_of)
            .collect()
    }

    /// All picked elements that belong in a container.
    pub fn places(&self) -> Vec<(String, usize, ElementIndex)> {
        let inside = self.picks.iter().filter(|p| !p.negative && p.field != NEXT);
        inside
            .filter_map(|pick| {
                let (page, element) = place_of(pick)?;
                Some((pick.field.clone(), page, element))
            })
            .collect()
    }

    /// Picks for fields of the rule without any, except those in `picked`: from the rule's earlier
    /// results.
    pub fn implied(&self, picked: &[String]) -> Vec<Pick> {
        let own = |name: &String| {
            picked.contains(name) || self.picks.iter().any(|pick| pick.field == *name)
        };
        let others = self.before.iter().filter(|(name, ..)| !own(name));
        others.map(implied_pick).collect()
    }

    /// Whether a field is to be learned though another one was picked.
    pub fn is_along(&self, name: &str) -> bool {
        self.follows && name == LINK
    }

    /// Whether the rule has no alternative for a field yet.
    pub fn is_open(&self, name: &str, file: &RuleFile) -> bool {
        let list = file.list.as_ref();
        match name {
            NEXT => false,
            CONTENT => file.content.select.is_empty(),
            LINK => list.is_none_or(|list| list.link == Alternative::default()),
            name => self.fields(file).iter().all(|field| field.name != name),
        }
    }

    /// Writes a learned field where it belongs.
    pub fn write(&self, file: &mut RuleFile, field: &LearnedField) {
        let first = field
            .ranked
            .first()
            .map(|ranked| ranked.alternative.clone());
        match field.name.as_str() {
            LINK => {
                if let (Some(list), Some(mut link)) = (&mut file.list, first) {
                    // Links extract href by default.
                    link.take = link.take.filter(|take| take != "href");
                    list.link = link;
                }
            }
            CONTENT => {
                write_text(file, field, false);
            }
            _ if self.role == PageRole::List => {
                if let Some(list) = &mut file.list {
                    write_field(&mut list.fields, field, self.has_text_pick);
                }
            }
            _ => write_field(&mut file.fields, field, self.has_text_pick),
        }
    }

    fn fields<'f>(&self, file: &'f RuleFile) -> &'f [FieldRule] {
        match (self.role, &file.list) {
            (PageRole::List, Some(list)) => &list.fields,
            (PageRole::List, None) => &[],
            _ => &file.fields,
        }
    }

    /// Stores the rule's results on the viewed page.
    fn remember(&mut self, work: &Work<'_>) {
        if work.role == PageRole::Article || work.rule_toml.trim().is_empty() {
            return;
        }
        let Some(page) = self.pages.first().copied() else {
            return;
        };
        let Ok(file) = bowerbird_logic::rules::file_of(work.rule_toml) else {
            return;
        };
        let reading = read_page(work.rule_toml, work.role, page, work.now);
        let fields = self.fields(&file);
        let take = |name: &str, source: CellSource| {
            let CellSource::Alternative(number) = source else {
                return None;
            };
            let field = fields.iter().find(|field| field.name == name)?;
            let way = field.select.get(usize::try_from(number).ok()?)?;
            Some(way.take.clone())
        };
        let mut before = Vec::new();
        let marked = reading.marks.iter();
        let links = marked.filter(|marks| marks.part == WorkbenchPart::Link);
        let links: Vec<ElementIndex> = links.flat_map(|marks| &marks.elements).copied().collect();
        self.links.clone_from(&links);
        let links = links
            .iter()
            .filter(|element| !self.is_excluded(LINK, page, **element))
            .take(IMPLIED_ROWS);
        let has_items = file.list.as_ref().is_some_and(|list| list.item.is_some());
        if has_items {
            let link =
                |element: &ElementIndex| (LINK.to_owned(), *element, Some("href".to_owned()));
            before.extend(links.map(link));
        }
        for (column, name) in reading.columns.iter().enumerate() {
            let cells = reading.rows.iter().filter_map(|row| row.cells.get(column));
            let found = cells.filter_map(|cell| {
                let mut own = cell.elements.iter();
                let element = own.find(|element| !self.is_excluded(name, page, **element))?;
                Some((name.clone(), *element, take(name, cell.source)?))
            });
            before.extend(found.take(IMPLIED_ROWS));
        }
        self.before = before;
    }

    /// Whether an element, one in it or one around it was excluded from a field.
    fn is_excluded(&self, name: &str, page: &Page, element: ElementIndex) -> bool {
        let against = self.picks.iter().filter(|p| p.negative && p.field == name);
        let mut against = against.filter_map(place_of).filter(|(at, _)| *at == 0);
        let holds = |outer: ElementIndex, inner: ElementIndex| {
            let (outer, inner) = (page.element(outer), page.element(inner));
            outer.zip(inner).is_some_and(|(outer, inner)| {
                inner.ancestors().any(|around| around.id() == outer.id())
            })
        };
        against.any(|(_, other)| other == element || holds(other, element) || holds(element, other))
    }

    /// For a part with only exclusions, keeps the rule's earlier results on the viewed page as
    /// picks.
    fn keep_others(&mut self, work: &Work<'_>) {
        let Some(name) = self.name_of(work.part) else {
            return;
        };
        let mut own = self.picks.iter().filter(|pick| pick.field == name);
        if own.clone().next().is_none() || own.any(|pick| !pick.negative) {
            return;
        }
        let (Some(page), Ok(file)) = (
            self.pages.first().copied(),
            bowerbird_logic::rules::file_of(work.rule_toml),
        ) else {
            return;
        };
        let reading = read_page(work.rule_toml, work.role, page, work.now);
        let Some(marks) = reading.marks.iter().find(|marks| marks.part == *work.part) else {
            return;
        };
        let fields = self.fields(&file).iter();
        let ways = match work.part {
            WorkbenchPart::Content => file.content.select.as_slice(),
            _ => fields
                .filter(|field| field.name == name)
                .map(|field| field.select.as_slice())
                .next()
                .unwrap_or_default(),
        };
        let number = usize::try_from(marks.alternative).unwrap_or(usize::MAX);
        let take = match work.part {
            WorkbenchPart::Link => Some("href".to_owned()),
            _ => ways.get(number).and_then(|way| way.take.clone()),
        };
        let elements = marks.elements.iter().copied();
        let others = elements.filter(|element| !self.is_excluded(&name, page, *element));
        let kept: Vec<Pick> = others
            .take(KEPT)
            .map(|element| Pick {
                page: 0,
                field: name.clone(),
                target: PickTarget::Element(element),
                take: take.clone().or_else(|| Some("text".to_owned())),
                negative: false,
            })
            .collect();
        self.picks.extend(kept);
    }

    /// The first pick on a list also adds its counterpart: the link of a picked text, the text of a
    /// picked link.
    fn bring_along(&mut self) {
        let has = |picks: &[Pick], name: &str| picks.iter().any(|p| p.field == name && !p.negative);
        if !has(&self.picks, LINK) {
            let links = self.picks.iter().filter(|p| !p.negative && p.field != NEXT);
            let link = links.filter_map(|pick| {
                let (page, element) = place_of(pick)?;
                let link = link_of(self.pages.get(page)?, element)?;
                Some(Pick {
                    page,
                    field: LINK.to_owned(),
                    target: PickTarget::Element(link),
                    take: Some("href".to_owned()),
                    negative: false,
                })
            });
            let link = link.take(1).next();
            self.picks.extend(link);
        }
        let fields = self.picks.iter().filter(|p| !p.field.starts_with('@'));
        if fields.count() == 0 {
            let titles: Vec<Pick> = self
                .picks
                .iter()
                .filter(|pick| pick.field == LINK && !pick.negative)
                .filter(|pick| self.has_text(pick))
                .map(|pick| Pick {
                    field: TITLE.to_owned(),
                    take: None,
                    ..pick.clone()
                })
                .collect();
            self.picks.extend(titles);
        }
    }

    /// Further examples of a text may be in other markup, whose links the rule does not find: a
    /// featured item at the top. Their links are added, unless a person picked links.
    fn follow(&mut self, work: &Work<'_>) {
        let WorkbenchPart::Field(name) = work.part else {
            return;
        };
        let own = |pick: &&Pick| pick.field == *name && !pick.negative;
        if self.picks.iter().any(|pick| pick.field == LINK)
            || self.picks.iter().filter(own).count() < 2
        {
            return;
        }
        let link = |pick: &Pick| {
            let (page, element) = place_of(pick)?;
            Some((page, link_of(self.pages.get(page)?, element)?))
        };
        let found: Option<Vec<(usize, ElementIndex)>> =
            self.picks.iter().filter(own).map(link).collect();
        let Some(found) = found else {
            return;
        };
        self.follows = found
            .iter()
            .any(|(page, link)| *page == 0 && !self.links.contains(link));
        if self.follows {
            let picks = found.into_iter().map(|(page, link)| Pick {
                page,
                field: LINK.to_owned(),
                target: PickTarget::Element(link),
                take: Some("href".to_owned()),
                negative: false,
            });
            self.picks.extend(picks);
        }
    }

    fn has_text(&self, pick: &Pick) -> bool {
        let text = place_of(pick).and_then(|(page, element)| {
            let page = self.pages.get(page)?;
            Some(collapse(&inner_text(page, element)))
        });
        text.is_some_and(|text| !text.is_empty())
    }
}

/// An earlier result as a pick. Its extraction is known, not guessed: a text stays a text.
fn implied_pick((name, element, take): &(String, ElementIndex, Option<String>)) -> Pick {
    Pick {
        page: 0,
        field: name.clone(),
        target: PickTarget::Element(*element),
        take: take.clone().or_else(|| Some("text".to_owned())),
        negative: false,
    }
}

/// The place of a pick.
fn place_of(pick: &Pick) -> Option<(usize, ElementIndex)> {
    match &pick.target {
        PickTarget::Element(element) | PickTarget::Part(element, _) => Some((pick.page, *element)),
        _ => None,
    }
}

/// The link that an element is, is in, or contains first.
fn link_of(page: &Page, element: ElementIndex) -> Option<ElementIndex> {
    let element = page.element(element)?;
    let is_link = |e: &ElementRef<'_>| e.value().name() == "a" && e.attr("href").is_some();
    let mut around =
        std::iter::once(element).chain(element.ancestors().filter_map(ElementRef::wrap));
    let link = around
        .find(is_link)
        .or_else(|| element.descendent_elements().find(is_link))?;
    page.index_of(link)
}

/// The type of a field with this extraction.
pub(super) fn type_of(take: Option<&str>, kind: FieldType) -> FieldType {
    match take {
        Some("src" | "data-src" | "data-original") => FieldType::Image,
        Some("href") => FieldType::Url,
        _ => kind,
    }
}
