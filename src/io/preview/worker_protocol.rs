//! The protocol between parent and child over the child's stdin and stdout: frames with a fixed
//! prefix, a JSON header and raw bytes. Nothing is trusted: a frame with a wrong prefix or an
//! implausible size is an error, and memory is allocated only for bytes received.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt};
use url::Url;

use super::{Excess, PreviewLimits, PreviewTiming};

/// From the parent to the child.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ToWorker {
    /// Lay this page out; the body is its source. The first frame, and only once.
    Open {
        /// Its address.
        url: Url,
        /// CSS pixels.
        width: u32,
        /// Device pixels per CSS pixel.
        scale: f32,
        /// The limits.
        limits: Box<PreviewLimits>,
    },
    /// The answer to [`FromWorker::Fetch`]; the body contains the bytes, none when missing.
    Resource {
        /// Number of the question.
        id: u64,
    },
    /// Paint a tile.
    Tile {
        /// From the top.
        number: u32,
    },
}

/// From the child to the parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum FromWorker {
    /// Load this style sheet, image or font.
    Fetch {
        /// Number of the question.
        id: u64,
        /// http or https.
        url: Url,
    },
    /// The page is laid out; the body is the boxes as JSON.
    Layout {
        /// CSS pixels.
        width: u32,
        /// CSS pixels.
        height: u32,
        /// CSS pixels.
        tile_height: u32,
        /// The time spent.
        timing: PreviewTiming,
    },
    /// A painted tile; the body is its pixels.
    Tile {
        /// From the top.
        number: u32,
        /// Device pixels.
        width: u32,
        /// Device pixels.
        height: u32,
    },
    /// The page exceeds a limit.
    TooLarge {
        /// The exceeded limit.
        what: Excess,
        /// The amount found.
        found: u64,
        /// The maximum.
        limit: u64,
    },
    /// Layout or painting failed.
    Failed {
        /// Why.
        detail: String,
    },
    /// There is no tile of this number.
    NoSuchTile {
        /// The number asked for.
        number: u32,
    },
}

/// A header with its body.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame<T> {
    /// The message.
    pub header: T,
    /// The bytes that belong to it.
    pub body: Vec<u8>,
}

/// Encodes the frame as bytes.
pub(super) fn encode<T: Serialize>(header: &T, body: &[u8]) -> io::Result<Vec<u8>> {
    let header = serde_json::to_vec(header)?;
    let (header_len, body_len) = (length(header.len())?, length(body.len())?);
    let mut bytes = Vec::with_capacity(PREFIX + header.len() + body.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&header_len.to_le_bytes());
    bytes.extend_from_slice(&body_len.to_le_bytes());
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(body);
    Ok(bytes)
}

/// Writes one frame.
pub(super) fn write<T: Serialize>(to: &mut impl Write, header: &T, body: &[u8]) -> io::Result<()> {
    to.write_all(&encode(header, body)?)?;
    to.flush()
}

/// Reads one frame; `None` at the end of the stream.
pub(super) fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<Frame<T>>> {
    let mut prefix = Vec::with_capacity(PREFIX);
    (&mut *from).take(PREFIX as u64).read_to_end(&mut prefix)?;
    let Some((header_len, body_len)) = lengths(&prefix)? else {
        return Ok(None);
    };
    let mut header = Vec::new();
    (&mut *from).take(header_len).read_to_end(&mut header)?;
    let mut body = Vec::new();
    (&mut *from).take(body_len).read_to_end(&mut body)?;
    whole(&header, header_len, body, body_len).map(Some)
}

/// Reads one frame; `None` at the end of the stream.
pub(super) async fn read_async<T: DeserializeOwned>(
    from: &mut (impl AsyncRead + Unpin),
) -> io::Result<Option<Frame<T>>> {
    let mut prefix = Vec::with_capacity(PREFIX);
    (&mut *from)
        .take(PREFIX as u64)
        .read_to_end(&mut prefix)
        .await?;
    let Some((header_len, body_len)) = lengths(&prefix)? else {
        return Ok(None);
    };
    let mut header = Vec::new();
    (&mut *from)
        .take(header_len)
        .read_to_end(&mut header)
        .await?;
    let mut body = Vec::new();
    (&mut *from).take(body_len).read_to_end(&mut body).await?;
    whole(&header, header_len, body, body_len).map(Some)
}

/// The magic number at the start of every frame.
const MAGIC: [u8; 4] = *b"bwp1";
/// Magic and two lengths.
const PREFIX: usize = 12;
/// Larger than any real header.
const MAX_HEADER: u64 = 1 << 20;
/// Larger than any tile, source or resource.
const MAX_BODY: u64 = 256 << 20;

fn length(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes).map_err(|_| invalid("frame too large"))
}

fn lengths(prefix: &[u8]) -> io::Result<Option<(u64, u64)>> {
    if prefix.is_empty() {
        return Ok(None);
    }
    let (Some((magic, rest)), true) = (prefix.split_first_chunk::<4>(), prefix.len() == PREFIX)
    else {
        return Err(invalid("frame cut short"));
    };
    if *magic != MAGIC {
        return Err(invalid("not a frame"));
    }
    let Some((header, body)) = rest.split_first_chunk::<4>() else {
        return Err(invalid("frame cut short"));
    };
    let Some((body, _)) = body.split_first_chunk::<4>() else {
        return Err(invalid("frame cut short"));
    };
    let header = u64::from(u32::from_le_bytes(*header));
    let body = u64::from(u32::from_le_bytes(*body));
    if header > MAX_HEADER || body > MAX_BODY {
        return Err(invalid("frame too large"));
    }
    Ok(Some((header, body)))
}

fn whole<T: DeserializeOwned>(
    header: &[u8],
    header_len: u64,
    body: Vec<u8>,
    body_len: u64,
) -> io::Result<Frame<T>> {
    if header.len() as u64 != header_len || body.len() as u64 != body_len {
        return Err(invalid("frame cut short"));
    }
    let header = serde_json::from_slice(header).map_err(|e| invalid(&e.to_string()))?;
    Ok(Frame { header, body })
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_all(mut bytes: &[u8]) -> io::Result<Option<Frame<FromWorker>>> {
        read(&mut bytes)
    }

    #[test]
    fn frames_come_back_as_written_one_after_the_other() -> io::Result<()> {
        let mut stream = Vec::new();
        write(&mut stream, &FromWorker::NoSuchTile { number: 4 }, b"")?;
        let tile = FromWorker::Tile {
            number: 1,
            width: 1,
            height: 1,
        };
        write(&mut stream, &tile, &[1, 2, 3, 4])?;
        let mut reader = stream.as_slice();
        let first: Option<Frame<FromWorker>> = read(&mut reader)?;
        assert_eq!(
            first.map(|f| f.header),
            Some(FromWorker::NoSuchTile { number: 4 })
        );
        let second: Option<Frame<FromWorker>> = read(&mut reader)?;
        assert_eq!(
            second,
            Some(Frame {
                header: tile,
                body: vec![1, 2, 3, 4]
            })
        );
        assert_eq!(read::<FromWorker>(&mut reader)?, None);
        Ok(())
    }

    #[test]
    fn an_echo_of_the_parent_is_not_an_answer() -> io::Result<()> {
        let echo = encode(&ToWorker::Tile { number: 0 }, b"")?;
        assert!(read_all(&echo).is_err());
        Ok(())
    }

    #[test]
    fn a_lie_about_the_length_takes_no_memory() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&2_u32.to_le_bytes());
        bytes.extend_from_slice(&u32::MAX.to_le_bytes());
        bytes.extend_from_slice(b"{}");
        assert!(read_all(&bytes).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_frame_the_end_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let answer = read_all(&bytes);
            prop_assert!(answer.is_err() || bytes.is_empty());
        }

        #[test]
        fn a_cut_frame_is_an_error(cut in 1_usize..40) {
            let bytes = encode(&FromWorker::NoSuchTile { number: 4 }, &[7; 20]).unwrap_or_default();
            let kept = bytes.len().saturating_sub(cut).max(1);
            prop_assert!(read_all(bytes.get(..kept).unwrap_or_default()).is_err());
        }
    }
}
