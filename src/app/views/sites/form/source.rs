//! The source section of a rule's form: the source kind with its section, and the limits of a run.
//! Every function draws one section and returns whether anything changed. Other fields of a section
//! stay unchanged.

use eframe::egui::Ui;

use super::{alternative_ui, heading, link_filter, number, optional, patterns};
use crate::style::ui_context::UiContext;
use crate::views::sites::list::kind_word;
use crate::widgets::fields;
use bowerbird_engine::types::{
    ApiRule, CrawlRule, FeedRule, PagesChoice, PagesRule, RuleFile, SearchRule, SitemapRule,
    SourceKind,
};

/// Draws the choice of the kind.
pub(super) fn kind_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    let options = SourceKind::ALL.map(|kind| (kind, kind_word(look, kind)));
    let mut kind = file.site.kind;
    let changed = fields::choice(ui, look, "app-form-kind", &mut kind, &options, 120.0);
    if changed && kind != file.site.kind {
        file.set_kind(kind);
    }
    changed
}

/// Draws the section of the rule's kind; nothing for a list, which has its own section.
pub(super) fn source_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    match file.site.kind {
        SourceKind::Feed => section(ui, look, "app-kind-feed", &mut file.feed, feed_ui),
        SourceKind::Sitemap => section(ui, look, "app-kind-sitemap", &mut file.sitemap, sitemap_ui),
        SourceKind::Search => section(ui, look, "app-kind-search", &mut file.search, search_ui),
        SourceKind::Api => section(ui, look, "app-kind-api", &mut file.api, api_ui),
        SourceKind::Pages => section(ui, look, "app-kind-pages", &mut file.pages, pages_ui),
        SourceKind::Crawl => section(ui, look, "app-kind-crawl", &mut file.crawl, crawl_ui),
        SourceKind::List => false,
    }
}

/// An optional section: it is only written once something in it was changed.
fn section<T: Default + Clone>(
    ui: &mut Ui,
    look: &UiContext,
    title: &str,
    section: &mut Option<T>,
    draw: fn(&mut Ui, &UiContext, &mut T) -> bool,
) -> bool {
    heading(ui, look, title);
    let mut shown = section.clone().unwrap_or_default();
    let changed = draw(ui, look, &mut shown);
    if changed {
        *section = Some(shown);
    }
    changed
}

fn feed_ui(ui: &mut Ui, look: &UiContext, feed: &mut FeedRule) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        changed |= behind_ui(ui, look, &mut feed.pages, true);
        changed |= since_ui(ui, look, &mut feed.since);
    });
    changed | link_filter(ui, look, &mut feed.filter)
}

fn sitemap_ui(ui: &mut Ui, look: &UiContext, map: &mut SitemapRule) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        changed |= behind_ui(ui, look, &mut map.pages, true);
        changed |= since_ui(ui, look, &mut map.since);
    });
    changed |= patterns(ui, look, "app-form-maps", &mut map.maps);
    changed | link_filter(ui, look, &mut map.filter)
}

fn search_ui(ui: &mut Ui, look: &UiContext, search: &mut SearchRule) -> bool {
    let mut changed = patterns(ui, look, "app-form-keywords", &mut search.keywords);
    if search.engines.is_empty() {
        let hint = "https://search.example/?q={query}";
        let wide = ui.available_width() - 16.0;
        let url = &mut search.url;
        changed |= optional(ui, look, "app-form-search-url", url, hint, wide);
    } else {
        let count = search.engines.len();
        ui.label(look.hint(look.t1("app-form-engines", "count", count)));
    }
    changed | behind_ui(ui, look, &mut search.pages, true)
}

fn api_ui(ui: &mut Ui, look: &UiContext, api: &mut ApiRule) -> bool {
    let mut changed = alternative_ui(ui, look, "app-form-api-item", &mut api.item);
    let mut link = api.link.clone().unwrap_or_default();
    if alternative_ui(ui, look, "app-form-api-link", &mut link) {
        let empty = super::selector(&link).1.trim().is_empty();
        api.link = (!empty).then_some(link);
        changed = true;
    }
    changed | behind_ui(ui, look, &mut api.pages, false)
}

fn pages_ui(ui: &mut Ui, look: &UiContext, pages: &mut PagesRule) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        let file = &mut pages.file;
        let hint = "addresses.csv";
        changed |= fields::code_field(ui, look, "app-form-file", file, hint, 260.0).changed();
        changed |= optional(ui, look, "app-form-column", &mut pages.column, "url", 90.0);
    });
    changed
}

fn crawl_ui(ui: &mut Ui, look: &UiContext, crawl: &mut CrawlRule) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        let stay = [
            ("host", "app-form-stay-host"),
            ("site", "app-form-stay-site"),
            ("folder", "app-form-stay-folder"),
        ];
        changed |= word(ui, look, "app-form-stay", &mut crawl.stay, &stay);
        let follow = [
            ("all", "app-form-follow-all"),
            ("needed", "app-form-follow-needed"),
        ];
        changed |= word(ui, look, "app-form-follow", &mut crawl.follow, &follow);
        changed |= most(ui, look, "app-form-max-depth", &mut crawl.max_depth);
        changed |= most(ui, look, "app-form-limit-pages", &mut crawl.max_pages);
    });
    changed |= patterns(ui, look, "app-form-records", &mut crawl.records);
    changed | link_filter(ui, look, &mut crawl.filter)
}

/// Draws the limits of a run.
pub(super) fn limits_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "app-form-limits");
    let limits = &mut file.limits;
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        changed |= most(ui, look, "app-form-limit-pages", &mut limits.pages);
        changed |= most(ui, look, "app-form-limit-errors", &mut limits.errors);
        let (time, bytes) = (&mut limits.time, &mut limits.bytes);
        changed |= optional(ui, look, "app-form-limit-time", time, "30m", 70.0);
        changed |= optional(ui, look, "app-form-limit-bytes", bytes, "200MB", 80.0);
    });
    changed
}

/// Whether the pages behind the entries are fetched; `usual` is the default.
fn behind_ui(ui: &mut Ui, look: &UiContext, pages: &mut Option<PagesChoice>, usual: bool) -> bool {
    let options = [
        (PagesChoice::Flag(true), look.t("app-form-behind-yes")),
        (PagesChoice::Flag(false), look.t("app-form-behind-no")),
        (
            PagesChoice::Word("auto".to_owned()),
            look.t("app-form-behind-auto"),
        ),
    ];
    let mut chosen = pages.clone().unwrap_or(PagesChoice::Flag(usual));
    let changed = fields::choice(ui, look, "app-form-behind", &mut chosen, &options, 220.0);
    if changed {
        *pages = Some(chosen);
    }
    changed
}

fn since_ui(ui: &mut Ui, look: &UiContext, since: &mut Option<String>) -> bool {
    optional(ui, look, "app-form-since", since, "30d", 110.0)
}

/// A choice of a few words; the first one is the default.
fn word(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    value: &mut Option<String>,
    words: &[(&str, &str)],
) -> bool {
    let options: Vec<(String, String)> = words
        .iter()
        .map(|(word, id)| ((*word).to_owned(), look.t(id)))
        .collect();
    let usual = words.first().map_or("", |(word, _)| *word).to_owned();
    let mut chosen = value.clone().unwrap_or(usual);
    let changed = fields::choice(ui, look, label, &mut chosen, &options, 170.0);
    if changed {
        *value = Some(chosen);
    }
    changed
}

/// A maximum, unlimited for 0.
fn most(ui: &mut Ui, look: &UiContext, label: &str, value: &mut Option<u32>) -> bool {
    let mut shown = value.unwrap_or(0);
    let changed = number(ui, look, label, &mut shown, 0..=10_000_000);
    if changed {
        *value = (shown > 0).then_some(shown);
    }
    changed
}
