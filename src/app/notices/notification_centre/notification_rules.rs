//! Every reason for which the person is notified, with and without the window, and where it is
//! shown:
//!
//! | reason | in the window | in the centre | on the desktop |
//! |---|---|---|---|
//! | a site changes its state | yes | yes | if wanted, not in quiet hours |
//! | a condition of alerts holds | yes | yes | a channel of the alerts (engine) |
//! | the last run ends while there is no window | no | no | if wanted |
//! | a test | whether it worked | no | yes |
//!
//! Which changes of sites are news, and how many make one notification, is decided by
//! `logic::policy::site_change_notifications`; which alerts hold by `logic::policy::alert_conditions`.

use crate::state::settings::NotifySettings;
use bowerbird_engine::types::{Notification, Phase, Supervision};

/// Whether changes of sites are shown on the desktop too.
pub fn site_changes_on_desktop(settings: &NotifySettings, notification: &Notification) -> bool {
    settings.desktop && notification.at_the_desk
}

/// Whether a site is reported as one that only the person can help. The daily probe is no news to a
/// person who was notified.
pub fn needs_person(known: &Supervision) -> bool {
    (known.phase == Phase::NeedsYou && !known.acts_by_itself())
        || known.phase == Phase::Probing && known.memory.told
}

/// Whether raised alerts count as unseen.
pub fn raised_alerts_are_unseen(is_centre_open: bool) -> bool {
    !is_centre_open
}

/// Whether the desktop reports that the last run ended while there is no window. `asked`: whether
/// the person had the runs stopped, or holds them, and so knows.
pub fn ended_runs_on_desktop(settings: &NotifySettings, asked: bool) -> bool {
    !asked && settings.on && settings.desktop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_runs_are_reported_unless_the_person_knows_or_wants_none() {
        let settings = NotifySettings::default();
        assert!(ended_runs_on_desktop(&settings, false));
        assert!(!ended_runs_on_desktop(&settings, true));
        for off in [
            NotifySettings {
                on: false,
                ..NotifySettings::default()
            },
            NotifySettings {
                desktop: false,
                ..NotifySettings::default()
            },
        ] {
            assert!(!ended_runs_on_desktop(&off, false));
        }
    }

    #[test]
    fn quiet_hours_and_the_setting_keep_changes_from_the_desktop() {
        let told = |at_the_desk| Notification {
            changes: Vec::new(),
            at_the_desk,
        };
        let settings = NotifySettings::default();
        assert!(site_changes_on_desktop(&settings, &told(true)));
        assert!(!site_changes_on_desktop(&settings, &told(false)));
        let off = NotifySettings {
            desktop: false,
            ..NotifySettings::default()
        };
        assert!(!site_changes_on_desktop(&off, &told(true)));
    }
}
