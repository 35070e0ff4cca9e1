//! `[limits]`: the limits of one run. Input: the section. Output: the limits as written and as
//! numbers. Time and sizes are texts with units, such as `"30m"` and `"200MB"`. How many pages of
//! one list or thread are followed is `next` of a rule (`check::next`), how many parts of one
//! article is in `engine::extract::article_pages`.

use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::RunLimits;
use crate::rules::Rule;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::notations::{parse_duration, parse_size};

/// `[limits]`. Absent values are unlimited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The maximum number of pages in one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// The maximum duration of one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The maximum number of bytes received in one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// The maximum number of errors in one run: abandoned pages, block pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<u32>,
}

impl Limits {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Rule {
    /// The limits of one run: `[limits]`, and `max_pages` of a crawl.
    pub fn limits(&self) -> RunLimits {
        let limits = &self.file.limits;
        let time = limits.time.as_deref().and_then(parse_duration);
        let own = RunLimits {
            pages: limits.pages.map(u64::from),
            seconds: time.map(|time| time.as_secs().max(1)),
            bytes: limits.bytes.as_deref().and_then(parse_size),
            errors: limits.errors.map(u64::from),
        };
        own.and(&RunLimits {
            pages: self.most_pages(),
            ..RunLimits::default()
        })
    }
}

pub(crate) fn read_limits(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Limits {
    let keys = ["pages", "time", "bytes", "errors"];
    let section = root.section(faults, "limits", &keys);
    let Some(section) = section else {
        return Limits::default();
    };
    let mut with_unit = |key: &str, id: &'static str, is_good: &dyn Fn(&str) -> bool| {
        let text = section.text(faults, key)?;
        if is_good(&text.value) {
            return Some(text.value);
        }
        let message = Message::new(id).with("text", text.value.as_str());
        faults.add(text.span.start, message);
        None
    };
    let time = with_unit("time", "rules-duration", &|text| {
        parse_duration(text).is_some_and(|time| !time.is_zero())
    });
    let bytes = with_unit("bytes", "rules-size", &|text| {
        parse_size(text).is_some_and(|size| size > 0)
    });
    Limits {
        pages: section.number(faults, "pages", 1..=100_000_000),
        time,
        bytes,
        errors: section.number(faults, "errors", 1..=100_000_000),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{parse, write};

    fn rule(limits: &str) -> String {
        format!(
            "[site]\nname = \"N\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1/\"]\n\
             [limits]\n{limits}\n[[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n"
        )
    }

    #[test]
    fn limits_are_read_and_written_back() {
        let text = rule("pages = 9\ntime = \"1.5m\"\nbytes = \"2 MB\"\nerrors = 4");
        let rule = parse(&text).expect("a rule");
        let limits = rule.limits();
        assert_eq!(
            (limits.pages, limits.seconds, limits.bytes, limits.errors),
            (Some(9), Some(90), Some(2_000_000), Some(4))
        );
        let again = parse(&write(rule.file())).expect("a rule");
        assert_eq!(again.file(), rule.file());
    }

    #[test]
    fn limits_that_say_nothing_are_refused() {
        for limits in [
            "pages = 0",
            "time = \"soon\"",
            "time = \"0s\"",
            "bytes = \"2\"",
            "bytes = \"0KB\"",
            "bytes = 7",
            "errors = -1",
            "page = 2",
        ] {
            assert!(parse(&rule(limits)).is_err(), "{limits}");
        }
    }
}
