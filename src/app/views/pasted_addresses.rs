//! Many addresses pasted where one is expected: they become a site of their own. Input: a typed
//! text. Output: its addresses, and the command that makes the site.

use std::collections::BTreeSet;

use eframe::egui::{Label, Ui};

use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{SourceKind, Url};
use bowerbird_engine::{Command, SiteCommand};

/// Number of addresses that are shown as examples.
const SHOWN: usize = 3;

/// The addresses of a typed text, each once, if it consists of several addresses.
pub fn addresses(typed: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for word in typed.split_whitespace() {
        let Some(address) = address(word) else {
            return Vec::new();
        };
        if seen.insert(address.clone()) {
            found.push(address);
        }
    }
    match found.len() {
        0 | 1 => Vec::new(),
        _ => found,
    }
}

/// A word as a full address, if it is one.
fn address(word: &str) -> Option<String> {
    let full = match word.contains("://") {
        true => word.to_owned(),
        false => format!("https://{word}"),
    };
    let url = Url::parse(&full).ok()?;
    let host = url.host_str()?;
    let is_web = matches!(url.scheme(), "http" | "https");
    // A bare word is a host only with a dot in it.
    (is_web && (word.contains("://") || host.contains('.'))).then_some(full)
}

/// What a person does with pasted addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastedChoice {
    /// A site was made of them.
    Collected,
    /// They are not wanted.
    Dismissed,
}

/// Asks whether to collect these pages; returns what the person chose.
pub fn pasted_ui(
    ui: &mut Ui,
    look: &UiContext,
    addresses: &[String],
    actions: &mut Vec<Action>,
) -> Option<PastedChoice> {
    let mut choice = None;
    let question = look.t1("pasted-question", "count", addresses.len());
    ui.label(look.title(question));
    for address in addresses.iter().take(SHOWN) {
        ui.add(Label::new(look.hint(address.clone())).truncate());
    }
    ui.horizontal_wrapped(|ui| {
        let collect = look.primary(ui, look.t1("pasted-collect", "count", addresses.len()));
        if ui.memory(|memory| memory.focused().is_none()) {
            collect.request_focus();
        }
        if collect
            .on_hover_text(look.t("pasted-collect-tip"))
            .clicked()
        {
            actions.push(Action::Send(Command::Site(SiteCommand::AddSource {
                kind: SourceKind::Pages,
                title: String::new(),
                urls: addresses.to_vec(),
            })));
            actions.push(Action::ShowSites);
            choice = Some(PastedChoice::Collected);
        }
        if look.quiet(ui, look.t("look-close")).clicked() {
            choice = Some(PastedChoice::Dismissed);
        }
    });
    choice
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_text_of_several_addresses_is_a_list() {
        let list = addresses("http://a.example/1\n http://a.example/2 b.example/3\nb.example/3\n");
        let full = [
            "http://a.example/1",
            "http://a.example/2",
            "https://b.example/3",
        ];
        assert_eq!(list, full);
        for other in [
            "",
            "https://a.example/",
            "https://a.example/a https://a.example/a",
            "see https://a.example/ please",
            "ftp://a.example/ https://b.example/",
            "two words",
        ] {
            assert!(addresses(other).is_empty(), "{other}");
        }
    }
}
