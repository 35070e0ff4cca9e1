//! `[[step]]`: what is done on a page in the browser before it is read. Input: the tables. Output:
//! checked steps, in order.
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::check::fields::{FieldPlace, check_name};
use super::check::reader::{Faults, Section, SpannedString};
use super::check::select::compile;
use super::notations::parse_duration;
use super::sections_and_defaults::network::FetchMode;
use crate::messages::Message;
use crate::model::SourceKind;
use crate::select::SelectorKind;

/// The maximum number of steps of a rule.
const MAX_STEPS: usize = 50;
/// How often a step is repeated at most.
const MAX_REPEAT: u32 = 1000;
/// How often a repeated step is done if the rule doesn't say.
const USUAL_REPEAT: u32 = 20;
/// How long a step waits for its element if the rule doesn't say.
const USUAL_PATIENCE: Duration = Duration::from_secs(10);
/// How long a step may wait.
const MAX_PATIENCE: Duration = Duration::from_secs(60);
/// The maximum number of values of a step, and of their combinations.
const MAX_VALUES: u64 = 10_000;
/// The key that sends what was typed.
pub const ENTER_KEY: &str = "Enter";
/// The keys that can be pressed.
pub const STEP_KEYS: [&str; 12] = [
    ENTER_KEY,
    "Escape",
    "Tab",
    "Space",
    "Backspace",
    "ArrowDown",
    "ArrowUp",
    "ArrowLeft",
    "ArrowRight",
    "PageDown",
    "PageUp",
    "End",
];

/// What a step does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Clicks an element; repeated, until it is gone or nothing new comes.
    #[default]
    Click,
    /// Types into a field.
    Type,
    /// Chooses an option of a list.
    Choose,
    /// Presses a key.
    Press,
    /// Scrolls to the end, until nothing new comes.
    Scroll,
    /// Waits for an element, or some time.
    Wait,
    /// Closes what lies over the page: questions about cookies, or what `css` says.
    Close,
}

impl StepKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Click,
        Self::Type,
        Self::Choose,
        Self::Press,
        Self::Scroll,
        Self::Wait,
        Self::Close,
    ];

    /// Its name in rules.
    pub fn token(self) -> &'static str {
        match self {
            Self::Click => "click",
            Self::Type => "type",
            Self::Choose => "choose",
            Self::Press => "press",
            Self::Scroll => "scroll",
            Self::Wait => "wait",
            Self::Close => "close",
        }
    }

    fn needs_element(self) -> bool {
        matches!(self, Self::Click | Self::Type | Self::Choose)
    }

    /// Whether it types or chooses a text.
    pub fn needs_text(self) -> bool {
        matches!(self, Self::Type | Self::Choose)
    }
}

/// On which pages a step is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepPages {
    /// On start pages and lists.
    #[default]
    Lists,
    /// On start pages only.
    Starts,
    /// On the pages that they lead to.
    Articles,
    /// On all pages.
    All,
}

impl StepPages {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Lists, "lists"),
        (Self::Starts, "starts"),
        (Self::Articles, "articles"),
        (Self::All, "all"),
    ];

    /// Whether pages at this place are meant.
    pub fn holds(self, place: PagePlace) -> bool {
        match self {
            Self::Lists => place != PagePlace::Article,
            Self::Starts => place == PagePlace::Start,
            Self::Articles => place == PagePlace::Article,
            Self::All => true,
        }
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Where in a site a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PagePlace {
    /// A start page.
    Start,
    /// A list after it.
    List,
    /// A page that lists lead to.
    Article,
}

/// `[[step]]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PageStep {
    /// What it does.
    #[serde(rename = "do")]
    pub kind: StepKind,
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css: Option<String>,
    /// What is typed, or the option that is chosen, by its text or its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Several texts instead of one: the page is read once for each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The field that stores which of the values it was; `keyword` when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The key that is pressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// How often it is done at most: a button for more, scrolling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
    /// How long it waits for its element, or without one at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<String>,
    /// Whether the page is read all the same if the element isn't there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// On which pages.
    #[serde(skip_serializing_if = "StepPages::is_default")]
    pub on: StepPages,
}

impl PageStep {
    /// How often it is done at most.
    pub fn times(&self) -> u32 {
        let usual = match self.kind {
            StepKind::Scroll => USUAL_REPEAT,
            _ => 1,
        };
        self.repeat.unwrap_or(usual)
    }

    /// How long it waits.
    pub fn patience(&self) -> Duration {
        let typed = self.wait.as_deref().and_then(parse_duration);
        typed.unwrap_or(USUAL_PATIENCE).min(MAX_PATIENCE)
    }

    /// It in a few words, for messages: what it does, and to what. A text that is typed is left out
    /// unless it is one of several values: it may be nobody else's business.
    pub fn named(&self) -> String {
        let about = self.css.as_ref().or(self.key.as_ref());
        let mut named = self.kind.token().to_owned();
        if let Some(about) = about {
            named = format!("{named} {about}");
        }
        let is_told = self.kind == StepKind::Choose || !self.values.is_empty();
        match self.text.as_ref().filter(|_| is_told) {
            Some(text) => format!("{named} = {text}"),
            None => named,
        }
    }
}

const KEYS: [&str; 10] = [
    "do", "css", "text", "values", "field", "key", "repeat", "wait", "optional", "on",
];

pub(crate) fn read_steps(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    site: Option<SourceKind>,
    fetch: FetchMode,
) -> Vec<PageStep> {
    let mut steps: Vec<PageStep> = Vec::new();
    let mut readings = 1_u64;
    for node in root.nodes(faults, "step", "rules-type-tables") {
        let Some(section) = Section::open(faults, "[[step]]", node, &KEYS) else {
            continue;
        };
        // Without the browser no step is done, and another page is read.
        if fetch == FetchMode::Http && steps.is_empty() {
            faults.add(section.start(), Message::new("rules-step-http"));
        }
        if steps.len() == MAX_STEPS {
            let message = Message::new("rules-step-many").with("most", MAX_STEPS);
            faults.add(section.start(), message);
            break;
        }
        let Some(step) = read_step(faults, &section) else {
            continue;
        };
        if !step.values.is_empty() {
            let count = u64::try_from(step.values.len()).unwrap_or(u64::MAX);
            readings = readings.saturating_mul(count);
            if let Some(message) = fault_of_values(&steps, &step, readings, site) {
                faults.add(section.key_start("values"), message);
            }
        }
        steps.push(step);
    }
    steps
}

/// What is wrong with the values of a step after `steps`.
fn fault_of_values(
    steps: &[PageStep],
    step: &PageStep,
    readings: u64,
    site: Option<SourceKind>,
) -> Option<Message> {
    let takes = [SourceKind::List, SourceKind::Pages, SourceKind::Crawl];
    let name = step.field_name();
    let mut others = steps.iter().filter(|other| !other.values.is_empty());
    if !step.kind.needs_text() {
        Some(Message::new("rules-step-values-do"))
    } else if site.is_some_and(|site| !takes.contains(&site)) || step.on == StepPages::Articles {
        Some(Message::new("rules-step-values-place"))
    } else if step.text.is_some() || step.values.iter().any(|value| value.trim().is_empty()) {
        Some(Message::new("rules-step-values-text"))
    } else if others.any(|other| other.field_name() == name) {
        Some(Message::new("rules-step-values-field").with("field", name))
    } else if readings > MAX_VALUES {
        Some(Message::new("rules-step-values-many").with("most", MAX_VALUES))
    } else {
        None
    }
}

fn read_step(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Option<PageStep> {
    let kind = section.required_text(faults, "do");
    let css = section.text(faults, "css");
    if let Some(css) = &css {
        compile(faults, SelectorKind::Css, css);
    }
    let text = section.text(faults, "text");
    let values = section.texts(faults, "values");
    let field = section.text(faults, "field");
    if let Some(field) = &field {
        check_name(faults, field, FieldPlace::Page);
    }
    let key = section.text(faults, "key");
    let wait = section.text(faults, "wait");
    let step = PageStep {
        repeat: section.number(faults, "repeat", 1..=MAX_REPEAT),
        wait: checked_wait(faults, wait),
        optional: section.flag(faults, "optional").unwrap_or_default(),
        on: read_pages(faults, section),
        css: css.map(|css| css.value),
        text: text.map(|text| text.value),
        values: values.into_iter().map(|value| value.value).collect(),
        field: field.map(|field| field.value),
        key: key.as_ref().map(|key| key.value.clone()),
        kind: StepKind::default(),
    };
    let kind = kind?;
    let Some(known) = StepKind::ALL
        .into_iter()
        .find(|one| one.token() == kind.value)
    else {
        let message = Message::new("rules-step-do").with("text", kind.value.as_str());
        faults.add(kind.span.start, message);
        return None;
    };
    let step = PageStep {
        kind: known,
        ..step
    };
    let mut lacks = |lacks: bool, key: &str| {
        if lacks {
            let message = Message::new("rules-step-lacks")
                .with("step", known.token())
                .with("key", key);
            faults.add(section.start(), message);
        }
    };
    lacks(known.needs_element() && step.css.is_none(), "css");
    let says = step.text.is_some() || !step.values.is_empty();
    lacks(known.needs_text() && !says, "text");
    lacks(known == StepKind::Press && step.key.is_none(), "key");
    let waits = step.css.is_some() || step.wait.is_some();
    lacks(known == StepKind::Wait && !waits, "wait");
    if let Some(key) = key.filter(|key| !STEP_KEYS.contains(&key.value.as_str())) {
        let message = Message::new("rules-step-key")
            .with("text", key.value.as_str())
            .with("keys", STEP_KEYS.join(", "));
        faults.add(key.span.start, message);
    }
    Some(step)
}

fn read_pages(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> StepPages {
    let Some(on) = section.text(faults, "on") else {
        return StepPages::default();
    };
    let known = StepPages::ALL
        .into_iter()
        .find(|(_, name)| *name == on.value);
    known.map(|(pages, _)| pages).unwrap_or_else(|| {
        let message = Message::new("rules-step-on").with("text", on.value.as_str());
        faults.add(on.span.start, message);
        StepPages::default()
    })
}

fn checked_wait(faults: &mut Faults<'_>, wait: Option<SpannedString>) -> Option<String> {
    let wait = wait?;
    if parse_duration(&wait.value).is_none_or(|time| time > MAX_PATIENCE) {
        let message = Message::new("rules-step-wait")
            .with("text", wait.value.as_str())
            .with("most", MAX_PATIENCE.as_secs());
        faults.add(wait.span.start, message);
    }
    Some(wait.value)
}

#[cfg(test)]
mod tests {
    use crate::messages::english;
    use crate::rules::{PagePlace, PageStep, StepKind, parse, steps_with, write};

    const SITE: &str = "[site]\nname = 'N'\nkind = 'pages'\nstart = ['http://h/']\n";

    #[test]
    fn steps_are_read_in_order_and_written_back() {
        let text = format!(
            "{SITE}[[step]]\ndo = 'close'\n[[step]]\ndo = 'type'\ncss = 'input'\ntext = 'woad'\n\
             [[step]]\ndo = 'press'\nkey = 'Enter'\n[[step]]\ndo = 'click'\ncss = '.more'\nrepeat = 30\n\
             on = 'articles'\noptional = true\n[[step]]\ndo = 'wait'\nwait = '2s'\n"
        );
        let rule = parse(&text).unwrap();
        let steps = &rule.file().steps;
        let kinds: Vec<StepKind> = steps.iter().map(|step| step.kind).collect();
        assert_eq!(
            kinds,
            [
                StepKind::Close,
                StepKind::Type,
                StepKind::Press,
                StepKind::Click,
                StepKind::Wait
            ]
        );
        assert_eq!((steps[3].times(), steps[4].patience().as_secs()), (30, 2));
        assert!(steps[3].on.holds(PagePlace::Article) && !steps[3].on.holds(PagePlace::List));
        assert_eq!(parse(&write(rule.file())).unwrap().file().steps, *steps);
    }

    #[test]
    fn what_is_typed_is_not_named() {
        let text = format!(
            "{SITE}[[step]]\ndo = 'type'\ncss = '#code'\ntext = 'hunter2'\n\
             [[step]]\ndo = 'choose'\ncss = '#kind'\ntext = 'Dyes'\n\
             [[step]]\ndo = 'type'\ncss = '#q'\nvalues = ['woad', 'weld']\n"
        );
        let rule = parse(&text).unwrap();
        let steps = steps_with(&rule.file().steps, &[]);
        let named: Vec<String> = steps.iter().map(PageStep::named).collect();
        assert_eq!(
            named,
            ["type #code", "choose #kind = Dyes", "type #q = woad"]
        );
    }

    #[test]
    fn steps_are_not_done_by_a_plain_request() {
        let steps = "[[step]]\ndo = 'scroll'\n[[step]]\ndo = 'close'\n";
        let of = |way: &str| parse(&format!("{SITE}[network]\nfetch = '{way}'\n{steps}"));
        assert!(of("browser").is_ok() && of("auto").is_ok());
        let told = of("http").unwrap_err();
        let told: Vec<&str> = told
            .0
            .iter()
            .map(|fault| fault.message.id.as_str())
            .collect();
        assert_eq!(told, ["rules-step-http"]);
    }

    #[test]
    fn what_a_step_lacks_is_told() {
        for (step, expected) in [
            ("do = 'click'", "css"),
            ("do = 'type'\ncss = 'a'", "text"),
            ("do = 'press'", "key"),
            ("do = 'press'\nkey = 'F13'", "F13"),
            ("do = 'wait'", "wait"),
            ("do = 'dance'", "dance"),
            ("do = 'scroll'\non = 'moon'", "moon"),
            ("do = 'wait'\nwait = '9h'", "9h"),
            ("do = 'click'\ncss = 'a['", "selector"),
            ("do = 'click'\ncss = 'a'\nvalues = ['x']", "values"),
            (
                "do = 'type'\ncss = 'a'\nvalues = ['x']\ntext = 'y'",
                "values",
            ),
            ("do = 'type'\ncss = 'a'\nvalues = ['x', ' ']", "values"),
            (
                "do = 'type'\ncss = 'a'\nvalues = ['x']\non = 'articles'",
                "values",
            ),
            (
                "do = 'type'\ncss = 'a'\nvalues = ['x']\n[[step]]\ndo = 'choose'\ncss = 'b'\nvalues = ['y']",
                "keyword",
            ),
        ] {
            let told = parse(&format!("{SITE}[[step]]\n{step}\n")).unwrap_err();
            let told = told.0.iter().map(|fault| english(&fault.message));
            let told: Vec<String> = told.collect();
            assert!(
                told.len() == 1 && told[0].contains(expected),
                "{step}: {told:?}"
            );
        }
    }
}
