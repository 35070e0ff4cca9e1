//! Checks an XPath 1.0 expression before sxd-xpath parses it: sxd gives no positions, panics at
//! unknown prefixes, notices unknown functions only while evaluating, and has no recursion limit.
//! Output: the expression for sxd (XHTML prefixes dropped, since the page's copy has no
//! namespaces; white space where sxd's tokenizer accepts it), or the first fault.

use crate::messages::Message;
use crate::select::SelectorFault;
use crate::select::xpath::functions::FunctionSignature;
use crate::select::xpath::names::is_name_start;

/// Longest expression, in characters.
const MAX_CHARS: usize = 10_000;
/// Deepest nesting of brackets, and most operators and predicates: sxd recurses over both.
const MAX_DEPTH: usize = 40;
const MAX_OPERATORS: usize = 300;

/// An expression that passed the check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The expression for sxd.
    pub text: String,
    /// Its tokens in order.
    pub tokens: Vec<XPathToken>,
}

/// A token, with what is needed to locate a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XPathToken {
    /// Where it starts in the source, in characters.
    pub start: usize,
    /// The length of [`Checked::text`] up to its end, in bytes.
    pub end: usize,
    /// The closing brackets for those still open after it.
    pub closers: String,
}

/// Checks `source`.
///
/// # Errors
/// The first fault that can be detected without a grammar: sxd finds the rest.
pub fn check(source: &str) -> Result<Checked, SelectorFault> {
    if source.trim().is_empty() {
        return Err(SelectorFault::whole(Message::new("select-empty")));
    }
    let chars: Vec<char> = source.chars().collect();
    if chars.len() > MAX_CHARS {
        let reason = Message::new("select-long").with("limit", MAX_CHARS);
        return Err(SelectorFault::whole(reason));
    }
    let mut reader = TokenReader {
        chars,
        at: 0,
        start: 0,
        checked: Checked::default(),
        open: Vec::new(),
        after_operand: false,
        spaced: false,
        operators: 0,
    };
    while reader.token()? {}
    match reader.open.pop() {
        Some(bracket) => Err(bracket.unclosed()),
        None => Ok(reader.checked),
    }
}

/// A bracket that has not been closed yet.
struct Bracket {
    opening: char,
    at: usize,
    /// For a function's: name, minimum and maximum number of arguments.
    function: Option<FunctionSignature>,
    commas: usize,
    empty: bool,
}

impl Bracket {
    fn unclosed(&self) -> SelectorFault {
        let reason =
            Message::new("select-xpath-unclosed").with("bracket", self.opening.to_string());
        SelectorFault::at(self.at, reason)
    }
}

/// Walks over an expression token by token.
pub struct TokenReader {
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
    /// Start of the token being read.
    pub(super) start: usize,
    checked: Checked,
    open: Vec<Bracket>,
    /// Whether the last token ends an operand, so that `*` multiplies and `div` divides (XPath
    /// 1.0, section 3.7).
    pub(super) after_operand: bool,
    /// Whether white space stands before the token.
    spaced: bool,
    operators: usize,
}

impl TokenReader {
    /// Reads one token; `false` at the end.
    fn token(&mut self) -> Result<bool, SelectorFault> {
        self.spaced = self.skip_space();
        self.start = self.at;
        let Some(c) = self.peek(0) else {
            return Ok(false);
        };
        match c {
            '"' | '\'' => self.literal(c)?,
            '0'..='9' => self.number(),
            '.' if self.peek(1).is_some_and(|c| c.is_ascii_digit()) => self.number(),
            '.' if self.peek(1) == Some('.') => self.operand(2)?,
            '.' => self.operand(1)?,
            '*' if !self.after_operand => self.operand(1)?,
            '(' | '[' => self.opening(c)?,
            ')' | ']' => self.closing(c)?,
            ',' => self.comma()?,
            '@' => self.symbol(1),
            '/' if self.peek(1) == Some('/') => self.symbol(2),
            '/' => self.symbol(1),
            '!' | '<' | '>' if self.peek(1) == Some('=') => self.operator(2)?,
            '|' | '&' if self.peek(1) == Some(c) => return Err(self.fault("select-xpath-and-or")),
            '=' if self.peek(1) == Some('=') => return Err(self.fault("select-xpath-equals")),
            '|' | '+' | '-' | '=' | '<' | '>' | '*' => self.operator(1)?,
            '$' => return Err(self.fault("select-xpath-variable")),
            c if is_name_start(c) => self.name()?,
            _ => return Err(self.unexpected()),
        }
        Ok(true)
    }

    fn literal(&mut self, quote: char) -> Result<(), SelectorFault> {
        self.expect_operand()?;
        self.at += 1;
        while let Some(c) = self.peek(0) {
            self.at += 1;
            if c == quote {
                self.emit_source(true);
                return Ok(());
            }
        }
        Err(self.fault("select-xpath-quote"))
    }

    fn number(&mut self) {
        self.skip_while(|c| c.is_ascii_digit());
        if self.peek(0) == Some('.') {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
        }
        self.emit_source(true);
    }

    fn operand(&mut self, length: usize) -> Result<(), SelectorFault> {
        self.expect_operand()?;
        self.at += length;
        self.emit_source(true);
        Ok(())
    }

    fn symbol(&mut self, length: usize) {
        self.at += length;
        self.emit_source(false);
    }

    fn operator(&mut self, length: usize) -> Result<(), SelectorFault> {
        self.count_operator()?;
        self.symbol(length);
        Ok(())
    }

    fn opening(&mut self, opening: char) -> Result<(), SelectorFault> {
        // Predicates of a step are a list, those of a bracket nest.
        if opening == '['
            && self
                .checked
                .text
                .trim_end()
                .ends_with([')', ']', '"', '\''])
        {
            self.count_operator()?;
        }
        if (opening == '[') != self.after_operand {
            return Err(self.unexpected());
        }
        self.symbol(1);
        self.push(opening, self.start, None)
    }

    pub(super) fn push(
        &mut self,
        opening: char,
        at: usize,
        function: Option<FunctionSignature>,
    ) -> Result<(), SelectorFault> {
        self.open.push(Bracket {
            opening,
            at,
            function,
            commas: 0,
            empty: true,
        });
        let closers = self.closers();
        if let Some(token) = self.checked.tokens.last_mut() {
            token.closers = closers;
        }
        if self.open.len() > MAX_DEPTH {
            let reason = Message::new("select-deep").with("limit", MAX_DEPTH);
            return Err(SelectorFault::at(at, reason));
        }
        Ok(())
    }

    fn closing(&mut self, closing: char) -> Result<(), SelectorFault> {
        let opening = if closing == ')' { '(' } else { '[' };
        let bracket = match self.open.pop() {
            Some(bracket) if bracket.opening == opening => bracket,
            Some(bracket) => return Err(bracket.unclosed()),
            None => return Err(self.unexpected()),
        };
        if let Some((name, least, most)) = bracket.function {
            let given = if bracket.empty { 0 } else { bracket.commas + 1 };
            if given < least || given > most {
                let reason = Message::new("select-xpath-arguments")
                    .with("function", name)
                    .with("given", given);
                return Err(SelectorFault::at(bracket.at, reason));
            }
        }
        self.at += 1;
        self.emit_source(true);
        Ok(())
    }

    fn comma(&mut self) -> Result<(), SelectorFault> {
        let in_call = self.after_operand && self.open.last().is_some_and(|b| b.function.is_some());
        if !in_call {
            return Err(self.unexpected());
        }
        self.symbol(1);
        if let Some(bracket) = self.open.last_mut() {
            bracket.commas += 1;
        }
        Ok(())
    }

    fn emit_source(&mut self, operand: bool) {
        let token: String = self
            .chars
            .get(self.start..self.at)
            .unwrap_or_default()
            .iter()
            .collect();
        self.emit(&token, operand);
    }

    pub(super) fn emit(&mut self, token: &str, operand: bool) {
        if self.spaced {
            self.checked.text.push(' ');
        }
        self.checked.text.push_str(token);
        self.after_operand = operand;
        if let Some(bracket) = self.open.last_mut() {
            bracket.empty = false;
        }
        self.checked.tokens.push(XPathToken {
            start: self.start,
            end: self.checked.text.len(),
            closers: self.closers(),
        });
    }

    fn closers(&self) -> String {
        let closing = |b: &Bracket| if b.opening == '(' { ')' } else { ']' };
        self.open.iter().rev().map(closing).collect()
    }

    fn expect_operand(&self) -> Result<(), SelectorFault> {
        if self.after_operand {
            return Err(self.unexpected());
        }
        Ok(())
    }

    pub(super) fn count_operator(&mut self) -> Result<(), SelectorFault> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            let reason = Message::new("select-deep").with("limit", MAX_OPERATORS);
            return Err(SelectorFault::at(self.start, reason));
        }
        Ok(())
    }

    fn fault(&self, id: &str) -> SelectorFault {
        SelectorFault::at(self.start, Message::new(id))
    }

    pub(super) fn unexpected(&self) -> SelectorFault {
        let c = self
            .chars
            .get(self.start)
            .map(char::to_string)
            .unwrap_or_default();
        let reason = Message::new("select-xpath-unexpected").with("character", c);
        SelectorFault::at(self.start, reason)
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    pub(super) fn skip_space(&mut self) -> bool {
        let from = self.at;
        self.skip_while(|c| matches!(c, ' ' | '\t' | '\r' | '\n'));
        self.at > from
    }

    pub(super) fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&wanted) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::SelectorKind;
    use crate::select::fault::tests::check_fault;

    const XPATH: SelectorKind = SelectorKind::XPath;

    fn rewritten(source: &str) -> String {
        check(source).unwrap().text
    }

    #[test]
    fn what_sxd_reads_stays_and_the_rest_is_rewritten() {
        for same in [
            "//div[@id='a']/p[1]/text()",
            "count(//a) * 2 - 1.5",
            "//*[self::h1 or self::h2][last()]",
            "(//a | //b)[position() < .5]/..",
            "//a[contains(concat(' ', @class, ' '), \" x \")]",
            "//标题",
            "@*",
            "child::processing-instruction('x')",
            "- - 1",
        ] {
            assert_eq!(rewritten(same).replace("  ", " "), same);
        }
        assert_eq!(rewritten("//h:h2/html:*"), "//h2/*");
        assert_eq!(rewritten("//a/text ( )"), "//a/text()");
        assert_eq!(
            rewritten("child :: a[ position () =1]"),
            "child:: a[ position() =1]"
        );
        assert_eq!(rewritten("//a/@xlink:href"), "//a/@xlink:href");
        assert_eq!(rewritten("and/or"), "and/or");
        assert_eq!(rewritten("(1)div(2)"), "(1) div (2)");
    }

    #[test]
    fn faults_have_a_place_and_a_hint() {
        check_fault(XPATH, " ", None, "select-empty");
        check_fault(XPATH, "//a[@b='c]", Some(7), "select-xpath-quote");
        check_fault(XPATH, "//a[1", Some(3), "select-xpath-unclosed");
        check_fault(XPATH, "//a[(1]", Some(4), "select-xpath-unclosed");
        check_fault(XPATH, "//a]", Some(3), "select-xpath-unexpected");
        check_fault(XPATH, "//标题 a", Some(5), "select-xpath-unexpected");
        check_fault(XPATH, "//a[#]", Some(4), "select-xpath-unexpected");
        check_fault(XPATH, "//o:p", Some(2), "select-xpath-prefix");
        check_fault(
            XPATH,
            "//a[lower-case(@b)='c']",
            Some(4),
            "select-xpath-function",
        );
        check_fault(XPATH, "//a[re:test(@b)]", Some(4), "select-xpath-function");
        check_fault(
            XPATH,
            "//a[contains(@b)]",
            Some(4),
            "select-xpath-arguments",
        );
        check_fault(XPATH, "//a[last(1)]", Some(4), "select-xpath-arguments");
        check_fault(XPATH, "//a/text('x')", Some(4), "select-xpath-arguments");
        check_fault(XPATH, "//next-sibling::a", Some(2), "select-xpath-axis");
        check_fault(XPATH, "//a[@b && @c]", Some(7), "select-xpath-and-or");
        check_fault(XPATH, "//a[@b == 1]", Some(7), "select-xpath-equals");
        check_fault(XPATH, "//a[$x]", Some(4), "select-xpath-variable");
        check_fault(XPATH, &"(".repeat(1_000), Some(40), "select-deep");
        check_fault(XPATH, &"1+".repeat(1_000), Some(601), "select-deep");
        check_fault(XPATH, &"a/".repeat(9_000), None, "select-long");
    }
}
