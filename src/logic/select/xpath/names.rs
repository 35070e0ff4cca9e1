//! The names that XPath 1.0 defines, except for those of functions, and the known prefixes.

/// XPath 1.0, section 2.2.
pub const AXES: [&str; 13] = [
    "ancestor",
    "ancestor-or-self",
    "attribute",
    "child",
    "descendant",
    "descendant-or-self",
    "following",
    "following-sibling",
    "namespace",
    "parent",
    "preceding",
    "preceding-sibling",
    "self",
];

/// XPath 1.0, section 2.3.
pub const NODE_TYPES: [&str; 4] = ["comment", "node", "processing-instruction", "text"];

/// Prefixes for HTML elements, which the page's copy keeps without a namespace.
pub const HTML_PREFIXES: [&str; 2] = ["h", "html"];
/// Attribute prefixes that the evaluator supports.
pub const KNOWN_PREFIXES: [&str; 2] = ["xml", "xlink"];

/// Namespaces in XML, `NCName`; Unicode letters replace its list of ranges.
pub fn is_name_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether `c` may follow in a name.
pub fn is_name_char(c: char) -> bool {
    is_name_start(c) || c.is_numeric() || matches!(c, '-' | '.' | '\u{B7}')
}
