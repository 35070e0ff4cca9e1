//! Literals of JavaScript as data: objects with or without quoted keys, arrays, strings of each
//! kind, numbers, `undefined`, `!0`, `new Date(…)`, `JSON.parse("…")`, and a function that is called
//! at once and only returns data. Input: source and where the literal begins. Output: its value.
//! Whatever is more than data ends the reading; nothing is run. Depth and values are bounded.

use std::collections::HashMap;

use data_url::forgiving_base64;
use serde_json::{Map, Number, Value};

use super::copy_budget::CopyBudget;
use super::function_call;
use crate::sources::json::size::read_json;

/// The deepest nesting.
const MAX_DEPTH: usize = 100;
/// The maximum number of values of one literal, those that a name stands for included.
const MAX_VALUES: usize = 1_000_000;

/// What names stand for.
pub(super) type NamedValues = HashMap<String, Value>;

/// Reads literals from a source.
pub(super) struct Literals<'t> {
    pub text: &'t str,
    /// The byte where it reads on.
    pub at: usize,
    pub names: Option<&'t NamedValues>,
    /// Values left.
    pub left: usize,
    /// Whether what it read makes a document a secondary one.
    pub is_secondary: bool,
    /// Room for what names stand for.
    pub budget: &'t CopyBudget,
}

impl<'t> Literals<'t> {
    pub fn new(text: &'t str, at: usize, budget: &'t CopyBudget) -> Self {
        Self {
            text,
            at,
            names: None,
            left: MAX_VALUES,
            is_secondary: false,
            budget,
        }
    }

    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Goes over `sign`, if it comes next.
    pub fn takes(&mut self, sign: &str) -> bool {
        let comes = self.rest().starts_with(sign);
        if comes {
            self.at += sign.len();
        }
        comes
    }

    /// Goes over white space and comments.
    pub fn space(&mut self) {
        loop {
            let rest = self.rest();
            let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - bare.len();
            let end = if bare.starts_with("/*") {
                bare.find("*/").map(|end| end + 2)
            } else if bare.starts_with("//") {
                Some(bare.find('\n').unwrap_or(bare.len()))
            } else {
                return;
            };
            let Some(end) = end else {
                return;
            };
            self.at += end;
        }
    }

    /// A name: letters, digits, `_` and `$`.
    pub fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .unwrap_or(rest.len());
        let name = rest.get(..end).filter(|name| !name.is_empty())?;
        self.at += end;
        Some(name)
    }

    /// The value that comes next.
    pub fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        self.space();
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            '"' | '\'' | '`' => self.string().map(Value::String),
            '!' => self.negated(),
            '(' => self.in_brackets(depth),
            '-' | '+' | '.' | '0'..='9' => self.number(),
            _ => self.word(depth),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.bump();
        let mut map = Map::new();
        loop {
            self.space();
            if self.takes("}") {
                return Some(Value::Object(map));
            }
            let key = match self.peek()? {
                '"' | '\'' => self.string()?,
                c if c.is_ascii_digit() => self.number()?.to_string(),
                _ => self.name()?.to_owned(),
            };
            self.space();
            let value = match self.takes(":") {
                true => self.value(depth + 1)?,
                // `{a}` is short for `{a: a}`.
                false => self.named(&key)?,
            };
            map.insert(key, value);
            self.space();
            if !self.takes(",") && self.peek()? != '}' {
                return None;
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.bump();
        let mut items = Vec::new();
        loop {
            self.space();
            if self.takes("]") {
                return Some(Value::Array(items));
            }
            if self.takes(",") {
                // A hole.
                self.left = self.left.checked_sub(1)?;
                items.push(Value::Null);
                continue;
            }
            items.push(self.value(depth + 1)?);
            self.space();
            if !self.takes(",") && self.peek()? != ']' {
                return None;
            }
        }
    }

    /// A string in quotes of each kind; a template only without values in it.
    pub fn string(&mut self) -> Option<String> {
        let quote = self.bump()?;
        let mut text = String::new();
        loop {
            match self.bump()? {
                c if c == quote => return Some(text),
                '\\' => self.escape(&mut text)?,
                '$' if quote == '`' && self.peek() == Some('{') => return None,
                '\n' if quote != '`' => return None,
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Option<()> {
        let c = match self.bump()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => '\0',
            '\n' => return Some(()),
            '\r' => {
                self.takes("\n");
                return Some(());
            }
            'x' => char::from(u8::try_from(self.hex(2)?).ok()?),
            'u' => self.unicode()?,
            c => c,
        };
        text.push(c);
        Some(())
    }

    /// What follows `\u`; half of a pair is replaced.
    fn unicode(&mut self) -> Option<char> {
        let unknown = char::REPLACEMENT_CHARACTER;
        if self.takes("{") {
            let end = self.rest().find('}').filter(|end| (1..=6).contains(end))?;
            let code = self.hex(end)?;
            self.takes("}");
            return Some(char::from_u32(code).unwrap_or(unknown));
        }
        let high = self.hex(4)?;
        if (0xd800..0xdc00).contains(&high) && self.rest().starts_with("\\u") {
            let before = self.at;
            self.at += 2;
            if let Some(low) = self.hex(4).filter(|low| (0xdc00..0xe000).contains(low)) {
                let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return Some(char::from_u32(code).unwrap_or(unknown));
            }
            self.at = before;
        }
        Some(char::from_u32(high).unwrap_or(unknown))
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.rest().get(..digits)?;
        if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    fn number(&mut self) -> Option<Value> {
        let is_negative = self.takes("-");
        if !is_negative {
            self.takes("+");
        }
        let rest = self.rest();
        if let Some(hex) = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
            let end = hex
                .find(|c: char| !c.is_ascii_hexdigit())
                .unwrap_or(hex.len());
            let number = i64::from_str_radix(hex.get(..end)?, 16).ok()?;
            self.at += 2 + end;
            return Some(if is_negative { -number } else { number }.into());
        }
        if self.takes("Infinity") {
            return Some(Value::Null);
        }
        let mut last = ' ';
        let end = rest
            .find(|c: char| {
                let goes_on = c.is_ascii_digit()
                    || matches!(c, '.' | 'e' | 'E')
                    || matches!(c, '+' | '-') && matches!(last, 'e' | 'E');
                last = c;
                !goes_on
            })
            .unwrap_or(rest.len());
        let digits = rest.get(..end)?;
        self.at += end;
        self.takes("n");
        if self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let sign = if is_negative { "-" } else { "" };
        if let Ok(whole) = format!("{sign}{digits}").parse::<i64>() {
            return Some(whole.into());
        }
        let number: f64 = format!("{sign}{digits}").parse().ok()?;
        Some(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    /// `!0` and `!1`.
    fn negated(&mut self) -> Option<Value> {
        self.bump();
        match self.bump()? {
            '0' => Some(Value::Bool(true)),
            '1' => Some(Value::Bool(false)),
            _ => None,
        }
    }

    fn in_brackets(&mut self, depth: usize) -> Option<Value> {
        self.bump();
        self.space();
        if self.rest().starts_with("function") {
            let value = function_call::called(self, depth)?;
            self.space();
            self.takes(")");
            return Some(value);
        }
        let value = self.value(depth + 1)?;
        self.space();
        self.takes(")").then_some(value)
    }

    fn named(&mut self, name: &str) -> Option<Value> {
        let value = self.names?.get(name)?;
        self.left = self.left.checked_sub(size(value))?;
        self.budget.copied(value)
    }

    fn word(&mut self, depth: usize) -> Option<Value> {
        if self.rest().starts_with("function") && self.names.is_none() {
            return function_call::called(self, depth);
        }
        let name = self.name()?;
        match name {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" | "undefined" | "NaN" | "Infinity" => Some(Value::Null),
            "void" => {
                self.space();
                self.number().map(|_| Value::Null)
            }
            "new" => {
                self.space();
                match self.name()? {
                    "Date" | "URL" | "Map" | "Set" | "String" | "Number" => self.argument(depth),
                    _ => None,
                }
            }
            "JSON" => self.takes(".parse").then(|| self.parsed(depth)).flatten(),
            "Object" if self.takes(".freeze") => self.argument(depth),
            "Object" => {
                let none = self.takes(".create(null)");
                none.then(|| Value::Object(Map::new()))
            }
            "Date" => None,
            "atob" => {
                self.is_secondary = true;
                let text = self.argument(depth)?;
                let bytes = forgiving_base64::decode_to_vec(text.as_str()?.as_bytes()).ok()?;
                String::from_utf8(bytes).ok().map(Value::String)
            }
            // What SvelteKit sends later.
            name if name.starts_with("__sveltekit_") && self.takes(".defer") => {
                self.is_secondary = true;
                self.argument(depth).map(|_| Value::Null)
            }
            "decodeURIComponent" => {
                let text = self.argument(depth)?;
                let text = text.as_str()?;
                let plain = percent_encoding::percent_decode_str(text).decode_utf8();
                plain.ok().map(|plain| Value::String(plain.into_owned()))
            }
            name => self.named(name),
        }
    }

    /// The one argument in brackets; `null` for none.
    fn argument(&mut self, depth: usize) -> Option<Value> {
        self.space();
        if !self.takes("(") {
            return None;
        }
        self.space();
        if self.takes(")") {
            return Some(Value::Null);
        }
        let value = self.value(depth + 1)?;
        self.space();
        self.takes(")").then_some(value)
    }

    /// `JSON.parse("…")`, after the name.
    fn parsed(&mut self, depth: usize) -> Option<Value> {
        let text = self.argument(depth)?;
        let json: Value = read_json(text.as_str()?)?;
        self.left = self.left.checked_sub(size(&json))?;
        Some(json)
    }
}

/// The number of values in a value.
pub(super) fn size(value: &Value) -> usize {
    let mut count = 0_usize;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        count += 1;
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => open.extend(map.values()),
            _ => {}
        }
    }
    count
}
