//! Names of parameters whose values are secrets, each with its source, and how a written name is compared with them.
//!
//! A name is compared in one word of lowercase letters and digits, so that `access_token`, `Access-Token`, `accessToken` and
//! `user[access.token]` need one line.

use napkin_scan::decode_triplet;

/// A name, or a part of names, and the document that says what its value is.
pub(super) struct Name {
    /// Lowercase letters and digits.
    pub(super) text: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "it is for people, and a test"))]
    source: &'static str,
}

const fn of(text: &'static str, source: &'static str) -> Name {
    Name { text, source }
}

/// Names that are secret as a whole.
#[rustfmt::skip] // A line for each.
pub(super) const WHOLE: &[Name] = &[
    of("appsecretproof", "https://developers.facebook.com/docs/graph-api/guides/secure-requests"),
    of("assertion", "RFC 7521 section 4.1"),
    of("authcode", "https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow"),
    of("authorization", "RFC 9110 section 11.6.2"),
    of("bearer", "RFC 6750 section 2.1"),
    of("clientassertion", "RFC 7521 section 4.2"),
    of("codeverifier", "RFC 7636 section 4.1"),
    of("cookie", "RFC 6265 section 4.2"),
    of("devicecode", "RFC 8628 section 3.2"),
    of("hdnea", "https://techdocs.akamai.com/property-mgr/docs/auth-token-2-0-ver"),
    of("hdntl", "https://techdocs.akamai.com/property-mgr/docs/auth-token-2-0-ver"),
    of("hdnts", "https://techdocs.akamai.com/property-mgr/docs/auth-token-2-0-ver"),
    of("idtokenhint", "https://openid.net/specs/openid-connect-rpinitiated-1_0.html"),
    of("oauthpvtkey", "https://cloud.google.com/bigquery/docs/reference/odbc-jdbc-drivers"),
    of("oauthverifier", "RFC 5849 section 2.2"),
    of("oobcode", "https://firebase.google.com/docs/auth/custom-email-handler"),
    of("passkey", "https://wiki.theory.org/BitTorrent_Tracker_Protocol"),
    of("phpsessid", "https://www.php.net/manual/en/session.idpassing.php"),
    of("proxyauthorization", "RFC 9110 section 11.7.2"),
    of("resourcekey", "https://support.google.com/a/answer/10685032"),
    of("rlkey", "https://help.dropbox.com/share/view-only-access"),
    of("samlart", "https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf"),
    of("samlresponse", "https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf"),
    of("sentrykey", "https://develop.sentry.dev/sdk/overview/#authentication"),
    of("sesskey", "https://docs.moodle.org/dev/Sesskey"),
    of("setcookie", "RFC 6265 section 4.1"),
    of("signedrequest", "https://developers.facebook.com/docs/games/gamesonfacebook/login"),
    of("tokenhash", "https://supabase.com/docs/guides/auth/auth-email-templates"),
    of("torrentpass", "https://wiki.theory.org/BitTorrent_Tracker_Protocol"),
    of("totp", "RFC 6238"),
    of("wresult", "https://docs.oasis-open.org/wsfed/federation/v1.2/ws-federation.html"),
    of("zak", "https://developers.zoom.us/docs/meeting-sdk/auth/"),
];

/// Ends of names.
#[rustfmt::skip] // A line for each.
pub(super) const ENDS: &[Name] = &[
    of("accesskeyid", "https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html"),
    of("accesskey", "https://docs.oracle.com/en-us/iaas/Content/Identity/access/managing-user-credentials.htm"),
    of("accountkey", "https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string"),
    of("apikey", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("appkey", "https://docs.datadoghq.com/account_management/api-app-keys/"),
    of("authenticationkey", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("authkey", "https://learn.microsoft.com/en-us/graph/api/shares-get"),
    of("bindpw", "RFC 4516 section 2, and extensions such as https://manpages.debian.org/nslcd.conf"),
    of("encryptionkey", "https://gitleaks.io (rule generic-api-key)"),
    of("functionskey", "https://learn.microsoft.com/en-us/azure/azure-functions/function-keys-how-to"),
    of("masterkey", "https://learn.microsoft.com/en-us/azure/cosmos-db/secure-access-to-data"),
    of("privatekey", "https://gitleaks.io (rule private-key)"),
    of("rsskey", "https://docs.redmine.org (Atom access key)"),
    of("secretkey", "https://gitleaks.io (rule generic-api-key)"),
    of("sessid", "https://www.php.net/manual/en/session.configuration.php"),
    of("sessionid", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("sessionkey", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("sharedaccesssignature", "https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string"),
    of("sharedkey", "https://learn.microsoft.com/en-us/rest/api/storageservices/authorize-with-shared-key"),
    of("signature", "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html"),
    of("signingkey", "https://gitleaks.io (rule generic-api-key)"),
    of("subscriptionkey", "https://learn.microsoft.com/en-us/azure/api-management/api-management-subscriptions"),
    of("token", "RFC 6749 section 4.2.2"),
    of("verificationcode", "https://cheatsheetseries.owasp.org/cheatsheets/Forgot_Password_Cheat_Sheet.html"),
];

/// Parts of names, wherever they stand.
#[rustfmt::skip] // A line for each.
pub(super) const WITHIN: &[Name] = &[
    of("accesstoken", "RFC 6749 section 4.2.2"),
    of("aspsessionid", "https://learn.microsoft.com/en-us/previous-versions/iis/6.0-sdk/ms524664(v=vs.90)"),
    of("credential", "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html"),
    of("passphrase", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("passwd", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("password", "RFC 6749 section 4.3.2"),
    of("passcode", "https://gitleaks.io (rule generic-api-key)"),
    of("refreshtoken", "RFC 6749 section 6"),
    of("secret", "RFC 6749 section 2.3.1"),
];

/// Last words of names: `x_sig` and `xSig`, and not `design`.
#[rustfmt::skip] // A line for each.
pub(super) const LAST_WORDS: &[Name] = &[
    of("auth", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("hmac", "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant"),
    of("jwt", "RFC 7519"),
    of("otp", "RFC 6238"),
    of("pass", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("passw", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("psw", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("pw", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("pwd", "https://learn.microsoft.com/en-us/dotnet/framework/data/adonet/connection-string-syntax"),
    of("sas", "https://learn.microsoft.com/en-us/azure/storage/common/storage-sas-overview"),
    of("sig", "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas"),
];

/// Names that end as those of secrets and are none: cursors of lists, and names of public things.
#[rustfmt::skip] // A line for each.
pub(super) const OPEN: &[Name] = &[
    of("continuationtoken", "https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html"),
    of("cursortoken", "https://google.aip.dev/158"),
    of("nextpagetoken", "https://google.aip.dev/158"),
    of("nexttoken", "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html"),
    of("pagetoken", "https://google.aip.dev/158"),
    of("prevpagetoken", "https://developers.google.com/youtube/v3/docs/search/list"),
    of("resumptiontoken", "https://www.openarchives.org/OAI/openarchivesprotocol.html"),
    of("secretary", "a word of its own"),
    of("synctoken", "https://developers.google.com/calendar/api/guides/sync"),
    of("skiptoken", "https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html"),
    of("deltatoken", "https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html"),
];

/// Names of secrets and of much else: the value decides.
#[rustfmt::skip] // A line for each.
pub(super) const BY_VALUE: &[Name] = &[
    of("appid", "https://openweathermap.org/appid"),
    of("code", "RFC 6749 section 4.1.2"),
    of("key", "https://cloud.google.com/docs/authentication/api-keys"),
    of("pin", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("sess", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("session", "https://docs.sentry.io/security-legal-pii/scrubbing/server-side-scrubbing/"),
    of("sid", "https://datatracker.ietf.org/doc/html/rfc6265"),
    of("sign", "https://open.dingtalk.com/document/robots/customize-robot-security-settings"),
    of("ticket", "https://apereo.github.io/cas/7.1.x/protocol/CAS-Protocol-Specification.html"),
];

/// Names of secrets that stand beside others, which tell them: `code` beside `state`.
pub(super) const BESIDE: &[(Name, &[&str])] = &[
    (
        of("code", "RFC 6749 section 4.1.2"),
        &["state", "sessionstate", "granttype", "redirecturi", "clientid", "scope"],
    ),
    (of("hash", "https://core.telegram.org/widgets/login#checking-authorization"), &["authdate"]),
    (
        of("md5", "https://nginx.org/en/docs/http/ngx_http_secure_link_module.html"),
        &["expires", "expire", "e"],
    ),
];

/// Names of secrets at a host, or below it.
#[rustfmt::skip] // A line for each.
pub(super) const AT_HOSTS: &[(&str, Name)] = &[
    ("api.maptiler.com", of("key", "https://docs.maptiler.com/cloud/api/")),
    ("api.opencagedata.com", of("key", "https://opencagedata.com/api")),
    ("api.openweathermap.org", of("appid", "https://openweathermap.org/appid")),
    ("api.render.com", of("key", "https://render.com/docs/deploy-hooks")),
    ("api.steampowered.com", of("key", "https://partner.steamgames.com/doc/webapi_overview/auth")),
    ("api.tomtom.com", of("key", "https://developer.tomtom.com/knowledgebase/platform/articles/how-to-get-an-tomtom-api-key/")),
    ("api.trello.com", of("key", "https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/")),
    ("api.weatherapi.com", of("key", "https://www.weatherapi.com/docs/")),
    ("azurewebsites.net", of("code", "https://learn.microsoft.com/en-us/azure/azure-functions/function-keys-how-to")),
    ("dev.virtualearth.net", of("key", "https://learn.microsoft.com/en-us/bingmaps/getting-started/bing-maps-dev-center-help/getting-a-bing-maps-key")),
    ("googleapis.com", of("key", "https://cloud.google.com/docs/authentication/api-keys")),
    ("graphhopper.com", of("key", "https://docs.graphhopper.com/")),
    ("locationiq.com", of("key", "https://docs.locationiq.com/docs/authentication")),
    ("maps.google.com", of("key", "https://developers.google.com/maps/api-security-best-practices")),
    ("mapquestapi.com", of("key", "https://developer.mapquest.com/documentation/")),
    ("qyapi.weixin.qq.com", of("key", "https://developer.work.weixin.qq.com/document/path/91770")),
    ("trello.com", of("key", "https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/")),
    ("zoom.us", of("tk", "https://developers.zoom.us/docs/meeting-sdk/")),
];

/// Values of the last word `auth` that name a way to log in.
pub(super) const WAYS: &[&str] = &[
    "any",
    "anonymous",
    "basic",
    "bearer",
    "cram-md5",
    "digest",
    "gssapi",
    "kerberos",
    "ldap",
    "local",
    "login",
    "negotiate",
    "ntlm",
    "oauth",
    "oauth2",
    "plain",
    "saml",
    "scram-sha-1",
    "scram-sha-256",
    "sspi",
    "xoauth2",
];

/// The last bytes of names that are told by their end. Every segment of a path is asked, and this one byte answers for most.
const LASTS: u128 = bytes(ENDS, true) | bytes(LAST_WORDS, true) | bytes(WHOLE, true);

/// The first bytes of names that are told wherever they are.
const FIRSTS: u128 = bytes(WITHIN, false);

/// The first or the last bytes of names, as bits.
const fn bytes(names: &[Name], of_ends: bool) -> u128 {
    let (mut bytes, mut number) = (0, 0);
    while number < names.len() {
        let text = names[number].text.as_bytes();
        bytes |= 1 << text[if of_ends { text.len() - 1 } else { 0 }];
        number += 1;
    }
    bytes
}

/// Whether a set has a byte of a written name, which is a letter or a digit.
const fn has(set: u128, byte: u8) -> bool {
    byte.is_ascii() && set >> byte & 1 == 1
}

/// The longest name that is compared, in bytes.
pub(super) const LONGEST: usize = 64;

/// A written name, ready to be compared.
pub(super) struct Written {
    octets: [u8; LONGEST],
    len: usize,
    /// Where the last word begins.
    last: usize,
}

impl Written {
    /// Reads a name; `None` if it is longer than names are, or is empty.
    pub(super) fn read(mut name: &[u8]) -> Option<Self> {
        let mut written = Self { octets: [0; LONGEST], len: 0, last: 0 };
        let (mut was_lower, mut word) = (false, 0);
        while let Some(&first) = name.first() {
            let (octet, length) = decode_triplet(name).map_or((first, 1), |octet| (octet, 3));
            name = name.get(length..)?;
            if !octet.is_ascii_alphanumeric() {
                (was_lower, word) = (false, written.len);
                continue;
            }
            if octet.is_ascii_uppercase() && was_lower {
                word = written.len;
            }
            was_lower = octet.is_ascii_lowercase();
            *written.octets.get_mut(written.len)? = octet.to_ascii_lowercase();
            written.len += 1;
            written.last = word;
        }
        // A number at the end, as in `password2`, counts copies.
        while written.len > 1 && written.text().last().is_some_and(u8::is_ascii_digit) {
            written.len -= 1;
        }
        written.last = written.last.min(written.len);
        (written.len > 0).then_some(written)
    }

    /// The name in one word.
    pub(super) fn text(&self) -> &[u8] {
        self.octets.get(..self.len).unwrap_or_default()
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.text() == text.as_bytes()
    }

    /// Whether it is the name of a secret, whatever the value is.
    pub(super) fn is_secret(&self) -> bool {
        let text = self.text();
        let last = text.get(self.last..).unwrap_or_default();
        let any = |list: &[Name], matches: &dyn Fn(&[u8]) -> bool| {
            list.iter().any(|name| matches(name.text.as_bytes()))
        };
        let may_end = text.last().is_some_and(|&byte| has(LASTS, byte));
        let is_within = || {
            let starts = text.iter().enumerate().filter(|(_, byte)| has(FIRSTS, **byte));
            starts.into_iter().any(|(at, _)| {
                let rest = text.get(at..).unwrap_or_default();
                any(WITHIN, &|name| rest.starts_with(name))
            })
        };
        let is_at_end = || {
            any(ENDS, &|name| text.ends_with(name))
                || any(LAST_WORDS, &|name| last == name)
                || any(WHOLE, &|name| text == name)
        };
        ((may_end && is_at_end()) || is_within()) && !any(OPEN, &|name| text == name)
    }

    /// Whether the value decides.
    pub(super) fn is_by_value(&self) -> bool {
        self.is_word("key") || BY_VALUE.iter().any(|name| self.is(name.text))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.text().get(self.last..) == Some(word.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::{BESIDE, BY_VALUE, ENDS, LAST_WORDS, Name, OPEN, WHOLE, WITHIN, Written};

    #[test]
    fn each_name_is_there_once_as_it_is_compared_and_has_a_source() {
        for list in [WHOLE, ENDS, WITHIN, LAST_WORDS, OPEN, BY_VALUE] {
            let mut seen = std::collections::BTreeSet::new();
            for Name { text, source } in list.iter().chain(BESIDE.iter().map(|(name, _)| name)) {
                let is_compared =
                    text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
                assert!(is_compared && !source.is_empty(), "{text}");
            }
            assert!(list.iter().all(|name| seen.insert(name.text)));
        }
    }

    #[test]
    fn a_name_is_known_in_every_spelling() {
        for name in [
            "api_key",
            "x-api-key",
            "apiKey",
            "X-API-KEY",
            "accessToken",
            "AccessKeyId",
            "sas_token",
            "user[password]",
            "user%5Bpassword%5D",
            "pwd",
            "dbPwd",
            "SIG",
            "x_sig",
            "password2",
            "trustStorePassword",
            "X-Amz-Signature",
        ] {
            assert!(Written::read(name.as_bytes()).unwrap().is_secret(), "{name}");
        }
        for name in ["design", "compass", "page_token", "author", "oauth", "key", "q", "tokens"] {
            assert!(!Written::read(name.as_bytes()).unwrap().is_secret(), "{name}");
        }
        assert!(Written::read(b"sort_key").unwrap().is_by_value());
        assert!(Written::read(b"").is_none() && Written::read(&[b'a'; 65]).is_none());
    }
}
