//! The picture of an open page: laid out, painted strip by strip, and laid out again when another
//! width or scale is wanted. A page whose style sheets or images are slow is shown without them
//! first, then again with them. Nothing is asked of the site twice.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::Receiver;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Url;

use super::{Event, PageTicket};
use crate::engine::ground::Ground;
use crate::engine::resources::KeptResources;
use crate::io::fetch::Session;
use crate::io::preview::{Layout, PreviewError, PreviewLimits, PreviewRequest, PreviewSession};
use crate::logic::messages::Explain;

/// How long the first picture waits for style sheets and images.
const FIRST_PICTURE: Duration = Duration::from_millis(700);

/// How a page is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size {
    /// Width in CSS pixels.
    pub(super) width: u32,
    /// Device pixels per CSS pixel.
    pub(super) scale: f32,
}

/// A page to be drawn.
pub(super) struct Drawing {
    pub(super) ground: Arc<Ground>,
    pub(super) ticket: PageTicket,
    pub(super) html: String,
    pub(super) url: Url,
    pub(super) resources: Arc<KeptResources>,
}

type Drawn = Result<(PreviewSession, Layout), PreviewError>;

impl Drawing {
    /// The drawing of a page whose resources come through `session`.
    pub(super) fn new(
        ground: &Arc<Ground>,
        ticket: PageTicket,
        (html, url): (String, Url),
        session: Session,
    ) -> Self {
        Self {
            ground: Arc::clone(ground),
            ticket,
            html,
            url,
            resources: Arc::new(KeptResources::new(session)),
        }
    }

    /// Lays the page out for the first time; it is told by [`Self::serve`].
    pub(super) async fn first(&self, size: Size) -> Drawn {
        let limits = PreviewLimits {
            resource_time: FIRST_PICTURE,
            ..PreviewLimits::default()
        };
        self.lay_out(size, limits).await
    }

    /// Tells what was drawn and paints strips, again for every new size, until the page is closed.
    pub(super) async fn serve(
        self,
        first: Drawn,
        mut sizes: watch::Receiver<Size>,
        mut strips: Receiver<u32>,
    ) {
        let mut drawn = first;
        let mut is_first = true;
        loop {
            let size = *sizes.borrow_and_update();
            let better = (is_first && self.resources.waits()).then(|| self.in_full(size));
            is_first = false;
            let shown = self.show(drawn, better, &mut sizes, &mut strips).await;
            drawn = match shown {
                Next::Closed => return,
                Next::Drawn(better) => *better,
                Next::Size => {
                    let size = *sizes.borrow();
                    self.lay_out(size, PreviewLimits::default()).await
                }
            };
        }
    }

    /// Shows one picture until there is another one to show.
    async fn show(
        &self,
        drawn: Drawn,
        mut better: Option<Ahead>,
        sizes: &mut watch::Receiver<Size>,
        strips: &mut Receiver<u32>,
    ) -> Next {
        let mut preview = match drawn {
            Ok((preview, layout)) => {
                self.ground.tell(Event::PageDrawn {
                    ticket: self.ticket,
                    layout: Arc::new(layout),
                });
                Some(preview)
            }
            Err(error) => {
                self.not_drawn(&error);
                None
            }
        };
        loop {
            tokio::select! {
                changed = sizes.changed() => {
                    return if changed.is_ok() { Next::Size } else { Next::Closed };
                }
                again = ahead(&mut better) => {
                    better = None;
                    if let Ok(again @ Ok(_)) = again {
                        return Next::Drawn(Box::new(again));
                    }
                }
                strip = strips.recv() => {
                    let Some(number) = strip else {
                        return Next::Closed;
                    };
                    if let Some(open) = &mut preview
                        && let Err(error) = self.paint(open, number).await
                    {
                        preview = None;
                        self.not_drawn(&error);
                    }
                }
            }
        }
    }

    async fn paint(&self, preview: &mut PreviewSession, number: u32) -> Result<(), PreviewError> {
        let tile = preview.tile(number).await?;
        self.ground.tell(Event::Tile {
            ticket: self.ticket,
            number: tile.number,
            size: [tile.width, tile.height],
            rgba: Arc::new(tile.rgba),
        });
        Ok(())
    }

    fn not_drawn(&self, error: &PreviewError) {
        self.ground.tell(Event::PageNotDrawn {
            ticket: self.ticket,
            message: error.explain(),
        });
    }

    async fn lay_out(&self, size: Size, limits: PreviewLimits) -> Drawn {
        let request = self.request(size);
        let loader = Arc::clone(&self.resources);
        PreviewSession::open_with(&self.ground.options.worker, request, loader, limits).await
    }

    /// The same with all its resources, while the first picture is shown.
    fn in_full(&self, size: Size) -> Ahead {
        let (request, loader) = (self.request(size), Arc::clone(&self.resources));
        let ground = Arc::clone(&self.ground);
        Ahead(tokio::spawn(async move {
            PreviewSession::open(&ground.options.worker, request, loader).await
        }))
    }

    fn request(&self, size: Size) -> PreviewRequest {
        PreviewRequest {
            html: self.html.clone(),
            url: self.url.clone(),
            width: size.width,
            scale: size.scale,
        }
    }
}

/// Why a picture is no longer the one to show.
enum Next {
    /// The page was closed.
    Closed,
    /// Another size is wanted.
    Size,
    /// It was drawn again with all its resources.
    Drawn(Box<Drawn>),
}

/// A drawing under way; dropping it gives it up.
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
