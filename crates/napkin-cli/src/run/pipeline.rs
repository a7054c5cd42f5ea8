//! Processes records on threads, with results in order.
//!
//! ```text
//!             ┌─ worker ─┐
//!   reader ───┼─ worker ─┼─── this thread writes
//!      │      └─ worker ─┘         │
//!      └──────── used jobs ────────┘
//! ```
//!
//! The reader deals blocks to the workers in turn, and the writer collects the results in the same turn. So they
//! are in order without sorting, and memory holds no more blocks than fit into the short queues. Small inputs are
//! processed on this thread.
//!
//! A line of one byte can have an answer of a megabyte, by a long base or template. So a block is not only bounded
//! by the bytes that are read: when its results exceed [`MOST_WRITTEN`], they are handed on, and the writer stays with
//! the worker until the block ends. Memory is bounded by threads, queues and that number, whatever is written.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use napkin::{LineCount, Lines};
use napkin_answers::Failure;
use napkin_context::Compression;

use crate::input::table::Header;
use crate::input::{BLOCK, Block, Blocks, Ended, KEPT, Origin, RunInputs, file_name};
use crate::output::{Output, Sink, Tally};
use crate::terminal::text::push_message;

/// The processing of inputs.
pub(crate) trait Work: Sync {
    /// Writes the result of one input to the output.
    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output);

    /// Writes the result of a row that has no input.
    fn none(&self, failure: Failure<'_>, origin: Origin<'_>, output: &mut Output);

    /// Writes the names of columns before the first row of a table.
    fn header(&self, _header: &Header, _output: &mut Output) {}

    /// Counts many inputs at once, if only counts are wanted.
    fn count(&self, _lines: Lines<'_>) -> Option<LineCount> {
        None
    }

    /// Finishes results that depend on earlier ones: called on one thread, in the order of the inputs.
    fn in_order(&self, _output: &mut Output) {}
}

/// The number of bytes processed before threads are started: `parse --json` takes a millisecond for them.
const WORTH_THREADS: usize = 4 * BLOCK;

/// The time after which threads are started too, at the end of a block: the answers of some commands take long.
const WORTH_TIME: Duration = Duration::from_millis(10);

/// The number of jobs that may wait before and after each worker.
const QUEUE: usize = 2;

/// The number of bytes of results that a worker collects before it hands them on. A block of ordinary lines has
/// fewer, so that it is one message to the writer.
const MOST_WRITTEN: usize = KEPT;

/// A block and its results.
#[derive(Default)]
struct Job {
    block: Block,
    output: Output,
}

/// Some results of a block, in order. With the last ones comes the block, to be filled again.
struct Results {
    output: Output,
    block: Option<Block>,
}

impl Job {
    /// Processes the block. Calls `hand_on` with the results so far each time they are many, and leaves the last ones
    /// in the job; stops early if `hand_on` breaks.
    fn work(
        &mut self,
        work: &dyn Work,
        mut hand_on: impl FnMut(&mut Output) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(count) = self.block.lines().and_then(|lines| work.count(lines)) {
            self.output.tally.fine += count.valid;
            self.output.tally.faulty += count.invalid;
        } else {
            if let Some(header) = self.block.header() {
                work.header(header, &mut self.output);
                if self.output.is_last {
                    return ControlFlow::Continue(());
                }
            }
            let output = &mut self.output;
            let mut handed_on = ControlFlow::Continue(());
            // Inside, the iterator's kinds of blocks are told apart once a block, and not once an input.
            let _ended = self.block.inputs().try_for_each(|(input, origin)| {
                match input {
                    Ok(input) => work.one(&input, origin, output),
                    Err(failure) => work.none(*failure, origin, output),
                }
                if output.is_last {
                    return ControlFlow::Break(());
                }
                if output.len() > MOST_WRITTEN {
                    handed_on = hand_on(output);
                }
                handed_on
            });
            handed_on?;
        }
        if let Some(ended) = self.block.ended.take() {
            let tally = &mut self.output.tally;
            let (count, message) = match ended {
                Ended::Unreadable(message) => (&mut tally.unreadable, message),
                Ended::Broken(message) => (&mut tally.broken, message),
            };
            *count += 1;
            self.output.stderr(|out| push_message(out, &message));
        }
        ControlFlow::Continue(())
    }

    /// Processes the block, and sends the results; breaks if nobody receives them.
    fn work_and_send(mut self, work: &dyn Work, writer: &SyncSender<Results>) -> ControlFlow<()> {
        let send = |output, block| match writer.send(Results { output, block }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        self.work(work, |output| send(mem::take(output), None))?;
        send(self.output, Some(self.block))
    }
}

/// Processes all inputs and writes their results.
pub(crate) fn run(sources: RunInputs<'_>, threads: usize, sink: Sink, work: &dyn Work) -> Tally {
    let sink = match sources {
        RunInputs::Arguments(arguments) => run_arguments(arguments, work, sink),
        RunInputs::Files { paths, lines } => {
            let sink = sink.with_progress(size_of(paths));
            run_blocks(Blocks::new(paths, lines), threads, work, sink)
        }
    };
    sink.finish()
}

/// The size of files in bytes, if it is known how many will be read.
fn size_of(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let is_packed =
            file_name(path).is_some_and(|name| Compression::of_file_name(&name).is_some());
        let metadata = fs::metadata(path).ok()?;
        (metadata.is_file() && !is_packed).then_some(metadata.len())
    };
    paths.iter().map(size).try_fold(0_u64, |sum, size| Some(sum.saturating_add(size?)))
}

fn run_arguments(arguments: &[OsString], work: &dyn Work, mut sink: Sink) -> Sink {
    let mut output = Output::default();
    for (argument, number) in arguments.iter().zip(1..) {
        work.one(argument.as_encoded_bytes(), Origin::Argument(number), &mut output);
        if output.len() > BLOCK || output.is_last {
            finish(&mut output, work, &mut sink);
        }
    }
    finish(&mut output, work, &mut sink);
    sink
}

/// Finishes results on the thread that writes, writes them and empties the output.
fn finish(output: &mut Output, work: &dyn Work, sink: &mut Sink) {
    work.in_order(output);
    sink.write(output);
}

fn run_blocks(mut blocks: Blocks<'_>, threads: usize, work: &dyn Work, mut sink: Sink) -> Sink {
    let (small, soon) =
        if threads > 1 { (WORTH_THREADS, WORTH_TIME) } else { (usize::MAX, Duration::MAX) };
    if run_here(&mut blocks, (small, soon), work, &mut sink) {
        return sink;
    }
    if run_threads(&mut blocks, threads, work, &mut sink).is_err() {
        // Threads could not be started: slower, with the same result.
        run_here(&mut blocks, (usize::MAX, Duration::MAX), work, &mut sink);
    }
    sink
}

/// Processes blocks on this thread until a number of bytes is done, or a time has passed; returns `true` at the end of the input.
fn run_here(
    blocks: &mut Blocks<'_>,
    (bytes, time): (usize, Duration),
    work: &dyn Work,
    sink: &mut Sink,
) -> bool {
    let mut job = Job::default();
    let (mut done, begun): (usize, _) = (0, Instant::now());
    while done < bytes && begun.elapsed() < time {
        if !blocks.read(&mut job.block) {
            return true;
        }
        done = done.saturating_add(job.block.len());
        // Writing never breaks: it ends the process if it fails.
        let _ = job.work(work, |output| {
            finish(output, work, sink);
            ControlFlow::Continue(())
        });
        sink.pass(job.block.len());
        finish(&mut job.output, work, sink);
    }
    false
}

/// Processes all blocks on threads of their own, or none of them if the threads cannot be started.
fn run_threads(
    blocks: &mut Blocks<'_>,
    threads: usize,
    work: &dyn Work,
    sink: &mut Sink,
) -> io::Result<()> {
    thread::scope(|scope| {
        let mut dealt = Vec::with_capacity(threads);
        let mut collected = Vec::with_capacity(threads);
        for _ in 0..threads {
            let (deal, jobs) = sync_channel::<Job>(QUEUE);
            let (finish, finished) = sync_channel::<Results>(QUEUE);
            thread::Builder::new().spawn_scoped(scope, move || {
                // Ends at the end of the input, or with the writer.
                let _ = jobs.iter().try_for_each(|job| job.work_and_send(work, &finish));
            })?;
            dealt.push(deal);
            collected.push(finished);
        }
        let (recycle, used) = channel::<Job>();
        thread::Builder::new().spawn_scoped(scope, move || {
            for worker in dealt.iter().cycle() {
                let mut job = used.try_recv().unwrap_or_default();
                if !blocks.read(&mut job.block) || worker.send(job).is_err() {
                    return;
                }
            }
        })?;
        for worker in collected.iter().cycle() {
            loop {
                // The first worker without a result received no further block.
                let Ok(Results { mut output, block }) = worker.recv() else { return Ok(()) };
                sink.pass(block.as_ref().map_or(0, Block::len));
                finish(&mut output, work, sink);
                let Some(block) = block else { continue };
                // At the end of the input, the reader no longer takes it back.
                let _ = recycle.send(Job { block, output });
                break;
            }
        }
        Ok(())
    })
}
