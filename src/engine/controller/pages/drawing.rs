//! The picture of an open page: laid out, painted tile by tile, and laid out again for another
//! width or scale. A page with slow style sheets or images is first shown without them, then again
//! with them. Nothing is requested from the site twice. The child process that draws is ended while
//! the page is not visible, and restarted by the next requested tile.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;

use super::page_resources;
use super::page_thread::PageText;
use crate::context::EngineContext;
use crate::page_resources::PageResources;
use crate::protocol::{Event, PageTicket};
use bowerbird_io::preview::{
    Layout, PreviewError, PreviewLimits, PreviewRequest, PreviewSession, ResourceLoader,
};
use bowerbird_logic::messages::Explain;

/// How long the first picture waits for style sheets and images: the user sees the text within a
/// moment, and the styling as soon as it has loaded.
const FIRST_PICTURE: Duration = Duration::from_millis(100);

/// A request for a page's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::controller) enum Drawing {
    /// A tile, by its number from the top.
    Tile(u32),
    /// The page is not visible for now.
    Rest,
    /// Draw it in another size.
    Size(Size),
}

/// The size in which a page is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::controller) struct Size {
    /// Width in CSS pixels.
    pub(in crate::controller) width: u32,
    /// Device pixels per CSS pixel.
    pub(in crate::controller) scale: f32,
}

/// A page being drawn.
pub(in crate::controller) struct Picture {
    pub(in crate::controller) context: Arc<EngineContext>,
    pub(in crate::controller) ticket: PageTicket,
    pub(in crate::controller) text: Arc<PageText>,
    pub(in crate::controller) size: Size,
}

type Drawn = Result<(PreviewSession, Layout), PreviewError>;

impl Picture {
    /// Lays the page out for the first time; [`Self::serve`] reports it.
    pub(in crate::controller) async fn first(&self) -> Drawn {
        let limits = PreviewLimits {
            resource_time: FIRST_PICTURE,
            ..PreviewLimits::default()
        };
        self.lay_out(limits).await
    }

    /// Reports the layout and paints tiles, again for every new size, until the page is closed.
    pub(in crate::controller) async fn serve(
        mut self,
        first: Drawn,
        mut wishes: Receiver<Drawing>,
    ) {
        let lacks = matches!(&first, Ok((preview, _)) if preview.lacks_resources());
        let mut better = lacks.then(|| self.in_full());
        let mut drawn = first;
        loop {
            let shown = self.show(drawn, better.take(), &mut wishes).await;
            drawn = match shown {
                Next::Closed => return,
                Next::Drawn(better) => Ok(*better),
                Next::Size(size) => {
                    self.size = size;
                    self.lay_out(PreviewLimits::default()).await
                }
            };
        }
    }

    /// Serves one picture until another one replaces it.
    async fn show(
        &self,
        drawn: Drawn,
        mut better: Option<Ahead>,
        wishes: &mut Receiver<Drawing>,
    ) -> Next {
        let mut child = match drawn {
            Ok((preview, layout)) => {
                self.context.publish(Event::PageDrawn {
                    ticket: self.ticket,
                    layout: Arc::new(layout),
                });
                if better.is_none() {
                    page_resources::keep_in_time(&self.text);
                }
                Child::Awake(Box::new(preview))
            }
            Err(error) => {
                self.not_drawn(&error);
                Child::Dead
            }
        };
        loop {
            tokio::select! {
                again = ahead(&mut better) => {
                    better = None;
                    if let Ok(Ok(again)) = again {
                        return Next::Drawn(Box::new(again));
                    }
                }
                wish = wishes.recv() => match wish {
                    None => return Next::Closed,
                    Some(Drawing::Size(size)) => return Next::Size(newest(size, wishes)),
                    Some(Drawing::Rest) => child.rest(),
                    Some(Drawing::Tile(number)) => {
                        if let Err(error) = self.paint(&mut child, number).await {
                            child = Child::Dead;
                            self.not_drawn(&error);
                        }
                    }
                }
            }
        }
    }

    async fn paint(&self, child: &mut Child, number: u32) -> Result<(), PreviewError> {
        let tile = match child {
            Child::Dead => return Ok(()),
            Child::Awake(preview) => preview.tile(number).await?,
            Child::Resting => {
                let (mut preview, _) = self.lay_out(PreviewLimits::default()).await?;
                let tile = preview.tile(number).await?;
                *child = Child::Awake(Box::new(preview));
                tile
            }
        };
        self.context.publish(Event::Tile {
            ticket: self.ticket,
            number: tile.number,
            size: [tile.width, tile.height],
            rgba: Arc::new(tile.rgba),
        });
        Ok(())
    }

    fn not_drawn(&self, error: &PreviewError) {
        self.context.publish(Event::PageNotDrawn {
            ticket: self.ticket,
            message: error.explain(),
        });
    }

    async fn lay_out(&self, limits: PreviewLimits) -> Drawn {
        let (request, loader) = (self.request(), self.loader());
        PreviewSession::open_with(&self.context.options.worker, request, loader, limits).await
    }

    /// The same with all its resources, while the first picture is shown.
    fn in_full(&self) -> Ahead {
        let (request, loader) = (self.request(), self.loader());
        let context = Arc::clone(&self.context);
        Ahead(tokio::spawn(async move {
            PreviewSession::open(&context.options.worker, request, loader).await
        }))
    }

    fn loader(&self) -> Arc<dyn ResourceLoader> {
        Arc::<dyn PageResources>::clone(&self.text.resources)
    }

    fn request(&self) -> PreviewRequest {
        PreviewRequest {
            html: self.text.came.html.clone(),
            url: self.text.came.url.clone(),
            width: self.size.width,
            scale: self.size.scale,
        }
    }
}

/// The child process that draws.
enum Child {
    Awake(Box<PreviewSession>),
    /// Ended for now.
    Resting,
    /// It cannot draw this page.
    Dead,
}

impl Child {
    fn rest(&mut self) {
        if matches!(self, Self::Awake(_)) {
            *self = Self::Resting;
        }
    }
}

/// The last of the waiting sizes; tiles of the old picture are dropped.
fn newest(mut size: Size, wishes: &mut Receiver<Drawing>) -> Size {
    while let Ok(wish) = wishes.try_recv() {
        if let Drawing::Size(newer) = wish {
            size = newer;
        }
    }
    size
}

/// Why a picture is replaced.
enum Next {
    /// The page was closed.
    Closed,
    /// Another size is requested.
    Size(Size),
    /// It was drawn again with all its resources.
    Drawn(Box<(PreviewSession, Layout)>),
}

/// A drawing in progress; cancelled on drop.
struct Ahead(JoinHandle<Drawn>);

impl Drop for Ahead {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn ahead(better: &mut Option<Ahead>) -> Result<Drawn, tokio::task::JoinError> {
    match better {
        Some(drawing) => (&mut drawing.0).await,
        None => std::future::pending().await,
    }
}
