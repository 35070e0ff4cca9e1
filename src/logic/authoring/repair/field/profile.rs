//! The profile of a field, learnt from the old pages: its kind of value, the names and labels
//! around it, where its links lead, whether it varies between pages. Input: old elements with
//! their values. Output: a measure of how closely an element of a new page resembles them.
//! Which words say what a value is ("By", 作者) is data: `assets/words/field-words.toml`.

use std::collections::HashSet;

use scraper::Node;
use url::Url;

use crate::authoring::field_words::{self, Meanings};
use crate::authoring::repair::candidates::thresholds::profile::NAMED_LEVELS;
use crate::authoring::repair::pages::index::{ElementTexts, Zone};
use crate::authoring::repair::value_comparison::{address_shape, count, squeeze};
use crate::page::{ElementIndex, inner_text};
use crate::rules::FieldType;

/// Attributes whose values name an element's purpose.
const NAMING: [&str; 9] = [
    "class",
    "id",
    "itemprop",
    "rel",
    "property",
    "name",
    "data-testid",
    "data-field",
    "aria-label",
];

/// The features of one element.
#[derive(Clone, Debug, Default)]
pub(crate) struct ElementFeatures {
    /// The meanings of its names and label.
    pub meanings: Meanings,
    /// The meanings of its own name and label, without those of its ancestors.
    pub own_meanings: Meanings,
    /// Distinctive words of its names.
    pub names: HashSet<String>,
    /// Letters of the label before it.
    pub label: String,
    /// Tag name.
    pub tag: String,
    /// Level of the heading that it is, contains or is in; 0 for none.
    pub heading: u8,
    /// Whether it equals the page's title.
    pub titled: bool,
    /// Shape of the address it links to.
    pub shape: Option<String>,
    /// Part of the page.
    pub zone: Zone,
}

/// Extracts the features of `element`.
pub(crate) fn element_features(lens: &ElementTexts<'_>, element: ElementIndex) -> ElementFeatures {
    let mut looks = ElementFeatures {
        tag: lens.tag(element).to_owned(),
        zone: lens.zone(element),
        heading: heading(lens, element),
        titled: Some(lens.squeezed(element))
            .is_some_and(|text| text.chars().count() > 3 && lens.title.contains(text)),
        shape: link(lens, element).map(|url| address_shape(&url)),
        ..ElementFeatures::default()
    };
    for (level, around) in lens.around(element).take(1 + NAMED_LEVELS).enumerate() {
        // The name of an element much larger than the value describes something else.
        let room = 4 * lens.squeezed(element).len() + 60;
        if level > 0 && lens.squeezed(around).len() > room {
            break;
        }
        for value in NAMING.iter().filter_map(|name| lens.attr(around, name)) {
            for name in value.split_ascii_whitespace().take(12) {
                let meaning = field_words::of_name(name);
                looks.meanings = looks.meanings.and(meaning);
                if level == 0 {
                    looks.own_meanings = looks.own_meanings.and(meaning);
                }
                looks.names.extend(field_words::meaningful_words(name));
            }
        }
        let by_tag = match lens.tag(around) {
            "time" => field_words::meaning("published"),
            "address" => field_words::meaning("author"),
            _ => Meanings::default(),
        };
        // A name with "updated" is more precise than the tag.
        if looks.meanings.is_empty() {
            looks.meanings = by_tag;
        }
    }
    if let Some(label) = label(lens, element) {
        let meaning = field_words::of_label(&label);
        looks.label = squeeze(&label);
        looks.meanings = looks.meanings.and(meaning);
        looks.own_meanings = looks.own_meanings.and(meaning);
    }
    looks
}

/// The address of an element's link: its own, that of the enclosing link, or of the only link
/// inside.
pub(crate) fn link(lens: &ElementTexts<'_>, element: ElementIndex) -> Option<Url> {
    let href = |e: ElementIndex| {
        let linked = lens.tag(e) == "a";
        linked.then(|| lens.attr(e, "href")).flatten()
    };
    let around = lens.around(element).take(3).find_map(href);
    let href = around.or_else(|| {
        let mut inside = lens.within(element).take(40).filter_map(href);
        inside.next().filter(|_| inside.next().is_none())
    });
    lens.page.join(href?.trim())
}

fn heading(lens: &ElementTexts<'_>, element: ElementIndex) -> u8 {
    let level = |e: ElementIndex| match lens.tag(e).as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    };
    let around = lens.around(element).take(3).find_map(level);
    around
        .or_else(|| lens.within(element).take(6).find_map(level))
        .unwrap_or(0)
}

/// The label of an element: the start of its own text, or the short text right before it.
pub(crate) fn label(lens: &ElementTexts<'_>, element: ElementIndex) -> Option<String> {
    let text = lens.squeezed(element);
    if text.len() <= 400 {
        let own = inner_text(lens.page, element);
        if let Some(label) = field_words::leading_label(&own) {
            return Some(label.trim().to_owned());
        }
        if let Some(label) = field_words::announcing(&own)
            && text.len() <= 120
        {
            return Some(label);
        }
    }
    let mut node = lens.element(element)?;
    for _ in 0..3 {
        for before in node.prev_siblings().take(8) {
            let text: String = match before.value() {
                Node::Text(text) => text.to_string(),
                Node::Element(_) => scraper::ElementRef::wrap(before)
                    .map(|e| e.text().take(8).collect())
                    .unwrap_or_default(),
                _ => continue,
            };
            if text.trim().is_empty() {
                continue;
            }
            let last = text.trim().lines().last().unwrap_or_default();
            return before_value(last.trim());
        }
        node = node.parent().and_then(scraper::ElementRef::wrap)?;
    }
    None
}

/// The label right before a value. "Written by Ann" is none: its label already has a value.
fn before_value(text: &str) -> Option<String> {
    let bare = text.trim_end_matches([':', '：', ' ']);
    let whole = |part: &str| field_words::announcing(part).is_some_and(|l| l.len() >= part.len());
    if field_words::announcing(bare).is_some() && !whole(bare) && bare.len() == text.len() {
        let last = bare.split_whitespace().last()?;
        return whole(last).then(|| last.to_owned());
    }
    field_words::is_label(text).then(|| text.to_owned())
}

/// What is known of a field from the old pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    /// Type of its values.
    pub kind: FieldType,
    /// What its name, names and labels mean.
    pub meanings: Meanings,
    /// Distinctive words of its name and its elements' names.
    pub names: HashSet<String>,
    /// Letters of its labels.
    pub labels: HashSet<String>,
    /// Tags of its elements.
    pub tags: HashSet<String>,
    /// Shapes of the addresses its elements link to.
    pub shapes: HashSet<String>,
    /// Whether its elements were in the content part of the page.
    pub in_main: bool,
    /// Whether it is the page's headline.
    pub headline: bool,
    /// Whether a value of it began with a label.
    pub announced: bool,
    /// Its values, letters only.
    pub seen: HashSet<String>,
    /// One of its values as written, to show to a person.
    pub sample: String,
    /// Whether values differ between pages.
    pub varies: bool,
    /// The length of its shortest and longest value, in characters.
    pub chars: (usize, usize),
    /// The number of values it was learnt from.
    pub size: usize,
    /// The share of the old pages that had a value.
    pub filled: f64,
}

impl Profile {
    /// How closely `looks` with the value `text` resembles the field, 0 to 1.
    pub fn likeness(&self, looks: &ElementFeatures, text: &str) -> f64 {
        let mut sum = Sum::default();
        let known = |wanted: bool| f64::from(u8::from(wanted));
        if self.in_main {
            sum.add(2.0, known(looks.zone != Zone::Frame));
        }
        if self.headline {
            let level = f64::from(looks.heading);
            sum.add(
                3.0,
                if looks.heading == 0 {
                    0.0
                } else {
                    1.1 - 0.1 * level
                },
            );
            let titled = known(looks.titled);
            sum.add(0.5 + 1.5 * titled, titled);
        }
        if !self.meanings.is_empty() && !looks.meanings.is_empty() {
            let own = looks.own_meanings;
            let fits = self.meanings.meet(looks.meanings);
            let better = own.is_empty() || self.meanings.meet(own);
            sum.add(2.0, known(fits && better));
        } else if !self.meanings.is_empty() {
            sum.add(1.0, 0.4);
        }
        if !self.labels.is_empty() {
            let same = self.labels.contains(&looks.label);
            sum.add(if same { 1.5 } else { 0.5 }, known(same));
        }
        if !self.names.is_empty() {
            let same = self.names.intersection(&looks.names).next().is_some();
            sum.add(if same { 1.0 } else { 0.4 }, known(same));
        }
        if !self.shapes.is_empty() {
            let same = looks
                .shape
                .as_ref()
                .is_some_and(|s| self.shapes.contains(s));
            sum.add(2.5, known(same));
        }
        if self.size > 1 && !self.headline {
            let again = self.seen.contains(&squeeze(text));
            if !self.varies {
                sum.add(2.0, 0.2 + 0.8 * known(again));
            } else if again {
                sum.add(1.5, 1.0);
            }
        }
        let chars = text.chars().count();
        if self.size == 1 && !self.headline && chars > 8 && self.seen.contains(&squeeze(text)) {
            // One example does not show whether it varies, but a long text is no coincidence.
            sum.add(1.5, 1.0);
        }
        // One example says little about the length of values.
        let least = if self.size > 1 { 3 } else { 10 };
        let fits = if least * chars < self.chars.0 {
            0.0
        } else {
            (count(self.chars.1 + 4) / count(chars.max(1))).min(1.0)
        };
        if self.kind != FieldType::Date {
            sum.add(1.2, fits);
        }
        let mut likeness = sum.mean();
        // Menus and side columns repeat the content.
        if self.in_main && looks.zone == Zone::Frame {
            likeness *= 0.6;
        }
        // "By Ann", where old values were only "Ann".
        let labelled = !self.headline && !self.announced && self.kind == FieldType::Text;
        if labelled && field_words::announcing(text).is_some() {
            likeness *= 0.93;
        }
        likeness
    }

    /// Whether anything on the page besides place and length identifies this as the field.
    pub fn is_announced(&self, looks: &ElementFeatures, text: &str) -> bool {
        self.labels.contains(&looks.label)
            || self.meanings.meet(looks.meanings)
            || looks
                .shape
                .as_ref()
                .is_some_and(|s| self.shapes.contains(s))
            || (self.headline && looks.heading > 0)
            || (self.size > 1 && !self.varies && self.seen.contains(&squeeze(text)))
            || self.names.intersection(&looks.names).next().is_some()
    }
}

/// Accumulates a weighted mean.
#[derive(Default)]
struct Sum {
    weight: f64,
    value: f64,
}

impl Sum {
    fn add(&mut self, weight: f64, value: f64) {
        self.weight += weight;
        self.value += weight * value;
    }

    fn mean(&self) -> f64 {
        if self.weight > 0.0 {
            self.value / self.weight
        } else {
            0.0
        }
    }
}

/// The mean of numbers; 0 if there are none.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / count(values.len())
}
