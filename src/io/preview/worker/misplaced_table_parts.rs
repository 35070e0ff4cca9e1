//! Misplaced table parts. CSS generates the missing boxes around them (CSS 2.2, 17.2.1): a table
//! around rows in a block, a cell around text in a row. Blitz generates none: it lays such rows out
//! as blocks, and draws nothing of a table outside of cells. Here the elements' own display is
//! changed, so that no node is added: selectors keep matching and element numbers stay.

use std::collections::HashMap;

use blitz_dom::node::LayoutData;
use blitz_dom::{Node, NodeId, QualName, local_name, ns};
use style::computed_values::position::T as Position;
use style::values::computed::Size;
use style::values::specified::box_::{Display, DisplayInside, DisplayOutside};

use super::document::Document;

/// Gives misplaced tables and table parts a display with which they are drawn; returns whether
/// there were any, so that the page must be laid out again.
pub(super) fn adopt(document: &mut Document) -> bool {
    let mut changes = Changes::new(document);
    // In page order: the result for a parent affects its children.
    for placed in &document.elements {
        let Some(node) = document.base.get_node(placed.node) else {
            continue;
        };
        match changes.display(node).map(|display| display.inside()) {
            Some(DisplayInside::Table) => changes.open_without_cells(node),
            Some(DisplayInside::Flow | DisplayInside::FlowRoot | DisplayInside::TableCell) => {
                changes.adopt_children(node);
            }
            _ => {}
        }
    }
    let styles: Vec<(NodeId, String)> = changes.styles();
    let found = !styles.is_empty();
    if found {
        forget_boxes(document);
    }
    let mut mutator = document.base.mutate();
    for (node, style) in styles {
        let name = QualName::new(None, ns!(), local_name!("style"));
        mutator.set_attribute(node, name, &style);
    }
    found
}

/// Makes the next layout rebuild all boxes. Blitz keeps the old boxes, with their positions, of
/// elements that no longer have any, such as rows in a table, and fails when they are gone.
fn forget_boxes(document: &mut Document) {
    for placed in &document.elements {
        let Some(node) = document.base.get_node(placed.node) else {
            continue;
        };
        node.layout_parent.set(None);
        node.oof_containing_block.set(None);
        for child in node.layout_children.take().into_iter().flatten() {
            if let Some(child) = document.base.get_node(child)
                && child.is_anonymous()
            {
                child.layout_children.take();
            }
        }
        let layout = document.base.get_node_mut(placed.node);
        if let Some(layout) = layout.and_then(Node::try_layout_data_mut) {
            *layout = LayoutData::default();
        }
    }
    document.base.set_incremental_layout(false);
}

/// New displays, in addition to those of the page's style sheets.
struct Changes<'a> {
    document: &'a Document,
    displays: HashMap<NodeId, Display>,
}

/// The role of a box's children in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Rows and groups of rows.
    Rows,
    /// Columns and column groups, which draw nothing.
    Columns,
    /// Cells.
    Cell,
    /// Its children count in its place.
    Contents,
    /// Text and everything else.
    Loose,
}

/// The content of a table or of rows.
#[derive(Default)]
struct Content {
    /// Rows and groups of rows, at any depth.
    rows: Vec<NodeId>,
    /// Whether there are cells.
    cells: bool,
    /// Whether there is content outside of cells.
    loose: bool,
}

impl<'a> Changes<'a> {
    fn new(document: &'a Document) -> Self {
        Self {
            document,
            displays: HashMap::new(),
        }
    }

    fn display(&self, node: &Node) -> Option<Display> {
        let changed = self.displays.get(&node.id).copied();
        changed.or_else(|| Some(node.primary_styles()?.clone_display()))
    }

    /// Turns a table without any content in cells into a block, and its rows too.
    fn open_without_cells(&mut self, table: &Node) {
        let content = self.content(table);
        if content.cells || !content.loose {
            return;
        }
        let inline = self.display(table).is_some_and(is_inline);
        let block = if inline {
            Display::InlineBlock
        } else {
            Display::Block
        };
        self.displays.insert(table.id, block);
        let rows = content.rows.into_iter().map(|row| (row, Display::Block));
        self.displays.extend(rows);
    }

    /// Finds a table for rows and cells outside of one: the parent, if it contains nothing else,
    /// else each becomes its own. A single one is its own table, and its parent keeps its width.
    fn adopt_children(&mut self, parent: &Node) {
        let parts = self.parts(parent);
        let mut orphans: Vec<(Part, &Node)> = Vec::new();
        let mut mixed = false;
        for (part, node) in &parts {
            let content = match part {
                Part::Rows => self.content(node),
                Part::Cell => Content {
                    cells: true,
                    ..Content::default()
                },
                Part::Contents | Part::Loose => Content {
                    loose: true,
                    ..Content::default()
                },
                Part::Columns => Content::default(),
            };
            // In a table, content outside of cells would not be drawn.
            mixed |= content.loose;
            if content.cells && !content.loose {
                orphans.push((*part, node));
            }
        }
        if orphans.is_empty() {
            return;
        }
        let Some(around) = self.display(parent) else {
            return;
        };
        let alone = parts.len() == 1 && orphans.iter().all(|(part, _)| *part == Part::Rows);
        let is_root = self.document.base.try_root_element().map(|root| root.id) == Some(parent.id);
        let free = around.inside() != DisplayInside::TableCell && !is_root;
        if free && !mixed && !alone {
            let table = table_like(is_inline(around));
            self.displays.insert(parent.id, table);
            return;
        }
        // Only an inline parent inside a block makes an inline table.
        let inline = is_inline(around) && around.inside() == DisplayInside::Flow;
        for (part, node) in orphans {
            if part == Part::Rows {
                self.displays.insert(node.id, table_like(inline));
            }
        }
    }

    /// Determines the content of a table or of rows.
    fn content(&self, around: &Node) -> Content {
        let mut content = Content::default();
        let mut waiting = self.parts(around);
        while let Some((part, node)) = waiting.pop() {
            match part {
                Part::Cell => content.cells = true,
                Part::Loose => content.loose = true,
                Part::Rows => {
                    content.rows.push(node.id);
                    waiting.extend(self.parts(node));
                }
                Part::Contents => waiting.extend(self.parts(node)),
                Part::Columns => {}
            }
        }
        content
    }

    /// The children that take part in the layout of `node`.
    fn parts(&self, node: &Node) -> Vec<(Part, &'a Node)> {
        let children = node.children.iter();
        let nodes = children.filter_map(|child| self.document.base.get_node(*child));
        nodes
            .filter_map(|child| Some((self.part(child)?, child)))
            .collect()
    }

    fn part(&self, node: &Node) -> Option<Part> {
        if !node.is_element() {
            return (node.is_text_node() && !node.is_whitespace_node()).then_some(Part::Loose);
        }
        let Some(styles) = node.primary_styles() else {
            return Some(Part::Loose);
        };
        if matches!(
            styles.clone_position(),
            Position::Absolute | Position::Fixed
        ) {
            return None;
        }
        match self.display(node)?.inside() {
            DisplayInside::None => None,
            DisplayInside::Contents => Some(Part::Contents),
            DisplayInside::TableRowGroup
            | DisplayInside::TableHeaderGroup
            | DisplayInside::TableFooterGroup
            | DisplayInside::TableRow => Some(Part::Rows),
            DisplayInside::TableColumn | DisplayInside::TableColumnGroup => Some(Part::Columns),
            DisplayInside::TableCell => Some(Part::Cell),
            _ => Some(Part::Loose),
        }
    }

    /// The style attributes with the new displays of the elements.
    fn styles(&self) -> Vec<(NodeId, String)> {
        let changed = self.displays.iter();
        changed
            .filter_map(|(node, display)| {
                let node = self.document.base.get_node(*node)?;
                Some((node.id, restyled(node, *display)?))
            })
            .collect()
    }
}

fn is_inline(display: Display) -> bool {
    display.outside() == DisplayOutside::Inline
}

fn table_like(inline: bool) -> Display {
    if inline {
        Display::InlineTable
    } else {
        Display::Table
    }
}

/// The element's style attribute with a new display. A block that becomes a table keeps its width
/// as its maximum: the table inside it would be as narrow as its content. A table that becomes a
/// block stays as narrow as its content.
fn restyled(node: &Node, display: Display) -> Option<String> {
    let styles = node.primary_styles()?;
    let was = styles.clone_display();
    let own = node
        .element_data()?
        .attr(local_name!("style"))
        .unwrap_or_default();
    let word = match display {
        Display::Table => "table",
        Display::InlineTable => "inline-table",
        Display::InlineBlock => "inline-block",
        _ => "block",
    };
    let width = match (was.inside(), display.inside(), styles.clone_width()) {
        (DisplayInside::Table, _, Size::Auto) => "width:fit-content!important".to_owned(),
        (DisplayInside::Flow | DisplayInside::FlowRoot, DisplayInside::Table, width) => {
            let most = match width {
                Size::LengthPercentage(width) => {
                    let pixels = width.0.to_length().map(|l| format!("{}px", l.px()));
                    pixels.or_else(|| Some(format!("{}%", width.0.to_percentage()?.0 * 100.0)))
                }
                _ => None,
            };
            let most = most.map(|most| format!(";max-width:{most}"));
            format!("width:auto!important{}", most.unwrap_or_default())
        }
        _ => String::new(),
    };
    Some(format!("{own};display:{word}!important;{width}"))
}
