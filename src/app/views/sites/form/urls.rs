//! The section of a rule's form about addresses that lead to one page, with a field that shows what
//! becomes of an address.

use eframe::egui::{Id, Ui};

use super::controls::labelled_rows::{self, Row};
use super::controls::pair_list::{self, Fields};
use super::controls::{FormContext, section, text_list};
use bowerbird_engine::types::{FilterResult, LinkFilter, Message, RuleFile, UrlsRule};

/// Draws it.
pub fn urls_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let title = title(cx, &file.urls);
    let urls = &mut file.urls;
    section(ui, cx, "urls", title, |ui| {
        let strip = Row::new("form-urls-strip", "urls.strip", "ad_*");
        let mut changed = text_list::texts(ui, cx, &strip, &mut urls.strip);
        let keep = Row::new("form-urls-keep", "urls.keep", "page");
        changed |= text_list::texts(ui, cx, &keep, &mut urls.keep);
        let index = Row::new("form-urls-index", "urls.index", "index.html");
        changed |= text_list::texts(ui, cx, &index, &mut urls.index);
        let fields = Fields {
            names: ["form-urls-pattern", "form-urls-by"],
            hints: ["^https?://m[.]paper", "https://www.paper"],
        };
        let rewrite = Row::new("form-urls-rewrite", "urls.rewrite", "");
        let pairs = &mut urls.rewrite;
        changed |= pair_list::pairs(ui, cx, &rewrite, &fields, pairs, |_| false);
        let flags = [
            (
                "form-urls-tracking",
                "urls.tracking",
                &mut urls.tracking,
                true,
            ),
            (
                "form-urls-sessions",
                "urls.sessions",
                &mut urls.sessions,
                true,
            ),
            (
                "form-urls-canonical",
                "urls.canonical",
                &mut urls.canonical,
                true,
            ),
            ("form-urls-sort", "urls.sort", &mut urls.sort, false),
        ];
        for (id, path, value, usual) in flags {
            changed |= labelled_rows::usual_flag(ui, cx, (id, path), value, usual);
        }
        trial_ui(ui, cx, "urls", |address| {
            urls.canonical_form(address)
                .map(|form| cx.look.t1("form-urls-becomes", "address", form))
        });
        changed
    })
}

fn title(cx: &FormContext<'_>, urls: &UrlsRule) -> String {
    if urls.is_empty() {
        return cx.t("form-urls-usual");
    }
    let title = Message::new("form-urls")
        .with("left", urls.strip.len())
        .with("replaced", urls.rewrite.len());
    cx.look.text(&title)
}

/// The filter of a section, with a field that shows what it does with an address.
pub fn filter_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, filter: &mut LinkFilter) -> bool {
    let at = format!("{path}.allow");
    let allow = Row::new("app-form-allow", &at, "/articles/");
    let mut changed = text_list::texts(ui, cx, &allow, &mut filter.allow);
    let at = format!("{path}.deny");
    let deny = Row::new("app-form-deny", &at, "/tag/");
    changed |= text_list::texts(ui, cx, &deny, &mut filter.deny);
    if !filter.allow.is_empty() || !filter.deny.is_empty() {
        trial_ui(ui, cx, path, |address| {
            let text = match filter.result_for(address) {
                FilterResult::Taken => cx.t("form-filter-taken"),
                FilterResult::NotAllowed => cx.t("form-filter-not-allowed"),
                FilterResult::Denied(pattern) => {
                    cx.look.t1("form-filter-denied", "pattern", pattern)
                }
            };
            Some(text)
        });
    }
    changed
}

/// A field for an address that is no part of the rule; `result` says what becomes of it.
fn trial_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    result: impl Fn(&str) -> Option<String>,
) {
    let id = Id::unique(("form-trial", cx.editor, path));
    let mut address: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let salt = format!("{path}.trial");
    let hint = "https://news.example/articles/7?utm_source=x";
    if labelled_rows::text(ui, cx, &Row::new("form-trial", &salt, hint), &mut address) {
        ui.data_mut(|data| data.insert_temp(id, address.clone()));
    }
    if address.trim().is_empty() {
        return;
    }
    let text = result(address.trim()).unwrap_or_else(|| cx.t("form-trial-no-address"));
    ui.label(text);
}
