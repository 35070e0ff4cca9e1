//! All bounds and thresholds of repair: how sure a proposal must be, how much is tried, when values
//! are the same. Those of one part stand in a module named after it.

/// Minimum confidence of a proposal, 0 to 1; below it the report says what was missing.
pub const THRESHOLD: f64 = 0.5;
/// The number of pages of each kind (old and new, lists and content) compared; more add nothing.
pub(in crate::authoring::repair) const MAX_PAGES: usize = 24;

/// Selectors of a field, and how right they must be.
pub(in crate::authoring::repair) mod field_proposal {
    /// The number of forms validated with the real rule.
    pub const MAX_PROVEN: usize = 8;
    /// Mean rightness from which a field works unchanged.
    pub const WORKS: f64 = 0.9;
    /// The same where only the field's profile is known.
    pub const WORKS_UNKNOWN: f64 = 0.45;
}

/// Columns left to generic extraction.
pub(in crate::authoring::repair) mod generic_columns {
    /// The number of pages compared.
    pub const MAX_PAGES: usize = 8;
    /// The maximum number of alternatives of a new field.
    pub const MAX_ALTERNATIVES: usize = 3;
    /// Agreement from which two values count as the same.
    pub const SAME: f64 = 0.8;
    /// The minimum number of letters at which a text is checked for loss.
    pub const LONG: usize = 200;
    /// The share of its letters below which a text counts as lost.
    pub const LEFT: f64 = 0.3;
}

/// Examples of a field.
pub(in crate::authoring::repair) mod field {
    /// The number of values a field's profile is learnt from.
    pub const MAX_EXAMPLES: usize = 40;
}

/// What pages declare, as a witness.
pub(in crate::authoring::repair) mod declared_values {
    /// The share of old pages on which the pages' own statement must be the recorded value.
    pub const TRUSTED: f64 = 0.8;
    /// Stability from which a place on the page is proposed; below it the page's own statement is.
    pub const STEADY: f64 = 0.6;
    /// How many letters a place may hold beside what is stated.
    pub const MOST_BESIDE: usize = 4;
    /// Likeness by pairs of letters from which two titles count as the same in other words.
    pub const SAME_TITLE: f64 = 0.4;
    /// By how much two times of the same date may differ: zones that one of them omits.
    pub const APART_SECONDS: i64 = 14 * 3600;
    /// The same where one of them is only a day.
    pub const APART_FROM_DAY_SECONDS: i64 = 26 * 3600;
}

/// Looks of a value.
pub(in crate::authoring::repair) mod profile {
    /// Ancestor levels whose names describe an element too.
    pub const NAMED_LEVELS: usize = 2;
}

/// Parts of a page to leave out of its text.
pub(in crate::authoring::repair) mod strip {
    /// Share of covered words from which an element counts as content.
    pub const CONTENT_SHARE: f64 = 0.5;
    /// Share of covered words up to which an element counts as noise.
    pub const NOISE_SHARE: f64 = 0.2;
    /// The maximum number of selectors stripped by one way.
    pub const MAX_LEFT_OUT: usize = 6;
    /// The number of noise elements inspected inside one container.
    pub const MAX_NOISY: usize = 40;
}

/// The text without a selector.
pub(in crate::authoring::repair) mod generic_text {
    /// Likeness from which generic extraction found the recorded text.
    pub const SAME: f64 = 0.9;
    /// The share of old pages on which it must have.
    pub const TRUSTED: f64 = 0.8;
}

/// The element that holds the text.
pub(in crate::authoring::repair) mod content {
    /// Mean likeness from which the content works unchanged.
    pub const WORKS: f64 = 0.95;
    /// The same against generic extraction, which may draw other boundaries.
    pub const WORKS_UNKNOWN: f64 = 0.7;
    /// Minimum likeness for a proposal.
    pub const LEAST: f64 = 0.75;
    /// The number of sites that forms are generated from.
    pub const MAX_SEEDS: usize = 5;
    /// The number of contents validated with the real rule.
    pub const MAX_PROVEN: usize = 14;
}

/// How much of a text an element holds.
pub(in crate::authoring::repair) mod text_coverage {
    /// The run length, in words, by which text is recognised.
    pub const RUN: usize = 4;
}

/// Places of a value on a page.
pub(in crate::authoring::repair) mod places {
    /// The maximum length of a text with a date and words around it, in bytes of letters.
    pub const MAX_DATE_BYTES: usize = 120;
    /// The maximum length of an attribute that is searched, in bytes.
    pub const MAX_ATTRIBUTE_BYTES: usize = 2_000;
    /// The maximum number of elements inspected closely on one page.
    pub const MAX_INSPECTED: usize = 3_000;
    /// The minimum likeness of a place without a known value to confirm it.
    pub const MIN_LIKENESS: f64 = 0.5;
}

/// Selectors of a place.
pub(in crate::authoring::repair) mod selector_forms {
    /// Ancestor levels that may narrow a selector.
    pub const MAX_LEVELS: usize = 9;
    /// The maximum number of selectors generated for one element.
    pub const MAX_FORMS: usize = 90;
}

/// The search for selectors of a field.
pub(in crate::authoring::repair) mod field_search {
    /// Places that selectors are generated from, over all sites.
    pub const MAX_SEEDS: usize = 18;
    /// Places of one site that selectors are generated from.
    pub const SEEDS_PER_SITE: usize = 6;
    /// The number of elements that all tried selectors together may visit.
    pub const MAX_VISITS: usize = 6_000_000;
    /// The number of matches up to which a selector is inspected closely.
    pub const MAX_MATCHES: usize = 64;
}

/// Values of old and new pages that are the same.
pub(in crate::authoring::repair) mod confirmation {
    /// Agreement from which two values count as the same.
    pub const SAME: f64 = 0.8;
    /// Likeness to the text of generic extraction from which it confirms a content.
    pub const SAME_TEXT: f64 = 0.9;
}

/// Items and links of a list.
pub(in crate::authoring::repair) mod list {
    /// Rightness from which a list works unchanged.
    pub const WORKS: f64 = 0.95;
    /// The number of item selectors tried with links.
    pub const MAX_ITEMS: usize = 8;
    /// The number of link selectors tried with each of them.
    pub const MAX_LINKS: usize = 10;
    /// Approximate budget: elements of the lists times the selectors tried.
    pub const MAX_VISITS: usize = 120_000;
}

/// The links expected on a new list page.
pub(in crate::authoring::repair) mod target_list {
    /// The maximum number of separate items above the list.
    pub const MAX_APART: usize = 3;
}

/// The text of a record.
pub(in crate::authoring::repair) mod record_text {
    /// The minimum share of the words in the part with the text.
    pub const MOST: f64 = 0.6;
}

/// Containers of records.
pub(in crate::authoring::repair) mod record {
    /// Share of a record's text that its container must show.
    pub const SAME_RECORD: f64 = 0.6;
    /// Containers of one page that forms are generated from.
    pub const MAX_EXAMPLES: usize = 3;
}

/// Places remembered of a value.
pub(in crate::authoring::repair) mod page_index {
    /// The maximum number of occurrences checked for one text.
    pub const MAX_PLACES: usize = 48;
}

/// Old and new pages that are the same.
pub(in crate::authoring::repair) mod pages {
    /// The run length, in words, by which a text is recognised.
    pub const RUN: usize = 4;
    /// Share of an old text that a new page must show to be its twin.
    pub const TWIN_SHARE: f64 = 0.5;
    /// The minimum number of runs that identify a page by a text no rule extracts.
    pub const DISTINCTIVE_RUNS: usize = 20;
}

/// Values quoted in the outcome.
pub(in crate::authoring::repair) mod outcome_messages {
    /// Longest value quoted, in characters.
    pub const MAX_QUOTE_CHARS: usize = 60;
}
