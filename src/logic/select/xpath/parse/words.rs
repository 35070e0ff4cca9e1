//! The names in an XPath expression: operators, axes, node types, function calls and name tests,
//! distinguished by their context (XPath 1.0, section 3.7).

use super::syntax::TokenReader;
use crate::messages::Message;
use crate::select::SelectorFault;
use crate::select::xpath::functions::FUNCTIONS;
use crate::select::xpath::names::{
    AXES, HTML_PREFIXES, KNOWN_PREFIXES, NODE_TYPES, is_name_char, is_name_start,
};

impl TokenReader {
    /// Reads a name: an operator, an axis, a node type, a function or a name test.
    pub(super) fn name(&mut self) -> Result<(), SelectorFault> {
        let first = self.nc_name();
        if self.after_operand {
            if !matches!(first.as_str(), "and" | "or" | "div" | "mod") {
                return Err(self.unexpected());
            }
            self.count_operator()?;
            self.emit(&format!(" {first} "), false);
            return Ok(());
        }
        let (prefix, local) = self.qualified(first);
        let behind = self.at;
        self.skip_space();
        match (self.peek(0), self.peek(1)) {
            (Some(':'), Some(':')) => self.axis(prefix.as_deref(), &local),
            (Some('('), _) => self.call(prefix, &local),
            _ => {
                self.at = behind;
                self.name_test(prefix.as_deref(), &local)
            }
        }
    }

    /// Reads the rest of a name after its first part: `(prefix, local part)`.
    fn qualified(&mut self, first: String) -> (Option<String>, String) {
        let after_colon = self.peek(1);
        if self.peek(0) != Some(':') || !after_colon.is_some_and(|c| c == '*' || is_name_start(c)) {
            return (None, first);
        }
        self.at += 1;
        if after_colon == Some('*') {
            self.at += 1;
            return (Some(first), "*".to_owned());
        }
        let local = self.nc_name();
        (Some(first), local)
    }

    fn axis(&mut self, prefix: Option<&str>, name: &str) -> Result<(), SelectorFault> {
        if prefix.is_some() || !AXES.contains(&name) {
            let reason = Message::new("select-xpath-axis").with("axis", name);
            return Err(SelectorFault::at(self.start, reason));
        }
        self.at += 2;
        self.emit(&format!("{name}::"), false);
        Ok(())
    }

    fn call(&mut self, prefix: Option<String>, name: &str) -> Result<(), SelectorFault> {
        if prefix.is_none() && NODE_TYPES.contains(&name) {
            return self.node_type(name);
        }
        let known = FUNCTIONS
            .iter()
            .find(|(n, _, _)| prefix.is_none() && *n == name);
        let Some(function) = known else {
            let full = prefix.map_or_else(|| name.to_owned(), |p| format!("{p}:{name}"));
            let reason = Message::new("select-xpath-function").with("function", full);
            return Err(SelectorFault::at(self.start, reason));
        };
        self.at += 1;
        self.emit(&format!("{name}("), false);
        self.push('(', self.start, Some(*function))
    }

    fn node_type(&mut self, name: &str) -> Result<(), SelectorFault> {
        self.at += 1;
        self.skip_space();
        let mut argument = String::new();
        if name == "processing-instruction"
            && let Some(quote @ ('"' | '\'')) = self.peek(0)
        {
            let from = self.at;
            self.at += 1;
            self.skip_while(|c| c != quote);
            self.at += 1;
            argument = self
                .chars
                .get(from..self.at)
                .unwrap_or_default()
                .iter()
                .collect();
            self.skip_space();
        }
        if self.peek(0) != Some(')') {
            let reason = Message::new("select-xpath-arguments")
                .with("function", name)
                .with("given", 1);
            return Err(SelectorFault::at(self.start, reason));
        }
        self.at += 1;
        self.emit(&format!("{name}({argument})"), true);
        Ok(())
    }

    fn name_test(&mut self, prefix: Option<&str>, local: &str) -> Result<(), SelectorFault> {
        match prefix {
            Some(prefix) if HTML_PREFIXES.contains(&prefix) => self.emit(local, true),
            Some(prefix) if KNOWN_PREFIXES.contains(&prefix) => {
                self.emit(&format!("{prefix}:{local}"), true);
            }
            Some(prefix) => {
                let reason = Message::new("select-xpath-prefix")
                    .with("prefix", prefix)
                    .with("name", format!("{prefix}:{local}"));
                return Err(SelectorFault::at(self.start, reason));
            }
            None => self.emit(local, true),
        }
        Ok(())
    }

    fn nc_name(&mut self) -> String {
        let from = self.at;
        self.skip_while(is_name_char);
        self.chars
            .get(from..self.at)
            .unwrap_or_default()
            .iter()
            .collect()
    }
}
