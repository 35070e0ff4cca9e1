//! Speaks the inspection protocol: reads the accessibility tree, as a screen reader would. Input
//! goes another way, see [`super::input`].

use std::collections::BTreeMap;
use std::net::TcpStream;

use eframe::egui::accesskit::{Node, NodeId, Role, TreeUpdate};
use egui_inspection::protocol::{Request, Response, read_handshake, read_message, write_message};

/// A connection to a window.
#[derive(Default)]
pub struct Driver {
    stream: Option<TcpStream>,
}

impl Driver {
    /// Shakes hands.
    pub fn over(stream: TcpStream) -> Self {
        read_handshake(&stream).expect("the window's inspection port");
        Self {
            stream: Some(stream),
        }
    }

    fn ask(&mut self, request: &Request) -> Response {
        let stream = self.stream.as_ref().expect("connected");
        write_message(stream, request).expect("the window takes requests");
        let answer: Response = read_message(stream).expect("the window answers");
        if let Response::Error { message } = &answer {
            panic!("the window refused {request:?}: {message}");
        }
        answer
    }

    /// Makes the window that large.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.ask(&Request::Resize { width, height });
    }

    /// The window as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let request = Request::GetScreenshot {
            pixels_per_point: Some(1.0),
        };
        match self.ask(&request) {
            Response::Screenshot(png) => png.bytes,
            other => panic!("no picture but {other:?}"),
        }
    }

    /// Where to click on what has that name (or has it in its name). Controls go before labels.
    pub fn spot(&mut self, name: &str, part: bool) -> Option<[f32; 2]> {
        let nodes = self.nodes();
        let fits = |text: &str| {
            if part {
                text.contains(name)
            } else {
                text == name
            }
        };
        let usable = |node: &&Named| fits(&node.name) && node.enabled;
        let mut found: Vec<&Named> = nodes.iter().filter(usable).collect();
        found.sort_by_key(|node| match node.role {
            Role::Button | Role::CheckBox | Role::RadioButton => 0,
            Role::Label | Role::TextRun => 2,
            _ => 1,
        });
        found.first().map(|node| node.centre())
    }

    /// Where to click on the button that has `part` in its name.
    pub fn button(&mut self, part: &str) -> Option<[f32; 2]> {
        let mut nodes = self.nodes().into_iter();
        let found = nodes
            .find(|node| node.role == Role::Button && node.enabled && node.name.contains(part));
        found.map(|node| node.centre())
    }

    /// The whole name of what has `part` in it; empty when there is nothing.
    pub fn name(&mut self, part: &str) -> String {
        let mut nodes = self.nodes().into_iter();
        let found = nodes.find(|node| node.name.contains(part));
        found.map_or_else(String::new, |node| node.name)
    }

    /// How many things have `part` in their name.
    pub fn count(&mut self, part: &str) -> usize {
        let nodes = self.nodes();
        nodes.iter().filter(|node| node.name.contains(part)).count()
    }

    /// The place of what has that name (or has it in its name): left, top, right, bottom.
    pub fn place(&mut self, name: &str, part: bool) -> Option<[f32; 4]> {
        let nodes = self.nodes();
        let fits = |node: &&Named| node.name == name || part && node.name.contains(name);
        nodes.iter().find(fits).map(|node| node.place)
    }

    /// What is said as the value of that whose name contains `part`.
    pub fn value(&mut self, part: &str) -> Option<String> {
        let nodes = self.nodes();
        let found = nodes.into_iter().find(|node| node.name.contains(part))?;
        found.value
    }

    /// Where to click on the text field of that name.
    pub fn field(&mut self, name: &str) -> Option<[f32; 2]> {
        Some(self.text_field(name)?.centre())
    }

    /// Whether typing goes to the field of that name.
    pub fn takes_keys(&mut self, name: &str) -> bool {
        self.text_field(name).is_some_and(|field| field.focused)
    }

    /// The text in the field of that name.
    pub fn written(&mut self, name: &str) -> Option<String> {
        Some(self.text_field(name)?.value.unwrap_or_default())
    }

    fn text_field(&mut self, name: &str) -> Option<Named> {
        let fields = [
            Role::TextInput,
            Role::SpinButton,
            Role::MultilineTextInput,
            Role::PasswordInput,
        ];
        let mut nodes = self.nodes().into_iter();
        nodes.find(|node| node.name == name && fields.contains(&node.role))
    }

    /// All names, for the message of a test that fails.
    pub fn shown(&mut self) -> String {
        let names = self
            .nodes()
            .into_iter()
            .map(|node| format!("{:?} {:?} {:?}", node.role, node.name, node.value));
        names.collect::<Vec<_>>().join("\n")
    }

    fn nodes(&mut self) -> Vec<Named> {
        let Response::Tree {
            accesskit: Some(tree),
            ..
        } = self.ask(&Request::GetTree)
        else {
            return Vec::new();
        };
        named(&tree)
    }
}

/// A node that can be seen.
struct Named {
    role: Role,
    name: String,
    value: Option<String>,
    enabled: bool,
    /// Whether the keyboard's input goes to it.
    focused: bool,
    /// Left, top, right, bottom.
    place: [f32; 4],
}

impl Named {
    fn centre(&self) -> [f32; 2] {
        let [left, top, right, bottom] = self.place;
        [f32::midpoint(left, right), f32::midpoint(top, bottom)]
    }
}

fn named(tree: &TreeUpdate) -> Vec<Named> {
    let by_id: BTreeMap<NodeId, &Node> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let own = |node: &Node| {
        let text = node.label().map(str::to_owned);
        text.or_else(|| {
            (node.role() == Role::Label)
                .then(|| node.value().map(str::to_owned))
                .flatten()
        })
    };
    tree.nodes
        .iter()
        .filter(|(_, node)| !node.is_hidden())
        .filter_map(|(id, node)| {
            let name = own(node).or_else(|| {
                node.labelled_by()
                    .iter()
                    .find_map(|id| by_id.get(id).and_then(|label| own(label)))
            })?;
            let bounds = node.bounds()?;
            Some(Named {
                role: node.role(),
                name,
                value: node.value().map(str::to_owned),
                enabled: !node.is_disabled(),
                focused: *id == tree.focus,
                place: [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|edge| edge as f32),
            })
        })
        .collect()
}
