//! A quick scan of a body: the text a visitor can read, up to a limit. Input: decoded source.
//! Output: title, headings, text and a few counts. One linear pass that stops early, so a long
//! article costs no more than a short one; it is as lenient as browsers with broken markup where
//! that matters, and never builds a tree.

/// The scan stops here: block pages are shorter, and more text would not change a verdict.
const MAX_SOURCE_BYTES: usize = 200_000;

/// Scripts and styles are passed over up to here: a challenge may carry half a megabyte of them.
const MAX_SKIPPED_BYTES: usize = 1_000_000;

/// The scan stops after this many readable characters.
pub(super) const MAX_TEXT_CHARS: usize = 6_000;

/// The maximum length of the text of a link that may name a place of the site, in bytes.
const MAX_NAME: usize = 80;

/// A link with a short text.
#[derive(Debug)]
pub(crate) struct NamedLink {
    /// Its address, as written.
    pub href: String,
    /// Its text with collapsed spaces.
    pub text: String,
}

/// The visible parts of a page.
#[derive(Debug, Default)]
pub(crate) struct VisibleParts {
    /// The title with collapsed spaces.
    pub title: String,
    /// Text of h1 and h2, one per line.
    pub headings: String,
    /// Readable text with collapsed spaces and straight apostrophes; `<noscript>` counts because a
    /// client without scripts shows it.
    pub text: String,
    /// Readable characters without spaces, at most [`MAX_TEXT_CHARS`].
    pub chars: usize,
    /// Links found during the scan.
    pub links: usize,
    /// Those with a short text.
    pub named_links: Vec<NamedLink>,
    /// Whether there is a password field.
    pub password: bool,
    /// Whether there is a form with a purpose of its own: a field for a text or for mail, or several.
    pub writing: bool,
    /// Whether the scan stopped at its limit of markup, before the end of the page.
    pub partial: bool,
    /// The canonical address, if the head declares one.
    pub canonical: String,
}

impl VisibleParts {
    /// Whether the text exceeds the limit.
    pub fn is_long(&self) -> bool {
        self.chars >= MAX_TEXT_CHARS
    }
}

/// The part of `body` that is scanned, cut at a character boundary.
pub(crate) fn head_of(body: &str) -> &str {
    cut(body, MAX_SOURCE_BYTES)
}

/// The part of the body of a page with little text in which marks are searched for.
pub(crate) fn source_of(body: &str) -> &str {
    cut(body, MAX_SKIPPED_BYTES)
}

/// At most `bytes` of `body`, cut at a character boundary.
fn cut(body: &str, bytes: usize) -> &str {
    let mut end = body.len().min(bytes);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    body.get(..end).unwrap_or_default()
}

/// Scans `body`.
pub(crate) fn visible_parts(body: &str) -> VisibleParts {
    let whole = body.len();
    let body = source_of(body);
    let mut reader = Reader {
        rest: body,
        visible_parts: VisibleParts::default(),
        heading: false,
        link: None,
        fields: 0,
        skipped: 0,
    };
    let scanned = |reader: &Reader<'_>| body.len() - reader.rest.len() - reader.skipped;
    while !reader.rest.is_empty()
        && !reader.visible_parts.is_long()
        && scanned(&reader) < MAX_SOURCE_BYTES
    {
        reader.step();
    }
    let partial = scanned(&reader) >= MAX_SOURCE_BYTES || body.len() < whole;
    let mut visible_parts = reader.visible_parts;
    visible_parts.partial = partial;
    visible_parts.title = visible_parts.title.trim().to_owned();
    visible_parts
}

struct Reader<'a> {
    rest: &'a str,
    visible_parts: VisibleParts,
    heading: bool,
    /// The link that is being read.
    link: Option<NamedLink>,
    /// Fields to fill in.
    fields: usize,
    /// Bytes of elements that were passed over.
    skipped: usize,
}

impl<'a> Reader<'a> {
    /// Reads one text run or one tag.
    fn step(&mut self) {
        let Some(open) = self.rest.find('<') else {
            let text = std::mem::take(&mut self.rest);
            return self.read(text);
        };
        if open > 0 {
            let (text, rest) = self.rest.split_at(open);
            self.rest = rest;
            return self.read(text);
        }
        if self.rest.starts_with("<!--") {
            return self.skip_past("-->");
        }
        let name: String = self
            .rest
            .chars()
            .skip(1)
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '/' || *c == '!' || *c == '?')
            .take(12)
            .collect::<String>()
            .to_ascii_lowercase();
        if name.is_empty() {
            // A lone "<" is text.
            self.rest = self.rest.get(1..).unwrap_or_default();
            return self.read("<");
        }
        let tag = self.take_tag();
        self.tag(&name, tag);
    }

    fn tag(&mut self, name: &str, tag: &str) {
        match name {
            "script" | "style" | "template" | "iframe" | "noembed" | "textarea" | "svg"
                if !tag.ends_with("/>") =>
            {
                // Captcha widgets keep their answer in a hidden one.
                let of_widget = tag.contains("captcha") || tag.contains("-response");
                self.visible_parts.writing |= name == "textarea" && !of_widget;
                self.skip_element(name);
            }
            "title" => {
                let text = self.take_until_close("title");
                // An inline SVG may have a title of its own.
                if self.visible_parts.title.is_empty() {
                    append(&mut self.visible_parts.title, &decode(text));
                }
            }
            "h1" | "h2" => {
                self.heading = true;
                self.visible_parts.headings.push('\n');
            }
            "/h1" | "/h2" => self.heading = false,
            "a" => {
                self.visible_parts.links += 1;
                self.link = attribute(tag, "href").map(|href| NamedLink {
                    href,
                    text: String::new(),
                });
            }
            "/a" => self.visible_parts.named_links.extend(
                self.link
                    .take()
                    .filter(|link| (1..=MAX_NAME).contains(&link.text.trim().len())),
            ),
            "input" => {
                let tag = tag.to_ascii_lowercase();
                if tag.contains("password") && tag.contains("type") {
                    self.visible_parts.password = true;
                }
                // A question has one field; two, or one for mail, belong to a form of its own.
                let has = |words: &[&str]| words.iter().any(|word| tag.contains(word));
                if !has(&["hidden", "submit", "button", "checkbox", "radio", "image"]) {
                    self.fields += 1;
                    self.visible_parts.writing |= self.fields > 1 || has(&["email"]);
                }
            }
            "link" if tag.contains("canonical") => {
                self.visible_parts.canonical = attribute(tag, "href").unwrap_or_default();
            }
            _ => {}
        }
        // Words of adjacent blocks stay separate; inline tags do not split a word.
        if !matches!(
            name,
            "b" | "/b"
                | "i"
                | "/i"
                | "em"
                | "/em"
                | "strong"
                | "/strong"
                | "span"
                | "/span"
                | "a"
                | "/a"
                | "font"
                | "/font"
        ) {
            append(&mut self.visible_parts.text, " ");
        }
    }

    fn read(&mut self, text: &str) {
        let text = decode(text);
        let room = MAX_TEXT_CHARS.saturating_sub(self.visible_parts.chars);
        self.visible_parts.chars += text
            .chars()
            .filter(|c| !c.is_whitespace())
            .take(room)
            .count();
        append(&mut self.visible_parts.text, &text);
        if self.heading {
            append(&mut self.visible_parts.headings, &text);
        }
        if let Some(link) = self.link.as_mut().filter(|l| l.text.len() <= MAX_NAME) {
            append(&mut link.text, &text);
        }
    }

    /// Takes the tag at the start, respecting quoted attribute values.
    fn take_tag(&mut self) -> &'a str {
        let mut quote = None;
        let mut end = self.rest.len();
        for (at, c) in self.rest.char_indices() {
            match (quote, c) {
                (None, '>') => {
                    end = at + 1;
                    break;
                }
                (None, '"' | '\'') => quote = Some(c),
                (Some(open), _) if open == c => quote = None,
                _ => {}
            }
        }
        let (tag, rest) = self.rest.split_at(end);
        self.rest = rest;
        tag
    }

    fn skip_past(&mut self, end: &str) {
        self.rest = self
            .rest
            .find(end)
            .and_then(|at| self.rest.get(at + end.len()..))
            .unwrap_or_default();
    }

    fn skip_element(&mut self, name: &str) {
        self.skipped += self.take_until_close(name).len();
        if self.rest.starts_with('<') {
            self.take_tag();
        }
    }

    /// The raw text up to `</name`, which is not consumed; everything if it is missing.
    fn take_until_close(&mut self, name: &str) -> &'a str {
        let mut from = 0;
        while let Some(at) = self.rest.get(from..).and_then(|r| r.find("</")) {
            let open = from + at;
            let after = self.rest.as_bytes().get(open + 2..open + 2 + name.len());
            if after.is_some_and(|b| b.eq_ignore_ascii_case(name.as_bytes())) {
                let (text, rest) = self.rest.split_at(open);
                self.rest = rest;
                return text;
            }
            from = open + 2;
        }
        std::mem::take(&mut self.rest)
    }
}

/// The value of attribute `name` in `tag`.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let at = tag.to_ascii_lowercase().find(&format!("{name}="))?;
    let value = tag.get(at + name.len() + 1..)?;
    let inner = match value.chars().next()? {
        quote @ ('"' | '\'') => value.get(1..)?.split(quote).next()?,
        _ => value
            .split(|c: char| c.is_whitespace() || c == '>')
            .next()?,
    };
    Some(decode(inner))
}

/// Appends `text` with white space collapsed.
fn append(to: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            to.push(if c == '’' { '\'' } else { c });
        } else if !to.is_empty() && !to.ends_with([' ', '\n']) {
            to.push(' ');
        }
    }
}

/// Resolves the references that matter for phrases: numeric ones and the six common names.
fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        match reference(from) {
            Some((c, length)) => {
                out.push(c);
                rest = from.get(length..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

fn reference(from: &str) -> Option<(char, usize)> {
    // Names are short; a lone ampersand must not cause a search of the whole text.
    let end = from.bytes().take(10).position(|b| b == b';')?;
    let name = from.get(1..end)?;
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" | "rsquo" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((c, end + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_visitor_reads() {
        let seen = visible_parts(
            "<html><head><title>Making sure you&#39;re  not\n a bot!</title><style>p{a:b}</style>\
             <link rel=\"canonical\" href='/a?b=1&amp;c'></head><body><!-- no > --><h1>Wait <b>a</b> moment</h1>\
             <script>if (a < b) document.write('</p>')</script><p>one<p>t<b>w</b>o &amp; 3 < 4\
             <noscript>Enable scripts</noscript><input name=p TYPE=password><a href=x>go</a>",
        );
        assert_eq!(seen.title, "Making sure you're not a bot!");
        assert_eq!(seen.headings.trim(), "Wait a moment");
        assert_eq!(
            seen.text.trim(),
            "Wait a moment one two & 3 < 4 Enable scripts go"
        );
        assert_eq!(seen.canonical, "/a?b=1&c");
        assert!(seen.password);
        assert_eq!(seen.links, 1);
        let named = seen.named_links.iter();
        let named: Vec<_> = named.map(|link| (&*link.href, &*link.text)).collect();
        assert_eq!(named, [("x", "go")]);
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let long = "<p>word</p>".repeat(100_000);
        let seen = visible_parts(&long);
        assert!(seen.is_long());
        assert!(seen.text.len() < 3 * MAX_TEXT_CHARS);
    }

    #[test]
    fn plain_text_is_text() {
        assert_eq!(visible_parts("Forbidden\n").text.trim(), "Forbidden");
    }

    proptest! {
        #[test]
        fn any_source_is_read(body in "\\PC{0,200}") {
            visible_parts(&body);
        }

        #[test]
        fn any_markup_is_read(body in "(<|>|/|!--|-->|script|title|h1|&|&#|x|;|\"|'|=|é|验| ){0,60}") {
            visible_parts(&body);
        }
    }
}
