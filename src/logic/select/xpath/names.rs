//! The names that XPath 1.0 defines, and the known prefixes.

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

/// A function's name, minimum and maximum number of arguments.
pub type FunctionSignature = (&'static str, usize, usize);

/// XPath 1.0, section 4: name, minimum and maximum number of arguments.
pub const FUNCTIONS: [FunctionSignature; 27] = [
    ("boolean", 1, 1),
    ("ceiling", 1, 1),
    ("concat", 2, usize::MAX),
    ("contains", 2, 2),
    ("count", 1, 1),
    ("false", 0, 0),
    ("floor", 1, 1),
    ("id", 1, 1),
    ("lang", 1, 1),
    ("last", 0, 0),
    ("local-name", 0, 1),
    ("name", 0, 1),
    ("namespace-uri", 0, 1),
    ("normalize-space", 0, 1),
    ("not", 1, 1),
    ("number", 0, 1),
    ("position", 0, 0),
    ("round", 1, 1),
    ("starts-with", 2, 2),
    ("string", 0, 1),
    ("string-length", 0, 1),
    ("substring", 2, 3),
    ("substring-after", 2, 2),
    ("substring-before", 2, 2),
    ("sum", 1, 1),
    ("translate", 3, 3),
    ("true", 0, 0),
];

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
