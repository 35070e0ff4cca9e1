//! A function that is called where it stands and returns data, as Nuxt writes its state:
//! `(function(a,b){b.x=1;return {data:[a,b]}}("text",{}))`, or SvelteKit what it has more than once:
//! `(function(){let a={};a.x=1;return [a,a]}())`. Its parameters stand for the arguments; statements
//! other than declarations, assignments to parts of them, and `return`, end the reading.

use serde_json::Value;

use super::literal::{Literals, NamedValues, size};

/// The maximum number of parameters, and of statements before `return`.
const MAX_PARAMETERS: usize = 20_000;
const MAX_STATEMENTS: usize = 100_000;

/// The value of the call that begins at `function`.
pub(super) fn called(outer: &mut Literals<'_>, depth: usize) -> Option<Value> {
    outer.takes("function").then_some(())?;
    outer.space();
    let parameters = parameters(outer)?;
    outer.space();
    let body = block(outer)?;
    outer.space();
    // `(function(){…})()` as well as `(function(){…}())`.
    let closed = outer.takes(")");
    outer.space();
    outer.takes("(").then_some(())?;
    let mut names = NamedValues::new();
    let mut given = parameters.iter();
    loop {
        outer.space();
        if outer.takes(")") {
            break;
        }
        let value = outer.value(depth + 1)?;
        if let Some(name) = given.next() {
            names.insert((*name).to_owned(), value);
        }
        outer.space();
        outer.takes(",");
    }
    for name in given {
        names.insert((*name).to_owned(), Value::Null);
    }
    if !closed {
        outer.space();
        outer.takes(")");
    }
    returned(body, names, outer, depth)
}

fn parameters<'t>(outer: &mut Literals<'t>) -> Option<Vec<&'t str>> {
    outer.name();
    outer.space();
    outer.takes("(").then_some(())?;
    let mut names = Vec::new();
    loop {
        outer.space();
        if outer.takes(")") {
            return Some(names);
        }
        names.push(outer.name()?);
        if names.len() > MAX_PARAMETERS {
            return None;
        }
        outer.space();
        outer.takes(",");
    }
}

/// What stands between the braces that come next.
fn block<'t>(outer: &mut Literals<'t>) -> Option<&'t str> {
    outer.takes("{").then_some(())?;
    let start = outer.at;
    let mut open = 1_usize;
    loop {
        let rest = outer.rest();
        let next = rest.find(['{', '}', '"', '\'', '`'])?;
        outer.at += next;
        match outer.peek()? {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {
                outer.string()?;
                continue;
            }
        }
        outer.at += 1;
        if open == 0 {
            return outer.text.get(start..outer.at - 1);
        }
    }
}

/// What the body of a function in `outer` returns.
fn returned(
    body: &str,
    mut names: NamedValues,
    outer: &mut Literals<'_>,
    depth: usize,
) -> Option<Value> {
    let mut at = 0;
    for _ in 0..MAX_STATEMENTS {
        let mut reader = Literals {
            text: body,
            at,
            names: Some(&names),
            left: outer.left,
            is_secondary: outer.is_secondary,
            budget: outer.budget,
        };
        reader.space();
        if reader.takes("return") {
            let value = reader.value(depth + 1)?;
            (outer.left, outer.is_secondary) = (reader.left, reader.is_secondary);
            return Some(value);
        }
        let is_new = ["let ", "var ", "const "]
            .iter()
            .any(|word| reader.takes(word));
        reader.space();
        let path = path(&mut reader)?;
        reader.space();
        reader.takes("=").then_some(())?;
        let value = reader.value(depth + 1)?;
        reader.space();
        reader.takes(";");
        at = reader.at;
        (outer.left, outer.is_secondary) = (reader.left, reader.is_secondary || is_new);
        if is_new && let [name] = path.as_slice() {
            names.entry(name.clone()).or_default();
        }
        assign(&mut names, &path, value)?;
    }
    None
}

/// `a.b["c"][0]`
fn path(reader: &mut Literals<'_>) -> Option<Vec<String>> {
    let mut path = vec![reader.name()?.to_owned()];
    loop {
        if reader.takes(".") {
            path.push(reader.name()?.to_owned());
        } else if reader.takes("[") {
            let key = reader.value(0)?;
            path.push(match key {
                Value::String(key) => key,
                key => key.to_string(),
            });
            reader.takes("]").then_some(())?;
        } else {
            return Some(path);
        }
    }
}

fn assign(names: &mut NamedValues, path: &[String], value: Value) -> Option<()> {
    let (first, inner) = path.split_first()?;
    let mut place = names.get_mut(first)?;
    for key in inner {
        place = match place {
            Value::Array(items) => {
                let at: usize = key.parse().ok()?;
                // Holes are few in what a server writes.
                if at
                    > items
                        .len()
                        .saturating_add(size(&value))
                        .saturating_add(1_000)
                {
                    return None;
                }
                while items.len() <= at {
                    items.push(Value::Null);
                }
                items.get_mut(at)?
            }
            Value::Object(map) => map.entry(key.clone()).or_insert(Value::Null),
            _ => return None,
        };
    }
    *place = value;
    Some(())
}
