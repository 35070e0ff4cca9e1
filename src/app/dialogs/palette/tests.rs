//! What the palette finds: every setting, view, site and heading of the guide, in both languages.

use eframe::egui::{Context, Theme};

use super::entries::{entries, is_name};
use super::rank;
use crate::action::Action;
use crate::dialogs::guide::headings;
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::settings::Section;
use bowerbird_engine::types::{Language, Site, SiteId, SourceKind};

/// Entries that a person sees without scrolling.
const SEEN: usize = 8;

/// What the words find, best first.
fn finder(look: &UiContext) -> impl Fn(&str) -> Vec<Action> + use<> {
    let site = Site {
        id: SiteId(7),
        name: "harbour".to_owned(),
        kind: SourceKind::List,
        start: "https://a.example/".to_owned(),
        rule_toml: String::new(),
        enabled: true,
        status: None,
        records: 0,
        last_run_at: None,
        interrupted: false,
        left: 0,
        paused: false,
        news_per_day: None,
    };
    let world = AppState {
        sites: Some(vec![site]),
        project: Some("/nowhere/a.bower".into()),
        ..AppState::default()
    };
    let all = entries(&Context::default(), look, &world, View::Sites);
    move |words| {
        let ranked = rank(&all, words).into_iter();
        ranked
            .map(|found| all[found.entry].action.clone())
            .collect()
    }
}

#[test]
fn every_setting_is_found_by_its_name() {
    for language in Language::ALL {
        let look = UiContext::new(language, Theme::Light);
        let find = finder(&look);
        let mut names = 0;
        for section in Section::ALL {
            let texts = section.texts().iter().copied();
            for id in texts.chain([section.title()]) {
                let name = look.t(id);
                if !is_name(&name) {
                    continue;
                }
                names += 1;
                let found = find(&name);
                let place = found.iter().position(|action| match action {
                    Action::FindSetting(found) => *found == name,
                    // Its values stand before it: one press sets them.
                    Action::SetSize(_) => section == Section::Size,
                    Action::SetTheme(_) => section == Section::Theme,
                    Action::SetLanguage(_) => section == Section::Language,
                    _ => false,
                });
                assert!(place.is_some_and(|place| place < SEEN), "{name}: {place:?}");
            }
        }
        assert!(names > 30);
    }
}

#[test]
fn every_view_site_and_heading_of_the_guide_is_found_by_its_name() {
    for language in Language::ALL {
        let look = UiContext::new(language, Theme::Light);
        let find = finder(&look);
        for view in View::ALL {
            let found = find(&look.t(view.command().text_id()));
            let place = found
                .iter()
                .position(|action| *action == Action::Ui(view.command()));
            assert!(
                place.is_some_and(|place| place < SEEN),
                "{view:?}: {place:?}"
            );
        }
        assert!(find("harbour").contains(&Action::ShowSite(SiteId(7))));
        assert!(find(&look.t("app-command-guide")).contains(&Action::Ui(UiCommand::Guide)));
        let headings = headings(language);
        assert!(headings.len() > 20);
        for heading in headings {
            let found = find(&heading.title);
            let place = found.iter().position(|action| match action {
                Action::OpenGuide(found) => *found == heading.title,
                _ => false,
            });
            assert!(
                place.is_some_and(|place| place < SEEN),
                "{}: {place:?}",
                heading.title
            );
        }
    }
}

#[test]
fn a_section_of_the_settings_is_found_by_its_english_name_in_chinese() {
    let look = UiContext::new(Language::Chinese, Theme::Light);
    let find = finder(&look);
    for (words, title) in [
        ("browser", "browser-settings"),
        ("alerts", "alert-settings"),
    ] {
        let name = look.t(title);
        let found = find(words);
        let is_it = |action: &Action| *action == Action::FindSetting(name.clone());
        let place = found.iter().position(is_it);
        assert!(
            place.is_some_and(|place| place < SEEN),
            "{words}: {place:?}"
        );
    }
}
