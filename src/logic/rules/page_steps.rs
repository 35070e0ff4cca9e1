//! `[[step]]`: what is done on a page in the browser before it is read. Input: the tables. Output:
//! checked steps, in order.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::check::reader::{Faults, Section, SpannedString};
use super::check::select::compile;
use super::notations::parse_duration;
use crate::messages::Message;
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
/// The keys that can be pressed.
pub const STEP_KEYS: [&str; 12] = [
    "Enter",
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

    fn needs_text(self) -> bool {
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
    /// On the pages that they lead to.
    Articles,
    /// On all pages.
    All,
}

impl StepPages {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Lists, "lists"),
        (Self::Articles, "articles"),
        (Self::All, "all"),
    ];

    /// Whether lists, or other pages, are meant.
    pub fn holds(self, is_list: bool) -> bool {
        match self {
            Self::Lists => is_list,
            Self::Articles => !is_list,
            Self::All => true,
        }
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
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

    /// It in a few words, for messages: what it does, and to what.
    pub fn named(&self) -> String {
        let about = self.css.as_ref().or(self.key.as_ref());
        match about {
            Some(about) => format!("{} {about}", self.kind.token()),
            None => self.kind.token().to_owned(),
        }
    }
}

const KEYS: [&str; 8] = [
    "do", "css", "text", "key", "repeat", "wait", "optional", "on",
];

pub(crate) fn read_steps(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Vec<PageStep> {
    let mut steps = Vec::new();
    for node in root.nodes(faults, "step", "rules-type-tables") {
        let Some(section) = Section::open(faults, "[[step]]", node, &KEYS) else {
            continue;
        };
        if steps.len() == MAX_STEPS {
            let message = Message::new("rules-step-many").with("most", MAX_STEPS);
            faults.add(section.start(), message);
            break;
        }
        steps.extend(read_step(faults, &section));
    }
    steps
}

fn read_step(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Option<PageStep> {
    let kind = section.required_text(faults, "do");
    let css = section.text(faults, "css");
    if let Some(css) = &css {
        compile(faults, SelectorKind::Css, css);
    }
    let text = section.text(faults, "text");
    let key = section.text(faults, "key");
    let wait = section.text(faults, "wait");
    let step = PageStep {
        repeat: section.number(faults, "repeat", 1..=MAX_REPEAT),
        wait: checked_wait(faults, wait),
        optional: section.flag(faults, "optional").unwrap_or_default(),
        on: read_pages(faults, section),
        css: css.map(|css| css.value),
        text: text.map(|text| text.value),
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
    lacks(known.needs_text() && step.text.is_none(), "text");
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
    use crate::rules::{StepKind, parse, write};

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
        assert!(steps[3].on.holds(false) && !steps[3].on.holds(true));
        assert_eq!(parse(&write(rule.file())).unwrap().file().steps, *steps);
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
