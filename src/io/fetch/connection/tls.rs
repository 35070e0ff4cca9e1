//! TLS: which library, which certificates are trusted, which protocols are offered.

use std::sync::LazyLock;

use rustls::client::Resumption;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

use super::phases::Sessions;

/// TLS by ring, with the certificates that the system trusts. Reading those is slow, so it is done
/// once. A machine without any can still use plain http; https then fails with its own certificate
/// error.
pub(in crate::fetch) static TLS: LazyLock<ClientConfig> = LazyLock::new(|| {
    // Another part of the process may have chosen before; either choice works.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut config = match ClientConfig::builder().with_platform_verifier() {
        Ok(builder) => builder.with_no_client_auth(),
        Err(_) => ClientConfig::builder()
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth(),
    };
    config.resumption = Resumption::store(Sessions::shared());
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config
});
