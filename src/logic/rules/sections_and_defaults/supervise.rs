//! `[supervise]`: the reaction to a site that does not answer as expected. Input: the section.
//! Output: the values as written, and the resulting plan.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{ActionKind, SupervisionPlan};
use crate::rules::Rule;
use crate::rules::check::reader::{Faults, Section, hint};
use crate::rules::notations::parse_duration;

/// A run keeps its slot while it waits; longer waits are left to a probe.
const MAX_WAIT: Duration = Duration::from_secs(3_600);
/// The maximum time for which a run waits for a person.
const MAX_PERSON_WAIT: Duration = Duration::from_secs(86_400);
/// The minimum time before a probe.
const SHORTEST_PROBE: Duration = Duration::from_secs(10);
/// The maximum time before a probe; a longer one would amount to never.
const MAX_PROBE: Duration = Duration::from_secs(31 * 86_400);

/// `[supervise]`. Absent values have their defaults (see [`SupervisionPlan`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SuperviseRule {
    /// The actions that may be tried, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// Longest wait within a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_wait: Option<String>,
    /// Wait before the first probe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe_every: Option<String>,
    /// Longest wait before a probe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe_at_most: Option<String>,
    /// Probes before the site is left to a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probes: Option<u32>,
    /// Pause before a run restarts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart_after: Option<String>,
    /// Restarts before the site is probed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u32>,
    /// The maximum number of actions in one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_per_run: Option<u32>,
    /// The maximum number of actions within an hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_per_hour: Option<u32>,
    /// How long a run waits for a person where only a person can answer the site; `0s` never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_for_person: Option<String>,
}

impl SuperviseRule {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Rule {
    /// The actions allowed when the site does not answer as expected.
    pub fn plan(&self) -> SupervisionPlan {
        let usual = SupervisionPlan::default();
        let rule = &self.file.supervise;
        let time = |text: &Option<String>| text.as_deref().and_then(parse_duration);
        let order = rule.actions.as_ref().map(|names| {
            let known = names.iter().filter_map(|name| ActionKind::from_token(name));
            known.collect()
        });
        let probe_every = time(&rule.probe_every).unwrap_or(usual.probe_every);
        SupervisionPlan {
            order: order.unwrap_or(usual.order),
            longest_wait: time(&rule.longest_wait).unwrap_or(usual.longest_wait),
            probe_every,
            probe_at_most: time(&rule.probe_at_most)
                .unwrap_or(usual.probe_at_most)
                .max(probe_every),
            probes: rule.probes.unwrap_or(usual.probes),
            restart_after: time(&rule.restart_after).unwrap_or(usual.restart_after),
            restarts: rule.restarts.unwrap_or(usual.restarts),
            actions_per_run: rule.actions_per_run.unwrap_or(usual.actions_per_run),
            actions_per_hour: rule.actions_per_hour.unwrap_or(usual.actions_per_hour),
        }
    }
}

impl Rule {
    /// How long a run waits for a person where only a person can answer the site: zero if never,
    /// `None` if the rule leaves it to the program.
    pub fn person_wait(&self) -> Option<Duration> {
        let text = self.file.supervise.wait_for_person.as_deref()?;
        parse_duration(text)
    }
}

pub(crate) fn read_supervise(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> SuperviseRule {
    let keys = [
        "actions",
        "longest_wait",
        "probe_every",
        "probe_at_most",
        "probes",
        "restart_after",
        "restarts",
        "actions_per_run",
        "actions_per_hour",
        "wait_for_person",
    ];
    let section = root.section(faults, "supervise", &keys);
    let Some(section) = section else {
        return SuperviseRule::default();
    };
    let actions = read_actions(faults, &section);
    let probe = SHORTEST_PROBE..=MAX_PROBE;
    let wait = Duration::ZERO..=MAX_WAIT;
    let probe_every = time(faults, &section, "probe_every", &probe);
    let probe_at_most = time(faults, &section, "probe_at_most", &probe);
    if let (Some(every), Some(most)) = (&probe_every, &probe_at_most)
        && parse_duration(every) > parse_duration(most)
    {
        let message = Message::new("rules-supervise-probe-bounds");
        faults.add(section.key_start("probe_at_most"), message);
    }
    SuperviseRule {
        actions,
        longest_wait: time(faults, &section, "longest_wait", &wait),
        probe_every,
        probe_at_most,
        probes: section.number(faults, "probes", 0..=1_000),
        restart_after: time(faults, &section, "restart_after", &wait),
        restarts: section.number(faults, "restarts", 0..=10),
        actions_per_run: section.number(faults, "actions_per_run", 0..=1_000),
        actions_per_hour: section.number(faults, "actions_per_hour", 0..=1_000),
        wait_for_person: time(
            faults,
            &section,
            "wait_for_person",
            &(Duration::ZERO..=MAX_PERSON_WAIT),
        ),
    }
}

fn read_actions(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Option<Vec<String>> {
    section.node("actions")?;
    let known: Vec<&str> = ActionKind::ALL.iter().map(|kind| kind.token()).collect();
    let mut actions: Vec<String> = Vec::new();
    for text in section.texts(faults, "actions") {
        let name = text.value.as_str();
        if !known.contains(&name) {
            let message = Message::new("rules-supervise-action")
                .with("text", name)
                .with("hint", hint(name, &known));
            faults.add(text.span.start, message);
        } else if actions.iter().any(|action| action == name) {
            let message = Message::new("rules-supervise-twice").with("text", name);
            faults.add(text.span.start, message);
        } else {
            actions.push(text.value);
        }
    }
    Some(actions)
}

/// A duration within bounds, as written.
fn time(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    key: &str,
    bounds: &std::ops::RangeInclusive<Duration>,
) -> Option<String> {
    let text = section.text(faults, key)?;
    let Some(time) = parse_duration(&text.value) else {
        let message = Message::new("rules-duration").with("text", text.value.as_str());
        faults.add(text.span.start, message);
        return None;
    };
    if bounds.contains(&time) {
        return Some(text.value);
    }
    let shown = |time: &Duration| match time.as_secs() {
        seconds if seconds >= 86_400 => format!("{}d", seconds / 86_400),
        seconds if seconds >= 3_600 => format!("{}h", seconds / 3_600),
        seconds => format!("{seconds}s"),
    };
    let message = Message::new("rules-supervise-time")
        .with("key", key)
        .with("text", text.value.as_str())
        .with("low", shown(bounds.start()))
        .with("high", shown(bounds.end()));
    faults.add(text.span.start, message);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{parse, write};

    fn rule(supervise: &str) -> String {
        format!(
            "[site]\nname = \"N\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1/\"]\n\
             [supervise]\n{supervise}\n[[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n"
        )
    }

    #[test]
    fn the_order_and_the_bounds_are_read_and_written_back() {
        let text = rule(
            "actions = [\"other_proxy\", \"slow_down\", \"probe\"]\nprobe_every = \"30s\"\n\
             probe_at_most = \"1h\"\nprobes = 3\nrestarts = 0\nactions_per_hour = 9\n\
             wait_for_person = \"5m\"",
        );
        let rule = parse(&text).expect("a rule");
        let plan = rule.plan();
        assert_eq!(
            plan.order,
            [
                ActionKind::OtherProxy,
                ActionKind::SlowDown,
                ActionKind::Probe
            ]
        );
        assert_eq!(plan.probe_in(0), Duration::from_secs(30));
        assert_eq!(plan.probe_in(9), Duration::from_secs(3_600));
        assert_eq!((plan.probes, plan.restarts), (3, 0));
        assert_eq!(plan.actions_per_hour, 9);
        assert_eq!(rule.person_wait(), Some(Duration::from_secs(300)));
        assert_eq!(
            plan.actions_per_run,
            SupervisionPlan::default().actions_per_run
        );
        let again = parse(&write(rule.file())).expect("a rule");
        assert_eq!(again.file(), rule.file());
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_place() {
        for (supervise, id) in [
            ("actions = [\"slow_dwn\"]", "rules-supervise-action"),
            ("actions = [\"probe\", \"probe\"]", "rules-supervise-twice"),
            ("probe_every = \"often\"", "rules-duration"),
            ("probe_every = \"1s\"", "rules-supervise-time"),
            ("longest_wait = \"2d\"", "rules-supervise-time"),
            ("wait_for_person = \"2d\"", "rules-supervise-time"),
            ("wait_for_person = \"soon\"", "rules-duration"),
            (
                "probe_every = \"2h\"\nprobe_at_most = \"1h\"",
                "rules-supervise-probe-bounds",
            ),
            ("probes = -1", "rules-range"),
            ("probe = 3", "rules-unknown-key"),
        ] {
            let errors = parse(&rule(supervise)).expect_err(supervise);
            let found = errors.0.iter().any(|error| error.message.id == id);
            assert!(found, "{supervise}: {errors:?}");
        }
    }
}
