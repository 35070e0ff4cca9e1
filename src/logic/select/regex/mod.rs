//! Regular expressions over the page's source or its text, by the linear-time `regex` crate: no
//! pattern can hang the program.
//!
//! Below: matches within a bounded number of bytes.

pub(super) mod matches;

use std::sync::Arc;

use ::regex::{Regex, RegexBuilder};
use regex_syntax::ast::ErrorKind;

use super::{Hit, SelectorFault, TooExpensive, matches};
use crate::messages::Message;
use crate::page::{ElementIndex, Page, inner_text, visible_text};

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct RegexProgram {
    regex: Regex,
    group: Group,
    on_text: bool,
}

/// Sizes of compiled expressions in bytes, and the cost of searching a byte with one up to that
/// size, in visited nodes: beyond a size the states of a search are rebuilt repeatedly. An
/// expression larger than the last is refused.
const SIZES: [(usize, u64); 5] = [
    (16 << 10, 1),
    (64 << 10, 4),
    (256 << 10, 16),
    (1 << 20, 64),
    (4 << 20, 128),
];

/// An expression with its size.
#[derive(Clone, Debug)]
pub(crate) struct SizedRegex {
    /// The expression.
    pub regex: Regex,
    /// Its maximum size in bytes.
    pub bytes: usize,
    /// The cost of searching one byte.
    pub steps_a_byte: u64,
}

impl SizedRegex {
    /// Compiles `source`.
    ///
    /// # Errors
    /// When it does not parse, or is too large.
    pub fn compile(source: &str) -> Result<Self, ::regex::Error> {
        let mut refused = ::regex::Error::CompiledTooBig(0);
        for (bytes, steps_a_byte) in SIZES {
            match RegexBuilder::new(source).size_limit(bytes).build() {
                Ok(regex) => {
                    return Ok(Self {
                        regex,
                        bytes,
                        steps_a_byte,
                    });
                }
                Err(error @ ::regex::Error::CompiledTooBig(_)) => refused = error,
                Err(error) => return Err(error),
            }
        }
        Err(refused)
    }
}

/// The group that is the value.
#[derive(Clone, Debug)]
enum Group {
    Whole,
    Number(usize),
    Named(Arc<str>),
}

/// Name of the group that is the value, whatever its number.
const VALUE_GROUP: &str = "value";

/// Compiles `source`.
///
/// # Errors
/// A fault at the place that the parser names.
pub fn compile(source: &str) -> Result<RegexProgram, SelectorFault> {
    if source.is_empty() {
        return Err(SelectorFault::whole(Message::new("select-empty")));
    }
    let compiled = SizedRegex::compile(source).map_err(|error| fault(source, &error))?;
    let regex = compiled.regex;
    let group = if regex.capture_names().flatten().any(|n| n == VALUE_GROUP) {
        Group::Named(VALUE_GROUP.into())
    } else if regex.captures_len() > 1 {
        Group::Number(1)
    } else {
        Group::Whole
    };
    Ok(RegexProgram {
        regex,
        group,
        on_text: false,
    })
}

impl RegexProgram {
    /// The same over the visible text, or with another group: a number (0 is the whole match) or a
    /// name.
    ///
    /// # Errors
    /// A fault when the pattern has no such group.
    pub fn with(mut self, on_text: bool, group: Option<&str>) -> Result<Self, SelectorFault> {
        self.on_text = on_text;
        let Some(wanted) = group else { return Ok(self) };
        let count = self.regex.captures_len();
        self.group = match wanted.parse::<usize>() {
            Ok(0) => Group::Whole,
            Ok(number) if number < count => Group::Number(number),
            Err(_) if self.regex.capture_names().flatten().any(|n| n == wanted) => {
                Group::Named(wanted.into())
            }
            _ => {
                let reason = Message::new("select-regex-group")
                    .with("group", wanted)
                    .with("last", count - 1);
                return Err(SelectorFault::whole(reason));
            }
        };
        Ok(self)
    }

    /// The expression itself.
    pub fn into_regex(self) -> Regex {
        self.regex
    }

    /// The matches over the page's source or text, or over the outer HTML or the text of `scope`. A
    /// match without the group has no value and is skipped.
    ///
    /// # Errors
    /// [`TooExpensive`] when very many matches each scan far.
    pub fn run(&self, page: &Page, scope: Option<ElementIndex>) -> Result<Vec<Hit>, TooExpensive> {
        match scope {
            None if self.on_text => self.find(&visible_text(page)),
            Some(index) if self.on_text => self.find(&inner_text(page, index)),
            None => self.find(page.source()),
            Some(index) => match page.element(index) {
                Some(element) => self.find(&element.html()),
                None => Ok(Vec::new()),
            },
        }
    }

    fn find(&self, text: &str) -> Result<Vec<Hit>, TooExpensive> {
        let mut matches = matches(&self.regex, text);
        let hits = matches
            .by_ref()
            .filter_map(|found| {
                let value = match &self.group {
                    Group::Whole => found.get(0),
                    Group::Number(number) => found.get(*number),
                    Group::Named(name) => found.name(name),
                }?;
                Some(Hit::Value(None, value.as_str().to_owned()))
            })
            .collect();
        match matches.is_spent() {
            true => Err(TooExpensive),
            false => Ok(hits),
        }
    }
}

fn fault(source: &str, error: &::regex::Error) -> SelectorFault {
    if matches!(error, ::regex::Error::CompiledTooBig(_)) {
        return SelectorFault::whole(Message::new("select-regex-big"));
    }
    let (offset, reason) = match regex_syntax::Parser::new().parse(source) {
        Err(regex_syntax::Error::Parse(error)) => (error.span().start.offset, reason(error.kind())),
        Err(regex_syntax::Error::Translate(error)) => (
            error.span().start.offset,
            Message::new("select-regex-other").with("detail", error.kind().to_string()),
        ),
        _ => {
            let detail = error.to_string();
            return SelectorFault::whole(Message::new("select-regex-other").with("detail", detail));
        }
    };
    let position = source.char_indices().filter(|(at, _)| *at < offset).count();
    SelectorFault::at(position, reason)
}

fn reason(kind: &ErrorKind) -> Message {
    let id = match kind {
        ErrorKind::GroupUnclosed => "select-regex-group-open",
        ErrorKind::GroupUnopened => "select-regex-group-close",
        ErrorKind::ClassUnclosed => "select-regex-class-open",
        ErrorKind::RepetitionMissing => "select-regex-nothing-to-repeat",
        ErrorKind::UnsupportedLookAround => "select-regex-look-around",
        ErrorKind::UnsupportedBackreference => "select-regex-backreference",
        ErrorKind::EscapeUnrecognized | ErrorKind::EscapeUnexpectedEof => "select-regex-escape",
        other => return Message::new("select-regex-other").with("detail", other.to_string()),
    };
    Message::new(id)
}

#[cfg(test)]
mod tests {
    use super::super::fault::tests::check_fault;
    use super::super::tests::{page, values};
    use super::super::{Selector, SelectorKind, Take};

    const REGEX: SelectorKind = SelectorKind::Regex;

    #[test]
    fn groups_give_the_value() {
        let page = page("<p>Date: 2024-05-06</p><!-- Date: 2024-07-08 -->");
        assert_eq!(values(REGEX, r"\d{4}-\d\d", &page), ["2024-05", "2024-07"]);
        assert_eq!(
            values(REGEX, r"Date: ([\d-]+)", &page),
            ["2024-05-06", "2024-07-08"]
        );
        assert_eq!(
            values(REGEX, r"(Date): (?<value>\d+)", &page),
            ["2024", "2024"]
        );
        assert_eq!(values(REGEX, r"(none)?Date", &page), [""; 0]);
    }

    #[test]
    fn text_and_groups_can_be_chosen() {
        let page = page("<p>Date: <b>2024</b>-05</p><p>Date: 2023-07</p>");
        let find = |on_text: bool, group: Option<&str>| {
            let pattern = r"Date: (?<year>\d+)-(\d+)";
            let selector = Selector::regex(pattern, on_text, group).unwrap();
            let found = selector.select(&page, None, &Take::Text);
            found.into_iter().map(|s| s.value).collect::<Vec<_>>()
        };
        assert_eq!(find(true, None), ["2024", "2023"]);
        assert_eq!(find(true, Some("2")), ["05", "07"]);
        assert_eq!(find(true, Some("year")), ["2024", "2023"]);
        assert_eq!(find(false, Some("0")), ["Date: 2023-07"]);
        assert!(Selector::regex("a", true, Some("1")).is_err());
        assert!(Selector::regex("(a)", true, Some("x")).is_err());
    }

    #[test]
    fn a_scope_is_its_outer_html() {
        let page = page("<a href=1>x</a><a href=2>y</a>");
        let links = Selector::compile(SelectorKind::Css, "a")
            .unwrap()
            .matching(&page, None);
        let regex = Selector::compile(REGEX, "href=\"(.)").unwrap();
        let found = regex.select(&page, Some(links[1]), &Take::Text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].value.as_str(), found[0].element), ("2", None));
    }

    #[test]
    fn faults_have_a_place_and_a_hint() {
        check_fault(REGEX, "", None, "select-empty");
        check_fault(REGEX, "日期(a", Some(2), "select-regex-group-open");
        check_fault(REGEX, "a)", Some(1), "select-regex-group-close");
        check_fault(REGEX, "a(?=b)", Some(1), "select-regex-look-around");
        check_fault(REGEX, r"(a)\1", Some(3), "select-regex-backreference");
        check_fault(REGEX, "*", Some(0), "select-regex-nothing-to-repeat");
        check_fault(REGEX, r"\y", Some(0), "select-regex-escape");
        check_fault(REGEX, "a{3,1}", Some(1), "select-regex-other");
        check_fault(REGEX, "((a{999}){999}){9}", None, "select-regex-big");
    }

    proptest::proptest! {
        #[test]
        fn anything_typed_is_answered(source in "\\PC{0,12}") {
            if let Ok(selector) = Selector::compile(REGEX, &source) {
                selector.matching(&page("<p>a</p>"), None);
            }
        }
    }
}
