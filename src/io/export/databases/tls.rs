//! TLS to PostgreSQL: rustls as everywhere else in the program.

use std::error::Error;
use std::fs::File;
use std::future::Future;
use std::io::{self, BufReader};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{self, ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::{TlsConnector, client};

use super::target::Server;

/// Why a connection would not be safe, if that is the reason of an error: the fault of the server's
/// certificate, in the words of the library.
pub(super) fn certificate_fault(error: &(dyn Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(fault @ rustls::Error::InvalidCertificate(_)) = error.downcast_ref() {
            return Some(fault.to_string());
        }
        // `source` skips an error that an I/O error wraps.
        let wrapped = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        next = match wrapped {
            Some(wrapped) => Some(wrapped as &(dyn Error + 'static)),
            None => error.source(),
        };
    }
    None
}

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl Tls {
    /// With the certificates that the system trusts, or those of the server's file.
    pub(super) fn to(server: &Server) -> io::Result<Self> {
        // Another part of the process may have chosen before; either choice works.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = ClientConfig::builder();
        let config = match &server.root_certificates {
            None => builder
                .with_platform_verifier()
                .map_err(io::Error::other)?
                .with_no_client_auth(),
            Some(path) => {
                let mut roots = RootCertStore::empty();
                let file = BufReader::new(File::open(path)?);
                for certificate in CertificateDer::pem_reader_iter(file) {
                    let certificate = certificate.map_err(io::Error::other)?;
                    roots.add(certificate).map_err(io::Error::other)?;
                }
                builder.with_root_certificates(roots).with_no_client_auth()
            }
        };
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }
}

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type TlsConnect = Connect;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Connect, InvalidDnsNameError> {
        Ok(Connect {
            connector: self.0.clone(),
            name: ServerName::try_from(host.to_owned())?,
        })
    }
}

/// One connection to a server of this name.
pub(super) struct Connect {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<S> TlsConnect<S> for Connect
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { Ok(Stream(self.connector.connect(self.name, stream).await?)) })
    }
}

/// An encrypted connection.
pub(super) struct Stream<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> tls::TlsStream for Stream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
