//! Character references in text and attribute values. Input: slices of the source. Output:
//! their text. The parser's own tokenizer resolves them, so the result is the same with and without
//! a tree; most slices have none and cost nothing.

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};
use memchr::memchr2;

/// Text between tags, or of a title.
pub(super) fn text(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['&', '\r']) {
        return Cow::Borrowed(raw);
    }
    // In this state tags are text too.
    let state = State::RawData(RawKind::Rcdata);
    Cow::Owned(tokenized(raw, Some(state)))
}

/// The value of an address attribute.
pub(super) fn address(raw: &str) -> Cow<'_, str> {
    if memchr2(b'&', b'\r', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut others = raw.split('&').skip(1);
    if !raw.contains('\r') && others.all(|after| after.starts_with("amp;")) {
        return Cow::Owned(raw.replace("&amp;", "&"));
    }
    let tag = format!("<a x=\"{}\">", raw.replace('"', "&quot;"));
    Cow::Owned(tokenized(&tag, None))
}

/// The text of `source`, or the value of the attribute in it.
fn tokenized(source: &str, initial_state: Option<State>) -> String {
    let options = TokenizerOpts {
        initial_state,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(Collected::default(), options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(source));
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Default)]
struct Collected(RefCell<String>);

impl TokenSink for Collected {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            CharacterTokens(text) => self.0.borrow_mut().push_str(&text),
            TagToken(tag) => {
                if let Some(attribute) = tag.attrs.first() {
                    self.0.borrow_mut().push_str(&attribute.value);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_mean_what_the_parser_says() {
        assert_eq!(
            text("Q&amp;A &#x4E2D;&eacute &lt;b> a<b\r\nc"),
            "Q&A 中é <b> a<b\nc"
        );
        assert_eq!(address("?a=1&amp;b=2"), "?a=1&b=2");
        assert_eq!(address("?a=1&copy=2&#38;\"x"), "?a=1&copy=2&\"x");
        assert_eq!(address("?a=1&copy;2&notit;"), "?a=1©2&notit;");
        assert_eq!(address("a\r\nb\rc?d&amp;e"), "a\nb\nc?d&e");
    }
}
