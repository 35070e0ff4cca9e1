//! The sections of a rule's form about the text of a page: where it stands, what is removed from it,
//! further pages of an article, and changes to the source before it is read.

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::pair_list::{self, Fields};
use super::controls::{FormContext, alternatives, heading, section, selector};
use super::source::paging::{PagingOf, paging_ui, paging_word};
use bowerbird_engine::types::{Content, Message, Method, RuleFile};

/// Draws them.
pub fn content_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-content");
    let content = &mut file.content;
    let text = Row::new("app-form-content-select", "content.select", "");
    let mut changed = alternatives::ways(ui, cx, &text, &mut content.select, selector::VALUES);
    if !content.select.is_empty() {
        changed |= labelled_rows::flag(
            ui,
            cx,
            "form-content-check",
            "content.check",
            &mut content.check,
        );
    }
    changed |= generic_ui(ui, cx, content);
    let format = Row::new("form-content-format", "content.format", "");
    let words = [
        ("text", "form-format-text"),
        ("markdown", "form-format-markdown"),
        ("html", "form-format-html"),
    ];
    changed |= labelled_rows::word(ui, cx, &format, &mut content.format, &words);
    let title = cx.look.t1("form-strip-title", "count", content.strip.len());
    changed |= section(ui, cx, "content.strip", title, |ui| {
        let strip = Row::new("form-strip", "content.strip", "");
        alternatives::ways(ui, cx, &strip, &mut content.strip, selector::REMOVED)
    });
    changed |= further_ui(ui, cx, content);
    changed | page_ui(ui, cx, file)
}

/// The method that finds the text where no selector does.
fn generic_ui(ui: &mut Ui, cx: &FormContext<'_>, content: &mut Content) -> bool {
    let auto = toml::Value::String(Method::Auto.name().to_owned());
    let mut options = vec![
        (auto.clone(), cx.t("form-generic-auto")),
        (toml::Value::Boolean(false), cx.t("form-generic-never")),
    ];
    let named = Method::ALL.into_iter().filter(|m| *m != Method::Auto);
    options.extend(named.map(|method| {
        let name = method.name();
        (toml::Value::String(name.to_owned()), name.to_uppercase())
    }));
    let mut chosen = content.generic.clone().unwrap_or_else(|| auto.clone());
    let written = chosen.as_str().unwrap_or_default().to_owned();
    let row = Row::new("form-generic", "content.generic", "");
    let changed = labelled_rows::choice(ui, cx, &row, (&mut chosen, &written), &options);
    if changed {
        content.generic = (chosen != auto).then_some(chosen);
    }
    changed
}

/// Articles over several pages: the way to the next one, or the link to all on one page.
fn further_ui(ui: &mut Ui, cx: &FormContext<'_>, content: &mut Content) -> bool {
    let title = Message::new("form-further-title")
        .with("paging", paging_word(cx, content.next.as_ref()))
        .with("whole", u32::from(content.single_page.is_some()));
    let title = cx.look.text(&title);
    section(ui, cx, "content.next", title, |ui| {
        let mut changed = paging_ui(ui, cx, "content.next", &mut content.next, PagingOf::Pages);
        let single = Row::new("form-single-page", "content.single_page", "");
        changed |= alternatives::part(ui, cx, &single, &mut content.single_page, selector::LINKS);
        changed
    })
}

/// Replacements in the source of a page.
fn page_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let count = file.page.replace.len();
    let title = cx.look.t1("form-replace-title", "count", count);
    section(ui, cx, "page", title, |ui| {
        let fields = Fields {
            names: ["form-replace-text", "form-replace-by"],
            hints: ["<!-- paid", "<!-- end"],
        };
        let row = Row::new("form-replace", "page.replace", "");
        pair_list::pairs(ui, cx, &row, &fields, &mut file.page.replace, |_| false)
    })
}
