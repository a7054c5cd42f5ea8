//! `sql`: arguments and streams are passed to `napkin-sql`, and its output and exit status are passed back.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::support::{napkin, run_command, temporary};

#[test]
fn hands_on_arguments_and_brings_back_the_exit_status() {
    let script = b"#!/bin/sh\nprintf '[%s]' \"$@\"\nexit 2\n";
    let program = temporary("napkin-sql", script);
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    let ran = run_command(
        napkin(["sql", "--format", "csv", "SELECT 1"]).env("PATH", program.parent().unwrap()),
        b"",
    );
    assert_eq!((ran.code, ran.texts()), (2, ("[--format][csv][SELECT 1]", "")));
}

#[test]
fn says_how_to_install_what_is_missing() {
    let ran = run_command(napkin(["sql", "SELECT 1"]).env("PATH", ""), b"");
    assert_eq!(ran.code, 3);
    let (nothing, message) = ran.texts();
    assert_eq!(nothing, "");
    assert!(message.starts_with("napkin: napkin-sql: "), "{message}");
    assert!(
        message.ends_with("'cargo install --path crates/napkin-sql-cli' installs it\n"),
        "{message}"
    );
}
