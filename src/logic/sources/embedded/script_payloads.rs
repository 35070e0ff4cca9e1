//! Data that scripts hand to a function: the parts of a stream of React Router and Remix
//! (`….streamController.enqueue("…")`), and the pages that SvelteKit starts with
//! (`kit.start(app, element, {node_ids: …, data: […]})`). Input: scripts in page order. Output: the text
//! of the stream; the data of a start.

use serde_json::Value;

use super::copy_budget::CopyBudget;
use super::literal::Literals;

const ENQUEUE: &str = ".streamController.enqueue(";
const NODES: &str = "node_ids:";
/// The maximum length of all parts of a stream, in bytes.
const MAX_BYTES: usize = 20_000_000;
/// What stands between the bracket of an object and its first name.
const SPACE: [char; 4] = [' ', '\n', '\t', '\r'];

/// Adds the parts of `script` to `stream`.
pub(super) fn collect(script: &str, stream: &mut String, budget: &CopyBudget) {
    let mut rest = script;
    while let Some(at) = rest.find(ENQUEUE) {
        let mut reader = Literals::new(rest, at + ENQUEUE.len(), budget);
        match reader.value(0) {
            Some(Value::String(text)) if stream.len().saturating_add(text.len()) <= MAX_BYTES => {
                stream.push_str(&text);
                rest = reader.rest();
            }
            _ => rest = rest.get(at + ENQUEUE.len()..).unwrap_or(""),
        }
    }
}

/// The data of the pages that `script` starts with.
pub(super) fn started(script: &str, budget: &CopyBudget) -> Option<Value> {
    let at = script.find(NODES)?;
    let before = script.get(..at)?.trim_end_matches(SPACE);
    let open = before.strip_suffix('{')?.len();
    let Value::Object(mut start) = Literals::new(script, open, budget).value(0)? else {
        return None;
    };
    let mut data = start.remove("data")?;
    let nodes = data.as_array_mut()?;
    for node in nodes.iter_mut() {
        if let Some(inner) = node.get_mut("data") {
            *node = inner.take();
        }
    }
    nodes.iter().any(|node| !node.is_null()).then_some(data)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_parts_of_a_stream_are_put_together() {
        let mut stream = String::new();
        collect(
            "window.__c.streamController.enqueue(\"[{\\\"_1\");x.streamController.enqueue(f());",
            &mut stream,
            &CopyBudget::default(),
        );
        collect(
            "a.streamController.enqueue(\"\\\":2}]\\n\");",
            &mut stream,
            &CopyBudget::default(),
        );
        assert_eq!(stream, "[{\"_1\":2}]\n");
    }

    #[test]
    fn the_data_of_a_start_is_read() {
        let script = "{ __sveltekit_1a = { base: \"\" }; Promise.all([import(\"./a.js\")]).then(([kit, app]) => {\n\
            kit.start(app, element, {\n node_ids: [0, 2],\n data: [null,{type:\"data\",data:{posts:[{title:\"One\",\
            at:new Date(5)}],late:__sveltekit_1a.defer(1)},uses:{}}],\n form: null, error: null }); }); }";
        let expected = json!([null, {"posts": [{"title": "One", "at": 5}], "late": null}]);
        assert_eq!(started(script, &CopyBudget::default()), Some(expected));
        assert_eq!(
            started(
                "kit.start(app, element, {node_ids: [0], data: [null]})",
                &CopyBudget::default()
            ),
            None
        );
        assert_eq!(started("node_ids: [0]", &CopyBudget::default()), None);
    }

    proptest! {
        #[test]
        fn any_script_is_read(text in "(\\{|\\}|\\[|\\]|node_ids:|data:|\\.streamController\\.enqueue\\(|\"|,|1|\\PC){0,24}") {
            let _ = started(&text, &CopyBudget::default());
            collect(&text, &mut String::new(), &CopyBudget::default());
        }
    }
}
