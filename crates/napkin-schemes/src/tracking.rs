//! Query parameters that only say where a visitor comes from, with the source of each.

use napkin::{QueryEditor, Reading};

/// A parameter, or all that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tracking {
    /// Its key; a `*` at the end is any text.
    pub parameter: &'static str,
    /// Who adds it to URIs.
    pub platform: &'static str,
    /// The URI of the documentation that says so.
    pub source: &'static str,
}

/// The list.
///
/// ```
/// use napkin_schemes::tracking::PARAMETERS;
///
/// let clicks = PARAMETERS.iter().find(|tracking| tracking.parameter == "gclid").unwrap();
/// assert_eq!(clicks.platform, "Google Ads");
/// ```
#[rustfmt::skip] // A line for each.
pub const PARAMETERS: &[Tracking] = &[
    of("utm_*", "Google Analytics and others", "https://support.google.com/analytics/answer/10917952"),
    of("_ga", "Google Analytics", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("gclid", "Google Ads", "https://support.google.com/searchads/answer/6292795"),
    of("gclsrc", "Google Ads", "https://support.google.com/searchads/answer/6292795"),
    of("gbraid", "Google Ads", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("wbraid", "Google Ads", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("dclid", "Google Floodlight", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("fbclid", "Meta", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("msclkid", "Microsoft Advertising", "https://help.ads.microsoft.com/apex/index/3/en/60000"),
    of("ttclid", "TikTok", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("twclid", "X", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("li_fat_id", "LinkedIn", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("ScCid", "Snapchat", "https://www.simoahava.com/analytics/common-mistakes-click-identifiers"),
    of("epik", "Pinterest", "https://painlessbloganalytics.com/what-is-fbclid-how-to-remove/"),
    of("_openstat", "OpenStat", "https://github.com/AdguardTeam/AdguardFilters"),
    of("mc_cid", "Mailchimp", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("mc_eid", "Mailchimp", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("_ke", "Klaviyo", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("dm_i", "dotdigital", "https://support.dotdigital.com/hc/en-gb/articles/360006551019-Link-tracking"),
    of("_bta_tid", "Bronto", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("_bta_c", "Bronto", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("trk_contact", "Listrak", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("trk_msg", "Listrak", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("trk_module", "Listrak", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("trk_sid", "Listrak", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("gdfms", "GoDataFeed", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("gdftrk", "GoDataFeed", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("gdffi", "GoDataFeed", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("redirect_log_mongo_id", "Springbot", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("redirect_mongo_id", "Springbot", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("sb_referer_host", "Springbot", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("mkwid", "Marin", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("pcrid", "Marin", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("ef_id", "Adobe Advertising Cloud", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("s_kwcid", "Adobe Analytics", "https://github.com/mpchadwick/tracking-query-params-registry"),
    of("_hsenc", "HubSpot", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("_hsmi", "HubSpot", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("__hssc", "HubSpot", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("__hstc", "HubSpot", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("__hsfp", "HubSpot", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("hsCtaTracking", "HubSpot", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("mkt_tok", "Marketo", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("igshid", "Instagram", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("srsltid", "Google Shopping", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("rdt_cid", "Reddit", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("oly_anon_id", "Olytics", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("oly_enc_id", "Olytics", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("ml_subscriber", "MailerLite", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
    of("ml_subscriber_hash", "MailerLite", "https://github.com/henkisdabro/platform-url-click-id-parameters"),
];

const fn of(parameter: &'static str, platform: &'static str, source: &'static str) -> Tracking {
    Tracking { parameter, platform, source }
}

/// Whether a decoded key of a query is in the list.
///
/// ```
/// use napkin_schemes::tracking::is_tracking;
///
/// assert!(is_tracking(b"utm_source") && is_tracking(b"gclid"));
/// assert!(!is_tracking(b"UTM_source") && !is_tracking(b"gclids"));
/// ```
pub fn is_tracking(key: &[u8]) -> bool {
    PARAMETERS.iter().any(|known| match known.parameter.strip_suffix('*') {
        Some(beginning) => key.starts_with(beginning.as_bytes()),
        None => key == known.parameter.as_bytes(),
    })
}

/// A query without its tracking parameters; the other pairs keep their order and their spelling. `None` if it has pairs and
/// all of them are removed.
///
/// ```
/// use napkin_schemes::tracking::strip;
///
/// assert_eq!(strip("a=1&utm_source=x&%67clid=2&b").as_deref(), Some("a=1&b"));
/// assert_eq!(strip("fbclid=1"), None);
/// assert_eq!(strip("").as_deref(), Some(""));
/// ```
pub fn strip(query: &str) -> Option<String> {
    QueryEditor::new(Reading::Decoded)
        .keep(query, |key, _| !is_tracking(&Reading::Decoded.octets(key)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::PARAMETERS;

    #[test]
    fn every_parameter_is_there_once_and_has_a_source() {
        let names: BTreeSet<_> = PARAMETERS.iter().map(|known| known.parameter).collect();
        assert_eq!(names.len(), PARAMETERS.len(), "each once");
        for known in PARAMETERS {
            let stars = known.parameter.matches('*').count();
            assert!(stars == usize::from(known.parameter.ends_with('*')), "{known:?}");
            assert!(
                !known.platform.is_empty() && known.source.starts_with("https://"),
                "{known:?}"
            );
        }
    }
}
