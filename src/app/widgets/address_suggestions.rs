//! Suggestions under an address field: recent addresses and those known to the project that match
//! the typed text. Input: the field and the known addresses. Output: the chosen one, by mouse
//! or by arrows and Enter. It opens nothing itself.

use eframe::egui::{
    Key, Label, Popup, PopupCloseBehavior, RectAlign, Response, RichText, Role, Sense, Ui,
    WidgetInfo, vec2,
};

use crate::shortcuts::composing;
use crate::state::app_state::Known;
use crate::style::theme::ROW_HEIGHT;
use crate::style::ui_context::UiContext;

/// Maximum suggestions shown.
const SHOWN: usize = 8;

/// The known addresses that match `typed`, in their order, except an identical one.
pub fn fitting<'a>(known: &'a [Known], typed: &str) -> Vec<&'a Known> {
    let typed = typed.trim().to_lowercase();
    let fits = |known: &&Known| {
        known.url.to_lowercase().contains(&typed) || known.title.to_lowercase().contains(&typed)
    };
    let mut found: Vec<&Known> = Vec::new();
    for one in known.iter().filter(fits) {
        if one.url != typed && !found.iter().any(|old| old.url == one.url) {
            found.push(one);
        }
        if found.len() == SHOWN {
            break;
        }
    }
    found
}

/// Shows matches under `field`, whose text is `typed`; returns the chosen address.
pub fn suggest_ui(
    ui: &Ui,
    look: &UiContext,
    field: &Response,
    typed: &str,
    known: &[Known],
) -> Option<String> {
    let id = field.id.with("suggestions");
    let (mut chosen, over) = ui
        .data(|data| data.get_temp::<(Option<usize>, bool)>(id))
        .unwrap_or_default();
    if field.gained_focus() || field.changed() {
        chosen = None;
    }
    let fitting = fitting(known, typed);
    let open = (field.has_focus() || over) && !fitting.is_empty();
    let entered = field.lost_focus()
        && !composing(ui.ctx())
        && ui.input(|input| input.key_pressed(Key::Enter));
    if entered {
        let picked = chosen.and_then(|place| fitting.get(place));
        ui.data_mut(|data| data.insert_temp(id, (None::<usize>, false)));
        return picked.map(|known| known.url.clone());
    }
    if field.has_focus() && !composing(ui.ctx()) {
        chosen = moved(ui, chosen, fitting.len());
    }
    let mut picked = None;
    let shown = Popup::from_response(field)
        .open(open)
        .close_behavior(PopupCloseBehavior::IgnoreClicks)
        .align(RectAlign::BOTTOM_START)
        .width(field.rect.width())
        .show(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (place, known) in fitting.iter().enumerate() {
                let title: String = known.title.chars().take(60).collect();
                let url = look.hint(&known.url).monospace();
                if suggestion_ui(ui, look, (&title, url), chosen == Some(place)) {
                    picked = Some(known.url.clone());
                }
            }
        });
    let over = shown.is_some_and(|shown| shown.response.contains_pointer()) && picked.is_none();
    ui.data_mut(|data| data.insert_temp(id, (chosen, over)));
    picked
}

/// The suggestion that the arrows chose, of so many.
pub fn moved(ui: &Ui, chosen: Option<usize>, count: usize) -> Option<usize> {
    let (down, up) = ui.input(|input| {
        (
            input.key_pressed(Key::ArrowDown),
            input.key_pressed(Key::ArrowUp),
        )
    });
    match chosen {
        None if down && count > 0 => Some(0),
        Some(place) if down => Some((place + 1).min(count.saturating_sub(1))),
        Some(place) if up => place.checked_sub(1),
        _ => chosen,
    }
}

/// One suggestion: what it is, which may be nothing, and what is said of it, named together; returns
/// true when it was clicked.
pub fn suggestion_ui(
    ui: &mut Ui,
    look: &UiContext,
    (text, hint): (&str, RichText),
    chosen: bool,
) -> bool {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("{text} {}", hint.text());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, name.trim()));
    let fill = match (chosen, response.hovered()) {
        (true, _) => Some(look.tokens.selection),
        (false, true) => Some(look.tokens.hover),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let inside = rect.shrink2(vec2(8.0, 0.0));
    let builder = eframe::egui::UiBuilder::new().max_rect(inside).layout(
        eframe::egui::Layout::left_to_right(eframe::egui::Align::Center),
    );
    let mut line = ui.new_child(builder);
    line.spacing_mut().item_spacing.x = 12.0;
    if !text.is_empty() {
        line.add(Label::new(text).selectable(false).truncate());
    }
    line.add(Label::new(hint).selectable(false).truncate());
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_found_by_address_and_title_once() {
        let known: Vec<Known> = [
            ("https://example.org/news", "每日新闻"),
            ("https://example.org/forum", "Forum"),
            ("https://example.org/news", "News again"),
        ]
        .map(|(url, title)| Known {
            url: url.to_owned(),
            title: title.to_owned(),
        })
        .to_vec();
        let urls = |typed| -> Vec<&str> {
            let found = fitting(&known, typed);
            found.iter().map(|known| known.url.as_str()).collect()
        };
        assert_eq!(urls("新闻"), ["https://example.org/news"]);
        assert_eq!(urls("FORUM"), ["https://example.org/forum"]);
        assert_eq!(urls("").len(), 2);
        assert_eq!(urls("https://example.org/forum"), [""; 0], "typed already");
    }
}
