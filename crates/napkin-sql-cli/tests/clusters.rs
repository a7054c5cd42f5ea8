//! Clusters of real processes. A program of its own: each test takes all processors.
//!
//! One program, since each is linked with all that it tests.

mod cluster;
mod cluster_functions;
mod machines;
mod process;
