//! Loading the Fluent files and rendering messages.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::{LanguageIdentifier, langid};

use super::library_reasons::library_reason;
use super::reasons::known_reason;
use super::{Arg, Message, numbers, shell};

/// The languages of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// Every language, in the order of the language switch.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// Its name in its own language.
    pub fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// The language for a locale such as `zh_CN.UTF-8`; English for anything unknown.
    pub fn from_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("zh") {
            Self::Chinese
        } else {
            Self::English
        }
    }

    fn identifier(self) -> LanguageIdentifier {
        match self {
            Self::English => langid!("en"),
            Self::Chinese => langid!("zh-CN"),
        }
    }

    pub(super) fn sources(self) -> &'static [&'static str] {
        match self {
            Self::English => ENGLISH,
            Self::Chinese => CHINESE,
        }
    }
}

macro_rules! sources {
    ($language:literal) => {
        [
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/common.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/rules.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/system_errors.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/import.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/notify.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/alerts.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/conditions.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/filters.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/screenshots.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/sites.ftl"
            )),
            include_str!(concat!("../../../assets/messages/", $language, "/form.ftl")),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/samples.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/duplicates.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/serve.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/sent_pages.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/exceptions.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/texts.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/select.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/repair.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/learn.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/generic.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/paging.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/suggest.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/overview.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/page_states.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/state_names.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/supervise.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/schedule.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/sessions.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/workers.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/monitor.ftl"
            )),
            include_str!(concat!("../../../assets/messages/", $language, "/log.ftl")),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/results.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/by_hand.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/strip.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/pasted.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/palette.ftl"
            )),
            include_str!(concat!("../../../assets/messages/", $language, "/look.ftl")),
            include_str!(concat!("../../../assets/messages/", $language, "/tour.ftl")),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/settings.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/timing.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/tasks.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/windowless.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/pools.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/accounts.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/store.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/fetch.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/secrets.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/export.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/reread.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/storage_check.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/backups.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/erasure.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/preview.ftl"
            )),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/engine.ftl"
            )),
            include_str!(concat!("../../../assets/messages/", $language, "/app.ftl")),
            include_str!(concat!("../../../assets/messages/", $language, "/cli.ftl")),
            include_str!(concat!(
                "../../../assets/messages/",
                $language,
                "/sample.ftl"
            )),
        ]
    };
}

static ENGLISH: &[&str] = &sources!("en");
static CHINESE: &[&str] = &sources!("zh-CN");
static CHINESE_CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::Chinese));
static ENGLISH_CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::English));

/// The texts of one language.
pub struct Catalogue {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Catalogue {
    /// Loads the texts of `language`. A damaged line is skipped; a test keeps the shipped files
    /// free of them.
    pub fn new(language: Language) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => numbers::grouped(number),
            _ => None,
        }));
        // The only possible fault: a function of that name already exists.
        let _ = bundle.add_function("SHELL", shell::function);
        for source in language.sources() {
            let resource = match FluentResource::try_new((*source).to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            bundle.add_resource_overriding(resource);
        }
        Self { language, bundle }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text of `id` without arguments.
    pub fn get(&self, id: &str) -> String {
        self.text(&Message::new(id))
    }

    /// Names in a row.
    pub fn list(&self, parts: &[impl AsRef<str>]) -> String {
        let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        parts.join(&self.get("list-between"))
    }

    /// The text of `message`; its id in brackets if the catalogue lacks it.
    pub fn text(&self, message: &Message) -> String {
        let Some(pattern) = self.bundle.get_message(&message.id).and_then(|m| m.value()) else {
            return format!("[{}]", message.id);
        };
        let mut args = FluentArgs::new();
        for (name, arg) in &message.args {
            let value: FluentValue<'_> = match arg {
                Arg::Number(n) => numbers::number(name, *n),
                Arg::Text(text) => self.argument(name, text),
                Arg::Nested(inner) => self.text(inner).into(),
                Arg::List(parts) => self.list(parts).into(),
            };
            args.set(name.as_str(), value);
        }
        let mut errors = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&args), &mut errors)
            .into_owned()
    }

    /// A text inside of a message: what the system and libraries give as a reason is in English.
    fn argument<'a>(&self, name: &str, text: &'a str) -> FluentValue<'a> {
        if let Some(known) = library_reason(name, text) {
            return self.text(&known).into();
        }
        match known_reason(name, text) {
            Some((before, id)) if self.language != Language::English => {
                format!("{before}{}", self.get(id)).into()
            }
            _ => text.into(),
        }
    }
}

/// The English text of `message`, for logs and `Display`.
pub fn english(message: &Message) -> String {
    ENGLISH_CATALOGUE.text(message)
}

/// The text of `message` in `language`, where no catalogue is at hand.
pub fn text_in(language: Language, message: &Message) -> String {
    match language {
        Language::English => ENGLISH_CATALOGUE.text(message),
        Language::Chinese => CHINESE_CATALOGUE.text(message),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Message ids with the names of their variables, parsed from the files.
    fn ids(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let mut found = BTreeMap::new();
        for source in language.sources() {
            if let Err((_, errors)) = FluentResource::try_new((*source).to_owned()) {
                panic!("{language:?}: {errors:?} in {source}");
            }
            let mut current = String::new();
            for line in source.lines().filter(|l| !l.starts_with('#')) {
                if !line.starts_with(char::is_whitespace)
                    && let Some((id, _)) = line.split_once('=')
                {
                    current = id.trim().to_owned();
                    assert!(
                        found.insert(current.clone(), BTreeSet::new()).is_none(),
                        "{current} stands twice"
                    );
                }
                for part in line.split('$').skip(1) {
                    let name: String = part
                        .chars()
                        .take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_')
                        .collect();
                    if let Some(names) = found.get_mut(&current) {
                        names.insert(name);
                    }
                }
            }
        }
        found
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let (english, chinese) = (ids(Language::English), ids(Language::Chinese));
        for (id, names) in &english {
            assert_eq!(Some(names), chinese.get(id), "arguments of {id}");
        }
        for id in chinese.keys() {
            assert!(english.contains_key(id), "{id} is missing in English");
        }
    }

    #[test]
    fn unknown_ids_show_themselves() {
        assert_eq!(english(&Message::new("no-such-text")), "[no-such-text]");
    }
}
