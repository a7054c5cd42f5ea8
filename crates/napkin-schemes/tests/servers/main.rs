//! Access plans against real servers on loopback.
//!
//! `driver` executes exactly the steps of a plan, so a wrong plan fails. The servers are packages of Debian that
//! each test starts for itself (`checks/install/servers` installs them), and the cases are in
//! `spec/cases/servers.jsonl`, numbered behind the name of the server. A test without its server says what to
//! install, and fails where the variable `CI` is set.

#![cfg(unix)]

mod driver;
mod server;
mod cases;
mod ftp;
mod gopher;
mod http;
mod news;
mod ports;
