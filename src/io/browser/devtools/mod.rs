//! The DevTools protocol over a pipe: messages in JSON, each ended by a zero byte
//! (<https://chromedevtools.github.io/devtools-protocol/>). Only the few messages that are needed,
//! as types of our own.

mod connection;
mod events;

pub(super) use connection::{Connection, Event, Events, ProtocolError, Target};
pub(super) use events::{
    AttachedToTarget, AuthRequired, DetachedFromTarget, DialogOpening, FrameNavigated,
    LifecycleEvent, LoadingFailed, LoadingFinished, RequestPaused, RequestWillBeSent, Response,
    ResponseReceived, TargetCrashed,
};
