//! `[schedule]`: when a site runs by itself. Input: the section. Output: the values as written.

use serde::{Deserialize, Serialize};

use super::revisit::read_adaptive;
use super::site::read_zone;
use crate::messages::{Explain, Message};
use crate::model::SourceKind;
use crate::policy::schedule::Cron;
use crate::rules::Adaptive;
use crate::rules::check::reader::{Faults, Section};

/// `[schedule]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Cron expression; empty for an adaptive schedule.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cron: String,
    /// As often as the site changes, within these bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adaptive: Option<Adaptive>,
    /// IANA name; the machine's zone when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// 0 to 9; 5 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
}

pub(crate) fn read_schedule(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    kind: Option<SourceKind>,
) -> Option<Schedule> {
    let keys = ["cron", "adaptive", "timezone", "priority"];
    let section = root.section(faults, "schedule", &keys)?;
    let adaptive = read_adaptive(faults, &section, kind);
    let cron = match section.node("adaptive") {
        Some(_) => section.text(faults, "cron"),
        None => section.required_text(faults, "cron"),
    };
    if let Some(cron) = &cron
        && let Err(error) = Cron::parse(&cron.value)
    {
        let message = Message::new("rules-cron").with("reason", error.explain());
        faults.add_inside(cron, Some(error.position), message);
    }
    let timezone = section.text(faults, "timezone");
    if let Some(timezone) = &timezone {
        read_zone(faults, timezone);
    }
    let priority = section.number(faults, "priority", 0..=9);
    Some(Schedule {
        cron: match adaptive {
            Some(_) => String::new(),
            None => cron?.value,
        },
        adaptive,
        timezone: timezone.map(|text| text.value),
        priority: priority.and_then(|priority| u8::try_from(priority).ok()),
    })
}
