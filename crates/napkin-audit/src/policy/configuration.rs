//! Policies of configurations: from text, and by serde.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::{Policy, PolicyError};

/// From a configuration: the name of a preset, or a policy in TOML.
///
/// ```
/// use napkin_audit::Policy;
///
/// assert_eq!("ssrf".parse(), Ok(Policy::preset("ssrf").unwrap()));
/// assert_eq!("deny = 'error'".parse(), Policy::from_toml("deny = 'error'"));
/// assert!("no preset".parse::<Policy>().is_err());
/// ```
impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        Self::preset(text).map_or_else(|| Self::from_toml(text), Ok)
    }
}

/// The text of a policy, as for [`FromStr`], or its settings as a table.
///
/// ```
/// use napkin_audit::{HostList, Policy};
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     hosts: HostList,
///     follow: Policy,
///     fetch: Policy,
/// }
///
/// let config: Config = toml::from_str(r#"
///     hosts = ["example.com", "*.example.org"]
///     fetch = "ssrf"
///     follow = { preset = "web", schemes = ["https"] }
/// "#)?;
/// assert_eq!((config.hosts.entries().len(), config.fetch), (2, Policy::preset("ssrf").unwrap()));
/// assert!(napkin_audit::allow("http://example.com/", &config.hosts, &config.follow).is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Text(String),
            Settings(toml::Table),
        }

        match Given::deserialize(deserializer)? {
            Given::Text(text) => text.parse(),
            Given::Settings(settings) => Self::from_toml(&settings.to_string()),
        }
        .map_err(de::Error::custom)
    }
}
