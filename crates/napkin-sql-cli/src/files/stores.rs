//! The stores of files: this machine, S3, a web server. A store is opened at its first use, on every machine of a
//! cluster.

use std::sync::Arc;

use datafusion::common::{Result, plan_err};
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use datafusion::object_store::ObjectStore;
use object_store::ClientOptions;
use object_store::aws::AmazonS3Builder;
use object_store::http::HttpBuilder;
use url::Url;

use super::writing::Written;

/// All opened stores.
#[derive(Debug)]
pub(crate) struct Stores {
    open: DefaultObjectStoreRegistry,
    local: Arc<dyn ObjectStore>,
}

impl Default for Stores {
    fn default() -> Self {
        Self { open: DefaultObjectStoreRegistry::default(), local: Arc::new(Written::new()) }
    }
}

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.open.register_store(url, store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        self.open.deregister_store(url)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        // DataFusion opens the files of this machine by itself; ours records what is written.
        if url.scheme() == "file" {
            return Ok(Arc::clone(&self.local));
        }
        if let Ok(store) = self.open.get_store(url) {
            return Ok(store);
        }
        let store = open(url)?;
        self.open.register_store(url, Arc::clone(&store));
        Ok(store)
    }
}

/// The environment gives the region and the keys of S3, as for other programs.
fn open(url: &Url) -> Result<Arc<dyn ObjectStore>> {
    match url.scheme() {
        "s3" => {
            let bucket = url.host_str().unwrap_or_default();
            Ok(Arc::new(AmazonS3Builder::from_env().with_bucket_name(bucket).build()?))
        }
        "http" | "https" => {
            let options = ClientOptions::new().with_allow_http(true);
            let root = url.origin().ascii_serialization();
            Ok(Arc::new(HttpBuilder::new().with_url(root).with_client_options(options).build()?))
        }
        other => plan_err!("no files are read from {other}://"),
    }
}
