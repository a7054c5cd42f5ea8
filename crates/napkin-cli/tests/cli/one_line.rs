//! Each input has one line in the text of a command whose results are lines, whatever the input is and whichever option is given,
//! but for options that say otherwise.

use crate::support::run;

/// Each command whose results are lines, and how it is asked.
const ASKED: &[&[&str]] = &[
    &["key", "--profile", "surt"],
    &["encode", "--uri"],
    &["resolve", "--base", "http://a/b"],
    &["typed"],
    &["set", "--fragment", "x"],
    &["normalize"],
    &["normalize", "--edition", "rfc3987"],
    &["normalize", "--edition", "whatwg", "--base", "http://a/b"],
    &["decode"],
    &["map", "--to", "uri"],
    &["relativize", "--base", "http://a/b"],
    &["get", "host,query"],
];

/// Options that say otherwise: steps, a line of names, no text at all, and records that end with NUL.
const OTHERWISE: &[&str] = &["--explain", "--help", "--header", "--null", "--picture", "--quiet"];

/// Valid and invalid, absolute and relative, with and without something to change, and empty.
const INPUTS: &str = "http://h/\nHTTP://H:80/a/../%7e?q#f\nhttp://h/é\nhttp://e\u{301}/\nhttp://h/%zz\n../x y\n\nmailto:a@b\nexample.com\n";

/// The options of a command that take no value.
fn flags(name: &str) -> Vec<String> {
    let help = run([name, "--help"], b"");
    let lines = help.texts().0.lines().map(str::trim);
    let long = lines.filter_map(|line| {
        let option = line.rsplit(", ").next()?;
        let is_flag =
            line.starts_with('-') && option.starts_with("--") && !option.contains([' ', '=', '<']);
        is_flag.then(|| option.to_owned())
    });
    long.filter(|option| !OTHERWISE.contains(&option.as_str())).collect()
}

#[test]
fn each_input_has_one_line() {
    let wanted = INPUTS.lines().count();
    for asked in ASKED {
        let mut were = 0;
        for flag in std::iter::once(None).chain(flags(asked[0]).into_iter().map(Some)) {
            let arguments: Vec<_> = asked.iter().copied().chain(flag.as_deref()).collect();
            let ran = run(&arguments, INPUTS.as_bytes());
            let (stdout, stderr) = ran.texts();
            // An option that needs another one, or that is given already.
            if ran.code == 2 {
                continue;
            }
            were += 1;
            assert_eq!(stdout.lines().count(), wanted, "{arguments:?}\n{stdout}{stderr}");
        }
        assert!(were > 5, "{asked:?}: {were}");
    }
}
