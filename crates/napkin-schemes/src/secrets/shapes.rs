//! Tokens that are known by their beginning, wherever they stand, and values that look like tokens.

use std::ops::Range;

/// The beginning of tokens of one kind.
struct Prefix {
    text: &'static str,
    /// The fewest bytes of a token behind it.
    least: usize,
    #[cfg_attr(not(test), expect(dead_code, reason = "it is for people, and a test"))]
    source: &'static str,
}

const fn of(text: &'static str, least: usize, source: &'static str) -> Prefix {
    Prefix { text, least, source }
}

/// The list, sorted by its first bytes.
#[rustfmt::skip] // A line for each.
const PREFIXES: &[Prefix] = &[
    of("A3T", 17, "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"),
    of("ABIA", 12, "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"),
    of("ACCA", 12, "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"),
    of("AGE-SECRET-KEY-", 6, "https://age-encryption.org/v1"),
    of("AIza", 6, "https://cloud.google.com/docs/authentication/api-keys"),
    of("AKCp", 20, "https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key"),
    of("AKIA", 6, "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"),
    of("ASIA", 12, "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"),
    of("ATATT3", 6, "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/"),
    of("ATBB", 12, "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/"),
    of("ATCTT3", 6, "https://support.atlassian.com/bitbucket-cloud/docs/access-tokens/"),
    of("ATOA", 20, "https://support.atlassian.com/atlassian-account/docs/manage-oauth-apps/"),
    of("Basic ", 8, "RFC 7617 section 2"),
    of("Bearer ", 6, "RFC 6750 section 2.1"),
    of("CFPAT-", 8, "https://www.contentful.com/developers/docs/references/authentication/"),
    of("EAAA", 40, "https://developer.squareup.com/docs/build-basics/access-tokens"),
    of("EAA", 60, "https://developers.facebook.com/docs/facebook-login/guides/access-tokens/"),
    of("EZAK", 20, "https://docs.easypost.com/docs/authentication"),
    of("EZTK", 20, "https://docs.easypost.com/docs/authentication"),
    of("FLWSECK", 6, "https://developer.flutterwave.com/docs/authentication"),
    of("FlyV1 ", 8, "https://fly.io/docs/security/tokens/"),
    of("GOCSPX-", 6, "https://developers.google.com/identity/protocols/oauth2"),
    of("GR1348941", 8, "https://docs.gitlab.com/security/tokens/"),
    of("LTAI", 12, "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair"),
    of("NRAK-", 8, "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/"),
    of("NRJS-", 8, "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/"),
    of("PMAK-", 8, "https://learning.postman.com/docs/developer/postman-api/authentication/"),
    of("SG.", 16, "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys"),
    of("SK", 30, "https://www.twilio.com/docs/iam/api-keys"),
    of("ST-", 12, "https://apereo.github.io/cas/7.1.x/protocol/CAS-Protocol-Specification.html"),
    of("TGT-", 12, "https://apereo.github.io/cas/7.1.x/protocol/CAS-Protocol-Specification.html"),
    of("_gitlab_session=", 6, "https://docs.gitlab.com/security/tokens/"),
    of("amzn.mws.", 12, "https://developer.amazonservices.com"),
    of("atlasv1.", 12, "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens"),
    of("cfut_", 12, "https://developers.cloudflare.com/fundamentals/api/get-started/create-token/"),
    of("cio-", 24, "https://crates.io"),
    of("dapi", 30, "https://docs.databricks.com/en/dev-tools/auth/pat.html"),
    of("dckr_oat_", 6, "https://docs.docker.com/enterprise/security/access-tokens/"),
    of("dckr_pat_", 6, "https://docs.docker.com/security/for-developers/access-tokens/"),
    of("doo_v1_", 6, "https://docs.digitalocean.com/reference/api/create-personal-access-token/"),
    of("dop_v1_", 6, "https://docs.digitalocean.com/reference/api/create-personal-access-token/"),
    of("dor_v1_", 6, "https://docs.digitalocean.com/reference/api/create-personal-access-token/"),
    of("dp.pt.", 6, "https://docs.doppler.com/reference/auth-token-formats"),
    of("dp.st.", 6, "https://docs.doppler.com/reference/auth-token-formats"),
    of("duffel_live_", 6, "https://duffel.com/docs/api/overview/test-mode"),
    of("duffel_test_", 6, "https://duffel.com/docs/api/overview/test-mode"),
    of("figd_", 8, "https://www.figma.com/developers/api#access-tokens"),
    of("fio-u-", 12, "https://frame.io"),
    of("fm1_", 20, "https://fly.io/docs/security/tokens/"),
    of("fm2_", 20, "https://fly.io/docs/security/tokens/"),
    of("fo1_", 20, "https://fly.io/docs/security/tokens/"),
    of("gho_", 6, "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/"),
    of("ghp_", 6, "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/"),
    of("ghr_", 6, "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/"),
    of("ghs_", 6, "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/"),
    of("ghu_", 6, "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/"),
    of("github_pat_", 6, "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/"),
    of("glagent-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glc_", 12, "https://grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/access-policies/"),
    of("glcbt-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("gldt-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glffct-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glft-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glimt-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("gloas-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glpat-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glptt-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glrt-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glrtr-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("glsa_", 12, "https://grafana.com/docs/grafana/latest/administration/service-accounts/"),
    of("glsoat-", 6, "https://docs.gitlab.com/security/tokens/"),
    of("gsk_", 12, "https://console.groq.com/docs/quickstart"),
    of("hf_", 16, "https://huggingface.co/docs/hub/security-tokens"),
    of("hvb.", 6, "https://developer.hashicorp.com/vault/docs/concepts/tokens"),
    of("hvr.", 6, "https://developer.hashicorp.com/vault/docs/concepts/tokens"),
    of("hvs.", 6, "https://developer.hashicorp.com/vault/docs/concepts/tokens"),
    of("ico-", 28, "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication"),
    of("key-", 28, "https://documentation.mailgun.com/docs/mailgun/api-reference/authentication"),
    of("lin_api_", 6, "https://linear.app/developers/graphql"),
    of("lin_oauth_", 6, "https://linear.app/developers/oauth-2-0-authentication"),
    of("live_", 28, "https://docs.mollie.com/reference/authentication"),
    of("npm_", 16, "https://docs.npmjs.com/about-access-tokens"),
    of("nsec1", 40, "https://github.com/nostr-protocol/nips/blob/master/19.md"),
    of("ntn_", 20, "https://developers.notion.com/docs/authorization"),
    of("nvapi-", 12, "https://docs.nvidia.com/ngc/"),
    of("ops_eyJ", 20, "https://developer.1password.com/docs/service-accounts/"),
    of("oy2", 40, "https://learn.microsoft.com/en-us/nuget/nuget-org/publish-a-package"),
    of("pat-eu1-", 8, "https://developers.hubspot.com/docs/guides/apps/private-apps/overview"),
    of("pat-na1-", 8, "https://developers.hubspot.com/docs/guides/apps/private-apps/overview"),
    of("phx_", 16, "https://posthog.com/docs/api"),
    of("pnu_", 16, "https://docs.prefect.io/latest/manage/cloud/manage-users/api-keys/"),
    of("pplx-", 16, "https://docs.perplexity.ai/guides/getting-started"),
    of("pscale_oauth_", 6, "https://planetscale.com/docs/api/planetscale-api-oauth-applications"),
    of("pscale_pw_", 6, "https://planetscale.com/docs/concepts/connection-strings"),
    of("pscale_tkn_", 6, "https://planetscale.com/docs/api/reference/service-tokens"),
    of("pul-", 30, "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/"),
    of("pypi-", 16, "https://pypi.org/help/#apitoken"),
    of("r8_", 24, "https://replicate.com/docs/topics/security/api-tokens"),
    of("rk_live_", 6, "https://docs.stripe.com/keys"),
    of("rk_test_", 6, "https://docs.stripe.com/keys"),
    of("rubygems_", 12, "https://guides.rubygems.org/api-key-scopes/"),
    of("rzp_live_", 6, "https://razorpay.com/docs/api/authentication/"),
    of("rzp_test_", 6, "https://razorpay.com/docs/api/authentication/"),
    of("sbp_", 16, "https://supabase.com/docs/reference/api/introduction"),
    of("secret_", 16, "https://developers.notion.com/docs/authorization"),
    of("shippo_live_", 6, "https://docs.goshippo.com/docs/guides_general/authentication/"),
    of("shippo_test_", 6, "https://docs.goshippo.com/docs/guides_general/authentication/"),
    of("shpat_", 6, "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens"),
    of("shpca_", 6, "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens"),
    of("shppa_", 6, "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens"),
    of("shpss_", 6, "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens"),
    of("sk-", 20, "https://platform.openai.com/docs/api-reference/authentication"),
    of("sk-ant-", 6, "https://docs.anthropic.com/en/api/overview"),
    of("sk-or-", 6, "https://openrouter.ai/docs/api-reference/authentication"),
    of("sk-proj-", 6, "https://platform.openai.com/docs/api-reference/authentication"),
    of("sk_live_", 6, "https://docs.stripe.com/keys"),
    of("sk_test_", 6, "https://docs.stripe.com/keys"),
    of("sl.", 40, "https://www.dropbox.com/developers/documentation/http/documentation"),
    of("sntrys_", 6, "https://docs.sentry.io/account/auth-tokens/"),
    of("sntryu_", 6, "https://docs.sentry.io/account/auth-tokens/"),
    of("sq0atp-", 6, "https://developer.squareup.com/docs/build-basics/access-tokens"),
    of("sq0csp-", 6, "https://developer.squareup.com/docs/build-basics/access-tokens"),
    of("sqp_", 16, "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/"),
    of("squ_", 16, "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/"),
    of("tfp_", 20, "https://www.typeform.com/developers/get-started/personal-access-token/"),
    of("tvly-", 12, "https://docs.tavily.com/documentation/quickstart"),
    of("v2.local.", 16, "https://github.com/paseto-standard/paseto-spec"),
    of("v4.local.", 16, "https://github.com/paseto-standard/paseto-spec"),
    of("vcp_", 16, "https://vercel.com/docs/rest-api"),
    of("whsec_", 6, "https://docs.stripe.com/webhooks"),
    of("xai-", 24, "https://docs.x.ai/docs/tutorial"),
    of("xapp-", 6, "https://api.slack.com/concepts/token-types"),
    of("xkeysib-", 6, "https://developers.brevo.com/docs/getting-started"),
    of("xoxa-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxb-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxc-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxd-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxe-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxe.", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxo-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxp-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxr-", 6, "https://api.slack.com/concepts/token-types"),
    of("xoxs-", 6, "https://api.slack.com/concepts/token-types"),
    of("xsmtpsib-", 6, "https://developers.brevo.com/docs/getting-started"),
    of("ya29.", 6, "https://developers.google.com/identity/protocols/oauth2"),
];

/// Where the prefixes with each first byte begin in the list.
const FIRST: [u16; 257] = first();

const fn first() -> [u16; 257] {
    let mut first = [0; 257];
    let (mut byte, mut number) = (0, 0);
    while byte < 257 {
        while number < PREFIXES.len() && (PREFIXES[number].text.as_bytes()[0] as usize) < byte {
            number += 1;
        }
        first[byte] = number as u16;
        byte += 1;
    }
    first
}

/// The start of a JSON Web Token: `{"` in base 64 (RFC 7519 section 3.1).
const OF_JWT: &[u8] = b"eyJ";

/// The tokens of a text, in order.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let is_inside = at > 0 && text.get(at - 1).is_some_and(u8::is_ascii_alphanumeric);
            let length = if is_inside { None } else { token(rest) };
            if let Some(length) = length {
                at += length;
                return Some(at - length..at);
            }
            at += 1;
        }
        None
    })
}

/// The length of the token that a text begins with.
fn token(text: &[u8]) -> Option<usize> {
    let first = usize::from(*text.first()?);
    let known =
        PREFIXES.get(usize::from(*FIRST.get(first)?)..usize::from(*FIRST.get(first + 1)?))?;
    let length = |prefix: &Prefix| {
        let behind = text.strip_prefix(prefix.text.as_bytes())?;
        let has_dots = prefix.text.contains(['.', ' ']);
        let of_token = |byte: &u8| is_of_token(*byte) || (has_dots && b".+/=~".contains(byte));
        let length = behind.iter().take_while(|byte| of_token(byte)).count();
        (length >= prefix.least).then_some(prefix.text.len() + length)
    };
    known.iter().filter_map(length).max().or_else(|| jwt(text))
}

/// The length of the JSON Web Token, or of the encrypted one, that a text begins with.
fn jwt(text: &[u8]) -> Option<usize> {
    let behind = text.strip_prefix(OF_JWT)?;
    let length = behind.iter().take_while(|byte| is_of_token(**byte) || **byte == b'.').count();
    let mut parts = behind.get(..length)?.split(|&byte| byte == b'.');
    let is_token = parts.next().is_some_and(|part| part.len() >= 4)
        && parts.next().is_some_and(|part| !part.is_empty());
    is_token.then_some(OF_JWT.len() + length)
}

const fn is_of_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The longest value that is looked at, in bytes.
pub(super) const LONGEST: usize = 512;

/// Whether a value looks like a token: it says so, or nobody would think of it.
pub(super) fn is_token(value: &[u8]) -> bool {
    let value = value.get(..LONGEST).unwrap_or(value);
    says_so(value) || is_uuid(value) || is_random(value) || token(value).is_some()
}

/// Whether a value names itself a secret, as those of examples and of careless people do.
fn says_so(value: &[u8]) -> bool {
    value.windows(b"secret".len()).any(|window| window.eq_ignore_ascii_case(b"secret"))
}

/// Whether a value is a UUID (RFC 9562 section 4).
fn is_uuid(value: &[u8]) -> bool {
    let groups = value
        .split(|&byte| byte == b'-')
        .map(|group| group.iter().all(u8::is_ascii_hexdigit).then_some(group.len()));
    groups.eq([8, 4, 4, 4, 12].map(Some))
}

/// The fewest letters and digits of a random value without a break.
const FEWEST: usize = 16;

/// Whether a value is of random letters and digits: without a break, with letters and digits that take turns. What says the same
/// twice is not random.
fn is_random(value: &[u8]) -> bool {
    let (first, second) = value.split_at(value.len() / 2);
    if first == second {
        return false;
    }
    let turns = |run: &[u8]| {
        let class = |byte: &u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
        run.windows(2).filter(|two| matches!(two, [a, b] if class(a) != class(b))).count()
    };
    let is_hex = |run: &[u8]| run.iter().all(u8::is_ascii_hexdigit);
    let digits = |run: &[u8]| run.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_run = |run: &[u8]| {
        let digits = digits(run);
        run.len() >= FEWEST && digits >= 2 && digits < run.len() && (is_hex(run) || turns(run) >= 4)
    };
    let is_text =
        value.len() >= 20 && value.iter().all(|&byte| is_of_token(byte)) && digits(value) >= 2;
    value.split(|byte| !byte.is_ascii_alphanumeric()).any(is_run)
        || (is_text && value.split(|byte| b"-_".contains(byte)).map(turns).sum::<usize>() >= 7)
}

#[cfg(test)]
mod tests {
    use super::{PREFIXES, is_token, tokens};

    #[test]
    fn prefixes_are_sorted_by_their_first_byte_and_have_a_source() {
        let firsts: Vec<_> = PREFIXES.iter().map(|prefix| prefix.text.as_bytes()[0]).collect();
        assert!(firsts.is_sorted());
        let sources = PREFIXES.iter().map(|prefix| prefix.source);
        assert!(
            sources
                .clone()
                .all(|source| source.starts_with("https://") || source.starts_with("RFC "))
        );
        for prefix in PREFIXES {
            let text = format!("x/{}{}&y", prefix.text, "a1B2".repeat(20));
            assert!(tokens(text.as_bytes()).eq(std::iter::once(2..text.len() - 2)), "{text}");
        }
    }

    #[test]
    fn a_value_is_a_token_by_its_looks() {
        for value in [
            "SECRET",
            "my-secret",
            "89e6a3b4b063b8d1",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "wJalrXUtnFEMI7K7MDENG2bPxRfiCY",
            "D-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
            "ghp_abcdef",
        ] {
            assert!(is_token(value.as_bytes()), "{value}");
        }
        for value in [
            "",
            "1",
            "12345678901234567890",
            "how-to-write-an-article-2019",
            "keynote",
            "San-Francisco-2019-Day-2",
            "abcdefghijklmnopqrstuvwxyz",
            "1999-12-31",
        ] {
            assert!(!is_token(value.as_bytes()), "{value}");
        }
    }
}
