//! Pages that a server sends in parts: placeholders first, then each part in a hidden box at the
//! end, which a script moves into place (React 18, `renderToPipeableStream`: part `S:1` replaces
//! the placeholder `B:1` of a `Suspense` boundary, or `P:1` in another part). Input: a page.
//! Output: the page as readers see it. Nothing is executed; the boxes name their targets.

use std::collections::HashMap;

use ego_tree::NodeId;
use scraper::{Html, Node};

use crate::page::Page;

/// The maximum number of parts that are moved.
const MAX_PARTS: usize = 500;

/// The page with its parts in place; `None` if it was sent in one piece.
pub(crate) fn assembled(page: &Page) -> Option<Page> {
    if !page.source().contains("id=\"S:") {
        return None;
    }
    let mut html = page.html().clone();
    let parts: Vec<(String, NodeId)> = named(&html, "div", "S:").take(MAX_PARTS).collect();
    let inner: HashMap<String, NodeId> = named(&html, "template", "P:").collect();
    let outer: HashMap<String, NodeId> = named(&html, "template", "B:").collect();
    let mut moved = false;
    for (number, part) in parts {
        let fallback = outer.get(&number);
        if let Some(place) = fallback.or(inner.get(&number)).copied() {
            moved |= fill(&mut html, part, place, fallback.is_some());
        }
    }
    moved.then(|| Page::parse(&html.html(), page.url()))
}

/// The elements `name` whose id starts with `mark`, by the rest of the id; boxes only if hidden.
fn named(html: &Html, name: &str, mark: &str) -> impl Iterator<Item = (String, NodeId)> {
    html.tree.nodes().filter_map(move |node| {
        let element = node.value().as_element()?;
        let number = element.attr("id")?.strip_prefix(mark)?;
        let fits = element.name() == name && (name != "div" || element.attr("hidden").is_some());
        fits.then(|| (number.to_owned(), node.id()))
    })
}

/// Moves the children of `part` to `place`, and removes the previous content if it was a fallback.
fn fill(html: &mut Html, part: NodeId, place: NodeId, has_fallback: bool) -> bool {
    let Some(holder) = html.tree.get(place) else {
        return false;
    };
    // A part that targets a place within itself would remove itself.
    if holder.parent().is_none() || holder.ancestors().any(|above| above.id() == part) {
        return false;
    }
    let mut gone = if has_fallback {
        fallback_of(html, place)
    } else {
        Vec::new()
    };
    // The part must not be removed along with the placeholder.
    if gone.contains(&part) {
        return false;
    }
    gone.extend([place, part]);
    let children = html
        .tree
        .get(part)
        .map(|part| part.children().map(|c| c.id()).collect());
    let children: Vec<NodeId> = children.unwrap_or_default();
    for child in children {
        if let Some(mut holder) = html.tree.get_mut(place) {
            holder.insert_id_before(child);
        }
    }
    for node in gone {
        if let Some(mut node) = html.tree.get_mut(node) {
            node.detach();
        }
    }
    true
}

/// The nodes after a placeholder up to the comment that ends the boundary; if comments were
/// stripped, the only element there.
fn fallback_of(html: &Html, place: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut open = 0_usize;
    for node in html
        .tree
        .get(place)
        .into_iter()
        .flat_map(|n| n.next_siblings())
    {
        if let Node::Comment(comment) = node.value() {
            match &**comment {
                "/$" if open == 0 => return found,
                "/$" => open -= 1,
                "$" | "$?" | "$!" => open += 1,
                _ => {}
            }
        }
        found.push(node.id());
    }
    let next = html
        .tree
        .get(place)
        .and_then(|n| n.next_siblings().find(|n| n.value().is_element()));
    let alone = next.filter(|n| {
        n.value()
            .as_element()
            .is_some_and(|e| e.name() != "template")
    });
    alone.map(|n| n.id()).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn text(body: &str) -> Option<String> {
        let url = Url::parse("http://example.com/").unwrap();
        let page = assembled(&Page::parse(body, &url))?;
        Some(page.html().root_element().text().collect())
    }

    #[test]
    fn parts_go_to_their_places_and_fallbacks_go() {
        let body = "<main><p>One</p><!--$?--><template id=\"B:0\"></template><i>Loading</i><b>now</b><!--/$--><p>Four</p></main>\
                    <div hidden id=\"S:0\"><p>Two</p><template id=\"P:1\"></template></div>\
                    <div hidden id=\"S:1\"><p>Three</p></div>";
        assert_eq!(text(body).unwrap(), "OneTwoThreeFour");
        // Without the comments the fallback is a single element.
        let bare = body
            .replace("<!--$?-->", "")
            .replace("<!--/$-->", "")
            .replace("<b>now</b>", "");
        assert_eq!(text(&bare).unwrap(), "OneTwoThreeFour");
    }

    #[test]
    fn nothing_is_moved_where_nothing_fits() {
        assert_eq!(
            text("<p>One</p><div hidden id=\"S:0\"><p>Two</p></div>"),
            None
        );
        assert_eq!(text("<p>One</p><p id=\"T:0\">Two</p>"), None);
        let loops =
            "<p>One</p><div hidden id=\"S:0\"><template id=\"B:0\"></template><p>Two</p></div>";
        assert_eq!(text(loops), None);
    }
}
