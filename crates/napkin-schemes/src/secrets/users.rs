//! Users that are secrets: tokens that stand where a user does, before the `@` of a server.

use std::ops::Range;

use super::places::is_below;
use super::servers::Server;
use super::shapes;

/// A scheme, or a host, whose user is a secret, and the document that says so.
type Known = (&'static str, &'static str);

/// Schemes whose user without a password is a secret.
#[rustfmt::skip] // A line for each.
const SCHEMES: &[Known] = &[
    ("anytls", "https://github.com/anytls/anytls-go/blob/main/docs/uri_scheme.md"),
    ("brevo+api", "https://symfony.com/doc/current/mailer.html"),
    ("discord", "https://shoutrrr.nickfedor.com/services/discord/"),
    ("hy2", "https://v2.hysteria.network/docs/developers/URI-Scheme/"),
    ("hysteria", "https://v2.hysteria.network/docs/developers/URI-Scheme/"),
    ("hysteria2", "https://v2.hysteria.network/docs/developers/URI-Scheme/"),
    ("juicity", "https://github.com/juicity/juicity"),
    ("mailgun+api", "https://symfony.com/doc/current/mailer.html"),
    ("mandrill+api", "https://symfony.com/doc/current/mailer.html"),
    ("nats", "https://docs.nats.io/using-nats/developer/connecting/token"),
    ("npm+http", "https://docs.npmjs.com/using-private-packages-in-a-ci-cd-workflow"),
    ("npm+https", "https://docs.npmjs.com/using-private-packages-in-a-ci-cd-workflow"),
    ("postmark+api", "https://symfony.com/doc/current/mailer.html"),
    ("redis", "https://redis.io/docs/latest/develop/tools/cli/"),
    ("rediss", "https://redis.io/docs/latest/develop/tools/cli/"),
    ("sendgrid+api", "https://symfony.com/doc/current/mailer.html"),
    ("slack", "https://shoutrrr.nickfedor.com/services/slack/"),
    ("ss", "https://shadowsocks.org/doc/sip002.html"),
    ("telegram", "https://shoutrrr.nickfedor.com/services/telegram/"),
    ("trojan", "https://trojan-gfw.github.io/trojan/trojan-url"),
    ("trojan-go", "https://p4gefau1t.github.io/trojan-go/developer/url/"),
    ("tuic", "https://github.com/EAimTY/tuic"),
    ("vless", "https://github.com/XTLS/Xray-core/discussions/716"),
    ("wg", "https://www.wireguard.com/quickstart/"),
    ("wireguard", "https://www.wireguard.com/quickstart/"),
];

/// Hosts, and those below them, whose user without a password is a secret.
#[rustfmt::skip] // A line for each.
const HOSTS: &[Known] = &[
    ("ingest.sentry.io", "https://docs.sentry.io/concepts/key-terms/dsn-explainer/"),
    ("ingest.us.sentry.io", "https://docs.sentry.io/concepts/key-terms/dsn-explainer/"),
    ("ingest.de.sentry.io", "https://docs.sentry.io/concepts/key-terms/dsn-explainer/"),
    ("sentry.io", "https://docs.sentry.io/concepts/key-terms/dsn-explainer/"),
];

/// Passwords that only say that the user is the secret.
const EMPTY: &[Known] = &[
    ("", "https://docs.stripe.com/api/authentication"),
    ("api_token", "https://engineering.toggl.com/docs/authentication/"),
    ("unused", "https://documentation.mailjet.com"),
    ("x", "https://developers.freshdesk.com/api/#authentication"),
    (
        "x-oauth-basic",
        "https://github.blog/security/application-security/easier-builds-and-deployments-using-git-over-https-and-oauth/",
    ),
    ("X", "https://developers.freshdesk.com/api/#authentication"),
];

/// Schemes of HTTP, which have an empty password for a token that is the user.
const OF_HTTP: &[&[u8]] = &[b"http", b"https", b"git+http", b"git+https", b"ws", b"wss"];

/// The user before a server, if it is a secret.
pub(super) fn secret(text: &[u8], server: &Server) -> Option<Range<usize>> {
    let userinfo = server.userinfo.clone()?;
    let password = server.password.clone().map(|place| text.get(place).unwrap_or_default());
    let end = server.password.as_ref().map_or(userinfo.end, |password| password.start - 1);
    let user = userinfo.start..end;
    let scheme = text.get(server.scheme.clone())?;
    let host = text.get(server.host.clone())?;
    let written = text.get(user.clone())?;
    let is_http = OF_HTTP.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let is_secret = match password {
        Some(password) => is_http && EMPTY.iter().any(|(known, _)| password == known.as_bytes()),
        None => {
            SCHEMES.iter().any(|(known, _)| scheme.eq_ignore_ascii_case(known.as_bytes()))
                || HOSTS.iter().any(|(known, _)| is_below(host, known))
                || (written.iter().copied().all(is_of_user) && shapes::is_token(written))
        }
    };
    (is_secret && !user.is_empty()).then_some(user)
}

/// Whether a byte is one of tokens, as they stand before an `@`.
fn is_of_user(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~%+=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::{EMPTY, HOSTS, SCHEMES};

    #[test]
    fn each_has_a_source() {
        for (name, source) in [SCHEMES, HOSTS, EMPTY].concat() {
            assert!(source.starts_with("https://"), "{name}");
        }
    }
}
