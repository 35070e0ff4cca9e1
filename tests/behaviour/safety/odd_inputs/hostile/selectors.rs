//! Selectors, and pages for them.

use super::{Hostile, K, hostile, nested, numbered, over};

pub const ALL: &[Hostile] = &[
    hostile("css", "has of has", 20 * K, |n| {
        [
            nested("*:has(", "*", ")", 200, "\n"),
            over("", "<div>", "", n),
        ]
        .concat()
    }),
    hostile("css", "has over siblings", 40 * K, |n| {
        over("p:has(~ p ~ p ~ p ~ b)\n", "<p>", "", n)
    }),
    hostile("css", "descendants of descendants", 40 * K, |n| {
        over("* * * * * * * * * * * x\n", "<div>", "", n)
    }),
    hostile("css", "siblings of siblings", 40 * K, |n| {
        over("p ~ p ~ p ~ p ~ p ~ p ~ b\n", "<p>", "", n)
    }),
    hostile("css", "nth of a list", 40 * K, |n| {
        over("p:nth-last-child(2n+1 of p, :has(b))\n", "<p>", "", n)
    }),
    hostile("css", "not of not", 40 * K, |n| {
        [nested(":not(", "p", ")", 200, "\n"), over("", "<p>", "", n)].concat()
    }),
    hostile("css", "many alternatives", 60 * K, |n| {
        over("", "a b > c ~ d:not(e), ", "f", n)
    }),
    hostile("css", "is of is", 60 * K, |n| {
        nested(":is(", "a", ")", n / 5, "")
    }),
    hostile("css", "extensions in is", 20 * K, |n| {
        nested(":is(b, a:contains(", "x", "))", n / 20, "")
    }),
    hostile("css", "brackets", 60 * K, |n| {
        over(":contains(", "([", "", n)
    }),
    hostile("css", "alternating is", 4 * K, |n| {
        over("", ":is(a:contains(x), ", "", n)
    }),
    hostile("css", "contains of contains", 40 * K, |n| {
        over(
            "*:contains(x):not(:contains(y)) *:contains(x)\n",
            "<div>x",
            "",
            n,
        )
    }),
    hostile("css", "matches deep", 40 * K, |n| {
        over("*:matches((x+)+y)\n", "<div>x", "", n)
    }),
    hostile("css", "is of is, looking up", 20 * K, |n| {
        [
            nested(":is(", "b", " *)", 6, "\n"),
            over("", "<div>", "", n),
        ]
        .concat()
    }),
    hostile("css", "has of has, a few", 20 * K, |n| {
        [
            nested("div:has(", "b", ")", 6, "\n"),
            over("", "<div>", "", n),
        ]
        .concat()
    }),
    hostile("css", "places among siblings", 200 * K, |n| {
        over("p:nth-child(2n+1), p:nth-last-of-type(3n)\n", "<p>", "", n)
    }),
    hostile("css", "only one of its kind", 200 * K, |n| {
        over("p:only-of-type\n", "<p>", "", n)
    }),
    hostile("xpath", "all of all", 40 * K, |n| {
        over("//*//*//*//*//*//*\n", "<div>", "", n)
    }),
    hostile("xpath", "counts of counts", 40 * K, |n| {
        over(
            "//*[count(.//*[count(.//*[count(.//*) > 1]) > 1]) > 1]\n",
            "<div>",
            "",
            n,
        )
    }),
    hostile("xpath", "preceding of following", 40 * K, |n| {
        over("//p[preceding::p[following::p = 'y']]\n", "<p>x", "", n)
    }),
    hostile("xpath", "namespaces", 40 * K, |n| {
        over("//p/namespace::*[//*]\n", "<p>x", "", n)
    }),
    hostile("xpath", "texts together", 40 * K, |n| {
        over(
            "string-length(translate(concat(/, /, /, /), 'abc', 'def'))\n",
            "<p>abc",
            "",
            n,
        )
    }),
    hostile("xpath", "texts of every element", 40 * K, |n| {
        over("//*[contains(., 'zzz')]\n", "<div>xy", "", n)
    }),
    hostile("xpath", "sets compared", 40 * K, |n| {
        over("//*[//text() = //@id]\n", "<p id=x>y", "", n)
    }),
    hostile("xpath", "brackets", 60 * K, |n| {
        nested("(", "1", ")", n / 2, "")
    }),
    hostile("xpath", "minus signs", 60 * K, |n| over("", "-", "1", n)),
    hostile("xpath", "predicates", 60 * K, |n| over("//a", "[1]", "", n)),
    hostile("xpath", "predicates in predicates", 60 * K, |n| {
        nested("a[", "1", "]", n / 3, "")
    }),
    hostile("xpath", "unions", 60 * K, |n| over("//a", " | //b", "", n)),
    hostile("xpath", "steps", 60 * K, |n| over("/", "/*", "", n)),
    hostile("xpath", "texts compared by the slow way", 200 * K, |n| {
        let page = "<div>".repeat(400);
        over(
            &format!("//*[. = //*]/namespace::*[//*]\n{page}"),
            "x",
            "",
            n,
        )
    }),
    hostile("regex", "repeats of repeats", 20 * K, |n| {
        over("(?:(?:(?:x*)*)*)*$\n<p>", "x", "", n)
    }),
    hostile("regex", "large counts", 20 * K, |n| {
        over("(?:.{0,999}x){0,9}\n<p>", "y", "", n)
    }),
    hostile("regex", "brackets", 60 * K, |n| {
        nested("(", "x", ")", n / 2, "")
    }),
    hostile("regex", "classes", 60 * K, |n| {
        over("", "[^\\p{L}\\w--\\d]", "", n)
    }),
    hostile("regex", "every second", 200 * K, |n| {
        over("x.*y|x\n", "x", "", n)
    }),
    hostile("label", "labels", 60 * K, |n| {
        over("Author\n", "<dt>Author<dd>x", "", n)
    }),
    hostile("label", "cells", 60 * K, |n| {
        over("Author\n<table>", "<tr><th>Author<td rowspan=999>x", "", n)
    }),
    hostile("label", "deep boxes", 60 * K, |n| {
        over("Author\n", "<div><b>Author</b>:", "", n)
    }),
    hostile("label", "one line", 60 * K, |n| {
        over("Author\n<p>", "Author: x ", "", n)
    }),
    hostile("label", "one label of many", 60 * K, |n| {
        numbered("", |i| format!("l{i}\u{1f}"), "x\n<p>x: y", n)
    }),
    hostile("label", "tables in tables", 60 * K, |n| {
        over("Author\n", "<table><tr><td>Author<td>", "", n)
    }),
    hostile("jsonpath", "levels", 1_000, |n| {
        nested("$..*..*..*\n[", "1", "]", 100.min(n), "")
    }),
    hostile("jsonpath", "filters", 60 * K, |n| {
        over("$[?@[?@[?@ > 1]]]\n[", "[[1,2]],", "1]", n)
    }),
    hostile("jsonpath", "filters over the whole", 20 * K, |n| {
        over("$[?count($..*) > 1]\n[", "1,", "1]", n)
    }),
    hostile("jsonpath", "patterns", 60 * K, |n| {
        over("$[?search(@, '(x+x+)+y')]\n[\"", "x", "\"]", n)
    }),
    hostile("jsonpath", "one pattern for many", 60 * K, |n| {
        over("$[?match(@, '(?:a{0,99}){0,99}')]\n[", "\"x\",", "1]", n)
    }),
    hostile("jsonpath", "brackets", 60 * K, |n| {
        nested("$[?", "@", "]", n / 4, "")
    }),
    hostile("jsonpath", "parentheses", 60 * K, |n| {
        [b"$[?".to_vec(), nested("(", "@.a", ")", n / 2, "]")].concat()
    }),
    hostile("jsonpath", "slices", 200 * K, |n| {
        over("$[::-1][::1]..[::2]\n[", "1,", "1]", n)
    }),
    hostile("jsonpath", "members of members", 60 * K, |n| {
        over("$..a\n", "{\"a\":", "1", n)
    }),
];
