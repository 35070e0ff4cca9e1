//! How likely a path is to keep working, as a number and in words: what it relies on (labels and
//! meanings are stable, positions and generated names are not), and what was measured on the given
//! pages.

use super::check_candidates::Tally;
use super::locate::Taking;
use super::propose::{HEADINGS, Idea};
use super::steps::{PathStep, StepAxis, TextMatch};
use crate::authoring::field_words;
use crate::messages::Message;
use crate::select::generation::unique::LANDMARKS;

/// Tags that indicate their content, in addition to structural tags.
const MEANING_TAGS: [&str; 6] = ["time", "title", "address", "cite", "dt", "label"];

/// The penalty on a path of bare tags that is only ever right as the first of several matches: it
/// depends on the order and keeps finding something when the order changes.
const BY_BEING_FIRST: f64 = 0.4;

/// The penalty on a date less precise than the pick: more than an attribute costs.
const VAGUE: f64 = 0.15;

/// The factor of a way to a date of publication that is named after a change.
pub(super) const OF_CHANGE: f64 = 0.6;

/// Whether a path says that what it finds is of a change, by a name or a label.
pub(super) fn is_of_change(idea: &Idea) -> bool {
    let taken = match &idea.taking {
        Taking::Attribute(name) => field_words::names_change(name),
        _ => false,
    };
    taken
        || idea.path.iter().any(|step| {
            let what = &step.what;
            let attributes = what.attribute.iter().chain(&what.prefix);
            let names = what.id.iter().chain(attributes.map(|(_, value)| value));
            let label = match &step.says {
                Some(TextMatch::Equals(text) | TextMatch::Starts(text)) => {
                    field_words::of_label(text).meet(field_words::meaning("updated"))
                }
                None => false,
            };
            label
                || names
                    .chain(&what.classes)
                    .any(|name| field_words::names_change(name))
        })
}

/// The prior of `idea`, 0 to 1, before measurement.
pub(super) fn prior(idea: &Idea) -> f64 {
    let mut score = of_path(&idea.path);
    score *= match &idea.taking {
        Taking::Attribute(name) if name == "content" => 0.88,
        Taking::Attribute(name) if name == "datetime" => 1.0,
        Taking::Attribute(_) => 0.9,
        _ => 1.0,
    };
    if idea.cut != super::locate::value_in_text::Cut::None {
        score *= 0.85;
    }
    score
}

/// The prior of a path, 0 to 1.
pub(super) fn of_path(path: &[PathStep]) -> f64 {
    let last = path.len().saturating_sub(1);
    // A text is no more reliable than the element that contains it.
    let held = path.iter().rposition(|step| !step.is_text());
    let steps = path.iter().enumerate();
    let score: f64 = steps
        .map(|(n, step)| of_step(step, n == 0, n == held.unwrap_or(last)))
        .product();
    score * 0.97_f64.powi(i32::try_from(last).unwrap_or(20))
}

fn of_step(step: &PathStep, first: bool, last: bool) -> f64 {
    let what = &step.what;
    let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let mut score: f64 = 1.0;
    if step.says.is_some() {
        // A link is rarely a label.
        score *= match (&step.says, what.tag.as_deref()) {
            (_, Some("a")) => 0.7,
            (Some(TextMatch::Equals(_)), _) => 0.99,
            _ => 0.96,
        };
    } else if what.id.is_some() {
        score *= 0.97;
    } else if let Some((name, _)) = &what.attribute {
        score *= if matches!(name.as_str(), "itemprop" | "property") {
            1.0
        } else {
            0.95
        };
    } else if !what.classes.is_empty() {
        let numbered = what.classes.iter().any(|class| digits(class));
        score *= if numbered { 0.8 } else { 0.96 };
    } else if what.prefix.is_some() {
        score *= 0.94;
    } else if step.link.is_some() {
        score *= 0.93;
    } else if let Some(tag) = &what.tag {
        // A lower heading describes its content; alone it is one of many.
        let lower = HEADINGS.iter().skip(2).any(|heading| heading == tag);
        let telling = is_meaningful_tag(tag) && (!lower || first && !last);
        let beside = matches!(step.axis, StepAxis::Following | StepAxis::Preceding);
        let inside = step.axis == StepAxis::Child && !first;
        score *= match (telling, beside) {
            (true, _) => 0.95,
            (_, true) => 0.97,
            _ if inside => 0.93,
            _ if last => 0.8,
            _ => 0.85,
        };
    }
    if what.nth.is_some() {
        score *= 0.6;
    }
    match step.nth {
        None => {}
        Some(1) => score *= 0.98,
        Some(_) => score *= 0.7,
    }
    score
}

/// Whether a tag alone indicates its purpose.
fn is_meaningful_tag(tag: &str) -> bool {
    [&LANDMARKS[..], &MEANING_TAGS, &HEADINGS]
        .iter()
        .any(|tags| tags.contains(&tag))
}

/// Whether a path relies only on tags that appear everywhere.
pub(super) fn is_bare(path: &[PathStep]) -> bool {
    let elements = || path.iter().filter(|step| !step.is_text());
    elements().next().is_some()
        && elements().all(|step| {
            let tag = step.what.tag.as_deref();
            !step.what.is_specific()
                && step.says.is_none()
                && step.link.is_none()
                && tag.is_none_or(|tag| !is_meaningful_tag(tag))
        })
}

/// The final score of `idea` after measurement.
pub(super) fn of(idea: &Idea, tally: &Tally) -> f64 {
    let score = measured(prior(idea), tally);
    let in_records = tally.units > tally.known + tally.absent;
    match in_records && is_bare(&idea.path) {
        true => score * (1.0 - BY_BEING_FIRST * share(tally.several, tally.filled)),
        false => score,
    }
}

/// `prior` adjusted by the measurements.
pub(super) fn measured(prior: f64, tally: &Tally) -> f64 {
    let known = share(tally.right, tally.known.max(1));
    let fired = share(tally.fired, tally.absent);
    let extra = share(tally.extra, tally.right.max(1)).min(3.0);
    let records = tally.units.saturating_sub(tally.known + tally.absent);
    let filled = if records == 0 {
        1.0
    } else {
        share(tally.filled, tally.units)
    };
    let several = share(tally.several, tally.filled);
    let wraps = 0.97_f64.powi(i32::try_from(tally.wraps.min(5)).unwrap_or(5));
    let vague = share(tally.vague, tally.known.max(1));
    let score = prior * known * known * (1.0 - 0.6 * fired) * (1.0 - 0.1 * extra);
    let score = score * (1.0 - VAGUE * vague);
    let score = score
        * wraps
        * if records == 0 {
            1.0
        } else {
            1.0 - 0.3 * several * several
        };
    (score * (0.25 + 0.75 * filled)).clamp(0.0, 1.0)
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of pages and records")]
    let share = part as f64 / whole as f64;
    share
}

/// The score in words.
pub(super) fn why(idea: &Idea, tally: &Tally) -> Vec<Message> {
    let mut why = measured_why(tally);
    if tally.vague > 0 {
        why.push(Message::new("learn-why-vague"));
    }
    let before = why.len();
    let label = idea.path.iter().find_map(|step| match &step.says {
        Some(TextMatch::Equals(text) | TextMatch::Starts(text)) => Some(text.as_str()),
        None => None,
    });
    if let Some(label) = label {
        why.push(Message::new("learn-why-label").with("label", label));
    }
    let names = |test: fn(&PathStep) -> bool| idea.path.iter().any(test);
    if names(|step| step.what.attribute.is_some()) {
        why.push(Message::new("learn-why-meaning"));
    }
    if names(|step| {
        step.what.id.is_some() || step.what.prefix.is_some() || !step.what.classes.is_empty()
    }) {
        why.push(Message::new("learn-why-names"));
    }
    if names(|step| step.link.is_some()) {
        why.push(Message::new("learn-why-link"));
    }
    let heading = |step: &PathStep| {
        let tag = step.what.tag.as_deref();
        tag.is_some_and(|tag| HEADINGS.contains(&tag))
    };
    if names(heading) {
        why.push(Message::new("learn-why-heading"));
    }
    if why.len() == before && names(|step| step.what.tag.is_some()) {
        why.push(Message::new("learn-why-tags"));
    }
    if names(|step| step.what.nth.is_some() || step.nth.is_some_and(|nth| nth > 1)) {
        why.push(Message::new("learn-why-position"));
    }
    if idea.cut != super::locate::value_in_text::Cut::None {
        why.push(Message::new("learn-why-cut"));
    }
    why
}

/// What was measured, in words.
pub(super) fn measured_why(tally: &Tally) -> Vec<Message> {
    let (id, found, all) = if tally.units > tally.known + tally.absent {
        ("learn-why-records", tally.filled, tally.units)
    } else {
        ("learn-why-pages", tally.right, tally.known)
    };
    let mut why = vec![Message::new(id).with("found", found).with("all", all)];
    if tally.extra > 0 {
        why.push(Message::new("learn-why-more").with("extra", tally.extra));
    }
    if tally.fired > 0 {
        why.push(Message::new("learn-why-fires").with("pages", tally.fired));
    }
    why
}
