//! Sources offered by the page without pointing: the built-in rule for its software, the feed or the
//! sitemap that it links to, and the pages visited on its host. Each becomes a site with one click.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::{Button, RichText, Ui};

use super::next_step_bar::next_step::Step;
use super::state::Authoring;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::widgets::fields::fits_line;
use bowerbird_engine::types::{AnalysedPage, OverviewKind, SiteId, SourceKind, Url, site_name};
use bowerbird_engine::{Command, SiteCommand, SourceChoice};

/// Maximum number of titles that are shown of what a built-in rule finds.
const FEW_TITLES: usize = 3;
/// Minimum number of visited pages for an offer.
const FEW_VISITED: usize = 3;

/// Draws the offers in the current line; while a rule is being created, only the built-in one.
pub(super) fn sources_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &Authoring,
    actions: &mut Vec<Action>,
) {
    if state.site.is_some() || state.source_itself().is_some() {
        return;
    }
    // A page behind a list that was taken may still be one that a built-in rule collects whole.
    let offers = match state.rule {
        Some(_) => Vec::new(),
        None => offers(world, state),
    };
    let is_step = state.next_step() == Step::Ready;
    let ready = state.ready().filter(|_| !is_step);
    if offers.is_empty() && ready.is_none() {
        return;
    }
    ui.add_space(8.0);
    ui.label(look.hint(look.t("app-author-sources")));
    // The title of a feed link seldom names the site.
    let name = page_name(state);
    if let Some(ready) = ready {
        let button = Button::new(look.text(&ready.label))
            .small()
            .min_size(SMALL_BUTTON);
        if ui
            .add(button)
            .on_hover_text(ready.titles.join("\n"))
            .clicked()
        {
            add_ready(ready, (name.clone(), None), actions);
        }
    }
    for offer in offers {
        let text = look.t1(offer.text, "count", offer.urls.len());
        let button = Button::new(text).small().min_size(SMALL_BUTTON);
        if ui.add(button).on_hover_text(&offer.tip).clicked() {
            actions.push(Action::Send(Command::Site(SiteCommand::AddSource {
                kind: offer.kind,
                title: name.clone(),
                urls: offer.urls,
            })));
            // The site is created and can run: shows it.
            actions.push(Action::ShowSites);
        }
    }
}

/// The name of a site that is made of the page.
fn page_name(state: &Authoring) -> String {
    let page = state.page.as_ref();
    let name = page.map(|page| site_name(&page.title, &page.url));
    name.unwrap_or_default()
}

/// Adds a site with a built-in rule, or gives it to the site that has none yet, and shows it: it can
/// run.
pub(super) fn add_ready(
    ready: &SourceChoice,
    (name, bare): (String, Option<SiteId>),
    actions: &mut Vec<Action>,
) {
    let rule_toml = ready.rule_toml.clone();
    actions.push(Action::Send(Command::Site(match bare {
        Some(site) => SiteCommand::TakeRule { site, rule_toml },
        None => SiteCommand::AddLooked { name, rule_toml },
    })));
    actions.push(Action::ShowSites);
}

/// Describes what the built-in rule finds, with a button that takes it, and one for a rule of the
/// page's own.
pub(super) fn ready_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(ready) = state.ready() else {
        return;
    };
    let text = RichText::new(look.text(&ready.label))
        .color(look.tokens.text)
        .strong();
    ui.label(text).on_hover_text(ready.titles.join("\n"));
    if let Some(took) = state.understood.as_ref().and_then(|seen| seen.entries_took)
        && ready.is_of_page_data()
    {
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
        ui.label(look.hint(look.t1("app-author-page-data-cost", "ms", took)));
    }
    let first = ready.titles.iter().take(FEW_TITLES).map(String::as_str);
    let first = look.hint(first.collect::<Vec<_>>().join(" · "));
    // The page below shows them too; on two lines they would tear the sentence from its buttons.
    if fits_line(ui, &first) {
        ui.label(first);
    }
    let (take, tip) = match ready.is_of_data() {
        true => ("app-author-use-data", "app-author-use-data-tip"),
        false => ("app-author-use-ready", "app-author-use-ready-tip"),
    };
    let take = look.primary(ui, look.t(take));
    if take.on_hover_text(look.t(tip)).clicked() {
        let bare = state.site.filter(|_| state.is_bare());
        add_ready(ready, (page_name(state), bare), actions);
    }
    if ui.button(look.t("app-author-without-ready")).clicked() {
        state.steps.without_ready = true;
    }
}

impl Authoring {
    /// The source kind of the page itself, while no rule is created from it.
    pub(super) fn source_itself(&self) -> Option<SourceKind> {
        let seen = self.understood.as_ref()?;
        let kind = match seen.overview.kind {
            OverviewKind::Feed => SourceKind::Feed,
            OverviewKind::Sitemap => SourceKind::Sitemap,
            _ => return None,
        };
        let fetched = self.page.as_ref()?.url.starts_with("http");
        (fetched && self.rule.is_none() && self.site.is_none() && !self.steps.pointing)
            .then_some(kind)
    }

    /// Whether the page is no page of a site, but a document that lists entries: a feed, a sitemap, or
    /// the JSON of an interface whose entries are proposed.
    pub(super) fn is_source(&self) -> bool {
        let is_data = || self.ready().is_some_and(SourceChoice::is_of_data);
        self.source_itself().is_some() || self.next_step() == Step::Ready && is_data()
    }

    /// The analysis of a page that is a source itself, whose entries are shown in its place.
    pub(in crate::views::workbench) fn source_entries(&self) -> Option<Arc<AnalysedPage>> {
        if !self.is_source() {
            return None;
        }
        let seen = self.understood.as_ref()?;
        seen.entries.is_some().then(|| Arc::clone(seen))
    }
}

/// Describes a machine-readable page, with a button that creates a site from it, and one to pick on
/// it anyway.
pub(super) fn source_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    kind: SourceKind,
    actions: &mut Vec<Action>,
) {
    let Some(seen) = &state.understood else {
        return;
    };
    if let Some(why) = seen.overview.why.first() {
        ui.label(look.text(why));
    }
    let id = match kind {
        SourceKind::Feed => "app-author-use-this-feed",
        SourceKind::Sitemap => "app-author-use-this-sitemap",
        // No page itself has one of these kinds.
        SourceKind::List
        | SourceKind::Search
        | SourceKind::Api
        | SourceKind::Pages
        | SourceKind::Crawl => return,
    };
    let take = look.primary(ui, look.t(id));
    let tip = look.text(&seen.overview.proposal);
    // If the page is a feed itself, it is the first of the feeds, with its own title.
    let title = match (kind, seen.feeds.first()) {
        (SourceKind::Feed, Some((_, title))) => title.as_str(),
        _ => "",
    };
    if take.on_hover_text(tip).clicked()
        && let Some(page) = &state.page
    {
        actions.push(Action::Send(Command::Site(SiteCommand::AddSource {
            kind,
            title: title.to_owned(),
            urls: vec![page.url.clone()],
        })));
        actions.push(Action::ShowSites);
    }
    if look.quiet(ui, look.t("app-author-point")).clicked() {
        state.steps.pointing = true;
    }
}

/// A source that is added with a click.
struct Offer {
    kind: SourceKind,
    text: &'static str,
    tip: String,
    urls: Vec<String>,
}

fn offers(world: &AppState, state: &Authoring) -> Vec<Offer> {
    let mut offers = Vec::new();
    if let Some(seen) = &state.understood {
        if let Some((url, title)) = seen.feeds.first() {
            offers.push(Offer {
                kind: SourceKind::Feed,
                text: "app-author-use-feed",
                tip: format!("{title}\n{url}").trim().to_owned(),
                urls: vec![url.clone()],
            });
        }
        if let Some(url) = seen.overview.sitemaps.first() {
            offers.push(Offer {
                kind: SourceKind::Sitemap,
                text: "app-author-use-sitemap",
                tip: url.to_string(),
                urls: vec![url.to_string()],
            });
        }
    }
    let visited = visited(world, state);
    if visited.len() >= FEW_VISITED {
        offers.push(Offer {
            kind: SourceKind::Pages,
            text: "app-author-use-visited",
            tip: visited.join("\n"),
            urls: visited,
        });
    }
    offers
}

/// The pages visited on the page's host and port that hold something, in the order of the visits.
fn visited(world: &AppState, state: &Authoring) -> Vec<String> {
    let host_of = |url: &str| {
        let url = Url::parse(url).ok()?;
        Some((url.host_str()?.to_owned(), url.port_or_known_default()))
    };
    let Some(host) = state.page.as_ref().and_then(|page| host_of(&page.url)) else {
        return Vec::new();
    };
    let pages = world.recent.pages.iter().rev();
    let mut seen = BTreeSet::new();
    pages
        .filter(|page| !page.is_empty)
        .map(|page| page.url.clone())
        .filter(|url| host_of(url).as_ref() == Some(&host) && seen.insert(url.clone()))
        .collect()
}
