//! Steps over a list of values: a page is read once for each value, or each combination of them. The
//! values stand in the fragment of the page's address, so that each reading is a request of its own,
//! which survives a restart and goes to any worker. Input: steps, addresses. Output: the addresses,
//! and the steps with the values of one.

use url::Url;
use url::form_urlencoded;

use super::page_steps::{PagePlace, PageStep, StepPages};
use super::{Rule, StartPoint};
use crate::model::{KEYWORD, Value};

/// What stands in a fragment before the values.
const MARK: &str = ":for:";

/// The address for a reading with these values; what its fragment says otherwise stays.
pub fn with_step_values(url: &Url, values: &[(&str, &str)]) -> Url {
    if values.is_empty() {
        return url.clone();
    }
    let (mut marked, _) = step_values(url);
    let pairs = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(values)
        .finish();
    let own = marked.fragment().unwrap_or_default();
    let fragment = format!("{own}{MARK}{pairs}");
    marked.set_fragment(Some(&fragment));
    marked
}

/// The address that is opened, and the values in its fragment.
pub fn step_values(url: &Url) -> (Url, Vec<(String, String)>) {
    let Some((own, pairs)) = url.fragment().and_then(|all| all.split_once(MARK)) else {
        return (url.clone(), Vec::new());
    };
    let values = form_urlencoded::parse(pairs.as_bytes()).into_owned();
    let mut opened = url.clone();
    opened.set_fragment((!own.is_empty()).then_some(own));
    (opened, values.collect())
}

/// The steps of a page with these values. A step without one of them does its first.
pub fn steps_with(steps: &[PageStep], values: &[(String, String)]) -> Vec<PageStep> {
    let mut filled = steps.to_vec();
    for step in filled.iter_mut().filter(|step| !step.values.is_empty()) {
        let name = step.field_name();
        let known = values.iter().find(|(known, _)| known == name);
        let value = known.map(|(_, value)| value.clone());
        step.text = value.or_else(|| step.values.first().cloned());
    }
    filled
}

impl PageStep {
    /// The field that stores its value, if it has several.
    pub fn field_name(&self) -> &str {
        self.field.as_deref().unwrap_or(KEYWORD)
    }
}

impl Rule {
    /// The steps that are done once for each of their values.
    pub(in crate::rules) fn steps_over_values(&self) -> impl Iterator<Item = &PageStep> {
        let steps = self.file.steps.iter();
        steps.filter(|step| !step.values.is_empty() && step.on != StepPages::Articles)
    }

    /// How often each start page is read.
    pub(in crate::rules) fn readings_per_start(&self) -> u64 {
        let counts = self.steps_over_values().map(|step| step.values.len());
        counts.fold(1, |all, count| {
            all.saturating_mul(u64::try_from(count).unwrap_or(u64::MAX))
        })
    }

    /// The start once for each combination of values, the last step changing fastest.
    pub fn for_each_value(&self, start: StartPoint) -> impl Iterator<Item = StartPoint> + '_ {
        (0..self.readings_per_start()).map(move |number| self.with_combination(&start, number))
    }

    fn with_combination(&self, start: &StartPoint, number: u64) -> StartPoint {
        let steps: Vec<&PageStep> = self.steps_over_values().collect();
        let mut left = number;
        let mut values: Vec<(&str, &str)> = Vec::with_capacity(steps.len());
        for step in steps.iter().rev() {
            let count = u64::try_from(step.values.len()).unwrap_or(u64::MAX).max(1);
            let place = usize::try_from(left % count).unwrap_or_default();
            left /= count;
            let value = step.values.get(place);
            values.extend(value.map(|value| (step.field_name(), value.as_str())));
        }
        values.reverse();
        let mut fields = start.fields.clone();
        let own = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Value::One((*value).to_owned())));
        fields.extend(own);
        StartPoint {
            url: with_step_values(&start.url, &values),
            fields,
        }
    }

    /// The address of a next list page that was found on one with `fields`: with their values, where
    /// a step over values is done on it, too.
    pub fn next_with_values(&self, url: &Url, fields: &[(String, Value)]) -> Url {
        let steps = self.steps_over_values();
        let again = steps.filter(|step| step.on.holds(PagePlace::List));
        let texts: Vec<(&str, String)> = again
            .filter_map(|step| {
                let name = step.field_name();
                let known = fields.iter().find(|(known, _)| known == name);
                Some((name, known?.1.joined()))
            })
            .collect();
        let values: Vec<(&str, &str)> = texts
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        with_step_values(url, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse;

    const SITE: &str =
        "[site]\nname = 'N'\nkind = 'pages'\nstart = ['http://h/a', 'http://h/#/b']\n";

    #[test]
    fn each_combination_is_a_start_of_its_own() {
        let text = format!(
            "{SITE}[[step]]\ndo = 'type'\ncss = 'input'\nvalues = ['woad', 'ma dder&']\n\
             [[step]]\ndo = 'choose'\ncss = 'select'\nvalues = ['x', 'y', 'z']\nfield = 'kind'\non = 'starts'\n"
        );
        let rule = parse(&text).unwrap();
        assert_eq!(rule.start_count(), 12);
        assert_eq!(rule.columns(), ["keyword", "kind"]);
        let starts: Vec<StartPoint> = rule.starts().collect();
        assert_eq!(starts.len(), 12);
        assert_eq!(
            starts[0].url.as_str(),
            "http://h/a#:for:keyword=woad&kind=x"
        );
        assert_eq!(starts[1].fields[1].1.joined(), "y");
        let last = &starts[11];
        assert_eq!(last.fields[0].1.joined(), "ma dder&");
        let (opened, values) = step_values(&last.url);
        assert_eq!(opened.as_str(), "http://h/#/b");
        // What makes addresses canonical leaves them apart.
        assert_eq!(step_values(&rule.address(&last.url)).1, values);
        let steps = steps_with(&rule.file().steps, &values);
        let texts: Vec<_> = steps.iter().map(|step| step.text.as_deref()).collect();
        assert_eq!(texts, [Some("ma dder&"), Some("z")]);
        let first = steps_with(&rule.file().steps, &[]);
        assert_eq!(first[1].text.as_deref(), Some("x"));
        // The next page repeats only what is done on lists.
        let next = Url::parse("http://h/a?page=2").unwrap();
        let next = rule.next_with_values(&next, &last.fields);
        assert_eq!(next.as_str(), "http://h/a?page=2#:for:keyword=ma+dder%26");
    }
}
