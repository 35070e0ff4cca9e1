//! The functions of XPath 1.0, section 4: their names, arguments and types. A new one needs its line
//! here and its value in `run::function_calls`.
//!
//! Below: the two functions that the reference evaluator lacks.

pub(super) mod for_sxd;

use super::xpath_plan::ValueType;

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

/// The functions of XPath 1.0, section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Their names say it.
pub enum Function {
    Boolean,
    Ceiling,
    Concat,
    Contains,
    Count,
    False,
    Floor,
    Id,
    Lang,
    Last,
    LocalName,
    NamespaceUri,
    NormalizeSpace,
    Not,
    Number,
    Position,
    Round,
    StartsWith,
    String,
    StringLength,
    Substring,
    SubstringAfter,
    SubstringBefore,
    Sum,
    Translate,
    True,
}

impl Function {
    /// The function called `name`. No element has a prefix and no attribute keeps its own, so
    /// `name()` is `local-name()`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "boolean" => Self::Boolean,
            "ceiling" => Self::Ceiling,
            "concat" => Self::Concat,
            "contains" => Self::Contains,
            "count" => Self::Count,
            "false" => Self::False,
            "floor" => Self::Floor,
            "id" => Self::Id,
            "lang" => Self::Lang,
            "last" => Self::Last,
            "local-name" | "name" => Self::LocalName,
            "namespace-uri" => Self::NamespaceUri,
            "normalize-space" => Self::NormalizeSpace,
            "not" => Self::Not,
            "number" => Self::Number,
            "position" => Self::Position,
            "round" => Self::Round,
            "starts-with" => Self::StartsWith,
            "string" => Self::String,
            "string-length" => Self::StringLength,
            "substring" => Self::Substring,
            "substring-after" => Self::SubstringAfter,
            "substring-before" => Self::SubstringBefore,
            "sum" => Self::Sum,
            "translate" => Self::Translate,
            "true" => Self::True,
            _ => return None,
        })
    }

    /// The type of its value.
    pub fn kind(self) -> ValueType {
        match self {
            Self::Id => ValueType::Nodes,
            Self::Boolean
            | Self::Contains
            | Self::False
            | Self::Lang
            | Self::Not
            | Self::StartsWith
            | Self::True => ValueType::Truth,
            Self::Ceiling
            | Self::Count
            | Self::Floor
            | Self::Last
            | Self::Number
            | Self::Position
            | Self::Round
            | Self::StringLength
            | Self::Sum => ValueType::Number,
            Self::Concat
            | Self::LocalName
            | Self::NamespaceUri
            | Self::NormalizeSpace
            | Self::String
            | Self::Substring
            | Self::SubstringAfter
            | Self::SubstringBefore
            | Self::Translate => ValueType::Text,
        }
    }

    /// Whether it accepts only a node-set.
    pub fn requires_nodes(self) -> bool {
        matches!(
            self,
            Self::Count | Self::LocalName | Self::NamespaceUri | Self::Sum
        )
    }

    /// Whether it reads the context node, when called without an argument or always.
    pub fn asks_context(self, arguments: usize) -> bool {
        matches!(self, Self::Lang | Self::Last | Self::Position)
            || arguments == 0 && !matches!(self, Self::True | Self::False)
    }
}
