//! Secrets in paths: of webhooks, bots and feeds, whose URIs are all that is needed to use them.

use std::ops::Range;

use super::names::Written;
use super::shapes;

/// A path of a host, or of those below it. Between slashes, `*` is any segment. `+` is the secret, with all of the path behind it; with
/// a slash after it, it is a segment. It may have text before it, which has a star for any.
struct Known {
    host: &'static str,
    path: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "it is for people, and a test"))]
    source: &'static str,
}

const fn of(host: &'static str, path: &'static str, source: &'static str) -> Known {
    Known { host, path, source }
}

#[rustfmt::skip] // A line for each.
const PATHS: &[Known] = &[
    of("alchemy.com", "v2/+", "https://www.alchemy.com/docs/how-to-create-access-key"),
    of("alert.victorops.com", "integrations/generic/*/alert/+", "https://help.victorops.com/knowledge-base/rest-endpoint-integration-guide/"),
    of("rpc.ankr.com", "*/+", "https://www.ankr.com/docs/rpc-service/getting-started/basics-premium/"),
    of("api.cloudflare.com", "client/v4/pages/webhooks/deploy_hooks/+", "https://developers.cloudflare.com/pages/configuration/deploy-hooks/"),
    of("api.day.app", "+", "https://bark.day.app"),
    of("api.flock.com", "hooks/sendMessage/+", "https://docs.flock.com/display/flockos/Create+An+Incoming+Webhook"),
    of("api.netlify.com", "build_hooks/+", "https://docs.netlify.com/configure-builds/build-hooks/"),
    of("api.telegram.org", "bot*:+/", "https://core.telegram.org/bots/api#making-requests"),
    of("api.telegram.org", "file/bot*:+/", "https://core.telegram.org/bots/api#getfile"),
    of("api.vercel.com", "v1/integrations/deploy/*/+", "https://vercel.com/docs/deploy-hooks"),
    of("calendar.google.com", "calendar/ical/*/private-+", "https://support.google.com/calendar/answer/37648"),
    of("canary.discord.com", "api/webhooks/*/+", "https://discord.com/developers/docs/resources/webhook"),
    of("chat.twist.com", "api/v*/integration_incoming/+", "https://developer.twist.com/v3/"),
    of("connect.pabbly.com", "workflow/sendwebhookdata/+", "https://www.pabbly.com/connect/"),
    of("cronitor.link", "p/+", "https://cronitor.io/docs/telemetry-api"),
    of("discord.com", "api/v*/webhooks/*/+", "https://discord.com/developers/docs/resources/webhook"),
    of("discord.com", "api/webhooks/*/+", "https://discord.com/developers/docs/resources/webhook"),
    of("discordapp.com", "api/v*/webhooks/*/+", "https://discord.com/developers/docs/resources/webhook"),
    of("discordapp.com", "api/webhooks/*/+", "https://discord.com/developers/docs/resources/webhook"),
    of("events.pagerduty.com", "integration/+", "https://support.pagerduty.com/main/docs/events-api-v1"),
    of("events.pagerduty.com", "x-ere/+", "https://support.pagerduty.com/main/docs/event-orchestration"),
    of("hc-ping.com", "+", "https://healthchecks.io/docs/http_api/"),
    of("heartbeat.uptimerobot.com", "+", "https://uptimerobot.com/help/cron-job-monitoring/"),
    of("hook.integromat.com", "+", "https://www.make.com/en/help/tools/webhooks"),
    of("hooks.airtable.com", "workflows/v1/genericWebhook/+", "https://support.airtable.com/docs/when-webhook-received-trigger"),
    of("hooks.glip.com", "webhook/+", "https://developers.ringcentral.com/guide/team-messaging/incoming-webhooks"),
    of("hooks.ringcentral.com", "webhook/+", "https://developers.ringcentral.com/guide/team-messaging/incoming-webhooks"),
    of("hooks.slack-gov.com", "services/*/*/+", "https://api.slack.com/messaging/webhooks"),
    of("hooks.slack.com", "services/*/*/+", "https://api.slack.com/messaging/webhooks"),
    of("hooks.slack.com", "triggers/*/*/+", "https://slack.com/help/articles/360041352714"),
    of("hooks.slack.com", "workflows/*/*/+", "https://slack.com/help/articles/360041352714"),
    of("hooks.zapier.com", "hooks/catch/*/+", "https://help.zapier.com/hc/en-us/articles/8496288690317"),
    of("infura.io", "v3/+", "https://docs.metamask.io/services/get-started/infura/"),
    of("logs-01.loggly.com", "bulk/+", "https://documentation.solarwinds.com/en/success_center/loggly/content/admin/http-endpoint.htm"),
    of("logs-01.loggly.com", "inputs/+", "https://documentation.solarwinds.com/en/success_center/loggly/content/admin/http-endpoint.htm"),
    of("hook.eu1.make.com", "+", "https://www.make.com/en/help/tools/webhooks"),
    of("hook.eu2.make.com", "+", "https://www.make.com/en/help/tools/webhooks"),
    of("hook.us1.make.com", "+", "https://www.make.com/en/help/tools/webhooks"),
    of("hook.us2.make.com", "+", "https://www.make.com/en/help/tools/webhooks"),
    of("maker.ifttt.com", "trigger/*/json/with/key/+", "https://ifttt.com/maker_webhooks"),
    of("maker.ifttt.com", "trigger/*/with/key/+", "https://ifttt.com/maker_webhooks"),
    of("maker.ifttt.com", "use/+", "https://ifttt.com/maker_webhooks"),
    of("open.feishu.cn", "open-apis/bot/hook/+", "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot"),
    of("open.feishu.cn", "open-apis/bot/v2/hook/+", "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot"),
    of("open.larksuite.com", "open-apis/bot/v2/hook/+", "https://open.larksuite.com/document/client-docs/bot-v3/add-custom-bot"),
    of("outlook.office.com", "webhook/+", "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using"),
    of("outlook.office365.com", "owa/calendar/*/+", "https://support.microsoft.com/en-us/office/share-your-calendar-in-outlook-com"),
    of("outlook.office365.com", "webhook/+", "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using"),
    of("ptb.discord.com", "api/webhooks/*/+", "https://discord.com/developers/docs/resources/webhook"),
    of("quiknode.pro", "+", "https://www.quicknode.com/docs/platform/security-best-practices"),
    of("sc.ftqq.com", "+", "https://sc.ftqq.com"),
    of("sctapi.ftqq.com", "+", "https://sct.ftqq.com"),
    of("sumologic.com", "receiver/v1/http/+", "https://help.sumologic.com/docs/send-data/hosted-collectors/http-source/"),
    of("uptime.betterstack.com", "api/v1/heartbeat/+", "https://betterstack.com/docs/uptime/cron-and-heartbeat-monitor/"),
    of("webexapis.com", "v1/webhooks/incoming/+", "https://apphub.webex.com/applications/incoming-webhooks-cisco-systems-38054-23307-75252"),
    of("webhook.office.com", "webhook/+", "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using"),
    of("webhook.office.com", "webhookb2/+", "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using"),
    of("webhook.site", "+", "https://docs.webhook.site"),
];

/// Segments before a secret on hosts of one's own, as those of Mattermost, Rocket.Chat, Home Assistant and n8n.
const HOOKS: &[&str] =
    &["hook", "hooks", "incoming", "webhook", "webhooks", "webhookb2", "webhook-test"];

/// How many segments behind such a word may be the secret.
const REACH: usize = 3;

/// How much of a path is compared, in bytes.
const LONGEST: usize = 512;

/// The secret in the path of a host.
pub(super) fn secret(text: &[u8], host: &Range<usize>) -> Option<Range<usize>> {
    let rest = text.get(host.end..)?;
    let port = if rest.first() == Some(&b':') {
        1 + rest.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count()
    } else {
        0
    };
    if rest.get(port) != Some(&b'/') {
        return None;
    }
    let start = host.end + port + 1;
    let name = text.get(host.clone())?;
    let is_known = |known: &&Known| is_below(name, known.host);
    let path =
        text.get(start..)?.iter().take(LONGEST).take_while(|byte| is_of_path(**byte)).count();
    let path = text.get(start..start + path)?;
    let (at, known) = PATHS
        .iter()
        .filter(is_known)
        .find_map(|known| Some((start + begins(path, known.path)?, known)))?;
    let is_segment = known.path.ends_with('/');
    let of_secret = |byte: &&u8| is_of_path(**byte) && !(is_segment && **byte == b'/');
    Some(at..at + text.get(at..)?.iter().take_while(of_secret).count())
}

const fn is_of_path(byte: u8) -> bool {
    !matches!(byte, b'?' | b'#' | b'"' | b'\'' | b'<' | b'>') && !byte.is_ascii_whitespace()
}

/// Hands on the secrets in any path: what looks like a token behind a word that announces it, and tokens of bots.
pub(super) fn announced(text: &[u8], push: &mut impl FnMut(Range<usize>)) {
    let mut start = 0;
    let mut left = 0;
    for segment in text.split(|byte| b"/?#".contains(byte)) {
        let place = start..start + segment.len();
        start = place.end + 1;
        let bot = segment.starts_with(b"bot").then(|| begins(segment, "bot*:+")).flatten();
        if let Some(at) = bot.filter(|at| is_bot(segment, *at)) {
            push(place.start + at..place.end);
        } else if left > 0 && shapes::is_token(segment) && !segment.contains(&b'=') {
            push(place);
        }
        let is_hook = HOOKS.iter().any(|word| segment.eq_ignore_ascii_case(word.as_bytes()));
        let is_name = || Written::read(segment).is_some_and(|name| name.is_secret());
        left = if is_hook {
            REACH
        } else if is_name() {
            1
        } else {
            left.saturating_sub(1)
        };
    }
}

/// Whether a segment is `bot`, a number, and a token.
fn is_bot(segment: &[u8], at: usize) -> bool {
    let number = segment.get("bot".len()..at - 1).unwrap_or_default();
    !number.is_empty() && number.iter().all(u8::is_ascii_digit) && segment.len() >= at + 8
}

/// Whether a host is another, or below it.
pub(super) fn is_below(host: &[u8], other: &str) -> bool {
    // One byte tells most hosts apart.
    let last = |text: &[u8]| text.last().map(u8::to_ascii_lowercase);
    if last(host) != last(other.as_bytes()) {
        return false;
    }
    let Some(before) = host.len().checked_sub(other.len()) else { return false };
    let is_end = host.get(before..).is_some_and(|end| end.eq_ignore_ascii_case(other.as_bytes()));
    is_end && (before == 0 || host.get(before - 1) == Some(&b'.'))
}

/// Where the secret of a path begins, if the path is of this form.
fn begins(path: &[u8], form: &str) -> Option<usize> {
    let mut at = 0;
    for part in form.split('/') {
        let rest = path.get(at..)?;
        let length = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        let segment = rest.get(..length)?;
        if let Some((lead, _)) = part.split_once('+') {
            let lead = led(segment, lead)?;
            return (at + lead < path.len()).then_some(at + lead);
        }
        led(segment, part).filter(|end| *end == length)?;
        at += length + 1;
    }
    None
}

/// The length of the start of a segment that is of a form, in which a star is any text; a star at the end is all.
fn led(segment: &[u8], form: &str) -> Option<usize> {
    let Some((before, behind)) = form.split_once('*') else {
        let start = segment.get(..form.len())?;
        return start.eq_ignore_ascii_case(form.as_bytes()).then_some(form.len());
    };
    let rest = segment.strip_prefix(before.as_bytes())?;
    if behind.is_empty() {
        return Some(segment.len());
    }
    let at = rest.windows(behind.len()).position(|window| window == behind.as_bytes())?;
    Some(before.len() + at + behind.len())
}

#[cfg(test)]
mod tests {
    use super::{PATHS, begins};

    #[test]
    fn every_path_has_a_secret_and_a_source() {
        for known in PATHS {
            assert!(
                known.path.matches('+').count() == 1 && known.source.starts_with("https://"),
                "{}",
                known.path
            );
        }
        let at = |path: &str, form| begins(path.as_bytes(), form);
        assert_eq!(at("services/T0/B0/x/y", "services/*/*/+"), Some(15));
        assert_eq!(at("services/T0/B0", "services/*/*/+"), None);
        assert_eq!(at("bot12:abc/get", "bot*:+"), Some(6));
        assert_eq!(at("api/v10/webhooks/1/x", "api/v*/webhooks/*/+"), Some(19));
    }
}
