//! What the page offers as a source by itself, beside a rule made by pointing: the feed or the
//! sitemap that it names, and the pages visited on its host. Each becomes a site at a click.

use std::collections::BTreeSet;

use eframe::egui::{Button, Ui};

use super::state::Authoring;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::theme::SMALL_BUTTON;
use crate::app::world::World;
use crate::engine::Command;
use crate::engine::types::Url;

/// Visited pages from which they are worth an offer.
const FEW_VISITED: usize = 3;

/// The offers, in the line they are called in; nothing where there are none, or where a rule is being made.
pub(super) fn sources_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &Authoring,
    actions: &mut Vec<Action>,
) {
    if state.site.is_some() || state.rule.is_some() {
        return;
    }
    let offers = offers(world, state);
    if offers.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(look.hint(look.t("app-author-sources")));
    for offer in offers {
        let text = look.t1(offer.text, "count", offer.urls.len());
        let button = Button::new(text).small().min_size(SMALL_BUTTON);
        if ui.add(button).on_hover_text(&offer.tip).clicked() {
            actions.push(Action::Send(Command::AddSource {
                kind: offer.kind.to_owned(),
                urls: offer.urls,
            }));
            // The site is made and can run: there it stands.
            actions.push(Action::ShowSites);
        }
    }
}

/// A source that a click adds.
struct Offer {
    kind: &'static str,
    text: &'static str,
    tip: String,
    urls: Vec<String>,
}

fn offers(world: &World, state: &Authoring) -> Vec<Offer> {
    let mut offers = Vec::new();
    if let Some(seen) = &state.understood {
        if let Some((url, title)) = seen.feeds.first() {
            offers.push(Offer {
                kind: "feed",
                text: "app-author-use-feed",
                tip: format!("{title}\n{url}").trim().to_owned(),
                urls: vec![url.clone()],
            });
        }
        if let Some(url) = seen.overview.sitemaps.first() {
            offers.push(Offer {
                kind: "sitemap",
                text: "app-author-use-sitemap",
                tip: url.to_string(),
                urls: vec![url.to_string()],
            });
        }
    }
    let visited = visited(world, state);
    if visited.len() >= FEW_VISITED {
        offers.push(Offer {
            kind: "pages",
            text: "app-author-use-visited",
            tip: visited.join("\n"),
            urls: visited,
        });
    }
    offers
}

/// The pages visited on the page's host and port, the first visited first.
fn visited(world: &World, state: &Authoring) -> Vec<String> {
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
        .map(|page| page.url.clone())
        .filter(|url| host_of(url).as_ref() == Some(&host) && seen.insert(url.clone()))
        .collect()
}
