//! The cases of `spec/cases/schemes/` through `describe` and `plan`, and the registry.

use std::fs;

use serde_json::{Value, json};

use crate::support::{cases, run};
use crate::vectors::Batches;

/// Compares the answer of `describe` or `plan` with a case of the library.
fn judge(case: &Value, answer: &Value) {
    let expected = case["expect"].as_object().unwrap();
    let is_refused = expected.contains_key("error") && expected["error"] != "delimiter";
    if is_refused || expected.contains_key("error") && case["op"] == "plan" {
        let error = &answer["error"];
        // The parser reports the error; such a case only says that the edition has no such URI.
        if expected["error"] == "syntax" {
            assert!(error["kind"].is_string(), "{case}: {answer}");
            return;
        }
        assert_eq!(error["kind"], expected["error"], "{case}: {answer}");
        for (key, name) in [("field", "part"), ("offset", "offset")] {
            if let Some(value) = expected.get(key) {
                assert_eq!(error[name], *value, "{case}");
            }
        }
        if let Some(message) = expected.get("message").and_then(Value::as_str) {
            // The command adds the option that plans it all the same.
            let allowed = match error["kind"].as_str() {
                Some("foreign-port") => "; --allow foreign-port plans it all the same",
                Some("delimiter") if case["op"] == "plan" => {
                    "; --allow control-octets plans it all the same"
                }
                _ => "",
            };
            assert_eq!(error["message"], format!("{message}{allowed}"), "{case}");
        }
        return;
    }
    if case["op"] == "plan" {
        let told = expected["steps"].as_array().unwrap();
        assert_eq!(answer["plan"]["steps"].as_array().unwrap().len(), told.len(), "{case}");
        return;
    }
    for (key, value) in expected {
        assert_eq!(answer["scheme_fields"].get(key), Some(value), "{key} of {case}");
    }
}

/// Fields are options, in either form; the answer is one object, with the invalid field on error.
#[test]
fn fields_are_composed() {
    let composed = |arguments: &[&str]| -> Value {
        let ran = run([&["compose", "--json"], arguments].concat(), b"");
        serde_json::from_slice(&ran.stdout).unwrap()
    };
    let uri = "ftp://h.d/a%20b/--x=;type=a";
    assert_eq!(
        composed(&["FTP", "--host=h.d", "--cwd", "a b", "--name", "--x=", "--type=a"]),
        json!({"scheme": "ftp", "edition": "rfc3986", "uri": uri})
    );
    let refused = composed(&["mid", "--content-id", "a@b"]);
    assert_eq!(refused["error"]["kind"], "missing");
    assert_eq!(refused["error"]["part"], "message_id");
    assert_eq!(refused["error"]["offset"], Value::Null);
    let ran = run(["compose", "mid", "--message-id", "a b"], b"");
    let (out, message) = ran.texts();
    assert_eq!((ran.code, out), (1, ""));
    assert_eq!(message, "napkin: mid: invalid message_id (url-addr-spec, RFC 2392 section 2)\n");
    let ran = run(["compose", "cid", "--id", "a@b"], b"");
    let (_, message) = ran.texts();
    assert!(message.starts_with("error: '--id' is not a field of cid, which has: --content-id\n"));
    assert_eq!(ran.code, 2);
}

/// Data that is not UTF-8.
#[cfg(unix)]
#[test]
fn data_may_be_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let name = OsStr::from_bytes(b"a\xFF");
    let ran =
        run([OsStr::new("compose"), OsStr::new("cid"), OsStr::new("--content-id"), name], b"");
    assert_eq!(ran.code, 1);
    let arguments = ["compose", "ftp", "--host", "h", "--name"].map(OsStr::new);
    let ran = run([&arguments[..], &[name]].concat(), b"");
    assert_eq!(ran.texts().0, "ftp://h/a%FF\n");
}

#[test]
fn the_cases_of_the_schemes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/cases/schemes");
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let cases: Vec<_> = names.flat_map(|name| cases(&format!("schemes/{name}"))).collect();
    let mut batches = Batches::default();
    let mut count = 0;
    for case in &cases {
        let command = match case["op"].as_str().unwrap() {
            "scheme" => "describe",
            "plan" => "plan",
            _ => continue,
        };
        let edition = case["edition"].as_str().unwrap_or("rfc3986");
        let mut arguments = vec![command, "--edition", edition];
        for (key, option) in
            [("email", "--email"), ("news_server", "--news-server"), ("proxy", "--proxy")]
        {
            arguments.extend(case[key].as_str().into_iter().flat_map(|value| [option, value]));
        }
        for allowed in case["allow"].as_array().into_iter().flatten() {
            arguments.extend(["--allow", allowed.as_str().unwrap()]);
        }
        batches.add(&arguments, case, case["input"].as_str().unwrap().into(), judge);
        count += 1;
    }
    batches.run();
    assert!(count > 1000, "{count}");
}

#[test]
fn the_registry_tells_of_known_and_unknown_schemes() {
    let ran = run(["schemes", "--json", "GOPHER", "x-mine", "nosuch", "urn:isbn"], b"");
    assert_eq!(ran.code, 0);
    let told = ran.json();
    assert_eq!(told[0]["scheme"], "gopher");
    assert_eq!(told[0]["default_port"], 70);
    assert_eq!(told[0]["classes"], json!({ "rfc1630": "defined", "rfc1738": "defined" }));
    assert_eq!(told[1]["status"], "unregistered");
    assert_eq!(told[2]["status"], "unregistered");
    assert_eq!(told[2]["example"], Value::Null);
    assert_eq!(told[3]["status"], "permanent");
}
