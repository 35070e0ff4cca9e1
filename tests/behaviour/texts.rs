//! What the program says, by the ids of its messages: tests find things in the window by these, so that
//! the wording may change.

use std::sync::LazyLock;

use bowerbird::engine::types::{Catalogue, Language, Message};

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::English));
static CHINESE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::Chinese));

/// The English text of a message: `t!("app-close")`, `t!("app-pages-open-one", page = url)`. Numbers are
/// to be given as numbers, for plurals. In another language: `t!(language; "app-close")`.
macro_rules! t {
    ($language:expr; $id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::texts::message_text(
            $language,
            &bowerbird::engine::types::Message::new($id)$(.with(stringify!($name), $value))*,
        )
    };
    ($id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::texts::t!(
            bowerbird::engine::types::Language::English; $id $(, $name = $value)*
        )
    };
}
pub(crate) use t;

/// The text of `message` in `language`. It lives as long as the tests do, for queries that borrow it.
///
/// # Panics
///
/// Panics when the catalogue has no such message.
pub fn message_text(language: Language, message: &Message) -> &'static str {
    let catalogue = match language {
        Language::English => &ENGLISH,
        Language::Chinese => &CHINESE,
    };
    let text = catalogue.text(message);
    assert_ne!(text, format!("[{}]", message.id), "no such message");
    text.leak()
}

/// The longest part of message `id` between its arguments, for texts whose arguments a test does not know.
/// Not for messages with words for a shell: where one is missing, nothing stands.
pub fn fixed_part(id: &str) -> &'static str {
    fixed_part_in(Language::English, id)
}

/// The same in `language`.
pub fn fixed_part_in(language: Language, id: &str) -> &'static str {
    // An argument that is not given stands in braces.
    let parts = message_text(language, &Message::new(id))
        .split(['{', '}'])
        .step_by(2);
    parts.max_by_key(|part| part.len()).unwrap_or_default()
}
