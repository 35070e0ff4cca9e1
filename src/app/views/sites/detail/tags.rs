//! The tags of a site: those set by the user can be edited, those of its rule are shown beside
//! them. Tasks run all sites of a tag. Output: the complete list of tags.

use eframe::egui::{Key, TextEdit, Ui};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Site, SiteId};
use bowerbird_engine::{Command, TaskCommand, TaskControl};

/// Maximum suggested tags of other sites.
const OFFERED: usize = 6;

/// Tags being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagsTyped {
    site: Option<SiteId>,
    text: String,
    /// The stored tags when the text was created.
    known: Vec<String>,
    /// The tags requested since then.
    asked: Option<Vec<String>>,
}

/// Draws them in the line with the site's name.
pub(crate) fn tags_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    typed: &mut TagsTyped,
    actions: &mut Vec<Action>,
) {
    let of_site = |from_rule: bool| {
        let own = world.tags.iter();
        let own = own.filter(move |(_, of, rule)| *of == site.id && *rule == from_rule);
        own.map(|(tag, ..)| tag.clone())
    };
    let (own, of_rule): (Vec<_>, Vec<_>) = (of_site(false).collect(), of_site(true).collect());
    if typed.site != Some(site.id) || typed.known != own {
        actions.extend(left_behind(typed, site.id));
        *typed = TagsTyped {
            site: Some(site.id),
            text: own.join(", "),
            known: own.clone(),
            asked: None,
        };
    }
    let mut wanted = None;
    let name = ui.label(look.t("sites-tags"));
    let field = TextEdit::singleline(&mut typed.text)
        .align(eframe::egui::Align2::LEFT_CENTER)
        .hint_text(look.t("sites-tags-example"))
        .desired_width(170.0);
    let field = ui.add(field).labelled_by(name.id);
    let field = field.on_hover_text(look.t("sites-tags-tip"));
    let entered = field.lost_focus() && !ui.input(|input| input.key_pressed(Key::Escape));
    if entered {
        wanted = Some(tags_of(&typed.text));
    } else if field.lost_focus() {
        typed.text = own.join(", ");
    }
    if !of_rule.is_empty() {
        ui.label(look.hint(look.t1("sites-tags-of-rule", "tags", of_rule.clone())));
    }
    for tag in offered(world, &own, &of_rule) {
        let add = look.quiet(ui, format!("+ {tag}"));
        let name = look.t1("sites-tags-add", "tag", tag.as_str());
        if add
            .accessible_name(name.clone())
            .on_hover_text(name)
            .clicked()
        {
            let all = own.iter().cloned().chain([tag]);
            wanted = Some(all.collect());
        }
    }
    let wanted = wanted.filter(|tags| *tags != own && Some(tags) != typed.asked.as_ref());
    if let Some(tags) = wanted {
        // Shown until the project has stored them.
        typed.text = tags.join(", ");
        typed.asked = Some(tags.clone());
        let site = site.id;
        let order = TaskControl::Tag { site, tags };
        actions.push(Action::Send(Command::Task(TaskCommand::Order(order))));
    }
}

/// Sends the unsent text of another site when this one was selected.
fn left_behind(typed: &TagsTyped, now: SiteId) -> Option<Action> {
    let site = typed.site.filter(|site| *site != now)?;
    let tags = tags_of(&typed.text);
    let new = tags != typed.known && Some(&tags) != typed.asked.as_ref();
    new.then_some(Action::Send(Command::Task(TaskCommand::Order(
        TaskControl::Tag { site, tags },
    ))))
}

/// Tags of other sites, by name.
fn offered(world: &AppState, own: &[String], of_rule: &[String]) -> Vec<String> {
    let mut tags: Vec<String> = world.tags.iter().map(|(tag, ..)| tag.clone()).collect();
    tags.sort();
    tags.dedup();
    tags.retain(|tag| !own.contains(tag) && !of_rule.contains(tag));
    tags.truncate(OFFERED);
    tags
}

/// Splits the typed text at all kinds of commas and removes duplicates.
fn tags_of(text: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for part in text.split([',', ';', '\u{ff0c}', '\u{3001}', '\u{ff1b}']) {
        let tag = part.trim();
        if !tag.is_empty() && !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_sent_when_another_site_is_chosen() {
        let mut typed = TagsTyped {
            site: Some(SiteId(1)),
            text: "press, daily".to_owned(),
            known: vec!["press".to_owned()],
            asked: None,
        };
        assert!(left_behind(&typed, SiteId(1)).is_none());
        let sent = left_behind(&typed, SiteId(2));
        let Some(Action::Send(Command::Task(TaskCommand::Order(TaskControl::Tag { site, tags })))) =
            sent
        else {
            panic!("{sent:?}");
        };
        assert_eq!(
            (site, tags.join(" ")),
            (SiteId(1), "press daily".to_owned())
        );
        typed.asked = Some(vec!["press".to_owned(), "daily".to_owned()]);
        assert!(left_behind(&typed, SiteId(2)).is_none());
    }

    #[test]
    fn tags_are_apart_at_commas_of_every_kind() {
        assert_eq!(tags_of(" press, daily ,,press"), ["press", "daily"]);
        assert_eq!(tags_of("新闻，每日、本地"), ["新闻", "每日", "本地"]);
        assert!(tags_of(" , ").is_empty());
    }
}
