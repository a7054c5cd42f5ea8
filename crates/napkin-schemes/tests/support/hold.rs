//! The laws of every view.

#[path = "lines.rs"]
mod lines;

use napkin::Reference;
use napkin_schemes::{Client, Server, describe, normalize, plan};

/// Checks the laws of every view for a URI; returns whether it has a view.
pub(crate) fn hold(reference: Reference<'_>) -> bool {
    let Ok(description) = describe(reference) else { return false };
    let text = reference.as_str();
    let in_text = |offset: Option<usize>| offset.is_none_or(|offset| offset <= text.len());
    let fields = description.fields();
    assert!(fields.get("warnings").is_some());
    lines::hold_offered(text, &fields);
    for (client, is_strict) in [
        (Client::default(), true),
        (
            Client::default().email("a@b.c").news_server(Server::new("h.d")).allow_foreign_port(),
            true,
        ),
        (Client::default().allow_control_octets().allow_foreign_port(), false),
    ] {
        match plan(reference, &client) {
            Ok(plan) if is_strict => lines::hold(text, &plan),
            Ok(_) => {}
            Err(error) => assert!(in_text(error.offset()), "{text}: {error}"),
        }
    }
    let Some(view) = description.view() else { return false };
    let view = match view {
        Ok(view) => view,
        Err(error) => {
            assert!(error.offset().is_some_and(|offset| offset <= text.len()), "{text}: {error}");
            return false;
        }
    };
    if let Ok(written) = view.to_uri() {
        // By the rules of today, or by those of the edition that has a form which they have not.
        let today = describe(&written).unwrap();
        let own = reference.edition().parse(written.as_str()).map(|own| describe(own).unwrap());
        let again = today.view().and_then(Result::ok);
        let again = again.or_else(|| own.as_ref().ok()?.view()?.ok());
        let Some(again) = again else { panic!("{text} became {written}") };
        let twice = again.to_uri().map(napkin::Uri::into_text);
        assert_eq!(twice.as_deref(), Ok(written.as_str()), "{text}");
    }
    if let Some((rule, normal)) = normalize(reference) {
        assert_ne!(normal, text, "{}", rule.name);
    }
    true
}
