//! Where the whole text of a feed's articles is, for a site that was made of the feed by one click,
//! without a look at its address. Input: the site. Output: its rule with the box, if its articles
//! have one and nobody changed the rule meanwhile. What the site refuses leaves the rule as it is.

use std::sync::Arc;

use jiff::Timestamp;

use super::address_preview::{fetched, with_articles};
use super::site_rules::update;
use crate::context::{EngineContext, spawn_cpu_now};
use crate::controller::resolve_user_input::{find_site, typed_url};
use crate::protocol::{AddressPreview, SourceChoice};
use crate::workbench::sample_pages;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RuleOrigin, SiteId};
use bowerbird_logic::page::{Page, decode};

/// Reads the feed of `site` and a few of its articles in the background.
pub(in crate::controller) fn look_for_whole_text(context: &Arc<EngineContext>, site: SiteId) {
    let context = Arc::clone(context);
    tokio::spawn(async move {
        let Ok(before) = find_site(&context, site) else {
            return;
        };
        let Some(better) = with_whole_text(&context, &before.start, &before.rule_toml).await else {
            return;
        };
        let is_unchanged = find_site(&context, site)
            .is_ok_and(|now| now.rule_toml == before.rule_toml && better != before.rule_toml);
        if is_unchanged && let Err(error) = update(&context, site, &better, RuleOrigin::Added) {
            tracing::warn!(%error, "the box of the whole text was not written");
        }
    });
}

async fn with_whole_text(
    context: &Arc<EngineContext>,
    start: &str,
    rule_toml: &str,
) -> Option<String> {
    let url = typed_url(start).ok()?;
    let reach = context.fetcher.reach_of_named(&url).await;
    let answer = fetched(context, &url, reach).await.ok()?;
    if answer.status != 200 {
        return None;
    }
    let rule = rule_toml.to_owned();
    let samples = spawn_cpu_now(move || {
        let last = answer.url().cloned().unwrap_or(url);
        let decoded = decode(&answer.body, answer.header("content-type"));
        let page = Page::parse(&decoded.text, &last);
        sample_pages(&rule, &page, Timestamp::now())
    });
    let look = AddressPreview {
        sample_pages: samples.await?,
        choices: vec![SourceChoice {
            label: Message::new("look-choice-feed-itself"),
            titles: Vec::new(),
            rule_toml: rule_toml.to_owned(),
            doubts: Vec::new(),
        }],
        ..AddressPreview::default()
    };
    let found = with_articles(context, look, reach).await;
    found
        .choices
        .into_iter()
        .next()
        .map(|choice| choice.rule_toml)
}
