# select
select-language-css = CSS selector
select-language-xpath = XPath
select-language-regex = regular expression
select-language-jsonpath = JSONPath
select-language-label = label
select-fault = The { $language } “{ $selector }” cannot be used. { $reason }
select-fault-at = The { $language } “{ $selector }” is not valid, starting at character { $position }. { $reason }
select-empty = It is empty. Enter what to look for.
select-long = It is longer than { $limit } characters. Shorten it.
select-deep = It has more than { $limit } levels of nesting or repetition. Simplify it.
select-expensive = It takes too many steps on this page of { $elements } elements. Leave out conditions inside conditions, or name what you look for instead of using * or //.
select-jsonpath-expensive = It takes too many steps on this document. Use .. only once, and name what you look for instead of using * after it.
select-css-token = “{ $rest }” does not belong there. Check brackets, quotes and combinators; a name that starts with a digit needs an escape or [id="…"].
select-css-ends-early = It ends too early. Finish it or remove the last character.
select-css-pseudo = “{ $rest }” is not a supported pseudo-class. Use structural ones such as :nth-child(), :not(), :is() and :has(), and the extensions :contains(), :icontains(), :matches(), :eq(), :lt(), :gt(), :first, :last, :even and :odd.
select-css-contains = “{ $rest }” is not supported. Use :contains("word"), which looks at all the text of an element, or :matches("pattern").
select-css-take = A selector only names elements. Choose with “take” whether you want their text or an attribute.
select-css-is-xpath = This looks like an XPath expression. Use XPath instead of CSS for it.
select-xpath-quote = This quotation mark is never closed. Close it with the same mark.
select-xpath-unclosed = This “{ $bracket }” is never closed. Add the closing one.
select-xpath-unexpected = “{ $character }” does not belong there. An operator, a / or a bracket may be missing before it.
select-xpath-prefix = The prefix “{ $prefix }” is unknown. Write *[name()="{ $name }"] for a name with a colon.
select-xpath-function = XPath 1.0 has no function { $function }(). Use those of XPath 1.0, such as contains(), starts-with(), translate() or normalize-space().
select-xpath-arguments = The function { $function }() does not take { $given ->
    [one] 1 argument
   *[other] { $given } arguments
}. Check its commas and parentheses.
select-xpath-axis = There is no axis “{ $axis }”. Use child, descendant, parent, ancestor, following-sibling, preceding-sibling or another axis of XPath 1.0.
select-xpath-and-or = Join conditions with the words “and” and “or”.
select-xpath-equals = Use a single = to compare.
select-xpath-variable = Variables are not supported. Write the value itself.
select-xpath-ends-early = It ends too early. Finish it or remove the last character.
select-xpath-syntax = This is not valid here. Something before it is missing or left over.
select-xpath-type = A string, number or condition is used where a path is needed, or the other way round.
select-regex-group-open = This group is never closed. Add “)”, or write “\(” for the character itself.
select-regex-group-close = This “)” closes no group. Remove it, or write “\)” for the character itself.
select-regex-class-open = This “[” is never closed. Add “]”, or write “\[” for the character itself.
select-regex-nothing-to-repeat = There is nothing to repeat before this character. To match the character itself, put “\” before it.
select-regex-look-around = Look-ahead and look-behind are not supported. Match the surroundings too and put ( ) around the part you want.
select-regex-backreference = Back-references are not supported. Write the repeated part out.
select-regex-escape = This character needs no “\” or cannot have one. Remove the “\”, or double it for a backslash.
select-regex-big = The pattern is too large. Use smaller repetition counts.
select-regex-expensive = It looks far ahead for each of many matches. Limit what a match may contain, for example with [^<]* instead of .*, or remove the optional end.
select-regex-other = The regex engine says: { $detail }.
select-jsonpath-root = A JSONPath starts with “$”, the whole document.
select-jsonpath-other = Something is missing or does not belong there. A path looks like $.items[*].title.
select-jsonpath-syntax = The parser says: { $detail }. A path looks like $.items[*].title.
select-label-many = There are more than { $limit } labels. Keep the most likely ones.
select-css-jquery-header = “{ $rest }” is a jQuery extension, not CSS. Write h1, h2, h3, h4, h5, h6 instead.
select-css-jquery-seen = “{ $rest }” depends on how a browser shows the page, which is unknown here. Use a class or an attribute, such as :not([hidden]).
select-css-jquery-parent = “{ $rest }” is a jQuery extension. Write :not(:empty) instead.
select-css-jquery-form = “{ $rest }” is a jQuery extension. Write the element and its type instead, such as input[type="text"], or option[selected].
select-css-number = :{ $name }() takes a whole number, such as :{ $name }(0).
select-css-text = :{ $name }() takes a string, such as :{ $name }("word").
select-css-argument = :{ $name } needs an argument in parentheses, such as :{ $name }(0) or :{ $name }("word").
select-css-no-argument = :{ $name } takes no argument. Remove the parentheses.
select-css-unclosed = This bracket or quotation mark is never closed. Add the closing one.
select-css-inside = Matching by text or position does not work inside :{ $name }(). Move it outside.
select-css-place-inside = A position such as :eq() or :first has no clear meaning inside another pseudo-class. Use it outside the parentheses, or alone in :not().
select-regex-group = The pattern has no group “{ $group }”. Its groups are numbered from 1 to { $last }; 0 is the whole match.
