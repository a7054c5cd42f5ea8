//! A session that knows the functions and the files, here or on a cluster.

use std::num::NonZeroUsize;

use ballista::prelude::SessionContextExt;
use ballista_core::extension::SessionConfigExt;
use datafusion::common::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use napkin_sql::Aliases;

use super::SessionOptions;
use super::files;

/// Opens a session.
///
/// # Errors
///
/// If the address of the scheduler is none.
pub(crate) async fn open(options: &SessionOptions) -> Result<SessionContext> {
    let config = match options.cluster {
        Some(_) => SessionConfig::new_with_ballista(),
        None => SessionConfig::new(),
    };
    let config = config.with_information_schema(true);
    let config = match options.threads.map(NonZeroUsize::get) {
        Some(threads) => config.with_target_partitions(threads),
        None => config,
    };
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    let mut session = match &options.cluster {
        Some(url) => SessionContext::remote_with_state(url, state).await?,
        None => SessionContext::new_with_state(state),
    };
    // A session of a cluster begins with functions of its own, so ours come last.
    register(&mut session, &options.aliases)?;
    Ok(files::readable(session))
}

/// Makes the functions and the chosen packs of aliases known.
///
/// # Errors
///
/// Those of the registry.
pub(crate) fn register(registry: &mut dyn FunctionRegistry, aliases: &[Aliases]) -> Result<()> {
    napkin_sql::register_all(registry)?;
    aliases.iter().try_for_each(|pack| pack.register(registry))
}
