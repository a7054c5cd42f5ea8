//! Records over threads, results in order.
//!
//! ```text
//!             ┌─ worker ─┐
//!   reader ───┼─ worker ─┼─── this thread writes
//!      │      └─ worker ─┘         │
//!      └──────── used jobs ────────┘
//! ```
//!
//! The reader deals blocks to the workers in turn, and the writer collects the results in the same
//! turn: so they are in order without being sorted, and no more blocks are in memory than fit into
//! the short queues. What is small is worked on right here, without any thread.

use std::ffi::OsStr;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;

use crate::failure;
use crate::input::{BLOCK, Block, Blocks, Origin, Sources};
use crate::output::{Output, Sink, Tally};

/// What is done with one input: its result is put into the output.
pub(crate) type Work<'w> = dyn Fn(&[u8], Origin<'_>, &mut Output) + Sync + 'w;

/// How many bytes of records are worked on before threads are worth starting. A thread costs some
/// 20 µs, which is about 10 KB of records.
const WORTH_THREADS: usize = 4 * BLOCK;

/// How many jobs may wait before and behind each worker.
const QUEUE: usize = 2;

/// A block and what came of it.
#[derive(Default)]
struct Job {
    block: Block,
    output: Output,
}

impl Job {
    fn work(&mut self, work: &Work<'_>) {
        for (record, origin) in self.block.records() {
            work(record, origin, &mut self.output);
        }
        if let Some(message) = self.block.unreadable.take() {
            self.output.tally.unreadable += 1;
            self.output.stderr(|out| failure::tell(out, &message));
        }
    }
}

/// Works on all inputs and writes what they give.
pub(crate) fn run(sources: Sources, threads: usize, work: &Work<'_>) -> Tally {
    match sources {
        Sources::Arguments(arguments) => run_arguments(&arguments, work),
        Sources::Files { paths, delimiter } => {
            run_blocks(Blocks::new(paths, delimiter), threads, work)
        }
    }
}

fn run_arguments(arguments: &[impl AsRef<OsStr>], work: &Work<'_>) -> Tally {
    let mut sink = Sink::new();
    let mut output = Output::default();
    for (argument, number) in arguments.iter().zip(1..) {
        work(argument.as_ref().as_encoded_bytes(), Origin::Argument(number), &mut output);
        if output.len() > BLOCK {
            sink.write(&mut output);
        }
    }
    sink.write(&mut output);
    sink.tally
}

fn run_blocks(mut blocks: Blocks, threads: usize, work: &Work<'_>) -> Tally {
    let mut sink = Sink::new();
    let mut job = Job::default();
    let mut done = 0;
    while threads == 1 || done < WORTH_THREADS {
        if !blocks.read(&mut job.block) {
            return sink.tally;
        }
        done += job.block.len();
        job.work(work);
        sink.write(&mut job.output);
    }
    run_threads(blocks, threads, work, &mut sink);
    sink.tally
}

fn run_threads(mut blocks: Blocks, threads: usize, work: &Work<'_>, sink: &mut Sink) {
    thread::scope(|scope| {
        let (recycle, used) = channel::<Job>();
        let (dealt, collected): (Vec<_>, Vec<_>) = (0..threads)
            .map(|_| {
                let (deal, jobs) = sync_channel::<Job>(QUEUE);
                let (finish, finished) = sync_channel::<Job>(QUEUE);
                scope.spawn(move || {
                    for mut job in jobs {
                        job.work(work);
                        if finish.send(job).is_err() {
                            return;
                        }
                    }
                });
                (deal, finished)
            })
            .unzip();
        scope.spawn(move || {
            for worker in dealt.iter().cycle() {
                let mut job = used.try_recv().unwrap_or_default();
                if !blocks.read(&mut job.block) || worker.send(job).is_err() {
                    return;
                }
            }
        });
        // The first worker without a result is the one that got no further block.
        for mut job in collected.iter().cycle().map_while(|worker: &Receiver<Job>| worker.recv().ok())
        {
            sink.write(&mut job.output);
            // At the end of input nobody wants it back.
            let _ = recycle.send(job);
        }
    });
}
