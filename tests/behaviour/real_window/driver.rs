//! Speaks the inspection protocol: reads the accessibility tree, sends input.

use std::collections::BTreeMap;
use std::net::TcpStream;

use eframe::egui::accesskit::{Node, NodeId, Role, TreeUpdate};
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, TouchPhase, pos2, vec2,
};
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

    fn events(&mut self, events: Vec<Event>) {
        self.ask(&Request::ApplyEvents { events });
    }

    /// Makes the window that large.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.ask(&Request::Resize { width, height });
    }

    /// Clicks there.
    pub fn click(&mut self, spot: [f32; 2]) {
        let pos = pos2(spot[0], spot[1]);
        self.events(vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            self.events(vec![Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            }]);
        }
    }

    /// Turns the wheel there, so many points down.
    pub fn scroll(&mut self, spot: [f32; 2], down: f32) {
        self.events(vec![
            Event::PointerMoved(pos2(spot[0], spot[1])),
            Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, -down),
                phase: TouchPhase::Move,
                source: MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            },
        ]);
    }

    /// Presses and lets go of a key.
    pub fn key(&mut self, key: Key) {
        for pressed in [true, false] {
            self.events(vec![Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::NONE,
            }]);
        }
    }

    /// Replaces the text of the field there.
    pub fn fill(&mut self, spot: [f32; 2], text: &str) {
        self.click(spot);
        for pressed in [true, false] {
            self.events(vec![Event::Key {
                key: Key::A,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::COMMAND,
            }]);
        }
        self.events(vec![Event::Text(text.to_owned())]);
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
        let mut found: Vec<&Named> = nodes.iter().filter(|node| fits(&node.name)).collect();
        found.sort_by_key(|node| match node.role {
            Role::Button | Role::CheckBox | Role::RadioButton => 0,
            Role::Label | Role::TextRun => 2,
            _ => 1,
        });
        found.first().map(|node| node.centre)
    }

    /// The top left of what has `part` in its name.
    pub fn corner(&mut self, part: &str) -> Option<[f32; 2]> {
        let nodes = self.nodes();
        let found = nodes.iter().find(|node| node.name.contains(part));
        found.map(|node| node.corner)
    }

    /// Where to click on the text field of that name.
    pub fn field(&mut self, name: &str) -> Option<[f32; 2]> {
        let fields = [
            Role::TextInput,
            Role::MultilineTextInput,
            Role::PasswordInput,
        ];
        self.nodes()
            .into_iter()
            .find(|node| node.name == name && fields.contains(&node.role))
            .map(|node| node.centre)
    }

    /// All names, for the message of a test that fails.
    pub fn shown(&mut self) -> String {
        let names = self
            .nodes()
            .into_iter()
            .map(|node| format!("{:?} {:?}", node.role, node.name));
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
    centre: [f32; 2],
    corner: [f32; 2],
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
        .filter_map(|(_, node)| {
            let name = own(node).or_else(|| {
                node.labelled_by()
                    .iter()
                    .find_map(|id| by_id.get(id).and_then(|label| own(label)))
            })?;
            let bounds = node.bounds()?;
            let point = |x: f64, y: f64| [x as f32, y as f32];
            let (x, y) = (bounds.x0, bounds.y0);
            let centre = point(f64::midpoint(x, bounds.x1), f64::midpoint(y, bounds.y1));
            let corner = point(x, y);
            Some(Named {
                role: node.role(),
                name,
                centre,
                corner,
            })
        })
        .collect()
}
